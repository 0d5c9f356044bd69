//! Which colours this table's tiles are printed in, and so what hides a tile.
//!
//! Between [`crate::picture::colours`] and [`crate::tiles::occlusion::partly`], which reads a tile by what is free of
//! figures. Tells no tile from the table: that is [`crate::tiles::presence`].

use calibration::space::ImageCorners;
use opencv::core::{Mat, Vec3b};
use opencv::prelude::*;

use crate::picture::colours::{BINS, Colours, bin, for_each_pixel, polygon, smooth};

/// Share of a tile that has a colour it is printed in, at least: the mean of the tiles that show least of
/// it …
const PRINTED: f32 = 0.000_1;
/// … and the share of tiles that may show more of it, as figures stand on them. On a photograph with black
/// pieces on five of its thirty sure tiles, 0.1 told black for print and 0.2 and 0.3 did not; of the limits
/// 0.000_3, 0.000_1 and 0.000_03 the middle one named most tiles there, and as many elsewhere.
const UNDER_FIGURES: f32 = 0.2;

/// The colours that this table's tiles are printed in, each on most of them: what stands on some of
/// them, all pieces of one player even, is none. Without a tile all are.
pub(crate) struct Printed {
    /// By histogram bin.
    shows: Vec<bool>,
}

impl Printed {
    /// Learns from tiles that surely lie there, by their corners in the picture.
    ///
    /// # Errors
    /// Fails when OpenCV does.
    pub(crate) fn of(
        colours: &Colours,
        tiles: impl Iterator<Item = ImageCorners>,
    ) -> opencv::Result<Self> {
        let mut shares: Vec<Vec<f32>> = Vec::new();
        for corners in tiles {
            let mut counts = vec![0.0f32; BINS.iter().product()];
            let mut all = 0.0;
            for_each_pixel(&colours.lab, &polygon(&corners, colours.shrink), |pixel| {
                counts[bin(pixel)] += 1.0;
                all += 1.0;
            })?;
            smooth(&mut counts)?;
            counts
                .iter_mut()
                .for_each(|count| *count /= f32::max(all, 1.0));
            shares.push(counts);
        }
        let bare = shares.len() - (UNDER_FIGURES * shares.len() as f32) as usize;
        let shows = |bin: usize| {
            let mut of_tiles: Vec<f32> = shares.iter().map(|tile| tile[bin]).collect();
            of_tiles.sort_by(f32::total_cmp);
            of_tiles[..bare].iter().sum::<f32>() >= PRINTED * bare as f32
        };
        Ok(Self {
            shows: (0..BINS.iter().product()).map(shows).collect(),
        })
    }

    /// Which pixels of a patch, in Lab and in the light of those tiles, have another colour: figures, and
    /// some tables.
    ///
    /// # Errors
    /// Fails when OpenCV does.
    pub(crate) fn hidden(&self, lab: &Mat) -> opencv::Result<Vec<bool>> {
        let pixels = lab.data_typed::<Vec3b>()?.iter();
        Ok(pixels.map(|pixel| !self.shows[bin(pixel)]).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::colours::lab;
    use calibration::space::{self, vec2};
    use opencv::core::{Rect, Scalar};
    use opencv::imgproc;

    const GRASS: Scalar = Scalar::new(40.0, 160.0, 110.0, 0.0);
    const CITY: Scalar = Scalar::new(90.0, 150.0, 200.0, 0.0);
    const BLACK: Scalar = Scalar::new(20.0, 20.0, 20.0, 0.0);

    /// Ten tiles in a row, a third of each city; black pieces hide a quarter of each of `covered`.
    fn print(covered: std::ops::Range<i32>) -> opencv::Result<Printed> {
        let mut picture = Mat::new_rows_cols_with_default(60, 600, opencv::core::CV_8UC3, GRASS)?;
        for n in 0..10 {
            let city = Rect::new(60 * n, 0, 60, 20);
            imgproc::rectangle(&mut picture, city, CITY, -1, imgproc::LINE_8, 0)?;
            if covered.contains(&n) {
                let piece = Rect::new(60 * n + 15, 25, 30, 30);
                imgproc::rectangle(&mut picture, piece, BLACK, -1, imgproc::LINE_8, 0)?;
            }
        }
        let tiles = (0..10).map(|n| {
            let at = space::square(0.0, 59.0);
            at.map(|corner| corner + vec2(60.0 * f64::from(n), 0.0))
        });
        Printed::of(&Colours::of(&picture)?, tiles)
    }

    #[test]
    fn pieces_on_a_fifth_of_the_tiles_are_no_print() -> opencv::Result<()> {
        let hidden = |print: &Printed, colour: Scalar| -> opencv::Result<bool> {
            let type_ = opencv::core::CV_8UC3;
            let patch = Mat::new_rows_cols_with_default(1, 1, type_, colour)?;
            Ok(print.hidden(&lab(&patch, 1.0)?)? == [true])
        };
        let print = print(3..5)?;
        assert!(hidden(&print, BLACK)?);
        assert!(!hidden(&print, GRASS)? && !hidden(&print, CITY)?);
        // What so many tiles show belongs to them.
        assert!(!hidden(&self::print(0..6)?, BLACK)?);
        Ok(())
    }
}
