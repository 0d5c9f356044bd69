//! What the pictures of a pack tell: of this edition, or of another that looks somewhat alike. Whether one
//! does is seen once the tiles have been read without it: they must be more like the pictures of what they were
//! taken for than like any others. A pack of snow tells nothing about meadows.

use ndarray::Array3;

use super::prints::Print;
use super::sides::Look;
use super::{Namer, Reading};
use crate::learn::quads::median;
use crate::pack::Pack;

/// What it tells that a tile is exactly like a picture, in log-likelihood.
const HINT: f64 = 24.0;
/// By how much tiles must be more like the pictures of their faces than like others, as a difference of
/// correlations. Measured between four editions: packs that helped 0.07 to 0.22, others at most 0.00.
const HELPS: f64 = 0.05;

impl Namer<'_> {
    /// Adds how alike the tiles are to the pictures, if these help; says whether they do.
    ///
    /// # Errors
    /// Fails when OpenCV does.
    pub(super) fn hint(&mut self, pack: &Pack, reading: &Reading) -> opencv::Result<bool> {
        let alike = self.alike(pack)?;
        let mut own: Vec<f64> = Vec::new();
        let mut others: Vec<f64> = Vec::new();
        for (tile, (face, turn)) in reading.placing.iter().enumerate() {
            let Some(face) = *face else { continue };
            let shown = self.prints[face].sides[0];
            let same_sides = |other: usize| self.prints[other].sides.contains(&shown);
            let rest = (0..self.prints.len()).filter(|other| !same_sides(*other));
            let rest = rest.flat_map(|other| (0..4).map(move |turn| [other, turn]));
            let most = rest.map(|[other, turn]| alike[[tile, other, turn]]);
            own.push(alike[[tile, face, *turn]]);
            others.push(most.fold(-1.0, f64::max));
        }
        let helps = median(own.into_iter()) - median(others.into_iter()) > HELPS;
        if helps {
            self.extra = &self.extra + &(alike * HINT);
        }
        Ok(helps)
    }

    /// How alike each tile is to the most alike picture of each face at each turn, a correlation.
    fn alike(&self, pack: &Pack) -> opencv::Result<Array3<f64>> {
        let mut known: Vec<(usize, Vec<Vec<f32>>)> = Vec::new();
        for picture in &pack.pictures {
            let of = |print: &Print| print.id == picture.face;
            let Some(face) = self.prints.iter().position(of) else {
                continue;
            };
            let look = Look::of(&picture.image)?;
            known.push((face, (0..4).map(|turn| look.coarse(turn)).collect()));
        }
        let mut alike = Array3::<f64>::zeros(self.extra.raw_dim());
        for (tile, look) in self.looks.iter().enumerate() {
            let seen = look.coarse(0);
            for (face, turns) in &known {
                // Turned otherwise it may be the same face.
                let symmetry = self.prints[*face].symmetry.max(1);
                let own = turns.iter().map(|picture| {
                    let products = seen.iter().zip(picture).map(|(a, b)| a * b);
                    f64::from(products.sum::<f32>())
                });
                let own: Vec<f64> = own.collect();
                for turn in 0..4 {
                    let same = (turn % symmetry..4).step_by(symmetry).map(|t| own[t]);
                    let place = &mut alike[[tile, *face, turn]];
                    *place = same.fold(*place, f64::max);
                }
            }
        }
        Ok(alike)
    }
}
