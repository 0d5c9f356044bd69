//! How much a hall costs: many tables play drawn games at some speed and tell a real broker
//! (mosquitto with TLS and accounts, on loopback), a wall in a process of its own listens. Prints
//! how long news takes from a table to the wall, what broker and wall cost, and what a table sends.
//!
//! `hall_report --tables 100 --speed 60 --seconds 60` is an hour of a hundred tables.

use std::collections::HashMap;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};
use clap::Parser;
use hall::broker::account::Account;
use hall::broker::address::Address;
use hall::message::topic::TableName;
use hall::telling::teller::{Teller, Wanted};
use hall::{Agreed, Watcher};
use jiff::Timestamp;
use nebelwacht_tests::halls::broker::{Broker, WALL};
use nebelwacht_tests::halls::played::Played;
use serde_json::{Value, json};
use tracker::event::Event;
use tracker::snapshot::Snapshot;

#[derive(Parser)]
#[command(about = "Measures a hall of many tables with a real broker on loopback")]
struct Args {
    /// Tables.
    #[arg(long, default_value_t = 100)]
    tables: usize,
    /// How much faster than life.
    #[arg(long, default_value_t = 60.0)]
    speed: f64,
    /// Seconds of a turn in life.
    #[arg(long, default_value_t = 45.0)]
    turn: f64,
    /// How long it is measured, by the clock on the wall, at most ten minutes.
    #[arg(long, default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..=600))]
    seconds: u64,
    /// Games that are drawn; tables play them in turn.
    #[arg(long, default_value_t = 8)]
    games: u64,
    /// Print one JSON object instead of text.
    #[arg(long)]
    json: bool,
    /// Be the wall of that hall, with the account of that file: what this program starts itself.
    #[arg(long, hide = true, num_args = 2)]
    as_wall: Option<Vec<String>>,
}

/// A moment of a game: how it stands after a turn, and everything up to there.
struct Moment {
    snapshot: Snapshot,
    events: Vec<Event>,
}

fn main() -> Result<()> {
    let args = Args::parse();
    if let Some(wall) = &args.as_wall {
        return be_the_wall(&wall[0], &PathBuf::from(&wall[1]));
    }
    let names: Vec<String> = (1..=args.tables).map(|n| format!("t{n}")).collect();
    let broker = Broker::start(&names)?.context("mosquitto is not installed")?;
    eprintln!("drawing {} games", args.games);
    let games: Vec<Vec<Moment>> = (0..args.games).map(drawn).collect();
    let mut wall = Command::new(std::env::current_exe()?)
        .arg("--as-wall")
        .arg(broker.address().to_string())
        .arg(broker.account_file(WALL)?)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()?;
    let mut told = BufReader::new(wall.stdout.take().context("a wall without words")?).lines();
    told.next().context("the wall does not come up")??;

    eprintln!("{} tables sit down", args.tables);
    let began = Timestamp::now();
    let mut tellers = Vec::new();
    for name in &names {
        let wanted = Wanted {
            address: broker.address(),
            account: broker.account(name),
            table: name.parse()?,
            agreed: Agreed::default(),
            folder: None,
        };
        tellers.push(Teller::open(&wanted, began, began)?);
    }
    let seated = Instant::now();
    while tellers.iter().any(|teller| !teller.status().connected) {
        anyhow::ensure!(
            seated.elapsed() < Duration::from_secs(180),
            "not all tables connect"
        );
        thread::sleep(Duration::from_millis(50));
    }
    let seated = seated.elapsed();
    let pid = broker.pid().context("the broker has ended")?;
    let before = [cpu_s(pid), cpu_s(wall.id())];
    let turns = play(&args, &mut tellers, &games);
    let waiting: usize = tellers.iter().map(|teller| teller.status().waiting).sum();
    thread::sleep(Duration::from_secs(1));
    let seconds = args.seconds as f64;
    let cost = |pid, before: f64| (cpu_s(pid) - before) / seconds * 100.0;
    let costs = [cost(pid, before[0]), cost(wall.id(), before[1])];
    let memory = [resident_mib(pid), resident_mib(wall.id())];
    drop(wall.stdin.take());
    let heard: Value = serde_json::from_str(&told.next().context("the wall says nothing")??)?;
    wall.wait()?;
    let bytes = heard["bytes"].as_f64().unwrap_or(0.0);
    let hours = seconds * args.speed / 3600.0;
    let report = json!({
        "tables": args.tables,
        "speed": args.speed,
        "seconds": args.seconds,
        "turns": turns,
        "connected_s": rounded(seated.as_secs_f64()),
        "messages": heard["messages"],
        "states_timed": heard["timed"],
        "to_wall_ms": {"median": heard["median_ms"], "p95": heard["p95_ms"], "most": heard["most_ms"]},
        "broker": {"cpu_percent": rounded(costs[0]), "mib": rounded(memory[0])},
        "wall": {"cpu_percent": rounded(costs[1]), "mib": rounded(memory[1])},
        // All tables, and the games that were drawn for them.
        "load": {"mib": nebelwacht_tests::memory::resident_mib()},
        "bytes_per_table_and_hour": (bytes / args.tables as f64 / hours).round(),
        "still_waiting": waiting,
    });
    match args.json {
        true => println!("{report}"),
        false => println!("{report:#}"),
    }
    drop(tellers);
    Ok(())
}

fn rounded(value: f64) -> f64 {
    (value * 10.0).round() / 10.0
}

/// A whole game, turn by turn.
fn drawn(seed: u64) -> Vec<Moment> {
    let mut game = Played::new("players=Anna Berg:red,Ben Ohm:blue", seed);
    let mut moments = Vec::new();
    loop {
        moments.push(Moment {
            snapshot: game.snapshot(),
            events: game.events().to_vec(),
        });
        if !game.turn() {
            return moments;
        }
    }
}

/// Has all tables play, each a little after the other; how many turns they played in all.
fn play(args: &Args, tellers: &mut [Teller], games: &[Vec<Moment>]) -> usize {
    let turn = Duration::from_secs_f64(args.turn / args.speed);
    let count = tellers.len().max(1);
    let until = Instant::now() + Duration::from_secs(args.seconds);
    let began = Instant::now();
    let mut turns = 0;
    for round in 0_u32.. {
        for (at, teller) in tellers.iter_mut().enumerate() {
            let due = turn * round + turn.mul_f64(at as f64 / count as f64);
            if let Some(wait) = due.checked_sub(began.elapsed()) {
                thread::sleep(wait);
            }
            if Instant::now() >= until {
                return turns;
            }
            let game = &games[at % games.len()];
            // A game that is over is played again: its events are known then, its states are not.
            let moment = &game[round as usize % game.len()];
            teller.tell(&moment.snapshot, &moment.events, Timestamp::now());
            turns += 1;
        }
    }
    turns
}

/// The newest state seen of each table, and how many milliseconds news took.
type Seen = (HashMap<TableName, u64>, Vec<f64>);

/// Listens until nobody wants it any more, and says how long news took.
fn be_the_wall(address: &str, account: &Path) -> Result<()> {
    let address = Address::read(address, false)?;
    let watcher = Arc::new(Watcher::open(address, Account::from_file(account)?)?);
    let seen: Arc<Mutex<Seen>> = Arc::default();
    let (looks, notes) = (Arc::downgrade(&watcher), seen.clone());
    watcher.on_change(Arc::new(move |table| {
        let (Some(table), Some(watcher)) = (table, looks.upgrade()) else {
            return;
        };
        let state = watcher.look(|wall, _| wall.table(table)?.state().cloned());
        let Some(state) = state else { return };
        let mut notes = notes.lock().unwrap_or_else(PoisonError::into_inner);
        if notes.0.insert(table.clone(), state.number) != Some(state.number) {
            // Both clocks are this machine's.
            let took = Timestamp::now().duration_since(state.at);
            notes.1.push(took.as_secs_f64() * 1000.0);
        }
    }));
    while !watcher.hearing().connected {
        thread::sleep(Duration::from_millis(10));
    }
    println!("up");
    std::io::stdin().lines().for_each(drop);
    let hearing = watcher.hearing();
    let mut took = seen
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .1
        .clone();
    took.sort_by(f64::total_cmp);
    let share = |share: f64| {
        let at = (took.len().saturating_sub(1) as f64 * share).round() as usize;
        took.get(at).copied().map(rounded)
    };
    println!(
        "{}",
        json!({
            "messages": hearing.messages,
            "bytes": hearing.bytes,
            "timed": took.len(),
            "median_ms": share(0.5),
            "p95_ms": share(0.95),
            "most_ms": share(1.0),
        })
    );
    Ok(())
}

/// What a process has computed so far, s; by the system's hundredths.
fn cpu_s(pid: u32) -> f64 {
    let text = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    // The name, in brackets, may hold anything.
    let fields = text
        .rsplit(')')
        .next()
        .unwrap_or_default()
        .split_whitespace();
    let ticks = fields
        .skip(11)
        .take(2)
        .filter_map(|field| field.parse::<f64>().ok());
    ticks.sum::<f64>() / 100.0
}

/// Memory a process holds, MiB.
fn resident_mib(pid: u32) -> f64 {
    let text = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
    let line = text
        .lines()
        .find(|line| line.starts_with("VmRSS:"))
        .unwrap_or_default();
    let kib = line
        .split_whitespace()
        .nth(1)
        .and_then(|kib| kib.parse::<f64>().ok());
    kib.unwrap_or(0.0) / 1024.0
}
