//! Looking back at a game: its moments, the race for points, where points came from, what
//! turned the game, and how kind the draw was.
//!
//! Computed from a [`Log`] alone; changes to the past are already worked in, so a corrected
//! game is looked back on as it really happened. No words and no pictures.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::board::features::{FeatureId, FeatureKind, SegmentRef};
use crate::event::{Event, EventId, EventKind};
use crate::log::Log;
use crate::rules::Game;
use crate::rules::points::expression::Unit;
use crate::setup::Setup;
use crate::snapshot::view;
use crate::snapshot::{Bonus, ScoreLine, ScoreReason, Snapshot};

mod luck;
mod points;

pub use luck::Luck;
pub use points::{Scorer, Share, Shares, Told};

/// Lines that are told as the largest of a game.
const LARGEST: usize = 5;

/// A game looked back on.
#[derive(Clone, Debug)]
pub struct Review {
    setup: Arc<Setup>,
    facts: Vec<Event>,
    /// What happened, oldest first. Before the first there is the empty table.
    pub moments: Vec<Moment>,
    /// Who scores, in seat order; only the team where all points are shared.
    pub scorers: Vec<Scorer>,
    /// All points given, oldest first.
    pub lines: Vec<Told>,
    /// Points by why they were given, the most first.
    pub by_reason: Shares<ScoreReason>,
    /// Points by the module that gave them; `None` is the base game.
    pub by_module: Shares<Option<crate::rules::Expansion>>,
    /// Where another player took the lead.
    pub leads: Vec<Lead>,
    /// The largest lines, the largest first, by their number in [`Self::lines`].
    pub largest: Vec<usize>,
    /// The best moment of each kind there was.
    pub best: Vec<(Highlight, usize)>,
    /// The road with most tiles.
    pub road: Option<Longest>,
    /// The city with most tiles.
    pub city: Option<Longest>,
    /// How kind the draw was to each player, in seat order.
    pub luck: Vec<Luck>,
}

/// Something that happened.
#[derive(Clone, Debug, PartialEq)]
pub struct Moment {
    /// The event.
    pub event: EventId,
    /// When, milliseconds of the game.
    pub at_ms: u64,
    /// The turn it belongs to.
    pub turn: u32,
    /// What happened.
    pub kind: EventKind,
    /// The scores after it, in the order of [`Review::scorers`].
    pub scores: Vec<i32>,
}

/// Another player took the lead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lead {
    /// Who led before.
    pub from: Scorer,
    /// Who leads now.
    pub to: Scorer,
    /// Since which moment.
    pub moment: usize,
}

/// What can stand out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Highlight {
    /// Eloise brought most points.
    Eloise,
    /// A hound brought most points.
    Hound,
    /// Ghosts cost most points.
    Ghosts,
    /// The mage added most points.
    Mage,
    /// The witch took most points.
    Witch,
    /// A Tatan card brought most points.
    Tatan,
}

impl Highlight {
    /// All of them.
    pub const ALL: [Self; 6] = [
        Self::Eloise,
        Self::Hound,
        Self::Ghosts,
        Self::Mage,
        Self::Witch,
        Self::Tatan,
    ];

    /// How strongly a line shows it; 0 if not at all.
    pub fn points(self, line: &ScoreLine) -> i32 {
        let of_unit = |unit: Unit| -> i32 {
            let terms = line.expression.terms.iter();
            let terms = terms.filter(|term| term.unit == unit);
            let points = terms.map(|term| term.count.saturating_mul(term.each));
            points.fold(0, i32::saturating_add)
        };
        let of_bonus = |bonus: Bonus| {
            let is = line.reason == ScoreReason::Bonus(bonus);
            if is { line.points.max(0) } else { 0 }
        };
        match self {
            Self::Eloise => of_bonus(Bonus::Eloise),
            Self::Hound => of_bonus(Bonus::Hound),
            Self::Tatan => of_bonus(Bonus::Tatan),
            Self::Ghosts => of_unit(Unit::Ghosts).saturating_neg().max(0),
            Self::Mage => of_unit(Unit::Mage).max(0),
            Self::Witch => of_unit(Unit::Witch).saturating_neg().max(0),
        }
    }
}

/// The largest feature of its kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Longest {
    /// Which.
    pub feature: FeatureId,
    /// Its tiles.
    pub tiles: usize,
    /// Every segment of it.
    pub segments: Vec<SegmentRef>,
    /// Whether it was completed.
    pub completed: bool,
}

/// The scores after these lines. The score track has no numbers below 0.
fn scores_of(scorers: &[Scorer], lines: &[ScoreLine]) -> Vec<i32> {
    let mut scores = vec![0_i32; scorers.len()];
    for line in lines {
        if let Some(seat) = scorers.iter().position(|&who| who == line.color) {
            scores[seat] = scores[seat].saturating_add(line.points).max(0);
        }
    }
    scores
}

impl Review {
    /// Looks back at that game, finished or not.
    pub fn of(log: &Log) -> Self {
        let setup = Arc::clone(log.game().setup());
        let facts = log.facts();
        let mut game = Game::new(Arc::clone(&setup));
        let scorers = scorers(log.game());
        let mut moments = Vec::new();
        let mut lines: Vec<Told> = Vec::new();
        let mut draws = luck::Draws::default();
        for fact in &facts {
            draws.before(&game, &fact.kind);
            // What the rules refuse has no effect, and so is no moment.
            if game.apply(fact.id, &fact.kind).is_err() {
                continue;
            }
            draws.after(&game);
            let moment = moments.len();
            // What is told late may change the points of the turn before.
            let known = lines.iter().zip(game.lines());
            let known = known.take_while(|(told, line)| told.line == **line);
            let known = known.count();
            lines.truncate(known);
            for line in &game.lines()[known..] {
                lines.push(Told {
                    line: line.clone(),
                    moment,
                });
            }
            let scores = scores_of(&scorers, game.lines());
            moments.push(Moment {
                event: fact.id,
                at_ms: fact.at_ms,
                turn: game.turn(),
                kind: fact.kind.clone(),
                scores,
            });
        }
        Self {
            by_reason: points::by_reason(&scorers, &lines),
            by_module: points::by_module(&setup, &scorers, &lines),
            leads: leads(&scorers, &moments),
            largest: largest(&lines),
            best: best(&lines),
            road: longest(&game, FeatureKind::Road),
            city: longest(&game, FeatureKind::City),
            luck: draws.by_player(&game),
            setup,
            facts,
            moments,
            scorers,
            lines,
        }
    }

    /// The game right after a moment; the empty table before the first. Folds the game up to
    /// there, which takes some milliseconds.
    pub fn snapshot(&self, moment: Option<usize>) -> Snapshot {
        let last = moment.and_then(|moment| self.moments.get(moment));
        let mut until = Vec::new();
        if let Some(last) = last {
            for fact in &self.facts {
                until.push(fact.clone());
                if fact.id == last.event {
                    break;
                }
            }
        }
        view::of_log(&Log::of(Arc::clone(&self.setup), until))
    }

    /// The last moment of a turn, if there was one.
    pub fn end_of_turn(&self, turn: u32) -> Option<usize> {
        self.moments.iter().rposition(|moment| moment.turn == turn)
    }

    /// The scores when each turn was over, from turn 0 on.
    pub fn race(&self) -> Vec<(u32, &[i32])> {
        let mut race: Vec<(u32, &[i32])> = Vec::new();
        for moment in &self.moments {
            match race.last_mut() {
                Some(last) if last.0 == moment.turn => last.1 = &moment.scores,
                _ => race.push((moment.turn, &moment.scores)),
            }
        }
        race
    }
}

fn scorers(game: &Game) -> Vec<Scorer> {
    if game.shares_score() {
        return vec![None];
    }
    game.colors().map(Some).collect()
}

/// Where somebody else came to lead alone.
fn leads(scorers: &[Scorer], moments: &[Moment]) -> Vec<Lead> {
    let mut leads = Vec::new();
    let mut leader: Option<Scorer> = None;
    for (moment, at) in moments.iter().enumerate() {
        let best = at.scores.iter().copied().max().unwrap_or(0);
        let mut first = (0..scorers.len()).filter(|&i| at.scores[i] == best);
        let (Some(one), None) = (first.next(), first.next()) else {
            continue;
        };
        let now = scorers[one];
        if let Some(from) = leader.replace(now)
            && from != now
        {
            leads.push(Lead {
                from,
                to: now,
                moment,
            });
        }
    }
    leads
}

fn largest(lines: &[Told]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..lines.len()).collect();
    order.sort_by_key(|&i| (std::cmp::Reverse(lines[i].line.points), i));
    order.truncate(LARGEST);
    order
}

fn best(lines: &[Told]) -> Vec<(Highlight, usize)> {
    let of = |highlight: Highlight| {
        let strength = |i: &usize| highlight.points(&lines[*i].line);
        let best = (0..lines.len())
            .rev()
            .max_by_key(strength)
            .filter(|i| strength(i) > 0)?;
        Some((highlight, best))
    };
    Highlight::ALL.into_iter().filter_map(of).collect()
}

fn longest(game: &Game, kind: FeatureKind) -> Option<Longest> {
    let tiles = |segments: &[SegmentRef]| {
        let cells: BTreeSet<_> = segments.iter().map(|at| at.cell).collect();
        cells.len()
    };
    let features = game.features().iter();
    let features = features.filter(|feature| feature.kind == kind);
    let most = features.max_by_key(|f| (tiles(&f.segments), std::cmp::Reverse(f.id)))?;
    Some(Longest {
        feature: most.id,
        tiles: tiles(&most.segments),
        segments: most.segments.clone(),
        completed: !most.open,
    })
}
