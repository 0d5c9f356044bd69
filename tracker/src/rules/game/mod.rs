//! The state of a game: what the events so far have made of the table.
//!
//! [`Game`] is folded from facts by [`Game::apply`] (in [`super::turn`]) and asked by everyone
//! else. Everything in it can be recomputed from the record at any time.

mod legal;
mod supply;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::{Ghosts, Moments};
use crate::board::Board;
use crate::board::features::{Feature, Features, SegmentRef};
use crate::event::{EventId, EventKind};
use crate::rules::choice::{Choice, ChoiceId, ChoiceKind, Expected};
use crate::rules::expansions::{
    benelux, ghosts_castles_cemeteries, mage_and_witch, mists, spell_circles, tatan,
};
use crate::rules::told::{Irregularity, Outcome, Rejected, ScoreLine, TeamView, Unsettled};
use crate::rules::turn::retake::ThisTurn;
use crate::setup::Setup;
use carcassonne::catalogue::{Catalogue, FaceId};
use carcassonne::geometry::Cell;
use carcassonne::piece::{Color, FigureKind};

/// Board, figures, players and turn after some events.
#[derive(Clone, Debug, PartialEq)]
pub struct Game {
    pub(super) catalogue: Arc<Catalogue>,
    pub(super) setup: Arc<Setup>,
    /// Shared with the game as it was before, as long as no tile is laid.
    pub(super) board: Arc<Board>,
    /// The same.
    pub(super) features: Arc<Features>,
    pub(super) tiles: Vec<Tile>,
    pub(super) figures: BTreeMap<EventId, Figure>,
    pub(super) players: Vec<PlayerState>,
    pub(super) turn: u32,
    pub(super) open: Option<OpenTurn>,
    pub(super) last_player: Option<Color>,
    pub(super) forced_next: Option<Color>,
    pub(super) discarded: Vec<FaceId>,
    pub(super) lines: Vec<ScoreLine>,
    pub(super) team_score: i32,
    /// Points that wait for somebody to tell what counted.
    pub(super) unsettled: Vec<Unsettled>,
    /// What a person insisted on although the rules forbid it.
    pub(super) irregular: Vec<Irregularity>,
    pub(super) declined: BTreeSet<ChoiceId>,
    /// Somebody said that the face-down pile is empty.
    pub(super) pile_empty: bool,
    /// The last turn is over; expansions may have something to do before final scoring.
    pub(super) ending: bool,
    pub(super) over: bool,
    pub(super) outcome: Option<Outcome>,
    pub(super) states: States,
    /// The open turn, to go through it again.
    pub(super) this_turn: Option<ThisTurn>,
    pub(super) overturned: Vec<Rejected>,
}

/// What the expansions remember beyond board, figures and points; each type is its expansion's.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct States {
    pub(super) ghosts: Ghosts,
    pub(super) mage_and_witch: mage_and_witch::MageAndWitchState,
    pub(super) mists: mists::MistsState,
    pub(super) eloise: spell_circles::Eloise,
    pub(super) tatan: tatan::TatanState,
    pub(super) benelux: benelux::BeneluxState,
    pub(super) ghosts_castles_cemeteries: ghosts_castles_cemeteries::GhostsCastlesCemeteriesState,
}

/// A tile in the order of laying.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tile {
    /// The event that laid it.
    pub event: EventId,
    /// Where it lies.
    pub cell: Cell,
    /// Whether this copy shows a garden, if known.
    pub garden: Option<bool>,
    /// The turn it was laid in; 0 for the start tile and tiles from before watching.
    pub turn: u32,
}

/// A figure on the board.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Figure {
    /// The event that placed it.
    pub event: EventId,
    /// Where it stands.
    pub at: SegmentRef,
    /// Which piece.
    pub kind: FigureKind,
    /// Whose.
    pub color: Option<Color>,
    /// Where on the tile it was seen.
    pub foot: Option<[f32; 2]>,
    /// The turn it was placed in.
    pub turn: u32,
    /// Whether it still counts.
    pub state: FigureState,
}

/// Whether a figure still counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FigureState {
    /// It stands and counts.
    Standing,
    /// It was taken home in the open turn, whose end scores its feature: it still counts.
    TakenEarly,
    /// Its feature has scored. It is in its owner's supply, but still stands on the board.
    DueHome,
    /// It lies on a cemetery for the rest of the game and belongs to no feature.
    Buried,
}

/// A player and what they have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerState {
    /// What the others call them.
    pub name: String,
    /// Their wooden colour.
    pub color: Color,
    /// Further colours they play, in a cooperative game of one or two.
    pub also: Vec<Color>,
    /// Points as on the score track, which has no numbers below 0.
    pub score: i32,
}

impl PlayerState {
    /// Whether these are their pieces.
    pub fn plays(&self, color: Color) -> bool {
        self.color == color || self.also.contains(&color)
    }
}

/// A turn whose tile lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpenTurn {
    /// The tile.
    pub cell: Cell,
    /// Whose turn it is, if known.
    pub player: Option<Color>,
    /// A person said whose turn it is; no figure overrules that.
    pub said: bool,
    /// Whose turn the seat order said it was, if a figure said otherwise.
    pub expected: Option<Color>,
    /// The figure placed or recalled in this turn.
    pub acted: Option<EventId>,
    /// The tile laid before it in the same turn, if it has two.
    pub first: Option<Cell>,
}

impl OpenTurn {
    /// The cells of the turn's tiles, the newest first.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        std::iter::once(self.cell).chain(self.first)
    }
}

/// Names a tile by the turn it was laid in, for choices that wait over later turns. A turn may have
/// two tiles (ruling T2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TurnTile {
    /// The turn.
    pub turn: u32,
    /// It is the second one of its turn.
    second: bool,
}

impl std::fmt::Display for TurnTile {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let second = if self.second { "b" } else { "" };
        write!(f, "{}{second}", self.turn)
    }
}

impl Game {
    /// An empty table.
    pub fn new(setup: Arc<Setup>) -> Self {
        let players = setup
            .players
            .iter()
            .map(|player| PlayerState {
                name: player.name.clone(),
                color: player.color,
                also: player.also.clone(),
                score: 0,
            })
            .collect();
        let mut game = Self {
            catalogue: setup.catalogue(),
            setup,
            board: Arc::default(),
            features: Arc::default(),
            tiles: Vec::new(),
            figures: BTreeMap::new(),
            players,
            turn: 0,
            open: None,
            last_player: None,
            forced_next: None,
            discarded: Vec::new(),
            lines: Vec::new(),
            team_score: 0,
            unsettled: Vec::new(),
            irregular: Vec::new(),
            declined: BTreeSet::new(),
            pile_empty: false,
            ending: false,
            over: false,
            outcome: None,
            states: States::default(),
            this_turn: None,
            overturned: Vec::new(),
        };
        for expansion in game.expansions() {
            expansion.on_start(&mut game);
        }
        game
    }

    /// The faces in the game.
    pub fn catalogue(&self) -> &Arc<Catalogue> {
        &self.catalogue
    }

    /// The set-up.
    pub fn setup(&self) -> &Arc<Setup> {
        &self.setup
    }

    /// The tiles on the table.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The features of the board.
    pub fn features(&self) -> &Features {
        &self.features
    }

    /// The tiles in the order of laying.
    pub fn tiles(&self) -> &[Tile] {
        &self.tiles
    }

    /// All figures, those taken home early in the open turn included, in the order of placing.
    pub fn figures(&self) -> impl Iterator<Item = &Figure> {
        self.figures.values()
    }

    /// The figure that an event placed, if it is still on the board.
    pub fn figure(&self, event: EventId) -> Option<&Figure> {
        self.figures.get(&event)
    }

    /// The players in turn order.
    pub fn players(&self) -> &[PlayerState] {
        &self.players
    }

    /// Number of the newest turn; 0 before the first.
    pub fn turn(&self) -> u32 {
        self.turn
    }

    /// The newest tile's name; asked as long as its turn is open.
    pub(super) fn newest_tile(&self) -> TurnTile {
        TurnTile {
            turn: self.turn,
            second: self.open.is_some_and(|open| open.first.is_some()),
        }
    }

    /// The turn whose tile lies and that is not over.
    pub fn open_turn(&self) -> Option<&OpenTurn> {
        self.open.as_ref()
    }

    /// Points given so far.
    pub fn lines(&self) -> &[ScoreLine] {
        &self.lines
    }

    /// Points that are given once somebody has told what counted.
    pub fn unsettled(&self) -> &[Unsettled] {
        &self.unsettled
    }

    /// What a person insisted on although the rules forbid it, oldest first.
    pub fn irregular(&self) -> &[Irregularity] {
        &self.irregular
    }

    /// Faces that fitted nowhere.
    pub fn discarded(&self) -> &[FaceId] {
        &self.discarded
    }

    /// Ends a cooperative game at once; what is not scored yet stays so.
    pub(super) fn end(&mut self, outcome: Outcome) {
        self.over = true;
        self.outcome = Some(outcome);
    }

    /// Whether final scoring is done.
    pub fn is_over(&self) -> bool {
        self.over
    }

    /// How a cooperative game ended.
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// Points of the team in a cooperative game.
    pub fn team_score(&self) -> i32 {
        self.team_score
    }

    /// The team, if everybody plays together; `later` is the game after the open turn.
    pub fn team(&self, later: &Self) -> Option<TeamView> {
        self.expansions()
            .find_map(|expansion| expansion.team(self, later))
    }

    /// Whether everybody plays together.
    pub fn is_cooperative(&self) -> bool {
        self.expansions()
            .any(|expansion| expansion.is_cooperative())
    }

    /// Whether all points are the team's.
    pub fn shares_score(&self) -> bool {
        self.expansions()
            .any(|expansion| expansion.shares_score(&self.setup))
    }

    /// Whether what is unfinished is scored at the end of the game.
    pub fn has_final_scoring(&self) -> bool {
        self.expansions().all(|e| e.has_final_scoring())
    }

    /// Where the ghosts are; there are none in games without.
    pub fn ghosts(&self) -> &Ghosts {
        &self.states.ghosts
    }

    /// The player whose pieces have that colour.
    pub fn player_of(&self, color: Color) -> Option<&PlayerState> {
        self.players.iter().find(|player| player.plays(color))
    }

    /// The colours on the table, in turn order.
    pub fn colors(&self) -> impl Iterator<Item = Color> {
        self.players
            .iter()
            .flat_map(|player| std::iter::once(player.color).chain(player.also.iter().copied()))
    }

    /// The expansions that are played.
    pub fn expansions(&self) -> impl Iterator<Item = &'static dyn Moments> + use<> {
        let setup = Arc::clone(&self.setup);
        (0..setup.modules.len()).map(move |module| setup.modules[module].moments(&setup))
    }

    /// What somebody may or must decide now, without what was left alone. Once the last turn is
    /// over the end waits for it, so anything may be left alone then, but for the gaps of a table
    /// that must fill them (ruling T7).
    pub fn choices(&self) -> Vec<Choice> {
        if self.over {
            return Vec::new();
        }
        let all = self.expansions();
        let all = all.flat_map(|expansion| expansion.choices(self));
        all.filter(|choice| !self.declined.contains(&choice.id))
            .map(|mut choice| {
                choice.optional |= self.ending && choice.kind != ChoiceKind::FillGap;
                choice
            })
            .collect()
    }

    /// What should be seen on the table next, besides the options of the choices.
    pub fn expected(&self) -> Vec<Expected> {
        self.expansions()
            .flat_map(|expansion| expansion.expects(self))
            .collect()
    }

    /// Whether an option of an open choice consists of just this event.
    pub(crate) fn is_called_for(&self, kind: &EventKind) -> bool {
        let choices = self.choices();
        let mut options = choices.iter().flat_map(|choice| &choice.options);
        options.any(|option| option.is(kind))
    }

    /// Whether the last turn is over, so that no tile is laid any more.
    pub fn is_ending(&self) -> bool {
        self.ending
    }

    /// Whose turn comes next: after the last player in seat order, unless a person said
    /// otherwise. Unknown as long as players are only known as they appear.
    pub fn next_player(&self) -> Option<Color> {
        if self.forced_next.is_some() || self.setup.players.is_empty() {
            return self.forced_next;
        }
        if let Some(again) = self.next_player_out_of_seat() {
            return Some(again);
        }
        let last = self.open.and_then(|open| open.player).or(self.last_player);
        let next = last
            .and_then(|last| self.players.iter().position(|player| player.color == last))
            .map_or(0, |at| (at + 1) % self.players.len());
        self.players.get(next).map(|player| player.color)
    }

    /// Who comes next because an expansion says so and not by seat.
    pub(super) fn next_player_out_of_seat(&self) -> Option<Color> {
        self.expansions().find_map(|e| e.next_player(self))
    }

    /// Whether the feature is finished by the open turn's tile, so that its end scores it.
    pub fn is_completed_now(&self, feature: &Feature) -> bool {
        self.completed_now()
            .iter()
            .any(|completed| completed.id == feature.id)
    }

    /// The features that the open turn's tile finishes, clockwise by its rim, then its own
    /// places, then those around it (ruling B4).
    pub fn completed_now(&self) -> Vec<&Feature> {
        let cells = || self.open.iter().flat_map(OpenTurn::cells);
        let laid = cells().filter_map(|cell| Some((cell, self.board.get(cell)?)));
        let by_rim = laid.flat_map(|(cell, laid)| {
            let segments = carcassonne::geometry::Rim::ALL
                .into_iter()
                .filter_map(|rim| laid.face.segment_at(rim, laid.rotation));
            segments.map(move |segment| SegmentRef::new(cell, segment))
        });
        let around = cells().flat_map(|cell| std::iter::once(cell).chain(cell.surrounding()));
        let tiles = around.filter_map(|cell| Some((cell, &self.board.get(cell)?.face)));
        let places = tiles.flat_map(|(cell, face)| {
            face.places()
                .map(move |segment| SegmentRef::new(cell, segment))
        });
        let mut seen = BTreeSet::new();
        by_rim
            .chain(places)
            .filter_map(|at| self.features.at(at))
            .filter(|feature| !feature.open && seen.insert(feature.id))
            .collect()
    }

    /// Joins the board's segments anew.
    pub(super) fn rejoin(&mut self) {
        self.features = Arc::new(Features::of(&self.board, &self.gardens()));
    }

    /// Joins the segments of the tile that was laid last, on that cell.
    pub(super) fn join(&mut self, cell: Cell) {
        let gardens = self.gardens();
        Arc::make_mut(&mut self.features).lay(&self.board, &gardens, cell);
    }

    /// Where a garden is or may be, if somebody may claim them.
    fn gardens(&self) -> BTreeSet<Cell> {
        let claimed = self
            .expansions()
            .any(|expansion| expansion.claims_gardens());
        let shows = |tile: &&Tile| {
            let face = self.board.get(tile.cell).map(|laid| &laid.face);
            face.is_some_and(|face| face.garden_copies > 0) && tile.garden != Some(false)
        };
        let tiles = self.tiles.iter().filter(|_| claimed);
        tiles.filter(shows).map(|tile| tile.cell).collect()
    }
}
