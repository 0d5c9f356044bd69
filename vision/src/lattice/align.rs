//! Where a tile's corners lie: its picture aligned with what the camera shows.
//!
//! The model tells where a tile's middle is and trusts the lattice for its shape. On boards of a
//! few tiles nothing else tells that shape; there each tile is aligned as a whole, by maximizing
//! the enhanced correlation coefficient (Evangelidis & Psarakis 2008) over homographies. Names
//! nothing: which picture to align is the reader's word.

use calibration::Homography;
use calibration::space::{self, ImageCorners, Patch, apart};
use carcassonne::geometry::Rotation;
use opencv::core::{Mat, Size, TermCriteria, TermCriteria_Type};
use opencv::prelude::*;
use opencv::{imgproc, video};

use crate::cv;
use crate::lattice::outline::side_of;
use crate::lattice::register::grey;
use crate::picture::pyramid::Pyramid;

/// Side at which tile and picture are aligned, and how far beside the tile is looked, pixels.
const SIDE_PX: i32 = 72;
const MARGIN_PX: i32 = 18;
/// Blur before aligning, pixels: print is coarser.
const BLUR_PX: i32 = 5;
const ROUNDS: i32 = 40;
const CLOSE_ENOUGH: f64 = 1e-4;
/// Correlation under which a picture does not show this tile's print, and the same where a figure
/// hides a part of it.
const MIN_CORRELATION: f64 = 0.7;
const MIN_CORRELATION_COVERED: f64 = 0.4;
/// Share of a tile and its surroundings that must be free.
const LEAST_FREE: f64 = 0.5;
/// How far a corner may lie from where it was expected, as a share of the tile's side.
const FURTHEST: f64 = 0.2;

/// How a tile may lie otherwise than expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Freedom {
    /// The lattice's shape is in doubt.
    Shape,
    /// It was nudged: shifted and turned a little. Something stands on it.
    Nudged,
}

/// The corners (NW NE SE SW of the lattice, pixels) of a tile that shows `picture` turned by
/// `rotation`, expected within `corners`; `None` where it cannot be aligned. `free` marks (255) what
/// nothing hides within corners, as a square of so many pixels.
///
/// # Errors
/// Fails when OpenCV does.
pub(crate) fn corners(
    pyramid: &Pyramid,
    corners: ImageCorners,
    picture: &Mat,
    rotation: Rotation,
    freedom: Freedom,
    free: impl Fn(ImageCorners, i32) -> opencv::Result<Option<Mat>>,
) -> opencv::Result<Option<ImageCorners>> {
    let (motion, fewest) = match freedom {
        Freedom::Shape => (video::MOTION_HOMOGRAPHY, MIN_CORRELATION),
        Freedom::Nudged => (video::MOTION_EUCLIDEAN, MIN_CORRELATION_COVERED),
    };
    // Turned back, so that it lies as the picture does.
    let turn = usize::from(rotation.quarter_turns());
    let upright: ImageCorners = std::array::from_fn(|i| corners[(i + turn) % 4]);
    let (low, high) = (f64::from(MARGIN_PX), f64::from(MARGIN_PX + SIDE_PX));
    let square = space::square::<Patch>(low, high);
    let Some(image_from_patch) = Homography::through(square, upright) else {
        return Ok(None);
    };
    let patch = space::square::<Patch>(0.0, low + high).map(|p| image_from_patch.apply(p));
    let Some(free) = free(patch, SIDE_PX + 2 * MARGIN_PX)? else {
        return Ok(None);
    };
    if f64::from(opencv::core::count_non_zero(&free)?) < LEAST_FREE * free.total() as f64 {
        return Ok(None);
    }
    let seen = grey(&pyramid.rectify(upright, SIDE_PX, MARGIN_PX)?)?;
    let side = Size::new(SIDE_PX, SIDE_PX);
    let small = cv::resized(picture, side, imgproc::INTER_AREA)?;
    let start = [
        [1.0f32, 0.0, MARGIN_PX as f32],
        [0.0, 1.0, MARGIN_PX as f32],
        [0.0, 0.0, 1.0],
    ];
    let rows = if freedom == Freedom::Shape { 3 } else { 2 };
    let mut warp = Mat::from_slice_2d(&start[..rows])?;
    let both = TermCriteria_Type::COUNT as i32 | TermCriteria_Type::EPS as i32;
    let alike = video::find_transform_ecc(
        &grey(&small)?,
        &seen,
        &mut warp,
        motion,
        TermCriteria::new(both, ROUNDS, CLOSE_ENOUGH)?,
        &free,
        BLUR_PX,
    );
    // What cannot be aligned is said by an error.
    if !alike.is_ok_and(|alike| alike >= fewest) {
        return Ok(None);
    }
    let mut map: Homography<Patch, Patch> = Homography::IDENTITY;
    for (r, row) in map.0.iter_mut().take(rows).enumerate() {
        let values = warp.at_row::<f32>(r as i32)?;
        (0..3).for_each(|c| row[c] = f64::from(values[c]));
    }
    // A pixel's place is its middle.
    let (first, last) = (-0.5, f64::from(SIDE_PX) - 0.5);
    let found = space::square(first, last).map(|p| image_from_patch.apply(map.apply(p)));
    let reach = FURTHEST * side_of(&upright);
    let aligned = found
        .iter()
        .zip(&upright)
        .all(|(a, b)| apart(*a, *b) < reach);
    Ok(aligned.then(|| std::array::from_fn(|i| found[(i + 4 - turn) % 4])))
}

#[cfg(test)]
mod tests {
    use carcassonne::catalogue::Catalogue;
    use opencv::core::{BORDER_CONSTANT, Scalar};

    use super::*;
    use crate::pack::FACE_PX;
    use calibration::space::{Face, point2, vec2};

    const SHOWN: ImageCorners = [
        point2(118.0, 96.0),
        point2(212.0, 104.0),
        point2(230.0, 190.0),
        point2(100.0, 178.0),
    ];

    /// A face's picture in perspective, turned, on a table.
    fn photograph(face: &Mat, rotation: Rotation) -> Pyramid<'static> {
        let side = f64::from(FACE_PX);
        let turn = usize::from(rotation.quarter_turns());
        let corners = std::array::from_fn(|i| SHOWN[(i + turn) % 4]);
        let map = Homography::through(space::square::<Face>(0.0, side), corners).unwrap();
        let mut shown = Mat::default();
        imgproc::warp_perspective(
            face,
            &mut shown,
            &map.to_mat().unwrap(),
            Size::new(320, 280),
            imgproc::INTER_AREA,
            BORDER_CONSTANT,
            Scalar::new(60.0, 90.0, 130.0, 0.0),
        )
        .unwrap();
        Pyramid::owning(shown).unwrap()
    }

    #[test]
    fn corners_are_found_from_where_they_were_thought_to_be() {
        let pack = crate::testing::drawn_pack(&Catalogue::bundled());
        let face = &pack.pictures[5].image;
        let off = [(4.0, -3.0), (-3.0, 5.0), (-5.0, -4.0), (6.0, 3.0)];
        let expected = std::array::from_fn(|i| SHOWN[i] + vec2(off[i].0, off[i].1));
        for rotation in [Rotation::R0, Rotation::R90, Rotation::R270] {
            let shown = photograph(face, rotation);
            let all = |_, side| {
                let size = Size::new(side, side);
                Mat::new_size_with_default(size, opencv::core::CV_8UC1, Scalar::all(255.0))
                    .map(Some)
            };
            let look = |face: &Mat| corners(&shown, expected, face, rotation, Freedom::Shape, all);
            let found = look(face).unwrap().expect("aligned");
            for (a, b) in found.iter().zip(&SHOWN) {
                assert!(apart(*a, *b) < 1.2, "{rotation:?}: {found:?}");
            }
            let other = pack
                .pictures
                .iter()
                .find(|p| p.face != pack.pictures[5].face);
            assert_eq!(look(&other.unwrap().image).unwrap(), None);
        }
    }
}
