//! What somebody may choose now and the table can show, as far as ghosts and animals do.

use crate::event::{EventId, EventKind};
use crate::rules::choice::{Choice, ChoiceKind, ChoiceOption};
use crate::rules::{Game, Token};

/// The options that the table may show to be taken.
pub fn options(game: &Game) -> Vec<ChoiceOption> {
    let shown = |choice: &Choice| {
        matches!(
            choice.kind,
            ChoiceKind::PointsOrRemoval
                | ChoiceKind::CemeteryGhost
                | ChoiceKind::PlaceHound
                | ChoiceKind::HoundRemoval
                | ChoiceKind::FillCircles
                | ChoiceKind::BringEloise
                | ChoiceKind::MoveEloise
                | ChoiceKind::HauntOpponent
                | ChoiceKind::HauntOwn
                | ChoiceKind::DrawIntoCircle
        )
    };
    let choices = game.choices().into_iter().filter(shown);
    choices.flat_map(|choice| choice.options).collect()
}

/// Whether an option changes no piece by itself: points are taken.
pub fn moves_nothing(option: &ChoiceOption) -> bool {
    option
        .events
        .iter()
        .all(|kind| matches!(kind, EventKind::RegionDecided { removal, .. } if removal.is_empty()))
}

/// The game once an option is taken, if the rules accept it.
pub fn after(game: &Game, option: &ChoiceOption) -> Option<Game> {
    let mut after = game.clone();
    for kind in &option.events {
        after.apply(EventId(u64::MAX), kind).ok()?;
    }
    Some(after)
}

/// Pieces in an order in which two tables can be compared.
pub fn sorted(mut tokens: Vec<Token>) -> Vec<Token> {
    tokens.sort();
    tokens
}
