//! Finds the first tile: either by what has changed on the table ([`change`]), or by the finder, where
//! tiles lie already as watching begins ([`picture`]), which then goes as far as the table is seen
//! ([`reach`]).
//!
//! Nothing is believed before the model recognises a face; nor is the place where the last board lay.
//! Says what lies where, never follows it: that is [`super::place`]'s business.

mod change;
mod picture;
mod reach;
mod unlike;

pub use change::from_change;
pub(crate) use change::{Alone, appeared, recognise};
pub use picture::{from_known, from_picture};

/// Likeness from which a single outline is believed to be a tile; nothing supports it but the
/// model, so it must be well above what tables reach.
const BELIEVED: f32 = 0.36;
/// The same for a board that nobody was seen to lay: among the many outlines of a whole picture
/// and the cells around them, cloth and print reached 0.48.
const CERTAIN: f32 = 0.52;

/// Whether it is a tile even if nothing but its print says so.
pub(crate) fn is_certain(tile: &Alone) -> bool {
    is_certainly(tile.likeness)
}

/// The same of a likeness.
pub fn is_certainly(likeness: f32) -> bool {
    likeness >= CERTAIN
}
