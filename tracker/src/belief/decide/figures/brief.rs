//! Deciding about figures that stood only for a moment: put on a feature that the tile completed,
//! and taken home with the points at once.
//!
//! Players do this in one movement, so that the camera may have a single still frame of it. The
//! rules say that it makes sense; without that, a thing seen once is no figure.

use crate::belief::decision::{Decision, Draft};
use crate::belief::evidence::posterior;
use crate::belief::evidence::track::Track;
use crate::belief::evidence::weigh_figure::{FigureReading, On, rank};
use crate::belief::{Belief, limits};
use crate::board::features::SegmentRef;
use crate::event::EventKind;
use crate::rules::Game;
use carcassonne::tie::Tie;

/// Looks without it after which it is gone: one look can be a shadow.
const GONE_AGAIN: u32 = 2;
/// Posterior that so short a sight needs; nothing later will add to it.
const SURE_ENOUGH: f32 = 0.8;
/// Natural logarithm of how much less likely a figure is taken off again that has not scored:
/// players change their mind about one figure in fifty.
const TAKEN_BACK: f32 = -4.0;

impl Belief {
    /// Whether a track that has vanished was a figure that scored at once; it is placed and
    /// taken then.
    pub(super) fn decide_brief(&self, draft: &mut Draft, tie: Tie, track: &Track) -> bool {
        let Some((placed, sure)) = self.judge_brief(draft.game(), tie, track) else {
            return false;
        };
        let frames = track.evidence.frames();
        let Ok(figure) = draft.decide(Decision::seen(placed, sure, frames)) else {
            return false;
        };
        let taken = EventKind::FigureTaken { figure };
        draft.decide_all([Decision::seen(taken, sure, frames)]);
        true
    }

    /// The placing of a figure that has come and gone, and how sure it is.
    fn judge_brief(&self, game: &Game, tie: Tie, track: &Track) -> Option<(EventKind, f32)> {
        let cell = tie.cell(track.cell);
        let open = game.open_turn()?;
        let may_act = open.cell == cell && open.acted.is_none();
        if !may_act || track.settled || track.absent < GONE_AGAIN {
            return None;
        }
        let scores = |segment: usize| {
            let feature = game.features().at(SegmentRef::new(cell, segment));
            feature.is_some_and(|f| game.is_completed_now(f))
        };
        // That it is gone tells where it stood.
        let seen = rank(game, self.geometry.as_ref(), tie, track, On::NewestTile);
        let gone = seen.into_iter().map(|(reading, seen)| {
            let stayed = reading.is_some_and(|(.., segment)| !scores(segment));
            (reading, seen.ln() + if stayed { TAKEN_BACK } else { 0.0 })
        });
        let ranked = posterior(gone);
        let (reading, _) = ranked.first()?;
        let (figure, color, segment) = (*reading)?;
        let owner = color?;
        // Whether it was a guard or a meeple matters to nobody any more.
        let same = |reading: &FigureReading| matches!(reading, Some((_, c, s)) if (*c, *s) == (color, segment));
        let alike = ranked.iter().filter(|(reading, _)| same(reading));
        let sure: f32 = alike.map(|(_, sure)| sure).sum();
        let at = SegmentRef::new(cell, segment);
        let allowed = game.check_figure(figure, owner, at).is_ok();
        let placed = EventKind::FigurePlaced {
            cell,
            segment,
            figure,
            color,
            foot: Some(tie.foot(track.foot)),
            before: false,
        };
        let sure_enough = sure >= SURE_ENOUGH && scores(segment) && allowed;
        sure_enough.then(|| (placed, sure.min(limits::SURE)))
    }
}
