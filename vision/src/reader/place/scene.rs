//! How the table has looked, to hold the newest picture against.

use calibration::space::ImageCorners;
use opencv::core::Mat;

use crate::gate::RegionPx;
use crate::gate::backdrop::Backdrop;
use crate::reader::given::region_around;

/// A still frame.
#[derive(Clone)]
pub(in crate::reader) struct Still {
    pub(in crate::reader) pixels: Mat,
    pub(in crate::reader) grey: Mat,
    pub(in crate::reader) covered: Vec<RegionPx>,
}

/// How the table has looked, to hold the newest picture against.
#[derive(Default)]
pub(in crate::reader) struct Scene {
    /// The last still frame.
    pub(in crate::reader) still: Option<Still>,
    /// The first still frame of this view on which no board was found.
    pub(in crate::reader) bare: Option<Still>,
    /// The table before the last move; all tiles of that time were known.
    pub(in crate::reader) backdrop: Option<Backdrop>,
}

impl Scene {
    /// Nobody has looked at these places of the last still frame: what has come to lie there is news
    /// later, though a hand lay over a corner of it only.
    pub(in crate::reader) fn hide(&mut self, places: impl Iterator<Item = ImageCorners>) {
        if let Some(still) = &mut self.still {
            still.covered.extend(places.map(|at| region_around(&at)));
        }
    }
}
