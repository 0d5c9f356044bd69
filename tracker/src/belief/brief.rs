//! Figures that stood only for a moment: put on a feature that the tile completed, and taken
//! home with the points at once.
//!
//! Players do this in one movement, so that the camera may have a single still frame of it. The
//! rules say that it makes sense; without that, a thing seen once is no figure.

use crate::board::features::SegmentRef;
use crate::log::Log;
use crate::log::event::EventKind;
use carcassonne::seen::SeenTable;

use super::evidence::posterior;
use super::figures::{Reading, Track};
use super::{Belief, limits};

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
    pub(super) fn decide_brief(&mut self, log: &mut Log, table: &SeenTable, track: &Track) -> bool {
        let Some(frame) = self.frame else {
            return false;
        };
        let cell = frame.cell(track.cell);
        let open = log
            .game()
            .open_turn()
            .is_some_and(|o| o.cell == cell && o.acted.is_none());
        if !open || track.settled || track.absent < GONE_AGAIN {
            return false;
        }
        let game = log.game();
        let scores = |segment: usize| {
            let feature = game.features().at(SegmentRef::new(cell, segment));
            feature.is_some_and(|f| game.is_completed_now(f))
        };
        // That it is gone tells where it stood.
        let gone = self
            .rank(game, frame, track, true)
            .into_iter()
            .map(|(reading, seen)| {
                let stayed = reading.is_some_and(|(.., segment)| !scores(segment));
                (reading, seen.ln() + if stayed { TAKEN_BACK } else { 0.0 })
            });
        let ranked = posterior(gone);
        let Some(&(Some((figure, Some(color), segment)), _)) = ranked.first() else {
            return false;
        };
        // Whether it was a guard or a meeple matters to nobody any more.
        let same = |reading: &Reading| matches!(reading, Some((_, c, s)) if (*c, *s) == (Some(color), segment));
        let alike = ranked.iter().filter(|(reading, _)| same(reading));
        let sure: f32 = alike.map(|(_, sure)| sure).sum();
        let at = SegmentRef::new(cell, segment);
        if sure < SURE_ENOUGH || !scores(segment) || game.check_figure(figure, color, at).is_err() {
            return false;
        }
        let sure = sure.min(limits::SURE);
        let frames = track.evidence.frames();
        let foot = Some(frame.foot(track.foot));
        let color = Some(color);
        let placed = EventKind::FigurePlaced {
            cell,
            segment,
            figure,
            color,
            foot,
            before: false,
        };
        let Ok(event) = Self::append(log, table, sure, frames, placed) else {
            return false;
        };
        // Refused only if placing was, which it was not.
        drop(Self::append(
            log,
            table,
            sure,
            frames,
            EventKind::FigureTaken { figure: event },
        ));
        true
    }
}
