//! What is worked out of a snapshot for several rooms, before anything is drawn.
//!
//! [`published`] is the game as all of them are handed it. Where things lie on the drawn board is the
//! [`board_plan`]; `lying` is the board to ask where a tile fits; [`standing`] is who stands where, and
//! by what. Counts no points and knows no window.

pub mod board_plan;
pub(crate) mod lying;
pub mod published;
pub mod standing;
