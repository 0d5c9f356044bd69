//! A pack that grows while it is played with: pictures come in from the table and go out again.
//!
//! It lies on the shelf under its name; our own art, and a folder that lies elsewhere, are left as they
//! are and copied there first. What comes in is bounded per face, so that playing for years costs no
//! more than playing for an evening.

use std::path::PathBuf;
use std::sync::Arc;

use carcassonne::catalogue::FaceId;
use vision::pack::{FacePicture, Pack};

use crate::faces;
use crate::store::folders::Folders;
use crate::store::packs::{self, BUILT_IN, PacksError};

/// Pictures of one face in a pack from which on the table adds none: a whole box, photographed tile by
/// tile, has nine of its commonest face, and another artwork or two find room beside them.
pub const MOST_PER_FACE: usize = 12;

/// What is to change.
#[derive(Clone)]
pub struct Growth {
    /// The game that is played.
    pub record: PathBuf,
    /// Pictures that go.
    pub out: Vec<FacePicture>,
    /// Pictures that come.
    pub put: Vec<FacePicture>,
}

/// What came of it.
#[derive(Clone)]
pub struct Grown {
    /// Names the pack for the program.
    pub id: String,
    /// The pack as it is now.
    pub pack: Arc<Pack>,
    /// Faces that have pictures enough: theirs were not taken.
    pub full: Vec<FaceId>,
}

/// Changes the pack of that name, or makes one of it that can change.
///
/// # Errors
/// When it cannot be read or written; what was there stays then.
pub fn carry_out(folders: &Folders, pack: &str, growth: &Growth) -> Result<Grown, PacksError> {
    let from = folders.pack(pack);
    let before = if pack == BUILT_IN {
        packs::our_art(&faces::all())?
    } else {
        Pack::load(&from)?
    };
    let on_shelf = from.parent() == Some(folders.packs().as_path());
    let id = if on_shelf {
        pack.to_owned()
    } else {
        packs::free_name(|name| folders.packs().join(name).exists())
    };
    let (mut after, full) = grown(&before, growth)?;
    // Nobody could read an empty one.
    if after.pictures.is_empty() {
        after = before;
    }
    if !on_shelf {
        after.name.clone_from(&id);
    }
    packs::replace(folders, &id, &after)?;
    Ok(Grown {
        id,
        pack: Arc::new(after),
        full,
    })
}

/// The pack with what comes and without what goes; and the faces that have pictures enough.
fn grown(pack: &Pack, growth: &Growth) -> Result<(Pack, Vec<FaceId>), PacksError> {
    let mut after = pack.clone();
    let mut full = Vec::new();
    let at = |pack: &Pack, picture: &FacePicture| {
        let found = pack.position(picture);
        found.map_err(|error| PacksError::Pack(error.into()))
    };
    for picture in &growth.out {
        if let Some(at) = at(&after, picture)? {
            after.pictures.remove(at);
        }
    }
    for picture in &growth.put {
        if at(&after, picture)?.is_some() {
            continue;
        }
        let own = after.pictures.iter().filter(|own| own.face == picture.face);
        if own.count() >= MOST_PER_FACE {
            full.push(picture.face);
        } else {
            after.pictures.push(picture.clone());
        }
    }
    Ok((after, full))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use carcassonne::catalogue::face_id;
    use opencv::core::{CV_8UC3, Mat, Scalar};

    use super::*;

    fn picture(face: &str, grey: u32) -> FacePicture {
        let image =
            Mat::new_rows_cols_with_default(192, 192, CV_8UC3, Scalar::all(f64::from(grey)));
        FacePicture {
            face: face_id(face).unwrap(),
            image: image.unwrap(),
        }
    }

    fn growth(out: &[FacePicture], put: &[FacePicture]) -> Growth {
        Growth {
            record: PathBuf::from("game.jsonl"),
            out: out.to_vec(),
            put: put.to_vec(),
        }
    }

    /// A shelf with a pack of these pictures.
    fn shelf(place: &Path, name: &str, pictures: Vec<FacePicture>) -> Folders {
        let folders = Folders::find(Some(place)).unwrap();
        let pack = Pack {
            name: name.to_owned(),
            pictures,
            ..Pack::default()
        };
        packs::replace(&folders, name, &pack).unwrap();
        folders
    }

    fn shown(pack: &Pack) -> Vec<String> {
        let faces = pack.pictures.iter().map(|picture| picture.face.to_string());
        faces.collect()
    }

    #[test]
    fn a_picture_from_the_table_comes_and_goes_and_the_others_stay() {
        let place = tempfile::tempdir().unwrap();
        let own = [picture("D", 10), picture("E", 20)];
        let folders = shelf(place.path(), "mine", own.to_vec());
        let new = picture("E", 30);
        let grown = carry_out(&folders, "mine", &growth(&[], std::slice::from_ref(&new))).unwrap();
        assert_eq!((grown.id.as_str(), grown.full.len()), ("mine", 0));
        assert_eq!(shown(&grown.pack), ["D", "E", "E"]);
        let kept = || Pack::load(&folders.packs().join("mine")).unwrap();
        assert_eq!(shown(&kept()), ["D", "E", "E"]);
        // Twice the same is one.
        carry_out(&folders, "mine", &growth(&[], std::slice::from_ref(&new))).unwrap();
        assert_eq!(kept().pictures.len(), 3);
        // Out again goes that picture and no other of the face.
        carry_out(&folders, "mine", &growth(&[new], &[])).unwrap();
        assert_eq!(shown(&kept()), ["D", "E"]);
        assert!(kept().position(&own[1]).unwrap().is_some());
        // The last picture stays: an empty pack could not be read.
        carry_out(&folders, "mine", &growth(&own, &[])).unwrap();
        assert_eq!(shown(&kept()), ["D", "E"]);
    }

    #[test]
    fn pictures_per_face_are_bounded() {
        let place = tempfile::tempdir().unwrap();
        let folders = shelf(place.path(), "mine", vec![picture("D", 1)]);
        let many: Vec<FacePicture> = (0..20).map(|n| picture("E", 5 * n)).collect();
        let grown = carry_out(&folders, "mine", &growth(&[], &many)).unwrap();
        let enough = face_id("E").unwrap();
        assert_eq!(grown.pack.faces()[&enough], MOST_PER_FACE);
        assert_eq!(grown.full, vec![enough; 20 - MOST_PER_FACE]);
        let kept = Pack::load(&folders.packs().join("mine")).unwrap();
        assert_eq!(kept.pictures.len(), MOST_PER_FACE + 1);
    }

    #[test]
    fn what_cannot_grow_is_copied_under_a_free_name() {
        let place = tempfile::tempdir().unwrap();
        let folders = shelf(place.path(), "mine", vec![picture("D", 1)]);
        let new = picture("E", 30);
        let art = carry_out(&folders, BUILT_IN, &growth(&[], std::slice::from_ref(&new))).unwrap();
        assert_eq!(art.id, "mine 2");
        assert_eq!(art.pack.name, "mine 2");
        assert!(art.pack.faces().len() > 24, "our art is in it");
        assert!(art.pack.position(&new).unwrap().is_some());
        let elsewhere = place.path().join("stick").join("theirs");
        std::fs::create_dir_all(place.path().join("stick")).unwrap();
        let theirs = Pack::load(&folders.packs().join("mine")).unwrap();
        theirs.save(&elsewhere).unwrap();
        let name = elsewhere.display().to_string();
        let copy = carry_out(&folders, &name, &growth(&[], &[new])).unwrap();
        assert_eq!(copy.id, "mine 3");
        assert_eq!(shown(&copy.pack), ["D", "E"]);
        assert_eq!(shown(&Pack::load(&elsewhere).unwrap()), ["D"]);
    }
}
