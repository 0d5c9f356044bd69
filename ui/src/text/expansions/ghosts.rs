//! Sentences for ghosts, castles and cemeteries in competition, and the spell circles there.
//!
//! As in [`crate::text::game::facts`], every enum is matched without a catch-all.

use tracker::rules::expansions::ghosts_castles_cemeteries::{GhostsReminder, NotDone, Whose};
use tracker::snapshot::Snapshot;

use crate::text::{Words, capital};

impl Words {
    /// What ghosts in competition ask for.
    pub fn ghosts(self, snapshot: &Snapshot, reminder: &GhostsReminder) -> String {
        let by_whose = |whose: &Whose, opponent: &str, own: &str| {
            self.say(match whose {
                Whose::Opponent => opponent,
                Whose::Own => own,
            })
        };
        match reminder {
            GhostsReminder::Haunt { whose, from_circle } => {
                let what = by_whose(whose, "remind-haunt-opponent", "remind-haunt-own");
                if *from_circle {
                    format!("{what} {}", self.say("remind-haunt-from-circle"))
                } else {
                    what
                }
            }
            GhostsReminder::PutBeside {
                whose,
                from,
                figure,
            } => {
                let args = [
                    ("from", self.ghosts_from(snapshot, *from).into()),
                    ("figure", self.standing(snapshot, *figure).into()),
                    (
                        "why",
                        by_whose(whose, "haunt-why-opponent", "haunt-why-own").into(),
                    ),
                ];
                self.with("remind-put-beside", &args)
            }
            GhostsReminder::DrivenOff { figure, color: _ } => {
                let figure = self.standing(snapshot, *figure);
                capital(&self.with("remind-driven-off", &[("figure", figure.into())]))
            }
            GhostsReminder::LeftOut { whose, why } => {
                let why = self.say(match why {
                    NotDone::NoGhostLeft => "haunt-no-ghost",
                    NotDone::NoMeeple => "haunt-no-meeple",
                });
                let whom = by_whose(whose, "haunt-why-opponent", "haunt-why-own");
                self.with(
                    "remind-left-out",
                    &[("whose", whom.into()), ("why", why.into())],
                )
            }
            GhostsReminder::GuardsTakeNone => self.say("remind-guards-take-none"),
            GhostsReminder::DrawIn => self.say("remind-draw-in"),
            GhostsReminder::DrawnIn { figure } => {
                let figure = self.standing(snapshot, *figure);
                self.with("remind-drawn-in", &[("figure", figure.into())])
            }
            GhostsReminder::Fill { supply, empty } => self.with(
                "remind-circles-filled",
                &[("supply", (*supply).into()), ("empty", (*empty).into())],
            ),
            GhostsReminder::ToSupply => self.say("remind-ghost-to-supply"),
            GhostsReminder::Cost {
                color,
                ghosts,
                points,
                stops_at_zero,
            } => {
                let args = [
                    ("name", self.player(snapshot, *color).into()),
                    ("count", (*ghosts).into()),
                    ("points", (*points).into()),
                ];
                let cost = self.with("remind-ghosts-cost", &args);
                if *stops_at_zero {
                    format!("{cost} {}", self.say("remind-stops-at-zero"))
                } else {
                    cost
                }
            }
            GhostsReminder::Castle { misty, points } => self.with(
                "remind-castle",
                &[("misty", (*misty).into()), ("points", (*points).into())],
            ),
            GhostsReminder::TakeGuard { color } => {
                let name = self.player(snapshot, *color);
                self.with("remind-take-guard", &[("name", name.into())])
            }
            GhostsReminder::NoGuardLeft { color } => {
                let name = self.player(snapshot, *color);
                self.with("remind-no-guard-left", &[("name", name.into())])
            }
            GhostsReminder::CostAtEnd { ghosts } => {
                let each = ghosts.iter().map(|&(color, ghosts)| {
                    let name = self.player(snapshot, color);
                    format!("{name} −{ghosts}")
                });
                let each = each.collect::<Vec<_>>().join(", ");
                self.with("remind-cost-at-end", &[("ghosts", each.into())])
            }
        }
    }
}
