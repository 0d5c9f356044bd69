//! How a film is shot: from which table and camera, and how slowly.

use crate::synth::camera::Camera;
use crate::synth::scene::{Figure, Scene};
use crate::synth::sensor::Sensor;

/// How a film is shot.
#[derive(Clone, Debug, PartialEq)]
pub struct FilmConfig {
    /// Draws noise, paths of hands and small delays.
    pub seed: u64,
    /// The table before the first action: tiles that lie already, light, clutter, supplies
    /// beside the board, from which figures come and to which they go home.
    pub scene: Scene,
    /// Further figures on the table before the first action, by the names under which they
    /// are moved and taken.
    pub pieces: Vec<(u32, Figure)>,
    /// The camera before the first bump.
    pub camera: Camera,
    /// Its sensor.
    pub sensor: Sensor,
    /// Frames a second; only the time stamps depend on it. 5: enough to see a hand come.
    pub fps: f64,
    /// Frames in which a hand comes in, and as many in which it leaves. 3 at 5 fps: 0.6 s.
    pub reach_frames: u32,
    /// Frames a hand stays at its place. 2: nobody lays a tile faster than 0.4 s.
    pub rest_frames: u32,
    /// Quiet frames after each action, at least. 3: the gate needs two alike to call a table
    /// still.
    pub still_frames: u32,
    /// Quiet frames before the first action.
    pub lead_frames: u32,
}

impl Default for FilmConfig {
    fn default() -> Self {
        Self {
            seed: 1,
            scene: Scene::default(),
            pieces: Vec::new(),
            camera: Camera::default(),
            sensor: Sensor::default(),
            fps: 5.0,
            reach_frames: 3,
            rest_frames: 2,
            still_frames: 3,
            lead_frames: 3,
        }
    }
}
