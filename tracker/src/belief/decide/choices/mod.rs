//! Deciding choices: what is seen of ghosts and animals closes open ones.
//!
//! The rules say where ghosts should stand, so seeing them makes no event. But where somebody
//! chose (a meeple to haunt, ghosts to remove, where Eloise goes) the table shows what: every
//! option of every open choice is tried on a copy of the game, and the one whose pieces fit the
//! table clearly better than all others, and than nothing done yet, is what happened. What no
//! option explains is left alone: then [`misread`] corrects figures by it, [`left_over`] finds the ghost that
//! cannot be counted, and [`reopen`] changes the past where the table plays on.

mod left_over;
mod misread;
mod reopen;

use crate::belief::decision::{Decision, Draft};
use crate::belief::evidence::options::{after, moves_nothing, options, sorted};
use crate::belief::{Belief, limits};
use crate::event::EventKind;
use crate::log::Log;
use crate::rules::choice::{ChoiceKind, ChoiceOption};
use crate::rules::{Game, Token};
use carcassonne::geometry::Cell;
use carcassonne::seen::SeenTable;
use carcassonne::tie::Tie;

/// How much better than nothing done an option must explain the table, in pieces.
const BETTER: f32 = 0.6;
/// How much better than any other option.
const CLEARER: f32 = 0.04;
/// Between two looks so many choices may be made one after the other, as when a hound chases
/// several ghosts away …
const IN_A_ROW: usize = 3;
/// … and of the ways there, so many are followed, the likeliest.
const FOLLOWED: usize = 6;
/// Choices that one look may close.
const AT_ONCE: usize = 12;
/// How sure it is that the only option that explains the table was taken.
const SURE: f32 = 0.97;

/// The board's cells that tell nothing in this look.
fn untold(table: &SeenTable, tie: Tie) -> Vec<Cell> {
    let hidden = table.hidden.iter().map(|&cell| tie.cell(cell));
    hidden.chain(unclear(table, tie)).collect()
}

/// Those of them on which something stands that cannot be counted.
fn unclear(table: &SeenTable, tie: Tie) -> Vec<Cell> {
    table.unclear.iter().map(|&cell| tie.cell(cell)).collect()
}

/// What the team and each player have at the end of the turn in which that happens.
fn points_of(game: &Game, events: &[EventKind]) -> Option<(i32, Vec<i32>)> {
    let events = events.to_vec();
    let option = ChoiceOption {
        events,
        ..ChoiceOption::default()
    };
    let then = after(game, &option)?.after_turn();
    let each = then.players().iter().map(|player| player.score);
    Some((then.team_score(), each.collect()))
}

impl Belief {
    /// Closes the choices that the table shows to be made.
    pub(in crate::belief) fn decide_choices(&mut self, draft: &mut Draft, tie: Tie) {
        let untold = untold(draft.table, tie);
        // What the rules ask for and one look shows has come: in a quick turn it is gone again
        // soon.
        self.loose.note(draft.game(), &untold);
        if self.loose.looks < limits::NEW {
            return;
        }
        let frames = self.loose.frames(draft.table.frame);
        for _ in 0..AT_ONCE {
            let Some(events) = self.judge_choices(draft.log(), &untold) else {
                let unclear = unclear(draft.table, tie);
                if let Some(kind) = self.left_over(draft.game(), &untold, &unclear) {
                    draft.decide_all([Decision::seen(kind, left_over::LIKELY, frames)]);
                }
                self.catch_up(draft, &untold);
                self.note_odd(draft.game());
                return;
            };
            for kind in events {
                if draft.decide(Decision::seen(kind, SURE, frames)).is_err() {
                    return;
                }
            }
            self.loose.note_arrivals(draft.game());
        }
    }

    /// What stands for long where the game has nothing, while nothing is open and no tile is new, tells
    /// nothing of what opens later: vision takes it for a piece.
    fn note_odd(&mut self, game: &Game) {
        let is_quiet = self.tiles.new.is_empty() && options(game).is_empty();
        if is_quiet && self.loose.looks >= limits::MISSED {
            self.loose.note_odd(game);
        }
    }

    /// What explains the table: an option that was taken, or a figure that was misread.
    fn judge_choices(&self, log: &Log, untold: &[Cell]) -> Option<Vec<EventKind>> {
        self.explanation(log.game(), untold)
            .or_else(|| self.explained_by_misreading(log, untold))
    }

    /// The option that explains the table clearly best, if there is one.
    fn explanation(&self, game: &Game, untold: &[Cell]) -> Option<Vec<EventKind>> {
        // What opened is newer than all that is odd, even in one turn.
        let misfit = |told: &Game| self.misfit_since(game.turn() + 1, told, untold);
        let as_it_is = misfit(game);
        if as_it_is < BETTER {
            return None;
        }
        let mut ranked: Vec<(f32, Vec<Token>, Vec<EventKind>)> = Vec::new();
        let mut ways: Vec<(f32, Game, Vec<EventKind>)> = vec![(as_it_is, game.clone(), Vec::new())];
        for step in 0..IN_A_ROW {
            let mut further = Vec::new();
            for (before, between, first) in ways {
                for option in options(&between) {
                    let Some(after) = after(&between, &option) else {
                        continue;
                    };
                    // The longer way must be worth it.
                    let fit = misfit(&after) + CLEARER * step as f32;
                    let is_better = fit <= before - BETTER;
                    let unfinished = is_better || moves_nothing(&option);
                    let events = [first.as_slice(), &option.events].concat();
                    ranked.push((fit, sorted(after.tokens()), events.clone()));
                    if unfinished && fit >= BETTER {
                        further.push((fit, after, events));
                    }
                }
            }
            further.sort_by(|a, b| a.0.total_cmp(&b.0));
            further.truncate(FOLLOWED);
            ways = further;
        }
        ranked.sort_by(|a, b| a.0.total_cmp(&b.0));
        let (best, tokens, events) = ranked.first()?;
        let mut alike = ranked[1..]
            .iter()
            .take_while(|(other, ..)| *other < best + CLEARER);
        // Where the same table may bring other points, somebody has to say which.
        let points = points_of(game, events);
        let clear = alike.all(|(_, other, way)| other == tokens && points_of(game, way) == points);
        (*best <= as_it_is - BETTER && clear).then(|| events.clone())
    }

    /// A meeple lies on a closed cemetery: it is buried, and gone from where it stood.
    pub(in crate::belief) fn decide_burials(&mut self, draft: &mut Draft, tie: Tie) {
        let choices = draft.game().choices().into_iter();
        let burials = choices.filter(|choice| choice.kind == ChoiceKind::BuryMeeple);
        for kind in burials
            .flat_map(|choice| choice.options)
            .flat_map(|option| option.events)
        {
            let Some((at, buried)) = self.judge_burial(tie, kind) else {
                continue;
            };
            if draft.decide(buried).is_ok() {
                self.figures.tracks.retain(|track| track.cell != at);
            }
        }
    }

    /// Whether that burial is what is seen, and on which cell of the lattice.
    fn judge_burial(&self, tie: Tie, kind: EventKind) -> Option<(Cell, Decision)> {
        let EventKind::MeepleBuried {
            cell,
            color,
            figure,
        } = kind
        else {
            return None;
        };
        let lies = self.figures.tracks.iter().find(|track| {
            let readings = track.evidence.readings();
            let best = readings.max_by(|a, b| a.1.total_cmp(&b.1));
            tie.cell(track.cell) == cell
                && track.evidence.looks() >= limits::NEW
                && best.is_some_and(|((_, seen, _), _)| seen == Some(color))
        })?;
        let left = figure.is_none_or(|figure| {
            let absence = self.figures.missing.get(&figure);
            absence.is_some_and(|absence| absence.looks >= limits::NEW)
        });
        let buried = Decision::seen(kind, SURE, lies.evidence.frames());
        left.then_some((lies.cell, buried))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use rand::SeedableRng;
    use rand::seq::IndexedRandom;
    use rand_chacha::ChaCha8Rng;

    use super::*;
    use crate::belief::evidence::loose::{Seen, place_on_tile};
    use crate::event::By;
    use crate::event::ghost::GhostPlace;
    use crate::rules::choice::Effect;
    use crate::setup::Setup;
    use carcassonne::catalogue::FaceId;
    use carcassonne::geometry::Rotation;
    use carcassonne::piece::FigureKind;
    use carcassonne::spots::RimGeometry;

    /// What would be seen of a game's loose pieces.
    pub(in crate::belief) fn seen(game: &Game) -> Vec<Seen> {
        let tokens = game.tokens().into_iter();
        let seen = tokens.filter_map(|token| {
            Some(Seen {
                piece: (token.kind, token.color),
                cell: game.cell_of(token.place)?,
                foot: place_on_tile(game, &RimGeometry, token.place).unwrap_or_default(),
            })
        });
        seen.collect()
    }

    /// Takes each option that shows on the table, and each of them twice in a row, and counts
    /// what is told from all else, what is not, and what is taken for something else.
    fn told(game: &Game) -> [[usize; 3]; 2] {
        let mut belief = Belief::new(Arc::new(RimGeometry));
        belief.loose.seen = seen(game);
        belief.loose.note_arrivals(game);
        let mut told = [[0; 3]; 2];
        for option in options(game).into_iter().take(12) {
            let after = super::after(game, &option).expect("offered");
            if sorted(after.tokens()) != sorted(game.tokens()) {
                told[0][is_told(&mut belief, game, &after)] += 1;
            }
            for second in options(&after).into_iter().take(4) {
                let both = super::after(&after, &second).expect("offered");
                let gone = sorted(both.tokens());
                if gone != sorted(game.tokens()) && gone != sorted(after.tokens()) {
                    told[1][is_told(&mut belief, game, &both)] += 1;
                }
            }
        }
        told
    }

    /// Whether what the table shows is told (0), not told (1) or taken for something else (2).
    fn is_told(belief: &mut Belief, game: &Game, after: &Game) -> usize {
        belief.loose.seen = seen(after);
        // Where nothing can be told, nothing is.
        let cells: Vec<Cell> = game.tiles().iter().map(|tile| tile.cell).collect();
        assert_eq!(belief.explanation(game, &cells), None);
        let Some(events) = belief.explanation(game, &[]) else {
            return 1;
        };
        let option = ChoiceOption {
            events,
            leads_to: Effect::default(),
        };
        let believed = super::after(game, &option).expect("offered");
        if sorted(believed.tokens()) == sorted(after.tokens()) {
            0
        } else {
            2
        }
    }

    #[test]
    fn what_is_chosen_is_read_from_the_table() {
        let setups = [
            "modules=mists,spell_circles; players=red,blue,green; level=3; confirmed=yes; first_hound=3",
            "modules=ghosts_castles_cemeteries,spell_circles; players=red,blue",
        ];
        for text in setups {
            let setup: Setup = text.parse().expect("a set-up");
            let mut all = [[0; 3]; 2];
            for seed in 0..3 {
                let mut rng = ChaCha8Rng::seed_from_u64(seed);
                let mut log = started(&setup);
                for _ in 0..25 {
                    turn(&mut log, &mut rng, &mut all);
                }
            }
            // Two in a row more often lead to what a third would have led to.
            for ([told, untold, wrong], share) in all.into_iter().zip([4, 2]) {
                println!("{text}: {told} told, {untold} not, {wrong} wrong");
                assert_eq!(wrong, 0, "{text}");
                assert!(
                    told > 10 * share && told > share * untold,
                    "{text}: {told} of {}",
                    told + untold
                );
            }
        }
    }

    /// A ghost that is seen beside a meeple where none stands, before anybody may put one down, does not say
    /// later that it was put there.
    #[test]
    fn what_stood_before_a_choice_is_not_chosen() {
        let text = "modules=ghosts_castles_cemeteries; players=red,blue";
        let setup: Setup = text.parse().expect("a set-up");
        let (mut told, mut untold) = (0, 0);
        for seed in 0..8 {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let mut log = started(&setup);
            for _ in 0..25 {
                turn(&mut log, &mut rng, &mut [[0; 3]; 2]);
            }
            let mut game = Game::new(Arc::new(setup.clone()));
            let mut quiet = game.clone();
            for fact in log.holding() {
                let before = game.clone();
                game.apply(fact.event, &fact.kind).expect("it happened");
                if matches!(fact.kind, EventKind::TileLaid { .. }) {
                    quiet = before;
                    continue;
                }
                let Some(chosen) = haunted(&before, &fact.kind) else {
                    continue;
                };
                let options = options(&before).into_iter();
                let others = options.filter_map(|option| haunted(&before, option.events.first()?));
                for other in others.filter(|other| other.cell != chosen.cell) {
                    let stands = quiet.figures().any(|figure| figure.at.cell == other.cell);
                    if !stands || !super::options(&quiet).is_empty() {
                        continue;
                    }
                    let mut belief = Belief::new(Arc::new(RimGeometry));
                    belief.loose.seen = [seen(&quiet), vec![other]].concat();
                    belief.loose.looks = limits::MISSED;
                    // Its tile may be unclear until the choice is open.
                    belief.loose.note(&quiet, &[other.cell]);
                    belief.note_odd(&quiet);
                    // One that is put down, too, is seen as two.
                    belief.loose.seen = [seen(&game), vec![other, chosen]].concat();
                    belief.loose.note(&before, &[]);
                    let events = belief.explanation(&before, &[]);
                    if let Some(events) = &events {
                        assert_eq!(events.as_slice(), std::slice::from_ref(&fact.kind));
                    }
                    told += u32::from(events.is_some());
                    untold += u32::from(events.is_none());
                }
            }
        }
        println!("{told} told, {untold} not");
        // With the third ghost its meeple goes home, and with it the ghosts.
        assert!(
            told >= 5 && told > 10 * untold,
            "{told} of {}",
            told + untold
        );
    }

    /// The ghost that is put beside a figure, as seen, if that happens.
    pub(super) fn haunted(game: &Game, kind: &EventKind) -> Option<Seen> {
        let EventKind::GhostsMoved { to, count: 1, .. } = kind else {
            return None;
        };
        Some(Seen {
            piece: (FigureKind::Ghost, None),
            cell: game.cell_of(*to)?,
            foot: place_on_tile(game, &RimGeometry, *to)?,
        })
    }

    #[test]
    fn a_ghost_goes_home_with_its_meeple_when_people_please() {
        let text = "modules=ghosts_castles_cemeteries; players=red,blue";
        let setup: Setup = text.parse().expect("a set-up");
        let mut tried = 0;
        for seed in 0..24 {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let mut log = started(&setup);
            for _ in 0..30 {
                turn(&mut log, &mut rng, &mut [[0; 3]; 2]);
                for host in log.game().figures().map(|figure| figure.event) {
                    let mut log = log.clone();
                    let taken = EventKind::FigureTaken { figure: host };
                    if log.append(0, By::Person, taken).is_err() {
                        continue;
                    }
                    let game = log.game();
                    let beside = |token: &Token| token.place == GhostPlace::Beside { figure: host };
                    let Some(ghost) = game.tokens().into_iter().find(beside) else {
                        continue;
                    };
                    let mut belief = Belief::new(Arc::new(RimGeometry));
                    belief.loose.seen = seen(game);
                    belief.loose.note_arrivals(game);
                    let stays = belief.misfit(game, &[]);
                    let on = game.cell_of(ghost.place).expect("on a tile");
                    belief.loose.seen.retain(|seen| seen.cell != on);
                    assert!(belief.misfit(game, &[]) <= stays);
                    tried += 1;
                }
            }
        }
        assert!(tried >= 3, "{tried}");
    }

    #[test]
    fn what_a_tile_sends_home_may_stand_until_the_next_one_lies() {
        let text = "modules=mists; players=red,blue,green; level=3; confirmed=yes";
        let setup: Setup = text.parse().expect("a set-up");
        let (mut tried, mut overdue) = (0, 0);
        for seed in 0..40 {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let mut log = started(&setup);
            for _ in 0..20 {
                turn(&mut log, &mut rng, &mut [[0; 3]; 2]);
            }
            let mut game = Game::new(Arc::new(setup.clone()));
            let mut stood: Option<Belief> = None;
            for fact in log.holding() {
                let before = game.clone();
                game.apply(fact.event, &fact.kind).expect("it happened");
                if !matches!(fact.kind, EventKind::TileLaid { .. }) {
                    continue;
                }
                if let Some(mut belief) = stood.take() {
                    belief.loose.note(&game, &[]);
                    // New ghosts may have come to the same tile.
                    overdue += u32::from(belief.misfit(&game, &[]) >= 1.0);
                }
                let mut belief = Belief::new(Arc::new(RimGeometry));
                belief.loose.seen = seen(&before);
                let unheard = belief.misfit(&game, &[]);
                belief.loose.note_arrivals(&before);
                belief.loose.note(&game, &[]);
                let heard = belief.misfit(&game, &[]);
                if unheard >= 1.0 {
                    assert!(heard < BETTER, "{heard}: they are on their way");
                    tried += 1;
                    stood = Some(belief);
                }
            }
        }
        assert!(tried >= 3, "{tried} tiles sent ghosts home");
        assert!(overdue >= 1, "{overdue} of {tried} seen a turn later");
    }

    /// A game whose start tile lies.
    pub(in crate::belief) fn started(setup: &Setup) -> Log {
        let mut log = Log::new(Arc::new(setup.clone()));
        for (n, face) in log.game().catalogue().clone().start().enumerate() {
            let (cell, face) = (face.start.expect("a start tile"), face.id);
            let laid = lay(cell, face, Rotation::R0, n > 0);
            log.append(0, By::Person, laid).expect("starts");
        }
        log
    }

    fn lay(cell: Cell, face: FaceId, rotation: Rotation, before: bool) -> EventKind {
        EventKind::TileLaid {
            cell,
            face,
            rotation,
            garden: None,
            before,
        }
    }

    /// A tile and a figure somewhere; every choice is looked at and made.
    pub(in crate::belief) fn turn(log: &mut Log, rng: &mut ChaCha8Rng, all: &mut [[usize; 3]; 2]) {
        let game = log.game();
        let faces = game.catalogue().faces().filter(|face| !face.is_wild());
        let left: Vec<_> = faces.filter(|face| game.copies_left(face) > 0).collect();
        let Some(face) = left.choose(rng) else { return };
        let places = game.board().placements(face);
        let Some(&(cell, rotation)) = places.choose(rng) else {
            return;
        };
        let laid = lay(cell, face.id, rotation, false);
        drop(log.append(0, By::Person, laid));
        let color = log.game().open_turn().and_then(|open| open.player);
        let places = color
            .map(|color| log.game().figure_places(color))
            .unwrap_or_default();
        if let Some(place) = places.choose(rng) {
            let placed = EventKind::FigurePlaced {
                cell: place.at.cell,
                segment: place.at.segment,
                figure: place.figure,
                color,
                foot: None,
                before: false,
            };
            drop(log.append(0, By::Person, placed));
        }
        for _ in 0..8 {
            let counts = told(log.game()).into_iter().flatten();
            for (sum, count) in all.iter_mut().flatten().zip(counts) {
                *sum += count;
            }
            let choices = log.game().choices();
            let option = choices
                .first()
                .and_then(|choice| choice.options.choose(rng));
            let Some(option) = option.cloned() else {
                return;
            };
            for kind in option.events {
                drop(log.append(0, By::Person, kind));
            }
        }
    }
}
