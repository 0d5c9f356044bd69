//! The one open question: what the camera shows, and ranked guesses to click or to choose with
//! the keys 1 to 9. It waits; nothing else does.

use carcassonne::piece::Pose;
use egui::{Align2, FontId, Rect, RichText, Sense, Stroke, Ui, Vec2, WidgetInfo, vec2};
use tracker::belief::doubt::Doubt;
use tracker::command::Command;
use tracker::log::event::EventId;
use tracker::snapshot::{About, Guess, Meaning, Question, QuestionId, Snapshot};

use crate::text::{Words, message};
use crate::theme::{palette, size};
use crate::window::screens::action::Action;
use crate::window::screens::table::wishes::{Pass, Wishes};
use crate::window::widgets::art::{Art, Copy};
use crate::window::widgets::picture::kept::Part;
use crate::window::widgets::picture::real::{Piece, Real};
use crate::window::widgets::{board, card, pages};

/// Guesses that have a key, and so stand on one page.
const MAX_GUESSES: usize = 9;

/// The open question and how far its answers are paged.
#[derive(Default)]
pub struct Asking {
    question: Option<QuestionId>,
    page: usize,
}

impl Asking {
    /// Turns to the newest snapshot's question.
    pub fn follow(&mut self, snapshot: &Snapshot) {
        let open = snapshot.questions.first().map(|question| question.id);
        if self.question != open {
            *self = Self {
                question: open,
                page: 0,
            };
        }
    }

    /// The answers that have a key now, by their number in the question.
    pub fn numbered(&self, snapshot: &Snapshot) -> Vec<usize> {
        let guesses = snapshot.questions.first().map_or(&[][..], |q| &q.guesses);
        let numbered = guesses
            .iter()
            .enumerate()
            .filter(|(_, guess)| !is_last(guess));
        let numbered = numbered.map(|(index, _)| index);
        numbered
            .skip(self.page * MAX_GUESSES)
            .take(MAX_GUESSES)
            .collect()
    }

    /// The answer that leaves everything as it is, if a doubt is open.
    pub fn leave(&self, snapshot: &Snapshot) -> Option<Command> {
        let question = snapshot.questions.first()?;
        let as_it_is = |guess: &Guess| guess.meaning == Meaning::AsItIs;
        let choice = question.guesses.iter().position(as_it_is)?;
        Some(answer(question, choice))
    }

    /// Shows the first open question, if there is one.
    pub fn show(&mut self, ui: &mut Ui, real: &mut Real<'_>, pass: &mut Pass<'_>) {
        let (words, snapshot) = (pass.words, pass.snapshot);
        let Some(question) = snapshot.questions.first() else {
            return;
        };
        let seen = Seen::of(ui, question, real);
        let p = palette(ui);
        card::card(ui, p.card_ask, Stroke::new(2.0, p.wait), |ui| {
            ui.horizontal(|ui| {
                crops(ui, words, snapshot, question, &seen);
                ui.vertical(|ui| {
                    let text = words.question(snapshot, question);
                    let text = RichText::new(text).size(size::HEADING).color(p.text);
                    ui.add(egui::Label::new(text).wrap());
                    let others = snapshot.questions.len() - 1;
                    if others > 0 {
                        card::soft(ui, &words.with(message::QuestionMore { count: others }));
                    }
                });
            });
            if let About::Doubted { event, doubt } = question.about {
                doubted(ui, words, question, (event, doubt), pass.wishes);
            }
            let numbered = self.numbered(snapshot);
            for (key, &index) in numbered.iter().enumerate() {
                let guess = (&question.guesses[index], seen.asked());
                if row(ui, words, snapshot, key, guess, pass.art) {
                    pass.wishes.commands.push(answer(question, index));
                }
            }
            match question.about {
                About::Doubted { .. } => {
                    self.pages(ui, words, question);
                    card::soft(ui, &words.say(message::DOUBT_LOOK));
                }
                _ => {
                    ui.horizontal_wrapped(|ui| {
                        if question.about == About::WhichTile
                            && ui.button(words.say(message::OTHER_TILE)).clicked()
                        {
                            pass.wishes.name = Some(question.cell);
                        }
                        if ui.button(words.say(message::QUESTION_NONE)).clicked() {
                            pass.wishes.actions.push(Action::ByHand);
                        }
                    });
                    card::soft(ui, &words.say(message::QUESTION_LOOK));
                }
            }
        });
        ui.add_space(2.0);
    }

    /// Turns the page where there are more answers than keys.
    fn pages(&mut self, ui: &mut Ui, words: Words, question: &Question) {
        let total = question
            .guesses
            .iter()
            .filter(|guess| !is_last(guess))
            .count();
        if total == 0 {
            card::body(ui, &words.say(message::DOUBT_NOTHING));
        }
        pages::turn(ui, words, &mut self.page, MAX_GUESSES, total);
    }
}

fn is_last(guess: &Guess) -> bool {
    matches!(guess.meaning, Meaning::NeverHappened | Meaning::AsItIs)
}

fn answer(question: &Question, choice: usize) -> Command {
    Command::Answer {
        question: question.id,
        choice,
    }
}

/// What else can be said about an event that a person doubts.
fn doubted(
    ui: &mut Ui,
    words: Words,
    question: &Question,
    (event, doubt): (EventId, Doubt),
    wishes: &mut Wishes,
) {
    ui.horizontal_wrapped(|ui| {
        let last = question.guesses.iter().enumerate().rev();
        for (index, guess) in last.filter(|(_, guess)| is_last(guess)) {
            let (text, key) = match guess.meaning {
                Meaning::NeverHappened => (words.say(message::ANSWER_NEVER), None),
                _ => (
                    words.say(message::ANSWER_AS_IT_IS),
                    Action::PutDown.key_text(words),
                ),
            };
            let mut button = egui::Button::new(text);
            if let Some(key) = key {
                button = button.shortcut_text(key);
            }
            if ui.add(button).clicked() {
                wishes.commands.push(answer(question, index));
            }
        }
        let others = [
            (Doubt::Missed, message::DOUBT_MISSED),
            (Doubt::Turn, message::DOUBT_TURN),
        ];
        for (other, text) in others {
            if other != doubt && ui.button(words.say(text)).clicked() {
                wishes.commands.push(Command::Doubt {
                    event,
                    doubt: other,
                });
            }
        }
    });
}

/// What is to be seen of the asked cell on the real table.
struct Seen {
    /// When the doubted event was noted.
    then: Option<Piece>,
    now: Option<Piece>,
}

impl Seen {
    fn of(ui: &Ui, question: &Question, real: &mut Real<'_>) -> Self {
        let then = match question.about {
            About::Doubted { event, .. } => real.then(ui, event),
            _ => None,
        };
        Self {
            then,
            now: real.now(question.cell),
        }
    }

    /// What the question is about: what was seen when it was noted, else what is seen now.
    fn asked(&self) -> Option<Piece> {
        self.then.or(self.now)
    }
}

/// The asked cell as it was and as it is on the table.
fn crops(ui: &mut Ui, words: Words, snapshot: &Snapshot, question: &Question, seen: &Seen) {
    let place = &words.place_in(snapshot, question.cell);
    let (then, now) = (message::RealThen { place }, message::RealNow { place });
    for (piece, name) in [(seen.then, words.with(then)), (seen.now, words.with(now))] {
        if let Some(piece) = piece {
            piece.show(ui, Part::Around, 84.0, &name);
        }
    }
}

/// Least height of a guess, points.
const ROW: f32 = 46.0;
/// Side of the drawn tile or figure of a guess, and where its middle is, points.
const FACE: f32 = 38.0;
const FACE_AT: f32 = 54.0;

/// One guess; whether it was clicked.
fn row(
    ui: &mut Ui,
    words: Words,
    snapshot: &Snapshot,
    index: usize,
    (guess, asked): (&Guess, Option<Piece>),
    art: &mut Art,
) -> bool {
    let p = palette(ui);
    let text = words.meaning(snapshot, &guess.meaning);
    let spoken = match words.overturns(guess) {
        Some(overturns) => format!("{text}; {overturns}"),
        None => text.clone(),
    };
    let percent = (guess.probability * 100.0).round() as i64;
    let share = match words.overturns(guess) {
        // How likely something is depends on what was seen; what does not fit is known.
        Some(_) => "⚠".to_owned(),
        // Nobody has looked at a table that is kept by hand.
        None if snapshot.health.calm.is_none() => String::new(),
        None => words.with(message::QuestionShare { percent }),
    };
    let small = FontId::proportional(size::SMALL);
    let share = ui.painter().layout_no_wrap(share, small, p.text_soft);
    // The real one beside the drawn one, so that the eye compares without wandering.
    let real =
        asked.filter(|_| matches!(guess.meaning, Meaning::Tile { .. } | Meaning::Figure { .. }));
    let left = FACE_AT + FACE / 2.0 + if real.is_some() { FACE + 4.0 } else { 0.0 } + 8.0;
    let width = ui.available_width();
    let font = FontId::proportional(size::BODY);
    let room = width - left - share.size().x - 18.0;
    let told = ui.painter().layout(text.clone(), font, p.text, room);
    // Where it is narrow the text takes more rows.
    let height = ROW.max(told.size().y + 10.0);
    let (rect, response) = ui.allocate_exact_size(vec2(width, height), Sense::click());
    let enabled = ui.is_enabled();
    response.widget_info(|| WidgetInfo::labeled(egui::Role::Button, enabled, &spoken));
    let over = response.hovered() || response.has_focus();
    let fill = if over { p.button_hover } else { p.card };
    let line = if over {
        Stroke::new(2.0, p.text)
    } else {
        Stroke::new(1.0, p.line)
    };
    ui.painter()
        .rect(rect, 6.0, fill, line, egui::StrokeKind::Inside);
    card::key_cap(ui, rect.left_center() + vec2(17.0, 0.0), index + 1);
    let face = Rect::from_center_size(rect.left_center() + vec2(FACE_AT, 0.0), Vec2::splat(FACE));
    draw(ui, face, &guess.meaning, art);
    if let Some(real) = real {
        let beside = face.translate(vec2(FACE + 4.0, 0.0));
        real.paint(ui.painter(), beside, Part::Tile, p.line);
    }
    let at = rect.right_center() - vec2(share.size().x + 10.0, share.size().y / 2.0);
    ui.painter().galley(at, share, p.text_soft);
    let at = rect.left_center() + vec2(left, -told.size().y / 2.0);
    ui.painter().galley(at, told, p.text);
    let response = match words.overturns(guess) {
        Some(overturns) => response.on_hover_text(overturns),
        None => response,
    };
    response
        .on_hover_cursor(egui::CursorIcon::PointingHand)
        .clicked()
}

fn draw(ui: &mut Ui, rect: Rect, meaning: &Meaning, art: &mut Art) {
    let p = palette(ui);
    match meaning {
        Meaning::Tile { face, rotation } => {
            let copy = Copy::plain(*face);
            board::draw_tile(ui.ctx(), ui.painter(), rect, copy, *rotation, art, p);
        }
        Meaning::Figure {
            kind, color, on, ..
        } => {
            let pose = if *on == tracker::board::features::FeatureKind::Field {
                Pose::Lying
            } else {
                Pose::Standing
            };
            board::draw_piece(
                ui.ctx(),
                ui.painter(),
                rect,
                (*kind, *color, pose),
                255,
                art,
            );
        }
        other => {
            let sign = match other {
                Meaning::NoFigure
                | Meaning::NoTile
                | Meaning::Unclaimed
                | Meaning::NeverHappened => "✖",
                Meaning::StillThere | Meaning::AsItIs => "✔",
                Meaning::Taken => "⬆",
                Meaning::AbbotRecalled => "★",
                Meaning::TurnOf(_) => "👤",
                Meaning::Garden(_) => "✿",
                _ => "↩",
            };
            let font = FontId::proportional(22.0);
            ui.painter().text(
                rect.center(),
                Align2::CENTER_CENTER,
                sign,
                font,
                p.text_soft,
            );
        }
    }
}
