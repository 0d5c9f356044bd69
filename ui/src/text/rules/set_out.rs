//! Sentences for what is laid out before the first turn.
//!
//! As in [`crate::text::game::facts`], every enum is matched without a catch-all.

use carcassonne::piece::FigureKind;
use tracker::rules::set_out::SetOut;

use crate::text::Words;

impl Words {
    /// What to lay out.
    pub fn set_out(self, what: &SetOut) -> String {
        let count = |key: &str, count: i64| self.with(key, &[("count", count.into())]);
        match what {
            SetOut::StartTile => self.say("lay-start-tile"),
            SetOut::BigStartTile => self.say("lay-big-start-tile"),
            SetOut::Pieces(pieces) => {
                let pieces = pieces
                    .iter()
                    .map(|&(kind, count)| self.lay_piece(kind, count));
                let pieces: Vec<String> = pieces.collect();
                self.with("lay-pieces", &[("pieces", self.list(&pieces).into())])
            }
            SetOut::ScoringMeeples => self.say("lay-scoring-meeples"),
            SetOut::TeamMeeple => self.say("lay-team-meeple"),
            SetOut::Shuffle(tiles) => count("lay-shuffle", i64::from(*tiles)),
            SetOut::MageAndWitch => self.say("lay-mage-and-witch"),
            SetOut::CropCircleCard => self.say("lay-crop-circle-card"),
            SetOut::NoBaseTiles => self.say("lay-no-base-tiles"),
            SetOut::NoBaseStartTile => self.say("lay-no-base-start-tile"),
            SetOut::NoCastlesAndCemeteries => self.say("lay-no-castles-and-cemeteries"),
            SetOut::NoCastles => self.say("lay-no-castles"),
            SetOut::NoCemeteries => self.say("lay-no-cemeteries"),
            SetOut::GhostsOnStart(ghosts) => count("lay-ghosts-on-start", i64::from(*ghosts)),
            SetOut::GhostSupply(ghosts) => count("lay-ghost-supply", i64::from(*ghosts)),
            SetOut::GhostsInBox(ghosts) => count("lay-ghosts-in-box", i64::from(*ghosts)),
            SetOut::Piles(piles, each) => {
                let args = [("piles", (*piles).into()), ("each", (*each).into())];
                self.with("lay-piles", &args)
            }
            SetOut::Hounds([first, second]) => {
                let args = [("first", (*first).into()), ("second", (*second).into())];
                self.with("lay-hounds", &args)
            }
            SetOut::NoHounds => self.say("lay-no-hounds"),
            SetOut::Goal(target) => count("lay-goal", i64::from(*target)),
            SetOut::NoGhostsOnStart => self.say("lay-no-ghosts-on-start"),
            SetOut::GuardSupply(guards) => count("lay-guard-supply", i64::from(*guards)),
            SetOut::NoGoalLevelsHounds => self.say("lay-no-goal-levels-hounds"),
            SetOut::Eloise(ghosts) => count("lay-eloise", i64::from(*ghosts)),
            SetOut::SecondStock(ghosts) => count("lay-second-stock", i64::from(*ghosts)),
            SetOut::NoEloise => self.say("lay-no-eloise"),
            SetOut::TatanCards(cards) => count("lay-tatan-cards", i64::from(*cards)),
            SetOut::StartSquares => self.say("lay-start-squares"),
            SetOut::Chips(left) => count("lay-chips", i64::try_from(*left).unwrap_or(i64::MAX)),
            SetOut::ChipsAway(chips) => {
                count("lay-chips-away", i64::try_from(*chips).unwrap_or(i64::MAX))
            }
            SetOut::Island(color, square) => {
                let square = i64::try_from(*square).unwrap_or(i64::MAX);
                let args = [
                    ("color", self.chip(*color).into()),
                    ("square", square.into()),
                ];
                self.with("lay-island", &args)
            }
        }
    }

    /// So many pieces of a kind, as what somebody gets.
    fn lay_piece(self, kind: FigureKind, count: u8) -> String {
        let key = match kind {
            FigureKind::Meeple => "lay-meeples",
            FigureKind::BigMeeple => "lay-big-meeples",
            FigureKind::Guard => "lay-guards",
            FigureKind::Abbot => "lay-abbots",
            // Nobody gets these.
            FigureKind::Ghost
            | FigureKind::Cat
            | FigureKind::Mage
            | FigureKind::Witch
            | FigureKind::Hound
            | FigureKind::Chip => "table-supply",
        };
        let figure = self.figure(kind);
        self.with(key, &[("count", count.into()), ("figure", figure.into())])
    }
}
