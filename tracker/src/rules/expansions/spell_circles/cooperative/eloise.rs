//! Eloise: when she comes, where she stands, what she brings (rules dossier "Spell circles",
//! A1 and A4; rulings BK1 to BK3, BK10, BK11 and BK17).

use super::suction::Suction;
use super::{NEXT_MEEPLE, SCORES_FORGONE, TIMES_COLORS, WAITS_FOR_EMPTY};
use crate::board::features::Feature;
use crate::event::ghost::{Companion, GhostPlace};
use crate::event::{EventId, EventKind};
use crate::rules::choice::{Choice, ChoiceId, ChoiceKind, ChoiceOption};
use crate::rules::expansions::mists::{colors_of, is_forgone, is_scored_now, standing};
use crate::rules::expansions::spell_circles::in_circles;
use crate::rules::points::expression::{Expression, Unit};
use crate::rules::told::{Bonus, ScoreLine, ScoreReason};
use crate::rules::{Figure, FigureState, Game, RuleFault};
use carcassonne::piece::Color;

/// Ghosts in front of her at the start (A1).
const STOCK: u8 = 7;

/// What is to be remembered of her and of the newest circle tile.
#[derive(Clone, Debug, Default, PartialEq)]
pub(in crate::rules) struct Eloise {
    pub(super) place: EloiseState,
    /// The turn that called her, in which she joined the meeple that was placed by herself.
    pub(super) joined: Option<u32>,
    pub(super) suction: Option<Suction>,
}

/// Where she is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum EloiseState {
    /// Not called yet: ghosts are left in front of her.
    #[default]
    Away,
    /// Her stock was empty in that turn; she may join a meeple.
    Called(u32),
    /// With a meeple.
    With { host: EventId, color: Color },
    /// Her meeple was scored or buried in that turn; she goes to another.
    Moving(u32),
    /// Beside the board, until the next meeple is placed.
    Beside,
}

#[cfg(test)]
impl Eloise {
    /// Beside that meeple.
    pub(in crate::rules) fn with(host: EventId, color: Color) -> Self {
        Self {
            place: EloiseState::With { host, color },
            joined: None,
            suction: None,
        }
    }
}

/// Ghosts in front of her, and those in the other stock, of so many in the game (A1).
pub(super) fn stocks(ghosts: u8, printed: u8) -> [u8; 2] {
    let spare = ghosts.saturating_sub(printed);
    let cat = spare.min(STOCK);
    [cat, spare - cat]
}

/// Seven ghosts in front of her, and all that return, too. The start tile's are laid aside.
pub(super) fn set_up(game: &mut Game) {
    let printed: u8 = game.catalogue.start().map(|face| face.ghosts()).sum();
    let ghosts = &mut game.states.ghosts;
    let [cat, _] = stocks(ghosts.at(GhostPlace::Supply), printed);
    // Not more than there are, so that cannot fail.
    drop(ghosts.shift(GhostPlace::Supply, GhostPlace::CatStock, cat));
    ghosts.move_home(GhostPlace::CatStock);
}

/// Meeples that she may go to. Those that are scored together with hers go home first.
pub(super) fn hosts(game: &Game) -> impl Iterator<Item = &Figure> {
    let together = game.states.eloise.place == EloiseState::Moving(game.turn);
    standing(game).filter(move |figure| !(together && is_scored_now(game, figure)))
}

/// The meeple she is with.
pub(in crate::rules) fn host(game: &Game) -> Option<EventId> {
    match game.states.eloise.place {
        EloiseState::With { host, .. } => Some(host),
        _ => None,
    }
}

/// She comes into play: there is one supply from now on.
fn enter(game: &mut Game, host: EventId, color: Color) {
    let ghosts = &mut game.states.ghosts;
    ghosts.shift_all(GhostPlace::CatStock, GhostPlace::Supply);
    ghosts.move_home(GhostPlace::Supply);
    game.states.eloise.place = EloiseState::With { host, color };
}

/// The team puts her beside a meeple.
pub(super) fn place(game: &mut Game, host: Option<EventId>) -> Result<(), RuleFault> {
    let called = matches!(
        game.states.eloise.place,
        EloiseState::Called(_) | EloiseState::Moving(_)
    );
    if host.is_some() && host == self::host(game) {
        // She joined it by herself.
        return Ok(());
    }
    let meeple = hosts(game).find(|figure| Some(figure.event) == host);
    let meeple = meeple.and_then(|figure| Some((figure.event, figure.color?)));
    match meeple {
        Some((host, color)) if called && may_choose(game) => {
            enter(game, host, color);
            Ok(())
        }
        _ => Err(RuleFault::NotCalledFor),
    }
}

/// Ruling BK1: at once, or by the table's answer whenever the team likes.
fn may_choose(game: &Game) -> bool {
    match game.states.eloise.place {
        EloiseState::Called(turn) => {
            turn == game.turn || !game.setup.options.rulings.yes(&NEXT_MEEPLE)
        }
        EloiseState::Moving(_) => true,
        _ => false,
    }
}

/// A meeple was placed: she joins it, if she waited for one.
pub(super) fn join(game: &mut Game, figure: &Figure) {
    let waits = match game.states.eloise.place {
        EloiseState::Called(_) => game.setup.options.rulings.yes(&NEXT_MEEPLE),
        EloiseState::Beside => true,
        _ => false,
    };
    if let Some(color) = figure.color.filter(|_| waits) {
        let place = game.states.eloise.place;
        game.states.eloise.joined = (place == EloiseState::Called(game.turn)).then_some(game.turn);
        enter(game, figure.event, color);
    }
}

/// Her meeple was scored: a point for each ghost in a circle, at once.
pub(super) fn score(game: &mut Game, feature: &Feature, figures: &[EventId]) {
    let EloiseState::With { host, color } = game.states.eloise.place else {
        return;
    };
    if !figures.contains(&host) {
        return;
    }
    game.states.eloise.place = EloiseState::Moving(game.turn);
    let forgone = is_forgone(game, feature);
    if game.over || forgone && !game.setup.options.rulings.yes(&SCORES_FORGONE) {
        return;
    }
    let expression = bonus(game, colors_of(game, feature).len());
    if expression.points() == 0 {
        return;
    }
    game.credit(ScoreLine {
        turn: game.turn,
        color: (!game.shares_score()).then_some(color),
        points: expression.points(),
        reason: ScoreReason::Bonus(Bonus::Eloise),
        expression,
        segments: vec![feature.id.0],
        figures: vec![host],
    });
}

/// What she brings if her meeple is scored now, in a region of so many colours.
pub(super) fn bonus(game: &Game, colors: usize) -> Expression {
    let mut expression = Expression::new([(usize::from(in_circles(game)), Unit::Ghosts, 1)]);
    if game.shares_score() && game.setup.options.rulings.yes(&TIMES_COLORS) {
        expression.colors = Some(i32::try_from(colors).unwrap_or(i32::MAX));
    }
    expression
}

/// After every event: she is called, loses her meeple, or finds none to go to.
pub(super) fn settle(game: &mut Game) {
    if game.over {
        return;
    }
    match game.states.eloise.place {
        EloiseState::Away if game.states.ghosts.at(GhostPlace::CatStock) == 0 && game.turn > 0 => {
            game.states.eloise.place = EloiseState::Called(game.turn);
        }
        EloiseState::Called(_)
            if game.states.ghosts.at(GhostPlace::CatStock) > 0
                && game.setup.options.rulings.yes(&WAITS_FOR_EMPTY) =>
        {
            game.states.eloise.place = EloiseState::Away;
        }
        EloiseState::With { host, .. } => {
            let figure = game.figures.get(&host);
            if figure.is_none_or(|figure| figure.state == FigureState::Buried) {
                game.states.eloise.place = EloiseState::Moving(game.turn);
            }
        }
        _ => {}
    }
    let moving = matches!(game.states.eloise.place, EloiseState::Moving(_));
    if moving && hosts(game).next().is_none() {
        game.states.eloise.place = EloiseState::Beside;
    }
}

/// Whether the open turn called her and she joined its meeple by herself: that she was put beside
/// another one before can still be told.
pub(super) fn joined_by_herself(game: &Game) -> bool {
    game.open.is_some() && game.states.eloise.joined == Some(game.turn)
}

/// Beside which meeple she comes or goes.
pub(super) fn choice(game: &Game) -> Option<Choice> {
    let (kind, id) = match game.states.eloise.place {
        EloiseState::Called(turn) => (ChoiceKind::BringEloise, format!("eloise/bring/{turn}")),
        EloiseState::With { .. } => {
            let turn = game.turn;
            (ChoiceKind::BringEloise, format!("eloise/bring/{turn}"))
        }
        EloiseState::Moving(turn) => (ChoiceKind::MoveEloise, format!("eloise/move/{turn}")),
        EloiseState::Away | EloiseState::Beside => return None,
    };
    let late = joined_by_herself(game);
    let with = host(game);
    let beside = |figure: &Figure| EventKind::CompanionPlaced {
        companion: Companion::Eloise,
        host: Some(figure.event),
    };
    let hosts = hosts(game).filter(|figure| {
        let stood_there = figure.turn < game.turn && Some(figure.event) != with;
        may_choose(game) || late && stood_there && game.can_be_belated(&beside(figure))
    });
    let options: Vec<ChoiceOption> = hosts
        .map(|figure| ChoiceOption::of(beside(figure)))
        .collect();
    (!options.is_empty()).then(|| Choice {
        id: ChoiceId(id),
        kind,
        who: None,
        optional: kind == ChoiceKind::BringEloise,
        options,
        source: "bannkreise A4",
    })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    /// BK17: called, not placed, and her stock fills again.
    #[test]
    fn she_waits_until_her_stock_is_empty_again() {
        for (options, waits) in [("", true), ("; BK17=no", false)] {
            let setup = format!("modules=mists,spell_circles; players=red,blue,green{options}");
            let mut game = Game::new(Arc::new(setup.parse().unwrap()));
            game.turn = 3;
            game.states.eloise.place = EloiseState::Called(2);
            settle(&mut game);
            let away = game.states.eloise.place == EloiseState::Away;
            assert_eq!(away, waits, "{options}");
            // Empty again, she is called anew.
            let ghosts = &mut game.states.ghosts;
            ghosts.shift_all(GhostPlace::CatStock, GhostPlace::Supply);
            settle(&mut game);
            let now = if waits { 3 } else { 2 };
            assert_eq!(game.states.eloise.place, EloiseState::Called(now));
        }
    }

    /// BK3: her points once, or once for each colour of the region.
    #[test]
    fn her_points_are_multiplied_by_the_colours_if_the_table_says_so() {
        for (options, points) in [("", 3), ("; BK3=yes", 6)] {
            let setup = format!("modules=mists,spell_circles; players=red,blue,green{options}");
            let mut game = Game::new(Arc::new(setup.parse().unwrap()));
            let (cell, part) = (carcassonne::geometry::Cell::new(3, 0), 0);
            let circle = GhostPlace::Circle { cell, part };
            game.states.ghosts.put(circle, 3).unwrap();
            assert_eq!(bonus(&game, 2).points(), points, "{options}");
        }
    }
}
