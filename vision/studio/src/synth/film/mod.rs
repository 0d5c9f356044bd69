//! Plays a script of moves before the camera, frame by frame.
//!
//! A hand comes with a tile, lays it, leaves; comes with a figure, leaves; takes figures
//! home; lifts a piece here and sets it down there; does several of these in one visit.
//! Geometry only: who plays what is the script's matter. [`FilmFrame::done`] is the exact
//! truth of when each action holds on the table; it is for tests, never for the reader. [`script`] has the words of a script, [`stage`] sets the table.

mod config;
mod path;
mod script;
mod stage;

use carcassonne::catalogue::FaceId;
use carcassonne::geometry::Cell;
use opencv::core::Mat;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::synth::camera::Camera;
use crate::synth::error::SynthError;
use crate::synth::light::Light;
use crate::synth::photographer::Photographer;
use crate::synth::pictures::Pictures;
use crate::synth::scene::{Card, Carried, Figure, Hand, Prop, Scene, SceneTile};
use path::Path;

pub use config::FilmConfig;
pub use script::Action;
pub use stage::{Seat, Stage};

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
#[derive(Default)]
struct Beat {
    deed: Option<Deed>,
    /// The action that holds from here on.
    done: Option<usize>,
    hand: Option<Hand>,
    /// Where the bumped camera trembles, mm of target, and the shake in px.
    tremble: Option<([f64; 2], f64)>,
}

impl Beat {
    /// What it changes on the table, without how it looks.
    fn change_only(&self) -> Self {
        Self {
            deed: self.deed.clone(),
            done: self.done,
            ..Self::default()
        }
    }
}

/// A single change of what the camera sees.
#[derive(Clone)]
enum Deed {
    Lay(SceneTile),
    /// The tile on that cell lies as given from now on.
    Nudge(SceneTile),
    Lift(Cell),
    Put(u32, Figure),
    Take(u32),
    PutCard(u32, Card),
    TakeCard(u32),
    Camera(Camera),
    Light(Light),
}

/// What a hand does at one place.
struct Stop {
    at_mm: [f64; 2],
    brings: Option<Carried>,
    deed: Deed,
    takes: Option<Carried>,
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
    beats: std::collections::VecDeque<Beat>,
    next_action: usize,
    index: u64,
    rng: ChaCha8Rng,
}

impl<P: Pictures> Film<P> {
    /// A film of `script`, its tiles drawn from `pictures`.
    pub fn new(script: Vec<Action>, config: FilmConfig, pictures: P) -> Self {
        let lead = (0..config.lead_frames).map(|_| Beat::default()).collect();
        let mut film = Self {
            photographer: Photographer::new(pictures),
            scene: config.scene.clone(),
            camera: config.camera.clone(),
            named: config.pieces.clone(),
            beats: lead,
            next_action: 0,
            index: 0,
            rng: ChaCha8Rng::seed_from_u64(config.seed),
            script,
            config,
        };
        film.stand_named();
        film
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
            beats: self.beats.iter().map(Beat::change_only).collect(),
            next_action: self.next_action,
            index: 0,
            rng: self.rng.clone(),
        };
        let mut frames = 0;
        while let Some(beat) = dry.next_beat() {
            if let Some(deed) = beat.deed {
                dry.hold(deed);
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
        match action {
            Action::Bump(camera) => {
                for deed in [None, Some(Deed::Camera(camera))] {
                    let mut amount = || self.rng.random_range(-9.0..9.0f64);
                    let tremble = Some(([amount(), amount()], 9.0));
                    self.beats.push_back(Beat {
                        done: deed.is_some().then_some(number),
                        deed,
                        hand: None,
                        tremble,
                    });
                }
                self.rest();
            }
            Action::LightChange(light) => {
                self.beats.push_back(Beat {
                    deed: Some(Deed::Light(light)),
                    done: Some(number),
                    ..Beat::default()
                });
                self.rest();
            }
            Action::Wait(frames) => {
                // An empty wait still tells when it was reached.
                self.beats.push_back(Beat {
                    done: Some(number),
                    ..Beat::default()
                });
                self.beats.extend((1..frames).map(|_| Beat::default()));
            }
            by_hand => {
                let stops = self.stops(&by_hand);
                self.visit(number, by_hand.seat_deg(), stops);
            }
        }
        true
    }

    fn rest(&mut self) {
        let frames = self.config.still_frames + self.rng.random_range(0..2u32);
        self.beats.extend((0..frames).map(|_| Beat::default()));
    }

    /// Where a hand does what for an action, on the table as it is; nowhere if there is
    /// nothing to do or no hand is needed.
    fn stops(&self, action: &Action) -> Vec<Stop> {
        let lying = |cell: Cell| self.scene.tiles.iter().find(|tile| tile.cell == cell);
        let standing = |id: u32| {
            let found = self.named.iter().find(|(name, _)| *name == id);
            found.map(|(_, figure)| figure)
        };
        let on_tile = |tile: &SceneTile, brings: bool, deed: Deed, takes: bool| Stop {
            at_mm: tile.centre_mm(self.scene.pitch_mm),
            brings: brings.then_some(Carried::Tile(*tile)),
            deed,
            takes: takes.then_some(Carried::Tile(*tile)),
        };
        let put = |id: u32, figure: Figure| Stop {
            at_mm: figure.at_mm,
            brings: Some(Carried::Figure(figure)),
            deed: Deed::Put(id, figure),
            takes: None,
        };
        let take = |id: u32, figure: Figure| Stop {
            at_mm: figure.at_mm,
            brings: None,
            deed: Deed::Take(id),
            takes: Some(Carried::Figure(figure)),
        };
        match action {
            Action::LayTile { tile, .. } => vec![on_tile(tile, true, Deed::Lay(*tile), false)],
            Action::NudgeTile { tile, .. } => {
                vec![on_tile(tile, false, Deed::Nudge(*tile), false)]
            }
            Action::TakeTile { cell, .. } => {
                let lift = |tile| on_tile(tile, false, Deed::Lift(*cell), true);
                lying(*cell).map(lift).into_iter().collect()
            }
            Action::MoveTile { from, tile, .. } => lying(*from).map_or_else(Vec::new, |old| {
                vec![
                    on_tile(old, false, Deed::Lift(*from), true),
                    on_tile(tile, true, Deed::Lay(*tile), false),
                ]
            }),
            Action::PutFigure { id, figure, .. } => vec![put(*id, *figure)],
            Action::TakeFigure { id, .. } => {
                let there = standing(*id).map(|figure| take(*id, *figure));
                there.into_iter().collect()
            }
            Action::MoveFigure { id, to, .. } => standing(*id)
                .map_or_else(Vec::new, |figure| vec![take(*id, *figure), put(*id, *to)]),
            Action::PutCard { id, card, .. } => vec![Stop {
                at_mm: card.at_mm,
                brings: None,
                deed: Deed::PutCard(*id, *card),
                takes: None,
            }],
            Action::TakeCard { id, .. } => {
                let cards = self.scene.cards.iter();
                let lying = cards.filter(|(name, _)| name == id);
                let take = lying.map(|(_, card)| Stop {
                    at_mm: card.at_mm,
                    brings: None,
                    deed: Deed::TakeCard(*id),
                    takes: None,
                });
                take.collect()
            }
            Action::Together(all) => all.iter().flat_map(|one| self.stops(one)).collect(),
            Action::Bump(_) | Action::LightChange(_) | Action::Wait(_) => Vec::new(),
        }
    }

    /// A hand comes, does at each stop what is to do there, and leaves.
    fn visit(&mut self, number: usize, seat_deg: f64, stops: Vec<Stop>) {
        let (Some(first), Some(last)) = (stops.first(), stops.last()) else {
            return;
        };
        let path = Path::from_seat(seat_deg, &self.config, &self.camera, &mut self.rng);
        for k in 1..=self.config.reach_frames {
            let hand = path.reach(first.at_mm, f64::from(k), first.brings);
            self.show(hand, None, None);
        }
        let leave = (last.at_mm, last.takes);
        let count = stops.len();
        let mut before: Option<([f64; 2], Option<Carried>)> = None;
        for (n, stop) in stops.into_iter().enumerate() {
            if let Some((from, taken)) = before {
                let carries = taken.or(stop.brings);
                for hand in path.across(from, stop.at_mm, carries) {
                    self.show(hand, None, None);
                }
            }
            before = Some((stop.at_mm, stop.takes));
            let mut deed = Some(stop.deed);
            for _ in 0..self.config.rest_frames.max(1) {
                let mut hand = path.rest(stop.at_mm);
                hand.tip_mm[0] += self.rng.random_range(-1.5..1.5f64);
                hand.tip_mm[1] += self.rng.random_range(-1.5..1.5f64);
                let deed = deed.take();
                let done = (deed.is_some() && n + 1 == count).then_some(number);
                self.show(hand, deed, done);
            }
        }
        for k in (1..=self.config.reach_frames).rev() {
            let hand = path.reach(leave.0, f64::from(k), leave.1);
            self.show(hand, None, None);
        }
        self.rest();
    }

    fn show(&mut self, hand: Hand, deed: Option<Deed>, done: Option<usize>) {
        self.beats.push_back(Beat {
            deed,
            done,
            hand: Some(hand),
            tremble: None,
        });
    }

    /// Makes a change true on the table.
    fn hold(&mut self, deed: Deed) {
        match deed {
            Deed::Lay(tile) => self.scene.tiles.push(tile),
            Deed::Nudge(tile) => {
                if let Some(lying) = self.scene.tiles.iter_mut().find(|t| t.cell == tile.cell) {
                    *lying = tile;
                }
            }
            Deed::Lift(cell) => self.scene.tiles.retain(|t| t.cell != cell),
            Deed::Put(id, figure) => self.named.push((id, figure)),
            Deed::Take(id) => self.named.retain(|(name, _)| *name != id),
            Deed::PutCard(id, card) => {
                self.scene.cards.retain(|(name, _)| *name != id);
                self.scene.cards.push((id, card));
            }
            Deed::TakeCard(id) => self.scene.cards.retain(|(name, _)| *name != id),
            Deed::Camera(camera) => self.camera = camera,
            Deed::Light(light) => self.scene.light = light,
        }
        self.stand_named();
    }

    /// Stands the named figures behind what is left in the supplies: whatever stands elsewhere was
    /// taken from its heap, the last one of its kind first.
    fn stand_named(&mut self) {
        let mut figures = self.config.scene.figures.clone();
        for (_, figure) in &self.named {
            let like = |other: &Figure| (other.kind, other.color) == (figure.kind, figure.color);
            if let Some(taken) = figures.iter().rposition(like) {
                figures.remove(taken);
            }
        }
        figures.extend(self.named.iter().map(|(_, figure)| *figure));
        self.scene.figures = figures;
    }

    fn shoot(&mut self, beat: Beat) -> Result<FilmFrame, SynthError> {
        if let Some(deed) = beat.deed {
            self.hold(deed);
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
            done: beat.done.into_iter().collect(),
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
