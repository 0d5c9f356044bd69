//! The end of a game from one photograph: what is doubtful in one list, each with a piece of the
//! photograph and what every answer comes to; what the track showed; the final scoring as sums.
//!
//! Reading and taking over happen beside the window. The photograph is a file, or comes from a phone,
//! which then shows the same and answers as well. Nothing is kept until somebody says so; then it is
//! a saved game like any other.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, TryRecvError};
use std::time::Duration;

use carcassonne::piece::Color;
use egui::{Align, Layout, Ui};
use tracker::at_end::TakenOver;
use tracker::setup::Setup;
use tracker::snapshot::{ScoreReason, Snapshot, view};

use crate::phone::at_end::{self, PhotoStand};
use crate::run::beside;
use crate::run::link::{Program, Source};
use crate::run::news::open_error::OpenError;
use crate::run::reading::read_board::{Known, ReadBoard};
use crate::text::names::initial;
use crate::text::{Words, message};
use crate::theme::palette;
use crate::views::published::Wake;
use crate::window::screens::audience::phones;
use crate::window::screens::{Context, Go, head};
use crate::window::widgets::{badge, card, column};

mod doubts;

use doubts::Doubts;

/// How often it is looked whether a phone has come.
const GUESTS_EVERY: Duration = Duration::from_secs(1);

/// The screen.
pub struct ScoreScreen {
    photo: Option<PathBuf>,
    setup: Setup,
    pack: Option<String>,
    wake: Wake,
    state: State,
    /// The page that a phone photographs with, and answers on.
    phone: Option<PhotoStand>,
    /// What was said of the track: another photograph changes nothing about it.
    track: Vec<(Color, i32)>,
}

enum State {
    /// For a photograph.
    Waiting,
    Reading(Receiver<Result<ReadBoard, OpenError>>),
    Failed(OpenError),
    Read(Box<Sheet>),
}

/// A board that was read, and what is known of it.
struct Sheet {
    board: Arc<ReadBoard>,
    known: Known,
    /// What follows, once that is worked out; with what everybody sees of it.
    taken: Option<(TakenOver, Snapshot)>,
    work: Option<Receiver<TakenOver>>,
    /// Something was said since the work began.
    stale: bool,
    doubts: Doubts,
}

impl ScoreScreen {
    /// Begins to read; without a photograph it waits for one of a phone.
    pub fn new(
        program: &dyn Program,
        ctx: &egui::Context,
        photo: Option<PathBuf>,
        setup: &Setup,
        pack: Option<&str>,
    ) -> Self {
        let ctx = ctx.clone();
        let mut screen = Self {
            photo: None,
            setup: setup.clone(),
            pack: pack.map(str::to_owned),
            wake: Arc::new(move || ctx.request_repaint()),
            state: State::Waiting,
            phone: None,
            track: Vec::new(),
        };
        match photo {
            Some(photo) => screen.read(program, photo),
            None => match program.photo_stand(Arc::clone(&screen.wake)) {
                Ok(stand) => screen.phone = Some(stand),
                Err(failure) => screen.state = State::Failed(failure),
            },
        }
        screen
    }

    /// Reads another photograph; what is known of the score track stays.
    pub fn read(&mut self, program: &dyn Program, photo: PathBuf) {
        if let State::Read(sheet) = &mut self.state {
            self.track = std::mem::take(&mut sheet.known.track);
        }
        let wake = Arc::clone(&self.wake);
        let reading = program.read_board(&photo, &self.setup, self.pack.as_deref(), wake);
        self.state = State::Reading(reading);
        self.photo = Some(photo);
        self.tell_phone();
    }

    /// Shows it.
    pub fn show(&mut self, ui: &mut Ui, ctx: &mut Context<'_>) -> Option<Go> {
        let words = ctx.words;
        self.hear_phone(&*ctx.program);
        if self.follow(ui.ctx()) {
            self.tell_phone();
        }
        let back = head(ui, ctx, message::SCORE_TITLE);
        if let Some(phone) = &self.phone {
            by_phone(ui, words, phone, matches!(self.state, State::Waiting));
        } else if let Some(photo) = &self.photo {
            let name = photo.file_name().unwrap_or(photo.as_os_str());
            card::soft(ui, &name.to_string_lossy());
        }
        let done = match &mut self.state {
            State::Waiting => None,
            State::Reading(_) => {
                ui.horizontal(|ui| {
                    ui.spinner();
                    card::body(ui, &words.say(message::SCORE_READING));
                });
                None
            }
            State::Failed(failure) => {
                let (what, help) = words.failure(failure);
                let p = palette(ui);
                card::sign(ui, "✖", p.wrong, &what);
                card::body(ui, &help);
                None
            }
            State::Read(sheet) => sheet.show(ui, ctx),
        };
        done.or(back)
    }

    /// Takes in what the phone has sent.
    fn hear_phone(&mut self, program: &dyn Program) {
        let Some(phone) = &self.phone else {
            return;
        };
        let (photo, wishes) = (phone.photo(), phone.wishes());
        if let Some(photo) = photo {
            self.read(program, photo);
        } else if let State::Read(sheet) = &mut self.state {
            for wish in wishes {
                sheet.stale |= wish.carry_out(&mut sheet.known);
            }
        }
    }

    /// Shows the phone how far it is.
    fn tell_phone(&mut self) {
        let Some(phone) = &mut self.phone else {
            return;
        };
        match &self.state {
            State::Waiting => {}
            State::Reading(_) => phone.show(&at_end::Sheet::Reading),
            State::Failed(failure) => phone.show(&at_end::Sheet::Failed(failure)),
            State::Read(sheet) => {
                if let Some((taken, seen)) = &sheet.taken {
                    phone.show(&at_end::Sheet::Read(at_end::Read {
                        board: &sheet.board,
                        known: &sheet.known,
                        taken,
                        seen,
                    }));
                }
            }
        }
    }

    /// Whether there is something new.
    fn follow(&mut self, ctx: &egui::Context) -> bool {
        if let State::Reading(reading) = &self.state {
            self.state = match reading.try_recv() {
                Err(TryRecvError::Empty) => return false,
                Err(TryRecvError::Disconnected) => {
                    // It fell while reading, which is not the photograph's owner's fault.
                    let why = "reading ended early".to_owned();
                    State::Failed(OpenError::Other(why))
                }
                Ok(Err(failure)) => State::Failed(failure),
                Ok(Ok(board)) => State::Read(Box::new(Sheet::new(board, self.track.clone()))),
            };
            if let State::Read(sheet) = &mut self.state {
                sheet.follow(ctx);
            }
            return true;
        }
        match &mut self.state {
            State::Read(sheet) => {
                let there = sheet.follow(ctx);
                if sheet.is_lost() {
                    let why = "scoring ended early".to_owned();
                    self.state = State::Failed(OpenError::Other(why));
                    return true;
                }
                there
            }
            State::Waiting | State::Reading(_) | State::Failed(_) => false,
        }
    }
}

/// The code for the phone while its photograph is waited for; later, that it may take another.
fn by_phone(ui: &mut Ui, words: Words, phone: &PhotoStand, waiting: bool) {
    let link = phone.link();
    if waiting {
        card::plain(ui, |ui| {
            ui.horizontal(|ui| {
                let title = words.say(message::SCORE_PHONE);
                let label = words.with(message::PhonesCode {
                    page: title.as_str(),
                });
                phones::show_code(ui, &link, &label);
                ui.vertical(|ui| {
                    card::heading(ui, &title);
                    card::body(ui, &words.say(message::SCORE_PHONE_HOW));
                    ui.add(egui::Label::new(egui::RichText::new(&link).small()).wrap());
                });
            });
        });
    }
    let count = phone.guests().len();
    card::soft(ui, &words.with(message::ScorePhoneHere { count }));
    // They come and go without anything else happening.
    ui.ctx().request_repaint_after(GUESTS_EVERY);
}

impl Sheet {
    fn new(board: ReadBoard, track: Vec<(Color, i32)>) -> Self {
        Self {
            board: Arc::new(board),
            known: Known {
                track,
                answers: Vec::new(),
            },
            taken: None,
            work: None,
            stale: true,
            doubts: Doubts::default(),
        }
    }

    /// Works out what follows beside the window, again after each answer; whether it is there now.
    fn follow(&mut self, ctx: &egui::Context) -> bool {
        let mut there = false;
        match self.work.as_ref().map(Receiver::try_recv) {
            Some(Ok(taken)) => {
                let seen = view::of_log(&taken.log);
                self.taken = Some((taken, seen));
                self.work = None;
                there = true;
            }
            Some(Err(TryRecvError::Disconnected)) => self.work = None,
            Some(Err(TryRecvError::Empty)) | None => {}
        }
        if !self.stale || self.work.is_some() {
            return there;
        }
        self.stale = false;
        let (board, known, ctx) = (Arc::clone(&self.board), self.known.clone(), ctx.clone());
        let scoring = move || board.taken_over(&known);
        let work = beside::begin("final scoring", move || ctx.request_repaint(), scoring);
        self.work = Some(work);
        there
    }

    /// Whether nothing was scored, and nothing is at work on it any more: that fell.
    fn is_lost(&self) -> bool {
        self.taken.is_none() && self.work.is_none()
    }

    fn show(&mut self, ui: &mut Ui, ctx: &mut Context<'_>) -> Option<Go> {
        let words = ctx.words;
        let Some((taken, seen)) = &self.taken else {
            ui.spinner();
            return None;
        };
        let working = self.work.is_some();
        let (mut answered, mut taken_back, mut told, mut keep) = (None, false, None, false);
        column::show(ui, |ui| {
            if let Some(above) = self.board.reading.too_low_deg() {
                card::body(ui, &words.with(message::ScoreTooLow { degrees: above }));
            }
            ui.columns(2, |columns| {
                let [left, right] = columns else { return };
                let plain = Layout::top_down(Align::Min);
                left.with_layout(plain, |ui| {
                    let shown = doubts::Shown {
                        board: &self.board,
                        taken,
                        seen,
                    };
                    ui.add_enabled_ui(!working, |ui| {
                        answered = self.doubts.show(ui, ctx, &shown);
                    });
                    let back = egui::Button::new(words.say(message::SCORE_BACK));
                    let any = !self.known.answers.is_empty() && !working;
                    taken_back = ui.add_enabled(any, back).clicked();
                });
                right.with_layout(plain, |ui| {
                    card::plain(ui, |ui| {
                        told = track(ui, words, seen, &self.known.track);
                    });
                    card::plain(ui, |ui| sums(ui, words, seen));
                    let save = card::main_button(palette(ui), &words.say(message::SCORE_KEEP));
                    keep = ui.add_enabled(!working, save).clicked();
                    card::soft(ui, &words.say(message::SCORE_KEEP_WHY));
                });
            });
            ui.add_space(12.0);
        });
        if let Some(answer) = answered {
            self.known.answers.push(answer);
            self.stale = true;
        }
        if taken_back {
            self.known.answers.pop();
            self.stale = true;
        }
        if let Some(points) = told {
            self.known.track = points;
            self.stale = true;
        }
        if self.stale {
            ui.ctx().request_repaint();
        }
        keep.then(|| self.keep(ctx.program))
    }

    fn keep(&self, program: &mut dyn Program) -> Go {
        let Some((taken, _)) = &self.taken else {
            return Go::Back;
        };
        match program.keep_board(self.board.setup(), &taken.log) {
            Ok(record) => Go::to_table(program.open(&record, Source::ByHand)),
            Err(failure) => Go::Fail(failure),
        }
    }
}

/// What the track showed; the new points if somebody told them.
fn track(
    ui: &mut Ui,
    words: Words,
    seen: &Snapshot,
    known: &[(Color, i32)],
) -> Option<Vec<(Color, i32)>> {
    /// A track is gone around some times at most.
    const MOST: i32 = 10_000;
    card::heading(ui, &words.say(message::SCORE_TRACK));
    card::soft(ui, &words.say(message::SCORE_TRACK_WHY));
    let mut told: Vec<(Color, i32)> = seen.players.iter().map(|p| (p.color, 0)).collect();
    for (color, points) in &mut told {
        let of = known.iter().find(|of| of.0 == *color);
        *points = of.map_or(0, |of| of.1);
    }
    let mut changed = false;
    for ((color, points), player) in told.iter_mut().zip(&seen.players) {
        ui.horizontal(|ui| {
            let name = words.name(player);
            badge::badge(ui, *color, &initial(&name), 26.0, "");
            let value = egui::DragValue::new(points).range(0..=MOST);
            let spoken = words.with(message::ScoreTrackOf {
                name: name.as_str(),
            });
            changed |= card::number(ui, value).accessible_name(spoken).changed();
            card::body(ui, &name);
        });
    }
    changed.then_some(told)
}

/// The final scoring as sums, and what everybody ends with.
fn sums(ui: &mut Ui, words: Words, seen: &Snapshot) {
    card::heading(ui, &words.say(message::TABLE_LINES_FINAL));
    let last = seen.score_lines.iter();
    let last = last.filter(|line| matches!(line.reason, ScoreReason::Final(_)));
    egui::Grid::new("sums").num_columns(3).show(ui, |ui| {
        for line in last {
            card::body(ui, &words.scorer(seen, line.color));
            card::body(ui, &format!("{:+}", line.points));
            let (reason, sum) = (
                words.reason(line.reason),
                words.expression(&line.expression),
            );
            ui.add(egui::Label::new(format!("{reason}: {sum}")).wrap());
            ui.end_row();
        }
    });
    ui.separator();
    let mut players: Vec<_> = seen.players.iter().collect();
    players.sort_by_key(|player| std::cmp::Reverse(player.score));
    for player in players {
        ui.horizontal(|ui| {
            let name = words.name(player);
            badge::badge(ui, player.color, &initial(&name), 26.0, "");
            let text = words.with(message::ScoreTotal {
                name,
                points: player.score,
            });
            card::heading(ui, &text);
        });
    }
    if let Some(team) = &seen.team {
        card::heading(ui, &words.with(message::ScoreTeam { points: team.score }));
    }
}
