//! A small SVG writer with seeded dice: the tools every brush of the artist shares.
//!
//! Units are hundredths of the tile's side, the origin in its middle. Knows no tiles.

use std::fmt::Write as _;

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use shapes::layout::Point;

/// Red, green, blue, 0..=255.
pub type Rgb = [f32; 3];

/// An SVG in the making and the dice it is drawn with.
pub struct Ink {
    svg: String,
    dice: ChaCha8Rng,
}

impl Ink {
    pub fn new(seed: u64) -> Self {
        Self {
            svg: String::with_capacity(48 * 1024),
            dice: ChaCha8Rng::seed_from_u64(seed),
        }
    }

    /// An even value between the two.
    pub fn roll(&mut self, low: f32, high: f32) -> f32 {
        self.dice.random_range(low..high)
    }

    /// A whole number below `n`.
    pub fn pick(&mut self, n: usize) -> usize {
        self.dice.random_range(0..n.max(1))
    }

    /// `colour` brighter or darker and a little shifted in tint.
    pub fn vary(&mut self, colour: Rgb, light: f32, tint: f32) -> Rgb {
        let f = 1.0 + self.roll(-light, light);
        let t = self.roll(-tint, tint);
        [colour[0] * f + t, colour[1] * f, colour[2] * f - t]
    }

    pub fn raw(&mut self, text: &str) {
        self.svg.push_str(text);
    }

    pub fn take(self) -> String {
        self.svg
    }

    /// A filled path.
    pub fn fill(&mut self, d: &str, colour: Rgb, opacity: f32) {
        let _ = write!(self.svg, "<path d=\"{d}\" fill=\"{}\"", hex(colour));
        if opacity < 1.0 {
            let _ = write!(self.svg, " fill-opacity=\"{opacity:.2}\"");
        }
        self.svg.push_str("/>");
    }

    /// A filled path with a thin outline.
    pub fn fill_lined(&mut self, d: &str, colour: Rgb, line: Rgb, width: f32) {
        let _ = write!(
            self.svg,
            "<path d=\"{d}\" fill=\"{}\" stroke=\"{}\" stroke-width=\"{width:.2}\" stroke-linejoin=\"round\"/>",
            hex(colour),
            hex(line)
        );
    }

    /// A drawn line. `more` are further SVG attributes.
    pub fn line(&mut self, d: &str, colour: Rgb, width: f32, opacity: f32, more: &str) {
        let _ = write!(
            self.svg,
            "<path d=\"{d}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{width:.2}\" stroke-opacity=\"{opacity:.2}\" {more}/>",
            hex(colour)
        );
    }

    /// An ellipse.
    pub fn ellipse(&mut self, at: Point, radii: Point, colour: Rgb, opacity: f32) {
        let _ = write!(
            self.svg,
            "<ellipse cx=\"{:.2}\" cy=\"{:.2}\" rx=\"{:.2}\" ry=\"{:.2}\" fill=\"{}\" fill-opacity=\"{opacity:.2}\"/>",
            at[0],
            at[1],
            radii[0],
            radii[1],
            hex(colour)
        );
    }

    /// An ellipse filled with a gradient defined before.
    pub fn glow(&mut self, at: Point, radii: Point, turn: f32, gradient: &str, opacity: f32) {
        let _ = write!(
            self.svg,
            "<ellipse rx=\"{:.2}\" ry=\"{:.2}\" transform=\"translate({:.2} {:.2}) rotate({turn:.0})\" fill=\"url(#{gradient})\" opacity=\"{opacity:.2}\"/>",
            radii[0], radii[1], at[0], at[1],
        );
    }
}

/// `#rrggbb`
pub fn hex(colour: Rgb) -> String {
    let [r, g, b] = colour.map(|v| v.clamp(0.0, 255.0) as u8);
    format!("#{r:02x}{g:02x}{b:02x}")
}

/// Brighter (above 1) or darker.
pub fn shade(colour: Rgb, by: f32) -> Rgb {
    colour.map(|v| v * by)
}

/// Points (tile units) as an open or closed path, scaled to hundredths.
pub fn path(points: &[Point], closed: bool) -> String {
    let scaled: Vec<Point> = points.iter().map(|p| p.map(|v| v * 100.0)).collect();
    poly(&scaled, closed)
}

/// Points in hundredths as a path.
pub fn poly(points: &[Point], closed: bool) -> String {
    let mut d = String::with_capacity(points.len() * 12);
    for (i, p) in points.iter().enumerate() {
        let _ = write!(
            d,
            "{}{:.1} {:.1}",
            if i == 0 { 'M' } else { 'L' },
            p[0],
            p[1]
        );
    }
    if closed {
        d.push('Z');
    }
    d
}

/// A seed from a text and a number, the same on every machine (FNV-1a).
pub fn seed_of(text: &str, number: u64) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325u64;
    for byte in text.bytes().chain(number.to_le_bytes()) {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    hash
}
