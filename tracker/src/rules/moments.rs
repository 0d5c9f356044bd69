//! The moments of a game at which an expansion has a say.
//!
//! [`super::turn`] calls them in the order of the rules; an expansion implements those it cares
//! about in its own file. Default is nothing. Nothing of an expansion stands anywhere else.

use super::game::{Figure, Game};
use crate::features::FeatureKind;
use crate::piece::FigureKind;
use crate::snapshot::{Reminder, ScoreLine};

/// What an expansion brings.
pub trait Moments: Sync {
    /// Pieces each player gets besides the meeples.
    fn pieces(&self) -> &'static [(FigureKind, u8)] {
        &[]
    }

    /// Whether gardens may be claimed, so that they are features at all.
    fn claims_gardens(&self) -> bool {
        false
    }

    /// Whether the piece may be put on such a feature; `None` if that is not its business.
    fn deploy_allowed(&self, _figure: FigureKind, _on: FeatureKind) -> Option<bool> {
        None
    }

    /// Points for a figure that leaves a feature which is not being scored; `None` if it just
    /// goes.
    fn on_figure_taken(&self, _game: &Game, _figure: &Figure) -> Option<ScoreLine> {
        None
    }

    /// What to remind of in the open turn.
    fn reminders(&self, _game: &Game, _into: &mut Vec<Reminder>) {}
}
