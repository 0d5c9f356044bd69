//! What is kept from one run to the next, and what is said before a game is begun.

use super::*;
use crate::run::link::SwitchedOn;
use crate::run::link::settings::ThemeChoice;
use crate::run::live_game::LiveGame;
use crate::store::folders::Folders;
use tracker::command::Command;
use vision::source::frame::{Clock, MachineClock};

fn desk(place: &Path) -> LocalProgram {
    LocalProgram::new(Folders::find(Some(place)).expect("given"))
}

#[test]
fn settings_and_the_last_source_are_kept() {
    let place = tempfile::tempdir().expect("a temporary folder");
    let mut first = desk(place.path());
    let settings = Settings {
        language: Some("de".into()),
        theme: ThemeChoice::Dark,
        zoom_percent: Some(130),
        reduced_motion: true,
        tv: crate::run::link::settings::TvSettings {
            distance_cm: 420,
            diagonal_inch: 55,
        },
        pictures: tracker::setup::Pictures::All,
        sound: crate::run::sound::SoundSettings {
            tones: true,
            voice: true,
        },
        scored_stay: true,
        turn_limit_s: 90,
        hall: crate::hall::HallSettings {
            address: "mqtts://broker.example/club".into(),
            table: "7".into(),
            ..Default::default()
        },
    };
    first.keep_settings(&settings);
    let clock: Arc<dyn Clock> = Arc::new(MachineClock::start());
    let keeper = LiveGame::begin_in(&Setup::default(), &first.folders, &clock);
    let record = keeper.record().expect("kept").to_owned();
    first.remember(&keeper, ["http://table.local/live", "mine"]);
    let second = desk(place.path());
    assert_eq!(second.settings(), settings);
    let url = Source::Url("http://table.local/live".into());
    assert_eq!(second.as_before(&record), url);
    assert_eq!(second.as_before(Path::new("other.jsonl")), Source::ByHand);
    drop(keeper);
    assert!(!record.exists(), "a game without a move leaves no file");
}

/// The pages lie where it was said, and an open one finds back after a new start.
#[test]
fn phones_find_the_pages_where_it_was_said() {
    let place = tempfile::tempdir().expect("a temporary folder");
    let folders = Folders::find(Some(place.path())).expect("given");
    // Whatever is free now, and the port after it.
    let is_free = |port| std::net::TcpListener::bind(("127.0.0.1", port)).is_ok();
    let port = (20_000..30_000).find(|port| is_free(*port) && is_free(port + 1));
    let phones = phone::Options {
        address: Some(std::net::Ipv4Addr::LOCALHOST.into()),
        port,
        folder: folders.phones(),
        pinned: true,
        ..phone::Options::default()
    };
    let links = || {
        let mut desk = LocalProgram::new(folders.clone()).with_phones(phones.clone());
        let game = desk.start(NewGame {
            setup: Setup::default(),
            source: Source::ByHand,
            pack: None,
        });
        let game = game.expect("a game by hand");
        game.show_phones(true).expect("pages");
        game.phones().expect("they are on").links
    };
    let first = links();
    let start = format!("http://127.0.0.1:{}/", port.expect("a free port"));
    assert!(first[0].1.starts_with(&start), "{}", first[0].1);
    assert_eq!(links(), first);
}

/// Codes that were scanned stay good where the same game goes on otherwise, and there only.
#[test]
fn phones_find_back_to_a_game_that_goes_on_otherwise() {
    let place = tempfile::tempdir().expect("a temporary folder");
    let phones = phone::Options {
        address: Some(std::net::Ipv4Addr::LOCALHOST.into()),
        folder: place.path().join("phones"),
        ..phone::Options::default()
    };
    let mut desk = desk(place.path()).with_phones(phones);
    let by_hand = || NewGame {
        setup: Setup::default(),
        source: Source::ByHand,
        pack: None,
    };
    let game = desk.start(by_hand()).expect("a game by hand");
    let give = Command::GivePoints {
        color: carcassonne::piece::Color::Red,
        points: 3,
    };
    game.send(give);
    let codes = |game: &dyn Link| {
        game.show_phones(true).expect("pages");
        let links = game.phones().expect("they are on").links;
        let code = |link: String| {
            link.trim_end_matches('/')
                .rsplit('/')
                .next()
                .map(str::to_owned)
        };
        links
            .into_iter()
            .map(|(_, link)| code(link))
            .collect::<Vec<_>>()
    };
    let before = codes(game.as_ref());
    let record = game.record().expect("kept");
    assert_eq!(
        game.hand_on(),
        SwitchedOn {
            phones: true,
            hall: None
        }
    );
    drop(game);
    let game = desk.open(&record, Source::ByHand).expect("it goes on");
    assert_eq!(codes(game.as_ref()), before);
    assert_ne!(
        codes(game.as_ref()),
        before,
        "switched off and on they are new"
    );
    let old = codes(game.as_ref());
    game.hand_on();
    drop(game);
    let game = desk.start(by_hand()).expect("another game");
    assert_ne!(codes(game.as_ref()), old, "another game, other codes");
}

/// A game that cannot be deleted is still watched as before.
#[test]
fn what_cannot_be_deleted_is_not_forgotten() {
    let place = tempfile::tempdir().expect("a temporary folder");
    let mut desk = desk(place.path());
    let clock: Arc<dyn Clock> = Arc::new(MachineClock::start());
    let keeper = LiveGame::begin_in(&Setup::default(), &desk.folders, &clock);
    let record = keeper.record().expect("kept").to_owned();
    desk.remember(&keeper, ["http://table.local/live", "mine"]);
    assert!(desk.delete(&record).is_err(), "it is open");
    let url = Source::Url("http://table.local/live".into());
    assert_eq!(desk.as_before(&record), url);
}

/// Our own art stays as it is; what is made of it is the game's pack from then on.
#[test]
fn the_pack_that_a_game_is_read_with_grows() {
    let place = tempfile::tempdir().expect("a temporary folder");
    let mut desk = desk(place.path());
    let clock: Arc<dyn Clock> = Arc::new(MachineClock::start());
    let keeper = LiveGame::begin_in(&Setup::default(), &desk.folders, &clock);
    let record = keeper.record().expect("kept").to_owned();
    desk.remember(&keeper, ["0", BUILT_IN]);
    let picture = |grey: f64| {
        let grey = opencv::core::Scalar::all(grey);
        let image = Mat::new_rows_cols_with_default(192, 192, opencv::core::CV_8UC3, grey);
        vision::pack::FacePicture {
            face: carcassonne::catalogue::face_id("E").expect("a face"),
            image: image.expect("a picture"),
        }
    };
    let grow = |desk: &mut LocalProgram, grey: f64| {
        let growth = Growth {
            record: record.clone(),
            out: Vec::new(),
            put: vec![picture(grey)],
        };
        let (woke, wakes) = mpsc::channel();
        let grown = desk.grow_pack(growth, Arc::new(move || woke.send(()).expect("heard")));
        let grown = grown.recv().expect("an outcome").expect("grown");
        wakes.recv().expect("woken");
        grown
    };
    let first = grow(&mut desk, 10.0);
    assert_eq!(first.id, "mine");
    desk.reads_with(Path::new("other.jsonl"), &first.id);
    assert_eq!(desk.last_pack(), None, "another game's pack stays");
    desk.reads_with(&record, &first.id);
    assert_eq!(desk.last_pack().as_deref(), Some("mine"));
    let second = grow(&mut desk, 20.0);
    assert_eq!(second.id, "mine");
    assert_eq!(second.pack.pictures.len(), first.pack.pictures.len() + 1);
    assert_eq!(
        super::LocalProgram::new(desk.folders.clone())
            .last_pack()
            .as_deref(),
        Some("mine")
    );
}

#[test]
fn settings_that_cannot_be_read_are_put_aside() {
    let place = tempfile::tempdir().expect("a temporary folder");
    let path = place.path().join("settings.toml");
    std::fs::write(&path, "language = [").expect("written");
    let mut desk = desk(place.path());
    assert_eq!(desk.settings(), Settings::default());
    desk.keep_settings(&Settings::default());
    let aside = std::fs::read_to_string(place.path().join("settings.toml.unreadable"));
    assert_eq!(aside.expect("put aside"), "language = [");
}

#[test]
fn what_cannot_be_watched_is_said_before_anything_is_begun() {
    let place = tempfile::tempdir().expect("a temporary folder");
    let mut desk = desk(place.path());
    let film = place.path().join("film.mp4");
    std::fs::write(&film, "no film").expect("written");
    let empty = place.path().join("empty");
    std::fs::create_dir(&empty).expect("made");
    let sources = [
        Source::Path(film),
        Source::Path(empty),
        Source::Path("no/such/film.mp4".into()),
        Source::Url("ftp://nowhere".into()),
        Source::Camera(4096),
    ];
    for source in sources {
        let game = NewGame {
            setup: Setup::default(),
            source: source.clone(),
            pack: Some(BUILT_IN.into()),
        };
        let failure = desk.start(game).err().expect("refused");
        let said = matches!(failure, OpenError::Source(_));
        assert!(said, "{source:?}: {failure}");
    }
    assert!(desk.games().is_empty());
    assert!(!desk.games_folder().exists());
    let failure = desk.open(Path::new("no/such.jsonl"), Source::ByHand);
    assert!(matches!(failure.err(), Some(OpenError::Record { .. })));
}

#[test]
fn a_game_by_hand_is_saved_and_gone_on_with() {
    let place = tempfile::tempdir().expect("a temporary folder");
    let mut desk = desk(place.path());
    let game = NewGame {
        setup: Setup::default(),
        source: Source::ByHand,
        pack: None,
    };
    let link = desk.start(game).expect("started");
    let record = link.record().expect("saved");
    let face = carcassonne::catalogue::face_id("D").expect("a face");
    link.send(Command::PlaceTile {
        cell: carcassonne::geometry::Cell::default(),
        face,
        rotation: carcassonne::geometry::Rotation::R0,
        garden: None,
    });
    link.send(Command::Redo);
    let wait = std::time::Duration::from_millis(20);
    let mut notices = Vec::new();
    for _ in 0..250 {
        notices.extend(link.notices());
        if !notices.is_empty() && link.snapshot().tiles.len() == 1 {
            break;
        }
        std::thread::sleep(wait);
    }
    assert_eq!(link.snapshot().tiles.len(), 1);
    assert_eq!(notices.len(), 1, "nothing to redo: {notices:?}");
    drop(link);
    assert_eq!(desk.games().len(), 1);
    let again = desk.open(&record, Source::AsBefore).expect("opened");
    assert_eq!(again.snapshot().tiles.len(), 1);
    assert_eq!(again.source(), crate::run::news::SourceState::None);
}
