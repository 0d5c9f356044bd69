//! Plays a script of moves before the camera, frame by frame.
//!
//! A hand comes with a tile, lays it, leaves; comes with a figure, leaves; takes figures
//! home. Geometry only: who plays what is the script's matter. [`FilmFrame::done`] is the
//! exact truth of when each action holds on the table; it is for tests, never for the reader.

use opencv::core::Mat;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use tracker::catalogue::FaceId;

use super::scene::{Carried, Figure, Hand, Light, Prop, Scene, SceneTile, Sensor};
use super::{Camera, Photographer, Pictures, SynthError};

/// Something that happens on the table.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// A hand lays a tile.
    LayTile {
        /// The tile, exactly as it will lie.
        tile: SceneTile,
        /// Where the player sits, degrees clockwise from the table's north.
        seat_deg: f64,
    },
    /// A hand puts a figure down.
    PutFigure {
        /// Name by which it is taken again; must not stand on the table already.
        id: u32,
        /// The figure, exactly as it will stand.
        figure: Figure,
        /// Where the player sits.
        seat_deg: f64,
    },
    /// A hand takes a figure away. Nothing happens if there is none of that name.
    TakeFigure {
        /// Its name.
        id: u32,
        /// Where the player sits.
        seat_deg: f64,
    },
    /// A hand nudges a tile: it then lies as given. Nothing happens on an empty cell.
    NudgeTile {
        /// The tile as it lies afterwards, on the same cell.
        tile: SceneTile,
        /// Where the player sits.
        seat_deg: f64,
    },
    /// A hand takes a tile back. Nothing happens on an empty cell.
    TakeTile {
        /// The cell it lay on.
        cell: tracker::geometry::Cell,
        /// Where the player sits.
        seat_deg: f64,
    },
    /// Somebody knocks the camera: it shakes for two frames and then stands differently.
    Bump(Camera),
    /// The light is another one from now on.
    LightChange(Light),
    /// Nothing happens for some frames.
    Wait(u32),
}

/// How a film is shot.
#[derive(Clone, Debug, PartialEq)]
pub struct FilmConfig {
    /// Draws noise, paths of hands and small delays.
    pub seed: u64,
    /// The table before the first action: light, clutter, supplies beside the board.
    pub scene: Scene,
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

/// One frame of a film and the truth about it.
#[derive(Debug)]
pub struct FilmFrame {
    /// The picture, BGR.
    pub picture: Mat,
    /// Counted from 0.
    pub index: u64,
    /// Milliseconds since the film began.
    pub at_ms: u64,
    /// A hand or arm is in the picture.
    pub hand: bool,
    /// The camera shakes.
    pub shaking: bool,
    /// Numbers (in the script) of the actions that hold from this frame on, perhaps still
    /// under the hand.
    pub done: Vec<usize>,
}

/// One planned frame: what to change before it and how it looks.
struct Beat {
    change: Option<usize>,
    hand: Option<Hand>,
    /// Where the bumped camera trembles, mm of target, and the shake in px.
    tremble: Option<([f64; 2], f64)>,
}

impl Beat {
    const fn still() -> Self {
        Self {
            change: None,
            hand: None,
            tremble: None,
        }
    }
}

impl Beat {
    /// What it changes on the table, without how it looks.
    fn change_only(&self) -> Self {
        Self {
            change: self.change,
            ..Self::still()
        }
    }
}

/// No pictures at all, for counting frames.
struct NoPictures;

impl Pictures for NoPictures {
    fn face(&mut self, face: FaceId, _: bool, _: u64, _: i32) -> Result<Mat, SynthError> {
        Err(SynthError::NoPicture(face))
    }

    fn prop(&mut self, _: Prop, _: i32) -> Result<Mat, SynthError> {
        Ok(Mat::default())
    }
}

/// A film: iterate it for its frames.
pub struct Film<P> {
    photographer: Photographer<P>,
    config: FilmConfig,
    script: Vec<Action>,
    scene: Scene,
    camera: Camera,
    named: Vec<(u32, Figure)>,
    supplies: usize,
    beats: std::collections::VecDeque<Beat>,
    next_action: usize,
    index: u64,
    rng: ChaCha8Rng,
}

/// Distance from which a hand comes in, mm: outside any usual picture.
const FAR_MM: f64 = 560.0;

impl<P: Pictures> Film<P> {
    /// A film of `script`, its tiles drawn from `pictures`.
    pub fn new(script: Vec<Action>, config: FilmConfig, pictures: P) -> Self {
        let lead = (0..config.lead_frames).map(|_| Beat::still()).collect();
        Self {
            photographer: Photographer::new(pictures),
            scene: config.scene.clone(),
            supplies: config.scene.figures.len(),
            camera: config.camera.clone(),
            named: Vec::new(),
            beats: lead,
            next_action: 0,
            index: 0,
            rng: ChaCha8Rng::seed_from_u64(config.seed),
            script,
            config,
        }
    }

    /// The scene as it is after the last frame: the truth to compare a reading with.
    pub fn scene(&self) -> &Scene {
        &self.scene
    }

    /// The camera as it stands after the last frame.
    pub fn camera(&self) -> &Camera {
        &self.camera
    }

    /// How many frames are still to come.
    pub fn frames_left(&self) -> u64 {
        // The same film without a camera: only what planning looks at.
        let mut dry = Film {
            photographer: Photographer::new(NoPictures),
            config: self.config.clone(),
            script: self.script.clone(),
            scene: self.scene.clone(),
            camera: self.camera.clone(),
            named: self.named.clone(),
            supplies: self.supplies,
            beats: self.beats.iter().map(Beat::change_only).collect(),
            next_action: self.next_action,
            index: 0,
            rng: self.rng.clone(),
        };
        let mut frames = 0;
        while let Some(beat) = dry.next_beat() {
            if let Some(number) = beat.change {
                dry.hold(number);
            }
            frames += 1;
        }
        frames
    }

    fn next_beat(&mut self) -> Option<Beat> {
        while self.beats.is_empty() {
            if !self.plan() {
                return None;
            }
        }
        self.beats.pop_front()
    }

    /// Plans the frames of the next action; `false` at the end of the script.
    fn plan(&mut self) -> bool {
        let Some(action) = self.script.get(self.next_action).cloned() else {
            return false;
        };
        let number = self.next_action;
        self.next_action += 1;
        let pitch = self.scene.pitch_mm;
        let at = |tile: &SceneTile| tile.centre_mm(pitch);
        match action {
            Action::LayTile { tile, seat_deg } => {
                self.reach(number, at(&tile), seat_deg, Some(Carried::Tile(tile)), None);
            }
            Action::NudgeTile { tile, seat_deg } => {
                self.reach(number, at(&tile), seat_deg, None, None)
            }
            Action::TakeTile { cell, seat_deg } => {
                let lying = self.scene.tiles.iter().find(|t| t.cell == cell).copied();
                if let Some(tile) = lying {
                    self.reach(number, at(&tile), seat_deg, None, Some(Carried::Tile(tile)));
                }
            }
            Action::PutFigure {
                figure, seat_deg, ..
            } => {
                self.reach(
                    number,
                    figure.at_mm,
                    seat_deg,
                    Some(Carried::Figure(figure)),
                    None,
                );
            }
            Action::TakeFigure { id, seat_deg } => {
                let standing = self
                    .named
                    .iter()
                    .find(|(name, _)| *name == id)
                    .map(|(_, f)| *f);
                if let Some(figure) = standing {
                    self.reach(
                        number,
                        figure.at_mm,
                        seat_deg,
                        None,
                        Some(Carried::Figure(figure)),
                    );
                }
            }
            Action::Bump(_) => {
                for i in 0..2 {
                    let mut amount = || self.rng.random_range(-9.0..9.0f64);
                    let tremble = Some(([amount(), amount()], 9.0));
                    let change = (i == 1).then_some(number);
                    self.beats.push_back(Beat {
                        change,
                        hand: None,
                        tremble,
                    });
                }
                self.rest();
            }
            Action::LightChange(_) => {
                self.beats.push_back(Beat {
                    change: Some(number),
                    ..Beat::still()
                });
                self.rest();
            }
            Action::Wait(frames) => {
                // An empty wait still tells when it was reached.
                self.beats.push_back(Beat {
                    change: Some(number),
                    ..Beat::still()
                });
                self.beats.extend((1..frames).map(|_| Beat::still()));
            }
        }
        true
    }

    fn rest(&mut self) {
        let frames = self.config.still_frames + self.rng.random_range(0..2u32);
        self.beats.extend((0..frames).map(|_| Beat::still()));
    }

    /// A hand comes with `brings`, the action holds, the hand leaves with `takes`.
    fn reach(
        &mut self,
        number: usize,
        to_mm: [f64; 2],
        seat_deg: f64,
        brings: Option<Carried>,
        takes: Option<Carried>,
    ) {
        let from_deg = seat_deg + self.rng.random_range(-14.0..14.0f64);
        let (sin, cos) = from_deg.to_radians().sin_cos();
        let skin = SKINS[(seat_deg.rem_euclid(360.0) / 45.0) as usize % SKINS.len()];
        let sleeve = SLEEVES[(seat_deg.rem_euclid(360.0) / 45.0) as usize % SLEEVES.len()];
        let base = Hand {
            from_deg,
            skin,
            sleeve,
            ..Hand::default()
        };
        // Share of the way left, with a slow start and end; the smear is its speed.
        let steps = f64::from(self.config.reach_frames.max(1));
        let way = |k: f64| {
            let t = (k / (steps + 1.0)).clamp(0.0, 1.0);
            (t * std::f64::consts::PI).cos() * 0.5 + 0.5
        };
        let at = |k: f64, carries: Option<Carried>| {
            let away = way(k) * FAR_MM;
            let speed = (way(k - 0.12) - way(k + 0.12)).abs() * FAR_MM;
            Hand {
                tip_mm: [to_mm[0] + sin * away, to_mm[1] - cos * away],
                height_mm: 14.0 + 30.0 * way(k),
                smear_px: speed.min(34.0),
                smear_deg: from_deg - self.camera.turn_deg,
                carries,
                ..base
            }
        };
        let mut hands = Vec::new();
        for k in 1..=self.config.reach_frames {
            hands.push((at(f64::from(k), brings), false));
        }
        let rest = self.config.rest_frames.max(1);
        for k in 0..rest {
            let mut hand = at(steps + 1.0, None);
            hand.tip_mm[0] += self.rng.random_range(-1.5..1.5f64);
            hand.tip_mm[1] += self.rng.random_range(-1.5..1.5f64);
            hand.smear_px = 0.0;
            hands.push((hand, k == 0));
        }
        for k in (1..=self.config.reach_frames).rev() {
            hands.push((at(f64::from(k), takes), false));
        }
        for (hand, holds) in hands {
            let change = holds.then_some(number);
            self.beats.push_back(Beat {
                change,
                hand: Some(hand),
                tremble: None,
            });
        }
        self.rest();
    }

    /// Makes an action true on the table.
    fn hold(&mut self, number: usize) {
        match self.script[number].clone() {
            Action::LayTile { tile, .. } => self.scene.tiles.push(tile),
            Action::NudgeTile { tile, .. } => {
                if let Some(lying) = self.scene.tiles.iter_mut().find(|t| t.cell == tile.cell) {
                    *lying = tile;
                }
            }
            Action::TakeTile { cell, .. } => self.scene.tiles.retain(|t| t.cell != cell),
            Action::PutFigure { id, figure, .. } => self.named.push((id, figure)),
            Action::TakeFigure { id, .. } => self.named.retain(|(name, _)| *name != id),
            Action::Bump(camera) => self.camera = camera,
            Action::LightChange(light) => self.scene.light = light,
            Action::Wait(_) => {}
        }
        self.scene.figures.truncate(self.supplies);
        self.scene
            .figures
            .extend(self.named.iter().map(|(_, figure)| *figure));
    }

    fn shoot(&mut self, beat: Beat) -> Result<FilmFrame, SynthError> {
        if let Some(number) = beat.change {
            self.hold(number);
        }
        self.scene.hands = beat.hand.into_iter().collect();
        let mut camera = self.camera.clone();
        let mut sensor = self.config.sensor;
        if let Some((offset, shake)) = beat.tremble {
            camera.target_mm = [
                camera.target_mm[0] + offset[0],
                camera.target_mm[1] + offset[1],
            ];
            sensor.shake_px = shake;
            sensor.shake_deg = offset[0].atan2(-offset[1]).to_degrees();
        }
        let hand = self.photographer.hand_in_view(&self.scene, &camera)?;
        let seed = self.config.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ self.index;
        let picture = self
            .photographer
            .photograph(&self.scene, &camera, &sensor, seed)?;
        let index = self.index;
        self.index += 1;
        Ok(FilmFrame {
            picture,
            index,
            at_ms: (index as f64 * 1000.0 / self.config.fps.max(0.01)).round() as u64,
            hand,
            shaking: beat.tremble.is_some(),
            done: beat.change.into_iter().collect(),
        })
    }
}

impl<P: Pictures> Iterator for Film<P> {
    type Item = Result<FilmFrame, SynthError>;

    fn next(&mut self) -> Option<Self::Item> {
        let beat = self.next_beat()?;
        Some(self.shoot(beat))
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
