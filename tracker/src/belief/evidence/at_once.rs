//! What speaks for a meeple that came and went before anybody saw it stand: a hand over the tile, a
//! supply that shrank and grew again, a glimpse of the piece.

use std::collections::BTreeMap;

use crate::board::features::{FeatureKind, SegmentRef};
use crate::event::EventId;
use crate::rules::Game;
use carcassonne::geometry::Cell;
use carcassonne::piece::Color;
use carcassonne::seen::SeenTable;

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
pub struct Claim {
    /// A segment of it on the tile.
    pub at: SegmentRef,
    /// What it is.
    pub on: FeatureKind,
    /// Whose meeple.
    pub color: Color,
    /// What it gives.
    pub points: i32,
}

/// A claim with its probability.
pub type Weighed = (Claim, f32);

/// The newest tile, as long as nothing stands on it.
#[derive(Clone, Debug)]
pub struct Watched {
    /// The event that laid it.
    pub tile: EventId,
    /// Where.
    pub cell: Cell,
    /// Since when it lies, ms.
    pub since_ms: u64,
    /// What could have been claimed on it.
    pub claims: Vec<Claim>,
    /// A hand was over it after it lay.
    hand: bool,
    /// What was seen of pieces on it, with how likely each was.
    pub glimpses: BTreeMap<(Color, usize), f32>,
    /// It was asked about or answered by the table's habit.
    pub dealt_with: bool,
    /// What the table's habit has claimed.
    pub assumed: Option<EventId>,
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
pub struct AtOnce {
    /// The newest tile.
    pub watched: Option<Watched>,
    counts: BTreeMap<Color, Count>,
    /// Questions that were asked, by tile, with what could be claimed there.
    pub asked: BTreeMap<EventId, Vec<Weighed>>,
}

impl AtOnce {
    /// A hand reaches into the picture and hides these cells of the board.
    pub fn hand_over(&mut self, hides: impl Fn(Cell) -> bool) {
        if let Some(watched) = &mut self.watched {
            watched.hand |= hides(watched.cell);
        }
    }

    /// Adds what a look counted in the supplies.
    pub fn count(&mut self, table: &SeenTable) {
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
    pub fn turn_to(&mut self, game: &Game, at_ms: u64) {
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

    /// The claims with their probabilities, likeliest first; the rest is that nobody claimed.
    pub fn weigh(&self, watched: &Watched) -> Vec<Weighed> {
        let most = watched.claims.iter().map(|claim| claim.points).max();
        let odds = |claim: &Claim| {
            let hand = if watched.hand { HAND } else { 0.0 };
            let seen = watched.glimpses.get(&(claim.color, claim.at.segment));
            let mut odds = FREE_POINTS + hand;
            odds += GLIMPSED * seen.copied().unwrap_or_default();
            if self.dipped(claim.color) {
                odds += DIPPED;
            }
            // Of two features one takes the dearer.
            if Some(claim.points) != most {
                odds += OTHER;
            }
            odds.exp()
        };
        let claims = watched.claims.iter();
        let mut weighed: Vec<Weighed> = claims.map(|&claim| (claim, odds(&claim))).collect();
        weighed.sort_by(|a, b| b.1.total_cmp(&a.1));
        let all = 1.0 + weighed.iter().map(|(_, odds)| odds).sum::<f32>();
        for (_, odds) in &mut weighed {
            *odds /= all;
        }
        weighed
    }
}
