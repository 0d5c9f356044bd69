//! Sentences for ghosts, castles and cemeteries in competition, and the spell circles there.
//!
//! As in [`crate::text::game::facts`], every enum is matched without a catch-all.

use tracker::rules::expansions::ghosts_castles_cemeteries::{GhostsReminder, NotDone, Whose};
use tracker::snapshot::Snapshot;

use crate::text::{Text, Words, capital, message};

impl Words {
    /// What ghosts in competition ask for.
    pub fn ghosts(self, snapshot: &Snapshot, reminder: &GhostsReminder) -> String {
        let by_whose = |whose: &Whose, opponent: Text, own: Text| {
            self.say(match whose {
                Whose::Opponent => opponent,
                Whose::Own => own,
            })
        };
        match reminder {
            GhostsReminder::Haunt { whose, from_circle } => {
                let what = by_whose(
                    whose,
                    message::REMIND_HAUNT_OPPONENT,
                    message::REMIND_HAUNT_OWN,
                );
                if *from_circle {
                    format!("{what} {}", self.say(message::REMIND_HAUNT_FROM_CIRCLE))
                } else {
                    what
                }
            }
            GhostsReminder::PutBeside {
                whose,
                from,
                figure,
            } => self.with(message::RemindPutBeside {
                from: self.ghosts_from(snapshot, *from),
                figure: self.standing(snapshot, *figure),
                why: by_whose(whose, message::HAUNT_WHY_OPPONENT, message::HAUNT_WHY_OWN),
            }),
            GhostsReminder::DrivenOff { figure, color: _ } => {
                let figure = self.standing(snapshot, *figure);
                capital(&self.with(message::RemindDrivenOff { figure }))
            }
            GhostsReminder::LeftOut { whose, why } => {
                let why = self.say(match why {
                    NotDone::NoGhostLeft => message::HAUNT_NO_GHOST,
                    NotDone::NoMeeple => message::HAUNT_NO_MEEPLE,
                });
                let whom = by_whose(whose, message::HAUNT_WHY_OPPONENT, message::HAUNT_WHY_OWN);
                self.with(message::RemindLeftOut { whose: whom, why })
            }
            GhostsReminder::GuardsTakeNone => self.say(message::REMIND_GUARDS_TAKE_NONE),
            GhostsReminder::DrawIn => self.say(message::REMIND_DRAW_IN),
            GhostsReminder::DrawnIn { figure } => {
                let figure = self.standing(snapshot, *figure);
                self.with(message::RemindDrawnIn { figure })
            }
            GhostsReminder::Fill { supply, empty } => {
                self.with(message::RemindCirclesFilled { supply, empty })
            }
            GhostsReminder::ToSupply => self.say(message::REMIND_GHOST_TO_SUPPLY),
            GhostsReminder::Cost {
                color,
                ghosts,
                points,
                stops_at_zero,
            } => {
                let cost = self.with(message::RemindGhostsCost {
                    name: self.player(snapshot, *color),
                    count: *ghosts,
                    points,
                });
                if *stops_at_zero {
                    format!("{cost} {}", self.say(message::REMIND_STOPS_AT_ZERO))
                } else {
                    cost
                }
            }
            GhostsReminder::Castle { misty, points } => {
                self.with(message::RemindCastle { misty, points })
            }
            GhostsReminder::TakeGuard { color } => {
                let name = self.player(snapshot, *color);
                self.with(message::RemindTakeGuard { name })
            }
            GhostsReminder::NoGuardLeft { color } => {
                let name = self.player(snapshot, *color);
                self.with(message::RemindNoGuardLeft { name })
            }
            GhostsReminder::CostAtEnd { ghosts } => {
                let each = ghosts.iter().map(|&(color, ghosts)| {
                    let name = self.player(snapshot, color);
                    format!("{name} −{ghosts}")
                });
                let each = each.collect::<Vec<_>>().join(", ");
                self.with(message::RemindCostAtEnd { ghosts: each })
            }
        }
    }
}
