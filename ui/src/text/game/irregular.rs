//! Words of what is against the rules but lies there, and of points that wait for a word.

use carcassonne::piece::{Color, FigureKind};
use tracker::snapshot::{Irregularity, Snapshot, Unsettled};

use crate::text::{Words, capital, message};

impl Words {
    /// What a person insisted on, and what the rules say.
    pub fn irregularity(self, snapshot: &Snapshot, what: &Irregularity) -> String {
        capital(&self.with(message::IrregularEntry {
            turn: what.turn,
            what: self.event(snapshot, &what.what),
            why: self.rule_fault(snapshot, &what.fault),
        }))
    }

    /// Points that are one or the other until somebody says who stayed, a line for each who may
    /// get some.
    pub fn unsettled(self, snapshot: &Snapshot, open: &Unsettled) -> Vec<String> {
        let of = |color: Option<Color>| {
            let either = open.points(color).map(|(stays, points)| {
                let figure = match stays {
                    FigureKind::Mage => "mage",
                    _ => "witch",
                };
                self.with(message::UnsettledEither { points, figure })
            });
            let either: Vec<String> = either.collect();
            capital(&self.with(message::UnsettledLine {
                turn: open.turn,
                name: self.scorer(snapshot, color),
                either: either.join(&self.say(message::UNSETTLED_OR)),
            }))
        };
        open.colors().into_iter().map(of).collect()
    }
}
