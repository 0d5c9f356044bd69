//! What folding a whole game costs: 200 events of the base game, and as many with every module
//! that goes with the competitive mists. Prints medians and their ratio; no test is timed.
//!
//! `cargo bench -p nebelwacht-tracker --bench fold`

#[path = "../tests/play/mod.rs"]
mod play;

use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;

use tracker::event::Event;
use tracker::log::Log;
use tracker::setup::Setup;

const EVENTS: usize = 200;
const ROUNDS: usize = 21;
const ALL: &str = "abbot,mage_and_witch,ghosts_castles_cemeteries,spell_circles,tatan";

/// The first events of the first random game that is long enough.
fn game(modules: &str) -> (Arc<Setup>, Vec<Event>) {
    let text = format!("modules={modules}; players=red,blue,green");
    let setup: Setup = text.parse().expect("a set-up");
    let setup = Arc::new(setup);
    let mut games = (0..1000).filter_map(|seed| play::play(&setup, seed, &mut |_| Ok(())).ok());
    let long = games.find(|log| log.events().len() >= EVENTS);
    let events = long.expect("a game of 200 events").events()[..EVENTS].to_vec();
    (setup, events)
}

/// The median time of a fold in milliseconds.
fn median_ms(setup: &Arc<Setup>, events: &[Event]) -> f64 {
    let mut times: Vec<f64> = (0..ROUNDS)
        .map(|_| {
            let start = Instant::now();
            black_box(Log::of(Arc::clone(setup), events.to_vec()));
            start.elapsed().as_secs_f64() * 1000.0
        })
        .collect();
    times.sort_by(f64::total_cmp);
    times[ROUNDS / 2]
}

fn main() {
    let of = |modules| {
        let (setup, events) = game(modules);
        median_ms(&setup, &events)
    };
    let (base, all) = (of("base"), of(ALL));
    let per_second = |ms: f64| 1000.0 * EVENTS as f64 / ms;
    for (name, ms) in [("base", base), (ALL, all)] {
        println!(
            "{name}: {ms:.2} ms per fold of {EVENTS} events, {:.0} events/s",
            per_second(ms)
        );
    }
    println!("all modules cost {:.2} times the base game", all / base);
}
