//! Finds players' wooden pieces beside the tiles: single ones, and heaps of pieces that touch.
//!
//! A heap is a patch of one paint that stands out from what lies around it; how solid it is says how
//! likely it is wood, and is left to those who ask. What it tells of the light is [`crate::pieces::beside::apart`]'s business, how many pieces it holds [`crate::pieces::beside::supply`]'s; pieces
//! on tiles are [`crate::pieces::figures`]'.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use calibration::space::{ImageCorners, ImagePoint, apart, middle};
use carcassonne::piece::{Color, FigureKind};
use opencv::core::{Mat, Point, Rect, Scalar, Size, Vector};
use opencv::imgproc;
use opencv::prelude::*;

use crate::bare::lab;
use crate::cv;
use crate::pieces::blob;
use crate::pieces::paint::{Paint, Tint, median, shows_no_paint};

/// Longer side of the picture that is looked at, px.
const SIDE_PX: i32 = 960;
/// Size of a heap as a share of a tile: a lying meeple covers 0.1 of it, a big one seen from low
/// 0.3, a heap of pieces that touch more.
const AREA: RangeInclusive<f64> = 0.03..=2.0;
/// The same as a share of a square of which fourteen fit across the picture, as long as no tile
/// says how large things are.
const UNSURE_AREA: RangeInclusive<f64> = 0.02..=1.5;
const ACROSS: f64 = 14.0;
/// Share of its hull that a heap fills at least: pieces that touch in a row fill as little. Stripes
/// of cloth fill less.
const SOLID: f64 = 0.35;
/// By how much a piece differs from what lies around it, CIE Lab.
const STANDS_OUT: f64 = 18.0;
/// What lies around a piece, px of the small picture beyond its rim.
const RING_PX: [i32; 2] = [3, 7];
/// Black wood is darker than this share of the picture's median lightness.
const BLACK: f32 = 0.4;
/// Chroma over which nothing is black.
const BLACK_CHROMA: f32 = 12.0;
/// Pieces of one supply lie so close to the next one, middle to middle, as a share of both their sides.
const PILED: f64 = 1.5;
/// A tile's sides grown by this share are no place for heaps: figures lean over the tile's edge.
const OVER_EDGE: f64 = 1.4;

/// Pieces of one paint that touch, or a single one.
#[derive(Clone, Debug)]
pub(crate) struct Heap {
    /// Whose.
    pub(crate) color: Color,
    /// The middle of what shows of it.
    pub(crate) middle: ImagePoint,
    /// What it covers, picture px².
    pub(crate) area: f64,
    /// Share of its hull that it fills.
    pub(crate) solid: f64,
    /// It reaches over the picture's edge.
    pub(crate) cut: bool,
    /// Its colours, CIE Lab.
    pub(crate) pixels: Vec<[f32; 3]>,
}

impl Heap {
    /// Whether both may be pieces of one supply.
    fn is_near(&self, other: &Self) -> bool {
        let sides = self.area.sqrt() + other.area.sqrt();
        apart(self.middle, other.middle) < PILED * sides
    }
}

/// The heaps of these colours beside `tiles` (corners in the picture), colour by colour in the
/// order of [`Color::ALL`].
///
/// # Errors
/// Fails when OpenCV does.
pub(crate) fn find(
    picture: &Mat,
    tiles: &[ImageCorners],
    colors: &[Color],
) -> opencv::Result<Vec<Heap>> {
    let longer = f64::from(picture.cols().max(picture.rows()).max(1));
    let shrink = (f64::from(SIDE_PX) / longer).min(1.0);
    let mut small = Mat::default();
    let (own, mean) = (Size::default(), imgproc::INTER_AREA);
    imgproc::resize(picture, &mut small, own, shrink, shrink, mean)?;
    let lab = lab(&small)?;
    let free = beside(&lab, tiles, shrink)?;
    let areas = match tiles.iter().map(|t| size_px(t) * shrink).reduce(f64::max) {
        Some(side) => scaled(AREA, side),
        None => scaled(UNSURE_AREA, f64::from(small.cols()) / ACROSS),
    };
    let frame = Rect::new(0, 0, small.cols(), small.rows());
    let mut found = Vec::new();
    for (color, mask) in masks(&lab, &free, colors)? {
        for (outline, solid) in outlines(&mask, &areas)? {
            let Some(pixels) = wood(&lab, &outline, frame)? else {
                continue;
            };
            let bounds = imgproc::bounding_rect(&outline)?;
            // An opened mask ends a pixel before the edge.
            let within = Rect::new(2, 2, frame.width - 4, frame.height - 4);
            found.push(Heap {
                color,
                middle: blob::middle(&outline)?.map(|v: f64| (v + 0.5) / shrink),
                area: drawn_area(&outline)? / (shrink * shrink),
                solid,
                cut: bounds & within != bounds,
                pixels,
            });
        }
    }
    Ok(found)
}

/// The heaps of the players who wear one of the paints.
///
/// # Errors
/// Fails when OpenCV does.
pub(crate) fn of(
    picture: &Mat,
    tiles: &[ImageCorners],
    paints: &[Paint],
) -> opencv::Result<Vec<Heap>> {
    let colors: Vec<Color> = paints.iter().filter_map(|paint| paint.color).collect();
    find(picture, tiles, &colors)
}

/// The colours of red and pink wood, one of each pile. Under a warm lamp parts
/// of pink pieces are taken for red, so both are piled together.
pub(crate) fn piles(heaps: &[Heap]) -> Vec<[f32; 3]> {
    let mut piles: Vec<Vec<&Heap>> = Vec::new();
    let red = heaps
        .iter()
        .filter(|heap| matches!(heap.color, Color::Red | Color::Pink));
    for heap in red {
        let is_near = |pile: &Vec<&Heap>| pile.iter().any(|other| other.is_near(heap));
        let (near, far): (Vec<_>, Vec<_>) = piles.into_iter().partition(is_near);
        piles = far;
        piles.push(near.into_iter().flatten().chain([heap]).collect());
    }
    let of_pile = |pile: &Vec<&Heap>| median(pile.iter().flat_map(|heap| &heap.pixels));
    piles.iter().map(of_pile).collect()
}

fn scaled(share: RangeInclusive<f64>, side: f64) -> RangeInclusive<f64> {
    share.start() * side * side..=share.end() * side * side
}

fn size_px(corners: &ImageCorners) -> f64 {
    let [a, b, c, d] = corners;
    (apart(*a, *c) + apart(*b, *d)) / (2.0 * std::f64::consts::SQRT_2)
}

/// The pixels a contour covers, its rim included.
fn drawn_area(outline: &Vector<Point>) -> opencv::Result<f64> {
    let rim = imgproc::arc_length(outline, true)?;
    Ok(imgproc::contour_area_def(outline)? + rim / 2.0 + 1.0)
}

/// 255 where no tile lies.
fn beside(lab: &Mat, tiles: &[ImageCorners], shrink: f64) -> opencv::Result<Mat> {
    let all = Scalar::all(255.0);
    let mut free = Mat::new_size_with_default(lab.size()?, opencv::core::CV_8UC1, all)?;
    for corners in tiles {
        let middle = middle(corners);
        let out = |corner: &ImagePoint| {
            let out = (middle + (*corner - middle) * OVER_EDGE) * shrink;
            Point::new(out.x as i32, out.y as i32)
        };
        let polygon: Vector<Point> = corners.iter().map(out).collect();
        imgproc::fill_convex_poly_def(&mut free, &polygon, Scalar::all(0.0))?;
    }
    Ok(free)
}

/// Where each paint may show: every pixel counts for the paint whose hue is nearest.
fn masks(lab: &Mat, free: &Mat, colors: &[Color]) -> opencv::Result<BTreeMap<Color, Mat>> {
    let pixels: &[opencv::core::Vec3f] = lab.data_typed()?;
    let free: &[u8] = free.data_typed()?;
    let mut lightness: Vec<f32> = pixels.iter().step_by(7).map(|p| p[0]).collect();
    let middle = lightness.len() / 2;
    let median = match lightness.get_mut(..) {
        Some(all) if !all.is_empty() => *all.select_nth_unstable_by(middle, f32::total_cmp).1,
        _ => 0.0,
    };
    let paints = Color::ALL.map(|color| Paint::of_player(color, &[FigureKind::Meeple]));
    let mut masks: BTreeMap<Color, Vec<u8>> = BTreeMap::new();
    for (i, pixel) in pixels.iter().enumerate().filter(|(i, _)| free[*i] > 0) {
        let dark = pixel[0] < BLACK * median;
        if !dark && shows_no_paint(pixel.0) {
            continue;
        }
        let tint = Tint::of(pixel.0);
        let color = if tint.chroma < BLACK_CHROMA {
            dark.then_some(Color::Black)
        } else {
            let fitting = paints.iter().filter(|paint| tint.may_be(paint, false));
            let colored = fitting.filter(|paint| paint.color != Some(Color::Black));
            let away = |paint: &&Paint| paint.away(tint.hue);
            let nearest = colored.min_by(|a, b| away(a).total_cmp(&away(b)));
            nearest.and_then(|paint| paint.color)
        };
        if let Some(color) = color.filter(|color| colors.contains(color)) {
            masks.entry(color).or_insert_with(|| vec![0; pixels.len()])[i] = 255;
        }
    }
    let picture = |mask: Vec<u8>| Mat::from_slice(&mask)?.reshape(1, lab.rows())?.try_clone();
    let masks = masks.into_iter();
    masks
        .map(|(color, mask)| Ok((color, picture(mask)?)))
        .collect()
}

/// Connected parts of a mask that are as large as heaps are, with the share of the hull that they
/// fill.
fn outlines(mask: &Mat, areas: &RangeInclusive<f64>) -> opencv::Result<Vec<(Vector<Point>, f64)>> {
    let open = cv::morphed(mask, imgproc::MORPH_OPEN, &cv::disc(3)?)?;
    let mut contours = Vector::<Vector<Point>>::new();
    let (outer, simple) = (imgproc::RETR_EXTERNAL, imgproc::CHAIN_APPROX_SIMPLE);
    imgproc::find_contours_def(&open, &mut contours, outer, simple)?;
    let mut found = Vec::new();
    for contour in contours {
        let area = imgproc::contour_area_def(&contour)?;
        if !areas.contains(&area) {
            continue;
        }
        let mut hull = Vector::<Point>::new();
        imgproc::convex_hull_def(&contour, &mut hull)?;
        let solid = area / imgproc::contour_area_def(&hull)?.max(1.0);
        if solid >= SOLID {
            found.push((contour, solid));
        }
    }
    Ok(found)
}

/// The colours of a heap; `None` if it looks like what lies around it.
fn wood(lab: &Mat, outline: &Vector<Point>, frame: Rect) -> opencv::Result<Option<Vec<[f32; 3]>>> {
    let bounds = imgproc::bounding_rect(outline)?;
    let [near, far] = RING_PX;
    let grown = Point::new(far + 1, far + 1);
    let around = Size::new(2 * grown.x, 2 * grown.y);
    let area = Rect::from_point_size(bounds.tl() - grown, bounds.size() + around) & frame;
    let mask = blob::filled(outline, area)?;
    let changed = |by: i32, how: i32| cv::morphed(&mask, how, &cv::disc(2 * by + 1)?);
    let core = changed(1, imgproc::MORPH_ERODE)?;
    let (near, far) = (
        changed(near, imgproc::MORPH_DILATE)?,
        changed(far, imgproc::MORPH_DILATE)?,
    );
    let ring = cv::subtracted(&far, &near)?;
    let here = Mat::roi(lab, area)?.try_clone()?;
    let mean = |of: &Mat| opencv::core::mean(&here, of);
    let (inside, around) = (mean(&core)?, mean(&ring)?);
    let off = (0..3).map(|c| (inside[c] - around[c]).powi(2)).sum::<f64>();
    if off.sqrt() < STANDS_OUT {
        return Ok(None);
    }
    let pixels: &[opencv::core::Vec3f] = here.data_typed()?;
    let of = pixels.iter().zip(core.data_typed::<u8>()?);
    let of = of.filter(|(_, mark)| **mark > 0);
    Ok(Some(of.map(|(p, _)| p.0).collect()))
}

#[cfg(test)]
mod tests {
    use calibration::space::point2;

    use super::*;

    #[test]
    fn parts_of_a_supply_are_one_pile_whichever_paint_they_were_taken_for() {
        let heap = |color, x: f64, lightness: f32| Heap {
            color,
            middle: point2(x, 0.0),
            area: 400.0,
            solid: 0.8,
            cut: false,
            pixels: vec![[lightness, 40.0, 20.0]; 9],
        };
        // Each twenty pixels wide: three of them in a row, a green one among them, one far off.
        let heaps = [
            heap(Color::Pink, 0.0, 50.0),
            heap(Color::Red, 100.0, 40.0),
            heap(Color::Green, 50.0, 10.0),
            heap(Color::Red, 50.0, 46.0),
            heap(Color::Red, 400.0, 20.0),
        ];
        let mut lightness: Vec<f32> = piles(&heaps).iter().map(|pile| pile[0]).collect();
        lightness.sort_by(f32::total_cmp);
        assert_eq!(lightness, [20.0, 46.0]);
    }
}
