//! What the levels ask for: targets, ghosts, hounds and piles (rules dossier "mists coop",
//! sections 2 and 3).
//!
//! Some of it is on no record but the level card. For those cells there are suggestions, which
//! a table confirms or replaces; without that no game begins.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::rules::set_out::{Item, SetOut};
use crate::rules::{Expansion, Game};
use crate::setup::{Setup, SetupError};

/// The table `[mists]` of a set-up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct MistsSetup {
    /// The level, 1 to 6.
    pub level: u8,
    /// Points to reach.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<i32>,
    /// Ghosts in the game, those on the start tile included.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ghosts: Option<u8>,
    /// Where the first hound waits on the track.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_hound: Option<i32>,
    /// Where the second hound waits on the track.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub second_hound: Option<i32>,
    /// Whether the suggestions for what is on no record were compared with the level card, or
    /// are accepted as they are.
    pub confirmed: bool,
}

impl Default for MistsSetup {
    fn default() -> Self {
        Self {
            level: 1,
            target: None,
            ghosts: None,
            first_hound: None,
            second_hound: None,
            confirmed: false,
        }
    }
}

/// A level with all its numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Level {
    /// 1 to 6.
    pub number: u8,
    /// Points to reach; at level 6 by every colour.
    pub target: i32,
    /// Ghosts in the game, those on the start tile included.
    pub ghosts: u8,
    /// Where the hounds wait on the track, the first one first.
    pub hounds: [i32; 2],
}

/// Target, ghosts and hounds, and whether each is on record (section 3; ruling M2).
const SUGGESTIONS: [([i32; 4], [bool; 4]); 6] = [
    ([50, 15, 15, 50], [true, true, true, true]),
    ([75, 15, 15, 50], [false, false, true, true]),
    ([100, 15, 15, 50], [false, false, true, true]),
    ([100, 15, 15, 50], [false, false, false, false]),
    ([100, 13, 15, 50], [true, true, true, true]),
    ([50, 12, 15, 50], [false, false, false, false]),
];

const CELLS: [&str; 4] = ["target", "ghosts", "first_hound", "second_hound"];

impl MistsSetup {
    /// Whether nothing was said.
    pub fn is_default(&self) -> bool {
        *self == Self::default()
    }

    /// The level with what was said and, for the rest, the suggestions.
    pub fn level(&self) -> Level {
        let number = self.level.clamp(1, 6);
        let (suggested, _) = SUGGESTIONS[usize::from(number - 1)];
        let ghosts = u8::try_from(suggested[1]).unwrap_or(u8::MAX);
        Level {
            number,
            target: self.target.unwrap_or(suggested[0]),
            ghosts: self.ghosts.unwrap_or(ghosts),
            hounds: [
                self.first_hound.unwrap_or(suggested[2]),
                self.second_hound.unwrap_or(suggested[3]),
            ],
        }
    }

    /// What is on no record and was neither said nor confirmed, with the suggestions.
    pub fn unconfirmed(&self) -> Vec<(&'static str, i32)> {
        if self.confirmed || !(1..=6).contains(&self.level) {
            return Vec::new();
        }
        let (suggested, known) = SUGGESTIONS[usize::from(self.level - 1)];
        let said = [
            self.target.is_some(),
            self.ghosts.is_some(),
            self.first_hound.is_some(),
            self.second_hound.is_some(),
        ];
        (0..CELLS.len())
            .filter(|&cell| !known[cell] && !said[cell])
            .map(|cell| (CELLS[cell], suggested[cell]))
            .collect()
    }

    /// Sets a cell from the inline form; `None` if it has no such key.
    pub(crate) fn set(&mut self, key: &str, value: &str) -> Option<Result<(), SetupError>> {
        fn number<T: std::str::FromStr>(
            key: &str,
            value: &str,
            into: impl FnOnce(T),
        ) -> Result<(), SetupError> {
            let bad = |_| SetupError::BadValue {
                key: key.to_owned(),
                value: value.to_owned(),
                expected: "a number",
            };
            value.parse().map(into).map_err(bad)
        }
        Some(match key {
            "level" => number(key, value, |level| self.level = level),
            "target" => number(key, value, |target| self.target = Some(target)),
            "ghosts" => number(key, value, |ghosts| self.ghosts = Some(ghosts)),
            "first_hound" => number(key, value, |space| self.first_hound = Some(space)),
            "second_hound" => number(key, value, |space| self.second_hound = Some(space)),
            "confirmed" => match value {
                "yes" | "on" | "true" => {
                    self.confirmed = true;
                    Ok(())
                }
                "no" | "off" | "false" => {
                    self.confirmed = false;
                    Ok(())
                }
                _ => Err(SetupError::BadValue {
                    key: key.to_owned(),
                    value: value.to_owned(),
                    expected: "yes or no",
                }),
            },
            _ => return None,
        })
    }
}

impl Level {
    /// Castles and cemeteries are played from level 2 on.
    pub const fn has_places(self) -> bool {
        self.number >= 2
    }

    /// Three piles and two hounds are played from level 3 on.
    pub const fn has_hounds(self) -> bool {
        self.number >= 3
    }

    /// Cemeteries are haunted from level 5 on (section 7).
    pub const fn is_haunted(self) -> bool {
        self.number >= 5
    }

    /// At level 6 every colour scores for itself.
    pub const fn scores_by_color(self) -> bool {
        self.number >= 6
    }
}

/// Meeples of each colour (section 2; ruling M15).
pub(super) fn meeples(setup: &Setup, scoring_meeple_is_own: bool) -> u8 {
    let own = setup.mists.level().scores_by_color() && scoring_meeple_is_own;
    match setup.players.len() {
        0..=2 => 3,
        _ => 5 - u8::from(own),
    }
}

fn fault(what: String) -> SetupError {
    SetupError::Module {
        module: Expansion::Mists.name(),
        what,
    }
}

/// Why the game cannot be played like that.
pub(super) fn check(setup: &Setup) -> Result<(), SetupError> {
    let table = setup.mists;
    let wrong = |what: String| Err(fault(what));
    if !(1..=6).contains(&table.level) {
        return wrong(format!("there is no level {}, only 1 to 6", table.level));
    }
    let missing = table.unconfirmed();
    if !missing.is_empty() {
        let cells: Vec<String> = missing
            .iter()
            .map(|(key, n)| format!("{key} = {n}"))
            .collect();
        return wrong(format!(
            "for level {} these are only suggestions: {}; compare them with the level card, then give other numbers or `confirmed = true`",
            table.level,
            cells.join(", ")
        ));
    }
    let level = table.level();
    let least = if setup.plays(Expansion::SpellCircles) {
        10
    } else {
        3
    };
    if !(least..=60).contains(&level.ghosts) {
        return wrong(format!("{} ghosts; expected {least} to 60", level.ghosts));
    }
    if !(1..=1000).contains(&level.target) {
        return wrong(format!("a target of {}; expected 1 to 1000", level.target));
    }
    let [first, second] = level.hounds;
    if !(1 <= first && first <= second && second <= 1000) {
        return wrong(format!(
            "hounds on {first} and {second}; expected 1 to 1000, in that order"
        ));
    }
    check_colors(setup)
}

fn check_colors(setup: &Setup) -> Result<(), SetupError> {
    let each = match setup.players.len() {
        1 => 4,
        2 => 2,
        3..=5 => 1,
        n => {
            return Err(fault(format!(
                "{n} players; 1 to 5 play, and their colours have to be said"
            )));
        }
    };
    match setup.players.iter().find(|p| p.also.len() + 1 != each) {
        Some(player) => Err(fault(format!(
            "{} plays {} colours, but with {} players each plays {each}",
            player.name,
            player.also.len() + 1,
            setup.players.len()
        ))),
        None => Ok(()),
    }
}

/// Ghosts in the box (section 1).
const GHOSTS_IN_BOX: u8 = 15;

/// What is laid out (section 3, set-up).
pub fn set_out(game: &Game) -> Vec<Item> {
    let (setup, level) = (game.setup(), game.setup().mists.level());
    let step = |what| Item::new(Some(Expansion::Mists), what, "mists-coop 3");
    let mut steps = vec![step(SetOut::NoBaseTiles)];
    if !level.has_places() {
        steps.push(step(SetOut::NoCastlesAndCemeteries));
    }
    let deck = game.catalogue().deck();
    if level.has_hounds() {
        steps.push(step(SetOut::Piles(3, deck / 3)));
    }
    let printed = game.catalogue().start_ghosts();
    steps.push(step(SetOut::GhostsOnStart(printed)));
    // Eloise's stock and the rest are listed with the spell circles.
    if !setup.plays(Expansion::SpellCircles) {
        let supply = level.ghosts.saturating_sub(printed);
        steps.push(step(SetOut::GhostSupply(supply)));
    }
    let boxed = GHOSTS_IN_BOX.saturating_sub(level.ghosts);
    if boxed > 0 {
        steps.push(step(SetOut::GhostsInBox(boxed)));
    }
    steps.push(step(if level.has_hounds() {
        SetOut::Hounds(level.hounds)
    } else {
        SetOut::NoHounds
    }));
    steps.push(step(SetOut::Goal(level.target)));
    steps
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        text.parse::<Setup>().unwrap_err().to_string()
    }

    #[test]
    fn what_is_on_no_record_must_be_confirmed() {
        const FOUR: &str = "players=red,blue,green; modules=mists";
        assert!(FOUR.parse::<Setup>().is_ok(), "level 1 is on record");
        let missing = error(&format!("{FOUR}; level=4"));
        for cell in CELLS {
            assert!(missing.contains(cell), "{missing}");
        }
        let some = error(&format!("{FOUR}; level=3; target=90"));
        assert!(
            some.contains("ghosts = 15") && !some.contains("target"),
            "{some}"
        );
        let setup: Setup = format!("{FOUR}; level=4; confirmed=true").parse().unwrap();
        assert_eq!(setup.mists.level().hounds, [15, 50]);
        let five = |more: &str| {
            let setup: Setup = format!("{FOUR}; level=5{more}").parse().unwrap();
            setup.mists.level().target
        };
        assert_eq!((five(""), five("; target=75")), (100, 75));
    }

    #[test]
    fn colours_follow_from_the_number_of_players() {
        let meeples = |text: &str| {
            let setup: Setup = format!("modules=base,mists; {text}").parse().unwrap();
            meeples(&setup, true)
        };
        assert_eq!(meeples("players=Anna:red+blue+green+black"), 3);
        assert_eq!(meeples("players=Anna:red+blue,Ben:green+black"), 3);
        assert_eq!(meeples("players=red,blue,green"), 5);
        assert_eq!(meeples("players=red,blue,green; level=6; confirmed=yes"), 4);
        assert!(error("modules=mists; players=red,blue").contains("each plays 2"));
        assert!(error("modules=mists").contains("1 to 5"));
        assert!(error("modules=mists; players=red,blue,green; level=7").contains("level 7"));
    }

    #[test]
    fn the_table_survives_a_round_trip() {
        let text = "modules=mists; players=red,blue,green; level=3; ghosts=14; confirmed=yes";
        let setup: Setup = text.parse().unwrap();
        let written = toml::to_string(&setup).unwrap();
        assert!(
            written.contains("[mists]") && written.contains("level = 3"),
            "{written}"
        );
        assert_eq!(Setup::from_toml(&written).unwrap(), setup);
    }
}
