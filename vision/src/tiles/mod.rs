//! Tiles: which face lies where, and how sure that is.
//!
//! [`finder`] finds tiles from nothing; where a lattice is known, [`cells`] cuts them out of a
//! [`pyramid`], [`descriptor`] and [`model`] name them, [`covered`] names those under figures, [`standard`],
//! [`presence`] and [`edge`] tell tile from table. Looks at single cells; whether they fit
//! each other is said by [`carcassonne::consistency`].

pub mod cells;
pub mod covered;
pub mod descriptor;
pub mod edge;
pub mod finder;
pub mod model;
pub(crate) mod partly;
pub mod presence;
pub mod pyramid;
pub mod reading;
pub(crate) mod shield;
pub mod standard;
