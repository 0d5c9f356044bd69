//! A tile on the table, as a hand laid it.

use std::sync::Arc;

use carcassonne::catalogue::{Face, FaceId};
use carcassonne::geometry::{Cell, Rotation};
use rand::Rng;

/// Side of a tile, mm (the box's tiles).
pub const TILE_MM: f64 = 45.0;
/// Thickness of a tile, mm.
pub const TILE_THICKNESS_MM: f64 = 2.0;

/// A tile on the table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SceneTile {
    /// Lattice cell.
    pub cell: Cell,
    /// What it shows.
    pub face: FaceId,
    /// Whether this copy shows the face's garden.
    pub garden: bool,
    /// Which copy: copies of a face differ in decoration.
    pub variant: u64,
    /// Clockwise quarter turns of the face.
    pub rotation: Rotation,
    /// How far its centre lies from the cell's centre, mm.
    pub offset_mm: [f64; 2],
    /// Clockwise turn beyond `rotation`, degrees.
    pub yaw_deg: f64,
}

impl SceneTile {
    /// A tile laid by hand: up to 1 mm and 2° off, mostly much less (triangular spread).
    pub fn laid_by_hand(
        cell: Cell,
        face: FaceId,
        garden: bool,
        variant: u64,
        rotation: Rotation,
        rng: &mut impl Rng,
    ) -> Self {
        let mut spread = |most: f64| {
            (rng.random_range(-1.0..1.0f64) + rng.random_range(-1.0..1.0f64)) / 2.0 * most
        };
        let offset_mm = [spread(1.0), spread(1.0)];
        Self {
            cell,
            face,
            garden,
            variant,
            rotation,
            offset_mm,
            yaw_deg: spread(2.0),
        }
    }

    /// Tiles that are one piece of cardboard, like the start tile of the mists, laid by hand:
    /// each face on its cell ([`Face::start`]) unturned, all without gaps around their common
    /// middle. Faces without a cell are left out.
    pub fn block_laid_by_hand<'a>(
        faces: impl IntoIterator<Item = &'a Arc<Face>>,
        pitch_mm: f64,
        rng: &mut impl Rng,
    ) -> Vec<Self> {
        let parts: Vec<(Cell, FaceId)> = faces
            .into_iter()
            .filter_map(|face| Some((face.start?, face.id)))
            .collect();
        let count = parts.len().max(1) as f64;
        let middle = parts.iter().fold([0.0; 2], |sum, (cell, _)| {
            [
                sum[0] + f64::from(cell.x) / count,
                sum[1] + f64::from(cell.y) / count,
            ]
        });
        let Some((first, face)) = parts.first() else {
            return Vec::new();
        };
        let hand = Self::laid_by_hand(*first, *face, false, 0, Rotation::R0, rng);
        let (sin, cos) = hand.yaw_deg.to_radians().sin_cos();
        let lay = |(cell, face): (Cell, FaceId)| {
            let [x, y] = [f64::from(cell.x) - middle[0], f64::from(cell.y) - middle[1]];
            let lies = [cos * x - sin * y, sin * x + cos * y].map(|v| v * TILE_MM);
            Self {
                cell,
                face,
                offset_mm: [
                    hand.offset_mm[0] + lies[0] - x * pitch_mm,
                    hand.offset_mm[1] + lies[1] - y * pitch_mm,
                ],
                ..hand
            }
        };
        parts.into_iter().map(lay).collect()
    }

    /// Its centre on the table, mm, for cells `pitch_mm` apart.
    pub fn centre_mm(&self, pitch_mm: f64) -> [f64; 2] {
        [
            f64::from(self.cell.x) * pitch_mm + self.offset_mm[0],
            f64::from(self.cell.y) * pitch_mm + self.offset_mm[1],
        ]
    }

    /// Its whole clockwise turn, degrees.
    pub fn turn_deg(&self) -> f64 {
        f64::from(self.rotation.degrees()) + self.yaw_deg
    }

    /// Table mm of a point of its face: −0.5…0.5 of the side, x east and y south of the
    /// unturned face.
    pub fn table_mm(&self, on_face: [f64; 2], pitch_mm: f64) -> [f64; 2] {
        let centre = self.centre_mm(pitch_mm);
        let (sin, cos) = self.turn_deg().to_radians().sin_cos();
        let [x, y] = on_face.map(|v| v * TILE_MM);
        [centre[0] + cos * x - sin * y, centre[1] + sin * x + cos * y]
    }

    /// Its corners on the table, mm: those of the unturned face's NW NE SE SW.
    pub fn corners_mm(&self, pitch_mm: f64) -> [[f64; 2]; 4] {
        [[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]].map(|p| self.table_mm(p, pitch_mm))
    }
}
