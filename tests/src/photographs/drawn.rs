//! Labelled photographs that are drawn: boards of real or our own prints with pieces of all
//! colours, under lights and from sides in which nobody's photograph was looked at.
//!
//! The same labels as of a real photograph ([`crate::photographs::photo`]), so that a reading of either is judged
//! by the same rules. The pieces are the solids that the reader knows: what is drawn tells how tables,
//! lights and low cameras are borne, not how other people's pieces look.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::Context;
use carcassonne::feature::FeatureKind;
use carcassonne::geometry::Cell;
use carcassonne::piece::Pose;
use nebelwacht_ui::demo::Demo;
use nebelwacht_ui::demo::plan::Plan;
use opencv::core::Mat;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use studio::synth::{
    Action, Camera, Figure, Light, Photographer, Scene, Sensor, TILE_THICKNESS_MM, Table,
};

use crate::films::conditions::{keep_in_view, tiles};
use crate::photographs::boards::{Print, Tops};
use crate::photographs::photo::{LabelMeeple, LabelTile, Labels};

/// How high above the table cameras stand, degrees: of a person who sits, mostly.
const ABOVE_DEG: [f64; 6] = [55.0, 42.0, 34.0, 29.0, 25.0, 21.0];
/// Lamps, by turns.
const LAMPS: [Lamp; 4] = [Lamp::Room, Lamp::Evening, Lamp::Flash, Lamp::Shade];
/// Tiles on a board at least and at most.
const TILES: std::ops::RangeInclusive<u32> = 16..=40;
/// Size of the pictures, pixels, and the focal length of a phone that takes them.
const SIZE: [i32; 2] = [2400, 1800];
const FOCAL_PX: f64 = 2050.0;

#[derive(Clone, Copy, Debug)]
enum Lamp {
    /// As the table's seed says.
    Room,
    /// A candle or an old bulb.
    Evening,
    /// Beside the lens.
    Flash,
    /// The window is behind the board.
    Shade,
}

impl Lamp {
    const fn name(self) -> &'static str {
        match self {
            Self::Room => "room",
            Self::Evening => "evening",
            Self::Flash => "flash",
            Self::Shade => "shade",
        }
    }

    fn light(self, usual: Light, camera: &Camera) -> Light {
        match self {
            Self::Room => usual,
            Self::Evening => Light {
                warmth: 1.3,
                level: 0.6,
                shadow: 0.6,
                ..usual
            },
            // A camera in the south is at 180 degrees.
            Self::Flash => Light {
                lamp_deg: 180.0 + camera.turn_deg,
                lamp_height_deg: (90.0 - camera.tilt_deg).max(15.0),
                ambient: 0.3,
                direct: 0.7,
                gradient: 0.5,
                gradient_deg: 180.0,
                vignette: 0.45,
                glare: 0.5,
                level: 1.15,
                warmth: -0.1,
                ..usual
            },
            Self::Shade => Light {
                level: 0.55,
                warmth: -0.6,
                ambient: 0.85,
                direct: 0.15,
                ..usual
            },
        }
    }
}

/// Draws `count` photographs of boards with that print into a folder, each with its labels beside
/// it.
///
/// # Errors
/// Fails when a face has no picture, when OpenCV fails or nothing can be written.
pub fn fill(folder: &Path, count: u64, print: &Print) -> anyhow::Result<()> {
    std::fs::create_dir_all(folder)?;
    for number in 0..count {
        let Drawn {
            name,
            picture,
            labels,
            ..
        } = photograph(number, print)?;
        let path = folder.join(format!("{name}.jpg"));
        opencv::imgcodecs::imwrite_def(path.to_string_lossy().as_ref(), &picture)?;
        std::fs::write(path.with_extension("json"), serde_json::to_vec(&labels)?)?;
    }
    Ok(())
}

/// A photograph and what lies there.
pub struct Drawn {
    /// How it was taken.
    pub name: String,
    /// The photograph.
    pub picture: Mat,
    /// The truth.
    pub labels: Labels,
    /// How high above the table the camera stands, degrees.
    pub above_deg: f64,
}

/// The photograph of that number: equal numbers give equal photographs.
///
/// # Errors
/// Fails when a face has no picture or OpenCV fails.
pub fn photograph(number: u64, print: &Print) -> anyhow::Result<Drawn> {
    let rng = &mut ChaCha8Rng::seed_from_u64(number ^ 0x9407_0000);
    let plan = Plan {
        players: Some(rng.random_range(3..=5)),
        turns: Some(rng.random_range(TILES)),
        ..Plan::base(number)
    };
    let demo = Demo::new(&plan)?;
    let laid = tiles(&demo.script);
    let pitch_mm = demo.config.scene.pitch_mm;
    let above = ABOVE_DEG[number as usize % ABOVE_DEG.len()];
    let lamp = LAMPS[number as usize / 2 % LAMPS.len()];
    let cells: Vec<Cell> = laid.iter().map(|tile| tile.cell).collect();
    let (mut camera, area) = camera(&cells, pitch_mm, above, rng);
    keep_in_view(&mut camera, area)?;
    let on_tiles = on_tiles(&demo.script);
    let mut scene = demo.config.scene.clone();
    let tables = [
        Table::Oak,
        Table::Walnut,
        Table::Cloth,
        Table::White,
        Table::Slate,
    ];
    scene.table = *tables.choose(rng).context("tables")?;
    scene.tiles.extend(&laid);
    scene.figures.extend(on_tiles.iter());
    scene.light = lamp.light(scene.light, &camera);
    let sensor = Sensor {
        blur_px: rng.random_range(0.6..1.6),
        noise: rng.random_range(1.5..5.0),
        jpeg: rng.random_range(70..95),
        ..Sensor::default()
    };
    let labels = labels(&demo, &scene, &on_tiles, &camera)?;
    let mut photographer = Photographer::new(Tops::new(print, demo.setup.catalogue()));
    let picture = photographer.photograph(&scene, &camera, &sensor, number)?;
    let name = format!("drawn_{number:02}_{above}_{}", lamp.name());
    Ok(Drawn {
        name,
        picture,
        labels,
        above_deg: above,
    })
}

/// A camera at that height somewhere around the table, and the area that it must see, mm.
fn camera(
    cells: &[Cell],
    pitch_mm: f64,
    above_deg: f64,
    rng: &mut ChaCha8Rng,
) -> (Camera, [[f64; 2]; 2]) {
    let reach = |of: fn(&Cell) -> i32| {
        let (least, most) = cells
            .iter()
            .map(of)
            .fold((0, 0), |(a, b), v| (a.min(v), b.max(v)));
        [f64::from(least) - 0.7, f64::from(most) + 0.7].map(|v| v * pitch_mm)
    };
    let ([left, right], [top, bottom]) = (reach(|c| c.x), reach(|c| c.y));
    let camera = Camera {
        target_mm: [(left + right) / 2.0, (top + bottom) / 2.0],
        distance_mm: 250.0,
        tilt_deg: 90.0 - above_deg,
        turn_deg: rng.random_range(0.0..360.0),
        roll_deg: rng.random_range(-4.0..4.0),
        focal_px: FOCAL_PX,
        size: SIZE,
        ..Camera::default()
    };
    (camera, [[left, top], [right, bottom]])
}

/// The figures that stand on tiles in the end.
fn on_tiles(script: &[Action]) -> Vec<Figure> {
    let mut standing: BTreeMap<u32, Figure> = BTreeMap::new();
    for action in script {
        match action {
            Action::PutFigure { id, figure, .. } => drop(standing.insert(*id, *figure)),
            Action::TakeFigure { id, .. } => drop(standing.remove(id)),
            _ => {}
        }
    }
    standing.into_values().collect()
}

/// What lies and stands where in the picture.
fn labels(
    demo: &Demo,
    scene: &Scene,
    figures: &[Figure],
    camera: &Camera,
) -> anyhow::Result<Labels> {
    let mut labels = Labels::default();
    for tile in tiles(&demo.script) {
        // The table's north-west first, wherever the tile's own is.
        let turns = usize::from(tile.rotation.quarter_turns());
        let mut corners = tile.corners_mm(scene.pitch_mm);
        corners.rotate_right(turns % 4);
        let seen = camera.project(&corners.map(|[x, y]| [x, y, TILE_THICKNESS_MM]))?;
        labels.tiles.push(LabelTile {
            row: tile.cell.y,
            col: tile.cell.x,
            face: tile.face.to_string(),
            rotation: i32::from(tile.rotation.quarter_turns()),
            poly_px: [seen[0], seen[1], seen[2], seen[3]],
        });
    }
    let game = demo.truth.game();
    let board = game.board();
    for figure in figures {
        let [x, y] = figure.at_mm.map(|v| (v / scene.pitch_mm).round() as i32);
        let cell = Cell::new(x, y);
        let is_it = |placed: &&tracker::rules::Figure| {
            placed.at.cell == cell && placed.color == figure.color
        };
        let on = game.figures().find(is_it).and_then(|placed| {
            let face = &board.get(cell)?.face;
            Some(FeatureKind::of(face.kind(placed.at.segment)?))
        });
        // One whose feature has just scored is on its way home.
        let Some(on) = on else { continue };
        let [x, y] = figure.at_mm;
        let foot = camera.project(&[[x, y, TILE_THICKNESS_MM]])?;
        labels.meeples.push(LabelMeeple {
            row: cell.y,
            col: cell.x,
            color: figure.color.context("a player's piece")?.name().into(),
            pose: Some(match figure.pose {
                Pose::Standing => "standing".into(),
                Pose::Lying => "lying".into(),
            }),
            feature: on.name().into(),
            px: Some(foot[0]),
        });
    }
    Ok(labels)
}
