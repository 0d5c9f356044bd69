//! What the photographer photographs: tiles, figures, clutter, light and a hand.
//!
//! Plain data with defaults that say where they come from. A scene is the truth of a
//! synthetic picture; it never passes to the reader.

use std::sync::Arc;

use carcassonne::catalogue::{Face, FaceId};
use carcassonne::geometry::{Cell, Rotation};
use carcassonne::map::Map;
use rand::Rng;

pub use super::figure::Figure;
pub use super::hand::{Carried, Hand};
pub use super::map::Card;
pub use super::props::{Clutter, Prop};
pub use super::table::Table;

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

/// One lamp, the room around it, and what they do to the picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Light {
    /// Where the lamp hangs, degrees clockwise from the table's north.
    pub lamp_deg: f64,
    /// How high it hangs above the table's plane, degrees, 15..=90. 58: a ceiling lamp
    /// beside the table; figures cast shadows of about two thirds of their height.
    pub lamp_height_deg: f64,
    /// Share of light that comes from the whole room, 0..=1; the rest is the lamp's.
    pub ambient: f64,
    /// The lamp's share. With `ambient` 1 on a flat table.
    pub direct: f64,
    /// How much light a full shadow takes away, 0..=1.
    pub shadow: f64,
    /// Softness of shadows against the default lamp.
    pub softness: f64,
    /// Brightness of the whole picture; 1 is well exposed.
    pub level: f64,
    /// White balance: negative is cold, positive warm, ±1 is strong.
    pub warmth: f64,
    /// Fall of light from one side of the picture to the other, 0..=1. 0.25: a lamp at one
    /// end of the table.
    pub gradient: f64,
    /// Side of the picture that is brightest, degrees clockwise from its top.
    pub gradient_deg: f64,
    /// Fall of light to the corners, 0..=1. 0.18: usual for webcams.
    pub vignette: f64,
    /// Strength of the lamp's mirror image on glossy tables and tiles, 0..=1.
    pub glare: f64,
}

impl Default for Light {
    fn default() -> Self {
        Self {
            lamp_deg: 305.0,
            lamp_height_deg: 58.0,
            ambient: 0.55,
            direct: 0.45,
            shadow: 0.42,
            softness: 1.0,
            level: 1.0,
            warmth: 0.12,
            gradient: 0.22,
            gradient_deg: 320.0,
            vignette: 0.18,
            glare: 0.3,
        }
    }
}

impl Light {
    /// Unit vector (x, y, height) from the table towards the lamp.
    pub fn towards_lamp(&self) -> [f64; 3] {
        let (sin_h, cos_h) = self
            .lamp_height_deg
            .clamp(15.0, 90.0)
            .to_radians()
            .sin_cos();
        let (sin, cos) = self.lamp_deg.to_radians().sin_cos();
        [sin * cos_h, -cos * cos_h, sin_h]
    }

    /// How far a shadow moves sideways for each mm it falls, (x, y).
    pub fn slope(&self) -> [f64; 2] {
        let lamp = self.towards_lamp();
        [-lamp[0] / lamp[2], -lamp[1] / lamp[2]]
    }

    /// Brightness of a surface with this unit normal; 1 for the flat table.
    pub fn on(&self, normal: [f64; 3]) -> f64 {
        let lamp = self.towards_lamp();
        let facing = (normal[0] * lamp[0] + normal[1] * lamp[1] + normal[2] * lamp[2]).max(0.0);
        // Walls see only half of the room's light, and undersides hardly any.
        let open = 0.68 + 0.32 * normal[2];
        self.ambient * open + self.direct * (facing / lamp[2]).min(1.45)
    }
}

/// Everything in front of the camera.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    /// Distance between cell centres, mm. 45.6: tiles pushed together by hand.
    pub pitch_mm: f64,
    /// Tiles, in the order they were laid.
    pub tiles: Vec<SceneTile>,
    /// The printed map on the table, the middle of its square (0, 0) at the table's origin.
    pub map: Option<Arc<Map>>,
    /// Chips and stacks of tiles, by the names under which they are exchanged and taken.
    pub cards: Vec<(u32, Card)>,
    /// Figures on tiles and beside them.
    pub figures: Vec<Figure>,
    /// Things beside the game.
    pub clutter: Vec<Clutter>,
    /// Hands in the picture, at most a few.
    pub hands: Vec<Hand>,
    /// The table top.
    pub table: Table,
    /// Seed of the table top's grain.
    pub table_seed: u64,
    /// The light.
    pub light: Light,
}

impl Default for Scene {
    fn default() -> Self {
        Self {
            pitch_mm: 45.6,
            tiles: Vec::new(),
            map: None,
            cards: Vec::new(),
            figures: Vec::new(),
            clutter: Vec::new(),
            hands: Vec::new(),
            table: Table::Oak,
            table_seed: 1,
            light: Light::default(),
        }
    }
}

/// What the sensor and its electronics add.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sensor {
    /// Defocus, Gaussian sigma in pixels. 0.6: a webcam's fixed focus.
    pub blur_px: f64,
    /// Length of a shake during the exposure, pixels.
    pub shake_px: f64,
    /// Direction of that shake, degrees clockwise from the picture's top.
    pub shake_deg: f64,
    /// Noise, standard deviation in grey levels. 3: an evening room.
    pub noise: f64,
    /// JPEG quality 1..=100; 0 leaves the compression out. 88: what webcams send.
    pub jpeg: i32,
}

impl Default for Sensor {
    fn default() -> Self {
        Self {
            blur_px: 0.6,
            shake_px: 0.0,
            shake_deg: 0.0,
            noise: 3.0,
            jpeg: 88,
        }
    }
}
