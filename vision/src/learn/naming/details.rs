//! What tells faces with the same sides apart: the colour between two cities, coats of arms; and the
//! lamp of each photograph taken out of its colours.

use std::collections::BTreeSet;

use ndarray::Array2;

use super::emblem::{self, Bearer, Candidate};
use super::sides::{NUMBERS, inner, inverse};
use super::{Namer, Reading, WITNESS};

/// What a patch of colour tells about joined cities at most, and how much of it counts.
const PATCH_TELLS: f64 = 12.0;
const PATCH_COUNTS: f64 = 0.5;
/// Half the side of such a patch, share of the tile.
const PATCH: f32 = 0.06;

impl Namer<'_> {
    /// Takes the lamp out: what one photograph's terrains differ from all photographs'. Says by
    /// how much each tile's colours were changed.
    pub(super) fn even_out(&mut self, reading: &Reading) -> Array2<f32> {
        let labels = self.labels(&reading.placing);
        let tiles = self.tiles.len();
        let mut changed = Array2::zeros((tiles, 3));
        let photos: BTreeSet<usize> = self.tiles.iter().map(|tile| tile.photo).collect();
        let colour = |rows: &[usize]| -> [f32; 3] {
            let mut sum = [0.0; 3];
            for row in rows {
                for (n, value) in self.sides.row(*row).iter().enumerate() {
                    sum[n % 3] += value;
                }
            }
            sum.map(|v| v / (rows.len().max(1) * NUMBERS / 3) as f32)
        };
        let rows_of = |label: usize, photo: Option<usize>| -> Vec<usize> {
            let fits = |row: &usize| {
                labels[*row] == label && photo.is_none_or(|p| self.tiles[*row / 4].photo == p)
            };
            (0..tiles * 4).filter(fits).collect()
        };
        for photo in photos {
            let (mut off, mut weight) = ([0.0; 3], 0.0);
            for label in 0..3 {
                let own = rows_of(label, Some(photo));
                if own.len() < 4 {
                    continue;
                }
                let (usual, here) = (colour(&rows_of(label, None)), colour(&own));
                let count = own.len() as f32;
                (0..3).for_each(|k| off[k] += count * (usual[k] - here[k]));
                weight += count;
            }
            for tile in (0..tiles).filter(|&tile| self.tiles[tile].photo == photo) {
                (0..3).for_each(|k| changed[[tile, k]] = off[k] / f32::max(weight, 1.0));
            }
        }
        for tile in 0..tiles {
            for side in 0..4 {
                for (n, value) in self.sides.row_mut(tile * 4 + side).iter_mut().enumerate() {
                    *value += changed[[tile, n % 3]];
                }
            }
        }
        changed
    }

    /// Where faces differ by whether two cities are one, the colour between them tells.
    pub(super) fn joined_cities(
        &mut self,
        reading: &Reading,
        lamps: &Array2<f32>,
    ) -> opencv::Result<()> {
        let labels = self.labels(&reading.placing);
        let colours = |label: usize| -> Vec<[f32; 3]> {
            let rows = (0..labels.len()).filter(|&row| labels[row] == label);
            let rows = rows.map(|row| self.sides.row(row));
            rows.flat_map(|row| inner(row.as_slice().unwrap_or(&[])).collect::<Vec<_>>())
                .collect()
        };
        let (Some(city), Some(field)) = (Cloud::of(&colours(0))?, Cloud::of(&colours(2))?) else {
            return Ok(());
        };
        for (tile, look) in self.looks.iter().enumerate() {
            for (face, print) in self.prints.iter().enumerate() {
                for turn in 0..4 {
                    let odds = print.joined.iter().map(|(at, is_city)| {
                        let seen = look.patch(turned(*at, turn), PATCH);
                        let seen = [0, 1, 2].map(|k| f64::from(seen[k] + lamps[[tile, k]]));
                        let odds = city.likelihood(seen) - field.likelihood(seen);
                        let odds = odds.clamp(-PATCH_TELLS, PATCH_TELLS) * PATCH_COUNTS;
                        if *is_city { odds } else { -odds }
                    });
                    self.extra[[tile, face, turn]] += odds.sum::<f64>();
                }
            }
        }
        Ok(())
    }

    /// Where faces differ by a coat of arms, tiles that must have one show what it looks like.
    /// Says whether any tile was compared.
    pub(super) fn coats_of_arms(&mut self, reading: &Reading) -> opencv::Result<bool> {
        let pair = |face: usize| {
            let twin = self.prints[face].twin?;
            let plain = self.prints[face].shields == 0;
            Some(if plain { [twin, face] } else { [face, twin] })
        };
        let answered: BTreeSet<usize> = self.answers.iter().map(|a| a.tile).collect();
        let placing = &reading.placing;
        let mut candidates = Vec::new();
        let mut bearers: Vec<Bearer> = Vec::new();
        for (tile, (face, _)) in placing.iter().enumerate() {
            let Some(face) = *face else { continue };
            let picture = &self.tiles[tile].picture;
            let pair = pair(face);
            if self.prints[face].shields > 0 && (pair.is_none() || answered.contains(&tile)) {
                let candidate = pair.map(|_| candidates.len());
                bearers.push(Bearer { picture, candidate });
            }
            if let Some(pair) = pair {
                let most = pair.map(|face| self.copies[face]);
                let group = pair[0];
                let candidate = Candidate {
                    picture,
                    group,
                    most,
                };
                candidates.push((tile, pair, candidate));
            }
        }
        let (known, asked): (Vec<_>, Vec<Candidate>) =
            candidates.into_iter().map(|(t, p, c)| ((t, p), c)).unzip();
        let odds = emblem::odds(&asked, &bearers)?;
        for ((tile, [with, plain]), odds) in known.iter().zip(odds) {
            for turn in 0..4 {
                self.extra[[*tile, *with, turn]] += f64::from(odds) / 2.0 / WITNESS;
                self.extra[[*tile, *plain, turn]] -= f64::from(odds) / 2.0 / WITNESS;
            }
        }
        Ok(!known.is_empty())
    }
}

/// A point of a face as printed, where it comes to lie when the face is turned.
fn turned([x, y]: [f32; 2], quarters: usize) -> [f32; 2] {
    (0..quarters).fold([x, y], |[x, y], _| [1.0 - y, x])
}

/// Colours as one Gaussian.
struct Cloud {
    mean: [f64; 3],
    inverse: Array2<f64>,
    volume: f64,
}

impl Cloud {
    /// `None` if there are too few.
    fn of(colours: &[[f32; 3]]) -> opencv::Result<Option<Self>> {
        /// Colours of one terrain differ by more than they happen to, CIE Lab squared.
        const LEAST: f64 = 4.0;
        if colours.len() < 8 {
            return Ok(None);
        }
        let count = colours.len() as f64;
        let mean = [0, 1, 2].map(|k| colours.iter().map(|c| f64::from(c[k])).sum::<f64>() / count);
        let mut spread = Array2::eye(3) * LEAST;
        for colour in colours {
            let off = [0, 1, 2].map(|k| f64::from(colour[k]) - mean[k]);
            for a in 0..3 {
                for b in 0..3 {
                    spread[[a, b]] += off[a] * off[b] / count;
                }
            }
        }
        let (inverse, volume) = inverse(&spread)?;
        Ok(Some(Self {
            mean,
            inverse,
            volume,
        }))
    }

    fn likelihood(&self, colour: [f64; 3]) -> f64 {
        let off = [0, 1, 2].map(|k| colour[k] - self.mean[k]);
        let mut far = 0.0;
        for a in 0..3 {
            for b in 0..3 {
                far += off[a] * self.inverse[[a, b]] * off[b];
            }
        }
        -0.5 * (far + self.volume)
    }
}
