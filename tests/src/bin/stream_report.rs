//! Plays a drawn game to the whole program's eyes as a network stream, faster than life, with a
//! server that drops the connection again and again; then goes on showing its last turn. Prints
//! what was read and, minute by minute, how much memory is held.
//!
//! `stream_report --minutes 15 --speed 4` is an hour at a table.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::{Duration, Instant};

use clap::Parser;
use nebelwacht_tests::memory::resident_mib;
use nebelwacht_tests::table;
use nebelwacht_ui::demo::Demo;
use nebelwacht_ui::demo::compare::Comparison;
use nebelwacht_ui::demo::plan::Plan;
use nebelwacht_ui::run::reading::reader;
use opencv::core::Vector;
use opencv::imgcodecs::imencode_def;
use tracker::Tracker;
use vision::gate::{Gate, GateConfig};
use vision::pieces::ground::Ground;
use vision::source::frame::{Clock, MachineClock};
use vision::source::{Source, StreamConfig, StreamSource};

#[derive(Parser)]
#[command(about = "Follows a drawn game through a network stream that drops, and prints memory")]
struct Args {
    /// How long, in minutes of the clock on the wall.
    #[arg(long, default_value_t = 15.0)]
    minutes: f64,
    /// How much faster than life.
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u64).range(1..=100))]
    speed: u64,
    /// Seconds after which the server drops the connection.
    #[arg(long, default_value_t = 45)]
    drop_after: u64,
    /// Turns of the game.
    #[arg(long, default_value_t = 12)]
    turns: u32,
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Time that goes faster.
struct Fast(MachineClock, u64);

impl Clock for Fast {
    fn now_ms(&self) -> u64 {
        self.0.now_ms() * self.1
    }
}

/// A picture as the server sends it, and when it is shown, ms of the game.
struct Shown {
    jpeg: Vec<u8>,
    at_ms: u64,
}

/// What the server shows: the film once, then its last turn over and over.
struct Programme {
    film: Vec<Shown>,
    last_turn: usize,
    speed: u64,
    drop_after: Duration,
    /// When the film began: a little after somebody first looked.
    began: OnceLock<Instant>,
}

/// How long the first picture is shown.
const FIRST: Duration = Duration::from_secs(2);

impl Programme {
    /// The picture for now.
    fn now(&self) -> &Shown {
        let began = self.began.get().map_or(Duration::ZERO, Instant::elapsed);
        let at_ms = began.as_millis() as u64 * self.speed;
        let last = self.film.len() - 1;
        let end = self.film[last].at_ms;
        let again = self.film[self.last_turn].at_ms;
        let at_ms = if at_ms <= end {
            at_ms
        } else {
            again + (at_ms - end) % (end - again).max(1)
        };
        let next = self.film.partition_point(|shown| shown.at_ms <= at_ms);
        &self.film[next.clamp(1, last + 1) - 1]
    }

    fn treat(&self, mut client: TcpStream) -> std::io::Result<()> {
        let _request = client.read(&mut [0; 4096])?;
        client.write_all(
            b"HTTP/1.0 200 OK\r\nContent-Type: multipart/x-mixed-replace; boundary=frame\r\n\r\n",
        )?;
        let since = Instant::now();
        self.began.get_or_init(|| since + FIRST);
        while since.elapsed() < self.drop_after {
            let jpeg = &self.now().jpeg;
            let length = jpeg.len();
            let head =
                format!("--frame\r\nContent-Type: image/jpeg\r\nContent-Length: {length}\r\n\r\n");
            client.write_all(head.as_bytes())?;
            client.write_all(jpeg)?;
            client.write_all(b"\r\n")?;
            thread::sleep(Duration::from_millis(100 / self.speed));
        }
        Ok(())
    }
}

fn main() -> anyhow::Result<()> {
    let args = Args::parse();
    let demo = Demo::new(&Plan::base(args.seed).turns(args.turns))?;
    let mut film = Vec::new();
    let mut frames = demo.film();
    let mut last_turn = 0;
    while let Some(drawn) = frames.next().transpose()? {
        let lays =
            |action: &usize| matches!(demo.script[*action], studio::synth::Action::LayTile { .. });
        if drawn.done.iter().any(lays) {
            last_turn = film.len();
        }
        let mut jpeg = Vector::<u8>::new();
        imencode_def(".jpg", &drawn.picture, &mut jpeg)?;
        film.push(Shown {
            jpeg: jpeg.into_iter().collect(),
            at_ms: drawn.at_ms,
        });
    }
    let pack = Arc::new(nebelwacht_ui::store::packs::our_art(
        &demo.setup.catalogue(),
    )?);
    let mut reader = reader::reader(pack, &demo.setup)?;
    let mut gate = Gate::new(GateConfig::default());
    let mut tracker = Tracker::new(Arc::new(demo.setup.clone()), Arc::new(Ground::default()));

    let listener = TcpListener::bind("127.0.0.1:0")?;
    let url = format!("http://{}/video", listener.local_addr()?);
    let programme = Arc::new(Programme {
        film,
        last_turn,
        speed: args.speed,
        drop_after: Duration::from_secs(args.drop_after),
        began: OnceLock::new(),
    });
    let server = Arc::clone(&programme);
    thread::spawn(move || {
        for client in listener.incoming().flatten() {
            let server = Arc::clone(&server);
            // A client that hangs up ends its thread and nothing else.
            thread::spawn(move || server.treat(client));
        }
    });
    let clock = Arc::new(Fast(MachineClock::start(), args.speed));
    let mut source = StreamSource::open(&url, StreamConfig::default(), clock)?;
    let mut rows = vec![
        ["minute", "frames", "troubles", "events", "memory MiB"]
            .map(String::from)
            .to_vec(),
    ];
    let (mut read, mut troubles, mut compared) = (0u64, 0u64, None);
    let started = Instant::now();
    let film_ends = programme.film.last().map_or(0, |shown| shown.at_ms) / args.speed;
    while started.elapsed().as_secs_f64() < 60.0 * args.minutes {
        match source.next() {
            Ok(Some(frame)) => {
                let report = gate.look(&frame)?;
                tracker.see(&reader.look(&frame, &report)?);
                read += 1;
            }
            Ok(None) => break,
            Err(_) => troubles += 1,
        }
        let gone = started.elapsed();
        let shown = programme
            .began
            .get()
            .map_or(Duration::ZERO, Instant::elapsed);
        if compared.is_none() && shown.as_millis() as u64 > film_ends {
            compared = Some(Comparison::of(&demo.truth, tracker.log()));
        }
        if gone.as_secs() / 60 >= rows.len() as u64 {
            rows.push(vec![
                (gone.as_secs() / 60).to_string(),
                read.to_string(),
                troubles.to_string(),
                tracker.log().events().len().to_string(),
                resident_mib().to_string(),
            ]);
        }
    }
    print!("{}", table::text(&rows));
    if let Some(compared) = compared {
        print!("as the film ended: {compared}");
    }
    Ok(())
}
