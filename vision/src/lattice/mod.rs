//! The board's lattice in the picture: which pixels a cell covers.
//!
//! Tiles are the ruler. A lattice starts from one outline and takes in others as they fit; then
//! every tile that was named with certainty corrects it. Cells are numbered from the tile it
//! started with, with the cell axes along that tile's sides; nothing here knows the start tile
//! or north.

pub(crate) mod align;
pub mod register;

use std::collections::BTreeMap;

use calibration::{Homography, KnownBoard, KnownLens, Lens};
use carcassonne::geometry::Cell;

use crate::tiles::finder::{Outline, side_of};

/// Side of a face picture as a share of the lattice's pitch, to begin with: 45 mm tiles lie 45.3
/// to 46 mm apart.
const FACE_SHARE: f64 = 0.985;
/// Bounds of that share once measured: packs cropped too tightly or with some table around.
const FACE_SHARES: std::ops::RangeInclusive<f64> = 0.93..=1.07;
/// From so many tiles, spread over both axes, centres alone fix the lattice; corners are less
/// exact, since each tile is turned a little and face pictures are cropped by hand.
const ENOUGH_CENTRES: usize = 6;
/// Up to so many tiles, their corners tell better how the board lies: hands lay tiles a millimetre
/// or two off, by which ten centres bend the next cell away by a quarter of a tile.
const FEW: usize = 16;
/// From so many tiles their centres tell the lens too, and by how much it must lower the
/// residual to be more than noise.
const ENOUGH_FOR_LENS: usize = 24;
const LENS_GAIN: f64 = 0.92;
/// How far an outline's centre may lie from its cell's, in cells.
const CENTRE_TOLERANCE: f64 = 0.22;
/// How far an outline's corners may lie from the cell's, in cells.
const CORNER_TOLERANCE: f64 = 0.3;
/// How far a measured point may lie from the fitted lattice, in cells: tiles laid by hand are
/// off by 2 mm of 45, lens distortion adds as much.
const FIT_TOLERANCE: f64 = 0.09;

/// The cells of the board, as they lie in the picture.
#[derive(Clone, Debug)]
pub struct Lattice {
    /// Cell coordinates (a cell's centre at whole numbers) to pixels.
    pub image_from_lattice: Homography,
    /// Where each known tile really lies: its centre's offset from the lattice point, in cells.
    pub offsets: BTreeMap<Cell, [f64; 2]>,
    /// Side of a face picture as a share of the pitch.
    face_share: f64,
    /// The lens and the map to the straightened picture, once enough tiles tell them: where
    /// cells without a tile of their own are to be expected.
    lens: Option<(Lens, Homography)>,
    /// The tiles that told the lens; 0 if it was known from before.
    told_by: usize,
    /// The lens as it is known from before: believed while it explains the tiles no worse than
    /// none, and until they tell it themselves.
    known_lens: Option<Lens>,
}

impl Lattice {
    /// Where a board lay when this camera was last used.
    pub fn of_known(board: &KnownBoard, lens: Option<Lens>) -> Self {
        let cells = board.cells.iter();
        Self {
            image_from_lattice: board.image_from_lattice,
            offsets: cells.map(|&[x, y]| (Cell::new(x, y), [0.0, 0.0])).collect(),
            face_share: board.face_share,
            lens: None,
            told_by: 0,
            known_lens: lens,
        }
    }

    /// This board, to be kept until the camera is used again.
    pub fn to_known(&self, cells: impl Iterator<Item = Cell>) -> KnownBoard {
        KnownBoard {
            image_from_lattice: self.image_from_lattice,
            face_share: self.face_share,
            cells: cells.map(|cell| [cell.x, cell.y]).collect(),
        }
    }

    /// The same board seen through a lens that is known from before.
    #[must_use]
    pub fn through(self, known_lens: Option<Lens>) -> Self {
        Self { known_lens, ..self }
    }

    /// The lattice around one tile given by its corners in the picture, clockwise.
    ///
    /// Returns `None` for corners of which three lie on a line.
    pub fn from_tile(corners: [[f64; 2]; 4]) -> Option<Self> {
        let image_from_lattice = Homography::through(square(Cell::default(), FACE_SHARE), corners)?;
        let offsets = BTreeMap::from([(Cell::default(), [0.0, 0.0])]);
        Some(Self {
            image_from_lattice,
            offsets,
            face_share: FACE_SHARE,
            lens: None,
            told_by: 0,
            known_lens: None,
        })
    }

    /// The lattice of a printed map: cells are its squares, and no tile is known yet. `lens` is
    /// the lens and the map to the straightened picture, if they were told.
    pub fn of_map(image_from_lattice: Homography, lens: Option<(Lens, Homography)>) -> Self {
        Self {
            image_from_lattice,
            offsets: BTreeMap::new(),
            face_share: FACE_SHARE,
            lens,
            told_by: 0,
            known_lens: None,
        }
    }

    /// Where a point of the plane appears, pixels.
    pub fn place(&self, at: [f64; 2]) -> [f64; 2] {
        match &self.lens {
            Some((lens, straight_from_lattice)) => lens.distort(straight_from_lattice.apply(at)),
            None => self.image_from_lattice.apply(at),
        }
    }

    /// The lattice that explains most of `outlines`; `None` when there is none.
    pub fn from_outlines(outlines: &[Outline]) -> Option<Self> {
        // The best supported outlines are tried as seeds; a wrong one gathers nothing.
        outlines
            .iter()
            .take(12)
            .filter_map(|seed| {
                let mut lattice = Self::from_tile(seed.flat())?;
                let support = lattice.gather(outlines);
                Some((support, lattice))
            })
            .max_by_key(|(support, _)| *support)
            .map(|(_, lattice)| lattice)
    }

    /// Takes in outlines that fit, nearest first, refitting as it grows; returns the matches
    /// that support it.
    fn gather(&mut self, outlines: &[Outline]) -> usize {
        let mut members: Vec<(Cell, &Outline)> = Vec::new();
        for reach in [1.5, 1.5, 2.0, 2.0, 3.0, 3.0, 5.0, 5.0, 9.0, 9.0] {
            let Some(lattice_from_image) = self.image_from_lattice.inverse() else {
                break;
            };
            let mut taken: BTreeMap<Cell, &Outline> = BTreeMap::new();
            for outline in outlines {
                let Some(cell) = self.cell_of(&lattice_from_image, outline) else {
                    continue;
                };
                let near = |other: &Cell| {
                    f64::from(cell.x - other.x).hypot(f64::from(cell.y - other.y)) <= reach
                };
                if members.is_empty() && !near(&Cell::default()) {
                    continue;
                }
                if members.is_empty() || members.iter().any(|(other, _)| near(other)) {
                    let best = taken.entry(cell).or_insert(outline);
                    if outline.matches > best.matches {
                        *best = outline;
                    }
                }
            }
            members = taken.into_iter().collect();
            // The perspective of a board shows between its tiles.
            if members.len() < 3 {
                continue;
            }
            let (mut from, mut to) = (Vec::new(), Vec::new());
            for (cell, outline) in &members {
                from.push([f64::from(cell.x), f64::from(cell.y)]);
                to.push(outline.centre());
            }
            if !spread(members.iter().map(|(cell, _)| *cell)) {
                for (cell, outline) in &members {
                    from.extend(square(*cell, self.face_share));
                    to.extend(self.begun_there(*cell, outline.corners));
                }
            }
            let side = self.side_px(Cell::default());
            if let Some(fit) = Homography::fit(&from, &to, FIT_TOLERANCE * side) {
                self.image_from_lattice = fit.map;
            }
            self.measure_face_share(&members);
        }
        self.offsets = members
            .iter()
            .map(|(cell, _)| (*cell, [0.0, 0.0]))
            .collect();
        members.iter().map(|(_, outline)| outline.matches).sum()
    }

    /// The face pictures' size against the pitch, once the pitch is fixed by centres.
    fn measure_face_share(&mut self, members: &[(Cell, &Outline)]) {
        if !spread(members.iter().map(|(cell, _)| *cell)) {
            return;
        }
        let mut shares: Vec<f64> = members
            .iter()
            .map(|(cell, outline)| {
                let pitch = side_of(&square(*cell, 1.0).map(|c| self.image_from_lattice.apply(c)));
                side_of(&outline.corners) / pitch
            })
            .collect();
        shares.sort_by(f64::total_cmp);
        self.face_share = shares[shares.len() / 2].clamp(*FACE_SHARES.start(), *FACE_SHARES.end());
    }

    /// Whether a tile with these corners, clockwise, lies on this board or beside it.
    pub fn takes(&self, corners: &[[f64; 2]; 4]) -> bool {
        let outline = Outline {
            corners: *corners,
            matches: 0,
        };
        let cell = self
            .image_from_lattice
            .inverse()
            .and_then(|lattice_from_image| self.cell_of(&lattice_from_image, &outline));
        cell.is_some_and(|cell| self.offsets.contains_key(&cell) || self.frontier().contains(&cell))
    }

    /// The cell an outline covers, if it covers one.
    fn cell_of(&self, lattice_from_image: &Homography, outline: &Outline) -> Option<Cell> {
        let [x, y] = lattice_from_image.apply(outline.centre());
        if !(x.abs() < 1000.0 && y.abs() < 1000.0) {
            return None;
        }
        let cell = Cell::new(x.round() as i32, y.round() as i32);
        let off = (x - f64::from(cell.x)).hypot(y - f64::from(cell.y));
        if off > CENTRE_TOLERANCE {
            return None;
        }
        let fits = square(cell, self.face_share)
            .iter()
            .zip(self.begun_there(cell, outline.corners))
            .all(|(c, seen)| {
                let [x, y] = lattice_from_image.apply(seen);
                (x - c[0]).hypot(y - c[1]) < CORNER_TOLERANCE
            });
        fits.then_some(cell)
    }

    /// Corners of an outline, begun at the cell's north-west.
    fn begun_there(&self, cell: Cell, corners: [[f64; 2]; 4]) -> [[f64; 2]; 4] {
        let expected = self.corners(cell);
        let cost = |shift: usize| -> f64 {
            (0..4)
                .map(|i| {
                    let (a, b) = (expected[i], corners[(i + shift) % 4]);
                    (a[0] - b[0]).powi(2) + (a[1] - b[1]).powi(2)
                })
                .sum()
        };
        let shift = (0..4)
            .min_by(|&a, &b| cost(a).total_cmp(&cost(b)))
            .unwrap_or(0);
        std::array::from_fn(|i| corners[(i + shift) % 4])
    }

    /// A cell's tile in the picture: corners NW NE SE SW of the lattice, pixels; moved by the
    /// tile's own offset, or by the mean of its neighbours' where there is none yet.
    pub fn corners(&self, cell: Cell) -> [[f64; 2]; 4] {
        if let Some((lens, straight_from_lattice)) = &self.lens
            && !self.offsets.contains_key(&cell)
        {
            return square(cell, self.face_share)
                .map(|p| lens.distort(straight_from_lattice.apply(p)));
        }
        let [dx, dy] = self.offset(cell);
        square(cell, self.face_share).map(|[x, y]| self.image_from_lattice.apply([x + dx, y + dy]))
    }

    /// Corners NW NE SE SW of a cell's tile without its own offset, in cells.
    pub fn square(&self, cell: Cell) -> [[f64; 2]; 4] {
        square(cell, self.face_share)
    }

    fn offset(&self, cell: Cell) -> [f64; 2] {
        if let Some(own) = self.offsets.get(&cell) {
            return *own;
        }
        let near: Vec<_> = cell
            .surrounding()
            .iter()
            .filter_map(|c| self.offsets.get(c))
            .collect();
        if near.is_empty() {
            return [0.0, 0.0];
        }
        [0, 1].map(|c| near.iter().map(|o| o[c]).sum::<f64>() / near.len() as f64)
    }

    /// Mean side of a cell's tile, pixels.
    pub fn side_px(&self, cell: Cell) -> f64 {
        side_of(&self.corners(cell))
    }

    /// Whether these cells are so few, or so much in a row, that their middles do not tell well how
    /// the board lies.
    pub fn needs_corners(cells: impl ExactSizeIterator<Item = Cell>) -> bool {
        cells.len() <= FEW || !spread(cells)
    }

    /// Corrects the lattice from where tiles were measured to lie (offsets from the lattice
    /// points as it stands, in cells), and from the corners of some (NW NE SE SW, pixels): without
    /// them a board of very few tiles keeps the shape it has.
    ///
    /// `size` is the picture's width and height.
    pub fn refit(
        &mut self,
        measured: &BTreeMap<Cell, [f64; 2]>,
        corners: &BTreeMap<Cell, [[f64; 2]; 4]>,
        size: [f64; 2],
    ) {
        let old = self.image_from_lattice;
        let point = |cell: &Cell, [dx, dy]: [f64; 2]| {
            old.apply([f64::from(cell.x) + dx, f64::from(cell.y) + dy])
        };
        let (mut from, mut to) = (Vec::new(), Vec::new());
        let half = self.face_share / 2.0;
        let cells = measured.keys().copied();
        let enough = spread(cells.clone()) && (corners.is_empty() || !Self::needs_corners(cells));
        for (cell, offset) in measured {
            let seen = corners.get(cell);
            if seen.is_none() {
                from.push([f64::from(cell.x), f64::from(cell.y)]);
                to.push(point(cell, *offset));
            }
            // Corners keep a lattice of few tiles stiff.
            if !enough {
                let around = [(-half, -half), (half, -half), (half, half), (-half, half)];
                for (i, (x, y)) in around.into_iter().enumerate() {
                    from.push([f64::from(cell.x) + x, f64::from(cell.y) + y]);
                    let expected = || point(cell, [offset[0] + x, offset[1] + y]);
                    to.push(seen.map_or_else(expected, |seen| seen[i]));
                }
            }
        }
        let side = self.side_px(Cell::default());
        let Some(fit) = Homography::fit(&from, &to, FIT_TOLERANCE * side) else {
            return;
        };
        self.image_from_lattice = fit.map;
        self.lens = None;
        self.told_by = 0;
        let tolerance = FIT_TOLERANCE * side;
        if measured.len() >= ENOUGH_FOR_LENS {
            let told = Lens::fit(&from, &to, size, tolerance);
            self.lens = told
                .filter(|(_, bent)| bent.rms < LENS_GAIN * fit.rms)
                .map(|(lens, bent)| (lens, bent.map));
            self.told_by = measured.len();
        } else if enough && let Some(lens) = self.known_lens {
            self.lens = lens
                .fit_plane(&from, &to, tolerance)
                .filter(|bent| bent.rms < fit.rms)
                .map(|bent| (lens, bent.map));
        }
        let Some(lattice_from_image) = fit.map.inverse() else {
            return;
        };
        self.offsets = measured
            .iter()
            .map(|(cell, offset)| {
                let [x, y] = lattice_from_image.apply(point(cell, *offset));
                (*cell, [x - f64::from(cell.x), y - f64::from(cell.y)])
            })
            .collect();
    }

    /// The same board numbered as before a knock, given pairs (cell here, its turn against the
    /// old lattice in quarters, cell there) of which most may be wrong; `None` unless several
    /// agree on one turn and shift.
    pub fn renumbered(&self, pairs: &[(Cell, u8, Cell)]) -> Option<Self> {
        let mut votes: BTreeMap<(u8, i32, i32), usize> = BTreeMap::new();
        for (here, turn, there) in pairs {
            let turned = turned_cell(*there, *turn);
            *votes
                .entry((*turn, here.x - turned.x, here.y - turned.y))
                .or_default() += 1;
        }
        let ((turn, dx, dy), agree) = votes.into_iter().max_by_key(|(_, n)| *n)?;
        if agree < 2 {
            return None;
        }
        let (cos, sin) = [(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)][usize::from(turn % 4)];
        let here_from_there = Homography([
            [cos, -sin, f64::from(dx)],
            [sin, cos, f64::from(dy)],
            [0.0, 0.0, 1.0],
        ]);
        let there_from_here = here_from_there.inverse()?;
        let offsets = self
            .offsets
            .iter()
            .map(|(cell, offset)| {
                let [x, y] = there_from_here.apply([f64::from(cell.x), f64::from(cell.y)]);
                let old = Cell::new(x.round() as i32, y.round() as i32);
                let [ox, oy] = *offset;
                (old, [cos * ox + sin * oy, -sin * ox + cos * oy])
            })
            .collect();
        let image_from_lattice = self.image_from_lattice.after(&here_from_there);
        Some(Self {
            image_from_lattice,
            offsets,
            face_share: self.face_share,
            lens: None,
            told_by: 0,
            known_lens: self.known_lens,
        })
    }

    /// The same board seen in a picture that `map` takes the old one to.
    pub fn followed(&self, map: &Homography) -> Self {
        Self {
            image_from_lattice: map.after(&self.image_from_lattice),
            offsets: self.offsets.clone(),
            face_share: self.face_share,
            // Measured anew with the next tile.
            lens: None,
            told_by: 0,
            known_lens: self.known_lens,
        }
    }

    /// The lens, as far as the tiles have told it or bear out what is known.
    pub fn lens(&self) -> Option<Lens> {
        self.lens.map(|(lens, _)| lens)
    }

    /// What the tiles have told of the lens, once they are enough to tell; that they are told
    /// best without any bend is a lens without bend.
    pub fn told_lens(&self) -> Option<KnownLens> {
        (self.told_by > 0).then(|| KnownLens {
            bend: self.lens.map_or(0.0, |(lens, _)| lens.bend),
            tiles: self.told_by as u32,
        })
    }

    /// Cells that border known tiles, orthogonally, and hold none themselves.
    pub fn frontier(&self) -> Vec<Cell> {
        let mut cells: Vec<Cell> = self
            .offsets
            .keys()
            .flat_map(|cell| carcassonne::geometry::Side::ALL.map(|side| cell.neighbour(side)))
            .filter(|cell| !self.offsets.contains_key(cell))
            .collect();
        cells.sort_unstable();
        cells.dedup();
        cells
    }
}

/// A cell turned about the origin by clockwise quarters.
fn turned_cell(cell: Cell, quarters: u8) -> Cell {
    (0..quarters % 4).fold(cell, |c, _| Cell::new(-c.y, c.x))
}

/// Corners NW NE SE SW of a square of side `share` on a lattice cell, in cells.
fn square(cell: Cell, share: f64) -> [[f64; 2]; 4] {
    let half = share / 2.0;
    let (x, y) = (f64::from(cell.x), f64::from(cell.y));
    [
        [x - half, y - half],
        [x + half, y - half],
        [x + half, y + half],
        [x - half, y + half],
    ]
}

/// Whether cells are many and spread over both axes, so that their centres fix a homography.
fn spread(cells: impl Iterator<Item = Cell>) -> bool {
    let (mut xs, mut ys) = (
        std::collections::BTreeSet::new(),
        std::collections::BTreeSet::new(),
    );
    let mut count = 0;
    for cell in cells {
        xs.insert(cell.x);
        ys.insert(cell.y);
        count += 1;
    }
    count >= ENOUGH_CENTRES && xs.len() >= 3 && ys.len() >= 3
}

#[cfg(test)]
mod tests {
    use rand::{Rng, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;

    const TRUE: Homography = Homography([
        [80.0, 15.0, 500.0],
        [-12.0, 66.0, 420.0],
        [0.01, -0.05, 1.0],
    ]);

    fn seen(cell: Cell, begin: usize) -> Outline {
        let corners = square(cell, FACE_SHARE).map(|c| TRUE.apply(c));
        Outline {
            corners: std::array::from_fn(|i| corners[(i + begin) % 4]),
            matches: 20,
        }
    }

    #[test]
    fn gathers_tiles_under_perspective_and_leaves_strays() {
        let mut outlines: Vec<Outline> = (0..6)
            .flat_map(|x| (0..5).map(move |y| seen(Cell::new(x, y), (x + y) as usize % 4)))
            .collect();
        let stray = TRUE.apply([2.5, 7.4]);
        outlines.push(Outline {
            corners: [[0.0, 0.0], [60.0, 10.0], [50.0, 70.0], [-10.0, 60.0]]
                .map(|[x, y]| [x + stray[0], y + stray[1]]),
            matches: 9,
        });
        let lattice = Lattice::from_outlines(&outlines).unwrap();
        assert_eq!(lattice.offsets.len(), 30);
        for outline in &outlines[..30] {
            let found = lattice.offsets.keys().any(|&cell| {
                let c = lattice.corners(cell);
                (0..4).all(|i| {
                    (0..4).any(|j| {
                        (c[i][0] - outline.corners[j][0]).hypot(c[i][1] - outline.corners[j][1])
                            < 0.5
                    })
                })
            });
            assert!(found, "no cell covers the outline {:?}", outline.corners);
        }
    }

    #[test]
    fn a_single_outline_does_not_bend_the_board_to_a_horizon() {
        // Corners of a tile of some 80 px, each read 3 px off.
        let mut outline = seen(Cell::default(), 0);
        for (corner, off) in outline.corners.iter_mut().zip([3.0, -3.0, 3.0, -3.0]) {
            corner[0] += off;
            corner[1] -= off;
        }
        let lattice = Lattice::from_outlines(&[outline]).unwrap();
        let side = lattice.side_px(Cell::default());
        for far in [[9, 0], [-9, 0], [0, 9], [0, -9]] {
            let [x, y] = far;
            let there = lattice.side_px(Cell::new(x, y));
            assert!((there / side - 1.0).abs() < 0.05, "{there} px at {far:?}");
        }
    }

    #[test]
    fn a_bent_picture_tells_its_lens_and_where_the_next_tile_lies() {
        let size = [1100.0, 900.0];
        let lens = Lens {
            bend: -0.12,
            ..Lens::straight(size)
        };
        let bent = |p: [f64; 2]| lens.distort(TRUE.apply(p));
        let mut lattice =
            Lattice::from_tile(square(Cell::new(0, 0), FACE_SHARE).map(bent)).unwrap();
        let lattice_from_image = lattice.image_from_lattice.inverse().unwrap();
        let measured = (0..7)
            .flat_map(|x| (0..5).map(move |y| Cell::new(x, y)))
            .map(|cell| {
                let (x, y) = (f64::from(cell.x), f64::from(cell.y));
                let [lx, ly] = lattice_from_image.apply(bent([x, y]));
                (cell, [lx - x, ly - y])
            })
            .collect();
        lattice.refit(&measured, &BTreeMap::new(), size);
        let found = lattice.lens().expect("35 tiles tell a lens");
        assert!(
            (found.bend - lens.bend).abs() < 0.02,
            "read as {}",
            found.bend
        );
        let next = Cell::new(7, 2);
        let wanted = square(next, FACE_SHARE).map(bent);
        for (corner, wanted) in lattice.corners(next).iter().zip(wanted) {
            let off = (corner[0] - wanted[0]).hypot(corner[1] - wanted[1]);
            assert!(off < 0.5, "expected {off} px beside where it lies");
        }
    }

    /// Boards of 18 tiles seen through a lens of this bend, refitted from where they lie by
    /// hand: how far, pixels in the mean square, the tiles beside them are then expected from
    /// where they lie.
    fn expected_beside(bend: f64, known: Option<f64>) -> f64 {
        let size = [1100.0, 900.0];
        let of = |bend| Lens {
            bend,
            ..Lens::straight(size)
        };
        let bent = |p: [f64; 2]| of(bend).distort(TRUE.apply(p));
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let mut squares = Vec::new();
        for _ in 0..20 {
            let tile = square(Cell::new(0, 0), FACE_SHARE).map(bent);
            let mut lattice = Lattice::from_tile(tile).unwrap().through(known.map(of));
            let lattice_from_image = lattice.image_from_lattice.inverse().unwrap();
            let cells = (-2..4).flat_map(|x| (-1..2).map(move |y| Cell::new(x, y)));
            let measured = cells.map(|cell| {
                let at = [cell.x, cell.y].map(f64::from);
                let lies = at.map(|v| v + rng.random_range(-0.01..0.01));
                let [lx, ly] = lattice_from_image.apply(bent(lies));
                (cell, [lx - at[0], ly - at[1]])
            });
            lattice.refit(&measured.collect(), &BTreeMap::new(), size);
            for next in [Cell::new(5, 0), Cell::new(-4, 0), Cell::new(1, 4)] {
                let wanted = square(next, FACE_SHARE).map(bent);
                for (c, w) in lattice.corners(next).into_iter().zip(wanted) {
                    squares.push((c[0] - w[0]).powi(2) + (c[1] - w[1]).powi(2));
                }
            }
        }
        (squares.iter().sum::<f64>() / squares.len() as f64).sqrt()
    }

    #[test]
    fn a_lens_known_from_before_helps_a_small_board_and_a_wrong_one_does_no_harm() {
        let (without, with) = (
            expected_beside(-0.2, None),
            expected_beside(-0.2, Some(-0.2)),
        );
        assert!(with < 0.5 * without, "{with} px with it, {without} without");
        let (without, wrong) = (expected_beside(0.0, None), expected_beside(0.0, Some(-0.3)));
        assert!(wrong < 1.2 * without, "{wrong} px, {without} without");
    }

    #[test]
    fn nothing_seen_is_no_lattice() {
        assert!(Lattice::from_outlines(&[]).is_none());
    }
}
