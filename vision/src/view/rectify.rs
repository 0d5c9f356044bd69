//! Cuts straightened pictures of the board out of a frame, for people to look at later.
//!
//! Takes a frame and where tiles lie in it, gives pictures in the board's own directions, north
//! up. Reads nothing and keeps nothing; who looks at the pictures knows what they show.

use std::collections::BTreeMap;

use calibration::space::{self, Board, Image, ImageCorners, ImagePoint, Patch};
use calibration::{Corners, Homography, Point};
use carcassonne::geometry::Cell;
use carcassonne::seen::SeenTable;
use carcassonne::tie::Tie;
use opencv::core::{Mat, Size, Vector};
use opencv::prelude::*;
use opencv::{imgcodecs, imgproc};

use crate::cv;
use crate::lattice::middle_of;
use crate::picture::pyramid::Pyramid;

/// How far a tile's corner may lie from the lattice through all tiles and still count, pixels:
/// tiles laid by hand are off by a twentieth of their side.
const TOLERANCE_PX: f64 = 12.0;
/// Quality of kept pictures, percent: road ends and shields stay sharp; a drawn tile with its
/// surroundings takes 12 kB, a printed one 16.
const QUALITY: i32 = 88;

/// Where the board's cells are in a picture.
#[derive(Clone, Debug)]
pub struct BoardView {
    /// Board coordinates (a cell's centre at whole numbers) to pixels.
    image_from_board: Homography<Image, Board>,
    /// Corners of the tiles that were seen, NW NE SE SW of the board, pixels.
    tiles: BTreeMap<Cell, ImageCorners>,
}

impl BoardView {
    /// The view of a look, by the tiles that were seen in it; `None` without any, or if the
    /// lattice is not the one that is tied to the board.
    pub fn of(seen: &SeenTable, tie: Tie) -> Option<Self> {
        if seen.lattice != tie.lattice {
            return None;
        }
        let tiles: BTreeMap<Cell, ImageCorners> = seen
            .tiles
            .iter()
            .map(|tile| {
                let corners = board_corners(tile.corners_px, tie);
                (
                    tie.cell(tile.cell),
                    corners.map(|c| ImagePoint::from(c.map(f64::from))),
                )
            })
            .collect();
        let (mut from, mut to) = (Vec::new(), Vec::new());
        for (cell, corners) in &tiles {
            from.extend(square(*cell, 1.0));
            to.extend(corners);
        }
        let image_from_board = match tiles.len() {
            0 => return None,
            1 => Homography::through(from[..4].try_into().ok()?, to[..4].try_into().ok()?)?,
            _ => Homography::fit(&from, &to, TOLERANCE_PX)?.map,
        };
        Some(Self {
            image_from_board,
            tiles,
        })
    }

    /// The cells whose tiles were seen.
    pub fn cells(&self) -> impl Iterator<Item = Cell> {
        self.tiles.keys().copied()
    }

    /// Corners of a cell, NW NE SE SW, pixels: of its tile, or of the place for one.
    pub fn corners(&self, cell: Cell) -> ImageCorners {
        let expected = || square(cell, 1.0).map(|p| self.image_from_board.apply(p));
        self.tiles.get(&cell).copied().unwrap_or_else(expected)
    }

    /// A cell with `margin_px` around it, its side `tile_px` long.
    ///
    /// # Errors
    /// Fails when OpenCV does.
    pub fn crop(
        &self,
        picture: &Pyramid,
        cell: Cell,
        tile_px: i32,
        margin_px: i32,
    ) -> opencv::Result<Mat> {
        picture.rectify(self.corners(cell), tile_px, margin_px)
    }

    /// The rectangle of cells from `north_west` on, so many to the east and south, each
    /// `tile_px` wide.
    ///
    /// # Errors
    /// Fails when OpenCV does.
    pub fn board(
        &self,
        picture: &Pyramid,
        north_west: Cell,
        [wide, tall]: [i32; 2],
        tile_px: i32,
    ) -> opencv::Result<Mat> {
        let step = 1.0 / f64::from(tile_px);
        let (left, top) = (f64::from(north_west.x), f64::from(north_west.y));
        let board_from_target: Homography<Board, Patch> = Homography::new([
            [step, 0.0, left - 0.5],
            [0.0, step, top - 0.5],
            [0.0, 0.0, 1.0],
        ]);
        let map = self.image_from_board.after(&board_from_target);
        let size = Size::new(wide * tile_px, tall * tile_px);
        picture.warp(&map, size)
    }

    /// The smallest rectangle of cells that holds all tiles seen: north-western cell, cells to
    /// the east and to the south.
    pub fn bounds(&self) -> (Cell, [i32; 2]) {
        let (mut min, mut max) = (Cell::new(i32::MAX, i32::MAX), Cell::new(i32::MIN, i32::MIN));
        for cell in self.tiles.keys() {
            min = Cell::new(min.x.min(cell.x), min.y.min(cell.y));
            max = Cell::new(max.x.max(cell.x), max.y.max(cell.y));
        }
        (min, [max.x - min.x + 1, max.y - min.y + 1])
    }
}

/// The corners of a lattice cell, NW NE SE SW, named by the board's directions.
pub fn board_corners<T: Copy>(corners: [T; 4], tie: Tie) -> [T; 4] {
    let turned = usize::from(tie.turn.quarter_turns());
    std::array::from_fn(|i| corners[(i + 4 - turned) % 4])
}

fn square(cell: Cell, side: f64) -> Corners<Board> {
    let middle = middle_of(cell).to_vector().cast_unit();
    space::square(-side / 2.0, side / 2.0).map(|corner: Point<Board>| corner + middle)
}

/// A BGR picture as a JPEG. It says nothing but pixels: no time, no place, no camera.
///
/// # Errors
/// Fails when OpenCV does.
pub fn jpeg(picture: &Mat) -> opencv::Result<Vec<u8>> {
    let mut bytes = Vector::new();
    let quality = Vector::from_slice(&[imgcodecs::IMWRITE_JPEG_QUALITY, QUALITY]);
    imgcodecs::imencode(".jpg", picture, &mut bytes, &quality)?;
    Ok(bytes.to_vec())
}

/// The same as a PNG.
///
/// # Errors
/// Fails when OpenCV does.
pub fn png(picture: &Mat) -> opencv::Result<Vec<u8>> {
    let mut bytes = Vector::new();
    imgcodecs::imencode_def(".png", picture, &mut bytes)?;
    Ok(bytes.to_vec())
}

/// The pixels of a picture file (JPEG, PNG), BGR.
///
/// # Errors
/// Fails when the bytes are no picture.
pub fn decode(bytes: &[u8]) -> opencv::Result<Mat> {
    let picture = crate::picture::decode(bytes, files::limits::PHOTO_PIXELS);
    let refused = |why: std::io::Error| {
        let why = format!("these bytes are no picture: {why}");
        opencv::Error::new(opencv::core::StsParseError, why)
    };
    Ok(picture.map_err(refused)?.pixels)
}

/// Width, height and the rows of a BGR picture as red, green, blue.
///
/// # Errors
/// Fails when OpenCV does.
pub fn rgb(picture: &Mat) -> opencv::Result<([usize; 2], Vec<u8>)> {
    let rgb = cv::converted(picture, imgproc::COLOR_BGR2RGB)?;
    let size = [rgb.cols(), rgb.rows()].map(|side| usize::try_from(side).unwrap_or(0));
    Ok((size, rgb.data_bytes()?.to_vec()))
}

#[cfg(test)]
mod tests {
    use carcassonne::geometry::Rotation;
    use carcassonne::seen::{Calm, SeenTile};
    use opencv::core::{CV_8UC3, Point, Scalar, Vec3b};

    use super::*;

    /// Two tiles side by side on the lattice, 100 px each: the western one blue, the eastern
    /// one red with a green north-eastern quarter.
    fn picture() -> Mat {
        let grey = Scalar::new(90.0, 90.0, 90.0, 0.0);
        let size = Size::new(400, 300);
        let mut picture = Mat::new_size_with_default(size, CV_8UC3, grey).expect("a picture");
        let mut fill = |from: [i32; 2], to: [i32; 2], color: [f64; 3]| {
            let [b, g, r] = color;
            let (from, to) = (Point::new(from[0], from[1]), Point::new(to[0], to[1]));
            let color = Scalar::new(b, g, r, 0.0);
            imgproc::rectangle_points(&mut picture, from, to, color, -1, imgproc::LINE_8, 0)
                .expect("drawn");
        };
        fill([100, 100], [199, 199], [255.0, 0.0, 0.0]);
        fill([200, 100], [299, 199], [0.0, 0.0, 255.0]);
        fill([250, 100], [299, 149], [0.0, 255.0, 0.0]);
        picture
    }

    fn look() -> SeenTable {
        let tile = |x: i16| {
            let left = f32::from(100 + 100 * x);
            SeenTile {
                cell: Cell::new(i32::from(x), 0),
                candidates: Vec::new(),
                unknown: 0.0,
                corners_px: [[0.0, 0.0], [100.0, 0.0], [100.0, 100.0], [0.0, 100.0]]
                    .map(|[dx, dy]| [left + dx, 100.0 + dy]),
            }
        };
        SeenTable {
            frame: 0,
            at_ms: 0,
            calm: Calm::Still,
            lattice: 1,
            tiles: vec![tile(0), tile(1)],
            figures: Vec::new(),
            hidden: Vec::new(),
            cut: Vec::new(),
            unclear: Vec::new(),
            cards: Vec::new(),
            supplies: None,
            map: None,
        }
    }

    fn tie(turn: Rotation) -> Tie {
        Tie {
            lattice: 1,
            origin: Cell::default(),
            turn,
        }
    }

    fn at(picture: &Mat, x: i32, y: i32) -> [u8; 3] {
        picture.at_2d::<Vec3b>(y, x).expect("inside").0
    }

    #[test]
    fn a_crop_shows_the_cell_with_the_boards_north_up() {
        let picture = Pyramid::owning(picture()).expect("a picture");
        let view = BoardView::of(&look(), tie(Rotation::R0)).expect("tiles");
        let crop = view.crop(&picture, Cell::new(1, 0), 80, 40).expect("cut");
        assert_eq!((crop.cols(), crop.rows()), (160, 160));
        assert_eq!(at(&crop, 100, 60), [0, 255, 0], "north-east of the tile");
        assert_eq!(at(&crop, 60, 100), [0, 0, 255]);
        assert_eq!(at(&crop, 20, 80), [255, 0, 0], "its western neighbour");
        assert_eq!(at(&crop, 80, 10), [90, 90, 90], "the table");
        // The lattice's east is the board's south: the second tile lies below the first, and
        // its green quarter in the board's south-east.
        let view = BoardView::of(&look(), tie(Rotation::R90)).expect("tiles");
        let crop = view.crop(&picture, Cell::new(0, 1), 80, 40).expect("cut");
        assert_eq!(at(&crop, 100, 100), [0, 255, 0]);
        assert_eq!(at(&crop, 80, 20), [255, 0, 0], "its northern neighbour");
    }

    #[test]
    fn a_cell_without_a_tile_is_where_one_would_lie() {
        let view = BoardView::of(&look(), tie(Rotation::R0)).expect("tiles");
        let corners = view.corners(Cell::new(2, 0));
        assert!((corners[0].x - 300.0).abs() < 0.5 && (corners[2].y - 200.0).abs() < 0.5);
        let mut none = look();
        none.tiles.clear();
        assert!(BoardView::of(&none, tie(Rotation::R0)).is_none());
        none = look();
        none.lattice = 2;
        assert!(BoardView::of(&none, tie(Rotation::R0)).is_none());
    }

    #[test]
    fn the_board_is_one_picture_of_all_cells() {
        let view = BoardView::of(&look(), tie(Rotation::R0)).expect("tiles");
        assert_eq!(view.bounds(), (Cell::default(), [2, 1]));
        let picture = Pyramid::owning(picture()).expect("a picture");
        let board = view
            .board(&picture, Cell::default(), [2, 1], 50)
            .expect("cut");
        assert_eq!((board.cols(), board.rows()), (100, 50));
        assert_eq!(at(&board, 25, 25), [255, 0, 0]);
        assert_eq!(at(&board, 90, 10), [0, 255, 0]);
    }

    #[test]
    fn pictures_survive_being_written() {
        let picture = picture();
        let bytes = jpeg(&picture).expect("written");
        assert!(bytes.starts_with(&[0xff, 0xd8]));
        let again = decode(&bytes).expect("read");
        let [b, g, r] = at(&again, 150, 150).map(i32::from);
        assert!(b > 230 && g < 25 && r < 25, "{b} {g} {r}");
        let (size, rgb) =
            rgb(&decode(&png(&picture).expect("written")).expect("read")).expect("rgb");
        assert_eq!(size, [400, 300]);
        assert_eq!(rgb[(150 * 400 + 150) * 3..][..3], [0, 0, 255]);
        assert!(decode(b"no picture").is_err());
    }
}
