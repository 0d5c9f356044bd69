//! What is laid out before the first turn, as a list to tick off.
//!
//! Asked of the game before its first turn: the base game's steps stand here, each expansion
//! adds its own (`Moments::set_out`) in its file. What the
//! camera or a person has told already is ticked; the rest is for people to tick. It changes
//! nothing and stops nobody from beginning.

use serde::Serialize;

use crate::rules::{Expansion, Game};
use carcassonne::geometry::Cell;
use carcassonne::map::ChipColor;
use carcassonne::piece::FigureKind;

/// One thing to lay out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Item {
    /// The module that asks for it; `None` is the base game.
    pub module: Option<Expansion>,
    /// What.
    pub what: SetOut,
    /// Rule sheet and section.
    pub source: &'static str,
    /// It is known to be done.
    pub done: bool,
    /// The cells it is about.
    pub cells: Vec<Cell>,
}

/// What to lay out.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum SetOut {
    /// The start tile in the middle of the table.
    StartTile,
    /// The start tile of the mists, two by two, in the middle.
    BigStartTile,
    /// So many pieces for each colour; all others stay in the box.
    Pieces(Vec<(FigureKind, u8)>),
    /// One meeple of each colour on the score track.
    ScoringMeeples,
    /// One meeple of an unused colour on the score track, for the team.
    TeamMeeple,
    /// So many tiles are shuffled and piled face down.
    Shuffle(u32),
    /// Mage and witch beside the board.
    MageAndWitch,
    /// The crop circle card stays in the box: it is no part of this module.
    CropCircleCard,
    /// The base game's tiles stay in the box.
    NoBaseTiles,
    /// The base game's start tile stays in the box.
    NoBaseStartTile,
    /// Castles and cemeteries stay in the box.
    NoCastlesAndCemeteries,
    /// Tiles of parts that are not played stay in the box.
    NoCastles,
    /// The same for cemeteries.
    NoCemeteries,
    /// So many ghosts on the symbols of the start tile.
    GhostsOnStart(u8),
    /// So many ghosts as supply.
    GhostSupply(u8),
    /// So many ghosts stay in the box.
    GhostsInBox(u8),
    /// The tiles in so many piles of so many each; only the first is drawn from.
    Piles(u32, u32),
    /// The hounds on these spaces of the track.
    Hounds([i32; 2]),
    /// The hounds stay in the box.
    NoHounds,
    /// The goal token on that space, every fifty points once round the track.
    Goal(i32),
    /// No ghost on the start tile.
    NoGhostsOnStart,
    /// So many guards of each colour beside the track, to be won.
    GuardSupply(u8),
    /// Goal token, level card and hounds stay in the box.
    NoGoalLevelsHounds,
    /// Eloise at the edge of the table, with so many ghosts in front of her.
    Eloise(u8),
    /// So many ghosts in a stock of their own.
    SecondStock(u8),
    /// Eloise stays in the box.
    NoEloise,
    /// So many Tatan cards among the tiles.
    TatanCards(u8),
    /// Tiles on the used start squares.
    StartSquares,
    /// Chips face down on the map, so many of them still to be laid.
    Chips(usize),
    /// So many chips leave the game unseen.
    ChipsAway(usize),
    /// Five tiles on a square of this island, which has several, the top one turned up.
    Island(ChipColor, usize),
}

impl Item {
    /// A step of a module that nothing has told of yet.
    pub const fn new(module: Option<Expansion>, what: SetOut, source: &'static str) -> Self {
        Self {
            module,
            what,
            source,
            done: false,
            cells: Vec::new(),
        }
    }

    /// The same, known to be done or not.
    #[must_use]
    pub fn done(mut self, done: bool) -> Self {
        self.done = done;
        self
    }

    /// The same, about those cells.
    #[must_use]
    pub fn at(mut self, cells: impl IntoIterator<Item = Cell>) -> Self {
        self.cells.extend(cells);
        self
    }
}

/// What is to be laid out; nothing once the first turn has begun.
pub fn items(game: &Game) -> Vec<Item> {
    if game.turn() > 0 || game.is_over() {
        return Vec::new();
    }
    let mut steps = base(game);
    for &module in &game.setup().modules {
        module.moments(game.setup()).set_out(game, &mut steps);
    }
    steps
}

/// Rules dossier "base game", section 2.
fn base(game: &Game) -> Vec<Item> {
    let step = |what| Item::new(None, what, "base-game 2");
    let mut steps = Vec::new();
    let starts: Vec<Cell> = game.catalogue().start().filter_map(|f| f.start).collect();
    if game.board().ground().is_none() {
        let lies = !game.board().is_empty() && starts.iter().all(|&c| game.board().holds(c));
        let (what, source) = if starts.len() > 1 {
            (SetOut::BigStartTile, "mists-coop 3")
        } else {
            (SetOut::StartTile, "base-game 2")
        };
        // Whatever tile was seen first may lie anywhere.
        let lies = lies || starts.len() < 2 && !game.board().is_empty();
        steps.push(Item::new(None, what, source).done(lies));
    }
    steps.push(step(SetOut::Pieces(game.pieces().collect())));
    steps.push(if game.shares_score() {
        Item::new(None, SetOut::TeamMeeple, "mists-coop 2")
    } else {
        step(SetOut::ScoringMeeples)
    });
    steps.push(step(SetOut::Shuffle(game.deck())));
    steps
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::event::{By, EventKind};
    use crate::log::Log;
    use carcassonne::catalogue::{FaceId, face_id};
    use carcassonne::geometry::Rotation;

    fn face(name: &str) -> FaceId {
        face_id(name).unwrap()
    }

    fn of(setup: &str) -> Vec<SetOut> {
        let game = Game::new(Arc::new(setup.parse().unwrap()));
        items(&game).into_iter().map(|step| step.what).collect()
    }

    /// Worked example 19 of the dossier "mists coop", with what its section 3 lists.
    #[test]
    fn the_mists_list_what_the_level_asks_for() {
        let five = of("modules=mists; level=5; players=red,blue,green");
        for step in [
            SetOut::BigStartTile,
            SetOut::Pieces(vec![(FigureKind::Meeple, 5)]),
            SetOut::TeamMeeple,
            SetOut::NoBaseTiles,
            SetOut::Shuffle(60),
            SetOut::Piles(3, 20),
            SetOut::GhostsOnStart(3),
            SetOut::GhostSupply(10),
            SetOut::GhostsInBox(2),
            SetOut::Hounds([15, 50]),
            SetOut::Goal(100),
        ] {
            assert!(five.contains(&step), "{step:?} in {five:?}");
        }
        let one = of("modules=mists; players=red,blue,green");
        assert!(one.contains(&SetOut::NoCastlesAndCemeteries) && one.contains(&SetOut::NoHounds));
        assert!(one.contains(&SetOut::Shuffle(50)) && one.contains(&SetOut::GhostSupply(12)));
        let six = of("modules=mists; level=6; confirmed=yes; players=red,blue,green");
        assert!(six.contains(&SetOut::ScoringMeeples) && !six.contains(&SetOut::TeamMeeple));
    }

    /// Worked examples 11 of "ghosts, castles and cemeteries" and of "Spell circles".
    #[test]
    fn the_other_modules_list_theirs() {
        let ghosts = of("modules=ghosts_castles_cemeteries,spell_circles; players=red,blue");
        for step in [
            SetOut::Shuffle(140),
            SetOut::Pieces(vec![(FigureKind::Meeple, 5), (FigureKind::Guard, 2)]),
            SetOut::GuardSupply(3),
            SetOut::GhostSupply(15),
            SetOut::NoGhostsOnStart,
            SetOut::NoBaseStartTile,
            SetOut::NoGoalLevelsHounds,
            SetOut::NoEloise,
        ] {
            assert!(ghosts.contains(&step), "{step:?} in {ghosts:?}");
        }
        let cat = of("modules=mists,spell_circles; level=3; confirmed=yes; players=red,blue,green");
        assert!(cat.contains(&SetOut::Piles(3, 23)) && cat.contains(&SetOut::Eloise(7)));
        assert!(cat.contains(&SetOut::SecondStock(5)) && !cat.contains(&SetOut::GhostSupply(5)));
        let mage = of("modules=mage_and_witch,tatan; players=red,blue");
        assert!(mage.contains(&SetOut::CropCircleCard) && mage.contains(&SetOut::MageAndWitch));
        assert!(mage.contains(&SetOut::TatanCards(2)) && mage.contains(&SetOut::Shuffle(81)));
    }

    /// One number: what is shuffled is what is left, before the start tiles lie and after, and the
    /// piles hold no more than that.
    #[test]
    fn what_is_shuffled_is_what_is_left() {
        const COOP: &str = "confirmed=yes; players=red,blue,green";
        for (setup, count) in [
            ("players=red,blue".to_owned(), 71),
            ("players=red,blue; start=seen".to_owned(), 71),
            ("players=red,blue; bag=base:2,others:5".to_owned(), 148),
            ("modules=tatan; players=red,blue,green".to_owned(), 74),
            (
                "modules=benelux; map=sample; players=red,blue".to_owned(),
                70,
            ),
            (format!("modules=mists; level=1; {COOP}"), 50),
            (format!("modules=mists; level=3; {COOP}"), 60),
            (format!("modules=mists,spell_circles; level=3; {COOP}"), 69),
            (
                "modules=ghosts_castles_cemeteries; players=red,blue".to_owned(),
                131,
            ),
        ] {
            assert!(of(&setup).contains(&SetOut::Shuffle(count)), "{setup}");
            let setup: Arc<crate::setup::Setup> = Arc::new(setup.parse().unwrap());
            let mut log = Log::new(Arc::clone(&setup));
            let one_number = |log: &Log, when: &str| {
                let bag = crate::snapshot_of(log).bag;
                assert_eq!((bag.left, bag.total), (count, count), "{setup:?} {when}");
                if let Some(mists) = crate::snapshot_of(log).modules.mists {
                    let piles = mists.active_pile + mists.waiting_piles.iter().sum::<u32>();
                    assert_eq!(piles, count, "{setup:?} {when}");
                }
            };
            one_number(&log, "before the start tiles lie");
            let start: Vec<(Cell, FaceId)> = match log.game().board().ground() {
                Some(ground) => ground.starts.iter().map(|&at| (at, face("D"))).collect(),
                None => {
                    let start = log.game().catalogue().start();
                    start.map(|face| (face.start.unwrap(), face.id)).collect()
                }
            };
            for (cell, face) in start {
                let laid = EventKind::tile(face, cell, Rotation::R0);
                log.append(0, By::Person, laid).unwrap();
            }
            one_number(&log, "once they lie");
        }
    }

    /// The map's steps tick themselves, one after the other; the first turn ends the list.
    #[test]
    fn what_is_told_is_ticked_and_the_first_turn_ends_the_list() {
        let setup = "modules=benelux; map=sample; players=red,blue";
        let mut log = Log::new(Arc::new(setup.parse().unwrap()));
        let chips = |log: &Log| {
            let steps = items(log.game()).into_iter();
            steps
                .filter_map(|step| match step.what {
                    SetOut::Chips(left) => Some((left, step.done)),
                    _ => None,
                })
                .next()
        };
        assert_eq!(chips(&log), Some((20, false)));
        let cells: Vec<Cell> = log
            .game()
            .board()
            .ground()
            .unwrap()
            .map
            .squares()
            .map(|s| s.0)
            .collect();
        for color in ChipColor::ALL {
            for &cell in &cells {
                drop(log.append(
                    0,
                    By::Person,
                    EventKind::ChipLaid {
                        cell,
                        color: Some(color),
                    },
                ));
            }
        }
        assert_eq!(chips(&log), Some((0, true)));
        let mut plain = Log::new(Arc::new("players=red,blue".parse().unwrap()));
        let lay = |log: &mut Log, y, face| {
            let laid = EventKind::TileLaid {
                cell: Cell::new(0, y),
                face: face_id(face).unwrap(),
                rotation: Rotation::R0,
                garden: None,
                before: false,
            };
            log.append(0, By::Person, laid).unwrap();
        };
        assert!(!items(plain.game())[0].done);
        lay(&mut plain, 0, "D");
        assert!(items(plain.game())[0].done);
        lay(&mut plain, 1, "B");
        assert_eq!(items(plain.game()), []);
    }
}
