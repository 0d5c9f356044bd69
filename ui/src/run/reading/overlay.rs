//! What the window shows of a frame: its pixels, and over them what was read.
//!
//! Between the seeing part and the screens. Turns claims in lattice cells into board cells as
//! soon as tracking knows how the lattice lies on the board. Draws nothing and decides nothing.

use carcassonne::geometry::{Cell, Rotation};
use carcassonne::seen::{Calm, SeenTable};
use carcassonne::tie::Tie;
use opencv::core::{Mat, Size};
use opencv::imgproc;
use opencv::prelude::*;
use vision::source::frame::Frame;
use vision::view::aim::{Aim, judge};
use vision::view::rectify::{BoardView, board_corners};

use crate::run::news::picture::{CellRead, Picture, PictureCell, PictureFigure, TEXTURE_PX};

/// Widest picture handed to the window, px: as much as a window of half a large screen shows.
const WIDEST_PX: i32 = 1280;

/// What was last read, as it is drawn over newer frames until something else is read.
#[derive(Clone, Debug, Default)]
pub struct Overlay {
    seen: Option<SeenTable>,
}

impl Overlay {
    /// Takes over the newest look. While hands move, what was read before stays; a table that
    /// is lost is shown bare.
    pub fn follow(&mut self, seen: &SeenTable) {
        match seen.calm {
            Calm::Still => self.seen = Some(seen.clone()),
            Calm::Lost(_) => self.seen = None,
            Calm::Moving | Calm::Hand => {}
        }
    }

    /// What was last read and still counts.
    pub fn seen(&self) -> Option<&SeenTable> {
        self.seen.as_ref()
    }

    /// How well the table can be read in that frame, judged around the tiles last seen.
    ///
    /// # Errors
    /// When OpenCV fails.
    pub fn aim(&self, frame: &Frame) -> opencv::Result<Aim> {
        // Which way the board's north is does not matter here.
        let tied = |seen: &SeenTable| Tie {
            lattice: seen.lattice,
            origin: Cell::default(),
            turn: Rotation::R0,
        };
        let board = self.seen.as_ref();
        let board = board.and_then(|seen| BoardView::of(seen, tied(seen)));
        judge(&frame.pixels, board.as_ref())
    }

    /// The frame as the window shows it.
    ///
    /// # Errors
    /// When OpenCV fails.
    pub fn picture(&self, frame: &Frame, tie: Option<Tie>) -> opencv::Result<Picture> {
        let fits = |most: i32, px: i32| f64::from(most) / f64::from(px.max(1));
        let wide = fits(WIDEST_PX, frame.pixels.cols());
        // A phone may send a picture that is long and narrow.
        let high = fits(i32::from(TEXTURE_PX), frame.pixels.rows());
        let scale = wide.min(high).min(1.0);
        let mut rgb = Mat::default();
        if scale < 1.0 {
            let mut small = Mat::default();
            let (area, own) = (imgproc::INTER_AREA, Size::default());
            imgproc::resize(&frame.pixels, &mut small, own, scale, scale, area)?;
            imgproc::cvt_color_def(&small, &mut rgb, imgproc::COLOR_BGR2RGB)?;
        } else {
            imgproc::cvt_color_def(&frame.pixels, &mut rgb, imgproc::COLOR_BGR2RGB)?;
        }
        let size = [rgb.cols().max(0) as usize, rgb.rows().max(0) as usize];
        let scale = scale as f32;
        let seen = self.seen.as_ref();
        let tie = tie.filter(|tie| seen.is_some_and(|seen| seen.lattice == tie.lattice));
        Ok(Picture {
            frame: frame.seq,
            size,
            rgb: rgb.data_bytes()?.to_vec(),
            cells: seen.map_or_else(Vec::new, |seen| cells(seen, tie, scale)),
            figures: seen.map_or_else(Vec::new, |seen| figures(seen, scale)),
        })
    }
}

fn cells(seen: &SeenTable, tie: Option<Tie>, scale: f32) -> Vec<PictureCell> {
    let one = |tile: &carcassonne::seen::SeenTile| {
        let weights = tile.candidates.iter().map(|c| c.log_likelihood);
        let best = tile.candidates.first();
        let read = match best {
            Some(best) if best.log_likelihood >= tile.unknown => CellRead::Tile {
                face: best.face,
                rotation: tie.map_or(best.rotation, |tie| tie.rotation(best.rotation)),
                confidence: share(
                    best.log_likelihood,
                    weights.chain(std::iter::once(tile.unknown)),
                ),
            },
            _ => CellRead::Unknown,
        };
        // The board's north-west corner is another one of the lattice cell's corners.
        let corners = match tie {
            Some(tie) => board_corners(tile.corners_px, tie),
            None => tile.corners_px,
        };
        let corners_px = corners.map(|corner| corner.map(|v| v * scale));
        PictureCell {
            cell: tie.map(|tie| tie.cell(tile.cell)),
            corners_px,
            read,
        }
    };
    seen.tiles.iter().map(one).collect()
}

fn figures(seen: &SeenTable, scale: f32) -> Vec<PictureFigure> {
    let one = |figure: &carcassonne::seen::SeenFigure| {
        let best = figure.candidates.first()?;
        let weights = figure.candidates.iter().map(|c| c.log_likelihood);
        Some(PictureFigure {
            foot_px: figure.foot_px.map(|v| v * scale),
            kind: best.kind,
            color: best.color,
            confidence: share(best.log_likelihood, weights),
        })
    };
    seen.figures.iter().filter_map(one).collect()
}

/// The probability of one reading among all, from their log-likelihoods.
fn share(best: f32, all: impl Iterator<Item = f32>) -> f32 {
    1.0 / all.map(|other| (other - best).exp()).sum::<f32>().max(1.0)
}

#[cfg(test)]
mod tests {
    use carcassonne::catalogue::face_id;
    use carcassonne::seen::{FaceCandidate, SeenTile};
    use opencv::core::{CV_8UC3, Scalar};

    use super::*;

    fn table(calm: Calm) -> SeenTable {
        let face = face_id("D").expect("a face");
        SeenTable {
            frame: 3,
            at_ms: 0,
            calm,
            lattice: 1,
            tiles: vec![SeenTile {
                cell: Cell::new(2, 0),
                candidates: vec![FaceCandidate {
                    face,
                    rotation: Rotation::R0,
                    log_likelihood: 0.0,
                }],
                unknown: -20.0,
                corners_px: [[200.0, 0.0], [400.0, 0.0], [400.0, 200.0], [200.0, 200.0]],
            }],
            figures: Vec::new(),
            hidden: Vec::new(),
            cut: Vec::new(),
            unclear: Vec::new(),
            cards: Vec::new(),
            supplies: None,
            map: None,
        }
    }

    fn frame() -> Frame {
        let blue = Scalar::new(255.0, 0.0, 0.0, 0.0);
        Frame {
            pixels: Mat::new_size_with_default(Size::new(2560, 1440), CV_8UC3, blue)
                .expect("a picture"),
            seq: 3,
            taken_at_ms: 0,
        }
    }

    #[test]
    fn a_long_and_narrow_picture_is_made_smaller() {
        let long = Mat::new_size_with_default(Size::new(400, 8192), CV_8UC3, Scalar::all(0.0));
        let long = Frame {
            pixels: long.expect("a picture"),
            ..frame()
        };
        let picture = Overlay::default().picture(&long, None).expect("shown");
        assert_eq!(picture.size, [200, 4096]);
    }

    #[test]
    fn a_frame_is_judged_around_the_tiles_last_seen() {
        let mut overlay = Overlay::default();
        let before = overlay.aim(&frame()).expect("judged");
        assert!(before.zones.iter().all(|zone| !zone.tile));
        overlay.follow(&table(Calm::Still));
        let aim = overlay.aim(&frame()).expect("judged");
        assert_eq!(aim.size, [2560, 1440]);
        let tiles: Vec<_> = aim.zones.iter().filter(|zone| zone.tile).collect();
        assert_eq!(tiles.len(), 1);
        assert_eq!(tiles[0].corners[2].to_array(), [400.0, 200.0]);
    }

    #[test]
    fn corners_are_those_of_the_boards_cell_in_the_smaller_picture() {
        let mut overlay = Overlay::default();
        overlay.follow(&table(Calm::Still));
        overlay.follow(&table(Calm::Hand));
        let tie = Tie {
            lattice: 1,
            origin: Cell::default(),
            turn: Rotation::R90,
        };
        let picture = overlay.picture(&frame(), Some(tie)).expect("shown");
        assert_eq!(picture.size, [1280, 720]);
        assert_eq!(picture.rgb[..3], [0, 0, 255]);
        let cell = &picture.cells[0];
        // Lattice east is board south: the board's north is the lattice's west.
        assert_eq!(cell.cell, Some(Cell::new(0, 2)));
        assert_eq!(
            cell.corners_px,
            [[100.0, 100.0], [100.0, 0.0], [200.0, 0.0], [200.0, 100.0]]
        );
        assert!(matches!(
            cell.read,
            CellRead::Tile { rotation: Rotation::R90, confidence, .. } if confidence > 0.99
        ));
        overlay.follow(&table(Calm::Lost(carcassonne::seen::LostReason::Bumped)));
        let picture = overlay.picture(&frame(), Some(tie)).expect("shown");
        assert!(picture.cells.is_empty());
    }
}
