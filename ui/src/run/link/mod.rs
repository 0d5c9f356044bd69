//! What the screens need from the rest of the program, and nothing more.
//!
//! Two traits stand between the window and the threads: [`Program`] lists, starts and opens
//! games and keeps settings; [`Link`] is one running game: its latest snapshot, its latest
//! picture, and a way to send commands. The screens never wait for either: every method
//! returns at once with the newest that is there. Tests bring a link and a program of their own,
//! without threads.

use std::path::{Path, PathBuf};
use std::sync::{Arc, mpsc};

use carcassonne::catalogue::{FaceId, TileSet};
use carcassonne::map::Map;
use carcassonne::seen::SeenTable;
use opencv::core::Mat;
use tracker::command::Command;
use tracker::log::Log;
use tracker::log::event::Event;
use tracker::log::record::Record;
use tracker::setup::Setup;
use tracker::snapshot::Snapshot;
use vision::learn::Learning;
use vision::pack::Pack;
use vision::view::aim::Aim;

use self::settings::Settings;
use crate::hall::{HallSettings, HallWish, NotTold, Seat};
use crate::phone::at_end::PhotoStand;
use crate::run::news::open_error::OpenError;
use crate::run::news::picture::{CutOut, Picture};
use crate::run::news::{Notice, PackNews, SourceState};
use crate::run::reading::read_board::ReadBoard;
use crate::run::real_time::{Film, FilmWish};
use crate::run::sound::{Devices, Sound};
use crate::store::cameras::KnownCamera;
use crate::store::groups::Group;
use crate::store::growing::{Grown, Growth};
use crate::store::maps::LearntMap;
use crate::store::packs::{PackChoice, PackFacts, PackWork};
use crate::store::records::SavedGame;
use crate::store::results::Finished;
use crate::views::published::Wake;

pub mod settings;
pub mod threads;

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

    /// Where the film is that is watched; `None` at its end, for live sources and in games kept by hand.
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

    /// The tiles that were seen on the board, each cut out when nothing was on it yet.
    fn cut_outs(&self) -> Vec<Arc<CutOut>> {
        Vec::new()
    }

    /// The pictures that the table is read by; `None` in games kept by hand and where they are our
    /// own art.
    fn pack(&self) -> Option<Arc<Pack>> {
        None
    }

    /// Reads by this pack from now on, as soon as it is learnt, which takes seconds: one of the same
    /// game with pictures more or fewer.
    fn read_by(&self, _pack: Arc<Pack>) {}

    /// The pages for phones, while they are switched on.
    fn phones(&self) -> Option<PhonesOpen> {
        None
    }

    /// Switches the pages for phones on or off.
    ///
    /// # Errors
    /// When there is no network, or nobody can be waited for.
    fn show_phones(&self, _on: bool) -> Result<(), OpenError> {
        Ok(())
    }

    /// Says what is switched on beside the game, and leaves the codes of its pages to whoever goes on with
    /// it.
    fn hand_on(&self) -> SwitchedOn {
        SwitchedOn::default()
    }

    /// This table's seat in a hall, while the hall is told of the game.
    fn hall(&self) -> Option<Seat> {
        None
    }

    /// Begins to tell that hall of the game; `None` ends it.
    ///
    /// # Errors
    /// When the address or the account cannot be used.
    fn join_hall(&self, _hall: Option<&HallSettings>) -> Result<(), NotTold> {
        Ok(())
    }

    /// Tells the hall something that is no part of the game.
    fn tell_hall(&self, _wish: HallWish) {}

    /// Adds a passing line for the table.
    fn say(&self, _notice: Notice) {}

    /// Sets what to call when something changed. Called once, right after the game was
    /// started; a later call replaces the earlier one.
    fn on_change(&self, wake: Wake);
}

/// From where a running game goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GoOn {
    /// From its record: something has happened in it.
    FromRecord,
    /// From its set-up, and from its film's start.
    Anew,
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
    fn read(&self, record: &Path) -> Result<Record, OpenError>;

    /// Writes a page to print beside a game's record (in the data folder if it has none), and
    /// says where.
    ///
    /// # Errors
    /// If it cannot be written.
    fn keep_map(&mut self, record: Option<&Path>, page: &str) -> Result<PathBuf, OpenError>;

    /// Tile packs to choose from; the first one is the default.
    fn packs(&self) -> Vec<PackChoice>;

    /// All packs with what is in them. Takes a moment: the screens ask once.
    fn shelf(&self) -> Vec<PackFacts>;

    /// Builds, brings in, copies, joins or deletes a pack; answers with its folder.
    ///
    /// # Errors
    /// If it cannot be done; nothing has changed then.
    fn work_on_packs(&mut self, work: &PackWork) -> Result<PathBuf, OpenError>;

    /// The pack of that [`PackChoice::id`]; our own art is drawn. Takes a moment.
    ///
    /// # Errors
    /// If it cannot be read.
    fn open_pack(&self, pack: &str) -> Result<Arc<Pack>, OpenError>;

    /// Keeps a pack under that name, in place of the one that was there; answers with its
    /// folder.
    ///
    /// # Errors
    /// If it cannot be written; what was there stays then.
    fn keep_pack(&mut self, id: &str, pack: &Pack) -> Result<PathBuf, OpenError>;

    /// Which box is being learnt that becomes that pack, and how far; `None` if nothing was begun.
    ///
    /// # Errors
    /// If it is there and cannot be read.
    fn learning(&self, id: &str) -> Result<Option<(TileSet, Learning)>, OpenError>;

    /// Whether there is one, which is found out at once.
    fn has_learning(&self, id: &str) -> bool;

    /// Keeps what was photographed and said of a box beside its pack; with `None` what was kept
    /// goes.
    ///
    /// # Errors
    /// If it cannot be written; what was there stays then.
    fn keep_learning(
        &mut self,
        id: &str,
        kept: Option<(TileSet, &Learning)>,
    ) -> Result<(), OpenError>;

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
    fn learn_map(&mut self, map: &Map, print: &Mat) -> Result<PathBuf, OpenError>;

    /// The cameras of which something is known from before; reads a small file of each.
    fn known_cameras(&self) -> Vec<KnownCamera>;

    /// Forgets what is known of the camera of that [`KnownCamera::id`].
    ///
    /// # Errors
    /// If it cannot be forgotten.
    fn forget_camera(&mut self, id: &str) -> Result<(), OpenError>;

    /// Reads the board of a finished game in a photograph, on a thread of its own; `wake` is called
    /// when it is there. Without a pack whichever reads most of it.
    fn read_board(
        &self,
        photo: &Path,
        setup: &Setup,
        pack: Option<&str>,
        wake: Wake,
    ) -> mpsc::Receiver<Result<ReadBoard, OpenError>>;

    /// Opens a page on which a phone photographs a finished board and answers what is asked of it;
    /// `wake` is called when it has sent something.
    ///
    /// # Errors
    /// When there is no network, or nobody can be waited for.
    fn photo_stand(&self, wake: Wake) -> Result<PhotoStand, OpenError>;

    /// Keeps what was taken over of a photograph as a saved game; answers with its record.
    ///
    /// # Errors
    /// If it cannot be written.
    fn keep_board(&mut self, setup: &Setup, log: &Log) -> Result<PathBuf, OpenError>;

    /// Starts the demo: a game on a synthetic table.
    ///
    /// # Errors
    /// If it cannot be started; nothing has changed then.
    fn demo(&mut self) -> Result<Box<dyn Link>, OpenError>;

    /// Starts a new game.
    ///
    /// # Errors
    /// If it cannot be started; nothing has changed then.
    fn start(&mut self, game: NewGame) -> Result<Box<dyn Link>, OpenError>;

    /// Goes on with a saved game.
    ///
    /// # Errors
    /// If the record or the source cannot be opened; nothing has changed then.
    fn open(&mut self, record: &Path, source: Source) -> Result<Box<dyn Link>, OpenError>;

    /// Whether a source can be opened, as far as that shows without opening it.
    ///
    /// # Errors
    /// Why it cannot.
    fn check_source(&self, source: &Source) -> Result<(), OpenError>;

    /// Goes on with the running game, which is closed already, with another pack.
    ///
    /// # Errors
    /// If pack, record or source cannot be opened.
    fn play_with(
        &mut self,
        record: &Path,
        setup: &Setup,
        from: GoOn,
        pack: &str,
    ) -> Result<Box<dyn Link>, OpenError>;

    /// Puts pictures into the pack that a game is read with and takes others out, on a thread of its
    /// own; `wake` is called when that is done. Of a pack that cannot grow, our own art or a folder
    /// elsewhere, one is made that can.
    fn grow_pack(&mut self, growth: Growth, wake: Wake)
    -> mpsc::Receiver<Result<Grown, OpenError>>;

    /// From now on that game is read with that pack.
    fn reads_with(&mut self, record: &Path, pack: &str);

    /// The pack that was last played with, if it was not our own art.
    fn last_pack(&self) -> Option<String> {
        None
    }

    /// Deletes a saved game with everything kept of it.
    ///
    /// # Errors
    /// If it is open, or cannot be deleted.
    fn delete(&mut self, record: &Path) -> Result<(), OpenError>;
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

/// What is switched on beside a game, whatever it is watched from and read with.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SwitchedOn {
    /// Whether the pages for phones are.
    pub phones: bool,
    /// The hall that is told of it.
    pub hall: Option<HallSettings>,
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
