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
    /// That she joined a meeple by herself, as long as nobody has said so or otherwise.
    pub(super) joined: Option<Joined>,
    pub(super) suction: Option<Suction>,
}

/// She joined the meeple that was placed in the turn that called her, by herself: she may as well have
/// been put beside another one before, and nothing on the table tells the two apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Joined {
    turn: u32,
    host: EventId,
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
    let printed = game.catalogue.start_ghosts();
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
    let joined = game.states.eloise.joined.map(|joined| joined.host);
    if host.is_some() && (host == self::host(game) || host == joined) {
        // She joined it by herself, and now somebody says so.
        game.states.eloise.joined = None;
        return Ok(());
    }
    let meeple = hosts(game).find(|figure| Some(figure.event) == host);
    let meeple = meeple.and_then(|figure| Some((figure.event, figure.color?)));
    match meeple {
        Some((host, color)) if called && may_choose(game) => {
            game.states.eloise.joined = None;
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
        let (turn, host) = (game.turn, figure.event);
        let called_now = game.states.eloise.place == EloiseState::Called(turn);
        game.states.eloise.joined = called_now.then_some(Joined { turn, host });
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

/// Beside which meeple she comes or goes. Where she joined one by herself in this turn or the one
/// before, that she was put beside another one before it can still be told.
pub(super) fn choices(game: &Game) -> Vec<Choice> {
    let called = match game.states.eloise.place {
        EloiseState::Called(turn) => {
            let hosts = hosts(game).filter(|_| may_choose(game));
            let options = hosts.map(|figure| ChoiceOption::of(beside(figure.event)));
            Some(bring(turn, options.collect()))
        }
        EloiseState::Moving(turn) => Some(moves(game, turn)),
        EloiseState::Away | EloiseState::With { .. } | EloiseState::Beside => None,
    };
    let choices = called.into_iter().chain(put_before(game));
    choices
        .filter(|choice| !choice.options.is_empty())
        .collect()
}

const fn beside(figure: EventId) -> EventKind {
    EventKind::CompanionPlaced {
        companion: Companion::Eloise,
        host: Some(figure),
    }
}

fn bring(turn: u32, options: Vec<ChoiceOption>) -> Choice {
    Choice {
        id: ChoiceId(format!("eloise/bring/{turn}")),
        kind: ChoiceKind::BringEloise,
        who: None,
        optional: true,
        options,
        source: "bannkreise A4",
    }
}

/// Where she goes on to. Where she may as well have been put before, it is said that she was not.
fn moves(game: &Game, turn: u32) -> Choice {
    let joined = unsaid(game);
    let option = |figure: &Figure| {
        let joined = joined.filter(|joined| figure.turn < joined.turn);
        let came = joined.map(|joined| beside(joined.host));
        ChoiceOption {
            events: came.into_iter().chain([beside(figure.event)]).collect(),
            ..ChoiceOption::default()
        }
    };
    Choice {
        id: ChoiceId(format!("eloise/move/{turn}")),
        kind: ChoiceKind::MoveEloise,
        optional: false,
        ..bring(turn, hosts(game).map(option).collect())
    }
}

/// That she joined a meeple by herself, if that can still be told otherwise.
fn unsaid(game: &Game) -> Option<Joined> {
    let joined = game.states.eloise.joined?;
    let moved_on = matches!(game.states.eloise.place, EloiseState::Moving(_));
    let now = joined.turn == game.turn && game.open.is_some();
    let before = moved_on && joined.turn + 1 == game.turn;
    (now || before).then_some(joined)
}

/// She was put beside another meeple before she could join that of the turn.
fn put_before(game: &Game) -> Option<Choice> {
    let joined = unsaid(game)?;
    let with = host(game);
    let others = hosts(game)
        .filter(|figure| figure.turn < joined.turn && Some(figure.event) != with)
        .map(|figure| beside(figure.event))
        .filter(|beside| joined.turn < game.turn || game.can_be_belated(beside));
    Some(bring(joined.turn, others.map(ChoiceOption::of).collect()))
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
