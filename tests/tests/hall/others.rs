//! The hall read by somebody else's program: the example of the documents.

use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::thread;

use nebelwacht_tests::broker::{BASE, Broker, WALL};
use nebelwacht_tests::data::skip;

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
