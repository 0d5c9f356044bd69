//! A tile that was cut out of a photograph.

use opencv::core::Mat;

use super::quads::Quad;

/// One tile of a photograph.
#[derive(Clone)]
pub struct Tile {
    /// Where it lies in its photograph, pixels, clockwise.
    pub corners_px: Quad,
    /// What it looks like, its first corner at the top left, and which photograph it is from.
    pub cutout: Cutout,
}

/// A tile cut out of a photograph.
#[derive(Clone)]
pub struct Cutout {
    /// BGR, square, in any of four turns.
    pub picture: Mat,
    /// Number of the photograph: tiles of one photograph lie in one light.
    pub photo: usize,
}
