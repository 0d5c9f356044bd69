//! What short films of a few named tiles are made of.

use carcassonne::catalogue::face_id;
use carcassonne::geometry::{Cell, Rotation};
use studio::synth::{Action, Camera, SceneTile};

/// A small camera, so that a film is quick.
pub fn camera() -> Camera {
    Camera {
        distance_mm: 640.0,
        focal_px: 900.0,
        size: [1280, 720],
        ..Camera::default()
    }
}

/// A tile by its face's name, laid a little askew as people do.
///
/// # Panics
/// When there is no such face, or `degrees` are no quarter turns.
pub fn tile(face: &str, x: i32, y: i32, degrees: u16) -> SceneTile {
    SceneTile {
        cell: Cell::new(x, y),
        face: face_id(face).expect("a name"),
        garden: false,
        variant: 0,
        rotation: Rotation::try_from(degrees).expect("quarter turns"),
        offset_mm: [0.2, -0.1],
        yaw_deg: 0.4,
    }
}

/// Somebody in the south lays it.
pub const fn lay(tile: SceneTile) -> Action {
    Action::LayTile {
        tile,
        seat_deg: 180.0,
    }
}
