//! What is learnt at the table: tiles that somebody named there, or put right where the camera took one for
//! another, and those that it read surely though the pack lacks their face. Their pictures go into the pack
//! that the game is read with.
//!
//! A picture is in the pack as long as the game says that its tile lies so: undone, it goes out again;
//! redone, it comes back; named otherwise, it is a picture of that. Works while play goes on and never
//! waits: the store changes packs on a thread of its own.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::mpsc::TryRecvError;
use std::sync::{Arc, mpsc};

use carcassonne::catalogue::FaceId;
use carcassonne::geometry::Rotation;
use egui::Context;
use tracker::log::event::{By, EventId, EventKind};
use tracker::snapshot::Snapshot;
use vision::learn::teach;
use vision::pack::FacePicture;

use crate::run::link::{Link, Program};
use crate::run::news::open_error::OpenError;
use crate::store::growing::{Grown, Growth};
use crate::text::{Words, message};
use crate::window::screens::table::wishes::Lesson;

/// Confidence from which on a tile of a face that the pack lacks is learnt as it was read.
const SURELY: f32 = 0.95;

/// What a tile is, and how it lies.
type Laid = (FaceId, Rotation);

/// A tile that somebody named.
struct Told {
    lesson: Lesson,
    /// What laid it, once the game says so.
    event: Option<EventId>,
    /// What undoing takes it back.
    taught_by: Option<EventId>,
    /// What the camera took it for: of that it is no picture.
    read: Option<FaceId>,
    /// As what its picture is in the pack.
    kept: Option<Laid>,
}

/// What the store is doing.
struct Work {
    outcome: mpsc::Receiver<Result<Grown, OpenError>>,
    /// As what each picture is in the pack then.
    then: Vec<Option<Laid>>,
}

/// A line of what came of a lesson.
pub struct Line {
    /// The line.
    pub text: String,
    /// The event that it is about, if undoing that takes it back.
    pub of: Option<EventId>,
}

/// The lessons of a game.
#[derive(Default)]
pub struct Lessons {
    game: Option<PathBuf>,
    told: Vec<Told>,
    /// Tiles of faces that the pack lacks, which were learnt as they were read: once each.
    noticed: BTreeSet<EventId>,
    /// Events of the game that were looked at.
    heard: usize,
    work: Option<Work>,
}

impl Lessons {
    /// Somebody named a tile; whether it lies is for the game to say.
    pub fn begin(&mut self, lesson: Lesson) {
        self.told.push(Told {
            lesson,
            event: None,
            taught_by: None,
            read: None,
            kept: None,
        });
    }

    /// Begins a lesson with every tile that somebody has put right which the camera took for another
    /// face, if it was seen with nothing on it.
    fn hear(&mut self, game: &dyn Link) {
        let events = game.events();
        let heard = std::mem::replace(&mut self.heard, events.len());
        for event in events.get(heard..).unwrap_or_default() {
            let (By::Person, EventKind::Corrected { event: of, to }) = (event.by, &event.kind)
            else {
                continue;
            };
            let mut earlier = events.iter();
            let laid = earlier.find(|earlier| earlier.id == *of && earlier.by.frame().is_some());
            let (
                Some(EventKind::TileLaid { face: read, .. }),
                &EventKind::TileLaid {
                    cell,
                    face,
                    rotation,
                    ..
                },
            ) = (laid.map(|laid| &laid.kind), &**to)
            else {
                continue;
            };
            // What is a lesson already follows by itself.
            let is_told = self.told.iter().any(|told| told.event == Some(*of));
            let mut pictures = game.cut_outs().into_iter();
            let picture = pictures.find(|picture| picture.cell == cell);
            let Some(picture) = picture.filter(|_| *read != face && !is_told) else {
                continue;
            };
            self.told.push(Told {
                lesson: Lesson {
                    face,
                    rotation,
                    picture,
                },
                event: Some(*of),
                taught_by: Some(event.id),
                read: Some(*read),
                kept: None,
            });
        }
    }

    /// Begins a lesson with every tile that the camera has surely read although the pack has no picture
    /// of its face, once it was seen with nothing on it.
    fn notice(&mut self, game: &dyn Link) {
        let Some(pack) = game.pack() else { return };
        let snapshot = game.snapshot();
        let is_lacking = |face| !pack.pictures.iter().any(|picture| picture.face == face);
        for tile in snapshot.tiles.iter().filter(|tile| is_lacking(tile.face)) {
            let is_told = self.told.iter().any(|t| t.lesson.picture.cell == tile.cell);
            let is_sure = tile.frame.is_some() && tile.confidence >= SURELY;
            if is_told || self.noticed.contains(&tile.event) || !is_sure {
                continue;
            }
            let mut pictures = game.cut_outs().into_iter();
            let Some(picture) = pictures.find(|picture| picture.cell == tile.cell) else {
                continue;
            };
            self.noticed.insert(tile.event);
            self.told.push(Told {
                lesson: Lesson {
                    face: tile.face,
                    rotation: tile.rotation,
                    picture,
                },
                event: Some(tile.event),
                taught_by: Some(tile.event),
                read: None,
                kept: None,
            });
        }
    }

    /// Brings the pack to what the game says; what came of it.
    pub fn follow(
        &mut self,
        program: &mut dyn Program,
        game: &dyn Link,
        (ctx, words): (&Context, Words),
    ) -> Vec<Line> {
        let record = game.record();
        if self.game != record {
            // What was learnt in another game stays learnt.
            self.told.clear();
            self.noticed.clear();
            self.work = None;
            self.heard = game.events().len();
            self.game = record;
        }
        if self.game.is_some() {
            self.hear(game);
            self.notice(game);
        }
        let Some(record) = self.game.clone().filter(|_| !self.told.is_empty()) else {
            return Vec::new();
        };
        let mut lines = Vec::new();
        if let Some(work) = self.work.take() {
            match work.outcome.try_recv() {
                Ok(Ok(grown)) => {
                    lines = self.take_over(&grown, &work.then, words);
                    program.reads_with(&record, &grown.id);
                    game.read_by(grown.pack);
                }
                Ok(Err(failure)) => lines.push(self.give_up(&work, words.failure(&failure).0)),
                // Its thread is gone without a word.
                Err(TryRecvError::Disconnected) => {
                    let line = self.give_up(&work, words.say(message::STRANGER_NOT_KEPT));
                    lines.push(line);
                }
                Err(TryRecvError::Empty) => self.work = Some(work),
            }
        }
        if self.work.is_none() {
            self.work = self.change(program, record, &game.snapshot(), ctx);
        }
        lines
    }

    /// Has the pack changed, if it is not as the game says.
    fn change(
        &mut self,
        program: &mut dyn Program,
        record: PathBuf,
        snapshot: &Snapshot,
        ctx: &Context,
    ) -> Option<Work> {
        let then: Vec<Option<Laid>> = self.told.iter_mut().map(|t| t.lies(snapshot)).collect();
        let mut growth = Growth {
            record,
            out: Vec::new(),
            put: Vec::new(),
        };
        for (told, then) in self.told.iter().zip(&then) {
            if told.kept != *then {
                growth
                    .out
                    .extend(told.kept.and_then(|as_| told.picture(as_)));
                growth.put.extend(then.and_then(|as_| told.picture(as_)));
            }
        }
        if growth.out.is_empty() && growth.put.is_empty() {
            return None;
        }
        let ctx = ctx.clone();
        let wake = Arc::new(move || ctx.request_repaint());
        Some(Work {
            outcome: program.grow_pack(growth, wake),
            then,
        })
    }

    /// Notes what is in the pack now, and says it.
    fn take_over(&mut self, grown: &Grown, then: &[Option<Laid>], words: Words) -> Vec<Line> {
        let mut lines = Vec::new();
        for (told, then) in self.told.iter_mut().zip(then) {
            if told.kept == *then {
                continue;
            }
            let about = then.or(told.kept).map(|(face, _)| face).unwrap_or_default();
            let (face, pack) = (about.as_str(), grown.id.as_str());
            lines.push(Line {
                text: match *then {
                    Some((own, _)) if grown.full.contains(&own) => {
                        words.with(message::StrangerEnough { face, pack })
                    }
                    Some(_) => words.with(message::StrangerLearnt { face, pack }),
                    None => words.with(message::StrangerForgotten { face, pack }),
                },
                of: then.and(told.taught_by),
            });
            told.kept = *then;
        }
        // Of a face that has enough there is nothing to take back.
        let enough = |told: &Told| {
            told.kept
                .is_some_and(|(face, _)| grown.full.contains(&face))
        };
        self.told.retain(|told| !enough(told));
        lines
    }

    /// Does not try again what could not be done: the game goes on without it.
    fn give_up(&mut self, work: &Work, why: String) -> Line {
        let mut then = work.then.iter();
        // What was named meanwhile is still to be tried.
        self.told
            .retain(|told| then.next().is_none_or(|then| told.kept == *then));
        Line {
            text: why,
            of: None,
        }
    }
}

impl Told {
    /// As what the game says it lies now.
    fn lies(&mut self, snapshot: &Snapshot) -> Option<Laid> {
        let mut tiles = snapshot.tiles.iter();
        let tile = match self.event {
            Some(event) => tiles.find(|tile| tile.event == event),
            // Until then something else may come to lie there.
            None => tiles.find(|tile| {
                let Lesson { face, rotation, .. } = self.lesson;
                tile.cell == self.lesson.picture.cell
                    && (tile.face, tile.rotation) == (face, rotation)
            }),
        }?;
        self.event = Some(tile.event);
        self.taught_by.get_or_insert(tile.event);
        Some((tile.face, tile.rotation)).filter(|(face, _)| Some(*face) != self.read)
    }

    /// Its picture as a pack keeps it: turned back as the face is printed.
    fn picture(&self, (face, rotation): Laid) -> Option<FacePicture> {
        let image = &self.lesson.picture.image;
        let image = teach::turned_by(image, rotation.inverse());
        let image = image.map_err(|error| tracing::warn!(%error, "a picture is not kept"));
        image.ok().map(|image| FacePicture { face, image })
    }
}
