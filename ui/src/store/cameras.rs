//! What is known of cameras, in a small file each in the data folder: read when a camera is
//! opened, written at quiet moments and when it is put away.
//!
//! No file is trusted: what makes no sense is left out with a line in the log, and vision checks
//! for itself whether the rest still holds.

use std::io;
use std::path::{Path, PathBuf};

use calibration::KnownView;
use jiff::Timestamp;
use percent_encoding::percent_decode_str;
use serde::{Deserialize, Serialize};
use vision::source::{Pace, SourceSpec, cameras, without_secrets};

use crate::store::folders::Folders;

/// Version of the files.
const VERSION: u32 = 1;
/// No such file is longer: eight sizes of pictures with a board of all boxes each.
const LONGEST: u64 = 128 * 1024;
/// Sizes of pictures kept of one camera, the one last used first.
const MOST_SIZES: usize = 8;
/// Letters of a camera's name that go into the name of its file.
const LONGEST_NAME: usize = 60;
const ENDING: &str = "toml";

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    version: u32,
    camera: String,
    #[serde(default)]
    pictures: Vec<Pictures>,
}

/// What is known of a camera at one size of its pictures.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Pictures {
    #[serde(skip_serializing_if = "Option::is_none")]
    lens_since: Option<Timestamp>,
    #[serde(skip_serializing_if = "Option::is_none")]
    board_seen: Option<Timestamp>,
    view: KnownView,
}

/// A camera of which something is known, to be named on screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownCamera {
    /// Names it for the program.
    pub id: String,
    /// What the system calls it, or its address.
    pub name: String,
    /// Since when its lens is known, as a local date, and the tiles that told it.
    pub lens: Option<(String, u32)>,
    /// When a board was last seen through it, as a local date and time.
    pub board: Option<String>,
}

/// The file of one camera.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CameraFile {
    path: PathBuf,
    camera: String,
}

impl CameraFile {
    /// The file of the camera that a source is; `None` for what was filmed before.
    pub fn of(folders: &Folders, spec: &SourceSpec) -> Option<Self> {
        (spec.pace() == Pace::Live).then(|| Self::named(folders, &name_of(spec)))
    }

    /// The file of the camera with that name.
    pub fn named(folders: &Folders, camera: &str) -> Self {
        let camera: String = camera.chars().take(LONGEST_NAME).collect();
        let (short, stem) = files::words::file_stem(&camera);
        Self {
            path: folders.cameras().join(format!("{stem}.{ENDING}")),
            camera: short,
        }
    }

    /// [`KnownCamera::id`].
    pub fn id(&self) -> &str {
        &self.camera
    }

    /// What is known; nothing if there is no file, or none that can be meant.
    pub fn read(&self) -> Vec<KnownView> {
        let pictures = self.pictures().into_iter();
        pictures.map(|pictures| pictures.view).collect()
    }

    fn pictures(&self) -> Vec<Pictures> {
        let read = read(&self.path).unwrap_or_else(|why| {
            let path = self.path.display();
            tracing::warn!(%path, %why, "what was known of this camera cannot be used");
            None
        });
        let Some(file) = read else {
            return Vec::new();
        };
        let mut pictures = file.pictures;
        pictures.retain(|pictures| {
            let fault = pictures.view.check().err();
            if let Some(why) = fault {
                tracing::warn!(path = %self.path.display(), %why, "left out");
            }
            fault.is_none()
        });
        pictures.truncate(MOST_SIZES);
        pictures
    }

    /// Notes what is known `now`; what it does not say stays as it was.
    ///
    /// # Errors
    /// When the file cannot be written; what was there stays then.
    pub fn note(&self, view: &KnownView, now: Timestamp) -> io::Result<()> {
        let mut all = self.pictures();
        let at = all.iter().position(|old| old.view.size == view.size);
        let old = at.map(|at| all.remove(at));
        let was = old.as_ref();
        let known = was.is_some_and(|old| old.view.lens.is_some());
        let since = was.and_then(|old| old.lens_since);
        let new = Pictures {
            lens_since: match (view.lens, known) {
                (Some(_), false) => Some(now),
                _ => since,
            },
            board_seen: match view.board {
                Some(_) => Some(now),
                None => was.and_then(|old| old.board_seen),
            },
            view: KnownView {
                size: view.size,
                lens: view.lens.or(was.and_then(|old| old.view.lens)),
                board: view.board.clone().or(old.and_then(|old| old.view.board)),
            },
        };
        all.insert(0, new);
        all.truncate(MOST_SIZES);
        let file = File {
            version: VERSION,
            camera: self.camera.clone(),
            pictures: all,
        };
        write(&self.path, &file)
    }
}

/// A camera's name: the system's, or a stream's address without what is secret in it.
fn name_of(spec: &SourceSpec) -> String {
    match spec {
        SourceSpec::Camera(index) => {
            let listed = cameras().unwrap_or_default();
            let named = listed.into_iter().find(|camera| camera.index == *index);
            named.map_or_else(|| spec.to_string(), |camera| camera.name)
        }
        SourceSpec::Stream(url) => without_secrets(url),
        SourceSpec::Video(_) | SourceSpec::Folder(_) => spec.to_string(),
    }
}

fn read(path: &Path) -> Result<Option<File>, String> {
    let text = match files::read::text(path, LONGEST) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error.to_string()),
    };
    let file: File = toml::from_str(&text).map_err(|error| error.message().to_owned())?;
    if file.version != VERSION {
        return Err(format!("version {} is not known", file.version));
    }
    Ok(Some(file))
}

/// Writes beside the old file and then takes its place.
fn write(path: &Path, file: &File) -> io::Result<()> {
    let text = toml::to_string(file).map_err(io::Error::other)?;
    files::write::file(path, text.as_bytes())
}

/// The cameras of which something is known, by name.
pub fn list(folders: &Folders) -> Vec<KnownCamera> {
    let entries = std::fs::read_dir(folders.cameras());
    let paths = entries.into_iter().flatten().flatten().map(|e| e.path());
    let mut known: Vec<KnownCamera> = paths
        .filter(|path| path.extension().is_some_and(|ending| ending == ENDING))
        .filter_map(|path| {
            let stem = path.file_stem()?.to_str()?.to_owned();
            let name = percent_decode_str(&stem).decode_utf8().ok()?.into_owned();
            Some(described(&CameraFile::named(folders, &name)))
        })
        .collect();
    known.sort_by(|a, b| a.name.cmp(&b.name));
    known
}

fn described(file: &CameraFile) -> KnownCamera {
    let pictures = file.pictures();
    let local = |at: Timestamp, form| {
        let local = at.to_zoned(jiff::tz::TimeZone::system());
        local.strftime(form).to_string()
    };
    let lens = pictures.iter().find_map(|p| p.view.lens.zip(p.lens_since));
    let board = pictures.iter().filter_map(|p| p.board_seen).max();
    KnownCamera {
        id: file.camera.clone(),
        name: file.camera.clone(),
        lens: lens.map(|(lens, since)| (local(since, "%Y-%m-%d"), lens.tiles)),
        board: board.map(|at| local(at, "%Y-%m-%d %H:%M")),
    }
}

/// Forgets a camera.
///
/// # Errors
/// When its file is there and cannot be removed.
pub fn forget(folders: &Folders, id: &str) -> io::Result<()> {
    files::write::remove(&CameraFile::named(folders, id).path)
}

#[cfg(test)]
pub(crate) mod tests {
    use calibration::{Homography, KnownBoard, KnownLens};

    use super::*;

    fn folders(place: &Path) -> Folders {
        Folders::find(Some(place)).expect("given")
    }

    /// What is known of a camera, for tests.
    pub(crate) fn view(bend: Option<f64>, cells: &[[i32; 2]]) -> KnownView {
        KnownView {
            size: [1920, 1080],
            lens: bend.map(|bend| KnownLens { bend, tiles: 30 }),
            board: (!cells.is_empty()).then(|| KnownBoard {
                image_from_lattice: Homography::new([
                    [90.0, 0.0, 900.0],
                    [0.0, 90.0, 500.0],
                    [0.0, 0.0, 1.0],
                ]),
                face_share: 0.985,
                cells: cells.to_vec(),
            }),
        }
    }

    fn at(seconds: i64) -> Timestamp {
        Timestamp::from_second(seconds).expect("a time")
    }

    #[test]
    fn what_is_noted_is_known_again_and_can_be_forgotten() {
        let place = tempfile::tempdir().expect("a temporary folder");
        let folders = folders(place.path());
        let file = CameraFile::named(&folders, "HD Webcam/ C920: ü");
        assert_eq!(file.read(), []);
        let whole = view(Some(-0.07), &[[0, 0], [1, 0], [1, 1]]);
        file.note(&whole, at(1_000_000)).expect("written");
        // A game that saw no board takes nothing away; another size lies beside.
        file.note(&view(None, &[]), at(2_000_000)).expect("written");
        let small = KnownView {
            size: [640, 480],
            ..view(None, &[])
        };
        file.note(&small, at(3_000_000)).expect("written");
        assert_eq!(file.read(), [small, whole]);
        let known = list(&folders);
        assert_eq!(known.len(), 1);
        assert_eq!(known[0].name, "HD Webcam/ C920: ü");
        assert!(known[0].lens.as_ref().is_some_and(|lens| lens.1 == 30));
        assert!(
            known[0]
                .lens
                .as_ref()
                .is_some_and(|l| l.0.as_str() < "1970-01-14")
        );
        assert!(known[0].board.is_some());
        forget(&folders, &known[0].id).expect("forgotten");
        assert_eq!(list(&folders), []);
        assert_eq!(file.read(), []);
    }

    #[test]
    fn a_camera_may_be_called_anything() {
        let place = tempfile::tempdir().expect("a temporary folder");
        let folders = folders(place.path());
        for name in ["🦊".repeat(80), "../../x".to_owned(), "ü".repeat(80)] {
            let file = CameraFile::named(&folders, &name);
            file.note(&view(None, &[[0, 0]]), at(1)).expect("written");
            assert_eq!(file.read().len(), 1, "{name}");
            forget(&folders, file.id()).expect("forgotten");
            assert_eq!(file.read(), []);
        }
    }

    #[test]
    fn a_wrong_or_hostile_file_is_left_out() {
        let place = tempfile::tempdir().expect("a temporary folder");
        let folders = folders(place.path());
        let file = CameraFile::named(&folders, "cam");
        file.note(&view(Some(-0.07), &[[0, 0]]), at(1))
            .expect("written");
        let good = std::fs::read_to_string(&file.path).expect("read");
        for bad in [
            "no toml at all [".to_owned(),
            String::new(),
            good.replace("version = 1", "version = 2"),
            good.replace("-0.07", "nan"),
            good.replace("-0.07", "-7.0"),
            good.replace("900.0", "1e300"),
            good.replace("tiles = 30", "tiles = -1"),
            format!("{good}{}", "# and on and on\n".repeat(20_000)),
        ] {
            assert_ne!(bad, good);
            std::fs::write(&file.path, &bad).expect("written");
            assert_eq!(file.read(), [], "{}", &bad[..bad.len().min(300)]);
        }
        // The next note begins anew.
        file.note(&view(None, &[[0, 0]]), at(9)).expect("written");
        assert_eq!(file.read().len(), 1);
    }

    #[test]
    fn streams_are_named_without_their_secrets() {
        let spec = "rtsp://anna:secret@10.0.0.7:554/live/1?token=abc".parse();
        assert_eq!(
            name_of(&spec.expect("a stream")),
            "rtsp://10.0.0.7:554/live/1"
        );
    }
}
