//! Deciding what was claimed and scored in one breath: a meeple that goes home with the points before a camera sees
//! it stand, or that is never put down while its owner just moves on the score track.
//!
//! Where the turn's tile has finished something on which nobody stood, and whoever laid it had a
//! meeple to claim it, that is asked once, the likely answer first. How likely is told by a hand
//! over that tile, a supply that shrank and grew again, a glimpse of the piece. The question waits
//! and blocks nothing; a table that always or never claims so is not asked
//! ([`ClaimsAtOnce`]). What is seen to stand on the tile settles it.

use super::figures::placing;
use crate::belief::Belief;
use crate::belief::decision::{Decision, Draft};
use crate::belief::evidence::at_once::{Claim, Watched, Weighed};
use crate::belief::evidence::figures::Figures;
use crate::belief::evidence::track::Track;
use crate::belief::evidence::weigh_figure::{On, rank};
use crate::belief::question::{About, Guess, Meaning};
use crate::event::{EventId, EventKind};
use crate::log::Log;
use crate::rules::{Game, scoring};
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
        self.deal_with_turn_before(draft, habit);
        self.at_once.turn_to(draft.game(), draft.at_ms);
        if let Some(mut watched) = self.at_once.watched.take() {
            self.glimpse(draft.game(), tie, &mut watched);
            if let Some(removed) = judge_assumed(&self.figures, tie, &watched) {
                watched.assumed = None;
                // A refusal means that it has no effect any more.
                draft.decide_all([removed]);
            }
            if !watched.dealt_with {
                if draft.game().open_turn().is_some() {
                    watched.claims = claims(draft.game(), &watched);
                }
                if self.is_due(draft.at_ms, tie, &watched) {
                    self.deal_with(draft, &mut watched, habit);
                }
            }
            self.at_once.watched = Some(watched);
            self.renew_guesses(draft.log());
        }
    }

    /// The next tile ends the turn before: what is not settled by then is asked now.
    fn deal_with_turn_before(&mut self, draft: &mut Draft, habit: ClaimsAtOnce) {
        let newest = draft.game().tiles().last().map(|tile| tile.event);
        let over = self.at_once.watched.take_if(|w| Some(w.tile) != newest);
        let holds = |watched: &Watched| draft.log().fact(watched.tile).is_some();
        if let Some(mut watched) = over.filter(|watched| !watched.dealt_with && holds(watched)) {
            self.deal_with(draft, &mut watched, habit);
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

    /// Asks, or claims as the table always does.
    fn deal_with(&mut self, draft: &mut Draft, watched: &mut Watched, habit: ClaimsAtOnce) {
        if watched.claims.is_empty() || acted_in_turn_of(draft.log(), watched.tile) {
            return;
        }
        watched.dealt_with = true;
        let weighed = self.at_once.weigh(watched);
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
            at: claim.at,
            on: claim.on,
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
    let reading = (FigureKind::Meeple, Some(claim.color), claim.at.segment);
    placing(log, claim.at.cell, reading, None)
}

/// What the open turn's tile has finished without anybody standing there, for each colour that may
/// have claimed it.
fn claims(game: &Game, watched: &Watched) -> Vec<Claim> {
    let cell = watched.cell;
    let open = game.open_turn();
    if open.is_none_or(|open| open.cell != cell || open.acted.is_some()) {
        return Vec::new();
    }
    let colors = colors(game, watched);
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

/// Who may have claimed something: the player whose turn it is; else those of which something was
/// seen; else all.
fn colors(game: &Game, watched: &Watched) -> Vec<Color> {
    let glimpsed = watched.glimpses.keys().map(|(color, _)| *color);
    let player = game.open_turn().and_then(|open| open.player);
    let mut colors: Vec<Color> = match player {
        Some(player) => game.player_of(player).map_or(vec![player], |player| {
            let also = player.also.iter().copied();
            std::iter::once(player.color).chain(also).collect()
        }),
        None if watched.glimpses.is_empty() => game.colors().collect(),
        None => glimpsed.collect(),
    };
    colors.dedup();
    colors
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
