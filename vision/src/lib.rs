//! Frames to claims: where pictures come from, when the table is quiet, what lies on it.
//!
//! The way of a picture: a [`source`] delivers a [`frame::Frame`], the [`gate`] says whether
//! the table can be read at all, and the [`reader`] turns quiet frames into
//! [`tracker::seen::SeenTable`]s: it keeps the [`lattice`] of the board, names the [`cells`]
//! with a [`model`] learnt from a tile [`pack`], and finds the [`figures`] on them.
//! [`photo`] does the same for a single picture. Nothing in this crate knows a rule or counts
//! a point.

pub mod aim;
mod align;
pub mod apart;
pub mod art;
pub mod backdrop;
pub mod bare;
pub mod cells;
mod covered;
pub mod descriptor;
mod edge;
pub mod figures;
pub mod finder;
pub mod frame;
pub mod gate;
pub mod ground;
mod heaps;
pub mod lattice;
pub mod layout;
pub mod learnt;
mod loose;
pub mod mailbox;
pub mod map;
pub mod model;
mod outline;
pub mod pack;
pub mod paint;
pub mod photo;
pub mod presence;
pub mod reader;
pub mod rectify;
pub mod register;
pub mod silhouette;
pub mod source;
pub mod standard;
pub mod start;
mod stature;
mod supply;
pub mod synth;
pub mod teach;
