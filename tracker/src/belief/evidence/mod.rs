//! Evidence: adding up what many looks say about one thing, without becoming too sure of it.
//!
//! The lower floor of belief: here is what was seen of each thing, look by look, next to what the
//! game has there. Nothing is decided; that is [`super::decide`]'s.

pub(super) mod at_once;
pub(super) mod cards;
pub(super) mod figures;
pub(super) mod hands;
pub(super) mod loose;
pub(super) mod map;
pub(super) mod names;
pub(super) mod options;
pub(super) mod tiles;
pub(super) mod track;
pub(super) mod weigh_figure;
pub(super) mod weigh_tile;

use std::collections::BTreeMap;

/// Looks in a row share light, blur and viewpoint, so their errors agree. With a correlation of
/// 0.3 between looks, n of them carry as much as n / (1 + 0.3 (n − 1)) independent ones (Kish's
/// design effect), at most 3.3.
const CORRELATION: f32 = 0.3;

/// Readings that a look does not list are this much less likely than the worst it lists:
/// vision cuts its lists where nothing believable is left.
const BELOW_WORST: f32 = 2.0;

/// Sums of log-likelihoods for readings of type `R`.
#[derive(Clone, Debug, PartialEq)]
pub struct Likelihoods<R> {
    /// Sum over looks of the log-likelihood above that look's floor.
    above_floor: BTreeMap<R, f32>,
    looks: u32,
    first_frame: u64,
    last_frame: u64,
}

impl<R: Ord + Copy> Likelihoods<R> {
    /// Nothing seen yet.
    pub fn new(frame: u64) -> Self {
        Self {
            above_floor: BTreeMap::new(),
            looks: 0,
            first_frame: frame,
            last_frame: frame,
        }
    }

    /// Adds one look: its readings with their log-likelihoods, in any order. Readings given
    /// twice count once, as the likelier.
    pub fn add(&mut self, frame: u64, readings: impl IntoIterator<Item = (R, f32)>) {
        let mut look: BTreeMap<R, f32> = BTreeMap::new();
        for (reading, value) in readings {
            // A broken likelihood must not poison the sum.
            if value.is_finite() {
                let best = look.entry(reading).or_insert(value);
                *best = best.max(value);
            }
        }
        let worst = look.values().copied().fold(f32::INFINITY, f32::min);
        for (reading, value) in look {
            *self.above_floor.entry(reading).or_default() += value - worst + BELOW_WORST;
        }
        self.looks += 1;
        self.last_frame = frame;
    }

    /// By how much a look says another thing than all looks so far: the log-likelihood of its
    /// best reading over that of the best one until now, 0 if they are the same.
    pub fn contradiction(&self, look: &[(R, f32)]) -> f32 {
        let most = |all: &mut dyn Iterator<Item = (R, f32)>| all.max_by(|a, b| a.1.total_cmp(&b.1));
        let known = most(&mut self.readings());
        let Some(((known, _), (now, best))) = known.zip(most(&mut look.iter().copied())) else {
            return 0.0;
        };
        let worst = look.iter().map(|(_, value)| *value).fold(best, f32::min);
        let same = look.iter().find(|(reading, _)| *reading == known);
        let still = same.map_or(worst - BELOW_WORST, |(_, value)| *value);
        if now == known { 0.0 } else { best - still }
    }

    /// How many looks.
    pub fn looks(&self) -> u32 {
        self.looks
    }

    /// The frames it rests on.
    pub fn frames(&self) -> crate::event::Evidence {
        crate::event::Evidence {
            first_frame: self.first_frame,
            last_frame: self.last_frame,
            looks: self.looks,
        }
    }

    /// Every reading with its log-likelihood, tempered for correlated looks; a reading never
    /// listed has 0.
    pub fn readings(&self) -> impl Iterator<Item = (R, f32)> {
        let looks = self.looks.max(1) as f32;
        let weight = 1.0 / (1.0 + CORRELATION * (looks - 1.0));
        self.above_floor
            .iter()
            .map(move |(&reading, &sum)| (reading, sum * weight))
    }

    /// Every reading with its mean log-likelihood per look above those never listed.
    pub fn means(&self) -> impl Iterator<Item = (R, f32)> {
        let looks = self.looks.max(1) as f32;
        self.above_floor
            .iter()
            .map(move |(&reading, &sum)| (reading, sum / looks))
    }
}

/// Turns log weights into probabilities, likeliest first.
pub fn posterior<R>(weights: impl IntoIterator<Item = (R, f32)>) -> Vec<(R, f32)> {
    let mut all: Vec<(R, f32)> = weights.into_iter().collect();
    let best = all
        .iter()
        .map(|(_, weight)| *weight)
        .fold(f32::NEG_INFINITY, f32::max);
    let sum: f32 = all.iter().map(|(_, weight)| (weight - best).exp()).sum();
    for (_, weight) in &mut all {
        *weight = (*weight - best).exp() / sum;
    }
    all.sort_by(|a, b| b.1.total_cmp(&a.1));
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The tempered log-likelihood of one reading.
    fn of(evidence: &Likelihoods<char>, reading: char) -> f32 {
        let mut readings = evidence.readings();
        let found = readings.find(|(other, _)| *other == reading);
        found.map_or(0.0, |(_, value)| value)
    }

    #[test]
    fn a_look_contradicts_by_what_it_gives_up() {
        let mut evidence = Likelihoods::new(0);
        assert_eq!(evidence.contradiction(&[('a', 0.0)]), 0.0);
        evidence.add(0, [('a', 0.0), ('b', -20.0)]);
        assert_eq!(evidence.contradiction(&[('a', -1.0), ('b', -3.0)]), 0.0);
        assert_eq!(evidence.contradiction(&[('b', 0.0), ('a', -9.0)]), 9.0);
        assert!(evidence.contradiction(&[('b', 0.0), ('c', -9.0)]) > 9.0);
    }

    #[test]
    fn many_equal_looks_are_worth_a_few() {
        let mut evidence = Likelihoods::new(0);
        for frame in 0..100 {
            evidence.add(frame, [('a', -1.0), ('b', -2.0)]);
        }
        let margin = of(&evidence, 'a') - of(&evidence, 'b');
        assert!((3.0..3.5).contains(&margin), "{margin}");
        assert_eq!(of(&evidence, 'z'), 0.0);
    }

    #[test]
    fn a_look_that_leaves_a_reading_out_counts_against_it() {
        let mut evidence = Likelihoods::new(0);
        evidence.add(0, [('a', 0.0), ('b', 0.5)]);
        evidence.add(1, [('a', 0.0), ('c', f32::NAN)]);
        assert!(of(&evidence, 'a') > of(&evidence, 'b'));
        assert_eq!(of(&evidence, 'c'), 0.0);
    }
}
