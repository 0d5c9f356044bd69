//! Tile packs: the learnt pictures of faces.
//!
//! A pack is a folder with `pack.toml` and one picture or more per face, all at rotation 0 and
//! cropped to the tile. It says what faces *look* like; what they *are* stands in the tracker's
//! catalogue, or, for tiles that people taught, as the same data in `tiles.toml` beside the
//! pictures. A pack never holds anything learnt from the scene it is about to read.

use std::path::{Path, PathBuf};

use carcassonne::catalogue::{FaceId, Taught};
use opencv::core::{Mat, Size, Vector};
use opencv::prelude::*;
use opencv::{imgcodecs, imgproc};
use serde::{Deserialize, Serialize};

mod merge;

pub use merge::{Clash, Differing, Merged, merge};

/// Side of a stored face picture, pixels: twice what a tile measures in a usual frame.
pub const FACE_PX: i32 = 192;
/// The newest `pack.toml` this program writes and understands.
const VERSION: u32 = 1;
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

/// Why a pack could not be read, built or written.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum PackError {
    #[error("there is no tile pack at {0}: no pack.toml was found")]
    Missing(PathBuf),
    #[error("cannot read {path}: {source}")]
    Io {
        path: PathBuf,
        source: std::io::Error,
    },
    #[error("{path} is not a readable pack description: {message}")]
    Manifest { path: PathBuf, message: String },
    #[error(
        "{path} was written by a newer Nebelwacht (pack version {found}, this one reads {VERSION})"
    )]
    Newer { path: PathBuf, found: u32 },
    #[error("the pack's faults:\n{}", .0.join("\n"))]
    Faults(Vec<String>),
    #[error("no picture of a face in {0}: names begin with the face, like D.jpg or D_02.png")]
    Empty(PathBuf),
    #[error(
        "these packs use one name for different tiles:\n{}",
        .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
    )]
    Differing(Vec<Differing>),
    #[error("{0} already exists")]
    Taken(PathBuf),
    #[error("our own art could not be drawn: {0}")]
    Drawing(String),
    #[error("OpenCV: {0}")]
    OpenCv(#[from] opencv::Error),
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
        if !path.is_file() {
            return Err(PackError::Missing(folder.to_owned()));
        }
        let text = std::fs::read_to_string(&path).map_err(|source| PackError::Io {
            path: path.clone(),
            source,
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
        let mut pictures = Vec::new();
        let mut faults = Vec::new();
        for entry in &manifest.picture {
            let inside = Path::new(&entry.file).components().count() == 1;
            match (
                FaceId::from(&entry.face),
                read_face(&folder.join(&entry.file)),
            ) {
                (Ok(face), Ok(image)) if inside && !face.is_empty() => {
                    pictures.push(FacePicture { face, image });
                }
                (Err(_), _) => faults.push(format!("`{}` is no face name", entry.face)),
                _ => faults.push(format!(
                    "face {}: the picture {} is missing or cannot be read",
                    entry.face, entry.file
                )),
            }
        }
        if !faults.is_empty() {
            return Err(PackError::Faults(faults));
        }
        if pictures.is_empty() {
            return Err(PackError::Empty(folder.to_owned()));
        }
        Ok(Self {
            name: manifest.name,
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
            matches!(
                extension.to_ascii_lowercase().as_str(),
                "jpg" | "jpeg" | "png" | "webp" | "bmp"
            )
        });
        files.sort();
        let mut pictures = Vec::new();
        let mut faults = Vec::new();
        for file in files {
            let stem = file.file_stem().and_then(|s| s.to_str()).unwrap_or("");
            let name = stem.split('_').next().unwrap_or(stem);
            match (FaceId::from(name), read_face(&file)) {
                (Ok(face), Ok(image)) if !face.is_empty() => {
                    pictures.push(FacePicture { face, image });
                }
                (Ok(_), Err(_)) => {
                    faults.push(format!("{} is no readable picture", file.display()))
                }
                _ => faults.push(format!("{}: `{name}` is no face name", file.display())),
            }
        }
        if !faults.is_empty() {
            return Err(PackError::Faults(faults));
        }
        if pictures.is_empty() {
            return Err(PackError::Empty(folder.to_owned()));
        }
        let name = folder
            .file_name()
            .map_or_else(String::new, |n| n.to_string_lossy().into_owned());
        Ok(Self {
            name,
            pictures,
            taught: Taught::default(),
        })
    }

    /// Writes the pack into `folder`, which is made if it is not there.
    ///
    /// # Errors
    /// Fails when the folder or a file in it cannot be written.
    pub fn save(&self, folder: &Path) -> Result<(), PackError> {
        let io = |path: &Path| {
            let path = path.to_owned();
            move |source| PackError::Io { path, source }
        };
        std::fs::create_dir_all(folder).map_err(io(folder))?;
        let mut picture = Vec::new();
        let mut count = std::collections::BTreeMap::<FaceId, u32>::new();
        for face_picture in &self.pictures {
            let n = count.entry(face_picture.face).or_default();
            *n += 1;
            let file = format!("{}_{n:02}.png", face_picture.face);
            let mut bytes = Vector::new();
            imgcodecs::imencode_def(".png", &face_picture.image, &mut bytes)?;
            let path = folder.join(&file);
            std::fs::write(&path, bytes.as_slice()).map_err(io(&path))?;
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
        std::fs::write(&path, text).map_err(io(&path))?;
        let tiles = folder.join(TILES);
        if self.taught.is_empty() {
            return Ok(());
        }
        std::fs::write(&tiles, self.taught.to_toml()).map_err(io(&tiles))
    }

    /// Writes the pack into a new folder.
    ///
    /// # Errors
    /// Fails when there is anything already but an empty folder, and as [`Pack::save`] does.
    pub fn save_new(&self, folder: &Path) -> Result<(), PackError> {
        let empty = match std::fs::read_dir(folder) {
            Ok(mut inside) => inside.next().is_none(),
            Err(error) => error.kind() == std::io::ErrorKind::NotFound,
        };
        if !empty {
            return Err(PackError::Taken(folder.to_owned()));
        }
        self.save(folder)
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

/// What people taught; nothing where the file is not there.
fn read_tiles(path: &Path) -> Result<Taught, PackError> {
    let text = match std::fs::read_to_string(path) {
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

/// A face picture as [`FACE_PX`] squared BGR.
fn read_face(file: &Path) -> Result<Mat, PackError> {
    let bytes = std::fs::read(file).map_err(|source| PackError::Io {
        path: file.to_owned(),
        source,
    })?;
    let image = imgcodecs::imdecode(&Vector::from_slice(&bytes), imgcodecs::IMREAD_COLOR)?;
    square(&image)
}

/// Scales a face picture to [`FACE_PX`] squared.
///
/// # Errors
/// Fails on an empty picture.
pub fn square(image: &Mat) -> Result<Mat, PackError> {
    let mut face = Mat::default();
    let shrinks = image.cols() > FACE_PX;
    let how = if shrinks {
        imgproc::INTER_AREA
    } else {
        imgproc::INTER_CUBIC
    };
    imgproc::resize(image, &mut face, Size::new(FACE_PX, FACE_PX), 0.0, 0.0, how)?;
    Ok(face)
}
