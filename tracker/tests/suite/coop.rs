//! Random cooperative games: whatever is done in whatever order, nothing is lost or made, a
//! refusal changes nothing, and one more step equals everything anew.

use std::collections::BTreeSet;
use std::sync::Arc;

use carcassonne::geometry::Cell;
use carcassonne::piece::{Color, FigureKind};
use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::TestRunner;
use tracker::board::features::SegmentRef;
use tracker::event::ghost::{Companion, GhostCount, GhostPlace};
use tracker::event::{By, EventId, EventKind};
use tracker::log::Log;
use tracker::rules::choice::Choice;
use tracker::rules::{FigureState, Game};
use tracker::setup::Setup;
use tracker::snapshot::Outcome;

/// What somebody does; the numbers choose among what is possible then.
#[derive(Clone, Debug)]
enum Deed {
    Lay(usize, usize),
    Place(usize, usize),
    Take(usize),
    Choose(usize, usize),
    Decline(usize),
    End,
    Points(usize, i32),
    Nonsense(usize, usize, u8),
    Discard(usize),
    Undo,
    Remove(usize),
}

fn deed() -> impl Strategy<Value = Deed> {
    let n = || 0..1000_usize;
    prop_oneof![
        12 => (n(), n()).prop_map(|(a, b)| Deed::Lay(a, b)),
        8 => (n(), n()).prop_map(|(a, b)| Deed::Place(a, b)),
        2 => n().prop_map(Deed::Take),
        10 => (n(), n()).prop_map(|(a, b)| Deed::Choose(a, b)),
        1 => n().prop_map(Deed::Decline),
        1 => Just(Deed::End),
        1 => (n(), -3..25_i32).prop_map(|(a, b)| Deed::Points(a, b)),
        3 => (n(), n(), 0..5_u8).prop_map(|(a, b, c)| Deed::Nonsense(a, b, c)),
        1 => n().prop_map(Deed::Discard),
        1 => Just(Deed::Undo),
        1 => n().prop_map(Deed::Remove),
    ]
}

fn pick<T: Clone>(from: &[T], number: usize) -> Option<T> {
    (!from.is_empty()).then(|| from[number % from.len()].clone())
}

fn laying(game: &Game, face: usize, place: usize) -> Option<EventKind> {
    let faces: Vec<_> = game.catalogue().faces().cloned().collect();
    let free = |face: &&Arc<_>| game.copies_left(face) > 0;
    let faces: Vec<_> = faces.iter().filter(free).collect();
    let face = pick(&faces, face)?;
    let (cell, rotation) = pick(&game.board().placements(face), place)?;
    Some(EventKind::TileLaid {
        cell,
        face: face.id,
        rotation,
        garden: None,
        before: false,
    })
}

fn placing(game: &Game, color: usize, place: usize) -> Option<EventKind> {
    let color = pick(&game.colors().collect::<Vec<_>>(), color)?;
    let place = pick(&game.figure_places(color), place)?;
    Some(EventKind::FigurePlaced {
        cell: place.at.cell,
        segment: place.at.segment,
        figure: place.figure,
        color: Some(color),
        foot: None,
        before: false,
    })
}

/// Events that are hardly ever allowed.
fn nonsense(game: &Game, what: usize, where_: usize, count: u8) -> Option<EventKind> {
    let tile = pick(game.tiles(), where_)?;
    let figures: Vec<EventId> = game.figures().map(|figure| figure.event).collect();
    let figure = pick(&figures, where_);
    let cell = if what.is_multiple_of(7) {
        Cell::new(tile.cell.x + 1, tile.cell.y - 1)
    } else {
        tile.cell
    };
    let part = where_ % 3;
    let places = [
        GhostPlace::Supply,
        GhostPlace::CatStock,
        GhostPlace::Mist { cell, part },
        GhostPlace::Circle { cell, part },
        GhostPlace::Cemetery { cell },
        GhostPlace::Beside {
            figure: figure.unwrap_or_default(),
        },
    ];
    let place = |number: usize| places[number % places.len()];
    let ghosts = GhostCount {
        place: place(what / 3),
        count,
    };
    Some(match what % 6 {
        0 => EventKind::GhostsMoved {
            from: place(what / 6),
            to: place(where_),
            count,
        },
        1 => EventKind::RegionDecided {
            at: SegmentRef::new(cell, part),
            removal: vec![ghosts; usize::from(count % 3)],
        },
        2 => EventKind::MeepleBuried {
            cell,
            color: Color::Red,
            figure: figure.filter(|_| count > 1),
        },
        3 => EventKind::TileTurnedDown { cell },
        4 => EventKind::CompanionPlaced {
            companion: [Companion::Rufus, Companion::Ronja, Companion::Eloise][where_ % 3],
            host: figure.filter(|_| count > 0),
        },
        _ => EventKind::FigurePlaced {
            cell,
            segment: part,
            figure: FigureKind::Meeple,
            color: Some(Color::Red),
            foot: None,
            before: count == 4,
        },
    })
}

fn event_of(log: &Log, deed: &Deed) -> Option<EventKind> {
    let game = log.game();
    Some(match *deed {
        Deed::Lay(face, place) => laying(game, face, place)?,
        Deed::Place(color, place) => placing(game, color, place)?,
        Deed::Take(number) => {
            let figures: Vec<EventId> = game.figures().map(|figure| figure.event).collect();
            EventKind::FigureTaken {
                figure: pick(&figures, number)?,
            }
        }
        Deed::Choose(choice, option) => {
            let choice: Choice = pick(&game.choices(), choice)?;
            pick(&choice.options, option)?.events.first()?.clone()
        }
        Deed::Decline(choice) => EventKind::Declined {
            choice: pick(&game.choices(), choice)?.id,
        },
        Deed::End => EventKind::TurnEnded,
        // After the end points by hand change no outcome any more.
        Deed::Points(..) if game.is_over() => return None,
        Deed::Points(color, points) => EventKind::Points {
            color: pick(&game.colors().collect::<Vec<_>>(), color)?,
            points,
        },
        Deed::Nonsense(what, place, count) => nonsense(game, what, place, count)?,
        Deed::Discard(face) => EventKind::TileDiscarded {
            face: pick(&game.catalogue().faces().cloned().collect::<Vec<_>>(), face)?.id,
        },
        Deed::Undo => EventKind::Undone {
            event: log.undo_target().filter(|event| event.0 > 4)?,
        },
        Deed::Remove(fact) => {
            let facts: Vec<EventId> = log.holding().iter().skip(4).map(|f| f.event).collect();
            EventKind::Removed {
                event: pick(&facts, fact)?,
            }
        }
    })
}

fn setup(number: usize) -> Arc<Setup> {
    let players = [
        "Anna:red+blue+green+black",
        "Anna:red+blue,Ben:green+black",
        "red,blue,green",
    ][number % 3];
    let level = 1 + number / 3 % 6;
    let circles = if number < 18 { "" } else { ",spell_circles" };
    let ghosts = ghosts(number);
    let text = format!(
        "modules=base,mists{circles}; level={level}; confirmed=yes; ghosts={ghosts}; players={players}"
    );
    Arc::new(text.parse().expect("a set-up"))
}

/// Few ghosts lose games soon, many let them last.
fn ghosts(number: usize) -> u8 {
    [15, 50][number / 36 % 2]
}

/// The start tile lies.
fn started(setup: &Arc<Setup>) -> Log {
    let mut log = Log::new(Arc::clone(setup));
    let mut faces: Vec<_> = setup.catalogue().start().cloned().collect();
    faces.sort_by_key(|face| face.start);
    for (number, face) in faces.iter().enumerate() {
        let kind = EventKind::TileLaid {
            cell: face.start.expect("a start tile"),
            face: face.id,
            rotation: carcassonne::geometry::Rotation::R0,
            garden: None,
            before: number > 0,
        };
        log.append(0, By::Person, kind)
            .expect("the start tile lies");
    }
    log
}

/// What holds in every game.
fn check(log: &Log) -> Result<(), TestCaseError> {
    let game = log.game();
    prop_assert_eq!(game.ghosts().total(), game.setup().mists.level().ghosts);
    prop_assert!(game.team_score() >= 0);
    prop_assert!(game.players().iter().all(|player| player.score >= 0));
    let meeples = game
        .pieces()
        .next()
        .map_or(0, |(_, count)| usize::from(count));
    for color in game.colors() {
        let out = game.figures().filter(|figure| figure.color == Some(color));
        let out = out
            .filter(|figure| figure.state != FigureState::DueHome)
            .count();
        prop_assert_eq!(
            out + usize::from(game.in_hand(color, FigureKind::Meeple)),
            meeples
        );
    }
    let team = game.team(&game.after_turn()).expect("all play together");
    let is_won = game.outcome() == Some(Outcome::Won);
    let is_reached = team.score >= team.target;
    // A correction may end a game before points that were told by hand: these come too late to win it.
    let is_corrected = (log.events().iter()).any(|e| matches!(e.kind, EventKind::Removed { .. }));
    if is_corrected && is_reached && !is_won {
        prop_assert!(game.outcome().is_some());
    } else {
        prop_assert_eq!(is_won, is_reached);
    }
    if game.is_over() {
        prop_assert!(game.choices().is_empty());
    }
    // Every option of every choice is legal.
    for option in game.choices().iter().flat_map(|choice| &choice.options) {
        let mut then = game.clone();
        for event in &option.events {
            let done = then.apply(EventId(1_000_000), event);
            prop_assert!(done.is_ok(), "{:?}: {:?}", event, done);
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(ProptestConfig::default().cases.div_ceil(2)))]

    #[test]
    fn nothing_is_lost_in_a_game_of_the_mists(
        number in 0..72_usize,
        deeds in prop::collection::vec(deed(), 1..120),
    ) {
        let setup = setup(number);
        let mut log = started(&setup);
        for (step, deed) in deeds.iter().enumerate() {
            let Some(kind) = event_of(&log, deed) else { continue };
            let before = log.clone();
            if log.append(0, By::Person, kind).is_err() {
                prop_assert_eq!(&log, &before, "a refusal changes nothing");
            } else {
                check(&log)?;
            }
            if step % 16 == 0 {
                let anew = Log::of(Arc::clone(&setup), log.events().to_vec());
                prop_assert_eq!(&log, &anew);
            }
        }
        let anew = Log::of(Arc::clone(&setup), log.events().to_vec());
        prop_assert_eq!(&log, &anew);
    }
}

/// The random games are no idle talk: they come to every kind of choice and of end.
#[test]
fn random_games_come_to_every_choice() {
    let mut runner = TestRunner::deterministic();
    let deeds = prop::collection::vec(deed(), 200);
    let mut seen: BTreeSet<String> = BTreeSet::new();
    for number in 0..216 {
        let mut log = started(&setup(number));
        let deeds = deeds.new_tree(&mut runner).expect("a game").current();
        for deed in &deeds {
            // Taking back would only shorten the games.
            if matches!(deed, Deed::Undo | Deed::Remove(_)) {
                continue;
            }
            if let Some(kind) = event_of(&log, deed) {
                drop(log.append(0, By::Person, kind));
            }
            let choices = log.game().choices();
            seen.extend(choices.iter().map(|choice| format!("{:?}", choice.kind)));
        }
        seen.extend(log.game().outcome().map(|outcome| format!("{outcome:?}")));
    }
    for wanted in [
        "PointsOrRemoval",
        "BuryMeeple",
        "CemeteryGhost",
        "PlaceHound",
        "HoundRemoval",
        "TurnTileDown",
        "FillCircles",
        "BringEloise",
        "MoveEloise",
        "Won",
        "NoGhostsLeft",
        "NoTilesLeft",
    ] {
        assert!(seen.contains(wanted), "{wanted} not among {seen:?}");
    }
}
