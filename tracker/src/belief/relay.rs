//! Laying a known board again: what is already in place, and what is still missing.
//!
//! For a game that was packed away, or a table that was knocked. A pure comparison of the board
//! with one look; it decides nothing and appends nothing. *Hidden is not missing.*

use crate::board::Laid;
use crate::event::EventId;
use crate::rules::{FigureState, Game};
use carcassonne::catalogue::FaceId;
use carcassonne::geometry::{Cell, Rotation};
use carcassonne::seen::{SeenTable, SeenTile};
use carcassonne::tie::Tie;

/// How much likelier another reading may be, natural logarithm, before a tile is taken for
/// another one than the board has. A tile that was read right lies within the noise of one look.
const MARGIN: f32 = 3.0;

/// How a board's cell looks on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// The right tile lies there, rightly turned.
    Lies,
    /// Nothing lies there.
    Missing,
    /// The right tile, turned by so much too little (clockwise).
    Turned(Rotation),
    /// Another tile lies there.
    Other(FaceId),
    /// It cannot be seen.
    Hidden,
}

/// What is there and what is not.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Relay {
    /// The board's cells in the order of laying.
    pub tiles: Vec<(Cell, Place)>,
    /// Tiles where the board has none.
    pub extra: Vec<Cell>,
    /// The figures of the board by the events that placed them, and whether each is seen.
    pub figures: Vec<(EventId, bool)>,
}

impl Relay {
    /// Compares a game with a look at the table. `tie` says how vision's lattice lies on the
    /// board; without it the board is recognised from what lies there already. `None` if it
    /// cannot be recognised yet: lay some tiles more.
    pub fn of(game: &Game, seen: &SeenTable, tie: Option<Tie>) -> Option<Self> {
        let tie = tie.filter(|tie| tie.lattice == seen.lattice);
        let tie = tie.or_else(|| super::tie::recognise(game.board(), seen))?;
        let board = game.board();
        let order = game.tiles().iter().map(|tile| tile.cell);
        let tiles = order
            .filter_map(|cell| Some((cell, place(cell, board.get(cell)?, seen, tie))))
            .collect();
        let lies = |cell: &Cell| !board.holds(*cell);
        let extra = seen.tiles.iter().map(|tile| tie.cell(tile.cell));
        Some(Self {
            tiles,
            extra: extra.filter(lies).collect(),
            figures: figures(game, seen, tie),
        })
    }

    /// Whether every tile lies as it should, as far as can be seen.
    pub fn is_done(&self) -> bool {
        let rest = |place: &Place| !matches!(place, Place::Lies | Place::Hidden);
        self.extra.is_empty() && !self.tiles.iter().any(|(_, place)| rest(place))
    }
}

fn place(cell: Cell, laid: &Laid, seen: &SeenTable, tie: Tie) -> Place {
    let at = tie.lattice_cell(cell);
    let Some(tile) = seen.tiles.iter().find(|tile| tile.cell == at) else {
        let hidden = seen.hidden.contains(&at);
        return if hidden {
            Place::Hidden
        } else {
            Place::Missing
        };
    };
    read(laid, tile, tie)
}

fn read(laid: &Laid, tile: &SeenTile, tie: Tie) -> Place {
    let best = tile.candidates.first().map(|c| c.log_likelihood);
    let Some(best) = best.filter(|&best| best >= tile.unknown) else {
        // Something lies there that cannot be named; it is not called wrong.
        return Place::Hidden;
    };
    let near = tile
        .candidates
        .iter()
        .filter(|c| best - c.log_likelihood <= MARGIN);
    let turned = |rotation| laid.face.canonical(tie.rotation(rotation));
    let mut same = near.filter(|c| c.face == laid.face.id).map(|c| c.rotation);
    let Some(first) = same.clone().next() else {
        return Place::Other(tile.candidates[0].face);
    };
    if same.any(|rotation| turned(rotation) == laid.rotation) {
        return Place::Lies;
    }
    Place::Turned(turned(first).inverse().then(laid.rotation))
}

/// Which of the standing figures are seen on their tiles; of equal ones as many as are seen.
fn figures(game: &Game, seen: &SeenTable, tie: Tie) -> Vec<(EventId, bool)> {
    let mut there: Vec<_> = seen
        .figures
        .iter()
        .filter_map(|figure| {
            let best = figure.candidates.first()?;
            Some((tie.cell(figure.cell), best.kind, best.color))
        })
        .collect();
    let standing = game.figures();
    standing
        .filter(|figure| figure.state != FigureState::TakenEarly)
        .map(|figure| {
            let wanted = (figure.at.cell, figure.kind, figure.color);
            let found = there.iter().position(|one| *one == wanted);
            if let Some(found) = found {
                there.swap_remove(found);
            }
            (figure.event, found.is_some())
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::board::Board;
    use crate::event::EventKind;
    use carcassonne::catalogue::face_id;
    use carcassonne::piece::{Color, FigureKind, Pose};
    use carcassonne::seen::{FaceCandidate, FigureCandidate, SeenFigure};

    /// The board's own tiles as a look would show them.
    fn look(board: &Board, tie: Tie) -> SeenTable {
        let tile = |(cell, laid): (Cell, &Laid)| SeenTile {
            cell: tie.lattice_cell(cell),
            candidates: vec![FaceCandidate {
                face: laid.face.id,
                rotation: laid.rotation.then(tie.turn.inverse()),
                log_likelihood: -1.0,
            }],
            unknown: -20.0,
            corners_px: [[0.0; 2]; 4],
        };
        SeenTable {
            tiles: board.tiles().map(tile).collect(),
            ..SeenTable::still(1, 0, tie.lattice)
        }
    }

    fn game() -> Game {
        let setup = "players=red,blue".parse().unwrap();
        let mut game = Game::new(Arc::new(setup));
        let tile = |face: &str, x, y, rotation| EventKind::TileLaid {
            cell: Cell::new(x, y),
            face: face_id(face).unwrap(),
            rotation,
            garden: None,
            before: false,
        };
        let events = [
            tile("D", 0, 0, Rotation::R0),
            tile("E", 0, -1, Rotation::R180),
            EventKind::FigurePlaced {
                cell: Cell::new(0, -1),
                segment: 1,
                figure: FigureKind::Meeple,
                color: Some(Color::Red),
                foot: None,
                before: false,
            },
            tile("U", 1, 0, Rotation::R90),
            tile("B", 0, 1, Rotation::R0),
        ];
        for (n, event) in (1..).zip(events) {
            game.apply(EventId(n), &event).unwrap();
        }
        game
    }

    fn tie(turn: Rotation) -> Tie {
        Tie {
            lattice: 2,
            origin: Cell::new(3, -1),
            turn,
        }
    }

    fn of(game: &Game, seen: &SeenTable, cell: Cell) -> Place {
        let relay = Relay::of(game, seen, None).unwrap();
        relay.tiles.iter().find(|(c, _)| *c == cell).unwrap().1
    }

    #[test]
    fn a_whole_board_lies_however_the_camera_looks_at_it() {
        let game = game();
        for turn in Rotation::ALL {
            let seen = look(game.board(), tie(turn));
            let relay = Relay::of(&game, &seen, None).unwrap();
            assert!(relay.is_done(), "{turn:?}: {relay:?}");
            assert_eq!(relay.tiles.len(), 4);
            assert_eq!(relay.figures, [(EventId(3), false)]);
        }
    }

    #[test]
    fn what_is_missing_turned_or_another_is_told() {
        let game = game();
        let mut seen = look(game.board(), tie(Rotation::R90));
        let at = tie(Rotation::R90).lattice_cell(Cell::new(0, 1));
        seen.tiles.retain(|tile| tile.cell != at);
        assert_eq!(of(&game, &seen, Cell::new(0, 1)), Place::Missing);
        seen.hidden.push(at);
        assert_eq!(of(&game, &seen, Cell::new(0, 1)), Place::Hidden);
        let north = tie(Rotation::R90).lattice_cell(Cell::new(0, -1));
        let tile = seen.tiles.iter_mut().find(|t| t.cell == north).unwrap();
        let right = tile.candidates[0].rotation;
        tile.candidates[0].rotation = right.then(Rotation::R90);
        let turned = Place::Turned(Rotation::R270);
        assert_eq!(of(&game, &seen, Cell::new(0, -1)), turned);
        // A reading that is nearly as likely counts: one look is not sure.
        let tile = seen.tiles.iter_mut().find(|t| t.cell == north).unwrap();
        let mut second = tile.candidates[0];
        (second.rotation, second.log_likelihood) = (right, -2.5);
        tile.candidates.push(second);
        assert_eq!(of(&game, &seen, Cell::new(0, -1)), Place::Lies);
        let tile = seen.tiles.iter_mut().find(|t| t.cell == north).unwrap();
        tile.candidates.truncate(1);
        tile.candidates[0].face = face_id("J").unwrap();
        let other = Place::Other(face_id("J").unwrap());
        assert_eq!(of(&game, &seen, Cell::new(0, -1)), other);
        let relay = Relay::of(&game, &seen, Some(tie(Rotation::R90))).unwrap();
        assert!(!relay.is_done());
    }

    #[test]
    fn a_table_that_is_not_this_board_is_not_compared() {
        let game = game();
        let mut seen = look(game.board(), tie(Rotation::R0));
        for tile in &mut seen.tiles {
            tile.candidates[0].face = face_id("X").unwrap();
        }
        assert_eq!(Relay::of(&game, &seen, None), None);
        // A tie of another lattice says nothing.
        let mut old = tie(Rotation::R0);
        old.lattice = 1;
        assert_eq!(Relay::of(&game, &seen, Some(old)), None);
    }

    #[test]
    fn figures_are_ticked_off_and_strange_tiles_named() {
        let game = game();
        let tie = tie(Rotation::R180);
        let mut seen = look(game.board(), tie);
        seen.figures.push(SeenFigure {
            cell: tie.lattice_cell(Cell::new(0, -1)),
            foot: [0.0, 0.2],
            candidates: vec![FigureCandidate {
                kind: FigureKind::Meeple,
                color: Some(Color::Red),
                pose: Pose::Lying,
                log_likelihood: -1.0,
                foot: None,
            }],
            foot_px: [0.0; 2],
        });
        let mut strange = seen.tiles[0].clone();
        strange.cell = tie.lattice_cell(Cell::new(5, 5));
        seen.tiles.push(strange);
        let relay = Relay::of(&game, &seen, Some(tie)).unwrap();
        assert_eq!(relay.figures, [(EventId(3), true)]);
        assert_eq!(relay.extra, [Cell::new(5, 5)]);
        assert!(!relay.is_done());
    }
}
