//! The demo on a map: start squares, island stacks, chips, and the hands that handle them.
//!
//! Beside [`super::table`], which plays the turns. Knows what lies hidden (what a chip is worth,
//! which tiles a stack holds) and never more of the rules than the tracker offers.

use std::collections::BTreeMap;
use std::sync::Arc;

use carcassonne::catalogue::Face;
use carcassonne::geometry::{Cell, Side};
use carcassonne::map::{ChipColor, Map, SquareKind};
use rand::Rng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use shapes::map_board::{MARGIN, board};
use studio::art::Print;
use studio::synth::{Action, CHIP_MM, Card, CardShows, Seat};
use tracker::log::event::EventKind;
use tracker::rules::Game;
use tracker::setup::Setup;

/// Chips in the box of each colour, and those that are laid (rules dossier "Maps Benelux",
/// section 2).
const CHIPS_EACH: usize = 10;
const CHIPS_LAID: usize = 20;
/// Tiles of an island's stack.
const STACK: usize = 5;
/// Chips laid in one visit of a hand.
const HANDFUL: usize = 5;
/// Between the middles of chips in front of a player, mm.
const CHIP_STEP_MM: f64 = 26.0;

/// Names of chips and stacks on the drawn table.
const FIRST_STACK: u32 = 2_000_000;
const FIRST_CHIP: u32 = 2_100_000;

/// A tile and the number of its copy.
pub(super) type Tile = (Arc<Face>, u8);

/// A chip of the game.
#[derive(Clone, Debug)]
struct Chip {
    cell: Cell,
    color: ChipColor,
    value: u8,
    /// The seat of whoever has it.
    owner: Option<usize>,
    paid: bool,
}

/// What lies on the map and beside it.
#[derive(Clone, Debug)]
pub(super) struct OnMap {
    map: Arc<Map>,
    pitch_mm: f64,
    /// In the order they were laid, by which the rules pay them.
    chips: Vec<Chip>,
    stacks: BTreeMap<Cell, Vec<Tile>>,
    /// The stack whose next tile is to be turned up.
    face_down: Option<Cell>,
    /// Chips that were ever laid in front of the players along each side of the board.
    shelved: BTreeMap<Side, i32>,
    drawn_turns: BTreeMap<u32, f64>,
}

/// How the top of a stack lies.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Top {
    FaceUp,
    FaceDown,
}

impl OnMap {
    /// The map that a set-up plays on, if it does.
    pub(super) fn of(setup: &Setup, pitch_mm: f64) -> Option<Self> {
        let map = setup.benelux.as_ref()?.map();
        Some(Self {
            map,
            pitch_mm,
            chips: Vec::new(),
            stacks: BTreeMap::new(),
            face_down: None,
            shelved: BTreeMap::new(),
            drawn_turns: BTreeMap::new(),
        })
    }

    /// The map.
    pub(super) fn map(&self) -> &Arc<Map> {
        &self.map
    }

    /// The corners of the printed board, mm.
    pub(super) fn area_mm(&self) -> [[f64; 2]; 2] {
        board(&self.map).map(|p| p.map(|v| v * self.pitch_mm))
    }

    fn middle_mm(&self, cell: Cell) -> [f64; 2] {
        [cell.x, cell.y].map(|v| f64::from(v) * self.pitch_mm)
    }

    /// Stacks come onto the islands, chips onto the squares; what that means and how hands do it.
    pub(super) fn set_up(
        &mut self,
        game: &Game,
        bag: &mut Vec<Tile>,
        seat: Seat,
        rng: &mut ChaCha8Rng,
    ) -> (Vec<EventKind>, Vec<Action>) {
        let (mut events, mut script) = (Vec::new(), Vec::new());
        let islands: Vec<Cell> = self.map.islands().map(|(cell, _)| cell).collect();
        let mut visit = Vec::new();
        for island in islands {
            let rest = bag.len().saturating_sub(STACK);
            let stack = bag.split_off(rest);
            if let Some((face, _)) = stack.last() {
                let face = face.id;
                events.push(EventKind::IslandRevealed { island, face });
            }
            self.stacks.insert(island, stack);
            visit.extend(self.lay_stack(island, Top::FaceUp, seat, rng));
        }
        script.push(Action::Together(visit));
        self.deal_chips(game, rng);
        for (first, handful) in self.chips.chunks(HANDFUL).enumerate() {
            let lay = |(n, chip): (usize, &Chip)| {
                let mut near = || rng.random_range(-3.0..3.0);
                let [x, y] = self.middle_mm(chip.cell);
                let at_mm = [x + near(), y + near()];
                self.put_chip(first * HANDFUL + n, None, at_mm, seat)
            };
            let visit = handful.iter().enumerate().map(lay).collect();
            script.push(Action::Together(visit));
        }
        let laid = |chip: &Chip| EventKind::ChipLaid {
            cell: chip.cell,
            color: Some(chip.color),
        };
        events.extend(self.chips.iter().map(laid));
        (events, script)
    }

    /// Chips are shuffled and laid where they may lie, all over the map.
    fn deal_chips(&mut self, game: &Game, rng: &mut ChaCha8Rng) {
        let mut box_: Vec<(ChipColor, u8)> = ChipColor::ALL
            .into_iter()
            .flat_map(|color| (0..CHIPS_EACH).map(move |n| (color, 1 + (n % 2) as u8)))
            .collect();
        box_.shuffle(rng);
        let starts = game.board().ground().map(|ground| ground.starts.clone());
        let starts = starts.unwrap_or_default();
        let land = self.map.of_kind(SquareKind::Land).map(|(cell, _)| cell);
        let mut land: Vec<Cell> = land.collect();
        land.shuffle(rng);
        for cell in land {
            let beside = Side::ALL.map(|side| cell.neighbour(side));
            let free = self.chips.iter().all(|chip| !beside.contains(&chip.cell));
            if !free || self.chips.len() >= CHIPS_LAID || !self.map.takes_chip(cell, &starts) {
                continue;
            }
            let Some((color, value)) = box_.pop() else {
                return;
            };
            self.chips.push(Chip {
                cell,
                color,
                value,
                owner: None,
                paid: false,
            });
        }
    }

    fn put_chip(&self, number: usize, value: Option<u8>, at_mm: [f64; 2], seat: Seat) -> Action {
        Action::PutCard {
            id: chip_name(number),
            card: Card {
                shows: CardShows::Chip {
                    color: self.chips[number].color,
                    value,
                },
                at_mm,
                turn_deg: at_mm[0] * 7.0 % 360.0,
            },
            seat_deg: seat.at_deg,
        }
    }

    /// A stack as it now is.
    fn lay_stack(
        &mut self,
        island: Cell,
        top: Top,
        seat: Seat,
        rng: &mut ChaCha8Rng,
    ) -> Option<Action> {
        let number = self.stacks.keys().position(|cell| *cell == island)?;
        let id = FIRST_STACK + number as u32;
        let seat_deg = seat.at_deg;
        let stack = self.stacks.get(&island)?;
        let Some((face, copy)) = stack.last() else {
            return Some(Action::TakeCard { id, seat_deg });
        };
        let turn_deg = *self
            .drawn_turns
            .entry(id)
            .or_insert_with(|| rng.random_range(-2.0..2.0));
        // A tile that is turned over comes to lie as it happens to.
        let quarter = match top {
            Top::FaceUp => rng.random_range(0..4),
            Top::FaceDown => 0,
        };
        let shows = CardShows::Stack {
            top: (top == Top::FaceUp).then(|| Print::of_copy(face, *copy)),
            layers: u8::try_from(stack.len()).unwrap_or(u8::MAX),
        };
        Some(Action::PutCard {
            id,
            card: Card {
                shows,
                at_mm: self.middle_mm(island),
                turn_deg: turn_deg + 90.0 * f64::from(quarter),
            },
            seat_deg,
        })
    }

    /// The player at that seat pays a chip and takes the top tile of an island.
    pub(super) fn buy(
        &mut self,
        island: Cell,
        owner: usize,
        seat: Seat,
        rng: &mut ChaCha8Rng,
    ) -> Option<(Tile, Vec<Action>)> {
        let color = self.map.islands().find(|(cell, _)| *cell == island)?.1;
        let tile = self.stacks.get_mut(&island)?.pop()?;
        let mut hands = Vec::new();
        let mine =
            |chip: &&mut Chip| chip.color == color && chip.owner == Some(owner) && !chip.paid;
        let number = self.chips.iter_mut().position(|chip| mine(&chip))?;
        self.chips[number].paid = true;
        hands.push(Action::TakeCard {
            id: chip_name(number),
            seat_deg: seat.at_deg,
        });
        hands.extend(self.lay_stack(island, Top::FaceDown, seat, rng));
        self.face_down = Some(island);
        Some((tile, hands))
    }

    /// A tile comes onto that square: the chip there is taken, turned over, and laid in front of
    /// the player.
    pub(super) fn take_chip(
        &mut self,
        cell: Cell,
        owner: usize,
        seat: Seat,
    ) -> Option<(EventKind, [Action; 2])> {
        let on_square = |chip: &Chip| chip.cell == cell && chip.owner.is_none();
        let number = self.chips.iter().position(on_square)?;
        self.chips[number].owner = Some(owner);
        let value = self.chips[number].value;
        let take = Action::TakeCard {
            id: chip_name(number),
            seat_deg: seat.at_deg,
        };
        let at_mm = self.in_front(seat);
        let put = self.put_chip(number, Some(value), at_mm, seat);
        let color = None;
        Some((EventKind::ChipTurned { cell, value, color }, [take, put]))
    }

    /// The next free place on the board's margin in front of a player.
    fn in_front(&mut self, seat: Seat) -> [f64; 2] {
        let side = match (seat.at_deg / 90.0).round().rem_euclid(4.0) as i32 {
            0 => Side::North,
            1 => Side::East,
            2 => Side::South,
            _ => Side::West,
        };
        let count = self.shelved.entry(side).or_default();
        // From the middle outwards, to both sides.
        let step = if *count % 2 == 0 {
            *count / 2
        } else {
            -(*count + 1) / 2
        };
        *count += 1;
        let along = f64::from(step) * CHIP_STEP_MM;
        let [low, high] = self.area_mm();
        let inside = MARGIN * self.pitch_mm / 2.0;
        debug_assert!(inside > CHIP_MM[0] / 2.0);
        let middle = [(low[0] + high[0]) / 2.0, (low[1] + high[1]) / 2.0];
        match side {
            Side::North => [middle[0] + along, low[1] + inside],
            Side::South => [middle[0] + along, high[1] - inside],
            Side::East => [high[0] - inside, middle[1] + along],
            Side::West => [low[0] + inside, middle[1] + along],
        }
    }

    /// At the end of a turn the next tile of the stack that was bought from is turned up.
    pub(super) fn reveal(
        &mut self,
        seat: Seat,
        rng: &mut ChaCha8Rng,
    ) -> Option<(EventKind, Action)> {
        let island = self.face_down.take()?;
        let face = self.stacks.get(&island)?.last()?.0.id;
        let action = self.lay_stack(island, Top::FaceUp, seat, rng)?;
        Some((EventKind::IslandRevealed { island, face }, action))
    }
}

fn chip_name(number: usize) -> u32 {
    FIRST_CHIP + number as u32
}
