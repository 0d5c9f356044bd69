//! Tiles: which face lies where, and how sure that is.
//!
//! What is [`learnt`] of a pack names faces ([`model`]) and finds tiles from nothing ([`finder`]);
//! `numbers` is how its file holds numbers.
//! Where a lattice is known, [`cells`] cuts them out of the picture and gives a [`reading`] of each;
//! [`occlusion`] reads those under figures, `shield` tells twins apart; [`standard`], [`presence`] and
//! [`edge`] tell tile from table. An [`opinion`] is all that as the rules weigh it. Looks at single
//! cells; whether they fit each other is said by [`carcassonne::consistency`].

pub mod cells;
pub mod edge;
pub mod finder;
pub mod learnt;
pub mod model;
pub(crate) mod numbers;
pub mod occlusion;
pub mod opinion;
pub mod presence;
pub mod reading;
pub(crate) mod shield;
pub mod standard;
