//! Map chips: where they may be laid, who has them, what they show (rules dossier "Maps
//! Benelux", section 2).

use std::fmt;

use serde::Serialize;

use super::{BeneluxReminder, has_chips, reminder};
use crate::event::EventKind;
use crate::rules::choice::{Choice, ChoiceId, ChoiceKind, ChoiceOption};
use crate::rules::points::expression::{Expression, Unit};
use crate::rules::told::{Bonus, Reminder, ScoreLine, ScoreReason, Until, Urgency};
use crate::rules::{Game, RuleFault};
use carcassonne::geometry::{Cell, Side};
use carcassonne::map::{ChipColor, SquareKind};
use carcassonne::piece::Color;

/// Chips that are laid at the start.
const LAID: usize = 20;
/// Chips of each colour.
const EACH: usize = 10;
/// Chips that leave the game unseen.
pub(super) const AWAY: usize = EACH * ChipColor::ALL.len() - LAID;

/// A chip that was laid at the start. No source says whether its back shows its colour (dossier
/// section 5), so that may be known only once it is turned over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chip {
    cell: Cell,
    color: Option<ChipColor>,
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
    /// The square on which it was laid, and its colour if that is known.
    pub fn place(&self) -> (Cell, Option<ChipColor>) {
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
    /// Colour of each and what it shows, as far as known.
    pub chips: Vec<(Option<ChipColor>, Option<u8>)>,
}

/// Set-up, step 2.
pub fn lay(game: &mut Game, cell: Cell, color: Option<ChipColor>) -> Result<(), RuleFault> {
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

fn fault(game: &Game, cell: Cell, color: Option<ChipColor>) -> Option<ChipFault> {
    let chips = &game.states.benelux.chips;
    let ground = game.board.ground()?;
    let lies = |cell: Cell| chips.iter().any(|chip| chip.cell == cell);
    let spent = color.is_some_and(|color| left_of(game, color) == 0);
    let kind = ground.kind(cell);
    let beside = Side::ALL.map(|side| cell.neighbour(side));
    if chips.len() >= LAID || spent {
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

/// Chips of that colour that none of the known ones is.
fn left_of(game: &Game, color: ChipColor) -> usize {
    let chips = game.states.benelux.chips.iter();
    EACH.saturating_sub(chips.filter(|chip| chip.color == Some(color)).count())
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

/// Turn, step 3: what it shows is scored at once. Its colour is told with it where its back did not
/// show it.
pub fn turn_over(
    game: &mut Game,
    cell: Cell,
    value: u8,
    color: Option<ChipColor>,
) -> Result<(), RuleFault> {
    let now = game.open.and_then(|open| open.player);
    let turn = game.turn;
    let mut chips = game.states.benelux.chips.iter();
    let unread = |chip: &Chip| chip.taken.is_some_and(|taken| taken.value.is_none());
    let at = chips.position(|chip| chip.cell == cell && unread(chip));
    let at = at.ok_or(RuleFault::NotCalledFor)?;
    let known = game.states.benelux.chips[at].color;
    let told = known.or(color).ok_or(RuleFault::NotCalledFor)?;
    let fits = match known {
        Some(known) => color.is_none_or(|color| color == known),
        None => left_of(game, told) > 0,
    };
    if !fits || !(1..=2).contains(&value) {
        return Err(RuleFault::NotCalledFor);
    }
    let chip = &mut game.states.benelux.chips[at];
    chip.color = Some(told);
    let taken = chip.taken.as_mut().ok_or(RuleFault::NotCalledFor)?;
    if taken.turn == turn {
        taken.by = now.or(taken.by);
    }
    taken.value = Some(value);
    let by = taken.by;
    let line = ScoreLine {
        turn,
        color: by.filter(|_| !game.shares_score()),
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
    chips.any(|chip| chip.color == Some(color) && is_of(chip, player))
}

/// Takes such a chip out of the game.
pub fn pay(game: &mut Game, player: Color, color: ChipColor) {
    let mut chips = game.states.benelux.chips.iter_mut();
    let chip = chips.find(|chip| chip.color == Some(color) && is_of(chip, player));
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
pub fn on_map(game: &Game) -> impl Iterator<Item = (Cell, Option<ChipColor>)> {
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

fn choice(game: &Game, chip: &Chip, taken: Taken) -> Choice {
    let cell = chip.cell;
    let left = |color: &ChipColor| left_of(game, *color) > 0;
    let colors: Vec<Option<ChipColor>> = match chip.color {
        Some(_) => vec![None],
        None => ChipColor::ALL.into_iter().filter(left).map(Some).collect(),
    };
    let shows = |color: Option<ChipColor>| {
        [1, 2].map(|value| ChoiceOption::of(EventKind::ChipTurned { cell, value, color }))
    };
    Choice {
        id: ChoiceId(format!("chip/{}/{}", cell.x, cell.y)),
        kind: ChoiceKind::ChipValue,
        who: taken.by,
        optional: false,
        options: colors.into_iter().flat_map(shows).collect(),
        source: "benelux 2, turn, step 3",
    }
}

/// What each taken chip shows.
pub fn choices(game: &Game) -> impl Iterator<Item = Choice> {
    unread(game).map(|(chip, taken)| choice(game, chip, taken))
}

/// The chips to be taken.
pub fn reminders(game: &Game, into: &mut Vec<Reminder>) {
    for (chip, taken) in unread(game) {
        let choice = choice(game, chip, taken);
        let kind = BeneluxReminder::TakeChip(chip.color);
        let mut new = reminder(choice.id.0.clone(), kind, choice.source, Urgency::Now);
        new.until = Until::Chosen(choice.id);
        into.push(new.at([chip.cell]));
    }
}
