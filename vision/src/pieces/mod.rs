//! Pieces: the wooden figures on the tiles, and those that lie beside them.
//!
//! Where the picture shows a wooden colour ([`paint`]) that the [bare](crate::bare) board does not
//! explain, is a [`blob`] on the `board`. [`figures`] goes through them, `explain` says which piece stands there and
//! how, by its [`silhouette`], `order` leaves out what could not hide those behind it, and [`memory`] keeps it all
//! until the next look, in which `stayed` finds again what has not moved; ghosts and animals, which no paint gives
//! away, are `ghosts`' business. [`ground`] says on which feature a piece stands, [`named`] what a photograph's
//! figures come to. [`beside`] the board are the supplies. Knows no rule.

pub mod beside;
pub mod blob;
pub(crate) mod board;
pub(crate) mod explain;
pub mod figures;
pub mod ghosts;
pub mod ground;
pub mod memory;
pub mod named;
pub(crate) mod order;
pub mod paint;
pub(crate) mod part;
pub(crate) mod place;
pub mod silhouette;
pub(crate) mod stayed;
