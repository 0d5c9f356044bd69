//! What the table must not forget (rules dossier "mists coop", section 11).

use serde::Serialize;

pub use super::fog::GhostsWhy;
use super::hounds::{HoundState, NAMES};
use super::{Report, active_pile, cemeteries, hounds, level_of, regions, track};
use crate::event::ghost::Companion;
use crate::event::{EventId, EventKind};
use crate::rules::Game;
use crate::rules::choice::{Choice, ChoiceId, ChoiceKind};
use crate::rules::points::scoring::{self, Scored};
use crate::rules::told::{Reminder, ReminderKind, Until, Urgency};
use carcassonne::geometry::Cell;

/// Ghosts in stock at which it becomes dangerous.
pub(super) const FEW_GHOSTS: u8 = 3;
/// Tiles in the active pile at which the points missing are told.
pub(super) const FEW_TILES: u32 = 5;

/// What to remind of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum MistsReminder {
    /// So many ghosts come onto the tile.
    GhostsCome {
        /// How many.
        count: u8,
        /// Symbols on the tile.
        symbols: u8,
        /// Why not all of them.
        why: GhostsWhy,
        /// Ghosts in stock after that.
        left: u8,
    },
    /// A bank is finished: its ghosts go home.
    MistFinished {
        /// How many.
        ghosts: u8,
    },
    /// This tile spoiled mist with ghosts on it: they can only be removed now.
    MistSpoiled,
    /// One more ghost comes onto an open cemetery.
    CemeteryGhost,
    /// A ghost comes onto every misty tile around the haunted cemetery.
    HauntedNeighbours {
        /// How many.
        ghosts: u8,
    },
    /// A cemetery is closed: its ghosts go home.
    CemeteryCleared {
        /// How many.
        ghosts: u8,
    },
    /// A cemetery is closed: a meeple is buried on it.
    Bury,
    /// A region is completed: points or removal.
    Decide {
        /// What it is worth to one colour.
        value: i32,
        /// Different colours in it.
        colors: u8,
        /// What the track moves by; at level 6 that of each colour.
        points: i32,
        /// The most ghosts that can be removed instead.
        ghosts: u8,
    },
    /// A hound is reached: it goes to a meeple.
    PlaceHound {
        /// Which.
        hound: Companion,
    },
    /// A hound removes ghosts around it.
    HoundRemoves {
        /// Which.
        hound: Companion,
    },
    /// The rest of the active pile goes on top of the next.
    JoinPiles {
        /// Tiles to draw then.
        left: u32,
    },
    /// A hound's meeple is about to be scored.
    HoundScores {
        /// Which.
        hound: Companion,
        /// A point for each ghost on the board.
        points: u8,
    },
    /// A tile is laid face down beside an open cemetery.
    TurnTileDown,
    /// More ghosts are due than are left: lost, unless something that was not told freed some.
    LossOpen,
    /// Few ghosts are left in stock.
    FewGhosts {
        /// How many.
        left: u8,
    },
    /// Few tiles are left in the active pile.
    FewTiles {
        /// How many.
        left: u32,
        /// Points to the next hound or the target.
        missing: i32,
    },
}

/// All of them.
pub(super) fn all(game: &Game) -> Vec<Reminder> {
    if game.over {
        return Vec::new();
    }
    let mut all = of_tile(game);
    all.extend(
        game.choices()
            .iter()
            .filter_map(|choice| of_choice(game, choice)),
    );
    all.extend(of_hounds(game));
    all.extend(warnings(game));
    all
}

fn reminder(
    id: impl Into<String>,
    what: MistsReminder,
    source: &'static str,
    urgency: Urgency,
    until: Until,
) -> Reminder {
    Reminder::new(id, ReminderKind::Mists(what), source, urgency, until)
}

/// What the open turn's tile brought about by itself.
fn of_tile(game: &Game) -> Vec<Reminder> {
    let report = &game.states.mists.report;
    let Some(open) = game.open else {
        return Vec::new();
    };
    let turn = game.turn;
    let forced = |id: &str, what, source| {
        let until = Until::TurnEnds;
        reminder(
            format!("{id}/{turn}"),
            what,
            source,
            Urgency::BeforeMeeple,
            until,
        )
    };
    let mut all = Vec::new();
    all.extend(
        ghosts_come(game, report)
            .map(|what| forced("ghosts-come", what, "mists-coop 5, step 2a").at([open.cell])),
    );
    let (ghosts, cells) = &report.finished;
    if *ghosts > 0 {
        let what = MistsReminder::MistFinished { ghosts: *ghosts };
        all.push(forced("mist-finished", what, "mists-coop 5, step 1b").at(cells.clone()));
    }
    let spoiled = super::spoiled_now(game);
    if !spoiled.is_empty() {
        let what = MistsReminder::MistSpoiled;
        let mut hint = forced("mist-spoiled", what, "mists-coop 4").at(spoiled);
        hint.urgency = Urgency::Info;
        all.push(hint);
    }
    for (&cell, &ghosts) in report.cleared.iter().filter(|(_, ghosts)| **ghosts > 0) {
        let id = format!("cemetery-cleared/{}/{}", cell.x, cell.y);
        let what = MistsReminder::CemeteryCleared { ghosts };
        all.push(forced(&id, what, "mists-coop 5, step 1c").at([cell]));
    }
    if let Some(cell) = report.cemetery {
        let what = MistsReminder::CemeteryGhost;
        all.push(forced("cemetery-ghost", what, "mists-coop 6").at([cell]));
    }
    if !report.haunted.is_empty() {
        let ghosts = u8::try_from(report.haunted.len()).unwrap_or(u8::MAX);
        let what = MistsReminder::HauntedNeighbours { ghosts };
        let haunted = forced("haunted-neighbours", what, "mists-coop 7");
        all.push(haunted.at(report.haunted.clone()));
    }
    all
}

fn ghosts_come(game: &Game, report: &Report) -> Option<MistsReminder> {
    let cell = game.open?.cell;
    let symbols = game.board.get(cell)?.face.ghosts();
    (symbols > 0).then_some(MistsReminder::GhostsCome {
        count: report.came,
        symbols,
        why: report.why,
        left: report.left,
    })
}

/// What an open choice asks for.
fn of_choice(game: &Game, choice: &Choice) -> Option<Reminder> {
    let until = Until::Chosen(choice.id.clone());
    let ask = |what, urgency| {
        Some(reminder(
            choice.id.0.clone(),
            what,
            choice.source,
            urgency,
            until.clone(),
        ))
    };
    let option = choice
        .options
        .iter()
        .flat_map(|option| &option.events)
        .next();
    match (choice.kind, option) {
        (ChoiceKind::BuryMeeple, Some(&EventKind::MeepleBuried { cell, .. })) => {
            Some(ask(MistsReminder::Bury, Urgency::Now)?.at([cell]))
        }
        (ChoiceKind::CemeteryGhost, _) => {
            let open = cemeteries::all(game).filter(|&cell| cemeteries::is_open(game, cell));
            Some(ask(MistsReminder::CemeteryGhost, Urgency::BeforeMeeple)?.at(open))
        }
        (ChoiceKind::TurnTileDown, _) => {
            let open = cemeteries::all(game).filter(|&cell| cemeteries::is_open(game, cell));
            Some(ask(MistsReminder::TurnTileDown, Urgency::EndOfTurn)?.at(open))
        }
        (ChoiceKind::PlaceHound, Some(&EventKind::CompanionPlaced { companion, .. })) => {
            ask(MistsReminder::PlaceHound { hound: companion }, Urgency::Now)
        }
        (ChoiceKind::HoundRemoval, _) => {
            let hound = hound_of(&choice.id)?;
            let from = choice.options.iter().flat_map(|option| &option.events);
            let cells = from.filter_map(|event| match event {
                EventKind::GhostsMoved { from, .. } => from.cell(),
                _ => None,
            });
            let cells: std::collections::BTreeSet<Cell> = cells.collect();
            Some(ask(MistsReminder::HoundRemoves { hound }, Urgency::Now)?.at(cells))
        }
        (ChoiceKind::PointsOrRemoval, Some(EventKind::RegionDecided { at, .. })) => {
            let feature = game.features.at(*at)?;
            let lines = regions::lines(game, feature, Scored::Completed);
            let value = scoring::value(game, feature, Scored::Completed).points();
            let figures: Vec<EventId> = scoring::claimants(game, feature)
                .map(|figure| figure.event)
                .collect();
            let colors = regions::colors_in(game, feature).len();
            let tiles = regions::removable(game).into_values();
            let most = tiles
                .map(|places| places.iter().map(|at| at.count).sum::<u8>())
                .max();
            let what = MistsReminder::Decide {
                value,
                colors: u8::try_from(colors).unwrap_or(u8::MAX),
                points: lines.first().map_or(0, |line| line.points),
                ghosts: most.unwrap_or(0).min(regions::MAX_REMOVED),
            };
            let cells = feature.segments.iter().map(|at| at.cell);
            Some(ask(what, Urgency::EndOfTurn)?.at(cells).about(figures))
        }
        _ => None,
    }
}

fn hound_of(id: &ChoiceId) -> Option<Companion> {
    let named = |companion: &Companion| id.0.starts_with(&format!("hound/{companion:?}/"));
    NAMES.into_iter().find(named)
}

/// Piles that were joined, and hounds that are about to be scored.
fn of_hounds(game: &Game) -> Vec<Reminder> {
    let mut all = Vec::new();
    // Most turns are scored when the next tile lies, so it stands one turn longer.
    let joined = game.states.mists.joined;
    if let Some((turn, left)) = joined.filter(|&(turn, _)| game.turn <= turn + 1) {
        let what = MistsReminder::JoinPiles { left };
        let id = format!("join-piles/{turn}");
        let until = Until::Changed;
        all.push(reminder(id, what, "mists-coop 9", Urgency::Now, until));
    }
    for (hound, companion) in game.states.mists.hounds.iter().zip(NAMES) {
        let HoundState::With { host, .. } = hound.place else {
            continue;
        };
        let meeple = game.figures.get(&host);
        let Some(meeple) = meeple.filter(|meeple| super::is_scored_now(game, meeple)) else {
            continue;
        };
        let Some(feature) = game.features.at(meeple.at) else {
            continue;
        };
        let colors = regions::colors_in(game, feature).len();
        let points = hounds::value(game, colors).points();
        let what = MistsReminder::HoundScores {
            hound: companion,
            points: u8::try_from(points).unwrap_or(u8::MAX),
        };
        let id = format!("hound-scores/{companion:?}");
        let until = Until::TurnEnds;
        let scores = reminder(id, what, "mists-coop 9", Urgency::EndOfTurn, until);
        all.push(scores.at([meeple.at.cell]).about([host]));
    }
    all
}

/// Few ghosts, few tiles (section 11, number 9).
fn warnings(game: &Game) -> Vec<Reminder> {
    let warn = |id: &str, what| reminder(id, what, "mists-coop 11", Urgency::Info, Until::Changed);
    let mut all = Vec::new();
    if super::is_short(game) {
        let (id, what) = ("loss-open", MistsReminder::LossOpen);
        let (urgency, until) = (Urgency::Now, Until::Changed);
        all.push(reminder(id, what, "mists-coop 6", urgency, until));
    }
    let left = game.states.ghosts.in_stock();
    if left <= FEW_GHOSTS {
        all.push(warn("few-ghosts", MistsReminder::FewGhosts { left }));
    }
    let left = active_pile(game);
    if left <= FEW_TILES {
        let missing = missing(game);
        all.push(warn("few-tiles", MistsReminder::FewTiles { left, missing }));
    }
    all
}

/// Points to the next hound, which brings more tiles, or to the target.
pub(super) fn missing(game: &Game) -> i32 {
    let level = level_of(game);
    let hounds = game.states.mists.hounds.iter().zip(level.hounds);
    let next = hounds.filter(|(hound, _)| hound.place == hounds::HoundState::Track);
    let next = next.map(|(_, space)| space).next().unwrap_or(level.target);
    next.min(level.target).saturating_sub(track(game)).max(0)
}
