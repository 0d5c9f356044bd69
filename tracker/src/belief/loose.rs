//! Ghosts and animals: what is seen of them closes open choices.
//!
//! The rules say where ghosts should stand, so seeing them makes no event. But where somebody
//! chose (a meeple to haunt, ghosts to remove, where Eloise goes) the table shows what: every
//! option of every open choice is tried on a copy of the game, and the one whose pieces fit the
//! table clearly better than all others, and than nothing done yet, is what happened. What no
//! option explains is left alone.

use std::collections::BTreeMap;

use crate::log::Log;
use crate::log::event::{EventId, EventKind, Evidence};
use crate::log::ghost::GhostPlace;
use crate::rules::choice::{Choice, ChoiceKind, ChoiceOption};
use crate::rules::{FigureState, Game, Token};
use carcassonne::geometry::Cell;
use carcassonne::piece::{Color, FigureKind};
use carcassonne::seen::{SeenFigure, SeenTable};

use super::figures::distance;
use super::{Belief, limits};
use carcassonne::tie::Tie;

/// How much better than nothing done an option must explain the table, in pieces.
pub(super) const BETTER: f32 = 0.6;
/// How much better than any other option.
pub(super) const CLEARER: f32 = 0.04;
/// What a piece costs that stands this far from where it should, in tile sides, on its tile: a
/// hint between meeples that share a tile, never more than the piece itself.
const ASTRAY: f32 = 0.25;
/// Between two looks so many choices may be made one after the other, as when a hound chases
/// several ghosts away …
const IN_A_ROW: usize = 3;
/// … and of the ways there, so many are followed, the likeliest.
const FOLLOWED: usize = 6;
/// Choices that one look may close.
const AT_ONCE: usize = 12;
/// How sure it is that the only option that explains the table was taken.
const SURE: f32 = 0.97;

/// A piece as seen, in the board's frame.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seen {
    pub(super) piece: Piece,
    pub(super) cell: Cell,
    foot: [f32; 2],
}

pub(super) type Piece = (FigureKind, Option<Color>);

/// The loose pieces as last seen.
#[derive(Clone, Debug, Default)]
pub(super) struct Loose {
    pub(super) seen: Vec<Seen>,
    /// Looks in a row that saw as many on each tile, and the first frame of those.
    pub(super) looks: u32,
    pub(super) first_frame: u64,
    /// Length of the log and first frame for which the latest turns were searched.
    pub(super) searched: Option<(usize, u64)>,
    /// The most that were surely seen of those that should stand on a tile: what never came
    /// cannot have been taken away.
    pub(super) came: BTreeMap<(Cell, Piece), u32>,
}

/// Whether a piece is one of those looked after here.
pub(super) const fn is_loose(kind: FigureKind) -> bool {
    matches!(
        kind,
        FigureKind::Ghost | FigureKind::Cat | FigureKind::Hound
    )
}

fn counts(seen: &[Seen]) -> BTreeMap<(Cell, Piece), u32> {
    let mut counts = BTreeMap::new();
    for piece in seen {
        *counts.entry((piece.cell, piece.piece)).or_default() += 1;
    }
    counts
}

impl Belief {
    /// Takes note of the loose pieces of a look.
    pub(super) fn add_loose(
        &mut self,
        frame: Tie,
        table: &SeenTable,
        loose: &[(SeenFigure, Piece)],
    ) {
        let seen = loose.iter().map(|(figure, piece)| Seen {
            piece: *piece,
            cell: frame.cell(figure.cell),
            foot: frame.foot(figure.foot),
        });
        let seen: Vec<Seen> = seen.collect();
        if counts(&seen) == counts(&self.loose.seen) {
            self.loose.looks += 1;
        } else {
            self.loose.looks = 1;
            self.loose.first_frame = table.frame;
        }
        self.loose.seen = seen;
    }

    /// Closes the choices that the table shows to be made.
    pub(super) fn decide_loose(&mut self, log: &mut Log, table: &SeenTable) {
        let Some(frame) = self.frame else { return };
        // What the rules ask for and one look shows has come: in a quick turn it is gone again
        // soon.
        self.note_arrivals(log.game());
        if self.loose.looks < limits::NEW {
            return;
        }
        let evidence = Evidence {
            first_frame: self.loose.first_frame,
            last_frame: table.frame,
            looks: self.loose.looks,
        };
        let untold = table.hidden.iter().chain(&table.unclear);
        let untold: Vec<Cell> = untold.map(|&cell| frame.cell(cell)).collect();
        for _ in 0..AT_ONCE {
            let explained = self
                .explanation(log.game(), &untold)
                .or_else(|| self.explained_by_misreading(log, &untold));
            let Some(events) = explained else {
                self.catch_up(log, table, &untold);
                return;
            };
            for kind in events {
                if Self::append(log, table, SURE, evidence, kind).is_err() {
                    return;
                }
            }
            self.note_arrivals(log.game());
        }
    }

    /// Remembers which of the pieces that should stand on each tile were seen there.
    pub(super) fn note_arrivals(&mut self, game: &Game) {
        let seen = counts(&self.loose.seen);
        let mut wanted: BTreeMap<(Cell, Piece), u32> = BTreeMap::new();
        for token in game.tokens() {
            if let Some(cell) = game.cell_of(token.place) {
                *wanted.entry((cell, (token.kind, token.color))).or_default() += 1;
            }
        }
        let came = &mut self.loose.came;
        came.retain(|key, _| wanted.contains_key(key));
        for (key, most) in wanted {
            let now = seen.get(&key).copied().unwrap_or(0);
            let before = came.get(&key).copied().unwrap_or(0);
            came.insert(key, now.max(before).min(most));
        }
    }

    /// The option that explains the table clearly best, if there is one.
    pub(super) fn explanation(&self, game: &Game, untold: &[Cell]) -> Option<Vec<EventKind>> {
        let as_it_is = self.misfit(game, untold);
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
                    let fit = self.misfit(&after, untold) + CLEARER * step as f32;
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
        let rival = ranked.iter().find(|(_, other, _)| other != tokens);
        let clear = rival.is_none_or(|(other, ..)| *other >= best + CLEARER);
        (*best <= as_it_is - BETTER && clear).then(|| events.clone())
    }

    /// How many pieces are not where the game says, and a little for those that are askew. Tiles
    /// that tell nothing do not count, nor does it whether what goes home is gone.
    pub(super) fn misfit(&self, game: &Game, untold: &[Cell]) -> f32 {
        let told = |seen: &&Seen| !untold.contains(&seen.cell);
        let mut spare: Vec<&Seen> = self.loose.seen.iter().filter(told).collect();
        let mut misfit = 0.0;
        let mut came = self.loose.came.clone();
        let mut lacking = Vec::new();
        let mut wanted: Vec<(Token, Cell, Option<[f32; 2]>)> = Vec::new();
        for token in game.tokens() {
            if let Some(cell) = game
                .cell_of(token.place)
                .filter(|cell| !untold.contains(cell))
            {
                wanted.push((token, cell, self.place_on_tile(game, token.place)));
            }
        }
        // Pieces whose place on the tile is known choose first, those that go home last.
        let leaves = |token: &Token| goes_home(game, token.place);
        wanted.sort_by_key(|(token, _, at)| (leaves(token), at.is_none()));
        for (token, cell, at) in wanted {
            let away = |seen: &Seen| at.map_or(0.0, |at| distance(at, seen.foot));
            let nearest = spare
                .iter()
                .enumerate()
                .filter(|(_, seen)| seen.cell == cell && seen.piece == (token.kind, token.color))
                .map(|(n, seen)| (n, away(seen)))
                .min_by(|a, b| a.1.total_cmp(&b.1));
            match nearest {
                Some((n, away)) => {
                    misfit += ASTRAY * away.min(1.0);
                    spare.swap_remove(n);
                }
                None if leaves(&token) => {}
                None => lacking.push((cell, (token.kind, token.color))),
            }
            if let Some(left) = came.get_mut(&(cell, (token.kind, token.color))) {
                *left = left.saturating_sub(u32::from(nearest.is_some()));
            }
        }
        // A piece that was never seen on its tile may still be on its way there.
        for key in lacking {
            if let Some(left) = came.get_mut(&key).filter(|left| **left > 0) {
                *left -= 1;
                misfit += 1.0;
            }
        }
        misfit + spare.len() as f32
    }

    /// A meeple lies on a closed cemetery: it is buried, and gone from where it stood.
    pub(super) fn decide_burials(&mut self, log: &mut Log, table: &SeenTable) {
        let Some(frame) = self.frame else { return };
        let choices = log.game().choices().into_iter();
        let burials = choices.filter(|choice| choice.kind == ChoiceKind::BuryMeeple);
        for kind in burials
            .flat_map(|choice| choice.options)
            .flat_map(|o| o.events)
        {
            let EventKind::MeepleBuried {
                cell,
                color,
                figure,
            } = kind
            else {
                continue;
            };
            let lies = self.tracks.iter().find(|track| {
                let looks = track.evidence.looks();
                let readings = track.evidence.readings();
                let best = readings.max_by(|a, b| a.1.total_cmp(&b.1));
                frame.cell(track.cell) == cell
                    && looks >= limits::NEW
                    && best.is_some_and(|((_, seen, _), _)| seen == Some(color))
            });
            let left = figure.is_none_or(|figure| {
                let absence = self.missing.get(&figure);
                absence.is_some_and(|absence| absence.looks >= limits::NEW)
            });
            let Some(track) = lies.filter(|_| left) else {
                continue;
            };
            let (at, evidence) = (track.cell, track.evidence.frames());
            if Self::append(log, table, SURE, evidence, kind).is_ok() {
                self.tracks.retain(|track| track.cell != at);
            }
        }
    }

    /// Where on its tile a place is, if it is told by more than the tile.
    fn place_on_tile(&self, game: &Game, place: GhostPlace) -> Option<[f32; 2]> {
        match place {
            GhostPlace::Beside { figure } => Some(self.expected_foot(game, game.figure(figure)?)),
            GhostPlace::Cemetery { cell } => {
                let laid = game.board().get(cell)?;
                let segment = laid.face.cemetery()?;
                Some(self.geometry.spot(&laid.face, laid.rotation, segment))
            }
            _ => None,
        }
    }
}

/// Whether a piece stands beside a figure that goes home at the end of the turn: people take the
/// one with the other, at once or when they please.
fn goes_home(game: &Game, place: GhostPlace) -> bool {
    let GhostPlace::Beside { figure } = place else {
        return false;
    };
    let state = game.figure(figure).map(|figure| figure.state);
    matches!(state, Some(FigureState::TakenEarly | FigureState::DueHome))
}

/// The options that the table may show to be taken.
pub(super) fn options(game: &Game) -> Vec<ChoiceOption> {
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
pub(super) fn moves_nothing(option: &ChoiceOption) -> bool {
    option
        .events
        .iter()
        .all(|kind| matches!(kind, EventKind::RegionDecided { removal, .. } if removal.is_empty()))
}

pub(super) fn after(game: &Game, option: &ChoiceOption) -> Option<Game> {
    let mut after = game.clone();
    for kind in &option.events {
        after.apply(EventId(u64::MAX), kind).ok()?;
    }
    Some(after)
}

pub(super) fn sorted(mut tokens: Vec<Token>) -> Vec<Token> {
    tokens.sort();
    tokens
}

#[cfg(test)]
pub(super) mod tests {
    use std::sync::Arc;

    use rand::SeedableRng;
    use rand::seq::IndexedRandom;
    use rand_chacha::ChaCha8Rng;

    use super::*;
    use crate::setup::Setup;
    use carcassonne::geometry::Rotation;
    use carcassonne::spots::RimGeometry;

    /// What would be seen of a game's loose pieces.
    pub(in crate::belief) fn seen(belief: &Belief, game: &Game) -> Vec<Seen> {
        let tokens = game.tokens().into_iter();
        let seen = tokens.filter_map(|token| {
            Some(Seen {
                piece: (token.kind, token.color),
                cell: game.cell_of(token.place)?,
                foot: belief.place_on_tile(game, token.place).unwrap_or_default(),
            })
        });
        seen.collect()
    }

    /// Takes each option that shows on the table, and each of them twice in a row, and counts
    /// what is told from all else, what is not, and what is taken for something else.
    fn told(game: &Game) -> [[usize; 3]; 2] {
        let mut belief = Belief::new(Arc::new(RimGeometry));
        belief.loose.seen = seen(&belief, game);
        belief.note_arrivals(game);
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
        belief.loose.seen = seen(belief, after);
        // Where nothing can be told, nothing is.
        let cells: Vec<Cell> = game.tiles().iter().map(|tile| tile.cell).collect();
        assert_eq!(belief.explanation(game, &cells), None);
        let Some(events) = belief.explanation(game, &[]) else {
            return 1;
        };
        let option = ChoiceOption {
            events,
            leads_to: crate::rules::choice::Effect::default(),
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
                    if log.append(0, crate::log::event::By::Person, taken).is_err() {
                        continue;
                    }
                    let game = log.game();
                    let beside = |token: &Token| token.place == GhostPlace::Beside { figure: host };
                    let Some(ghost) = game.tokens().into_iter().find(beside) else {
                        continue;
                    };
                    let mut belief = Belief::new(Arc::new(RimGeometry));
                    belief.loose.seen = seen(&belief, game);
                    belief.note_arrivals(game);
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

    /// A game whose start tile lies.
    pub(in crate::belief) fn started(setup: &Setup) -> Log {
        let mut log = Log::new(Arc::new(setup.clone()));
        for (n, face) in log.game().catalogue().clone().start().enumerate() {
            let (cell, face) = (face.start.expect("a start tile"), face.id);
            let laid = lay(cell, face, Rotation::R0, n > 0);
            log.append(0, crate::log::event::By::Person, laid)
                .expect("starts");
        }
        log
    }

    fn lay(
        cell: Cell,
        face: carcassonne::catalogue::FaceId,
        rotation: Rotation,
        before: bool,
    ) -> EventKind {
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
        drop(log.append(0, crate::log::event::By::Person, laid));
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
            drop(log.append(0, crate::log::event::By::Person, placed));
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
                drop(log.append(0, crate::log::event::By::Person, kind));
            }
        }
    }
}
