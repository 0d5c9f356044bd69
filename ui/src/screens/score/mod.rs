//! The end of a game from one photograph: what is doubtful in one list, each with a piece of the
//! photograph and what every answer comes to; what the track showed; the final scoring as sums.
//!
//! Reading and taking over happen beside the window. Nothing is kept until somebody says so; then it
//! is a saved game like any other.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, TryRecvError, channel};

use carcassonne::piece::Color;
use egui::Ui;
use tracker::at_end::TakenOver;
use tracker::setup::Setup;
use tracker::snapshot::{ScoreReason, Snapshot, view};

use super::{Context, Go, head};
use crate::run::link::open_error::OpenError;
use crate::run::link::{Program, Source};
use crate::run::read_board::{Known, ReadBoard};
use crate::text::Words;
use crate::theme::palette;
use crate::widgets::{badge, card, column};

mod doubts;

use doubts::Doubts;

/// The screen.
pub struct ScoreScreen {
    photo: PathBuf,
    state: State,
}

enum State {
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
    /// Begins to read.
    pub fn new(
        program: &dyn Program,
        ctx: &egui::Context,
        photo: PathBuf,
        setup: &Setup,
        pack: Option<&str>,
    ) -> Self {
        let ctx = ctx.clone();
        let wake = Arc::new(move || ctx.request_repaint());
        let reading = program.read_board(&photo, setup, pack, wake);
        Self {
            photo,
            state: State::Reading(reading),
        }
    }

    /// Shows it.
    pub fn show(&mut self, ui: &mut Ui, ctx: &mut Context<'_>) -> Option<Go> {
        let words = ctx.words;
        self.follow(ui.ctx());
        let back = head(ui, ctx, "score-title");
        let name = self.photo.file_name().unwrap_or(self.photo.as_os_str());
        card::soft(ui, &name.to_string_lossy());
        let done = match &mut self.state {
            State::Reading(_) => {
                ui.horizontal(|ui| {
                    ui.spinner();
                    card::body(ui, &words.say("score-reading"));
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

    fn follow(&mut self, ctx: &egui::Context) {
        if let State::Reading(reading) = &self.state {
            match reading.try_recv() {
                Err(TryRecvError::Empty) => {}
                Err(TryRecvError::Disconnected) => {
                    // It fell while reading, which is not the photograph's owner's fault.
                    let why = "reading ended early".to_owned();
                    self.state = State::Failed(OpenError::Other(why));
                }
                Ok(Err(failure)) => self.state = State::Failed(failure),
                Ok(Ok(board)) => self.state = State::Read(Box::new(Sheet::new(board))),
            }
        }
        if let State::Read(sheet) = &mut self.state {
            sheet.follow(ctx);
        }
    }
}

impl Sheet {
    fn new(board: ReadBoard) -> Self {
        Self {
            board: Arc::new(board),
            known: Known::default(),
            taken: None,
            work: None,
            stale: true,
            doubts: Doubts::default(),
        }
    }

    /// Works out what follows beside the window, again after each answer.
    fn follow(&mut self, ctx: &egui::Context) {
        match self.work.as_ref().map(Receiver::try_recv) {
            Some(Ok(taken)) => {
                let seen = view::of_log(&taken.log);
                self.taken = Some((taken, seen));
                self.work = None;
            }
            Some(Err(TryRecvError::Disconnected)) => self.work = None,
            Some(Err(TryRecvError::Empty)) | None => {}
        }
        if !self.stale || self.work.is_some() {
            return;
        }
        self.stale = false;
        let (to, from) = channel();
        let (board, known, ctx) = (Arc::clone(&self.board), self.known.clone(), ctx.clone());
        let working = move || {
            // If the screen is gone, nobody wants to know any more.
            let _ = to.send(board.taken_over(&known));
            drop(to);
            ctx.request_repaint();
        };
        let thread = std::thread::Builder::new().name("final scoring".to_owned());
        match thread.spawn(working) {
            Ok(_) => self.work = Some(from),
            Err(error) => tracing::warn!(%error, "no thread for the final scoring"),
        }
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
            ui.columns(2, |columns| {
                let [left, right] = columns else { return };
                let shown = doubts::Shown {
                    board: &self.board,
                    taken,
                    seen,
                };
                left.add_enabled_ui(!working, |ui| {
                    answered = self.doubts.show(ui, ctx, &shown);
                });
                let back = egui::Button::new(words.say("score-back"));
                let any = !self.known.answers.is_empty() && !working;
                taken_back = left.add_enabled(any, back).clicked();
                card::plain(right, |ui| {
                    told = track(ui, words, seen, &self.known.track);
                });
                card::plain(right, |ui| sums(ui, words, seen));
                let save = card::main_button(palette(right), &words.say("score-keep"));
                keep = right.add_enabled(!working, save).clicked();
                card::soft(right, &words.say("score-keep-why"));
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
    card::heading(ui, &words.say("score-track"));
    card::soft(ui, &words.say("score-track-why"));
    let mut told: Vec<(Color, i32)> = seen.players.iter().map(|p| (p.color, 0)).collect();
    for (color, points) in &mut told {
        let of = known.iter().find(|of| of.0 == *color);
        *points = of.map_or(0, |of| of.1);
    }
    let mut changed = false;
    for ((color, points), player) in told.iter_mut().zip(&seen.players) {
        ui.horizontal(|ui| {
            let name = words.name(player);
            badge::badge(ui, *color, &badge::initial(&name), 26.0, "");
            let value = egui::DragValue::new(points).range(0..=MOST);
            let spoken = words.with("score-track-of", &[("name", name.as_str().into())]);
            changed |= card::number(ui, value).accessible_name(spoken).changed();
            card::body(ui, &name);
        });
    }
    changed.then_some(told)
}

/// The final scoring as sums, and what everybody ends with.
fn sums(ui: &mut Ui, words: Words, seen: &Snapshot) {
    card::heading(ui, &words.say("table-lines-final"));
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
            badge::badge(ui, player.color, &badge::initial(&name), 26.0, "");
            let args = [("name", name.into()), ("points", player.score.into())];
            card::heading(ui, &words.with("score-total", &args));
        });
    }
    if let Some(team) = &seen.team {
        card::heading(
            ui,
            &words.with("score-team", &[("points", team.score.into())]),
        );
    }
}
