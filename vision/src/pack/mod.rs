//! Tile packs: the learnt pictures of faces.
//!
//! A pack is a folder with `pack.toml` and one picture or more per face, all at rotation 0 and
//! cropped to the tile. It says what faces *look* like; what they *are* stands in the tracker's
//! catalogue, or, for tiles that people taught, as the same data in `tiles.toml` beside the
//! pictures. A pack never holds anything learnt from the scene it is about to read.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use carcassonne::catalogue::{FaceId, Taught, face_id};
use files::limits::{FACE_PIXELS, PACK_PICTURES, TEXT_BYTES};
use opencv::core::{Mat, Size};
use opencv::imgproc;
use opencv::prelude::*;
use serde::{Deserialize, Serialize};

use self::error::VERSION;
use crate::cv;
use crate::picture;

mod error;
pub mod merge;

pub use error::{Differing, PackError};

/// Side of a stored face picture, pixels: twice what a tile measures in a usual frame.
pub const FACE_PX: i32 = 192;

const MANIFEST: &str = "pack.toml";
const TILES: &str = "tiles.toml";
const FORMAT: &str = "nebelwacht-pack";
/// The name by which people choose the pack of our own art.
pub const BUILT_IN: &str = "built-in";

/// Learnt pictures of faces.
#[derive(Clone, Default)]
pub struct Pack {
    /// What people call it.
    pub name: String,
    /// Every picture, any number per face.
    pub pictures: Vec<FacePicture>,
    /// What is printed on faces that no set of the program has.
    pub taught: Taught,
}

/// One picture of a face.
#[derive(Clone)]
pub struct FacePicture {
    /// Which face it shows, at rotation 0.
    pub face: FaceId,
    /// BGR, [`FACE_PX`] squared.
    pub image: Mat,
}

#[derive(Serialize, Deserialize)]
struct Manifest {
    format: String,
    version: u32,
    name: String,
    picture: Vec<ManifestPicture>,
}

#[derive(Serialize, Deserialize)]
struct ManifestPicture {
    face: String,
    file: String,
}

impl Pack {
    /// Reads the pack in `folder`.
    ///
    /// # Errors
    /// Fails when there is no description, when it is of a newer version, and, with all faults
    /// listed at once, when pictures are missing, unreadable or named after an impossible face.
    pub fn load(folder: &Path) -> Result<Self, PackError> {
        let path = folder.join(MANIFEST);
        let text = files::read::text(&path, TEXT_BYTES).map_err(|source| match source.kind() {
            std::io::ErrorKind::NotFound => PackError::Missing(folder.to_owned()),
            _ => PackError::Io {
                path: path.clone(),
                source,
            },
        })?;
        let manifest: Manifest = toml::from_str(&text).map_err(|e| PackError::Manifest {
            path: path.clone(),
            message: e.to_string(),
        })?;
        if manifest.format != FORMAT {
            let message = format!("its format is `{}`, not `{FORMAT}`", manifest.format);
            return Err(PackError::Manifest { path, message });
        }
        if manifest.version > VERSION {
            return Err(PackError::Newer {
                path,
                found: manifest.version,
            });
        }
        if manifest.picture.len() > PACK_PICTURES {
            let message = format!("it names more than {PACK_PICTURES} pictures");
            return Err(PackError::Manifest { path, message });
        }
        let mut pictures = Vec::new();
        let mut faults = Vec::new();
        for entry in &manifest.picture {
            let Some(face) = face_id(&entry.face) else {
                faults.push(format!("{:?} is no face name", entry.face));
                continue;
            };
            match read_face(folder, &entry.file) {
                Ok(image) => pictures.push(FacePicture { face, image }),
                Err(why) => {
                    faults.push(format!("face {face}: the picture {:?}: {why}", entry.file));
                }
            }
        }
        if !faults.is_empty() {
            return Err(PackError::Faults(faults));
        }
        if pictures.is_empty() {
            return Err(PackError::Empty(folder.to_owned()));
        }
        Ok(Self {
            name: files::words::name(&manifest.name),
            pictures,
            taught: read_tiles(&folder.join(TILES))?,
        })
    }

    /// The pack of our own art, of these pictures that the artist drew.
    pub fn of_our_art(pictures: Vec<(FaceId, Mat)>) -> Self {
        let pictures = pictures.into_iter();
        Self {
            name: BUILT_IN.into(),
            pictures: pictures
                .map(|(face, image)| FacePicture { face, image })
                .collect(),
            taught: Taught::default(),
        }
    }

    /// Makes a pack from a folder of pictures whose names begin with the face, up to the first
    /// `_` or the extension (`D.jpg`, `D_02.png`).
    ///
    /// # Errors
    /// Fails when the folder cannot be read, holds no picture, or, with all faults listed, when
    /// a picture cannot be decoded or a name is longer than a face name may be.
    pub fn from_pictures(folder: &Path) -> Result<Self, PackError> {
        let io = |source| PackError::Io {
            path: folder.to_owned(),
            source,
        };
        let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
            .map_err(io)?
            .map(|entry| entry.map(|e| e.path()))
            .collect::<Result<_, _>>()
            .map_err(io)?;
        files.retain(|file| {
            let extension = file.extension().and_then(|e| e.to_str()).unwrap_or("");
            files::picture::ENDINGS.contains(&extension.to_ascii_lowercase().as_str())
        });
        files.sort();
        let mut pictures = Vec::new();
        let mut faults = Vec::new();
        check_count(files.len())?;
        for file in files {
            let stem = file.file_stem().and_then(|s| s.to_str()).unwrap_or("");
            let name = stem.split('_').next().unwrap_or(stem);
            let Some(face) = face_id(name) else {
                faults.push(format!("{}: {name:?} is no face name", file.display()));
                continue;
            };
            let file_name = file.file_name().unwrap_or_default().to_string_lossy();
            match read_face(folder, &file_name) {
                Ok(image) => pictures.push(FacePicture { face, image }),
                Err(why) => {
                    faults.push(format!("{} is no readable picture: {why}", file.display()));
                }
            }
        }
        if !faults.is_empty() {
            return Err(PackError::Faults(faults));
        }
        if pictures.is_empty() {
            return Err(PackError::Empty(folder.to_owned()));
        }
        // `.` and `..` are called something, too.
        let named = match folder.file_name() {
            Some(_) => folder.to_owned(),
            None => folder.canonicalize().map_err(io)?,
        };
        let name = named.file_name().unwrap_or_default().to_string_lossy();
        Ok(Self {
            name: files::words::name(&name),
            pictures,
            taught: Taught::default(),
        })
    }

    /// Writes the pack's files into an empty folder; none that could not be read again.
    fn fill(&self, folder: &Path) -> Result<(), PackError> {
        check_count(self.pictures.len())?;
        let mut picture = Vec::new();
        let mut count = std::collections::BTreeMap::<FaceId, u32>::new();
        for face_picture in &self.pictures {
            let n = count.entry(face_picture.face).or_default();
            *n += 1;
            let file = format!("{}_{n:02}.png", face_picture.face);
            let bytes = crate::view::rectify::png(&face_picture.image)?;
            let path = folder.join(&file);
            files::write::file(&path, &bytes).map_err(not_written(&path))?;
            picture.push(ManifestPicture {
                face: face_picture.face.to_string(),
                file,
            });
        }
        let manifest = Manifest {
            format: FORMAT.into(),
            version: VERSION,
            name: self.name.clone(),
            picture,
        };
        let path = folder.join(MANIFEST);
        let text = toml::to_string(&manifest).map_err(|e| PackError::Manifest {
            path: path.clone(),
            message: e.to_string(),
        })?;
        files::write::file(&path, text.as_bytes()).map_err(not_written(&path))?;
        let tiles = folder.join(TILES);
        if self.taught.is_empty() {
            return Ok(());
        }
        files::write::file(&tiles, self.taught.to_toml().as_bytes()).map_err(not_written(&tiles))
    }

    /// Writes the pack into a new folder, which is there once all of it is.
    ///
    /// # Errors
    /// Fails when there is anything already but an empty folder, or the disk refuses; nothing
    /// is left behind then.
    pub fn save(&self, folder: &Path) -> Result<(), PackError> {
        if folder.symlink_metadata().is_ok() && !is_empty(folder) {
            return Err(PackError::Taken(folder.to_owned()));
        }
        let beside = files::write::folder_beside(folder).map_err(not_written(folder))?;
        self.fill(beside.path())?;
        files::write::rename(beside.path(), folder).map_err(not_written(folder))
    }

    /// The same in place of the pack that is there; what is there stays until the new one is
    /// whole.
    ///
    /// # Errors
    /// Fails when what is there is more than a pack, or the disk refuses; what was there is
    /// there still then.
    pub fn save_over(&self, folder: &Path) -> Result<(), PackError> {
        let failed = not_written(folder);
        if !folder.exists() || is_empty(folder) {
            return self.save(folder);
        }
        if !holds_only_a_pack(folder) {
            return Err(PackError::NotOnlyAPack(folder.to_owned()));
        }
        let beside = files::write::folder_beside(folder).map_err(&failed)?;
        self.fill(beside.path())?;
        files::write::folder_over(&beside, folder).map_err(failed)
    }

    /// Where it has this very picture of this face; `None` if it has not.
    ///
    /// # Errors
    /// Fails when OpenCV does.
    pub fn position(&self, picture: &FacePicture) -> opencv::Result<Option<usize>> {
        for (at, own) in self.pictures.iter().enumerate() {
            if own.face == picture.face && merge::same(&own.image, &picture.image)? {
                return Ok(Some(at));
            }
        }
        Ok(None)
    }

    /// The faces it knows and how many pictures it has of each, by name.
    pub fn faces(&self) -> std::collections::BTreeMap<FaceId, usize> {
        let mut faces = std::collections::BTreeMap::new();
        for picture in &self.pictures {
            *faces.entry(picture.face).or_default() += 1;
        }
        faces
    }
}

/// Refuses more pictures than a pack may have.
fn check_count(pictures: usize) -> Result<(), PackError> {
    if pictures <= PACK_PICTURES {
        return Ok(());
    }
    let many = format!("there are more than {PACK_PICTURES} pictures");
    Err(PackError::Faults(vec![many]))
}

/// What people taught; nothing where the file is not there.
fn read_tiles(path: &Path) -> Result<Taught, PackError> {
    let text = match files::read::text(path, TEXT_BYTES) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Taught::default()),
        Err(source) => {
            return Err(PackError::Io {
                path: path.to_owned(),
                source,
            });
        }
    };
    Taught::from_toml(&text).map_err(|error| PackError::Manifest {
        path: path.to_owned(),
        message: error.to_string(),
    })
}

/// A face picture of that folder as [`FACE_PX`] squared BGR, or why there is none.
fn read_face(folder: &Path, file: &str) -> Result<Mat, String> {
    let path = files::read::inside(folder, file).map_err(|error| error.to_string())?;
    let image = picture::whole(&path, FACE_PIXELS).map_err(|error| error.to_string())?;
    square(&image).map_err(|error| error.to_string())
}

fn not_written(path: &Path) -> impl Fn(std::io::Error) -> PackError + use<> {
    let path = path.to_owned();
    move |source| PackError::NotWritten {
        path: path.clone(),
        source,
    }
}

/// Whether it is a folder with nothing in it.
pub fn is_empty(folder: &Path) -> bool {
    std::fs::read_dir(folder).is_ok_and(|mut inside| inside.next().is_none())
}

/// Deletes the pack in a folder, however damaged.
///
/// # Errors
/// Fails when there is more than a pack, or none, or the disk refuses.
pub fn delete(folder: &Path) -> Result<(), PackError> {
    if !holds_only_a_pack(folder) {
        return Err(PackError::NotOnlyAPack(folder.to_owned()));
    }
    files::write::remove_folder(folder).map_err(not_written(folder))
}

/// Whether a folder holds a pack, its description and the pictures that this names, and nothing else.
fn holds_only_a_pack(folder: &Path) -> bool {
    let path = folder.join(MANIFEST);
    let manifest = files::read::text(&path, TEXT_BYTES).ok();
    let manifest = manifest.and_then(|text| toml::from_str::<Manifest>(&text).ok());
    let named = manifest.map(|manifest| {
        let files = manifest.picture.into_iter().map(|picture| picture.file);
        files.collect::<BTreeSet<String>>()
    });
    let is_picture = |name: &str| match &named {
        Some(named) => named.contains(name),
        // What a damaged description named is not known.
        None => is_saved_name(name),
    };
    let of_a_pack = |name: &str| name == MANIFEST || name == TILES || is_picture(name);
    let inside = std::fs::read_dir(folder).into_iter().flatten();
    let mut names = inside.map(|entry| entry.ok()?.file_name().into_string().ok());
    path.is_file() && names.all(|name| name.is_some_and(|n| of_a_pack(&n)))
}

/// Whether [`Pack::save`] gives a picture such a name: `D_02.png`.
fn is_saved_name(file: &str) -> bool {
    let stem = file.strip_suffix(".png");
    let parts = stem.and_then(|stem| stem.rsplit_once('_'));
    parts.is_some_and(|(face, number)| face_id(face).is_some() && number.parse::<u32>().is_ok())
}

/// Scales a face picture to [`FACE_PX`] squared.
///
/// # Errors
/// Fails on an empty picture.
pub fn square(image: &Mat) -> Result<Mat, PackError> {
    let shrinks = image.cols() > FACE_PX;
    let how = if shrinks {
        imgproc::INTER_AREA
    } else {
        imgproc::INTER_CUBIC
    };
    let face = cv::resized(image, Size::new(FACE_PX, FACE_PX), how)?;
    Ok(face)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(file: &Path, size: i32) {
        let image = Mat::new_size_with_default(
            Size::new(size, size),
            opencv::core::CV_8UC3,
            opencv::core::Scalar::all(90.0),
        );
        let bytes = crate::view::rectify::png(&image.expect("a picture")).expect("encoded");
        std::fs::write(file, bytes).expect("written");
    }

    /// A folder with a pack that names this face and this file for it.
    fn foreign(place: &Path, face: &str, file: &str) -> PathBuf {
        let folder = place.join("foreign");
        std::fs::create_dir_all(&folder).expect("made");
        picture(&folder.join("D_01.png"), 8);
        let text = format!(
            "format = \"nebelwacht-pack\"\nversion = 1\nname = \"x\"\n\
             [[picture]]\nface = {}\nfile = {}\n",
            toml::Value::from(face),
            toml::Value::from(file)
        );
        std::fs::write(folder.join(MANIFEST), text).expect("written");
        folder
    }

    #[test]
    fn a_foreign_pack_names_faces_and_files_within_itself_only() {
        let place = tempfile::tempdir().expect("a temporary folder");
        let load = |face: &str, file: &str| Pack::load(&foreign(place.path(), face, file));
        assert!(load("D", "D_01.png").is_ok());
        let absolute = place.path().join("B").display().to_string();
        let long = "D".repeat(9);
        for face in [
            "../B",
            "/tmp/B",
            &absolute,
            "..",
            ".",
            "",
            "a\u{1b}[2J",
            "a\nb",
            "a/b",
            "a\\b",
            &long,
        ] {
            let refused = load(face, "D_01.png").err().expect("refused");
            assert!(matches!(refused, PackError::Faults(_)), "{face}: {refused}");
            assert!(!refused.to_string().contains('\u{1b}'), "{refused}");
        }
        picture(&place.path().join("secret.png"), 8);
        let link = foreign(place.path(), "D", "D_01.png").join("link.png");
        std::os::unix::fs::symlink("../secret.png", &link).expect("linked");
        let zero = link.with_file_name("zero.png");
        std::os::unix::fs::symlink("/dev/zero", &zero).expect("linked");
        let pipe = link.with_file_name("pipe.png");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status();
        assert!(made.expect("mkfifo").success());
        for file in [
            "../secret.png",
            "/dev/zero",
            "link.png",
            "zero.png",
            "pipe.png",
            "none.png",
        ] {
            let refused = load("D", file).err().expect("refused");
            assert!(matches!(refused, PackError::Faults(_)), "{file}: {refused}");
        }
    }

    #[test]
    fn a_small_file_cannot_ask_for_gigabytes_and_a_cut_one_is_told() {
        let place = tempfile::tempdir().expect("a temporary folder");
        let file = place.path().join("D.png");
        picture(&file, 8);
        let good = std::fs::read(&file).expect("read");
        // Width and height stand in bytes 16 to 24 of a PNG.
        let mut huge = good.clone();
        huge[16..24].copy_from_slice(&[0, 0, 0x4e, 0x20, 0, 0, 0x4e, 0x20]);
        std::fs::write(&file, huge).expect("written");
        let refused = Pack::from_pictures(place.path()).err().expect("refused");
        assert!(refused.to_string().contains("20000 × 20000"), "{refused}");
        std::fs::write(&file, &good[..good.len() - 13]).expect("written");
        let refused = Pack::from_pictures(place.path()).err().expect("refused");
        assert!(refused.to_string().contains("cut off"), "{refused}");
    }

    #[test]
    fn a_pack_that_could_not_be_read_again_is_not_written() {
        let place = tempfile::tempdir().expect("a temporary folder");
        let out = place.path().join("out");
        let picture = FacePicture {
            face: face_id("D").expect("a name"),
            image: Mat::default(),
        };
        let pack = Pack {
            pictures: vec![picture; PACK_PICTURES + 1],
            ..Pack::default()
        };
        assert!(matches!(pack.save(&out), Err(PackError::Faults(_))));
        assert_eq!(std::fs::read_dir(place.path()).expect("listed").count(), 0);
    }

    #[test]
    fn a_pack_made_of_pictures_is_called_as_their_folder_is() {
        let place = tempfile::tempdir().expect("a temporary folder");
        let folder = place.path().join("box\u{1b}[2J");
        let inner = folder.join("inner");
        std::fs::create_dir_all(&inner).expect("made");
        picture(&folder.join("D.png"), 8);
        for from in [&folder, &inner.join("..")] {
            let pack = Pack::from_pictures(from).expect("read");
            assert_eq!(pack.name, "box[2J");
        }
    }

    #[test]
    fn a_pack_takes_its_place_whole_and_only_that_of_a_pack() {
        let place = tempfile::tempdir().expect("a temporary folder");
        let pack = Pack::load(&foreign(place.path(), "D", "D_01.png")).expect("read");
        let out = place.path().join("out");
        pack.save(&out).expect("written");
        assert!(matches!(pack.save(&out), Err(PackError::Taken(_))));
        pack.save_over(&out).expect("replaced");
        assert_eq!(Pack::load(&out).expect("read").pictures.len(), 1);
        std::fs::write(out.join("holiday.jpg"), "").expect("written");
        assert!(matches!(
            pack.save_over(&out),
            Err(PackError::NotOnlyAPack(_))
        ));
        assert!(out.join("holiday.jpg").exists());
        let left = std::fs::read_dir(place.path()).expect("listed").count();
        assert_eq!(left, 2, "nothing is left beside them");
    }

    #[test]
    fn a_picture_that_a_pack_does_not_name_is_not_thrown_away_with_it() {
        let place = tempfile::tempdir().expect("a temporary folder");
        let folder = foreign(place.path(), "D", "D_01.png");
        let in_folder = |name: &str| folder.join(name);
        let refused = || matches!(delete(&folder), Err(PackError::NotOnlyAPack(_)));
        picture(&in_folder("holiday.png"), 8);
        assert!(refused(), "a person's picture");
        std::fs::remove_file(in_folder("holiday.png")).expect("removed");
        let text = std::fs::read_to_string(in_folder(MANIFEST)).expect("read");
        let text = text.replace("D_01.png", "D.jpg");
        std::fs::write(in_folder(MANIFEST), text).expect("written");
        assert!(refused(), "a picture that is not named any more");
        std::fs::rename(in_folder("D_01.png"), in_folder("D.jpg")).expect("renamed");
        assert!(holds_only_a_pack(&folder), "pictures of another kind");
        std::fs::write(in_folder(MANIFEST), "torn").expect("written");
        assert!(refused(), "perhaps a person's picture");
        std::fs::rename(in_folder("D.jpg"), in_folder("D_01.png")).expect("renamed");
        delete(&folder).expect("a damaged pack");
        assert!(!folder.exists());
    }
}
