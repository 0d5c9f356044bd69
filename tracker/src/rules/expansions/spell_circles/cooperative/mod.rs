//! Spell circles, cooperative (rules dossier "Spell circles", part A).
//!
//! A tile with circles sucks in the ghosts around it before it takes some from the stock. When
//! the stock in front of Eloise is empty she joins a meeple, and brings a point for each ghost
//! in a circle whenever her meeple is scored.

mod eloise;
mod suction;
mod view;

pub(in crate::rules) use eloise::Eloise;
pub(super) use eloise::host;
pub use view::{EloisePlace, EloiseReminder, EloiseView, HostView};

use crate::board::features::Feature;
use crate::event::ghost::{Companion, GhostPlace};
use crate::event::{EventId, EventKind};
use crate::rules::choice::{Choice, Expected};
use crate::rules::ruling::Ruling;
use crate::rules::set_out::{Item, SetOut};
use crate::rules::told::{ModuleViews, Reminder};
use crate::rules::{Expansion, Figure, Game, JustLaid, Moments, RuleFault};
use crate::setup::Setup;
use carcassonne::catalogue::TileSet;

/// BK1: a cat that was not brought at once comes with the next meeple that is placed.
pub(super) const NEXT_MEEPLE: Ruling = Ruling::yes("BK1", "cat_comes_with_next_meeple");
/// BK2: she brings her points although the region's were forgone.
pub(super) const SCORES_FORGONE: Ruling = Ruling::yes("BK2", "cat_scores_forgone_region");
/// BK3: her points are multiplied by the colours of the region.
pub(super) const TIMES_COLORS: Ruling = Ruling::no("BK3", "cat_points_times_colours");

/// BK10: the meeple that she is with may be buried; she goes to another.
pub(super) const HOST_BURIED: Ruling = Ruling::yes("BK10", "cat_host_may_be_buried");
/// BK17: called but not placed, she waits until her stock is empty again.
pub(super) const WAITS_FOR_EMPTY: Ruling = Ruling::yes("BK17", "cat_waits_for_empty_stock");

/// The module.
pub struct Cooperative;

impl Moments for Cooperative {
    fn tile_sets(&self, _setup: &Setup) -> &'static [TileSet] {
        &[TileSet::Circles]
    }

    /// A1.
    fn set_out(&self, game: &Game, into: &mut Vec<Item>) {
        let step = |what| Item::new(Some(Expansion::SpellCircles), what, "bannkreise A1");
        let printed = game.catalogue().start_ghosts();
        let [cat, rest] = eloise::stocks(game.setup().mists.level().ghosts, printed);
        into.push(step(SetOut::Eloise(cat)));
        into.push(step(SetOut::SecondStock(rest)));
    }

    /// A1.
    fn on_start(&self, game: &mut Game) {
        eloise::set_up(game);
    }

    /// A2.
    fn on_tile_laid(&self, game: &mut Game, laid: JustLaid) {
        game.states.eloise.suction = None;
        if !laid.before {
            suction::fill(game, laid.cell);
        }
    }

    fn on_second_tile(&self, game: &mut Game) {
        suction::take_rest(game);
    }

    fn apply(
        &self,
        game: &mut Game,
        _event: EventId,
        kind: &EventKind,
    ) -> Option<Result<(), RuleFault>> {
        match *kind {
            EventKind::GhostsMoved {
                from,
                to: to @ GhostPlace::Circle { .. },
                count,
            } => Some(suction::take(game, from, to, count)),
            EventKind::CompanionPlaced {
                companion: Companion::Eloise,
                host,
            } => Some(eloise::place(game, host)),
            _ => None,
        }
    }

    fn on_figure_placed(&self, game: &mut Game, figure: &Figure) {
        eloise::join(game, figure);
    }

    fn before_scoring(&self, game: &mut Game) {
        suction::take_rest(game);
    }

    fn on_scored(&self, game: &mut Game, feature: &Feature, figures: &[EventId]) {
        eloise::score(game, feature, figures);
    }

    fn after_event(&self, game: &mut Game) {
        eloise::settle(game);
    }

    fn choices(&self, game: &Game) -> Vec<Choice> {
        let mut choices: Vec<Choice> = suction::choice(game).into_iter().collect();
        choices.extend(eloise::choices(game));
        choices
    }

    fn expects(&self, game: &Game) -> Vec<Expected> {
        suction::expects(game)
    }

    fn companions(&self, game: &Game) -> Vec<(Companion, EventId)> {
        let host = eloise::host(game).map(|host| (Companion::Eloise, host));
        host.into_iter().collect()
    }

    fn reminders(&self, game: &Game, into: &mut Vec<Reminder>) {
        into.extend(view::reminders(game));
    }

    fn view(&self, game: &Game, into: &mut ModuleViews) {
        into.eloise = Some(view::of(game));
    }
}
