//! Sets a table for a film: top, light, camera, supplies and clutter from one seed.
//!
//! Knows how much room the game will need, so that the camera sees all of it and nothing
//! stands in its way; decides nothing about the game itself.

use carcassonne::piece::{Color, FigureKind, Pose};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::synth::camera::Camera;
use crate::synth::error::SynthError;
use crate::synth::film::config::FilmConfig;
use crate::synth::light::Light;
use crate::synth::scene::{Clutter, Figure, Prop, Scene, TILE_MM, Table};
use crate::synth::sensor::Sensor;

/// A player at the table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Seat {
    /// The colour of the figures.
    pub color: Color,
    /// Where the player sits, degrees clockwise from the table's north.
    pub at_deg: f64,
}

impl Seat {
    /// Players evenly around the table, clockwise, the first in the south.
    pub fn around(colors: &[Color]) -> Vec<Self> {
        let step = 360.0 / colors.len().max(1) as f64;
        let seat = |(i, &color): (usize, &Color)| Self {
            color,
            at_deg: (180.0 + step * i as f64).rem_euclid(360.0),
        };
        colors.iter().enumerate().map(seat).collect()
    }
}

/// How a table is set.
#[derive(Clone, Debug, PartialEq)]
pub struct Stage {
    /// Draws everything that is free.
    pub seed: u64,
    /// North-west and south-east corner of all tiles that will ever lie, mm.
    pub area_mm: [[f64; 2]; 2],
    /// The players.
    pub seats: Vec<Seat>,
    /// The figures in each player's supply. Seven meeples: one of the eight is on the score
    /// board.
    pub supply: Vec<FigureKind>,
    /// Pieces that nobody owns, in a heap of their own: ghosts, say.
    pub common: Vec<FigureKind>,
    /// Room for cards that each player lays down face up, a tile in size; the camera sees them.
    pub cards: usize,
    /// Least and greatest tilt of the camera, degrees. 8…38: from an arm over the table to
    /// a phone leaning on a bottle.
    pub tilt_deg: [f64; 2],
    /// Things beside the board, at most. 4: a lived-in table.
    pub clutter: usize,
}

impl Stage {
    /// A stage with the usual knobs.
    pub fn new(seed: u64, area_mm: [[f64; 2]; 2], seats: Vec<Seat>) -> Self {
        Self {
            seed,
            area_mm,
            seats,
            supply: vec![FigureKind::Meeple; 7],
            common: Vec::new(),
            cards: 0,
            tilt_deg: [8.0, 38.0],
            clutter: 4,
        }
    }

    /// The film's settings. Fails only where OpenCV does.
    pub fn set(&self) -> Result<FilmConfig, SynthError> {
        let rng = &mut ChaCha8Rng::seed_from_u64(self.seed ^ 0x57a6_e000);
        let tables = [
            Table::Oak,
            Table::Walnut,
            Table::Cloth,
            Table::White,
            Table::Slate,
        ];
        let table = tables[rng.random_range(0..tables.len())];
        let light = Light {
            lamp_deg: rng.random_range(0.0..360.0),
            lamp_height_deg: rng.random_range(48.0..76.0),
            level: rng.random_range(0.85..1.1),
            warmth: rng.random_range(-0.25..0.55),
            gradient: rng.random_range(0.05..0.35),
            gradient_deg: rng.random_range(0.0..360.0),
            softness: rng.random_range(0.7..1.8),
            ..Light::default()
        };
        let camera = self.aim(rng)?;
        let mut taken: Vec<([f64; 2], f64)> = Vec::new();
        let figures = self.supplies(rng, &mut taken);
        for seat in &self.seats {
            let cards = (0..self.cards).map(|n| (self.card_mm(*seat, n), TILE_MM));
            taken.extend(cards);
        }
        let clutter = self.clutter(rng, &mut taken);
        Ok(FilmConfig {
            seed: self.seed,
            scene: Scene {
                table,
                table_seed: self.seed,
                light,
                figures,
                clutter,
                ..Scene::default()
            },
            camera,
            sensor: Sensor {
                noise: rng.random_range(1.5..4.5),
                ..Sensor::default()
            },
            ..FilmConfig::default()
        })
    }

    /// A camera that sees the whole area with a tile's width around it, as near as it can.
    fn aim(&self, rng: &mut ChaCha8Rng) -> Result<Camera, SynthError> {
        let around_mm = if self.cards > 0 { 80.0 } else { 30.0 };
        let [low, high] = self.area_mm;
        // Stand across the longer side, as anybody would: the picture is wide.
        let wide = high[0] - low[0] >= high[1] - low[1];
        let quarter =
            if wide { 0.0 } else { 90.0 } + if rng.random_bool(0.5) { 180.0 } else { 0.0 };
        let tilt = self.tilt_deg[0].min(self.tilt_deg[1])..=self.tilt_deg[0].max(self.tilt_deg[1]);
        let mut camera = Camera {
            target_mm: [(low[0] + high[0]) / 2.0, (low[1] + high[1]) / 2.0],
            tilt_deg: rng.random_range(tilt),
            turn_deg: quarter + rng.random_range(-12.0..12.0),
            roll_deg: rng.random_range(-1.5..1.5),
            radial: [
                rng.random_range(-0.06..0.02),
                rng.random_range(-0.01..0.015),
                0.0,
            ],
            distance_mm: 420.0,
            ..Camera::default()
        };
        let corners = [low, [high[0], low[1]], high, [low[0], high[1]]].map(|p| {
            let out = |v: f64, low: f64| {
                if v == low {
                    v - around_mm
                } else {
                    v + around_mm
                }
            };
            [out(p[0], low[0]), out(p[1], low[1]), 0.0]
        });
        let [width, height] = camera.size.map(f64::from);
        for _ in 0..200 {
            let seen = camera.project(&corners)?;
            let inside = |p: &[f64; 2]| p[0] > 0.0 && p[1] > 0.0 && p[0] < width && p[1] < height;
            if seen.iter().all(inside) {
                break;
            }
            camera.distance_mm *= 1.02;
        }
        Ok(camera)
    }

    fn supplies(&self, rng: &mut ChaCha8Rng, taken: &mut Vec<([f64; 2], f64)>) -> Vec<Figure> {
        let mut figures = Vec::new();
        let mut heap_up = |kinds: &[FigureKind], color, heap: [f64; 2]| {
            for (k, &kind) in kinds.iter().enumerate() {
                let angle = k as f64 * 2.4 + rng.random_range(-0.3..0.3);
                let far = 13.0 * (k as f64 + 0.3).sqrt();
                figures.push(Figure {
                    kind,
                    color,
                    pose: if rng.random_bool(0.5) {
                        Pose::Standing
                    } else {
                        Pose::Lying
                    },
                    at_mm: [heap[0] + angle.cos() * far, heap[1] + angle.sin() * far],
                    yaw_deg: rng.random_range(0.0..360.0),
                    on_mm: 0.0,
                });
            }
        };
        for seat in &self.seats {
            // Towards the player, just outside the area.
            let (sin, cos) = seat.at_deg.to_radians().sin_cos();
            let heap = self.outside([sin, -cos], 55.0);
            taken.push((heap, 55.0));
            heap_up(&self.supply, Some(seat.color), heap);
        }
        if !self.common.is_empty() {
            // Fifteen ghosts reach 51 mm; anywhere between two players.
            let free = (0..36).map(|k| {
                let (sin, cos) = (f64::from(k) * 10.0 + 45.0).to_radians().sin_cos();
                self.outside([cos, sin], 60.0)
            });
            let room = |heap: &[f64; 2]| {
                let apart = |(at, _): &([f64; 2], f64)| (at[0] - heap[0]).hypot(at[1] - heap[1]);
                taken.iter().map(apart).fold(f64::MAX, f64::min)
            };
            let heap = free.max_by(|a, b| room(a).total_cmp(&room(b)));
            let heap = heap.unwrap_or_else(|| self.outside([1.0, 0.0], 60.0));
            taken.push((heap, 60.0));
            heap_up(&self.common, None, heap);
        }
        figures
    }

    /// Where a player lays the `n`th card, mm: in a row beside the supply, along the area's side.
    pub fn card_mm(&self, seat: Seat, n: usize) -> [f64; 2] {
        const BESIDE_SUPPLY_DEG: f64 = 28.0;
        const APART_MM: f64 = TILE_MM + 10.0;
        let radius = TILE_MM * 0.75;
        let (sin, cos) = (seat.at_deg + BESIDE_SUPPLY_DEG).to_radians().sin_cos();
        let first = self.outside([sin, -cos], radius);
        let [low, high] = self.area_mm;
        let beside = first[0] < low[0] || first[0] > high[0];
        let along = if beside {
            [0.0, sin.signum()]
        } else {
            [cos.signum(), 0.0]
        };
        let far = APART_MM * n as f64;
        [first[0] + along[0] * far, first[1] + along[1] * far]
    }

    /// The first point outwards from the area's middle whose circle of `radius` is clear of
    /// the area.
    fn outside(&self, direction: [f64; 2], radius: f64) -> [f64; 2] {
        let [low, high] = self.area_mm;
        let middle = [(low[0] + high[0]) / 2.0, (low[1] + high[1]) / 2.0];
        let half = [
            (high[0] - low[0]) / 2.0 + radius,
            (high[1] - low[1]) / 2.0 + radius,
        ];
        let reach = |k: usize| half[k] / direction[k].abs().max(1e-9);
        let far = reach(0).min(reach(1));
        [
            middle[0] + direction[0] * far,
            middle[1] + direction[1] * far,
        ]
    }

    fn clutter(&self, rng: &mut ChaCha8Rng, taken: &mut Vec<([f64; 2], f64)>) -> Vec<Clutter> {
        let mut wanted = Prop::ALL.to_vec();
        let mut clutter = Vec::new();
        while clutter.len() < self.clutter && !wanted.is_empty() {
            let prop = wanted.swap_remove(rng.random_range(0..wanted.len()));
            let [width, depth, tall] = prop.size_mm();
            // Tall things seen from the side cover more than their foot.
            let radius = width.hypot(depth) / 2.0 + tall * 0.6;
            let place = (0..40).find_map(|_| {
                let (sin, cos) = rng.random_range(0.0..std::f64::consts::TAU).sin_cos();
                let at = self.outside([cos, sin], radius + rng.random_range(4.0..40.0));
                let free = taken
                    .iter()
                    .all(|(other, r)| (at[0] - other[0]).hypot(at[1] - other[1]) > r + radius);
                free.then_some(at)
            });
            if let Some(at_mm) = place {
                taken.push((at_mm, radius));
                clutter.push(Clutter {
                    prop,
                    at_mm,
                    yaw_deg: rng.random_range(0.0..360.0),
                });
            }
        }
        clutter
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_that_nobody_owns_have_a_heap_of_their_own() {
        let stage = Stage {
            supply: vec![FigureKind::Guard, FigureKind::Meeple],
            common: vec![FigureKind::Ghost; 15],
            ..Stage::new(
                4,
                [[-200.0, -120.0], [200.0, 120.0]],
                Seat::around(&Color::ALL),
            )
        };
        let config = stage.set().unwrap();
        let of = |color: Option<Color>| {
            let figures = config.scene.figures.iter();
            figures.filter(|f| f.color == color).collect::<Vec<_>>()
        };
        assert_eq!(of(Some(Color::Red)).len(), 2);
        let ghosts = of(None);
        assert_eq!(ghosts.len(), 15);
        for ghost in ghosts {
            assert_eq!(ghost.kind, FigureKind::Ghost);
            let [x, y] = ghost.at_mm;
            assert!(x.abs() > 200.0 || y.abs() > 120.0, "{x} {y}");
            for other in Color::ALL.map(Some).into_iter().flat_map(of) {
                let far = (other.at_mm[0] - x).hypot(other.at_mm[1] - y);
                assert!(far > 20.0, "a ghost lies among {:?}", other.color);
            }
        }
    }

    #[test]
    fn the_camera_sees_the_whole_game_and_nothing_lies_in_its_way() {
        for seed in 0..40 {
            let area = [
                [-90.0 - 8.0 * seed as f64, -80.0],
                [140.0, 60.0 + 9.0 * seed as f64],
            ];
            let seats = Seat::around(&Color::ALL[..2 + seed as usize % 4]);
            let stage = Stage::new(seed, area, seats);
            let config = stage.set().unwrap();
            assert_eq!(config, stage.set().unwrap());
            let [low, high] = area;
            for corner in [low, high, [low[0], high[1]], [high[0], low[1]]] {
                let seen = config
                    .camera
                    .project(&[[corner[0], corner[1], 0.0]])
                    .unwrap()[0];
                assert!(
                    seen[0] > 5.0 && seen[0] < 1915.0 && seen[1] > 5.0 && seen[1] < 1075.0,
                    "{seed}: {seen:?}"
                );
            }
            let out =
                |p: [f64; 2]| p[0] < low[0] || p[0] > high[0] || p[1] < low[1] || p[1] > high[1];
            assert!(config.scene.figures.iter().all(|f| out(f.at_mm)), "{seed}");
            assert!(config.scene.clutter.iter().all(|c| out(c.at_mm)), "{seed}");
            assert_eq!(config.scene.figures.len(), 7 * stage.seats.len());
        }
    }
}
