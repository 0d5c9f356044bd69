//! `watch`: follows a game, in the window or without one; then it prints how it went.

use std::path::Path;
use std::sync::Arc;

use tracker::setup::{Setup, StartTile};
use vision::source::frame::{Clock, MachineClock};

use super::headless::Headless;
use crate::cli::args::WatchArgs;
use crate::cli::played::{self, refused};
use crate::cli::records::export;
use crate::failure::Failure;
use crate::run::input::Input;
use crate::run::link::Program as _;
use crate::run::link::threads::Watched;
use crate::run::live_game::LiveGame;
use crate::run::program::{self, LocalProgram};
use crate::run::reading::pack_source::PackSource;
use crate::run::reading::scout::Chosen;
use crate::store::folders::Folders;
use crate::window::open;

pub(in crate::cli) fn run(args: &WatchArgs, folders: Folders) -> Result<(), Failure> {
    export::check(&args.export)?;
    let feed: Input = args.source.parse()?;
    let headless = args.headless || args.json || args.events;
    // In the window they may still be turned on.
    if headless && !args.phones.phones && !matches!(feed, Input::Phone(_)) {
        args.phones.at.refuse("add --phones, or leave it out")?;
    }
    match args.hall.hall() {
        // Before a record is begun.
        Some(hall) => drop(hall.wanted(None)?),
        None => args.hall.refuse()?,
    }
    let pack = program::pack(&folders, &args.pack)?;
    let clock: Arc<dyn Clock> = Arc::new(MachineClock::start());
    if let Input::Source(spec) = &feed {
        // Before a record is begun or a window opened.
        program::check(spec, &clock)?;
    }
    let keeper = keeper(args, &pack, &folders, &clock, headless)?;
    if headless {
        let watch = Headless {
            args,
            feed: &feed,
            folders: &folders,
        };
        return watch.follow(&pack, keeper, &clock);
    }
    let mut watched = Watched {
        kept: Some(folders.clone()),
        feed,
        pack,
        at_end: None,
        others: None,
    };
    let record = keeper.record().map(Path::to_owned);
    let on_end = export::on_end(&args.export, record, jiff::Timestamp::now());
    let keeper = keeper.ending(on_end);
    let phones = args.phones.at.options(folders.phones());
    let mut desk = LocalProgram::new(folders).with_phones(phones);
    if matches!(watched.feed, Input::Source(_)) {
        watched.others = Some(desk.others(&args.pack, Chosen::ByPerson));
    }
    let link = desk.watch(keeper, watched, &clock, [&args.source, &args.pack])?;
    if args.phones.phones {
        link.show_phones(true)?;
    }
    if let Some(hall) = args.hall.hall() {
        link.join_hall(Some(&hall))?;
    }
    open::window(desk, Some(link))
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
        return LiveGame::reopen(&folders.record(record), clock.clone());
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

/// The set-up the options ask for; base game with players as they appear by default.
fn setup(args: &WatchArgs) -> Result<Setup, Failure> {
    let mut setup = played::setup(&args.setup)?.unwrap_or_default();
    if let Some(start) = &args.start_tile {
        setup.start = StartTile::try_from(start.clone()).map_err(refused)?;
    }
    Ok(setup)
}
