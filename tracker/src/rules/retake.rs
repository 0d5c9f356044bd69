//! Whose turn it turns out to be, after its tile lies.
//!
//! What the rules do by themselves when a tile is laid (a ghost beside the only meeple that can
//! take it, a chip for whoever laid it) depends on whose turn it is, and that may be known only
//! later: from a figure of another colour, or because a person says so. Then the turn is
//! replayed from before its tile, for the right player. Part of [`super::turn`]; no rule of
//! the game stands here.

use std::sync::Arc;

use super::game::Game;
use crate::log::event::{EventId, EventKind};
use crate::snapshot::Rejected;
use carcassonne::piece::Color;

/// The open turn, to go through it again.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct ThisTurn {
    /// The game before its tile.
    before: Arc<Game>,
    /// What has happened since, the tile first, whether it still holds or not.
    since: Vec<(EventId, EventKind)>,
}

impl ThisTurn {
    /// A turn that such an event may open, before it happens.
    pub(super) fn opened_by(game: &Game, kind: &EventKind) -> Option<Self> {
        let opens = matches!(
            kind,
            EventKind::TileLaid { before: false, .. } | EventKind::TileMoved { .. }
        );
        opens.then(|| {
            let mut before = game.clone();
            // Turns before stay as they are.
            before.this_turn = None;
            Self {
                before: Arc::new(before),
                since: Vec::new(),
            }
        })
    }

    /// Something happened in it. Whose turn it is is not kept: the newest word counts.
    pub(super) fn note(&mut self, event: EventId, kind: &EventKind) {
        if !matches!(kind, EventKind::TurnOf { .. }) {
            self.since.push((event, kind.clone()));
        }
    }
}

impl Game {
    /// Events that were accepted, but not any more once it was known whose turn it was.
    pub fn overturned(&self) -> &[Rejected] {
        &self.overturned
    }

    /// The game with the open turn gone through again as that player's; `said` if a person says
    /// so, which no figure overrules. `None` if no turn is open.
    pub(super) fn retaken(&self, player: Color, said: bool) -> Option<Self> {
        let expected = self.open?.expected;
        let turn = self.this_turn.as_ref()?;
        let mut again = Self::clone(&turn.before);
        again.forced_next = Some(player);
        for (event, kind) in &turn.since {
            let done = again.apply(*event, kind);
            if let Err(fault) = done {
                let event = *event;
                again.overturned.push(Rejected { event, fault });
                if let Some(turn) = again.this_turn.as_mut() {
                    turn.note(event, kind);
                }
            }
            if let Some(open) = again.open.as_mut() {
                // Figures that show another player have been heard.
                open.said = true;
            }
        }
        if let Some(open) = again.open.as_mut() {
            open.said = said;
            open.expected = expected;
        }
        Some(again)
    }

    /// The same where a figure shows whose turn it is; `None` if that is known already.
    pub(super) fn shown_to_be_of(&self, player: Color) -> Option<Self> {
        let open = self.open?;
        if open.said || open.player == Some(player) {
            return None;
        }
        let mut again = self.retaken(player, false)?;
        if let Some(now) = again.open.as_mut() {
            now.expected = open.player.or(open.expected);
        }
        Some(again)
    }
}
