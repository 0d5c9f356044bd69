//! Games with tiles that no pack shows: whether each is noticed, or taken for something else.
//!
//! A film is followed with a pack that lacks faces. Whoever sits at the table says what such a
//! tile is as soon as the program says that it does not know, or puts it right when it was
//! named wrongly, so that the game goes on.

use std::collections::BTreeMap;
use std::sync::Arc;

use carcassonne::catalogue::FaceId;
use carcassonne::geometry::{Cell, Rotation};
use nebelwacht_ui::demo::Demo;
use nebelwacht_ui::run::reading::cut_outs::CutOuts;
use nebelwacht_ui::run::reading::reader;
use nebelwacht_ui::run::ready::Ready;
use tracker::Tracker;
use tracker::command::Command;
use tracker::log::event::{Event, EventKind};
use tracker::snapshot::{About, Difference};
use vision::gate::{Gate, GateConfig};
use vision::learn::teach::turned_by;
use vision::pack::{FacePicture, Pack};
use vision::pieces::ground::Ground;
use vision::source::Source;

/// What became of a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fate {
    /// Named right without asking.
    Named,
    /// Said to be of a face that is not known.
    Noticed,
    /// Said to fit by no reading.
    Refused,
    /// Taken for another face, with a question beside it.
    WrongAsked,
    /// Taken for another face.
    Wrong,
    /// Never read.
    Missed,
}

impl Fate {
    /// All of them.
    pub const ALL: [Self; 6] = [
        Self::Named,
        Self::Noticed,
        Self::Refused,
        Self::WrongAsked,
        Self::Wrong,
        Self::Missed,
    ];

    /// In words.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Named => "named right",
            Self::Noticed => "noticed as unknown",
            Self::Refused => "said to fit nowhere",
            Self::WrongAsked => "named wrongly and asked about",
            Self::Wrong => "named wrongly",
            Self::Missed => "never read",
        }
    }
}

/// Follows a demo with a pack that may lack faces; the fate of every tile but the start. If it is `taught`
/// meanwhile, the picture of each tile that is noticed as unknown or put right goes into the pack.
///
/// # Errors
/// Only where OpenCV fails.
pub fn fates(
    demo: &Demo,
    pack: &Arc<Pack>,
    taught: bool,
) -> anyhow::Result<Vec<(Cell, FaceId, Fate)>> {
    let (mut pack, mut cut_outs) = (Arc::clone(pack), CutOuts::default());
    let mut reader = reader::reader(Arc::clone(&pack), &demo.setup)?;
    let mut gate = Gate::new(GateConfig::default());
    let setup = Arc::new(demo.setup.clone());
    let mut tracker = Tracker::new(setup, Arc::new(Ground::default()));
    let mut source = demo.source();
    let board = demo.truth.game().board();
    let truth: BTreeMap<Cell, (FaceId, Rotation)> = board
        .tiles()
        .map(|(cell, laid)| (cell, (laid.face.id, laid.rotation)))
        .collect();
    let mut fates: BTreeMap<Cell, Fate> = BTreeMap::new();
    while let Some(frame) = source.next()? {
        let report = gate.look(&frame)?;
        let seen = reader.look(&frame, &report)?;
        let at_ms = frame.taken_at_ms;
        let mut settled: Vec<Cell> = Vec::new();
        for event in tracker.see(&seen) {
            settled.extend(judge(&mut tracker, &truth, &mut fates, &event, at_ms));
        }
        if let Some(tie) = tracker.belief().tie() {
            cut_outs.follow(&frame, &seen, tie)?;
        }
        let differences = tracker.snapshot().desync.clone();
        for difference in differences.into_iter().flat_map(|d| d.differences) {
            let (cell, fate) = match difference {
                Difference::TileUnknown { cell } => (cell, Fate::Noticed),
                Difference::TileIllegal { cell, .. } => (cell, Fate::Refused),
                _ => continue,
            };
            if let Some(&(face, rotation)) = truth.get(&cell) {
                fates.entry(cell).or_insert(fate);
                settled.extend((fate == Fate::Noticed).then_some(cell));
                let garden = None;
                // Refused only if it lies there already.
                drop(tracker.command(
                    at_ms,
                    Command::PlaceTile {
                        cell,
                        face,
                        rotation,
                        garden,
                    },
                ));
            }
        }
        for cell in settled.into_iter().filter(|_| taught) {
            let picture = cut_outs.pictures().find(|picture| picture.cell == cell);
            let Some((picture, (face, rotation))) = picture.zip(truth.get(&cell)) else {
                continue;
            };
            let image = turned_by(&picture.image, rotation.inverse())?;
            let picture = FacePicture { face: *face, image };
            if pack.position(&picture)?.is_some() {
                continue;
            }
            let mut more = (*pack).clone();
            more.pictures.push(picture);
            pack = Arc::new(more);
            let ready = Ready::of(&pack, &demo.setup, None)?;
            reader.read_by(ready.learnt, ready.pack)?;
        }
    }
    let start = Cell::default();
    let laid = board.tiles().map(|(cell, laid)| (cell, laid.face.id));
    let fate = |cell: &Cell| fates.get(cell).copied().unwrap_or(Fate::Missed);
    Ok(laid
        .filter(|(cell, _)| *cell != start)
        .map(|(cell, face)| (cell, face, fate(&cell)))
        .collect())
}

/// What the camera laid: right, or put right by the people at the table; its cell then.
fn judge(
    tracker: &mut Tracker,
    truth: &BTreeMap<Cell, (FaceId, Rotation)>,
    fates: &mut BTreeMap<Cell, Fate>,
    event: &Event,
    at_ms: u64,
) -> Option<Cell> {
    let EventKind::TileLaid {
        cell,
        face,
        rotation,
        before,
        ..
    } = event.kind
    else {
        return None;
    };
    let &(is, turn) = truth.get(&cell)?;
    let snapshot = tracker.snapshot();
    let question = snapshot
        .questions
        .iter()
        .find(|q| q.about == About::WhichTile && q.cell == cell);
    let fate = match ((face, rotation) == (is, turn), question) {
        (true, _) => Fate::Named,
        (false, Some(_)) => Fate::WrongAsked,
        (false, None) => Fate::Wrong,
    };
    fates.entry(cell).or_insert(fate);
    if fate == Fate::Named {
        return None;
    }
    let to = EventKind::TileLaid {
        cell,
        face: is,
        rotation: turn,
        garden: None,
        before,
    };
    let event = event.id;
    // The truth is always accepted.
    drop(tracker.command(at_ms, Command::Correct { event, to }));
    Some(cell)
}
