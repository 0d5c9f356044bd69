//! The rules in short: a title and a few sentences for each topic, and what a table agreed on.

use tracker::rules::Expansion;
use tracker::setup::{Setup, UnplaceableTile};

use crate::text::Words;
use crate::text::rules::rule_cards::Topic;

impl Words {
    /// What the rule is about.
    pub fn topic(self, topic: Topic) -> String {
        self.say(keys(topic)[0])
    }

    /// What it says in a game of that set-up.
    pub fn topic_text(self, topic: Topic, setup: &Setup) -> String {
        let level = setup.mists.level;
        self.say(match topic {
            Topic::Meeple if !Topic::Field.is_in(setup) => "rule-meeple-text-no-field",
            // Only haunted cemeteries have tiles laid face down.
            Topic::MistCastle if level >= 5 => "rule-mist-castle-text-haunted",
            Topic::MistEnd if level >= 6 => "rule-mist-end-text-colors",
            _ => keys(topic)[1],
        })
    }

    /// A rule sheet and its section by name: `Base game 2`, for `base-game 2`.
    pub fn sheet(self, source: &str) -> String {
        let (sheet, section) = source.split_once(' ').unwrap_or((source, ""));
        let name = match sheet.replace('-', "_").as_str() {
            "base_game" => self.say("review-base"),
            "mists_coop" => self.module(Expansion::Mists),
            "bannkreise" => self.module(Expansion::SpellCircles),
            other => {
                let mut modules = Expansion::ALL.into_iter();
                let own = modules.find(|module| module.name() == other);
                own.map_or_else(|| sheet.to_owned(), |module| self.module(module))
            }
        };
        format!("{name} {section}").trim_end().to_owned()
    }

    /// What a table agreed on for the base game, in sentences.
    pub fn base_options(self, setup: &Setup) -> Vec<String> {
        let options = &setup.options;
        let either = |on: bool, yes: &str, no: &str| self.say(if on { yes } else { no });
        let mut agreed = Vec::new();
        // Played together there are no farmers anyway.
        if !setup.plays(Expansion::Mists) {
            agreed.push(either(options.farmers, "rules-farmers", "rules-no-farmers"));
        }
        agreed.push(either(
            options.two_tile_city == 4,
            "rules-small-city",
            "rules-small-city-old",
        ));
        agreed.push(either(
            options.unplaceable_tile == UnplaceableTile::PutBack,
            "rules-put-back",
            "rules-removed",
        ));
        let modules = setup.modules.iter().map(|module| module.moments(setup));
        let said = modules.into_iter().find_map(|module| module.meeples(setup));
        let meeples = said.unwrap_or(options.meeples);
        agreed.push(self.with("rules-meeples", &[("count", meeples.into())]));
        agreed
    }
}

const fn keys(topic: Topic) -> [&'static str; 2] {
    match topic {
        Topic::Placing => ["rule-placing", "rule-placing-text"],
        Topic::Meeple => ["rule-meeple", "rule-meeple-text"],
        Topic::Road => ["rule-road", "rule-road-text"],
        Topic::City => ["rule-city", "rule-city-text"],
        Topic::Monastery => ["rule-monastery", "rule-monastery-text"],
        Topic::Field => ["rule-field", "rule-field-text"],
        Topic::Majority => ["rule-majority", "rule-majority-text"],
        Topic::End => ["rule-end", "rule-end-text"],
        Topic::Garden => ["rule-garden", "rule-garden-text"],
        Topic::Recall => ["rule-recall", "rule-recall-text"],
        Topic::MageMoves => ["rule-mage-moves", "rule-mage-moves-text"],
        Topic::MageScores => ["rule-mage-scores", "rule-mage-scores-text"],
        Topic::GhostsCome => ["rule-ghosts-come", "rule-ghosts-come-text"],
        Topic::MistFinished => ["rule-mist-finished", "rule-mist-finished-text"],
        Topic::PointsOrRemoval => ["rule-points-or-removal", "rule-points-or-removal-text"],
        Topic::Bury => ["rule-bury", "rule-bury-text"],
        Topic::CemeteryGhost => ["rule-cemetery-ghost", "rule-cemetery-ghost-text"],
        Topic::Haunted => ["rule-haunted", "rule-haunted-text"],
        Topic::MistCastle => ["rule-mist-castle", "rule-mist-castle-text"],
        Topic::Hound => ["rule-hound", "rule-hound-text"],
        Topic::MistEnd => ["rule-mist-end", "rule-mist-end-text"],
        Topic::Haunting => ["rule-haunting", "rule-haunting-text"],
        Topic::ThirdGhost => ["rule-third-ghost", "rule-third-ghost-text"],
        Topic::GhostCost => ["rule-ghost-cost", "rule-ghost-cost-text"],
        Topic::Castle => ["rule-castle", "rule-castle-text"],
        Topic::Warden => ["rule-warden", "rule-warden-text"],
        Topic::FillCircles => ["rule-fill-circles", "rule-fill-circles-text"],
        Topic::Eloise => ["rule-eloise", "rule-eloise-text"],
        Topic::CircleDuel => ["rule-circle-duel", "rule-circle-duel-text"],
        Topic::CircleDestroyed => ["rule-circle-destroyed", "rule-circle-destroyed-text"],
        Topic::TatanDrawn => ["rule-tatan-drawn", "rule-tatan-drawn-text"],
        Topic::TatanGap => ["rule-tatan-gap", "rule-tatan-gap-text"],
        Topic::TatanFollower => ["rule-tatan-follower", "rule-tatan-follower-text"],
        Topic::MapSquares => ["rule-map-squares", "rule-map-squares-text"],
        Topic::MapBorder => ["rule-map-border", "rule-map-border-text"],
        Topic::Chips => ["rule-chips", "rule-chips-text"],
        Topic::Islands => ["rule-islands", "rule-islands-text"],
    }
}
