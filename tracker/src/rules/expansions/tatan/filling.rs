//! Who fills which gap at the end, card by card (rules dossier "Tatan", section 3).

use super::{OPTIONAL, SEVERAL_GAPS, gaps};
use crate::board::features::SegmentRef;
use crate::event::{EventId, EventKind};
use crate::rules::RuleFault;
use crate::rules::choice::{Choice, ChoiceId, ChoiceKind, ChoiceOption};
use crate::rules::game::{Figure, FigureState, Game};
use carcassonne::geometry::Cell;
use carcassonne::piece::{Color, FigureKind};

/// Section 3: the cards lie, the points are given, a follower is due.
pub fn fill(game: &mut Game, event: EventId, cells: &[Cell]) -> Result<(), RuleFault> {
    let filler = filler(game).ok_or(RuleFault::NotCalledFor)?;
    let gap = gaps::fillable(game, filler)
        .into_iter()
        .find(|gap| gap.cells == cells)
        .ok_or(RuleFault::NotCalledFor)?;
    let line = gaps::line(game, &gap.cells, filler);
    gaps::lay_cards(game, event, &gap.cells);
    let state = &mut game.states.tatan;
    if let Some(cards) = state.cards.get_mut(&filler) {
        *cards = cards.saturating_sub(u8::try_from(gap.cells.len()).unwrap_or(u8::MAX));
    }
    state.follower_due = gap.cells.first().map(|&cell| (filler, cell));
    state.filled.insert(filler);
    if line.points != 0 {
        game.credit(line);
    }
    Ok(())
}

/// The follower on the cards scores nothing itself (ruling T8): it stands in no feature.
pub fn put_follower(
    game: &mut Game,
    event: EventId,
    at: SegmentRef,
    kind: FigureKind,
    color: Color,
    foot: Option<[f32; 2]>,
) -> Result<(), RuleFault> {
    let (whose, _) = game
        .states
        .tatan
        .follower_due
        .ok_or(RuleFault::NotCalledFor)?;
    if game
        .player_of(color)
        .is_none_or(|player| player.color != whose)
    {
        return Err(RuleFault::NotCalledFor);
    }
    if game.in_hand(color, kind) == 0 {
        let figure = kind;
        return Err(RuleFault::NoneInHand { color, figure });
    }
    let figure = Figure {
        event,
        at,
        kind,
        color: Some(color),
        foot,
        turn: game.turn,
        state: FigureState::Standing,
    };
    game.figures.insert(event, figure);
    game.states.tatan.follower_due = None;
    Ok(())
}

/// Followers in hand that may go on the cards.
fn followers(game: &Game, color: Color) -> Vec<FigureKind> {
    let kinds = game.pieces().map(|(kind, _)| kind);
    kinds
        .filter(|&kind| game.in_hand(color, kind) > 0)
        .collect()
}

/// Cards that still wait for a follower, and whose it is; at the end that may be left alone.
pub fn awaited(game: &Game) -> Option<(Color, Cell)> {
    let due = game.states.tatan.follower_due;
    due.filter(|&(_, cell)| !game.declined.contains(&follower_choice_id(cell)))
}

fn follower_choice_id(cell: Cell) -> ChoiceId {
    ChoiceId(format!("tatan-follower/{}/{}", cell.x, cell.y))
}

/// The name of the choice whether that player fills a gap.
pub fn gap_choice_id(color: Color) -> ChoiceId {
    ChoiceId(format!("tatan-gap/{color}"))
}

/// Who is asked to fill a gap: seat by seat from the left of the player of the last tile, those
/// who have cards, a follower and a gap that the cards fill (ruling T7), until they leave it or
/// have filled one and may fill no more (ruling T10).
pub fn filler(game: &Game) -> Option<Color> {
    if !game.ending || game.open.is_some() || game.over {
        return None;
    }
    if awaited(game).is_some() {
        return None;
    }
    let several = game.setup.options.rulings.yes(&SEVERAL_GAPS);
    let filled = &game.states.tatan.filled;
    let seats = game.players.len();
    let last = game
        .players
        .iter()
        .position(|p| Some(p.color) == game.last_player);
    let first = last.map_or(0, |last| last + 1);
    (0..seats)
        .map(|seat| game.players[(first + seat) % seats].color)
        .filter(|&color| !game.declined.contains(&gap_choice_id(color)))
        .filter(|color| several || !filled.contains(color))
        .filter(|&color| !followers(game, color).is_empty())
        .find(|&color| !gaps::fillable(game, color).is_empty())
}

pub fn gap_choice(game: &Game, color: Color) -> Choice {
    let gaps = gaps::fillable(game, color).into_iter();
    Choice {
        id: gap_choice_id(color),
        kind: ChoiceKind::FillGap,
        who: Some(color),
        optional: game.setup.options.rulings.yes(&OPTIONAL),
        options: gaps
            .map(|gap| ChoiceOption::of(EventKind::GapFilled { cells: gap.cells }))
            .collect(),
        source: "tatan 3",
    }
}

pub fn follower_choice(game: &Game) -> Option<Choice> {
    let (color, cell) = game.states.tatan.follower_due.filter(|_| !game.over)?;
    let place = |figure| {
        ChoiceOption::of(EventKind::FigurePlaced {
            cell,
            segment: 0,
            figure,
            color: Some(color),
            foot: None,
            before: false,
        })
    };
    Some(Choice {
        id: follower_choice_id(cell),
        kind: ChoiceKind::FollowerOnTatan,
        who: Some(color),
        optional: false,
        options: followers(game, color).into_iter().map(place).collect(),
        source: "tatan 3",
    })
}
