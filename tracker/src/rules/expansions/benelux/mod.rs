//! The Benelux map (rules dossier "Maps Benelux").
//!
//! The squares of the map say where tiles may lie and where features end; that is the board's
//! business ([`Ground`]). In here are the chips, which give points and buy tiles ([`chips`]),
//! the stacks of the islands ([`islands`]), and the end of the game with the last face-down
//! tile.

use std::collections::BTreeSet;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::board::Board;
use crate::board::features::{Feature, FeatureKind};
use crate::event::{EventId, EventKind};
use crate::rules::choice::Choice;
use crate::rules::game::Game;
use crate::rules::ruling::Ruling;
use crate::rules::set_out::{Item, SetOut};
use crate::rules::told::{ModuleViews, Reminder, ReminderKind, Until, Urgency};
use crate::rules::{Expansion, JustLaid, Moments, RuleFault};
use crate::setup::{Setup, SetupError};
use carcassonne::catalogue::FaceId;
use carcassonne::geometry::{Cell, Side};
use carcassonne::map::{self, ChipColor, Ground, Map, MapError, SquareKind};
use carcassonne::piece::Color;

mod chips;
mod islands;

pub use chips::{ChipFault, ChipsOf};
pub use islands::{IslandFault, IslandView};

use chips::Chip;
use islands::Stacks;

/// X2: what reaches a large city stays open for ever, unless it was learnt as closed.
const LARGE_CITY: Ruling = Ruling {
    number: "X2",
    name: "sides_at_large_cities",
    answers: &["open", "closed"],
};
/// X3: features end at waves and islands.
const WAVES_CLOSE: Ruling = Ruling::yes("X3", "waves_are_border");
/// X4: cells that take no tile count around a monastery.
const BORDER_FILLS: Ruling = Ruling::yes("X4", "border_counts_around_monastery");

/// Its table options.
pub const RULINGS: &[&Ruling] = &[&LARGE_CITY, &WAVES_CLOSE, &BORDER_FILLS];

/// Start squares that are used (section 2, set-up, step 1).
pub const STARTS: usize = 2;

/// The module.
pub struct Benelux;

/// Which map is played on, and how.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Benelux")]
pub struct BeneluxSetup {
    /// The map itself, so that a record needs nothing else.
    pub map: MapChoice,
    /// The names of the two start squares that are used.
    pub starts: Vec<String>,
    /// X1, which no source answers: what the table's booklet says of towns and large cities.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub towns_and_cities: Option<TownsAndCities>,
    /// Whether the variant with chips and islands is played.
    #[serde(default = "yes")]
    pub chips: bool,
}

const fn yes() -> bool {
    true
}

/// A map, learnt or the sample.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(into = "Written", try_from = "Written")]
pub enum MapChoice {
    /// The sample that comes with the program.
    Sample,
    /// A learnt map.
    Learnt(Box<Map>),
}

/// A map in the set-up: the word `sample`, or what stands in its file.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
#[schemars(rename = "WrittenMap")]
enum Written {
    Word(String),
    File(map::MapFile),
}

impl TryFrom<Written> for MapChoice {
    type Error = MapError;

    fn try_from(written: Written) -> Result<Self, MapError> {
        match written {
            Written::Word(word) if word == "sample" => Ok(Self::Sample),
            Written::Word(word) => Err(MapError::Unreadable(format!(
                "`{word}` is no map; write `sample`, or the map itself"
            ))),
            Written::File(file) => Ok(Self::Learnt(Box::new(Map::try_from(file)?))),
        }
    }
}

impl From<MapChoice> for Written {
    fn from(choice: MapChoice) -> Self {
        match choice {
            MapChoice::Sample => Self::Word("sample".to_owned()),
            MapChoice::Learnt(map) => Self::File(map::MapFile::from(*map)),
        }
    }
}

/// What covering a town or meeting the open side of a large city does (X1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TownsAndCities {
    /// Nothing.
    NoEffect,
    /// What the booklet says: the table is reminded and gives the points by hand.
    ByHand,
}

impl BeneluxSetup {
    /// The sample map, to try the rules with.
    pub fn practice() -> Self {
        Self {
            map: MapChoice::Sample,
            starts: vec!["Meppel".to_owned(), "Eindhoven".to_owned()],
            towns_and_cities: Some(TownsAndCities::NoEffect),
            chips: true,
        }
    }

    /// The map itself.
    pub fn map(&self) -> Arc<Map> {
        match &self.map {
            MapChoice::Sample => Map::sample(),
            MapChoice::Learnt(map) => Arc::new(Map::clone(map)),
        }
    }

    /// What keeps it from being played on.
    fn fault(&self, setup: &Setup) -> Option<String> {
        let map = self.map();
        let used: BTreeSet<&String> = self.starts.iter().collect();
        let unknown = self.starts.iter().find(|name| map.start(name).is_none());
        if let Some(name) = unknown {
            let known = map.of_kind(SquareKind::Start);
            let known: Vec<&str> = known.filter_map(|(_, s)| s.name.as_deref()).collect();
            let known = known.join(", ");
            return Some(format!("`{name}` is no start square; they are {known}"));
        }
        if used.len() != STARTS {
            return Some(format!("starts must name {STARTS} different start squares"));
        }
        if self.towns_and_cities.is_none() {
            let what = "what your map's booklet says of towns and large cities is not known \
                        here: set towns_and_cities = \"no_effect\", or \"by_hand\" to be \
                        reminded and to give the points yourselves";
            return Some(what.to_owned());
        }
        if self.chips && setup.players.is_empty() {
            return Some("name the players in seat order, since chips belong to somebody".into());
        }
        None
    }
}

/// What is to be remembered.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::rules) struct BeneluxState {
    chips: Vec<Chip>,
    islands: Stacks,
}

/// What to remind of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum BeneluxReminder {
    /// Lay the start tiles on these squares.
    LayStartTiles,
    /// So many chips are still to be laid before the first turn.
    LayChips(usize),
    /// A chip lies under this tile: take it and turn it over. Its colour, if its back shows it.
    TakeChip(Option<ChipColor>),
    /// Before drawing: an island tile for a chip, or a face-down draw?
    BuyIslandTile {
        /// By whom.
        color: Color,
        /// The islands that can be paid for.
        islands: Vec<ChipColor>,
    },
    /// The top of this stack is to be turned up.
    RevealTop(ChipColor),
    /// The tile taken from an island fits nowhere: it leaves the game, draw face down.
    DropIslandTile(FaceId),
    /// A feature is complete because it ends at the border.
    BorderCloses,
    /// The last face-down tile lies: the game ends although so many island tiles remain.
    LastFaceDown {
        /// Island tiles that remain.
        islands: u32,
    },
    /// The tile covers a town: see the booklet.
    TownCovered,
    /// The tile meets the open side of a large city: see the booklet.
    LargeCityMet,
}

/// Map, chips and islands.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BeneluxView {
    /// The map.
    #[serde(serialize_with = "shared")]
    pub map: Arc<Map>,
    /// The start squares that are used.
    pub starts: Vec<Cell>,
    /// Chips on the map, with their colours if their backs show them.
    pub chips: Vec<(Cell, Option<ChipColor>)>,
    /// Chips that are still to be laid before the first turn.
    pub chips_to_lay: usize,
    /// Chips in front of each player, in turn order.
    pub players: Vec<ChipsOf>,
    /// The islands' stacks.
    pub islands: Vec<IslandView>,
    /// The stack whose tile is about to be laid.
    pub taken_from: Option<Cell>,
    /// Face-down tiles left; the game ends with the last.
    pub ordinary_left: u32,
}

fn shared<S: serde::Serializer>(map: &Arc<Map>, to: S) -> Result<S::Ok, S::Error> {
    map.as_ref().serialize(to)
}

impl Moments for Benelux {
    fn check_setup(&self, setup: &Setup) -> Result<(), SetupError> {
        let fault = match &setup.benelux {
            None => Some(
                "say which map: a table [benelux] with map = \"sample\" or the learnt map, \
                 starts and towns_and_cities"
                    .to_owned(),
            ),
            Some(table) => table.fault(setup),
        };
        fault.map_or(Ok(()), |what| {
            Err(SetupError::Module {
                module: Expansion::Benelux.name(),
                what,
            })
        })
    }

    fn on_start(&self, game: &mut Game) {
        let Some(table) = game.setup.benelux.clone() else {
            return;
        };
        let map = table.map();
        let rulings = &game.setup.options.rulings;
        let ground = Ground {
            starts: table.starts.iter().filter_map(|s| map.start(s)).collect(),
            cities_close: rulings.answer(&LARGE_CITY) == "closed",
            waves_close: rulings.yes(&WAVES_CLOSE),
            border_fills: rulings.yes(&BORDER_FILLS),
            map,
        };
        if table.chips {
            game.states.benelux.islands = Stacks::new(&ground.map);
        }
        game.board = Arc::new(Board::on(Arc::new(ground)));
    }

    /// Section 2, set-up; without chips only its first step.
    fn set_out(&self, game: &Game, into: &mut Vec<Item>) {
        let step = |what, source| Item::new(Some(Expansion::Benelux), what, source);
        let starts: Vec<Cell> = game.board.starts_left().collect();
        let lies = step(SetOut::StartSquares, "benelux 2, set-up, step 1").done(begun(game));
        into.push(lies.at(starts));
        if !has_chips(game) {
            return;
        }
        let left = chips::to_lay(game);
        let source = "benelux 2, set-up, step 2";
        into.push(step(SetOut::Chips(left), source).done(left == 0));
        let away = SetOut::ChipsAway(chips::AWAY);
        into.push(step(away, "benelux 2, set-up, step 3"));
        let islands: Vec<IslandView> = game.states.benelux.islands.view().collect();
        for (n, island) in islands.iter().enumerate() {
            let own = |other: &&IslandView| other.color == island.color;
            let square = 1 + islands[..n].iter().filter(own).count();
            let shown = SetOut::Island(island.color, square);
            let shown = step(shown, "benelux 2, set-up, step 4").done(island.top.is_some());
            into.push(shown.at([island.cell]));
        }
    }

    fn on_tile_laid(&self, game: &mut Game, laid: JustLaid) {
        if laid.before {
            return;
        }
        game.states.benelux.islands.tile_laid();
        chips::take(game, laid.cell);
    }

    fn on_turn_end(&self, game: &mut Game) {
        chips::settle(game);
    }

    fn apply(
        &self,
        game: &mut Game,
        _event: EventId,
        kind: &EventKind,
    ) -> Option<Result<(), RuleFault>> {
        if !has_chips(game) {
            return None;
        }
        match *kind {
            EventKind::ChipLaid { cell, color } => Some(chips::lay(game, cell, color)),
            EventKind::ChipTurned { cell, value, color } => {
                Some(chips::turn_over(game, cell, value, color))
            }
            EventKind::IslandRevealed { island, face } => Some(islands::reveal(game, island, face)),
            EventKind::IslandTaken { island } => Some(islands::take(game, island)),
            EventKind::TileLaid {
                face,
                cell,
                before: false,
                ..
            } if begun(game) || !game.board.starts_left().any(|start| start == cell) => {
                islands::check_laying(game, face).err().map(Err)
            }
            EventKind::TileDiscarded { face } => islands::discard(game, face),
            _ => None,
        }
    }

    /// Section 2, end, and ruling X9.
    fn pile_left(&self, game: &Game) -> Option<u32> {
        has_chips(game).then(|| {
            game.tiles_left()
                .saturating_sub(game.states.benelux.islands.tiles())
        })
    }

    fn choices(&self, game: &Game) -> Vec<Choice> {
        let bought = islands::choice(game).into_iter();
        bought.chain(chips::choices(game)).collect()
    }

    fn reminders(&self, game: &Game, into: &mut Vec<Reminder>) {
        if game.over {
            return;
        }
        remind_of_setup(game, into);
        chips::reminders(game, into);
        islands::reminders(game, into);
        remind_of_border(game, into);
        remind_of_booklet(game, into);
        if has_chips(game) && game.pile_left() == 0 {
            let islands = game.states.benelux.islands.tiles();
            let kind = BeneluxReminder::LastFaceDown { islands };
            let urgency = Urgency::EndOfTurn;
            into.push(reminder("last-face-down", kind, "benelux 2, end", urgency));
        }
    }

    fn view(&self, game: &Game, into: &mut ModuleViews) {
        let Some(ground) = game.board.ground() else {
            return;
        };
        let islands = &game.states.benelux.islands;
        into.benelux = Some(BeneluxView {
            map: Arc::clone(&ground.map),
            starts: ground.starts.iter().copied().collect(),
            chips: chips::on_map(game).collect(),
            chips_to_lay: chips::to_lay(game),
            players: game
                .players
                .iter()
                .map(|p| chips::of(game, p.color))
                .collect(),
            islands: islands.view().collect(),
            taken_from: islands.taken_from(),
            ordinary_left: game.pile_left(),
        });
    }
}

/// The islands' stacks.
pub fn islands(game: &Game) -> Vec<IslandView> {
    game.states.benelux.islands.view().collect()
}

/// The chips on the map.
pub fn chips_on_map(game: &Game) -> impl Iterator<Item = (Cell, Option<ChipColor>)> {
    chips::on_map(game)
}

/// Chips that were taken and whose value nobody has told yet, by the square they lay on.
pub fn unread_chips(game: &Game) -> impl Iterator<Item = (Cell, Option<ChipColor>)> {
    chips::unread(game).map(|(chip, _)| chip.place())
}

/// Whether the variant with chips is played.
fn has_chips(game: &Game) -> bool {
    game.setup.benelux.as_ref().is_some_and(|table| table.chips)
}

/// Whether all start tiles lie.
fn begun(game: &Game) -> bool {
    game.board.starts_left().next().is_none()
}

fn reminder(
    id: impl Into<String>,
    kind: BeneluxReminder,
    source: &'static str,
    urgency: Urgency,
) -> Reminder {
    let kind = ReminderKind::Benelux(kind);
    Reminder::new(id, kind, source, urgency, Until::Changed)
}

fn remind_of_setup(game: &Game, into: &mut Vec<Reminder>) {
    let starts: Vec<Cell> = game.board.starts_left().collect();
    if !starts.is_empty() {
        let kind = BeneluxReminder::LayStartTiles;
        let source = "benelux 2, set-up, step 1";
        into.push(reminder("start-tiles", kind, source, Urgency::Now).at(starts));
    }
    let chips = chips::to_lay(game);
    if chips > 0 {
        let (kind, source) = (
            BeneluxReminder::LayChips(chips),
            "benelux 2, set-up, step 2",
        );
        into.push(reminder("lay-chips", kind, source, Urgency::Info));
    }
}

/// Sides on the border are closed, so completion may come early.
fn remind_of_border(game: &Game, into: &mut Vec<Reminder>) {
    let ends = |feature: &&Feature| match feature.kind {
        FeatureKind::Road | FeatureKind::City => feature.segments.iter().any(|at| {
            let laid = game.board.get(at.cell);
            let segment = laid.and_then(|l| Some((l, l.face.segments.get(at.segment)?)));
            segment.is_some_and(|(laid, segment)| {
                let sides = segment
                    .rim
                    .iter()
                    .map(|rim| rim.rotated(laid.rotation).side());
                sides
                    .into_iter()
                    .any(|side| game.board.is_closed(at.cell, side))
            })
        }),
        _ => {
            let around = feature.id.0.cell.surrounding();
            around.iter().any(|&cell| !game.board.takes_tile(cell))
        }
    };
    let early = game.completed_now().into_iter().filter(ends);
    let cells: Vec<Cell> = early
        .flat_map(|f| f.segments.iter().map(|at| at.cell))
        .collect();
    if !cells.is_empty() {
        let id = format!("border/{}", game.turn);
        let kind = BeneluxReminder::BorderCloses;
        into.push(reminder(id, kind, "benelux 1", Urgency::Info).at(cells));
    }
}

/// X1, if the table has a rule of its booklet.
fn remind_of_booklet(game: &Game, into: &mut Vec<Reminder>) {
    let table = game.setup.benelux.as_ref();
    let by_hand = table.is_some_and(|t| t.towns_and_cities == Some(TownsAndCities::ByHand));
    let (Some(open), Some(ground)) = (game.open.filter(|_| by_hand), game.board.ground()) else {
        return;
    };
    let mut remind = |name: &str, kind| {
        let id = format!("{name}/{}", game.turn);
        let urgency = Urgency::EndOfTurn;
        into.push(reminder(id, kind, "benelux 1", urgency).at([open.cell]));
    };
    if matches!(ground.kind(open.cell), SquareKind::Town | SquareKind::Start) {
        remind("town", BeneluxReminder::TownCovered);
    }
    let meets = |side: Side| {
        let city = ground.map.square(open.cell.neighbour(side));
        city.is_some_and(|city| city.open_sides.contains(&side.opposite()))
    };
    if Side::ALL.into_iter().any(meets) {
        remind("large-city", BeneluxReminder::LargeCityMet);
    }
}

#[cfg(test)]
mod tests;
