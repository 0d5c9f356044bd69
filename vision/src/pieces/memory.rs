//! What was read last of the figures: an unchanged blob is not read again, and a figure seen a
//! moment ago is recognised more easily.
//!
//! Kept by [`crate::pieces::figures`] from look to look. Looks at no picture.

use std::collections::BTreeSet;

use calibration::space::{self, Image, ImagePoint, LatticePoint, apart};
use calibration::{Homography, View};
use carcassonne::geometry::Cell;
use carcassonne::piece::{Color, FigureKind};
use carcassonne::seen::{FigureCandidate, SeenFigure};

use crate::bare::TableLight;
use crate::bare::balance::Balance;
use crate::picture::illumination::Illumination;
use crate::pieces::ghosts;
use crate::pieces::paint::Paint;
use crate::pieces::paint::grass::{Green, are_grass};
use crate::pieces::place::{PITCH_MM, figures_apart};
use crate::pieces::silhouette::{self, Silhouettes, stature};
use crate::tiles::occlusion::covers::Covers;
use shapes::solid::body;

/// A figure within this of where one of its colour was seen is that one, in cells.
const AGAIN: f64 = 0.2;
/// From so many pieces one picture tells the usual size.
const ENOUGH: usize = 5;
/// How little a blob's middle (cells), area (share) and the camera's tilt (radians) may change
/// for the blob to be the same.
const SAME_MIDDLE: f64 = 0.012;
const SAME_AREA: f64 = 0.05;
const SAME_TILT: f64 = 0.02;

/// What was read last: an unchanged blob is not read again, and a figure seen a moment ago is
/// recognised more easily.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    pub(crate) blobs: Vec<Remembered>,
    /// As it was at the last whole look.
    pub(crate) light: Option<(Balance, Illumination, TableLight)>,
    /// The colours of red and pink wood beside the board, one of each pile; Lab, in the picture's light.
    pub(crate) piles: Vec<[f32; 3]>,
    /// There is one picture only: what is found in it need not be found again in others.
    pub(crate) is_of_one_picture: bool,
    /// What the figures cover in the picture they were read in.
    covers: Covers,
    pub(crate) looks: ghosts::Looks,
}

#[derive(Clone, Debug)]
pub(crate) struct Remembered {
    pub(crate) paint: Paint,
    pub(crate) middle: LatticePoint,
    pub(crate) area_px: f64,
    pub(crate) tilt_rad: f64,
    /// `None` if it is no figure.
    pub(crate) figure: Option<(SeenFigure, silhouette::Fit)>,
    /// How each of the figure's candidates explains it.
    pub(crate) fits: Vec<silhouette::Fit>,
    /// If it may be green wood, how green it is.
    pub(crate) green: Option<Green>,
    /// The table's other green pieces say that it is none.
    pub(crate) is_grass: bool,
}

impl Remembered {
    /// The figure that it is taken for.
    fn stands(&self) -> Option<&(SeenFigure, silhouette::Fit)> {
        self.figure.as_ref().filter(|_| !self.is_grass)
    }

    /// How well a piece explains it, 0 if none does.
    pub(crate) fn overlap(&self) -> f64 {
        self.stands().map_or(0.0, |(_, fit)| fit.overlap)
    }
}

/// Notes which of what may be green wood is grass.
pub(crate) fn tell_grass(blobs: &mut [Remembered]) {
    let figures = blobs.iter_mut().filter(|blob| blob.figure.is_some());
    let (mut greens, mut of_greens) = (Vec::new(), Vec::new());
    for blob in figures {
        if let Some(green) = blob.green {
            greens.push(green);
            of_greens.push(blob);
        }
    }
    for (blob, is_grass) in of_greens.into_iter().zip(are_grass(&greens)) {
        // No patch of grass has a piece's outline as well as that.
        blob.is_grass = is_grass && blob.overlap() < silhouette::WELL;
    }
}

impl Memory {
    /// For a photograph, of which no other look is to be had.
    pub(crate) fn of_one_picture() -> Self {
        Self {
            is_of_one_picture: true,
            ..Self::default()
        }
    }

    /// The same, knowing what red and pink wood lies beside the board.
    pub(crate) fn with_piles(self, piles: Vec<[f32; 3]>) -> Self {
        Self { piles, ..self }
    }

    /// Cells of which could not be told last how many loose pieces stand there.
    pub(crate) fn unclear(&self) -> Vec<Cell> {
        let cells: BTreeSet<Cell> = self.looks.unclear().collect();
        cells.into_iter().collect()
    }

    /// Keeps what was found in this view.
    pub(crate) fn remember(&mut self, found: Vec<Remembered>, view: &View<space::Lattice>) {
        self.covers = found.iter().filter_map(|blob| cover(blob, view)).collect();
        self.blobs = found;
    }

    /// What the figures that were found last cover in their picture.
    pub(crate) fn covers(&self) -> &Covers {
        &self.covers
    }

    /// The board lies elsewhere in the picture now, and the figures with it.
    pub(crate) fn moved(&mut self, map: &Homography<Image, Image>) {
        for corner in self.covers.iter_mut().flatten() {
            *corner = map.apply(*corner);
        }
    }

    pub(crate) fn figures(&self) -> Vec<SeenFigure> {
        figures(&self.blobs)
    }

    /// The figures of one picture, with their readings weighed by the size that this set's pieces
    /// have: a piece that must be far smaller to fit is rather another, or stands otherwise.
    pub(crate) fn by_stature(&self) -> Vec<SeenFigure> {
        let usual = self.usual_size();
        if self.blobs.iter().filter_map(Remembered::stands).count() < ENOUGH {
            return self.figures();
        }
        // What is remembered stays as it was read: it is weighed again with the next reading.
        let mut blobs = self.blobs.clone();
        for blob in &mut blobs {
            let Some((figure, best)) = &mut blob.figure else {
                continue;
            };
            if figure.candidates.len() != blob.fits.len() {
                continue;
            }
            let candidates = figure.candidates.drain(..).zip(blob.fits.drain(..));
            let mut weighed: Vec<_> = candidates
                .map(|(mut candidate, fit)| {
                    let cost = stature::cost(&fit, usual) as f32;
                    candidate.log_likelihood -= silhouette::SHARPNESS * cost;
                    (candidate, fit)
                })
                .collect();
            weighed.sort_by(|a, b| b.0.log_likelihood.total_cmp(&a.0.log_likelihood));
            (figure.candidates, blob.fits) = weighed.into_iter().unzip();
            if let Some(fit) = blob.fits.first() {
                *best = *fit;
            }
        }
        figures(&blobs)
    }

    /// The usual size of the pieces seen so far.
    pub(crate) fn usual_size(&self) -> f64 {
        let figures = self.blobs.iter().filter_map(Remembered::stands);
        stature::usual(figures.filter_map(|(figure, fit)| {
            let best = figure.candidates.first()?;
            Some((best.kind, *fit))
        }))
    }

    pub(crate) fn same(
        &self,
        paint: &Paint,
        middle: LatticePoint,
        area_px: f64,
        tilt_rad: f64,
    ) -> Option<&Remembered> {
        self.blobs.iter().find(|b| {
            b.paint == *paint
                && apart(b.middle, middle) < SAME_MIDDLE
                && (b.area_px - area_px).abs() < SAME_AREA * area_px
                && (b.tilt_rad - tilt_rad).abs() < SAME_TILT
        })
    }

    pub(crate) fn stood_at(&self, paint: &Paint, foot: LatticePoint) -> bool {
        let of_paint = self.blobs.iter().filter(|b| b.paint == *paint);
        let mut figures = of_paint.filter_map(Remembered::stands);
        figures.any(|(figure, _)| {
            let at = |c: usize, cell: i32| f64::from(cell) + f64::from(figure.foot[c]);
            (at(0, figure.cell.x) - foot.x).abs() < AGAIN
                && (at(1, figure.cell.y) - foot.y).abs() < AGAIN
        })
    }
}

/// The figures that blobs were read as.
fn figures(blobs: &[Remembered]) -> Vec<SeenFigure> {
    let figures = blobs.iter().filter_map(Remembered::stands);
    without_doubles(figures.map(|(figure, _)| figure.clone()).collect())
}

/// A figure that was found, as the solid that explains it.
pub(crate) fn known_solid(blob: &Remembered) -> Option<ghosts::Known> {
    let (figure, fit) = blob.stands()?;
    let best = figure.candidates.first()?;
    Some(ghosts::Known {
        kind: best.kind,
        pose: best.pose,
        foot: fit.foot,
        size: fit.size,
        turn: fit.turn,
    })
}

/// How near a ghost a black piece cannot stand, cells: 10 mm (chosen). In a drawn game a ghost's dark
/// side was read 7 to 9 mm beside it.
const THICK: f32 = 10.0 / PITCH_MM as f32;

/// Leaves out what seems to be a black piece and stands in a ghost: the ghost's side that no light reaches,
/// with dark print in its shadow. A black piece has no top that is lit, and an outline of its own.
pub(crate) fn leave_out_sides(blobs: &mut Vec<Remembered>, loose: &[SeenFigure]) {
    let is_ghost = |figure: &&SeenFigure| {
        let likelier = |a: &&FigureCandidate, b: &&FigureCandidate| {
            a.log_likelihood.total_cmp(&b.log_likelihood)
        };
        let best = figure.candidates.iter().max_by(likelier);
        best.is_some_and(|best| best.kind == FigureKind::Ghost)
    };
    blobs.retain(|blob| {
        let Some((figure, fit)) = blob.stands() else {
            return true;
        };
        let stands_in = |ghost: &SeenFigure| figures_apart(figure, ghost) < THICK;
        let may_be_side = blob.paint.color == Some(Color::Black) && fit.overlap < silhouette::WELL;
        !may_be_side || !loose.iter().filter(is_ghost).any(stands_in)
    });
}

/// The corners of a figure that was found, in the picture.
fn cover(blob: &Remembered, view: &View<space::Lattice>) -> Option<Vec<ImagePoint>> {
    let known = known_solid(blob)?;
    let eyes = Silhouettes {
        to_picture: &|point| view.project(point),
        unit_mm: PITCH_MM,
    };
    let solid = eyes.shape(
        &body(known.kind),
        known.pose,
        known.foot,
        known.size,
        known.turn,
    );
    Some(solid.into_iter().flatten().collect())
}

/// How near two figures are one, cells: 7 mm. Two meeples cannot stand closer.
const ONE: f32 = 7.0 / PITCH_MM as f32;

/// One figure seen in two neighbouring paints is one figure: of the paint that fits better, or of the
/// other.
fn without_doubles(mut figures: Vec<SeenFigure>) -> Vec<SeenFigure> {
    figures.sort_by(|a, b| strength(b).total_cmp(&strength(a)));
    let mut kept: Vec<SeenFigure> = Vec::new();
    for figure in figures {
        let is_double = |other: &&mut SeenFigure| figures_apart(&figure, other) < ONE;
        match kept.iter_mut().find(is_double) {
            Some(double) => double.candidates.extend(of_other_color(&figure, double)),
            None => kept.push(figure),
        }
    }
    for figure in &mut kept {
        let by_likelihood = |a: &FigureCandidate, b: &FigureCandidate| {
            b.log_likelihood.total_cmp(&a.log_likelihood)
        };
        figure.candidates.sort_by(by_likelihood);
    }
    kept
}

fn strength(figure: &SeenFigure) -> f32 {
    let best = figure.candidates.first();
    best.map_or(0.0, |candidate| candidate.log_likelihood)
}

/// What a figure may be in a player's colour in which another, which is the same piece, was not seen.
/// Nobody's pieces are told from players' by their paint alone.
fn of_other_color(figure: &SeenFigure, same: &SeenFigure) -> Vec<FigureCandidate> {
    let is_known = |color: Color| same.candidates.iter().any(|c| c.color == Some(color));
    let is_anybodys = same.candidates.iter().all(|c| c.color.is_some());
    let [dx, dy] = [figure.cell.x - same.cell.x, figure.cell.y - same.cell.y];
    let other = figure.candidates.iter();
    let other = other.filter(|c| is_anybodys && c.color.is_some_and(|color| !is_known(color)));
    let on_its_tile = |candidate: &FigureCandidate| FigureCandidate {
        foot: candidate.foot.map(|[x, y]| [x + dx as f32, y + dy as f32]),
        ..*candidate
    };
    other.map(on_its_tile).collect()
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::pieces::paint::grass::Green;
    use crate::pieces::silhouette::{Fit, Turn};
    use calibration::space::point2;
    use carcassonne::piece::Pose;

    /// A piece in that cell, of a paint, with what its outline overlaps and how large it then is.
    pub(crate) fn piece(color: Color, x: i32, overlap: f64, size: f64) -> Remembered {
        let fit = Fit {
            overlap,
            foot: point2(f64::from(x), 0.0),
            size,
            turn: Turn {
                deg: 0.0,
                mirrored: false,
            },
        };
        let candidate = FigureCandidate {
            kind: FigureKind::Meeple,
            color: Some(color),
            pose: Pose::Standing,
            log_likelihood: overlap as f32 * silhouette::SHARPNESS,
            foot: None,
        };
        let figure = SeenFigure {
            cell: Cell::new(x, 0),
            foot: [0.0; 2],
            candidates: vec![candidate],
            foot_px: [0.0; 2],
        };
        Remembered {
            paint: Paint::of_player(color, &[FigureKind::Meeple]),
            middle: fit.foot,
            area_px: 1000.0,
            tilt_rad: 0.5,
            figure: Some((figure, fit)),
            fits: vec![fit],
            green: None,
            is_grass: false,
        }
    }

    #[test]
    fn a_black_piece_in_a_ghost_is_its_dark_side_unless_its_outline_is_clear() {
        let mut ghost = piece(Color::Black, 0, 0.8, 1.0).figure.unwrap().0;
        ghost.candidates[0].kind = FigureKind::Ghost;
        let left = |color: Color, overlap: f64, beside_mm: f32| {
            let mut blob = piece(color, 0, overlap, 1.0);
            blob.figure.as_mut().unwrap().0.foot = [beside_mm / PITCH_MM as f32, 0.0];
            let mut blobs = vec![blob];
            leave_out_sides(&mut blobs, std::slice::from_ref(&ghost));
            blobs.len()
        };
        assert_eq!(left(Color::Black, 0.69, 9.3), 0);
        assert_eq!(left(Color::Black, 0.69, 12.0), 1, "beside it");
        assert_eq!(left(Color::Black, 0.9, 9.3), 1, "a meeple's outline");
        assert_eq!(left(Color::Red, 0.69, 9.3), 1, "no side is red");
    }

    #[test]
    fn a_size_is_weighed_once_however_often_a_picture_is_looked_at() {
        let usual = (0..5).map(|x| piece(Color::Red, x, 0.9, 0.9));
        let memory = Memory {
            blobs: usual.chain([piece(Color::Blue, 7, 0.8, 0.75)]).collect(),
            ..Memory::default()
        };
        let small = || {
            let figures = memory.by_stature().into_iter();
            let mut blue = figures.filter(|figure| figure.cell.x == 7);
            blue.next().expect("the small one").candidates[0].log_likelihood
        };
        let once = small();
        assert!(once < 0.8 * silhouette::SHARPNESS, "{once}");
        assert_eq!(small(), once);
    }

    #[test]
    fn a_piece_seen_in_two_paints_may_be_of_either() {
        let mut other = piece(Color::Red, 1, 0.8, 0.9);
        // Its foot was read as over the edge of the next tile.
        if let Some((figure, _)) = &mut other.figure {
            figure.foot = [-0.95, 0.0];
            figure.candidates[0].foot = Some([-0.95, 0.0]);
        }
        let far = piece(Color::Red, 3, 0.9, 0.9);
        let memory = Memory {
            blobs: vec![other, piece(Color::Pink, 0, 0.85, 0.9), far],
            ..Memory::default()
        };
        let figures = memory.figures();
        let colors = |x: i32| {
            let figure = figures.iter().find(|figure| figure.cell.x == x);
            let candidates = figure.into_iter().flat_map(|figure| &figure.candidates);
            candidates.filter_map(|c| c.color).collect::<Vec<_>>()
        };
        assert_eq!(figures.len(), 2);
        assert_eq!(colors(0), [Color::Pink, Color::Red]);
        assert_eq!(colors(3), [Color::Red]);
        let double = figures.iter().find(|figure| figure.cell.x == 0);
        let [x, _] = double.and_then(|d| d.candidates[1].foot).expect("a foot");
        assert!((x - 0.05).abs() < 1e-6, "{x}");
    }

    #[test]
    fn a_green_thing_with_a_pieces_outline_is_no_grass() {
        let green = |x, overlap, hue, around| Remembered {
            green: Some(Green::new(hue, around)),
            ..piece(Color::Green, x, overlap, 0.9)
        };
        let wood = (0..3).map(|x| green(x, 0.9, 139.0, 80.0));
        let mut blobs: Vec<_> = wood
            .chain([green(5, 0.66, 126.0, 122.0), green(6, 0.93, 126.0, 122.0)])
            .collect();
        tell_grass(&mut blobs);
        let grass: Vec<bool> = blobs.iter().map(|blob| blob.is_grass).collect();
        assert_eq!(grass, [false, false, false, true, false]);
    }
}
