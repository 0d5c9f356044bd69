//! Spell circles, competitive (rules dossier "Spell circles", part B).
//!
//! Beside ghosts, castles and cemeteries, whose way of haunting it uses: it only says which
//! ghosts a tile asks for besides. Circles of a new tile draw ghosts away from meeples around;
//! a tile that later touches their mist lets the ghosts in them loose.

use std::collections::{BTreeSet, VecDeque};

use serde::Serialize;

use crate::board::mist::{Bank, BankId, Banks, MistRef, Seam, Seams};
use crate::event::ghost::GhostPlace;
use crate::rules::expansions::ghosts_castles_cemeteries::{Asked, Source, Step, Whose, destroyed};
use crate::rules::expansions::spell_circles::{all_stay_empty, in_circles};
use crate::rules::ruling::Ruling;
use crate::rules::set_out::{Item, SetOut};
use crate::rules::told::ModuleViews;
use crate::rules::{Expansion, Game, JustLaid, Moments};
use crate::setup::{Setup, SetupError};
use carcassonne::catalogue::TileSet;
use carcassonne::geometry::Cell;

/// BK4: circles of a tile whose mist is destroyed as it is laid are filled all the same.
pub(super) const FILL_DESTROYED: Ruling = Ruling::yes("BK4a", "destroyed_circle_tile_is_filled");
/// BK4: the ordinary ghost for destroying mist comes on top of those for the circles.
pub(super) const DESTROY_ON_TOP: Ruling =
    Ruling::no("BK4b", "destroyed_circle_tile_costs_one_more");
/// BK5: a circle tile first brings the ghosts for its own destroyed mist, then fills its
/// circles, and does last what any tile does at circles on the board.
pub(super) const DESTROY_FIRST: Ruling = Ruling::yes("BK5", "circle_tile_extends_last");
/// BK6: a tile that finishes mist with ghosts in its circles brings the ordinary ghost, too.
pub(super) const FINISHING_EXTENDS: Ruling = Ruling::yes("BK6", "finishing_brings_ordinary_ghost");
/// BK7: the circle ghosts of banks that are extended or finished go to opponents before those
/// of destroyed banks, and the ordinary ghost for destroying, come to the tile's player.
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

    /// Part B: the cat stays in the box.
    fn set_out(&self, _game: &Game, into: &mut Vec<Item>) {
        let module = Some(Expansion::SpellCircles);
        into.push(Item::new(module, SetOut::NoEloise, "bannkreise B"));
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
    /// Ghosts from the supply for opponents.
    extends: usize,
    /// Own ghosts from the supply for its circles, whose mist it destroys as it is laid (BK5).
    for_circles: usize,
    /// Own ghosts from the supply for destroying mist otherwise.
    own: usize,
    /// Circles of its own to be filled, each place as often as it has circles.
    fill: VecDeque<GhostPlace>,
    /// Occupied circles in banks that it extends, finishes, destroys. Its own circles
    /// do not count: they were empty before (ruling BK5).
    extended: Vec<GhostPlace>,
    finished: Vec<GhostPlace>,
    destroyed: Vec<GhostPlace>,
}

impl Effects {
    /// Those of the mist alone.
    fn ordinary(asked: &Asked) -> Self {
        Self {
            extends: asked.extends,
            for_circles: 0,
            own: asked.destroys,
            fill: VecDeque::new(),
            extended: Vec::new(),
            finished: Vec::new(),
            destroyed: Vec::new(),
        }
    }
}

/// Sections B1 and B2, in the order of rulings BK5 and BK7.
fn steps(game: &Game, cell: Cell) -> VecDeque<Step> {
    let effects = effects(game, cell);
    let rulings = &game.setup.options.rulings;
    let haunt = |whose, from| Step::Haunt { whose, from };
    let extend = (0..effects.extends).map(|_| haunt(Whose::Opponent, Source::Supply));
    let from_supply = |count| (0..count).map(|_| haunt(Whose::Own, Source::Supply));
    let mut fill = (!effects.fill.is_empty()).then_some(Step::Fill {
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
    let circles_first = rulings.yes(&DESTROY_FIRST);
    let (first, own) = if circles_first {
        (effects.for_circles, effects.own)
    } else {
        (0, effects.own + effects.for_circles)
    };
    let own = from_supply(own).chain(all(Whose::Own, effects.destroyed));
    let mut steps: VecDeque<Step> = from_supply(first).collect();
    if circles_first {
        steps.extend(fill.take());
    }
    steps.extend(extend);
    if rulings.yes(&EXTEND_FIRST) {
        steps.extend(loose_on_opponents);
        steps.extend(own);
    } else {
        steps.extend(own);
        steps.extend(loose_on_opponents);
    }
    steps.extend(fill);
    steps
}

fn effects(game: &Game, cell: Cell) -> Effects {
    let rulings = &game.setup.options.rulings;
    let seams = Seams::of(&game.board, cell);
    let circles = own_circles(game, cell);
    if circles.is_empty() && in_circles(game) == 0 {
        // An ordinary tile, and no circle has a ghost: it asks for what any tile does.
        return Effects::ordinary(&Asked::of(game, cell));
    }
    let banks = Banks::of(&game.board);
    let spoiled_as_laid = !circles.is_empty() && seams.destroyed().any(|seam| seam.own.is_some());
    let asked = Asked::of(game, cell);
    let for_circles = if spoiled_as_laid {
        circles.len() + usize::from(rulings.yes(&DESTROY_ON_TOP))
    } else {
        0
    };
    let finished = |&place: &GhostPlace| match place {
        GhostPlace::Circle { cell, part } => banks.at(cell, part).is_some_and(Bank::finished),
        _ => false,
    };
    let filled = !spoiled_as_laid || rulings.yes(&FILL_DESTROYED);
    let all_empty = all_stay_empty(game, &banks, cell);
    let stays_empty =
        |place: &GhostPlace| rulings.yes(&FINISHED_EMPTY) && (all_empty || finished(place));
    let joined = seams.joined().map(|seam| (cell, seam.own));
    let broken =
        destroyed(game, &seams).flat_map(|seam| [(cell, seam.own), (seam.neighbour, seam.theirs)]);
    let (finished_by, extended): (Vec<_>, Vec<_>) = occupied(game, &banks, joined, cell)
        .into_iter()
        .partition(finished);
    let only_finishes = !finished_by.is_empty()
        && seams
            .joined()
            .all(|seam| joins_finished(&banks, cell, seam));
    Effects {
        extends: if only_finishes && !rulings.yes(&FINISHING_EXTENDS) {
            0
        } else {
            asked.extends
        },
        for_circles,
        own: if spoiled_as_laid { 0 } else { asked.destroys },
        extended,
        finished: finished_by,
        destroyed: occupied(game, &banks, broken, cell),
        fill: circles
            .into_iter()
            .filter(|place| filled && !stays_empty(place))
            .collect(),
    }
}

/// Whether the tile finishes the bank that it joins there.
fn joins_finished(banks: &Banks, cell: Cell, seam: &Seam) -> bool {
    let bank = seam.own.and_then(|own| banks.at(cell, own));
    bank.is_some_and(Bank::finished)
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
