//! Every tile read by what the others were taken for. A tile that is read by looks to which it belongs
//! itself confirms whatever it was taken for; only what others say tells how sure it is, and how
//! clearly terrains differ at all.

use ndarray::{Array1, Array2};

use super::sides::{NOTHING, likelihoods, telling};
use super::{LAST, Namer, RIDGE, Reading, WITNESS};

/// Parts into which the tiles are divided; each is read by the others.
const PARTS: usize = 6;
/// Where two terrains differ by less than so much log-likelihood on average, they may be none. Measured: two
/// flat boards whose roads and fields were not told apart 0.5 and 1.1, boxes of a winter edition 5.4 and more.
const DIFFER: f64 = 3.0;
/// How much of what is calibrated counts; the rest is caution: mistaken tiles pass for calibrated, too. And
/// what counts at most. Measured on drawn boxes of four editions and five real boards: with 0.4 on whatever
/// tells least, eight tiles of the flattest board ended wrong.
const CAUTION: f64 = 0.7;
const MOST: f64 = 0.4;

impl Namer<'_> {
    /// Reads each tile by the others.
    ///
    /// # Errors
    /// Fails when OpenCV does.
    pub(super) fn crossed(&self, reading: &Reading) -> opencv::Result<Reading> {
        let telling = telling(&self.sides, LAST)?;
        let labels = self.labels(&reading.placing);
        // Copies tell of each other as a tile tells of itself.
        let part = |tile: usize| {
            let copies = self.same[tile].iter().map(|copy| copy.0);
            copies.chain([tile]).min().unwrap_or(tile) % PARTS
        };
        let mut likely = Array2::zeros((labels.len(), 3));
        for own in 0..PARTS {
            let of_others = labels.iter().enumerate().map(|(side, label)| {
                let is_own = part(side / 4) == own;
                if is_own { NOTHING } else { *label }
            });
            let of_others: Vec<usize> = of_others.collect();
            let seen = likelihoods(&telling, &of_others, RIDGE)?;
            for side in (0..labels.len()).filter(|side| part(side / 4) == own) {
                likely.row_mut(side).assign(&seen.row(side));
            }
        }
        let witness = witness(&likely, &labels);
        self.meet(&mut likely, Some(&reading.placing));
        let crossed = self.read(self.costs(&likely));
        Ok(Reading { witness, ..crossed })
    }
}

/// How much of the likelihoods counts. By how much sides are likelier as what they were taken for than
/// as another terrain would have twice its mean as its variance if likelihoods were what they are
/// said to be (two normal distributions of the same spread); the larger the variance, the less they tell.
fn witness(likely: &Array2<f64>, labels: &[usize]) -> f64 {
    let pairs = (0..3).flat_map(|own| (0..3).map(move |other| [own, other]));
    let pairs = pairs.filter(|[own, other]| own != other);
    let (mut differ, mut tells) = (f64::INFINITY, f64::INFINITY);
    for [own, other] in pairs {
        let sides = (0..labels.len()).filter(|&side| labels[side] == own);
        let more: Array1<f64> = sides
            .map(|side| likely[[side, own]] - likely[[side, other]])
            .collect();
        if let Some(mean) = more.mean() {
            differ = differ.min(mean);
            tells = tells.min(2.0 * mean / more.var(0.0).max(f64::MIN_POSITIVE));
        }
    }
    match differ < DIFFER {
        true => WITNESS,
        false => (CAUTION * tells).clamp(WITNESS, MOST),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sides of two terrains each of which is likelier than the other by what is said, in turn; none
    /// shows the third.
    fn counts(likelier_by: &[f64]) -> f64 {
        let labels: Vec<usize> = (0..likelier_by.len() * 2).map(|side| side % 2).collect();
        let likely = Array2::from_shape_fn((labels.len(), 3), |(side, terrain)| match terrain {
            2 => -50.0,
            _ if terrain == labels[side] => likelier_by[side / 2],
            _ => 0.0,
        });
        witness(&likely, &labels)
    }

    #[test]
    fn what_strays_more_than_it_may_tells_less() {
        // As calibrated: a mean of 10, a variance of 20; the same mean with a variance of 50.
        let calibrated = [10.0 - 20f64.sqrt(), 10.0 + 20f64.sqrt()];
        let strays = [10.0 - 50f64.sqrt(), 10.0 + 50f64.sqrt()];
        assert!((counts(&calibrated) - MOST).abs() < 1e-9);
        let less = counts(&strays);
        assert!((less - CAUTION * 20.0 / 50.0).abs() < 1e-9, "{less}");
    }

    #[test]
    fn terrains_that_hardly_differ_tell_no_more_than_usual() {
        assert!((counts(&[0.5, 0.7]) - WITNESS).abs() < 1e-9);
    }
}
