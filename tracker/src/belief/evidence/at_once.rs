//! What speaks for a meeple that came and went before anybody saw it stand: a hand over the tile, a
//! supply that shrank and grew again, a glimpse of the piece.

use std::collections::{BTreeMap, BTreeSet};

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

/// Pieces in a heap that is somebody's supply: what lies around in one colour is fewer.
const SUPPLY: u8 = 3;

/// Something that a tile has finished and on which nobody stood.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Finished {
    /// A segment of it on the tile.
    pub at: SegmentRef,
    /// What it is.
    pub on: FeatureKind,
    /// What it gives.
    pub points: i32,
}

/// What one of a player's meeples could have claimed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Claim {
    /// What was finished.
    pub what: Finished,
    /// Whose meeple.
    pub color: Color,
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
    /// What it has finished that could have been claimed.
    pub finished: Vec<Finished>,
    /// Whose turn it was, if known, with all colours of that player.
    pub player: Vec<Color>,
    /// A hand was over it after it lay.
    hand: bool,
    /// Whose supply had a piece less meanwhile, and then as many as before.
    dipped: BTreeSet<Color>,
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
    /// Earlier ones, as long as nobody knows who plays at all.
    pub nameless: Vec<Watched>,
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
            let back = count.least < count.before && count.now >= count.before;
            if let Some(watched) = self.watched.as_mut().filter(|_| back) {
                watched.dipped.insert(seen.color);
            }
        }
    }

    /// The colours of which a supply lies beside the board.
    pub fn supplied(&self) -> impl Iterator<Item = Color> {
        let supplies = self.counts.iter();
        let supplies = supplies.filter(|(_, count)| count.before.max(count.now) >= SUPPLY);
        supplies.map(|(color, _)| *color)
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
            finished: Vec::new(),
            player: Vec::new(),
            hand: false,
            dipped: BTreeSet::new(),
            glimpses: BTreeMap::new(),
            dealt_with: false,
            assumed: None,
        });
    }
}

impl Watched {
    /// These claims with their probabilities, likeliest first; the rest is that nobody claimed.
    pub fn weigh(&self, claims: &[Claim]) -> Vec<Weighed> {
        let most = claims.iter().map(|claim| claim.what.points).max();
        let colors: BTreeSet<Color> = claims.iter().map(|claim| claim.color).collect();
        let odds = |claim: &Claim| {
            let hand = if self.hand { HAND } else { 0.0 };
            let seen = self.glimpses.get(&(claim.color, claim.what.at.segment));
            // One of them laid the tile.
            let mut odds = FREE_POINTS + hand - (colors.len() as f32).ln();
            odds += GLIMPSED * seen.copied().unwrap_or_default();
            if self.dipped.contains(&claim.color) {
                odds += DIPPED;
            }
            // Of two features one takes the dearer.
            if Some(claim.what.points) != most {
                odds += OTHER;
            }
            odds.exp()
        };
        let mut weighed: Vec<Weighed> = claims.iter().map(|&c| (c, odds(&c))).collect();
        weighed.sort_by(|a, b| b.1.total_cmp(&a.1));
        let all = 1.0 + weighed.iter().map(|(_, odds)| odds).sum::<f32>();
        for (_, odds) in &mut weighed {
            *odds /= all;
        }
        weighed
    }
}
