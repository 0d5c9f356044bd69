//! Tiles moved within their outlines: no outline is exact, and half a road's width aside a road looks
//! like another. What a tile was taken for says how its sides should look; it is moved to where they
//! look most like that.

use ndarray::{Array2, Axis};
use opencv::core;

use super::sides::{Axes, Bells, NOTHING, NUMBERS};
use super::{Namer, RIDGE, Reading};

/// How far a tile is moved at most, pixels of its look.
const FARTHEST: i32 = 4;
/// What moving a tile a pixel costs; the square of the distance counts.
const COST: f64 = 0.25;

impl Namer<'_> {
    /// Moves every tile to where it looks most like what it was taken for; `lamps` is by how much its
    /// colours were changed.
    ///
    /// # Errors
    /// Fails when OpenCV does.
    pub(super) fn align(
        &mut self,
        reading: &Reading,
        lamps: &Array2<f32>,
        numbers: usize,
    ) -> opencv::Result<()> {
        let labels = self.labels(&reading.placing);
        let axes = Axes::of(&self.sides, numbers)?;
        let bells = Bells::fitted(&axes.seen(&self.sides), &labels, RIDGE)?;
        let places =
            (-FARTHEST..=FARTHEST).flat_map(|x| (-FARTHEST..=FARTHEST).map(move |y| [x, y]));
        let places: Vec<[i32; 2]> = places.collect();
        for tile in 0..self.tiles.len() {
            let own = &labels[tile * 4..tile * 4 + 4];
            if own.contains(&NOTHING) {
                continue;
            }
            let look = &self.looks[tile];
            let rows = places
                .iter()
                .flat_map(|by| (0..4).flat_map(move |side| look.side_aside(side, *by)));
            let lamp = lamps.row(tile);
            let rows = rows.enumerate().map(|(n, value)| value + lamp[n % 3]);
            let rows = Array2::from_shape_vec((places.len() * 4, NUMBERS), rows.collect())
                .map_err(|e| opencv::Error::new(core::StsUnmatchedSizes, e.to_string()))?;
            let likely = bells.likely(&axes.seen(&rows));
            let cost = |place: usize| {
                let [x, y] = places[place].map(f64::from);
                let seen = (0..4).map(|side| likely[[place * 4 + side, own[side]]]);
                COST * (x * x + y * y) - seen.sum::<f64>()
            };
            let best = (0..places.len()).min_by(|&a, &b| cost(a).total_cmp(&cost(b)));
            if let Some(best) = best {
                let moved: Vec<usize> = (best * 4..best * 4 + 4).collect();
                let moved = rows.select(Axis(0), &moved);
                let mut own = self
                    .sides
                    .slice_mut(ndarray::s![tile * 4..tile * 4 + 4, ..]);
                own.assign(&moved);
            }
        }
        Ok(())
    }
}
