//! Teaching tiles: cuts a tile out of a picture and proposes what is printed on it.
//!
//! A [`Teacher`] compares a rectified tile with tiles whose print is known, those of a pack and
//! those taught before, so that each taught tile makes the next proposal better. Each side and
//! the middle are compared by themselves; how sides belong together is lent by the most alike
//! tile with the same sides. A proposal is a [`Draft`] for a person to correct: nothing here
//! decides, writes or knows a game. [`rows`] finds tiles that were laid out to be taught in one
//! go.

use std::collections::BTreeMap;

use calibration::space::ImageCorners;
use carcassonne::catalogue::draft::{APART, Place};
use carcassonne::catalogue::{Catalogue, Draft, FaceId, Terrain, TileSet};
use carcassonne::geometry::Rotation;
use opencv::core::{Mat, Size, Vec3f};
use opencv::imgproc;
use opencv::prelude::*;

use crate::cv;
use crate::pack::{FACE_PX, Pack};
use crate::picture::pyramid::Pyramid;

mod rows;

pub use crate::view::rectify::rgb as to_rgb;
pub use rows::rows;

/// Side of the picture that is compared, samples: a road is two wide.
const GRID: usize = 24;
/// Rows of a side's strip: the outermost is left out, where cut and neighbour show.
const STRIP: std::ops::Range<usize> = 1..5;
/// The middle, where a monastery, castle or cemetery stands.
const MIDDLE: std::ops::Range<usize> = 7..17;
/// Weight of lightness against the colour channels: lamps change it first.
const LIGHTNESS: f32 = 0.6;
/// Votes of known sides that decide about a new one.
const VOTES: usize = 5;
/// A side without much colour and not dark is mist as long as no mist is known, CIE Lab.
const PALE: (f32, f32) = (13.0, 52.0);
/// Two pictures that are that alike, as a mean difference per sample in CIE Lab, may show one
/// face, and it is offered. Between our art as drawn and as photographed under a lamp 8 to 10
/// was measured.
const TWIN: f32 = 11.0;

/// The tile inside `corners` (clockwise from what becomes the top left), as a pack keeps it.
///
/// # Errors
/// Fails when the corners enclose nothing.
pub fn cut(picture: &Mat, corners: ImageCorners) -> opencv::Result<Mat> {
    Pyramid::new(picture)?.rectify(corners, FACE_PX, 0)
}

/// A photograph from a file, as its EXIF orientation turns it; `None` if it is no picture that
/// can be used, with a line in the log that says why.
pub fn photograph(path: &std::path::Path) -> Option<Mat> {
    let picture = crate::picture::whole(path, files::limits::PHOTO_PIXELS);
    picture
        .map_err(|why| tracing::warn!(path = %path.display(), %why, "no photograph"))
        .ok()
}

/// The picture of rows of red, green, blue, of that width and height in pixels.
///
/// # Errors
/// Fails when size and bytes disagree.
pub fn from_rgb(rgb: &[u8], [width, height]: [usize; 2]) -> opencv::Result<Mat> {
    let bytes = width.checked_mul(height).and_then(|n| n.checked_mul(3));
    if bytes != Some(rgb.len()) {
        let why = format!("{} bytes are no {width} × {height} pixels", rgb.len());
        return Err(opencv::Error::new(opencv::core::StsUnmatchedSizes, why));
    }
    let flat = Mat::from_slice(rgb)?;
    let rows = i32::try_from(height).unwrap_or(i32::MAX);
    let pixels = flat.reshape(3, rows)?;
    let picture = cv::converted(&pixels, imgproc::COLOR_RGB2BGR)?;
    Ok(picture)
}

/// The picture turned clockwise.
///
/// # Errors
/// Fails when OpenCV does.
pub fn turned_by(picture: &Mat, turn: Rotation) -> opencv::Result<Mat> {
    let how = match turn.quarter_turns() {
        0 => return Ok(picture.clone()),
        1 => opencv::core::ROTATE_90_CLOCKWISE,
        2 => opencv::core::ROTATE_180,
        _ => opencv::core::ROTATE_90_COUNTERCLOCKWISE,
    };
    let turned = cv::turned(picture, how)?;
    Ok(turned)
}

/// A tile's picture, coarse enough that what is compared is what lies where.
#[derive(Clone)]
struct Look {
    /// CIE Lab, row by row.
    samples: Vec<[f32; 3]>,
}

impl Look {
    fn new(picture: &Mat) -> opencv::Result<Self> {
        let size = Size::new(GRID as i32, GRID as i32);
        let small = cv::resized(picture, size, imgproc::INTER_AREA)?;
        let float = cv::retyped(&small, opencv::core::CV_32FC3, 1.0 / 255.0, 0.0)?;
        let lab = cv::converted(&float, imgproc::COLOR_BGR2Lab)?;
        let samples = lab.data_typed::<Vec3f>()?.iter();
        Ok(Self {
            samples: samples.map(|v| [v[0] * LIGHTNESS, v[1], v[2]]).collect(),
        })
    }

    fn at(&self, row: usize, column: usize) -> [f32; 3] {
        self.samples[row * GRID + column]
    }

    /// Turned so that side `quarters` clockwise from the north comes to lie in the north.
    fn with_north(&self, quarters: usize) -> Self {
        let last = GRID - 1;
        let from = |row: usize, column: usize| match quarters % 4 {
            0 => self.at(row, column),
            1 => self.at(column, last - row),
            2 => self.at(last - row, last - column),
            _ => self.at(last - column, row),
        };
        let all = (0..GRID * GRID).map(|n| from(n / GRID, n % GRID));
        Self {
            samples: all.collect(),
        }
    }

    fn part(&self, rows: std::ops::Range<usize>, columns: std::ops::Range<usize>) -> Vec<[f32; 3]> {
        rows.flat_map(|row| columns.clone().map(move |column| self.at(row, column)))
            .collect()
    }

    /// What the northern side shows.
    fn strip(&self) -> Vec<[f32; 3]> {
        self.part(STRIP, 0..GRID)
    }

    fn middle(&self) -> Vec<[f32; 3]> {
        self.part(MIDDLE, MIDDLE)
    }
}

/// Mean difference of two pictures' samples.
fn difference(a: &[[f32; 3]], b: &[[f32; 3]]) -> f32 {
    let far = |(a, b): (&[f32; 3], &[f32; 3])| {
        let square: f32 = a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum();
        square.sqrt()
    };
    a.iter().zip(b).map(far).sum::<f32>() / a.len().max(1) as f32
}

/// The mirror image of a strip, which shows the same.
fn mirrored(strip: &[[f32; 3]]) -> Vec<[f32; 3]> {
    strip
        .chunks(GRID)
        .flat_map(|row| row.iter().rev().copied())
        .collect()
}

/// What a side shows.
type Shown = (Terrain, bool);

/// A tile whose print is known, turned four ways.
struct Known {
    draft: Draft,
    turned: [Look; 4],
}

/// A face that a picture looks like.
#[derive(Clone, Debug, PartialEq)]
pub struct Twin {
    /// Which.
    pub face: FaceId,
    /// How the picture is to be turned to lie like the face.
    pub turn: Rotation,
    /// Mean difference of the samples, CIE Lab.
    pub difference: f32,
}

impl Twin {
    /// Whether they are so alike that they may be the same face.
    pub fn is_likely(&self) -> bool {
        self.difference <= TWIN
    }
}

/// Proposes what is printed on a tile.
#[derive(Default)]
pub struct Teacher {
    known: Vec<Known>,
    sides: Vec<(Vec<[f32; 3]>, Shown)>,
    middles: Vec<(Vec<[f32; 3]>, Option<Place>)>,
}

impl Teacher {
    /// A teacher who knows the pictures of a pack, as far as the catalogue says what they show.
    ///
    /// # Errors
    /// Fails when OpenCV does.
    pub fn new(pack: &Pack, catalogue: &Catalogue) -> opencv::Result<Self> {
        let mut teacher = Self::default();
        for picture in &pack.pictures {
            let face = catalogue.face(&picture.face);
            if let Some(draft) = face.and_then(|face| Draft::of(face)) {
                teacher.learn(&picture.image, &draft)?;
            }
        }
        Ok(teacher)
    }

    /// From now on this picture is known to show that.
    ///
    /// # Errors
    /// Fails when OpenCV does.
    pub fn learn(&mut self, picture: &Mat, draft: &Draft) -> opencv::Result<()> {
        let look = Look::new(picture)?;
        let turned: [Look; 4] = std::array::from_fn(|side| look.with_north(side));
        for (side, look) in turned.iter().enumerate() {
            let strip = look.strip();
            let shown = (draft.edges[side], draft.mist[side]);
            self.sides.push((mirrored(&strip), shown));
            self.sides.push((strip, shown));
            self.middles.push((look.middle(), draft.place));
        }
        self.known.push(Known {
            draft: draft.clone(),
            turned,
        });
        Ok(())
    }

    /// What the picture seems to show. `told` are sides that neighbours on the board tell.
    ///
    /// # Errors
    /// Fails when OpenCV does.
    pub fn propose(
        &self,
        picture: &Mat,
        id: FaceId,
        set: TileSet,
        told: [Option<Terrain>; 4],
    ) -> opencv::Result<Draft> {
        let look = Look::new(picture)?;
        let mut draft = Draft::new(id, set);
        for (side, told) in told.into_iter().enumerate() {
            let strip = look.with_north(side).strip();
            let (terrain, mist) = self.side(&strip, told, set.has_mist());
            (draft.edges[side], draft.mist[side]) = (terrain, mist);
        }
        let middle = look.middle();
        let middles = nearest(&self.middles, &middle, |_| true);
        draft.place = vote(&middles).flatten();
        self.lend(&look, &mut draft);
        Ok(draft)
    }

    /// Proposes anew how the sides belong together, after a person said what they show.
    ///
    /// # Errors
    /// Fails when OpenCV does.
    pub fn arrange(&self, picture: &Mat, draft: &mut Draft) -> opencv::Result<()> {
        self.lend(&Look::new(picture)?, draft);
        Ok(())
    }

    /// What a side shows, by the most alike sides that are known.
    fn side(&self, strip: &[[f32; 3]], told: Option<Terrain>, mist: bool) -> Shown {
        let fits =
            |shown: &Shown| (mist || !shown.1) && told.is_none_or(|terrain| shown.0 == terrain);
        let knows_mist = self.sides.iter().any(|(_, (_, mist))| *mist);
        if mist && !knows_mist && told != Some(Terrain::City) && is_pale(strip) {
            // Roads are pale as well, but few lead into mist.
            return (told.unwrap_or(Terrain::Field), true);
        }
        let usual = (told.unwrap_or(Terrain::Field), false);
        vote(&nearest(&self.sides, strip, fits)).unwrap_or(usual)
    }

    /// How the sides belong together, coats of arms and ghosts: those of the most alike tile
    /// that has the same sides and the same in the middle.
    fn lend(&self, look: &Look, draft: &mut Draft) {
        draft.take_usual();
        let mut best: Option<(f32, usize, &Draft)> = None;
        for known in &self.known {
            for turn in 0..4 {
                let same = (0..4).all(|side| {
                    let other = (side + turn) % 4;
                    known.draft.edges[other] == draft.edges[side]
                        && known.draft.mist[other] == draft.mist[side]
                });
                if !same || known.draft.place != draft.place {
                    continue;
                }
                let far = difference(&known.turned[turn].samples, &look.samples);
                if best.is_none_or(|(least, ..)| far < least) {
                    best = Some((far, turn, &known.draft));
                }
            }
        }
        let Some((_, turn, lender)) = best else {
            // Most mist has ghosts; how many is a click.
            for side in (0..4).filter(|&side| draft.mist[side] && draft.fog[side] == side) {
                draft.ghosts[side] = 1;
            }
            return;
        };
        draft.joined = turned(lender.joined, turn);
        draft.fog = turned(lender.fog, turn);
        draft.walls = turned(lender.walls, turn);
        draft.shields = lent(lender.joined, lender.shields, draft.joined, turn);
        draft.hidden = lent(lender.joined, lender.hidden, draft.joined, turn);
        draft.ghosts = lent(lender.fog, lender.ghosts, draft.fog, turn);
        draft.settle();
    }

    /// How far the picture differs from each face that is known, turned each way: as a mean difference of
    /// the samples, CIE Lab.
    ///
    /// # Errors
    /// Fails when OpenCV does.
    pub fn differences(&self, picture: &Mat) -> opencv::Result<BTreeMap<(FaceId, Rotation), f32>> {
        let look = Look::new(picture)?;
        let mut differences = BTreeMap::new();
        for known in &self.known {
            for (turn, turned) in (0..).zip(&known.turned) {
                // The face has to be turned back by as much as the picture.
                let lies = Rotation::from_quarter_turns(-turn);
                let far = difference(&turned.samples, &look.samples);
                let least = differences.entry((known.draft.id, lies)).or_insert(far);
                *least = far.min(*least);
            }
        }
        Ok(differences)
    }

    /// The faces that the picture looks like, most alike first, at most three.
    ///
    /// # Errors
    /// Fails when OpenCV does.
    pub fn twins(&self, picture: &Mat) -> opencv::Result<Vec<Twin>> {
        let look = Look::new(picture)?;
        let mut twins: Vec<Twin> = Vec::new();
        for known in &self.known {
            let each = (0..4).map(|turn| {
                (
                    difference(&known.turned[turn].samples, &look.samples),
                    turn as i32,
                )
            });
            let Some((difference, turn)) = each.min_by(|a, b| a.0.total_cmp(&b.0)) else {
                continue;
            };
            let twin = Twin {
                face: known.draft.id,
                turn: Rotation::from_quarter_turns(turn),
                difference,
            };
            match twins.iter_mut().find(|other| other.face == twin.face) {
                Some(other) if other.difference <= difference => {}
                Some(other) => *other = twin,
                None => twins.push(twin),
            }
        }
        twins.sort_by(|a, b| a.difference.total_cmp(&b.difference));
        twins.truncate(3);
        Ok(twins)
    }
}

/// Groups of a face of which side `turn` is taken as the north.
fn turned(groups: [usize; 4], turn: usize) -> [usize; 4] {
    let mut turned = APART;
    for side in 0..4 {
        let alike = |other: &usize| groups[(*other + turn) % 4] == groups[(side + turn) % 4];
        turned[side] = (0..4).find(alike).unwrap_or(side);
    }
    turned
}

/// What depends on the first side of a group, handed over to a face that is turned.
fn lent<T: Copy + Default>(from: [usize; 4], what: [T; 4], to: [usize; 4], turn: usize) -> [T; 4] {
    std::array::from_fn(|side| {
        if to[side] == side {
            what[from[(side + turn) % 4]]
        } else {
            T::default()
        }
    })
}

/// The most alike of the known, with what they show.
fn nearest<T: Copy>(
    known: &[(Vec<[f32; 3]>, T)],
    seen: &[[f32; 3]],
    fits: impl Fn(&T) -> bool,
) -> Vec<(f32, T)> {
    let known = known.iter().filter(|(_, shown)| fits(shown));
    let mut near: Vec<(f32, T)> = known
        .map(|(samples, shown)| (difference(samples, seen), *shown))
        .collect();
    near.sort_by(|a, b| a.0.total_cmp(&b.0));
    near.truncate(VOTES);
    near
}

/// What most of the near ones show, the nearer the more.
fn vote<T: Copy + PartialEq>(near: &[(f32, T)]) -> Option<T> {
    let weight = |shown: &T| -> f32 {
        let of = near.iter().filter(|(_, other)| other == shown);
        of.map(|(far, _)| 1.0 / (far * far + 1.0)).sum()
    };
    let all = near.iter().map(|(_, shown)| *shown);
    all.max_by(|a, b| weight(a).total_cmp(&weight(b)))
}

/// Whether a side has little colour and is not dark.
fn is_pale(strip: &[[f32; 3]]) -> bool {
    let n = strip.len().max(1) as f32;
    let chroma: f32 = strip.iter().map(|[_, a, b]| a.hypot(*b)).sum::<f32>() / n;
    let light: f32 = strip.iter().map(|[l, ..]| l / LIGHTNESS).sum::<f32>() / n;
    chroma < PALE.0 && light > PALE.1
}

#[cfg(test)]
mod tests;
