//! What to remind of (rules dossiers "ghosts, castles and cemeteries", section 7, and "Spell
//! circles", section D).

use std::collections::BTreeMap;

use serde::Serialize;

use super::haunting::{Done, Whose, beside};
use super::{MINORITY_PAYS, cost, guarded_now, guards_left, haunting, misty_around};
use crate::board::features::FeatureKind;
use crate::event::ghost::GhostPlace;
use crate::event::{EventId, EventKind};
use crate::rules::choice::{Choice, ChoiceKind};
use crate::rules::points::scoring::{self, Scored};
use crate::rules::told::{Reminder, ReminderKind, Until, Urgency};
use crate::rules::{FigureState, Game};
use carcassonne::geometry::Cell;
use carcassonne::piece::{Color, FigureKind};

/// What to remind of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum GhostsReminder {
    /// A ghost is due beside a meeple, and somebody chooses which.
    Haunt {
        /// Whose meeple.
        whose: Whose,
        /// It comes out of a spell circle, not from the supply.
        from_circle: bool,
    },
    /// A ghost belongs beside this meeple, the only one that can take it.
    PutBeside {
        /// Whose meeple.
        whose: Whose,
        /// Where the ghost comes from.
        from: GhostPlace,
        /// The event that placed the meeple.
        figure: EventId,
    },
    /// The third ghost: the meeple and its ghosts go home at once.
    DrivenOff {
        /// The event that placed the meeple.
        figure: EventId,
        /// Whose.
        color: Option<Color>,
    },
    /// A ghost would be due, but the step is left out.
    LeftOut {
        /// Whose meeple it would have haunted.
        whose: Whose,
        /// Why.
        why: NotDone,
    },
    /// Guards never take ghosts.
    GuardsTakeNone,
    /// A ghost beside a meeple around a new circle must be moved into it; somebody chooses.
    DrawIn,
    /// This meeple's ghost goes into a circle of the new tile.
    DrawnIn {
        /// The event that placed the meeple.
        figure: EventId,
    },
    /// Circles of the new tile are filled from the supply.
    Fill {
        /// So many.
        supply: u8,
        /// So many stay empty, since the supply is.
        empty: u8,
    },
    /// A ghost of an emptied circle goes to the supply, as no meeple can take it.
    ToSupply,
    /// Ghosts cost points when the turn is scored.
    Cost {
        /// Whose.
        color: Color,
        /// How many ghosts.
        ghosts: u8,
        /// What the player gets for the feature in all.
        points: i32,
        /// The track ends at 0, so less is lost.
        stops_at_zero: bool,
    },
    /// A castle is completed.
    Castle {
        /// Misty tiles around it.
        misty: u8,
        /// What it is worth.
        points: i32,
    },
    /// A cemetery is completed: the colour takes a guard.
    TakeGuard {
        /// Whose.
        color: Color,
    },
    /// A cemetery is completed, but that colour has all its guards.
    NoGuardLeft {
        /// Whose.
        color: Color,
    },
    /// Each ghost still beside a meeple costs a point in the final scoring.
    CostAtEnd {
        /// Whose, and how many ghosts.
        ghosts: Vec<(Color, u8)>,
    },
}

/// Why a ghost is not placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum NotDone {
    /// The supply is empty.
    NoGhostLeft,
    /// No meeple can take it.
    NoMeeple,
}

pub(super) fn list(game: &Game, into: &mut Vec<Reminder>) {
    if game.over {
        return;
    }
    open_choices(game, into);
    done(game, into);
    guards(game, into);
    costs(game, into);
    places(game, into);
    at_end(game, into);
}

fn reminder(
    id: String,
    kind: GhostsReminder,
    source: &'static str,
    urgency: Urgency,
    until: Until,
) -> Reminder {
    Reminder::new(id, ReminderKind::Ghosts(kind), source, urgency, until)
}

fn open_choices(game: &Game, into: &mut Vec<Reminder>) {
    for choice in haunting::choices(game) {
        let whose = match choice.kind {
            ChoiceKind::HauntOpponent => Some(Whose::Opponent),
            ChoiceKind::HauntOwn => Some(Whose::Own),
            _ => None,
        };
        let from_circle = matches!(
            first_move(&choice),
            Some((GhostPlace::Circle { .. }, GhostPlace::Beside { .. }))
        );
        let kind = whose.map_or(GhostsReminder::DrawIn, |whose| GhostsReminder::Haunt {
            whose,
            from_circle,
        });
        let figures = meeples(&choice);
        let cells = cells_of(game, &figures);
        let until = Until::Chosen(choice.id.clone());
        let (id, urgency) = (choice.id.0, Urgency::BeforeMeeple);
        let reminder = reminder(id, kind, choice.source, urgency, until);
        into.push(reminder.at(cells).about(figures));
    }
}

fn first_move(choice: &Choice) -> Option<(GhostPlace, GhostPlace)> {
    match choice.options.first()?.events.first()? {
        EventKind::GhostsMoved { from, to, .. } => Some((*from, *to)),
        _ => None,
    }
}

/// The meeples among which somebody chooses.
fn meeples(choice: &Choice) -> Vec<EventId> {
    let events = choice.options.iter().flat_map(|option| &option.events);
    let mut figures: Vec<EventId> = events
        .filter_map(|event| match event {
            EventKind::GhostsMoved {
                to: GhostPlace::Beside { figure },
                ..
            }
            | EventKind::GhostsMoved {
                from: GhostPlace::Beside { figure },
                ..
            } => Some(*figure),
            _ => None,
        })
        .collect();
    figures.sort();
    figures.dedup();
    figures
}

fn cells_of(game: &Game, figures: &[EventId]) -> Vec<Cell> {
    let cells = figures.iter().filter_map(|&figure| game.figure(figure));
    cells.map(|figure| figure.at.cell).collect()
}

/// What the rules did by themselves and people have to do on the table.
fn done(game: &Game, into: &mut Vec<Reminder>) {
    let state = &game.states.ghosts_castles_cemeteries;
    for (n, done) in state.done.iter().enumerate() {
        let (name, kind) = match *done {
            Done::Haunted {
                whose,
                from,
                figure,
            } => {
                let kind = GhostsReminder::PutBeside {
                    whose,
                    from,
                    figure,
                };
                ("put-beside", kind)
            }
            Done::DrivenOff { figure, color, .. } => {
                if game.figure(figure).is_none() {
                    continue;
                }
                ("driven-off", GhostsReminder::DrivenOff { figure, color })
            }
            Done::LeftOut { whose, why } => ("left-out", GhostsReminder::LeftOut { whose, why }),
            Done::Returned { .. } => ("to-supply", GhostsReminder::ToSupply),
            Done::DrawnIn { figure, .. } => ("drawn-in", GhostsReminder::DrawnIn { figure }),
            Done::Filled { supply, empty, .. } => ("fill", GhostsReminder::Fill { supply, empty }),
        };
        let (source, urgency) = match done {
            Done::Haunted {
                from: GhostPlace::Circle { .. },
                ..
            } => ("bannkreise B2", Urgency::BeforeMeeple),
            Done::Haunted { .. } => ("ghosts-castles-cemeteries 3", Urgency::BeforeMeeple),
            Done::DrivenOff { .. } => {
                let source = "ghosts-castles-cemeteries 3, third ghost";
                (source, Urgency::BeforeMeeple)
            }
            Done::LeftOut { .. } => ("ghosts-castles-cemeteries 3", Urgency::Info),
            Done::Returned { .. } => ("bannkreise B2", Urgency::BeforeMeeple),
            Done::DrawnIn { .. } | Done::Filled { .. } => ("bannkreise B1", Urgency::BeforeMeeple),
        };
        let (figure, cell) = match *done {
            Done::Haunted { figure, .. } => (Some(figure), None),
            Done::DrivenOff { figure, cell, .. } | Done::DrawnIn { figure, cell } => {
                (Some(figure), Some(cell))
            }
            Done::LeftOut { .. } => (None, game.open.map(|open| open.cell)),
            Done::Returned { circle } => (None, circle.cell()),
            Done::Filled { cell, .. } => (None, Some(cell)),
        };
        let standing = figure.and_then(|figure| game.figure(figure));
        let until = match done {
            Done::DrivenOff { .. } => Until::FigureTaken,
            _ => Until::TurnEnds,
        };
        let id = format!("{name}/{}/{n}", game.turn);
        let cell = cell.or(standing.map(|figure| figure.at.cell));
        into.push(
            reminder(id, kind, source, urgency, until)
                .at(cell)
                .about(figure),
        );
    }
}

/// As long as a ghost is on its way beside a meeple and guards stand about.
fn guards(game: &Game, into: &mut Vec<Reminder>) {
    let state = &game.states.ghosts_castles_cemeteries;
    let choices = haunting::choices(game);
    let mut chosen = choices.iter().map(|choice| choice.kind);
    let mut done = state.done.iter();
    let due = chosen.any(|kind| kind != ChoiceKind::DrawIntoCircle)
        || done.any(|done| {
            matches!(
                done,
                Done::Haunted { .. }
                    | Done::LeftOut {
                        why: NotDone::NoMeeple,
                        ..
                    }
            )
        });
    let standing = |state| state != FigureState::DueHome;
    let guards: Vec<EventId> = game
        .figures()
        .filter(|figure| figure.kind == FigureKind::Guard && standing(figure.state))
        .map(|figure| figure.event)
        .collect();
    if due && !guards.is_empty() {
        let id = format!("guards-take-no-ghosts/{}", game.turn);
        let cells = cells_of(game, &guards);
        into.push(
            reminder(
                id,
                GhostsReminder::GuardsTakeNone,
                "ghosts-castles-cemeteries 3, guards",
                Urgency::Info,
                Until::Changed,
            )
            .at(cells)
            .about(guards),
        );
    }
}

/// Section 4: what ghosts take off the points of this turn.
fn costs(game: &Game, into: &mut Vec<Reminder>) {
    let players = game.players().iter();
    let mut scores: BTreeMap<Color, i32> = players.map(|one| (one.color, one.score)).collect();
    // In the order in which they are scored.
    for feature in game.completed_now() {
        let lines = scoring::lines(game, feature, Scored::Completed);
        let owners = scoring::owners(game, feature);
        let all_pay = game.setup.options.rulings.yes(&MINORITY_PAYS);
        let costs = cost(game, feature, Scored::Completed).into_iter();
        for (color, ghosts) in costs.filter(|(color, _)| all_pay || owners.contains(color)) {
            let own = lines.iter().find(|line| line.color == Some(color));
            let score = scores.get(&color).copied().unwrap_or(0);
            let points = own.map_or(0, |line| line.points);
            let kind = GhostsReminder::Cost {
                color,
                ghosts: u8::try_from(ghosts).unwrap_or(u8::MAX),
                points,
                stops_at_zero: score.saturating_add(points) < 0,
            };
            let at = feature.id.0;
            let id = format!(
                "ghosts-cost/{}/{}/{}/{color}",
                at.cell.x, at.cell.y, at.segment
            );
            let figures = scoring::claimants(game, feature)
                .filter(|figure| game.ghosts().at(beside(figure.event)) > 0)
                .map(|figure| figure.event);
            let source = "ghosts-castles-cemeteries 4";
            into.push(
                reminder(id, kind, source, Urgency::EndOfTurn, Until::TurnEnds)
                    .at(feature.segments.iter().map(|at| at.cell))
                    .about(figures),
            );
        }
        for line in &lines {
            let score = line.color.and_then(|color| scores.get_mut(&color));
            if let Some(score) = score {
                *score = score.saturating_add(line.points).max(0);
            }
        }
    }
}

/// Section 4: castles and cemeteries that the open turn completes.
fn places(game: &Game, into: &mut Vec<Reminder>) {
    for (cemetery, color) in guarded_now(game) {
        let cell = cemetery.id.0.cell;
        let kind = match guards_left(game, color) {
            0 => GhostsReminder::NoGuardLeft { color },
            _ => GhostsReminder::TakeGuard { color },
        };
        let id = format!("take-guard/{}/{}", cell.x, cell.y);
        let source = "ghosts-castles-cemeteries 4, cemetery";
        into.push(reminder(id, kind, source, Urgency::EndOfTurn, Until::TurnEnds).at([cell]));
    }
    for castle in game.completed_now() {
        let taken = scoring::claimants(game, castle).next().is_some();
        if castle.kind != FeatureKind::Castle || !taken {
            continue;
        }
        let cell = castle.id.0.cell;
        let kind = GhostsReminder::Castle {
            misty: u8::try_from(misty_around(game, cell)).unwrap_or(u8::MAX),
            points: scoring::value(game, castle, Scored::Completed).points(),
        };
        let id = format!("castle/{}/{}", cell.x, cell.y);
        let source = "ghosts-castles-cemeteries 4, castle";
        into.push(reminder(id, kind, source, Urgency::EndOfTurn, Until::TurnEnds).at([cell]));
    }
}

/// Section 6, once the last tile lies.
fn at_end(game: &Game, into: &mut Vec<Reminder>) {
    if game.pile_left() > 0 {
        return;
    }
    let haunted = |color: Color| -> u8 {
        game.figures()
            .filter(|figure| figure.color == Some(color))
            .map(|figure| game.ghosts().at(beside(figure.event)))
            .sum()
    };
    let ghosts: Vec<(Color, u8)> = game
        .colors()
        .map(|color| (color, haunted(color)))
        .filter(|&(_, ghosts)| ghosts > 0)
        .collect();
    if !ghosts.is_empty() {
        let kind = GhostsReminder::CostAtEnd { ghosts };
        let id = "ghosts-cost-at-end".to_owned();
        let source = "ghosts-castles-cemeteries 6";
        into.push(reminder(id, kind, source, Urgency::Info, Until::Changed));
    }
}
