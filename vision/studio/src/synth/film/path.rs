//! The ways of a hand: in from its seat, across the table, out again.
//!
//! Says where the hand is in each frame; never what it does there.

use rand::Rng;
use rand_chacha::ChaCha8Rng;

use crate::synth::camera::Camera;
use crate::synth::film::config::FilmConfig;
use crate::synth::scene::{Carried, Hand};

/// Distance from which a hand comes in, mm: outside any usual picture.
const FAR_MM: f64 = 560.0;

/// How a hand moves in one visit.
pub(super) struct Path {
    base: Hand,
    /// Frames of coming in.
    steps: f64,
    camera_turn_deg: f64,
}

impl Path {
    pub(super) fn from_seat(
        seat_deg: f64,
        config: &FilmConfig,
        camera: &Camera,
        rng: &mut ChaCha8Rng,
    ) -> Self {
        let seat = (seat_deg.rem_euclid(360.0) / 45.0) as usize;
        Self {
            base: Hand {
                from_deg: seat_deg + rng.random_range(-14.0..14.0f64),
                skin: SKINS[seat % SKINS.len()],
                sleeve: SLEEVES[seat % SLEEVES.len()],
                ..Hand::default()
            },
            steps: f64::from(config.reach_frames.max(1)),
            camera_turn_deg: camera.turn_deg,
        }
    }

    /// Share of the way left after `k` frames, with a slow start and end.
    fn left(&self, k: f64) -> f64 {
        let t = (k / (self.steps + 1.0)).clamp(0.0, 1.0);
        (t * std::f64::consts::PI).cos() * 0.5 + 0.5
    }

    /// The hand `k` frames after it set out to `to_mm`; the smear is its speed.
    pub(super) fn reach(&self, to_mm: [f64; 2], k: f64, carries: Option<Carried>) -> Hand {
        let (sin, cos) = self.base.from_deg.to_radians().sin_cos();
        let left = self.left(k);
        let away = left * FAR_MM;
        let speed = (self.left(k - 0.12) - self.left(k + 0.12)).abs() * FAR_MM;
        Hand {
            tip_mm: [to_mm[0] + sin * away, to_mm[1] - cos * away],
            height_mm: 14.0 + 30.0 * left,
            smear_px: speed.min(34.0),
            smear_deg: self.base.from_deg - self.camera_turn_deg,
            carries,
            ..self.base
        }
    }

    /// The hand at rest where it does something.
    pub(super) fn rest(&self, at_mm: [f64; 2]) -> Hand {
        Hand {
            smear_px: 0.0,
            ..self.reach(at_mm, self.steps + 1.0, None)
        }
    }

    /// The hand on its way from one stop to the next, lifted a little.
    pub(super) fn across(
        &self,
        from: [f64; 2],
        to: [f64; 2],
        carries: Option<Carried>,
    ) -> impl Iterator<Item = Hand> + use<> {
        let way = [to[0] - from[0], to[1] - from[1]];
        let far = way[0].hypot(way[1]);
        // As fast as it comes in, but always seen on its way.
        let count = (far / (FAR_MM / self.steps)).ceil().clamp(1.0, self.steps);
        let (base, turn) = (self.base, self.camera_turn_deg);
        (0..count as u32).map(move |k| {
            let t = (f64::from(k) + 0.5) / count;
            Hand {
                tip_mm: [from[0] + way[0] * t, from[1] + way[1] * t],
                height_mm: 30.0,
                smear_px: (far / count * 0.24).min(34.0),
                smear_deg: way[0].atan2(-way[1]).to_degrees() - turn,
                carries,
                ..base
            }
        })
    }
}

/// Skins of the players, by seat.
const SKINS: [[u8; 3]; 4] = [
    [214, 160, 130],
    [150, 102, 76],
    [232, 184, 156],
    [186, 132, 100],
];
/// Sleeves of the players, by seat.
const SLEEVES: [[u8; 3]; 5] = [
    [58, 78, 122],
    [206, 200, 188],
    [92, 62, 60],
    [70, 96, 76],
    [50, 50, 56],
];
