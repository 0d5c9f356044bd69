//! The light over the table. Says how bright a surface is, never draws one.

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
