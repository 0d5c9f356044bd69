//! What a kept picture shows, said in the format of labelled photographs: so a game with pictures
//! becomes test cases, and each correction by a person a sure one.
//!
//! Pure: takes a game looked back on, returns labels. A label says what the *record* now holds, not
//! what was read at the time.

use std::collections::BTreeSet;

use carcassonne::geometry::Cell;
use carcassonne::piece::{Color, FigureKind, Pose};
use serde::Serialize;
use tracker::board::features::FeatureKind;
use tracker::log::Log;
use tracker::log::event::{By, EventId};
use tracker::log::history::{EntryState, entries, place_of};
use tracker::snapshot::review::Review;
use tracker::snapshot::{PlacedTile, Snapshot};

use super::{BOARD_TILE_PX, BoardNote, MARGIN_PX, TILE_PX};
use crate::faces;

/// What a picture shows: `photo_report` reads it beside the picture.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Label {
    /// The event the picture is about, or the newest one it shows.
    pub event: EventId,
    /// Who says so in the end.
    pub settled_by: Settled,
    /// Width of the picture, px.
    pub width: i32,
    /// Height, px.
    pub height: i32,
    /// The tiles that are seen whole.
    pub tiles: Vec<TileLabel>,
    /// The players' figures on them.
    pub meeples: Vec<FigureLabel>,
}

/// Who says what a picture shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Settled {
    /// The camera, and nobody doubted it.
    Camera,
    /// A person.
    Person,
}

/// A tile in a picture.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TileLabel {
    /// Row from the top.
    pub row: i32,
    /// Column from the left.
    pub col: i32,
    /// Which face.
    #[serde(rename = "type")]
    pub face: String,
    /// Clockwise quarter turns.
    pub rotation: u8,
    /// Corners NW NE SE SW, px.
    pub poly_px: [[i32; 2]; 4],
}

/// A figure in a picture.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FigureLabel {
    /// Row of its tile.
    pub row: i32,
    /// Column of its tile.
    pub col: i32,
    /// Which piece.
    pub kind: FigureKind,
    /// Whose.
    pub color: Color,
    /// Standing or lying.
    pub pose: Pose,
    /// What it stands on.
    pub feature: FeatureKind,
}

/// Labels of the pictures of one game.
pub struct Labels<'l> {
    log: &'l Log,
    review: Review,
    /// The events that a person settled: corrected, denied, or answered when asked.
    settled: BTreeSet<EventId>,
}

impl<'l> Labels<'l> {
    /// Those of the game with that log.
    pub fn of(log: &'l Log) -> Self {
        let settled = entries(log).into_iter().filter(|entry| {
            let changed = matches!(
                entry.state,
                EntryState::Corrected { .. } | EntryState::Removed { .. }
            );
            changed || entry.by == By::Person
        });
        Self {
            settled: settled.map(|entry| entry.event).collect(),
            review: Review::of(log),
            log,
        }
    }

    /// What the picture of an event shows; `None` if the event is about no tile.
    pub fn event(&self, event: EventId) -> Option<Label> {
        let noted = self.log.events().iter().find(|other| other.id == event)?;
        let cell = place_of(self.log, &noted.kind)?;
        let frame = Frame {
            corner: cell,
            cells: [1, 1],
            tile_px: TILE_PX,
            margin_px: MARGIN_PX,
        };
        let settled_by = if self.is_settled(event) {
            Settled::Person
        } else {
            Settled::Camera
        };
        Some(frame.label(event, settled_by, &self.board(event)))
    }

    /// What a picture of the whole board shows.
    pub fn board_picture(&self, note: &BoardNote) -> Label {
        let frame = Frame {
            corner: note.north_west,
            cells: note.cells,
            tile_px: BOARD_TILE_PX,
            margin_px: 0,
        };
        frame.label(note.event, Settled::Camera, &self.board(note.event))
    }

    /// Whether a person settled that event: corrected, denied, or answered when asked.
    pub fn is_settled(&self, event: EventId) -> bool {
        self.settled.contains(&event)
    }

    /// The board as it really was when the picture of that event was taken.
    fn board(&self, event: EventId) -> Snapshot {
        let moments = &self.review.moments;
        let last = moments.iter().rposition(|moment| moment.event <= event);
        self.review.snapshot(last)
    }
}

/// Where cells lie in a picture.
struct Frame {
    /// The cell in the north-western corner.
    corner: Cell,
    cells: [i32; 2],
    tile_px: i32,
    margin_px: i32,
}

impl Frame {
    fn place(&self, cell: Cell) -> Option<[i32; 2]> {
        let place = [cell.x - self.corner.x, cell.y - self.corner.y];
        let within = |i: usize| (0..self.cells[i]).contains(&place[i]);
        (within(0) && within(1)).then_some(place)
    }

    fn label(&self, event: EventId, settled_by: Settled, board: &Snapshot) -> Label {
        let side = |cells: i32| cells * self.tile_px + 2 * self.margin_px;
        let tiles = board.tiles.iter().filter_map(|tile| self.tile(tile));
        let figures = board.figures.iter().filter_map(|figure| {
            let [col, row] = self.place(figure.at.cell)?;
            Some(FigureLabel {
                row,
                col,
                kind: figure.kind,
                color: figure.color?,
                pose: figure.pose,
                feature: figure.on,
            })
        });
        Label {
            event,
            settled_by,
            width: side(self.cells[0]),
            height: side(self.cells[1]),
            tiles: tiles.collect(),
            meeples: figures.collect(),
        }
    }

    fn tile(&self, tile: &PlacedTile) -> Option<TileLabel> {
        let [col, row] = self.place(tile.cell)?;
        // What lies face down has no face to be read.
        let wild = faces::known(&tile.face).is_none_or(|face| face.is_wild());
        let at = |dx: i32, dy: i32| [col + dx, row + dy].map(|n| n * self.tile_px + self.margin_px);
        (!wild).then(|| TileLabel {
            row,
            col,
            face: tile.face.to_string(),
            rotation: tile.rotation.quarter_turns(),
            poly_px: [at(0, 0), at(1, 0), at(1, 1), at(0, 1)],
        })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use carcassonne::catalogue::face_id;
    use carcassonne::geometry::Rotation;
    use tracker::log::event::{EventKind, Evidence};

    use super::*;

    const CAMERA: By = By::Camera {
        confidence: 0.9,
        evidence: Evidence {
            first_frame: 1,
            last_frame: 3,
            looks: 3,
        },
    };

    fn tile(face: &str, y: i32, rotation: Rotation) -> EventKind {
        EventKind::TileLaid {
            cell: Cell::new(0, y),
            face: face_id(face).expect("a face"),
            rotation,
            garden: None,
            before: false,
        }
    }

    fn figure(color: Color) -> EventKind {
        EventKind::FigurePlaced {
            cell: Cell::new(0, -1),
            segment: 1,
            figure: FigureKind::Meeple,
            color: Some(color),
            foot: None,
            before: false,
        }
    }

    /// A start tile, a tile to its north with a figure, and a tile to its south.
    fn log() -> Log {
        let setup = "players=red,blue".parse().expect("a set-up");
        let mut log = Log::new(Arc::new(setup));
        for kind in [
            tile("D", 0, Rotation::R0),
            tile("E", -1, Rotation::R180),
            figure(Color::Red),
            tile("B", 1, Rotation::R0),
        ] {
            log.append(0, CAMERA, kind).expect("legal");
        }
        log
    }

    #[test]
    fn a_label_says_what_lay_there_then() {
        let log = log();
        let labels = Labels::of(&log);
        let before = labels.event(EventId(2)).expect("about a tile");
        assert_eq!(before.settled_by, Settled::Camera);
        assert_eq!([before.width, before.height], [320, 320]);
        assert_eq!(before.tiles.len(), 1, "neighbours are cut off");
        let tile = &before.tiles[0];
        assert_eq!((tile.face.as_str(), tile.rotation), ("E", 2));
        assert_eq!(tile.poly_px, [[80, 80], [240, 80], [240, 240], [80, 240]]);
        assert!(before.meeples.is_empty());
        let after = labels.event(EventId(3)).expect("about a tile");
        assert_eq!(after.meeples[0].color, Color::Red);
        let note = BoardNote {
            turn: 1,
            event: EventId(3),
            north_west: Cell::new(-1, -2),
            cells: [3, 4],
        };
        let board = labels.board_picture(&note);
        let places: Vec<_> = board.tiles.iter().map(|t| (t.row, t.col)).collect();
        assert_eq!(places, [(2, 1), (1, 1)], "the third tile came later");
        assert_eq!(board.tiles[1].poly_px[0], [96, 96]);
        assert_eq!((board.meeples[0].row, board.meeples[0].col), (1, 1));
    }

    #[test]
    fn a_correction_makes_the_label_and_undoing_it_takes_it_back() {
        let mut log = log();
        let said = |log: &Log, event| {
            let labels = Labels::of(log);
            let label = labels.event(EventId(event)).expect("about a tile");
            let colors: Vec<Color> = label.meeples.iter().map(|m| m.color).collect();
            (label.settled_by, colors)
        };
        assert_eq!(said(&log, 3), (Settled::Camera, vec![Color::Red]));
        let event = EventId(3);
        let to = Box::new(figure(Color::Blue));
        let kind = EventKind::Corrected { event, to };
        let correction = log.append(9, By::Person, kind).expect("legal");
        assert_eq!(said(&log, 3), (Settled::Person, vec![Color::Blue]));
        assert_eq!(said(&log, 2).0, Settled::Camera);
        let undone = EventKind::Undone { event: correction };
        log.append(9, By::Person, undone).expect("legal");
        assert_eq!(said(&log, 3), (Settled::Camera, vec![Color::Red]));
        let kind = EventKind::Removed { event };
        log.append(9, By::Person, kind).expect("legal");
        assert_eq!(said(&log, 3), (Settled::Person, vec![]));
    }
}
