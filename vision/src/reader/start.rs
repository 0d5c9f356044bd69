//! Finds the first tile: either by what has changed on the table, or by the finder.
//!
//! A tile laid on an empty table is the largest thing that changed; its outline is a
//! quadrangle, and the model says whether a face lies in it, or several of them in a block: the start
//! tile of the mists, or the first two laid at once. When tiles lie already as watching begins, nothing
//! changes and [`crate::tiles::finder`] looks for them. What neither tells is cut out by its edges alone
//! ([`crate::learn::cut`]). Nothing is believed before the model recognises a face; nor is the place where
//! the last board lay.

use std::collections::BTreeMap;

use calibration::Homography;
use calibration::space::{self, Corners, Face, ImageCorners, ImagePoint, apart, point2, vec2};
use carcassonne::catalogue::{Catalogue, FaceId};
use carcassonne::geometry::Cell;
use opencv::core::{Mat, Point, Rect, Size, Vector};
use opencv::imgproc;
use opencv::prelude::*;

use crate::cv;
use crate::gate::RegionPx;
use crate::lattice::{LOW_DEG, Lattice};
use crate::learn;
use crate::reader::reach;
use crate::reader::remembered::Found;
use crate::tiles::cells::{Pyramid, SIDES_PX, Search, inside, moved, read_board, read_cell};
use crate::tiles::descriptor::{MARGIN_PX, Planes, TILE_PX};
use crate::tiles::finder::{Finder, Outline, side_of};
use crate::tiles::model::{Model, windows};
use crate::tiles::reading::CellReading;

/// Likeness from which a single outline is believed to be a tile; nothing supports it but the
/// model, so it must be well above what tables reach.
const BELIEVED: f32 = 0.36;
/// The same where the face is one that begins the game: of a hundred faces and turns, chance hits
/// few, and a game begins with it.
const BELIEVED_START: f32 = 0.28;
/// The same for a board that nobody was seen to lay: among the many outlines of a whole picture
/// and the cells around them, cloth and print reached 0.48.
const CERTAIN: f32 = 0.52;

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

/// Whether it is a tile even if nothing but its print says so.
pub(crate) fn is_certain(tile: &Alone) -> bool {
    is_certainly(tile.likeness)
}

/// The same of a likeness.
pub fn is_certainly(likeness: f32) -> bool {
    likeness >= CERTAIN
}

/// How much higher a picture is drawn for the features of a table seen from 20 to 35 degrees.
const STRETCH: f64 = 2.0;
/// Outlines looked at by the model, best supported first: what comes later is chance.
const MOST_OUTLINES: usize = 60;
/// Of a board of fewer tiles features may have missed the rest: it is looked for by its edges, too. On an
/// empty table that would cost more than everything else.
const FEW: usize = 4;

/// The board of tiles that lie in the picture already, and what its cells look like; `None`
/// when nothing in it is certainly a tile: others are believed beside certain ones only.
///
/// # Errors
/// Fails when OpenCV does.
pub fn from_picture(
    picture: &Mat,
    finder: &mut Finder,
    model: &Model,
    catalogue: &Catalogue,
) -> opencv::Result<Option<Found>> {
    let pyramid = Pyramid::new(picture)?;
    let whole = Rect::new(0, 0, picture.cols(), picture.rows());
    // A board that reads well, or is large, grows from a few tiles, and most lie in the middle: features
    // of a quarter of the picture cost a quarter. Where tiles read poorly, or are seen so obliquely that
    // far ones look otherwise, how far a board grows depends on where it began.
    let mut best = None;
    for (part, stretch) in [(middle(picture), 1.0), (whole, 1.0), (whole, STRETCH)] {
        let is_large = |best: &Option<Found>| {
            best.as_ref()
                .is_some_and(|best| reads_enough(best, catalogue))
        };
        // Of a large board that is seen obliquely only the stretched picture shows more.
        if is_large(&best) && stretch < STRETCH {
            continue;
        }
        let votes = finder.look(picture, part, stretch)?;
        for thorough in [false, true] {
            if thorough && part != whole {
                continue;
            }
            let found = among(&pyramid, votes.outlines(thorough), model, catalogue)?;
            let done = found.as_ref().is_some_and(|found| {
                reads_well(found) || (reads_enough(found, catalogue) && !is_low(found, &pyramid))
            });
            let more = |found: &Found| {
                best.as_ref()
                    .is_none_or(|best| likeness(found) > likeness(best))
            };
            best = found.filter(|found| done || more(found)).or(best);
            if done {
                return grown(&pyramid, best, model, catalogue);
            }
        }
    }
    let few = |(lattice, _): &Found| lattice.offsets.len() < FEW;
    if best.as_ref().is_some_and(few) {
        let by_edges = among(&pyramid, outlined(picture)?, model, catalogue)?;
        let more = |found: &Found| {
            best.as_ref()
                .is_none_or(|best| likeness(found) > likeness(best))
        };
        best = by_edges.filter(more).or(best);
    }
    grown(&pyramid, best, model, catalogue)
}

/// What may be tiles by their edges alone, the nearest to the middle first: boards lie there, and
/// planks everywhere.
fn outlined(picture: &Mat) -> opencv::Result<Vec<Outline>> {
    let outline = |corners| Outline {
        corners,
        matches: 0,
    };
    let mut outlines: Vec<Outline> = learn::cut(picture)?.into_iter().map(outline).collect();
    let middle = point2(picture.cols().into(), picture.rows().into()) / 2.0;
    let off = |outline: &Outline| apart(outline.centre(), middle);
    outlines.sort_by(|a, b| off(a).total_cmp(&off(b)));
    Ok(outlines)
}

/// The board that was found, taken as far as it reaches.
fn grown(
    pyramid: &Pyramid,
    found: Option<Found>,
    model: &Model,
    catalogue: &Catalogue,
) -> opencv::Result<Option<Found>> {
    found
        .map(|found| reach::further(pyramid, found, model, catalogue))
        .transpose()
}

/// What a board's tiles look like.
fn tiles<'a>(
    lattice: &'a Lattice,
    cells: &'a BTreeMap<Cell, CellReading>,
) -> impl Iterator<Item = &'a CellReading> {
    let known = lattice.offsets.keys();
    known.filter_map(|cell| cells.get(cell))
}

/// Whether most of a board's tiles are certain.
fn reads_well((lattice, cells): &Found) -> bool {
    let certain = tiles(lattice, cells).filter(|tile| tile.likeness >= CERTAIN);
    4 * certain.count() > 3 * lattice.offsets.len()
}

/// Certain tiles of a board that grows as far as it reaches wherever it begins: on photographs of 40 to
/// 60 tiles, three of five certain, later looks found one more at most.
const ENOUGH: usize = 16;

/// Of so many of its tiles one may be more than the box holds. Another copy's print takes a twin for the
/// other; where a board ran on over planks, a third of it shows the same road.
const ONE_SURPLUS: usize = 6;

/// Whether so many of a board's tiles are certain, more than half of them, and nearly all in the box.
fn reads_enough((lattice, cells): &Found, catalogue: &Catalogue) -> bool {
    let certain = tiles(lattice, cells).filter(|tile| tile.likeness >= CERTAIN);
    let certain = certain.count();
    let faces = tiles(lattice, cells).filter_map(|tile| Some(tile.ranked.first()?.face));
    let [possible, shown] = possible(faces, catalogue);
    certain >= ENOUGH
        && 2 * certain > lattice.offsets.len()
        && (shown - possible) * ONE_SURPLUS <= shown
}

/// Whether the camera stands so low over a board that features look otherwise at its far side.
fn is_low((lattice, _): &Found, pyramid: &Pyramid) -> bool {
    let view = lattice.view(lattice.offsets.keys().copied(), pyramid.size());
    view.is_none_or(|view| view.above_deg() < LOW_DEG)
}

/// How much all tiles of a board look like tiles.
fn likeness((lattice, cells): &Found) -> f32 {
    tiles(lattice, cells).map(|tile| tile.likeness).sum()
}

/// The middle of a picture: half as wide and half as high, a pixel at least.
fn middle(picture: &Mat) -> Rect {
    let [left, top] = [picture.cols() / 4, picture.rows() / 4];
    let [width, height] = [picture.cols(), picture.rows()].map(|side| (side / 2).max(1));
    Rect::new(left, top, width, height)
}

/// The board that some outlines belong to.
fn among(
    pyramid: &Pyramid,
    found: Vec<Outline>,
    model: &Model,
    catalogue: &Catalogue,
) -> opencv::Result<Option<Found>> {
    // On a table full of other things the best supported outlines may be wood grain.
    let mut outlines = Vec::new();
    for outline in found.into_iter().take(MOST_OUTLINES) {
        let Some(alone) = Lattice::from_tile(outline.corners) else {
            continue;
        };
        let reading = read_cell(pyramid, &alone, Cell::default(), model, Search::Wide)?;
        if reading.is_some_and(|r| r.likeness >= BELIEVED && !is_pile(&r)) {
            outlines.push(outline);
        }
    }
    let Some(mut lattice) = Lattice::from_outlines(&outlines) else {
        return Ok(None);
    };
    let cells = read_board(pyramid, &mut lattice, model)?;
    let certain = cells.values().any(|r| r.likeness >= CERTAIN && !is_pile(r));
    let face = |tile: &CellReading| Some(tile.ranked.first()?.face);
    let found = certain && are_in_the_box(tiles(&lattice, &cells).filter_map(face), catalogue);
    Ok(found.then_some((lattice, cells)))
}

/// Whether most of these faces can lie on one table: the squares of a cloth look like the same tile
/// over and over.
fn are_in_the_box(faces: impl Iterator<Item = FaceId>, catalogue: &Catalogue) -> bool {
    let [possible, shown] = possible(faces, catalogue);
    2 * possible > shown
}

/// How many of these faces can lie on one table, and how many they are.
fn possible(faces: impl Iterator<Item = FaceId>, catalogue: &Catalogue) -> [usize; 2] {
    let mut shown: BTreeMap<FaceId, usize> = BTreeMap::new();
    for face in faces {
        *shown.entry(face).or_default() += 1;
    }
    let possible = shown.iter().map(|(face, &count)| {
        let copies = catalogue.face(face).map(|face| usize::from(face.copies));
        count.min(copies.unwrap_or(count))
    });
    [possible.sum(), shown.values().sum()]
}

/// Tiles of a board that is known from before at which it is recognised.
const MOST_TRIED: usize = 24;

/// The board where one lay before, and what its cells look like; `None` unless at least two of
/// its tiles and half of those that can be seen are tiles still. `free` says which corners
/// nothing hides.
///
/// # Errors
/// Fails when OpenCV does.
pub fn from_known(
    picture: &Mat,
    mut lattice: Lattice,
    free: impl Fn(&ImageCorners) -> bool,
    model: &Model,
) -> opencv::Result<Option<Found>> {
    let pyramid = Pyramid::new(picture)?;
    let (mut seen, mut tiles) = (0, 0);
    let every = lattice.offsets.len().div_ceil(MOST_TRIED).max(1);
    let cells: Vec<Cell> = lattice.offsets.keys().copied().step_by(every).collect();
    for cell in cells {
        let corners = lattice.corners(cell);
        if !inside(&corners, pyramid.size()) || !free(&corners) {
            continue;
        }
        let reading = read_cell(&pyramid, &lattice, cell, model, Search::Wide)?;
        seen += 1;
        tiles += usize::from(reading.is_some_and(|r| r.likeness >= CERTAIN && !is_pile(&r)));
        // An empty table shows after a few cells; it need not be read to its end.
        if seen >= 6 && tiles == 0 {
            return Ok(None);
        }
    }
    if tiles < 2 || 2 * tiles < seen {
        return Ok(None);
    }
    let cells = read_board(&pyramid, &mut lattice, model)?;
    let certain = cells.values().any(|r| r.likeness >= CERTAIN && !is_pile(r));
    Ok(certain.then_some((lattice, cells)))
}

/// Whether a tile shows its back: that is the pile, from which no board begins.
fn is_pile(reading: &CellReading) -> bool {
    reading.shows_back()
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
        let patch = pyramid.rectify(corners, TILE_PX, MARGIN_PX)?;
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

/// Quadrangles that fit what changed in a region: the hull cut down to four corners, and the
/// tightest turned rectangle.
fn quadrangles(before: &Mat, now: &Mat, region: &RegionPx) -> opencv::Result<Vec<ImageCorners>> {
    let Some(area) = around(now, region).filter(|_| before.size().ok() == now.size().ok()) else {
        return Ok(Vec::new());
    };
    let (old, new) = (Mat::roi(before, area)?, Mat::roi(now, area)?);
    let mut difference = Mat::default();
    opencv::core::absdiff(&old, &new, &mut difference)?;
    let mut channels = Vector::<Mat>::new();
    opencv::core::split(&difference, &mut channels)?;
    let (mut strongest, mut soft) = (Mat::default(), Mat::default());
    opencv::core::max(&channels.get(0)?, &channels.get(1)?, &mut soft)?;
    opencv::core::max(&soft, &channels.get(2)?, &mut strongest)?;
    imgproc::gaussian_blur_def(&strongest, &mut soft, Size::new(5, 5), 1.2)?;
    let mut mask = Mat::default();
    let otsu = imgproc::THRESH_BINARY | imgproc::THRESH_OTSU;
    imgproc::threshold(&soft, &mut mask, 0.0, 255.0, otsu)?;
    let element = imgproc::get_structuring_element_def(imgproc::MORPH_RECT, Size::new(9, 9))?;
    let mut closed = Mat::default();
    imgproc::morphology_ex_def(&mask, &mut closed, imgproc::MORPH_CLOSE, &element)?;
    let mut contours = Vector::<Vector<Point>>::new();
    imgproc::find_contours_def(
        &closed,
        &mut contours,
        imgproc::RETR_EXTERNAL,
        imgproc::CHAIN_APPROX_NONE,
    )?;
    let mut largest: Option<(f64, Vector<Point>)> = None;
    for contour in contours {
        let size = imgproc::contour_area_def(&contour)?;
        if largest.as_ref().is_none_or(|(s, _)| size > *s) {
            largest = Some((size, contour));
        }
    }
    let Some((_, contour)) = largest else {
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

    #[test]
    fn the_same_tile_all_over_a_cloth_is_no_board() {
        let catalogue = Catalogue::bundled();
        let lie = |faces: &[(&str, usize)]| {
            let faces = faces.iter().flat_map(|&(face, n)| {
                let face = catalogue.faces().find(|f| f.id.as_str() == face);
                std::iter::repeat_n(face.expect("a face of the box").id, n)
            });
            are_in_the_box(faces, &catalogue)
        };
        // Of V there are nine in a box, of C one.
        assert!(lie(&[("V", 12), ("D", 4)]));
        assert!(lie(&[("C", 1)]));
        assert!(!lie(&[("C", 9), ("D", 2)]));
    }

    #[test]
    fn the_middle_of_any_picture_lies_in_it_and_is_not_empty() -> opencv::Result<()> {
        for (width, height) in [(1, 1), (1, 7), (2, 3), (1920, 1080)] {
            let size = Size::new(width, height);
            let grey = opencv::core::Scalar::all(90.0);
            let picture = Mat::new_size_with_default(size, opencv::core::CV_8UC3, grey)?;
            let part = middle(&picture);
            assert!(
                !Mat::roi(&picture, part)?.empty(),
                "{width} x {height}: {part:?}"
            );
        }
        Ok(())
    }

    #[test]
    fn a_square_laid_on_an_empty_table_is_outlined() -> opencv::Result<()> {
        let size = Size::new(400, 300);
        let grey = opencv::core::Scalar::all(90.0);
        let before = Mat::new_size_with_default(size, opencv::core::CV_8UC3, grey)?;
        let mut now = before.clone();
        let corners = [[120, 80], [220, 100], [200, 200], [100, 180]];
        let outline: Vector<Point> = corners.iter().map(|c| Point::new(c[0], c[1])).collect();
        let green = opencv::core::Scalar::new(40.0, 180.0, 90.0, 0.0);
        imgproc::fill_convex_poly_def(&mut now, &outline, green)?;
        let region = RegionPx {
            left: 95,
            top: 75,
            right: 225,
            bottom: 205,
        };
        let found = quadrangles(&before, &now, &region)?;
        let near = found.iter().any(|quadrangle| {
            corners.iter().all(|c| {
                let corner = point2(f64::from(c[0]), f64::from(c[1]));
                quadrangle.iter().any(|q| apart(*q, corner) < 4.0)
            })
        });
        assert!(near, "{found:?}");
        Ok(())
    }
}
