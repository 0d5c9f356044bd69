//! The hall read by somebody else's program: the example of the documents, and a program that pairs
//! by the Swiss system.

use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::thread;

use nebelwacht_tests::data::skip;
use nebelwacht_tests::halls::broker::{BASE, Broker, WALL};

use hall::evening::{Pairings, Played, standings, trf};
use jiff::Timestamp;

use super::{SOON, Seat, names, wanted};

#[test]
fn a_program_in_another_language_reads_the_hall() {
    let python = "/usr/bin/python3";
    let there = Command::new(python)
        .args(["-c", "import paho.mqtt.client"])
        .output();
    if !there.is_ok_and(|output| output.status.success()) {
        return skip("no paho-mqtt is installed (make packages-broker)");
    }
    let Some(broker) = Broker::start(&names(1)).unwrap() else {
        return;
    };
    let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/hall/read.py");
    let (authority, password) = broker.trust(WALL);
    let mut reading = Command::new(python)
        .arg(example)
        .args(["localhost", &broker.port().to_string(), BASE, WALL])
        .arg(authority)
        .env("NEBELWACHT_HALL_PASSWORD", password)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = BufReader::new(reading.stdout.take().unwrap()).lines();
    let (tell, told) = mpsc::channel();
    thread::spawn(move || {
        lines
            .map_while(Result::ok)
            .for_each(|line| drop(tell.send(line)))
    });
    let mut seat = Seat::take(&wanted(&broker, "t1", broker.address()), 4, 0);
    (0..3).for_each(|_| seat.turn());
    seat.confirm();
    let mut last = String::new();
    while !last.ends_with("(final)") {
        last = told
            .recv_timeout(SOON)
            .expect("the example prints what it reads");
    }
    assert!(last.starts_with("t1: A. B. "), "{last}");
    // It ends with the test.
    let _ = reading.kill();
    let _ = reading.wait();
}

/// Two rounds that were played and one that is being played, by six.
const PAIRINGS: &str = "Round;Board;White;Black\n\
    1;1;Änne Berg;Ben Ohm\n1;2;Cleo Fink;Dietlinde Özgür\n1;3;Emil Zander;Frieda Ey\n\
    2;1;Änne Berg;Cleo Fink\n2;2;Ben Ohm;Emil Zander\n2;3;Frieda Ey;Dietlinde Özgür\n\
    3;1;Änne Berg;Emil Zander\n3;2;Cleo Fink;Ben Ohm\n3;3;Dietlinde Özgür;\n";

#[test]
fn a_program_that_pairs_reads_the_report_and_pairs_the_next_round() {
    let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join("pairing/bin/py4swiss");
    if !program.exists() {
        return skip("no py4swiss is installed (make packages-broker)");
    }
    let pairings = Pairings::read(PAIRINGS).unwrap();
    let mut games: Vec<Played> = Vec::new();
    for (pairing, scores) in pairings.0.iter().zip([
        (80, 71),
        (64, 64),
        (50, 90),
        (77, 60),
        (55, 58),
        (91, 40),
        // Only one game of the third round is over.
        (60, 59),
    ]) {
        let [one, other] = &pairing.players[..] else {
            panic!("{pairing:?}");
        };
        games.push(Played {
            round: Some(pairing.round),
            table: pairing.table.clone(),
            players: vec![(one.clone(), scores.0), (other.clone(), scores.1)],
            by_file: false,
            disagrees: false,
            game: Timestamp::from_second(i64::from(pairing.round)).unwrap(),
        });
    }
    let rows = standings(&games, &pairings);
    let report = trf::report("Freitag", &games, &pairings, &rows, 5).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let (file, next) = (folder.path().join("t.trf"), folder.path().join("next"));
    std::fs::write(&file, &report).unwrap();
    let paired = Command::new(program)
        .arg("--strict")
        .arg("--trf")
        .arg(&file)
        .arg("--pairings")
        .arg(&next)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&paired.stderr);
    assert!(paired.status.success(), "{report}{said}");
    let next = std::fs::read_to_string(&next).unwrap();
    let mut lines = next.lines();
    assert_eq!(lines.next(), Some("3"), "{next}");
    let players = pairings.players();
    let mut seated = Vec::new();
    for line in lines {
        let numbers: Vec<usize> = line.split(' ').map(|n| n.parse().unwrap()).collect();
        let names = [&players[numbers[0] - 1], &players[numbers[1] - 1]];
        let met = pairings.0.iter().filter(|pairing| pairing.round < 3);
        let met = met
            .into_iter()
            .any(|pairing| names.iter().all(|name| pairing.players.contains(name)));
        assert!(!met, "{names:?} have met already: {next}");
        seated.extend(names);
    }
    seated.sort();
    let mut all: Vec<&String> = players.iter().collect();
    all.sort();
    assert_eq!(seated, all);
}
