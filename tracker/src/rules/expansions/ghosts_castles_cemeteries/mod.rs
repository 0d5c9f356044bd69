//! Ghosts, castles and cemeteries, competitive (rules dossier of that name).
//!
//! A tile that extends mist puts a ghost beside another player's meeple, one that destroys mist
//! beside one of one's own, both before a figure is placed ([`haunting`]). Ghosts cost points when
//! their meeple is scored; the third drives it home. Castles pay for the mist around them,
//! cemeteries with a guard.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

mod haunting;
mod reminders;
mod view;

use crate::board::features::{Feature, FeatureKind, SegmentRef};
use crate::board::mist::{Banks, Seam, Seams};
use crate::event::{EventId, EventKind};
use crate::rules::choice::{Choice, Expected};
use crate::rules::game::Game;
use crate::rules::points::expression::{Expression, Unit};
use crate::rules::points::scoring::{self, Scored};
use crate::rules::ruling::Ruling;
use crate::rules::set_out::{Item, SetOut};
use crate::rules::told::{ModuleViews, Reminder, ScoreLine};
use crate::rules::{Expansion, Ghosts, JustLaid, Moments, RuleFault};
use crate::setup::{Setup, SetupError};
use carcassonne::catalogue::{Catalogue, TileSet};
use carcassonne::geometry::Cell;
use carcassonne::piece::{Color, FigureKind};

pub use haunting::Whose;
pub(in crate::rules) use haunting::{Dues, Source, Step, beside};
pub use reminders::{GhostsReminder, NotDone};
pub use view::{CastleView, CemeteryView, GhostsCastlesCemeteriesView, Haunted, Owed};

/// G1: a clear tile laid against mist on the board destroys it, too.
const CLEAR_DESTROYS: Ruling = Ruling::yes("G1", "clear_tile_destroys_mist");
/// G2: one ghost for extending and one for destroying, however many banks and sides. Otherwise
/// one for each bank that is extended and for each side that is destroyed.
const ONE_PER_CASE: Ruling = Ruling::yes("G2", "one_ghost_per_case");
/// G3: ghosts cost points also of a player whom the feature pays nothing.
const MINORITY_PAYS: Ruling = Ruling::yes("G3", "ghosts_cost_players_who_score_nothing");
/// G5: a warden's ghosts cost points although the cemetery pays none.
const WARDEN_PAYS: Ruling = Ruling::yes("G5", "ghosts_cost_wardens");
/// G10: a ghost may go to a meeple whose feature the same tile completed.
const COMPLETED_TOO: Ruling = Ruling::yes("G10", "ghosts_haunt_completed_features");
/// G12: an abbot can be haunted like a meeple.
const ABBOTS_TOO: Ruling = Ruling::yes("G12", "ghosts_haunt_abbots");
/// G13: whether ghosts are deducted after mage and witch have changed the feature's value.
const GHOSTS_LAST: Ruling = Ruling::yes("G13", "ghosts_after_mage_and_witch");

/// Its table options.
pub const RULINGS: &[&Ruling] = &[
    &CLEAR_DESTROYS,
    &ONE_PER_CASE,
    &MINORITY_PAYS,
    &WARDEN_PAYS,
    &COMPLETED_TOO,
    &ABBOTS_TOO,
    &GHOSTS_LAST,
];

/// Ghosts in the game (section 1).
const GHOSTS: u8 = 15;
/// Base meeples of each colour, besides the one on the track (section 1).
const MEEPLES: u8 = 5;
/// Guards each colour begins with, and those that wait for its cemeteries (section 1).
const GUARDS: u8 = 2;
const MORE_GUARDS: u8 = 3;

/// The module.
pub struct GhostsCastlesCemeteries;

/// Which parts of the box are played; each may be left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(rename = "GhostsCastlesCemeteries")]
pub struct Parts {
    /// Ghosts haunt meeples.
    pub ghosts: bool,
    /// The tiles with a castle are shuffled in.
    pub castles: bool,
    /// The tiles with a cemetery are shuffled in.
    pub cemeteries: bool,
}

impl Default for Parts {
    /// All of them.
    fn default() -> Self {
        Self {
            ghosts: true,
            castles: true,
            cemeteries: true,
        }
    }
}

impl Parts {
    /// Reads `ghosts,castles`: the parts that are played.
    pub(crate) fn read<'a>(names: impl Iterator<Item = &'a str>) -> Result<Self, String> {
        let mut parts = Self {
            ghosts: false,
            castles: false,
            cemeteries: false,
        };
        for name in names {
            match name {
                "ghosts" => parts.ghosts = true,
                "castles" => parts.castles = true,
                "cemeteries" => parts.cemeteries = true,
                _ => return Err(name.to_owned()),
            }
        }
        Ok(parts)
    }

    /// What keeps them from being played.
    fn fault(self, setup: &Setup) -> Option<&'static str> {
        if !(self.ghosts || self.castles || self.cemeteries) {
            return Some("play ghosts, castles or cemeteries, or leave the module out");
        }
        let circles = setup.plays(Expansion::SpellCircles);
        (circles && !self.ghosts).then_some("the spell circles need the ghosts")
    }
}

/// What is to be remembered.
#[derive(Clone, Debug, Default, PartialEq)]
pub(in crate::rules) struct GhostsCastlesCemeteriesState {
    /// What tiles still ask for, oldest first.
    pub(in crate::rules) dues: Vec<Dues>,
    /// What the rules did by themselves since the last scoring began.
    done: Vec<haunting::Done>,
    /// The ghosts as they were before the last scoring: what differs now is new on the table.
    before: Ghosts,
    /// Guards won from cemeteries.
    guards: BTreeMap<Color, u8>,
}

impl GhostsCastlesCemeteriesState {
    /// What the newest tile asks for.
    pub(in crate::rules) fn newest(&mut self) -> Option<&mut Dues> {
        self.dues.last_mut()
    }
}

impl Moments for GhostsCastlesCemeteries {
    fn tile_sets(&self, _setup: &Setup) -> &'static [TileSet] {
        &[TileSet::Mists]
    }

    fn sort_out(&self, setup: &Setup, catalogue: Arc<Catalogue>) -> Arc<Catalogue> {
        let parts = setup.ghosts_castles_cemeteries;
        if parts.castles && parts.cemeteries {
            return catalogue;
        }
        catalogue.with(|face| {
            let castle = face.castle().is_some() && !parts.castles;
            let cemetery = face.cemetery().is_some() && !parts.cemeteries;
            (!castle && !cemetery).then_some(face.copies)
        })
    }

    fn check_setup(&self, setup: &Setup) -> Result<(), SetupError> {
        let fault = setup.ghosts_castles_cemeteries.fault(setup);
        fault.map_or(Ok(()), |what| {
            Err(SetupError::Module {
                module: Expansion::GhostsCastlesCemeteries.name(),
                what: what.to_owned(),
            })
        })
    }

    fn meeples(&self, _setup: &Setup) -> Option<u8> {
        Some(MEEPLES)
    }

    fn pieces(&self, _setup: &Setup) -> Vec<(FigureKind, u8)> {
        vec![(FigureKind::Guard, GUARDS)]
    }

    /// Section 1.
    fn set_out(&self, game: &Game, into: &mut Vec<Item>) {
        let module = Expansion::GhostsCastlesCemeteries;
        let step = |what| Item::new(Some(module), what, "ghosts-castles-cemeteries 1");
        let parts = game.setup().ghosts_castles_cemeteries;
        let lays = [
            (true, SetOut::NoBaseStartTile),
            (!parts.castles, SetOut::NoCastles),
            (!parts.cemeteries, SetOut::NoCemeteries),
            (parts.cemeteries, SetOut::GuardSupply(MORE_GUARDS)),
            (parts.ghosts, SetOut::GhostSupply(GHOSTS)),
            (parts.ghosts, SetOut::NoGhostsOnStart),
            (!parts.ghosts, SetOut::GhostsInBox(GHOSTS)),
            (true, SetOut::NoGoalLevelsHounds),
        ];
        let lays = lays.into_iter().filter(|(asked, _)| *asked);
        into.extend(lays.map(|(_, what)| step(what)));
    }

    fn gained(&self, game: &Game, color: Color, kind: FigureKind) -> u8 {
        let won = game.states.ghosts_castles_cemeteries.guards.get(&color);
        won.filter(|_| kind == FigureKind::Guard)
            .copied()
            .unwrap_or(0)
    }

    /// Nobody can stand on mist (rules dossier "mists coop", section 4 and ruling M7).
    fn deploy_fault(
        &self,
        game: &Game,
        _: FigureKind,
        _: Color,
        at: SegmentRef,
    ) -> Option<RuleFault> {
        let face = &game.board.get(at.cell)?.face;
        let segment = face.segments.get(at.segment)?;
        (!segment.clear).then_some(RuleFault::InMist)
    }

    fn on_start(&self, game: &mut Game) {
        let ghosts = game.setup.ghosts_castles_cemeteries.ghosts;
        game.states.ghosts = Ghosts::new(if ghosts { GHOSTS } else { 0 });
        game.states.ghosts_castles_cemeteries.before = game.states.ghosts.clone();
    }

    /// Section 3.
    fn on_tile_laid(&self, game: &mut Game, laid: JustLaid) {
        if laid.before || !game.setup.ghosts_castles_cemeteries.ghosts {
            return;
        }
        let asked = Asked::of(game, laid.cell);
        let from_supply = |whose| Step::Haunt {
            whose,
            from: Source::Supply,
        };
        let extends = (0..asked.extends).map(|_| from_supply(Whose::Opponent));
        let destroys = (0..asked.destroys).map(|_| from_supply(Whose::Own));
        let steps = extends.chain(destroys);
        let dues = Dues::new(game, steps);
        game.states.ghosts_castles_cemeteries.dues.push(dues);
    }

    fn apply(
        &self,
        game: &mut Game,
        _: EventId,
        kind: &EventKind,
    ) -> Option<Result<(), RuleFault>> {
        matches!(kind, EventKind::GhostsMoved { .. }).then(|| haunting::take(game, kind))
    }

    fn after_event(&self, game: &mut Game) {
        haunting::settle(game);
    }

    /// Section 4, cemetery: the warden's colour takes a guard if one is left.
    fn before_scoring(&self, game: &mut Game) {
        let wardens: Vec<Color> = guarded_now(game).map(|(_, color)| color).collect();
        let state = &mut game.states.ghosts_castles_cemeteries;
        state.before = game.states.ghosts.clone();
        state.done.clear();
        for color in wardens {
            let won = state.guards.entry(color).or_default();
            *won = (*won + 1).min(MORE_GUARDS);
        }
    }

    /// Section 4, castle; section 6.
    fn value(&self, game: &Game, feature: &Feature, scored: Scored, expression: &mut Expression) {
        if feature.kind == FeatureKind::Castle {
            let each = if scored == Scored::Completed { 2 } else { 1 };
            expression.add(
                misty_around(game, feature.id.0.cell),
                Unit::MistyTiles,
                each,
            );
            // G6: the castle's own tile counts, misty or not.
            expression.add(1, Unit::CastleTile, each);
        }
    }

    /// Section 4 and section 6: each ghost costs its meeple's owner.
    fn adjust_lines(
        &self,
        game: &Game,
        feature: &Feature,
        scored: Scored,
        lines: &mut Vec<ScoreLine>,
    ) {
        let each = if scored == Scored::Completed { -2 } else { -1 };
        for (color, ghosts) in cost(game, feature, scored) {
            let own = lines.iter_mut().find(|line| line.color == Some(color));
            if let Some(line) = own {
                deduct(game, &mut line.expression, ghosts, each);
                line.points = line.expression.points();
            } else if scored == Scored::AtTheEnd || game.setup.options.rulings.yes(&MINORITY_PAYS) {
                let expression = Expression::new([(ghosts, Unit::Ghosts, each)]);
                let line = scoring::line(game, feature, scored, Some(color), expression);
                lines.push(line);
            }
        }
    }

    fn on_scored(&self, game: &mut Game, _: &Feature, figures: &[EventId]) {
        for &figure in figures {
            haunting::release(game, figure);
        }
    }

    fn choices(&self, game: &Game) -> Vec<Choice> {
        haunting::choices(game)
    }

    fn expects(&self, game: &Game) -> Vec<Expected> {
        view::moved(game)
    }

    fn reminders(&self, game: &Game, into: &mut Vec<Reminder>) {
        reminders::list(game, into);
    }

    fn view(&self, game: &Game, into: &mut ModuleViews) {
        into.ghosts_castles_cemeteries = Some(view::of(game));
    }
}

/// How many ghosts from the supply a tile asks for (section 3; ruling G2).
pub(in crate::rules) struct Asked {
    /// For extending mist.
    pub extends: usize,
    /// For destroying mist.
    pub destroys: usize,
}

impl Asked {
    /// What the newest tile asks for.
    pub fn of(game: &Game, cell: Cell) -> Self {
        let seams = Seams::of(&game.board, cell);
        let destroys = destroyed(game, &seams).count();
        if game.setup.options.rulings.yes(&ONE_PER_CASE) {
            return Self {
                extends: seams.joined().count().min(1),
                destroys: destroys.min(1),
            };
        }
        let before = Banks::of(&game.board.without(cell));
        let bank = |seam: &Seam| Some(before.at(seam.neighbour, seam.theirs?)?.id);
        let banks: BTreeSet<_> = seams.joined().filter_map(bank).collect();
        Self {
            extends: banks.len(),
            destroys,
        }
    }
}

/// The sides at which the newest tile destroys mist (ruling G1).
pub(in crate::rules) fn destroyed<'s>(
    game: &Game,
    seams: &'s Seams,
) -> impl Iterator<Item = &'s Seam> {
    let clear_too = game.setup.options.rulings.yes(&CLEAR_DESTROYS);
    seams
        .destroyed()
        .filter(move |seam| clear_too || seam.own.is_some())
}

/// Guards of that colour that wait for its cemeteries.
fn guards_left(game: &Game, color: Color) -> u8 {
    let won = game.states.ghosts_castles_cemeteries.guards.get(&color);
    MORE_GUARDS.saturating_sub(won.copied().unwrap_or(0))
}

/// Cemeteries that the open turn completes, with their wardens' colours.
fn guarded_now(game: &Game) -> impl Iterator<Item = (&Feature, Color)> {
    let completed = game.completed_now().into_iter();
    completed
        .filter(|feature| feature.kind == FeatureKind::Cemetery)
        .filter_map(|feature| {
            let color = scoring::claimants(game, feature).find_map(|figure| figure.color)?;
            Some((feature, color))
        })
}

/// How many of the eight tiles around show mist.
fn misty_around(game: &Game, cell: Cell) -> usize {
    cell.surrounding()
        .into_iter()
        .filter_map(|around| game.board.get(around))
        .filter(|laid| laid.face.shows_mist())
        .count()
}

/// Ghosts that each colour pays for when the feature is scored, in player order.
fn cost(game: &Game, feature: &Feature, scored: Scored) -> Vec<(Color, usize)> {
    let rulings = &game.setup.options.rulings;
    if scored == Scored::Completed
        && feature.kind == FeatureKind::Cemetery
        && !rulings.yes(&WARDEN_PAYS)
    {
        return Vec::new();
    }
    let ghosts = |color: Color| -> usize {
        scoring::claimants(game, feature)
            .filter(|figure| figure.color == Some(color))
            .map(|figure| usize::from(game.ghosts().at(beside(figure.event))))
            .sum()
    };
    game.players
        .iter()
        .map(|player| (player.color, ghosts(player.color)))
        .filter(|&(_, ghosts)| ghosts > 0)
        .collect()
}

/// Takes the ghosts off what a player gets (ruling G13).
fn deduct(game: &Game, expression: &mut Expression, ghosts: usize, each: i32) {
    let halved = |expression: &Expression| expression.terms.iter().any(|t| t.unit == Unit::Witch);
    if game.setup.options.rulings.yes(&GHOSTS_LAST) || !halved(expression) {
        return expression.add(ghosts, Unit::Ghosts, each);
    }
    expression.terms.retain(|term| term.unit != Unit::Witch);
    expression.add(ghosts, Unit::Ghosts, each);
    let half = usize::try_from(expression.points() / 2).unwrap_or(0);
    expression.add(half, Unit::Witch, -1);
}

#[cfg(test)]
mod tests;
