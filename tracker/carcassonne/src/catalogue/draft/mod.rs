//! A face as described by a person who has the tile in hand: what each side shows, and which
//! sides belong together. Segments, fields and the cities they border follow from that.
//!
//! Between a picture and the catalogue: whoever teaches a tile changes a [`Draft`] click by
//! click and sees at once what the rules make of it. Knows no picture.

use std::collections::BTreeSet;

use crate::catalogue::load::read_face;
use crate::catalogue::{CatalogueError, Face, FaceId, SegmentKind, Terrain, TileSet};

mod print;
mod touch;
mod ways;

pub use print::same_print;
pub use touch::{CIRCLE_RADIUS, Touch};
pub use ways::{APART, Groups, group};

/// What stands in the middle of a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// A monastery.
    Monastery,
    /// A castle.
    Castle,
    /// A cemetery.
    Cemetery,
}

impl Place {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Monastery, Self::Castle, Self::Cemetery];

    /// The place of a face, if it has one.
    pub fn of(face: &Face) -> Option<Self> {
        face.segments.iter().find_map(|segment| match segment.kind {
            SegmentKind::Monastery => Some(Self::Monastery),
            SegmentKind::Castle => Some(Self::Castle),
            SegmentKind::Cemetery => Some(Self::Cemetery),
            _ => None,
        })
    }
}

/// A face as it is described.
#[derive(Clone, Debug, PartialEq)]
pub struct Draft {
    /// Its name.
    pub id: FaceId,
    /// The box it belongs to.
    pub set: TileSet,
    /// How many tiles show it.
    pub copies: u8,
    /// How many of them show a garden.
    pub garden_copies: u8,
    /// What N E S W show.
    pub edges: [Terrain; 4],
    /// Which sides are one city or one road.
    pub joined: Groups,
    /// Which sides mist covers.
    pub mist: [bool; 4],
    /// Which of them are one area of mist.
    pub fog: Groups,
    /// Which sides are tied so that no field gets through between them: what is joined, roads
    /// that end in one village, a road that ends at a city or in mist.
    pub walls: Groups,
    /// What stands in the middle.
    pub place: Option<Place>,
    /// Coats of arms of the city whose first side this is.
    pub shields: [u8; 4],
    /// Ghost symbols of the mist whose first side this is.
    pub ghosts: [u8; 4],
    /// Middles of spell circles, each with the first side of the mist it is in.
    pub circles: Vec<(usize, [f32; 2])>,
    /// Whether the road whose first side this is lies wholly under mist.
    pub hidden: [bool; 4],
    /// Whether it shows the symbol of mage and witch.
    pub magic: bool,
}

impl Draft {
    /// A bare meadow.
    pub const fn new(id: FaceId, set: TileSet) -> Self {
        Self {
            id,
            set,
            copies: 1,
            garden_copies: 0,
            edges: [Terrain::Field; 4],
            joined: APART,
            mist: [false; 4],
            fog: APART,
            walls: APART,
            place: None,
            shields: [0; 4],
            ghosts: [0; 4],
            circles: Vec::new(),
            hidden: [false; 4],
            magic: false,
        }
    }

    /// The description of a face; `None` for tiles with nothing printed and for those that no
    /// description yields.
    pub fn of(face: &Face) -> Option<Self> {
        if face.is_wild() {
            return None;
        }
        let mut draft = Self::new(face.id, face.set);
        draft.copies = face.copies;
        draft.garden_copies = face.garden_copies;
        draft.edges = face.edges;
        draft.magic = face.magic;
        draft.place = Place::of(face);
        for segment in &face.segments {
            let sides: BTreeSet<usize> = segment.rim.iter().map(|r| r.side().index()).collect();
            let Some(&first) = sides.first() else {
                continue;
            };
            match segment.kind {
                SegmentKind::City { shields } => draft.shields[first] = shields,
                SegmentKind::Road => draft.hidden[first] = !segment.clear,
                _ => continue,
            }
            sides.iter().for_each(|&side| draft.joined[side] = first);
        }
        for mist in &face.mists {
            let sides: BTreeSet<usize> = mist.sides.iter().map(|side| side.index()).collect();
            let Some(&first) = sides.first() else {
                continue;
            };
            for &side in &sides {
                (draft.mist[side], draft.fog[side]) = (true, first);
            }
            draft.ghosts[first] = mist.ghosts;
            let circles = mist.circles.iter().map(|&at| (first, at));
            draft.circles.extend(circles);
        }
        let drafts = draft.wall_choices().into_iter().map(|walls| Self {
            walls,
            ..draft.clone()
        });
        let same = |draft: &Self| draft.face().is_ok_and(|made| same_print(&made, face));
        drafts.into_iter().find(same)
    }

    /// The sides that something ends at which no field passes.
    fn ends(&self) -> [bool; 4] {
        std::array::from_fn(|side| self.mist[side] || self.edges[side] != Terrain::Field)
    }

    /// The face.
    ///
    /// # Errors
    /// With everything about it that makes no sense.
    pub fn face(&self) -> Result<Face, CatalogueError> {
        let mut faults = Vec::new();
        let face = read_face(self.set, false, self.raw(), &mut faults);
        match face {
            Some(face) if faults.is_empty() => Ok(face),
            _ => Err(CatalogueError { faults }),
        }
    }
}

#[cfg(test)]
mod tests;
