//! What lies in the players' supplies, counted by the camera, against what must be in hand.
//!
//! That a heap of red wood is red's supply, and all of it in view, nobody says: it is believed once
//! its count has followed the game. A heap that never changes is a box of spare pieces. Counts
//! confirm or contradict and weigh where a figure went; by themselves they make no event.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use crate::belief::supply::{Astray, Counted, Supply};
use carcassonne::piece::Color;
use carcassonne::seen::{SeenSupply, SeenTable};

/// Things of a colour that may lie beside the board without being in hand: the piece on the score
/// track, what is printed on a box. All numbers below this are tried.
const NEVER_IN_HAND: usize = 10;
/// A heap is taken for the supply once so many counts agreed with the ledger, that number or more
/// for each that did not, and they cannot all be one count.
const AGREED: u32 = 4;
/// Counts in a row that the ledger contradicts after which that is said: somebody may hold a piece
/// in the hand while the others look at the tile.
const CONTRADICTED: u32 = 3;
/// … and after which the heap is no longer taken for the supply: it was put elsewhere.
const NOT_IN_VIEW: u32 = 15;

/// The newest counts of all colours.
#[derive(Debug, Default)]
pub struct Hands {
    /// The frame of the newest counts.
    frame: Option<u64>,
    of: BTreeMap<Color, Hand>,
}

/// The counts of one colour.
#[derive(Clone, Copy, Debug, Default)]
struct Hand {
    /// The newest count, at least and at most.
    newest: Option<(u8, Option<u8>)>,
    /// What was counted, by how much of it is never in hand.
    histories: [History; NEVER_IN_HAND],
    /// How much is never in hand, once it is believed to be the supply.
    never: Option<u8>,
    /// Counts in a row that the ledger then contradicted.
    contradicted: u32,
}

/// The counts so far, if so much of them is never in hand.
#[derive(Clone, Copy, Debug, Default)]
struct History {
    /// The newest one agrees with the ledger, or did since it was made: a figure is seen at once
    /// and believed later.
    agrees: bool,
    agreed: u32,
    contradicted: u32,
    /// Of those that agreed, the greatest lower bound and the least upper one.
    bounds: Option<(u8, u8)>,
}

impl History {
    fn close(&mut self, least: u8, most: Option<u8>) {
        if !std::mem::take(&mut self.agrees) {
            self.contradicted += 1;
            return;
        }
        self.agreed += 1;
        let most = most.unwrap_or(u8::MAX);
        let (low, high) = self.bounds.unwrap_or((least, most));
        self.bounds = Some((low.max(least), high.min(most)));
    }

    /// Whether this is the supply: no number lies within all counts that agreed, so what was
    /// counted has changed, and the ledger with it.
    fn is_supply(&self) -> bool {
        let changed = self.bounds.is_some_and(|(low, high)| low > high);
        changed && self.agreed >= AGREED.max(AGREED * self.contradicted)
    }
}

impl Hand {
    /// The newest count of what is in hand.
    fn in_hand(&self) -> Option<(u8, Option<u8>)> {
        let (never, (least, most)) = self.never.zip(self.newest)?;
        let less = |count: u8| count.saturating_sub(never);
        Some((less(least), most.map(less)))
    }

    /// Holds the newest count against what can be in hand.
    fn compare(&mut self, possible: RangeInclusive<u8>) {
        let Some((least, most)) = self.newest else {
            return;
        };
        for (never, history) in (0..).zip(&mut self.histories) {
            let mut counts = possible
                .clone()
                .map(|in_hand: u8| in_hand.saturating_add(never));
            let within = |all| least <= all && most.is_none_or(|most| all <= most);
            history.agrees |= counts.any(within);
        }
    }

    /// Adds the newest count to the histories and takes the next.
    fn count(&mut self, seen: Option<&SeenSupply>) {
        let agreed = self.never.map(|n| self.histories[usize::from(n)].agrees);
        if let Some((least, most)) = self.newest {
            for history in &mut self.histories {
                history.close(least, most);
            }
        }
        self.contradicted = match agreed {
            Some(false) => self.contradicted + 1,
            _ => 0,
        };
        if self.contradicted >= NOT_IN_VIEW {
            *self = Self::default();
        }
        if self.never.is_none() {
            let supplies = (0..)
                .zip(&self.histories)
                .filter(|(_, own)| own.is_supply());
            // Of equals the first: as little as possible is no supply.
            let best = supplies.min_by_key(|(_, own)| Reverse(own.agreed));
            self.never = best.map(|(never, _)| never);
        }
        self.newest = Some(seen.map_or((0, Some(0)), |seen| (seen.least, seen.most)));
    }
}

/// How many pieces of a colour can be in hand.
fn possible(supplies: &[Supply], color: Color) -> RangeInclusive<u8> {
    let own = supplies.iter().filter(|supply| supply.color == color);
    let (mut least, mut most) = (0u8, 0u8);
    for supply in own {
        let vanished = |astray: &&Astray| matches!(astray, Astray::Vanished { .. });
        let vanished = supply.astray.iter().filter(vanished).count();
        let possible = supply.possible();
        most = most.saturating_add(possible);
        let fewer = u8::try_from(vanished).unwrap_or(u8::MAX);
        least = least.saturating_add(possible.saturating_sub(fewer));
    }
    least..=most
}

impl Hands {
    /// Adds what a look counted of these colours, and holds the newest counts against the ledger.
    pub fn add(
        &mut self,
        colors: impl Iterator<Item = Color>,
        ledger: &[Supply],
        table: &SeenTable,
    ) {
        if let Some(seen) = &table.supplies
            && self.frame != Some(table.frame)
        {
            self.frame = Some(table.frame);
            for color in colors {
                let hand = self.of.entry(color).or_default();
                hand.count(seen.iter().find(|seen| seen.color == color));
            }
        }
        for (&color, hand) in &mut self.of {
            hand.compare(possible(ledger, color));
        }
    }

    /// The counts of the supplies that are in view, by colour: those that agree with the ledger,
    /// and those that contradict it for some time.
    pub fn counted(&self, ledger: &[Supply]) -> Vec<Counted> {
        let counted = self.of.iter().filter_map(|(&color, hand)| {
            let (least, most) = hand.in_hand()?;
            let mut possible = possible(ledger, color);
            let agrees = possible.any(|p| least <= p && most.is_none_or(|most| p <= most));
            (agrees || hand.contradicted >= CONTRADICTED).then_some(Counted {
                color,
                least,
                most,
                agrees,
            })
        });
        counted.collect()
    }

    /// How many more pieces than the ledger has are in a supply that is in view, if that is sure.
    pub fn more_than(&self, ledger: &[Supply], color: Color) -> Option<i16> {
        let (least, most) = self.of.get(&color)?.in_hand()?;
        let on_board = *possible(ledger, color).start();
        (most == Some(least)).then(|| i16::from(least) - i16::from(on_board))
    }
}
