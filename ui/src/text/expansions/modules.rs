//! Sentences for what the expansions say: their reminders and choices.
//!
//! As in [`crate::text::game::facts`], every enum is matched without a catch-all.

use tracker::log::event::EventKind;
use tracker::rules::choice::{Choice, ChoiceKind};
use tracker::rules::expansions::mage_and_witch::MageAndWitchReminder;
use tracker::rules::expansions::spell_circles::EloisePlace;
use tracker::snapshot::Snapshot;

use crate::text::{Words, capital};

impl Words {
    /// What an open choice asks.
    pub fn choice(self, snapshot: &Snapshot, choice: &Choice) -> String {
        let mut events = choice.options.iter().flat_map(|option| &option.events);
        if let Some(EventKind::RegionDecided { at, .. }) = events.next() {
            let region = capital(&self.segment(snapshot, *at));
            return self.with("choose-points-or-removal", &[("where", region.into())]);
        }
        let eloise = snapshot.modules.eloise.as_ref();
        let called = eloise.is_none_or(|eloise| eloise.place == EloisePlace::Called);
        self.say(match choice.kind {
            ChoiceKind::MoveMageOrWitch => "choose-move-mage-or-witch",
            ChoiceKind::SeparateMageAndWitch => "choose-separate-mage-and-witch",
            ChoiceKind::RemoveMageOrWitch => "choose-remove-mage-or-witch",
            ChoiceKind::PointsOrRemoval => "choose-points",
            ChoiceKind::BuryMeeple => "choose-bury",
            ChoiceKind::CemeteryGhost => "choose-cemetery-ghost",
            ChoiceKind::PlaceHound => "choose-place-hound",
            ChoiceKind::HoundRemoval => "choose-hound-removal",
            ChoiceKind::TurnTileDown => "choose-turn-tile-down",
            ChoiceKind::FillCircles => "choose-fill-circles",
            ChoiceKind::BringEloise if called => "choose-bring-eloise",
            ChoiceKind::BringEloise => "choose-eloise-before",
            ChoiceKind::MoveEloise => "choose-move-eloise",
            ChoiceKind::HauntOpponent => "choose-haunt-opponent",
            ChoiceKind::HauntOwn => "choose-haunt-own",
            ChoiceKind::DrawIntoCircle => "choose-draw-into-circle",
            ChoiceKind::UseTatan => "choose-use-tatan",
            ChoiceKind::RelocateTile => "choose-relocate-tile",
            ChoiceKind::FillGap => "choose-fill-gap",
            ChoiceKind::FollowerOnTatan => "choose-follower-on-tatan",
            ChoiceKind::BuyIslandTile => "choose-buy-island-tile",
            ChoiceKind::ChipValue => "choose-chip-value",
        })
    }

    /// What mage and witch ask for.
    pub fn mage_and_witch(self, reminder: &MageAndWitchReminder) -> String {
        match reminder {
            MageAndWitchReminder::Move => self.say("remind-mage-move"),
            MageAndWitchReminder::Separate => self.say("remind-mage-separate"),
            MageAndWitchReminder::Remove => self.say("remind-mage-remove"),
            MageAndWitchReminder::Changes { figure, points } => {
                let figure = capital(&self.figure(*figure));
                let key = if *points < 0 {
                    "remind-witch-takes"
                } else {
                    "remind-mage-gives"
                };
                self.with(
                    key,
                    &[("figure", figure.into()), ("points", points.abs().into())],
                )
            }
        }
    }
}
