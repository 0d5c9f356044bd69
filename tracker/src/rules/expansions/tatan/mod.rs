//! Tatan (rules dossier "Tatan").
//!
//! A drawn card either lets a tile of the board be laid again ([`moving`]) or draws two tiles;
//! it then lies in front of its player. Before final scoring such cards fill gaps for points
//! ([`gaps`], [`filling`]). That the cards match everything and close nothing follows from their face.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use carcassonne::catalogue::{Catalogue, Face, TileSet};
use carcassonne::geometry::Cell;
use carcassonne::piece::{Color, FigureKind};
use filling::{fill, follower_choice, gap_choice, put_follower};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use self::card::{draw, relocate, use_card, use_choice, where_choice};
use crate::board::features::SegmentRef;
use crate::event::{EventId, EventKind};
use crate::rules::choice::Choice;
use crate::rules::game::Game;
use crate::rules::ruling::Ruling;
use crate::rules::set_out::{Item, SetOut};
use crate::rules::told::{ModuleViews, Reminder};
use crate::rules::{Expansion, JustLaid, Moments, RuleFault};
use crate::setup::{Setup, SetupError};

mod card;
mod filling;
mod gaps;
mod moving;
mod reminders;

pub use filling::{filler, gap_choice_id};
pub use gaps::{GapView, gap};
pub use moving::StaysBecause;
pub use reminders::TatanReminder;

/// T1: the card is kept for the end of the game after it moved a tile.
const KEPT: Ruling = Ruling::yes("T1", "tatan_kept_after_relocation");
/// T2: of two tiles each is a whole placement with meeple and scoring. Otherwise there is one
/// meeple and one scoring after both.
const TWO_PLACEMENTS: Ruling = Ruling::yes("T2", "tatan_tiles_are_two_placements");
/// T3: the start tile may be moved.
const START_MOVES: Ruling = Ruling::yes("T3", "start_tile_may_be_relocated");
/// T4: a surrounded monastery holds its tile.
const MONASTERY_HOLDS: Ruling = Ruling::yes("T4", "surrounded_monastery_stays");
/// T5: a follower counts wherever in the feature it stands, not only beside the card.
const WHOLE_FEATURE: Ruling = Ruling::yes("T5", "tatan_counts_whole_feature");
/// T7: a gap may be left.
const OPTIONAL: Ruling = Ruling::yes("T7", "filling_gaps_is_optional");
/// T9: the own followers count.
const OWN_COUNT: Ruling = Ruling::yes("T9", "tatan_counts_own_followers");
/// T10: a player with several cards may fill several gaps, one after the other.
const SEVERAL_GAPS: Ruling = Ruling::yes("T10", "several_gaps_per_player");
/// T14: a tile in the ring around a completed monastery or garden may be moved; what the ring
/// counts for is what lies there now.
const RING_MOVES: Ruling = Ruling::yes("T14", "tiles_around_monastery_may_move");

/// Its table options.
pub const RULINGS: &[&Ruling] = &[
    &KEPT,
    &TWO_PLACEMENTS,
    &START_MOVES,
    &MONASTERY_HOLDS,
    &WHOLE_FEATURE,
    &OPTIONAL,
    &OWN_COUNT,
    &SEVERAL_GAPS,
    &RING_MOVES,
];

/// Cards in the box.
const CARDS: u8 = 6;

/// The module.
pub struct Tatan;

/// What else there is to say in the set-up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(rename = "Tatan")]
pub struct TatanSetup {
    /// Whether each player also has a large follower from another box. It counts as two where
    /// the most followers win, and 4 points at a Tatan card.
    pub large_followers: bool,
}

/// What is to be remembered.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::rules) struct TatanState {
    /// Cards in front of the players.
    cards: BTreeMap<Color, u8>,
    /// Cards that left the game.
    gone: u8,
    /// A drawn card whose use is open, and the tile that is to be moved if that was said.
    drawn: Option<Drawn>,
    /// Tiles that its player has still to lay.
    due: u8,
    /// Whose card is being played.
    player: Option<Color>,
    /// The turn after which the card goes in front of its player.
    keep: Option<u32>,
    /// Cards that fill a gap and wait for a follower.
    follower_due: Option<(Color, Cell)>,
    /// Who has filled a gap.
    filled: BTreeSet<Color>,
}

/// A drawn card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Drawn {
    turn: u32,
    moves: Option<Cell>,
}

/// Where the cards are and what they can do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TatanView {
    /// Cards in front of each player, in turn order.
    pub cards: Vec<(Color, u8)>,
    /// Cards in the pile.
    pub in_pile: u8,
    /// Whether a drawn card's use is open.
    pub drawn: bool,
    /// The tiles that may be moved now; empty unless a drawn card's use is open.
    pub movable: Vec<Cell>,
    /// Tiles still to be laid by the same player.
    pub tiles_due: u8,
    /// The gaps of the board, and what each would bring now.
    pub gaps: Vec<GapView>,
    /// Who is asked to fill one.
    pub filler: Option<Color>,
}

impl Moments for Tatan {
    fn tile_sets(&self, _setup: &Setup) -> &'static [TileSet] {
        &[TileSet::Tatan]
    }

    /// Section 1: as many cards as players.
    fn sort_out(&self, setup: &Setup, catalogue: Arc<Catalogue>) -> Arc<Catalogue> {
        let players = u8::try_from(setup.players.len()).unwrap_or(CARDS);
        catalogue.with(|face| {
            let cards = players.min(face.copies);
            Some(if is_card(face) { cards } else { face.copies })
        })
    }

    fn pieces(&self, setup: &Setup) -> Vec<(FigureKind, u8)> {
        let large = setup.tatan.large_followers;
        large
            .then_some((FigureKind::BigMeeple, 1))
            .into_iter()
            .collect()
    }

    /// Section 1.
    fn set_out(&self, game: &Game, into: &mut Vec<Item>) {
        let card = game.catalogue().faces().find(|face| is_card(face));
        let cards = card.map_or(0, |card| card.copies);
        let module = Some(Expansion::Tatan);
        into.push(Item::new(module, SetOut::TatanCards(cards), "tatan 1"));
    }

    /// There are as many cards as players, and they belong to somebody.
    fn check_setup(&self, setup: &Setup) -> Result<(), SetupError> {
        if !setup.players.is_empty() {
            return Ok(());
        }
        Err(SetupError::Module {
            module: Expansion::Tatan.name(),
            what: "name the players in seat order, since there are as many cards as players"
                .to_owned(),
        })
    }

    /// Each placement of section 2 is a whole turn of its own (ruling T2).
    fn on_tile_laid(&self, game: &mut Game, laid: JustLaid) {
        if laid.before {
            return;
        }
        let state = &mut game.states.tatan;
        if state.drawn.take().is_some() {
            // Whoever lays a new tile has not moved one.
            state.due = state.due.saturating_add(2);
        }
        if state.due == 1 {
            state.keep = Some(game.turn);
        }
        state.due = state.due.saturating_sub(1);
    }

    /// Ruling T2: the second of two tiles may belong to the turn of the first.
    fn continues_turn(&self, game: &Game) -> bool {
        let apart = game.setup.options.rulings.yes(&TWO_PLACEMENTS);
        !apart && due(game) == 1 && game.states.tatan.drawn.is_none()
    }

    fn on_turn_end(&self, game: &mut Game) {
        if let Some(player) = game.open.and_then(|open| open.player) {
            game.states.tatan.player = Some(player);
        }
    }

    fn apply(
        &self,
        game: &mut Game,
        event: EventId,
        kind: &EventKind,
    ) -> Option<Result<(), RuleFault>> {
        match *kind {
            EventKind::TatanDrawn => Some(draw(game)),
            EventKind::TatanUsed { how } => Some(use_card(game, how)),
            EventKind::TileMoved { from, to, rotation } => Some(relocate(game, from, to, rotation)),
            EventKind::GapFilled { ref cells } => Some(fill(game, event, cells)),
            EventKind::TileLaid { cell, face, .. } => {
                let face = game.catalogue.face(&face)?;
                is_card(face).then(|| fill(game, event, &[cell]))
            }
            EventKind::FigurePlaced {
                cell,
                segment,
                figure,
                color: Some(color),
                foot,
                ..
            } if game.board.get(cell).is_some_and(|tile| is_card(&tile.face)) => {
                let at = SegmentRef::new(cell, segment);
                Some(put_follower(game, event, at, figure, color, foot))
            }
            _ => None,
        }
    }

    fn next_player(&self, game: &Game) -> Option<Color> {
        let state = &game.states.tatan;
        let again = !game.ending && (state.drawn.is_some() || due(game) > 0);
        let now = game.open.and_then(|open| open.player);
        again.then(|| now.or(state.player)).flatten()
    }

    fn out_of_pile(&self, game: &Game, face: &Face) -> usize {
        let state = &game.states.tatan;
        let kept: u8 = state.cards.values().sum();
        usize::from(is_card(face)) * usize::from(kept + state.gone)
    }

    /// Section 3.
    fn holds_back_end(&self, game: &Game) -> bool {
        filling::awaited(game).is_some() || filler(game).is_some()
    }

    fn choices(&self, game: &Game) -> Vec<Choice> {
        let mut choices: Vec<Choice> = Vec::new();
        choices.extend(use_choice(game));
        choices.extend(where_choice(game));
        choices.extend(follower_choice(game));
        choices.extend(filler(game).map(|color| gap_choice(game, color)));
        choices
    }

    fn reminders(&self, game: &Game, into: &mut Vec<Reminder>) {
        reminders::list(game, into);
    }

    fn view(&self, game: &Game, into: &mut ModuleViews) {
        let state = &game.states.tatan;
        let held = |color| state.cards.get(&color).copied().unwrap_or(0);
        let filler = filler(game);
        let card = game.catalogue.faces().find(|face| is_card(face));
        into.tatan = Some(TatanView {
            cards: game
                .players
                .iter()
                .map(|p| (p.color, held(p.color)))
                .collect(),
            in_pile: card.map_or(0, |card| game.copies_left(card)),
            drawn: state.drawn.is_some(),
            movable: if state.drawn.is_some() {
                moving::movable(game)
            } else {
                Vec::new()
            },
            tiles_due: due(game),
            gaps: gaps::all(game, filler),
            filler,
        });
    }
}

/// The card whose use is open, if one was drawn, and the tile that it is to move, if that was said
/// and can be done.
pub fn drawn(game: &Game) -> Option<Option<Cell>> {
    game.states.tatan.drawn.map(|_| chosen(game))
}

/// The tile that the card is to move, as was said. None any more if mage or witch came to stand on it
/// meanwhile: then the card's use is open again.
fn chosen(game: &Game) -> Option<Cell> {
    let said = game.states.tatan.drawn.and_then(|drawn| drawn.moves);
    said.filter(|&cell| moving::check(game, cell).is_ok())
}

/// Whether a card may move that tile now: one is drawn or may be drawn, and the conditions hold.
pub fn may_be_moved(game: &Game, cell: Cell) -> bool {
    let card = game.catalogue.faces().find(|face| is_card(face));
    let may_come = card.is_some_and(|card| game.copies_left(card) > 0) && game.pile_left() > 0;
    let card = drawn(game).map_or(may_come, |moves| moves.is_none_or(|said| said == cell));
    card && !game.is_over() && moving::check(game, cell).is_ok()
}

/// How many cards were drawn so far.
pub fn drawn_so_far(game: &Game) -> u8 {
    held(&game.states.tatan)
}

/// Whether a drawn card's use is open, or belongs to the open turn.
pub fn is_in_play(game: &Game) -> bool {
    let state = &game.states.tatan;
    let keeps = game.open.is_some() && state.keep == Some(game.turn);
    state.drawn.is_some() || due(game) > 0 || keeps
}

/// Who has at least so many cards.
pub fn owners(game: &Game, cards: usize) -> impl Iterator<Item = Color> {
    let held = game.states.tatan.cards.iter();
    held.filter(move |(_, held)| usize::from(**held) >= cards)
        .map(|(&color, _)| color)
}

/// Whose follower belongs on cards that fill a gap.
pub fn follower_due(game: &Game) -> Option<Color> {
    let due = game.states.tatan.follower_due.filter(|_| !game.over);
    due.map(|(color, _)| color)
}

/// Whether a face is that of the cards.
pub fn is_card(face: &Face) -> bool {
    face.set == TileSet::Tatan
}

/// Tiles that the card's player has still to lay; none if none can be drawn any more.
fn due(game: &Game) -> u8 {
    if game.pile_empty || game.ending {
        0
    } else {
        game.states.tatan.due
    }
}

/// Cards drawn so far, which tell two cards of one turn apart.
fn held(state: &TatanState) -> u8 {
    state.cards.values().sum::<u8>() + state.gone
}

#[cfg(test)]
mod tests;
