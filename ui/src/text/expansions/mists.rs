//! Sentences for the mists, cooperative: ghosts, hounds, cemeteries, and Eloise of the spell
//! circles.
//!
//! As in [`crate::text::game::facts`], every enum is matched without a catch-all.

use tracker::rules::expansions::mists::{GhostsWhy, MistsReminder};
use tracker::rules::expansions::spell_circles::EloiseReminder;

use crate::text::{Words, message};

impl Words {
    /// What the mists ask for.
    pub fn mists(self, reminder: &MistsReminder) -> String {
        match reminder {
            MistsReminder::GhostsCome {
                count,
                symbols,
                why,
                left,
            } => {
                let why = self.say(match why {
                    GhostsWhy::NoMist => message::GHOSTS_WHY_NO_MIST,
                    GhostsWhy::New => message::GHOSTS_WHY_NEW,
                    GhostsWhy::Extended => message::GHOSTS_WHY_EXTENDED,
                    GhostsWhy::Finished => message::GHOSTS_WHY_FINISHED,
                });
                self.with(message::RemindGhostsCome {
                    count,
                    symbols,
                    why,
                    left,
                })
            }
            MistsReminder::MistFinished { ghosts: count } => {
                self.with(message::RemindMistFinished { count })
            }
            MistsReminder::MistSpoiled => self.say(message::REMIND_MIST_SPOILED),
            MistsReminder::CemeteryGhost => self.say(message::REMIND_CEMETERY_GHOST),
            MistsReminder::HauntedNeighbours { ghosts: count } => {
                self.with(message::RemindHauntedNeighbours { count })
            }
            MistsReminder::CemeteryCleared { ghosts: count } => {
                self.with(message::RemindCemeteryCleared { count })
            }
            MistsReminder::Bury => self.say(message::REMIND_BURY),
            MistsReminder::Decide {
                value,
                colors,
                points,
                ghosts,
            } => self.with(message::RemindDecide {
                value,
                colors,
                points,
                ghosts,
            }),
            MistsReminder::PlaceHound { hound } => {
                let name = self.companion(*hound);
                self.with(message::RemindPlaceHound { name })
            }
            MistsReminder::HoundRemoves { hound } => {
                let name = self.companion(*hound);
                self.with(message::RemindHoundRemoves { name })
            }
            MistsReminder::JoinPiles { left } => self.with(message::RemindJoinPiles { left }),
            MistsReminder::HoundScores { hound, points } => self.with(message::RemindHoundScores {
                name: self.companion(*hound),
                points,
            }),
            MistsReminder::TurnTileDown => self.say(message::REMIND_TURN_TILE_DOWN),
            MistsReminder::LossOpen => self.say(message::REMIND_LOSS_OPEN),
            MistsReminder::FewGhosts { left } => {
                self.with(message::RemindFewGhosts { count: left })
            }
            MistsReminder::FewTiles { left, missing } => {
                self.with(message::RemindFewTiles { left, missing })
            }
        }
    }

    /// What Eloise and the spell circles ask for.
    pub fn eloise(self, reminder: &EloiseReminder) -> String {
        match reminder {
            EloiseReminder::FillCircles {
                circles,
                moved,
                stock,
            } => self.with(message::RemindFillCircles {
                circles,
                moved,
                stock,
            }),
            EloiseReminder::PickGhosts { left } => {
                self.with(message::RemindPickGhosts { count: *left })
            }
            EloiseReminder::NoCemeteryGhost => self.say(message::REMIND_NO_CEMETERY_GHOST),
            EloiseReminder::Stuck => self.say(message::REMIND_STUCK),
            EloiseReminder::Bring => self.say(message::REMIND_ELOISE_BRING),
            EloiseReminder::ComesNext => self.say(message::REMIND_ELOISE_NEXT),
            EloiseReminder::Scores { points } => self.with(message::RemindEloiseScores { points }),
            EloiseReminder::Move => self.say(message::REMIND_ELOISE_MOVE),
        }
    }
}
