//! Which tiles show the same print, so that what is seen of one holds for all: what hides or spoils
//! one of them is outvoted, and an answer about one settles the others. Two prints that differ in
//! a coat of arms or the end of a road only are not the same.

use super::sides::Look;

/// Side of the picture that is compared, of the part of it that may be moved within it, and of the
/// parts that must agree each, pixels.
const LOOK_PX: usize = 32;
const PART_PX: usize = 28;
const BLOCK_PX: usize = 7;
/// How far it is moved at most, pixels: outlines are not exact.
const MOVED: i32 = 1;
/// Correlation from which on it is tried to move them; and of the same print. Measured on pages,
/// boards and drawn boxes of four artworks: tiles that differ reached 0.96 altogether, but then
/// not in every part.
const PROMISING: f32 = 0.6;
const SAME: f32 = 0.85;
/// How unlike a part may be, in variances of the tile; tiles that differ had 0.42 at least.
const UNLIKE: f32 = 0.4;

/// Another tile of the same print, and by how many quarters clockwise it is turned against this.
pub(super) type Copy = (usize, usize);

/// The part of a picture that is compared, without its mean colour; and its length.
struct Part {
    values: Vec<f32>,
    length: f32,
}

impl Part {
    /// Of a picture turned clockwise by that many quarters, moved by `x` and `y`.
    fn of(look: &[[f32; 3]], quarters: usize, [x, y]: [i32; 2]) -> Self {
        let margin = ((LOOK_PX - PART_PX) / 2) as i32;
        let last = LOOK_PX - 1;
        let mut values = Vec::with_capacity(PART_PX * PART_PX * 3);
        for row in 0..PART_PX as i32 {
            for column in 0..PART_PX as i32 {
                let (row, column) = ((row + margin + y) as usize, (column + margin + x) as usize);
                let (row, column) = match quarters % 4 {
                    0 => (row, column),
                    1 => (last - column, row),
                    2 => (last - row, last - column),
                    _ => (column, last - row),
                };
                values.extend(look[row * LOOK_PX + column]);
            }
        }
        let count = (PART_PX * PART_PX) as f32;
        let mut mean = [0.0; 3];
        for (n, value) in values.iter().enumerate() {
            mean[n % 3] += value / count;
        }
        for (n, value) in values.iter_mut().enumerate() {
            *value -= mean[n % 3];
        }
        let length = values.iter().map(|v| v * v).sum::<f32>().sqrt().max(1e-6);
        Self { values, length }
    }

    fn correlation(&self, other: &Self) -> f32 {
        let products = self.values.iter().zip(&other.values).map(|(a, b)| a * b);
        products.sum::<f32>() / (self.length * other.length)
    }

    /// How unlike the most unlike part is, in variances of the other.
    fn most_unlike(&self, other: &Self) -> f32 {
        let gain = other.length / self.length;
        let blocks = PART_PX / BLOCK_PX;
        let mut off = vec![0.0f32; blocks * blocks];
        for (n, (a, b)) in self.values.iter().zip(&other.values).enumerate() {
            let (row, column) = (n / 3 / PART_PX, n / 3 % PART_PX);
            off[row / BLOCK_PX * blocks + column / BLOCK_PX] += (a * gain - b).powi(2);
        }
        let usual = other.length * other.length / (blocks * blocks) as f32;
        off.iter().copied().fold(0.0, f32::max) / usual
    }
}

/// The copies of each tile.
///
/// # Errors
/// Fails when OpenCV does.
pub(super) fn copies(looks: &[Look]) -> opencv::Result<Vec<Vec<Copy>>> {
    let small = looks.iter().map(|look| look.soft(LOOK_PX));
    let small = small.collect::<opencv::Result<Vec<_>>>()?;
    let turned = |look: &Vec<[f32; 3]>| [0, 1, 2, 3].map(|q| Part::of(look, q, [0, 0]));
    let parts: Vec<[Part; 4]> = small.iter().map(turned).collect();
    let mut copies = vec![Vec::new(); looks.len()];
    for one in 0..looks.len() {
        for other in 0..one {
            let seen = &parts[other][0];
            let alike = [0, 1, 2, 3].map(|q| parts[one][q].correlation(seen));
            let turns = (0..4).max_by(|&a, &b| alike[a].total_cmp(&alike[b]));
            let Some(turns) = turns.filter(|q| alike[*q] > PROMISING) else {
                continue;
            };
            if are_same(&small[one], turns, seen) {
                copies[one].push((other, turns));
                copies[other].push((one, (4 - turns) % 4));
            }
        }
    }
    Ok(copies)
}

/// Whether a picture turned so shows the same as another, once it is moved to where it fits best.
fn are_same(look: &[[f32; 3]], turns: usize, other: &Part) -> bool {
    let moves = (-MOVED..=MOVED).flat_map(|x| (-MOVED..=MOVED).map(move |y| [x, y]));
    let moved = moves.map(|by| Part::of(look, turns, by));
    let best = moved
        .map(|part| (part.correlation(other), part))
        .max_by(|a, b| a.0.total_cmp(&b.0));
    best.is_some_and(|(alike, part)| alike > SAME && part.most_unlike(other) < UNLIKE)
}

#[cfg(test)]
mod tests {
    use opencv::core::{self, CV_8UC3, Mat, Rect, Scalar};
    use opencv::imgproc;

    use super::*;
    use crate::cv;

    /// A field with a city on one side, and with a coat of arms if so said.
    fn tile(arms: bool, quarters: i32) -> opencv::Result<Look> {
        let green = Scalar::new(60.0, 170.0, 90.0, 0.0);
        let mut picture = Mat::new_rows_cols_with_default(96, 96, CV_8UC3, green)?;
        let mut paint = |at: Rect, colour: Scalar| {
            imgproc::rectangle(&mut picture, at, colour, -1, imgproc::LINE_8, 0)
        };
        paint(
            Rect::new(10, 0, 70, 30),
            Scalar::new(60.0, 110.0, 190.0, 0.0),
        )?;
        paint(
            Rect::new(40, 30, 8, 66),
            Scalar::new(230.0, 235.0, 240.0, 0.0),
        )?;
        if arms {
            paint(
                Rect::new(14, 4, 14, 16),
                Scalar::new(200.0, 60.0, 20.0, 0.0),
            )?;
        }
        for _ in 0..quarters {
            picture = cv::turned(&picture, core::ROTATE_90_CLOCKWISE)?;
        }
        Look::of(&picture)
    }

    #[test]
    fn the_same_print_is_known_however_it_is_turned() -> opencv::Result<()> {
        let looks = [tile(false, 0)?, tile(false, 3)?, tile(true, 0)?];
        let copies = copies(&looks)?;
        assert_eq!(copies[0], [(1, 3)]);
        assert_eq!(copies[1], [(0, 1)]);
        // A coat of arms makes it another print.
        assert!(copies[2].is_empty());
        Ok(())
    }
}
