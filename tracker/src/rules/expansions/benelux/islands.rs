//! The islands' stacks, and tiles that are bought from them (rules dossier "Maps Benelux",
//! section 2).

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use serde::Serialize;

use super::{BeneluxReminder, begun, chips, reminder};
use crate::event::EventKind;
use crate::rules::choice::{Choice, ChoiceId, ChoiceKind, ChoiceOption};
use crate::rules::told::{Reminder, Until, Urgency};
use crate::rules::{Game, RuleFault};
use carcassonne::catalogue::FaceId;
use carcassonne::geometry::Cell;
use carcassonne::map::{ChipColor, Map};
use carcassonne::piece::Color;

/// Tiles of a stack.
const HEIGHT: u8 = 5;

/// The stacks, and what is being bought.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stacks {
    stacks: BTreeMap<Cell, Stack>,
    /// A tile that was bought and does not lie yet.
    taken: Option<Taken>,
    /// The turn for which a chip was paid last.
    bought: Option<u32>,
    /// A bought tile that fitted nowhere (ruling X6), until the next tile lies.
    dropped: Option<FaceId>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Stack {
    color: ChipColor,
    left: u8,
    /// What the tile on top shows, if it was turned up.
    top: Option<FaceId>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Taken {
    island: Cell,
    face: Option<FaceId>,
}

/// Why an island's tile cannot be taken or turned up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum IslandFault {
    /// There is no stack.
    NoStack,
    /// The stack is used up (ruling X7).
    UsedUp,
    /// The tile on top is turned up already.
    TurnedUp,
    /// The player has no chip of that colour (ruling X5).
    NoChip,
    /// A face-down tile was looked at.
    FaceDownFirst,
    /// One chip a turn (ruling X8).
    OneChipATurn,
    /// The turn goes on with tiles of the face-down pile, has not begun, or was the last.
    NotNow,
}

impl fmt::Display for IslandFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoStack => "there is no stack",
            Self::UsedUp => "the stack is used up",
            Self::TurnedUp => "its tile is already turned up",
            Self::NoChip => "the player has no chip of its colour",
            Self::FaceDownFirst => "a face-down tile was looked at",
            Self::OneChipATurn => "a chip was paid in this turn",
            Self::NotNow => "it is not the moment for it",
        })
    }
}

/// An island's stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct IslandView {
    /// Its square.
    pub cell: Cell,
    /// The chip that pays for it.
    pub color: ChipColor,
    /// What the tile on top shows; `None` if it is not turned up or the stack is used up.
    pub top: Option<FaceId>,
    /// Tiles left.
    pub left: u8,
}

impl Stacks {
    /// Set-up, step 4.
    pub fn new(map: &Map) -> Self {
        let stack = |color| Stack {
            color,
            left: HEIGHT,
            top: None,
        };
        let stacks = map.islands().map(|(cell, color)| (cell, stack(color)));
        Self {
            stacks: stacks.collect(),
            ..Self::default()
        }
    }

    /// Tiles on the islands, and the one that was bought and does not lie yet.
    pub fn tiles(&self) -> u32 {
        let stacked = self.stacks.values().map(|stack| u32::from(stack.left));
        stacked.sum::<u32>() + u32::from(self.taken.is_some())
    }

    /// The next tile lies, wherever it came from.
    pub fn tile_laid(&mut self) {
        self.taken = None;
        self.dropped = None;
    }

    /// The stack whose tile is about to be laid.
    pub fn taken_from(&self) -> Option<Cell> {
        self.taken.map(|taken| taken.island)
    }

    /// An island without tiles.
    #[cfg(test)]
    pub fn use_up(&mut self, color: ChipColor) {
        let alike = self
            .stacks
            .values_mut()
            .filter(|stack| stack.color == color);
        for stack in alike {
            stack.left = 0;
        }
    }

    /// What a screen shows.
    pub fn view(&self) -> impl Iterator<Item = IslandView> {
        self.stacks.iter().map(|(&cell, stack)| IslandView {
            cell,
            color: stack.color,
            top: stack.top,
            left: stack.left,
        })
    }
}

/// Set-up, step 4, and turn, step 5.
pub fn reveal(game: &mut Game, island: Cell, id: FaceId) -> Result<(), RuleFault> {
    let face = game.catalogue.face(&id).ok_or(RuleFault::UnknownFace(id))?;
    let stacks = &game.states.benelux.islands.stacks;
    let stack = stacks.get(&island);
    let stack = stack.ok_or(RuleFault::Island(IslandFault::NoStack))?;
    if stack.left == 0 {
        return Err(RuleFault::Island(IslandFault::UsedUp));
    }
    if stack.top.is_some() {
        return Err(RuleFault::Island(IslandFault::TurnedUp));
    }
    let shown = stacks.values().filter(|s| s.top == Some(id)).count();
    if usize::from(game.copies_left(face)) <= shown {
        return Err(RuleFault::NoCopyLeft(id));
    }
    if face.is_wild() {
        // Cards that are no tiles are shuffled into the face-down pile only.
        return Err(RuleFault::NotCalledFor);
    }
    if let Some(stack) = game.states.benelux.islands.stacks.get_mut(&island) {
        stack.top = Some(id);
    }
    Ok(())
}

/// Turn, step 1a: a chip is paid, the tile on top is taken. One that fits nowhere is dropped
/// and the turn goes on face down (ruling X6).
pub fn take(game: &mut Game, island: Cell) -> Result<(), RuleFault> {
    let (player, stack) = buyable(game, island).map_err(RuleFault::Island)?;
    chips::pay(game, player, stack.color);
    let turn = game.turn + 1;
    let unfit = stack.top.filter(|face| !fits(game, *face));
    let islands = &mut game.states.benelux.islands;
    if let Some(stack) = islands.stacks.get_mut(&island) {
        stack.left -= 1;
        stack.top = None;
    }
    islands.bought = Some(turn);
    islands.dropped = unfit;
    match unfit {
        Some(face) => game.discarded.push(face),
        None => {
            islands.taken = Some(Taken {
                island,
                face: stack.top,
            });
        }
    }
    Ok(())
}

/// Who would buy the tile on top, and from which stack.
fn buyable(game: &Game, island: Cell) -> Result<(Color, Stack), IslandFault> {
    let islands = &game.states.benelux.islands;
    let stack = islands.stacks.get(&island).ok_or(IslandFault::NoStack)?;
    let goes_on = game.next_player_out_of_seat().is_some();
    let player = game.next_player().filter(|_| !goes_on && begun(game));
    let player = player.ok_or(IslandFault::NotNow)?;
    if game.ending || game.pile_left() == 0 {
        Err(IslandFault::NotNow)
    } else if game.declined.contains(&choice_id(game)) {
        Err(IslandFault::FaceDownFirst)
    } else if islands.bought == Some(game.turn + 1) {
        Err(IslandFault::OneChipATurn)
    } else if stack.left == 0 {
        Err(IslandFault::UsedUp)
    } else if !chips::can_pay(game, player, stack.color) {
        Err(IslandFault::NoChip)
    } else {
        Ok((player, *stack))
    }
}

/// Whether a tile of that face can be laid at all.
fn fits(game: &Game, id: FaceId) -> bool {
    let face = game.catalogue.face(&id);
    let face = face.filter(|face| game.copies_left(face) > 0);
    face.is_some_and(|face| !game.board.placements(face).is_empty())
}

/// Why a tile of that face cannot come next: a bought one comes first, and the face-down pile
/// may be empty.
pub fn check_laying(game: &Game, id: FaceId) -> Result<(), RuleFault> {
    match game.states.benelux.islands.taken {
        None if game.pile_left() == 0 => Err(RuleFault::NoTileToDraw),
        Some(Taken {
            face: Some(bought), ..
        }) if bought != id && fits(game, bought) => Err(RuleFault::NotTheIslandTile(bought)),
        _ => Ok(()),
    }
}

/// The bought tile fits nowhere, which was not known when it was bought. Any other discarded
/// tile is not the islands' business.
pub fn discard(game: &mut Game, id: FaceId) -> Option<Result<(), RuleFault>> {
    let taken = game.states.benelux.islands.taken?;
    if taken.face.is_some_and(|face| face != id) {
        return Some(Err(RuleFault::NotTheIslandTile(id)));
    }
    let discarded = game.discard_tile(id);
    if discarded.is_ok() {
        let islands = &mut game.states.benelux.islands;
        islands.taken = None;
        islands.dropped = Some(id);
    }
    Some(discarded)
}

fn choice_id(game: &Game) -> ChoiceId {
    ChoiceId(format!("island-tile/{}", game.turn + 1))
}

/// Turn, step 1, before the draw: an island tile that fits somewhere, or leave it and draw face
/// down.
pub fn choice(game: &Game) -> Option<Choice> {
    let islands = &game.states.benelux.islands;
    let may = |(&island, stack): (&Cell, &Stack)| {
        let fitting = stack.top.is_none_or(|face| fits(game, face));
        (buyable(game, island).is_ok() && fitting)
            .then(|| ChoiceOption::of(EventKind::IslandTaken { island }))
    };
    let options: Vec<ChoiceOption> = islands.stacks.iter().filter_map(may).collect();
    (!options.is_empty()).then(|| Choice {
        id: choice_id(game),
        kind: ChoiceKind::BuyIslandTile,
        who: game.next_player(),
        optional: true,
        options,
        source: "benelux 2, turn, step 1",
    })
}

/// What the islands ask for.
pub fn reminders(game: &Game, into: &mut Vec<Reminder>) {
    let islands = &game.states.benelux.islands;
    let choice = choice(game).filter(|choice| !game.declined.contains(&choice.id));
    if let Some((choice, color)) = choice.and_then(|c| Some((c.who?, c))).map(|(w, c)| (c, w)) {
        let cells = choice
            .options
            .iter()
            .filter_map(|option| match option.events[..] {
                [EventKind::IslandTaken { island }] => Some(island),
                _ => None,
            });
        let cells: Vec<Cell> = cells.collect();
        let colors = cells.iter().filter_map(|cell| islands.stacks.get(cell));
        let colors: BTreeSet<ChipColor> = colors.map(|stack| stack.color).collect();
        let islands = colors.into_iter().collect();
        let kind = BeneluxReminder::BuyIslandTile { color, islands };
        let urgency = Urgency::EndOfTurn;
        let mut new = reminder(choice.id.0.clone(), kind, choice.source, urgency);
        new.until = Until::Chosen(choice.id);
        into.push(new.at(cells));
    }
    if let Some(face) = islands.dropped {
        let kind = BeneluxReminder::DropIslandTile(face);
        into.push(reminder("island-drop", kind, "benelux 6, X6", Urgency::Now));
    }
    for (cell, stack) in islands.stacks.iter().filter(|_| islands.taken.is_none()) {
        if stack.left > 0 && stack.top.is_none() {
            let id = format!("island-reveal/{}/{}", cell.x, cell.y);
            let kind = BeneluxReminder::RevealTop(stack.color);
            let source = "benelux 2, turn, step 5";
            into.push(reminder(id, kind, source, Urgency::EndOfTurn).at([*cell]));
        }
    }
}
