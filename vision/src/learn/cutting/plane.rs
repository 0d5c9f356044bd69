//! From where a photograph looks at the table, by the tiles: whatever the view, they are squares of
//! one size.

use calibration::space::{Image, point2};
use calibration::{Corners, Homography, Point};

use crate::learn::quads::{Quad, median, side};

/// The table, in sides of its tiles.
pub(super) enum Sides {}

/// The picture, counted from its middle in shares of its longer side.
enum Centred {}

/// What differs by more than this share of a side is no tile's.
const OFF: f64 = 0.1;
/// Rounds of the fit (Levenberg–Marquardt), more than it ever took.
const ROUNDS: usize = 60;

/// The homography from the picture to the table, in tile sides, that makes squares of one side
/// of the quadrangles as well as can be. Its turn and origin mean nothing.
pub(super) fn table_from_image(
    quads: &[Quad],
    [width, height]: [f64; 2],
) -> Option<Homography<Sides, Image>> {
    let scale = width.max(height);
    let centred = |p: Point<Image>| -> Point<Centred> {
        point2((p.x - width / 2.0) / scale, (p.y - height / 2.0) / scale)
    };
    let quads: Vec<Corners<Centred>> = quads.iter().map(|quad| quad.map(centred)).collect();
    let usual = median(quads.iter().map(side));
    if usual <= 0.0 {
        return None;
    }
    let mut at = [0.0, 0.0, 1.0 / usual, 0.0, 1.0 / usual];
    let mut damping = 1e-3;
    let (mut off, mut cost) = misfit(&at, &quads);
    for _ in 0..ROUNDS {
        let Some(step) = step(&at, &quads, &off, damping) else {
            break;
        };
        let next = std::array::from_fn(|k| at[k] + step[k]);
        let (next_off, next_cost) = misfit(&next, &quads);
        if next_cost.is_finite() && next_cost < cost {
            let done = cost - next_cost < 1e-9 * cost;
            (at, off, cost) = (next, next_off, next_cost);
            damping = (damping * 0.3).max(1e-9);
            if done {
                break;
            }
        } else {
            damping *= 5.0;
        }
    }
    let [tilt_x, tilt_y, xx, xy, yy] = at;
    let centre: Homography<Centred, Image> = Homography::new([
        [1.0 / scale, 0.0, -width / 2.0 / scale],
        [0.0, 1.0 / scale, -height / 2.0 / scale],
        [0.0, 0.0, 1.0],
    ]);
    let map = Homography::new([[xx, xy, 0.0], [0.0, yy, 0.0], [tilt_x, tilt_y, 1.0]]);
    Some(map.after(&centre))
}

fn project([tilt_x, tilt_y, xx, xy, yy]: &[f64; 5], at: Point<Centred>) -> Point<Sides> {
    let depth = 1.0 + tilt_x * at.x + tilt_y * at.y;
    let (x, y) = (at.x / depth, at.y / depth);
    point2(xx * x + xy * y, yy * y)
}

/// By how much squared sides and diagonals are off, large ones weighed less (as a soft-l1 loss
/// does), and the cost.
fn misfit(at: &[f64; 5], quads: &[Corners<Centred>]) -> (Vec<f64>, f64) {
    let mut off = Vec::with_capacity(quads.len() * 6);
    for quad in quads {
        let p = quad.map(|corner| project(at, corner));
        let square = |a: usize, b: usize| (p[b] - p[a]).square_length();
        for i in 0..4 {
            off.push(square(i, (i + 1) % 4) - 1.0);
        }
        off.push((square(0, 2) - 2.0) / std::f64::consts::SQRT_2);
        off.push((square(1, 3) - 2.0) / std::f64::consts::SQRT_2);
    }
    let cost = off
        .iter()
        .map(|r| 2.0 * OFF * OFF * ((1.0 + (r / OFF).powi(2)).sqrt() - 1.0));
    let cost = cost.sum();
    (off, cost)
}

/// A step of Levenberg and Marquardt.
fn step(at: &[f64; 5], quads: &[Corners<Centred>], off: &[f64], damping: f64) -> Option<[f64; 5]> {
    const NUDGE: f64 = 1e-6;
    let slopes: Vec<Vec<f64>> = (0..5)
        .map(|k| {
            let mut nudged = *at;
            nudged[k] += NUDGE;
            let (moved, _) = misfit(&nudged, quads);
            moved
                .iter()
                .zip(off)
                .map(|(m, o)| (m - o) / NUDGE)
                .collect()
        })
        .collect();
    let weight: Vec<f64> = off
        .iter()
        .map(|r| 1.0 / (1.0 + (r / OFF).powi(2)).sqrt())
        .collect();
    let mut system = [[0.0; 6]; 5];
    for (i, row) in system.iter_mut().enumerate() {
        for (j, value) in row.iter_mut().take(5).enumerate() {
            *value = (0..off.len())
                .map(|n| weight[n] * slopes[i][n] * slopes[j][n])
                .sum();
        }
        row[i] *= 1.0 + damping;
        row[i] += 1e-12;
        row[5] = -(0..off.len())
            .map(|n| weight[n] * slopes[i][n] * off[n])
            .sum::<f64>();
    }
    solve(system)
}

/// Gauss's elimination with pivots.
fn solve(mut system: [[f64; 6]; 5]) -> Option<[f64; 5]> {
    for column in 0..5 {
        let pivot = (column..5).max_by(|&a, &b| {
            let size = |row: usize| system[row][column].abs();
            size(a).total_cmp(&size(b))
        })?;
        system.swap(column, pivot);
        let head = system[column][column];
        if head.abs() < 1e-15 {
            return None;
        }
        let row = system[column];
        for (other, values) in system.iter_mut().enumerate() {
            if other != column {
                let factor = values[column] / head;
                (0..6).for_each(|k| values[k] -= factor * row[k]);
            }
        }
    }
    Some(std::array::from_fn(|k| system[k][5] / system[k][k]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use calibration::space;

    #[test]
    fn squares_of_any_turn_are_squares_again_whatever_the_view() {
        let image_from_table: Homography<Image, Sides> =
            Homography::new([[90.0, 12.0, 300.0], [-8.0, 80.0, 250.0], [0.012, 0.03, 1.0]]);
        let quads: Vec<Quad> = (0..12)
            .map(|n| {
                let (x, y) = (f64::from(n % 4) * 1.3, f64::from(n / 4) * 1.4);
                let (sin, cos) = (f64::from(n) * 0.7).sin_cos();
                space::square(-0.5, 0.5).map(|corner: Point<Sides>| {
                    let (u, v) = (corner.x, corner.y);
                    image_from_table.apply(point2(x + cos * u - sin * v, y + sin * u + cos * v))
                })
            })
            .collect();
        let map = table_from_image(&quads, [900.0, 700.0]).expect("a view");
        for quad in quads {
            let flat = quad.map(|corner| map.apply(corner));
            for i in 0..4 {
                let length = space::apart(flat[i], flat[(i + 1) % 4]);
                assert!((length - 1.0).abs() < 1e-3, "{length}");
            }
        }
    }
}
