//! Counts the players' pieces beside the board, as they lie and stand in their supplies.
//!
//! Pieces touch and hide each other there, so a heap is not taken apart: what it covers, by what
//! one piece covers at that place, says between which numbers its count lies. Which piece each is,
//! and whether the counts are right, is not its business.

use calibration::space::{self, Image, apart, vec2};
use calibration::{Homography, Point as Place, View};
use carcassonne::piece::{FigureKind, Pose};
use carcassonne::seen::SeenSupply;
use opencv::core::{Mat, Point, Rect, Scalar, Vector};
use opencv::imgproc;

use crate::cv;
use crate::pieces::beside::heaps::Heap;
use crate::pieces::paint::Paint;
use crate::pieces::place::PITCH_MM;
use crate::pieces::silhouette::{Outlines, Silhouettes, Turn};
use shapes::solid::body;

/// What one piece covers, as shares of its least and greatest silhouette there: pieces in a heap
/// hide up to a third of each other, and shade and glare take from their rims.
const LEAST_SHOWN: f64 = 0.72;
const MOST_SHOWN: f64 = 1.35;
/// Share of its hull that a single piece fills: stripes of cloth and the rims of things fill less.
const SOLID: f64 = 0.6;
/// Turns in which a piece's silhouette is measured, degrees.
const TURNS_DEG: [f64; 3] = [0.0, 60.0, 120.0];
/// Side of a pixel in which silhouettes are measured, as a share of a cell.
const PIXEL: f64 = 0.01;
/// No silhouette is so large there, pixels: a hundred are a cell. What is lies at the table's horizon.
const LARGEST_PX: i32 = 10_000;

/// A table's supplies.
pub(crate) struct Supplies<'a> {
    /// Picture to cells.
    pub(crate) lattice_from_image: &'a Homography<space::Lattice, Image>,
    pub(crate) view: &'a View<space::Lattice>,
    /// Usual size of this set's pieces.
    pub(crate) usual_size: f64,
}

impl Supplies<'_> {
    /// What of these heaps are the pieces of each player who wears one of the paints.
    ///
    /// # Errors
    /// Fails when OpenCV does.
    pub(crate) fn count(
        &self,
        heaps: &[Heap],
        paints: &[Paint],
    ) -> opencv::Result<Vec<SeenSupply>> {
        let mut counted: Vec<SeenSupply> = Vec::new();
        for heap in heaps {
            let paint = paints.iter().find(|paint| paint.color == Some(heap.color));
            let Some(paint) = paint else { continue };
            let (least, most) = self.pieces(heap, &paint.kinds)?;
            match counted.last_mut().filter(|last| last.color == heap.color) {
                Some(last) => {
                    last.least = last.least.saturating_add(least);
                    last.most = last.most.zip(most).map(|(a, b)| a.saturating_add(b));
                }
                None => counted.push(SeenSupply {
                    color: heap.color,
                    least,
                    most,
                }),
            }
        }
        Ok(counted)
    }

    /// Between which numbers a heap's count lies.
    fn pieces(&self, heap: &Heap, kinds: &[FigureKind]) -> opencv::Result<(u8, Option<u8>)> {
        let Some([small, large]) = self.one_piece(heap, kinds)? else {
            return Ok((0, None));
        };
        let most = (heap.area / (LEAST_SHOWN * small)).floor().max(1.0);
        if most < 2.0 && heap.solid < SOLID {
            return Ok((0, Some(0)));
        }
        let least = (heap.area / (MOST_SHOWN * large)).ceil().clamp(1.0, most);
        // Rust's casts saturate.
        let most = (!heap.cut).then_some(most as u8);
        Ok((least as u8, most))
    }

    /// Least and greatest silhouette of one piece where the heap lies, picture px².
    fn one_piece(&self, heap: &Heap, kinds: &[FigureKind]) -> opencv::Result<Option<[f64; 2]>> {
        let foot = self.lattice_from_image.apply(heap.middle);
        let [here, east, south] = [vec2(0.0, 0.0), vec2(1.0, 0.0), vec2(0.0, 1.0)]
            .map(|step| self.view.project((foot + step).to_3d()));
        // Pixels of the measuring raster in one of the picture.
        let zoom = 1.0 / (PIXEL * apart(east, here).max(apart(south, here)));
        if !zoom.is_finite() || zoom <= 0.0 {
            return Ok(None);
        }
        let to_raster = |point| -> Place<Measured> {
            let from_here = (self.view.project(point) - here) * zoom;
            from_here.cast_unit().to_point()
        };
        let eyes = Silhouettes {
            to_picture: &to_raster,
            unit_mm: PITCH_MM,
        };
        let mut bounds: Option<[f64; 2]> = None;
        for &kind in kinds {
            let poses = [Pose::Standing, Pose::Lying];
            for pose in poses
                .into_iter()
                .filter(|p| *p == Pose::Standing || kind.can_lie())
            {
                for deg in TURNS_DEG {
                    let turn = Turn {
                        deg,
                        mirrored: false,
                    };
                    let shape = eyes.shape(&body(kind), pose, foot, self.usual_size, turn);
                    let area = covered(&shape)? / (zoom * zoom);
                    let [small, large] = bounds.unwrap_or([area; 2]);
                    bounds = Some([small.min(area), large.max(area)]);
                }
            }
        }
        Ok(bounds.filter(|[small, _]| *small > 0.0))
    }
}

/// Pixels of the raster in which silhouettes are measured.
enum Measured {}

/// What polygons cover together, px; nothing where they reach to the horizon.
fn covered(polygons: &Outlines<Measured>) -> opencv::Result<f64> {
    let all: Vector<Vector<Point>> = polygons.iter().map(cv::polygon).collect();
    let points: Vector<Point> = all.iter().flatten().collect();
    let area: Rect = imgproc::bounding_rect(&points)?;
    if area.width.max(area.height) > LARGEST_PX {
        return Ok(0.0);
    }
    let zero = Scalar::all(0.0);
    let mut drawn = Mat::new_size_with_default(area.size(), opencv::core::CV_8UC1, zero)?;
    for polygon in &all {
        let one = Vector::<Vector<Point>>::from_iter([polygon]);
        imgproc::fill_poly(
            &mut drawn,
            &one,
            Scalar::all(255.0),
            imgproc::LINE_8,
            0,
            Point::default() - area.tl(),
        )?;
    }
    Ok(f64::from(opencv::core::count_non_zero(&drawn)?))
}

#[cfg(test)]
mod tests {
    use carcassonne::catalogue::{Catalogue, face_id};
    use carcassonne::geometry::{Cell, Rotation};
    use carcassonne::piece::Color;
    use opencv::prelude::*;

    use super::*;
    use crate::pieces::beside::heaps;
    use calibration::space::{ImagePoint, LatticePoint};
    use studio::art::Artist;
    use studio::synth::{Photographer, SceneTile, Seat, Stage, TILE_THICKNESS_MM};

    /// The counts of a table set from a seed, all of it in view, where each player has `left`
    /// pieces.
    fn counted(seed: u64, colors: &[Color], left: usize) -> Vec<SeenSupply> {
        let area_mm = [[-140.0, -100.0], [140.0, 100.0]];
        let stage = Stage {
            supply: vec![FigureKind::Meeple; left],
            clutter: 0,
            ..Stage::new(seed, area_mm, Seat::around(colors))
        };
        let mut film = stage.set().unwrap();
        film.camera.distance_mm *= 1.5;
        let tile = |x, y| SceneTile {
            cell: Cell::new(x, y),
            face: face_id("D").unwrap(),
            garden: false,
            variant: 0,
            offset_mm: [0.0, 0.0],
            yaw_deg: 0.0,
            rotation: Rotation::R0,
        };
        film.scene.tiles = (-1..2).flat_map(|x| [tile(x, 0), tile(x, 1)]).collect();
        let mut photographer = Photographer::new(Artist::new(Catalogue::bundled()));
        let picture = photographer.photograph(&film.scene, &film.camera, &film.sensor, seed);
        let picture = picture.unwrap();
        let mut plane = Vec::new();
        let mut tiles = Vec::new();
        for tile in &film.scene.tiles {
            let corners = tile.corners_mm(film.scene.pitch_mm);
            plane.extend(corners.map(|p| LatticePoint::from(p.map(|v| v / film.scene.pitch_mm))));
            let corners = corners.map(|[x, y]| [x, y, TILE_THICKNESS_MM]);
            let seen = film.camera.project(&corners).unwrap();
            tiles.push([seen[0], seen[1], seen[2], seen[3]].map(ImagePoint::from));
        }
        let image: Vec<ImagePoint> = tiles.iter().flatten().copied().collect();
        let size = [picture.cols(), picture.rows()].map(f64::from);
        let view = View::fit(&plane, &image, size).unwrap();
        let lattice_from_image = Homography::fit(&image, &plane, 0.1).unwrap().map;
        let supplies = Supplies {
            lattice_from_image: &lattice_from_image,
            view: &view,
            usual_size: 1.0,
        };
        let paints: Vec<Paint> = colors
            .iter()
            .map(|&color| Paint::of_player(color, &[FigureKind::Meeple]))
            .collect();
        let heaps = heaps::find(&picture, &tiles, &Color::ALL).unwrap();
        supplies.count(&heaps, &paints).unwrap()
    }

    #[test]
    fn what_reaches_to_the_horizon_is_not_drawn() {
        let square = |side| vec![space::square::<Measured>(0.0, side).to_vec()];
        assert_eq!(covered(&square(9.0)).unwrap(), 100.0);
        assert_eq!(covered(&square(1e12)).unwrap(), 0.0);
    }

    #[test]
    fn counts_lie_within_what_is_said_of_them() {
        // On a dark table black pieces are not seen.
        let colors: Vec<Color> = Color::ALL
            .into_iter()
            .filter(|c| *c != Color::Black)
            .collect();
        let (mut counts, mut within, mut exact) = (0, 0, 0);
        for seed in 0..5 {
            let colors = &colors[..2 + seed as usize % 4];
            for left in [1, 3, 5, 7] {
                let seen = counted(seed, colors, left);
                for color in colors {
                    let own = seen.iter().find(|seen| seen.color == *color);
                    let (least, most) = own.map_or((0, Some(0)), |own| (own.least, own.most));
                    let is_within =
                        least <= left as u8 && most.is_none_or(|most| left as u8 <= most);
                    counts += 1;
                    within += u32::from(is_within);
                    exact += u32::from(is_within && most == Some(least));
                }
            }
        }
        assert!(
            10 * within >= 9 * counts && 10 * exact >= 4 * counts,
            "{within}, {exact} of {counts}"
        );
    }
}
