//! Spell circles, competitive (rules dossier "Spell circles", part B).
//!
//! Beside ghosts, castles and cemeteries, whose way of haunting it uses: it only says which
//! ghosts a tile asks for besides. Circles of a new tile draw ghosts away from meeples around;
//! a tile that later touches their mist lets the ghosts in them loose.

use std::collections::{BTreeSet, VecDeque};

use serde::Serialize;

use crate::board::mist::{Bank, BankId, Banks, MistRef, Seams};
use crate::log::ghost::GhostPlace;
use crate::rules::ghosts_castles_cemeteries::{Source, Step, Whose};
use crate::rules::ruling::Ruling;
use crate::rules::{Expansion, Game, JustLaid, Moments};
use crate::setup::{Setup, SetupError};
use crate::snapshot::ModuleViews;
use carcassonne::catalogue::TileSet;
use carcassonne::geometry::Cell;

/// BK4: circles of a tile whose mist is destroyed as it is laid are filled all the same.
pub(super) const FILL_DESTROYED: Ruling = Ruling::yes("BK4a", "destroyed_circle_tile_is_filled");
/// BK4: the ordinary ghost for destroying mist comes on top of those for the circles.
pub(super) const DESTROY_ON_TOP: Ruling =
    Ruling::no("BK4b", "destroyed_circle_tile_costs_one_more");
/// BK5: a circle tile that extends mist first destroys, then fills its circles, then extends.
pub(super) const DESTROY_FIRST: Ruling = Ruling::yes("BK5", "circle_tile_extends_last");
/// BK7: a tile that extends and destroys mist with circles lets one ghost loose on an opponent
/// before the others come to its player.
pub(super) const EXTEND_FIRST: Ruling = Ruling::yes("BK7", "circle_ghosts_haunt_opponents_first");
/// BK15: circles of a tile that finishes their mist stay empty.
pub(super) const FINISHED_EMPTY: Ruling = Ruling::yes("BK15", "finished_circles_stay_empty");

/// The module.
pub struct Competitive;

/// The spell circles at a glance.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct CompetitiveCirclesView {
    /// The tiles with circles, by cell.
    pub tiles: Vec<CircleTile>,
}

/// A tile with circles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct CircleTile {
    /// Where it lies.
    pub cell: Cell,
    /// Its circles.
    pub circles: usize,
    /// Ghosts in them.
    pub ghosts: u8,
}

impl Moments for Competitive {
    fn check_setup(&self, setup: &Setup) -> Result<(), SetupError> {
        if setup.plays(Expansion::GhostsCastlesCemeteries) {
            return Ok(());
        }
        Err(SetupError::Module {
            module: Expansion::SpellCircles.name(),
            what: "they are played with `mists` or with `ghosts_castles_cemeteries`; add one of \
                   them to the modules"
                .to_owned(),
        })
    }

    fn tile_sets(&self, _setup: &Setup) -> &'static [TileSet] {
        &[TileSet::Circles]
    }

    /// Takes the place of what the mist alone would ask for.
    fn on_tile_laid(&self, game: &mut Game, laid: JustLaid) {
        if laid.before {
            return;
        }
        let steps = steps(game, laid.cell);
        if let Some(dues) = game.states.ghosts_castles_cemeteries.newest() {
            dues.steps = steps;
        }
    }

    fn view(&self, game: &Game, into: &mut ModuleViews) {
        let tiles = game.board.tiles();
        let tiles = tiles.filter(|(_, laid)| laid.face.circles() > 0);
        into.competitive_circles = Some(CompetitiveCirclesView {
            tiles: tiles
                .map(|(cell, laid)| CircleTile {
                    cell,
                    circles: laid.face.circles(),
                    ghosts: (0..laid.face.mists.len())
                        .map(|part| game.ghosts().at(GhostPlace::Circle { cell, part }))
                        .sum(),
                })
                .collect(),
        });
    }
}

/// What the newest tile did to the mist and the circles in it.
struct Effects {
    /// It extends a bank.
    extends: bool,
    /// Own ghosts from the supply for destroying mist.
    own: usize,
    /// Circles of its own to be filled, each place as often as it has circles.
    fill: VecDeque<GhostPlace>,
    /// It has circles.
    circle_tile: bool,
    /// Occupied circles in banks that it extends, finishes, destroys. Its own circles
    /// do not count: they were empty before (ruling BK5).
    extended: Vec<GhostPlace>,
    finished: Vec<GhostPlace>,
    destroyed: Vec<GhostPlace>,
}

/// Sections B1 and B2, in the order of rulings BK5 and BK7.
fn steps(game: &Game, cell: Cell) -> VecDeque<Step> {
    let effects = effects(game, cell);
    let rulings = &game.setup.options.rulings;
    let haunt = |whose, from| Step::Haunt { whose, from };
    let extend = effects
        .extends
        .then(|| haunt(Whose::Opponent, Source::Supply));
    let own = (0..effects.own).map(|_| haunt(Whose::Own, Source::Supply));
    let fill = (!effects.fill.is_empty()).then_some(Step::Fill {
        cell,
        circles: effects.fill,
    });
    let all = |whose, circles: Vec<GhostPlace>| {
        (!circles.is_empty()).then_some(Step::Empty { whose, circles })
    };
    let one = (!effects.extended.is_empty())
        .then(|| haunt(Whose::Opponent, Source::OneOf(effects.extended)));
    let loose_on_opponents = one
        .into_iter()
        .chain(all(Whose::Opponent, effects.finished));
    let loose_on_own = all(Whose::Own, effects.destroyed);
    let opponents_first = rulings.yes(&EXTEND_FIRST);
    let mut steps = VecDeque::new();
    if effects.circle_tile && rulings.yes(&DESTROY_FIRST) {
        steps.extend(own);
        steps.extend(fill);
        steps.extend(extend);
        if opponents_first {
            steps.extend(loose_on_opponents);
            steps.extend(loose_on_own);
        } else {
            steps.extend(loose_on_own);
            steps.extend(loose_on_opponents);
        }
    } else {
        steps.extend(extend);
        if opponents_first {
            steps.extend(loose_on_opponents);
            steps.extend(own);
            steps.extend(loose_on_own);
        } else {
            steps.extend(own);
            steps.extend(loose_on_own);
            steps.extend(loose_on_opponents);
        }
        steps.extend(fill);
    }
    steps
}

fn effects(game: &Game, cell: Cell) -> Effects {
    let rulings = &game.setup.options.rulings;
    let seams = Seams::of(&game.board, cell);
    let banks = Banks::of(&game.board);
    let circles = own_circles(game, cell);
    let spoiled_as_laid = !circles.is_empty() && seams.destroyed().any(|seam| seam.own.is_some());
    let own = if spoiled_as_laid {
        circles.len() + usize::from(rulings.yes(&DESTROY_ON_TOP))
    } else {
        usize::from(seams.destroyed().next().is_some())
    };
    let finished = |&place: &GhostPlace| match place {
        GhostPlace::Circle { cell, part } => banks.at(cell, part).is_some_and(Bank::finished),
        _ => false,
    };
    let filled = !spoiled_as_laid || rulings.yes(&FILL_DESTROYED);
    let stays_empty = |place: &GhostPlace| finished(place) && rulings.yes(&FINISHED_EMPTY);
    let joined = seams.joined().map(|seam| (cell, seam.own));
    let broken = seams
        .destroyed()
        .flat_map(|seam| [(cell, seam.own), (seam.neighbour, seam.theirs)]);
    let (finished_by, extended): (Vec<_>, Vec<_>) = occupied(game, &banks, joined, cell)
        .into_iter()
        .partition(finished);
    Effects {
        extends: seams.joined().next().is_some(),
        own,
        circle_tile: !circles.is_empty(),
        extended,
        finished: finished_by,
        destroyed: occupied(game, &banks, broken, cell),
        fill: circles
            .into_iter()
            .filter(|place| filled && !stays_empty(place))
            .collect(),
    }
}

/// The tile's circles, each place as often as it has circles.
fn own_circles(game: &Game, cell: Cell) -> Vec<GhostPlace> {
    let mists = game.board.get(cell).map_or(&[][..], |l| &l.face.mists);
    let numbered = mists.iter().enumerate();
    numbered
        .flat_map(|(part, mist)| {
            std::iter::repeat_n(GhostPlace::Circle { cell, part }, mist.circles.len())
        })
        .collect()
}

/// Occupied circles in the banks of those pieces of mist, the new tile's left out.
fn occupied(
    game: &Game,
    banks: &Banks,
    mists: impl Iterator<Item = (Cell, Option<usize>)>,
    new: Cell,
) -> Vec<GhostPlace> {
    let ids: BTreeSet<BankId> = mists
        .filter_map(|(cell, mist)| banks.at(cell, mist?))
        .map(|bank| bank.id)
        .collect();
    let banks = ids.into_iter().filter_map(|id| banks.get(id));
    banks
        .flat_map(|bank| &bank.parts)
        .filter(|mist| mist.cell != new)
        .map(|&MistRef { cell, mist }| GhostPlace::Circle { cell, part: mist })
        .filter(|&circle| game.ghosts().at(circle) > 0)
        .collect()
}
