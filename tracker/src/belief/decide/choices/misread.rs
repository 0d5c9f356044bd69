//! Ghosts tell of misread figures.
//!
//! Where ghosts come and go depends on who stands where. If no open choice explains what is seen of
//! them, but one would if a figure were another or stood elsewhere, the figure is corrected. It
//! doubts only what a camera read, and nothing where two corrections would do. It never undoes what
//! was settled: with another figure, what the rules forced turns ago may be open again, so a correction
//! that changes points scored, or leaves a ghost unexplained that is explained as it is, is left out.

use super::BETTER;
use crate::belief::Belief;
use crate::event::{By, EventId, EventKind};
use crate::log::Log;
use crate::rules::Game;
use carcassonne::geometry::Cell;
use carcassonne::piece::FigureKind;

impl Belief {
    /// What explains the table if a figure was misread: a guard may be a meeple, and the newest
    /// figure may stand on another part of its tile.
    pub(super) fn explained_by_misreading(
        &self,
        log: &Log,
        untold: &[Cell],
    ) -> Option<Vec<EventKind>> {
        let as_it_is = self.misfit(log.game(), untold);
        if as_it_is < BETTER {
            return None;
        }
        let meeples = self.guards_with_ghosts(log).into_iter();
        let moved = self.newest_elsewhere(log).into_iter();
        let corrections = meeples
            .map(|to| (to, true))
            .chain(moved.map(|to| (to, false)));
        let mut ways = corrections.filter_map(|((event, to), is_host)| {
            let corrected = EventKind::Corrected {
                event,
                to: Box::new(to),
            };
            let mut other = log.clone();
            other.append(0, By::Rule, corrected.clone()).ok()?;
            if scores(other.game()) != scores(log.game()) {
                return None;
            }
            // A ghost that has only one host left came by the rules.
            let fits = is_host && self.misfit(other.game(), untold) <= as_it_is - BETTER;
            let further = self.explanation(other.game(), untold);
            let events = further.or_else(|| fits.then(Vec::new))?;
            for kind in &events {
                other.append(0, By::Rule, kind.clone()).ok()?;
            }
            let loose = &self.loose;
            let still = loose.explained_still(log.game(), other.game(), untold);
            still.then(|| std::iter::once(corrected).chain(events).collect())
        });
        // Where two could be the one, nothing is known.
        let way = ways.next()?;
        ways.next().is_none().then_some(way)
    }

    /// The guards that a camera read and a ghost stands beside, as meeples: the two look alike,
    /// but no ghost is put beside a guard (rules dossier "ghosts, castles and cemeteries",
    /// section 3).
    fn guards_with_ghosts(&self, log: &Log) -> Vec<(EventId, EventKind)> {
        let ghost = |cell: Cell| {
            let mut seen = self.loose.seen.iter();
            seen.any(|seen| seen.cell == cell && seen.piece.0 == FigureKind::Ghost)
        };
        let guards = log.game().figures();
        let guards = guards.filter(|f| f.kind == FigureKind::Guard && ghost(f.at.cell));
        let as_meeple = |event: EventId| {
            let mut to = read_by_camera(log, event)?;
            if let EventKind::FigurePlaced { figure, .. } = &mut to {
                *figure = FigureKind::Meeple;
            }
            Some((event, to))
        };
        guards.filter_map(|guard| as_meeple(guard.event)).collect()
    }

    /// The open turn's figure on every other part of its tile, if a camera read it.
    fn newest_elsewhere(&self, log: &Log) -> Vec<(EventId, EventKind)> {
        let newest = self.figures.newest.as_ref().map(|(event, _)| *event);
        let Some((event, kind)) = newest.and_then(|e| Some((e, read_by_camera(log, e)?))) else {
            return Vec::new();
        };
        let EventKind::FigurePlaced { cell, segment, .. } = &kind else {
            return Vec::new();
        };
        let laid = log.game().board().get(*cell);
        let parts = laid.map_or(0, |laid| laid.face.segments.len());
        let elsewhere = |part| {
            let mut to = kind.clone();
            if let EventKind::FigurePlaced { segment, .. } = &mut to {
                *segment = part;
            }
            (event, to)
        };
        let others = (0..parts).filter(|part| part != segment);
        others.map(elsewhere).collect()
    }
}

/// What each player has before the open turn is scored.
fn scores(game: &Game) -> Vec<i32> {
    game.players().iter().map(|player| player.score).collect()
}

/// What an event says, unless a person said it.
fn read_by_camera(log: &Log, event: EventId) -> Option<EventKind> {
    let fact = log.fact(event)?;
    (fact.by != By::Person).then(|| fact.kind.clone())
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    use super::*;
    use crate::belief::decide::choices::tests::{seen, started, turn};
    use crate::belief::evidence::options::{after, options, sorted};
    use crate::belief::evidence::track::Track;
    use crate::event::Evidence;
    use crate::setup::Setup;
    use carcassonne::spots::RimGeometry;

    /// Where the newest figure stands on its tile decides which ghosts may go home: that they go
    /// tells where it stands.
    #[test]
    fn ghosts_tell_where_a_misread_figure_stands() {
        let text = "modules=mists; players=red,blue,green; level=1; confirmed=yes";
        let setup: Setup = text.parse().expect("a set-up");
        let (mut told, mut untold) = (0, 0);
        for seed in 0..24 {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let mut log = started(&setup);
            for _ in 0..25 {
                turn(&mut log, &mut rng, &mut [[0; 3]; 2]);
                let [found, not] = mended(&log);
                (told, untold) = (told + found, untold + not);
            }
        }
        println!("{told} told, {untold} not");
        assert!(told >= 5, "{told} of {}", told + untold);
    }

    /// Takes the newest figure for one on another part of its tile, wherever its own part opens a
    /// choice and the other does not; in how many cases that is mended, and in how many nothing
    /// is done. Mending it otherwise fails.
    fn mended(log: &Log) -> [usize; 2] {
        let mut counts = [0; 2];
        let Some(figure) = log.game().figures().last() else {
            return counts;
        };
        let event = figure.event;
        let Some(place) = log.fact(event).map(|fact| fact.kind.clone()) else {
            return counts;
        };
        // The game up to that figure, and with it elsewhere, as a camera might read it.
        let mut before = Log::new(log.game().setup().clone());
        for fact in log.holding().iter().take_while(|fact| fact.event != event) {
            drop(before.append(0, By::Person, fact.kind.clone()));
        }
        let camera = By::Camera {
            confidence: 0.9,
            evidence: Evidence {
                first_frame: 0,
                last_frame: 0,
                looks: 3,
            },
        };
        let with = |kind: &EventKind| {
            let mut log = before.clone();
            let event = log.append(0, camera, kind.clone()).ok()?;
            Some((log, event))
        };
        let read = || Track {
            cell: figure.at.cell,
            neutral: None,
            foot: [0.0; 2],
            feet: std::collections::BTreeMap::new(),
            evidence: crate::belief::evidence::Likelihoods::new(0),
            explained: 0.0,
            absent: 0,
            settled: false,
        };
        let mut belief = Belief::new(Arc::new(RimGeometry));
        let Some((right, event)) = with(&place) else {
            return counts;
        };
        belief.figures.newest = Some((event, read()));
        for (_, other) in belief.newest_elsewhere(&right) {
            let Some((wrong, event)) = with(&other) else {
                continue;
            };
            if !options(wrong.game()).is_empty() {
                continue;
            }
            belief.figures.newest = Some((event, read()));
            for option in options(right.game()) {
                let Some(then) = after(right.game(), &option) else {
                    continue;
                };
                let stand = sorted(then.tokens());
                belief.loose.seen = seen(wrong.game());
                belief.loose.came.clear();
                belief.loose.note_arrivals(wrong.game());
                belief.loose.seen = seen(&then);
                if stand == sorted(wrong.game().tokens()) {
                    continue;
                }
                let Some(events) = belief.explained_by_misreading(&wrong, &[]) else {
                    counts[1] += 1;
                    continue;
                };
                let mut believed = wrong.clone();
                for kind in events {
                    believed.append(0, By::Rule, kind).expect("holds");
                }
                assert_eq!(sorted(believed.game().tokens()), stand);
                counts[0] += 1;
            }
        }
        counts
    }
}
