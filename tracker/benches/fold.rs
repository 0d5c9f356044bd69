//! What folding a whole game costs: one of the base game, which has fewer events, and 200 events
//! with every module that goes with the competitive mists. Prints medians of CPU time, which others on
//! the machine do not change much, and the ratio for each event; no test is timed.
//!
//! `cargo bench -p nebelwacht-tracker --bench fold`

#[path = "../tests/suite/play.rs"]
mod play;

use std::hint::black_box;
use std::sync::Arc;

use cpu_time::ProcessTime;
use tracker::log::Log;
use tracker::log::event::Event;
use tracker::setup::Setup;

const EVENTS: usize = 200;
const ROUNDS: usize = 21;
const ALL: &str = "abbot,mage_and_witch,ghosts_castles_cemeteries,spell_circles,tatan";

/// How many random games are played to find a long one.
const GAMES: u64 = 20;

/// At most 200 events of the longest random game.
fn game(modules: &str) -> (Arc<Setup>, Vec<Event>) {
    let text = format!("modules={modules}; players=red,blue,green");
    let setup: Setup = text.parse().expect("a set-up");
    let setup = Arc::new(setup);
    let games = (0..GAMES).filter_map(|seed| play::play(&setup, seed, &mut |_| Ok(())).ok());
    let longest = games.max_by_key(|log| log.events().len());
    let mut events = longest.expect("a game").events().to_vec();
    events.truncate(EVENTS);
    (setup, events)
}

/// The median time of a fold, milliseconds of CPU.
fn median_ms(setup: &Arc<Setup>, events: &[Event]) -> f64 {
    let mut times: Vec<f64> = (0..ROUNDS)
        .map(|_| {
            let start = ProcessTime::now();
            black_box(Log::of(Arc::clone(setup), events.to_vec()));
            start.elapsed().as_secs_f64() * 1000.0
        })
        .collect();
    times.sort_by(f64::total_cmp);
    times[ROUNDS / 2]
}

fn main() {
    let of = |name: &str| {
        let (setup, events) = game(name);
        let (ms, count) = (median_ms(&setup, &events), events.len());
        let per_event = ms / count as f64;
        let per_second = 1000.0 / per_event;
        println!("{name}: {ms:.2} ms per fold of {count} events, {per_second:.0} events/s");
        per_event
    };
    let (base, all) = (of("base"), of(ALL));
    println!(
        "with all modules an event costs {:.2} times the base game's",
        all / base
    );
}
