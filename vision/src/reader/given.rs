//! What a table is read with, from the first picture to the last.

use std::sync::Arc;

use calibration::KnownView;
use calibration::space::{ImageCorners, ImagePoint};
use carcassonne::catalogue::{Catalogue, FaceId};
use opencv::core::Mat;
use opencv::prelude::*;

use crate::cv;
use crate::gate::RegionPx;
use crate::map::MapPrint;
use crate::pack::Pack;
use crate::pieces::figures::Wanted;
use crate::tiles::model::Model;

/// How a table is followed.
#[derive(Clone, Debug)]
pub struct ReaderConfig {
    /// What to look for on the tiles.
    pub wanted: Wanted,
    /// Still frames read after each change; more of the same quiet picture says nothing new.
    pub looks: u32,
    /// Candidates claimed per tile.
    pub candidates: usize,
    /// Faces of which one lies on every board from its start; empty if any may be the first.
    pub start: Vec<FaceId>,
    /// Faces of cards that may come to lie beside the board.
    pub cards: Vec<FaceId>,
    /// The printed map that is played on, if its print is known.
    pub map: Option<MapPrint>,
    /// What is known of the camera from before, for each size of its pictures.
    pub known: Vec<KnownView>,
}

impl Default for ReaderConfig {
    fn default() -> Self {
        Self {
            wanted: Wanted::default(),
            looks: 3,
            candidates: 12,
            start: Vec::new(),
            cards: Vec::new(),
            map: None,
            known: Vec::new(),
        }
    }
}

/// What a table is read with; none of it changes as it is read, but for the pack, of which somebody may
/// teach more.
pub(super) struct Given {
    pub(super) pack: Arc<Pack>,
    pub(super) catalogue: Arc<Catalogue>,
    pub(super) model: Model,
    pub(super) config: ReaderConfig,
    /// That a tile shows a face of which the pack has no picture.
    pub(super) foreign_odds: f32,
}

/// Width and height of a picture, pixels.
pub(super) fn size_of(picture: &Mat) -> [u32; 2] {
    [picture.cols(), picture.rows()].map(|side| side.max(0) as u32)
}

pub(super) fn touches(region: &RegionPx, corners: &ImageCorners) -> bool {
    let [low, high] = extent(corners);
    f64::from(region.left) < high.x
        && f64::from(region.right) > low.x
        && f64::from(region.top) < high.y
        && f64::from(region.bottom) > low.y
}

/// All that lies within corners, and what lies beside them in the same rows and columns.
pub(super) fn region_around(corners: &ImageCorners) -> RegionPx {
    let [low, high] = extent(corners);
    RegionPx {
        left: cv::bounded(low.x).floor() as i32,
        top: cv::bounded(low.y).floor() as i32,
        right: cv::bounded(high.x).ceil() as i32,
        bottom: cv::bounded(high.y).ceil() as i32,
    }
}

/// The least and the greatest of both coordinates.
fn extent(corners: &ImageCorners) -> [ImagePoint; 2] {
    let others = corners[1..].iter().copied();
    [
        others.clone().fold(corners[0], ImagePoint::min),
        others.fold(corners[0], ImagePoint::max),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use calibration::space::point2;

    #[test]
    fn a_region_that_reaches_to_the_horizon_has_a_size() {
        let far = f64::INFINITY;
        let corners = [(-far, 0.0), (far, 0.0), (far, 40.0), (-far, 40.0)];
        let region = region_around(&corners.map(|(x, y)| point2(x, y)));
        assert!(region.right - region.left > 1_000_000, "{region:?}");
        assert_eq!(region.bottom - region.top, 40);
    }
}
