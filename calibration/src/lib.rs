//! Where the table is: homographies between named spaces, lens distortion, drift, and what is known
//! of a camera from before.
//!
//! Spaces are types ([`space`]), so that a place in the picture cannot pass for one on the board.
//! Knows nothing about Carcassonne.

pub mod homography;
pub mod known;
pub mod lens;
pub mod space;
pub mod view;

pub use homography::{Fit, Homography};
pub use known::{KnownBoard, KnownLens, KnownView};
pub use lens::Lens;
pub use space::{Corners, Offset, Point, Raised};
pub use view::View;
