//! The part of a picture in which figures are looked for, resampled: a raster.
//!
//! From above it shows the board rectified, [`CELL_PX`] to the cell, and everything that lies is as
//! large as anything else. From low down that would draw out the blurred far rows to many times
//! their height and a standing piece over two cells; there the raster is the picture itself, in
//! which pieces stand upright. Places and maps only; knows no figures.

use calibration::Homography;
use calibration::space::{self, Corners, Image, ImageCorners, LatticePoint, vec2};
use carcassonne::geometry::Cell;
use opencv::core::{Rect, Size};

use crate::bare::pixels::{self, Part};
use crate::cv;
use crate::lattice::{Lattice, middle_of};

/// Pixels per cell of the rectified board: a meeple's arm is then 6 px. At 80 px poses were told
/// apart half as well in films at 1080p.
pub const CELL_PX: i32 = 112;
/// The same of the picture as it is, of a tile of median size across: of tiles in the far rows, half
/// as large, a meeple's arm is then 4 px.
const ACROSS_PX: f64 = 160.0;
/// Most pixels of a raster of the picture as it is: more cost time and tell nothing. From above a board has
/// [`CELL_PX`] squared to the cell, however large it is.
const MOST_PX: f64 = 6e6;
/// Room around the tiles for figures that lean over the board's edge, cells.
const AROUND: f64 = 0.7;
/// Step over which a map's scale is measured, cells.
const STEP: f64 = 0.05;

/// Where pixels of a raster are on the board and in the picture.
pub(crate) struct Raster {
    pub(crate) lattice_from_raster: Homography<space::Lattice, pixels::Raster>,
    pub(crate) raster_from_lattice: Homography<pixels::Raster, space::Lattice>,
    pub(crate) raster_from_image: Homography<pixels::Raster, Image>,
    pub(crate) image_from_raster: Homography<Image, pixels::Raster>,
    pub(crate) size: Size,
}

impl Raster {
    /// The board around these cells as from straight above; `None` if there are none.
    pub(crate) fn from_above<'a>(
        lattice: &Lattice,
        cells: impl Iterator<Item = &'a Cell> + Clone,
    ) -> Option<Self> {
        let (xs, ys) = (cells.clone().map(|c| c.x), cells.map(|c| c.y));
        let (x0, x1) = (xs.clone().min()?, xs.max()?);
        let (y0, y1) = (ys.clone().min()?, ys.max()?);
        // One cell around, because figures lean over the board's edge.
        let size = Size::new((x1 - x0 + 3) * CELL_PX, (y1 - y0 + 3) * CELL_PX);
        let unit = 1.0 / f64::from(CELL_PX);
        let shift = |o: i32| f64::from(o - 1) - 0.5 + 0.5 * unit;
        let lattice_from_raster: Homography<space::Lattice, _> = Homography::new([
            [unit, 0.0, shift(x0)],
            [0.0, unit, shift(y0)],
            [0.0, 0.0, 1.0],
        ]);
        let raster_from_lattice = lattice_from_raster.inverse()?;
        let raster_from_image = raster_from_lattice.after(&lattice.image_from_lattice.inverse()?);
        Some(Self {
            lattice_from_raster,
            raster_from_lattice,
            image_from_raster: raster_from_image.inverse()?,
            raster_from_image,
            size,
        })
    }

    /// The picture around these cells as it is, shrunk or enlarged so that most of `tiles`, all that
    /// are known, have a usual size; `None` if there are none.
    pub(crate) fn as_seen<'a>(
        lattice: &Lattice,
        cells: impl Iterator<Item = &'a Cell>,
        tiles: impl Iterator<Item = &'a Cell>,
        picture: (i32, i32),
    ) -> Option<Self> {
        let wide = |cell: &Cell| px_per_cell(&lattice.image_from_lattice, middle_of(*cell));
        let mut all: Vec<f64> = tiles.map(wide).collect();
        all.sort_by(f64::total_cmp);
        let median = *all.get(all.len() / 2)?;
        let (mut low, mut high) = ([f64::MAX; 2], [f64::MIN; 2]);
        for cell in cells {
            let room = AROUND * wide(cell);
            for corner in lattice.expected(*cell).map(|corner| corner.to_array()) {
                for c in 0..2 {
                    low[c] = low[c].min(corner[c] - room);
                    high[c] = high[c].max(corner[c] + room);
                }
            }
        }
        let ends = [picture.0, picture.1].map(f64::from);
        let [x, y] = low.map(|v| v.max(0.0).floor());
        let [width, height] = [high[0].min(ends[0]) - x, high[1].min(ends[1]) - y];
        if width < 1.0 || height < 1.0 {
            return None;
        }
        let scale = (ACROSS_PX / median).min((MOST_PX / (width * height)).sqrt());
        // The middle of a pixel stays the middle of what it covers.
        let shift = |from: f64| scale * (0.5 - from) - 0.5;
        let raster_from_image: Homography<pixels::Raster, Image> = Homography::new([
            [scale, 0.0, shift(x)],
            [0.0, scale, shift(y)],
            [0.0, 0.0, 1.0],
        ]);
        let raster_from_lattice = raster_from_image.after(&lattice.image_from_lattice);
        let [width, height] = [width, height].map(|v| (v * scale).ceil() as i32);
        Some(Self {
            lattice_from_raster: raster_from_lattice.inverse()?,
            raster_from_lattice,
            image_from_raster: raster_from_image.inverse()?,
            raster_from_image,
            size: Size::new(width, height),
        })
    }

    /// Corners in a part of it.
    pub(crate) fn part(&self, part: Rect, corners: &ImageCorners) -> Corners<Part> {
        let first = vec2(f64::from(part.x), f64::from(part.y));
        corners.map(|corner| (self.raster_from_image.apply(corner) - first).cast_unit())
    }

    /// The pixels of a cell with `extra` pixels around it.
    pub(crate) fn rect(&self, cell: Cell, extra: i32) -> Rect {
        let corners = [[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]].map(|[x, y]| {
            let corner = middle_of(cell) + vec2(x, y);
            self.raster_from_lattice.apply(corner).to_array()
        });
        let ends = |c: usize| {
            let along = corners.iter().map(|corner| corner[c] + 0.5);
            let low = along.clone().fold(f64::MAX, f64::min);
            let high = along.fold(f64::MIN, f64::max);
            let [low, high] = [low, high].map(|end| cv::bounded(end).round() as i32);
            (low - extra, high - low + 2 * extra)
        };
        let ((left, width), (top, height)) = (ends(0), ends(1));
        Rect::new(left, top, width, height)
    }

    /// Pixels per cell at a place of the board (cells) in the direction in which it shows largest:
    /// how large a piece shows that turns its face to the camera.
    pub(crate) fn px_per_cell(&self, at: LatticePoint) -> f64 {
        px_per_cell(&self.raster_from_lattice, at)
    }
}

/// [`Raster::px_per_cell`] of any map of the board.
fn px_per_cell<Target>(map: &Homography<Target, space::Lattice>, at: LatticePoint) -> f64 {
    let [[a, b], [c, d]] = slope(map, at);
    // The larger singular value of two by two.
    let (sum, area) = (a * a + b * b + c * c + d * d, a * d - b * c);
    let root = (sum * sum - 4.0 * area * area).max(0.0).sqrt();
    ((sum + root) / 2.0).sqrt()
}

/// How far in pixels one cell to the east and one to the south lead.
fn slope<Target>(map: &Homography<Target, space::Lattice>, at: LatticePoint) -> [[f64; 2]; 2] {
    [vec2(STEP, 0.0), vec2(0.0, STEP)].map(|step| {
        let way = map.apply(at + step) - map.apply(at - step);
        (way / (2.0 * STEP)).to_array()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use calibration::space::{apart, point2};

    fn lattice() -> Lattice {
        // A tile from low down.
        let corners = [
            point2(400.0, 300.0),
            point2(520.0, 300.0),
            point2(540.0, 340.0),
            point2(390.0, 340.0),
        ];
        Lattice::from_tile(corners).expect("a lattice")
    }

    #[test]
    fn from_above_a_cell_is_a_square_of_its_size() {
        let cells = [Cell::new(0, 0), Cell::new(2, 1)];
        let raster = Raster::from_above(&lattice(), cells.iter()).expect("a raster");
        assert_eq!(raster.size, Size::new(5 * CELL_PX, 4 * CELL_PX));
        let rect = raster.rect(Cell::new(0, 0), 3);
        let side = CELL_PX + 6;
        assert_eq!(rect, Rect::new(CELL_PX - 3, CELL_PX - 3, side, side));
        assert!((raster.px_per_cell(point2(0.3, 0.2)) - f64::from(CELL_PX)).abs() < 1e-6);
    }

    #[test]
    fn a_cell_at_the_horizon_has_pixels_that_can_be_counted() {
        let cells = [Cell::new(0, 0)];
        let mut raster = Raster::from_above(&lattice(), cells.iter()).expect("a raster");
        // What lies along the cell's western side is endlessly far off.
        raster.raster_from_lattice =
            Homography::new([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [2.0, 0.0, 1.0]]);
        let seen = raster.rect(Cell::new(0, 0), 3) & Rect::new(0, 0, 100, 100);
        assert_eq!(seen, Rect::new(0, 0, 4, 100));
    }

    #[test]
    fn as_seen_a_place_of_the_board_is_where_the_picture_has_it() {
        let lattice = lattice();
        let cells = [Cell::new(0, 0)];
        let raster = Raster::as_seen(&lattice, cells.iter(), cells.iter(), (1000, 800));
        let raster = raster.expect("a raster");
        let at = point2(0.2, -0.4);
        let back = raster.image_from_raster;
        let back = back.apply(raster.raster_from_lattice.apply(at));
        let there = lattice.image_from_lattice.apply(at);
        assert!(apart(back, there) < 1e-6);
        // Across, not down, which slant has pressed together.
        let wide = raster.px_per_cell(point2(0.0, 0.0));
        assert!((120.0..200.0).contains(&wide), "{wide}");
    }
}
