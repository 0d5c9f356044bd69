//! Names all tiles of a spread together, without a picture of any of them.
//!
//! Every side shows one of three terrains, and sides of one terrain look alike across the spread.
//! Sides are grouped by their looks in several ways; for each, the tiles are assigned to the
//! faces of the box with the number of copies it has, the looks of the terrains are learnt anew
//! from that, and so on until nothing changes (hard expectation–maximisation under the box's
//! counts). The grouping that makes everything likeliest is taken: which of the three is city,
//! road or field follows from how the box combines them. Faces with the same sides are told apart
//! by whether their cities are joined and by their coats of arms ([`emblem`]). Tiles of the
//! same print ([`copies`]) are the same face. On a laid board, sides that meet show the same. How sure a face
//! is, is said by what the other tiles were taken for ([`crossed`]).

use std::collections::BTreeSet;

use carcassonne::catalogue::{Catalogue, FaceId};
use carcassonne::geometry::Rotation;
use ndarray::{Array2, Array3};
use opencv::core::{self, Mat, TermCriteria};
use opencv::prelude::*;

use crate::pack::Pack;

mod aligned;
mod assign;
mod board;
mod copies;
mod crossed;
mod details;
mod emblem;
mod hint;
mod prints;
mod ranking;
mod sides;

use super::light::{Light, light};
use super::meeting::Meeting;
use super::tile::Cutout;
use assign::assign;
use copies::{Copy, copies};
use prints::{Labels, Print, prints};
use sides::{Look, NOTHING, NUMBERS, likelihoods, road_like, telling};

/// Telling numbers of a side while terrains are found, once the lamps are known, and at last.
const FIRST: usize = 8;
const THEN: usize = 16;
const LAST: usize = 32;
/// Other numbers that must come to the same.
const OTHERS: [usize; 2] = [16, 48];
/// What the looks of terrains are made wider by while few numbers describe them, and at last, share of its mean variance.
const FIRST_RIDGE: f64 = 1e-3;
const RIDGE: f64 = 1e-2;
/// Groupings that are followed up: by a first look, and until nothing changes.
const LOOKED_AT: usize = 24;
const FOLLOWED: usize = 6;
/// Rounds until nothing changes; it never took more than 8.
const ROUNDS: usize = 10;
/// Rounds in which tiles are moved within their outlines.
const ALIGNED: usize = 3;
/// What a grouping costs whose roads are beside the road unlike fields, beyond this ratio.
const UNLIKE: (f64, f64) = (0.7, 200.0);
/// Costs from which on a tile is none of the box's.
const STRANGER: f64 = 60.0;
/// How much of the likelihood counts in saying how sure it is: pieces of a side are no independent
/// witnesses, and prints of one face may differ. [`crossed`] says how much of it if terrains differ.
const WITNESS: f64 = 0.2;
/// What an answer outweighs: everything; and what it tells of tiles of the same print.
const ANSWERED: f64 = 1e4;
const TOLD_BY_COPY: f64 = 100.0;

/// What a person said about a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Number of the tile.
    pub tile: usize,
    /// Which face it is, or `None` if it is none of this box.
    pub face: Option<FaceId>,
    /// How the face is turned there, if that was said.
    pub rotation: Option<Rotation>,
}

/// What a tile is thought to be.
#[derive(Clone, Debug, PartialEq)]
pub struct Named {
    /// The likeliest first, with probabilities. Empty if the box has no place for it.
    pub ranked: Vec<(FaceId, Rotation, f32)>,
    /// Whether a person said so.
    pub answered: bool,
}

impl Named {
    /// The likeliest face, how it is turned, and how sure that is.
    pub fn best(&self) -> Option<(FaceId, Rotation, f32)> {
        self.ranked.first().copied()
    }
}

/// Names tiles of a box. Faces that the catalogue has no sides of are never named. A pack of another
/// edition, or of the same, is a hint. What a person said is none of the box takes no part.
///
/// # Errors
/// Fails when OpenCV does.
pub fn name(
    tiles: &[Cutout],
    catalogue: &Catalogue,
    answers: &[Answer],
    prior: Option<&Pack>,
    meetings: &[Meeting],
) -> opencv::Result<Vec<Named>> {
    let foreign = |tile: &usize| answers.iter().any(|a| a.tile == *tile && a.face.is_none());
    let own: Vec<usize> = (0..tiles.len()).filter(|tile| !foreign(tile)).collect();
    let nothing = Named {
        ranked: Vec::new(),
        answered: true,
    };
    let mut all = vec![nothing; tiles.len()];
    if own.is_empty() {
        return Ok(all);
    }
    // Numbered anew without them.
    let number = |tile: usize| own.binary_search(&tile).ok();
    let answers = answers.iter().filter_map(|answer| {
        let tile = number(answer.tile)?;
        Some(Answer { tile, ..*answer })
    });
    let meetings = meetings.iter().filter_map(|meeting| {
        let [a, b] = meeting.tiles;
        let tiles = [number(a)?, number(b)?];
        Some(Meeting { tiles, ..*meeting })
    });
    let namer = Namer::new(
        own.iter().map(|tile| &tiles[*tile]).collect(),
        catalogue,
        answers.collect(),
        meetings.collect(),
    )?;
    for (tile, named) in own.iter().zip(namer.run(prior)?) {
        all[*tile] = named;
    }
    Ok(all)
}

/// A tile's face by number and its quarter turns.
type Placing = Vec<(Option<usize>, usize)>;

struct Namer<'a> {
    tiles: Vec<&'a Cutout>,
    prints: Vec<Print>,
    copies: Vec<usize>,
    looks: Vec<Look>,
    /// Four rows a tile.
    sides: Array2<f32>,
    /// Tiles of the same print as each.
    same: Vec<Vec<Copy>>,
    /// Log odds by tile, face and turn of what is no side's, and of answers.
    extra: Array3<f64>,
    said: Array3<f64>,
    answers: Vec<Answer>,
    /// Sides that show the same.
    meetings: Vec<Meeting>,
    /// Of each tile.
    badly_lit: Vec<bool>,
}

/// A whole reading of the spread.
struct Reading {
    cost: f64,
    placing: Placing,
    /// Cost by tile, face and turn.
    costs: Array3<f64>,
    /// How much of the costs counts in saying how sure it is.
    witness: f64,
}

impl<'a> Namer<'a> {
    fn new(
        tiles: Vec<&'a Cutout>,
        catalogue: &Catalogue,
        answers: Vec<Answer>,
        meetings: Vec<Meeting>,
    ) -> opencv::Result<Self> {
        let prints = prints(catalogue);
        let looks = tiles.iter().map(|tile| Look::of(&tile.picture));
        let looks = looks.collect::<opencv::Result<Vec<_>>>()?;
        let rows = looks
            .iter()
            .flat_map(|look| (0..4).flat_map(|side| look.side(side)));
        let sides = Array2::from_shape_vec((tiles.len() * 4, NUMBERS), rows.collect())
            .map_err(|e| opencv::Error::new(core::StsUnmatchedSizes, e.to_string()))?;
        let same = copies(&looks)?;
        let badly_lit = tiles.iter().map(|tile| Ok(light(tile)? != Light::Good));
        let badly_lit = badly_lit.collect::<opencv::Result<Vec<_>>>()?;
        let mut said = Array3::zeros((tiles.len(), prints.len(), 4));
        for answer in &answers {
            for (face, print) in prints.iter().enumerate() {
                for turn in 0..4 {
                    let turned = |r: Rotation| {
                        (usize::from(r.quarter_turns()) + 4 - turn) % print.symmetry.max(1) == 0
                    };
                    if answer.face == Some(print.id) && answer.rotation.is_none_or(turned) {
                        continue;
                    }
                    said[[answer.tile, face, turn]] -= ANSWERED;
                    for (copy, more) in &same[answer.tile] {
                        said[[*copy, face, (turn + more) % 4]] -= TOLD_BY_COPY;
                    }
                }
            }
        }
        let mut namer = Self {
            tiles,
            copies: prints.iter().map(|print| print.copies).collect(),
            prints,
            looks,
            sides,
            same,
            extra: Array3::zeros(said.raw_dim()),
            said,
            answers,
            meetings,
            badly_lit,
        };
        namer.look_for_boards()?;
        Ok(namer)
    }

    fn run(mut self, prior: Option<&Pack>) -> opencv::Result<Vec<Named>> {
        let Some(mut reading) = self.terrains()? else {
            return Ok(vec![
                Named {
                    ranked: Vec::new(),
                    answered: false
                };
                self.tiles.len()
            ]);
        };
        let mut lamps = Array2::zeros((self.tiles.len(), 3));
        for _ in 0..2 {
            lamps = lamps + self.even_out(&reading);
            reading = self.settle(reading.placing, THEN, FIRST_RIDGE)?;
        }
        for _ in 0..ALIGNED {
            self.align(&reading, &lamps, THEN)?;
            reading = self.settle(reading.placing, THEN, FIRST_RIDGE)?;
        }
        if let Some(pack) = prior
            && self.hint(pack, &reading)?
        {
            reading = self.settle(reading.placing, THEN, FIRST_RIDGE)?;
        }
        self.joined_cities(&reading, &lamps)?;
        reading = self.settle(reading.placing, LAST, RIDGE)?;
        if self.coats_of_arms(&reading)? {
            reading = self.settle(reading.placing, LAST, RIDGE)?;
        }
        // What depends on how many numbers describe a side is not sure.
        let mut others = Vec::new();
        for numbers in OTHERS {
            others.push(self.settle(reading.placing.clone(), numbers, RIDGE)?);
        }
        let crossed = self.crossed(&reading)?;
        others.push(reading);
        Ok(self.named(&crossed, &others))
    }

    /// Groups sides by their looks and takes the grouping that the box explains best.
    /// `None` where they are too few to tell, or the box has no tile with sides.
    fn terrains(&self) -> opencv::Result<Option<Reading>> {
        if self.prints.is_empty() {
            return Ok(None);
        }
        let telling = telling(&self.sides, FIRST)?;
        let mut groupings: BTreeSet<Vec<usize>> = BTreeSet::new();
        for groups in 3..=6 {
            for seed in 1..=2 {
                let Some(groups_of) = grouped(&telling, groups, seed)? else {
                    continue;
                };
                for meaning in 0..3usize.pow(groups as u32) {
                    let terrain = |group: usize| meaning / 3usize.pow(group as u32) % 3;
                    let half = self.sides.nrows();
                    let labels: Vec<usize> =
                        groups_of[..half].iter().map(|g| terrain(*g)).collect();
                    if (0..3).all(|label| labels.contains(&label)) {
                        groupings.insert(labels);
                    }
                }
            }
        }
        let mut looked: Vec<(f64, Array2<f64>)> = Vec::new();
        for labels in groupings {
            let possible = road_like(&self.sides, &labels);
            if possible.is_none_or(|[city, road]| city > 1.0 || road > 1.2) {
                continue;
            }
            let mut likely = likelihoods(&telling, &labels, FIRST_RIDGE)?;
            self.meet(&mut likely, None);
            let costs = self.costs(&likely);
            let least = |tile: usize| {
                let own = costs.index_axis(ndarray::Axis(0), tile);
                own.iter().copied().fold(f64::INFINITY, f64::min)
            };
            let cost: f64 = (0..self.tiles.len()).map(least).sum();
            looked.push((cost, likely));
        }
        looked.sort_by(|a, b| a.0.total_cmp(&b.0));
        looked.truncate(LOOKED_AT);
        let mut readings: Vec<Reading> = Vec::new();
        for (_, likely) in &looked {
            readings.push(self.read(self.costs(likely)));
        }
        readings.sort_by(|a, b| a.cost.total_cmp(&b.cost));
        readings.truncate(FOLLOWED);
        let mut best: Option<(f64, Reading)> = None;
        for reading in readings {
            let reading = self.settle(reading.placing, FIRST, FIRST_RIDGE)?;
            let labels = self.labels(&reading.placing);
            let unlike = road_like(&self.sides, &labels).map_or(9.0, |[city, _]| f64::from(city));
            let cost = reading.cost + UNLIKE.1 * (unlike - UNLIKE.0).max(0.0);
            if best.as_ref().is_none_or(|(least, _)| cost < *least) {
                best = Some((cost, reading));
            }
        }
        Ok(best.map(|(_, reading)| reading))
    }

    /// Learns terrains from a placing and places anew until nothing changes.
    fn settle(&self, placing: Placing, numbers: usize, ridge: f64) -> opencv::Result<Reading> {
        let telling = telling(&self.sides, numbers)?;
        let mut placing = placing;
        let mut rounds = 0;
        loop {
            let mut likely = likelihoods(&telling, &self.labels(&placing), ridge)?;
            self.meet(&mut likely, Some(&placing));
            let reading = self.read(self.costs(&likely));
            rounds += 1;
            if reading.placing == placing || rounds >= ROUNDS {
                return Ok(reading);
            }
            placing = reading.placing;
        }
    }

    /// What each tile costs as each face at each turn, by what is seen of it and of its copies, and
    /// by what was said.
    fn costs(&self, likely: &Array2<f64>) -> Array3<f64> {
        let shape = (self.tiles.len(), self.prints.len(), 4);
        let seen = Array3::from_shape_fn(shape, |(tile, face, turn)| {
            let sides = self.prints[face].sides[turn];
            let likely = (0..4).map(|side| likely[[tile * 4 + side, sides[side]]]);
            -likely.sum::<f64>() - self.extra[[tile, face, turn]]
        });
        Array3::from_shape_fn(shape, |(tile, face, turn)| {
            let copies = &self.same[tile];
            let theirs = copies
                .iter()
                .map(|(c, more)| seen[[*c, face, (turn + more) % 4]]);
            let sum = seen[[tile, face, turn]] + theirs.sum::<f64>();
            sum / (copies.len() + 1) as f64 - self.said[[tile, face, turn]]
        })
    }

    /// The cheapest placing.
    fn read(&self, costs: Array3<f64>) -> Reading {
        let cheapest = cheapest_turns(&costs);
        let assigned = assign(&cheapest.0, &self.copies, STRANGER);
        let placing = assigned.faces.iter().enumerate().map(|(tile, face)| {
            let kind = face.unwrap_or_else(|| {
                let row = cheapest.0.row(tile);
                let each = row.iter().enumerate();
                each.min_by(|a, b| a.1.total_cmp(b.1)).map_or(0, |(f, _)| f)
            });
            (*face, cheapest.1[[tile, kind]])
        });
        Reading {
            cost: assigned.cost,
            placing: placing.collect(),
            costs,
            witness: WITNESS,
        }
    }

    /// Terrains of all sides by a placing; a stranger's tell nothing.
    fn labels(&self, placing: &Placing) -> Vec<usize> {
        let of = |(face, turn): &(Option<usize>, usize)| -> Labels {
            face.map_or([NOTHING; 4], |face| self.prints[face].sides[*turn])
        };
        placing.iter().flat_map(of).collect()
    }
}

/// The cost of each tile as each face, turned best, and that turn.
fn cheapest_turns(costs: &Array3<f64>) -> (Array2<f64>, Array2<usize>) {
    let (tiles, faces, _) = costs.dim();
    let mut least = Array2::from_elem((tiles, faces), f64::INFINITY);
    let mut turns = Array2::zeros((tiles, faces));
    for ((tile, face, turn), cost) in costs.indexed_iter() {
        if *cost < least[[tile, face]] {
            least[[tile, face]] = *cost;
            turns[[tile, face]] = turn;
        }
    }
    (least, turns)
}

/// Which group each side belongs to (k-means); `None` if there are fewer sides than groups.
fn grouped(telling: &Array2<f64>, groups: usize, seed: i32) -> opencv::Result<Option<Vec<usize>>> {
    if telling.nrows() < groups * 4 {
        return Ok(None);
    }
    let flat: Vec<f32> = telling.iter().map(|v| *v as f32).collect();
    let rows = telling.nrows() as i32;
    let samples = Mat::from_slice(&flat)?.reshape(1, rows)?.try_clone()?;
    let criteria = TermCriteria::new(core::TermCriteria_EPS + core::TermCriteria_COUNT, 50, 1e-4)?;
    let mut labels = Mat::default();
    core::set_rng_seed(seed)?;
    core::kmeans(
        &samples,
        groups as i32,
        &mut labels,
        criteria,
        2,
        core::KMEANS_PP_CENTERS,
        &mut core::no_array(),
    )?;
    let labels = labels.data_typed::<i32>()?.iter();
    Ok(Some(labels.map(|label| (*label).max(0) as usize).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use carcassonne::catalogue::TileSet;

    #[test]
    fn a_box_of_cards_has_no_tile_to_name() -> opencv::Result<()> {
        // Three colours, so that there are terrains to look for.
        let sides = 96 * 96;
        let color = |n: usize| [[40u8, 180, 90], [60, 90, 140], [200, 205, 210]][n % 96 / 32];
        let pixels = (0..sides).map(|n| core::Vec3b::from_array(color(n)));
        let pixels: Vec<core::Vec3b> = pixels.collect();
        let picture = Mat::from_slice(&pixels)?.reshape(3, 96)?.try_clone()?;
        let tiles = vec![Cutout { picture, photo: 0 }; 6];
        let cards = Catalogue::of(&[TileSet::Tatan]);
        let named = name(&tiles, &cards, &[], None, &[])?;
        assert!(named.iter().all(|tile| tile.best().is_none()));
        Ok(())
    }
}
