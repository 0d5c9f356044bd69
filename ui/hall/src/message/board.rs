//! Boards as compact moves, and back: enough to draw what lies there, not to score it.

use std::sync::Arc;

use tracker::board::features::SegmentRef;
use tracker::event::{By, Event, EventId, EventKind};
use tracker::log::Log;
use tracker::setup::Setup;
use tracker::snapshot::Snapshot;
use tracker::snapshot_of;

use crate::limits::{LAST_POINTS, PIECES};
use crate::message::{Board, Points};
use carcassonne::geometry::Cell;

/// What lies on the table.
pub fn told(snapshot: &Snapshot) -> Board {
    let tiles = snapshot.tiles.iter();
    let tiles = tiles.map(|tile| (tile.cell.x, tile.cell.y, tile.face, tile.rotation));
    // What has scored lies in its owner's hand as far as anybody is concerned.
    let standing = snapshot.figures.iter().filter(|figure| !figure.due_home);
    let figures = standing.map(|figure| {
        let SegmentRef { cell, segment } = figure.at;
        let segment = u32::try_from(segment).unwrap_or(u32::MAX);
        (cell.x, cell.y, segment, figure.kind, figure.color)
    });
    Board {
        tiles: tiles.take(PIECES).collect(),
        figures: figures.take(PIECES).collect(),
    }
}

/// The newest points, the newest first.
pub fn last_points(snapshot: &Snapshot) -> Vec<Points> {
    let lines = snapshot.score_lines.iter().rev();
    let told = lines.map(|line| Points {
        turn: line.turn,
        color: line.color,
        points: line.points,
        reason: line.reason,
        expression: line.expression.clone(),
    });
    told.take(LAST_POINTS).collect()
}

/// A game on which those tiles and figures lie, to be drawn. What cannot lie there is left out.
pub fn snapshot(setup: &Setup, board: &Board) -> Snapshot {
    let mut events = Vec::new();
    let mut add = |kind| {
        events.push(Event {
            id: EventId(events.len() as u64 + 1),
            at_ms: 0,
            by: By::Person,
            kind,
        });
    };
    for &(x, y, face, rotation) in board.tiles.iter().take(PIECES) {
        let cell = Cell::new(x, y);
        if cell.is_near() {
            add(EventKind::TileLaid {
                cell,
                face,
                rotation,
                garden: None,
                before: true,
            });
        }
    }
    for &(x, y, segment, figure, color) in board.figures.iter().take(PIECES) {
        let cell = Cell::new(x, y);
        if cell.is_near() {
            add(EventKind::FigurePlaced {
                cell,
                segment: segment as usize,
                figure,
                color,
                foot: None,
                before: true,
            });
        }
    }
    snapshot_of(&Log::of(Arc::new(setup.clone()), events))
}

#[cfg(test)]
mod tests {
    use super::*;
    use carcassonne::catalogue::face_id;
    use carcassonne::geometry::Rotation;
    use carcassonne::piece::{Color, FigureKind};

    fn game() -> Snapshot {
        let mut log = Log::new(Arc::new("players=red,blue".parse().unwrap()));
        let [d, e] = ["D", "E"].map(|name| face_id(name).unwrap());
        let north = Cell::new(0, -1);
        let kinds = [
            EventKind::tile(d, Cell::new(0, 0), Rotation::R0),
            EventKind::tile(e, north, Rotation::R180),
            EventKind::figure(FigureKind::Meeple, Color::Red, SegmentRef::new(north, 1)),
        ];
        for kind in kinds {
            log.append(0, By::Person, kind).unwrap();
        }
        snapshot_of(&log)
    }

    #[test]
    fn a_board_comes_back_as_it_was_told() {
        let game = game();
        let told = told(&game);
        assert_eq!(told.tiles.len(), 2);
        assert_eq!(told.figures.len(), 1);
        let again = snapshot(&game.setup, &told);
        let places = |of: &Snapshot| {
            let tiles: Vec<_> = of
                .tiles
                .iter()
                .map(|t| (t.cell, t.face, t.rotation))
                .collect();
            let figures: Vec<_> = of.figures.iter().map(|f| (f.at, f.kind, f.color)).collect();
            (tiles, figures)
        };
        assert_eq!(places(&again), places(&game));
    }

    #[test]
    fn nonsense_lies_nowhere() {
        let game = game();
        let x = face_id("nonsense").unwrap();
        let absurd = Board {
            tiles: vec![
                (i32::MIN, i32::MAX, x, Rotation::R0),
                (0, 0, x, Rotation::R90),
                (3, 3, face_id("D").unwrap(), Rotation::R0),
            ],
            figures: vec![
                (3, 3, u32::MAX, FigureKind::Cat, None),
                (9, 9, 0, FigureKind::Meeple, Some(Color::Pink)),
            ],
        };
        let drawn = snapshot(&game.setup, &absurd);
        assert!(drawn.tiles.len() <= 1 && drawn.figures.is_empty());
    }
}
