//! The hounds: when they are reached, where they stand, what they bring (rules dossier "mists
//! coop", section 9).

use std::collections::BTreeMap;

use super::regions::{MAX_REMOVED, colors_of, removable};
use super::{
    HOUND_POINTS, HOUND_TIMES_COLORS, SCORED_HOST, active_pile, level_of, standing, track,
};
use crate::board::features::Feature;
use crate::event::ghost::{Companion, GhostPlace};
use crate::event::{EventId, EventKind};
use crate::rules::choice::{Choice, ChoiceId, ChoiceKind, ChoiceOption};
use crate::rules::points::expression::{Expression, Unit};
use crate::rules::told::{Bonus, ScoreLine, ScoreReason};
use crate::rules::{Game, RuleFault};
use carcassonne::geometry::Cell;
use carcassonne::piece::Color;

/// The hounds in the order of their markers.
pub(super) const NAMES: [Companion; 2] = [Companion::Rufus, Companion::Ronja];

/// The most tiles that a hound clears.
const TILES: usize = 2;

/// A hound and what it still may do.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Hound {
    pub place: HoundState,
    /// What it may remove: the middle of its block and what was taken from which tile.
    pub removal: Option<(Cell, BTreeMap<Cell, u8>)>,
}

/// Where a hound is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum HoundState {
    /// Not in this game, or out of it.
    #[default]
    Box,
    /// On the score track.
    Track,
    /// It is reached and waits for its meeple.
    Due,
    /// With a meeple.
    With { host: EventId, color: Color },
}

impl Hound {
    /// A hound at the start of a game.
    pub(super) fn on_track() -> Self {
        Self {
            place: HoundState::Track,
            removal: None,
        }
    }
}

/// The scoring meeple has moved: hounds that it reached or passed come into play, and what is
/// left of the active pile goes on top of the next.
pub(super) fn reach(game: &mut Game) {
    let (reached, level) = (track(game), level_of(game));
    for number in 0..NAMES.len() {
        let state = &mut game.states.mists;
        let waits = state.hounds[number].place == HoundState::Track;
        if !waits || reached < level.hounds[number] {
            continue;
        }
        state.hounds[number].place = HoundState::Due;
        if !state.waiting.is_empty() {
            state.waiting.remove(0);
            let joined = active_pile(game);
            game.states.mists.joined = Some((game.turn, joined));
        }
    }
}

/// Whether a hound stands with that meeple.
pub(super) fn hosts(game: &Game, figure: EventId) -> bool {
    let hounds = &game.states.mists.hounds;
    hounds
        .iter()
        .any(|hound| matches!(hound.place, HoundState::With { host, .. } if host == figure))
}

/// Hounds with a meeple, and the events that placed those.
pub(super) fn on_board(game: &Game) -> impl Iterator<Item = (Companion, EventId)> {
    let hounds = NAMES.into_iter().zip(&game.states.mists.hounds);
    hounds.filter_map(|(name, hound)| match hound.place {
        HoundState::With { host, .. } => Some((name, host)),
        HoundState::Box | HoundState::Track | HoundState::Due => None,
    })
}

/// The meeple is gone without being scored: its hound leaves the game (ruling M6).
pub(super) fn lose_host(game: &mut Game, figure: EventId) {
    for hound in &mut game.states.mists.hounds {
        if matches!(hound.place, HoundState::With { host, .. } if host == figure) {
            hound.place = HoundState::Box;
        }
    }
}

/// A hound without a meeple to go to is lost, and so is one whose meeple was taken away.
pub(super) fn settle(game: &mut Game) {
    let nobody = standing(game).next().is_none() && just_scored(game).next().is_none();
    let gone: Vec<bool> = game
        .states
        .mists
        .hounds
        .iter()
        .map(|hound| match hound.place {
            HoundState::Due => nobody,
            HoundState::With { host, .. } => !game.figures.contains_key(&host),
            HoundState::Box | HoundState::Track => false,
        })
        .collect();
    for (hound, gone) in game.states.mists.hounds.iter_mut().zip(gone) {
        if gone {
            hound.place = HoundState::Box;
        }
    }
}

/// Meeples of the newest scoring that a hound may still go to (ruling M5).
fn just_scored(game: &Game) -> impl Iterator<Item = (EventId, Cell)> + '_ {
    let may = game.setup.options.rulings.yes(&SCORED_HOST);
    let scored = game.states.mists.just_scored.iter().copied();
    scored.filter(move |(figure, _)| may && game.figures.contains_key(figure))
}

/// A hound is put beside a meeple; `None` if it is no hound.
pub(super) fn place(
    game: &mut Game,
    companion: Companion,
    host: Option<EventId>,
) -> Option<Result<(), RuleFault>> {
    let number = NAMES.iter().position(|&name| name == companion)?;
    let scored = just_scored(game).find(|&(meeple, _)| Some(meeple) == host);
    let meeple = standing(game).find(|figure| Some(figure.event) == host);
    let meeple = meeple.and_then(|figure| Some((figure.event, figure.color?, figure.at.cell)));
    if let (Some((_, cell)), HoundState::Due) = (scored, game.states.mists.hounds[number].place) {
        game.states.mists.hounds[number] = Hound {
            place: HoundState::Box,
            removal: Some((cell, BTreeMap::new())),
        };
        return Some(Ok(()));
    }
    let hound = &mut game.states.mists.hounds[number];
    let (Some((host, color, cell)), HoundState::Due) = (meeple, hound.place) else {
        return Some(Err(RuleFault::NotCalledFor));
    };
    hound.place = HoundState::With { host, color };
    hound.removal = Some((cell, BTreeMap::new()));
    Some(Ok(()))
}

/// What the hound may still remove, place by place: up to three ghosts from each of two tiles.
fn removals(game: &Game, hound: &Hound) -> Vec<(GhostPlace, u8)> {
    let Some((middle, taken)) = &hound.removal else {
        return Vec::new();
    };
    if game.states.ghosts.unsettled() > 0 {
        return Vec::new();
    }
    let block: Vec<Cell> = middle.surrounding().into_iter().chain([*middle]).collect();
    let left = |cell: &Cell| match taken.get(cell) {
        Some(taken) => MAX_REMOVED.saturating_sub(*taken),
        None if taken.len() < TILES => MAX_REMOVED,
        None => 0,
    };
    let tiles = removable(game);
    let near = tiles
        .iter()
        .filter(|(cell, _)| block.contains(cell) && left(cell) > 0);
    near.flat_map(|(cell, places)| {
        places
            .iter()
            .map(move |at| (at.place, at.count.min(left(cell))))
    })
    .collect()
}

/// Ghosts go home because of a hound.
pub(super) fn remove(
    game: &mut Game,
    from: GhostPlace,
    to: GhostPlace,
    count: u8,
) -> Result<(), RuleFault> {
    let allows = |hound: &Hound| {
        removals(game, hound)
            .iter()
            .any(|&(place, most)| place == from && count <= most)
    };
    let number = game.states.mists.hounds.iter().position(allows);
    let (Some(number), Some(cell)) = (number, from.cell()) else {
        return Err(RuleFault::NotCalledFor);
    };
    if count == 0 || to.is_on_board() {
        return Err(RuleFault::NotCalledFor);
    }
    let home = game.states.ghosts.home();
    game.states.ghosts.shift(from, home, count)?;
    if let Some((_, taken)) = &mut game.states.mists.hounds[number].removal {
        *taken.entry(cell).or_default() += count;
    }
    Ok(())
}

/// A region was scored: the hounds of its meeples bring a point for each ghost on the board,
/// then leave the game.
pub(super) fn score(game: &mut Game, feature: &Feature, figures: &[EventId]) {
    let at = |figure: &EventId| Some((*figure, game.figures.get(figure)?.at.cell));
    let scored: Vec<_> = figures.iter().filter_map(at).collect();
    game.states.mists.just_scored.extend(scored);
    for number in 0..NAMES.len() {
        let HoundState::With { host, color } = game.states.mists.hounds[number].place else {
            continue;
        };
        if !figures.contains(&host) {
            continue;
        }
        game.states.mists.hounds[number].place = HoundState::Box;
        for line in bonus(game, feature, host, color, Bonus::Hound) {
            if !game.over {
                game.credit(line);
            }
        }
    }
}

/// The ghosts on the board, with the one for a cemetery, whichever it goes to: it comes before
/// anything is scored.
pub(super) fn ghosts(game: &Game) -> u8 {
    let due = u8::from(game.states.mists.cemetery_ghost);
    game.states.ghosts.on_board().saturating_add(due)
}

/// What a hound adds to the points of a feature with so many colours (section 9; ruling M16).
pub(super) fn value(game: &Game, colors: usize) -> Expression {
    let mut expression = Expression::new([(usize::from(ghosts(game)), Unit::Ghosts, 1)]);
    let by_color = level_of(game).scores_by_color();
    if !by_color && game.setup.options.rulings.yes(&HOUND_TIMES_COLORS) {
        expression.colors = Some(i32::try_from(colors).unwrap_or(i32::MAX));
    }
    expression
}

fn bonus(
    game: &Game,
    feature: &Feature,
    host: EventId,
    color: Color,
    bonus: Bonus,
) -> Vec<ScoreLine> {
    let colors = colors_of(game, feature);
    let expression = value(game, colors.len());
    let by_color = level_of(game).scores_by_color();
    let all = game.setup.options.rulings.answer(&HOUND_POINTS) == "all";
    let who: Vec<Option<Color>> = match (by_color, all) {
        (false, _) => vec![None],
        (true, false) => vec![Some(color)],
        (true, true) => colors.into_iter().map(Some).collect(),
    };
    let line = |color| ScoreLine {
        turn: game.turn,
        color,
        points: expression.points(),
        reason: ScoreReason::Bonus(bonus),
        expression: expression.clone(),
        segments: vec![feature.id.0],
        figures: vec![host],
    };
    who.into_iter()
        .map(line)
        .filter(|line| line.points != 0)
        .collect()
}

/// Where a hound goes, and what it removes.
pub(super) fn choices(game: &Game) -> Vec<Choice> {
    let mut choices = Vec::new();
    for (hound, companion) in game.states.mists.hounds.iter().zip(NAMES) {
        let scored = just_scored(game).map(|(figure, _)| figure);
        let hosts = standing(game).map(|figure| figure.event).chain(scored);
        let hosts = hosts.filter(|_| hound.place == HoundState::Due);
        let hosts = hosts.map(|figure| EventKind::CompanionPlaced {
            companion,
            host: Some(figure),
        });
        let home = game.states.ghosts.home();
        let removals = removals(game, hound).into_iter();
        let removals = removals.map(|(from, count)| EventKind::GhostsMoved {
            from,
            to: home,
            count,
        });
        let offers: [(&str, ChoiceKind, Vec<EventKind>); 2] = [
            ("place", ChoiceKind::PlaceHound, hosts.collect()),
            ("remove", ChoiceKind::HoundRemoval, removals.collect()),
        ];
        for (what, kind, options) in offers {
            if options.is_empty() {
                continue;
            }
            choices.push(Choice {
                id: ChoiceId(format!("hound/{companion:?}/{what}")),
                kind,
                who: None,
                optional: kind == ChoiceKind::HoundRemoval,
                options: options.into_iter().map(ChoiceOption::of).collect(),
                source: "mists-coop 9",
            });
        }
    }
    choices
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::board::features::SegmentRef;
    use crate::rules::expansions::mists::cemeteries::{Burial, ClosedBy, candidates};
    use crate::rules::{Figure, FigureState};
    use carcassonne::piece::FigureKind;

    /// A game in which red's meeple has just scored and blue's still stands.
    fn game(options: &str) -> Game {
        let setup = format!(
            "modules=mists,spell_circles; level=3; confirmed=yes; \
             players=red,blue,green{options}"
        );
        let mut game = Game::new(Arc::new(setup.parse().unwrap()));
        let of = |event, color, state| Figure {
            event: EventId(event),
            at: SegmentRef::new(Cell::new(4, 4), 0),
            kind: FigureKind::Meeple,
            color: Some(color),
            foot: None,
            turn: 1,
            state,
        };
        for figure in [
            of(1, Color::Red, FigureState::DueHome),
            of(2, Color::Blue, FigureState::Standing),
            of(3, Color::Green, FigureState::Standing),
        ] {
            game.figures.insert(figure.event, figure);
        }
        game.states.mists.just_scored = vec![(EventId(1), Cell::new(4, 4))];
        game.states.mists.hounds[0].place = HoundState::Due;
        game
    }

    fn hosts(game: &Game) -> Vec<EventId> {
        let choices = choices(game).into_iter();
        let options = choices.flat_map(|choice| choice.options);
        let host = |event: &EventKind| match *event {
            EventKind::CompanionPlaced { host, .. } => host,
            _ => None,
        };
        options
            .filter_map(|option| host(&option.events[0]))
            .collect()
    }

    /// M5: the scored meeple has left, or the hound visits it and leaves with it.
    #[test]
    fn a_hound_goes_to_a_meeple_that_stays_unless_the_table_says_otherwise() {
        let standing = [EventId(2), EventId(3)];
        let strict = game("");
        assert_eq!(hosts(&strict), standing);
        assert!(
            place(&mut strict.clone(), Companion::Rufus, Some(EventId(1)))
                .unwrap()
                .is_err()
        );
        let mut lenient = game("; M5=yes");
        assert_eq!(hosts(&lenient), [standing[0], standing[1], EventId(1)]);
        place(&mut lenient, Companion::Rufus, Some(EventId(1)))
            .unwrap()
            .unwrap();
        assert_eq!(lenient.states.mists.hounds[0].place, HoundState::Box);
        let removal = lenient.states.mists.hounds[0].removal.as_ref();
        assert_eq!(removal.unwrap().0, Cell::new(4, 4));
    }

    /// BK10: whether the meeple with Eloise may be buried.
    #[test]
    fn the_meeple_with_eloise_may_be_buried_unless_the_table_says_no() {
        for (options, buried) in [("", 2), ("; BK10=no", 1)] {
            let mut game = game(options);
            game.states.eloise =
                crate::rules::expansions::spell_circles::Eloise::with(EventId(2), Color::Blue);
            let burial = Burial {
                cell: Cell::new(0, 0),
                turn: 2,
                by: ClosedBy::Tile,
            };
            assert_eq!(candidates(&game, burial).len(), buried, "{options}");
        }
    }

    /// M6: whether the meeple with a hound may be buried.
    #[test]
    fn the_meeple_with_a_hound_may_be_buried_unless_the_table_says_no() {
        for (options, buried) in [("", 2), ("; M6=no", 1)] {
            let mut game = game(options);
            let (host, color) = (EventId(2), Color::Blue);
            game.states.mists.hounds[0].place = HoundState::With { host, color };
            let burial = Burial {
                cell: Cell::new(0, 0),
                turn: 2,
                by: ClosedBy::Tile,
            };
            assert_eq!(candidates(&game, burial).len(), buried, "{options}");
        }
    }
}
