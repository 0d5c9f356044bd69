//! Names tiles on which figures stand by what can be seen of them.
//!
//! A meeple in the middle of a road looks like a monastery to a feature of the whole tile. Where
//! figures are known to stand and several names are likely, the part of the tile that they leave free is
//! named by itself, in two ways: by the [`Model`] of that part, and by how [`alike`](super::alike) it is
//! to the pictures of those names. Finds no figures.

use std::collections::{BTreeMap, BTreeSet};

use carcassonne::catalogue::{Catalogue, FaceId};
use carcassonne::consistency::Opinion;
use carcassonne::geometry::{Cell, Rotation};
use opencv::prelude::*;
use rayon::prelude::*;

use super::alike::{Looks, Print};
use super::covers::{Covers, free_of, overlaps};
use crate::pack::Pack;
use crate::picture::pyramid::Pyramid;
use crate::tiles::cells::moved;
use crate::tiles::model::descriptor::{self, MARGIN_PX, PATCH_PX, Planes, TILE_PX, Window};
use crate::tiles::model::{Match, Model, windows};
use crate::tiles::reading::CellReading;
use crate::tiles::shield;

/// Names are compared that are at most so much less likely than the likeliest, log-likelihood: a
/// figure makes a false name likelier by up to 8. On the tables named below 12 changes little.
const RACE: f32 = 8.0;
/// Share of the log-likelihood of the whole tile, figure and all, that counts beside that of its free
/// part; and by how much less likely a name is that was not compared. Neither is trusted alone: of a third
/// of a tile chance tells much. Over 725 tiles under figures of 36 drawn tables, 232 of twelve drawn
/// afterwards and 94 of four photographs the mean logarithm of the true name's probability is −0.14, −0.21
/// and −0.11 by the whole tile, −0.10, −0.15 and −0.11 with 0.7, −0.10, −0.14 and −0.13 with 0.5 (twins taken
/// for one name, and places searched in finer steps than here). The other is by judgement.
const WHOLE: f32 = 0.7;
const NOT_COMPARED: f32 = 5.0;
/// What likeness tells, log-likelihood: so much per unit of correlation, and at most. Outlines of figures,
/// their shadows and where a tile lies err together. On the same tables 10 to 25 and 4 to 6 come within
/// 0.03 of it.
const TELLS: f32 = 15.0;
const AT_MOST: f32 = 4.0;

/// How far what is free may lie off where the tile was measured, figure and all, pixels of [`TILE_PX`]: a
/// thirtieth of a side. By judgement.
const OFF_PX: f32 = 1.5;

/// A name of a tile, and its log-likelihood against the likeliest.
type Candidate = (FaceId, Rotation, f32);

/// What tiles are known by.
#[derive(Clone, Copy)]
pub(crate) struct Known<'a> {
    pub(crate) pack: &'a Pack,
    pub(crate) catalogue: &'a Catalogue,
    pub(crate) model: &'a Model,
}

/// Corrects the opinions of tiles under `covers`.
///
/// # Errors
/// Fails when OpenCV does.
pub(crate) fn correct<'a>(
    opinions: &mut BTreeMap<Cell, Opinion>,
    readings: impl Iterator<Item = (Cell, &'a CellReading)>,
    pyramid: &Pyramid,
    known: Known,
    covers: &Covers,
) -> opencv::Result<()> {
    let races = readings.filter_map(|(cell, reading)| {
        let racers = Race::between(&opinions.get(&cell)?.candidates, reading)?;
        let is_covered = covers.iter().any(|cover| overlaps(cover, &reading.corners));
        is_covered.then_some((cell, racers))
    });
    let races: BTreeMap<Cell, Race> = races.collect();
    let shown: BTreeSet<usize> = races.values().flat_map(Race::pictures).collect();
    let print = |number: usize| {
        let picture = known.pack.pictures.get(number)?;
        Some(Print::of(&picture.image).map(|print| (number, print)))
    };
    let prints = shown.into_par_iter().filter_map(print);
    let prints: BTreeMap<usize, Print> = prints.collect::<opencv::Result<_>>()?;
    let run = |(cell, race): (&Cell, &Race)| {
        let compared = race.run(pyramid, known.model, &prints, covers)?;
        Ok((*cell, compared))
    };
    let run = races.par_iter().map(run);
    let run: Vec<(Cell, Option<Compared>)> = run.collect::<opencv::Result<_>>()?;
    let twins = shield::twins(known.catalogue);
    for (cell, compared) in run {
        if let Some((opinion, compared)) = opinions.get_mut(&cell).zip(compared) {
            weigh(&mut opinion.candidates, &compared, known.catalogue, &twins);
        }
    }
    Ok(())
}

/// What the free part of a tile says of each name in the race, in their order.
struct Compared {
    /// Log-likelihood against the likeliest; `None` where the names were told by such a part before, or
    /// when the tile lay bare.
    part: Option<Vec<f32>>,
    /// How much it looks like the name's picture, −1…1.
    likeness: Vec<f32>,
}

/// The names of a tile that are about as likely as the likeliest.
struct Race<'a> {
    reading: &'a CellReading,
    /// With the number of the picture that looks most like each.
    racers: Vec<(FaceId, Rotation, usize)>,
}

impl<'a> Race<'a> {
    /// `None` where one wins without it.
    fn between(candidates: &[Candidate], reading: &'a CellReading) -> Option<Self> {
        let in_race = candidates.iter().filter(|candidate| is_in_race(candidate));
        let racer = |(face, rotation, _): &Candidate| {
            let of_name = |m: &&Match| (m.face, m.rotation) == (*face, *rotation);
            let look = reading.ranked.iter().find(of_name)?;
            Some((*face, *rotation, look.picture?))
        };
        let racers: Vec<_> = in_race.map(racer).collect::<Option<_>>()?;
        (racers.len() > 1).then_some(Self { reading, racers })
    }

    fn pictures(&self) -> impl Iterator<Item = usize> {
        self.racers.iter().map(|(.., picture)| *picture)
    }

    /// Compares them; `None` where too little of the tile is free.
    fn run(
        &self,
        pyramid: &Pyramid,
        model: &Model,
        prints: &BTreeMap<usize, Print>,
        covers: &Covers,
    ) -> opencv::Result<Option<Compared>> {
        let mut looks = Looks::default();
        let mut likeness = Vec::with_capacity(self.racers.len());
        for (_, rotation, picture) in &self.racers {
            let seen = looks.turned(*rotation, pyramid, &self.reading.corners, covers)?;
            let Some((seen, print)) = seen.zip(prints.get(picture)) else {
                return Ok(None);
            };
            likeness.push(seen.likeness(print));
        }
        let is_told = self.reading.covered || self.reading.part.is_some();
        let part = match is_told {
            true => None,
            false => self.part(pyramid, model, covers)?,
        };
        Ok(Some(Compared { part, likeness }))
    }

    /// The log-likelihoods of what is free; `None` where the tile's corners enclose nothing.
    fn part(
        &self,
        pyramid: &Pyramid,
        model: &Model,
        covers: &Covers,
    ) -> opencv::Result<Option<Vec<f32>>> {
        let corners = self.reading.corners;
        let around = Window {
            scale: PATCH_PX as f32 / TILE_PX as f32,
            ..Window::default()
        };
        let Some(free) = free_of(moved(corners, around), PATCH_PX, covers)? else {
            return Ok(None);
        };
        let hidden: Vec<bool> = free.data_typed::<u8>()?.iter().map(|v| *v == 0).collect();
        let seen = descriptor::seen_cells(&hidden);
        let planes = Planes::new(&pyramid.rectify(corners, TILE_PX, MARGIN_PX)?)?;
        let near = windows(OFF_PX, OFF_PX, &[1.0]);
        let names: Vec<_> = self
            .racers
            .iter()
            .map(|(face, turn, _)| (*face, *turn))
            .collect();
        let mut part = model.explain_part(&planes, &near, &seen, &names)?;
        let most = part.iter().copied().fold(f32::MIN, f32::max);
        let temperature = self.reading.temperature();
        part.iter_mut()
            .for_each(|of| *of = (*of - most) / temperature);
        Ok(Some(part))
    }
}

/// Whether a name is about as likely as the likeliest.
fn is_in_race((.., log_likelihood): &Candidate) -> bool {
    *log_likelihood > -RACE
}

/// Weighs the names that are in the race by what was compared; the tile is taken to look like no other. Of
/// nine curves and four crossings in the box, a curve is the likelier to lie under a figure.
fn weigh(
    candidates: &mut [Candidate],
    compared: &Compared,
    catalogue: &Catalogue,
    twins: &[(FaceId, FaceId)],
) {
    let Compared { part, likeness } = compared;
    let in_race = candidates.iter().filter(|candidate| is_in_race(candidate));
    let names: Vec<_> = in_race.map(|(face, turn, _)| (*face, *turn)).collect();
    let part = part.as_ref().map(|part| of_both_twins(part, &names, twins));
    let most = likeness.iter().copied().fold(f32::MIN, f32::max);
    let mut place = 0;
    for candidate in candidates.iter_mut() {
        let in_race = is_in_race(candidate);
        let (face, _, log_likelihood) = candidate;
        if part.is_some() {
            *log_likelihood *= WHOLE;
        }
        let copies = catalogue.face(face).map_or(1, |face| face.copies.max(1));
        *log_likelihood += f32::from(copies).ln();
        if in_race {
            *log_likelihood += (AT_MOST - TELLS * (most - likeness[place])).max(0.0);
            *log_likelihood += part.as_ref().map_or(0.0, |part| part[place]);
            place += 1;
        } else if part.is_some() {
            *log_likelihood -= NOT_COMPARED;
        }
    }
    candidates.sort_by(|a, b| b.2.total_cmp(&a.2));
    let top = candidates.first().map_or(0.0, |best| best.2);
    candidates
        .iter_mut()
        .for_each(|candidate| candidate.2 -= top);
}

/// What a part says of each name, of twins what it says of the likelier: they differ by a shield, for which
/// [`shield`] looks, and otherwise no more than copies of one face do.
fn of_both_twins(
    part: &[f32],
    names: &[(FaceId, Rotation)],
    twins: &[(FaceId, FaceId)],
) -> Vec<f32> {
    let mut part = part.to_vec();
    for (with, without) in twins {
        for (i, (face, turn)) in names.iter().enumerate() {
            let twin = names.iter().position(|other| *other == (*without, *turn));
            if let Some(twin) = twin.filter(|_| face == with) {
                let most = part[i].max(part[twin]);
                (part[i], part[twin]) = (most, most);
            }
        }
    }
    part
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is left of a tile beside a figure makes no name a certainty, and what the box holds more of is
    /// the likelier.
    #[test]
    fn what_is_free_of_a_tile_never_tells_all() {
        let name = |face: &str, log_likelihood: f32| {
            let face = carcassonne::catalogue::face_id(face).unwrap();
            (face, Rotation::from_quarter_turns(0), log_likelihood)
        };
        let odds = |first: &str, second: &str| {
            let mut names = vec![name(first, 0.0), name(second, -1.0), name("X", -20.0)];
            let compared = Compared {
                part: None,
                likeness: vec![0.1, 0.9],
            };
            weigh(&mut names, &compared, &Catalogue::bundled(), &[]);
            assert_eq!(names[0].0.as_str(), second);
            names[1].2
        };
        // Three and three copies, then nine and four.
        assert!((odds("N", "P") - (1.0 - AT_MOST)).abs() < 1e-4);
        let curve = odds("V", "W") - (1.0 - AT_MOST);
        assert!((curve - (9.0f32 / 4.0).ln()).abs() < 1e-4, "{curve}");
    }

    /// What only the figure speaks for falls behind what the free part does.
    #[test]
    fn the_free_part_outweighs_what_a_figure_feigns() {
        let name = |face: &str, log_likelihood: f32| {
            let face = carcassonne::catalogue::face_id(face).unwrap();
            (face, Rotation::from_quarter_turns(0), log_likelihood)
        };
        // A monastery, of which there are two, and straight roads, of which there are eight.
        let mut names = vec![name("A", 0.0), name("U", -4.0), name("W", -9.0)];
        let compared = Compared {
            part: Some(vec![-3.0, 0.0]),
            likeness: vec![0.5, 0.5],
        };
        weigh(&mut names, &compared, &Catalogue::bundled(), &[]);
        let order: Vec<&str> = names.iter().map(|(face, ..)| face.as_str()).collect();
        assert_eq!(order, ["U", "A", "W"]);
        let odds = -(names[1].2);
        let expected = 3.0 - WHOLE * 4.0 + 4.0f32.ln();
        assert!((odds - expected).abs() < 1e-4, "{odds}");
        assert!(names[2].2 < -NOT_COMPARED);
    }

    /// Only a shield tells twins apart, and the part may not show it.
    #[test]
    fn a_part_says_the_same_of_twins() {
        let name = |face: &str, turns: i32| {
            let face = carcassonne::catalogue::face_id(face).unwrap();
            (face, Rotation::from_quarter_turns(turns))
        };
        let names = [name("N", 1), name("V", 0), name("M", 1), name("M", 0)];
        let twins = shield::twins(&Catalogue::bundled());
        let told = of_both_twins(&[-2.0, -4.0, 0.0, -1.0], &names, &twins);
        assert_eq!(told, [0.0, -4.0, 0.0, -1.0]);
    }
}
