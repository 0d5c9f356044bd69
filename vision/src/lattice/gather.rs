//! The lattice that [outlines](crate::lattice::outline) belong to.
//!
//! A lattice starts from one outline and takes in others as they fit, nearest first.

use std::collections::BTreeMap;

use calibration::Homography;
use calibration::space::{self, Image, ImageCorners, LatticeOffset, apart};
use carcassonne::geometry::Cell;

use super::{FIT_TOLERANCE, Lattice, cell_at, middle_of, posed, spread, square};
use crate::lattice::outline::{Outline, side_of};

/// Bounds of that share once measured: packs cropped too tightly or with some table around.
const FACE_SHARES: std::ops::RangeInclusive<f64> = 0.93..=1.07;
/// How far an outline's centre may lie from its cell's, in cells.
const CENTRE_TOLERANCE: f64 = 0.22;
/// How far an outline's corners may lie from the cell's, in cells.
const CORNER_TOLERANCE: f64 = 0.3;

impl Lattice {
    /// The lattice that explains most of `outlines` in a picture of that width and height; `None` when
    /// there is none.
    pub fn from_outlines(outlines: &[Outline], size: [f64; 2]) -> Option<Self> {
        // The best supported outlines are tried as seeds; a wrong one gathers nothing.
        outlines
            .iter()
            .take(12)
            .filter_map(|seed| {
                let mut lattice = Self::from_tile(seed.flat())?;
                let support = lattice.gather(outlines, size);
                Some((support, lattice))
            })
            .max_by_key(|(support, _)| *support)
            .map(|(_, lattice)| lattice)
    }

    /// Takes in outlines that fit, nearest first, refitting as it grows; returns the matches
    /// that support it.
    fn gather(&mut self, outlines: &[Outline], size: [f64; 2]) -> usize {
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
            let (mut from, mut to) = (Vec::new(), Vec::new());
            for (cell, outline) in &members {
                from.push(middle_of(*cell));
                to.push(outline.centre());
            }
            let is_spread = spread(members.iter().map(|(cell, _)| *cell));
            if !is_spread {
                for (cell, outline) in &members {
                    from.extend(square(*cell, self.face_share));
                    to.extend(self.begun_there(*cell, outline.corners));
                }
            }
            let side = self.side_px(Cell::default());
            let map = match is_spread {
                true => Homography::fit(&from, &to, FIT_TOLERANCE * side).map(|fit| fit.map),
                false => posed(&from, &to, size, side),
            };
            self.image_from_lattice = map.unwrap_or(self.image_from_lattice);
            self.measure_face_share(&members);
        }
        self.offsets = members
            .iter()
            .map(|(cell, _)| (*cell, LatticeOffset::zero()))
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

    /// The cell an outline covers, if it covers one.
    pub(super) fn cell_of(
        &self,
        lattice_from_image: &Homography<space::Lattice, Image>,
        outline: &Outline,
    ) -> Option<Cell> {
        let centre = lattice_from_image.apply(outline.centre());
        if !(centre.x.abs() < 1000.0 && centre.y.abs() < 1000.0) {
            return None;
        }
        let cell = cell_at(centre);
        if apart(centre, middle_of(cell)) > CENTRE_TOLERANCE {
            return None;
        }
        let fits = square(cell, self.face_share)
            .iter()
            .zip(self.begun_there(cell, outline.corners))
            .all(|(corner, seen)| lattice_from_image.distance(seen, *corner) < CORNER_TOLERANCE);
        fits.then_some(cell)
    }

    /// Corners of an outline, begun at the cell's north-west.
    fn begun_there(&self, cell: Cell, corners: ImageCorners) -> ImageCorners {
        let expected = self.corners(cell);
        let cost = |shift: usize| -> f64 {
            (0..4)
                .map(|i| {
                    let (a, b) = (expected[i], corners[(i + shift) % 4]);
                    (a.x - b.x).powi(2) + (a.y - b.y).powi(2)
                })
                .sum()
        };
        let shift = (0..4)
            .min_by(|&a, &b| cost(a).total_cmp(&cost(b)))
            .unwrap_or(0);
        std::array::from_fn(|i| corners[(i + shift) % 4])
    }
}
