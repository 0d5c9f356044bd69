//! Where points came from: by why they were given, and by the module that gave them.

use crate::board::features::FeatureKind;
use crate::rules::Expansion;
use crate::rules::points::expression::{Term, Unit};
use crate::setup::Setup;
use crate::snapshot::{Bonus, ScoreLine, ScoreReason};
use carcassonne::piece::Color;

/// Who scores: a colour, or the team where all points are shared.
pub type Scorer = Option<Color>;

/// A line of points and when it was given.
#[derive(Clone, Debug, PartialEq)]
pub struct Told {
    /// The line.
    pub line: ScoreLine,
    /// The moment after which it counted.
    pub moment: usize,
}

/// Points of each scorer under some headings, those with most points first.
pub type Shares<K> = Vec<Share<K>>;

/// Points under one heading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Share<K> {
    /// The heading.
    pub of: K,
    /// Points of each scorer, in their order.
    pub points: Vec<i32>,
}

impl<K> Share<K> {
    /// Points of all scorers.
    pub fn total(&self) -> i32 {
        self.points.iter().copied().fold(0, i32::saturating_add)
    }
}

pub(super) fn by_reason(scorers: &[Scorer], lines: &[Told]) -> Shares<ScoreReason> {
    let parts = lines.iter().map(|told| (told, told.line.reason));
    table(
        scorers,
        parts.map(|(told, reason)| (told.line.color, reason, told.line.points)),
    )
}

pub(super) fn by_module(
    setup: &Setup,
    scorers: &[Scorer],
    lines: &[Told],
) -> Shares<Option<Expansion>> {
    let parts = lines.iter().flat_map(|told| {
        let line = &told.line;
        let times = line.expression.colors.unwrap_or(1);
        let terms = line.expression.terms.iter();
        let shares = terms.map(move |term| {
            let points = term.count.saturating_mul(term.each).saturating_mul(times);
            (line.color, module(setup, line, Some(term)), points)
        });
        // What is not in the sum belongs to the reason as a whole.
        let rest = line.points.saturating_sub(line.expression.points());
        shares.chain(std::iter::once((
            line.color,
            module(setup, line, None),
            rest,
        )))
    });
    table(scorers, parts)
}

/// Adds up.
fn table<K: PartialEq>(
    scorers: &[Scorer],
    parts: impl Iterator<Item = (Scorer, K, i32)>,
) -> Shares<K> {
    let mut table: Shares<K> = Vec::new();
    for (who, of, points) in parts.filter(|&(.., points)| points != 0) {
        let Some(seat) = scorers.iter().position(|&scorer| scorer == who) else {
            continue;
        };
        let row = table.iter().position(|share| share.of == of);
        let row = row.unwrap_or_else(|| {
            table.push(Share {
                of,
                points: vec![0; scorers.len()],
            });
            table.len() - 1
        });
        let sum = &mut table[row].points[seat];
        *sum = sum.saturating_add(points);
    }
    table.sort_by_key(|share| std::cmp::Reverse(share.total()));
    table
}

/// The module that gives a term of a line; without a term, the line as a whole.
fn module(setup: &Setup, line: &ScoreLine, term: Option<&Term>) -> Option<Expansion> {
    // Castles and cemeteries come with either way to play the mists.
    let mist = [Expansion::Mists, Expansion::GhostsCastlesCemeteries]
        .into_iter()
        .find(|&module| setup.plays(module));
    match term.map(|term| term.unit) {
        Some(Unit::Mage | Unit::Witch) => return Some(Expansion::MageAndWitch),
        Some(Unit::CastleTile | Unit::MistyTiles) => return mist,
        Some(Unit::Followers | Unit::LargeFollowers) => return Some(Expansion::Tatan),
        Some(Unit::Chip) => return Some(Expansion::Benelux),
        _ => {}
    }
    match line.reason {
        ScoreReason::Bonus(Bonus::Eloise) => Some(Expansion::SpellCircles),
        ScoreReason::Bonus(Bonus::Hound) => mist,
        ScoreReason::Bonus(Bonus::Tatan) => Some(Expansion::Tatan),
        ScoreReason::Bonus(Bonus::Chip) => Some(Expansion::Benelux),
        ScoreReason::AbbotRecalled => Some(Expansion::Abbot),
        ScoreReason::Completed(kind) | ScoreReason::Final(kind) => match kind {
            FeatureKind::Castle | FeatureKind::Cemetery => mist,
            FeatureKind::Garden => Some(Expansion::Abbot),
            _ if term.is_some_and(|term| term.unit == Unit::Ghosts) => mist,
            _ => None,
        },
        ScoreReason::ByHand => None,
    }
}
