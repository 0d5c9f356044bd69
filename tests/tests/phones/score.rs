//! The score in every hand: what the table does is on every page, however many there are.

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use carcassonne::catalogue::face_id;
use carcassonne::geometry::{Cell, Rotation};
use nebelwacht_ui::phone::camera::PhoneCamera;
use phone::Page;
use tracker::command::Command;
use tracker::setup::Setup;

use super::hall::Hall;

fn setup() -> Setup {
    "players=Anna:red,Ben:blue; start=seen"
        .parse()
        .expect("a set-up")
}

fn lay(face: &str, x: i32, y: i32) -> Command {
    Command::PlaceTile {
        cell: Cell::new(x, y),
        face: face_id(face).expect("a face"),
        // A straight road lies along the row.
        rotation: if face == "U" {
            Rotation::R90
        } else {
            Rotation::R0
        },
        garden: None,
    }
}

/// Reads a page's news as they come.
fn spectator(link: &str) -> BufReader<TcpStream> {
    let rest = link.split_once("://").expect("an address").1;
    let (host, path) = rest.split_at(rest.find('/').expect("a path"));
    let mut stream = TcpStream::connect(host).expect("somebody listens");
    let request = format!("GET {path}live HTTP/1.1\r\nHost: {host}\r\n\r\n");
    stream.write_all(request.as_bytes()).expect("sent");
    stream
        .set_read_timeout(Some(Duration::from_secs(10)))
        .expect("set");
    BufReader::new(stream)
}

/// Reads until a text comes.
fn hear(news: &mut BufReader<TcpStream>, text: &str) {
    let mut line = String::new();
    while !line.contains(text) {
        line.clear();
        assert!(
            news.read_line(&mut line).expect("news") > 0,
            "they end before {text}"
        );
    }
}

#[test]
fn twenty_spectators_see_every_turn() {
    let place = tempfile::tempdir().expect("a temporary folder");
    let hall = Hall::open(&setup(), place.path(), PhoneCamera::film());
    let mut crowd: Vec<_> = (0..20).map(|_| spectator(&hall.link(Page::Look))).collect();
    let mut took: Vec<Duration> = Vec::new();
    for (turn, x) in (0..8).enumerate() {
        let start = Instant::now();
        hall.tell(lay(if x == 0 { "D" } else { "U" }, x, 0));
        for news in &mut crowd {
            hear(news, &format!("Drawn board, {} tile", turn + 1));
            took.push(start.elapsed());
        }
    }
    assert_eq!(hall.stand.as_ref().expect("open").guests().len(), 20);
    took.sort();
    let at = |share: usize| took[(took.len() - 1) * share / 100];
    println!(
        "told to shown, 20 spectators: median {:?}, p95 {:?}",
        at(50),
        at(95)
    );
    drop(hall.close());
}
