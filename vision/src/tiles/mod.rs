//! Tiles: which face lies where, and how sure that is.
//!
//! [`finder`] finds tiles from nothing; where a lattice is known, [`cells`] cuts them out of the
//! picture, [`descriptor`] and [`model`] name them, [`covered`] and [`partly`]
//! name those under figures, the one with the figures known, the other by what is [`printed`];
//! [`standard`], [`presence`] and [`edge`] tell tile from table. Looks at
//! single cells; whether they fit each other is said by [`carcassonne::consistency`].

pub mod cells;
pub mod covered;
pub mod descriptor;
pub mod edge;
pub mod finder;
pub mod model;
pub(crate) mod partly;
pub mod presence;
pub(crate) mod printed;
pub mod reading;
pub(crate) mod shield;
pub mod standard;
