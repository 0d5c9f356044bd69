//! The sets that come with the program, and which of their faces a game uses.
//!
//! [`Catalogue::of`] takes whole boxes; [`Catalogue::with`] leaves out or counts anew what a
//! level or a number of players asks for. What is known of a box but does not have to hold for
//! a game to run is a [`SetWarning`], never a fault (rules dossier "tiles", ruling L4).

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, LazyLock, Mutex};

use serde::Serialize;

use super::{Catalogue, Face, FaceId, TileSet};

/// The name of the face-down tile: it lies on the board but in no pile.
pub const BACK: &str = "back";

/// The name of a tile of which only is known that it exists.
pub const OTHER: &str = "other";

/// The data files of a set.
const fn files(set: TileSet) -> &'static [&'static str] {
    match set {
        TileSet::Base => &[include_str!("../../../data/base.toml")],
        TileSet::MageAndWitch => &[include_str!("../../../data/mage_and_witch.toml")],
        TileSet::Mists => &[
            include_str!("../../../data/practice_mists.toml"),
            include_str!("../../../data/back.toml"),
        ],
        TileSet::Circles => &[include_str!("../../../data/practice_circles.toml")],
        TileSet::Tatan => &[include_str!("../../../data/tatan.toml")],
        TileSet::Other => &[include_str!("../../../data/other.toml")],
    }
}

impl Catalogue {
    /// The base game.
    pub fn bundled() -> Arc<Self> {
        Self::of(&[TileSet::Base])
    }

    /// The faces of those sets. The start tile of the mists takes the place of the base game's,
    /// which goes back into the box (rules dossier "ghosts, castles and cemeteries", section 1).
    pub fn of(sets: &[TileSet]) -> Arc<Self> {
        static MADE: LazyLock<Mutex<BTreeMap<Vec<TileSet>, Arc<Catalogue>>>> =
            LazyLock::new(Mutex::default);
        let sets: Vec<TileSet> = TileSet::ALL
            .into_iter()
            .chain([TileSet::Other])
            .filter(|set| sets.contains(set))
            .collect();
        let mut made = match MADE.lock() {
            Ok(made) => made,
            // A panic elsewhere leaves at worst a catalogue that was not made yet.
            Err(poisoned) => poisoned.into_inner(),
        };
        let made = made
            .entry(sets)
            .or_insert_with_key(|sets| Arc::new(read(sets)));
        Arc::clone(made)
    }

    /// The catalogue with only those faces for which `copies` gives a number, and that many of
    /// each: `None` leaves a face out.
    pub fn with(&self, copies: impl Fn(&Face) -> Option<u8>) -> Arc<Self> {
        let changed = |face: &Arc<Face>| {
            let count = copies(face)?;
            if count == face.copies {
                return Some(Arc::clone(face));
            }
            let mut face = Face::clone(face);
            face.copies = count;
            face.garden_copies = face.garden_copies.min(count);
            Some(Arc::new(face))
        };
        Arc::new(Self::new(self.faces.iter().filter_map(changed)))
    }

    /// The catalogue without castles and cemeteries, as level 1 is played (rules dossier
    /// "mists coop", section 3).
    pub fn without_castles_and_cemeteries(&self) -> Arc<Self> {
        let plain = |face: &Face| face.castle().is_none() && face.cemetery().is_none();
        self.with(|face| plain(face).then_some(face.copies))
    }

    /// The catalogue with so many tiles of which nothing is known.
    pub fn with_others(&self, count: u8) -> Arc<Self> {
        let other = Self::of(&[TileSet::Other]).with(|_| Some(count));
        let faces = self.faces.iter().chain(&other.faces);
        Arc::new(Self::new(faces.cloned()))
    }

    /// The face-down tile, if the sets have one.
    pub fn back(&self) -> Option<&Arc<Face>> {
        self.find(BACK)
    }

    /// The faces that lie on the table when a game begins; each has its cell in
    /// [`Face::start`].
    pub fn start(&self) -> impl Iterator<Item = &Arc<Face>> {
        self.faces().filter(|face| face.start.is_some())
    }

    /// Ghost symbols printed on those.
    pub fn start_ghosts(&self) -> u8 {
        let ghosts = self.start().map(|face| face.ghosts());
        ghosts.fold(0, u8::saturating_add)
    }

    /// How many tiles there are to draw at the start of a game.
    pub fn deck(&self) -> u32 {
        let copies: u32 = self.faces().map(|face| u32::from(face.copies)).sum();
        let laid = self.start().count();
        copies - u32::try_from(laid).unwrap_or(copies).min(copies)
    }

    /// Whether any face stands in for a tile whose print is not on record.
    pub fn is_practice(&self) -> bool {
        self.faces().any(|face| face.practice)
    }

    /// The sets that have a face in here.
    pub fn sets(&self) -> impl Iterator<Item = TileSet> {
        TileSet::ALL
            .into_iter()
            .filter(|&set| self.faces().any(|face| face.set == set))
    }

    /// What is known of the boxes and does not hold for these faces (rules dossier "tiles",
    /// section 2). Asked of whole sets, before [`Catalogue::with`].
    pub fn warnings(&self) -> Vec<SetWarning> {
        let mut warnings = Vec::new();
        for set in self.sets() {
            let faces: Vec<&Face> = self.set(set).collect();
            for &(part, expected) in SetPart::known(set) {
                let found = faces.iter().map(|face| part.count(face)).sum();
                if found != expected {
                    warnings.push(SetWarning::Count {
                        set,
                        part,
                        found,
                        expected,
                    });
                }
            }
            for face in faces.iter().filter(|face| part_of_pile(face)) {
                let bare = face.mists.iter().any(|mist| mist.ghosts == 0);
                if set == TileSet::Mists && bare {
                    warnings.push(SetWarning::MistWithoutGhost(face.id));
                }
                if set == TileSet::Circles && face.circles() == 0 {
                    warnings.push(SetWarning::NoCircle(face.id));
                }
            }
        }
        warnings
    }

    fn set(&self, set: TileSet) -> impl Iterator<Item = &Face> {
        self.faces()
            .map(Arc::as_ref)
            .filter(move |face| face.set == set)
    }
}

fn read(sets: &[TileSet]) -> Catalogue {
    let texts: Vec<&str> = sets.iter().flat_map(|&set| files(set)).copied().collect();
    let all = Catalogue::from_toml(&texts).expect("the data files are checked by a test");
    if !sets.contains(&TileSet::Mists) {
        return all;
    }
    Catalogue::new(all.faces.iter().filter_map(|face| {
        if face.start.is_none() || face.set == TileSet::Mists {
            return Some(Arc::clone(face));
        }
        let mut face = Face::clone(face);
        face.start = None;
        face.copies = face.copies.saturating_sub(1);
        (face.copies > 0).then(|| Arc::new(face))
    }))
}

fn part_of_pile(face: &Face) -> bool {
    face.copies > 0 && face.start.is_none()
}

/// A part of a set whose number is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum SetPart {
    /// Tiles to draw.
    Tiles,
    /// Castle tiles.
    Castles,
    /// Cemetery tiles.
    Cemeteries,
    /// Ghost symbols on the start tile.
    StartGhosts,
}

impl SetPart {
    const fn known(set: TileSet) -> &'static [(Self, u32)] {
        match set {
            TileSet::Mists => &[
                (Self::Tiles, 60),
                (Self::Castles, 5),
                (Self::Cemeteries, 5),
                (Self::StartGhosts, 3),
            ],
            TileSet::Circles => &[(Self::Tiles, 9)],
            TileSet::Base | TileSet::MageAndWitch | TileSet::Tatan | TileSet::Other => &[],
        }
    }

    fn count(self, face: &Face) -> u32 {
        let copies = |counts: bool| if counts { u32::from(face.copies) } else { 0 };
        match self {
            Self::Tiles => copies(part_of_pile(face)),
            Self::Castles => copies(face.castle().is_some()),
            Self::Cemeteries => copies(face.cemetery().is_some()),
            Self::StartGhosts => face.start.map_or(0, |_| u32::from(face.ghosts())),
        }
    }

    const fn word(self) -> &'static str {
        match self {
            Self::Tiles => "tiles",
            Self::Castles => "castles",
            Self::Cemeteries => "cemeteries",
            Self::StartGhosts => "ghosts on the start tile",
        }
    }
}

/// Something about a set that is not as in the box. Never keeps a game from running.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum SetWarning {
    /// More or fewer than in the box.
    Count {
        /// Which set.
        set: TileSet,
        /// Of what.
        part: SetPart,
        /// How many there are.
        found: u32,
        /// How many the box has.
        expected: u32,
    },
    /// Mist without a ghost symbol; it is taken as printed (ruling L2).
    MistWithoutGhost(FaceId),
    /// A tile of the spell circles without a circle.
    NoCircle(FaceId),
}

impl fmt::Display for SetWarning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Count {
                set,
                part,
                found,
                expected,
            } => {
                let (set, part) = (set.name(), part.word());
                if found < expected {
                    write!(f, "{set}: {found} {part}, {} missing", expected - found)
                } else {
                    write!(f, "{set}: {found} {part}, {} too many", found - expected)
                }
            }
            Self::MistWithoutGhost(face) => write!(f, "face `{face}`: mist without a ghost"),
            Self::NoCircle(face) => write!(f, "face `{face}`: no spell circle"),
        }
    }
}

#[cfg(test)]
mod tests;
