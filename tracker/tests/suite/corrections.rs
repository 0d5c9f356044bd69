//! Something is misread at a random turn of a random game, play goes on, and a person puts it
//! right later: then the game is as if it had been read rightly at once.
//!
//! `NEBELWACHT_GAMES=1000 cargo test --release --test suite corrections -- --nocapture` corrects that
//! many games and prints what was misread.

use std::collections::BTreeMap;
use std::sync::Arc;

use carcassonne::catalogue::face_id;
use carcassonne::geometry::Cell;
use carcassonne::piece::{Color, FigureKind};
use carcassonne::spots::RimGeometry;
use rand::Rng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use serde_json::Value;
use tracker::belief::doubt::Doubt;
use tracker::command::Command;
use tracker::event::{By, EventId, EventKind};
use tracker::log::Log;
use tracker::log::recount::ScoreChange;
use tracker::rules::Game;
use tracker::setup::Setup;
use tracker::snapshot::{Guess, Meaning};
use tracker::{CommandError, Tracker};

const GAMES: usize = 200;

const MODES: [&str; 8] = [
    "modules=base; players=red,blue",
    "modules=base; players=red,blue,green,black",
    "modules=abbot; players=red,blue,pink",
    "modules=mage_and_witch,tatan; players=red,blue,green",
    "modules=ghosts_castles_cemeteries,spell_circles; players=red,blue,green",
    "modules=ghosts_castles_cemeteries,mage_and_witch; players=green,red",
    "modules=benelux; map=sample; players=red,blue",
    "modules=mists,spell_circles; players=red,blue,green; level=3; confirmed=yes; ghosts=60",
];

/// What the camera got wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Slip {
    Tile,
    Segment,
    Missed,
    Color,
}

/// Another reading of a fact that the rules accept, too.
fn misread(game: &Game, kind: &EventKind, slip: Slip, rng: &mut ChaCha8Rng) -> Option<EventKind> {
    let accepted =
        |other: &EventKind| other != kind && game.clone().apply(EventId(u64::MAX), other).is_ok();
    let mut others = Vec::new();
    match (slip, kind) {
        (
            Slip::Tile,
            &EventKind::TileLaid {
                cell,
                garden,
                before: false,
                ..
            },
        ) if game.turn() > 0 => {
            for (face, rotations, _) in game.fitting(cell) {
                for rotation in rotations {
                    let before = false;
                    others.push(EventKind::TileLaid {
                        cell,
                        face,
                        rotation,
                        garden,
                        before,
                    });
                }
            }
        }
        (
            Slip::Segment | Slip::Color,
            EventKind::FigurePlaced {
                color: Some(color), ..
            },
        ) => {
            for other in game.colors() {
                if (other == *color) == (slip == Slip::Segment) {
                    for place in game.figure_places(other) {
                        others.push(EventKind::FigurePlaced {
                            cell: place.at.cell,
                            segment: place.at.segment,
                            figure: place.figure,
                            color: Some(other),
                            foot: None,
                            before: false,
                        });
                    }
                }
            }
        }
        _ => {}
    }
    others.retain(accepted);
    others.choose(rng).cloned()
}

/// The same fact with the names that events have in another log.
fn renamed(kind: &EventKind, names: &BTreeMap<u64, u64>) -> EventKind {
    fn walk(value: &mut Value, names: &BTreeMap<u64, u64>) {
        match value {
            Value::Object(fields) => {
                for (key, value) in fields {
                    let id = value.as_u64().filter(|_| key == "figure" || key == "host");
                    match id.and_then(|id| names.get(&id)) {
                        Some(&name) => *value = name.into(),
                        None => walk(value, names),
                    }
                }
            }
            Value::Array(values) => values.iter_mut().for_each(|value| walk(value, names)),
            _ => {}
        }
    }
    let mut value = serde_json::to_value(kind).expect("an event is JSON");
    walk(&mut value, names);
    serde_json::from_value(value).expect("and back")
}

/// What a game has come to, whatever its events are called.
fn outcome(game: &Game) -> impl PartialEq + std::fmt::Debug + use<> {
    let lines = game.lines().iter();
    let lines: Vec<_> = lines
        .map(|line| (line.turn, line.color, line.points, line.expression.clone()))
        .collect();
    let scores: Vec<_> = game.players().iter().map(|p| (p.color, p.score)).collect();
    let figures: Vec<_> = game.figures().map(|f| (f.at, f.color, f.kind)).collect();
    let figures: std::collections::BTreeSet<_> = figures.into_iter().collect();
    (
        scores,
        game.team_score(),
        lines,
        figures,
        game.turn(),
        game.outcome(),
    )
}

/// A table at which facts are told one by one.
struct Follower {
    tracker: Tracker,
    /// From the true game's names to this one's.
    names: BTreeMap<u64, u64>,
}

impl Follower {
    fn tell(&mut self, id: EventId, what: &EventKind) -> Result<(), CommandError> {
        let what = renamed(what, &self.names);
        let events = self.tracker.command(0, Command::Tell { what })?;
        self.names.insert(id.0, events[0].id.0);
        Ok(())
    }

    /// Doubts an event and takes the right one of the guesses; the event that came of it, and
    /// at which place the guess stood.
    fn answer(
        &mut self,
        event: EventId,
        doubt: Doubt,
        right: &EventKind,
    ) -> Result<(u64, usize), String> {
        let asked = self.tracker.command(0, Command::Doubt { event, doubt });
        asked.map_err(|why| why.to_string())?;
        let snapshot = self.tracker.snapshot();
        let question = &snapshot.questions[0];
        let choice = question
            .guesses
            .iter()
            .position(|guess| says(guess) == Some(right));
        let choice = choice.ok_or_else(|| format!("{right:?} is not offered for {doubt:?}"))?;
        let answer = Command::Answer {
            question: question.id,
            choice,
        };
        let events = self
            .tracker
            .command(0, answer)
            .map_err(|why| why.to_string())?;
        Ok((events[0].id.0, choice))
    }
}

/// The newest tile that was told.
fn tile_of_turn(
    told: &[(EventId, EventKind)],
    names: &BTreeMap<u64, u64>,
) -> Result<EventId, String> {
    let is_tile = |kind: &EventKind| {
        matches!(
            kind,
            EventKind::TileLaid { .. } | EventKind::TileMoved { .. }
        )
    };
    let tile = told.iter().rfind(|(_, kind)| is_tile(kind));
    tile.map(|(id, _)| EventId(names[&id.0]))
        .ok_or_else(|| "no tile".to_owned())
}

/// What a guess says happened.
fn says(guess: &Guess) -> Option<&EventKind> {
    match &guess.events[..] {
        [EventKind::Corrected { to: what, .. } | EventKind::Inserted { what, .. }] => Some(what),
        [what] if what.is_fact() => Some(what),
        _ => None,
    }
}

/// Plays a game with one slip and how far down the right answer stood; what slipped, or `None` if nothing can slip at the chosen place.
fn one_game(number: usize) -> Result<Option<(Slip, usize)>, String> {
    let mode = MODES[number % MODES.len()];
    let seed = number as u64;
    let setup: Setup = mode.parse().map_err(|why| format!("{why}"))?;
    let setup = Arc::new(setup);
    let truth = super::play::play(&setup, seed, &mut |_| Ok(()))?;
    let facts: Vec<_> = truth
        .events()
        .iter()
        .map(|e| (e.id, e.kind.clone()))
        .collect();
    let mut rng = ChaCha8Rng::seed_from_u64(seed ^ 0x51);
    let slip = [Slip::Tile, Slip::Segment, Slip::Missed, Slip::Color][rng.random_range(0..4)];
    let about = |kind: &EventKind| match slip {
        Slip::Tile => matches!(kind, EventKind::TileLaid { before: false, .. }),
        _ => matches!(kind, EventKind::FigurePlaced { color: Some(_), .. }),
    };
    let places: Vec<usize> = (1..facts.len()).filter(|&n| about(&facts[n].1)).collect();
    let Some(&at) = places.choose(&mut rng) else {
        return Ok(None);
    };
    let mut table = Follower {
        tracker: Tracker::new(Arc::clone(&setup), Arc::new(RimGeometry)),
        names: BTreeMap::new(),
    };
    let told = |result: Result<(), CommandError>| result.map_err(|why| format!("{mode}: {why}"));
    for (id, kind) in &facts[..at] {
        told(table.tell(*id, kind))?;
    }
    let (id, kind) = &facts[at];
    if slip != Slip::Missed {
        let game = table.tracker.log().game();
        let Some(wrong) = misread(game, &renamed(kind, &table.names), slip, &mut rng) else {
            return Ok(None);
        };
        let events = table.tracker.command(0, Command::Tell { what: wrong });
        table
            .names
            .insert(id.0, events.map_err(|why| why.to_string())?[0].id.0);
    }
    // Somebody notices after a while, at the latest when the table cannot be explained.
    let noticed = rng.random_range(at + 1..=facts.len());
    let mut next = at + 1;
    while next < noticed && table.tell(facts[next].0, &facts[next].1).is_ok() {
        next += 1;
    }
    let right = renamed(kind, &table.names);
    let before = table.tracker.log().game().clone();
    let (event, doubt) = match slip {
        Slip::Missed => (tile_of_turn(&facts[..at], &table.names)?, Doubt::Missed),
        _ => (EventId(table.names[&id.0]), Doubt::Reading),
    };
    let events = table.answer(event, doubt, &right)?;
    let rank = events.1;
    table.names.entry(id.0).or_insert(events.0);
    // It can be taken back and brought back.
    let there = table.tracker.log().game().clone();
    told(table.tracker.command(0, Command::Undo).map(drop))?;
    if *table.tracker.log().game() != before {
        return Err(format!("{mode}: undo does not come back"));
    }
    told(table.tracker.command(0, Command::Redo).map(drop))?;
    if *table.tracker.log().game() != there {
        return Err(format!("{mode}: redo does not come back"));
    }
    for (id, kind) in &facts[next..] {
        let told = table.tell(*id, kind);
        told.map_err(|why| format!("{mode}, game {number}, {slip:?}: {kind:?}: {why}"))?;
    }
    let (log, rejected) = (table.tracker.log(), table.tracker.log().rejected());
    if !rejected.is_empty() {
        return Err(format!("{mode}, game {number}, {slip:?}: {rejected:?}"));
    }
    let (got, expected) = (outcome(log.game()), outcome(truth.game()));
    if got != expected {
        return Err(format!(
            "{mode}, game {number}, {slip:?}:\n{got:?}\n{expected:?}"
        ));
    }
    Ok(Some((slip, rank)))
}

#[test]
fn a_slip_put_right_later_leaves_no_trace_in_the_scores() {
    let asked = std::env::var("NEBELWACHT_GAMES").ok();
    let games = asked.map_or(GAMES, |n| n.parse().expect("a number of games"));
    let mut slips: BTreeMap<Slip, usize> = BTreeMap::new();
    let (mut number, mut corrected, mut on_a_key) = (0, 0, 0);
    while corrected < games {
        match one_game(number) {
            Ok(None) => {}
            Ok(Some((slip, rank))) => {
                *slips.entry(slip).or_default() += 1;
                on_a_key += usize::from(rank < 9);
                corrected += 1;
            }
            Err(why) => panic!("game {number}: {why}"),
        }
        number += 1;
        assert!(number < 3 * games, "too few games allow a slip");
    }
    println!("{corrected} games: {slips:?}; the right answer had a key in {on_a_key}");
    assert!(on_a_key * 10 >= corrected * 7, "{on_a_key} of {corrected}");
    assert_eq!(slips.len(), 4, "every sort of slip was tried: {slips:?}");
}

/// The turn of a tile that lies already goes to somebody else: everything is as if that had been
/// said before the tile, also what the rules did by themselves.
#[test]
fn whose_turn_it_was_may_be_said_after_the_tile() {
    let mut tried = 0;
    let mut moved = 0;
    for number in 0..60 {
        let mode = MODES[number % MODES.len()];
        let setup: Setup = mode.parse().expect("a set-up");
        let setup = Arc::new(setup);
        let truth = super::play::play(&setup, number as u64, &mut |_| Ok(())).expect("a game");
        let facts: Vec<_> = truth.events().iter().map(|e| e.kind.clone()).collect();
        let mut log = Log::new(Arc::clone(&setup));
        for kind in facts {
            let opens = matches!(kind, EventKind::TileLaid { before: false, .. });
            let colors: Vec<_> = log.game().players().iter().map(|p| p.color).collect();
            let late_in_game = log.game().open_turn().is_none() && log.game().turn() > 8;
            if opens && late_in_game {
                let next = log.game().next_player();
                let Some(&other) = colors.iter().find(|&&color| Some(color) != next) else {
                    continue;
                };
                let turn_of = EventKind::TurnOf { color: other };
                let (mut said_before, mut said_after) = (log.clone(), log.clone());
                said_before
                    .append(0, By::Person, turn_of.clone())
                    .expect("said");
                // The same names, so that games can be compared.
                let at = said_before.next_id();
                said_before
                    .append(0, By::Person, kind.clone())
                    .expect("laid");
                for event in said_before.events().iter().skip(log.events().len() + 1) {
                    said_after.push(event.clone());
                }
                let unsaid = outcome_with_ghosts(said_after.game());
                said_after.append(0, By::Person, turn_of).expect("said");
                assert!(at.0 > 0);
                let (before, after) = (
                    outcome_with_ghosts(said_before.game()),
                    outcome_with_ghosts(said_after.game()),
                );
                assert_eq!(before, after, "{mode}, game {number}");
                tried += 1;
                moved += usize::from(unsaid.1 != after.1);
            }
            log.append(0, By::Person, kind).expect("as it was played");
        }
    }
    println!("{tried} turns, in {moved} the rules' own moves differ");
    assert!(tried > 100 && moved > 0, "{tried} {moved}");
}

/// Whose turn it is, and where ghosts stand by themselves.
fn outcome_with_ghosts(game: &Game) -> (Option<Color>, String, String) {
    let player = game.open_turn().and_then(|open| open.player);
    let ghosts: Vec<_> = game.ghosts().board().collect();
    let choices: Vec<_> = game
        .choices()
        .into_iter()
        .map(|c| (c.id, c.who, c.options.len()))
        .collect();
    let end = game.after_end();
    (
        player,
        format!("{ghosts:?}"),
        format!("{choices:?} {:?}", outcome(&end)),
    )
}

/// A base game of two: a city of two tiles, then a road, each with a meeple.
pub(crate) fn small_game() -> Tracker {
    let setup: Setup = "players=red,blue".parse().expect("a set-up");
    let mut tracker = Tracker::new(Arc::new(setup), Arc::new(RimGeometry));
    let tile = |id: &str, x, y, degrees: u16| Command::PlaceTile {
        cell: Cell::new(x, y),
        face: face_id(id).expect("a face"),
        rotation: degrees.try_into().expect("a rotation"),
        garden: None,
    };
    let knight = Command::PlaceFigure {
        cell: Cell::new(0, -1),
        segment: 0,
        figure: FigureKind::Meeple,
        color: Some(Color::Red),
    };
    let commands = [
        tile("D", 0, 0, 0),
        tile("E", 0, -1, 180),
        knight,
        tile("U", 1, 0, 90),
    ];
    for command in commands {
        tracker.command(0, command).expect("by the rules");
    }
    tracker
}

#[test]
fn what_changed_is_told_and_nothing_else() {
    let mut tracker = small_game();
    assert_eq!(
        tracker.snapshot().recount,
        None,
        "play is no change of the past"
    );
    let knight = tracker.log().events()[2].id;
    let to = EventKind::FigurePlaced {
        cell: Cell::new(0, -1),
        segment: 0,
        figure: FigureKind::Meeple,
        color: Some(Color::Blue),
        foot: None,
        before: false,
    };
    let events = tracker
        .command(0, Command::Correct { event: knight, to })
        .expect("corrected");
    let recount = tracker
        .snapshot()
        .recount
        .clone()
        .expect("the past changed");
    assert_eq!(recount.change, events[0].id);
    let change = |color, was, now| ScoreChange {
        color: Some(color),
        was,
        now,
    };
    assert_eq!(
        recount.scores,
        [change(Color::Red, 4, 0), change(Color::Blue, 0, 4)]
    );
    assert_eq!(
        recount.turns.iter().map(|t| t.turn).collect::<Vec<_>>(),
        [1, 1]
    );
    assert!(recount.without_effect.is_empty());
    tracker.command(0, Command::EndTurn).expect("ended");
    assert_eq!(tracker.snapshot().recount, None);
}

#[test]
fn a_turn_is_taken_back_and_brought_back_whole() {
    let mut tracker = small_game();
    let there = tracker.log().game().clone();
    tracker.command(0, Command::UndoTurn).expect("the road");
    assert_eq!(tracker.log().game().turn(), 1);
    assert_eq!(
        tracker.log().game().figures().count(),
        1,
        "the knight is of the turn before"
    );
    tracker
        .command(0, Command::UndoTurn)
        .expect("city and knight");
    assert_eq!(tracker.log().game().turn(), 0);
    tracker
        .command(0, Command::RedoTurn)
        .expect("city and knight");
    assert_eq!(tracker.log().game().figures().count(), 1);
    assert_eq!(tracker.log().game().turn(), 1);
    tracker.command(0, Command::RedoTurn).expect("the road");
    assert_eq!(*tracker.log().game(), there);
    assert!(tracker.command(0, Command::RedoTurn).is_err());
}

#[test]
fn whose_turn_it_was_is_corrected_long_after() {
    let mut tracker = small_game();
    let tile = tracker.log().events()[3].id;
    tracker.command(0, Command::EndTurn).expect("ended");
    let doubt = Command::Doubt {
        event: tile,
        doubt: Doubt::Turn,
    };
    tracker.command(0, doubt).expect("asked");
    let question = tracker.snapshot().questions[0].clone();
    assert_eq!(question.guesses[0].meaning, Meaning::TurnOf(Color::Red));
    tracker
        .command(
            0,
            Command::Accept {
                question: question.id,
            },
        )
        .expect("red's");
    assert_eq!(tracker.snapshot().turn.next, Some(Color::Blue));
    assert!(tracker.snapshot().questions.is_empty());
}

#[test]
fn a_tile_on_a_wrong_cell_is_moved_with_its_figure() {
    let mut tracker = small_game();
    let (tile, knight) = (tracker.log().events()[1].id, tracker.log().events()[2].id);
    let doubt = Doubt::Reading;
    tracker
        .command(0, Command::Doubt { event: tile, doubt })
        .expect("asked");
    let question = tracker.snapshot().questions[0].clone();
    let (south, half) = (Cell::new(0, 1), 180_u16.try_into().expect("a rotation"));
    let there = |guess: &Guess| {
        let Some(EventKind::Corrected { to, .. }) = guess.events.first() else {
            return false;
        };
        matches!(**to, EventKind::TileLaid { cell, rotation, .. }
            if cell == south && rotation == half)
    };
    let choice = question.guesses.iter().position(there).expect("offered");
    assert_eq!(question.guesses[choice].overturns, 0, "all else stays");
    let question = question.id;
    tracker
        .command(0, Command::Answer { question, choice })
        .expect("moved");
    let snapshot = tracker.snapshot();
    assert_eq!(snapshot.tiles[1].cell, south);
    let [figure] = &snapshot.figures[..] else {
        panic!("{:?}", snapshot.figures)
    };
    assert_eq!((figure.event, figure.at.cell), (knight, south));
    assert_eq!(snapshot.players[0].score, 0, "its city is open there");
    assert!(snapshot.rejected.is_empty());
}
