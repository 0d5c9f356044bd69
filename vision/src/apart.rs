//! Whether the players' colours can be told apart under this table's light.
//!
//! Looks for wooden pieces beside the tiles, as they lie in players' supplies or are shown before
//! the game, and compares what is seen of their paints: by how much two differ, measured by how
//! much each varies by itself through shade and noise. Names no piece; [`crate::figures`] does
//! that on the tiles.

use std::collections::BTreeMap;

use opencv::core::{Mat, Point, Scalar, Size, Vector};
use opencv::imgproc;
use opencv::prelude::*;
use tracker::piece::{Color, FigureKind};

use crate::bare::lab;
use crate::paint::{Paint, Tint};

/// Longer side of the picture that is looked at, px.
const SIDE_PX: i32 = 960;
/// Size of a piece as a share of a tile: a lying meeple covers 0.1 of it, a big one seen from low
/// 0.3, a heap of pieces that touch more.
const AREA: std::ops::RangeInclusive<f64> = 0.03..=1.2;
/// The same as a share of a square of which fourteen fit across the picture, as long as no tile
/// says how large things are.
const UNSURE_AREA: std::ops::RangeInclusive<f64> = 0.02..=1.5;
const ACROSS: f64 = 14.0;
/// Share of its hull that a piece fills; stripes of cloth and the rims of things fill less.
const SOLID: f64 = 0.6;
/// By how much a piece differs from what lies around it, CIE Lab.
const STANDS_OUT: f32 = 18.0;
/// Black wood is darker than this share of the picture's median lightness.
const BLACK: f32 = 0.4;
/// Chroma over which nothing is black.
const BLACK_CHROMA: f32 = 12.0;
/// Weight of lightness: lamps and shade change it first.
const LIGHTNESS: f32 = 0.5;
/// Two paints are near if their means are less than so many standard deviations apart along the
/// line between them; at 2.5 one pixel in ten lies on the wrong side. Drawn pieces of all six
/// colours are 4.6 and more apart in cold, usual and warm light.
const NEAR: f32 = 2.5;
/// What no camera can do better than, CIE Lab: noise and compression, squared.
const FLOOR: f32 = 9.0;

/// How a player's paint shows here.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shown {
    /// Whose.
    pub color: Color,
    /// Pieces or heaps of pieces of it.
    pub pieces: usize,
    /// CIE Lab, lightness weighed.
    mean: [f32; 3],
    /// Covariance.
    spread: [[f32; 3]; 3],
}

impl Shown {
    fn of(color: Color, pieces: usize, pixels: &[[f32; 3]]) -> Self {
        let n = pixels.len().max(1) as f32;
        let mean = [0, 1, 2].map(|c| pixels.iter().map(|p| p[c]).sum::<f32>() / n);
        let mut spread = [[0.0; 3]; 3];
        for pixel in pixels {
            let off = [0, 1, 2].map(|c| pixel[c] - mean[c]);
            for (row, a) in spread.iter_mut().zip(off) {
                for (v, b) in row.iter_mut().zip(off) {
                    *v += a * b / n;
                }
            }
        }
        Self {
            color,
            pieces,
            mean,
            spread,
        }
    }

    /// How far apart two paints are: the difference of their means in standard deviations of both,
    /// along the line between them.
    pub fn apart(&self, other: &Self) -> f32 {
        let line = [0, 1, 2].map(|c| self.mean[c] - other.mean[c]);
        let length = line.iter().map(|v| v * v).sum::<f32>();
        let along = |spread: &[[f32; 3]; 3]| {
            let rows = spread.iter().zip(line);
            rows.map(|(row, v)| v * row.iter().zip(line).map(|(a, b)| a * b).sum::<f32>())
                .sum::<f32>()
        };
        let both = (along(&self.spread) + along(&other.spread)) / 2.0 + FLOOR * length;
        length / both.sqrt().max(f32::EPSILON)
    }
}

/// What is seen of the players' colours.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Colors {
    /// Those of which pieces were seen, in the order of [`Color::ALL`].
    pub shown: Vec<Shown>,
}

impl Colors {
    /// As if one piece of each colour had been seen in that paint (CIE Lab), evenly lit.
    pub fn plain(paints: impl IntoIterator<Item = (Color, [f32; 3])>) -> Self {
        let shown = paints.into_iter().map(|(color, [l, a, b])| {
            let pixel = [l * LIGHTNESS, a, b];
            Shown::of(color, 1, &[pixel])
        });
        Self {
            shown: shown.collect(),
        }
    }

    /// Whether pieces of a colour were seen.
    pub fn has(&self, color: Color) -> bool {
        self.shown.iter().any(|shown| shown.color == color)
    }

    /// The pairs that can hardly be told apart, the worst first.
    pub fn near(&self) -> Vec<(Color, Color)> {
        let mut near = Vec::new();
        for (n, one) in self.shown.iter().enumerate() {
            for other in &self.shown[n + 1..] {
                near.push((one.apart(other), (one.color, other.color)));
            }
        }
        near.retain(|(apart, _)| *apart < NEAR);
        near.sort_by(|a, b| a.0.total_cmp(&b.0));
        near.into_iter().map(|(_, pair)| pair).collect()
    }
}

/// What a picture shows of the players' colours beside `tiles` (corners in the picture).
///
/// # Errors
/// Fails when OpenCV does.
pub fn look(picture: &Mat, tiles: &[[[f64; 2]; 4]]) -> opencv::Result<Colors> {
    let longer = f64::from(picture.cols().max(picture.rows()).max(1));
    let shrink = (f64::from(SIDE_PX) / longer).min(1.0);
    let mut small = Mat::default();
    let own = Size::default();
    imgproc::resize(
        picture,
        &mut small,
        own,
        shrink,
        shrink,
        imgproc::INTER_AREA,
    )?;
    let lab = lab(&small)?;
    let free = beside(&lab, tiles, shrink)?;
    let areas = match tiles.iter().map(|t| size_px(t) * shrink).reduce(f64::max) {
        Some(side) => scaled(AREA, side),
        None => scaled(UNSURE_AREA, f64::from(small.cols()) / ACROSS),
    };
    let mut shown = Vec::new();
    for (color, mask) in masks(&lab, &free)? {
        let (mut pieces, mut pixels) = (0, Vec::new());
        for piece in blobs(&mask, &areas)? {
            let Some(inside) = wood(&lab, &piece)? else {
                continue;
            };
            pieces += 1;
            pixels.extend(inside);
        }
        if pieces > 0 {
            shown.push(Shown::of(color, pieces, &pixels));
        }
    }
    Ok(Colors { shown })
}

fn scaled(share: std::ops::RangeInclusive<f64>, side: f64) -> std::ops::RangeInclusive<f64> {
    share.start() * side * side..=share.end() * side * side
}

fn size_px(corners: &[[f64; 2]; 4]) -> f64 {
    let [a, b, c, d] = corners;
    let across = |p: &[f64; 2], q: &[f64; 2]| (p[0] - q[0]).hypot(p[1] - q[1]);
    (across(a, c) + across(b, d)) / (2.0 * std::f64::consts::SQRT_2)
}

/// 255 where no tile lies.
fn beside(lab: &Mat, tiles: &[[[f64; 2]; 4]], shrink: f64) -> opencv::Result<Mat> {
    let all = Scalar::all(255.0);
    let mut free = Mat::new_size_with_default(lab.size()?, opencv::core::CV_8UC1, all)?;
    for corners in tiles {
        let middle = [0, 1].map(|c| corners.iter().map(|p| p[c]).sum::<f64>() / 4.0);
        // Figures lean over the tile's edge.
        let out = |c: usize, v: f64| ((middle[c] + 1.4 * (v - middle[c])) * shrink) as i32;
        let polygon: Vector<Point> = corners
            .iter()
            .map(|[x, y]| Point::new(out(0, *x), out(1, *y)))
            .collect();
        imgproc::fill_convex_poly_def(&mut free, &polygon, Scalar::all(0.0))?;
    }
    Ok(free)
}

/// Where each paint may show: every pixel counts for the paint whose hue is nearest.
fn masks(lab: &Mat, free: &Mat) -> opencv::Result<BTreeMap<Color, Mat>> {
    let pixels: &[opencv::core::Vec3f] = lab.data_typed()?;
    let free: &[u8] = free.data_typed()?;
    let mut lightness: Vec<f32> = pixels.iter().map(|p| p[0]).collect();
    let middle = lightness.len() / 2;
    let median = match lightness.get_mut(..) {
        Some(all) if !all.is_empty() => *all.select_nth_unstable_by(middle, f32::total_cmp).1,
        _ => 0.0,
    };
    let paints = Color::ALL.map(|color| Paint::of_player(color, &[FigureKind::Meeple]));
    let mut masks: BTreeMap<Color, Vec<u8>> = BTreeMap::new();
    for (i, pixel) in pixels.iter().enumerate().filter(|(i, _)| free[*i] > 0) {
        let tint = Tint::of(pixel.0);
        let color = if tint.chroma < BLACK_CHROMA {
            (tint.lightness < BLACK * median).then_some(Color::Black)
        } else {
            let fitting = paints.iter().filter(|paint| tint.may_be(paint, false));
            let colored = fitting.filter(|paint| paint.color != Some(Color::Black));
            let away = |paint: &&Paint| paint.away(tint.hue);
            let nearest = colored.min_by(|a, b| away(a).total_cmp(&away(b)));
            nearest.and_then(|paint| paint.color)
        };
        if let Some(color) = color {
            masks.entry(color).or_insert_with(|| vec![0; pixels.len()])[i] = 255;
        }
    }
    let picture = |mask: Vec<u8>| Mat::from_slice(&mask)?.reshape(1, lab.rows())?.try_clone();
    let masks = masks.into_iter();
    masks
        .map(|(color, mask)| Ok((color, picture(mask)?)))
        .collect()
}

/// Connected, solid pieces of a mask that are as large as pieces are.
fn blobs(mask: &Mat, areas: &std::ops::RangeInclusive<f64>) -> opencv::Result<Vec<Vector<Point>>> {
    let element = imgproc::get_structuring_element_def(imgproc::MORPH_ELLIPSE, Size::new(3, 3))?;
    let mut open = Mat::default();
    imgproc::morphology_ex_def(mask, &mut open, imgproc::MORPH_OPEN, &element)?;
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
        if area >= SOLID * imgproc::contour_area_def(&hull)? {
            found.push(contour);
        }
    }
    Ok(found)
}

/// The pixels of a piece, lightness weighed; `None` if it looks like what lies around it.
fn wood(lab: &Mat, piece: &Vector<Point>) -> opencv::Result<Option<Vec<[f32; 3]>>> {
    let zero = Scalar::all(0.0);
    let mut mask = Mat::new_size_with_default(lab.size()?, opencv::core::CV_8UC1, zero)?;
    imgproc::fill_poly_def(&mut mask, piece, Scalar::all(255.0))?;
    let grown = |by: i32, how: i32| {
        let size = Size::new(2 * by + 1, 2 * by + 1);
        let element = imgproc::get_structuring_element_def(imgproc::MORPH_ELLIPSE, size)?;
        let mut out = Mat::default();
        imgproc::morphology_ex_def(&mask, &mut out, how, &element)?;
        Ok::<_, opencv::Error>(out)
    };
    let core = grown(1, imgproc::MORPH_ERODE)?;
    let (near, far) = (
        grown(3, imgproc::MORPH_DILATE)?,
        grown(7, imgproc::MORPH_DILATE)?,
    );
    let mut ring = Mat::default();
    opencv::core::subtract_def(&far, &near, &mut ring)?;
    let mean = |of: &Mat| opencv::core::mean(lab, of);
    let (inside, around) = (mean(&core)?, mean(&ring)?);
    let off = (0..3).map(|c| (inside[c] - around[c]).powi(2)).sum::<f64>();
    if off.sqrt() < f64::from(STANDS_OUT) {
        return Ok(None);
    }
    let pixels: &[opencv::core::Vec3f] = lab.data_typed()?;
    let of = pixels.iter().zip(core.data_typed::<u8>()?);
    let of = of.filter(|(_, mark)| **mark > 0);
    Ok(Some(
        of.map(|(p, _)| [p[0] * LIGHTNESS, p[1], p[2]]).collect(),
    ))
}

#[cfg(test)]
mod tests {
    use tracker::catalogue::{Catalogue, face_id};
    use tracker::geometry::{Cell, Rotation};
    use tracker::piece::Pose;

    use super::*;
    use crate::art::Artist;
    use crate::synth::{
        Camera, Figure, Light, Photographer, Scene, SceneTile, Sensor, TILE_THICKNESS_MM, Table,
    };

    /// Two meeples of each colour beside the start tile.
    fn shown(colors: &[Color], light: Light, table: Table) -> (Mat, Vec<[[f64; 2]; 4]>) {
        let tile = SceneTile {
            cell: Cell::default(),
            face: face_id("D").unwrap(),
            garden: false,
            variant: 0,
            offset_mm: [0.0, 0.0],
            yaw_deg: 3.0,
            rotation: Rotation::R0,
        };
        let mut scene = Scene {
            tiles: vec![tile],
            light,
            table,
            ..Scene::default()
        };
        for (n, color) in colors.iter().enumerate() {
            for (pose, y) in [(Pose::Standing, 90.0), (Pose::Lying, 130.0)] {
                scene.figures.push(Figure {
                    kind: FigureKind::Meeple,
                    color: Some(*color),
                    pose,
                    at_mm: [40.0 * n as f64 - 110.0, y],
                    yaw_deg: 20.0 * n as f64,
                    on_mm: 0.0,
                });
            }
        }
        let camera = Camera::default();
        let mut photographer = Photographer::new(Artist::new(Catalogue::bundled()));
        let sensor = Sensor::default();
        let picture = photographer
            .photograph(&scene, &camera, &sensor, 1)
            .unwrap();
        let corners = tile.corners_mm(scene.pitch_mm);
        let corners = corners.map(|[x, y]| [x, y, TILE_THICKNESS_MM]);
        let corners = camera.project(&corners).unwrap();
        let tiles = vec![[corners[0], corners[1], corners[2], corners[3]]];
        (picture, tiles)
    }

    fn seen(colors: &Colors) -> Vec<(Color, usize)> {
        colors.shown.iter().map(|s| (s.color, s.pieces)).collect()
    }

    #[test]
    fn six_colours_are_seen_and_told_apart_from_cold_to_warm_light() {
        let tables = [Table::Oak, Table::White, Table::Slate];
        for (warmth, table) in [-0.5, 0.12, 0.6].into_iter().zip(tables) {
            let light = Light {
                warmth,
                ..Light::default()
            };
            let (picture, tiles) = shown(&Color::ALL, light, table);
            let colors = look(&picture, &tiles).unwrap();
            let all = Color::ALL.map(|color| (color, 2));
            assert_eq!(seen(&colors), all, "{table:?}");
            assert_eq!(colors.near(), [], "{table:?}");
        }
    }

    #[test]
    fn a_table_without_pieces_shows_none_whatever_its_pattern() {
        for table in [Table::Oak, Table::Walnut, Table::Cloth] {
            let (picture, tiles) = shown(&[], Light::default(), table);
            assert_eq!(seen(&look(&picture, &tiles).unwrap()), [], "{table:?}");
        }
    }

    #[test]
    fn under_a_sodium_lamp_pink_is_missing() {
        let (picture, tiles) = shown(&Color::ALL, Light::default(), Table::White);
        let mut lit = Mat::default();
        let lamp = Scalar::new(0.5, 0.9, 1.0, 0.0);
        opencv::core::multiply(&picture, &lamp, &mut lit, 1.0, -1).unwrap();
        let colors = look(&lit, &tiles).unwrap();
        assert!(colors.has(Color::Red) && !colors.has(Color::Pink));
    }

    #[test]
    fn two_paints_that_hardly_differ_are_near() {
        let grey = Scalar::all(170.0);
        let size = Size::new(960, 540);
        let mut picture = Mat::new_size_with_default(size, opencv::core::CV_8UC3, grey).unwrap();
        // On both sides of the line between red and pink, and a green far from both.
        let woods = [
            (200.0, 60.0, 90.0),
            (200.0, 75.0, 98.0),
            (36.0, 128.0, 52.0),
        ];
        for (n, (red, green, blue)) in (1..).zip(woods) {
            let at = Point::new(150 * n, 300);
            let paint = Scalar::new(blue, green, red, 0.0);
            imgproc::circle(&mut picture, at, 15, paint, -1, imgproc::LINE_AA, 0).unwrap();
        }
        let colors = look(&picture, &[]).unwrap();
        let named = [Color::Red, Color::Green, Color::Pink].map(|color| (color, 1));
        assert_eq!(seen(&colors), named);
        assert_eq!(colors.near(), [(Color::Red, Color::Pink)]);
    }
}
