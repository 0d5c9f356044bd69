//! The picture of the table as the screens show it, with what was read in it.

use carcassonne::catalogue::FaceId;
use carcassonne::geometry::{Cell, Rotation};
use carcassonne::piece::{Color, FigureKind};
use opencv::core::Mat;

/// Longest side of a picture that is given to the graphics card, px: egui panics where it is longer than
/// the card takes.
pub const TEXTURE_PX: u16 = 4096;

/// A picture and what was read in it.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    /// Number of the frame.
    pub frame: u64,
    /// Width and height, px.
    pub size: [usize; 2],
    /// Rows from the top, three bytes per pixel: red, green, blue.
    pub rgb: Vec<u8>,
    /// The lattice as it lies in this picture.
    pub cells: Vec<PictureCell>,
    /// The figures read in it.
    pub figures: Vec<PictureFigure>,
}

/// A tile on the board, cut out as a pack keeps it, but as it lies there: the board's north is up.
#[derive(Clone, Debug)]
pub struct CutOut {
    /// Number of the frame.
    pub frame: u64,
    /// The board's cell.
    pub cell: Cell,
    /// BGR, [`vision::pack::FACE_PX`] squared.
    pub image: Mat,
}

/// A lattice cell in a picture.
#[derive(Clone, Debug, PartialEq)]
pub struct PictureCell {
    /// The board's cell; `None` as long as the lattice is not tied to the board.
    pub cell: Option<Cell>,
    /// Corners in the picture, px, NW NE SE SW *of the board's cell* (of the lattice's cell if
    /// not tied to the board).
    pub corners_px: [[f32; 2]; 4],
    /// What lies there.
    pub read: CellRead,
}

/// What was read in a cell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum CellRead {
    /// Nothing.
    Empty,
    /// A tile.
    Tile {
        /// Which face.
        face: FaceId,
        /// How it is turned on the board.
        rotation: Rotation,
        /// How sure, 0 to 1.
        confidence: f32,
    },
    /// A tile of a face no pack knows.
    Unknown,
    /// Neither presence nor absence can be judged.
    Hidden,
}

/// A figure in a picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PictureFigure {
    /// Its foot point, px.
    pub foot_px: [f32; 2],
    /// Which piece.
    pub kind: FigureKind,
    /// Whose.
    pub color: Option<Color>,
    /// How sure, 0 to 1.
    pub confidence: f32,
}
