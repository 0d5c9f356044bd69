//! Deciding where a ghost was put by what is left over: beside every other meeple it would show.
//!
//! A ghost behind a meeple is not to be counted, its tile is unclear. Where people have played on the ghost
//! was put down all the same; if just one of the tiles where it may stand is unclear, and has been since that turn,
//! it stands there. Decides nothing where several are, or where one more ghost is seen on another of them.

use crate::belief::Belief;
use crate::belief::evidence::loose::GHOST;
use crate::event::EventKind;
use crate::event::ghost::GhostPlace;
use crate::rules::Game;
use crate::rules::choice::{Choice, ChoiceKind, ChoiceOption};
use carcassonne::geometry::Cell;

/// How sure it is (chosen): the ghost may have been forgotten, and something else have made the tile unclear.
pub(super) const LIKELY: f32 = 0.8;

impl Belief {
    /// Where the ghost of the turn before must have come to, if nobody has said so yet. The `unclear` tiles are
    /// among those that tell nothing (`untold`).
    pub(super) fn left_over(
        &self,
        game: &Game,
        untold: &[Cell],
        unclear: &[Cell],
    ) -> Option<EventKind> {
        let open = game.choices().into_iter().filter(is_haunting);
        let mut open = open.filter(|choice| game.untold_before().any(|c| c.id == choice.id));
        open.find_map(|choice| {
            let options = choice.options.iter().filter_map(|o| put_down(game, o));
            let (hidden, shown): (Vec<_>, Vec<_>) =
                options.partition(|(cell, _)| untold.contains(cell));
            let [(cell, kind)] = hidden.as_slice() else {
                return None;
            };
            let told = self.loose.told_last(*cell);
            let became_unclear =
                unclear.contains(cell) && told.is_some_and(|turn| turn + 1 == game.turn());
            let is_elsewhere = shown
                .iter()
                .any(|(cell, _)| self.loose.shows_more(game, *cell, GHOST));
            (became_unclear && !is_elsewhere).then(|| kind.clone())
        })
    }
}

/// Whether a ghost must be put beside some meeple.
fn is_haunting(choice: &Choice) -> bool {
    let haunts = matches!(
        choice.kind,
        ChoiceKind::HauntOpponent | ChoiceKind::HauntOwn
    );
    haunts && !choice.optional
}

/// The tile onto which an option puts a ghost.
fn put_down(game: &Game, option: &ChoiceOption) -> Option<(Cell, EventKind)> {
    let [kind @ EventKind::GhostsMoved { to, .. }] = option.events.as_slice() else {
        return None;
    };
    let beside = matches!(to, GhostPlace::Beside { .. });
    let cell = game.cell_of(*to).filter(|_| beside)?;
    Some((cell, kind.clone()))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    use super::*;
    use crate::belief::decide::choices::tests::{haunted, seen, started, turn};
    use crate::belief::evidence::loose::Seen;
    use crate::setup::Setup;
    use carcassonne::spots::RimGeometry;

    /// Of each ghost that was put down and not noted before the next tile lay.
    #[test]
    fn a_ghost_that_shows_nowhere_stands_on_the_tile_that_became_unclear() {
        let text = "modules=ghosts_castles_cemeteries; players=red,blue";
        let setup: Setup = text.parse().expect("a set-up");
        let mut tried = 0;
        for seed in 0..8 {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let mut log = started(&setup);
            for _ in 0..25 {
                turn(&mut log, &mut rng, &mut [[0; 3]; 2]);
            }
            let facts = log.holding();
            let mut game = Game::new(Arc::new(setup.clone()));
            for (n, fact) in facts.iter().enumerate() {
                let before = game.clone();
                game.apply(fact.event, &fact.kind).expect("it happened");
                let Some(chosen) = haunted(&before, &fact.kind) else {
                    continue;
                };
                let mut after = before.clone();
                let is_tile = |kind: &EventKind| matches!(kind, EventKind::TileLaid { .. });
                let Some(next) = facts[n..].iter().find(|fact| is_tile(&fact.kind)) else {
                    continue;
                };
                if after.apply(next.event, &next.kind).is_err() {
                    continue;
                }
                let mut open = after.choices().into_iter().filter(is_haunting);
                let asked = open.find(|choice| choice.options.iter().any(|o| o.is(&fact.kind)));
                let options = asked.iter().flat_map(|choice| &choice.options);
                let cells = options.filter_map(|option| Some(put_down(&after, option)?.0));
                let cells: Vec<Cell> = cells.collect();
                let there = cells.iter().filter(|cell| **cell == chosen.cell).count();
                if cells.len() < 2 || there != 1 {
                    continue;
                }
                let told = |unclear_before: &[Cell], unclear: &[Cell], more: Option<Seen>| {
                    let mut belief = Belief::new(Arc::new(RimGeometry));
                    belief.loose.seen = seen(&before);
                    belief.loose.note(&before, unclear_before);
                    belief.loose.seen.extend(more);
                    belief.loose.note(&after, unclear);
                    belief.left_over(&after, unclear, unclear)
                };
                let [cell, other] = [
                    chosen.cell,
                    *cells.iter().find(|c| **c != chosen.cell).expect("another"),
                ];
                let seen_elsewhere = Seen {
                    cell: other,
                    ..chosen
                };
                let is_left_over = told(&[], &[cell], None);
                assert_eq!(is_left_over.as_ref(), Some(&fact.kind));
                assert_eq!(told(&[cell], &[cell], None), None, "unclear before");
                assert_eq!(told(&[], &[], None), None, "it shows nowhere");
                assert_eq!(told(&[], &[cell, other], None), None, "or there");
                assert_eq!(told(&[], &[cell], Some(seen_elsewhere)), None, "it is seen");
                tried += 1;
            }
        }
        assert!(tried >= 5, "{tried}");
    }
}
