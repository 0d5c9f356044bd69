//! What the pages for phones cost and bear, measured in a real browser:
//! `phones_report [glass [TURNS]|serving|memory MINUTES|network|restart|turned]…`, by default all but memory.
//!
//! - `glass`: from a picture sent to the tile shown on another phone; 16 turns in five minutes unless told
//! - `serving`: processor time by thread and bytes, a minute of ten 1080p pictures a second of a quiet table
//! - `memory`: the program's memory by the minute, while a game of 16 turns is drawn out to that many minutes,
//!   ten pictures a second, 20 onlookers
//! - `network`: a filmed game by a slow way that breaks off again and again
//! - `restart`: a filmed game whose program is killed in the middle and started again
//! - `turned`: a filmed game in whose middle the phone is turned by 90°
//!
//! The three games end with the truth's score, or the report fails. How far it is stands on the other
//! stream, as most of it takes minutes.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use base64::prelude::{BASE64_STANDARD, Engine as _};
use fantoccini::Client;
use nebelwacht_browser_tests::browser::{Driver, run, until_within, value};
use nebelwacht_browser_tests::film::{Film, film as filmed, laid, on_camera_page};
use nebelwacht_browser_tests::hall::Hall;
use nebelwacht_browser_tests::process::{cpu_s_by_thread, memory_mb};
use nebelwacht_browser_tests::proxy::Proxy;
use serde_json::{Value, json};

/// Pictures of a browser's camera for each of the film's, and for its first (`phone_film`).
const TIMES: usize = 10;
const LEAD: usize = 450;
/// Turns of the games that must end right, and of the one that is timed unless told.
const TURNS: u32 = 4;
const TIMED_TURNS: u32 = 16;
/// Pictures that one script sends.
const AT_ONCE: usize = 10;
/// What a poor network carries, bytes a second: 2 Mbit/s.
const POOR: u64 = 250_000;
/// How often it breaks off.
const BREAKS_EVERY: Duration = Duration::from_secs(12);

/// The page's own way of sending, at a pace of ours: one picture some times, each once the one before
/// was taken and not sooner than every so many milliseconds. Answers when the first was sent.
const SEND: &str = "
    const [picture, times, every, done] = arguments;
    const bytes = Uint8Array.from(atob(picture), (one) => one.charCodeAt(0));
    const begin = () => new Promise((there) => {
        if (window.own) return there();
        window.own = new WebSocket(`wss://${location.host}${location.pathname}socket?me=report`);
        window.own.onopen = () => {
            // Nothing is read until the phone has said what it is.
            window.own.send(JSON.stringify({ camera: 'report' }));
            there();
        };
        window.own.onmessage = (event) => {
            if (JSON.parse(event.data).taken && window.taken) window.taken();
        };
    });
    begin().then(async () => {
        let first = 0;
        for (let n = 0; n < times; n += 1) {
            const sent = Date.now();
            first ||= sent;
            await new Promise((taken) => { window.taken = taken; window.own.send(bytes); });
            const left = every - (Date.now() - sent);
            if (left > 0) await new Promise((on) => setTimeout(on, left));
        }
        done(first);
    });";

/// Notes when a page shows how many tiles.
const NOTE: &str = "
    window.noted = {};
    const note = () => {
        const alt = document.querySelector('#board img')?.alt ?? '';
        const tiles = Number((/[0-9]+/.exec(alt) ?? ['0'])[0]);
        window.noted[tiles] ??= Date.now();
    };
    new MutationObserver(note).observe(document.body, { subtree: true, childList: true });
    note();";

fn main() {
    let asked: Vec<String> = std::env::args().skip(1).collect();
    let wants = |part: &str| asked.is_empty() || asked.iter().any(|one| one == part);
    let number = |part: &str| {
        let at = asked.iter().position(|one| one == part)?;
        asked.get(at + 1)?.parse().ok()
    };
    let driver = Driver::start().expect("chromium and its driver are installed");
    if wants("glass") {
        glass(&driver, number("glass").unwrap_or(TIMED_TURNS));
    }
    if wants("serving") {
        serving(&driver);
    }
    if asked.iter().any(|one| one == "memory") {
        memory(&driver, number("memory").expect("memory MINUTES").into());
    }
    if wants("network") {
        network(&driver);
    }
    if wants("restart") {
        restart(&driver);
    }
    if wants("turned") {
        turned(&driver);
    }
}

/// Says how far the report is.
fn now(at: &str) {
    eprintln!("… {at}");
}

/// A film, and the program that waits for its phone.
fn prepared(place: &Path, seed: u32, turns: u32, turned: Option<u32>) -> (Film, Hall) {
    now(&format!(
        "filming a game of {turns} turns, and learning its tiles"
    ));
    let film = Film::of(place, seed, turns, turned).expect("phone_film was built");
    film.learn().expect("nebelwacht was built");
    let hall = Hall::open(place, "phone", film.players()).expect("nebelwacht was built");
    (film, hall)
}

/// The film's pictures, once each, in letters.
fn pictures(film: &Film) -> Vec<String> {
    let bytes = std::fs::read(film.path(false)).expect("the film");
    let starts = bytes.windows(3).enumerate();
    let starts: Vec<usize> = starts
        .filter(|(_, three)| *three == [0xff, 0xd8, 0xff])
        .map(|(at, _)| at)
        .collect();
    let count = film.truth["pictures"].as_array().expect("pictures").len();
    let at = |n: usize| if n == 0 { 0 } else { LEAD + (n - 1) * TIMES };
    (0..count)
        .map(|n| BASE64_STANDARD.encode(&bytes[starts[at(n)]..starts[at(n) + 1]]))
        .collect()
}

/// Sends a picture some times; when the first was sent, ms.
async fn send(page: &Client, picture: &str, times: usize, every_ms: u64) -> u64 {
    let mut first = None;
    // A script of a busy machine is stopped after half a minute.
    for done in (0..times).step_by(AT_ONCE) {
        let times = AT_ONCE.min(times - done);
        let args = vec![json!(picture), json!(times), json!(every_ms)];
        let sent = page.execute_async(SEND, args).await.expect("sent");
        first = first.or(sent.as_u64());
    }
    first.expect("a time")
}

fn glass(driver: &Driver, turns: u32) {
    let place = tempfile::tempdir().expect("a temporary folder");
    let (film, mut hall) = prepared(place.path(), 1, turns, None);
    let pictures = pictures(&film);
    run(async {
        let look = driver.open([360, 740], "en-GB", None).await;
        look.goto(&hall.link("look")).await.expect("the score");
        look.execute(NOTE, Vec::new()).await.expect("noting");
        let page = driver.open([360, 740], "en-GB", None).await;
        on_camera_page(&page, &hall).await;
        // Until it is read at all.
        send(&page, &pictures[0], 150, 100).await;
        let truth = film.truth["pictures"].as_array().expect("pictures");
        let mut bare: Vec<(u64, u64)> = Vec::new();
        for (n, (picture, what)) in pictures.iter().zip(truth).enumerate() {
            if n % 30 == 0 {
                let (all, laid) = (pictures.len(), &what["tiles"]);
                now(&format!("glass: picture {n} of {all}, {laid} tiles laid"));
            }
            let sent = send(&page, picture, TIMES / 3, 100).await;
            let tiles = what["tiles"].as_u64().expect("a number");
            let new = bare.last().is_none_or(|last| last.0 < tiles);
            if what["hand"] == false && new && tiles > 0 {
                bare.push((tiles, sent));
            }
        }
        send(&page, pictures.last().expect("a picture"), 30, 100).await;
        let noted = value(&look, "window.noted").await;
        let mut took: Vec<u64> = Vec::new();
        for (tiles, sent) in &bare {
            match noted[tiles.to_string()].as_u64() {
                Some(shown) => took.push(shown.saturating_sub(*sent)),
                None => println!("the page never showed {tiles} tiles alone"),
            }
        }
        took.sort_unstable();
        let at = |share: usize| took[(took.len() - 1) * share / 100];
        println!(
            "glass: {} tiles; picture sent → shown on another phone: median {} ms, p95 {} ms, longest {} ms",
            took.len(),
            at(50),
            at(95),
            at(100)
        );
        page.close().await.expect("closed");
        look.close().await.expect("closed");
    });
    println!("  {}", summary(&hall.stop()));
}

fn summary(report: &Value) -> Value {
    json!({"frames": report["frames"], "turns": report["turns"], "scores": report["scores"],
        "asked": report["questions_asked"], "cpu_s": report["cpu_s"]})
}

/// A spectator that counts what comes.
fn spectator(link: &str) -> Arc<AtomicU64> {
    let rest = link.split_once("://").expect("an address").1;
    let (host, path) = rest.split_at(rest.find('/').expect("a path"));
    let mut stream = TcpStream::connect(host).expect("somebody listens");
    let request = format!("GET {path}live HTTP/1.1\r\nHost: {host}\r\n\r\n");
    stream.write_all(request.as_bytes()).expect("sent");
    let counted = Arc::new(AtomicU64::new(0));
    let count = counted.clone();
    std::thread::spawn(move || {
        let mut piece = [0; 4096];
        while let Ok(read @ 1..) = stream.read(&mut piece) {
            count.fetch_add(read as u64, Ordering::Relaxed);
        }
    });
    counted
}

fn serving(driver: &Driver) {
    const S: u64 = 60;
    let place = tempfile::tempdir().expect("a temporary folder");
    let (film, mut hall) = prepared(place.path(), 1, 1, None);
    let picture = pictures(&film).remove(0);
    let bytes = picture.len() / 4 * 3;
    run(async {
        let page = driver.open([360, 740], "en-GB", None).await;
        on_camera_page(&page, &hall).await;
        send(&page, &picture, 150, 100).await;
        let crowd: Vec<_> = (0..20).map(|_| spectator(&hall.link("look"))).collect();
        tokio::time::sleep(Duration::from_secs(2)).await;
        let heard = |crowd: &[Arc<AtomicU64>]| {
            let all = crowd.iter().map(|one| one.load(Ordering::Relaxed));
            all.sum::<u64>() / crowd.len() as u64
        };
        now(&format!("serving: {S} s of pictures"));
        let (before, heard_before) = (cpu_s_by_thread(hall.id()), heard(&crowd));
        let begin = Instant::now();
        let mut sent = 0_usize;
        while begin.elapsed() < Duration::from_secs(S) {
            send(&page, &picture, 50, 100).await;
            sent += 50;
        }
        let took = begin.elapsed().as_secs_f64();
        println!(
            "serving: {:.1} pictures a second of {} kB, {:.1} MB a minute; 20 spectators, {} bytes a minute each",
            sent as f64 / took,
            bytes / 1000,
            (sent * bytes) as f64 / 1e6 * 60.0 / took,
            ((heard(&crowd) - heard_before) as f64 * 60.0 / took) as u64
        );
        for (thread, used) in cpu_s_by_thread(hall.id()) {
            let used = used - before.get(&thread).copied().unwrap_or(0.0);
            if used > 0.0 {
                let share = used / took * 100.0;
                println!(
                    "  {thread}: {share:.1} % of a core, {:.1} ms a picture",
                    used * 1e3 / sent as f64
                );
            }
        }
        page.close().await.expect("closed");
    });
    hall.kill();
}

fn memory(driver: &Driver, minutes: u64) {
    let place = tempfile::tempdir().expect("a temporary folder");
    let (film, mut hall) = prepared(place.path(), 1, TIMED_TURNS, None);
    let pictures = pictures(&film);
    run(async {
        let page = driver.open([360, 740], "en-GB", None).await;
        on_camera_page(&page, &hall).await;
        send(&page, &pictures[0], 150, 100).await;
        let _crowd: Vec<_> = (0..20).map(|_| spectator(&hall.link("look"))).collect();
        let all = Duration::from_secs(minutes * 60);
        let (begin, mut sent, mut minute) = (Instant::now(), 0, 0);
        for (n, picture) in (1_u32..).zip(&pictures) {
            let until = all * n / pictures.len() as u32;
            while begin.elapsed() < until {
                if begin.elapsed().as_secs() >= minute * 60 {
                    println!(
                        "memory: minute {minute}, {sent} pictures: {:.0} MB",
                        memory_mb(hall.id())
                    );
                    minute += 1;
                }
                send(&page, picture, 10, 100).await;
                sent += 10;
            }
        }
        println!(
            "memory: at the end, {sent} pictures: {:.0} MB",
            memory_mb(hall.id())
        );
        page.close().await.expect("closed");
    });
    println!("  {}", summary(&hall.stop()));
}

fn network(driver: &Driver) {
    let place = tempfile::tempdir().expect("a temporary folder");
    let (film, mut hall) = prepared(place.path(), 1, TURNS, None);
    let secure = hall.port() + 1;
    let way = Proxy::to(secure);
    way.carry(POOR);
    let rule = format!(
        "--host-resolver-rules=MAP 127.0.0.1:{secure} 127.0.0.1:{}",
        way.port
    );
    run(async {
        let look = driver.open([360, 740], "en-GB", None).await;
        look.goto(&hall.link("look")).await.expect("the score");
        let path = film.path(false);
        let camera = driver
            .open_by([360, 740], "en-GB", Some(&path), &[rule])
            .await;
        on_camera_page(&camera, &hall).await;
        let press = "document.getElementById('start').click()";
        camera.execute(press, Vec::new()).await.expect("pressed");
        let begin = Instant::now();
        let tiles = film.truth["tiles"].as_u64().expect("a number");
        let most = film.length() + Duration::from_secs(60);
        let mut breaks = 0;
        while value(&look, &laid(tiles)).await != true && begin.elapsed() < most {
            tokio::time::sleep(BREAKS_EVERY).await;
            way.drop_all();
            breaks += 1;
        }
        film.all_laid(&look).await;
        film.scored(&look).await;
        println!(
            "network: {POOR} bytes a second, broken off {breaks} times: the truth's score after {:?}",
            begin.elapsed()
        );
        camera.close().await.expect("closed");
        look.close().await.expect("closed");
    });
    println!("  {}", summary(&hall.stop()));
}

fn restart(driver: &Driver) {
    let place = tempfile::tempdir().expect("a temporary folder");
    let (film, mut hall) = prepared(place.path(), 1, TURNS, None);
    run(async {
        let look = driver.open([360, 740], "en-GB", None).await;
        look.goto(&hall.link("look")).await.expect("the score");
        let camera = filmed(driver, &hall, &film.path(false)).await;
        let begin = Instant::now();
        let middle = laid(film.truth["tiles"].as_u64().expect("a number") / 2 + 1);
        let most = film.length() + Duration::from_secs(60);
        until_within(&look, most, "half of the game", &middle).await;
        hall.kill();
        tokio::time::sleep(Duration::from_secs(2)).await;
        hall.start();
        film.all_laid(&look).await;
        film.scored(&look).await;
        println!(
            "restart: killed in the middle: the truth's score after {:?}",
            begin.elapsed()
        );
        camera.close().await.expect("closed");
        look.close().await.expect("closed");
    });
    println!("  {}", summary(&hall.stop()));
}

fn turned(driver: &Driver) {
    let place = tempfile::tempdir().expect("a temporary folder");
    let (film, mut hall) = prepared(place.path(), 1, TURNS, Some(TURNS / 2));
    run(async {
        let look = driver.open([360, 740], "en-GB", None).await;
        look.goto(&hall.link("look")).await.expect("the score");
        let camera = filmed(driver, &hall, &film.path(false)).await;
        let begin = Instant::now();
        let middle = laid(u64::from(TURNS / 2) + 1);
        let most = film.length() + Duration::from_secs(60);
        until_within(&look, most, "the first half", &middle).await;
        // The last picture of that half stands still; then the phone is turned.
        tokio::time::sleep(Duration::from_secs(3)).await;
        camera.close().await.expect("closed");
        let camera = filmed(driver, &hall, &film.path(true)).await;
        film.all_laid(&look).await;
        film.scored(&look).await;
        println!(
            "turned: by 90° in the middle: the truth's score after {:?}",
            begin.elapsed()
        );
        // A browser may cut the film to the shape it was asked for.
        let shape =
            "(({ width, height }) => `${width} × ${height}`)(document.getElementById('drawn'))";
        println!("  the page draws over {}", value(&camera, shape).await);
        if let Ok(folder) = std::env::var("NEBELWACHT_LOOKS") {
            let picture = camera.screenshot().await.expect("a picture");
            std::fs::write(Path::new(&folder).join("camera_turned.png"), picture).expect("written");
        }
        camera.close().await.expect("closed");
        look.close().await.expect("closed");
    });
    println!("  {}", summary(&hall.stop()));
}
