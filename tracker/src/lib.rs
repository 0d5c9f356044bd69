//! Carcassonne on a real table: tiles, board, rules, points, the record of a game, and the
//! belief that turns what a camera claims into events.
//!
//! The path through this crate, from outside in:
//!
//! 1. vision hands over a [`seen::SeenTable`], a person a [`command::Command`];
//! 2. [`belief`] weighs claims against the rules and decides, asks, or states a difference;
//! 3. what is decided becomes an [`event::Event`], appended to a [`log::Log`] (and by
//!    [`journal`] to a [`record`] on disk);
//! 4. [`rules`] fold the events into a game on a [`board`] of joined [`features`] and [`mist`];
//! 5. the [`Tracker`], which holds all of this together, gives out a [`snapshot::Snapshot`].
//!
//! Vocabulary: [`geometry`], [`piece`], [`catalogue`] (what is printed on tiles), [`mod@map`] (what
//! is printed under them), [`setup`],
//! [`expression`] (points as a sum one can read). There is no picture, thread, clock or word
//! for a screen in here.
//!
//! ```
//! use std::sync::Arc;
//! use tracker::belief::spots::RimGeometry;
//! use tracker::catalogue::{Catalogue, face_id};
//! use tracker::command::Command;
//! use tracker::geometry::{Cell, Rotation};
//! use tracker::piece::{Color, FigureKind};
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

mod answers;
pub mod bag;
pub mod belief;
pub mod board;
pub mod catalogue;
pub mod choice;
pub mod command;
pub mod consistency;
pub mod doubt;
pub mod event;
pub mod expression;
pub mod features;
pub mod geometry;
pub mod ghost;
pub mod history;
pub mod holes;
mod join;
pub mod journal;
pub mod log;
pub mod map;
pub mod mist;
pub mod piece;
pub mod record;
pub mod recount;
pub mod relay;
pub mod review;
pub mod rules;
pub mod ruling;
pub mod seen;
pub mod set_out;
pub mod setup;
pub mod snapshot;
pub mod supply;
mod tracker;
mod view;

pub use tracker::{CommandError, GRACE_MS, Tracker};
pub use view::of_log as snapshot_of;
