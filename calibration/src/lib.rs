//! Where the table is: homographies between named spaces, lens distortion, drift, and what is known
//! of a camera from before.
//!
//! Spaces are named in every type and function: *image* (pixels, x right, y down), *lattice*
//! (one unit per board cell), *table* (millimetres). Knows nothing about Carcassonne.

pub mod homography;
pub mod known;
pub mod lens;
pub mod view;

pub use homography::{Fit, Homography};
pub use known::{KnownBoard, KnownLens, KnownView};
pub use lens::Lens;
pub use view::View;
