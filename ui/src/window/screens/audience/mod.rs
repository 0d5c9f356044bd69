//! Who else looks on: the pages for phones, the television, the hall of tables and its wall.
//!
//! Here they are switched and drawn; what travels to them is sent elsewhere.

pub mod hall;
pub mod phones;
pub mod tv;
pub mod wall;
