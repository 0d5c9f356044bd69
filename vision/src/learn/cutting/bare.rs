//! Tells tiles from bare table by their colours: those of what is surely a tile, against those of the
//! rest of the picture.

use calibration::space::ImagePoint;
use opencv::core::{Mat, Vec3b};
use opencv::imgproc;
use opencv::prelude::*;

use super::settle::Found;
use crate::cv;
use crate::learn::quads::{Quad, area, median, shared, side};

/// Outlines that tell tiles by themselves.
pub(super) const ENOUGH: usize = 4;
/// Least frame of a square that is surely a tile.
pub(super) const SURE: f32 = 0.6;
/// Share of the usual tile's frame and unlikeness to the table that one needs which no outline
/// showed.
const FRAME_SHARE: f32 = 0.62;
const TABLE_SHARE: f64 = 0.3;
/// Colours that are told apart.
const COLOURS: usize = 4096;
/// Share of a colour that nobody has seen: it tells little.
const UNSEEN: f64 = 2e-4;

/// The colours of a picture, and how much likelier each is on a tile than beside one.
pub(super) struct Colours {
    bins: Vec<u16>,
    size: [usize; 2],
    odds: Vec<f64>,
    /// Pixels beside all tiles.
    beside: f64,
}

impl Colours {
    /// Of a BGR picture.
    ///
    /// # Errors
    /// Fails when OpenCV does.
    pub(super) fn of(picture: &Mat) -> opencv::Result<Self> {
        let soft = cv::softened(picture, 1.0)?;
        let lab = cv::converted(&soft, imgproc::COLOR_BGR2Lab)?;
        let bin = |p: &Vec3b| {
            let [l, a, b] = [p[0], p[1], p[2]].map(|v| u16::from(v / 16));
            l * 256 + a * 16 + b
        };
        Ok(Self {
            bins: lab.data_typed::<Vec3b>()?.iter().map(bin).collect(),
            size: [lab.cols().max(0) as usize, lab.rows().max(0) as usize],
            odds: vec![0.0; COLOURS],
            beside: 0.0,
        })
    }

    /// Learns the colours of tiles from those, and the table's from all the rest.
    pub(super) fn learn<'a>(&mut self, tiles: impl Iterator<Item = &'a Quad>) {
        let mut covered = vec![false; self.bins.len()];
        for quad in tiles {
            for pixel in inside(quad, self.size) {
                covered[pixel] = true;
            }
        }
        self.learn_pixels(covered.into_iter().map(Some));
    }

    /// Learns colours from all pixels in order: whether each is a tile's, if that is known.
    pub(super) fn learn_pixels(&mut self, is_tile: impl Iterator<Item = Option<bool>>) {
        let (mut tile, mut table) = (vec![0.0; COLOURS], vec![0.0; COLOURS]);
        for (bin, is_tile) in self.bins.iter().zip(is_tile) {
            match is_tile {
                Some(true) => tile[usize::from(*bin)] += 1.0,
                Some(false) => table[usize::from(*bin)] += 1.0,
                None => {}
            }
        }
        let count = |of: &[f64]| of.iter().sum::<f64>();
        let (tiles, beside) = (count(&tile).max(1.0), count(&table));
        let share = |of: f64, all: f64| (of / all.max(1.0) + UNSEEN).ln();
        let pairs = tile.iter().zip(&table);
        let odds = pairs.map(|(tile, table)| share(*tile, tiles) - share(*table, beside));
        self.odds = odds.collect();
        self.beside = beside;
    }

    /// Log odds that a pixel, by its number, is a tile's and not the table's.
    pub(super) fn odds(&self, pixel: usize) -> f64 {
        self.odds[usize::from(self.bins[pixel])]
    }

    /// Mean log odds that the pixels of a quadrangle are a tile's and not the table's.
    pub(super) fn unlike(&self, quad: &Quad) -> f64 {
        let own = inside(quad, self.size).map(|pixel| self.odds[usize::from(self.bins[pixel])]);
        let (sum, count) = own.fold((0.0, 0.0), |(sum, count), odds| (sum + odds, count + 1.0));
        sum / f64::max(count, 1.0)
    }
}

/// The pixels of a picture of that size inside a convex quadrangle.
fn inside(quad: &Quad, [width, height]: [usize; 2]) -> impl Iterator<Item = usize> {
    let range = |of: fn(&ImagePoint) -> f64, most: usize| {
        let each = quad.iter().map(of);
        let least = each.clone().fold(f64::INFINITY, f64::min).max(0.0);
        let last = each
            .fold(f64::NEG_INFINITY, f64::max)
            .min(most as f64 - 1.0);
        least.ceil() as usize..(last.max(-1.0) + 1.0).floor() as usize
    };
    let quad = *quad;
    let turn = area(&quad).signum();
    let is_in = move |x: usize, y: usize| {
        (0..4).all(|i| {
            let (a, b) = (quad[i], quad[(i + 1) % 4]);
            let (dx, dy) = (x as f64 - a.x, y as f64 - a.y);
            turn * ((b.x - a.x) * dy - (b.y - a.y) * dx) >= 0.0
        })
    };
    let columns = range(|corner| corner.x, width);
    let rows = range(|corner| corner.y, height);
    rows.flat_map(move |y| columns.clone().map(move |x| (x, y)))
        .filter(move |(x, y)| is_in(*x, *y))
        .map(move |(x, y)| y * width + x)
}

/// What is no piece of bare table, of squares found one by one; `usual` is how a tile is framed.
pub(super) fn not_table(picture: &Mat, found: &[Found], usual: f32) -> opencv::Result<Vec<Quad>> {
    let sure: Vec<&Found> = found.iter().filter(|one| one.outlined).collect();
    let sure = match sure.len() >= ENOUGH {
        true => sure,
        false => found.iter().filter(|one| one.frame > SURE).collect(),
    };
    let mut colours = Colours::of(picture)?;
    colours.learn(sure.iter().map(|one| &one.corners));
    let typical = median(sure.iter().map(|one| colours.unlike(&one.corners)));
    let one_tile = median(sure.iter().map(|one| area(&one.corners).abs()));
    let bare = colours.beside > one_tile * 0.5;
    let mut kept: Vec<Quad> = Vec::new();
    for one in found {
        let good = one.outlined || one.frame > usual * FRAME_SHARE;
        let least = if one.outlined {
            0.0
        } else {
            TABLE_SHARE * typical
        };
        if !good || (bare && colours.unlike(&one.corners) < least) {
            continue;
        }
        let quad = one.corners;
        let own = side(&quad);
        if kept
            .iter()
            .all(|other| shared(other, &quad) < 0.2 * own * own)
        {
            kept.push(quad);
        }
    }
    Ok(kept)
}

#[cfg(test)]
mod tests {
    use calibration::space::point2;
    use opencv::core::{CV_8UC3, Rect, Scalar};

    use super::*;

    #[test]
    fn what_has_the_colours_of_the_table_is_table() -> opencv::Result<()> {
        let brown = Scalar::new(40.0, 70.0, 110.0, 0.0);
        let mut picture = Mat::new_rows_cols_with_default(100, 200, CV_8UC3, brown)?;
        let green = Scalar::new(60.0, 180.0, 90.0, 0.0);
        for x in [10, 60, 110] {
            let tile = Rect::new(x, 30, 40, 40);
            imgproc::rectangle(&mut picture, tile, green, -1, imgproc::LINE_8, 0)?;
        }
        let square = |x: f64| {
            [(0.0, 30.0), (40.0, 30.0), (40.0, 70.0), (0.0, 70.0)].map(|(dx, y)| point2(x + dx, y))
        };
        let mut colours = Colours::of(&picture)?;
        colours.learn([square(10.0), square(60.0)].iter());
        assert!(colours.unlike(&square(110.0)) > 0.5);
        assert!(colours.unlike(&square(155.0)) < -0.5);
        Ok(())
    }
}
