//! `demo`: a practice game, photographed frame by frame and read by the full pipeline.
//!
//! Nothing passes from the game that was played to the reader but pictures and who plays. At
//! the end what was read is compared with what was laid.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use serde::Serialize;
use tracker::command::Command;
use tracker::event::{By, EventKind};
use tracker::setup::Setup;
use vision::frame::{Clock, MachineClock};

use super::watch::{as_text, report};
use super::{print, print_json};
use crate::actors::tracking::Mind;
use crate::args::DemoArgs;
use crate::eyes;
use crate::failure::{Failure, unexpected};
use crate::feed::Feed;
use crate::keeper::Keeper;
use crate::practice::{built_in_pack, play};
use crate::report::{Scores, Story, WatchReport};
use crate::watching::follow;

/// What was read against what was laid.
#[derive(Clone, Debug, Serialize)]
struct Comparison {
    tiles_laid: usize,
    tiles_right: usize,
    figures_placed: usize,
    figures_right: usize,
    scores_laid: Scores,
    scores_read: Scores,
    /// Everything that differs, in words.
    differences: Vec<String>,
}

#[derive(Serialize)]
struct DemoReport {
    seed: u64,
    #[serde(flatten)]
    watched: WatchReport,
    comparison: Comparison,
}

pub(super) fn run(args: &DemoArgs) -> Result<(), Failure> {
    let played = play::play(args.seed, args.players.into(), args.turns)
        .map_err(|error| unexpected(&error))?;
    let played = Arc::new(played);
    let setup = Setup::clone(played.log.game().setup());
    let pack = Arc::new(built_in_pack().map_err(|error| unexpected(&error))?);
    let clock: Arc<dyn Clock> = Arc::new(MachineClock::start());
    let keeper = Keeper::new(setup.clone(), clock.clone());
    let make_eyes = move || {
        let made = eyes::reader(pack.clone(), &setup);
        made.map_err(|error| tracing::error!(%error, "the pack cannot be learnt"))
            .ok()
    };
    let feed = Feed::Practice(played.clone());
    let stop = Arc::new(AtomicBool::new(false));
    let (mut keeper, warnings) = follow(&feed, make_eyes, keeper, &clock, &stop)?;
    // The film is over: so is the game, on both sides.
    let mut truth = played.log.clone();
    truth
        .append(0, By::Rule, EventKind::GameEnded)
        .map_err(|error| unexpected(&error))?;
    keeper
        .command(Command::EndGame)
        .map_err(|error| unexpected(&error))?;
    let comparison = compare(&Story::of(&truth), &Story::of(keeper.tracker().log()));
    let watched = report(&mut keeper, warnings);
    if args.json {
        return print_json(&DemoReport {
            seed: args.seed,
            watched,
            comparison,
        });
    }
    let mut text = as_text(&mut keeper, &watched);
    for difference in &comparison.differences {
        text += &format!("  {difference}\n");
    }
    text += &format!(
        "read {} of {} tiles and {} of {} meeples right; scores {}\n",
        comparison.tiles_right,
        comparison.tiles_laid,
        comparison.figures_right,
        comparison.figures_placed,
        if comparison.scores_laid == comparison.scores_read {
            "equal"
        } else {
            "differ"
        },
    );
    print(&text)
}

fn compare(laid: &Story, read: &Story) -> Comparison {
    let tiles = |story: &Story| -> BTreeSet<String> {
        let one = |tile: &crate::report::TileReport| {
            format!(
                "{} {}° at ({}, {})",
                tile.face, tile.rotation, tile.x, tile.y
            )
        };
        story.tiles.iter().map(one).collect()
    };
    let figures = |story: &Story| -> BTreeSet<String> {
        let one = |figure: &crate::report::FigureReport| {
            let color = figure.color.map_or("a", tracker::piece::Color::name);
            let (turn, on) = (figure.turn, figure.on.name());
            format!(
                "turn {turn}: {color} on {on} at ({}, {})",
                figure.x, figure.y
            )
        };
        story.figures.iter().map(one).collect()
    };
    let ((laid_tiles, read_tiles), (placed, seen)) =
        ((tiles(laid), tiles(read)), (figures(laid), figures(read)));
    let missed = laid_tiles
        .difference(&read_tiles)
        .chain(placed.difference(&seen));
    let ghosts = read_tiles
        .difference(&laid_tiles)
        .chain(seen.difference(&placed));
    let mut differences: Vec<_> = missed.map(|what| format!("not read: {what}")).collect();
    differences.extend(ghosts.map(|what| format!("read, but not laid: {what}")));
    let (scores_laid, scores_read) = (laid.scores(), read.scores());
    if scores_laid != scores_read {
        differences.push(format!(
            "scores: played {scores_laid:?}, read {scores_read:?}"
        ));
    }
    Comparison {
        tiles_laid: laid_tiles.len(),
        tiles_right: laid_tiles.intersection(&read_tiles).count(),
        figures_placed: placed.len(),
        figures_right: placed.intersection(&seen).count(),
        scores_laid,
        scores_read,
        differences,
    }
}
