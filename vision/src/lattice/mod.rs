//! The board's lattice in the picture: which pixels a cell covers.
//!
//! Tiles are the ruler. A lattice starts from one outline and takes in others as they fit; then
//! every tile that was named with certainty corrects it. Cells are numbered from the tile it
//! started with, with the cell axes along that tile's sides; nothing here knows the start tile
//! or north, nor what a tile shows.

pub(crate) mod align;
mod gather;
pub mod outline;
pub mod register;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use calibration::space::{
    self, Image, ImageCorners, ImagePoint, LatticeOffset, LatticePoint, Straight, point2, vec2,
};
use calibration::{Corners, Homography, KnownBoard, KnownLens, Lens, View};
use carcassonne::geometry::Cell;

use crate::lattice::outline::{Outline, side_of};

/// Side of a face picture as a share of the lattice's pitch, to begin with: 45 mm tiles lie 45.3
/// to 46 mm apart.
const FACE_SHARE: f64 = 0.985;
/// From so many tiles, spread over both axes, centres alone fix the lattice; corners are less
/// exact, since each tile is turned a little and face pictures are cropped by hand.
const ENOUGH_CENTRES: usize = 6;
/// Up to so many tiles, their corners tell better how the board lies: hands lay tiles a millimetre
/// or two off, by which ten centres bend the next cell away by a quarter of a tile.
const FEW: usize = 16;
/// How exactly tiles' centres and corners are measured to begin with, as a share of their side: outlines of
/// tiles of 80 px are some 3 px off.
const MEASURED: f64 = 0.04;
/// From so many tiles their centres tell the lens too, and by how much it must lower the
/// residual to be more than noise.
const ENOUGH_FOR_LENS: usize = 24;
const LENS_GAIN: f64 = 0.92;
/// How far a measured point may lie from the fitted lattice, in cells: tiles laid by hand are
/// off by 2 mm of 45, lens distortion adds as much.
const FIT_TOLERANCE: f64 = 0.09;

/// Degrees above the table under which far tiles blur into lines and pieces hide each other: on
/// photographs and drawn tables from lower down, far rows are missed. From there pieces are looked for
/// in the picture as it is: of a board at 33° five of seventeen were lost when it was rectified only;
/// with 36° or 41° for a limit two photographs and seven drawn tables read alike.
pub(crate) const LOW_DEG: f64 = 35.0;

/// What tells the shape of a board of few tiles.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Few<'a> {
    /// The camera's pose: the board is only being found.
    Posed,
    /// The corners of some tiles (NW NE SE SW of the lattice, pixels): the board is followed. Where
    /// none are known it keeps the shape it has.
    Cornered(&'a BTreeMap<Cell, ImageCorners>),
}

/// The cells of the board, as they lie in the picture.
#[derive(Clone, Debug)]
pub struct Lattice {
    /// Cell coordinates (a cell's centre at whole numbers) to pixels.
    pub image_from_lattice: Homography<Image, space::Lattice>,
    /// Where each known tile really lies: its centre's offset from the lattice point, in cells.
    pub offsets: BTreeMap<Cell, LatticeOffset>,
    /// Side of a face picture as a share of the pitch.
    face_share: f64,
    /// The lens and the map to the straightened picture, once enough tiles tell them: where
    /// cells without a tile of their own are to be expected.
    lens: Option<(Lens, Homography<Straight, space::Lattice>)>,
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
            offsets: cells
                .map(|&[x, y]| (Cell::new(x, y), LatticeOffset::zero()))
                .collect(),
            face_share: board.face_share,
            lens: None,
            told_by: 0,
            known_lens: lens,
        }
    }

    /// The camera's view of these cells in a picture of that width and height, heights in cells; `None`
    /// where they do not tell it.
    pub(crate) fn view(
        &self,
        cells: impl Iterator<Item = Cell>,
        (width, height): (i32, i32),
    ) -> Option<View<space::Lattice>> {
        let plane: Vec<_> = cells.map(middle_of).collect();
        let image: Vec<_> = plane.iter().map(|at| self.place(*at)).collect();
        View::fit(&plane, &image, [f64::from(width), f64::from(height)])
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
    pub fn from_tile(corners: ImageCorners) -> Option<Self> {
        let image_from_lattice = Homography::through(square(Cell::default(), FACE_SHARE), corners)?;
        let offsets = BTreeMap::from([(Cell::default(), LatticeOffset::zero())]);
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
    pub fn of_map(
        image_from_lattice: Homography<Image, space::Lattice>,
        lens: Option<(Lens, Homography<Straight, space::Lattice>)>,
    ) -> Self {
        Self {
            image_from_lattice,
            offsets: BTreeMap::new(),
            face_share: FACE_SHARE,
            lens,
            told_by: 0,
            known_lens: None,
        }
    }

    /// Where a point of the plane appears.
    pub fn place(&self, at: LatticePoint) -> ImagePoint {
        match &self.lens {
            Some((lens, straight_from_lattice)) => lens.distort(straight_from_lattice.apply(at)),
            None => self.image_from_lattice.apply(at),
        }
    }

    /// Whether a tile with these corners, clockwise, lies on this board or beside it.
    pub fn takes(&self, corners: &ImageCorners) -> bool {
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

    /// A cell's tile in the picture: corners NW NE SE SW of the lattice, pixels; moved by the
    /// tile's own offset, or by what the neighbours' are off where there is none yet.
    pub fn corners(&self, cell: Cell) -> ImageCorners {
        match self.offsets.get(&cell) {
            Some(off) => square(cell, self.face_share)
                .map(|corner| self.image_from_lattice.apply(corner + *off)),
            None => self.expected(cell),
        }
    }

    /// Where a cell's tile lies by its neighbours, whatever is known of its own offset.
    pub fn expected(&self, cell: Cell) -> ImageCorners {
        let off = self.drift(cell);
        square(cell, self.face_share).map(|corner| self.place(corner + off))
    }

    /// Corners NW NE SE SW of a cell's tile without its own offset, in cells.
    pub fn square(&self, cell: Cell) -> Corners<space::Lattice> {
        square(cell, self.face_share)
    }

    /// By how much the tiles around a cell lie beside where they are expected, in cells: rows laid
    /// by hand drift.
    fn drift(&self, cell: Cell) -> LatticeOffset {
        let lattice_from_image = self.lens.and_then(|_| self.image_from_lattice.inverse());
        let expected = |cell: Cell| {
            let at = middle_of(cell);
            let bent = lattice_from_image.map(|lattice| lattice.apply(self.place(at)));
            bent.map_or(LatticeOffset::zero(), |bent| bent - at)
        };
        let near: Vec<_> = cell
            .surrounding()
            .iter()
            .filter_map(|c| Some(*self.offsets.get(c)? - expected(*c)))
            .collect();
        if near.is_empty() {
            return LatticeOffset::zero();
        }
        near.iter().sum::<LatticeOffset>() / near.len() as f64
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
    /// points as it stands, in cells). What shapes a board of so few that this does not tell it,
    /// `few` says.
    ///
    /// `size` is the picture's width and height.
    pub fn refit(
        &mut self,
        measured: &BTreeMap<Cell, LatticeOffset>,
        few: Few<'_>,
        size: [f64; 2],
    ) {
        let none = BTreeMap::new();
        let corners = match few {
            Few::Posed => &none,
            Few::Cornered(corners) => corners,
        };
        let old = self.image_from_lattice;
        let point = |cell: &Cell, off: LatticeOffset| old.apply(middle_of(*cell) + off);
        let (mut from, mut to) = (Vec::new(), Vec::new());
        let half = self.face_share / 2.0;
        let cells = measured.keys().copied();
        let enough = spread(cells.clone()) && (corners.is_empty() || !Self::needs_corners(cells));
        for (cell, offset) in measured {
            let seen = corners.get(cell);
            if seen.is_none() {
                from.push(middle_of(*cell));
                to.push(point(cell, *offset));
            }
            // Corners keep a lattice of few tiles stiff.
            if !enough {
                let around = [(-half, -half), (half, -half), (half, half), (-half, half)];
                for (i, (x, y)) in around.into_iter().enumerate() {
                    from.push(middle_of(*cell) + vec2(x, y));
                    let expected = || point(cell, *offset + vec2(x, y));
                    to.push(seen.map_or_else(expected, |seen| seen[i]));
                }
            }
        }
        let side = self.side_px(Cell::default());
        let Some(mut fit) = Homography::fit(&from, &to, FIT_TOLERANCE * side) else {
            return;
        };
        if few == Few::Posed && !enough {
            fit.map = posed(&from, &to, size, side).unwrap_or(fit.map);
        }
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
                let there = lattice_from_image.apply(point(cell, *offset));
                (*cell, there - middle_of(*cell))
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
        let here_from_there: Homography<space::Lattice, space::Lattice> = Homography::new([
            [cos, -sin, f64::from(dx)],
            [sin, cos, f64::from(dy)],
            [0.0, 0.0, 1.0],
        ]);
        let there_from_here = here_from_there.inverse()?;
        let offsets = self
            .offsets
            .iter()
            .map(|(cell, offset)| {
                let old = cell_at(there_from_here.apply(middle_of(*cell)));
                let LatticeOffset { x, y, .. } = *offset;
                (old, vec2(cos * x + sin * y, -sin * x + cos * y))
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
    pub fn followed(&self, map: &Homography<Image, Image>) -> Self {
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

/// Where the lattice lies by the camera's pose: a rigid one has six freedoms where a homography has eight,
/// so a few tiles tell how the next ones lie, even a single one. On sixteen drawn tables from 21° to 55°
/// 408 of 426 tiles were read right so, and 374 by homographies alone.
fn posed(
    from: &[LatticePoint],
    to: &[ImagePoint],
    size: [f64; 2],
    side: f64,
) -> Option<Homography<Image, space::Lattice>> {
    let view = View::fit_measured(from, to, size, MEASURED * side)?;
    Some(view.ground())
}

/// A cell turned about the origin by clockwise quarters.
fn turned_cell(cell: Cell, quarters: u8) -> Cell {
    (0..quarters % 4).fold(cell, |c, _| Cell::new(-c.y, c.x))
}

/// Corners NW NE SE SW of a square of side `share` on a lattice cell, in cells.
fn square(cell: Cell, share: f64) -> Corners<space::Lattice> {
    let half = share / 2.0;
    space::square(-half, half).map(|corner: LatticePoint| middle_of(cell) + corner.to_vector())
}

/// The middle of a cell.
pub fn middle_of(cell: Cell) -> LatticePoint {
    point2(f64::from(cell.x), f64::from(cell.y))
}

/// The cell in which a place lies.
pub fn cell_at(place: LatticePoint) -> Cell {
    Cell::new(place.x.round() as i32, place.y.round() as i32)
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
