//! Map chips: where they may be laid, who has them, what they show (rules dossier "Maps
//! Benelux", section 2).

use std::fmt;

use serde::Serialize;

use super::{BeneluxReminder, has_chips, reminder};
use crate::choice::{Choice, ChoiceId, ChoiceKind, ChoiceOption};
use crate::event::EventKind;
use crate::expression::{Expression, Unit};
use crate::geometry::{Cell, Side};
use crate::map::{ChipColor, SquareKind};
use crate::piece::Color;
use crate::rules::{Game, RuleFault};
use crate::snapshot::{Bonus, Reminder, ScoreLine, ScoreReason, Until, Urgency};

/// Chips that are laid at the start.
const LAID: usize = 20;
/// Chips of each colour.
const EACH: usize = 10;
/// Chips that leave the game unseen.
pub(super) const AWAY: usize = EACH * ChipColor::ALL.len() - LAID;

/// A chip that was laid at the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chip {
    cell: Cell,
    color: ChipColor,
    taken: Option<Taken>,
}

/// A chip that left its square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Taken {
    by: Option<Color>,
    turn: u32,
    value: Option<u8>,
    paid: bool,
}

impl Chip {
    /// The square on which it was laid, and its colour.
    pub fn place(&self) -> (Cell, ChipColor) {
        (self.cell, self.color)
    }
}

/// Why a chip may not lie on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ChipFault {
    /// All chips of a game lie, or all of that colour.
    NoneLeft,
    /// It is no land square: large city, town, wave, island, or none at all.
    NotLand(SquareKind),
    /// A tile or another chip lies there.
    Occupied,
    /// Another chip lies beside it.
    BesideChip(Cell),
    /// A start square that is used, or an open side of a large city, lies beside it.
    BesideStartOrCity,
}

impl fmt::Display for ChipFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoneLeft => f.write_str("all chips lie"),
            Self::NotLand(kind) => write!(f, "a {kind} takes no chip"),
            Self::Occupied => f.write_str("something lies there"),
            Self::BesideChip(other) => write!(f, "it would touch the chip at {other}"),
            Self::BesideStartOrCity => {
                f.write_str("it would touch a used start square or an open side of a large city")
            }
        }
    }
}

/// Chips in front of a player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ChipsOf {
    /// Whose.
    pub color: Color,
    /// Colour of each, and what it shows if that is known.
    pub chips: Vec<(ChipColor, Option<u8>)>,
}

/// Set-up, step 2.
pub fn lay(game: &mut Game, cell: Cell, color: ChipColor) -> Result<(), RuleFault> {
    if game.turn > 0 {
        return Err(RuleFault::NotBefore);
    }
    if let Some(why) = fault(game, cell, color) {
        return Err(RuleFault::Chip { cell, why });
    }
    game.states.benelux.chips.push(Chip {
        cell,
        color,
        taken: None,
    });
    Ok(())
}

fn fault(game: &Game, cell: Cell, color: ChipColor) -> Option<ChipFault> {
    let chips = &game.states.benelux.chips;
    let ground = game.board.ground()?;
    let lies = |cell: Cell| chips.iter().any(|chip| chip.cell == cell);
    let alike = chips.iter().filter(|chip| chip.color == color).count();
    let kind = ground.kind(cell);
    let beside = Side::ALL.map(|side| cell.neighbour(side));
    if chips.len() >= LAID || alike >= EACH {
        Some(ChipFault::NoneLeft)
    } else if kind != SquareKind::Land {
        Some(ChipFault::NotLand(kind))
    } else if game.board.holds(cell) || lies(cell) {
        Some(ChipFault::Occupied)
    } else if let Some(other) = beside.into_iter().find(|&cell| lies(cell)) {
        Some(ChipFault::BesideChip(other))
    } else if !ground.map.takes_chip(cell, &ground.starts) {
        Some(ChipFault::BesideStartOrCity)
    } else {
        None
    }
}

/// Turn, step 3: a tile now lies on the chip.
pub fn take(game: &mut Game, cell: Cell) {
    let (by, turn) = (game.open.and_then(|open| open.player), game.turn);
    let chips = game.states.benelux.chips.iter_mut();
    for chip in chips.filter(|chip| chip.cell == cell && chip.taken.is_none()) {
        chip.taken = Some(Taken {
            by,
            turn,
            value: None,
            paid: false,
        });
    }
}

/// At the end of the turn it is known who laid the tile.
pub fn settle(game: &mut Game) {
    let (by, turn) = (game.open.and_then(|open| open.player), game.turn);
    let taken = game.states.benelux.chips.iter_mut();
    let taken = taken.filter_map(|chip| chip.taken.as_mut());
    for taken in taken.filter(|taken| taken.turn == turn) {
        taken.by = by;
    }
}

/// Turn, step 3: what it shows is scored at once.
pub fn turn_over(game: &mut Game, cell: Cell, value: u8) -> Result<(), RuleFault> {
    let now = game.open.and_then(|open| open.player);
    let turn = game.turn;
    let chips = game.states.benelux.chips.iter_mut();
    let mut here = chips.filter(|chip| chip.cell == cell);
    let taken = here.find_map(|chip| chip.taken.as_mut().filter(|t| t.value.is_none()));
    let taken = taken.ok_or(RuleFault::NotCalledFor)?;
    if !(1..=2).contains(&value) {
        return Err(RuleFault::NotCalledFor);
    }
    if taken.turn == turn {
        taken.by = now.or(taken.by);
    }
    taken.value = Some(value);
    let line = ScoreLine {
        turn,
        color: taken.by,
        points: i32::from(value),
        reason: ScoreReason::Bonus(Bonus::Chip),
        expression: Expression::new([(1, Unit::Chip, i32::from(value))]),
        segments: Vec::new(),
        figures: Vec::new(),
    };
    game.credit(line);
    Ok(())
}

/// Whether the player has a chip of that colour to pay with. Chips are paid before a tile is
/// laid, so all of them are from earlier turns (ruling X5).
pub fn can_pay(game: &Game, player: Color, color: ChipColor) -> bool {
    let mut chips = game.states.benelux.chips.iter();
    chips.any(|chip| chip.color == color && is_of(chip, player))
}

/// Takes such a chip out of the game.
pub fn pay(game: &mut Game, player: Color, color: ChipColor) {
    let mut chips = game.states.benelux.chips.iter_mut();
    let chip = chips.find(|chip| chip.color == color && is_of(chip, player));
    if let Some(taken) = chip.and_then(|chip| chip.taken.as_mut()) {
        taken.paid = true;
    }
}

fn is_of(chip: &Chip, player: Color) -> bool {
    let taken = chip.taken.filter(|taken| !taken.paid);
    taken.is_some_and(|taken| taken.by == Some(player))
}

/// The chips in front of a player.
pub fn of(game: &Game, color: Color) -> ChipsOf {
    let chips = game.states.benelux.chips.iter();
    let value = |chip: &Chip| chip.taken.and_then(|taken| taken.value);
    ChipsOf {
        color,
        chips: chips
            .filter(|chip| is_of(chip, color))
            .map(|chip| (chip.color, value(chip)))
            .collect(),
    }
}

/// The chips on the map.
pub fn on_map(game: &Game) -> impl Iterator<Item = (Cell, ChipColor)> {
    let chips = game.states.benelux.chips.iter();
    chips
        .filter(|chip| chip.taken.is_none())
        .map(|chip| (chip.cell, chip.color))
}

/// Chips that are still to be laid before the first turn.
pub fn to_lay(game: &Game) -> usize {
    if game.turn > 0 || !has_chips(game) {
        return 0;
    }
    LAID - game.states.benelux.chips.len()
}

/// Taken chips whose value nobody has told yet.
pub fn unread(game: &Game) -> impl Iterator<Item = (&Chip, Taken)> {
    let chips = game.states.benelux.chips.iter();
    chips
        .filter_map(|chip| Some((chip, chip.taken?)))
        .filter(|(_, taken)| taken.value.is_none())
}

fn choice(chip: &Chip, taken: Taken) -> Choice {
    let cell = chip.cell;
    let shows = |value| ChoiceOption::of(EventKind::ChipTurned { cell, value });
    Choice {
        id: ChoiceId(format!("chip/{}/{}", cell.x, cell.y)),
        kind: ChoiceKind::ChipValue,
        who: taken.by,
        optional: false,
        options: [1, 2].map(shows).into(),
        source: "benelux 2, turn, step 3",
    }
}

/// What each taken chip shows.
pub fn choices(game: &Game) -> impl Iterator<Item = Choice> {
    unread(game).map(|(chip, taken)| choice(chip, taken))
}

/// The chips to be taken.
pub fn reminders(game: &Game, into: &mut Vec<Reminder>) {
    for (chip, taken) in unread(game) {
        let choice = choice(chip, taken);
        let kind = BeneluxReminder::TakeChip(chip.color);
        let mut new = reminder(choice.id.0.clone(), kind, choice.source, Urgency::Now);
        new.until = Until::Chosen(choice.id);
        into.push(new.at([chip.cell]));
    }
}
