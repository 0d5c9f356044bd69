//! Competitive mist games under any mixture of legal and illegal deeds: nothing is lost or made,
//! nobody falls below 0, a refusal changes nothing, and one more step equals everything anew.

use std::sync::Arc;

use carcassonne::piece::{Color, FigureKind};
use proptest::prelude::*;
use tracker::board::features::FeatureKind;
use tracker::event::ghost::GhostPlace;
use tracker::event::{By, EventId, EventKind};
use tracker::log::Log;
use tracker::log::record::Expect;
use tracker::rules::{FigureState, Game};
use tracker::setup::Setup;

/// What somebody does; the numbers choose among what is possible then.
#[derive(Clone, Debug)]
enum Deed {
    Lay(usize, usize),
    LayMist(usize, usize),
    Place(usize),
    Choose(usize, usize),
    MoveGhost(usize, usize),
    Take(usize),
    TurnOf(bool),
    EndTurn,
    EndGame,
    Undo,
}

fn deed() -> impl Strategy<Value = Deed> {
    let n = || 0..1000_usize;
    prop_oneof![
        4 => (n(), n()).prop_map(|(a, b)| Deed::Lay(a, b)),
        12 => (n(), n()).prop_map(|(a, b)| Deed::LayMist(a, b)),
        9 => n().prop_map(Deed::Place),
        9 => (n(), n()).prop_map(|(a, b)| Deed::Choose(a, b)),
        2 => (n(), n()).prop_map(|(a, b)| Deed::MoveGhost(a, b)),
        2 => n().prop_map(Deed::Take),
        1 => any::<bool>().prop_map(Deed::TurnOf),
        1 => Just(Deed::EndTurn),
        1 => Just(Deed::Undo),
        1 => n().prop_map(|n| if n < 100 { Deed::EndGame } else { Deed::EndTurn }),
    ]
}

fn pick<T: Clone>(from: &[T], number: usize) -> Option<T> {
    (!from.is_empty()).then(|| from[number % from.len()].clone())
}

fn laying(game: &Game, misty: bool, face: usize, place: usize) -> Option<EventKind> {
    let faces: Vec<_> = game
        .catalogue()
        .faces()
        .filter(|face| face.start.is_none() && face.shows_mist() == misty)
        .cloned()
        .collect();
    let face = pick(&faces, face)?;
    let (cell, rotation) = if game.board().is_empty() {
        Default::default()
    } else {
        pick(&game.board().placements(&face), place)?
    };
    Some(EventKind::TileLaid {
        cell,
        face: face.id,
        rotation,
        garden: None,
        before: false,
    })
}

fn event_of(log: &Log, deed: &Deed) -> Option<EventKind> {
    let game = log.game();
    Some(match *deed {
        Deed::Lay(face, place) => laying(game, false, face, place)?,
        Deed::LayMist(face, place) => laying(game, true, face, place)?,
        Deed::Place(number) => {
            let color = pick(&[Color::Red, Color::Blue, Color::Pink], number)?;
            let place = pick(&game.figure_places(color), number / 3)?;
            EventKind::FigurePlaced {
                cell: place.at.cell,
                segment: place.at.segment,
                figure: place.figure,
                color: Some(color),
                foot: None,
                before: false,
            }
        }
        Deed::Choose(choice, option) => {
            let choice = pick(&game.choices(), choice)?;
            let option = pick(&choice.options, option)?;
            option.events[0].clone()
        }
        Deed::MoveGhost(from, to) => {
            let mut places = vec![GhostPlace::Supply];
            places.extend(game.ghosts().board().map(|(place, _)| place));
            let figures = game.figures();
            places.extend(figures.map(|figure| GhostPlace::Beside {
                figure: figure.event,
            }));
            EventKind::GhostsMoved {
                from: pick(&places, from)?,
                to: pick(&places, to)?,
                count: (from % 3) as u8,
            }
        }
        Deed::Take(number) => {
            let figures: Vec<EventId> = game.figures().map(|figure| figure.event).collect();
            EventKind::FigureTaken {
                figure: pick(&figures, number)?,
            }
        }
        Deed::TurnOf(red) => EventKind::TurnOf {
            color: if red { Color::Red } else { Color::Blue },
        },
        Deed::EndTurn => EventKind::TurnEnded,
        Deed::EndGame => EventKind::GameEnded,
        Deed::Undo => EventKind::Undone {
            event: log.undo_target()?,
        },
    })
}

fn conserved(game: &Game) -> Result<(), TestCaseError> {
    prop_assert_eq!(game.ghosts().total(), 15);
    for player in game.players() {
        prop_assert!(player.score >= 0);
        for (kind, most) in [(FigureKind::Meeple, 5..=5), (FigureKind::Guard, 2..=5)] {
            let out = game.figures().filter(|figure| {
                (figure.color, figure.kind) == (Some(player.color), kind)
                    && figure.state != FigureState::DueHome
            });
            let all = out.count() as u8 + game.in_hand(player.color, kind);
            prop_assert!(most.contains(&all), "{} {kind:?} of {}", all, player.color);
        }
    }
    for (place, count) in game.ghosts().board() {
        match place {
            GhostPlace::Beside { figure } => {
                let figure = game.figure(figure);
                let kind = figure.map(|figure| (figure.kind, figure.state));
                prop_assert!(count < 3, "the third ghost drives home");
                let haunted = matches!(
                    kind,
                    Some((FigureKind::Meeple | FigureKind::Abbot, state))
                        if state != FigureState::DueHome
                );
                prop_assert!(haunted || game.is_over(), "{kind:?} with {count} ghosts");
            }
            GhostPlace::Circle { cell, part } => {
                let laid = game
                    .board()
                    .get(cell)
                    .expect("circles are printed on tiles");
                let circles = laid.face.mists[part].circles.len();
                prop_assert!(usize::from(count) <= circles, "{count} in {circles}");
            }
            other => prop_assert!(false, "a ghost at {other:?}"),
        }
    }
    for choice in game.choices() {
        prop_assert!(!choice.options.is_empty());
        for option in &choice.options {
            let mut then = game.clone();
            prop_assert_eq!(then.apply(EventId(u64::MAX), &option.events[0]), Ok(()));
        }
    }
    Ok(())
}

fn play(modules: &str, deeds: &[Deed]) -> Result<Log, TestCaseError> {
    let setup: Setup = format!("modules={modules}; players=red,blue,pink; start=seen")
        .parse()
        .expect("a set-up");
    let setup = Arc::new(setup);
    let mut log = Log::new(Arc::clone(&setup));
    for deed in deeds {
        let Some(kind) = event_of(&log, deed) else {
            continue;
        };
        let before = log.clone();
        if log.append(0, By::Person, kind).is_err() {
            prop_assert_eq!(&log, &before, "a refusal changes nothing");
            continue;
        }
        conserved(log.game())?;
    }
    let anew = Log::of(setup, log.events().to_vec());
    prop_assert_eq!(&log, &anew);
    // Whatever the game has come to, it can be shown.
    let shown = Expect {
        at: [("/over".to_owned(), log.game().is_over().into())].into(),
        ..Expect::default()
    };
    prop_assert_eq!(shown.failures(&log), Vec::<String>::new());
    Ok(log)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(ProptestConfig::default().cases.div_ceil(2)))]

    #[test]
    fn nothing_is_lost_without_circles(deeds in prop::collection::vec(deed(), 1..90)) {
        play("ghosts_castles_cemeteries", &deeds)?;
    }

    #[test]
    fn nothing_is_lost_with_everything(deeds in prop::collection::vec(deed(), 1..90)) {
        play("abbot,mage_and_witch,ghosts_castles_cemeteries,spell_circles", &deeds)?;
    }
}

/// The mixture reaches what it is meant to reach: haunted meeples, meeples driven home, filled
/// and emptied circles, castles and cemeteries with figures.
#[test]
fn the_mixture_reaches_ghosts_everywhere() {
    use proptest::strategy::ValueTree;
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let (mut haunted, mut circled, mut places, mut chosen) = (0, 0, 0, 0);
    for _ in 0..40 {
        let deeds = prop::collection::vec(deed(), 90).new_tree(&mut runner);
        let deeds = deeds.expect("a list of deeds").current();
        let log = play("ghosts_castles_cemeteries,spell_circles", &deeds).expect("holds");
        let ghosts = log.game().ghosts();
        haunted += ghosts
            .board()
            .filter(|(p, _)| matches!(p, GhostPlace::Beside { .. }))
            .count();
        circled += ghosts
            .board()
            .filter(|(p, _)| matches!(p, GhostPlace::Circle { .. }))
            .count();
        places += log
            .game()
            .figures()
            .filter_map(|figure| log.game().features().at(figure.at))
            .filter(|f| matches!(f.kind, FeatureKind::Castle | FeatureKind::Cemetery))
            .count();
        let moves = log.events().iter();
        chosen += moves
            .filter(|e| matches!(e.kind, EventKind::GhostsMoved { .. }))
            .count();
    }
    println!("{haunted} haunted, {circled} circled, {places} on places, {chosen} chosen");
    assert!(haunted > 20 && circled > 20 && places > 0 && chosen > 20);
}
