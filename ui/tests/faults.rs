//! Every write the program makes goes through `files::write`, and here each of them fails once: no
//! room, read-only, torn, slow, for once or for good. Whatever was told as saved before is there
//! afterwards, and nothing is half.
//!
//! A session writes all that somebody would miss: settings, who plays, a new game, one gone on with,
//! one scored from a photograph, its pictures' switch, a printed map, exports, packs, a box that is
//! being learnt, a learnt map, a camera's file, keys and certificate of the pages for phones. For
//! every k it runs anew with its k-th step refused. What is made anew by itself is left out: the
//! look of a pack, sounds, reports of panics.

use std::net::{IpAddr, Ipv4Addr};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use calibration::KnownView;
use carcassonne::catalogue::{TileSet, face_id};
use carcassonne::geometry::{Cell, Rotation};
use carcassonne::map::Map;
use carcassonne::piece::Color;
use files::faults::{Fault, Lasts, at, count};
use files::write::Readers;
use nebelwacht_ui::export::told::Told;
use nebelwacht_ui::export::{self, Existing, Kind};
use nebelwacht_ui::run::actors::tracking::TrackedGame;
use nebelwacht_ui::run::link::Program;
use nebelwacht_ui::run::link::settings::Settings;
use nebelwacht_ui::run::live_game::LiveGame;
use nebelwacht_ui::run::program::LocalProgram;
use nebelwacht_ui::run::reading::read_board;
use nebelwacht_ui::store::album::Album;
use nebelwacht_ui::store::cameras::CameraFile;
use nebelwacht_ui::store::folders::Folders;
use nebelwacht_ui::store::{groups, learning, maps, packs, records};
use nebelwacht_ui::text::{Language, Words};
use opencv::core::{CV_8UC3, Mat, Scalar};
use phone::{Keys, certificate};
use tracker::command::Command;
use tracker::setup::{Pictures, Setup};
use vision::learn::{Cutout, Learning, Tile};
use vision::pack::{FacePicture, Pack};
use vision::source::frame::{Clock, MachineClock};

/// What a person was told in a session.
#[derive(Debug, Default)]
struct Session {
    /// Events of the new game that were told as saved; none if it could not be begun.
    begun: Option<usize>,
    /// The same of the game that was gone on with.
    gone_on: usize,
    settings: Option<Settings>,
    exported: bool,
    map_printed: bool,
    pack_kept: bool,
    pack_built: bool,
    map_learnt: bool,
    switched: bool,
    group_kept: bool,
    scored: bool,
    learning_kept: bool,
    camera_noted: bool,
    keys: Option<Keys>,
    certified: bool,
}

struct Place {
    folder: tempfile::TempDir,
    folders: Folders,
}

impl Place {
    /// A place with the traces of an earlier session.
    fn new() -> Self {
        // In memory if that can be had: thousands of syncs are done.
        let memory = Path::new("/dev/shm");
        let folder = match memory.is_dir() {
            true => tempfile::tempdir_in(memory),
            false => tempfile::tempdir(),
        };
        let folder = folder.expect("a temporary folder");
        let folders = Folders::find(Some(folder.path())).expect("given");
        let place = Self { folder, folders };
        let mut old = LiveGame::begin(setup(), &place.old_record(), clock()).expect("begun");
        play(&mut old, 4);
        drop(old);
        pack(1).save(&place.kept_pack()).expect("written");
        let mut desk = place.desk();
        desk.keep_settings(&settings("en"));
        let first = groups::with(Vec::new(), &setup());
        groups::write(&place.folders.groups(), &first).expect("written");
        learning::save(&learnt(1), TileSet::Base, &place.learning()).expect("written");
        std::fs::create_dir(place.exports()).expect("made");
        std::fs::write(place.exports().join("points.csv"), "old").expect("written");
        place
    }

    fn desk(&self) -> LocalProgram {
        LocalProgram::new(self.folders.clone())
    }

    fn old_record(&self) -> PathBuf {
        self.folders.games().join("old.jsonl")
    }

    fn new_record(&self) -> PathBuf {
        self.folders.games().join("new.jsonl")
    }

    fn scored_record(&self) -> PathBuf {
        self.folders.games().join("scored.jsonl")
    }

    fn learning(&self) -> PathBuf {
        learning::folder(&self.folders.packs().join("box"))
    }

    fn camera(&self) -> CameraFile {
        CameraFile::named(&self.folders, "webcam")
    }

    fn phones(&self) -> PathBuf {
        self.folder.path().join("phones")
    }

    fn kept_pack(&self) -> PathBuf {
        self.folders.packs().join("mine")
    }

    fn built_pack(&self) -> PathBuf {
        self.folder.path().join("built")
    }

    fn exports(&self) -> PathBuf {
        self.folder.path().join("out")
    }
}

const HERE: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

fn clock() -> Arc<dyn Clock> {
    Arc::new(MachineClock::start())
}

fn setup() -> Setup {
    "players=Anna:red,Ben:blue".parse().expect("a set-up")
}

fn settings(language: &str) -> Settings {
    Settings {
        language: Some(language.to_owned()),
        ..Settings::default()
    }
}

fn pack(pictures: usize) -> Pack {
    let picture = |n: usize| {
        let grey = Scalar::all(40.0 * n as f64);
        FacePicture {
            face: face_id("D").expect("a name"),
            image: Mat::new_rows_cols_with_default(8, 8, CV_8UC3, grey).expect("a picture"),
        }
    };
    Pack {
        name: "mine".to_owned(),
        pictures: (0..pictures).map(picture).collect(),
        ..Pack::default()
    }
}

/// A box of which so many tiles were photographed.
fn learnt(tiles: usize) -> Learning {
    let tile = |n: usize| {
        let grey = Scalar::all(20.0 * n as f64);
        let picture = Mat::new_rows_cols_with_default(8, 8, CV_8UC3, grey);
        Tile {
            corners_px: [[0.0, 0.0], [8.0, 0.0], [8.0, 8.0], [0.0, 8.0]].map(Into::into),
            cutout: Cutout {
                picture: picture.expect("a picture"),
                photo: 0,
            },
        }
    };
    Learning {
        photos: vec!["box.jpg".to_owned()],
        tiles: (0..tiles).map(tile).collect(),
        answers: Vec::new(),
    }
}

fn view() -> KnownView {
    KnownView {
        size: [640, 480],
        lens: None,
        board: None,
    }
}

/// A row of road tiles, and points now and then. Answers how many events were told as saved.
fn play(keeper: &mut LiveGame, turns: i32) -> usize {
    let mut saved = 0;
    let first = i32::try_from(keeper.tracker().log().game().tiles().len()).expect("few");
    for x in first..first + turns {
        let (face, rotation) = if x == 0 {
            ("D", Rotation::R0)
        } else {
            ("U", Rotation::R90)
        };
        let lay = Command::PlaceTile {
            cell: Cell::new(x, 0),
            face: face_id(face).expect("a name"),
            rotation,
            garden: None,
        };
        keeper.command(lay).expect("legal");
        let (color, points) = (Color::Red, x);
        keeper
            .command(Command::GivePoints { color, points })
            .expect("legal");
        if keeper.snapshot().health.storage.is_none() {
            saved = keeper.tracker().log().events().len();
        }
    }
    saved
}

/// All that the program ever writes, as far as the disk lets it.
fn session(place: &Place) -> Session {
    let mut told = Session::default();
    let mut desk = place.desk();
    desk.keep_settings(&settings("de"));
    told.settings = Some(desk.settings());
    if let Ok(mut keeper) = LiveGame::begin(setup(), &place.new_record(), clock()) {
        told.begun = Some(play(&mut keeper, 5));
        told.switched = Album::of(&place.new_record())
            .set_switch(Pictures::All)
            .is_ok();
    }
    if let Ok(mut keeper) = LiveGame::reopen(&place.old_record(), clock()) {
        told.gone_on = play(&mut keeper, 3);
    }
    told.map_printed = desk.keep_map(Some(&place.old_record()), "<html>").is_ok();
    let game = Told::of_file(&place.old_record()).expect("the old game is there");
    let kinds = ["record", "csv", "transcript"].map(|name| Kind::find(name).expect("a kind"));
    let words = Words::new(Language::English);
    let written = export::write(
        &game,
        words,
        &kinds,
        &place.exports(),
        Existing::Replace,
        Readers::Owner,
    );
    told.exported = written.is_ok();
    told.pack_kept = packs::replace(&place.folders, "mine", &pack(3)).is_ok();
    told.pack_built = pack(2).save(&place.built_pack()).is_ok();
    let print =
        Mat::new_rows_cols_with_default(8, 8, CV_8UC3, Scalar::all(9.0)).expect("a picture");
    told.map_learnt = maps::keep(&place.folders, &Map::sample(), &print).is_ok();
    let others = "players=Clara:green,Dora:pink".parse().expect("a set-up");
    let known = groups::with(groups::read(&place.folders.groups()), &others);
    told.group_kept = groups::write(&place.folders.groups(), &known).is_ok();
    let setup = setup();
    told.scored = read_board::write(&place.scored_record(), &setup, &game.log).is_ok();
    told.learning_kept = learning::save(&learnt(2), TileSet::Base, &place.learning()).is_ok();
    told.camera_noted = place
        .camera()
        .note(&view(), jiff::Timestamp::UNIX_EPOCH)
        .is_ok();
    told.keys = Keys::pinned(&place.phones().join("keys")).ok();
    told.certified = certificate::config(&place.phones(), HERE).is_ok();
    told
}

/// What must be true after a session, whatever was refused in it.
fn check(place: &Place, told: &Session, lasts: Lasts) -> Result<(), String> {
    let for_good = lasts == Lasts::ForGood;
    let ensure = |holds: bool, what: &str| if holds { Ok(()) } else { Err(what.to_owned()) };
    let events = |record: &Path| {
        let record = records::read(record).map_err(|failure| failure.to_string())?;
        Ok::<_, String>(record.events().count())
    };
    ensure(
        events(&place.old_record())? >= told.gone_on.max(8),
        "the old game lost events",
    )?;
    match told.begun {
        Some(saved) if saved > 0 => ensure(
            events(&place.new_record())? >= saved,
            "the new game lost events",
        )?,
        Some(_) => {}
        None => ensure(
            !place.new_record().exists() || for_good,
            "half a record is left",
        )?,
    }
    let language = place.desk().settings().language;
    ensure(
        matches!(language.as_deref(), Some("en" | "de")),
        "settings are lost",
    )?;
    let csv = std::fs::read_to_string(place.exports().join("points.csv")).unwrap_or_default();
    let whole = csv.starts_with("turn,player,") && csv.ends_with('\n');
    ensure(whole || csv == "old" && !told.exported, "half an export")?;
    let kept = Pack::load(&place.kept_pack()).map(|pack| pack.pictures.len());
    match kept {
        Ok(3) => {}
        Ok(1) => ensure(!told.pack_kept, "the new pack is told but not there")?,
        // A disk that refuses for good between two names keeps the old pack aside.
        Err(_) if for_good && !told.pack_kept => {
            let aside = std::fs::read_dir(place.folders.packs()).expect("there");
            let mut aside = aside.flatten().map(|entry| Pack::load(&entry.path()));
            ensure(aside.any(|pack| pack.is_ok()), "the old pack is lost")?;
        }
        other => return Err(format!("the pack: {other:?}")),
    }
    match Pack::load(&place.built_pack()) {
        Ok(pack) => ensure(pack.pictures.len() == 2, "half a pack")?,
        Err(_) => ensure(
            !told.pack_built && !place.built_pack().exists(),
            "half a pack",
        )?,
    }
    let maps = maps::list(&place.folders);
    ensure(
        maps.iter().all(|map| map.has_print),
        "a map without its print",
    )?;
    ensure(
        !told.map_learnt || maps.len() == 1,
        "the map is told but not there",
    )?;
    let page = place.folders.map(Some(&place.old_record()));
    ensure(
        !told.map_printed || page.is_file(),
        "the page is told but not there",
    )?;
    let switch = Album::of(&place.new_record()).switch();
    ensure(
        !told.switched || switch == Some(Pictures::All),
        "the switch is told but not there",
    )?;
    check_new(place, told, lasts)?;
    told_game(&place.old_record())
}

/// The same of what came with groups, photographs and phones.
fn check_new(place: &Place, told: &Session, lasts: Lasts) -> Result<(), String> {
    let for_good = lasts == Lasts::ForGood;
    let ensure = |holds: bool, what: &str| if holds { Ok(()) } else { Err(what.to_owned()) };
    let groups = groups::read(&place.folders.groups());
    let knows = |name: &str| groups.iter().any(|g| g.names().iter().any(|n| n == name));
    ensure(knows("Anna"), "who played before is forgotten")?;
    ensure(
        !told.group_kept || knows("Clara"),
        "the group is told but not there",
    )?;
    match records::read(&place.scored_record()) {
        Ok(record) => ensure(
            record.events().count() >= 8 || for_good,
            "half of a scored game is left",
        )?,
        Err(_) => ensure(
            !told.scored && (for_good || !place.scored_record().exists()),
            "half a record of a scored game is left",
        )?,
    }
    let tiles = |folder: &Path| {
        learning::load(folder)
            .ok()
            .flatten()
            .map(|(_, l)| l.tiles.len())
    };
    match tiles(&place.learning()) {
        Some(2) => {}
        Some(1) => ensure(!told.learning_kept, "what was learnt is told but not there")?,
        None if for_good && !told.learning_kept => {
            let aside = std::fs::read_dir(place.folders.packs()).expect("there");
            let mut aside = aside.flatten().map(|entry| tiles(&entry.path()));
            ensure(
                aside.any(|tiles| tiles.is_some()),
                "what was learnt is lost",
            )?;
        }
        other => return Err(format!("what was learnt: {other:?}")),
    }
    let known = place.camera().read().len();
    ensure(known == usize::from(told.camera_noted), "the camera's file")?;
    let keys = place.phones().join("keys");
    if let Some(told) = &told.keys {
        let kept = Keys::pinned(&keys).map_err(|error| error.to_string())?;
        ensure(kept == *told, "other keys are kept than were told")?;
    }
    certificate::config(&place.phones(), HERE).map_err(|error| error.to_string())?;
    Ok(())
}

/// The game can still be told to its end.
fn told_game(record: &Path) -> Result<(), String> {
    let told: Told = Told::of_file(record).map_err(|failure| failure.to_string())?;
    (told.log.rejected().is_empty())
        .then_some(())
        .ok_or_else(|| "events are refused".to_owned())
}

#[test]
fn whichever_write_fails_nothing_told_before_is_lost() {
    let place = Place::new();
    let (steps, told) = count(|| session(&place));
    check(&place, &told, Lasts::Once).expect("without faults");
    assert!(
        told.pack_kept
            && told.pack_built
            && told.exported
            && told.map_learnt
            && told.switched
            && told.map_printed,
        "{told:?}"
    );
    assert!(
        told.group_kept
            && told.scored
            && told.learning_kept
            && told.camera_noted
            && told.keys.is_some()
            && told.certified,
        "{told:?}"
    );
    assert!(steps.len() > 100, "{steps:?}");
    let mut sessions = 0;
    let mut fell = Vec::new();
    for (k, step) in steps.iter().enumerate() {
        for fault in Fault::ALL {
            for lasts in Lasts::ALL {
                if lasts == Lasts::ForGood && fault == Fault::Slow {
                    continue;
                }
                let place = Place::new();
                let (_, told) = at(k, fault, lasts, || session(&place));
                sessions += 1;
                if let Err(what) = check(&place, &told, lasts) {
                    fell.push(format!("step {k} ({step:?}), {fault:?}, {lasts:?}: {what}"));
                }
            }
        }
    }
    println!(
        "{} steps, {sessions} sessions, {} losses",
        steps.len(),
        fell.len()
    );
    assert!(fell.is_empty(), "{}", fell.join("\n"));
}
