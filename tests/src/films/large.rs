//! Boards of as many tiles as one likes, laid from one or more boxes and seen by one camera.
//!
//! For what must hold or be measured on boards larger than a game's. Without figures.

use std::sync::Arc;

use carcassonne::catalogue::Catalogue;
use carcassonne::geometry::{Cell, Rotation};
use carcassonne::piece::Color;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use studio::synth::{FilmConfig, SceneTile, Seat, Stage, SynthError};
use tracker::board::Board;

/// A table with so many tiles in a picture of this height in pixels, from so many boxes of a
/// catalogue, and the last of them, which are still to be laid by hand.
///
/// # Errors
/// Fails when no camera sees them all.
pub fn table(
    height: i32,
    tiles: usize,
    by_hand: usize,
    (boxes, catalogue): (usize, &Catalogue),
) -> Result<(FilmConfig, Vec<SceneTile>), SynthError> {
    let mut rng = ChaCha8Rng::seed_from_u64(tiles as u64);
    let mut laid = lay(tiles, (boxes, catalogue), &mut rng);
    let most = |f: fn(i32, i32) -> i32, of: fn(&Cell) -> i32, out: f64| {
        let most = laid
            .iter()
            .map(|t| of(&t.cell))
            .reduce(f)
            .unwrap_or_default();
        (f64::from(most) + out) * 45.6
    };
    let area_mm = [
        [most(i32::min, |c| c.x, -1.0), most(i32::min, |c| c.y, -1.0)],
        [most(i32::max, |c| c.x, 1.0), most(i32::max, |c| c.y, 1.0)],
    ];
    let stage = Stage {
        tilt_deg: [20.0, 20.0],
        ..Stage::new(
            tiles as u64,
            area_mm,
            Seat::around(&[Color::Red, Color::Blue]),
        )
    };
    let mut config = stage.set()?;
    let grow = f64::from(height) / 1080.0;
    config.camera.size = [height * 16 / 9, height];
    config.camera.focal_px *= grow;
    config.sensor.blur_px *= grow.max(1.0);
    let by_hand = laid.split_off(laid.len().saturating_sub(by_hand));
    config.scene.tiles = laid;
    Ok((config, by_hand))
}

/// So many tiles from some boxes, each where it fits, near the middle first.
fn lay(
    count: usize,
    (boxes, catalogue): (usize, &Catalogue),
    rng: &mut ChaCha8Rng,
) -> Vec<SceneTile> {
    let mut bag: Vec<_> = catalogue
        .faces()
        .flat_map(|face| std::iter::repeat_n(Arc::clone(face), boxes * usize::from(face.copies)))
        .collect();
    bag.shuffle(rng);
    let start: Vec<_> = catalogue.start().cloned().collect();
    bag.extend(start);
    let mut board = Board::default();
    let mut tiles = Vec::new();
    while tiles.len() < count {
        let Some(face) = bag.pop() else { break };
        let mut places = board.placements(&face);
        if board.is_empty() {
            places = vec![(Cell::default(), Rotation::R0)];
        }
        let far = |cell: &Cell| cell.x.pow(2) * 9 / 16 + cell.y.pow(2);
        let nearest = places.iter().map(|(cell, _)| far(cell)).min();
        places.retain(|(cell, _)| Some(far(cell)) == nearest);
        let Some(&(cell, rotation)) = places.choose(rng) else {
            // Nothing fits now; perhaps later.
            bag.insert(rng.random_range(0..=bag.len()), face);
            continue;
        };
        if board.lay(cell, &face, rotation).is_ok() {
            let (id, variant) = (face.id, tiles.len() as u64);
            tiles.push(SceneTile::laid_by_hand(
                cell, id, false, variant, rotation, rng,
            ));
        }
    }
    tiles
}
