//! A box that is being learnt, on disk: beside the pack it becomes, in a folder of its own, until it
//! is complete. What was photographed and said outlives the program; what follows from it is worked
//! out anew.

use std::io;
use std::path::{Path, PathBuf};

use carcassonne::catalogue::{FaceId, TileSet};
use carcassonne::geometry::Rotation;
use files::limits::{FACE_PIXELS, TEXT_BYTES};
use serde::{Deserialize, Serialize};
use vision::learn::{Answer, Cutout, Learning, Tile};
use vision::view::rectify::png;

/// The boxes that can be learnt whole; the others are taught tile by tile.
pub const BOXES: [TileSet; 2] = [TileSet::Base, TileSet::MageAndWitch];
/// The newest version that is written and understood.
const VERSION: u32 = 1;
const FILE: &str = "learning.json";
/// What its folder is called after the pack.
const ENDING: &str = ".learning";
/// More tiles than any box has.
const MOST_TILES: usize = 2000;
/// No photograph reaches farther, px; see [`files::limits::PHOTO_PIXELS`].
const FARTHEST_PX: f64 = 100_000.0;

#[derive(Serialize, Deserialize)]
struct Kept {
    version: u32,
    #[serde(rename = "box", default = "first_box")]
    set: TileSet,
    photos: Vec<String>,
    tiles: Vec<KeptTile>,
    answers: Vec<KeptAnswer>,
}

/// What was learnt before a file said so.
const fn first_box() -> TileSet {
    TileSet::Base
}

#[derive(Serialize, Deserialize)]
struct KeptTile {
    photo: usize,
    corners_px: [[f64; 2]; 4],
    picture: String,
}

#[derive(Serialize, Deserialize)]
struct KeptAnswer {
    tile: usize,
    face: Option<FaceId>,
    #[serde(default)]
    quarter_turns: Option<u8>,
}

/// The folder in which the learning of that pack is kept.
pub fn folder(pack: &Path) -> PathBuf {
    let mut name = pack.file_name().unwrap_or_default().to_owned();
    name.push(ENDING);
    pack.with_file_name(name)
}

/// Whether a folder of that name is such a folder.
pub fn is_kept(name: &str) -> bool {
    name.ends_with(ENDING)
}

/// Whether something was begun there.
pub fn is_there(folder: &Path) -> bool {
    folder.join(FILE).is_file()
}

/// What was learnt so far, and of which box; `None` if nothing was begun.
///
/// # Errors
/// When it is there and cannot be read.
pub fn load(folder: &Path) -> io::Result<Option<(TileSet, Learning)>> {
    let text = match files::read::text(&folder.join(FILE), TEXT_BYTES) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error),
    };
    let bad = |why: String| io::Error::new(io::ErrorKind::InvalidData, why);
    let kept: Kept = serde_json::from_str(&text).map_err(|error| bad(error.to_string()))?;
    if kept.version > VERSION {
        return Err(bad("it was written by a newer Nebelwacht".into()));
    }
    if !BOXES.contains(&kept.set) {
        return Err(bad("its box is none that can be learnt".into()));
    }
    if kept.tiles.len() > MOST_TILES {
        return Err(bad(format!("it has more than {MOST_TILES} tiles")));
    }
    let mut learning = Learning {
        photos: kept.photos,
        ..Learning::default()
    };
    for tile in kept.tiles {
        if tile.photo >= learning.photos.len() {
            return Err(bad(format!("photograph {} is not there", tile.photo)));
        }
        let far = |number: &f64| !(-FARTHEST_PX..=FARTHEST_PX).contains(number);
        if tile.corners_px.iter().flatten().any(far) {
            return Err(bad(format!("{} lies in no photograph", tile.picture)));
        }
        let path = files::read::inside(folder, &tile.picture)?;
        let picture = vision::picture::whole(&path, FACE_PIXELS)?;
        let picture = vision::pack::square(&picture).map_err(|error| bad(error.to_string()))?;
        learning.tiles.push(Tile {
            corners_px: tile.corners_px.map(Into::into),
            cutout: Cutout {
                picture,
                photo: tile.photo,
            },
        });
    }
    for answer in kept.answers {
        if answer.tile < learning.tiles.len() {
            learning.answer(Answer {
                tile: answer.tile,
                face: answer.face,
                rotation: answer
                    .quarter_turns
                    .map(|turns| Rotation::from_quarter_turns(i32::from(turns))),
            });
        }
    }
    Ok(Some((kept.set, learning)))
}

/// Keeps it in place of what was kept before, which stays until the new one is whole.
///
/// # Errors
/// When the disk refuses.
pub fn save(learning: &Learning, set: TileSet, folder: &Path) -> io::Result<()> {
    let beside = files::write::folder_beside(folder)?;
    let mut tiles = Vec::new();
    for (number, tile) in learning.tiles.iter().enumerate() {
        let picture = format!("tile_{:03}.png", number + 1);
        let bytes = png(&tile.cutout.picture).map_err(io::Error::other)?;
        files::write::file(&beside.path().join(&picture), &bytes)?;
        tiles.push(KeptTile {
            photo: tile.cutout.photo,
            corners_px: tile.corners_px.map(|at| at.to_array()),
            picture,
        });
    }
    let answers = learning.answers.iter().map(|answer| KeptAnswer {
        tile: answer.tile,
        face: answer.face,
        quarter_turns: answer.rotation.map(Rotation::quarter_turns),
    });
    let kept = Kept {
        version: VERSION,
        set,
        photos: learning.photos.clone(),
        tiles,
        answers: answers.collect(),
    };
    let text = serde_json::to_string_pretty(&kept).map_err(io::Error::other)?;
    files::write::file(&beside.path().join(FILE), text.as_bytes())?;
    files::write::folder_over(&beside, folder)
}

#[cfg(test)]
mod tests {
    use opencv::core::{CV_8UC3, Mat, Scalar};
    use opencv::prelude::*;

    use super::*;

    fn tile(grey: f64) -> Tile {
        let picture = Mat::new_rows_cols_with_default(192, 192, CV_8UC3, Scalar::all(grey));
        Tile {
            corners_px: [[1.0, 2.0], [9.0, 2.0], [9.0, 10.0], [1.5, 10.0]].map(Into::into),
            cutout: Cutout {
                picture: picture.expect("a picture"),
                photo: 0,
            },
        }
    }

    #[test]
    fn what_was_photographed_and_said_outlives_the_program() {
        let place = tempfile::tempdir().expect("a folder");
        let folder = folder(&place.path().join("mine"));
        assert_eq!(folder, place.path().join("mine.learning"));
        assert!(load(&folder).expect("nothing is no fault").is_none());
        let mut learning = Learning {
            photos: vec!["one.jpg".into()],
            tiles: vec![tile(40.0), tile(90.0)],
            answers: Vec::new(),
        };
        let set = TileSet::MageAndWitch;
        save(&learning, set, &folder).expect("kept");
        learning.answer(Answer {
            tile: 1,
            face: carcassonne::catalogue::face_id("V"),
            rotation: Some(Rotation::R90),
        });
        save(&learning, set, &folder).expect("kept again");
        let (kept, read) = load(&folder).expect("read").expect("begun");
        assert_eq!(kept, set);
        assert_eq!(read.photos, learning.photos);
        assert_eq!(read.answers, learning.answers);
        assert_eq!(read.tiles.len(), 2);
        assert_eq!(read.tiles[1].corners_px, learning.tiles[1].corners_px);
        assert_eq!(
            read.tiles[1].cutout.picture.data_bytes().expect("pixels")[0],
            90
        );
        let sound = std::fs::read_to_string(folder.join(FILE)).expect("text");
        let cards = sound.replace("\"mage_and_witch\"", "\"tatan\"");
        std::fs::write(folder.join(FILE), cards).expect("written");
        assert!(load(&folder).is_err(), "no box of tiles");
        let older = sound.replace("\"box\": \"mage_and_witch\",", "");
        assert_ne!(older, sound);
        std::fs::write(folder.join(FILE), older).expect("written");
        let (kept, _) = load(&folder).expect("read").expect("begun");
        assert_eq!(kept, TileSet::Base);
        for spoilt in [
            "{".to_owned(),
            sound.replace("\"photo\": 0", "\"photo\": 7"),
            sound.replace("1.5", "1e300"),
            sound.replace("\"tile_001.png\"", "\"../secret.png\""),
        ] {
            assert_ne!(spoilt, sound);
            std::fs::write(folder.join(FILE), spoilt).expect("spoilt");
            assert!(load(&folder).is_err());
        }
    }
}
