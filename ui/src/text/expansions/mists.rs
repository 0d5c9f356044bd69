//! Sentences for the mists, cooperative: ghosts, hounds, cemeteries, and Eloise of the spell
//! circles.
//!
//! As in [`crate::text::game::facts`], every enum is matched without a catch-all.

use tracker::rules::expansions::mists::{GhostsWhy, MistsReminder};
use tracker::rules::expansions::spell_circles::EloiseReminder;

use crate::text::Words;

impl Words {
    /// What the mists ask for.
    pub fn mists(self, reminder: &MistsReminder) -> String {
        let ghosts = |key: &str, count: u8| self.with(key, &[("count", count.into())]);
        match reminder {
            MistsReminder::GhostsCome {
                count,
                symbols,
                why,
                left,
            } => {
                let why = self.say(match why {
                    GhostsWhy::NoMist => "ghosts-why-no-mist",
                    GhostsWhy::New => "ghosts-why-new",
                    GhostsWhy::Extended => "ghosts-why-extended",
                    GhostsWhy::Finished => "ghosts-why-finished",
                });
                self.with(
                    "remind-ghosts-come",
                    &[
                        ("count", (*count).into()),
                        ("symbols", (*symbols).into()),
                        ("why", why.into()),
                        ("left", (*left).into()),
                    ],
                )
            }
            MistsReminder::MistFinished { ghosts: count } => ghosts("remind-mist-finished", *count),
            MistsReminder::MistSpoiled => self.say("remind-mist-spoiled"),
            MistsReminder::CemeteryGhost => self.say("remind-cemetery-ghost"),
            MistsReminder::HauntedNeighbours { ghosts: count } => {
                ghosts("remind-haunted-neighbours", *count)
            }
            MistsReminder::CemeteryCleared { ghosts: count } => {
                ghosts("remind-cemetery-cleared", *count)
            }
            MistsReminder::Bury => self.say("remind-bury"),
            MistsReminder::Decide {
                value,
                colors,
                points,
                ghosts,
            } => self.with(
                "remind-decide",
                &[
                    ("value", (*value).into()),
                    ("colors", (*colors).into()),
                    ("points", (*points).into()),
                    ("ghosts", (*ghosts).into()),
                ],
            ),
            MistsReminder::PlaceHound { hound } => {
                let name = self.companion(*hound);
                self.with("remind-place-hound", &[("name", name.into())])
            }
            MistsReminder::HoundRemoves { hound } => {
                let name = self.companion(*hound);
                self.with("remind-hound-removes", &[("name", name.into())])
            }
            MistsReminder::JoinPiles { left } => {
                self.with("remind-join-piles", &[("left", (*left).into())])
            }
            MistsReminder::HoundScores { hound, points } => self.with(
                "remind-hound-scores",
                &[
                    ("name", self.companion(*hound).into()),
                    ("points", (*points).into()),
                ],
            ),
            MistsReminder::TurnTileDown => self.say("remind-turn-tile-down"),
            MistsReminder::LossOpen => self.say("remind-loss-open"),
            MistsReminder::FewGhosts { left } => ghosts("remind-few-ghosts", *left),
            MistsReminder::FewTiles { left, missing } => self.with(
                "remind-few-tiles",
                &[("left", (*left).into()), ("missing", (*missing).into())],
            ),
        }
    }

    /// What Eloise and the spell circles ask for.
    pub fn eloise(self, reminder: &EloiseReminder) -> String {
        match reminder {
            EloiseReminder::FillCircles {
                circles,
                moved,
                stock,
            } => self.with(
                "remind-fill-circles",
                &[
                    ("circles", (*circles).into()),
                    ("moved", (*moved).into()),
                    ("stock", (*stock).into()),
                ],
            ),
            EloiseReminder::PickGhosts { left } => {
                self.with("remind-pick-ghosts", &[("count", (*left).into())])
            }
            EloiseReminder::NoCemeteryGhost => self.say("remind-no-cemetery-ghost"),
            EloiseReminder::Stuck => self.say("remind-stuck"),
            EloiseReminder::Bring => self.say("remind-eloise-bring"),
            EloiseReminder::ComesNext => self.say("remind-eloise-next"),
            EloiseReminder::Scores { points } => {
                self.with("remind-eloise-scores", &[("points", (*points).into())])
            }
            EloiseReminder::Move => self.say("remind-eloise-move"),
        }
    }
}
