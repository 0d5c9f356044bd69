//! An outline of a tile in a picture, and what one can look like.

use calibration::space::{self, Face, Image, ImageCorners, ImagePoint, apart, middle, point2};
use calibration::{Homography, Offset};

/// An outline of a tile, without a name.
#[derive(Clone, Debug)]
pub struct Outline {
    /// Corners in the picture, pixels; clockwise, beginning anywhere.
    pub corners: ImageCorners,
    /// How many matches agree on it.
    pub matches: usize,
}

impl Outline {
    /// Where the diagonals meet: the image of the tile's centre.
    pub fn centre(&self) -> ImagePoint {
        match Homography::through(space::square::<Face>(0.0, 1.0), self.corners) {
            Some(map) => map.apply(point2(0.5, 0.5)),
            None => middle(&self.corners),
        }
    }

    /// The parallelogram nearest to its corners: how a single tile looks but for its perspective,
    /// which over one tile is less than the corners err by.
    pub fn flat(&self) -> ImageCorners {
        let [a, b, c, d] = self.corners;
        let centre = middle(&self.corners);
        let along = (b - a + c.to_vector() - d.to_vector()) / 4.0;
        let down = (d - a + c.to_vector() - b.to_vector()) / 4.0;
        [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)]
            .map(|(x, y)| centre + along * x + down * y)
    }
}

/// Whether points lie in an outline.
pub(crate) fn inside(outline: &Outline) -> Option<impl Fn(ImagePoint) -> bool + use<>> {
    let unit = space::square::<Face>(0.0, 1.0);
    let tile_from_image = Homography::through(unit, outline.corners)?.inverse()?;
    Some(move |point| {
        let on_face = tile_from_image.apply(point).to_array();
        on_face.iter().all(|v| (0.0..=1.0).contains(v))
    })
}

/// Mean side of a quadrangle.
pub(crate) fn side_of(corners: &ImageCorners) -> f64 {
    let side = |i: usize| apart(corners[i], corners[(i + 1) % 4]);
    (0..4).map(side).sum::<f64>() / 4.0
}

/// Whether a quadrangle can be a tile seen from at least 25 degrees above the table: convex,
/// clockwise, sides of like length, of the size that was voted for.
pub(crate) fn plausible(corners: &ImageCorners, side: f64) -> bool {
    let edge = |i: usize| corners[(i + 1) % 4] - corners[i];
    let length = |edge: Offset<Image>| edge.x.hypot(edge.y);
    for i in 0..4 {
        let (a, b) = (edge(i), edge((i + 1) % 4));
        let turn = a.cross(b) / (length(a) * length(b)).max(1e-9);
        // Corners between 25 and 155 degrees.
        if !turn.is_finite() || turn < 0.42 {
            return false;
        }
        let ratio = length(a) / length(edge((i + 2) % 4)).max(1e-9);
        if !(0.7..1.43).contains(&ratio) {
            return false;
        }
    }
    let mean = side_of(corners);
    (0.5..1.6).contains(&(mean / side))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folded_quadrangle_is_no_tile() {
        let square = space::square(0.0, 100.0);
        assert!(plausible(&square, 100.0));
        let [a, b, c, d] = square;
        let bow_tie = [a, c, b, d];
        assert!(!plausible(&bow_tie, 100.0));
        assert!(!plausible(&square, 30.0));
    }
}
