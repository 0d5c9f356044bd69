//! Joining packs: all pictures of all, each by itself, so that several artworks of one face stay
//! several looks of it.
//!
//! What people taught is joined with them. A name that stands for one print in one pack and for
//! another in the next is refused, or given to the next pack's tile anew: two who taught half a
//! box each both began at `T01`. Never mixes pictures, never writes.

use std::collections::BTreeSet;

use carcassonne::catalogue::{FaceId, Taught};
use opencv::core::Mat;
use opencv::prelude::*;

use super::error::{Differing, PackError};
use super::{FacePicture, Pack};

/// What becomes of a name that two packs describe differently.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clash {
    /// Nothing is joined, and all such names are told.
    Refuse,
    /// They are different tiles: those of the later pack get free names.
    Rename,
}

/// What came of joining packs.
#[derive(Clone)]
pub struct Merged {
    /// The pack of them all.
    pub pack: Pack,
    /// Pictures that were in several packs and are kept once.
    pub twice: usize,
    /// New names: the pack, the name there, and the name here.
    pub renamed: Vec<(String, FaceId, FaceId)>,
}

/// Joins packs into one of that name; the first comes first.
///
/// # Errors
/// With every pack's differing faces, if they are to be refused; when OpenCV fails.
pub fn merge(name: &str, packs: &[&Pack], clash: Clash) -> Result<Merged, PackError> {
    let mut names = Names::of(packs);
    let mut merged = Merged {
        pack: Pack {
            name: name.to_owned(),
            ..Pack::default()
        },
        twice: 0,
        renamed: Vec::new(),
    };
    let mut faults = Vec::new();
    for more in packs {
        let faces = merged.pack.taught.differing(&more.taught);
        if !faces.is_empty() && clash == Clash::Refuse {
            faults.push(Differing {
                pack: more.name.clone(),
                faces,
            });
            continue;
        }
        merged.take(more, &faces, &mut names)?;
    }
    if faults.is_empty() {
        Ok(merged)
    } else {
        Err(PackError::Differing(faults))
    }
}

/// The names that are used in any of the packs.
struct Names {
    described: Taught,
    shown: BTreeSet<FaceId>,
}

impl Names {
    fn of(packs: &[&Pack]) -> Self {
        let mut described = Taught::default();
        for pack in packs {
            // Only the names count here, whatever they mean.
            described.join(&pack.taught);
        }
        let pictures = packs.iter().flat_map(|pack| &pack.pictures);
        Self {
            described,
            shown: pictures.map(|picture| picture.face).collect(),
        }
    }

    fn new_one(&mut self) -> FaceId {
        let name = self
            .described
            .free_name_beside(|name| self.shown.contains(name));
        self.shown.insert(name);
        name
    }
}

impl Merged {
    /// Takes in a pack, under new names what differs.
    fn take(
        &mut self,
        more: &Pack,
        differing: &[FaceId],
        names: &mut Names,
    ) -> Result<(), PackError> {
        let mut more = more.clone();
        for face in differing {
            let name = names.new_one();
            more.taught.rename(face, &name);
            let shown = more.pictures.iter_mut().filter(|p| p.face == *face);
            shown.for_each(|picture| picture.face = name);
            self.renamed.push((more.name.clone(), *face, name));
        }
        self.pack.taught.join(&more.taught);
        for picture in more.pictures {
            if self.has(&picture)? {
                self.twice += 1;
            } else {
                self.pack.pictures.push(picture);
            }
        }
        Ok(())
    }

    /// Whether the very picture is there.
    fn has(&self, picture: &FacePicture) -> Result<bool, PackError> {
        Ok(self.pack.position(picture)?.is_some())
    }
}

/// Whether two pictures are the same to the last pixel.
pub(super) fn same(a: &Mat, b: &Mat) -> opencv::Result<bool> {
    Ok(a.size()? == b.size()? && a.data_bytes()? == b.data_bytes()?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use carcassonne::catalogue::{Draft, Terrain, TileSet, face_id};
    use opencv::core::{CV_8UC3, Scalar, Size};

    fn id(name: &str) -> FaceId {
        face_id(name).expect("a name")
    }

    fn picture(face: &str, grey: f64) -> FacePicture {
        let size = Size::new(8, 8);
        let image = Mat::new_size_with_default(size, CV_8UC3, Scalar::all(grey));
        FacePicture {
            face: id(face),
            image: image.expect("a picture"),
        }
    }

    fn pack(name: &str, pictures: &[(&str, f64)], taught: &[(&str, u8)]) -> Pack {
        let mut pack = Pack {
            name: name.into(),
            pictures: pictures.iter().map(|(f, g)| picture(f, *g)).collect(),
            ..Pack::default()
        };
        for (face, ghosts) in taught {
            let mut draft = Draft::new(id(face), TileSet::Mists);
            draft.mist = [true, false, false, false];
            draft.edges[2] = Terrain::Road;
            draft.settle();
            draft.ghosts[0] = *ghosts;
            pack.taught.teach(&draft).expect("sound");
        }
        pack
    }

    #[test]
    fn every_artwork_stays_a_picture_of_its_own() {
        let one = pack("one", &[("D", 10.0), ("D", 20.0), ("E", 30.0)], &[]);
        let other = pack("other", &[("D", 20.0), ("D", 40.0), ("U", 20.0)], &[]);
        let third = pack("third", &[("D", 50.0)], &[]);
        let merged = merge("all", &[&one, &other, &third], Clash::Refuse).expect("joined");
        assert_eq!(merged.twice, 1, "the very same picture of D");
        assert_eq!(merged.pack.name, "all");
        let shown = merged.pack.pictures.iter().map(|p| {
            let grey = p.image.data_bytes().expect("pixels")[0];
            (p.face.to_string(), grey)
        });
        let kept = [
            ("D", 10),
            ("D", 20),
            ("E", 30),
            ("D", 40),
            ("U", 20),
            ("D", 50),
        ];
        let kept = kept.map(|(face, grey)| (face.to_owned(), grey));
        assert_eq!(shown.collect::<Vec<_>>(), kept);
    }

    #[test]
    fn names_that_mean_two_tiles_are_all_told_or_given_anew() {
        let one = pack(
            "one",
            &[("T01", 1.0), ("T02", 2.0)],
            &[("T01", 1), ("T02", 2)],
        );
        let other = pack(
            "other",
            &[("T01", 3.0), ("T02", 4.0)],
            &[("T01", 2), ("T02", 2)],
        );
        // A picture without a description keeps its name from being given away.
        let third = pack("third", &[("T02", 5.0), ("T03", 6.0)], &[("T02", 3)]);
        let packs = [&one, &other, &third];
        let refused = merge("all", &packs, Clash::Refuse).err().expect("refused");
        let PackError::Differing(faults) = &refused else {
            panic!("{refused}");
        };
        let told: Vec<_> = faults.iter().map(ToString::to_string).collect();
        assert_eq!(
            told,
            [
                "other: something else is printed on its T01",
                "third: something else is printed on its T02"
            ]
        );
        let merged = merge("all", &packs, Clash::Rename).expect("joined");
        let renamed = merged.renamed.iter();
        let renamed = renamed.map(|(pack, from, to)| format!("{pack} {from} {to}"));
        assert_eq!(
            renamed.collect::<Vec<_>>(),
            ["other T01 T04", "third T02 T05"]
        );
        let faces = merged.pack.taught.faces().expect("sound");
        let ghosts = |name: &str| {
            let face = faces.iter().find(|f| f.id == id(name)).expect("taught");
            face.mists[0].ghosts
        };
        assert_eq!(["T01", "T02", "T04", "T05"].map(ghosts), [1, 2, 2, 3]);
    }
}
