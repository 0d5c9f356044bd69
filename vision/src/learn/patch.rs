//! A tile and what lies around it, seen from straight above and turned upright; and how much looks like a
//! tile's rim there. A rim is where tile ends and table begins: colours change for more than a line's
//! width, and beyond lies what looks like the table. A frame printed on a tile is neither.

use calibration::space::{self, Image, point2};
use calibration::{Corners, Homography, Point};

/// Side of a tile in its patch, what is seen around it, and of the whole patch, pixels.
pub(super) const TILE_PX: usize = 80;
pub(super) const AROUND_PX: usize = 20;
pub(super) const PATCH_PX: usize = TILE_PX + 2 * AROUND_PX;
/// A change of colour across a rim that is one for sure, CIE Lab, and across a line.
const STEP: f32 = 40.0;
const LINE: f32 = 6.0;
/// What such a step, a line, and a change from tile to table for sure count.
const COUNTS: [f32; 3] = [1.0, 0.3, 2.0];
/// Difference of log odds that is a change from tile to table for sure.
const TO_TABLE: f32 = 3.0;
/// Strips compared on both sides of a rim: how far they lie from it and how wide they are, pixels. Beside a
/// line only one of them differs.
const STRIPS: [[usize; 2]; 2] = [[0, 2], [2, 3]];
/// Pixels from the ends of the patch where strips no longer fit.
const ENDS: usize = 5;

/// The pixels of a patch.
#[derive(Clone, Copy, Debug)]
pub(super) enum Above {}

/// What a patch is made of, in pixels of the picture.
pub(super) struct Colours<'a> {
    /// CIE Lab.
    pub(super) lab: &'a [[f32; 3]],
    /// Log odds that a pixel is a tile's and not the table's.
    pub(super) odds: &'a [f32],
    pub(super) cols: usize,
    pub(super) rows: usize,
}

impl Colours<'_> {
    fn number(&self, x: f64, y: f64) -> usize {
        let near = |v: f64, most: usize| (v.max(0.0) as usize).min(most.saturating_sub(1));
        near(y, self.rows) * self.cols + near(x, self.cols)
    }

    /// The colour between pixels.
    fn lab(&self, at: Point<Image>) -> [f32; 3] {
        let (x, y) = (at.x.floor(), at.y.floor());
        let (right, down) = ((at.x - x) as f32, (at.y - y) as f32);
        let corner = |dx: f64, dy: f64| self.lab[self.number(x + dx, y + dy)];
        let [a, b, c, d] = [
            corner(0.0, 0.0),
            corner(1.0, 0.0),
            corner(0.0, 1.0),
            corner(1.0, 1.0),
        ];
        std::array::from_fn(|k| {
            let above = a[k] + (b[k] - a[k]) * right;
            let below = c[k] + (d[k] - c[k]) * right;
            above + (below - above) * down
        })
    }
}

/// A tile with its surroundings.
pub(super) struct Patch {
    lab: Vec<[f32; 3]>,
    odds: Vec<f32>,
    /// Log odds as before, but those of pixels that are surely another tile's are a table's.
    own: Vec<f32>,
    image_from_patch: Homography<Image, Above>,
}

impl Patch {
    /// Around the tile whose corners these are, with as much around it as a patch has; `others` says which
    /// pixels of the picture are another tile's. `None` if the corners enclose nothing.
    pub(super) fn new(
        colours: &Colours,
        tile: &Corners<Image>,
        others: impl Fn(usize) -> bool,
    ) -> Option<Self> {
        let (low, high) = (AROUND_PX as f64, (AROUND_PX + TILE_PX) as f64);
        let image_from_patch = Homography::through(space::square::<Above>(low, high), *tile)?;
        let places = (0..PATCH_PX * PATCH_PX).map(|n| {
            let (column, row) = (n % PATCH_PX, n / PATCH_PX);
            image_from_patch.apply(point2(column as f64 + 0.5, row as f64 + 0.5))
        });
        let places: Vec<Point<Image>> = places.collect();
        let pixels: Vec<usize> = places.iter().map(|p| colours.number(p.x, p.y)).collect();
        let middle = |p: &Point<Image>| colours.lab(point2(p.x - 0.5, p.y - 0.5));
        let odds: Vec<f32> = pixels.iter().map(|&n| colours.odds[n]).collect();
        let own = pixels.iter().zip(&odds);
        Some(Self {
            lab: places.iter().map(middle).collect(),
            own: own
                .map(|(&n, odds)| if others(n) { -1.0 } else { *odds })
                .collect(),
            odds,
            image_from_patch,
        })
    }

    /// Corners in the picture.
    pub(super) fn in_image(&self, corners: Corners<Above>) -> Corners<Image> {
        corners.map(|corner| self.image_from_patch.apply(corner))
    }

    /// The number of a pixel, as seen when the patch is turned counterclockwise by that many quarters.
    fn number(row: usize, column: usize, quarters: usize) -> usize {
        let last = PATCH_PX - 1;
        let (row, column) = match quarters % 4 {
            0 => (row, column),
            1 => (column, last - row),
            2 => (last - row, last - column),
            _ => (last - column, row),
        };
        row * PATCH_PX + column
    }

    /// How much looks like a rim between each row and the one above it (rows of the answer, one more
    /// than the patch has), for each column, once the patch is turned so. A rim that only a change from tile to
    /// table shows counts as well if `to_table`: above it lies the table.
    pub(super) fn rims(&self, quarters: usize, to_table: bool) -> Vec<f32> {
        let mut rims = vec![0.0; (PATCH_PX + 1) * PATCH_PX];
        for column in 0..PATCH_PX {
            let at = |row: usize| Self::number(row, column, quarters);
            let mean = |rows: std::ops::Range<usize>| -> [f32; 3] {
                let mut sum = [0.0; 3];
                let count = rows.len() as f32;
                for row in rows {
                    let own = self.lab[at(row)];
                    (0..3).for_each(|k| sum[k] += own[k] / count);
                }
                sum
            };
            for row in ENDS..=PATCH_PX - ENDS {
                let step = STRIPS.map(|[far, wide]| {
                    let above = mean(row - far - wide..row - far);
                    apart(above, mean(row + far..row + far + wide)).min(STEP) / STEP
                });
                let line = apart(self.lab[at(row)], self.lab[at(row - 1)]).min(LINE) / LINE;
                let odds = |row: usize| self.odds[at(row)];
                let change = (odds(row) + odds(row + 1) - odds(row - 1) - odds(row - 2)) / 2.0;
                let change = change.clamp(-TO_TABLE, TO_TABLE) / TO_TABLE;
                let table = if to_table { COUNTS[2] * change } else { 0.0 };
                rims[row * PATCH_PX + column] =
                    COUNTS[0] * step[0].min(step[1]) + COUNTS[1] * line + table;
            }
        }
        rims
    }

    /// Sums of the log odds of all pixels above and to the left of each corner between pixels.
    pub(super) fn sums(&self) -> Vec<f32> {
        let wide = PATCH_PX + 1;
        let mut sums = vec![0.0; wide * wide];
        for row in 0..PATCH_PX {
            let mut line = 0.0;
            for column in 0..PATCH_PX {
                line += self.own[row * PATCH_PX + column];
                sums[(row + 1) * wide + column + 1] = sums[row * wide + column + 1] + line;
            }
        }
        sums
    }
}

fn apart(a: [f32; 3], b: [f32; 3]) -> f32 {
    (0..3).map(|k| (a[k] - b[k]).powi(2)).sum::<f32>().sqrt()
}
