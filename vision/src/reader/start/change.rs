//! The first tile by what has changed on the table.
//!
//! A tile laid on an empty table is the largest thing that changed; its outline is a quadrangle, and
//! the model says whether a face lies in it, or several of them in a block: the start tile of the mists,
//! or the first two laid at once. What that does not tell is cut out by its edges alone
//! ([`crate::learn::cut`]). Looks at what has changed only, never at a whole picture.

use calibration::Homography;
use calibration::space::{self, Corners, Face, ImageCorners, ImagePoint, point2, vec2};
use carcassonne::catalogue::FaceId;
use opencv::core::{Mat, Point, Rect, Size, Vector};
use opencv::imgproc;
use opencv::prelude::*;

use super::{BELIEVED, is_certain};
use crate::cv;
use crate::gate::RegionPx;
use crate::lattice::Lattice;
use crate::lattice::outline::side_of;
use crate::learn;
use crate::picture::pyramid::Pyramid;
use crate::tiles::cells::{SIDES_PX, moved};
use crate::tiles::model::descriptor::{MARGIN_PX, Planes, TILE_PX};
use crate::tiles::model::{Model, windows};

/// Likeness where the face is one that begins the game: of a hundred faces and turns, chance hits
/// few, and a game begins with it.
const BELIEVED_START: f32 = 0.28;

/// The lattice around a tile that has appeared since `before`, and the tile's likeness; `None`
/// when no change looks like one. What fits the `board` that is known already begins none; `starts`
/// are faces of which one lies first.
///
/// # Errors
/// Fails when OpenCV does.
pub fn from_change(
    before: &Mat,
    now: &Mat,
    changed: &[RegionPx],
    board: Option<&Lattice>,
    model: &Model,
    starts: &[FaceId],
) -> opencv::Result<Option<(f32, Lattice)>> {
    let pyramid = Pyramid::new(now)?;
    let mut best: Option<(f32, Lattice)> = None;
    let on_board = |outline: &_| board.is_some_and(|board| board.takes(outline));
    for region in changed {
        let outlines = quadrangles(before, now, region)?;
        if outlines.iter().any(on_board) {
            continue;
        }
        let mut alone = Vec::new();
        for outline in outlines {
            alone.extend(believed(recognise(&pyramid, outline, model)?, starts));
            for shape in shapes(&outline) {
                let block = block(&pyramid, outline, shape, model)?;
                alone.extend(block.filter(|(likeness, _)| *likeness >= BELIEVED));
            }
        }
        if alone.is_empty() {
            for outline in cut_out(now, region)? {
                if !on_board(&outline) {
                    alone.extend(believed(recognise(&pyramid, outline, model)?, starts));
                }
            }
        }
        for (likeness, corners) in alone {
            if best.as_ref().is_none_or(|(l, _)| likeness > *l) {
                best = Lattice::from_tile(corners).map(|lattice| (likeness, lattice));
            }
        }
    }
    Ok(best)
}

/// How much what lies alone looks like a tile, and its corners, if that is enough.
fn believed(seen: Option<Alone>, starts: &[FaceId]) -> Option<(f32, ImageCorners)> {
    let tile = seen?;
    tracing::debug!(face = %tile.face, likeness = tile.likeness, "something has come");
    let needed = match starts.contains(&tile.face) {
        true => BELIEVED_START,
        false => BELIEVED,
    };
    (tile.likeness >= needed).then_some((tile.likeness, tile.corners))
}

/// What may be tiles by their edges in a region and a little around it.
fn cut_out(picture: &Mat, region: &RegionPx) -> opencv::Result<Vec<ImageCorners>> {
    let Some(area) = around(picture, region) else {
        return Ok(Vec::new());
    };
    let part = Mat::roi(picture, area)?.try_clone()?;
    let at = vec2(f64::from(area.x), f64::from(area.y));
    let cut = learn::cut(&part)?.into_iter();
    Ok(cut.map(|corners| corners.map(|p| p + at)).collect())
}

/// A tile alone: how much it looks like one, its corners, and which face it shows.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Alone {
    pub(crate) likeness: f32,
    pub(crate) corners: ImageCorners,
    pub(crate) face: FaceId,
}

/// The tile that has appeared in a region since `before`, on a board or beside it.
///
/// # Errors
/// Fails when OpenCV does.
pub(crate) fn appeared(
    before: &Mat,
    now: &Pyramid,
    region: &RegionPx,
    model: &Model,
) -> opencv::Result<Option<Alone>> {
    let mut best: Option<Alone> = None;
    for outline in quadrangles(before, now.picture(), region)? {
        let seen = recognise(now, outline, model)?;
        let better = |seen: &Alone| best.is_none_or(|best| seen.likeness > best.likeness);
        best = seen.filter(better).or(best);
    }
    Ok(best.filter(is_certain))
}

/// The face in an outline, searched for generously, and better corners.
pub(crate) fn recognise(
    pyramid: &Pyramid,
    corners: ImageCorners,
    model: &Model,
) -> opencv::Result<Option<Alone>> {
    if !SIDES_PX.contains(&side_of(&corners)) {
        return Ok(None);
    }
    let mut corners = corners;
    let mut seen = None;
    // The change includes the tile's own shadow and edge, so the outline may be a tenth too
    // large or off; each pass is finer.
    for windows in [
        windows(6.0, 2.0, &[0.82, 0.88, 0.94, 1.0, 1.06]),
        windows(3.0, 1.0, &[0.94, 0.97, 1.0, 1.03]),
        windows(1.0, 0.5, &[0.98, 0.99, 1.0, 1.01, 1.02]),
    ] {
        // What has changed along a line, as a cable does that was drawn away, encloses nothing.
        let Some(patch) = pyramid.rectified(corners, TILE_PX, MARGIN_PX)? else {
            return Ok(None);
        };
        let (naming, window) = model.name(&Planes::new(&patch)?, &windows);
        corners = moved(corners, window);
        seen = naming
            .ranked
            .first()
            .map(|best| (naming.likeness, best.face));
    }
    Ok(seen.map(|(likeness, face)| Alone {
        likeness,
        corners,
        face,
    }))
}

/// The best cell of an outline that may hold a block of so many tiles across and down: the likeness
/// of the least alike cell, for all must show a face, and the corners of the best.
fn block(
    pyramid: &Pyramid,
    outline: ImageCorners,
    [columns, rows]: [i32; 2],
    model: &Model,
) -> opencv::Result<Option<(f32, ImageCorners)>> {
    let (right, bottom) = (f64::from(columns), f64::from(rows));
    let unit: Corners<Face> = [
        point2(0.0, 0.0),
        point2(right, 0.0),
        point2(right, bottom),
        point2(0.0, bottom),
    ];
    let Some(image_from_block) = Homography::through(unit, outline) else {
        return Ok(None);
    };
    let mut least = f32::MAX;
    let mut best: Option<(f32, ImageCorners)> = None;
    let first = space::square::<Face>(0.0, 1.0);
    for cell in 0..columns * rows {
        let shift = vec2(f64::from(cell % columns), f64::from(cell / columns));
        let corners = first.map(|corner| image_from_block.apply(corner + shift));
        let Some(tile) = recognise(pyramid, corners, model)? else {
            return Ok(None);
        };
        least = least.min(tile.likeness);
        if best.is_none_or(|(l, _)| tile.likeness > l) {
            best = Some((tile.likeness, tile.corners));
        }
    }
    Ok(best.map(|(_, corners)| (least, corners)))
}

/// How many tiles wide and high a block with this outline may be: two by two however flat it is seen, and
/// two side by side if it is that long.
fn shapes(outline: &ImageCorners) -> impl Iterator<Item = [i32; 2]> {
    let side = |i: usize| space::apart(outline[i], outline[(i + 1) % 4]);
    let ratio = (side(0) + side(2)) / (side(1) + side(3)).max(1.0);
    let pair = match ratio {
        long if long >= 1.5 => Some([2, 1]),
        high if high <= 1.0 / 1.5 => Some([1, 2]),
        _ => None,
    };
    pair.into_iter().chain([[2, 2]])
}

/// Quadrangles that fit what changed in a region, and what of it changed much.
fn quadrangles(before: &Mat, now: &Mat, region: &RegionPx) -> opencv::Result<Vec<ImageCorners>> {
    let Some(area) = around(now, region).filter(|_| before.size().ok() == now.size().ok()) else {
        return Ok(Vec::new());
    };
    let (old, new) = (Mat::roi(before, area)?, Mat::roi(now, area)?);
    let difference = cv::difference(&old, &new)?;
    let mut channels = Vector::<Mat>::new();
    opencv::core::split(&difference, &mut channels)?;
    let mut strongest = Mat::default();
    let mut soft = Mat::default();
    opencv::core::max(&channels.get(0)?, &channels.get(1)?, &mut soft)?;
    opencv::core::max(&soft, &channels.get(2)?, &mut strongest)?;
    imgproc::gaussian_blur_def(&strongest, &mut soft, Size::new(5, 5), 1.2)?;
    // What has changed much stands out first: white mist on wood, of which grass differs less. What has
    // changed at all is told by a second threshold, under the first.
    let otsu = imgproc::THRESH_OTSU;
    let mut much = Mat::default();
    let level = imgproc::threshold(&soft, &mut much, 0.0, 255.0, imgproc::THRESH_BINARY | otsu)?;
    let capped = cv::thresholded(&soft, level, 255.0, imgproc::THRESH_TRUNC)?;
    let at_all = cv::thresholded(&capped, 0.0, 255.0, imgproc::THRESH_BINARY | otsu)?;
    let mut found = Vec::new();
    for mask in [much, at_all] {
        found.extend(outlined(&mask, area)?);
    }
    Ok(found)
}

/// Quadrangles that fit the largest thing in a mask: the hull cut down to four corners, and the tightest
/// turned rectangle.
fn outlined(mask: &Mat, area: Rect) -> opencv::Result<Vec<ImageCorners>> {
    let element = imgproc::get_structuring_element_def(imgproc::MORPH_RECT, Size::new(9, 9))?;
    let closed = cv::morphed(mask, imgproc::MORPH_CLOSE, &element)?;
    let Some(contour) = cv::largest(&closed, Point::default())? else {
        return Ok(Vec::new());
    };
    let at = vec2(f64::from(area.x), f64::from(area.y));
    let mut hull = Vector::<Point>::new();
    imgproc::convex_hull(&contour, &mut hull, true, true)?;
    let mut found = Vec::new();
    let around = imgproc::arc_length(&hull, true)?;
    for step in 1..40 {
        let mut cut = Vector::<Point>::new();
        imgproc::approx_poly_dp(&hull, &mut cut, around * 0.004 * f64::from(step), true)?;
        if cut.len() == 4 {
            let mut corners = [ImagePoint::origin(); 4];
            for (corner, p) in corners.iter_mut().zip(&cut) {
                *corner = point2(f64::from(p.x), f64::from(p.y)) + at;
            }
            found.push(clockwise(corners));
        }
        if cut.len() <= 4 {
            break;
        }
    }
    let rectangle = imgproc::min_area_rect(&contour)?;
    let mut points = [opencv::core::Point2f::default(); 4];
    rectangle.points(&mut points)?;
    found.push(clockwise(points.map(|p| cv::place(p) + at)));
    Ok(found)
}

/// A region and a little around it; `None` if it is too small to hold a tile.
fn around(picture: &Mat, region: &RegionPx) -> Option<Rect> {
    let pad = 24;
    let frame = Rect::new(0, 0, picture.cols(), picture.rows());
    let area = Rect::new(
        region.left - pad,
        region.top - pad,
        region.right - region.left + 2 * pad,
        region.bottom - region.top + 2 * pad,
    ) & frame;
    (area.width >= 20 && area.height >= 20).then_some(area)
}

/// The corners in clockwise order (y grows downwards).
fn clockwise(corners: ImageCorners) -> ImageCorners {
    let area: f64 = (0..4)
        .map(|i| {
            let (a, b) = (corners[i], corners[(i + 1) % 4]);
            a.x * b.y - b.x * a.y
        })
        .sum();
    if area >= 0.0 {
        corners
    } else {
        [corners[0], corners[3], corners[2], corners[1]]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use calibration::space::apart;

    /// Whether a square laid on an empty table is outlined, of which the upper half is `sky` and the lower
    /// one `ground`.
    fn is_outlined(sky: [f64; 3], ground: [f64; 3]) -> opencv::Result<bool> {
        let size = Size::new(400, 300);
        let grey = opencv::core::Scalar::all(90.0);
        let before = Mat::new_size_with_default(size, opencv::core::CV_8UC3, grey)?;
        let mut now = before.clone();
        let corners = [[120, 80], [220, 100], [200, 200], [100, 180]];
        let half = [[120, 80], [220, 100], [210, 150], [110, 130]];
        for (outline, [blue, green, red]) in [(corners, ground), (half, sky)] {
            let outline: Vector<Point> = outline.iter().map(|c| Point::new(c[0], c[1])).collect();
            let colour = opencv::core::Scalar::new(blue, green, red, 0.0);
            imgproc::fill_convex_poly_def(&mut now, &outline, colour)?;
        }
        let region = RegionPx {
            left: 95,
            top: 75,
            right: 225,
            bottom: 205,
        };
        let found = quadrangles(&before, &now, &region)?;
        Ok(found.iter().any(|quadrangle| {
            corners.iter().all(|c| {
                let corner = point2(f64::from(c[0]), f64::from(c[1]));
                quadrangle.iter().any(|q| apart(*q, corner) < 4.0)
            })
        }))
    }

    #[test]
    fn a_square_laid_on_an_empty_table_is_outlined() -> opencv::Result<()> {
        let green = [40.0, 180.0, 90.0];
        assert!(is_outlined(green, green)?);
        Ok(())
    }

    #[test]
    fn a_square_of_which_half_differs_little_is_outlined_whole() -> opencv::Result<()> {
        let (white, grass) = ([230.0, 235.0, 235.0], [80.0, 125.0, 85.0]);
        assert!(is_outlined(white, grass)?);
        Ok(())
    }
}
