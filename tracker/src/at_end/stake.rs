//! What hangs on each doubt: everybody's points are worked out again for every guess, and for guesses
//! about two doubts at once where neither changes anything alone. Part of [`super`].

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use carcassonne::piece::Color;

use super::{About, Answer, Doubt, Look, TakenOver, Taking, scores};
use crate::setup::Setup;

/// Pairs of guesses tried at most, likeliest first: an answer comes while somebody waits.
const PAIRS: usize = 120;

/// A guess about a doubt.
type Said = (About, Answer);

/// A guess that changes nothing alone.
struct Quiet {
    said: Said,
    probability: f32,
    /// What is in doubt once it holds.
    doubts: Vec<Doubt>,
}

/// Fills in what every guess comes to and what hangs on every doubt, and puts the weightiest first.
pub(super) fn weigh(setup: &Arc<Setup>, look: Look<'_>, taken: &mut TakenOver) {
    let now = scores(taken.log.game());
    let mut quiet = Vec::new();
    for doubt in &mut taken.doubts {
        for guess in &mut doubt.guesses {
            let said = (doubt.about, guess.answer);
            let other = Taking::new(setup, look, &[said]).all();
            guess.scores = scores(other.log.game());
            let change = change(&now, &guess.scores);
            doubt.stake += guess.probability * change as f32;
            if change == 0 && guess.answer != doubt.taken {
                quiet.push(Quiet {
                    said,
                    probability: guess.probability,
                    doubts: other.doubts,
                });
            }
        }
    }
    let loud = |doubt: &&Doubt| doubt.counts();
    let loud: BTreeSet<About> = taken.doubts.iter().filter(loud).map(|d| d.about).collect();
    quiet.retain(|guess| !loud.contains(&guess.said.0));
    for (probability, pair) in pairs(&quiet, &loud) {
        let both = Taking::new(setup, look, &pair).all();
        let change = change(&now, &scores(both.log.game()));
        for doubt in &mut taken.doubts {
            if pair.iter().any(|said| said.0 == doubt.about) {
                doubt.stake += probability * change as f32;
            }
        }
    }
    let by_stake = |a: &Doubt, b: &Doubt| b.stake.total_cmp(&a.stake);
    taken.doubts.sort_by(by_stake);
}

/// Guesses about two doubts at once, likeliest first: about two that change nothing alone, or about
/// one and what is only in doubt once it holds.
fn pairs(quiet: &[Quiet], loud: &BTreeSet<About>) -> Vec<(f32, [Said; 2])> {
    let mut pairs: Vec<(f32, [Said; 2])> = Vec::new();
    for first in quiet {
        for doubt in &first.doubts {
            let (about, other) = (doubt.about, first.said.0);
            // Two that go with each other come by twice, once as the first one each.
            let goes_with = |q: &Quiet| q.doubts.iter().any(|doubt| doubt.about == other);
            let mut same = quiet.iter().filter(|quiet| quiet.said.0 == about);
            let twice = about <= other && (about == other || same.any(goes_with));
            if twice || loud.contains(&about) {
                continue;
            }
            let others = doubt.guesses.iter();
            for guess in others.filter(|guess| guess.answer != doubt.taken) {
                let probability = first.probability * guess.probability;
                pairs.push((probability, [first.said, (about, guess.answer)]));
            }
        }
    }
    pairs.sort_by(|a, b| b.0.total_cmp(&a.0));
    pairs.truncate(PAIRS);
    pairs
}

/// By how many points everybody's differ, summed up.
fn change(from: &BTreeMap<Color, i32>, to: &BTreeMap<Color, i32>) -> i32 {
    let of = |color: &Color| to.get(color).copied().unwrap_or_default();
    from.iter()
        .map(|(color, points)| (of(color) - points).abs())
        .sum()
}
