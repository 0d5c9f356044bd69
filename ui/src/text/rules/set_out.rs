//! Sentences for what is laid out before the first turn.
//!
//! As in [`crate::text::game::facts`], every enum is matched without a catch-all.

use carcassonne::piece::FigureKind;
use tracker::rules::set_out::SetOut;

use crate::text::{Words, message};

impl Words {
    /// What to lay out.
    pub fn set_out(self, what: &SetOut) -> String {
        match what {
            SetOut::StartTile => self.say(message::LAY_START_TILE),
            SetOut::BigStartTile => self.say(message::LAY_BIG_START_TILE),
            SetOut::Pieces(pieces) => {
                let pieces = pieces
                    .iter()
                    .map(|&(kind, count)| self.lay_piece(kind, count));
                let pieces: Vec<String> = pieces.collect();
                self.with(message::LayPieces {
                    pieces: self.list(&pieces),
                })
            }
            SetOut::ScoringMeeples => self.say(message::LAY_SCORING_MEEPLES),
            SetOut::TeamMeeple => self.say(message::LAY_TEAM_MEEPLE),
            SetOut::Shuffle(count) => self.with(message::LayShuffle { count }),
            SetOut::MageAndWitch => self.say(message::LAY_MAGE_AND_WITCH),
            SetOut::CropCircleCard => self.say(message::LAY_CROP_CIRCLE_CARD),
            SetOut::NoBaseTiles => self.say(message::LAY_NO_BASE_TILES),
            SetOut::NoBaseStartTile => self.say(message::LAY_NO_BASE_START_TILE),
            SetOut::NoCastlesAndCemeteries => self.say(message::LAY_NO_CASTLES_AND_CEMETERIES),
            SetOut::NoCastles => self.say(message::LAY_NO_CASTLES),
            SetOut::NoCemeteries => self.say(message::LAY_NO_CEMETERIES),
            SetOut::GhostsOnStart(count) => self.with(message::LayGhostsOnStart { count }),
            SetOut::GhostSupply(count) => self.with(message::LayGhostSupply { count }),
            SetOut::GhostsInBox(count) => self.with(message::LayGhostsInBox { count }),
            SetOut::Piles(piles, each) => self.with(message::LayPiles { piles, each }),
            SetOut::Hounds([first, second]) => self.with(message::LayHounds { first, second }),
            SetOut::NoHounds => self.say(message::LAY_NO_HOUNDS),
            SetOut::Goal(count) => self.with(message::LayGoal { count }),
            SetOut::NoGhostsOnStart => self.say(message::LAY_NO_GHOSTS_ON_START),
            SetOut::GuardSupply(count) => self.with(message::LayGuardSupply { count }),
            SetOut::NoGoalLevelsHounds => self.say(message::LAY_NO_GOAL_LEVELS_HOUNDS),
            SetOut::Eloise(count) => self.with(message::LayEloise { count }),
            SetOut::SecondStock(count) => self.with(message::LaySecondStock { count }),
            SetOut::NoEloise => self.say(message::LAY_NO_ELOISE),
            SetOut::TatanCards(count) => self.with(message::LayTatanCards { count }),
            SetOut::StartSquares => self.say(message::LAY_START_SQUARES),
            SetOut::Chips(count) => self.with(message::LayChips { count }),
            SetOut::ChipsAway(count) => self.with(message::LayChipsAway { count }),
            SetOut::Island(color, square) => self.with(message::LayIsland {
                color: self.chip(*color),
                square,
            }),
        }
    }

    /// So many pieces of a kind, as what somebody gets.
    fn lay_piece(self, kind: FigureKind, count: u8) -> String {
        match kind {
            FigureKind::Meeple => self.with(message::LayMeeples { count }),
            FigureKind::BigMeeple => self.with(message::LayBigMeeples { count }),
            FigureKind::Guard => self.with(message::LayGuards { count }),
            FigureKind::Abbot => self.with(message::LayAbbots { count }),
            // Nobody gets these.
            FigureKind::Ghost
            | FigureKind::Cat
            | FigureKind::Mage
            | FigureKind::Witch
            | FigureKind::Hound
            | FigureKind::Chip => {
                let figure = self.figure(kind);
                self.with(message::TableSupply { count, figure })
            }
        }
    }
}
