//! Sentences for what the expansions say: their reminders and choices.
//!
//! As in [`crate::text::game::facts`], every enum is matched without a catch-all.

use tracker::log::event::EventKind;
use tracker::rules::choice::{Choice, ChoiceKind};
use tracker::rules::expansions::mage_and_witch::MageAndWitchReminder;
use tracker::rules::expansions::spell_circles::EloisePlace;
use tracker::snapshot::Snapshot;

use crate::text::{Words, capital, message};

impl Words {
    /// What an open choice asks.
    pub fn choice(self, snapshot: &Snapshot, choice: &Choice) -> String {
        let mut events = choice.options.iter().flat_map(|option| &option.events);
        if let Some(EventKind::RegionDecided { at, .. }) = events.next() {
            let region = capital(&self.segment(snapshot, *at));
            return self.with(message::ChoosePointsOrRemoval { place: region });
        }
        let eloise = snapshot.modules.eloise.as_ref();
        let called = eloise.is_none_or(|eloise| eloise.place == EloisePlace::Called);
        self.say(match choice.kind {
            ChoiceKind::MoveMageOrWitch => message::CHOOSE_MOVE_MAGE_OR_WITCH,
            ChoiceKind::SeparateMageAndWitch => message::CHOOSE_SEPARATE_MAGE_AND_WITCH,
            ChoiceKind::RemoveMageOrWitch => message::CHOOSE_REMOVE_MAGE_OR_WITCH,
            ChoiceKind::PointsOrRemoval => message::CHOOSE_POINTS,
            ChoiceKind::BuryMeeple => message::CHOOSE_BURY,
            ChoiceKind::CemeteryGhost => message::CHOOSE_CEMETERY_GHOST,
            ChoiceKind::PlaceHound => message::CHOOSE_PLACE_HOUND,
            ChoiceKind::HoundRemoval => message::CHOOSE_HOUND_REMOVAL,
            ChoiceKind::TurnTileDown => message::CHOOSE_TURN_TILE_DOWN,
            ChoiceKind::FillCircles => message::CHOOSE_FILL_CIRCLES,
            ChoiceKind::BringEloise if called => message::CHOOSE_BRING_ELOISE,
            ChoiceKind::BringEloise => message::CHOOSE_ELOISE_BEFORE,
            ChoiceKind::MoveEloise => message::CHOOSE_MOVE_ELOISE,
            ChoiceKind::HauntOpponent => message::CHOOSE_HAUNT_OPPONENT,
            ChoiceKind::HauntOwn => message::CHOOSE_HAUNT_OWN,
            ChoiceKind::DrawIntoCircle => message::CHOOSE_DRAW_INTO_CIRCLE,
            ChoiceKind::UseTatan => message::CHOOSE_USE_TATAN,
            ChoiceKind::RelocateTile => message::CHOOSE_RELOCATE_TILE,
            ChoiceKind::FillGap => message::CHOOSE_FILL_GAP,
            ChoiceKind::FollowerOnTatan => message::CHOOSE_FOLLOWER_ON_TATAN,
            ChoiceKind::BuyIslandTile => message::CHOOSE_BUY_ISLAND_TILE,
            ChoiceKind::ChipValue => message::CHOOSE_CHIP_VALUE,
        })
    }

    /// What mage and witch ask for.
    pub fn mage_and_witch(self, reminder: &MageAndWitchReminder) -> String {
        match reminder {
            MageAndWitchReminder::Move => self.say(message::REMIND_MAGE_MOVE),
            MageAndWitchReminder::Separate => self.say(message::REMIND_MAGE_SEPARATE),
            MageAndWitchReminder::Remove => self.say(message::REMIND_MAGE_REMOVE),
            MageAndWitchReminder::Changes { figure, points } => {
                let figure = capital(&self.figure(*figure));
                let count = points.abs();
                match *points < 0 {
                    true => self.with(message::RemindWitchTakes {
                        figure,
                        points: count,
                    }),
                    false => self.with(message::RemindMageGives {
                        figure,
                        points: count,
                    }),
                }
            }
        }
    }
}
