//! `demo`: a game on the synthetic table, read like any other, and how well that went.
//!
//! The tracker is told who plays, as a family would type it in, and sees pictures. What was
//! really laid comes in after the last frame, for the comparison.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use serde::Serialize;
use tracker::command::Command;
use vision::frame::{Clock, MachineClock};
use vision::pack::Pack;

use super::watch::{as_text, report};
use super::{print, print_json};
use crate::actors::tracking::Mind;
use crate::args::DemoArgs;
use crate::demo::compare::Comparison;
use crate::demo::{Demo, DemoError};
use crate::desk::Desk;
use crate::eyes;
use crate::failure::{Failure, unexpected};
use crate::feed::Feed;
use crate::folders::Folders;
use crate::keeper::Keeper;
use crate::report::WatchReport;
use crate::watching::follow;
use crate::window;

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
        unexpected(&error)
    }
}

pub(super) fn run(args: &DemoArgs, folders: Folders) -> Result<(), Failure> {
    super::export::check(&args.export)?;
    let began = jiff::Timestamp::now();
    if !(args.headless || args.json) {
        let desk = Desk::new(folders);
        let on_end = super::export::on_end(&args.export, None, began);
        let link = desk.demo_of(&args.plan(), on_end)?;
        return window::show(desk, Some(link));
    }
    let demo = Arc::new(Demo::new(&args.plan())?);
    let pack = Arc::new(Pack::built_in(&demo.setup.catalogue())?);
    let setup = demo.setup.clone();
    let clock: Arc<dyn Clock> = Arc::new(MachineClock::start());
    let keeper = Keeper::new(setup.clone(), clock.clone());
    let make_eyes = move || {
        let made = eyes::reader(pack.clone(), &setup);
        made.map_err(|error| tracing::error!(%error, "the pack cannot be learnt"))
            .ok()
    };
    let feed = Feed::Practice(demo.clone());
    let stop = Arc::new(AtomicBool::new(false));
    let (mut keeper, warnings) = follow(&feed, make_eyes, keeper, &clock, &stop)?;
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
    let exported = super::export::at_end(&args.export, game, began);
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
