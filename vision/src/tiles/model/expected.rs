//! What a face is expected to look like of which the pack has no picture: cell by cell as the others
//! do where they show the same.
//!
//! Half a pack teaches what its edition's city, road and field look like; where they are on a face,
//! its layout says. So a tile that nobody has photographed is read all the same, if less surely,
//! instead of being taken for the nearest face that somebody has. A face that shows something no
//! other does (the only monastery) is not expected at all. Never looks at a scene.

use carcassonne::catalogue::{Catalogue, Face, FaceId, SegmentKind};
use carcassonne::geometry::Rotation;
use ndarray::{Array1, ArrayView1};
use opencv::core;
use opencv::imgproc;
use shapes::layout::{Layout, unturned};

use super::descriptor::{self, CELLS, LENGTH};
use crate::cv;
use crate::pack::{FacePicture, Pack};

/// Points per side at which it is told what a face shows: three to a cell of a feature, so that a
/// road is two or three of them wide.
const POINTS: usize = 3 * CELLS;
/// Share of the points around a cell that may show something else on a face that the cell is taken
/// from; beyond that no face shows the same. A road through them is two or three of nine wide, about a
/// quarter: what has a road is not taken from what has none. By geometry, not fitted.
const UNLIKE: f32 = 0.25;
/// The same share by which a face counts e times less than the one most like it: one that differs in a
/// row of nine points (0.11) hardly counts. By geometry, not fitted.
const LIKER: f32 = 0.03;
/// How far the village reaches in which roads end, tile units.
const VILLAGE: f32 = 0.08;

/// What a face shows at a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Land {
    Field,
    Road,
    City,
    /// Where roads end in nothing else.
    Village,
    Monastery,
    Castle,
    Cemetery,
    Mist,
    Nothing,
}

/// What a turned face shows, row by row.
#[derive(PartialEq, Eq)]
struct FacePlan(Vec<Land>);

impl FacePlan {
    fn of(face: &Face, layout: &Layout, rotation: Rotation) -> Self {
        let at = |n: usize| (n as f32 + 0.5) / POINTS as f32 - 0.5;
        let places = (0..POINTS * POINTS).map(|i| [at(i % POINTS), at(i / POINTS)]);
        Self(
            places
                .map(|place| land(face, layout, unturned(place, rotation)))
                .collect(),
        )
    }

    /// Share of the points in a cell and around it at which another face shows something else.
    fn unlike(&self, other: &Self, cell: usize) -> f32 {
        let around = |at: usize| {
            let from = (3 * at).saturating_sub(3);
            from..(3 * at + 6).min(POINTS)
        };
        let (mut differ, mut all) = (0, 0);
        for y in around(cell / CELLS) {
            for x in around(cell % CELLS) {
                let i = y * POINTS + x;
                differ += usize::from(self.0[i] != other.0[i]);
                all += 1;
            }
        }
        differ as f32 / all as f32
    }
}

fn land(face: &Face, layout: &Layout, point: shapes::layout::Point) -> Land {
    let near = |[x, y]: shapes::layout::Point| (x - point[0]).hypot(y - point[1]) < VILLAGE;
    if layout.mist_at(point).is_some() {
        return Land::Mist;
    }
    if layout.plan().village.is_some_and(near) {
        return Land::Village;
    }
    let segment = layout.segment_at(point).and_then(|n| face.segments.get(n));
    match segment.map(|segment| &segment.kind) {
        Some(SegmentKind::Field { .. } | SegmentKind::Garden) => Land::Field,
        Some(SegmentKind::Road) => Land::Road,
        Some(SegmentKind::City { .. }) => Land::City,
        Some(SegmentKind::Monastery) => Land::Monastery,
        Some(SegmentKind::Castle) => Land::Castle,
        Some(SegmentKind::Cemetery) => Land::Cemetery,
        None => Land::Nothing,
    }
}

/// A face that the pack shows, turned: what it shows where, and its mean feature with the colours as
/// they are rather than against the tile's mean.
struct Example {
    plan: FacePlan,
    feature: Array1<f32>,
}

/// The features that are expected of the faces that `pack` lacks, unturned; `means` are those of its
/// pictures. Faces are left out that show something no picture does.
///
/// # Errors
/// Fails when OpenCV does.
pub(super) fn features<'a>(
    pack: &Pack,
    means: impl Iterator<Item = ArrayView1<'a, f32>>,
    catalogue: &Catalogue,
) -> opencv::Result<Vec<(FaceId, Array1<f32>)>> {
    let shows = |face: FaceId| pack.pictures.iter().any(|picture| picture.face == face);
    let lacking: Vec<_> = catalogue.faces().filter(|face| !shows(face.id)).collect();
    if lacking.is_empty() {
        return Ok(Vec::new());
    }
    let mut known = Vec::new();
    for (picture, mean) in pack.pictures.iter().zip(means) {
        if let Some(face) = catalogue.face(&picture.face) {
            known.extend(turns(face, picture, mean.to_vec())?);
        }
    }
    let mut expected = Vec::new();
    for face in lacking {
        let plan = FacePlan::of(face, &Layout::new(face, false)?, Rotation::R0);
        if let Some(feature) = compose(&plan, &known) {
            expected.push((face.id, feature));
        }
    }
    Ok(expected)
}

fn turns(
    face: &Face,
    picture: &FacePicture,
    mut feature: Vec<f32>,
) -> opencv::Result<Vec<Example>> {
    descriptor::add_color(&mut feature, mean_color(picture)?);
    let mut feature = Array1::from_vec(feature);
    let layout = Layout::new(face, false)?;
    let turns = Rotation::ALL.into_iter().map(|rotation| {
        let turned = descriptor::quarter_turn(&feature);
        Example {
            plan: FacePlan::of(face, &layout, rotation),
            feature: std::mem::replace(&mut feature, turned),
        }
    });
    Ok(turns.collect())
}

/// A picture's mean colour, CIE Lab.
fn mean_color(picture: &FacePicture) -> opencv::Result<[f32; 3]> {
    let float = cv::retyped(&picture.image, core::CV_32FC3, 1.0 / 255.0, 0.0)?;
    let mean = core::mean_def(&cv::converted(&float, imgproc::COLOR_BGR2Lab)?)?;
    Ok([mean[0] as f32, mean[1] as f32, mean[2] as f32])
}

/// Each cell as the faces have it that show the same around it.
fn compose(plan: &FacePlan, known: &[Example]) -> Option<Array1<f32>> {
    // Only a shield tells twins apart, and a layout knows of none: of its twin a face would be a copy.
    let others: Vec<&Example> = known.iter().filter(|k| k.plan != *plan).collect();
    let mut feature = vec![0.0; LENGTH];
    for cell in 0..CELLS * CELLS {
        let unlike = others.iter().map(|known| plan.unlike(&known.plan, cell));
        let unlike: Vec<f32> = unlike.collect();
        let least = unlike.iter().copied().fold(f32::INFINITY, f32::min);
        if least > UNLIKE {
            return None;
        }
        let weight = |unlike: &f32| ((least - unlike) / LIKER).exp();
        let sum: f32 = unlike.iter().map(weight).sum();
        for entry in descriptor::of_cell(cell) {
            let parts = others.iter().zip(&unlike);
            feature[entry] = parts
                .map(|(k, u)| k.feature[entry] * weight(u))
                .sum::<f32>()
                / sum;
        }
    }
    descriptor::seen_of(&mut feature, &[true; CELLS * CELLS]);
    Some(Array1::from_vec(feature))
}
