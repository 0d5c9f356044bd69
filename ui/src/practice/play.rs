//! Plays a base game by dice: legal moves, no wit, and the script to film it by.
//!
//! The rules decide what is legal and what comes home; chance does the rest. Everything
//! follows from the seed.

use std::sync::Arc;

use rand::seq::{IndexedRandom, SliceRandom};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use tracker::catalogue::{Catalogue, FaceId};
use tracker::event::{By, EventId, EventKind};
use tracker::features::{FeatureKind, SegmentRef};
use tracker::geometry::{Cell, Rotation, Side};
use tracker::log::Log;
use tracker::piece::{FigureKind, Pose};
use tracker::rules::FigureState;
use tracker::rules::RuleFault;
use tracker::setup::{Player, Setup, StartTile};
use vision::art::Print;
use vision::layout::Layout;
use vision::synth::{Action, Figure, Scene, SceneTile, Seat, TILE_THICKNESS_MM};

use super::{area_mm, colors, prints};

/// Chance that a player who may place a meeple does. People place in about three turns of
/// five, and run out of meeples as soon as they place in more.
const PLACE_CHANCE: f64 = 0.6;

/// Widest and highest board, cells: what a camera over a kitchen table sees.
const WIDEST: i32 = 12;
const HIGHEST: i32 = 9;

/// Places looked at per tile, of which the one with most neighbours is taken: boards grow
/// compact, as people's do, and cities close.
const PLACES_LOOKED_AT: usize = 3;

/// A game that was played, and how to film it.
#[derive(Clone, Debug)]
pub struct Played {
    /// What it follows from.
    pub seed: u64,
    /// The truth: every fact, in order.
    pub log: Log,
    /// What happens before the camera.
    pub script: Vec<Action>,
    /// North-west and south-east corner of the board at the end, mm.
    pub area_mm: [[f64; 2]; 2],
    /// Who sits where.
    pub seats: Vec<Seat>,
}

/// A move that contradicts the rules: a fault of this module, never of the dice.
#[derive(Debug, thiserror::Error)]
pub enum PlayError {
    /// The rules refuse a move.
    #[error("the practice game made an illegal move: {0}")]
    Illegal(#[from] RuleFault),
    /// The layout of a face cannot be made.
    #[error("a face has no layout: {0}")]
    Layout(#[from] opencv::Error),
}

/// Plays a game of `players` (2 to 5) for at most `turns` turns.
///
/// # Errors
/// Only for faults of this module or of OpenCV.
pub fn play(seed: u64, players: usize, turns: u32) -> Result<Played, PlayError> {
    let colors = colors(players.clamp(2, 5));
    let seat = |(index, color): (usize, _)| Player {
        name: String::new(),
        color,
        seat: u8::try_from(index + 1).unwrap_or(u8::MAX),
    };
    let setup = Setup {
        players: colors.iter().copied().enumerate().map(seat).collect(),
        ..Setup::default()
    };
    // Colours differ and options are the default ones, so this cannot be refused.
    let setup = setup.clone().validated().unwrap_or(setup);
    let catalogue = Catalogue::bundled();
    let mut table = Table {
        rng: ChaCha8Rng::seed_from_u64(seed),
        log: Log::new(catalogue.clone(), Arc::new(setup.clone())),
        script: Vec::new(),
        seats: Seat::around(&colors),
        tiles: Vec::new(),
        pitch_mm: Scene::default().pitch_mm,
    };
    let mut bag = prints(&catalogue, false);
    if let StartTile::Face(start) = setup.start
        && let Some(at) = bag.iter().position(|(face, _)| *face == start)
    {
        let (_, print) = bag.remove(at);
        table.lay(Cell::default(), Rotation::default(), print)?;
    }
    bag.shuffle(&mut table.rng);
    for _ in 0..turns {
        let Some((place, print)) = table.draw(&mut bag) else {
            break;
        };
        table.turn(place, print)?;
    }
    let cells = table.tiles.iter().map(|tile| tile.cell);
    Ok(Played {
        seed,
        area_mm: area_mm(cells, table.pitch_mm),
        log: table.log,
        script: table.script,
        seats: table.seats,
    })
}

/// The table while the game is played.
struct Table {
    rng: ChaCha8Rng,
    log: Log,
    script: Vec<Action>,
    seats: Vec<Seat>,
    tiles: Vec<SceneTile>,
    pitch_mm: f64,
}

/// Where a tile goes, and how it is turned.
type Place = (Cell, Rotation);

impl Table {
    /// Draws the first tile that fits somewhere, and chooses its place.
    fn draw(&mut self, bag: &mut Vec<(FaceId, Print)>) -> Option<(Place, Print)> {
        // A tile that fits nowhere goes to the bottom and may fit later.
        for _ in 0..bag.len() {
            let (face, print) = bag.pop()?;
            match self.place(face) {
                Some(place) => return Some((place, print)),
                None => bag.insert(0, (face, print)),
            }
        }
        None
    }

    fn place(&mut self, face: FaceId) -> Option<Place> {
        let mut places = Vec::new();
        for cell in self.frontier() {
            for (fitting, rotations, _) in self.log.game().fitting(cell) {
                if fitting == face {
                    places.extend(rotations.into_iter().map(|rotation| (cell, rotation)));
                }
            }
        }
        let neighbours = |cell: Cell| {
            self.tiles
                .iter()
                .filter(|tile| adjoin(tile.cell, cell))
                .count()
        };
        places
            .choose_multiple(&mut self.rng, PLACES_LOOKED_AT)
            .copied()
            .max_by_key(|(cell, _)| neighbours(*cell))
    }

    /// Empty cells beside the board that keep it small enough, in order.
    fn frontier(&self) -> Vec<Cell> {
        let taken: std::collections::BTreeSet<_> =
            self.tiles.iter().map(|tile| tile.cell).collect();
        let span = |of: fn(&Cell) -> i32, with: i32| {
            let low = taken.iter().map(of).min().unwrap_or(0).min(with);
            let high = taken.iter().map(of).max().unwrap_or(0).max(with);
            high - low + 1
        };
        let sides = Side::ALL;
        let beside = taken
            .iter()
            .flat_map(|cell| sides.map(|side| cell.neighbour(side)));
        let fits = |cell: &Cell| {
            !taken.contains(cell)
                && span(|cell| cell.x, cell.x) <= WIDEST
                && span(|cell| cell.y, cell.y) <= HIGHEST
        };
        beside
            .filter(fits)
            .collect::<std::collections::BTreeSet<_>>()
            .into_iter()
            .collect()
    }

    fn turn(&mut self, (cell, rotation): Place, print: Print) -> Result<(), PlayError> {
        self.lay(cell, rotation, print)?;
        let Some(color) = self.log.game().open_turn().and_then(|open| open.player) else {
            return Ok(());
        };
        let places = self.log.game().figure_places(color);
        let meeples: Vec<_> = places
            .into_iter()
            .filter(|place| place.figure == FigureKind::Meeple)
            .collect();
        if self.rng.random_bool(PLACE_CHANCE)
            && let Some(place) = meeples.choose(&mut self.rng)
        {
            self.put(place.at, place.on, color)?;
        }
        self.clear()
    }

    fn lay(&mut self, cell: Cell, rotation: Rotation, print: Print) -> Result<(), PlayError> {
        let seat_deg = self.seat_deg(self.log.game().next_player());
        let (face, garden) = (print.face, print.garden);
        let kind = EventKind::TileLaid {
            cell,
            face,
            rotation,
            garden: None,
            before: false,
        };
        self.append(kind)?;
        let rng = &mut self.rng;
        let tile = SceneTile::laid_by_hand(cell, face, garden, print.variant, rotation, rng);
        self.tiles.push(tile);
        self.script.push(Action::LayTile { tile, seat_deg });
        Ok(())
    }

    fn put(
        &mut self,
        at: SegmentRef,
        on: FeatureKind,
        color: tracker::piece::Color,
    ) -> Result<(), PlayError> {
        let (cell, segment) = (at.cell, at.segment);
        let placed = self.append(EventKind::FigurePlaced {
            cell,
            segment,
            figure: FigureKind::Meeple,
            color: Some(color),
            foot: None,
            before: false,
        })?;
        let Some(tile) = self.tiles.iter().find(|tile| tile.cell == cell).copied() else {
            return Ok(());
        };
        let Some(face) = self.log.game().catalogue().face(&tile.face).cloned() else {
            return Ok(());
        };
        let layout = Layout::new(&face, tile.garden)?;
        let stand = layout
            .shapes()
            .get(segment)
            .map_or([0.0; 2], |shape| shape.stand);
        let pose = if on == FeatureKind::Field {
            Pose::Lying
        } else {
            Pose::Standing
        };
        let figure = Figure {
            kind: FigureKind::Meeple,
            color: Some(color),
            pose,
            at_mm: tile.table_mm(stand.map(f64::from), self.pitch_mm),
            yaw_deg: self.rng.random_range(0.0..360.0),
            on_mm: TILE_THICKNESS_MM,
        };
        let seat_deg = self.seat_deg(Some(color));
        self.script.push(Action::PutFigure {
            id: id(placed),
            figure,
            seat_deg,
        });
        Ok(())
    }

    /// Takes home what the end of this turn will score.
    fn clear(&mut self) -> Result<(), PlayError> {
        let mut after = self.log.game().clone();
        after.apply(self.log.next_id(), &EventKind::TurnEnded)?;
        let due: Vec<_> = after
            .figures()
            .filter(|figure| figure.state == FigureState::DueHome)
            .map(|figure| (figure.event, figure.color))
            .collect();
        for (figure, color) in due {
            self.append(EventKind::FigureTaken { figure })?;
            let seat_deg = self.seat_deg(color);
            self.script.push(Action::TakeFigure {
                id: id(figure),
                seat_deg,
            });
        }
        Ok(())
    }

    fn append(&mut self, kind: EventKind) -> Result<EventId, PlayError> {
        let at_ms = self.log.events().len() as u64;
        Ok(self.log.append(at_ms, By::Rule, kind)?)
    }

    fn seat_deg(&self, color: Option<tracker::piece::Color>) -> f64 {
        let seat = self.seats.iter().find(|seat| Some(seat.color) == color);
        seat.or(self.seats.first())
            .map_or(180.0, |seat| seat.at_deg)
    }
}

/// A figure's name in the film: the event that placed it.
fn id(event: EventId) -> u32 {
    u32::try_from(event.0).unwrap_or(u32::MAX)
}

fn adjoin(a: Cell, b: Cell) -> bool {
    (a.x - b.x).abs() <= 1 && (a.y - b.y).abs() <= 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_games_are_legal_and_follow_from_their_seed() {
        for (seed, players) in [(1, 2), (2, 3), (3, 5)] {
            let played = play(seed, players, 200).expect("legal moves");
            assert_eq!(played.log.rejected(), []);
            let laid = played.log.game().tiles().len();
            assert!(laid > 65, "seed {seed}: {laid} tiles");
            let scored = played.log.game().lines().len();
            assert!(scored > 5, "seed {seed}: {scored} scorings");
            let again = play(seed, players, 200).expect("legal moves");
            assert_eq!(again.log, played.log);
            assert_eq!(again.script, played.script);
        }
    }
}
