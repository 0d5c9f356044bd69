//! Whether everybody's pieces are all there: what the box gives, what lies on the board, what
//! must be in hand, and what can be in hand as far as anybody has seen.
//!
//! Counted from the game and from what the belief has noticed but could not make an event of. It
//! changes nothing: that a count does not come out is for people to hear.

use serde::Serialize;

use crate::belief::question::{About, Question};
use crate::event::EventId;
use crate::rules::told::{Reminder, ReminderKind};
use crate::rules::{Figure, FigureState, Game};
use carcassonne::geometry::Cell;
use carcassonne::piece::{Color, FigureKind};

/// The pieces of one kind in one colour.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Supply {
    /// Whose.
    pub color: Color,
    /// Which piece.
    pub kind: FigureKind,
    /// What there is of it: from the box, and won in the game.
    pub all: u8,
    /// What must be in hand: all that stand nowhere, or should not stand any more.
    pub in_hand: u8,
    /// Why the hand cannot hold that many now, or may hold more.
    pub astray: Vec<Astray>,
}

/// A piece that is not where the rules have it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Astray {
    /// Its feature has scored, and still it stands there: one fewer in hand.
    Waiting {
        /// The event that placed it.
        figure: EventId,
        /// Where.
        cell: Cell,
    },
    /// It is seen on the board where no rule allows one, and does not count: one fewer in hand.
    Uncounted {
        /// Where.
        cell: Cell,
    },
    /// It counts on the board, but is not seen there any more: perhaps one more in hand.
    Vanished {
        /// The event that placed it.
        figure: EventId,
        /// Where.
        cell: Cell,
    },
}

impl Supply {
    /// How many can be in hand, as far as anybody has seen.
    pub fn possible(&self) -> u8 {
        let more = |astray: &&Astray| matches!(astray, Astray::Vanished { .. });
        let more = self.astray.iter().filter(more).count();
        let fewer = self.astray.len() - more;
        let possible = (usize::from(self.in_hand) + more).saturating_sub(fewer);
        u8::try_from(possible).unwrap_or(u8::MAX)
    }
}

/// What the camera counts in a supply that is in view.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Counted {
    /// Whose.
    pub color: Color,
    /// At least so many pieces of all kinds: some may hide others.
    pub least: u8,
    /// At most so many; `None` where some lie over the picture's edge.
    pub most: Option<u8>,
    /// Whether that can be what must be in hand.
    pub agrees: bool,
}

/// All supplies, by seat, then colour, then piece; `questions` and `reminders` are belief's.
pub fn supplies(game: &Game, questions: &[Question], reminders: &[Reminder]) -> Vec<Supply> {
    let pieces: Vec<FigureKind> = game.pieces().map(|(kind, _)| kind).collect();
    let each = game
        .colors()
        .flat_map(|color| pieces.iter().map(move |&kind| (color, kind)));
    each.map(|(color, kind)| Supply {
        color,
        kind,
        all: game.all_pieces(color, kind),
        in_hand: in_hand(game, color, kind),
        astray: astray(game, questions, reminders, color, kind),
    })
    .collect()
}

/// What was taken home before the turn ended still counts on the board, but is in the hand.
fn in_hand(game: &Game, color: Color, kind: FigureKind) -> u8 {
    let early = game
        .figures()
        .filter(|figure| figure.color == Some(color) && figure.kind == kind)
        .filter(|figure| figure.state == FigureState::TakenEarly)
        .count();
    game.in_hand(color, kind) + u8::try_from(early).unwrap_or(0)
}

fn astray(
    game: &Game,
    questions: &[Question],
    reminders: &[Reminder],
    color: Color,
    kind: FigureKind,
) -> Vec<Astray> {
    let own = |figure: &&Figure| figure.color == Some(color) && figure.kind == kind;
    let waiting = game
        .figures()
        .filter(own)
        .filter(|figure| figure.state == FigureState::DueHome)
        .map(|figure| Astray::Waiting {
            figure: figure.event,
            cell: figure.at.cell,
        });
    let uncounted = reminders.iter().filter_map(|reminder| {
        let ReminderKind::FigureNotAllowed {
            at,
            kind: piece,
            color: whose,
            ..
        } = reminder.kind
        else {
            return None;
        };
        let cell = at.cell;
        (piece == kind && whose == Some(color)).then_some(Astray::Uncounted { cell })
    });
    let vanished = questions.iter().filter_map(|question| {
        let About::FigureGone { figure } = question.about else {
            return None;
        };
        let cell = game.figure(figure).filter(own)?.at.cell;
        Some(Astray::Vanished { figure, cell })
    });
    waiting.chain(uncounted).chain(vanished).collect()
}
