//! Faces that people taught: what is printed on tiles that no set of the program describes.
//!
//! Kept as the same data as the program's own sets, beside the pictures of a tile pack and in
//! the record of every game that is played with them, so that a game can be told wherever its
//! record goes.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::load::{File, RawFace};
use super::{Catalogue, CatalogueError, Draft, Face, FaceId, TileSet};

/// Taught faces, by box.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Taught {
    boxes: Vec<File>,
}

// No number in it can be without order: circles lie on the tile or the face is refused.
impl Eq for Taught {}

impl Taught {
    /// Reads what [`Taught::to_toml`] wrote.
    ///
    /// # Errors
    /// If it is no such text or a face makes no sense; with every fault.
    pub fn from_toml(text: &str) -> Result<Self, CatalogueError> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Boxes {
            #[serde(default, rename = "box")]
            boxes: Vec<File>,
        }
        let read: Boxes = toml::from_str(text).map_err(CatalogueError::unreadable)?;
        let taught = Self { boxes: read.boxes };
        taught.faces().map(|_| taught)
    }

    /// As a text file.
    pub fn to_toml(&self) -> String {
        #[derive(Serialize)]
        struct Boxes<'a> {
            #[serde(rename = "box")]
            boxes: &'a [File],
        }
        let boxes = Boxes { boxes: &self.boxes };
        toml::to_string(&boxes).expect("plain tables of numbers and words")
    }

    /// Whether nothing was taught.
    pub fn is_empty(&self) -> bool {
        self.boxes.iter().all(|one| one.face.is_empty())
    }

    /// The faces, checked.
    ///
    /// # Errors
    /// With every fault of every face.
    pub fn faces(&self) -> Result<Vec<Arc<Face>>, CatalogueError> {
        let all = Catalogue::from_files(self.boxes.clone())?;
        Ok(all.faces().cloned().collect())
    }

    /// Adds a face, or replaces the one of that name.
    ///
    /// # Errors
    /// If it makes no sense; nothing is added then.
    pub fn teach(&mut self, draft: &Draft) -> Result<(), CatalogueError> {
        draft.face()?;
        self.forget(&draft.id);
        let raw = draft.raw();
        match self.boxes.iter_mut().find(|one| one.set == draft.set) {
            Some(one) => one.face.push(raw),
            None => self.boxes.push(File {
                set: draft.set,
                practice: false,
                face: vec![raw],
            }),
        }
        Ok(())
    }

    /// Counts another copy of a taught face; of others the box says how many there are.
    pub fn one_more(&mut self, id: &FaceId) {
        let mut faces = self.boxes.iter_mut().flat_map(|one| &mut one.face);
        if let Some(face) = faces.find(|face| face.id == id.as_str()) {
            face.copies = face.copies.saturating_add(1);
        }
    }

    /// Takes a face out.
    pub fn forget(&mut self, id: &FaceId) {
        for one in &mut self.boxes {
            one.face.retain(|face| face.id != id.as_str());
        }
        self.boxes.retain(|one| !one.face.is_empty());
    }

    /// Puts in the faces of `other`; answers with those that are there with another print and
    /// were therefore left as they are. Of the same print that was counted differently, the
    /// larger number holds.
    pub fn join(&mut self, other: &Self) -> Vec<FaceId> {
        let differing = self.differing(other);
        for more in &other.boxes {
            for face in &more.face {
                let here = self.boxes.iter_mut().flat_map(|one| &mut one.face);
                if let Some(known) = here.into_iter().find(|known| known.id == face.id) {
                    if face.same_print(known) {
                        known.copies = known.copies.max(face.copies);
                        known.garden_copies = known.garden_copies.max(face.garden_copies);
                    }
                    continue;
                }
                match self.boxes.iter_mut().find(|one| one.set == more.set) {
                    Some(one) => one.face.push(face.clone()),
                    None => self.boxes.push(File {
                        face: vec![face.clone()],
                        ..more.clone()
                    }),
                }
            }
        }
        differing
    }

    /// The names that stand for one print here and for another one there.
    pub fn differing(&self, other: &Self) -> Vec<FaceId> {
        let mut differing = Vec::new();
        for more in &other.boxes {
            for face in &more.face {
                let clash = |(set, known): (TileSet, &RawFace)| {
                    known.id == face.id && (set != more.set || !face.same_print(known))
                };
                if self.raw().any(clash) {
                    differing.extend(super::face_id(&face.id));
                }
            }
        }
        differing
    }

    /// Gives a face another name, which must be free.
    pub fn rename(&mut self, from: &FaceId, to: &FaceId) {
        let mut faces = self.boxes.iter_mut().flat_map(|one| &mut one.face);
        if let Some(face) = faces.find(|face| face.id == from.as_str()) {
            face.id = to.to_string();
        }
    }

    /// Only the faces of those boxes.
    #[must_use]
    pub fn of(&self, sets: &[TileSet]) -> Self {
        let boxes = self.boxes.iter().filter(|one| sets.contains(&one.set));
        Self {
            boxes: boxes.cloned().collect(),
        }
    }

    /// A name that is not taken by anything known or taught: `T01` and so on.
    pub fn free_name(&self) -> FaceId {
        self.free_name_beside(|_| false)
    }

    /// The same, not taken by what lies elsewhere either.
    pub fn free_name_beside(&self, elsewhere: impl Fn(&FaceId) -> bool) -> FaceId {
        let known = Catalogue::of(&TileSet::ALL);
        let taken = |id: &FaceId| {
            known.face(id).is_some()
                || self.raw().any(|(_, f)| f.id == id.as_str())
                || elsewhere(id)
        };
        let names = (1..).map(|n: u32| super::face_id(&format!("T{n:02}")).unwrap_or_default());
        names.into_iter().find(|id| !taken(id)).unwrap_or_default()
    }

    fn raw(&self) -> impl Iterator<Item = (TileSet, &RawFace)> {
        let of = |one: &'_ File| one.set;
        self.boxes
            .iter()
            .flat_map(move |one| one.face.iter().map(move |face| (of(one), face)))
    }
}

impl Catalogue {
    /// The catalogue with what was taught of its boxes. Taught faces take the place of those
    /// that are only for practice, except where those lie on the table when a game begins, and
    /// of those of the same name.
    ///
    /// # Errors
    /// If a taught face makes no sense; with every fault.
    pub fn taught(&self, taught: &Taught) -> Result<Arc<Self>, CatalogueError> {
        let sets: Vec<TileSet> = self.sets().collect();
        let new = taught.of(&sets).faces()?;
        let replaced = |face: &Face| {
            let of_set = |new: &&Arc<Face>| new.set == face.set;
            let practice = face.practice && face.start.is_none() && new.iter().any(|f| of_set(&f));
            practice || new.iter().any(|new| new.id == face.id)
        };
        let kept = self.faces.iter().filter(|face| !replaced(face));
        Ok(Arc::new(Self::new(kept.chain(&new).cloned())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::{Terrain, face_id};

    fn lake(name: &str) -> Draft {
        let mut draft = Draft::new(face_id(name).expect("a name"), TileSet::Mists);
        draft.mist = [true, true, false, false];
        draft.edges[3] = Terrain::Road;
        draft.settle();
        draft.ghosts[0] = 2;
        draft
    }

    #[test]
    fn a_tatan_card_shows_no_print() {
        let mut card = Draft::new(face_id("Tatan").expect("a name"), TileSet::Tatan);
        card.edges[0] = Terrain::Road;
        card.settle();
        let refused = Taught::default().teach(&card).unwrap_err().to_string();
        assert!(refused.contains("Tatan card"), "{refused}");
    }

    #[test]
    fn what_is_taught_survives_the_file_and_takes_the_place_of_practice() {
        let mut taught = Taught::default();
        assert_eq!(taught.free_name().as_str(), "T01");
        taught.teach(&lake("T01")).expect("sound");
        taught.teach(&lake("T02")).expect("sound");
        assert_eq!(taught.free_name().as_str(), "T03");
        let read = Taught::from_toml(&taught.to_toml()).expect("read");
        assert_eq!(read, taught);
        let mists = Catalogue::of(&[TileSet::Base, TileSet::Mists]);
        let played = mists.taught(&read).expect("sound");
        let practice = played.faces().filter(|f| f.practice && f.start.is_none());
        assert_eq!(practice.count(), 0);
        assert!(played.find("T02").is_some() && played.find("D").is_some());
        assert!(played.start().count() == 4 && played.back().is_some());
        // Without the box it changes nothing.
        let base = Catalogue::bundled();
        assert_eq!(*base.taught(&read).expect("sound"), *base);
    }

    #[test]
    fn packs_of_two_are_joined_and_differences_told() {
        let (mut one, mut other) = (Taught::default(), Taught::default());
        one.teach(&lake("T01")).expect("sound");
        other.teach(&lake("T01")).expect("sound");
        let mut changed = lake("T02");
        other.teach(&changed).expect("sound");
        assert!(one.join(&other).is_empty());
        changed.ghosts[0] = 1;
        other.teach(&changed).expect("sound");
        let t02 = face_id("T02").expect("a name");
        assert_eq!(one.join(&other), [t02]);
        // Under another name both stay, and a second copy of the same is counted.
        other.rename(&t02, &one.free_name_beside(|id| id.as_str() == "T03"));
        other.one_more(&face_id("T01").expect("a name"));
        assert!(one.join(&other).is_empty());
        let faces = one.faces().expect("sound");
        let told: Vec<_> = faces.iter().map(|f| (f.id.as_str(), f.copies)).collect();
        assert_eq!(told, [("T01", 2), ("T02", 1), ("T04", 1)]);
        one.forget(&face_id("T04").expect("a name"));
        one.forget(&face_id("T01").expect("a name"));
        one.forget(&face_id("T02").expect("a name"));
        assert!(one.is_empty());
    }

    #[test]
    fn a_text_that_makes_no_sense_is_refused() {
        assert!(Taught::from_toml("[[box]]\nset = \"mists\"\nface = 3").is_err());
        let wrong =
            "[[box]]\nset = \"base\"\n[[box.face]]\nid = \"T1\"\ncopies = 1\nedges = \"CFFF\"\n";
        assert!(Taught::from_toml(wrong).is_err());
    }
}
