//! Whether the players' colours can be told apart under this table's light.
//!
//! Looks at the wooden pieces beside the tiles ([`heaps`]), as they lie in players' supplies or are
//! shown before the game, and compares what is seen of their paints: by how much two differ,
//! measured by how much each varies by itself through shade and noise. Names no piece;
//! [`crate::pieces::figures`] does that on the tiles.

use calibration::space::ImageCorners;
use carcassonne::piece::Color;
use opencv::core::Mat;

use crate::pieces::beside::heaps;

/// Weight of lightness: lamps and shade change it first.
const LIGHTNESS: f32 = 0.5;
/// Share of its hull that is filled by what tells a paint; the rims of things fill less.
const SOLID: f64 = 0.6;
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
pub fn look(picture: &Mat, tiles: &[ImageCorners]) -> opencv::Result<Colors> {
    let mut heaps = heaps::find(picture, tiles, &Color::ALL)?;
    heaps.retain(|heap| heap.solid >= SOLID);
    let shown = heaps.chunk_by(|one, next| one.color == next.color);
    let shown = shown.filter_map(|heaps| {
        let weighed = |[l, a, b]: &[f32; 3]| [l * LIGHTNESS, *a, *b];
        let pixels = heaps
            .iter()
            .flat_map(|heap| heap.pixels.iter().map(weighed));
        let pixels: Vec<[f32; 3]> = pixels.collect();
        Some(Shown::of(heaps.first()?.color, heaps.len(), &pixels))
    });
    Ok(Colors {
        shown: shown.collect(),
    })
}

#[cfg(test)]
mod tests {
    use carcassonne::catalogue::{Catalogue, face_id};
    use carcassonne::geometry::{Cell, Rotation};
    use carcassonne::piece::{FigureKind, Pose};

    use opencv::core::{Point, Scalar, Size};
    use opencv::imgproc;
    use opencv::prelude::*;

    use super::*;
    use calibration::space::ImagePoint;
    use studio::art::Artist;
    use studio::synth::{
        Camera, Figure, Light, Photographer, Scene, SceneTile, Sensor, TILE_THICKNESS_MM, Table,
    };

    /// Two meeples of each colour beside the start tile.
    fn shown(colors: &[Color], light: Light, table: Table) -> (Mat, Vec<ImageCorners>) {
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
        let tiles = vec![[corners[0], corners[1], corners[2], corners[3]].map(ImagePoint::from)];
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
