//! What a game survives: being killed at any moment, a disk that refuses, a second window.
//!
//! The player is this test program itself, started again as another process that keeps a game
//! by hand through the same [`LiveGame`] as the window. `NEBELWACHT_KILLS=1000` kills more often.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command as Process, Stdio};
use std::sync::Arc;
use std::time::Duration;

use carcassonne::piece::Color;
use nebelwacht_ui::run::actors::tracking::TrackedGame;
use nebelwacht_ui::run::link::{NewGame, Program, Source};
use nebelwacht_ui::run::live_game::LiveGame;
use nebelwacht_ui::run::news::open_error::OpenError;
use nebelwacht_ui::run::program::LocalProgram;
use nebelwacht_ui::store::folders::Folders;
use nebelwacht_ui::store::records;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use tracker::command::Command;
use tracker::setup::Setup;
use vision::source::frame::{Clock, MachineClock};

const KILLS: usize = 200;

/// Names the record that the player keeps.
const RECORD: &str = "NEBELWACHT_KILLED";

fn setup() -> Setup {
    "modules=abbot; players=Anna:red,Ben:blue"
        .parse()
        .expect("a set-up")
}

/// Plays at random until the game is over or somebody kills it, and says after each command how
/// many events it keeps.
#[test]
#[ignore = "started by the test that kills it"]
fn a_player_who_may_be_killed() {
    let Some(record) = std::env::var_os(RECORD) else {
        return;
    };
    let record = Path::new(&record);
    let clock: Arc<dyn Clock> = Arc::new(MachineClock::start());
    let mut keeper = if record.exists() {
        LiveGame::reopen(record, clock).expect("what was kept can be gone on with")
    } else {
        LiveGame::begin(setup(), record, clock).expect("begun")
    };
    let mut random = ChaCha8Rng::seed_from_u64(u64::from(std::process::id()));
    while !keeper.snapshot().over {
        for command in turn(&mut keeper, &mut random) {
            // Not everything at random is allowed.
            drop(keeper.command(command));
            let kept = keeper.tracker().log().events().len();
            let storage = keeper.snapshot().health.storage.clone().unwrap_or_default();
            println!("\nkept {kept} {storage}");
            std::io::stdout().flush().expect("told");
        }
    }
}

fn turn(keeper: &mut LiveGame, random: &mut ChaCha8Rng) -> Vec<Command> {
    let snapshot = keeper.snapshot();
    let game = keeper.tracker().log().game();
    if game.pile_left() == 0 {
        return vec![Command::EndTurn];
    }
    if random.random_ratio(1, 12) {
        return vec![Command::Undo];
    }
    if let Some(place) = snapshot.turn.figure_places.choose(random)
        && random.random_ratio(1, 2)
    {
        return vec![Command::PlaceFigure {
            cell: place.at.cell,
            segment: place.at.segment,
            figure: place.figure,
            color: snapshot.turn.player,
        }];
    }
    let faces: Vec<_> = game
        .catalogue()
        .faces()
        .filter(|face| game.copies_left(face) > 0)
        .collect();
    let Some(face) = faces.choose(random) else {
        return vec![Command::EndTurn];
    };
    let places = game.board().placements(face);
    let (cell, rotation) = if game.board().is_empty() {
        Default::default()
    } else if let Some(&place) = places.choose(random) {
        place
    } else {
        return vec![Command::DiscardTile { face: face.id }];
    };
    let (face, garden) = (face.id, None);
    vec![Command::PlaceTile {
        cell,
        face,
        rotation,
        garden,
    }]
}

/// The player, with its words.
fn player(record: &Path, limited: bool) -> (Child, impl Iterator<Item = (usize, String)>) {
    let this = std::env::current_exe().expect("this program");
    let mut process = if limited {
        // A file may have 8 blocks and writing more fails, as on a full disk.
        let mut shell = Process::new("sh");
        shell
            .args(["-c", "trap '' XFSZ; ulimit -f 8; exec \"$0\" \"$@\""])
            .arg(this);
        shell
    } else {
        Process::new(this)
    };
    let mut child = process
        .args([
            "--exact",
            "a_player_who_may_be_killed",
            "--ignored",
            "--nocapture",
        ])
        .env(RECORD, record)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("a player");
    let words = BufReader::new(child.stdout.take().expect("piped"));
    let kept = words.lines().map_while(Result::ok).filter_map(|line| {
        let (count, storage) = line.strip_prefix("kept ")?.split_once(' ')?;
        Some((count.parse().ok()?, storage.to_owned()))
    });
    (child, kept)
}

#[test]
fn killed_at_any_moment_nothing_is_lost_but_the_line_being_written() {
    let asked = std::env::var("NEBELWACHT_KILLS").ok();
    let kills = asked.map_or(KILLS, |n| n.parse().expect("a number of kills"));
    let place = tempfile::tempdir().expect("a temporary folder");
    let mut random = ChaCha8Rng::seed_from_u64(17);
    let (mut killed, mut games, mut torn) = (0, 0, 0);
    let mut record = place.path().join("0.jsonl");
    while killed < kills {
        let (mut child, mut kept) = player(&record, false);
        let words = random.random_range(0..40);
        let mut newest = 0;
        let mut over = false;
        for _ in 0..=words {
            match kept.next() {
                Some((count, storage)) => {
                    assert_eq!(storage, "");
                    newest = count;
                }
                None => over = true,
            }
        }
        std::thread::sleep(Duration::from_micros(random.random_range(0..2000)));
        child.kill().expect("killed, or gone already");
        child.wait().expect("gone");
        // What it said before it died also counts.
        newest = kept.map(|(count, _)| count).last().unwrap_or(newest);
        let read = records::read(&record).expect("whole lines can be read");
        let events = read.events().count();
        assert!(
            events >= newest,
            "{newest} events were kept, {events} are there"
        );
        assert!(read.log().rejected().is_empty());
        torn += usize::from(read.torn);
        if over {
            games += 1;
            record = place.path().join(format!("{games}.jsonl"));
        } else {
            killed += 1;
        }
    }
    println!("{killed} kills, {games} games came to their end, {torn} lines were cut");
}

#[test]
fn a_full_disk_does_not_end_the_game() {
    let place = tempfile::tempdir().expect("a temporary folder");
    let record = place.path().join("game.jsonl");
    let (mut child, kept) = player(&record, true);
    let kept: Vec<(usize, String)> = kept.collect();
    assert!(
        child.wait().expect("gone").success(),
        "it played to the end"
    );
    let (all, why) = kept.last().expect("played");
    assert!(!why.is_empty(), "it is said that nothing can be written");
    let written = records::read(&record).expect("what was written can be read");
    let count = written.events().count();
    assert!(count > 10 && count < *all, "{count} of {all}");
    let (_, first) = &kept[0];
    assert_eq!(first, "", "there was room at first");
    // With room again it is gone on with.
    let (mut child, kept) = player(&record, false);
    let (events, why) = kept.last().expect("played");
    assert!(child.wait().expect("gone").success());
    let written = records::read(&record).expect("whole");
    assert_eq!((written.events().count(), why.as_str()), (events, ""));
}

fn by_hand() -> NewGame {
    NewGame {
        setup: setup(),
        source: Source::ByHand,
        pack: None,
    }
}

fn first_tile() -> Command {
    Command::PlaceTile {
        cell: Default::default(),
        face: carcassonne::catalogue::face_id("D").expect("a face"),
        rotation: Default::default(),
        garden: None,
    }
}

/// Waits until it holds.
fn soon(what: &str, mut holds: impl FnMut() -> bool) {
    for _ in 0..500 {
        if holds() {
            return;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    panic!("{what}");
}

#[test]
fn without_a_folder_to_write_into_the_game_goes_on_and_is_written_later() {
    let place = tempfile::tempdir().expect("a temporary folder");
    let games = place.path().join("games");
    // A file stands where the folder should be; even root cannot write into it.
    std::fs::write(&games, "").expect("written");
    let mut desk = LocalProgram::new(Folders::find(Some(place.path())).expect("given"));
    let link = desk.start(by_hand()).expect("it is played all the same");
    assert!(link.snapshot().health.storage.is_some(), "and it is said");
    link.send(first_tile());
    soon("a tile lies", || link.snapshot().tiles.len() == 1);
    assert!(link.snapshot().health.storage.is_some());
    std::fs::remove_file(&games).expect("away");
    link.send(Command::EndGame);
    soon("it is written", || link.snapshot().health.storage.is_none());
    let record = records::read(&link.record().expect("there")).expect("whole");
    assert_eq!(record.events().count(), 2);
}

#[test]
fn a_second_window_on_the_same_game_is_refused_kindly() {
    let place = tempfile::tempdir().expect("a temporary folder");
    let desk = || LocalProgram::new(Folders::find(Some(place.path())).expect("given"));
    let (mut one, mut other) = (desk(), desk());
    let link = one.start(by_hand()).expect("started");
    link.send(first_tile());
    soon("a tile lies", || link.snapshot().tiles.len() == 1);
    let record = link.record().expect("saved");
    let refused = other.open(&record, Source::ByHand).err().expect("refused");
    assert_eq!(
        refused,
        OpenError::InUse {
            record: record.clone()
        }
    );
    let refused = other.delete(&record).expect_err("nor deleted");
    assert_eq!(
        refused,
        OpenError::InUse {
            record: record.clone()
        }
    );
    drop(link);
    let link = other.open(&record, Source::ByHand).expect("now it is free");
    assert_eq!(link.snapshot().tiles.len(), 1);
    drop(link);
    one.delete(&record).expect("deleted");
    assert!(one.games().is_empty());
}

/// The program itself, watching a film of a game, killed while it writes the record.
#[test]
fn the_program_is_killed_while_it_watches() {
    let place = tempfile::tempdir().expect("a temporary folder");
    let mut random = ChaCha8Rng::seed_from_u64(3);
    for number in 0..2 {
        let record = place.path().join(format!("{number}.jsonl"));
        let mut child = Process::new(env!("CARGO_BIN_EXE_nebelwacht"))
            .args([
                "watch",
                "--source",
                "synth:7",
                "--pack",
                "built-in",
                "--headless",
                "--events",
            ])
            .arg("--record")
            .arg(&record)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program");
        let events = BufReader::new(child.stdout.take().expect("piped"));
        let mut events = events.lines().map_while(Result::ok);
        let told = (&mut events).take(random.random_range(1..8)).count();
        std::thread::sleep(Duration::from_millis(random.random_range(0..400)));
        child.kill().expect("killed");
        child.wait().expect("gone");
        let told = told + events.count();
        let read = records::read(&record).expect("whole lines can be read");
        let kept = read.events().count();
        assert!(
            kept >= told && told > 0,
            "{told} events were told, {kept} are kept"
        );
        let clock: Arc<dyn Clock> = Arc::new(MachineClock::start());
        let mut again = LiveGame::reopen(&record, clock).expect("gone on with");
        assert_eq!(again.tracker().log().events().len(), kept);
    }
}

/// A part that fails leaves a report that says what and where.
#[test]
fn a_panic_leaves_a_report() {
    let place = tempfile::tempdir().expect("a temporary folder");
    nebelwacht_ui::cli::output::logging::report_panics_to(place.path().join("reports"));
    let part = std::thread::Builder::new().name("vision".into());
    let thread = part
        .spawn(|| panic!("the lens fell off"))
        .expect("a thread");
    assert!(thread.join().is_err());
    drop(std::panic::take_hook());
    let reports = std::fs::read_dir(place.path().join("reports")).expect("made");
    let reports: Vec<_> = reports.map(|entry| entry.expect("there").path()).collect();
    let text = std::fs::read_to_string(&reports[0]).expect("written");
    assert!(
        text.contains("part: vision") && text.contains("the lens fell off"),
        "{text}"
    );
    assert!(text.contains("life.rs"), "{text}");
}

/// Where nothing can be written, games begin all the same, and each gets a record of its own later.
#[test]
fn games_that_wait_for_the_disk_do_not_take_each_others_place() {
    let place = tempfile::tempdir().expect("a temporary folder");
    let folders = Folders::find(Some(place.path())).expect("given");
    std::fs::write(folders.games(), "in the way").expect("written");
    let clock: Arc<dyn Clock> = Arc::new(MachineClock::start());
    let begin = || {
        // People need longer than this.
        std::thread::sleep(Duration::from_millis(2));
        LiveGame::begin_in(&setup(), &folders, &clock)
    };
    let give = |game: &mut LiveGame| {
        let (color, points) = (Color::Red, 1);
        game.command(Command::GivePoints { color, points })
            .expect("legal");
        game.snapshot().health.storage.clone()
    };
    let mut games = [begin(), begin()];
    for game in &mut games {
        assert!(give(game).is_some(), "nothing is saved yet");
    }
    std::fs::remove_file(folders.games()).expect("out of the way");
    let later = LiveGame::begin_in(&setup(), &folders, &clock);
    assert!(later.record().is_some_and(Path::exists));
    for game in &mut games {
        assert_eq!(give(game), None, "saved");
        let record = records::read(game.record().expect("a place")).expect("written");
        assert_eq!(record.events().count(), 2);
    }
}
