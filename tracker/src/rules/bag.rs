//! How many of which tiles are in the bag, where it is not just what the boxes hold.
//!
//! A table that plays with parts of a box, with two base games, or with tiles of boxes that
//! this program does not know says so in its set-up; tiles left, odds and the end of the game
//! follow, since they are all counted from the catalogue that [`Bag::fill`] makes.
//!
//! ```
//! use tracker::setup::Setup;
//!
//! let setup: Setup = "players=red,blue; bag=base:2,B:6,others:38".parse().unwrap();
//! // Two base games, two of their eight plain monasteries left out, and 38 unknown tiles.
//! assert_eq!(setup.catalogue().deck(), 2 * 72 - 2 + 38 - 1);
//! ```

use std::collections::BTreeMap;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use carcassonne::catalogue::{Catalogue, Face, FaceId, TileSet, face_id};

/// The key of the tiles that the program does not know.
const OTHERS: &str = "others";

/// Numbers by key: a box (`base`, `mists` …) stands for how many of it are shuffled together,
/// a face for how many of its tiles are in the bag whatever the boxes hold, `others` for tiles
/// that the program does not know. What is not named is as in one box.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Bag(BTreeMap<String, u8>);

impl Bag {
    /// Whether nothing differs from the boxes.
    pub fn is_default(&self) -> bool {
        self.0.is_empty()
    }

    /// Tiles that the program does not know.
    pub fn others(&self) -> u8 {
        self.0.get(OTHERS).copied().unwrap_or(0)
    }

    /// How many boxes of a set are shuffled together.
    pub fn boxes(&self, set: TileSet) -> u8 {
        self.0.get(set.name()).copied().unwrap_or(1)
    }

    /// How many tiles of a face are in the bag, if that was said.
    pub fn said(&self, face: &FaceId) -> Option<u8> {
        self.0.get(face.as_str()).copied()
    }

    /// Says how many tiles the program does not know.
    pub fn set_others(&mut self, count: u8) {
        self.set(OTHERS, count, 0);
    }

    /// Says how many boxes of a set are shuffled together.
    pub fn set_boxes(&mut self, set: TileSet, count: u8) {
        self.set(set.name(), count, 1);
    }

    /// Says how many tiles of a face are in the bag; `None` is as in the boxes.
    pub fn set_face(&mut self, face: FaceId, count: Option<u8>) {
        match count {
            Some(count) => drop(self.0.insert(face.to_string(), count)),
            None => drop(self.0.remove(face.as_str())),
        }
    }

    fn set(&mut self, key: &str, count: u8, usual: u8) {
        if count == usual {
            self.0.remove(key);
        } else {
            self.0.insert(key.to_owned(), count);
        }
    }

    /// Forgets what is neither a box nor a face of that catalogue.
    pub fn keep(&mut self, boxes: &Catalogue) {
        self.0.retain(|key, _| names(key, boxes));
    }

    /// The copies of a face that are played.
    pub fn copies(&self, face: &Face) -> u8 {
        let all = face.copies.saturating_mul(self.boxes(face.set));
        self.said(&face.id).unwrap_or(all)
    }

    /// The catalogue with as many copies as are in the bag. Faces without any are left out, but
    /// not those that lie in no pile anyway.
    pub fn fill(&self, catalogue: Arc<Catalogue>) -> Arc<Catalogue> {
        if self.is_default() {
            return catalogue;
        }
        let filled = catalogue.with(|face| match self.copies(face) {
            0 if face.copies > 0 => None,
            count => Some(count),
        });
        match self.others() {
            0 => filled,
            count => filled.with_others(count),
        }
    }

    /// What keeps it from being played with.
    pub(crate) fn fault(&self, boxes: &Catalogue) -> Option<String> {
        if let Some(key) = self.0.keys().find(|key| !names(key, boxes)) {
            let sets: Vec<&str> = boxes.sets().map(TileSet::name).collect();
            return Some(format!(
                "`{key}` is neither a box nor a tile of this game; write `others`, a box ({}) or \
                 a face such as `D`, each with a number",
                sets.join(" ")
            ));
        }
        if let Some(start) = boxes.start().find(|face| self.copies(face) == 0) {
            let start = start.id;
            return Some(format!("the start tile {start} has to stay in the game"));
        }
        None
    }

    /// Reads `base:2,B:5,others:38`; the part that cannot be read, if there is one.
    pub(crate) fn read(text: &str) -> Result<Self, String> {
        let parts = text
            .split(',')
            .map(str::trim)
            .filter(|part| !part.is_empty());
        let pair = |part: &str| {
            let (key, count) = part.split_once(':')?;
            Some((key.trim().to_owned(), count.trim().parse().ok()?))
        };
        parts
            .map(|part| pair(part).ok_or_else(|| part.to_owned()))
            .collect::<Result<_, _>>()
            .map(Self)
    }
}

/// Whether a key stands for something in that catalogue.
fn names(key: &str, boxes: &Catalogue) -> bool {
    let face = face_id(key).and_then(|id| boxes.face(&id));
    key == OTHERS || face.is_some() || boxes.sets().any(|set| set.name() == key)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::holes::Hole;
    use crate::event::{By, EventKind};
    use crate::log::Log;
    use crate::setup::Setup;
    use carcassonne::catalogue::OTHER;
    use carcassonne::geometry::{Cell, Rotation};

    fn error(text: &str) -> String {
        text.parse::<Setup>().unwrap_err().to_string()
    }

    #[test]
    fn a_bag_is_kept_and_what_is_wrong_with_it_is_said() {
        let setup: Setup = "players=red,blue; bag=A:0,others:38".parse().unwrap();
        let written = toml::to_string(&setup).unwrap();
        assert!(
            written.contains("[bag]") && written.contains("others = 38"),
            "{written}"
        );
        assert_eq!(Setup::from_toml(&written).unwrap(), setup);
        assert!(setup.catalogue().find("A").is_none());
        assert!(error("bag=Q7:3").contains("Q7"));
        assert!(error("bag=D:0").contains("start tile D"));
        assert!(error("bag=A").contains("`A`"));
        // Boxes that are not played have no tiles to count.
        assert!(error("bag=mists:2").contains("mists"));
        let plain = toml::to_string(&Setup::default()).unwrap();
        assert!(!plain.contains("bag"), "{plain}");
    }

    /// Tiles left, odds and the end follow: three base tiles and two that nobody knows.
    #[test]
    fn other_tiles_count_until_the_last_one_lies() {
        let bag: Vec<String> = Catalogue::bundled()
            .faces()
            .map(|face| match face.id.as_str() {
                "D" | "B" => format!("{}:1", face.id),
                other => format!("{other}:0"),
            })
            .collect();
        let setup = format!("players=red,blue; bag=others:2,{}", bag.join(","));
        let setup: Setup = setup.parse().unwrap();
        let mut log = Log::new(Arc::new(setup));
        let lay = |log: &mut Log, x, face| {
            let kind = EventKind::TileLaid {
                cell: Cell::new(x, 0),
                face: face_id(face).unwrap(),
                rotation: Rotation::R0,
                garden: None,
                before: false,
            };
            log.append(0, By::Person, kind)
        };
        lay(&mut log, 0, "D").unwrap();
        let game = log.game();
        assert_eq!(game.tiles_left(), 3);
        // They may be drawn; whether they fit nobody knows, so no chance is counted for them.
        let left = game.catalogue().faces();
        let left = left.map(|face| (Arc::clone(face), game.copies_left(face)));
        let hole = Hole::of(game.board(), Cell::new(0, -1), left, game.tiles_left());
        assert_eq!((hole.left, hole.fitting), (3, 0));
        lay(&mut log, 1, OTHER).unwrap();
        assert_eq!(log.game().tiles_left(), 2);
        // The road ends nowhere that anybody knows.
        assert!(log.game().features().iter().all(|feature| feature.open));
        lay(&mut log, 2, OTHER).unwrap();
        assert!(lay(&mut log, 3, OTHER).is_err(), "there are two");
        assert!(!log.game().is_over());
        lay(&mut log, 3, "B").unwrap();
        assert_eq!(log.game().tiles_left(), 0);
        log.append(0, By::Person, EventKind::TurnEnded).unwrap();
        assert!(log.game().is_over());
    }

    /// An unknown tile is a tile: it fills a place beside a monastery.
    #[test]
    fn another_tile_counts_around_a_monastery() {
        let setup: Setup = "players=red,blue; start=seen; bag=others:8"
            .parse()
            .unwrap();
        let mut log = Log::new(Arc::new(setup));
        let mut cells = vec![Cell::new(0, 0)];
        cells.extend(
            [
                (1, 0),
                (1, 1),
                (0, 1),
                (-1, 1),
                (-1, 0),
                (-1, -1),
                (0, -1),
                (1, -1),
            ]
            .map(|(x, y)| Cell::new(x, y)),
        );
        for (number, cell) in cells.into_iter().enumerate() {
            let kind = EventKind::TileLaid {
                cell,
                face: face_id(if number == 0 { "B" } else { OTHER }).unwrap(),
                rotation: Rotation::R0,
                garden: None,
                before: true,
            };
            log.append(0, By::Person, kind).unwrap();
        }
        let monastery = crate::board::features::SegmentRef::new(Cell::new(0, 0), 0);
        assert!(!log.game().features().at(monastery).unwrap().open);
    }
}
