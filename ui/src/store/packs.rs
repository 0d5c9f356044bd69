//! The shelf of tile packs: what each knows and lacks, and what can be done with them: build
//! from pictures, import, copy out, join, delete.
//!
//! Works on folders; a pack's inside is `vision::pack`'s. No pack takes another's place, but the same
//! pack with more pictures; the one of our own art cannot be changed.

use std::path::{Path, PathBuf};

use carcassonne::catalogue::{Catalogue, FaceId, TileSet};
use vision::pack::merge::{Clash, merge};
use vision::pack::{self, FACE_PX, Pack, PackError};

use crate::faces;
use crate::store::folders::Folders;
use crate::store::learning;

/// The name of the pack of our own art.
pub const BUILT_IN: &str = "built-in";

/// The name of a new pack if nobody chooses another.
pub const NEW: &str = "mine";

/// A tile pack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackChoice {
    /// Names it for the program.
    pub id: String,
    /// Names it for people; ignored for the built-in one, which the screens name.
    pub name: String,
    /// Whether it is the pack of our own art.
    pub built_in: bool,
}

/// A pack and what is in it.
#[derive(Clone, Debug, PartialEq)]
pub struct PackFacts {
    /// How it is chosen.
    pub choice: PackChoice,
    /// Faces it has pictures of.
    pub faces: usize,
    /// Pictures.
    pub pictures: usize,
    /// What it lacks of each box; boxes it has nothing of lack everything.
    pub boxes: Vec<BoxFacts>,
    /// Why it cannot be used, in the system's words.
    pub trouble: Option<String>,
}

/// What a pack has of one box.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoxFacts {
    /// Which box.
    pub set: TileSet,
    /// Faces in it.
    pub of: usize,
    /// Those without a picture.
    pub lacks: Vec<FaceId>,
}

/// Something to do with packs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PackWork {
    /// Make a pack from a folder of pictures named after their faces.
    Build {
        /// The folder.
        from: PathBuf,
        /// What to call the pack.
        name: String,
    },
    /// Copy a pack's folder onto the shelf, under its own name.
    Import {
        /// The folder.
        from: PathBuf,
    },
    /// Copy a pack into a folder.
    Export {
        /// Which.
        pack: String,
        /// Into which folder.
        to: PathBuf,
    },
    /// Make a pack of the pictures of two.
    Join {
        /// The one.
        one: String,
        /// The other.
        other: String,
        /// What to call the new one.
        name: String,
        /// What becomes of names that mean different tiles.
        clash: Clash,
    },
    /// Throw a pack away.
    Delete {
        /// Which.
        pack: String,
    },
}

/// Why something could not be done.
#[derive(Debug, thiserror::Error)]
pub enum PacksError {
    /// The pack.
    #[error(transparent)]
    Pack(#[from] PackError),
    /// There is one already.
    #[error("{} already exists", .0.display())]
    Taken(PathBuf),
    /// A name that is no folder's name.
    #[error("`{0}` is not a name for a pack")]
    Name(String),
    /// Our own art.
    #[error("the built-in pack cannot be changed")]
    BuiltIn,
    /// The folder.
    #[error("{}: {source}", path.display())]
    Io {
        /// Which.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
}

/// All packs, our own art first.
pub fn list(folders: &Folders, choices: Vec<PackChoice>) -> Vec<PackFacts> {
    let facts = |choice: PackChoice| match load(folders, &choice.id) {
        Ok(pack) => of(choice, &pack),
        Err(PacksError::BuiltIn) => built_in(choice),
        Err(error) => PackFacts {
            choice,
            faces: 0,
            pictures: 0,
            boxes: Vec::new(),
            trouble: Some(error.to_string()),
        },
    };
    choices.into_iter().map(facts).collect()
}

/// Does one piece of work; answers with the pack's folder.
///
/// # Errors
/// If the pack or a folder cannot be read or written, or something is there already.
pub fn carry_out(folders: &Folders, work: &PackWork) -> Result<PathBuf, PacksError> {
    match work {
        PackWork::Build { from, name } => {
            let mut pack = Pack::from_pictures(from)?;
            pack.name.clone_from(name);
            keep(&pack, &free(&folders.packs(), name)?)
        }
        PackWork::Import { from } => {
            let pack = Pack::load(from)?;
            let name = from.file_name().unwrap_or_default().to_string_lossy();
            keep(&pack, &free(&folders.packs(), &name)?)
        }
        PackWork::Export { pack, to } => {
            let loaded = load(folders, pack)?;
            keep(&loaded, &free(to, pack)?)
        }
        PackWork::Join {
            one,
            other,
            name,
            clash,
        } => {
            let packs = (load(folders, one)?, load(folders, other)?);
            let merged = merge(name, &[&packs.0, &packs.1], *clash)?;
            keep(&merged.pack, &free(&folders.packs(), name)?)
        }
        PackWork::Delete { pack } => {
            let path = folders.packs().join(plain(pack)?);
            pack::delete(&path)?;
            Ok(path)
        }
    }
}

/// Writes a pack in place of the one of that name; a full disk costs no picture.
///
/// # Errors
/// If the name is none or a folder cannot be written.
pub fn replace(folders: &Folders, name: &str, pack: &Pack) -> Result<PathBuf, PacksError> {
    let name = plain(name)?;
    if name == BUILT_IN {
        return Err(PacksError::BuiltIn);
    }
    let path = folders.packs().join(name);
    pack.save_over(&path)?;
    Ok(path)
}

/// Where a box that becomes the pack of that name is kept while it is learnt.
///
/// # Errors
/// If the name is none.
pub fn learning(folders: &Folders, name: &str) -> Result<PathBuf, PacksError> {
    Ok(learning::folder(&folders.packs().join(plain(name)?)))
}

fn load(folders: &Folders, name: &str) -> Result<Pack, PacksError> {
    let path = folders.packs().join(plain(name)?);
    if name == BUILT_IN && !path.exists() {
        return Err(PacksError::BuiltIn);
    }
    Ok(Pack::load(&path)?)
}

fn keep(pack: &Pack, folder: &Path) -> Result<PathBuf, PacksError> {
    pack.save(folder)?;
    Ok(folder.to_owned())
}

/// A folder's name, nothing that leads elsewhere, and none under which no pack is looked for.
fn plain(name: &str) -> Result<&str, PacksError> {
    let trimmed = name.trim();
    let hides = trimmed.starts_with('.') || learning::is_kept(trimmed);
    match files::read::is_file_name(trimmed) && !hides {
        true => Ok(trimmed),
        false => Err(PacksError::Name(name.to_owned())),
    }
}

/// The first name for a new pack that none has: `mine`, `mine 2`, and so on.
pub fn free_name(is_taken: impl Fn(&str) -> bool) -> String {
    let numbered = (2..).map(|n: u32| format!("{NEW} {n}"));
    let mut names = std::iter::once(NEW.to_owned()).chain(numbered);
    names.find(|name| !is_taken(name)).unwrap_or_default()
}

/// A place for a pack of that name.
fn free(folder: &Path, name: &str) -> Result<PathBuf, PacksError> {
    let name = plain(name)?;
    let path = folder.join(name);
    if path.exists() || name == BUILT_IN {
        return Err(PacksError::Taken(path));
    }
    Ok(path)
}

fn of(choice: PackChoice, pack: &Pack) -> PackFacts {
    let each = TileSet::ALL.into_iter().map(|set| {
        let printed = Catalogue::of(&[set]);
        let game = printed.taught(&pack.taught).unwrap_or(printed);
        BoxFacts {
            set,
            of: game.faces().count(),
            lacks: faces::lacking(pack, &game),
        }
    });
    PackFacts {
        choice,
        faces: pack.faces().len(),
        pictures: pack.pictures.len(),
        boxes: each.collect(),
        trouble: None,
    }
}

/// The pack of our own art: every print of these boxes, drawn by the artist.
///
/// # Errors
/// When drawing fails.
pub fn our_art(catalogue: &Catalogue) -> Result<Pack, PackError> {
    let drawn = studio::art::pictures(catalogue, FACE_PX);
    let drawn = drawn.map_err(|error| PackError::Drawing(error.to_string()))?;
    Ok(Pack::of_our_art(drawn))
}

/// Our own art is drawn when it is needed, of every face there is.
fn built_in(choice: PackChoice) -> PackFacts {
    let each = TileSet::ALL.into_iter().map(|set| BoxFacts {
        set,
        of: Catalogue::of(&[set]).faces().count(),
        lacks: Vec::new(),
    });
    let boxes: Vec<BoxFacts> = each.collect();
    let faces = boxes.iter().map(|of| of.of).sum();
    PackFacts {
        choice,
        faces,
        pictures: faces,
        boxes,
        trouble: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder of pictures: three faces of the base game.
    fn pictures(at: &Path, names: &[&str]) {
        std::fs::create_dir_all(at).expect("made");
        let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 8 8\">\
                   <rect width=\"8\" height=\"8\" fill=\"#585\"/></svg>";
        let tree = resvg::usvg::Tree::from_str(svg, &resvg::usvg::Options::default());
        let mut picture = resvg::tiny_skia::Pixmap::new(8, 8).expect("room");
        let as_is = resvg::tiny_skia::Transform::identity();
        resvg::render(&tree.expect("an SVG"), as_is, &mut picture.as_mut());
        let bytes = picture.encode_png().expect("a picture");
        for name in names {
            std::fs::write(at.join(name), &bytes).expect("written");
        }
    }

    fn choice(name: &str) -> PackChoice {
        PackChoice {
            id: name.to_owned(),
            name: name.to_owned(),
            built_in: name == BUILT_IN,
        }
    }

    #[test]
    fn packs_are_built_joined_copied_and_deleted() {
        let place = tempfile::tempdir().expect("a temporary folder");
        let folders = Folders::find(Some(place.path())).expect("given");
        let (first, second) = (place.path().join("first"), place.path().join("second"));
        pictures(&first, &["D.png", "E_02.png"]);
        pictures(&second, &["E.png", "U.png"]);
        let build = |from: &Path, name: &str| PackWork::Build {
            from: from.to_owned(),
            name: name.to_owned(),
        };
        let work = |work: PackWork| carry_out(&folders, &work);
        work(build(&first, "one")).expect("built");
        work(build(&second, "two")).expect("built");
        assert!(matches!(
            work(build(&first, "one")),
            Err(PacksError::Taken(_))
        ));
        for name in ["../x", ".x", "x.learning", " "] {
            let built = work(build(&first, name));
            assert!(matches!(built, Err(PacksError::Name(_))), "{name:?}");
        }
        let join = PackWork::Join {
            one: "one".into(),
            other: "two".into(),
            name: "both".into(),
            clash: Clash::Refuse,
        };
        work(join).expect("joined");
        let both = &list(&folders, vec![choice("both")])[0];
        // The very same picture of E was in both.
        assert_eq!((both.faces, both.pictures), (3, 3));
        let base = both.boxes.iter().find(|of| of.set == TileSet::Base);
        let base = base.expect("the base game");
        assert_eq!((base.of, base.lacks.len()), (24, 21));
        let out = place.path().join("stick");
        let export = PackWork::Export {
            pack: "both".into(),
            to: out.clone(),
        };
        let written = work(export).expect("copied out");
        assert_eq!(written, out.join("both"));
        let delete = || PackWork::Delete {
            pack: "both".into(),
        };
        let notes = folders.packs().join("both/notes.txt");
        std::fs::write(&notes, "mine").expect("written");
        assert!(work(delete()).is_err(), "there is more than a pack in it");
        std::fs::remove_file(&notes).expect("removed");
        // A pack that is damaged can be thrown away, too.
        std::fs::write(folders.packs().join("both/D_01.png"), "torn").expect("written");
        work(delete()).expect("deleted");
        assert!(list(&folders, vec![choice("both")])[0].trouble.is_some());
        work(PackWork::Import { from: written }).expect("brought in");
        assert_eq!(list(&folders, vec![choice("both")])[0].pictures, 3);
    }

    #[test]
    fn our_own_art_knows_everything_and_stays() {
        let place = tempfile::tempdir().expect("a temporary folder");
        let folders = Folders::find(Some(place.path())).expect("given");
        let own = &list(&folders, vec![choice(BUILT_IN)])[0];
        assert!(own.trouble.is_none());
        assert!(own.boxes.iter().all(|of| of.lacks.is_empty() && of.of > 0));
        let delete = PackWork::Delete {
            pack: BUILT_IN.into(),
        };
        assert!(carry_out(&folders, &delete).is_err());
        // What is no pack is not deleted.
        std::fs::create_dir_all(folders.packs().join("photos")).expect("made");
        let delete = PackWork::Delete {
            pack: "photos".into(),
        };
        assert!(carry_out(&folders, &delete).is_err());
        assert!(folders.packs().join("photos").exists());
    }
}
