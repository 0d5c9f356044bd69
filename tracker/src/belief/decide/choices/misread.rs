//! Ghosts tell of misread figures.
//!
//! Where ghosts come and go depends on who stands where. If no open choice explains what is seen of
//! them, but one would if a figure were another or stood elsewhere, the figure is corrected, and with a
//! guard that is a meeple, where its player has no more meeples, a meeple that is the guard. It doubts
//! only what a camera read, and nothing where two corrections would do. It never undoes what was settled:
//! with another figure, what the rules forced turns ago may be open again, so a correction that changes
//! points scored, forbids what was done later, or leaves a ghost unexplained that is explained as it is, is
//! left out.

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
        if self.misfit(log.game(), untold) < BETTER {
            return None;
        }
        let meeples = self.guards_with_ghosts(log).into_iter();
        let moved = self.newest_elsewhere(log).into_iter();
        let corrections = meeples
            .map(|to| (to, true))
            .chain(moved.map(|to| (to, false)));
        let ways = corrections
            .filter_map(|(to, is_host)| self.explained_if(log, &[corrected(to)], is_host, untold));
        only(ways)
    }

    /// What explains the table if a guard and a meeple of one colour were taken for each other: with the
    /// guard a meeple and nothing else, more meeples than the player has would have been put down.
    pub(super) fn explained_by_exchange(
        &self,
        log: &Log,
        untold: &[Cell],
    ) -> Option<Vec<EventKind>> {
        if self.misfit(log.game(), untold) < BETTER {
            return None;
        }
        let hosts = self.guards_with_ghosts(log).into_iter();
        let ways = hosts.filter_map(|host| {
            let mut others = as_guards(log, &host.1).into_iter();
            others.find_map(|other| {
                let (host, other) = (corrected(host.clone()), corrected(other));
                // In one of the orders there are never too many of a kind.
                let orders = [[host.clone(), other.clone()], [other, host]];
                orders
                    .into_iter()
                    .find_map(|order| self.explained_if(log, &order, true, untold))
            })
        });
        only(ways)
    }

    /// These corrections and what explains the table then; `None` if nothing does, or if they touch what
    /// is settled.
    fn explained_if(
        &self,
        log: &Log,
        corrections: &[EventKind],
        is_host: bool,
        untold: &[Cell],
    ) -> Option<Vec<EventKind>> {
        let as_it_is = self.misfit(log.game(), untold);
        let mut other = log.clone();
        for correction in corrections {
            other.append(0, By::Rule, correction.clone()).ok()?;
        }
        let is_settled = scores(other.game()) == scores(log.game())
            && other.rejected().len() <= log.rejected().len();
        if !is_settled {
            return None;
        }
        // A ghost that has only one host left came by the rules.
        let fits = is_host && self.misfit(other.game(), untold) <= as_it_is - BETTER;
        let further = self.explanation(other.game(), untold);
        let events = further.or_else(|| fits.then(Vec::new))?;
        for kind in &events {
            other.append(0, By::Rule, kind.clone()).ok()?;
        }
        let still = (self.loose).explained_still(log.game(), other.game(), untold);
        still.then(|| [corrections, &events].concat())
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

/// The meeples of a figure's colour that a camera read, as guards, the least sure first.
fn as_guards(log: &Log, of: &EventKind) -> Vec<(EventId, EventKind)> {
    let EventKind::FigurePlaced { color: of, .. } = of else {
        return Vec::new();
    };
    let mut meeples: Vec<(f32, (EventId, EventKind))> = Vec::new();
    for fact in log.holding() {
        let mut to = fact.kind.clone();
        if let (By::Camera { confidence, .. }, EventKind::FigurePlaced { figure, color, .. }) =
            (fact.by, &mut to)
            && (*figure, *color) == (FigureKind::Meeple, *of)
        {
            *figure = FigureKind::Guard;
            meeples.push((confidence, (fact.event, to)));
        }
    }
    meeples.sort_by(|a, b| a.0.total_cmp(&b.0));
    meeples.into_iter().map(|(_, as_guard)| as_guard).collect()
}

fn corrected((event, to): (EventId, EventKind)) -> EventKind {
    EventKind::Corrected {
        event,
        to: Box::new(to),
    }
}

/// The only one there is: where two could be the one, nothing is known.
fn only<T>(mut ways: impl Iterator<Item = T>) -> Option<T> {
    let way = ways.next()?;
    ways.next().is_none().then_some(way)
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
    use crate::event::ghost::GhostPlace;
    use crate::rules::Token;
    use crate::setup::Setup;
    use carcassonne::spots::RimGeometry;

    /// No ghost is put beside a guard. Where all meeples of its colour are out, one of those is the guard.
    #[test]
    fn ghosts_tell_a_guard_from_a_meeple() {
        let text = "modules=ghosts_castles_cemeteries; players=red,blue";
        let setup: Setup = text.parse().expect("a set-up");
        let (mut told, mut untold) = (0, 0);
        for seed in 0..24 {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let mut log = started(&setup);
            for _ in 0..40 {
                turn(&mut log, &mut rng, &mut [[0; 3]; 2]);
                let Some(exchanged) = with_guard_and_meeple_exchanged(&log) else {
                    continue;
                };
                let mut belief = Belief::new(Arc::new(RimGeometry));
                belief.loose.seen = seen(exchanged.game());
                belief.loose.note_arrivals(exchanged.game());
                belief.loose.seen = seen(log.game());
                assert_eq!(belief.explained_by_misreading(&exchanged, &[]), None);
                let Some(events) = belief.explained_by_exchange(&exchanged, &[]) else {
                    untold += 1;
                    continue;
                };
                let mut believed = exchanged.clone();
                for kind in events {
                    believed.append(0, By::Rule, kind).expect("holds");
                }
                assert_eq!(
                    sorted(believed.game().tokens()),
                    sorted(log.game().tokens())
                );
                assert_eq!(scores(believed.game()), scores(log.game()));
                told += 1;
            }
        }
        println!("{told} told, {untold} not");
        assert!(told >= 5 && told > untold, "{told} of {}", told + untold);
    }

    /// The game as a camera reads it that takes the host of the latest ghost for a guard, and a guard of its
    /// colour, less surely, for a meeple, so that nobody is known to be haunted; `None` where more than that
    /// would differ, or only the host would have to be corrected.
    fn with_guard_and_meeple_exchanged(log: &Log) -> Option<Log> {
        let facts = log.holding();
        let latest = facts.last()?;
        let EventKind::GhostsMoved {
            to: GhostPlace::Beside { figure: host },
            count: 1,
            ..
        } = latest.kind
        else {
            return None;
        };
        let beside = |token: &Token| token.place == GhostPlace::Beside { figure: host };
        let color = log.game().figure(host)?.color;
        let guards = log.game().figures();
        let mut guards = guards.filter(|f| (f.kind, f.color) == (FigureKind::Guard, color));
        let guard = guards.next()?.event;
        let mut other = Log::new(log.game().setup().clone());
        for fact in &facts[..facts.len() - 1] {
            let mut kind = fact.kind.clone();
            let mut confidence = 0.9;
            if let EventKind::FigurePlaced { figure, .. } = &mut kind {
                if fact.event == host {
                    *figure = FigureKind::Guard;
                }
                if fact.event == guard {
                    (*figure, confidence) = (FigureKind::Meeple, 0.6);
                }
            }
            let camera = By::Camera {
                confidence,
                evidence: Evidence::of_look(0, 3),
            };
            let event = other.append(0, camera, kind).ok()?;
            assert_eq!(event, fact.event, "all are facts");
        }
        let mut as_meeple = other.fact(host)?.kind.clone();
        if let EventKind::FigurePlaced { figure, .. } = &mut as_meeple {
            *figure = FigureKind::Meeple;
        }
        let mut too_many = other.clone();
        let alone = too_many.append(0, By::Rule, corrected((host, as_meeple)));
        let is_allowed = alone.is_ok() && too_many.rejected().is_empty();
        let mut others = log.game().tokens();
        others.retain(|token| !beside(token));
        let else_alike = sorted(other.game().tokens()) == sorted(others)
            && scores(other.game()) == scores(log.game());
        (else_alike && !is_allowed).then_some(other)
    }

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
            evidence: Evidence::of_look(0, 3),
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
