//! Keeps pictures while a game is watched, on a thread of its own.
//!
//! Told of each still look and of what was noted on it; what is to be kept is cut, compressed
//! and written by the thread, so that neither window nor tracker waits for a disk. A picture
//! that cannot be written is lost, the failure is reported once, and the game goes on.

use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;

use carcassonne::geometry::Cell;
use carcassonne::tie::Tie;
use tracker::log::Log;
use tracker::log::event::{By, Event, EventId};
use tracker::log::history::place_of;
use tracker::setup::Pictures;
use vision::picture::pyramid::Pyramid;
use vision::view::rectify::{BoardView, jpeg};

use crate::run::actors::seeing::{Look, carries_claims};
use crate::store::album::labels::Labels;
use crate::store::album::{Album, BOARD_TILE_PX, BoardNote, CELLS, MARGIN_PX, TILE_PX};

/// Jobs that may wait. A job holds its frame (6 MB at 1080p), and a disk that is so far
/// behind will not catch up.
const WAITING: usize = 16;

/// After what new events came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum After {
    /// A person answered a question: what that says was seen, too.
    Answer,
    /// A look, or whatever else a person did.
    Else,
}

/// Keeps the pictures of one game.
pub struct Keeping {
    album: Album,
    /// What the set-up says.
    wanted: Pictures,
    /// The last still look.
    look: Option<Arc<Look>>,
    writer: Option<(SyncSender<Job>, JoinHandle<()>)>,
    trouble: Arc<Mutex<Option<String>>>,
}

/// What the thread is to do.
enum Job {
    /// Cut pictures from a look and write them.
    Cut {
        look: Arc<Look>,
        view: BoardView,
        what: Vec<What>,
    },
    /// Label what a person has settled.
    Label(Box<Log>),
}

enum What {
    Event(EventId, Cell),
    Board(BoardNote),
}

impl Keeping {
    /// Keeps pictures in that album: what a person chose for the game, else what its set-up
    /// says.
    pub fn new(album: Album, wanted: Option<Pictures>) -> Self {
        Self {
            album,
            wanted: wanted.unwrap_or_default(),
            look: None,
            writer: None,
            trouble: Arc::default(),
        }
    }

    /// Where they are kept.
    pub fn album(&self) -> &Album {
        &self.album
    }

    /// Why a picture could not be kept, once one could not.
    pub fn trouble(&self) -> Option<String> {
        let trouble = self.trouble.lock();
        // It is one assignment, whole or not made.
        trouble.unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Takes a look over: what is noted next was seen in it.
    pub fn look(&mut self, look: &Arc<Look>) {
        if carries_claims(look) && !look.seen.tiles.is_empty() {
            self.look = Some(look.clone());
        }
    }

    /// Keeps pictures of new events that rest on the last look: those of the camera, and what a
    /// person answered to its question.
    pub fn note(&mut self, log: &Log, tie: Option<Tie>, events: &[Event], after: After) {
        let rests = |event: &&Event| match event.by {
            By::Camera { .. } => true,
            By::Person | By::Rule => after == After::Answer && event.kind.is_fact(),
        };
        let events: Vec<&Event> = events.iter().filter(rests).collect();
        let (Some(newest), Some(look), Some(tie)) = (events.last(), &self.look, tie) else {
            return;
        };
        let keep = self.album.switch().unwrap_or(self.wanted);
        if keep == Pictures::None {
            return;
        }
        let Some(view) = BoardView::of(&look.seen, tie) else {
            return;
        };
        let place = |event: &&Event| Some(What::Event(event.id, place_of(log, &event.kind)?));
        let mut what: Vec<What> = events.iter().filter_map(place).collect();
        if keep == Pictures::All {
            let (north_west, cells) = view.bounds();
            what.push(What::Board(BoardNote {
                turn: log.game().turn(),
                event: newest.id,
                north_west: Cell::new(north_west.x - 1, north_west.y - 1),
                cells: cells.map(|count| count + 2),
            }));
        }
        if what.is_empty() {
            return;
        }
        let look = look.clone();
        self.send(Job::Cut { look, view, what });
    }

    /// A person has put something right: the pictures of it are labelled.
    pub fn settle(&mut self, log: &Log) {
        // Where nothing was ever kept, there is nothing to label.
        if self.writer.is_some() || self.album.folder().is_dir() {
            self.send(Job::Label(Box::new(log.clone())));
        }
    }

    /// Waits until everything is written.
    pub fn finish(&mut self) {
        if let Some((to, thread)) = self.writer.take() {
            drop(to);
            if thread.join().is_err() {
                tell(&self.trouble, "keeping pictures failed");
            }
        }
    }

    fn send(&mut self, job: Job) {
        if self.writer.is_none() {
            self.writer = self.start();
        }
        let Some((to, _)) = &self.writer else { return };
        match to.try_send(job) {
            Ok(()) => {}
            Err(TrySendError::Full(_)) => tell(&self.trouble, "the disk is too slow"),
            Err(TrySendError::Disconnected(_)) => {
                tell(&self.trouble, "keeping pictures failed");
                // One picture that breaks it must not cost all that come after it.
                self.writer = None;
            }
        }
    }

    fn start(&self) -> Option<(SyncSender<Job>, JoinHandle<()>)> {
        let (to, jobs) = sync_channel(WAITING);
        let (album, trouble) = (self.album.clone(), self.trouble.clone());
        let thread = std::thread::Builder::new().name("pictures".to_owned());
        match thread.spawn(move || write_all(&album, &jobs, &trouble)) {
            Ok(thread) => Some((to, thread)),
            Err(error) => {
                tell(&self.trouble, &error.to_string());
                None
            }
        }
    }
}

impl Drop for Keeping {
    fn drop(&mut self) {
        self.finish();
    }
}

fn tell(trouble: &Mutex<Option<String>>, why: &str) {
    tracing::warn!(%why, "a picture was not kept");
    let mut trouble = trouble.lock().unwrap_or_else(PoisonError::into_inner);
    trouble.get_or_insert_with(|| why.to_owned());
}

fn write_all(album: &Album, jobs: &Receiver<Job>, trouble: &Mutex<Option<String>>) {
    for job in jobs {
        let done = match job {
            Job::Cut { look, view, what } => Pyramid::new(&look.frame.pixels)
                .map_err(|error| error.message)
                .and_then(|picture| {
                    what.iter()
                        .try_for_each(|what| write(album, &picture, &view, what))
                }),
            Job::Label(log) => label(album, &log),
        };
        if let Err(why) = done {
            tell(trouble, &why);
        }
    }
}

/// Writes the labels of what a person has settled; takes those away of what nobody doubts any
/// more.
fn label(album: &Album, log: &Log) -> Result<(), String> {
    let labels = Labels::of(log);
    for event in album.kept().0 {
        let path = album.event(event).with_extension("json");
        let label = labels.is_settled(event).then(|| labels.event(event));
        let written = match label.flatten() {
            Some(label) => serde_json::to_vec_pretty(&label)
                .map_err(std::io::Error::other)
                .and_then(|text| album.put(&path, &text)),
            None => files::write::remove(&path),
        };
        written.map_err(|error| format!("{}: {error}", path.display()))?;
    }
    Ok(())
}

fn write(album: &Album, picture: &Pyramid, view: &BoardView, what: &What) -> Result<(), String> {
    let refused = |error: std::io::Error| format!("{}: {error}", album.folder().display());
    let (path, cut) = match *what {
        What::Event(event, cell) => (
            album.event(event),
            view.crop(picture, cell, TILE_PX, MARGIN_PX),
        ),
        What::Board(note) => {
            let path = album.turn(note.turn);
            let text = serde_json::to_vec(&note).map_err(|error| error.to_string())?;
            album
                .put(&path.with_extension(CELLS), &text)
                .map_err(refused)?;
            let BoardNote {
                north_west, cells, ..
            } = note;
            (path, view.board(picture, north_west, cells, BOARD_TILE_PX))
        }
    };
    let bytes = cut.and_then(|cut| jpeg(&cut));
    let bytes = bytes.map_err(|error| error.message)?;
    album.put(&path, &bytes).map_err(refused)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use carcassonne::catalogue::face_id;
    use carcassonne::geometry::Rotation;
    use carcassonne::seen::{Calm, SeenTable, SeenTile};
    use opencv::core::{CV_8UC3, Mat, Scalar};
    use opencv::prelude::*;
    use tracker::log::event::{EventKind, Evidence};
    use vision::gate::{Gate, GateConfig};
    use vision::source::frame::Frame;
    use vision::view::rectify::decode;

    use super::*;

    const TIE: Tie = Tie {
        lattice: 1,
        origin: Cell::new(0, 0),
        turn: Rotation::R0,
    };

    /// A quiet table with one tile.
    fn look() -> Arc<Look> {
        let blue = Scalar::new(255.0, 0.0, 0.0, 0.0);
        let pixels = Mat::new_rows_cols_with_default(480, 640, CV_8UC3, blue);
        let frame = Frame {
            pixels: pixels.expect("a picture"),
            seq: 3,
            taken_at_ms: 0,
        };
        let gate = Gate::new(GateConfig::default()).look(&frame).expect("seen");
        let seen = SeenTable {
            frame: 3,
            at_ms: 0,
            calm: Calm::Still,
            lattice: 1,
            tiles: vec![SeenTile {
                cell: Cell::default(),
                candidates: Vec::new(),
                unknown: 0.0,
                corners_px: [
                    [300.0, 200.0],
                    [400.0, 200.0],
                    [400.0, 300.0],
                    [300.0, 300.0],
                ],
            }],
            figures: Vec::new(),
            hidden: Vec::new(),
            cut: Vec::new(),
            unclear: Vec::new(),
            cards: Vec::new(),
            supplies: None,
            map: None,
        };
        Arc::new(Look {
            frame: Arc::new(frame),
            gate,
            seen,
            took: Duration::ZERO,
        })
    }

    fn log(by: By) -> Log {
        let setup = "players=red,blue".parse().expect("a set-up");
        let mut log = Log::new(Arc::new(setup));
        let start = EventKind::TileLaid {
            cell: Cell::default(),
            face: face_id("D").expect("a face"),
            rotation: Rotation::R0,
            garden: None,
            before: false,
        };
        log.append(0, by, start).expect("legal");
        log
    }

    const CAMERA: By = By::Camera {
        confidence: 0.99,
        evidence: Evidence {
            first_frame: 1,
            last_frame: 3,
            looks: 3,
        },
    };

    /// What is kept of one tile that was noted so.
    fn kept(keep: Pictures, by: By, after: After) -> (Vec<EventId>, Vec<u32>, tempfile::TempDir) {
        let place = tempfile::tempdir().expect("a temporary folder");
        let album = Album::of(&place.path().join("game.jsonl"));
        let log = log(by);
        let mut keeping = Keeping::new(album.clone(), Some(keep));
        keeping.look(&look());
        keeping.note(&log, Some(TIE), log.events(), after);
        assert_eq!(keeping.trouble(), None);
        drop(keeping);
        let (events, turns) = album.kept();
        (events, turns, place)
    }

    #[test]
    fn what_the_camera_noted_is_kept_as_the_switch_says() {
        let first = vec![EventId(1)];
        let (events, turns, place) = kept(Pictures::None, CAMERA, After::Else);
        assert!(events.is_empty() && turns.is_empty());
        let nothing = std::fs::read_dir(place.path()).expect("there").next();
        assert!(nothing.is_none(), "not even a folder");
        let (events, turns, place) = kept(Pictures::Evidence, CAMERA, After::Else);
        assert_eq!((&events, turns), (&first, vec![]));
        let album = Album::of(&place.path().join("game.jsonl"));
        let crop = std::fs::read(album.event(EventId(1))).expect("kept");
        assert!(crop.len() < 50_000, "{}", crop.len());
        let crop = decode(&crop).expect("a picture");
        assert_eq!((crop.cols(), crop.rows()), (320, 320));
        let (events, turns, place) = kept(Pictures::All, CAMERA, After::Else);
        assert_eq!((&events, turns), (&first, vec![0]));
        let note = Album::of(&place.path().join("game.jsonl")).board(0);
        let note = note.expect("it says what it shows");
        assert_eq!((note.north_west, note.cells), (Cell::new(-1, -1), [3, 3]));
    }

    #[test]
    fn what_a_person_enters_is_not_on_the_table_yet_but_an_answer_is() {
        assert!(
            kept(Pictures::Evidence, By::Person, After::Else)
                .0
                .is_empty()
        );
        assert_eq!(
            kept(Pictures::Evidence, By::Person, After::Answer).0,
            [EventId(1)]
        );
    }

    #[test]
    fn the_switch_works_in_the_middle_of_a_game() {
        let place = tempfile::tempdir().expect("a temporary folder");
        let album = Album::of(&place.path().join("game.jsonl"));
        let log = log(CAMERA);
        let mut keeping = Keeping::new(album.clone(), Some(Pictures::All));
        keeping.look(&look());
        album.set_switch(Pictures::None).expect("written");
        keeping.note(&log, Some(TIE), log.events(), After::Else);
        drop(keeping);
        assert_eq!(album.kept(), (Vec::new(), Vec::new()));
    }

    #[test]
    fn what_a_person_denies_is_labelled_until_that_is_taken_back() {
        let place = tempfile::tempdir().expect("a temporary folder");
        let album = Album::of(&place.path().join("game.jsonl"));
        let mut log = log(CAMERA);
        let mut keeping = Keeping::new(album.clone(), None);
        keeping.look(&look());
        keeping.note(&log, Some(TIE), log.events(), After::Else);
        let label = album.event(EventId(1)).with_extension("json");
        let mut told = |keeping: &mut Keeping, kind| {
            let event = log.append(1, By::Person, kind).expect("legal");
            keeping.settle(&log);
            keeping.finish();
            event
        };
        let event = EventId(1);
        let denied = told(&mut keeping, EventKind::Removed { event });
        let text = std::fs::read_to_string(&label).expect("labelled");
        assert!(text.contains(r#""settled_by": "person""#), "{text}");
        assert!(text.contains(r#""tiles": []"#), "{text}");
        told(&mut keeping, EventKind::Undone { event: denied });
        assert!(!label.exists());
        assert!(album.event(EventId(1)).exists(), "the picture stays");
        assert_eq!(keeping.trouble(), None);
    }

    #[test]
    fn a_writer_that_failed_is_told_and_begun_anew() {
        let place = tempfile::tempdir().expect("a temporary folder");
        let album = Album::of(&place.path().join("game.jsonl"));
        let log = log(CAMERA);
        let mut keeping = Keeping::new(album.clone(), Some(Pictures::All));
        keeping.look(&look());
        // Nobody listens at the other end.
        let (to, _) = sync_channel(WAITING);
        keeping.writer = Some((to, std::thread::spawn(|| {})));
        keeping.note(&log, Some(TIE), log.events(), After::Else);
        assert!(keeping.trouble().is_some());
        keeping.note(&log, Some(TIE), log.events(), After::Else);
        keeping.finish();
        assert!(album.event(EventId(1)).exists());
    }

    #[test]
    fn a_place_that_takes_nothing_is_told_once_and_stops_nothing() {
        let place = tempfile::tempdir().expect("a temporary folder");
        let album = Album::of(&place.path().join("game.jsonl"));
        // A file where the folder should be: whatever the rights of who runs this test.
        std::fs::write(album.folder(), "").expect("written");
        let log = log(CAMERA);
        let mut keeping = Keeping::new(album, Some(Pictures::All));
        keeping.look(&look());
        for _ in 0..3 {
            keeping.note(&log, Some(TIE), log.events(), After::Else);
        }
        let (_, thread) = keeping.writer.take().expect("it was tried");
        thread.join().expect("no panic");
        let why = keeping.trouble().expect("told");
        assert!(why.contains("game.pictures"), "{why}");
    }
}
