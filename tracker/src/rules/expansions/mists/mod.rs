//! Mists over Carcassonne, cooperative, levels 1 to 6 (rules dossier "mists coop").
//!
//! A new tile first finishes mist banks and cemeteries, then brings ghosts; a completed region
//! brings points or removes ghosts; hounds wait on the track and join piles. What each step
//! does stands in a file of its own: [`level`] (set-up), [`fog`] (steps 1b and 2a),
//! [`cemeteries`] (1c and 3c), [`regions`] (3a), [`hounds`] (3b), [`reminders`] and [`view`].

mod cemeteries;
mod fog;
mod hounds;
mod level;
mod regions;
mod reminders;
mod view;

use crate::rules::points::scoring::Scored;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

pub use fog::would_spoil;
pub use level::{Level, MistsSetup};
pub use reminders::{GhostsWhy, MistsReminder};
pub use view::{
    BuriedView, CastleView, CemeteryView, ColorView, HoundPlace, HoundView, MistsView, Warning,
};

pub(in crate::rules) use regions::{colors_of, is_forgone, region_points};

use crate::board::features::{Feature, FeatureId, FeatureKind, SegmentRef};
use crate::event::ghost::{Companion, GhostPlace};
use crate::event::{EventId, EventKind};
use crate::rules::choice::{Choice, ChoiceKind, Expected};
use crate::rules::game::Game;
use crate::rules::points::expression::Expression;
use crate::rules::ruling::Ruling;
use crate::rules::set_out::Item;
use crate::rules::told::{ModuleViews, Outcome, Reminder, ScoreLine, TeamView};
use crate::rules::{JustLaid, Moments, RuleFault};
use crate::setup::{Setup, SetupError};
use carcassonne::catalogue::{Catalogue, TileSet};
use carcassonne::geometry::Cell;
use carcassonne::piece::{Color, FigureKind};

/// M3: a completed region without meeple may be swapped for removing ghosts.
const UNCLAIMED_REMOVES: Ruling = Ruling::no("M3", "unclaimed_region_may_remove");
/// M4: of two mists on a tile the unfinished one still brings its ghosts.
const UNFINISHED_ADDS: Ruling = Ruling::yes("M4", "unfinished_mist_still_adds");
/// M4: such a tile has joined mist, so it brings one less. Otherwise only if the unfinished mist
/// itself joined some.
const FINISHING_JOINS: Ruling = Ruling::yes("M4b", "finishing_mist_counts_as_joining");
/// M5: a hound may go to a meeple that was just scored; it drives ghosts away there and leaves
/// the game with it.
const SCORED_HOST: Ruling = Ruling::no("M5", "hound_may_go_to_scored_meeple");
/// M6: the meeple with a hound may be buried; the hound goes to the box.
const HOST_BURIED: Ruling = Ruling::yes("M6", "hound_host_may_be_buried");
/// M7: a road that is partly clear of mist may be claimed.
const PARTLY_CLEAR: Ruling = Ruling::yes("M7", "partly_clear_road_may_be_claimed");
/// M9: a face-down tile may touch the others by a corner only.
const CORNER: Ruling = Ruling::yes("M9", "face_down_tile_may_touch_corner");
/// M14: who gets the points of a hound at level 6.
const HOUND_POINTS: Ruling = Ruling {
    number: "M14",
    name: "hound_points_at_level_6",
    answers: &["host", "all"],
};
/// M15: at level 6 the scoring meeple is one of the colour's own.
const OWN_SCORING_MEEPLE: Ruling = Ruling::yes("M15", "scoring_meeple_from_supply");
/// M16: the points of a hound are multiplied by the colours of the region.
const HOUND_TIMES_COLORS: Ruling = Ruling::no("M16", "hound_points_times_colours");
/// M19: a haunted cemetery tile with mist also gets a ghost of its own.
const HAUNTS_ITSELF: Ruling = Ruling::no("M19", "haunted_cemetery_haunts_itself");

/// Its table options.
pub const RULINGS: &[&Ruling] = &[
    &UNCLAIMED_REMOVES,
    &UNFINISHED_ADDS,
    &FINISHING_JOINS,
    &SCORED_HOST,
    &HOST_BURIED,
    &PARTLY_CLEAR,
    &CORNER,
    &HOUND_POINTS,
    &OWN_SCORING_MEEPLE,
    &HOUND_TIMES_COLORS,
    &HAUNTS_ITSELF,
];

/// The module.
pub struct Mists;

/// What is to be remembered.
#[derive(Clone, Debug, Default, PartialEq)]
pub(in crate::rules) struct MistsState {
    /// Sizes of the piles that may not be drawn from yet, the next one first.
    waiting: Vec<u32>,
    hounds: [hounds::Hound; 2],
    /// Meeples that the newest scoring sent home, and where they stood.
    just_scored: Vec<(EventId, Cell)>,
    /// Closed cemeteries that still wait for their meeple.
    burials: Vec<cemeteries::Burial>,
    /// The ghost for an open cemetery is still to be put somewhere.
    cemetery_ghost: bool,
    /// A face-down tile is still to be laid.
    face_down: bool,
    /// Regions of the open turn that are decided.
    decided: BTreeSet<FeatureId>,
    /// The region whose points are forgone while it is scored.
    forgone: Option<FeatureId>,
    /// The colours in the regions that the turn completes, since a scored region has none left.
    colors: BTreeMap<FeatureId, Vec<Color>>,
    /// Ghosts that were due when too few were left, as long as what was not told yet may have
    /// freed some.
    short: Vec<(GhostPlace, u8)>,
    /// The turn in which two piles were last joined, and the tiles to draw then.
    joined: Option<(u32, u32)>,
    /// What the open turn brought about by itself.
    report: Report,
}

/// What a tile and the steps after it brought about by themselves, for reminders and camera.
#[derive(Clone, Debug, Default, PartialEq)]
struct Report {
    /// The turn it is about.
    turn: u32,
    /// Why so many ghosts came with the tile.
    why: GhostsWhy,
    /// Ghosts that came onto the tile by its symbols.
    came: u8,
    /// Those in the stock afterwards.
    left: u8,
    /// Ghosts that came from the stock so far.
    put: u8,
    /// Ghosts that left mist that the tile finished, and its tiles.
    finished: (u8, Vec<Cell>),
    /// Ghosts that left closed cemeteries.
    cleared: BTreeMap<Cell, u8>,
    /// The open cemetery that got a ghost.
    cemetery: Option<Cell>,
    /// Misty tiles around a haunted cemetery that got a ghost each.
    haunted: Vec<Cell>,
    /// Ghosts that should be seen to come and go.
    arrive: BTreeMap<Cell, u8>,
    leave: BTreeMap<Cell, u8>,
    /// The additional ghost was looked after.
    looked_after: bool,
}

impl Moments for Mists {
    fn tile_sets(&self, _setup: &Setup) -> &'static [TileSet] {
        &[TileSet::Mists]
    }

    fn replaces_base_tiles(&self) -> bool {
        true
    }

    /// Section 3: level 1 is played without castles and cemeteries.
    fn sort_out(&self, setup: &Setup, catalogue: Arc<Catalogue>) -> Arc<Catalogue> {
        if setup.mists.level().has_places() {
            catalogue
        } else {
            catalogue.without_castles_and_cemeteries()
        }
    }

    fn meeples(&self, setup: &Setup) -> Option<u8> {
        let own = setup.options.rulings.yes(&OWN_SCORING_MEEPLE);
        Some(level::meeples(setup, own))
    }

    fn check_setup(&self, setup: &Setup) -> Result<(), SetupError> {
        level::check(setup)
    }

    fn is_cooperative(&self) -> bool {
        true
    }

    fn shares_score(&self, setup: &Setup) -> bool {
        !setup.mists.level().scores_by_color()
    }

    /// Section 3, set-up.
    fn set_out(&self, game: &Game, into: &mut Vec<Item>) {
        into.extend(level::set_out(game));
    }

    /// Sections 5 (no farmers) and 7 (nobody goes to a cemetery by will).
    fn deploy_allowed(&self, _figure: FigureKind, on: FeatureKind) -> Option<bool> {
        matches!(on, FeatureKind::Field | FeatureKind::Cemetery).then_some(false)
    }

    /// Section 4: never onto mist.
    fn deploy_fault(
        &self,
        game: &Game,
        _figure: FigureKind,
        _color: Color,
        at: SegmentRef,
    ) -> Option<RuleFault> {
        let feature = game.features.at(at)?;
        if game.states.mists.decided.contains(&feature.id) {
            // It is scored already; meeples are placed before.
            return Some(RuleFault::NotCalledFor);
        }
        let face = &game.board.get(at.cell)?.face;
        let segment = face.segments.get(at.segment)?;
        let sides = || face.mists.iter().flat_map(|mist| &mist.sides);
        let enters = segment
            .rim
            .iter()
            .any(|rim| sides().any(|&side| side == rim.side()));
        let clear = segment.clear && (!enters || game.setup.options.rulings.yes(&PARTLY_CLEAR));
        (!clear).then_some(RuleFault::InMist)
    }

    /// Section 3, set-up.
    fn on_start(&self, game: &mut Game) {
        let level = level_of(game);
        game.states.ghosts = crate::rules::Ghosts::new(level.ghosts);
        if level.has_hounds() {
            let deck = game.catalogue.deck();
            let third = deck / 3;
            game.states.mists.waiting = vec![third, third];
            game.states.mists.hounds = [hounds::Hound::on_track(), hounds::Hound::on_track()];
        }
    }

    fn on_tile_laid(&self, game: &mut Game, laid: JustLaid) {
        if laid.before {
            fog::put_printed(game, laid.cell);
            return;
        }
        let opens_turn = game.open.is_some_and(|open| open.first.is_none());
        let state = &mut game.states.mists;
        state.short.clear();
        if opens_turn {
            state.decided.clear();
            state.colors.clear();
        }
        for hound in &mut state.hounds {
            // What it did not remove until now stays.
            hound.removal = None;
        }
        state.report = Report {
            turn: game.turn,
            ..Report::default()
        };
        fog::finish_banks(game, laid.cell);
        cemeteries::close(game, laid.cell, cemeteries::ClosedBy::Tile);
        fog::add_ghosts(game, laid.cell);
        cemeteries::haunt(game, laid.cell);
        game.states.mists.face_down = level_of(game).is_haunted();
    }

    fn on_second_tile(&self, game: &mut Game) {
        cemeteries::default_ghost(game);
        lose_if_short(game);
    }

    fn apply(
        &self,
        game: &mut Game,
        event: EventId,
        kind: &EventKind,
    ) -> Option<Result<(), RuleFault>> {
        match kind {
            EventKind::RegionDecided { at, removal } => Some(regions::decide(game, *at, removal)),
            EventKind::MeepleBuried { .. } => Some(cemeteries::bury(game, event, kind)),
            EventKind::TileTurnedDown { cell } => Some(cemeteries::turn_down(game, event, *cell)),
            EventKind::GhostsMoved { from, to, count } => {
                if matches!(to, GhostPlace::Cemetery { .. }) && game.turn > 0 {
                    return Some(cemeteries::put_ghost(game, *from, *to, *count));
                }
                if to.is_on_board() {
                    return fog::stood_before(game, *from, *to, *count);
                }
                Some(hounds::remove(game, *from, *to, *count))
            }
            EventKind::CompanionPlaced { companion, host } => {
                hounds::place(game, *companion, *host)
            }
            _ => None,
        }
    }

    fn before_scoring(&self, game: &mut Game) {
        cemeteries::default_ghost(game);
        lose_if_short(game);
        regions::note_colors(game);
        game.states.mists.just_scored.clear();
    }

    fn on_points(&self, game: &mut Game) {
        if game.over {
            return;
        }
        if track(game) >= level_of(game).target {
            game.end(Outcome::Won);
        } else {
            hounds::reach(game);
        }
    }

    /// Section 8.
    fn value(&self, game: &Game, feature: &Feature, _: Scored, expression: &mut Expression) {
        regions::castle_value(game, feature, expression);
    }

    /// Section 9.
    fn lines(&self, game: &Game, feature: &Feature, scored: Scored) -> Option<Vec<ScoreLine>> {
        Some(regions::lines(game, feature, scored))
    }

    fn on_scored(&self, game: &mut Game, feature: &Feature, figures: &[EventId]) {
        hounds::score(game, feature, figures);
    }

    fn on_turn_end(&self, game: &mut Game) {
        if !game.over && active_pile(game) == 0 {
            game.end(Outcome::NoTilesLeft);
        }
    }

    fn after_event(&self, game: &mut Game) {
        if game.over {
            return;
        }
        cemeteries::additional_ghost(game);
        make_up(game);
        cemeteries::settle(game);
        hounds::settle(game);
        if game.turn > 0 && game.open.is_none() && active_pile(game) == 0 {
            game.end(Outcome::NoTilesLeft);
        }
    }

    fn has_final_scoring(&self) -> bool {
        false
    }

    fn choices(&self, game: &Game) -> Vec<Choice> {
        let mut choices = cemeteries::choices(game);
        choices.extend(hounds::choices(game));
        choices.extend(regions::choices(game));
        choices
    }

    fn expects(&self, game: &Game) -> Vec<Expected> {
        fog::expects(game)
    }

    fn companions(&self, game: &Game) -> Vec<(Companion, EventId)> {
        hounds::on_board(game).collect()
    }

    fn reminders(&self, game: &Game, into: &mut Vec<Reminder>) {
        into.extend(reminders::all(game));
    }

    fn team(&self, game: &Game, later: &Game) -> Option<TeamView> {
        Some(TeamView {
            score: track(game),
            provisional_score: track(later),
            target: level_of(game).target,
        })
    }

    fn view(&self, game: &Game, into: &mut ModuleViews) {
        into.mists = Some(view::of(game));
    }
}

fn level_of(game: &Game) -> Level {
    game.setup.mists.level()
}

/// Points of a colour that scores for itself.
fn color_score(game: &Game, color: Color) -> i32 {
    let own = game.lines.iter().filter(|line| line.color == Some(color));
    own.fold(0_i32, |sum, line| sum.saturating_add(line.points).max(0))
}

/// How far the scoring meeples are: the team's, or at level 6 the hindmost (section 9).
fn track(game: &Game) -> i32 {
    if !level_of(game).scores_by_color() {
        return game.team_score;
    }
    let scores = game.colors().map(|color| color_score(game, color));
    scores.min().unwrap_or(0)
}

/// Tiles left in the pile that is drawn from.
fn active_pile(game: &Game) -> u32 {
    let waiting: u32 = game.states.mists.waiting.iter().sum();
    game.tiles_left().saturating_sub(waiting)
}

/// Whether more ghosts are due than are left while something is not told that may have freed some.
pub fn is_short(game: &Game) -> bool {
    !game.states.mists.short.is_empty() && !game.over
}

/// Section 6: where ghosts are missing the game is lost.
fn lose_if_short(game: &mut Game) {
    if is_short(game) {
        game.end(Outcome::NoGhostsLeft);
    }
}

/// The missing ghosts come once there are enough; the game is lost when nothing that was not told
/// can have freed any.
fn make_up(game: &mut Game) {
    if !is_short(game) {
        return;
    }
    let missing = game.states.mists.short.iter();
    let missing = missing.fold(0_u8, |sum, (_, count)| sum.saturating_add(*count));
    if missing <= game.states.ghosts.in_stock() {
        for (to, count) in std::mem::take(&mut game.states.mists.short) {
            put_ghosts(game, to, count);
        }
    } else if !may_have_freed(game) {
        lose_if_short(game);
    }
}

/// Whether a choice that was open before the newest tile, and that nobody has told, may have taken
/// ghosts off the board.
fn may_have_freed(game: &Game) -> bool {
    let frees = |choice: &Choice| match choice.kind {
        ChoiceKind::PlaceHound | ChoiceKind::HoundRemoval => true,
        ChoiceKind::PointsOrRemoval => {
            let mut events = choice.options.iter().flat_map(|option| &option.events);
            events.any(|event| {
                matches!(event, EventKind::RegionDecided { removal, .. } if !removal.is_empty())
            })
        }
        _ => false,
    };
    let due = |choice: &Choice| {
        matches!(
            choice.kind,
            ChoiceKind::PlaceHound | ChoiceKind::HoundRemoval
        )
    };
    game.untold_before().any(frees) || game.choices().iter().any(due)
}

/// Puts ghosts on the board because the rules demand it; too few of them lose the game
/// (section 6), once all that came before is told.
pub(in crate::rules) fn put_ghosts(game: &mut Game, to: GhostPlace, count: u8) {
    if game.over || count == 0 {
        return;
    }
    if is_short(game) || game.states.ghosts.put(to, count).is_err() {
        game.states.mists.short.push((to, count));
        return;
    }
    let report = &mut game.states.mists.report;
    report.put = report.put.saturating_add(count);
    if let Some(cell) = to.cell() {
        *report.arrive.entry(cell).or_default() += count;
    }
}

/// Takes all ghosts of a place home because the rules demand it; returns how many.
fn take_ghosts(game: &mut Game, from: GhostPlace) -> u8 {
    let home = game.states.ghosts.home();
    let count = game.states.ghosts.shift_all(from, home);
    if let Some(cell) = from.cell().filter(|_| count > 0) {
        *game.states.mists.report.leave.entry(cell).or_default() += count;
    }
    count
}

/// Meeples that stand on the board, not scored and not buried.
pub(in crate::rules) fn standing(game: &Game) -> impl Iterator<Item = &crate::rules::Figure> {
    game.figures().filter(|figure| {
        figure.kind == FigureKind::Meeple && figure.state == crate::rules::FigureState::Standing
    })
}

/// Whether the open turn's scoring will send that meeple home.
pub(in crate::rules) fn is_scored_now(game: &Game, figure: &crate::rules::Figure) -> bool {
    let feature = game.features.at(figure.at);
    feature.is_some_and(|feature| game.is_completed_now(feature))
}

/// Whether ghosts are due on cemeteries at this level, one is open, and the turn's tile brought
/// none because no ghost came from the stock.
pub(in crate::rules) fn spares_cemeteries(game: &Game) -> bool {
    let level = level_of(game);
    let open = cemeteries::all(game).any(|cell| cemeteries::is_open(game, cell));
    level.has_places() && !level.is_haunted() && open && game.states.mists.report.put == 0
}

/// Tiles of banks with ghosts that the open turn's tile spoiled.
pub(in crate::rules) fn spoiled_now(game: &Game) -> BTreeSet<Cell> {
    let tile = game.open.map(|open| open.cell);
    let spoiled = tile.map(|cell| fog::spoiled_by(game, &game.board, cell));
    spoiled.unwrap_or_default()
}
