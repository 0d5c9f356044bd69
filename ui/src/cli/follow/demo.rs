//! `demo`: a game on the synthetic table, read like any other, and how well that went.
//!
//! The tracker is told who plays, as a family would type it in, and sees pictures. What was
//! really laid comes in after the last frame, for the comparison.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, mpsc};

use serde::Serialize;
use tracker::command::Command;
use vision::source::frame::{Clock, MachineClock};

use super::headless::{as_text, report};
use crate::cli::args::DemoArgs;
use crate::cli::follow::without_window::follow;
use crate::cli::output::{print, print_json};
use crate::cli::records::export;
use crate::demo::Demo;
use crate::demo::compare::Comparison;
use crate::demo::plan::DemoError;
use crate::export::json::WatchReport;
use crate::failure::{Failure, unexpected};
use crate::run::actors::tracking::TrackedGame;
use crate::run::input::Input;
use crate::run::live_game::LiveGame;
use crate::run::program::LocalProgram;
use crate::run::reading::reader;
use crate::store::folders::Folders;
use crate::window::open;

/// What `demo --json` prints: that of `watch`, and the comparison.
#[derive(Serialize)]
struct DemoReport {
    #[serde(flatten)]
    watched: WatchReport,
    seed: u64,
    /// Whether the game was played to its end.
    complete: bool,
    /// What was read against what was laid.
    compared: Comparison,
}

impl From<DemoError> for Failure {
    fn from(error: DemoError) -> Self {
        match error {
            DemoError::Setup(_) => Self::new(
                error.to_string(),
                "name other modules, or leave --level away: it is that of the mists",
            ),
            DemoError::Rule(_) | DemoError::Synth(_) => unexpected(&error),
        }
    }
}

pub(in crate::cli) fn run(args: &DemoArgs, folders: Folders) -> Result<(), Failure> {
    export::check(&args.export)?;
    let began = jiff::Timestamp::now();
    if !(args.headless || args.json) {
        let desk = LocalProgram::new(folders);
        let on_end = export::on_end(&args.export, None, began);
        let link = desk.demo_of(&args.plan(), on_end)?;
        return open::window(desk, Some(link));
    }
    let demo = Arc::new(Demo::new(&args.plan())?);
    let pack = Arc::new(crate::store::packs::our_art(&demo.setup.catalogue())?);
    let setup = demo.setup.clone();
    let clock: Arc<dyn Clock> = Arc::new(MachineClock::start());
    let keeper = LiveGame::new(setup.clone(), clock.clone());
    let make_eyes = move || {
        let made = reader::reader(pack.clone(), &setup);
        made.map_err(|error| tracing::error!(%error, "the pack cannot be learnt"))
            .ok()
    };
    let feed = Input::Practice(demo.clone());
    let stop = Arc::new(AtomicBool::new(false));
    // Nobody gives orders to a demo without a window.
    let (_, orders) = mpsc::channel();
    let (mut keeper, warnings) = follow(&feed, make_eyes, keeper, &clock, orders, &stop)?;
    for warning in &warnings {
        eprintln!("warning: {warning}");
    }
    if demo.complete && !keeper.tracker().log().game().is_over() {
        // The bag is empty, which no camera sees.
        keeper
            .command(Command::EndGame)
            .map_err(|error| unexpected(&error))?;
    }
    let game = (keeper.tracker().log(), None);
    let exported = export::at_end(&args.export, game, began);
    let watched = report(&mut keeper, warnings);
    let compared = Comparison::of(&demo.truth, keeper.tracker().log());
    if args.json {
        print_json(&DemoReport {
            watched,
            seed: demo.seed,
            complete: demo.complete,
            compared,
        })?;
    } else {
        print(&(as_text(&mut keeper, &watched) + &compared.to_string()))?;
    }
    exported
}
