//! Follows a demo frame by frame and prints what was done, claimed and believed: to find where
//! a misreading begins. PIECES are the tiles on which other pieces were claimed than stand there,
//! CHOICES the open ones with how many options each has. Frames FIRST to LAST are told in detail,
//! and saved as PNG into DIR if one is given.
//!
//! `cargo run --release -p nebelwacht --example follow_demo -- SEED TURNS FIRST LAST [DIR [MODULES [LEVEL]]]`

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use carcassonne::geometry::Cell;
use carcassonne::piece::{Color, FigureKind};
use carcassonne::seen::{Calm, SeenTable};
use carcassonne::tie::Tie as BoardFrame;
use nebelwacht_ui::demo::Demo;
use nebelwacht_ui::demo::compare::Comparison;
use nebelwacht_ui::demo::plan::Plan;
use nebelwacht_ui::run::actors::seeing::Look;
use nebelwacht_ui::run::actors::tracking::TrackedGame;
use nebelwacht_ui::run::live_game::LiveGame;
use nebelwacht_ui::run::reading::reader;
use opencv::core::Vector;
use studio::synth::Scene;
use tracker::setup::Module;
use vision::gate::{Gate, GateConfig};
use vision::source::frame::{Frame, MachineClock};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [seed, turns, first, last, rest @ ..] = args.as_slice() else {
        return Err("usage: follow_demo SEED TURNS FIRST LAST [DIR [MODULES [LEVEL]]]".into());
    };
    let folder = rest.first().filter(|folder| !folder.is_empty());
    let mut plan = Plan::base(seed.parse()?).turns(turns.parse()?);
    for name in rest.get(1).into_iter().flat_map(|list| list.split(',')) {
        plan.modules.extend(name.parse::<Module>()?.0);
    }
    plan.level = rest.get(2).map(|level| level.parse()).transpose()?;
    let saved = first.parse::<u64>()?..=last.parse::<u64>()?;
    let demo = Demo::new(&plan)?;
    let catalogue = demo.setup.catalogue();
    let start = Instant::now();
    let pack = Arc::new(nebelwacht_ui::store::packs::our_art(&catalogue)?);
    println!(
        "pack of {} pictures: {:?}",
        pack.pictures.len(),
        start.elapsed()
    );
    let start = Instant::now();
    let mut reader = reader::reader(pack, &demo.setup)?;
    println!("learnt: {:?}", start.elapsed());
    let mut gate = Gate::new(GateConfig::default());
    let mut keeper = LiveGame::new(demo.setup.clone(), Arc::new(MachineClock::start()));
    let (mut drawing, mut gating, mut believing) = (Duration::ZERO, Duration::ZERO, Duration::ZERO);
    let mut reading: Vec<Duration> = Vec::new();
    let (mut desync, mut questions, mut choices) = (String::new(), String::new(), String::new());
    let mut pieces = Vec::new();
    let mut hands = String::new();
    let mut film = demo.film();
    loop {
        let start = Instant::now();
        let Some(drawn) = film.next().transpose()? else {
            break;
        };
        drawing += start.elapsed();
        let seq = drawn.index;
        if seq > *saved.end() {
            break;
        }
        for action in &drawn.done {
            println!("{seq}: {:?}", demo.script[*action]);
        }
        let frame = Arc::new(Frame {
            pixels: drawn.picture,
            seq,
            taken_at_ms: drawn.at_ms,
        });
        let start = Instant::now();
        let report = gate.look(&frame)?;
        gating += start.elapsed();
        let start = Instant::now();
        let seen = reader.look(&frame, &report)?;
        reading.push(start.elapsed());
        if saved.contains(&seq) {
            println!(
                "{seq}: {:?}, {} tiles, hidden {:?}, unclear {:?}, {:?}",
                seen.calm,
                seen.tiles.len(),
                seen.hidden,
                seen.unclear,
                reading.last()
            );
            for figure in &seen.figures {
                let best: Vec<_> = figure
                    .candidates
                    .iter()
                    .map(|c| (c.kind, c.color, c.pose, c.log_likelihood))
                    .collect();
                println!("  figure {} {:?} {best:?}", figure.cell, figure.foot);
            }
            for tile in &seen.tiles {
                let best: Vec<_> = tile
                    .candidates
                    .iter()
                    .take(3)
                    .map(|c| format!("{}{}:{:.1}", c.face, c.rotation.degrees(), c.log_likelihood))
                    .collect();
                println!("  tile {} {best:?} unknown {:.1}", tile.cell, tile.unknown);
            }
            if let Some(folder) = folder {
                let path = format!("{folder}/{seq:05}.png");
                opencv::imgcodecs::imwrite(&path, &frame.pixels, &Vector::new())?;
            }
        }
        let still = seen.calm == Calm::Still;
        if let Some(tie) = keeper.tracker().belief().tie().filter(|_| still) {
            let now = misseen(film.scene(), &seen, tie);
            if now != pieces {
                println!("{seq}:   PIECES {now:?}");
                pieces = now;
            }
        }
        let start = Instant::now();
        let before = keeper.tracker().log().events().len();
        let took = Duration::ZERO;
        keeper.see(&Arc::new(Look {
            frame,
            gate: report,
            seen,
            took,
        }));
        believing += start.elapsed();
        for event in &keeper.tracker().log().events()[before..] {
            println!("{seq}:   EVENT {:?}", event.kind);
        }
        let snapshot = keeper.snapshot();
        let open = snapshot.choices.iter();
        let open: Vec<_> = open.map(|c| (c.id.0.as_str(), c.options.len())).collect();
        let now = format!("{open:?}");
        if now != choices {
            println!("{seq}:   CHOICES {now}");
            for choice in snapshot.choices.iter().filter(|_| saved.contains(&seq)) {
                for option in &choice.options {
                    println!("  option of {:?}: {:?}", choice.id.0, option.events);
                }
            }
            choices = now;
        }
        let counted = format!("{:?}", snapshot.counted);
        if counted != hands {
            println!("{seq}:   COUNTED {counted}");
            hands = counted;
        }
        let now = format!("{:?}", snapshot.desync.as_ref().map(|d| &d.differences));
        if now != desync {
            println!("{seq}:   DESYNC {now}");
            desync = now;
        }
        let now = format!(
            "{:?}",
            snapshot
                .questions
                .iter()
                .map(|q| (q.about, q.cell))
                .collect::<Vec<_>>()
        );
        if now != questions {
            println!("{seq}:   QUESTIONS {now} (still {still})");
            questions = now;
        }
    }
    let read: Duration = reading.iter().sum();
    reading.sort();
    println!(
        "drawing {drawing:?}, gate {gating:?}, reader {read:?} (longest {:?}), belief {believing:?}, {} frames",
        reading.last(),
        reading.len()
    );
    print!("{}", Comparison::of(&demo.truth, keeper.tracker().log()));
    Ok(())
}

/// The tiles on which other pieces are claimed than stand there: those that stand, those claimed,
/// as if each were what it most looks like; what may be a ghost or an animal is a ghost.
fn misseen(scene: &Scene, seen: &SeenTable, frame: BoardFrame) -> Vec<String> {
    let name = |kind: FigureKind, color: Option<Color>| match color {
        Some(color) => format!("{} {kind:?}", color.name()),
        None => format!("{kind:?}"),
    };
    let mut tiles: BTreeMap<Cell, [Vec<String>; 2]> = BTreeMap::new();
    for figure in &scene.figures {
        let [x, y] = figure.at_mm.map(|mm| (mm / scene.pitch_mm).round() as i32);
        let cell = Cell::new(x, y);
        if !scene.tiles.iter().any(|tile| tile.cell == cell) {
            continue;
        }
        let stands = match figure.kind {
            FigureKind::Hound | FigureKind::Cat => name(FigureKind::Ghost, None),
            kind => name(kind, figure.color),
        };
        tiles.entry(cell).or_default()[0].push(stands);
    }
    for figure in &seen.figures {
        let mut candidates = figure.candidates.iter();
        let ghost = candidates.find(|candidate| candidate.kind == FigureKind::Ghost);
        let best = figure.candidates.iter();
        let best = best.max_by(|a, b| a.log_likelihood.total_cmp(&b.log_likelihood));
        let claimed = ghost.or(best).map(|piece| name(piece.kind, piece.color));
        let on = tiles.entry(frame.cell(figure.cell)).or_default();
        on[1].extend(claimed);
    }
    for lists in tiles.values_mut() {
        lists.iter_mut().for_each(|list| list.sort());
    }
    let differ = tiles.into_iter().filter(|(_, [stand, seen])| stand != seen);
    differ
        .map(|(cell, [stand, seen])| format!("{cell}: {} but {}", stand.join("+"), seen.join("+")))
        .collect()
}
