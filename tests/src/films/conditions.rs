//! Hard tables: what can be wrong with a table that is filmed, and games drawn under it.
//!
//! A condition changes how a demo's film is shot or what hands do besides playing; the game
//! itself, and so the truth, stays as it was. Everything is drawn from seeds. Knows nothing of
//! reading.

use carcassonne::catalogue::Catalogue;
use carcassonne::geometry::{Cell, Rotation};
use nebelwacht_ui::demo::Demo;
use nebelwacht_ui::demo::plan::{DemoError, Plan};
use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use studio::synth::{Action, Camera, FilmConfig, Light, Scene, SceneTile, Stage};
use tracker::rules::Game;

/// One thing that can be wrong, from "as usual" on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Axis {
    /// How low the camera stands.
    Pose,
    /// How it is turned about the table and about its own line of sight.
    Turn,
    /// Lamp and white balance.
    Light,
    /// The sensor's noise.
    Noise,
    /// What hands do besides playing.
    Hand,
    /// Knocks.
    Bump,
    /// What lies beside the board.
    Clutter,
}

impl Axis {
    /// All of them.
    pub const ALL: [Self; 7] = [
        Self::Pose,
        Self::Turn,
        Self::Light,
        Self::Noise,
        Self::Hand,
        Self::Bump,
        Self::Clutter,
    ];

    /// What it can be, the first being as usual.
    pub const fn levels(self) -> &'static [&'static str] {
        match self {
            Self::Pose => &["75° above", "60° above", "45° above", "30° above"],
            Self::Turn => &["upright", "any"],
            Self::Light => &["room", "warm", "cold", "one side", "switched"],
            Self::Noise => &["little", "evening", "much"],
            Self::Hand => &["one piece", "in one go", "nudges", "takes back"],
            Self::Bump => &["none", "small", "hard"],
            Self::Clutter => &["none", "four", "much"],
        }
    }

    /// Its name as an option.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pose => "pose",
            Self::Turn => "turn",
            Self::Light => "light",
            Self::Noise => "noise",
            Self::Hand => "hand",
            Self::Bump => "bump",
            Self::Clutter => "clutter",
        }
    }
}

/// The level of every axis.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Conditions([usize; Axis::ALL.len()]);

impl Conditions {
    /// The level on one axis.
    pub fn level(&self, axis: Axis) -> usize {
        self.0[axis as usize]
    }

    /// The level on one axis in words.
    pub fn name(&self, axis: Axis) -> &'static str {
        axis.levels()[self.level(axis)]
    }

    /// `count` conditions in which every level of the axes in `vary` is met equally often and
    /// the levels are mixed at random (a Latin hypercube; McKay, Beckman & Conover 1979); the
    /// other axes stay as usual.
    pub fn sample(count: usize, vary: &[Axis], seed: u64) -> Vec<Self> {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut all = vec![Self::default(); count];
        for &axis in vary {
            let levels = axis.levels().len();
            let mut column: Vec<usize> = (0..count).map(|i| i % levels).collect();
            column.shuffle(&mut rng);
            for (conditions, level) in all.iter_mut().zip(column) {
                conditions.0[axis as usize] = level;
            }
        }
        all
    }

    /// All levels that are not as usual, in words.
    pub fn text(&self) -> String {
        let unusual = Axis::ALL.into_iter().filter(|axis| self.level(*axis) > 0);
        let words: Vec<_> = unusual
            .map(|axis| format!("{} {}", axis.name(), self.name(axis)))
            .collect();
        match words[..] {
            [] => "as usual".into(),
            _ => words.join(", "),
        }
    }
}

/// That game filmed under these conditions.
///
/// # Errors
/// Only where OpenCV fails.
pub fn demo(plan: &Plan, conditions: &Conditions) -> Result<Demo, DemoError> {
    let mut area_mm = [[0.0; 2]; 2];
    let mut demo = Demo::on_stage(plan, |usual, game| {
        let stage = stage(usual, game, conditions);
        area_mm = stage.area_mm;
        stage
    })?;
    let rng = &mut ChaCha8Rng::seed_from_u64(plan.seed ^ 0xd157_0000);
    film(&mut demo, area_mm, conditions, rng)?;
    let usual = std::mem::take(&mut demo.script);
    demo.script = disturbed(usual, conditions, &demo.config, rng);
    Ok(demo)
}

/// Begins a film in the middle of its game: what is done before the tile of that number is laid, from 0,
/// is done already.
pub fn join_at(demo: &mut Demo, tile: usize) {
    let lays = |action: &Action| match action {
        Action::Together(all) => all.iter().any(|one| matches!(one, Action::LayTile { .. })),
        one => matches!(one, Action::LayTile { .. }),
    };
    let laying = demo.script.iter().enumerate();
    let nth = laying.filter(|(_, action)| lays(action)).nth(tile);
    let Some((from, _)) = nth else { return };
    let before: Vec<Action> = demo.script.drain(..from).collect();
    for action in before {
        do_already(action, &mut demo.config);
    }
}

fn do_already(action: Action, config: &mut FilmConfig) {
    let tiles = &mut config.scene.tiles;
    match action {
        Action::LayTile { tile, .. } => tiles.push(tile),
        Action::NudgeTile { tile, .. } => {
            let same = tiles.iter_mut().find(|lies| lies.cell == tile.cell);
            same.into_iter().for_each(|lies| *lies = tile);
        }
        Action::TakeTile { cell, .. } => tiles.retain(|tile| tile.cell != cell),
        Action::PutFigure { id, figure, .. } => config.pieces.push((id, figure)),
        Action::TakeFigure { id, .. } => config.pieces.retain(|(name, _)| *name != id),
        Action::Bump(camera) => config.camera = camera,
        Action::LightChange(light) => config.scene.light = light,
        Action::Together(all) => all.into_iter().for_each(|one| do_already(one, config)),
        // The base game has nothing else that hands do.
        _ => {}
    }
}

/// Tiles of a script, in the order of laying.
pub fn tiles(script: &[Action]) -> Vec<SceneTile> {
    let laid = script.iter().filter_map(|action| match action {
        Action::LayTile { tile, .. } => Some(*tile),
        _ => None,
    });
    laid.collect()
}

/// Cells around the tiles of a short game that stay in view: a board in the middle of a game.
const AROUND_CELLS: f64 = 2.0;

/// How the table is set: that of a short game for the tiles that lie in the end.
fn stage(usual: Stage, game: &Game, conditions: &Conditions) -> Stage {
    let edge = |f: fn(i32, i32) -> i32, of: fn(Cell) -> i32, out: f64| {
        let cells = game.board().tiles().map(|(cell, _)| cell);
        let most = cells.map(of).reduce(f).unwrap_or_default();
        (f64::from(most) + out * (0.5 + AROUND_CELLS)) * Scene::default().pitch_mm
    };
    let around = [
        [edge(i32::min, |c| c.x, -1.0), edge(i32::min, |c| c.y, -1.0)],
        [edge(i32::max, |c| c.x, 1.0), edge(i32::max, |c| c.y, 1.0)],
    ];
    let tilt = [15.0, 30.0, 45.0, 60.0][conditions.level(Axis::Pose)];
    Stage {
        // A map is in view as a whole from the first turn on.
        area_mm: match game.setup().benelux.is_some() {
            true => usual.area_mm,
            false => around,
        },
        tilt_deg: [tilt, tilt],
        clutter: [0, 4, 6][conditions.level(Axis::Clutter)],
        ..usual
    }
}

/// How it is filmed.
fn film(
    demo: &mut Demo,
    area_mm: [[f64; 2]; 2],
    conditions: &Conditions,
    rng: &mut ChaCha8Rng,
) -> Result<(), DemoError> {
    let config = &mut demo.config;
    config.scene.light = match conditions.level(Axis::Light) {
        1 => warm(Light::default()),
        2 => Light {
            warmth: -0.5,
            level: 0.9,
            ..Light::default()
        },
        3 => Light {
            gradient: 0.7,
            lamp_height_deg: 30.0,
            ambient: 0.35,
            direct: 0.65,
            ..Light::default()
        },
        _ => Light::default(),
    };
    (config.sensor.noise, config.sensor.jpeg) =
        [(1.5, 92), (4.5, 85), (9.0, 70)][conditions.level(Axis::Noise)];
    if conditions.level(Axis::Turn) == 1 {
        config.camera.turn_deg = rng.random_range(0.0..360.0);
        config.camera.roll_deg = rng.random_range(-180.0..180.0);
        keep_in_view(&mut config.camera, area_mm)?;
    }
    if conditions.level(Axis::Clutter) == 2 {
        let catalogue = demo.truth.game().catalogue();
        let beside = loose_tiles(catalogue, area_mm, config.scene.pitch_mm, rng);
        config.scene.tiles.extend(beside);
    }
    Ok(())
}

/// A strong warm lamp in a dim room.
fn warm(usual: Light) -> Light {
    Light {
        warmth: 0.9,
        level: 0.8,
        ..usual
    }
}

/// Moves a turned camera away until it sees the whole area again.
pub(crate) fn keep_in_view(
    camera: &mut Camera,
    [low, high]: [[f64; 2]; 2],
) -> Result<(), DemoError> {
    let corners = [low, [high[0], low[1]], high, [low[0], high[1]]].map(|[x, y]| [x, y, 0.0]);
    let [width, height] = camera.size.map(f64::from);
    for _ in 0..200 {
        let seen = camera.project(&corners)?;
        let inside = |p: &[f64; 2]| p[0] > 0.0 && p[1] > 0.0 && p[0] < width && p[1] < height;
        if seen.iter().all(inside) {
            break;
        }
        camera.distance_mm *= 1.02;
    }
    Ok(())
}

/// Two tiles that wait beside the board, face up.
fn loose_tiles(
    catalogue: &Catalogue,
    [low, high]: [[f64; 2]; 2],
    pitch_mm: f64,
    rng: &mut ChaCha8Rng,
) -> Vec<SceneTile> {
    let faces: Vec<_> = catalogue.faces().cloned().collect();
    let places = [[low[0] - 20.0, low[1]], [high[0] + 20.0, high[1]]];
    let tile = |at: [f64; 2]| {
        let face = &faces[rng.random_range(0..faces.len())];
        let rotation = Rotation::ALL[rng.random_range(0..4)];
        let cell = Cell::new(
            (at[0] / pitch_mm).round() as i32,
            (at[1] / pitch_mm).round() as i32,
        );
        let mut tile = SceneTile::laid_by_hand(cell, face.id, false, 0, rotation, rng);
        tile.offset_mm = [
            at[0] - f64::from(cell.x) * pitch_mm,
            at[1] - f64::from(cell.y) * pitch_mm,
        ];
        tile.yaw_deg = rng.random_range(-40.0..40.0);
        tile
    };
    places.map(tile).to_vec()
}

/// The script with what the conditions add to it.
fn disturbed(
    usual: Vec<Action>,
    conditions: &Conditions,
    config: &FilmConfig,
    rng: &mut ChaCha8Rng,
) -> Vec<Action> {
    let moves = usual
        .iter()
        .filter(|action| matches!(action, Action::LayTile { .. }))
        .count();
    let mut script: Vec<Action> = Vec::new();
    let mut laid: Vec<SceneTile> = Vec::new();
    let mut actions = usual.into_iter().peekable();
    while let Some(action) = actions.next() {
        let Action::LayTile { tile, seat_deg } = action else {
            script.push(action);
            continue;
        };
        let turn = laid.len();
        match conditions.level(Axis::Hand) {
            2 if turn > 1 && turn.is_multiple_of(2) => {
                let mut other = laid[rng.random_range(0..turn)];
                other.offset_mm = other.offset_mm.map(|v| v + rng.random_range(-1.2..1.2));
                other.yaw_deg += rng.random_range(-2.0..2.0);
                script.push(Action::NudgeTile {
                    tile: other,
                    seat_deg,
                });
            }
            3 if turn > 0 && turn.is_multiple_of(2) => {
                let rotation = tile.rotation.then(Rotation::R90);
                let other = SceneTile { rotation, ..tile };
                script.push(Action::LayTile {
                    tile: other,
                    seat_deg,
                });
                script.push(Action::Wait(1));
                let cell = tile.cell;
                script.push(Action::TakeTile { cell, seat_deg });
            }
            _ => {}
        }
        let lay = Action::LayTile { tile, seat_deg };
        let with_meeple = conditions.level(Axis::Hand) == 1
            && matches!(actions.peek(), Some(Action::PutFigure { .. }));
        match actions.next_if(|_| with_meeple) {
            Some(put) => script.push(Action::Together(vec![lay, put])),
            None => script.push(lay),
        }
        laid.push(tile);
        if turn == moves / 2 {
            script.extend(in_the_middle(conditions, config));
        }
    }
    script
}

/// What happens once, in the middle of the game.
fn in_the_middle(conditions: &Conditions, config: &FilmConfig) -> Vec<Action> {
    let mut happens = Vec::new();
    if conditions.level(Axis::Light) == 4 {
        happens.push(Action::LightChange(warm(config.scene.light)));
        happens.push(Action::Wait(3));
    }
    let knock = [0.0, 8.0, 30.0][conditions.level(Axis::Bump)];
    if knock > 0.0 {
        let mut camera = config.camera.clone();
        camera.target_mm[0] += knock;
        camera.target_mm[1] -= knock * 0.6;
        camera.roll_deg += knock * 0.12;
        happens.push(Action::Bump(camera));
        happens.push(Action::Wait(3));
    }
    happens
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_level_is_met_equally_often() {
        let all = Conditions::sample(24, &Axis::ALL, 3);
        for axis in Axis::ALL {
            for level in 0..axis.levels().len() {
                let met = all.iter().filter(|c| c.level(axis) == level).count();
                let share = 24 / axis.levels().len();
                assert!(
                    (share..=share + 1).contains(&met),
                    "{axis:?} {level}: {met}"
                );
            }
        }
        let only = Conditions::sample(8, &[Axis::Light], 3);
        assert!(only.iter().all(|c| c.level(Axis::Pose) == 0));
    }

    #[test]
    fn a_disturbed_game_is_still_the_same_game() {
        let usual = Demo::new(&Plan::base(2).turns(5)).unwrap();
        for conditions in Conditions::sample(8, &Axis::ALL, 1) {
            let demo = demo(&Plan::base(2).turns(5), &conditions).unwrap();
            let end = demo.truth.game().tiles().len();
            assert_eq!(end, usual.truth.game().tiles().len());
            // What lies in the end is what the game says: as many more tiles are laid as taken.
            let count = |wanted: fn(&Action) -> bool| {
                let flat = demo.script.iter().flat_map(|action| match action {
                    Action::Together(all) => &all[..],
                    one => std::slice::from_ref(one),
                });
                flat.filter(|action| wanted(action)).count()
            };
            let laid = count(|a| matches!(a, Action::LayTile { .. }));
            let taken = count(|a| matches!(a, Action::TakeTile { .. }));
            assert_eq!(laid - taken, end, "{}", conditions.text());
        }
    }
}
