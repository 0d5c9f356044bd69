//! Pictures of the tiles on the board, each cut out when it was first seen to lie there: before anything
//! came to stand on it.
//!
//! From what vision saw to what a pack keeps. Takes a picture only of what shows wholly: nothing over
//! it, nobody on it. Knows no face and keeps nothing on disk.

use std::sync::Arc;

use carcassonne::geometry::Cell;
use carcassonne::seen::{Calm, SeenTable, SeenTile};
use carcassonne::tie::Tie;
use vision::pack::FACE_PX;
use vision::picture::pyramid::Pyramid;
use vision::source::frame::Frame;
use vision::view::rectify::board_corners;

use crate::run::news::picture::CutOut;

/// How far a tile's corners may wander, as a share of its side, for it to be the same tile in the same
/// place: the lattice is corrected by less.
const SAME_PLACE: f32 = 0.12;

/// A tile's picture, and what it lay on.
struct Kept {
    /// The cell of vision's own lattice.
    cell: Cell,
    corners_px: [[f32; 2]; 4],
    picture: Arc<CutOut>,
}

/// The pictures of the tiles of one board.
#[derive(Default)]
pub struct CutOuts {
    tie: Option<Tie>,
    kept: Vec<Kept>,
}

impl CutOuts {
    /// Takes a picture of every tile that is new in a still look; those that are gone go. What is
    /// hidden stays.
    ///
    /// # Errors
    /// When OpenCV fails.
    pub fn follow(&mut self, frame: &Frame, seen: &SeenTable, tie: Tie) -> opencv::Result<()> {
        // A look that repeats the last one was made of an earlier frame.
        if seen.calm != Calm::Still || seen.lattice != tie.lattice || seen.frame != frame.seq {
            return Ok(());
        }
        if self.tie != Some(tie) {
            self.kept.clear();
            self.tie = Some(tie);
        }
        let lies = |kept: &Kept| {
            let mut tiles = seen.tiles.iter();
            let hidden = seen.hidden.contains(&kept.cell);
            hidden || tiles.any(|tile| tile.cell == kept.cell && is_in_place(kept, tile))
        };
        self.kept.retain(lies);
        let is_new = |tile: &&SeenTile| self.kept.iter().all(|kept| kept.cell != tile.cell);
        let new = seen.tiles.iter().filter(is_new);
        let new: Vec<&SeenTile> = new.filter(|tile| is_bare(seen, tile.cell)).collect();
        if new.is_empty() {
            return Ok(());
        }
        let pyramid = Pyramid::new(&frame.pixels)?;
        for tile in new {
            let corners = board_corners(tile.corners_px, tie);
            let corners = corners.map(|corner| corner.map(f64::from).into());
            let picture = CutOut {
                frame: seen.frame,
                cell: tie.cell(tile.cell),
                image: pyramid.rectify(corners, FACE_PX, 0)?,
            };
            self.kept.push(Kept {
                cell: tile.cell,
                corners_px: tile.corners_px,
                picture: Arc::new(picture),
            });
        }
        Ok(())
    }

    /// All of them.
    pub fn pictures(&self) -> impl Iterator<Item = Arc<CutOut>> {
        self.kept.iter().map(|kept| Arc::clone(&kept.picture))
    }
}

/// Whether a tile lies where the one lay that was kept.
fn is_in_place(kept: &Kept, tile: &SeenTile) -> bool {
    let apart = |[a, b]: [f32; 2], [c, d]: [f32; 2]| (a - c).hypot(b - d);
    let side = apart(tile.corners_px[0], tile.corners_px[1]);
    let corners = kept.corners_px.iter().zip(&tile.corners_px);
    let far = corners.map(|(a, b)| apart(*a, *b)).fold(0.0, f32::max);
    far <= SAME_PLACE * side
}

/// Whether all of a tile shows and nothing stands on it, as far as that can be told.
fn is_bare(seen: &SeenTable, cell: Cell) -> bool {
    let unclear = [&seen.hidden, &seen.unclear, &seen.cut];
    let unclear = unclear.into_iter().any(|cells| cells.contains(&cell));
    !unclear && seen.figures.iter().all(|figure| figure.cell != cell)
}

#[cfg(test)]
mod tests {
    use carcassonne::geometry::Rotation;
    use carcassonne::seen::{FigureCandidate, SeenFigure};
    use opencv::core::{CV_8UC3, Mat, Rect, Scalar};
    use opencv::prelude::*;

    use super::*;

    /// A frame of two tiles beside each other, the western one of that grey in its northern half.
    fn frame(seq: u64, grey: f64) -> Frame {
        let size = opencv::core::Size::new(400, 200);
        let mut pixels = Mat::new_size_with_default(size, CV_8UC3, Scalar::all(0.0)).unwrap();
        let mut north = Mat::roi_mut(&mut pixels, Rect::new(0, 0, 200, 100)).unwrap();
        north.set_to_def(&Scalar::all(grey)).unwrap();
        Frame {
            pixels,
            seq,
            taken_at_ms: 0,
        }
    }

    fn table(frame: u64, cells: &[i32]) -> SeenTable {
        let mut table = SeenTable::still(frame, 0, 1);
        table.tiles = cells
            .iter()
            .map(|&x| {
                let (left, right) = (x as f32 * 200.0, (x + 1) as f32 * 200.0);
                SeenTile {
                    cell: Cell::new(x, 0),
                    candidates: Vec::new(),
                    unknown: 0.0,
                    corners_px: [[left, 0.0], [right, 0.0], [right, 200.0], [left, 200.0]],
                }
            })
            .collect();
        table
    }

    /// Board north is the lattice's west.
    fn tie() -> Tie {
        Tie {
            lattice: 1,
            origin: Cell::default(),
            turn: Rotation::R90,
        }
    }

    /// The frame a cell's picture is of, and how bright its four sides are, N E S W.
    fn told(cut_outs: &CutOuts, cell: Cell) -> Option<(u64, [u8; 4])> {
        let picture = cut_outs.pictures().find(|picture| picture.cell == cell)?;
        let side = picture.image.rows();
        let (near, middle, far) = (side / 8, side / 2, side - side / 8);
        let at = |x: i32, y: i32| picture.image.at_2d::<opencv::core::Vec3b>(y, x).unwrap().0[0];
        let sides = [
            at(middle, near),
            at(far, middle),
            at(middle, far),
            at(near, middle),
        ];
        Some((picture.frame, sides))
    }

    #[test]
    fn a_tile_is_cut_out_once_as_it_lies_on_the_board() {
        let mut cut_outs = CutOuts::default();
        cut_outs
            .follow(&frame(3, 200.0), &table(3, &[0]), tie())
            .unwrap();
        let cell = Cell::default();
        let (of, [_, east, _, west]) = told(&cut_outs, cell).unwrap();
        // What lies to the lattice's north lies to the board's east.
        assert_eq!((of, east, west), (3, 200, 0));
        // Later something may stand on it, and other looks show nothing better.
        cut_outs
            .follow(&frame(4, 90.0), &table(4, &[0, 1]), tie())
            .unwrap();
        assert_eq!(told(&cut_outs, cell).unwrap().0, 3);
        assert!(told(&cut_outs, Cell::new(0, 1)).is_some());
        // A hand over it changes nothing, but once it is gone it is gone.
        let mut hidden = table(5, &[1]);
        hidden.hidden.push(cell);
        cut_outs.follow(&frame(5, 90.0), &hidden, tie()).unwrap();
        assert_eq!(told(&cut_outs, cell).unwrap().0, 3);
        cut_outs
            .follow(&frame(6, 90.0), &table(6, &[1]), tie())
            .unwrap();
        assert_eq!(told(&cut_outs, cell), None);
    }

    #[test]
    fn what_is_covered_or_no_longer_so_is_not_cut_out() {
        let cell = Cell::default();
        let figure = SeenFigure {
            cell,
            foot: [0.0, 0.0],
            foot_px: [100.0, 100.0],
            candidates: Vec::<FigureCandidate>::new(),
        };
        let covered: [fn(&mut SeenTable, SeenFigure); 3] = [
            |table, figure| table.figures.push(figure),
            |table, figure| table.unclear.push(figure.cell),
            |table, figure| table.hidden.push(figure.cell),
        ];
        for cover in covered {
            let mut cut_outs = CutOuts::default();
            let mut table = table(3, &[0]);
            cover(&mut table, figure.clone());
            cut_outs.follow(&frame(3, 200.0), &table, tie()).unwrap();
            assert_eq!(told(&cut_outs, cell), None, "{table:?}");
        }
        let mut cut_outs = CutOuts::default();
        cut_outs
            .follow(&frame(9, 200.0), &table(3, &[0]), tie())
            .unwrap();
        assert_eq!(told(&cut_outs, cell), None, "read from an earlier frame");
        let mut other = tie();
        other.lattice = 2;
        cut_outs
            .follow(&frame(3, 200.0), &table(3, &[0]), other)
            .unwrap();
        assert_eq!(told(&cut_outs, cell), None, "another board");
    }
}
