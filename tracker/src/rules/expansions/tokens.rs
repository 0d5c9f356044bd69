//! The loose pieces of the expansions as they should stand on the table: ghosts and animals.
//!
//! Gathered from the ledger and the expansions' states, so that belief and the demo compare
//! one list with what is seen or lies. Figures on segments are [`Game::figures`].

use crate::event::ghost::{Companion, GhostPlace};
use crate::rules::{Expansion, Game};
use carcassonne::geometry::Cell;
use carcassonne::piece::{Color, FigureKind};

/// A loose piece and where it belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Token {
    /// Which piece.
    pub kind: FigureKind,
    /// Tells the hounds apart, as their paint does: Rufus has none, Ronja is black.
    pub color: Option<Color>,
    /// Where; animals are beside a meeple.
    pub place: GhostPlace,
}

impl Companion {
    /// The piece and what tells it from others of its kind.
    pub const fn piece(self) -> (FigureKind, Option<Color>) {
        match self {
            Self::Rufus => (FigureKind::Hound, None),
            Self::Ronja => (FigureKind::Hound, Some(Color::Black)),
            Self::Eloise => (FigureKind::Cat, None),
        }
    }
}

impl Game {
    /// Ghosts and animals that should stand on the board.
    pub fn tokens(&self) -> Vec<Token> {
        let ghosts = self.states.ghosts.board().flat_map(|(place, count)| {
            let ghost = Token {
                kind: FigureKind::Ghost,
                color: None,
                place,
            };
            std::iter::repeat_n(ghost, usize::from(count))
        });
        let animals = self.expansions().flat_map(|e| e.companions(self));
        let animals = animals.map(|(companion, figure)| {
            let (kind, color) = companion.piece();
            let place = GhostPlace::Beside { figure };
            Token { kind, color, place }
        });
        ghosts.chain(animals).collect()
    }

    /// The animals that may come into play.
    pub fn animals(&self) -> Vec<(FigureKind, Option<Color>)> {
        let hounds = self.setup.plays(Expansion::Mists) && self.setup.mists.level().has_hounds();
        let cat = self.setup.plays(Expansion::Mists) && self.setup.plays(Expansion::SpellCircles);
        let hounds = [Companion::Rufus, Companion::Ronja].map(|hound| hounds.then_some(hound));
        let cat = cat.then_some(Companion::Eloise);
        let all = hounds.into_iter().chain([cat]).flatten();
        all.map(Companion::piece).collect()
    }

    /// The tile that a place is on; `None` off the board, and if the meeple is gone.
    pub fn cell_of(&self, place: GhostPlace) -> Option<Cell> {
        match place {
            GhostPlace::Beside { figure } => Some(self.figure(figure)?.at.cell),
            _ => place.cell(),
        }
    }
}
