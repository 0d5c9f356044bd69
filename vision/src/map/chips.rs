//! Chips on a printed map and beside its squares: what the print does not explain and has a chip's
//! colour, size and roundness.
//!
//! Part of [`super::MapReader`]'s look. Which chip was taken is belief's business.

use std::collections::BTreeSet;

use calibration::space::{LatticePoint, vec2};
use carcassonne::geometry::Cell;
use carcassonne::map::ChipColor;
use carcassonne::seen::{SeenChip, SeenMap, SeenTurnedChip};
use opencv::core::{Mat, Point, Point2f, Scalar, Vec3b, Vec3f, Vector};
use opencv::imgproc;
use opencv::prelude::*;

use super::{MapReader, SQUARE_PX, in_squares};
use crate::bare::lab;
use crate::cv;
use crate::lattice::{Lattice, cell_at};
use shapes::map_board::{MARGIN, chip_paint};

/// A chip's diameter, in squares of 45.6 mm.
const CHIP: f64 = 20.0 / 45.6;
/// Colour (Lab without lightness) that a chip has at least, and by how far it differs from the
/// print beneath.
const CHROMA: f32 = 20.0;
const UNLIKE_PRINT: f32 = 20.0;
/// How far light may turn a chip's hue, degrees; the three are more than 70 apart.
const HUE_REACH: f32 = 30.0;
/// Area of a chip's blob against a chip's disc, and the least share of the smallest circle around
/// the blob that it fills.
const AREA: std::ops::RangeInclusive<f64> = 0.55..=1.45;
const ROUND: f64 = 0.66;
/// Dots on a chip's face, Lab, and how much of the way from the chip's paint to theirs a pixel of
/// a dot has gone at least: dots are a few pixels wide, and blurred.
const DOT: [f32; 3] = [95.0, 0.0, 5.0];
const PALE: f32 = 0.45;
/// Where dots are looked for, shares of the radius: one in the middle, two around it; none at the
/// rim.
const PARTS: [std::ops::Range<f64>; 3] = [0.0..0.18, 0.25..0.75, 0.8..0.95];

impl MapReader {
    /// The chips on squares without tiles, and those beside the squares.
    pub(super) fn chips(
        &self,
        picture: &Mat,
        lattice: &Lattice,
        tiles: &BTreeSet<Cell>,
    ) -> opencv::Result<SeenMap> {
        let mut board = self.rectified(picture, lattice)?;
        for pixel in board.data_typed_mut::<Vec3b>()? {
            for channel in 0..3 {
                let plain = f32::from(pixel[channel]) / self.light[channel];
                pixel[channel] = plain.round().clamp(0.0, 255.0) as u8;
            }
        }
        let board = lab(&board)?;
        let mut seen = SeenMap::default();
        for color in ChipColor::ALL {
            let [red, green, blue] = chip_paint(color).map(|v| v as u8);
            let paint = Mat::from_slice(&[Vec3b::from([blue, green, red])])?.try_clone()?;
            let paint = lab(&paint)?.at::<Vec3f>(0)?.to_owned();
            for blob in self.discs(&board, paint)? {
                self.claim(&board, blob, (color, paint), tiles, &mut seen)?;
            }
        }
        Ok(seen)
    }

    /// Round blobs of a paint: their middles in squares.
    fn discs(&self, board: &Mat, paint: Vec3f) -> opencv::Result<Vec<LatticePoint>> {
        let hue = |p: &Vec3f| p[2].atan2(p[1]).to_degrees();
        let wanted = hue(&paint);
        let mut mask =
            Mat::new_size_with_default(board.size()?, opencv::core::CV_8UC1, Scalar::all(0.0))?;
        let pixels = board.data_typed::<Vec3f>()?;
        let print = self.plain.data_typed::<Vec3f>()?;
        let marks = mask.data_typed_mut::<u8>()?;
        for ((mark, pixel), under) in marks.iter_mut().zip(pixels).zip(print) {
            let turned = (hue(pixel) - wanted + 180.0).rem_euclid(360.0) - 180.0;
            let unlike = (pixel[1] - under[1]).hypot(pixel[2] - under[2]);
            let is = pixel[1].hypot(pixel[2]) > CHROMA
                && turned.abs() < HUE_REACH
                && unlike > UNLIKE_PRINT;
            *mark = if is { 255 } else { 0 };
        }
        // Dots on the paint are part of the chip; specks beside it are not.
        let (close, open) = (imgproc::MORPH_CLOSE, imgproc::MORPH_OPEN);
        let closed = cv::morphed(&mask, close, &cv::disc(9)?)?;
        let opened = cv::morphed(&closed, open, &cv::disc(7)?)?;
        let mut contours = Vector::<Vector<Point>>::new();
        let (outer, all) = (imgproc::RETR_EXTERNAL, imgproc::CHAIN_APPROX_NONE);
        imgproc::find_contours_def(&opened, &mut contours, outer, all)?;
        let disc = std::f64::consts::PI * (CHIP * f64::from(SQUARE_PX) / 2.0).powi(2);
        let low = self.corners()[0];
        let mut discs = Vec::new();
        for contour in contours {
            let area = imgproc::contour_area_def(&contour)?;
            let (mut middle, mut radius) = (Point2f::default(), 0.0);
            imgproc::min_enclosing_circle(&contour, &mut middle, &mut radius)?;
            let around = std::f64::consts::PI * f64::from(radius).powi(2);
            if AREA.contains(&(area / disc)) && area >= ROUND * around {
                discs.push(in_squares(low, cv::place(middle)));
            }
        }
        Ok(discs)
    }

    /// A chip of that colour lies there.
    fn claim(
        &self,
        board: &Mat,
        at: LatticePoint,
        (color, paint): (ChipColor, Vec3f),
        tiles: &BTreeSet<Cell>,
        seen: &mut SeenMap,
    ) -> opencv::Result<()> {
        let cell = cell_at(at);
        let [low, high] = self.corners();
        let beside = |v: f64, low: f64, high: f64| v < low + MARGIN || v > high - MARGIN;
        if beside(at.x, low.x, high.x) || beside(at.y, low.y, high.y) {
            seen.turned.push(SeenTurnedChip {
                at: at.to_f32().to_array(),
                color,
                value: self.value(board, at, paint)?,
            });
        } else if self.map.kind(cell).takes_tile() && !tiles.contains(&cell) {
            seen.chips.push(SeenChip { cell, color });
        }
        Ok(())
    }

    /// What a chip of that paint (Lab) shows: one dot in its middle, or two beside it.
    fn value(&self, board: &Mat, at: LatticePoint, paint: Vec3f) -> opencv::Result<Option<u8>> {
        let low = self.corners()[0];
        let px = (at - low) * f64::from(SQUARE_PX) - vec2(0.5, 0.5);
        let radius = CHIP * f64::from(SQUARE_PX) / 2.0;
        let to_dot: [f32; 3] = std::array::from_fn(|k| DOT[k] - paint[k]);
        let whole: f32 = to_dot.iter().map(|v| v * v).sum();
        // How many pixels, and how many of them are pale, in the middle, around it, at the rim.
        let mut parts = [[0.0f32; 2]; 3];
        let reach = radius.ceil() as i32;
        for dy in -reach..=reach {
            for dx in -reach..=reach {
                let far = f64::from(dx).hypot(f64::from(dy)) / radius;
                let (x, y) = (px.x.round() as i32 + dx, px.y.round() as i32 + dy);
                let part = PARTS.iter().position(|part| part.contains(&far));
                let inside = (0..board.cols()).contains(&x) && (0..board.rows()).contains(&y);
                let Some(part) = part.filter(|_| inside) else {
                    continue;
                };
                let pixel = board.at_2d::<Vec3f>(y, x)?;
                let along: f32 = (0..3).map(|k| (pixel[k] - paint[k]) * to_dot[k]).sum();
                parts[part][0] += 1.0;
                parts[part][1] += f32::from(u8::from(along > PALE * whole));
            }
        }
        let [middle, ring, rim] = parts.map(|[all, pale]| pale / all.max(1.0));
        Ok(match (middle, ring) {
            // Glare makes all of it pale.
            _ if rim > 0.5 => None,
            (middle, _) if middle > 0.6 => Some(1),
            (middle, ring) if middle < 0.4 && ring > 0.12 => Some(2),
            _ => None,
        })
    }
}
