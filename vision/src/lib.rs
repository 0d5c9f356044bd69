//! vision
pub mod cells;
pub mod descriptor;
pub mod finder;
pub mod lattice;
pub mod model;
pub mod pack;
pub mod photo;
pub mod presence;
