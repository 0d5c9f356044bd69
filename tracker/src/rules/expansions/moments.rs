//! The moments of a game at which an expansion has a say.
//!
//! [`crate::rules::turn`] calls them in the order of the rules, and the expansions in the order of
//! [`crate::rules::Expansion::ALL`]; an expansion implements those it cares about in its own file.
//! The default is to do nothing. What a rule sheet says is decided nowhere else; shared code only
//! names what expansions bring: pieces, events, choices, units of points.

use crate::rules::points::scoring::Scored;
use std::sync::Arc;

use crate::board::features::{Feature, FeatureKind, SegmentRef};
use crate::event::ghost::Companion;
use crate::event::{EventId, EventKind};
use crate::rules::RuleFault;
use crate::rules::choice::{Choice, Expected};
use crate::rules::game::{Figure, Game};
use crate::rules::points::expression::Expression;
use crate::rules::set_out::Item;
use crate::rules::told::{ModuleViews, Possible, Reminder, ScoreLine, TeamView};
use crate::setup::{Setup, SetupError};
use carcassonne::catalogue::{Catalogue, Face, TileSet};
use carcassonne::geometry::Cell;
use carcassonne::piece::{Color, FigureKind};

/// A tile that has just been laid and joined.
#[derive(Clone, Copy, Debug)]
pub struct JustLaid {
    /// The event that laid it.
    pub event: EventId,
    /// Where.
    pub cell: Cell,
    /// It opens no turn: the start tile, or a tile from before watching began.
    pub before: bool,
}

/// What an expansion brings.
#[allow(unused_variables)]
pub trait Moments: Sync {
    // Set-up.

    /// Tiles that are shuffled in.
    fn tile_sets(&self, setup: &Setup) -> &'static [TileSet] {
        &[]
    }

    /// Whether its tiles are played instead of the base game's.
    fn replaces_base_tiles(&self) -> bool {
        false
    }

    /// Leaves out tiles, or changes how many copies are played.
    fn sort_out(&self, setup: &Setup, catalogue: Arc<Catalogue>) -> Arc<Catalogue> {
        catalogue
    }

    /// Pieces each colour gets besides the meeples.
    fn pieces(&self, setup: &Setup) -> Vec<(FigureKind, u8)> {
        Vec::new()
    }

    /// Meeples each colour gets, if it is another number than the base game's.
    fn meeples(&self, setup: &Setup) -> Option<u8> {
        None
    }

    /// Pieces of that kind the colour has won besides.
    fn gained(&self, game: &Game, color: Color, kind: FigureKind) -> u8 {
        0
    }

    /// Pieces that belong to nobody and may stand on the board.
    fn neutral_pieces(&self) -> &'static [FigureKind] {
        &[]
    }

    /// Why its part of the set-up cannot be played.
    ///
    /// # Errors
    /// With the first thing that is wrong or missing.
    fn check_setup(&self, setup: &Setup) -> Result<(), SetupError> {
        Ok(())
    }

    /// Whether everybody plays together.
    fn is_cooperative(&self) -> bool {
        false
    }

    /// Whether all points are the team's.
    fn shares_score(&self, setup: &Setup) -> bool {
        false
    }

    /// Whether gardens may be claimed, so that they are features at all.
    fn claims_gardens(&self) -> bool {
        false
    }

    /// Adds what it lays out before the first turn; what it replaces may be taken out.
    fn set_out(&self, game: &Game, into: &mut Vec<Item>) {}

    // Legality.

    /// Whether the piece may be put on such a feature; `None` if that is not its business.
    fn deploy_allowed(&self, figure: FigureKind, on: FeatureKind) -> Option<bool> {
        None
    }

    /// Why this piece may not be put on this segment now, if the sort of feature does not
    /// tell.
    fn deploy_fault(
        &self,
        game: &Game,
        figure: FigureKind,
        color: Color,
        at: SegmentRef,
    ) -> Option<RuleFault> {
        None
    }

    // What happens, in the order of a turn.

    /// The table is set up, nothing lies yet.
    fn on_start(&self, game: &mut Game) {}

    /// A tile lies and its features are joined; nobody has placed a figure yet.
    fn on_tile_laid(&self, game: &mut Game, laid: JustLaid) {}

    /// Whether the tile about to be laid belongs to the open turn instead of ending it.
    fn continues_turn(&self, game: &Game) -> bool {
        false
    }

    /// Another tile of the open turn is about to be laid: what nobody told of the first one is done
    /// as at the end of a turn.
    fn on_second_tile(&self, game: &mut Game) {}

    /// Something happens that only this expansion knows; `None` if it is another's. A refused
    /// event leaves the game as it was.
    fn apply(
        &self,
        game: &mut Game,
        event: EventId,
        kind: &EventKind,
    ) -> Option<Result<(), RuleFault>> {
        None
    }

    /// A figure was placed on the newest tile.
    fn on_figure_placed(&self, game: &mut Game, figure: &Figure) {}

    /// Points for a figure that leaves a feature which is not being scored; `None` if it just
    /// goes.
    fn on_figure_taken(&self, game: &Game, figure: &Figure) -> Option<ScoreLine> {
        None
    }

    /// Somebody got points: a scoring meeple has moved.
    fn on_points(&self, game: &mut Game) {}

    /// An event has happened with all that it brought about at once.
    fn after_event(&self, game: &mut Game) {}

    /// The open turn ends; its features are scored next.
    fn before_scoring(&self, game: &mut Game) {}

    /// Changes what a feature is worth.
    fn value(&self, game: &Game, feature: &Feature, scored: Scored, expression: &mut Expression) {}

    /// What a feature is worth in either case, while it is open which of two figures counts in it.
    fn possible(&self, game: &Game, feature: &Feature, scored: Scored) -> Option<Vec<Possible>> {
        None
    }

    /// The points given for a feature, where they do not go to those with most figures.
    fn lines(&self, game: &Game, feature: &Feature, scored: Scored) -> Option<Vec<ScoreLine>> {
        None
    }

    /// Changes the line of one player for a feature, after its value is known; it may also
    /// give a line to somebody who earns nothing.
    fn adjust_lines(
        &self,
        game: &Game,
        feature: &Feature,
        scored: Scored,
        lines: &mut Vec<ScoreLine>,
    ) {
    }

    /// A completed feature was scored; `figures` stood in it and are due home.
    fn on_scored(&self, game: &mut Game, feature: &Feature, figures: &[EventId]) {}

    /// All features of the turn are scored; the turn is still open.
    fn on_turn_end(&self, game: &mut Game) {}

    /// The last turn is over. Whether something must still be done before final scoring; asked
    /// again after every event, until there is nothing.
    fn holds_back_end(&self, game: &Game) -> bool {
        false
    }

    /// Whether what is unfinished is scored at the end of the game.
    fn has_final_scoring(&self) -> bool {
        true
    }

    // What is known at any time.

    /// Who lays the next tile, if it is not the next in seat order.
    fn next_player(&self, game: &Game) -> Option<Color> {
        None
    }

    /// Copies of the face that neither lie nor can be drawn any more.
    fn out_of_pile(&self, game: &Game, face: &Face) -> usize {
        0
    }

    /// Tiles left in the face-down pile, if not every tile that does not lie is in it.
    fn pile_left(&self, game: &Game) -> Option<u32> {
        None
    }

    /// What somebody may or must decide.
    fn choices(&self, game: &Game) -> Vec<Choice> {
        Vec::new()
    }

    /// What should be seen on the table next, besides the options of its choices.
    fn expects(&self, game: &Game) -> Vec<Expected> {
        Vec::new()
    }

    /// The animals on the board, with the events that placed their meeples.
    fn companions(&self, game: &Game) -> Vec<(Companion, EventId)> {
        Vec::new()
    }

    /// What to remind of.
    fn reminders(&self, game: &Game, into: &mut Vec<Reminder>) {}

    /// The team, if everybody plays together; `later` is the game after the open turn.
    fn team(&self, game: &Game, later: &Game) -> Option<TeamView> {
        None
    }

    /// Its part of the snapshot.
    fn view(&self, game: &Game, into: &mut ModuleViews) {}
}
