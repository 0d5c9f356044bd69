//! How the table has looked, to hold the newest picture against.

use opencv::core::Mat;

use crate::gate::RegionPx;
use crate::gate::backdrop::Backdrop;

/// A still frame.
#[derive(Clone)]
pub(super) struct Still {
    pub(super) pixels: Mat,
    pub(super) grey: Mat,
    pub(super) covered: Vec<RegionPx>,
}

/// How the table has looked, to hold the newest picture against.
#[derive(Default)]
pub(super) struct Scene {
    /// The last still frame.
    pub(super) still: Option<Still>,
    /// The first still frame of this view on which no board was found.
    pub(super) bare: Option<Still>,
    /// The table before the last move; all tiles of that time were known.
    pub(super) backdrop: Option<Backdrop>,
}
