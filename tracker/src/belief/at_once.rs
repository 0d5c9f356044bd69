//! Claimed and scored in one breath: a meeple that goes home with the points before a camera sees
//! it stand, or that is never put down while its owner just moves on the score track.
//!
//! Where the turn's tile has finished something on which nobody stood, and whoever laid it had a
//! meeple to claim it, that is asked once, the likely answer first. How likely is told by a hand
//! over that tile, a supply that shrank and grew again, a glimpse of the piece. The question waits
//! and blocks nothing; a table that always or never claims so is not asked
//! ([`ClaimsAtOnce`]). What is seen to stand on the tile settles it.

use std::collections::BTreeMap;

use crate::board::features::{FeatureKind, SegmentRef};
use crate::log::Log;
use crate::log::event::{By, EventId, EventKind};
use crate::rules::{Game, scoring};
use crate::setup::ClaimsAtOnce;
use crate::snapshot::{About, Guess, Meaning};
use carcassonne::geometry::Cell;
use carcassonne::piece::{Color, FigureKind};
use carcassonne::seen::SeenTable;

use super::figures::placing;
use super::{Belief, limits};

/// How long after a tile its meeple is waited for, ms: players put it down within three seconds
/// and would otherwise be asked about what they are about to do.
const MEEPLE_TAKES_MS: u64 = 5_000;

/// Natural logarithms of odds. Claiming what is finished costs nothing, for the meeple comes home at
/// once, so it is likelier done than forgotten.
const FREE_POINTS: f32 = 1.0;
/// A hand was over the tile once more after it lay.
const HAND: f32 = 0.7;
/// The supply had a piece less and then as many as before.
const DIPPED: f32 = 2.0;
/// Something that may have been the piece was seen, if only once.
const GLIMPSED: f32 = 2.5;
/// Another part of the tile or another colour than the likeliest is that much less likely.
const OTHER: f32 = -1.5;

/// What one of a player's meeples could have claimed.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Claim {
    at: SegmentRef,
    on: FeatureKind,
    color: Color,
    points: i32,
}

/// The newest tile, as long as nothing stands on it.
#[derive(Clone, Debug)]
struct Watched {
    /// The event that laid it.
    tile: EventId,
    cell: Cell,
    since_ms: u64,
    claims: Vec<Claim>,
    /// A hand was over it after it lay.
    hand: bool,
    /// What was seen of pieces on it, with how likely each was.
    glimpses: BTreeMap<(Color, usize), f32>,
    /// It was asked about or answered by the table's habit.
    dealt_with: bool,
    /// What the table's habit has claimed.
    assumed: Option<EventId>,
}

/// A supply: as it was when the newest tile came, the least since, and now.
#[derive(Clone, Copy, Debug)]
struct Count {
    before: u8,
    least: u8,
    now: u8,
}

/// What is known of meeples that may have come and gone.
#[derive(Debug, Default)]
pub(super) struct AtOnce {
    watched: Option<Watched>,
    counts: BTreeMap<Color, Count>,
    /// Questions that were asked, by tile, with what could be claimed there.
    asked: BTreeMap<EventId, Vec<(Claim, f32)>>,
}

impl AtOnce {
    /// A hand reaches into the picture and hides these cells of the board.
    pub(super) fn hand_over(&mut self, hides: impl Fn(Cell) -> bool) {
        if let Some(watched) = &mut self.watched {
            watched.hand |= hides(watched.cell);
        }
    }

    fn count(&mut self, table: &SeenTable) {
        for seen in table.supplies.iter().flatten() {
            let count = self.counts.entry(seen.color).or_insert(Count {
                before: seen.least,
                least: seen.least,
                now: seen.least,
            });
            count.least = count.least.min(seen.least);
            count.now = seen.least;
        }
    }

    fn dipped(&self, color: Color) -> bool {
        let count = self.counts.get(&color);
        count.is_some_and(|count| count.least < count.before && count.now >= count.before)
    }

    /// Turns to the newest tile.
    fn turn_to(&mut self, game: &Game, at_ms: u64) {
        let newest = game.tiles().last().filter(|_| game.open_turn().is_some());
        let Some(tile) = newest else { return };
        if self.watched.as_ref().is_some_and(|w| w.tile == tile.event) {
            return;
        }
        for count in self.counts.values_mut() {
            (count.before, count.least) = (count.now, count.now);
        }
        self.watched = Some(Watched {
            tile: tile.event,
            cell: tile.cell,
            since_ms: at_ms,
            claims: Vec::new(),
            hand: false,
            glimpses: BTreeMap::new(),
            dealt_with: false,
            assumed: None,
        });
    }
}

impl Belief {
    /// Asks what became of a feature that the newest tile finished, or lets the table's habit say.
    pub(super) fn decide_at_once(&mut self, log: &mut Log, table: &SeenTable) {
        let habit = log.game().setup().options.claims_at_once;
        if habit == ClaimsAtOnce::Never {
            return;
        }
        self.at_once.count(table);
        // The next tile ends the turn before: what is not settled by then is asked now.
        let newest = log.game().tiles().last().map(|tile| tile.event);
        let over = self.at_once.watched.take_if(|w| Some(w.tile) != newest);
        let holds = |watched: &Watched| !watched.dealt_with && log.fact(watched.tile).is_some();
        if let Some(watched) = over.filter(holds) {
            self.deal_with(log, table, watched, habit);
        }
        self.at_once.turn_to(log.game(), table.at_ms);
        let Some(mut watched) = self.at_once.watched.take() else {
            return;
        };
        self.glimpse(log.game(), &mut watched);
        self.give_way(log, table, &mut watched);
        if !watched.dealt_with {
            if log.game().open_turn().is_some() {
                let colors: Vec<Color> = watched.glimpses.keys().map(|(color, _)| *color).collect();
                watched.claims = claims(log.game(), watched.cell, &colors);
            }
            let waited = table.at_ms.saturating_sub(watched.since_ms) >= MEEPLE_TAKES_MS;
            if waited && !self.is_coming(&watched) {
                watched = self.deal_with(log, table, watched, habit);
            }
        }
        self.at_once.watched = Some(watched);
        self.renew_guesses(log);
    }

    /// Something is being looked at on the tile that may yet be a figure.
    fn is_coming(&self, watched: &Watched) -> bool {
        let Some(frame) = self.frame else {
            return false;
        };
        let mut here = self.tracks.iter().filter(|track| !track.settled);
        here.any(|track| frame.cell(track.cell) == watched.cell)
    }

    /// Notes pieces that are seen on the tile and not yet believed.
    fn glimpse(&self, game: &Game, watched: &mut Watched) {
        let Some(frame) = self.frame else { return };
        for track in self.tracks.iter().filter(|track| !track.settled) {
            if frame.cell(track.cell) != watched.cell {
                continue;
            }
            for (reading, probability) in self.rank(game, frame, track, true) {
                if let Some((FigureKind::Meeple, Some(color), segment)) = reading {
                    let best = watched.glimpses.entry((color, segment)).or_default();
                    *best = best.max(probability);
                }
            }
        }
    }

    /// What the table's habit has claimed gives way to a figure that is seen on the tile.
    fn give_way(&mut self, log: &mut Log, table: &SeenTable, watched: &mut Watched) {
        let Some((assumed, frame)) = watched.assumed.zip(self.frame) else {
            return;
        };
        let seen = self.tracks.iter().any(|track| {
            let here = frame.cell(track.cell) == watched.cell && !track.settled;
            here && track.absent == 0 && track.evidence.looks() >= limits::NEW
        });
        if seen {
            watched.assumed = None;
            let removed = EventKind::Removed { event: assumed };
            // A refusal means that it has no effect any more.
            drop(log.append(table.at_ms, By::Rule, removed));
        }
    }

    /// Asks, or claims as the table always does.
    fn deal_with(
        &mut self,
        log: &mut Log,
        table: &SeenTable,
        mut watched: Watched,
        habit: ClaimsAtOnce,
    ) -> Watched {
        if watched.claims.is_empty() || acted_in_turn_of(log, watched.tile) {
            return watched;
        }
        watched.dealt_with = true;
        let weighed = self.weigh_claims(&watched);
        if habit == ClaimsAtOnce::Always {
            let reading = weighed.first().map(|(claim, _)| *claim);
            let placed = reading.and_then(|claim| claimed(log, &claim));
            let event = placed.map(|placed| log.append(table.at_ms, By::Rule, placed));
            watched.assumed = event.and_then(Result::ok);
            return watched;
        }
        self.at_once.asked.insert(watched.tile, weighed);
        let about = About::ClaimedAtOnce { tile: watched.tile };
        self.ask(about, watched.cell, table.frame, Vec::new());
        self.renew_guesses(log);
        watched
    }

    /// The claims with their probabilities, likeliest first; the rest is that nobody claimed.
    fn weigh_claims(&self, watched: &Watched) -> Vec<(Claim, f32)> {
        let hand = if watched.hand { HAND } else { 0.0 };
        let most = watched.claims.iter().map(|claim| claim.points).max();
        let mut weighed: Vec<(Claim, f32)> = watched
            .claims
            .iter()
            .map(|&claim| {
                let seen = watched.glimpses.get(&(claim.color, claim.at.segment));
                let mut odds = FREE_POINTS + hand;
                odds += GLIMPSED * seen.copied().unwrap_or_default();
                if self.at_once.dipped(claim.color) {
                    odds += DIPPED;
                }
                // Of two features one takes the dearer.
                if Some(claim.points) != most {
                    odds += OTHER;
                }
                (claim, odds.exp())
            })
            .collect();
        weighed.sort_by(|a, b| b.1.total_cmp(&a.1));
        let all = 1.0 + weighed.iter().map(|(_, odds)| odds).sum::<f32>();
        for (_, odds) in &mut weighed {
            *odds /= all;
        }
        weighed
    }

    /// Brings the answers to questions that wait up to date: the turn may be over by now.
    fn renew_guesses(&mut self, log: &Log) {
        let asked = &mut self.at_once.asked;
        let open = |tile: &EventId| {
            let about = About::ClaimedAtOnce { tile: *tile };
            self.questions
                .iter()
                .any(|question| question.about == about)
        };
        asked.retain(|tile, _| open(tile));
        for question in &mut self.questions {
            let About::ClaimedAtOnce { tile } = question.about else {
                continue;
            };
            let Some(weighed) = asked.get(&tile) else {
                continue;
            };
            let mut guesses: Vec<Guess> = weighed
                .iter()
                .filter_map(|(claim, probability)| {
                    Some(guess(
                        Meaning::Figure {
                            kind: FigureKind::Meeple,
                            color: Some(claim.color),
                            at: claim.at,
                            on: claim.on,
                        },
                        vec![claimed(log, claim)?],
                        *probability,
                    ))
                })
                .collect();
            let nobody = 1.0 - weighed.iter().map(|(_, p)| p).sum::<f32>();
            guesses.push(guess(Meaning::Unclaimed, Vec::new(), nobody.max(0.0)));
            guesses.sort_by(|a, b| b.probability.total_cmp(&a.probability));
            question.guesses = guesses;
        }
    }
}

fn guess(meaning: Meaning, events: Vec<EventKind>, probability: f32) -> Guess {
    Guess {
        meaning,
        events,
        probability,
        overturns: 0,
    }
}

/// That a meeple claimed it: now, or before the turn ended.
fn claimed(log: &Log, claim: &Claim) -> Option<EventKind> {
    let reading = (FigureKind::Meeple, Some(claim.color), claim.at.segment);
    placing(log, claim.at.cell, reading, None)
}

/// What the open turn's tile has finished without anybody standing there, for each colour that may
/// have claimed it: the player whose turn it is; else those of which something was seen; else all.
fn claims(game: &Game, cell: Cell, glimpsed: &[Color]) -> Vec<Claim> {
    let Some(open) = game.open_turn().filter(|open| open.cell == cell) else {
        return Vec::new();
    };
    if open.acted.is_some() {
        return Vec::new();
    }
    let mut colors: Vec<Color> = match open.player {
        Some(player) => game.player_of(player).map_or(vec![player], |player| {
            let also = player.also.iter().copied();
            std::iter::once(player.color).chain(also).collect()
        }),
        None if glimpsed.is_empty() => game.colors().collect(),
        None => glimpsed.to_vec(),
    };
    colors.dedup();
    let mut claims = Vec::new();
    for feature in game.completed_now() {
        let here = feature.segments.iter().find(|at| at.cell == cell);
        let taken = game.figures().any(|f| feature.segments.contains(&f.at));
        let Some(&at) = here.filter(|_| !taken) else {
            continue;
        };
        let points = scoring::value(game, feature, true).points();
        let may = |color: &&Color| game.check_figure(FigureKind::Meeple, **color, at).is_ok();
        claims.extend(colors.iter().filter(may).map(|&color| Claim {
            at,
            on: feature.kind,
            color,
            points,
        }));
    }
    claims.retain(|claim| claim.points > 0);
    claims
}

/// Whether a player's figure was placed in the turn of that tile.
pub(super) fn acted_in_turn_of(log: &Log, tile: EventId) -> bool {
    let facts = log.holding();
    let Some(at) = facts.iter().position(|fact| fact.event == tile) else {
        return false;
    };
    let turn = facts[at + 1..]
        .iter()
        .take_while(|fact| !fact.kind.ends_turn());
    let mut placed = turn.map(|fact| &fact.kind);
    placed.any(|kind| matches!(kind, EventKind::FigurePlaced { color: Some(_), .. }))
}
