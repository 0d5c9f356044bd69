//! Names all tiles of a spread together, without a picture of any of them.
//!
//! Every side shows one of three terrains, and sides of one terrain look alike across the spread.
//! Sides are grouped by their looks in several ways; for each, the tiles are assigned to the
//! faces of the box with the number of copies it has, the looks of the terrains are learnt anew
//! from that, and so on until nothing changes (hard expectation–maximisation under the box's
//! counts). The grouping that makes everything likeliest is taken: which of the three is city,
//! road or field follows from how the box combines them. Faces with the same sides are told apart
//! by whether their cities are joined and by their coats of arms ([`super::emblem`]).

use std::collections::BTreeSet;

use carcassonne::catalogue::{Catalogue, FaceId};
use carcassonne::geometry::Rotation;
use ndarray::{Array2, Array3};
use opencv::core::{self, Mat, TermCriteria};
use opencv::prelude::*;

use crate::pack::Pack;

use super::assign::{assign, dearer};
use super::emblem::{self, Candidate};
use super::prints::{Labels, Print, prints};
use super::sides::{Look, NUMBERS, inner, inverse, likelihoods, road_like, telling};

/// Telling numbers of a side while terrains are found, once the lamps are known, and at last.
const FIRST: usize = 8;
const THEN: usize = 10;
const LAST: usize = 16;
/// Other numbers that must come to the same.
const OTHERS: [usize; 2] = [8, 24];
/// How sure a face is at most that others do not come to.
const DISPUTED: f32 = 0.6;
/// Groupings that are followed up: by a first look, and until nothing changes.
const LOOKED_AT: usize = 24;
const FOLLOWED: usize = 6;
/// Rounds until nothing changes; it never took more than 8.
const ROUNDS: usize = 10;
/// What a grouping costs whose roads are beside the road unlike fields, beyond this ratio.
const UNLIKE: (f64, f64) = (0.7, 200.0);
/// Costs from which on a tile is none of the box's.
const STRANGER: f64 = 60.0;
/// How much of the likelihood counts in saying how sure it is: pieces of a side are no
/// independent witnesses, and prints of one face may differ.
const WITNESS: f64 = 0.2;
/// What a patch of colour tells about joined cities at most, and how much of it counts.
const PATCH_TELLS: f64 = 12.0;
const PATCH_COUNTS: f64 = 0.5;
/// Half the side of such a patch, share of the tile.
const PATCH: f32 = 0.06;
/// What it tells that a tile is exactly like a picture of a pack, in log-likelihood.
const HINT: f64 = 24.0;
/// What an answer outweighs: everything.
const ANSWERED: f64 = 1e4;

/// A tile cut out of a photograph.
#[derive(Clone)]
pub struct Cutout {
    /// BGR, square, in any of four turns.
    pub picture: Mat,
    /// Number of the photograph: tiles of one photograph lie in one light.
    pub photo: usize,
}

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
/// edition, or of the same, is a hint.
///
/// # Errors
/// Fails when OpenCV does.
pub fn name(
    tiles: &[Cutout],
    catalogue: &Catalogue,
    answers: &[Answer],
    prior: Option<&Pack>,
) -> opencv::Result<Vec<Named>> {
    if tiles.is_empty() {
        return Ok(Vec::new());
    }
    let mut namer = Namer::new(tiles, catalogue, answers)?;
    if let Some(pack) = prior {
        namer.hint(pack)?;
    }
    namer.run()
}

/// A tile's face by number and its quarter turns.
type Placing = Vec<(Option<usize>, usize)>;

struct Namer<'a> {
    tiles: &'a [Cutout],
    prints: Vec<Print>,
    copies: Vec<usize>,
    looks: Vec<Look>,
    /// Four rows a tile.
    sides: Array2<f32>,
    /// Log odds by tile, face and turn of what is no side's, answers included.
    extra: Array3<f64>,
    answers: &'a [Answer],
}

/// A whole reading of the spread.
struct Reading {
    cost: f64,
    placing: Placing,
    /// Cost by tile, face and turn.
    costs: Array3<f64>,
}

impl<'a> Namer<'a> {
    fn new(
        tiles: &'a [Cutout],
        catalogue: &Catalogue,
        answers: &'a [Answer],
    ) -> opencv::Result<Self> {
        let prints = prints(catalogue);
        let looks = tiles.iter().map(|tile| Look::of(&tile.picture));
        let looks = looks.collect::<opencv::Result<Vec<_>>>()?;
        let rows = looks
            .iter()
            .flat_map(|look| (0..4).flat_map(|side| look.side(side)));
        let sides = Array2::from_shape_vec((tiles.len() * 4, NUMBERS), rows.collect())
            .map_err(|e| opencv::Error::new(core::StsUnmatchedSizes, e.to_string()))?;
        let mut extra = Array3::zeros((tiles.len(), prints.len(), 4));
        for answer in answers.iter().filter(|a| a.tile < tiles.len()) {
            for (face, print) in prints.iter().enumerate() {
                for turn in 0..4 {
                    let turned = |r: Rotation| {
                        (usize::from(r.quarter_turns()) + 4 - turn) % print.symmetry.max(1) == 0
                    };
                    let said = answer.face == Some(print.id) && answer.rotation.is_none_or(turned);
                    if !said {
                        extra[[answer.tile, face, turn]] -= ANSWERED;
                    }
                }
            }
        }
        Ok(Self {
            tiles,
            copies: prints.iter().map(|print| print.copies).collect(),
            prints,
            looks,
            sides,
            extra,
            answers,
        })
    }

    /// How alike the tiles are to the pictures of a pack.
    fn hint(&mut self, pack: &Pack) -> opencv::Result<()> {
        let mut known: Vec<(usize, Vec<Vec<f32>>)> = Vec::new();
        for picture in &pack.pictures {
            let face = self
                .prints
                .iter()
                .position(|print| print.id == picture.face);
            let Some(face) = face else { continue };
            let look = Look::of(&picture.image)?;
            known.push((face, (0..4).map(|turn| look.coarse(turn)).collect()));
        }
        for (tile, look) in self.looks.iter().enumerate() {
            let seen = look.coarse(0);
            let mut best = Array2::<f64>::zeros((self.prints.len(), 4));
            for (face, turns) in &known {
                for (turn, picture) in turns.iter().enumerate() {
                    let alike: f32 = seen.iter().zip(picture).map(|(a, b)| a * b).sum();
                    let most = &mut best[[*face, turn]];
                    *most = most.max(f64::from(alike));
                }
            }
            for ((face, turn), alike) in best.indexed_iter() {
                let symmetry = self.prints[face].symmetry.max(1);
                let most = (turn % symmetry..4)
                    .step_by(symmetry)
                    .map(|t| best[[face, t]]);
                let most = most.fold(*alike, f64::max);
                self.extra[[tile, face, turn]] += HINT * most;
            }
        }
        Ok(())
    }

    fn run(mut self) -> opencv::Result<Vec<Named>> {
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
            reading = self.settle(reading.placing, THEN, 1e-3)?;
        }
        self.joined_cities(&reading, &lamps)?;
        reading = self.settle(reading.placing, LAST, 1e-2)?;
        if self.coats_of_arms(&reading)? {
            reading = self.settle(reading.placing, LAST, 1e-2)?;
        }
        // What depends on how many numbers describe a side is not sure.
        let mut others = Vec::new();
        for numbers in OTHERS {
            others.push(self.settle(reading.placing.clone(), numbers, 1e-2)?);
        }
        Ok(self.named(&reading, &others))
    }

    /// Groups sides by their looks and takes the grouping that the box explains best.
    fn terrains(&self) -> opencv::Result<Option<Reading>> {
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
            let likely = likelihoods(&telling, &labels, 1e-3)?;
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
            let reading = self.settle(reading.placing, FIRST, 1e-3)?;
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
            let likely = likelihoods(&telling, &self.labels(&placing), ridge)?;
            let reading = self.read(self.costs(&likely));
            rounds += 1;
            if reading.placing == placing || rounds >= ROUNDS {
                return Ok(reading);
            }
            placing = reading.placing;
        }
    }

    /// What each tile costs as each face at each turn.
    fn costs(&self, likely: &Array2<f64>) -> Array3<f64> {
        let shape = (self.tiles.len(), self.prints.len(), 4);
        Array3::from_shape_fn(shape, |(tile, face, turn)| {
            let sides = self.prints[face].sides[turn];
            let likely = (0..4).map(|side| likely[[tile * 4 + side, sides[side]]]);
            -likely.sum::<f64>() - self.extra[[tile, face, turn]]
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
        }
    }

    /// Terrains of all sides by a placing; a stranger's are those of the face it is nearest to.
    fn labels(&self, placing: &Placing) -> Vec<usize> {
        let of = |(face, turn): &(Option<usize>, usize)| -> Labels {
            face.map_or([2; 4], |face| self.prints[face].sides[*turn])
        };
        placing.iter().flat_map(of).collect()
    }

    /// Takes the lamp out: what one photograph's terrains differ from all photographs'. Says by
    /// how much each tile's colours were changed.
    fn even_out(&mut self, reading: &Reading) -> Array2<f32> {
        let labels = self.labels(&reading.placing);
        let tiles = self.tiles.len();
        let mut changed = Array2::zeros((tiles, 3));
        let photos: BTreeSet<usize> = self.tiles.iter().map(|tile| tile.photo).collect();
        let colour = |rows: &[usize]| -> [f32; 3] {
            let mut sum = [0.0; 3];
            for row in rows {
                for (n, value) in self.sides.row(*row).iter().enumerate() {
                    sum[n % 3] += value;
                }
            }
            sum.map(|v| v / (rows.len().max(1) * NUMBERS / 3) as f32)
        };
        let rows_of = |label: usize, photo: Option<usize>| -> Vec<usize> {
            let fits = |row: &usize| {
                labels[*row] == label && photo.is_none_or(|p| self.tiles[*row / 4].photo == p)
            };
            (0..tiles * 4).filter(fits).collect()
        };
        for photo in photos {
            let (mut off, mut weight) = ([0.0; 3], 0.0);
            for label in 0..3 {
                let own = rows_of(label, Some(photo));
                if own.len() < 4 {
                    continue;
                }
                let (usual, here) = (colour(&rows_of(label, None)), colour(&own));
                let count = own.len() as f32;
                (0..3).for_each(|k| off[k] += count * (usual[k] - here[k]));
                weight += count;
            }
            for tile in (0..tiles).filter(|&tile| self.tiles[tile].photo == photo) {
                (0..3).for_each(|k| changed[[tile, k]] = off[k] / f32::max(weight, 1.0));
            }
        }
        for tile in 0..tiles {
            for side in 0..4 {
                for (n, value) in self.sides.row_mut(tile * 4 + side).iter_mut().enumerate() {
                    *value += changed[[tile, n % 3]];
                }
            }
        }
        changed
    }

    /// Where faces differ by whether two cities are one, the colour between them tells.
    fn joined_cities(&mut self, reading: &Reading, lamps: &Array2<f32>) -> opencv::Result<()> {
        let labels = self.labels(&reading.placing);
        let colours = |label: usize| -> Vec<[f32; 3]> {
            let rows = (0..labels.len()).filter(|&row| labels[row] == label);
            let rows = rows.map(|row| self.sides.row(row));
            rows.flat_map(|row| inner(row.as_slice().unwrap_or(&[])).collect::<Vec<_>>())
                .collect()
        };
        let (Some(city), Some(field)) = (Cloud::of(&colours(0))?, Cloud::of(&colours(2))?) else {
            return Ok(());
        };
        for (tile, look) in self.looks.iter().enumerate() {
            for (face, print) in self.prints.iter().enumerate() {
                for turn in 0..4 {
                    let odds = print.joined.iter().map(|(at, is_city)| {
                        let seen = look.patch(turned(*at, turn), PATCH);
                        let seen = [0, 1, 2].map(|k| f64::from(seen[k] + lamps[[tile, k]]));
                        let odds = city.likelihood(seen) - field.likelihood(seen);
                        let odds = odds.clamp(-PATCH_TELLS, PATCH_TELLS) * PATCH_COUNTS;
                        if *is_city { odds } else { -odds }
                    });
                    self.extra[[tile, face, turn]] += odds.sum::<f64>();
                }
            }
        }
        Ok(())
    }

    /// Where faces differ by a coat of arms, tiles that must have one show what it looks like.
    /// Says whether any tile was compared.
    fn coats_of_arms(&mut self, reading: &Reading) -> opencv::Result<bool> {
        let pair = |face: usize| {
            let twin = self.prints[face].twin?;
            let plain = self.prints[face].shields == 0;
            Some(if plain { [twin, face] } else { [face, twin] })
        };
        let answered: BTreeSet<usize> = self.answers.iter().map(|a| a.tile).collect();
        let placing = &reading.placing;
        let mut candidates = Vec::new();
        let mut bearers: Vec<&Mat> = Vec::new();
        for (tile, (face, _)) in placing.iter().enumerate() {
            let Some(face) = *face else { continue };
            let bears = self.prints[face].shields > 0;
            match pair(face) {
                Some(pair) => {
                    let most = pair.map(|face| self.copies[face]);
                    let picture = &self.tiles[tile].picture;
                    let group = pair[0];
                    candidates.push((
                        tile,
                        pair,
                        Candidate {
                            picture,
                            group,
                            most,
                        },
                    ));
                    if bears && answered.contains(&tile) {
                        bearers.push(picture);
                    }
                }
                None if bears => bearers.push(&self.tiles[tile].picture),
                None => {}
            }
        }
        // Without a tile that must have one, the first of those that may show what is the same.
        if bearers.is_empty() {
            bearers.extend(candidates.iter().take(8).map(|(.., c)| c.picture));
        }
        bearers.truncate(8);
        let (known, asked): (Vec<_>, Vec<Candidate>) =
            candidates.into_iter().map(|(t, p, c)| ((t, p), c)).unzip();
        let odds = emblem::odds(&asked, &bearers)?;
        for ((tile, [with, plain]), odds) in known.iter().zip(odds) {
            for turn in 0..4 {
                self.extra[[*tile, *with, turn]] += f64::from(odds) / 2.0 / WITNESS;
                self.extra[[*tile, *plain, turn]] -= f64::from(odds) / 2.0 / WITNESS;
            }
        }
        Ok(!known.is_empty())
    }

    /// What is thought of each tile, and how sure it is.
    fn named(&self, reading: &Reading, others: &[Reading]) -> Vec<Named> {
        let (cheapest, turns) = cheapest_turns(&reading.costs);
        let faces: Vec<Option<usize>> = reading.placing.iter().map(|p| p.0).collect();
        let dearer = dearer(&cheapest, &faces, &self.copies);
        let answered = |tile: usize| self.answers.iter().any(|a| a.tile == tile);
        let of = |tile: usize| {
            if faces[tile].is_none() {
                return Named {
                    ranked: Vec::new(),
                    answered: answered(tile),
                };
            }
            let mut ranked: Vec<(FaceId, Rotation, f32)> = Vec::new();
            for (face, print) in self.prints.iter().enumerate() {
                for turn in 0..print.symmetry.max(1) {
                    // Turned otherwise it is the same face, and nobody makes way.
                    let alike = (turn..4).step_by(print.symmetry.max(1));
                    let own = alike.map(|turn| reading.costs[[tile, face, turn]]);
                    let own = own.fold(f64::INFINITY, f64::min) - cheapest[[tile, face]];
                    let cost = dearer[[tile, face]] + own;
                    let weight = (-cost * WITNESS).exp() as f32;
                    ranked.push((print.id, Rotation::from_quarter_turns(turn as i32), weight));
                }
            }
            let best = faces[tile].map(|face| {
                let turn = turns[[tile, face]] % self.prints[face].symmetry.max(1);
                (
                    self.prints[face].id,
                    Rotation::from_quarter_turns(turn as i32),
                )
            });
            let sum: f32 = ranked.iter().map(|(.., weight)| weight).sum();
            ranked
                .iter_mut()
                .for_each(|(.., weight)| *weight /= sum.max(f32::MIN_POSITIVE));
            ranked.sort_by(|a, b| {
                let first = |r: &(FaceId, Rotation, f32)| best == Some((r.0, r.1));
                first(b).cmp(&first(a)).then(b.2.total_cmp(&a.2))
            });
            ranked.retain(|(.., weight)| *weight > 1e-4);
            if !answered(tile) {
                self.dispute(&mut ranked, others.iter().map(|other| other.placing[tile]));
            }
            Named {
                ranked,
                answered: answered(tile),
            }
        };
        (0..self.tiles.len()).map(of).collect()
    }
}

impl Namer<'_> {
    /// Lessens the confidence in a face that others do not come to; theirs comes next.
    fn dispute(
        &self,
        ranked: &mut Vec<(FaceId, Rotation, f32)>,
        others: impl Iterator<Item = (Option<usize>, usize)>,
    ) {
        for (face, turn) in others {
            let Some(face) = face else { continue };
            let print = &self.prints[face];
            let turn = Rotation::from_quarter_turns((turn % print.symmetry.max(1)) as i32);
            let Some(best) = ranked.first_mut() else {
                return;
            };
            if (best.0, best.1) == (print.id, turn) {
                continue;
            }
            let less = (best.2 - DISPUTED).max(0.0);
            best.2 -= less;
            ranked.retain(|r| (r.0, r.1) != (print.id, turn));
            ranked.insert(1, (print.id, turn, less.max(1.0 - DISPUTED - 0.05)));
        }
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

/// A point of a face as printed, where it comes to lie when the face is turned.
fn turned([x, y]: [f32; 2], quarters: usize) -> [f32; 2] {
    (0..quarters).fold([x, y], |[x, y], _| [1.0 - y, x])
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

/// Colours as one Gaussian.
struct Cloud {
    mean: [f64; 3],
    inverse: Array2<f64>,
    volume: f64,
}

impl Cloud {
    /// `None` if there are too few.
    fn of(colours: &[[f32; 3]]) -> opencv::Result<Option<Self>> {
        /// Colours of one terrain differ by more than they happen to, CIE Lab squared.
        const LEAST: f64 = 4.0;
        if colours.len() < 8 {
            return Ok(None);
        }
        let count = colours.len() as f64;
        let mean = [0, 1, 2].map(|k| colours.iter().map(|c| f64::from(c[k])).sum::<f64>() / count);
        let mut spread = Array2::eye(3) * LEAST;
        for colour in colours {
            let off = [0, 1, 2].map(|k| f64::from(colour[k]) - mean[k]);
            for a in 0..3 {
                for b in 0..3 {
                    spread[[a, b]] += off[a] * off[b] / count;
                }
            }
        }
        let (inverse, volume) = inverse(&spread)?;
        Ok(Some(Self {
            mean,
            inverse,
            volume,
        }))
    }

    fn likelihood(&self, colour: [f64; 3]) -> f64 {
        let off = [0, 1, 2].map(|k| colour[k] - self.mean[k]);
        let mut far = 0.0;
        for a in 0..3 {
            for b in 0..3 {
                far += off[a] * self.inverse[[a, b]] * off[b];
            }
        }
        -0.5 * (far + self.volume)
    }
}
