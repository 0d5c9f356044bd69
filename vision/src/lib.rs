//! Frames to claims: where pictures come from, when the table is quiet, what lies on it.
//!
//! The way of a picture: a [`source`] delivers a [`source::frame::Frame`], the [`gate`] says
//! whether the table can be read at all, and the [`reader`] turns quiet frames into
//! [`carcassonne::seen::SeenTable`]s. For that it keeps the [`lattice`] of the board, names
//! [`tiles`] with a model learnt from a tile [`pack`], and finds the [`pieces`] that the [`bare`] board
//! does not explain and the print of a [`mod@map`] under it. [`learn`] teaches new tiles, one at a time
//! or a whole box at once;
//! [`view`] cuts out pictures for people and judges how well the camera stands. Nothing in this
//! crate knows a rule or counts a point.

pub mod bare;
mod cv;
pub mod gate;
pub mod lattice;
pub mod learn;
pub mod map;
pub mod pack;
pub mod picture;
pub mod pieces;
pub mod reader;
pub mod source;
#[cfg(test)]
mod testing;
pub mod tiles;
pub mod view;
