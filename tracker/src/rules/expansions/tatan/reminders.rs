//! What to remind of while cards are drawn, used and filled in.

use carcassonne::geometry::Cell;
use carcassonne::piece::Color;
use serde::Serialize;

use super::card::{use_choice, where_choice};
use super::filling::{filler, gap_choice};
use super::{chosen, due, gaps, is_card, moving};
use crate::rules::game::Game;
use crate::rules::told::{Reminder, ReminderKind, Until, Urgency};

/// What to remind of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum TatanReminder {
    /// Move one of these tiles, or draw two.
    Use,
    /// Lay the chosen tile somewhere else.
    Relocate,
    /// So many tiles are still to be laid in this turn.
    TilesDue(u8),
    /// The card goes in front of its player.
    KeepCard,
    /// Gaps may be filled; each brings so many points at most.
    FillGap {
        /// By whom.
        color: Color,
        /// The best of them.
        points: i32,
    },
    /// A follower belongs on the cards.
    PutFollower {
        /// Whose.
        color: Color,
    },
    /// The cards are no tiles of any feature.
    NoTile,
}

/// What is to be remembered now.
pub(super) fn list(game: &Game, into: &mut Vec<Reminder>) {
    let mut remind = |id: String, kind, source, urgency, until, cells: Vec<Cell>| {
        let kind = ReminderKind::Tatan(kind);
        into.push(Reminder::new(id, kind, source, urgency, until).at(cells));
    };
    let state = &game.states.tatan;
    if let Some(choice) = use_choice(game) {
        let (id, until) = (choice.id.0.clone(), Until::Chosen(choice.id));
        let (kind, source) = (TatanReminder::Use, "tatan 2");
        remind(id, kind, source, Urgency::Now, until, moving::movable(game));
    }
    if let Some(choice) = where_choice(game) {
        let from = chosen(game);
        let (id, until) = (choice.id.0.clone(), Until::Chosen(choice.id));
        let (kind, cells) = (TatanReminder::Relocate, from.into_iter().collect());
        remind(id, kind, "tatan 2, option 1", Urgency::Now, until, cells);
    }
    let due = due(game);
    if due > 0 {
        let id = format!("tatan-tiles/{}/{due}", game.turn);
        let (kind, until) = (TatanReminder::TilesDue(due), Until::Changed);
        let source = "tatan 2, option 2";
        remind(id, kind, source, Urgency::EndOfTurn, until, Vec::new());
    }
    if game.open.is_some() && state.keep == Some(game.turn) {
        let id = format!("tatan-keep/{}", game.turn);
        let (kind, until) = (TatanReminder::KeepCard, Until::TurnEnds);
        remind(id, kind, "tatan 2", Urgency::EndOfTurn, until, Vec::new());
    }
    if let Some((color, cell)) = state.follower_due {
        let id = format!("tatan-follower/{}/{}", cell.x, cell.y);
        let kind = TatanReminder::PutFollower { color };
        let until = Until::FigurePlaced;
        remind(id, kind, "tatan 3", Urgency::Now, until, vec![cell]);
    }
    if let Some(color) = filler(game) {
        let choice = gap_choice(game, color);
        let gaps = gaps::fillable(game, color);
        let points = gaps.iter().map(|gap| gap.points).max().unwrap_or(0);
        let kind = TatanReminder::FillGap { color, points };
        let (id, until) = (choice.id.0.clone(), Until::Chosen(choice.id));
        let cells = gaps.into_iter().flat_map(|gap| gap.cells).collect();
        remind(id, kind, "tatan 3", Urgency::Now, until, cells);
    }
    let cards = game.board.tiles().filter(|(_, laid)| is_card(&laid.face));
    let cards: Vec<Cell> = cards.map(|(cell, _)| cell).collect();
    if !cards.is_empty() {
        let (kind, until) = (TatanReminder::NoTile, Until::Changed);
        let (id, source) = ("tatan-no-tile".to_owned(), "tatan 4");
        remind(id, kind, source, Urgency::Info, until, cards);
    }
}
