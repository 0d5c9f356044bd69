//! What a laid tile asks to be done with ghosts, step by step.
//!
//! Each tile leaves its [`Dues`]: steps in the order of the rules. What can be done in one way
//! only is done at once; where somebody chooses, the dues wait, also over later turns, while
//! those of other tiles go on. A ghost that is being chosen for is as good as taken from the
//! supply. Sources: rules dossiers "ghosts, castles and cemeteries", section 3, and "Spell
//! circles", part B.

use std::collections::VecDeque;

use serde::Serialize;

use super::{ABBOTS_TOO, COMPLETED_TOO};
use crate::event::ghost::GhostPlace;
use crate::event::{EventId, EventKind};
use crate::rules::choice::{Choice, ChoiceId, ChoiceKind, ChoiceOption};
use crate::rules::game::TurnTile;
use crate::rules::{Figure, FigureState, Game, RuleFault};
use carcassonne::geometry::Cell;
use carcassonne::piece::{Color, FigureKind};

use super::NotDone;

/// So many ghosts drive a meeple home.
const TOO_MANY: u8 = 3;

/// Whose meeples a ghost goes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Whose {
    /// Another player's.
    Opponent,
    /// Those of the player whose turn it is.
    Own,
}

/// Where a ghost is taken from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::rules) enum Source {
    /// The supply; if it is empty, the step is left out.
    Supply,
    /// One of these circles; if they are empty, the step is left out.
    OneOf(Vec<GhostPlace>),
    /// A circle that is being emptied: a ghost that nobody takes goes to the supply.
    Out(GhostPlace),
}

/// One step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::rules) enum Step {
    /// One ghost goes beside a meeple.
    Haunt {
        /// Whose.
        whose: Whose,
        /// The ghost.
        from: Source,
    },
    /// All ghosts in these circles go beside meeples.
    Empty {
        /// Whose.
        whose: Whose,
        /// The circles.
        circles: Vec<GhostPlace>,
    },
    /// These circles, each named as often as it is to be filled, get a ghost each: first those
    /// beside meeples on the tiles around, then from the supply.
    Fill {
        /// The new tile.
        cell: Cell,
        /// The circles.
        circles: VecDeque<GhostPlace>,
    },
}

/// What a tile still asks for.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::rules) struct Dues {
    /// The tile.
    tile: TurnTile,
    /// Who laid it, if known.
    player: Option<Color>,
    /// What comes next first.
    pub(in crate::rules) steps: VecDeque<Step>,
    /// How many ghosts were dealt with, to tell one choice from the next.
    dealt: u32,
}

impl Dues {
    /// What the newest tile asks for.
    pub(super) fn new(game: &Game, steps: impl Iterator<Item = Step>) -> Self {
        Self {
            tile: game.newest_tile(),
            player: game.open.and_then(|open| open.player),
            steps: steps.collect(),
            dealt: 0,
        }
    }

    /// The turn of the tile.
    pub(super) fn turn(&self) -> u32 {
        self.tile.turn
    }

    /// Who laid the tile, if known. As long as the turn is open it may still turn out to be
    /// somebody else; that changes what is still due, not what was done.
    pub(super) fn player(&self, game: &Game) -> Option<Color> {
        match game.open {
            Some(open) if game.turn == self.turn() => open.player,
            _ => self.player,
        }
    }
}

/// What the rules did by themselves.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Done {
    /// A ghost came beside the only meeple that could take it.
    Haunted {
        whose: Whose,
        from: GhostPlace,
        figure: EventId,
    },
    /// The third ghost drove a meeple home.
    DrivenOff {
        figure: EventId,
        color: Option<Color>,
        cell: Cell,
    },
    /// A step was left out.
    LeftOut { whose: Whose, why: NotDone },
    /// A ghost that nobody could take went from a circle to the supply.
    Returned { circle: GhostPlace },
    /// A ghost left a meeple for a circle.
    DrawnIn { figure: EventId, cell: Cell },
    /// So many circles were filled from the supply, and so many stay empty.
    Filled { cell: Cell, supply: u8, empty: u8 },
}

/// The ghosts of a meeple.
pub(in crate::rules) const fn beside(figure: EventId) -> GhostPlace {
    GhostPlace::Beside { figure }
}

/// Does whatever can be done in one way only.
pub(super) fn settle(game: &mut Game) {
    free(game);
    loop {
        let mut progress = false;
        for n in 0..game.states.ghosts_castles_cemeteries.dues.len() {
            let player = game.states.ghosts_castles_cemeteries.dues[n].player(game);
            game.states.ghosts_castles_cemeteries.dues[n].player = player;
            while advance(game, n) {
                progress = true;
            }
        }
        let dues = &mut game.states.ghosts_castles_cemeteries.dues;
        dues.retain(|dues| !dues.steps.is_empty());
        if !progress {
            return;
        }
    }
}

/// Deals with the first step of dues `n` if nobody has to choose; says whether it did.
fn advance(game: &mut Game, n: usize) -> bool {
    let dues = &game.states.ghosts_castles_cemeteries.dues[n];
    let Some(step) = dues.steps.front().cloned() else {
        return false;
    };
    match step {
        Step::Empty { whose, circles } => {
            let steps = circles.into_iter().flat_map(|circle| {
                let count = usize::from(game.ghosts().at(circle));
                let from = Source::Out(circle);
                std::iter::repeat_n(Step::Haunt { whose, from }, count)
            });
            let steps: Vec<Step> = steps.collect();
            let queue = &mut game.states.ghosts_castles_cemeteries.dues[n].steps;
            queue.pop_front();
            for step in steps.into_iter().rev() {
                queue.push_front(step);
            }
            true
        }
        Step::Haunt { whose, from } => advance_haunt(game, n, whose, &from),
        Step::Fill { cell, circles } => advance_fill(game, n, cell, &circles),
    }
}

fn advance_haunt(game: &mut Game, n: usize, whose: Whose, from: &Source) -> bool {
    let sources = sources(game, n, from);
    let candidates = candidates(game, n, whose);
    let known = game.states.ghosts_castles_cemeteries.dues[n]
        .player
        .is_some();
    let done = match (&sources[..], &candidates[..]) {
        ([], _) if *from == Source::Supply => Done::LeftOut {
            whose,
            why: NotDone::NoGhostLeft,
        },
        ([], _) => {
            finish_step(game, n);
            return true;
        }
        (_, []) => match from {
            Source::Out(circle) => {
                move_ghost(game, *circle, GhostPlace::Supply);
                Done::Returned { circle: *circle }
            }
            Source::Supply | Source::OneOf(_) => Done::LeftOut {
                whose,
                why: NotDone::NoMeeple,
            },
        },
        (&[from], &[figure]) if known => {
            move_ghost(game, from, beside(figure));
            Done::Haunted {
                whose,
                from,
                figure,
            }
        }
        _ => return false,
    };
    note(game, done);
    finish_step(game, n);
    drive_off(game);
    true
}

fn advance_fill(game: &mut Game, n: usize, cell: Cell, circles: &VecDeque<GhostPlace>) -> bool {
    let Some(&circle) = circles.front() else {
        finish_step(game, n);
        return true;
    };
    let around = haunted_around(game, cell);
    let there: usize = around.iter().map(|&(_, ghosts)| usize::from(ghosts)).sum();
    match around[..] {
        [] => {
            let supply = usize::from(spare(game, n)).min(circles.len());
            for &circle in circles.iter().take(supply) {
                move_ghost(game, GhostPlace::Supply, circle);
            }
            let count = |circles: usize| u8::try_from(circles).unwrap_or(u8::MAX);
            note(
                game,
                Done::Filled {
                    cell,
                    supply: count(supply),
                    empty: count(circles.len() - supply),
                },
            );
            finish_step(game, n);
            true
        }
        [(figure, _), ..] if around.len() == 1 || there <= circles.len() => {
            move_ghost(game, beside(figure), circle);
            note(game, Done::DrawnIn { figure, cell });
            fill_one(game, n);
            true
        }
        _ => false,
    }
}

/// One circle of the first step is filled.
fn fill_one(game: &mut Game, n: usize) {
    let dues = &mut game.states.ghosts_castles_cemeteries.dues[n];
    dues.dealt += 1;
    if let Some(Step::Fill { circles, .. }) = dues.steps.front_mut() {
        circles.pop_front();
        if circles.is_empty() {
            dues.steps.pop_front();
        }
    }
}

fn finish_step(game: &mut Game, n: usize) {
    let dues = &mut game.states.ghosts_castles_cemeteries.dues[n];
    dues.dealt += 1;
    dues.steps.pop_front();
}

fn note(game: &mut Game, done: Done) {
    game.states.ghosts_castles_cemeteries.done.push(done);
}

/// Moves one ghost, which is there.
fn move_ghost(game: &mut Game, from: GhostPlace, to: GhostPlace) {
    let moved = game.states.ghosts.shift(from, to, 1);
    debug_assert!(moved.is_ok(), "{from:?} is empty");
}

/// All ghosts of a meeple go back to the supply.
pub(super) fn release(game: &mut Game, figure: EventId) {
    let ghosts = &mut game.states.ghosts;
    ghosts.shift_all(beside(figure), GhostPlace::Supply);
}

/// Ghosts beside meeples that were taken from the board go back to the supply.
fn free(game: &mut Game) {
    let gone: Vec<EventId> = game
        .ghosts()
        .board()
        .filter_map(|(place, _)| match place {
            GhostPlace::Beside { figure } if game.figure(figure).is_none() => Some(figure),
            _ => None,
        })
        .collect();
    for figure in gone {
        release(game, figure);
    }
}

/// Section 3, third ghost: the meeple goes home, its ghosts to the supply, at once.
fn drive_off(game: &mut Game) {
    let full = game
        .ghosts()
        .board()
        .find_map(|(place, count)| match place {
            GhostPlace::Beside { figure } if count >= TOO_MANY => Some(figure),
            _ => None,
        });
    let Some(event) = full else { return };
    release(game, event);
    let Some(figure) = game.figures.get_mut(&event) else {
        return;
    };
    let (color, cell) = (figure.color, figure.at.cell);
    if figure.state == FigureState::TakenEarly {
        game.figures.remove(&event);
    } else {
        figure.state = FigureState::DueHome;
    }
    note(
        game,
        Done::DrivenOff {
            figure: event,
            color,
            cell,
        },
    );
}

/// Ghosts in the supply that no other tile's open choice is about.
fn spare(game: &Game, n: usize) -> u8 {
    let dues = game.states.ghosts_castles_cemeteries.dues.iter();
    let waits = |dues: &Dues| {
        let from = Source::Supply;
        matches!(dues.steps.front(), Some(Step::Haunt { from: f, .. }) if *f == from)
    };
    // Only older tiles wait for a choice; what newer ones ask for comes later.
    let reserved = dues.take(n).filter(|dues| waits(dues)).count();
    let reserved = u8::try_from(reserved).unwrap_or(u8::MAX);
    game.ghosts()
        .at(GhostPlace::Supply)
        .saturating_sub(reserved)
}

/// The places the ghost can be taken from.
fn sources(game: &Game, n: usize, from: &Source) -> Vec<GhostPlace> {
    let circles = match from {
        Source::Supply if spare(game, n) > 0 => return vec![GhostPlace::Supply],
        Source::Supply => return Vec::new(),
        Source::OneOf(circles) => circles.as_slice(),
        Source::Out(circle) => std::slice::from_ref(circle),
    };
    let occupied = circles
        .iter()
        .filter(|&&circle| game.ghosts().at(circle) > 0);
    occupied.copied().collect()
}

/// Meeples that can take a ghost: they stood there when the tile was laid.
fn candidates(game: &Game, n: usize, whose: Whose) -> Vec<EventId> {
    let dues = &game.states.ghosts_castles_cemeteries.dues[n];
    let player = dues.player(game);
    let on_side = |figure: &&Figure| {
        let owner = figure.color.and_then(|color| game.player_of(color));
        match (player, owner) {
            (_, None) => false,
            (None, Some(_)) => true,
            (Some(player), Some(owner)) => (owner.color == player) == (whose == Whose::Own),
        }
    };
    game.figures()
        .filter(|figure| figure.turn < dues.turn() && can_be_haunted(game, figure))
        .filter(on_side)
        .map(|figure| figure.event)
        .collect()
}

/// Section 3: never a guard; rulings G10 and G12.
fn can_be_haunted(game: &Game, figure: &Figure) -> bool {
    let rulings = &game.setup.options.rulings;
    let kind = match figure.kind {
        FigureKind::Meeple | FigureKind::BigMeeple => true,
        FigureKind::Abbot => rulings.yes(&ABBOTS_TOO),
        _ => false,
    };
    let feature = game.features.at(figure.at);
    let completed = || feature.is_some_and(|feature| game.is_completed_now(feature));
    kind && figure.state != FigureState::DueHome && (rulings.yes(&COMPLETED_TOO) || !completed())
}

/// Haunted meeples on the eight tiles around, and their ghosts.
fn haunted_around(game: &Game, cell: Cell) -> Vec<(EventId, u8)> {
    let around = cell.surrounding();
    game.figures()
        .filter(|figure| around.contains(&figure.at.cell))
        .map(|figure| (figure.event, game.ghosts().at(beside(figure.event))))
        .filter(|&(_, ghosts)| ghosts > 0)
        .collect()
}

/// The moves among which somebody chooses for dues `n`.
fn moves(game: &Game, n: usize) -> Vec<EventKind> {
    let move_one = |from, to| EventKind::GhostsMoved { from, to, count: 1 };
    match game.states.ghosts_castles_cemeteries.dues[n].steps.front() {
        Some(Step::Haunt { whose, from }) => {
            let figures = candidates(game, n, *whose);
            let from = sources(game, n, from).into_iter();
            from.flat_map(|from| {
                let to = figures.iter().map(|&figure| beside(figure));
                to.map(move |to| move_one(from, to))
            })
            .collect()
        }
        Some(Step::Fill { cell, circles }) => {
            let around = haunted_around(game, *cell).into_iter();
            let moves = circles.front().map(|&circle| {
                let from = around.map(|(figure, _)| beside(figure));
                from.map(|from| move_one(from, circle)).collect()
            });
            moves.unwrap_or_default()
        }
        Some(Step::Empty { .. }) | None => Vec::new(),
    }
}

/// The open choices, those of the newest tile first.
pub(super) fn choices(game: &Game) -> Vec<Choice> {
    let dues = game.states.ghosts_castles_cemeteries.dues.iter();
    let all = dues.enumerate().rev().filter_map(|(n, dues)| {
        let options: Vec<ChoiceOption> = moves(game, n).into_iter().map(ChoiceOption::of).collect();
        let (kind, name, source) = match dues.steps.front()? {
            Step::Haunt { whose, from } => {
                let (kind, name) = match whose {
                    Whose::Opponent => (ChoiceKind::HauntOpponent, "haunt-opponent"),
                    Whose::Own => (ChoiceKind::HauntOwn, "haunt-own"),
                };
                let source = match from {
                    Source::Supply => "ghosts-castles-cemeteries 3",
                    Source::OneOf(_) | Source::Out(_) => "bannkreise B2",
                };
                (kind, name, source)
            }
            Step::Fill { .. } => (ChoiceKind::DrawIntoCircle, "draw-in", "bannkreise B1"),
            Step::Empty { .. } => return None,
        };
        (!options.is_empty()).then(|| Choice {
            id: ChoiceId(format!("{name}/{}/{}", dues.tile, dues.dealt)),
            kind,
            who: dues.player(game),
            optional: false,
            options,
            source,
        })
    });
    all.collect()
}

/// A ghost was moved as an open choice allows; where several allow it, the newest tile's.
pub(super) fn take(game: &mut Game, kind: &EventKind) -> Result<(), RuleFault> {
    let EventKind::GhostsMoved { from, to, .. } = *kind else {
        return Err(RuleFault::NotCalledFor);
    };
    let newest_first = (0..game.states.ghosts_castles_cemeteries.dues.len()).rev();
    let mut allowing = newest_first.filter(|&n| moves(game, n).contains(kind));
    let n = allowing.next().ok_or_else(|| refusal(game, to))?;
    move_ghost(game, from, to);
    if matches!(to, GhostPlace::Circle { .. }) {
        fill_one(game, n);
    } else {
        finish_step(game, n);
        drive_off(game);
    }
    Ok(())
}

fn refusal(game: &Game, to: GhostPlace) -> RuleFault {
    match to {
        GhostPlace::Beside { figure } => match game.figures.get(&figure) {
            None => RuleFault::NoSuchFigure(figure),
            Some(figure) if figure.kind == FigureKind::Guard => RuleFault::GuardsTakeNoGhosts,
            Some(_) => RuleFault::NotCalledFor,
        },
        _ => RuleFault::NotCalledFor,
    }
}
