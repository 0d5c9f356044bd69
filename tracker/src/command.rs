//! Commands: everything a person can tell the tracker. Each one is appended or refused with a
//! reason, never dropped. Without a camera a whole game can be played by commands alone.

use serde::{Deserialize, Serialize};

use crate::belief::doubt::Doubt;
use crate::event::{EventId, EventKind};
use crate::rules::choice::ChoiceId;
use crate::snapshot::QuestionId;
use carcassonne::catalogue::FaceId;
use carcassonne::geometry::{Cell, Rotation};
use carcassonne::piece::{Color, FigureKind};

/// Something a person wants.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Command {
    /// Take the first guess of an open question.
    Accept {
        /// Which question.
        question: QuestionId,
    },
    /// Take a certain guess of an open question.
    Answer {
        /// Which question.
        question: QuestionId,
        /// Index into its guesses.
        choice: usize,
    },
    /// Another event, however old, happened differently.
    Correct {
        /// Which one.
        event: EventId,
        /// What really happened.
        to: EventKind,
    },
    /// Another event did not happen.
    Remove {
        /// Which one.
        event: EventId,
    },
    /// Something was missed in the past.
    Insert {
        /// The event before which it happened.
        before: EventId,
        /// What happened.
        what: EventKind,
    },
    /// Ask what else an event could have been: a question with ranked guesses is put.
    Doubt {
        /// Which one.
        event: EventId,
        /// What about it.
        doubt: Doubt,
    },
    /// Take back all of the newest turn.
    UndoTurn,
    /// Bring back a whole turn.
    RedoTurn,
    /// Take back the newest event that still holds.
    Undo,
    /// Take back the newest [`Command::Undo`].
    Redo,
    /// Lay a tile.
    PlaceTile {
        /// Where.
        cell: Cell,
        /// Which face.
        face: FaceId,
        /// How it is turned.
        rotation: Rotation,
        /// Whether this copy shows a garden, if known.
        garden: Option<bool>,
    },
    /// Put a figure on a segment of the newest tile.
    PlaceFigure {
        /// The tile.
        cell: Cell,
        /// The segment's number on its face.
        segment: usize,
        /// Which piece.
        figure: FigureKind,
        /// Whose.
        color: Option<Color>,
    },
    /// Take a figure off the board.
    TakeFigure {
        /// The event that placed it.
        figure: EventId,
    },
    /// The drawn tile fits nowhere.
    DiscardTile {
        /// Which face.
        face: FaceId,
    },
    /// It is this colour's turn.
    SetTurn {
        /// Whose.
        color: Color,
    },
    /// Take an option of an open choice.
    Choose {
        /// Which choice.
        choice: ChoiceId,
        /// Index into its options.
        option: usize,
    },
    /// Leave an optional choice alone.
    Decline {
        /// Which choice.
        choice: ChoiceId,
    },
    /// Something happened that only an expansion knows, such as a card that was drawn.
    Tell {
        /// What.
        what: EventKind,
    },
    /// A tile lies or a figure stands like that, whatever the rules say: it is kept, marked, and
    /// scored as it stands.
    Insist {
        /// What: a tile that was laid or a figure that was placed.
        what: EventKind,
    },
    /// Points from outside the rules.
    GivePoints {
        /// Who gets them.
        color: Color,
        /// How many, possibly negative.
        points: i32,
    },
    /// End the turn although no further tile lies; after the last tile this ends the game.
    EndTurn,
    /// End the game now.
    EndGame,
    /// Take the board on screen for true: the desync is over, look again.
    Resync,
    /// Stop watching; claims are ignored until [`Command::Resume`].
    Pause,
    /// Watch again.
    Resume,
}
