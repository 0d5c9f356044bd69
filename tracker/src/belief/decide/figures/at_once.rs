//! Deciding what was claimed and scored in one breath: a meeple that goes home with the points before a camera sees
//! it stand, or that is never put down while its owner just moves on the score track.
//!
//! Where the turn's tile has finished something on which nobody stood, and whoever laid it had a
//! meeple to claim it, that is asked once, the likely answer first. How likely is told by a hand
//! over that tile, a supply that shrank and grew again, a glimpse of the piece. The question waits
//! and blocks nothing; a table that always or never claims so is not asked
//! ([`ClaimsAtOnce`]). What is seen to stand on the tile settles it.

use std::collections::BTreeSet;

use super::new::placing;
use crate::belief::Belief;
use crate::belief::decision::{Decision, Draft};
use crate::belief::evidence::at_once::{Claim, Finished, Watched, Weighed};
use crate::belief::evidence::figures::Figures;
use crate::belief::evidence::track::Track;
use crate::belief::evidence::weigh_figure::{On, rank};
use crate::belief::question::{About, Guess, Meaning};
use crate::event::{By, EventId, EventKind};
use crate::log::Log;
use crate::rules::Game;
use crate::rules::points::scoring::{self, Scored};
use crate::setup::ClaimsAtOnce;
use carcassonne::piece::{Color, FigureKind};
use carcassonne::tie::Tie;

/// How long after a tile its meeple is waited for, ms: players put it down within three seconds
/// and would otherwise be asked about what they are about to do.
const MEEPLE_TAKES_MS: u64 = 5_000;

impl Belief {
    /// Asks what became of a feature that the newest tile finished, or lets the table's habit say.
    pub(in crate::belief) fn decide_at_once(&mut self, draft: &mut Draft, tie: Tie) {
        let habit = draft.game().setup().options.claims_at_once;
        if habit == ClaimsAtOnce::Never {
            return;
        }
        self.at_once.count(draft.table);
        self.deal_with_turns_before(draft, habit);
        self.at_once.turn_to(draft.game(), draft.at_ms);
        if let Some(mut watched) = self.at_once.watched.take() {
            self.glimpse(draft.game(), tie, &mut watched);
            if let Some(removed) = judge_assumed(&self.figures, tie, &watched) {
                watched.assumed = None;
                // A refusal means that it has no effect any more.
                draft.decide_all([removed]);
            }
            if !watched.dealt_with {
                if let Some(open) = draft.game().open_turn() {
                    watched.finished = finished(draft.game(), &watched);
                    watched.player = open
                        .player
                        .map_or_else(Vec::new, |p| all_of(draft.game(), p));
                }
                if self.is_due(draft.at_ms, tie, &watched) {
                    self.deal_with(draft, &mut watched, habit);
                }
            }
            self.at_once.watched = Some(watched);
            self.renew_guesses(draft.log());
        }
    }

    /// The next tile ends the turn before: what is not settled by then is asked now, or, if nobody has
    /// shown a colour yet, as soon as two have.
    fn deal_with_turns_before(&mut self, draft: &mut Draft, habit: ClaimsAtOnce) {
        let newest = draft.game().tiles().last().map(|tile| tile.event);
        let over = self.at_once.watched.take_if(|w| Some(w.tile) != newest);
        let waiting = std::mem::take(&mut self.at_once.nameless);
        for mut watched in waiting.into_iter().chain(over) {
            if watched.dealt_with || draft.log().fact(watched.tile).is_none() {
                continue;
            }
            self.deal_with(draft, &mut watched, habit);
            let open = !watched.dealt_with && !watched.finished.is_empty();
            if open && draft.game().colors().nth(1).is_none() {
                self.at_once.nameless.push(watched);
            }
        }
    }

    /// Whether it has been waited long enough for a meeple on the newest tile, and nothing is being
    /// looked at there that may yet be one.
    fn is_due(&self, at_ms: u64, tie: Tie, watched: &Watched) -> bool {
        let waited = at_ms.saturating_sub(watched.since_ms) >= MEEPLE_TAKES_MS;
        let coming = self.figures.open_tracks(tie, watched.cell).next().is_some();
        waited && !coming
    }

    /// Notes pieces that are seen on the tile and not yet believed.
    fn glimpse(&self, game: &Game, tie: Tie, watched: &mut Watched) {
        let geometry = self.geometry.as_ref();
        for track in self.figures.open_tracks(tie, watched.cell) {
            for (reading, probability) in rank(game, geometry, tie, track, On::NewestTile) {
                if let Some((FigureKind::Meeple, Some(color), segment)) = reading {
                    let best = watched.glimpses.entry((color, segment)).or_default();
                    *best = best.max(probability);
                }
            }
        }
    }

    /// Asks, or claims as the table always does; neither where nobody could have claimed anything.
    fn deal_with(&mut self, draft: &mut Draft, watched: &mut Watched, habit: ClaimsAtOnce) {
        if acted_in_turn_of(draft.log(), watched.tile) {
            return;
        }
        let claims = claims(draft.log(), watched, self.at_once.supplied());
        if claims.is_empty() {
            return;
        }
        watched.dealt_with = true;
        let weighed = watched.weigh(&claims);
        if habit == ClaimsAtOnce::Always {
            let likeliest = weighed.first().map(|(claim, _)| *claim);
            let placed = likeliest.and_then(|claim| claimed(draft.log(), &claim));
            let event = placed.map(|placed| draft.decide(Decision::ruled(placed)));
            watched.assumed = event.and_then(Result::ok);
            return;
        }
        self.at_once.asked.insert(watched.tile, weighed);
        let about = About::ClaimedAtOnce { tile: watched.tile };
        self.questions
            .ask(about, watched.cell, draft.table.frame, Vec::new());
        self.renew_guesses(draft.log());
    }

    /// Brings the answers to questions that wait up to date: the turn may be over by now.
    fn renew_guesses(&mut self, log: &Log) {
        let Self {
            questions, at_once, ..
        } = self;
        let open = |tile: &EventId| questions.is_open(About::ClaimedAtOnce { tile: *tile });
        at_once.asked.retain(|tile, _| open(tile));
        questions.renew(|about| match about {
            About::ClaimedAtOnce { tile } => Some(guesses(log, at_once.asked.get(&tile)?)),
            _ => None,
        });
    }
}

/// What the table's habit has claimed gives way to a figure that is seen on the tile.
fn judge_assumed(figures: &Figures, tie: Tie, watched: &Watched) -> Option<Decision> {
    let event = watched.assumed?;
    let mut here = figures.open_tracks(tie, watched.cell);
    let seen = here.any(Track::is_seen);
    seen.then(|| Decision::ruled(EventKind::Removed { event }))
}

/// Who may have claimed what, and that nobody did, likeliest first.
fn guesses(log: &Log, weighed: &[Weighed]) -> Vec<Guess> {
    let claims = weighed.iter().filter_map(|(claim, probability)| {
        let meaning = Meaning::Figure {
            kind: FigureKind::Meeple,
            color: Some(claim.color),
            at: claim.what.at,
            on: claim.what.on,
        };
        let events = vec![claimed(log, claim)?];
        Some(Guess::new(meaning, events, *probability))
    });
    let nobody = 1.0 - weighed.iter().map(|(_, p)| p).sum::<f32>();
    let unclaimed = Guess::new(Meaning::Unclaimed, Vec::new(), nobody.max(0.0));
    let mut guesses: Vec<Guess> = claims.chain([unclaimed]).collect();
    guesses.sort_by(|a, b| b.probability.total_cmp(&a.probability));
    guesses
}

/// That a meeple claimed it: now, or before the turn ended.
fn claimed(log: &Log, claim: &Claim) -> Option<EventKind> {
    let at = claim.what.at;
    let reading = (FigureKind::Meeple, Some(claim.color), at.segment);
    placing(log, at.cell, reading, None)
}

/// What the open turn's tile has finished without anybody standing there.
fn finished(game: &Game, watched: &Watched) -> Vec<Finished> {
    let cell = watched.cell;
    let open = game.open_turn();
    if open.is_none_or(|open| open.cell != cell || open.acted.is_some()) {
        return Vec::new();
    }
    let mut all = Vec::new();
    for feature in game.completed_now() {
        let here = feature.segments.iter().find(|at| at.cell == cell);
        let taken = game.figures().any(|f| feature.segments.contains(&f.at));
        let Some(&at) = here.filter(|_| !taken) else {
            continue;
        };
        all.push(Finished {
            at,
            on: feature.kind,
            points: scoring::value(game, feature, Scored::Completed).points(),
        });
    }
    all.retain(|finished| finished.points > 0);
    all
}

/// What each of those who may have laid the tile could have claimed.
fn claims(log: &Log, watched: &Watched, supplied: impl Iterator<Item = Color>) -> Vec<Claim> {
    let colors = colors(log.game(), watched, supplied);
    let each = watched.finished.iter();
    let each = each.flat_map(|&what| colors.iter().map(move |&color| Claim { what, color }));
    let (game, cell) = (log.game(), watched.cell);
    let is_open = game.open_turn().is_some_and(|open| open.cell == cell);
    let may = |claim: &Claim| match is_open {
        true => {
            let at = claim.what.at;
            game.check_figure(FigureKind::Meeple, claim.color, at)
                .is_ok()
        }
        false => {
            let told = claimed(log, claim);
            told.is_some_and(|told| log.clone().append(0, By::Rule, told).is_ok())
        }
    };
    each.filter(may).collect()
}

/// Who may have claimed something: the player whose turn it was; else those of which something was
/// seen; else all who play or, if nobody has said who does, have a supply beside the board, once that
/// are two.
fn colors(
    game: &Game,
    watched: &Watched,
    supplied: impl Iterator<Item = Color>,
) -> BTreeSet<Color> {
    if !watched.player.is_empty() {
        return watched.player.iter().copied().collect();
    }
    if !watched.glimpses.is_empty() {
        return watched.glimpses.keys().map(|(color, _)| *color).collect();
    }
    let unsaid = game.setup().players.is_empty();
    let all: BTreeSet<Color> = game.colors().chain(supplied.filter(|_| unsaid)).collect();
    let alone = unsaid && all.len() < 2;
    if alone { BTreeSet::new() } else { all }
}

/// All colours of the player who plays that one.
fn all_of(game: &Game, color: Color) -> Vec<Color> {
    game.player_of(color).map_or(vec![color], |player| {
        let also = player.also.iter().copied();
        std::iter::once(player.color).chain(also).collect()
    })
}

/// Whether a player's figure was placed in the turn of that tile.
pub(in crate::belief) fn acted_in_turn_of(log: &Log, tile: EventId) -> bool {
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
