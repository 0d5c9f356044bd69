//! What the screens need from the rest of the program, and nothing more.
//!
//! Two traits stand between the window and the threads: [`Program`] lists, starts and opens
//! games and keeps settings; [`Link`] is one running game: its latest snapshot, its latest
//! picture, and a way to send commands. The screens never wait for either: every method
//! returns at once with the newest that is there. Tests bring a link and a program without
//! threads (`memory`), which the program itself is built without.

use std::path::{Path, PathBuf};
use std::sync::{Arc, mpsc};

use carcassonne::catalogue::FaceId;
use carcassonne::geometry::{Cell, Rotation};
use carcassonne::map::Map;
use carcassonne::piece::{Color, FigureKind};
use carcassonne::seen::SeenTable;
use opencv::core::Mat;
use serde::{Deserialize, Serialize};
use tracker::CommandError;
use tracker::command::Command;
use tracker::log::Log;
use tracker::log::event::Event;
use tracker::log::record::Record;
use tracker::setup::{Pictures, Setup};
use tracker::snapshot::Snapshot;
use vision::learn::Learning;
use vision::pack::Pack;
use vision::view::aim::Aim;

use crate::run::read_board::ReadBoard;
use crate::run::real_time::{Film, FilmWish};
use crate::run::sound::{Devices, Sound, SoundSettings};
use crate::store::cameras::KnownCamera;
use crate::store::groups::Group;
use crate::store::maps::LearntMap;
pub use crate::store::packs::PackChoice;
use crate::store::packs::{PackFacts, PackWork};
pub use crate::store::records::SavedGame;
use crate::store::results::Finished;

#[cfg(any(test, feature = "memory-link"))]
pub mod memory;
pub mod threads;

/// Called by the other side whenever a screen would show something new.
pub type Wake = Arc<dyn Fn() + Send + Sync>;

/// One running game.
pub trait Link {
    /// The newest snapshot.
    fn snapshot(&self) -> Arc<Snapshot>;

    /// The newest picture with what was read in it; `None` before the first one and in games
    /// kept by hand. The same `Arc` as long as there is no newer one.
    fn picture(&self) -> Option<Arc<Picture>>;

    /// What was last read of the still table, in vision's own lattice; `None` before the first
    /// still look and in games kept by hand.
    fn seen(&self) -> Option<Arc<SeenTable>>;

    /// How well the newest picture could be read, as far as that was judged; `None` before and
    /// in games kept by hand. Asking has the next picture judged, so a screen that shows it asks
    /// with every pass.
    fn aim(&self) -> Option<Arc<Aim>>;

    /// How the source of pictures fares. Whether the table can be read stands in the
    /// snapshot's `health`.
    fn source(&self) -> SourceState;

    /// Hands a command to the tracker. Never blocks and never drops; a refusal arrives as a
    /// [`Notice`].
    fn send(&self, command: Command);

    /// What happened since the last call and is worth a passing line, oldest first.
    fn notices(&self) -> Vec<Notice>;

    /// All events of the game so far, for looking back. The same `Arc` as long as nothing new
    /// has happened.
    fn events(&self) -> Arc<Vec<Event>>;

    /// The file the game is saved in as it goes on; `None` if it lives in memory only.
    fn record(&self) -> Option<PathBuf>;

    /// The camera that is watched through, as [`KnownCamera::id`]; `None` for films and in games
    /// kept by hand.
    fn camera(&self) -> Option<String>;

    /// Where the film is that is watched; `None` for live sources and in games kept by hand.
    fn film(&self) -> Option<Film> {
        None
    }

    /// Wants something of that film.
    fn play(&self, _wish: FilmWish) {}

    /// What is known of packs that read the table better than the one at work; `None` as long as
    /// nothing is, and once the table is read.
    fn pack_news(&self) -> Option<PackNews> {
        None
    }

    /// The pages for phones, while they are switched on.
    fn phones(&self) -> Option<PhonesOpen> {
        None
    }

    /// Switches the pages for phones on or off.
    ///
    /// # Errors
    /// When there is no network, or nobody can be waited for.
    fn show_phones(&self, _on: bool) -> Result<(), Failure> {
        Ok(())
    }

    /// Sets what to call when something changed. Called once, right after the game was
    /// started; a later call replaces the earlier one.
    fn on_change(&self, wake: Wake);
}

/// Everything outside a running game.
pub trait Program {
    /// The settings as last kept, or the defaults.
    fn settings(&self) -> Settings;

    /// Keeps the settings. A failure to write them is not worth stopping for.
    fn keep_settings(&mut self, settings: &Settings);

    /// Those who have played together, with their rules; whoever played last first.
    fn groups(&self) -> Vec<Group>;

    /// What a saved game is watched from, if that is live, and the pack it is read with; nothing
    /// and no pack otherwise.
    fn watched(&self, record: Option<&Path>) -> (Source, Option<String>);

    /// Games in the data folder, the one last played first.
    fn games(&self) -> Vec<SavedGame>;

    /// What came of all finished games, read on a thread of its own; `wake` is called when it is
    /// there.
    fn finished_games(&self, wake: Box<dyn FnOnce() + Send>) -> mpsc::Receiver<Vec<Finished>>;

    /// Files among the saved games that cannot be told, and why not.
    fn damaged_games(&self) -> Vec<(PathBuf, String)> {
        Vec::new()
    }

    /// The folder [`Program::games`] are in, to be named on screen.
    fn games_folder(&self) -> PathBuf;

    /// The folder in which exported games get a folder each.
    fn exports_folder(&self) -> PathBuf;

    /// Reads a saved game without going on with it.
    ///
    /// # Errors
    /// If it cannot be read.
    fn read(&self, record: &Path) -> Result<Record, Failure>;

    /// Writes a page to print beside a game's record (in the data folder if it has none), and
    /// says where.
    ///
    /// # Errors
    /// If it cannot be written.
    fn keep_map(&mut self, record: Option<&Path>, page: &str) -> Result<PathBuf, Failure>;

    /// Tile packs to choose from; the first one is the default.
    fn packs(&self) -> Vec<PackChoice>;

    /// All packs with what is in them. Takes a moment: the screens ask once.
    fn shelf(&self) -> Vec<PackFacts>;

    /// Builds, brings in, copies, joins or deletes a pack; answers with its folder.
    ///
    /// # Errors
    /// If it cannot be done; nothing has changed then.
    fn work_on_packs(&mut self, work: &PackWork) -> Result<PathBuf, Failure>;

    /// The pack of that [`PackChoice::id`]; our own art is drawn. Takes a moment.
    ///
    /// # Errors
    /// If it cannot be read.
    fn open_pack(&self, pack: &str) -> Result<Arc<Pack>, Failure>;

    /// Keeps a pack under that name, in place of the one that was there; answers with its
    /// folder.
    ///
    /// # Errors
    /// If it cannot be written; what was there stays then.
    fn keep_pack(&mut self, id: &str, pack: &Pack) -> Result<PathBuf, Failure>;

    /// The box being learnt that becomes that pack; `None` if nothing was begun.
    ///
    /// # Errors
    /// If it is there and cannot be read.
    fn learning(&self, id: &str) -> Result<Option<Learning>, Failure>;

    /// Keeps what was photographed and said of a box beside its pack; with `None` what was kept
    /// goes.
    ///
    /// # Errors
    /// If it cannot be written; what was there stays then.
    fn keep_learning(&mut self, id: &str, learning: Option<&Learning>) -> Result<(), Failure>;

    /// The faces of a game that the pack of that [`PackChoice::id`] has no picture of; none if
    /// the pack cannot be read, which starting will say. May take a moment: the screens ask
    /// once per choice.
    fn pack_lacks(&self, pack: &str, setup: &Setup) -> Vec<FaceId>;

    /// What the machine can let be heard.
    fn devices(&self) -> Devices;

    /// Lets something be heard, as soon as what is heard now has ended; never waits.
    fn play(&mut self, sound: Sound);

    /// Cameras to choose from, those that cannot be used with the reason. May take a moment:
    /// the screens ask once when a list is opened.
    fn cameras(&self) -> Vec<CameraChoice>;

    /// The maps that were learnt. The screens ask once.
    fn learnt_maps(&self) -> Vec<LearntMap>;

    /// Keeps a map with its print, in place of one of that name; answers with its file.
    ///
    /// # Errors
    /// If it cannot be written.
    fn learn_map(&mut self, map: &Map, print: &Mat) -> Result<PathBuf, Failure>;

    /// The cameras of which something is known from before; reads a small file of each.
    fn known_cameras(&self) -> Vec<KnownCamera>;

    /// Forgets what is known of the camera of that [`KnownCamera::id`].
    ///
    /// # Errors
    /// If it cannot be forgotten.
    fn forget_camera(&mut self, id: &str) -> Result<(), Failure>;

    /// Reads the board of a finished game in a photograph, on a thread of its own; `wake` is called
    /// when it is there. Without a pack whichever reads most of it.
    fn read_board(
        &self,
        photo: &Path,
        setup: &Setup,
        pack: Option<&str>,
        wake: Wake,
    ) -> mpsc::Receiver<Result<ReadBoard, Failure>>;

    /// Keeps what was taken over of a photograph as a saved game; answers with its record.
    ///
    /// # Errors
    /// If it cannot be written.
    fn keep_board(&mut self, setup: &Setup, log: &Log) -> Result<PathBuf, Failure>;

    /// Starts the demo: a game on a synthetic table.
    ///
    /// # Errors
    /// If it cannot be started; nothing has changed then.
    fn demo(&mut self) -> Result<Box<dyn Link>, Failure>;

    /// Starts a new game.
    ///
    /// # Errors
    /// If it cannot be started; nothing has changed then.
    fn start(&mut self, game: NewGame) -> Result<Box<dyn Link>, Failure>;

    /// Goes on with a saved game.
    ///
    /// # Errors
    /// If the record or the source cannot be opened; nothing has changed then.
    fn open(&mut self, record: &Path, source: Source) -> Result<Box<dyn Link>, Failure>;

    /// Goes on with the running game, which is closed already, with another pack: with the same
    /// record if something has `begun`, otherwise from its set-up and from its film's start.
    ///
    /// # Errors
    /// If pack, record or source cannot be opened.
    fn play_with(
        &mut self,
        record: &Path,
        setup: &Setup,
        begun: bool,
        pack: &str,
    ) -> Result<Box<dyn Link>, Failure>;

    /// The pack that was last played with, if it was not our own art.
    fn last_pack(&self) -> Option<String> {
        None
    }

    /// Deletes a saved game with everything kept of it.
    ///
    /// # Errors
    /// If it is open, or cannot be deleted.
    fn delete(&mut self, record: &Path) -> Result<(), Failure>;
}

/// What a person chose on the new-game screen.
#[derive(Clone, Debug, PartialEq)]
pub struct NewGame {
    /// Players, modules, table options; checked with [`Setup::validated`].
    pub setup: Setup,
    /// Where the pictures come from.
    pub source: Source,
    /// [`PackChoice::id`]; `None` for whichever reads the table. Meaningless if nothing is
    /// watched.
    pub pack: Option<String>,
}

/// What other packs make of a table that the pack at work does not read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PackNews {
    /// This one reads it.
    Reads {
        /// Which.
        pack: PackChoice,
        /// Tiles it is sure of.
        tiles: usize,
        /// Nobody chose the pack at work, so this one is taken without a question.
        by_itself: bool,
    },
    /// Tiles lie there, and none of the packs reads them.
    Foreign,
    /// The pack at work reads them after all.
    Settled,
}

/// Where pictures come from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Source {
    /// From nowhere: the game is kept by hand.
    #[default]
    ByHand,
    /// A camera of this machine, by [`CameraChoice::index`].
    Camera(u32),
    /// A film or a folder of pictures.
    Path(PathBuf),
    /// A stream.
    Url(String),
    /// A phone in the house, by a page of this program.
    Phone,
    /// Single photographs of a phone in the house.
    Photos,
    /// For a saved game: what it was watched from before, if that still delivers; by hand
    /// otherwise.
    AsBefore,
}

/// The pages for phones of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PhonesOpen {
    /// The address of each page, with its key.
    pub links: Vec<(phone::Page, String)>,
    /// The pages that are open on phones.
    pub guests: Vec<phone::Guest>,
}

/// A camera of this machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CameraChoice {
    /// Its number.
    pub index: u32,
    /// What the system calls it.
    pub name: String,
    /// Why it cannot be used, in the system's words.
    pub trouble: Option<String>,
}

/// What is kept between two runs.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// The language, `de` or `en`; absent: the system's.
    pub language: Option<String>,
    /// Light or dark.
    pub theme: ThemeChoice,
    /// Text size in percent, 100 if absent.
    pub zoom_percent: Option<u16>,
    /// Nothing on screen moves by itself.
    pub reduced_motion: bool,
    /// The television.
    pub tv: TvSettings,
    /// What new games keep of their pictures.
    pub pictures: Pictures,
    /// Sound and voice.
    pub sound: SoundSettings,
    /// In games by hand, figures that have scored stay until somebody takes them home.
    pub scored_stay: bool,
    /// How long a turn may take, seconds; 0 for no clock at all.
    pub turn_limit_s: u16,
}

/// Where the television stands and how large it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct TvSettings {
    /// From the players' eyes to the screen, cm.
    pub distance_cm: u16,
    /// From corner to corner of the screen, inches, as it is sold.
    pub diagonal_inch: u16,
}

impl Default for TvSettings {
    /// A common set in a living room.
    fn default() -> Self {
        Self {
            distance_cm: 300,
            diagonal_inch: 43,
        }
    }
}

/// Which theme.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ThemeChoice {
    /// As the system has it.
    #[default]
    System,
    /// Light.
    Light,
    /// Dark.
    Dark,
}

/// How the source of pictures fares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SourceState {
    /// There is none; the game is kept by hand.
    None,
    /// It is being opened.
    Opening,
    /// Pictures come.
    Running,
    /// The film or folder is at its end.
    Ended,
    /// It failed and is being opened again.
    Failed {
        /// Why, in the system's words.
        why: String,
    },
}

/// A passing line.
#[derive(Clone, Debug, PartialEq)]
pub enum Notice {
    /// A command had no effect.
    Refused(CommandError),
    /// The tile pack has no picture of these faces of the game: the camera cannot name them.
    PackLacks(Vec<FaceId>),
    /// Pictures of the game cannot be kept; the game itself is.
    PicturesNotKept {
        /// Why, in the system's words.
        why: String,
    },
    /// A part of the program failed and was started again.
    Restarted {
        /// Which one.
        part: Part,
        /// Why, in the system's words.
        why: String,
    },
}

/// A part of the program that can fail by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Part {
    Capture,
    Vision,
    Tracker,
}

/// Why something could not be started or opened. What to do about it is said by who tells it: the
/// screens name buttons, the command line names verbs.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Failure {
    /// The camera cannot be opened.
    #[error("camera {index} cannot be opened: {why}")]
    Camera {
        /// Its number.
        index: u32,
        /// Why, in the system's words.
        why: String,
    },
    /// The film, folder or stream cannot be opened.
    #[error("{what} cannot be opened: {why}")]
    Source {
        /// Which one.
        what: String,
        /// Why, in the system's words.
        why: String,
    },
    /// The photograph cannot be read as a picture.
    #[error("{} cannot be read as a picture: {why}", photo.display())]
    Photo {
        /// Which one.
        photo: PathBuf,
        /// Why.
        why: String,
    },
    /// No board was found in the photograph.
    #[error("no tile was found in {}", photo.display())]
    NoBoard {
        /// Which one.
        photo: PathBuf,
    },
    /// The record cannot be read.
    #[error("{} cannot be opened as a game: {why}", record.display())]
    Record {
        /// Which one.
        record: PathBuf,
        /// Why.
        why: String,
    },
    /// The game is open in another window.
    #[error("{} is open in another window", record.display())]
    InUse {
        /// Which one.
        record: PathBuf,
    },
    /// The tile pack cannot be used.
    #[error("the tile pack {pack} cannot be used: {why}")]
    Pack {
        /// Which one.
        pack: String,
        /// Why.
        why: String,
    },
    /// Two packs use these names for different tiles.
    #[error("the packs use one name for different tiles: {faces}")]
    Differing {
        /// The names.
        faces: String,
    },
    /// The record cannot be written.
    #[error("nothing can be saved in {}: {why}", folder.display())]
    Folder {
        /// Where.
        folder: PathBuf,
        /// Why, in the system's words.
        why: String,
    },
    /// Anything else.
    #[error("{0}")]
    Other(String),
}

impl From<Failure> for crate::failure::Failure {
    fn from(failure: Failure) -> Self {
        let help = match &failure {
            Failure::Camera { .. } => "`nebelwacht cameras` says what is there",
            Failure::Source { .. } => "check that it is there and plays elsewhere",
            Failure::Photo { .. } => "name a JPEG or PNG that opens elsewhere",
            Failure::NoBoard { .. } => {
                "photograph the whole board from above, and name the pack of these very tiles"
            }
            Failure::Record { .. } => "the file is left as it is; name another record",
            Failure::Pack { .. } => "`nebelwacht pack show` says what is in it",
            Failure::Differing { .. } => "join them under new names, or teach one of them again",
            Failure::InUse { .. } => "continue there, or close it first",
            Failure::Folder { .. } => {
                "check free space and access rights, or name another --data-dir"
            }
            Failure::Other(_) => "run again with -v and report what it prints",
        };
        Self::new(failure.to_string(), help)
    }
}

/// A picture and what was read in it.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    /// Number of the frame.
    pub frame: u64,
    /// Width and height, px.
    pub size: [usize; 2],
    /// Rows from the top, three bytes per pixel: red, green, blue.
    pub rgb: Vec<u8>,
    /// The lattice as it lies in this picture.
    pub cells: Vec<PictureCell>,
    /// The figures read in it.
    pub figures: Vec<PictureFigure>,
}

/// A lattice cell in a picture.
#[derive(Clone, Debug, PartialEq)]
pub struct PictureCell {
    /// The board's cell; `None` as long as the lattice is not tied to the board.
    pub cell: Option<Cell>,
    /// Corners in the picture, px, NW NE SE SW *of the board's cell* (of the lattice's cell if
    /// not tied to the board).
    pub corners_px: [[f32; 2]; 4],
    /// What lies there.
    pub read: CellRead,
}

/// What was read in a cell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum CellRead {
    /// Nothing.
    Empty,
    /// A tile.
    Tile {
        /// Which face.
        face: FaceId,
        /// How it is turned on the board.
        rotation: Rotation,
        /// How sure, 0 to 1.
        confidence: f32,
    },
    /// A tile of a face no pack knows.
    Unknown,
    /// Neither presence nor absence can be judged.
    Hidden,
}

/// A figure in a picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PictureFigure {
    /// Its foot point, px.
    pub foot_px: [f32; 2],
    /// Which piece.
    pub kind: FigureKind,
    /// Whose.
    pub color: Option<Color>,
    /// How sure, 0 to 1.
    pub confidence: f32,
}
