//! What the table is worked with: the row of buttons, the palette of commands, a film's pause and
//! speed, and the view that changes.
//!
//! They ask; what is asked is carried out by the table.

pub(super) mod fade;
pub(super) mod film;
pub mod palette;
pub mod tools;
