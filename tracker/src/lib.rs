//! Carcassonne on a real table: tiles, board, rules, points, the record of a game, and the
//! belief that turns what a camera claims into events.
//!
//! The path through this crate, from outside in:
//!
//! 1. vision hands over a [`carcassonne::seen::SeenTable`], a person a [`command::Command`];
//! 2. [`belief`] weighs claims against the rules and decides, asks, or states a difference;
//! 3. what is decided becomes an [`event::Event`], appended to a [`log::Log`] (and by
//!    [`log::journal`] to a [`log::record`] on disk);
//! 4. [`rules`] fold the events into a game on a [`board`] of joined [`board::features`] and [`board::mist`];
//! 5. the [`Tracker`], which holds all of this together, gives out a [`snapshot::Snapshot`].
//!
//! Tiles, cells and pieces are [`carcassonne`]'s words; [`setup`] says what a game is played with,
//! [`rules::points::expression`] writes points as a sum one can read. There is no picture, thread, clock
//! or word for a screen in here.
//!
//! A small game scored, without camera or window: a city of two tiles with a knight.
//!
//! ```
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use carcassonne::{catalogue::face_id, geometry::{Cell, Rotation}, piece::{Color, FigureKind}};
//! use tracker::{board::features::SegmentRef, event::{By, EventKind}, log::Log};
//!
//! let (start, north) = (Cell::new(0, 0), Cell::new(0, -1));
//! let [d, e] = ["D", "E"].map(|name| face_id(name).expect("a face of the base game"));
//! let mut game = Log::new(std::sync::Arc::new("players=red,blue".parse()?));
//! game.append(0, By::Person, EventKind::tile(d, start, Rotation::R0))?;
//! game.append(0, By::Person, EventKind::tile(e, north, Rotation::R180))?;
//! let city = SegmentRef::new(north, 0);
//! game.append(0, By::Person, EventKind::figure(FigureKind::Meeple, Color::Red, city))?;
//! game.append(0, By::Person, EventKind::TurnEnded)?;
//! assert_eq!(game.game().players()[0].score, 4);
//! assert_eq!(game.game().lines()[0].expression.to_string(), "2 tiles × 2");
//! # Ok(())
//! # }
//! ```
//!
//! The same game followed: a [`Tracker`] takes commands and looks, and tells all that a screen shows.
//!
//! ```
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use carcassonne::spots::RimGeometry;
//! use tracker::{Tracker, command::Command};
//! # use carcassonne::{catalogue::face_id, geometry::{Cell, Rotation}};
//!
//! let setup = "players=red,blue".parse()?;
//! let mut game = Tracker::new(std::sync::Arc::new(setup), std::sync::Arc::new(RimGeometry));
//! let face = face_id("D").expect("a face of the base game");
//! let (cell, rotation) = (Cell::new(0, 0), Rotation::R0);
//! game.command(1_000, Command::PlaceTile { cell, face, rotation, garden: None })?;
//!
//! let snapshot = game.snapshot();
//! assert_eq!(snapshot.tiles.len(), 1);
//! assert_eq!(snapshot.can_undo, Some(snapshot.tiles[0].event));
//! // What the rules refuse changes nothing, and says why.
//! let again = game.command(2_000, Command::PlaceTile { cell, face, rotation, garden: None });
//! assert_eq!(again.unwrap_err().to_string(), "tile D is already there");
//! # Ok(())
//! # }
//! ```

pub mod at_end;
pub mod belief;
pub mod board;
pub mod command;
pub mod event;
pub mod log;
pub mod rules;
pub mod setup;
pub mod snapshot;
mod tracker;

pub use snapshot::view::{of_log as snapshot_of, reminders_by_turn};
pub use tracker::{CommandError, GRACE_MS, Tracker};
