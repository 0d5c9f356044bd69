//! A disk that refuses, clocks that jump, and a machine that sleeps, while a game is followed.

use std::io;
use std::sync::{Arc, Mutex};

use carcassonne::catalogue::face_id;
use carcassonne::geometry::{Cell, Rotation};
use carcassonne::seen::{FaceCandidate, SeenTable, SeenTile};
use carcassonne::spots::RimGeometry;
use tracker::command::Command;
use tracker::log::journal::{Disk, Journal};
use tracker::log::record::{Header, Record};
use tracker::setup::Setup;
use tracker::{GRACE_MS, Tracker};

/// A disk with so many bytes left.
#[derive(Clone, Default)]
struct SmallDisk(Arc<Mutex<(Vec<u8>, usize)>>);

impl Disk for SmallDisk {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let (written, room) = &mut *self.0.lock().unwrap();
        let some = bytes.len().min(*room);
        if some == 0 {
            return Err(io::ErrorKind::StorageFull.into());
        }
        *room -= some;
        written.extend_from_slice(&bytes[..some]);
        Ok(some)
    }

    fn sync(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn setup() -> Setup {
    "modules=mage_and_witch; players=red,blue".parse().unwrap()
}

fn tile(id: &str, x: i32, y: i32, rotation: Rotation) -> Command {
    Command::PlaceTile {
        cell: Cell::new(x, y),
        face: face_id(id).unwrap(),
        rotation,
        garden: None,
    }
}

/// A still look at some tiles, none of which stands in doubt.
fn look(frame: u64, at_ms: u64, tiles: &[(&str, i32, i32, Rotation)]) -> SeenTable {
    let seen = |&(id, x, y, rotation): &(&str, i32, i32, Rotation)| SeenTile {
        cell: Cell::new(x, y),
        candidates: vec![FaceCandidate {
            face: face_id(id).unwrap(),
            rotation,
            log_likelihood: 0.0,
        }],
        unknown: -20.0,
        corners_px: [[0.0; 2]; 4],
    };
    SeenTable {
        tiles: tiles.iter().map(seen).collect(),
        ..SeenTable::still(frame, at_ms, 0)
    }
}

#[test]
fn play_goes_on_over_a_full_disk_and_is_written_when_there_is_room() {
    let disk = SmallDisk::default();
    let header = Header::new(setup(), None);
    disk.0.lock().unwrap().1 = serde_json::to_string(&header).unwrap().len() + 40;
    let mut tracker = Tracker::new(Arc::new(setup()), Arc::new(RimGeometry));
    tracker.write_to(Journal::begin(Box::new(disk.clone()), &header).unwrap());
    tracker.command(0, tile("D", 0, 0, Rotation::R0)).unwrap();
    assert!(tracker.snapshot().health.storage.is_some());
    // By hand and by the camera.
    tracker.command(0, tile("V", 1, 0, Rotation::R0)).unwrap();
    let start = [("D", 0, 0, Rotation::R0), ("V", 1, 0, Rotation::R0)];
    let more = [start[0], start[1], ("E", 0, -1, Rotation::R180)];
    let mut frame = 0;
    let mut see = |tracker: &mut Tracker, tiles: &[_], looks: u64| {
        for _ in 0..looks {
            frame += 1;
            tracker.see(&look(frame, frame * 200, tiles));
        }
    };
    see(&mut tracker, &start, 5);
    see(&mut tracker, &more, 5);
    let snapshot = tracker.snapshot();
    assert_eq!(
        snapshot.tiles.len(),
        3,
        "the camera is followed all the while"
    );
    assert!(snapshot.health.storage.is_some());
    let torn = Record::read(&disk.0.lock().unwrap().0.clone()).unwrap();
    assert!(torn.torn && torn.events().count() == 0);
    disk.0.lock().unwrap().1 = 1 << 20;
    // Nothing happens at the table, and yet it is written within seconds.
    see(&mut tracker, &more, 20);
    assert_eq!(tracker.snapshot().health.storage, None);
    let whole = Record::read(&disk.0.lock().unwrap().0.clone()).unwrap();
    assert_eq!(whole.log(), *tracker.log());
}

#[test]
fn times_never_run_backwards() {
    let mut tracker = Tracker::new(Arc::new(setup()), Arc::new(RimGeometry));
    tracker
        .command(90_000, tile("D", 0, 0, Rotation::R0))
        .unwrap();
    // The clock is set back, and a camera that was plugged in again counts from 0.
    tracker.command(5, tile("V", 1, 0, Rotation::R0)).unwrap();
    let tiles = [
        ("D", 0, 0, Rotation::R0),
        ("V", 1, 0, Rotation::R0),
        ("E", 0, -1, Rotation::R180),
    ];
    for frame in 1..10 {
        let seen = if frame < 5 { &tiles[..2] } else { &tiles };
        tracker.see(&look(frame, frame * 200, seen));
    }
    let times: Vec<u64> = tracker
        .log()
        .events()
        .iter()
        .map(|event| event.at_ms)
        .collect();
    assert_eq!(times, [90_000, 90_000, 90_000]);
}

#[test]
fn while_the_machine_sleeps_nothing_becomes_overdue() {
    let mut tracker = Tracker::new(Arc::new(setup()), Arc::new(RimGeometry));
    tracker.command(0, tile("D", 0, 0, Rotation::R0)).unwrap();
    tracker.command(0, tile("MW1", 1, 0, Rotation::R0)).unwrap();
    let tiles = [("D", 0, 0, Rotation::R0), ("MW1", 1, 0, Rotation::R0)];
    let overdue = |tracker: &mut Tracker| {
        let snapshot = tracker.snapshot();
        snapshot.reminders.iter().any(|reminder| reminder.overdue)
    };
    let mut frame = 0;
    let mut see = |tracker: &mut Tracker, at_ms| {
        frame += 1;
        tracker.see(&look(frame, at_ms, &tiles));
    };
    assert!(!overdue(&mut tracker));
    see(&mut tracker, 10_000);
    let night = 9 * 3_600_000;
    see(&mut tracker, night);
    assert!(!overdue(&mut tracker), "nobody was there");
    for second in 0..GRACE_MS / 1000 {
        see(&mut tracker, night + second * 1000);
    }
    assert!(overdue(&mut tracker), "but now somebody was");
}

#[test]
fn a_tile_over_the_edge_is_told_until_it_is_read() {
    let mut tracker = Tracker::new(Arc::new(setup()), Arc::new(RimGeometry));
    let start = ("D", 0, 0, Rotation::R0);
    let at = Cell::new(1, 0);
    let mut frame = 0;
    let mut see = |tracker: &mut Tracker, tiles: &[_], cut: &[Cell]| {
        for _ in 0..5 {
            frame += 1;
            let mut look = look(frame, frame * 200, tiles);
            look.cut = cut.to_vec();
            tracker.see(&look);
        }
        tracker.snapshot().health.cut.clone()
    };
    assert_eq!(see(&mut tracker, &[start], &[]), []);
    assert_eq!(see(&mut tracker, &[start], &[at]), [at]);
    // The camera was moved: all of it is seen.
    let both = [start, ("V", 1, 0, Rotation::R0)];
    assert_eq!(see(&mut tracker, &both, &[]), []);
    assert_eq!(tracker.snapshot().tiles.len(), 2);
    // It is cut off again, but known.
    assert_eq!(see(&mut tracker, &[start], &[at]), []);
}
