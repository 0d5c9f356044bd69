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

mod aids;
mod error;
mod inline;
mod modules;
mod options;

use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use aids::{Aids, Pictures};
pub use error::SetupError;
pub use modules::Module;
pub use options::{ClaimsAtOnce, Options, UnplaceableTile};

use crate::rules::bag::Bag;
use crate::rules::expansions::combinations;
use crate::rules::expansions::ghosts_castles_cemeteries::Parts;
use crate::rules::expansions::mists::MistsSetup;
use crate::rules::expansions::{benelux, tatan};
use crate::rules::{Expansion, SetupWarning};
use carcassonne::catalogue::{Catalogue, Face, FaceId, Taught, TileSet, face_id};
use carcassonne::geometry::Cell;
use carcassonne::piece::Color;
use error::bad;

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
    pub tatan: tatan::TatanSetup,
    /// Ghosts, castles and cemeteries: which parts are played.
    #[serde(default, skip_serializing_if = "is_default")]
    pub ghosts_castles_cemeteries: Parts,
    /// The Benelux map: which, and how it is played on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub benelux: Option<benelux::BeneluxSetup>,
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
            tatan: tatan::TatanSetup::default(),
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
        let several = self.players.iter().find(|player| !player.also.is_empty());
        if let Some(player) = several.filter(|_| !self.plays(Expansion::Mists)) {
            let colors = std::iter::once(&player.color).chain(&player.also);
            let colors: Vec<String> = colors.map(ToString::to_string).collect();
            return Err(bad(
                "players",
                &colors.join("+"),
                "one colour each; two play several only in the cooperative mists",
            ));
        }
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

    /// How many of those tiles lie before the first turn and are never drawn: the start tile, of a
    /// large one each quarter, or on a map one on every start square (rules dossiers "base game",
    /// section 5, "mists coop", section 1, and "benelux", section 2).
    pub fn start_tiles(&self, catalogue: &Catalogue) -> usize {
        if self.plays(Expansion::Benelux) {
            benelux::STARTS
        } else {
            catalogue.start().count()
        }
    }

    /// How many of those tiles are drawn in the whole game.
    pub fn deck(&self, catalogue: &Catalogue) -> u32 {
        let copies = catalogue.faces().map(|face| u32::from(face.copies));
        let start = u32::try_from(self.start_tiles(catalogue)).unwrap_or(u32::MAX);
        copies.sum::<u32>().saturating_sub(start)
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
        assert!(error("players=Anna:red+blue,Ben:green").contains("red+blue"));
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
