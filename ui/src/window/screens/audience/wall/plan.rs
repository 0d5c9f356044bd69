//! How the cards of the wall are laid out: pure arithmetic.

use egui::{Vec2, vec2};
use hall::message::State;

use super::scene::Scene;
use crate::window::screens::audience::tv::sizes::Sizes;

/// Room around everything and between cards, in text sizes.
pub const GAP: f32 = 0.35;
/// Room inside a card, in text sizes.
pub const PAD: f32 = 0.3;
/// Height of a row of text, in text sizes.
pub const ROW: f32 = 1.22;
/// Width of the narrowest card, in text sizes: `Table 12`, what is left, and four digits.
const CARD: f32 = 7.0;
/// Width of a player on a short card, in text sizes: badge and three digits.
const PLAYER: f32 = 3.05;
/// How many pages somebody waits for their table; where whole cards take more, they are shortened.
const PAGES: usize = 3;
/// How much smaller everything becomes at each try, if not even one card fits.
const SMALLER: f32 = 0.95;
/// How much larger than it must be the text becomes at most, where there is room.
const LARGER: f32 = 2.0;
/// The smallest text at all, points.
const LEAST: f32 = 11.0;

/// How large the text may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextSize {
    /// No larger than wanted: somebody has chosen a size.
    AsWanted,
    /// Larger where all tables fit one page all the same.
    MayGrow,
}

/// How much of each table is shown.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Cards {
    /// A row for each player.
    Whole,
    /// All players in one row.
    Short,
}

/// How the cards are laid out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plan {
    /// The text's size, points.
    pub text: f32,
    /// Whether that is smaller than it should be.
    pub too_small: bool,
    /// Whether all players stand in one row, by their badges.
    pub short: bool,
    pub(super) head: f32,
    pub(super) card: Vec2,
    pub(super) columns: usize,
    rows: usize,
}

impl Plan {
    /// The largest text up to the wanted one with which at least one card fits.
    pub fn find(scene: &Scene<'_>, room: Vec2, wanted: Sizes, text_size: TextSize) -> Self {
        let cards = &scene.shown.cards;
        let states = cards.iter().filter_map(|card| card.state.as_ref());
        let most = states.map(|state| rows_of(state)).max().unwrap_or(2);
        let mut text = wanted.text;
        loop {
            let whole = Self::of(room, text, most, cards.len(), Cards::Whole);
            let plan = match whole.is_there() && whole.pages(cards.len()) <= PAGES {
                true => whole,
                false => Self::of(room, text, most, cards.len(), Cards::Short),
            };
            if plan.is_there() {
                let plan = Self {
                    too_small: text < wanted.text,
                    ..plan
                };
                return match text_size {
                    TextSize::MayGrow => plan.grown(room, most, cards.len()),
                    TextSize::AsWanted => plan,
                };
            }
            if text < LEAST {
                return Self {
                    columns: plan.columns.max(1),
                    rows: plan.rows.max(1),
                    too_small: true,
                    ..plan
                };
            }
            text *= SMALLER;
        }
    }

    /// The same with larger text, as long as all whole cards still fit one page.
    fn grown(self, room: Vec2, players: usize, cards: usize) -> Self {
        let mut plan = self;
        let most = self.text * LARGER;
        while cards > 0 && !plan.short && plan.text < most {
            let larger = Self::of(room, plan.text / SMALLER, players, cards, Cards::Whole);
            if !larger.is_there() || larger.pages(cards) > 1 {
                break;
            }
            plan = larger;
        }
        plan
    }

    fn of(room: Vec2, text: f32, players: usize, cards: usize, each: Cards) -> Self {
        let gap = text * GAP;
        let head = text * ROW + gap;
        let room = room - vec2(2.0 * gap, 2.0 * gap + head);
        let players = players as f32;
        let (wide, rows) = match each {
            Cards::Short => (CARD.max(players * PLAYER + 2.0 * PAD), 2.0),
            Cards::Whole => (CARD, players + 2.0),
        };
        let least = vec2(text * wide, text * (ROW * rows + 2.0 * PAD));
        let fit = |room: f32, each: f32| ((room + gap) / (each + gap)).floor().max(0.0) as usize;
        let (columns, rows) = (fit(room.x, least.x), fit(room.y, least.y));
        // Few tables are shown large rather than in a corner.
        let used = columns.min(cards.max(1));
        let wide = |columns: usize| (room.x + gap) / columns.max(1) as f32 - gap;
        Self {
            text,
            too_small: false,
            short: each == Cards::Short,
            head,
            card: vec2(wide(used).max(least.x), least.y),
            columns: used,
            rows,
        }
    }

    fn is_there(&self) -> bool {
        self.columns > 0 && self.rows > 0
    }

    /// How many cards a page has.
    pub fn each(&self) -> usize {
        (self.columns * self.rows).max(1)
    }

    /// How many pages that many cards take.
    pub fn pages(&self, cards: usize) -> usize {
        cards.div_ceil(self.each()).max(1)
    }
}

/// Rows of players, or the team's one.
fn rows_of(state: &State) -> usize {
    match state.team {
        Some(_) => 1,
        None => state.players.len().max(1),
    }
}
