//! What watching costs, as CPU time: a demo film at 1080p goes through gate, reader and
//! tracker, and each frame is counted by what it was.
//!
//! Figures are medians and 95th percentiles in milliseconds; the machine's speed moves them, so
//! compare them with each other. `NEBELWACHT_BENCH_TURNS` sets the film's length.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use carcassonne::catalogue::Catalogue;
use carcassonne::piece::FigureKind;
use carcassonne::seen::Calm;
use cpu_time::ProcessTime;
use nebelwacht_ui::demo::Demo;
use nebelwacht_ui::demo::plan::Plan;
use tracker::Tracker;
use tracker::log::Log;
use tracker::log::event::EventKind;
use vision::gate::{Gate, GateConfig};
use vision::pieces::figures::Wanted;
use vision::pieces::ground::Ground;
use vision::pieces::paint::Paint;
use vision::reader::photo::read_picture;
use vision::reader::{Reader, ReaderConfig};
use vision::source::Source;
use vision::tiles::finder::{Finder, FinderConfig};
use vision::tiles::model::{Model, ModelConfig};

const TURNS: u32 = 24;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let turns = std::env::var("NEBELWACHT_BENCH_TURNS")
        .ok()
        .and_then(|t| t.parse().ok());
    let catalogue = Catalogue::bundled();
    let demo = Demo::new(&Plan::base(1).turns(turns.unwrap_or(TURNS)))?;
    let pack = Arc::new(nebelwacht_ui::store::packs::our_art(&catalogue)?);
    let mut costs = Costs::default();

    let started = ProcessTime::now();
    let model = Model::learn(&pack, &ModelConfig::default())?;
    costs.add("learn a pack", started.elapsed());

    let players = demo.setup.players.iter();
    let paints = players.map(|player| Paint::of_player(player.color, &[FigureKind::Meeple]));
    let config = ReaderConfig {
        wanted: Wanted {
            paints: paints.collect(),
            ..Wanted::default()
        },
        ..ReaderConfig::default()
    };
    let mut reader = Reader::new(pack.clone(), catalogue.clone(), config)?;
    let mut gate = Gate::new(GateConfig::default());
    let setup = Arc::new(demo.setup.clone());
    let mut tracker = Tracker::new(setup, Arc::new(Ground::default()));
    let mut source = demo.source();
    let mut last_picture = None;
    let (mut still_before, mut hand_gone_ms) = (false, 0);
    let mut latencies = Vec::new();
    while let Some(frame) = source.next()? {
        let started = ProcessTime::now();
        let report = gate.look(&frame)?;
        let gated = started.elapsed();
        let started = ProcessTime::now();
        let seen = reader.look(&frame, &report)?;
        let read = started.elapsed();
        let started = ProcessTime::now();
        let events = tracker.see(&seen);
        drop(tracker.snapshot());
        let believed = started.elapsed();
        let still = report.calm == Calm::Still;
        if still && !still_before {
            hand_gone_ms = frame.taken_at_ms;
        }
        costs.add(
            match (still, still_before) {
                (true, false) => "first still frame after a move",
                (true, true) if read > Duration::from_millis(20) => "second and third look",
                (true, true) => "quiet frame",
                (false, _) => "frame with a hand or motion",
            },
            gated + read,
        );
        costs.add("gate alone", gated);
        if still {
            costs.add("belief and snapshot", believed);
        }
        if events
            .iter()
            .any(|e| matches!(e.kind, EventKind::TileLaid { .. }))
        {
            latencies.push(frame.taken_at_ms - hand_gone_ms);
        }
        still_before = still;
        last_picture = Some(frame.pixels);
    }

    let mut finder = Finder::new(&pack, FinderConfig::default())?;
    if let Some(picture) = last_picture {
        for _ in 0..3 {
            let started = ProcessTime::now();
            read_picture(&picture, &mut finder, &model, &pack, &catalogue)?;
            costs.add("whole board from nothing", started.elapsed());
        }
    }
    let events = tracker.log().events().to_vec();
    let setup = tracker.log().game().setup().clone();
    for _ in 0..5 {
        let started = ProcessTime::now();
        drop(Log::of(setup.clone(), events.clone()));
        costs.add("fold of the whole record", started.elapsed());
    }

    println!(
        "demo seed 1, {} turns, 1920x1080, built-in pack; CPU ms",
        tracker.log().game().turn()
    );
    costs.print();
    latencies.sort_unstable();
    println!(
        "tile decided after the table is still: median {} ms of film at 5 frames a second",
        latencies
            .get(latencies.len() / 2)
            .copied()
            .unwrap_or_default()
    );
    println!(
        "events in the record: {}; peak memory: {} MiB",
        events.len(),
        peak_mib()
    );
    Ok(())
}

/// CPU times by what they were spent on.
#[derive(Default)]
struct Costs(BTreeMap<&'static str, Vec<Duration>>);

impl Costs {
    fn add(&mut self, what: &'static str, cost: Duration) {
        self.0.entry(what).or_default().push(cost);
    }

    fn print(&mut self) {
        for (what, costs) in &mut self.0 {
            costs.sort_unstable();
            let at = |share: usize| costs[(costs.len() - 1) * share / 100].as_secs_f64() * 1e3;
            println!(
                "{what:<32} median {:>8.2} ms   p95 {:>8.2} ms   of {}",
                at(50),
                at(95),
                costs.len()
            );
        }
    }
}

/// Peak resident memory as the kernel counts it; 0 where it does not say.
fn peak_mib() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status
        .lines()
        .find(|l| l.starts_with("VmHWM:"))
        .unwrap_or_default();
    line.split_whitespace()
        .nth(1)
        .and_then(|kib| kib.parse::<u64>().ok())
        .unwrap_or(0)
        / 1024
}
