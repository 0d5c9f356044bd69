//! `watch`: follows a game, in the window or without one; then it prints how it went.

use std::io::IsTerminal as _;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, mpsc};

use carcassonne::catalogue::FaceId;
use phone::Page;
use tracker::log::event::Event;
use tracker::setup::{Setup, StartTile};
use tracker::snapshot::{About, Snapshot};
use vision::source::Pace;
use vision::source::frame::{Clock, MachineClock};
use vision::source::mailbox::mailbox;

use super::confirm;
use super::played::refused;
use super::print::{print, print_json};
use crate::app::window;
use crate::cli::args::WatchArgs;
use crate::export::json::{ReadTimes, Story, WatchReport};
use crate::failure::{Failure, unexpected};
use crate::hall::wish::in_words;
use crate::hall::{HallWish, Messenger};
use crate::phone::code;
use crate::phone::stand::{Orders, Shown, Stand, Wanted};
use crate::run::headless::follow;
use crate::run::input::Input;
use crate::run::link::Program as _;
use crate::run::link::threads::Watched;
use crate::run::live_game::{Beside, LiveGame};
use crate::run::pack_source::PackSource;
use crate::run::program::{self, LocalProgram};
use crate::run::reader;
use crate::store::cameras::CameraFile;
use crate::store::folders::Folders;
use crate::store::maps;

pub(super) fn run(args: &WatchArgs, folders: Folders) -> Result<(), Failure> {
    super::export::check(&args.export)?;
    let feed: Input = args.source.parse()?;
    let hall = args.hall.hall();
    if let Some(hall) = &hall {
        // Before a record is begun.
        hall.wanted(None)?;
    }
    let pack = program::pack(&folders, &args.pack)?;
    let clock: Arc<dyn Clock> = Arc::new(MachineClock::start());
    let headless = args.headless || args.json || args.events;
    if let Input::Source(spec) = &feed {
        // Before a record is begun or a window opened.
        program::check(spec, &clock)?;
    }
    let keeper = keeper(args, &pack, &folders, &clock, headless)?;
    if headless {
        return without_window(args, &feed, &folders, &pack, keeper, &clock);
    }
    let mut watched = Watched {
        kept: Some(folders.clone()),
        feed,
        pack,
        at_end: None,
        others: None,
    };
    let record = keeper.record().map(Path::to_owned);
    let on_end = super::export::on_end(&args.export, record, jiff::Timestamp::now());
    let keeper = keeper.ending(on_end);
    let mut desk = LocalProgram::new(folders);
    if matches!(watched.feed, Input::Source(_)) {
        watched.others = Some(desk.others(&args.pack, false));
    }
    let link = desk.watch(keeper, watched, &clock, [&args.source, &args.pack])?;
    if args.phones.phones {
        link.show_phones(true)?;
    }
    if let Some(hall) = args.hall.hall() {
        link.join_hall(Some(&hall))?;
    }
    window::show(desk, Some(link))
}

/// The game, new or continued, and where it is written.
fn keeper(
    args: &WatchArgs,
    pack: &PackSource,
    folders: &Folders,
    clock: &Arc<dyn Clock>,
    headless: bool,
) -> Result<LiveGame, Failure> {
    if let Some(record) = &args.resume {
        return LiveGame::reopen(record, clock.clone());
    }
    let mut setup = setup(args)?.with_tiles(&pack.taught());
    setup.check_start().map_err(refused)?;
    let settings = || LocalProgram::new(folders.clone()).settings().pictures;
    setup.pictures = Some(args.pictures.or(setup.pictures).unwrap_or_else(settings));
    if let Some(record) = &args.record {
        return LiveGame::begin(setup, record, clock.clone());
    }
    let mut keeper = LiveGame::begin_in(&setup, folders, clock);
    match &keeper.snapshot().health.storage {
        // Nobody asked for a record, so its lack must not stop a measurement.
        Some(why) if headless => {
            eprintln!("warning: the game is not saved: {why}");
            Ok(LiveGame::new(setup, clock.clone()))
        }
        _ => Ok(keeper),
    }
}

fn without_window(
    args: &WatchArgs,
    feed: &Input,
    folders: &Folders,
    pack: &PackSource,
    mut keeper: LiveGame,
    clock: &Arc<dyn Clock>,
) -> Result<(), Failure> {
    let began = jiff::Timestamp::now();
    if args.events {
        keeper = keeper.telling(Box::new(print_events));
    }
    let (give, orders) = mpsc::channel();
    let stand = stand(args, feed, folders, &mut keeper, give)?;
    let messenger = messenger(args, folders, &mut keeper)?;
    let setup = Arc::clone(keeper.tracker().log().game().setup());
    let stop = Arc::new(AtomicBool::new(false));
    let asking = Arc::new(AtomicBool::new(false));
    let (asked, answering) = (stop.clone(), asking.clone());
    let interrupted = move || {
        asked.store(true, Ordering::SeqCst);
        if answering.load(Ordering::SeqCst) {
            // Somebody who is asked something would rather leave; the record is on disk.
            crate::leave::now(crate::leave::INTERRUPTED);
        }
    };
    ctrlc::set_handler(interrupted).map_err(|error| unexpected(&error))?;

    let risks: Vec<String> = setup.warnings().iter().map(ToString::to_string).collect();
    let lacking = pack.lacking(&setup.catalogue());
    let pack = pack.load(&setup.catalogue())?;
    let map_print = maps::print_for(folders, &setup);
    let kept = folders.clone();
    let (watched, asked) = (feed.clone(), stop.clone());
    let make_eyes = move || {
        // Which phone it is shows when it comes.
        watched.wait_until_named(&asked);
        let camera = CameraFile::of(&kept, &watched);
        let (camera, print) = (camera.as_ref(), map_print.clone());
        let made = reader::noting(pack.clone(), &setup, Some(&kept), camera, print);
        made.map_err(|error| tracing::error!(%error, "the pack cannot be learnt"))
            .ok()
    };
    let (mut keeper, mut warnings) = follow(feed, make_eyes, keeper, clock, orders, &stop)?;
    drop(stand);
    if let Some(messenger) = messenger {
        let terminal = std::io::stdin();
        if terminal.is_terminal() && keeper.tally.frames > 0 {
            asking.store(true, Ordering::SeqCst);
            confirm::ask(&mut terminal.lock(), &mut keeper, &messenger);
        }
        end_in_hall(args, messenger, &keeper.snapshot());
    }
    if stop.load(Ordering::SeqCst) && keeper.tally.frames == 0 {
        // Nothing was played; an empty record goes with the keeper.
        drop(keeper);
        eprintln!("stopped before the first picture was read");
        crate::leave::now(crate::leave::INTERRUPTED);
    }
    warnings.extend(risks);
    warnings.extend(lacks_in_words(&lacking));
    if let Some(why) = keeper.pictures_trouble() {
        warnings.push(format!("pictures were not kept: {why}"));
    }
    warnings.extend(unreadable_in_words(&keeper.snapshot()));
    let unsaved = keeper.snapshot().health.storage.clone();
    if let Some(why) = &unsaved {
        warnings.push(format!("not everything could be saved: {why}"));
    }
    for warning in &warnings {
        eprintln!("warning: {warning}");
    }
    keeper.finish_pictures();
    let record = keeper.record().map(Path::to_owned);
    let game = (keeper.tracker().log(), record.as_deref());
    let exported = super::export::at_end(&args.export, game, began);
    let report = report(&mut keeper, warnings);
    if args.json || args.events {
        print_json(&report)?;
    } else {
        print(&as_text(&mut keeper, &report))?;
    }
    match (unsaved, keeper.record()) {
        (Some(why), Some(record)) => Err(Failure::new(
            format!("{} is not complete: {why}", record.display()),
            "what was written can be opened; free space, and continue with --resume",
        )),
        _ => exported,
    }
}

/// The pages for phones, if they are wanted; their addresses and codes go to stderr.
fn stand(
    args: &WatchArgs,
    feed: &Input,
    folders: &Folders,
    keeper: &mut LiveGame,
    give: Orders,
) -> Result<Option<Stand>, Failure> {
    let camera = match feed {
        Input::Phone(camera) => Some(camera.clone()),
        _ if args.phones.phones => None,
        _ => return Ok(None),
    };
    let (games, shown_games) = mailbox();
    let (looks, shown_looks) = mailbox();
    keeper.show_to(Beside {
        games,
        looks: Some(looks),
    });
    let shown = Arc::new(Shown {
        games: shown_games,
        looks: shown_looks,
    });
    let first = camera.as_ref().map(|camera| match camera.pace() {
        Pace::Pictures => (Page::Photo, "a photograph after each turn"),
        Pace::Live | Pace::Recorded => (Page::Camera, "the camera"),
    });
    let wanted = Wanted {
        address: args.phones.at.phone_address,
        port: args.phones.at.phone_port,
        pinned: args.phones.at.pin_phones,
        folder: folders.phones(),
    };
    let stand = Stand::open(shown, give, camera, &wanted)?;
    // The tile pack is still to be learnt.
    stand.show(keeper.snapshot());
    let rest = [
        (Page::Look, "the score, for everybody"),
        (Page::Answer, "the score, and answering"),
        (Page::Overlay, "the score for stream software"),
    ];
    for (page, what) in first.into_iter().chain(rest) {
        let link = stand.link(page).unwrap_or_default();
        eprintln!("{what}: {link}");
        if page != Page::Overlay {
            eprintln!("{}", code::in_letters(&link));
        }
    }
    Ok(Some(stand))
}

/// The messenger to the hall, if one is to be told.
fn messenger(
    args: &WatchArgs,
    folders: &Folders,
    keeper: &mut LiveGame,
) -> Result<Option<Messenger>, Failure> {
    let Some(hall) = args.hall.hall() else {
        return Ok(None);
    };
    let wanted = hall.wanted(Some(folders.hall()))?;
    let (games, shown) = mailbox();
    keeper.show_to(Beside { games, looks: None });
    let messenger = Messenger::open(&wanted, Arc::new(shown), keeper.published())?;
    eprintln!(
        "telling {} of this table as {}",
        wanted.address, wanted.table
    );
    Ok(Some(messenger))
}

/// Confirms the result, if that is wanted, and says what the hall does not know yet.
fn end_in_hall(args: &WatchArgs, messenger: Messenger, snapshot: &Snapshot) {
    if args.hall.hall_confirm && snapshot.over {
        messenger.wish(HallWish::Confirm);
    }
    if let Some(trouble) = messenger.seat().status.trouble {
        let failure = in_words(&trouble);
        eprintln!("warning: the hall: {}; {}", failure.what, failure.help);
    }
}

/// Says which tiles of the game no camera can name.
fn lacks_in_words(lacking: &[FaceId]) -> Option<String> {
    let names: Vec<&str> = lacking.iter().map(FaceId::as_str).collect();
    let names = names.join(" ");
    (!lacking.is_empty()).then(|| format!("the tile pack has no picture of {names}"))
}

/// Says that tiles came and none of them could be made out.
fn unreadable_in_words(snapshot: &Snapshot) -> Option<String> {
    let mut open = snapshot.questions.iter();
    let unread = open.any(|question| question.about == About::Unreadable);
    let help = "tiles are seen but cannot be made out: does the tile pack show these tiles?";
    unread.then(|| help.to_owned())
}

/// The set-up the options ask for; base game with players as they appear by default.
fn setup(args: &WatchArgs) -> Result<Setup, Failure> {
    let mut setup = super::played::setup(&args.setup)?.unwrap_or_default();
    if let Some(start) = &args.start_tile {
        setup.start = StartTile::try_from(start.clone()).map_err(refused)?;
    }
    Ok(setup)
}

fn print_events(events: &[Event]) {
    for event in events {
        // The end object is printed the same way and reports a broken stdout.
        let _ = print_json(event);
    }
}

/// Sums a watched game up.
pub(super) fn report(keeper: &mut LiveGame, warnings: Vec<String>) -> WatchReport {
    let questions_open = keeper.snapshot().questions.len();
    let story = Story::of(keeper.tracker().log());
    WatchReport {
        end: true,
        frames: keeper.tally.frames,
        turns: story.turns(),
        scores: story.scores(),
        tiles: story.tiles,
        figures: story.figures,
        questions_open,
        questions_asked: keeper.tally.asked.len(),
        desyncs: keeper.tally.desyncs,
        cpu_s: (cpu_time::ProcessTime::now().as_duration().as_secs_f64() * 10.0).round() / 10.0,
        read_ms: ReadTimes::of(&keeper.tally.still_took),
        record: keeper.record().map(Path::to_owned),
        warnings,
    }
}

/// The result in words.
pub(super) fn as_text(keeper: &mut LiveGame, report: &WatchReport) -> String {
    let mut text = keeper.tracker().log().game().board().to_string();
    let scores: Vec<_> = report
        .scores
        .iter()
        .map(|(color, points)| format!("{color} {points}"))
        .collect();
    text += &format!("{} turns, {} tiles: ", report.turns, report.tiles.len());
    text += &if scores.is_empty() {
        "no player seen".to_owned()
    } else {
        scores.join(", ")
    };
    text += "\n";
    if report.questions_open > 0 {
        text += &format!("{} open questions\n", report.questions_open);
    }
    text
}
