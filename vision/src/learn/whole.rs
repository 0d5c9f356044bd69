//! A box being learnt: the tiles cut out so far, what a person said of them, and what follows.

use std::collections::BTreeMap;

use carcassonne::catalogue::{Catalogue, FaceId};
use carcassonne::geometry::Rotation;
use opencv::core::Mat;

use super::meeting::meetings;
use super::naming::{Answer, Named, name};
use super::quads::Quad;
use super::tile::{Cutout, Tile};
use crate::learn::teach::turned_by;
use crate::pack::{FacePicture, Pack};

/// A tile named with less confidence is asked about.
pub const SURE: f32 = 0.9;

/// Everything that was photographed and said.
#[derive(Clone, Default)]
pub struct Learning {
    /// Names of the photographs, in order.
    pub photos: Vec<String>,
    /// The tiles of all photographs.
    pub tiles: Vec<Tile>,
    /// What a person said, one answer a tile at most.
    pub answers: Vec<Answer>,
}

/// What is made of it.
pub struct Learnt {
    /// What each tile is thought to be.
    pub named: Vec<Named>,
    /// Tiles of the box that were not found: the face, and how many more.
    pub missing: Vec<(FaceId, u8)>,
    /// Tiles that are asked about, the most useful first.
    pub open: Vec<usize>,
    /// Tiles for which the box has no place.
    pub too_many: Vec<usize>,
}

impl Learning {
    /// Cuts the tiles out of another photograph; says how many there are.
    ///
    /// # Errors
    /// Fails when OpenCV does.
    pub fn add(&mut self, photo: &str, picture: &Mat) -> opencv::Result<usize> {
        let found = crate::learn::cut(picture)?;
        let count = found.len();
        self.add_at(photo, picture, &found)?;
        Ok(count)
    }

    /// Takes the tiles at those corners of another photograph.
    ///
    /// # Errors
    /// Fails when OpenCV does, or when corners enclose nothing.
    pub fn add_at(&mut self, photo: &str, picture: &Mat, at: &[Quad]) -> opencv::Result<()> {
        let number = self.photos.len();
        let mut tiles = Vec::new();
        for corners in at {
            let picture = crate::learn::teach::cut(picture, *corners)?;
            tiles.push(Tile {
                corners_px: *corners,
                cutout: Cutout {
                    picture,
                    photo: number,
                },
            });
        }
        self.photos.push(photo.to_owned());
        self.tiles.extend(tiles);
        Ok(())
    }

    /// Says what a tile is; what was said of it before is forgotten.
    pub fn answer(&mut self, answer: Answer) {
        self.answers.retain(|other| other.tile != answer.tile);
        self.answers.push(answer);
    }

    /// Names all tiles of a box together. A pack that looks somewhat alike helps.
    ///
    /// # Errors
    /// Fails when OpenCV does.
    pub fn learn(&self, catalogue: &Catalogue, prior: Option<&Pack>) -> opencv::Result<Learnt> {
        let cutouts: Vec<Cutout> = self.tiles.iter().map(|tile| tile.cutout.clone()).collect();
        let meetings = meetings(&self.tiles);
        let named = name(&cutouts, catalogue, &self.answers, prior, &meetings)?;
        Ok(Learnt::of(named, catalogue))
    }

    /// The pictures that are surely of a face, each turned as the face is printed.
    ///
    /// # Errors
    /// Fails when OpenCV does.
    pub fn pack(&self, pack_name: &str, learnt: &Learnt) -> opencv::Result<Pack> {
        let mut pictures = Vec::new();
        for (tile, named) in self.tiles.iter().zip(&learnt.named) {
            let Some((face, rotation, sure)) = named.best() else {
                continue;
            };
            if sure >= SURE || named.answered {
                let back = rotation.inverse();
                let image = turned_by(&tile.cutout.picture, back)?;
                pictures.push(FacePicture { face, image });
            }
        }
        pictures.sort_by_key(|picture| picture.face);
        Ok(Pack {
            name: pack_name.to_owned(),
            pictures,
            ..Pack::default()
        })
    }
}

impl Learnt {
    fn of(named: Vec<Named>, catalogue: &Catalogue) -> Self {
        let mut found: BTreeMap<FaceId, u8> = BTreeMap::new();
        for (face, ..) in named.iter().filter_map(Named::best) {
            let there = found.entry(face).or_default();
            // Several boxes may lie there.
            *there = there.saturating_add(1);
        }
        let missing = catalogue.faces().filter(|face| !face.is_wild());
        let missing = missing.filter_map(|face| {
            let there = found.get(&face.id).copied().unwrap_or(0);
            let more = face.copies.saturating_sub(there);
            (more > 0).then_some((face.id, more))
        });
        let missing = missing.collect();
        let doubt = |tile: &usize| named[*tile].best().map_or(1.0, |(.., sure)| 1.0 - sure);
        let all = 0..named.len();
        let open = |tile: &usize| !named[*tile].answered && doubt(tile) > 1.0 - SURE;
        let mut open: Vec<usize> = all.clone().filter(open).collect();
        // The answer to the most doubtful one settles most of what hangs on it.
        open.sort_by(|a, b| doubt(b).total_cmp(&doubt(a)));
        let too_many = all.filter(|tile| named[*tile].best().is_none()).collect();
        Self {
            named,
            missing,
            open,
            too_many,
        }
    }

    /// Whether every tile of the box is there and surely named.
    pub fn is_complete(&self) -> bool {
        self.open.is_empty() && self.missing.is_empty()
    }

    /// A tile's face and turn, if that is sure.
    pub fn sure(&self, tile: usize) -> Option<(FaceId, Rotation)> {
        let named = self.named.get(tile)?;
        let (face, rotation, sure) = named.best()?;
        (sure >= SURE || named.answered).then_some((face, rotation))
    }
}
