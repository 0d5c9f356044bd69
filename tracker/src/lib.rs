//! Carcassonne on a real table: tiles, board, rules, points, the record of a game, and the
//! belief that turns what a camera claims into events.
//!
//! The path through this crate, from outside in:
//!
//! 1. vision hands over a [`carcassonne::seen::SeenTable`], a person a [`command::Command`];
//! 2. [`belief`] weighs claims against the rules and decides, asks, or states a difference;
//! 3. what is decided becomes an [`log::event::Event`], appended to a [`log::Log`] (and by
//!    [`log::journal`] to a [`log::record`] on disk);
//! 4. [`rules`] fold the events into a game on a [`board`] of joined [`board::features`] and [`board::mist`];
//! 5. the [`Tracker`], which holds all of this together, gives out a [`snapshot::Snapshot`].
//!
//! Tiles, cells and pieces are [`carcassonne`]'s words; [`setup`] says what a game is played with,
//! [`rules::expression`] writes points as a sum one can read. There is no picture, thread, clock
//! or word for a screen in here.
//!
//! ```
//! use std::sync::Arc;
//! use carcassonne::spots::RimGeometry;
//! use carcassonne::catalogue::{Catalogue, face_id};
//! use tracker::command::Command;
//! use carcassonne::geometry::{Cell, Rotation};
//! use carcassonne::piece::{Color, FigureKind};
//! use tracker::Tracker;
//!
//! let setup = "players=red,blue".parse().unwrap();
//! let mut game = Tracker::new(Arc::new(setup), Arc::new(RimGeometry));
//! let tile = |id, x, y, rotation| {
//!     let face = face_id(id).unwrap();
//!     Command::PlaceTile { cell: Cell::new(x, y), face, rotation, garden: None }
//! };
//!
//! // The start tile; a city tile north of it that closes a city of two; a knight in it.
//! game.command(0, tile("D", 0, 0, Rotation::R0)).unwrap();
//! game.command(1_000, tile("E", 0, -1, Rotation::R180)).unwrap();
//! let knight = Command::PlaceFigure {
//!     cell: Cell::new(0, -1),
//!     segment: 0,
//!     figure: FigureKind::Meeple,
//!     color: Some(Color::Red),
//! };
//! game.command(2_000, knight).unwrap();
//! game.command(3_000, Command::EndTurn).unwrap();
//!
//! let snapshot = game.snapshot();
//! assert_eq!(snapshot.players[0].score, 4);
//! assert_eq!(snapshot.score_lines[0].expression.to_string(), "2 tiles × 2");
//! ```

pub mod at_end;
pub mod belief;
pub mod board;
pub mod command;
pub mod log;
pub mod rules;
pub mod setup;
pub mod snapshot;
mod tracker;

pub use snapshot::view::{of_log as snapshot_of, reminders_by_turn};
pub use tracker::{CommandError, GRACE_MS, Tracker};
