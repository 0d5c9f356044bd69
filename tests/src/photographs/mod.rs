//! Photographs of boards with labels, and what a reading of one is worth.

pub mod boards;
pub mod copies;
pub mod drawn;
pub mod fault;
pub mod figures;
pub mod final_points;
pub mod photo;
