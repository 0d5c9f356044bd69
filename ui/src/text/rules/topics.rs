//! The rules in short: a title and a few sentences for each topic, and what a table agreed on.

use tracker::rules::Expansion;
use tracker::setup::{Setup, UnplaceableTile};

use crate::text::rules::rule_cards::Topic;
use crate::text::{Text, Words, message};

impl Words {
    /// What the rule is about.
    pub fn topic(self, topic: Topic) -> String {
        self.say(texts(topic)[0])
    }

    /// What it says in a game of that set-up.
    pub fn topic_text(self, topic: Topic, setup: &Setup) -> String {
        let level = setup.mists.level;
        self.say(match topic {
            Topic::Meeple if !Topic::Field.is_in(setup) => message::RULE_MEEPLE_TEXT_NO_FIELD,
            // Only haunted cemeteries have tiles laid face down.
            Topic::MistCastle if level >= 5 => message::RULE_MIST_CASTLE_TEXT_HAUNTED,
            Topic::MistEnd if level >= 6 => message::RULE_MIST_END_TEXT_COLORS,
            _ => texts(topic)[1],
        })
    }

    /// A rule sheet by name: `Base game`, for `base-game 2`. Printed sheets do not number their sections.
    pub fn sheet(self, source: &str) -> String {
        let sheet = source.split(' ').next().unwrap_or(source);
        match sheet.replace('-', "_").as_str() {
            "base_game" => self.say(message::REVIEW_BASE),
            "mists_coop" => self.module(Expansion::Mists),
            "bannkreise" => self.module(Expansion::SpellCircles),
            other => {
                let mut modules = Expansion::ALL.into_iter();
                let own = modules.find(|module| module.name() == other);
                own.map_or_else(|| sheet.to_owned(), |module| self.module(module))
            }
        }
    }

    /// What a table agreed on for the base game, in sentences.
    pub fn base_options(self, setup: &Setup) -> Vec<String> {
        let options = &setup.options;
        let either = |on: bool, yes: Text, no: Text| self.say(if on { yes } else { no });
        let mut agreed = Vec::new();
        // Played together there are no farmers anyway.
        if !setup.plays(Expansion::Mists) {
            agreed.push(either(
                options.farmers,
                message::RULES_FARMERS,
                message::RULES_NO_FARMERS,
            ));
        }
        agreed.push(either(
            options.two_tile_city == 4,
            message::RULES_SMALL_CITY,
            message::RULES_SMALL_CITY_OLD,
        ));
        agreed.push(either(
            options.unplaceable_tile == UnplaceableTile::PutBack,
            message::RULES_PUT_BACK,
            message::RULES_REMOVED,
        ));
        let modules = setup.modules.iter().map(|module| module.moments(setup));
        let said = modules.into_iter().find_map(|module| module.meeples(setup));
        let meeples = said.unwrap_or(options.meeples);
        agreed.push(self.with(message::RulesMeeples { count: meeples }));
        agreed
    }
}

const fn texts(topic: Topic) -> [Text; 2] {
    match topic {
        Topic::Placing => [message::RULE_PLACING, message::RULE_PLACING_TEXT],
        Topic::Meeple => [message::RULE_MEEPLE, message::RULE_MEEPLE_TEXT],
        Topic::Road => [message::RULE_ROAD, message::RULE_ROAD_TEXT],
        Topic::City => [message::RULE_CITY, message::RULE_CITY_TEXT],
        Topic::Monastery => [message::RULE_MONASTERY, message::RULE_MONASTERY_TEXT],
        Topic::Field => [message::RULE_FIELD, message::RULE_FIELD_TEXT],
        Topic::Majority => [message::RULE_MAJORITY, message::RULE_MAJORITY_TEXT],
        Topic::End => [message::RULE_END, message::RULE_END_TEXT],
        Topic::Garden => [message::RULE_GARDEN, message::RULE_GARDEN_TEXT],
        Topic::Recall => [message::RULE_RECALL, message::RULE_RECALL_TEXT],
        Topic::MageMoves => [message::RULE_MAGE_MOVES, message::RULE_MAGE_MOVES_TEXT],
        Topic::MageScores => [message::RULE_MAGE_SCORES, message::RULE_MAGE_SCORES_TEXT],
        Topic::GhostsCome => [message::RULE_GHOSTS_COME, message::RULE_GHOSTS_COME_TEXT],
        Topic::MistFinished => [
            message::RULE_MIST_FINISHED,
            message::RULE_MIST_FINISHED_TEXT,
        ],
        Topic::PointsOrRemoval => [
            message::RULE_POINTS_OR_REMOVAL,
            message::RULE_POINTS_OR_REMOVAL_TEXT,
        ],
        Topic::Bury => [message::RULE_BURY, message::RULE_BURY_TEXT],
        Topic::CemeteryGhost => [
            message::RULE_CEMETERY_GHOST,
            message::RULE_CEMETERY_GHOST_TEXT,
        ],
        Topic::Haunted => [message::RULE_HAUNTED, message::RULE_HAUNTED_TEXT],
        Topic::MistCastle => [message::RULE_MIST_CASTLE, message::RULE_MIST_CASTLE_TEXT],
        Topic::Hound => [message::RULE_HOUND, message::RULE_HOUND_TEXT],
        Topic::MistEnd => [message::RULE_MIST_END, message::RULE_MIST_END_TEXT],
        Topic::Haunting => [message::RULE_HAUNTING, message::RULE_HAUNTING_TEXT],
        Topic::ThirdGhost => [message::RULE_THIRD_GHOST, message::RULE_THIRD_GHOST_TEXT],
        Topic::GhostCost => [message::RULE_GHOST_COST, message::RULE_GHOST_COST_TEXT],
        Topic::Castle => [message::RULE_CASTLE, message::RULE_CASTLE_TEXT],
        Topic::Warden => [message::RULE_WARDEN, message::RULE_WARDEN_TEXT],
        Topic::FillCircles => [message::RULE_FILL_CIRCLES, message::RULE_FILL_CIRCLES_TEXT],
        Topic::Eloise => [message::RULE_ELOISE, message::RULE_ELOISE_TEXT],
        Topic::CircleDuel => [message::RULE_CIRCLE_DUEL, message::RULE_CIRCLE_DUEL_TEXT],
        Topic::CircleDestroyed => [
            message::RULE_CIRCLE_DESTROYED,
            message::RULE_CIRCLE_DESTROYED_TEXT,
        ],
        Topic::TatanDrawn => [message::RULE_TATAN_DRAWN, message::RULE_TATAN_DRAWN_TEXT],
        Topic::TatanGap => [message::RULE_TATAN_GAP, message::RULE_TATAN_GAP_TEXT],
        Topic::TatanFollower => [
            message::RULE_TATAN_FOLLOWER,
            message::RULE_TATAN_FOLLOWER_TEXT,
        ],
        Topic::MapSquares => [message::RULE_MAP_SQUARES, message::RULE_MAP_SQUARES_TEXT],
        Topic::MapBorder => [message::RULE_MAP_BORDER, message::RULE_MAP_BORDER_TEXT],
        Topic::Chips => [message::RULE_CHIPS, message::RULE_CHIPS_TEXT],
        Topic::Islands => [message::RULE_ISLANDS, message::RULE_ISLANDS_TEXT],
    }
}
