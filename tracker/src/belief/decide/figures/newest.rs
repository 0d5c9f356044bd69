//! Deciding about the open turn's figure: while its turn is open, it may be set elsewhere on its
//! tile.

use crate::belief::decision::{Decision, Draft};
use crate::belief::evidence::track::Track;
use crate::belief::evidence::weigh_figure::{On, rank};
use crate::belief::{Belief, limits};
use crate::event::{By, EventId, EventKind};
use crate::log::Log;
use crate::rules::{Figure, Game};
use carcassonne::tie::Tie;

impl Belief {
    /// Reads the newest figure again at the end of each window.
    pub(in crate::belief) fn decide_newest_figure(&mut self, draft: &mut Draft, tie: Tie) {
        let Some((event, track)) = &self.figures.newest else {
            return;
        };
        let event = *event;
        let Some(figure) = still_to_judge(draft.log(), event) else {
            self.figures.newest = None;
            return;
        };
        if track.evidence.looks() < limits::WINDOW {
            return;
        }
        // The rules must be asked as if it had not been placed yet.
        let mut without = draft.log().clone();
        let removed = EventKind::Removed { event };
        if without.append(0, By::Rule, removed).is_err() {
            return;
        }
        let again = self.judge_newest_figure(without.game(), tie, track, &figure);
        // A refusal leaves the reading as it was, which is what the rules allow.
        draft.decide_all(again);
        let anew = track.anew(draft.table.frame);
        self.figures.newest = Some((event, anew));
    }

    /// What corrects a figure that is now surely read as something else.
    fn judge_newest_figure(
        &self,
        without: &Game,
        tie: Tie,
        track: &Track,
        known: &Figure,
    ) -> Option<Decision> {
        let ranked = rank(without, self.geometry.as_ref(), tie, track, On::NewestTile);
        let &(reading, sure) = ranked.first()?;
        let (figure, color, segment) = reading?;
        let same = (figure, color, segment) == (known.kind, known.color, known.at.segment);
        if same || sure < limits::SURE {
            return None;
        }
        let to = Box::new(EventKind::FigurePlaced {
            cell: known.at.cell,
            segment,
            figure,
            color,
            foot: Some(tie.foot(track.foot)),
            before: false,
        });
        let event = known.event;
        let corrected = EventKind::Corrected { event, to };
        Some(Decision::seen(corrected, sure, track.evidence.frames()))
    }
}

/// The figure, as long as its turn is open; what a person said about it stands.
fn still_to_judge(log: &Log, event: EventId) -> Option<Figure> {
    let open = log.game().open_turn()?;
    let by_camera = log.fact(event)?.by != By::Person;
    let figure = log.game().figure(event).copied()?;
    (open.acted == Some(event) && by_camera).then_some(figure)
}
