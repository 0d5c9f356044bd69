//! Words of what is against the rules but lies there, and of points that wait for a word.

use carcassonne::piece::{Color, FigureKind};
use tracker::snapshot::{Irregularity, Snapshot, Unsettled};

use crate::text::{Words, capital};

impl Words {
    /// What a person insisted on, and what the rules say.
    pub fn irregularity(self, snapshot: &Snapshot, what: &Irregularity) -> String {
        let args = [
            ("turn", what.turn.into()),
            ("what", self.event(snapshot, &what.what).into()),
            ("why", self.rule_fault(snapshot, &what.fault).into()),
        ];
        capital(&self.with("irregular-entry", &args))
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
                let args = [("points", points.into()), ("figure", figure.into())];
                self.with("unsettled-either", &args)
            });
            let either: Vec<String> = either.collect();
            let args = [
                ("turn", open.turn.into()),
                ("name", self.scorer(snapshot, color).into()),
                ("either", either.join(&self.say("unsettled-or")).into()),
            ];
            capital(&self.with("unsettled-line", &args))
        };
        open.colors().into_iter().map(of).collect()
    }
}
