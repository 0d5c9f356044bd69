//! The set-up of a game: who plays, with which modules and table options.
//!
//! Read from TOML or from a short inline form, stored in the record's first line, asked by
//! the rules. It never changes during a game.
//!
//! ```
//! use tracker::setup::Setup;
//!
//! let setup: Setup = "modules=base,abbot; players=red,blue; farmers=off".parse().unwrap();
//! assert_eq!(setup.players.len(), 2);
//! assert!(!setup.options.farmers);
//! ```

use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::rules::bag::Bag;
use crate::rules::combinations;
use crate::rules::ghosts_castles_cemeteries::Parts;
use crate::rules::mists::MistsSetup;
use crate::rules::ruling::{RulingError, Rulings};
use crate::rules::{Expansion, SetupWarning, benelux, tatan};
use carcassonne::catalogue::{Catalogue, Face, FaceId, Taught, TileSet, face_id};
use carcassonne::geometry::Cell;
use carcassonne::piece::Color;

/// Everything agreed on before the first tile.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// Expansions and optional modules besides the base game. Files may also list `base`.
    #[serde(default, with = "modules")]
    #[schemars(schema_with = "modules::schema")]
    pub modules: Vec<Expansion>,
    /// The start tile.
    #[serde(default)]
    pub start: StartTile,
    /// Table options.
    #[serde(default)]
    pub options: Options,
    /// The level of the cooperative game, if it is played.
    #[serde(default, skip_serializing_if = "MistsSetup::is_default")]
    pub mists: MistsSetup,
    /// Tatan: what else there is to say.
    #[serde(default, skip_serializing_if = "is_default")]
    pub tatan: tatan::Table,
    /// Ghosts, castles and cemeteries: which parts are played.
    #[serde(default, skip_serializing_if = "is_default")]
    pub ghosts_castles_cemeteries: Parts,
    /// The Benelux map: which, and how it is played on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub benelux: Option<benelux::Table>,
    /// What the program may help with.
    #[serde(default, skip_serializing_if = "is_default")]
    pub aids: Aids,
    /// What is kept of the pictures; absent if nobody was asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pictures: Option<Pictures>,
    /// How many of which tiles are in the bag, where it is not what the boxes hold.
    #[serde(default, skip_serializing_if = "Bag::is_default")]
    pub bag: Bag,
    /// The print of tiles that people taught, of the boxes that are played.
    #[serde(default, skip_serializing_if = "Taught::is_empty")]
    pub tiles: Taught,
    /// The players in seat order. Empty: one player per meeple colour seen, in order of
    /// appearance.
    #[serde(default, rename = "player")]
    pub players: Vec<Player>,
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

impl Default for Setup {
    /// Base game, start tile D, players as they appear.
    fn default() -> Self {
        Self {
            modules: Vec::new(),
            start: StartTile::default(),
            options: Options::default(),
            mists: MistsSetup::default(),
            tatan: tatan::Table::default(),
            ghosts_castles_cemeteries: Parts::default(),
            benelux: None,
            aids: Aids::default(),
            pictures: None,
            bag: Bag::default(),
            tiles: Taught::default(),
            players: Vec::new(),
        }
    }
}

/// What is kept of the pictures of a game, on the machine that watches it.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Pictures {
    /// Nothing.
    None,
    /// The surroundings of each thing the camera noted.
    #[default]
    Evidence,
    /// That, and the whole board after each turn.
    All,
}

impl Pictures {
    /// All of them, the least first.
    pub const ALL: [Self; 3] = [Self::None, Self::Evidence, Self::All];

    /// Its name in files and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Evidence => "evidence",
            Self::All => "all",
        }
    }
}

impl std::str::FromStr for Pictures {
    type Err = SetupError;

    fn from_str(text: &str) -> Result<Self, SetupError> {
        let found = Self::ALL.into_iter().find(|what| what.name() == text);
        found.ok_or_else(|| bad("pictures", text, "none, evidence or all"))
    }
}

/// What the program may help with at this table. They change no rule and no point: what was
/// seen, the points and what the rules ask for are always told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Aids {
    /// What everybody would have if the game ended now.
    pub projection: bool,
    /// What each option of a choice leads to.
    pub effects: bool,
    /// What a player could do but need not.
    pub hints: bool,
    /// A card with each rule when it first applies.
    pub rule_cards: bool,
    /// Which tiles are left, and which of them fit where.
    pub tiles_left: bool,
    /// The borders of all fields over board and picture.
    pub field_borders: bool,
}

impl Default for Aids {
    /// All of them.
    fn default() -> Self {
        Self {
            projection: true,
            effects: true,
            hints: true,
            rule_cards: true,
            tiles_left: true,
            field_borders: true,
        }
    }
}

impl Aids {
    /// None of them, for tables that want no hints.
    pub const PURIST: Self = Self {
        projection: false,
        effects: false,
        hints: false,
        rule_cards: false,
        tiles_left: false,
        field_borders: false,
    };
}

/// One player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Player {
    /// What the others call them.
    #[serde(default)]
    pub name: String,
    /// Their wooden colour.
    pub color: Color,
    /// Further colours they play, in a cooperative game of one or two.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub also: Vec<Color>,
    /// Their place in clockwise order, any distinct numbers; absent: order of listing.
    #[serde(default)]
    pub seat: u8,
}

/// Which tile lies first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(into = "String", try_from = "String")]
pub enum StartTile {
    /// A tile of this face, unturned: it says where the board's north is.
    Face(FaceId),
    /// Whatever tile is seen first; the board's north is the lattice's.
    Seen,
}

impl Default for StartTile {
    /// Base game: face D.
    fn default() -> Self {
        Self::Face(face_id("D").unwrap_or_default())
    }
}

impl From<StartTile> for String {
    fn from(start: StartTile) -> Self {
        match start {
            StartTile::Face(face) => face.to_string(),
            StartTile::Seen => "seen".to_owned(),
        }
    }
}

impl TryFrom<String> for StartTile {
    type Error = SetupError;

    fn try_from(text: String) -> Result<Self, SetupError> {
        if text == "seen" {
            return Ok(Self::Seen);
        }
        face_id(&text).map(Self::Face).ok_or(SetupError::BadValue {
            key: "start".into(),
            value: text,
            expected: "`seen` or a face such as `D`",
        })
    }
}

/// Table options: the rulings of the rules dossier "base game", section 8, by readable names.
/// Each may also be written by its number (`B1 = 2`). B5 is the module `abbot`; B4 (the order
/// of several scorings) changes nothing in this game and B6 is not offered. Those of the
/// expansions are [`Options::rulings`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Options {
    /// B1: what a completed city of two tiles pays, 4 (third edition) or 2 (older ones; a coat
    /// of arms in it then adds 1 instead of 2).
    #[serde(alias = "B1")]
    pub two_tile_city: u8,
    /// B2: whether meeples may be placed as farmers.
    #[serde(alias = "B2")]
    pub farmers: bool,
    /// B3: what becomes of a drawn tile that fits nowhere.
    #[serde(alias = "B3")]
    pub unplaceable_tile: UnplaceableTile,
    /// Meeples in each player's supply at the start, the scoring meeple not counted.
    pub meeples: u8,
    /// What is taken for granted when a tile finishes something nobody stood on and no meeple was
    /// seen: players often move on the track without putting it down.
    #[serde(skip_serializing_if = "is_default")]
    pub claims_at_once: ClaimsAtOnce,
    /// The rulings of the expansions, by name or number.
    #[serde(flatten)]
    pub rulings: Rulings,
}

impl Default for Options {
    /// Third edition.
    fn default() -> Self {
        Self {
            two_tile_city: 4,
            farmers: true,
            unplaceable_tile: UnplaceableTile::Removed,
            meeples: 7,
            claims_at_once: ClaimsAtOnce::Ask,
            rulings: Rulings::default(),
        }
    }
}

/// Whether what a tile finishes is taken to be claimed by whoever laid it although no meeple was
/// seen there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ClaimsAtOnce {
    /// That is asked.
    #[default]
    Ask,
    /// It always is, by a meeple, unless a figure is seen elsewhere on the tile.
    Always,
    /// It never is: at this table meeples are put down long enough to be seen.
    Never,
}

impl ClaimsAtOnce {
    /// All of them, the default first.
    pub const ALL: [Self; 3] = [Self::Ask, Self::Always, Self::Never];

    /// Its name in files and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ask => "ask",
            Self::Always => "always",
            Self::Never => "never",
        }
    }
}

/// What becomes of a drawn tile that fits nowhere (ruling B3).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum UnplaceableTile {
    /// It leaves the game.
    #[default]
    Removed,
    /// It is shuffled back in and still counts as left.
    PutBack,
}

/// A set-up that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    /// The text is no TOML of the right shape.
    #[error("the set-up is not readable: {0}")]
    Unreadable(String),
    /// A key of the inline form that does not exist.
    #[error(
        "`{0}` is not a set-up key; they are modules players start two_tile_city farmers unplaceable_tile meeples claims_at_once large_followers map parts bag aids pictures, for mists level target ghosts first_hound second_hound confirmed, and the rulings of the modules"
    )]
    UnknownKey(String),
    /// A value that a key cannot have.
    #[error("`{value}` is not a value of `{key}`; expected {expected}")]
    BadValue {
        /// Which key.
        key: String,
        /// What was written.
        value: String,
        /// What would be right.
        expected: &'static str,
    },
    /// Two players share a colour.
    #[error("two players play {0}")]
    SameColor(Color),
    /// Two modules that exclude each other.
    #[error("{} and {} are two ways to play; play one of them", .0.name(), .1.name())]
    Apart(Expansion, Expansion),
    /// The bag cannot be filled like that.
    #[error("the bag: {0}")]
    Bag(String),
    /// The start tile is no tile of this game.
    #[error("the game has no tile `{0}` to begin with; expected `seen` or a face such as `D`")]
    UnknownStart(FaceId),
    /// A ruling has no such answer.
    #[error(transparent)]
    Ruling(#[from] RulingError),
    /// A module's own table lacks an answer or contradicts another.
    #[error("{module}: {what}")]
    Module {
        /// Which module.
        module: &'static str,
        /// What is wrong and how to mend it.
        what: String,
    },
}

impl Setup {
    /// Reads a set-up file.
    ///
    /// # Errors
    /// If it is no TOML of that shape, or not [valid](Self::validated).
    pub fn from_toml(text: &str) -> Result<Self, SetupError> {
        let setup: Self =
            toml::from_str(text).map_err(|error| SetupError::Unreadable(error.to_string()))?;
        setup.validated()
    }

    /// Sorts the players by seat, names the nameless by their colour, and checks the rest.
    ///
    /// # Errors
    /// If two players share a colour, a number is out of range, or a module cannot be played.
    pub fn validated(mut self) -> Result<Self, SetupError> {
        self.players.sort_by_key(|player| player.seat);
        let mut colors = std::collections::BTreeSet::new();
        for (i, player) in self.players.iter_mut().enumerate() {
            let color = player.color;
            for &color in std::iter::once(&color).chain(&player.also) {
                if !colors.insert(color) {
                    return Err(SetupError::SameColor(color));
                }
            }
            player.seat = u8::try_from(i + 1).unwrap_or(u8::MAX);
            player.name = files::words::name(&player.name);
            if player.name.is_empty() {
                player.name = color.to_string();
            }
        }
        self.modules.sort();
        self.modules.dedup();
        if let Some(&(one, other, ..)) = combinations::refused(&self) {
            return Err(SetupError::Apart(one, other));
        }
        for module in &self.modules {
            module.moments(&self).check_setup(&self)?;
        }
        if !matches!(self.options.two_tile_city, 2 | 4) {
            return Err(bad(
                "two_tile_city",
                &self.options.two_tile_city.to_string(),
                "2 or 4",
            ));
        }
        if !(1..=20).contains(&self.options.meeples) {
            return Err(bad("meeples", &self.options.meeples.to_string(), "1 to 20"));
        }
        if !self.plays(Expansion::Mists) && !self.mists.is_default() {
            return Err(SetupError::Module {
                module: Expansion::Mists.name(),
                what: "a level is given, but the module is not played".to_owned(),
            });
        }
        let sound = self.tiles.faces();
        sound.map_err(|error| SetupError::Unreadable(error.to_string()))?;
        if let Some(fault) = self.bag.fault(&self.boxes()) {
            return Err(SetupError::Bag(fault));
        }
        let faces = self.catalogue();
        let is_start = |face: FaceId| faces.face(&face).is_some_and(|face| face.start.is_some());
        if let StartTile::Face(start) = self.start
            && self.start == StartTile::default()
            && !is_start(start)
        {
            // The base game's start tile stays in the box; one of theirs lies on the origin.
            let origin = |face: &&Arc<Face>| face.start == Some(Cell::default());
            let start = faces.start().find(origin).map(|face| face.id);
            self.start = start.map_or(self.start, StartTile::Face);
        }
        Ok(self)
    }

    /// Whether the tile that is to lie first is in the game. Asked apart, since tiles that were
    /// taught may come to the set-up with the pack that is chosen for it.
    ///
    /// # Errors
    /// If it is not.
    pub fn check_start(&self) -> Result<(), SetupError> {
        match self.start {
            StartTile::Face(start) if self.catalogue().face(&start).is_none() => {
                Err(SetupError::UnknownStart(start))
            }
            _ => Ok(()),
        }
    }

    /// The faces in the game: those of the boxes, in the numbers of the bag.
    pub fn catalogue(&self) -> Arc<Catalogue> {
        self.bag.fill(self.boxes())
    }

    /// What the boxes give: the base set, and what the modules shuffle in or play instead.
    pub fn boxes(&self) -> Arc<Catalogue> {
        let modules = || self.modules.iter().map(|module| module.moments(self));
        let mut sets: Vec<TileSet> = Vec::new();
        if !modules().any(|module| module.replaces_base_tiles()) {
            sets.push(TileSet::Base);
        }
        sets.extend(modules().flat_map(|module| module.tile_sets(self)));
        let mut all = Catalogue::of(&sets);
        if !self.tiles.is_empty() {
            // What makes no sense was refused when the set-up was checked.
            all = all.taught(&self.tiles).unwrap_or(all);
        }
        modules().fold(all, |catalogue, module| module.sort_out(self, catalogue))
    }

    /// The same, played with what was taught of its boxes.
    #[must_use]
    pub fn with_tiles(mut self, taught: &Taught) -> Self {
        let sets: Vec<TileSet> = self.catalogue().sets().collect();
        self.tiles = taught.of(&sets);
        self
    }

    /// What the table should know before it plays like that.
    pub fn warnings(&self) -> Vec<SetupWarning> {
        combinations::warnings(self)
    }

    /// Whether that module is played.
    pub fn plays(&self, module: Expansion) -> bool {
        self.modules.contains(&module)
    }
}

fn bad(key: &str, value: &str, expected: &'static str) -> SetupError {
    SetupError::BadValue {
        key: key.to_owned(),
        value: value.to_owned(),
        expected,
    }
}

impl std::str::FromStr for Setup {
    type Err = SetupError;

    /// Reads the short inline form: `key=value` pairs separated by `;`.
    fn from_str(text: &str) -> Result<Self, SetupError> {
        let mut setup = Self::default();
        for pair in text
            .split(';')
            .map(str::trim)
            .filter(|pair| !pair.is_empty())
        {
            let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
            let (key, value) = (key.trim(), value.trim());
            let items = || {
                value
                    .split(',')
                    .map(str::trim)
                    .filter(|item| !item.is_empty())
            };
            match key {
                "modules" => {
                    setup.modules = modules::from_names(items())
                        .map_err(|name| bad(key, &name, "names of modules"))?;
                }
                "players" => {
                    setup.players = items()
                        .enumerate()
                        .map(|(seat, item)| inline_player(seat, item))
                        .collect::<Result<_, _>>()?;
                }
                "start" => setup.start = StartTile::try_from(value.to_owned())?,
                "two_tile_city" | "B1" => {
                    setup.options.two_tile_city =
                        value.parse().map_err(|_| bad(key, value, "2 or 4"))?;
                }
                "farmers" | "B2" => {
                    setup.options.farmers = yes_or_no(key, value)?;
                }
                "unplaceable_tile" | "B3" => {
                    setup.options.unplaceable_tile = match value {
                        "removed" => UnplaceableTile::Removed,
                        "put_back" => UnplaceableTile::PutBack,
                        _ => return Err(bad(key, value, "removed or put_back")),
                    };
                }
                "claims_at_once" => {
                    let mut habits = ClaimsAtOnce::ALL.into_iter();
                    let answer = habits.find(|habit| habit.name() == value);
                    setup.options.claims_at_once =
                        answer.ok_or_else(|| bad(key, value, "ask, always or never"))?;
                }
                "large_followers" => {
                    setup.tatan.large_followers = yes_or_no(key, value)?;
                }
                "map" => {
                    let table = benelux::Table::practice();
                    setup.benelux = (value == "sample").then_some(table);
                    if setup.benelux.is_none() {
                        return Err(bad(key, value, "sample (a learnt map needs a set-up file)"));
                    }
                }
                "aids" => {
                    setup.aids = if yes_or_no(key, value)? {
                        Aids::default()
                    } else {
                        Aids::PURIST
                    };
                }
                "parts" => {
                    setup.ghosts_castles_cemeteries = Parts::read(items())
                        .map_err(|part| bad(key, &part, "ghosts castles cemeteries"))?;
                }
                "bag" => {
                    setup.bag = Bag::read(value).map_err(|part| {
                        bad(key, &part, "numbers by name, such as base:2,B:5,others:38")
                    })?;
                }
                "pictures" => setup.pictures = Some(value.parse()?),
                "meeples" => {
                    setup.options.meeples =
                        value.parse().map_err(|_| bad(key, value, "1 to 20"))?;
                }
                _ => match (
                    setup.mists.set(key, value),
                    setup.options.rulings.set(key, value),
                ) {
                    (Some(result), _) => result?,
                    (None, Err(RulingError::Unknown(_))) => {
                        return Err(SetupError::UnknownKey(key.to_owned()));
                    }
                    (None, result) => result?,
                },
            }
        }
        setup.validated()
    }
}

fn yes_or_no(key: &str, value: &str) -> Result<bool, SetupError> {
    match value {
        "yes" | "on" | "true" => Ok(true),
        "no" | "off" | "false" => Ok(false),
        _ => Err(bad(key, value, "on or off")),
    }
}

/// `red`, or `Anna:red`, or `Anna:red+blue` where one plays several colours.
fn inline_player(seat: usize, item: &str) -> Result<Player, SetupError> {
    let (name, colors) = item.rsplit_once(':').unwrap_or(("", item));
    let expected = "red blue yellow green black pink, or Name:colour, or Name:colour+colour";
    let mut colors = colors.split('+').map(|color| {
        let color = color.trim().parse();
        color.map_err(|_| bad("players", item, expected))
    });
    let color = colors
        .next()
        .unwrap_or_else(|| Err(bad("players", item, expected)))?;
    Ok(Player {
        name: name.trim().to_owned(),
        color,
        also: colors.collect::<Result<_, _>>()?,
        seat: u8::try_from(seat + 1).unwrap_or(u8::MAX),
    })
}

/// Module lists in files: names, `base` allowed and implied.
mod modules {
    use schemars::{Schema, SchemaGenerator, json_schema};
    use serde::{Deserialize, Deserializer, Serializer};

    use crate::rules::Expansion;

    pub fn from_names<'a>(names: impl Iterator<Item = &'a str>) -> Result<Vec<Expansion>, String> {
        names
            .filter(|&name| name != "base")
            .map(|name| {
                Expansion::ALL
                    .into_iter()
                    .find(|module| module.name() == name)
                    .ok_or_else(|| name.to_owned())
            })
            .collect()
    }

    pub fn schema(_: &mut SchemaGenerator) -> Schema {
        let names = Expansion::ALL.map(Expansion::name);
        let names: Vec<&str> = std::iter::once("base").chain(names).collect();
        json_schema!({ "type": "array", "items": { "enum": names } })
    }

    pub fn serialize<S: Serializer>(modules: &[Expansion], to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(std::iter::once("base").chain(modules.iter().map(|module| module.name())))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<Expansion>, D::Error> {
        let names = Vec::<String>::deserialize(from)?;
        from_names(names.iter().map(String::as_str)).map_err(|name| {
            let known = Expansion::ALL.map(Expansion::name).join(" ");
            serde::de::Error::custom(format!("`{name}` is no module; they are base {known}"))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_up_file_is_read_and_ordered_by_seat() {
        let setup = Setup::from_toml(
            r#"
            modules = ["base", "abbot"]
            start = "seen"
            [options]
            B1 = 2
            farmers = false
            [[player]]
            name = "Ben"
            color = "blue"
            seat = 2
            [[player]]
            color = "red"
            seat = 1
            "#,
        )
        .unwrap();
        assert_eq!(setup.modules, [Expansion::Abbot]);
        assert_eq!(setup.start, StartTile::Seen);
        assert_eq!(setup.options.two_tile_city, 2);
        assert_eq!(setup.players[0].name, "red");
        assert_eq!(setup.players[1].name, "Ben");
        let text = toml::to_string(&setup).unwrap();
        assert_eq!(Setup::from_toml(&text).unwrap(), setup);
    }

    #[test]
    fn aids_are_kept_and_older_records_have_all_of_them() {
        let text = |setup: &Setup| toml::to_string(setup).unwrap();
        let plain: Setup = "players=red,blue".parse().unwrap();
        assert!(!text(&plain).contains("aids"));
        assert_eq!(plain.aids, Aids::default());
        let purist: Setup = "players=red,blue; aids=off".parse().unwrap();
        assert_eq!(purist.aids, Aids::PURIST);
        assert_eq!(Setup::from_toml(&text(&purist)).unwrap(), purist);
        let one = Setup::from_toml("[aids]\nprojection = false").unwrap();
        assert!(!one.aids.projection && one.aids.rule_cards);
    }

    #[test]
    fn what_is_kept_of_the_pictures_stands_in_the_set_up_once_it_was_asked() {
        let text = |setup: &Setup| toml::to_string(setup).unwrap();
        let plain: Setup = "players=red,blue".parse().unwrap();
        assert!(!text(&plain).contains("pictures"));
        for what in Pictures::ALL {
            let inline = format!("players=red,blue; pictures={}", what.name());
            let setup: Setup = inline.parse().unwrap();
            assert_eq!(setup.pictures, Some(what));
            assert_eq!(Setup::from_toml(&text(&setup)).unwrap(), setup);
        }
        let error = "pictures=some".parse::<Setup>().unwrap_err().to_string();
        assert!(error.contains("none, evidence or all"), "{error}");
    }

    #[test]
    fn mistakes_are_named() {
        let error = |text: &str| text.parse::<Setup>().unwrap_err().to_string();
        assert!(error("players=red,red").contains("two players play red"));
        assert!(error("players=purple").contains("purple"));
        assert!(error("colour=red").contains("colour"));
        assert!(error("two_tile_city=3").contains("2 or 4"));
        assert!(error("modules=mists,ghosts_castles_cemeteries").contains("play one of them"));
        assert!(error("level=2").contains("not played"));
        assert!(error("modules=benelux").contains("say which map"));
        assert!(error("start=ABCDEFGHIJ").contains("start"));
        let nowhere: Setup = "start=Q99; players=red".parse().unwrap();
        let unknown = nowhere.check_start().unwrap_err().to_string();
        assert!(unknown.contains("Q99"), "{unknown}");
        assert_eq!(Setup::default().check_start(), Ok(()));
        assert!(
            Setup::from_toml("modules = [\"chess\"]")
                .unwrap_err()
                .to_string()
                .contains("chess")
        );
    }
}
