//! The short way (one more event) and the long way (everything anew) make the same game, for
//! any mixture of play, mistakes, corrections, undo and redo.

use std::sync::Arc;

use carcassonne::piece::{Color, FigureKind};
use proptest::prelude::*;
use tracker::event::{By, EventId, EventKind};
use tracker::log::Log;
use tracker::log::record::{Header, Line, Record};
use tracker::setup::Setup;

/// What somebody does; the numbers choose among what is possible then.
#[derive(Clone, Debug)]
enum Deed {
    Lay(usize, usize),
    Place(usize),
    Take(usize),
    End,
    Correct(usize, usize),
    Remove(usize),
    Insert(usize, usize),
    Undo,
    Redo,
}

fn deed() -> impl Strategy<Value = Deed> {
    let n = || 0..1000_usize;
    prop_oneof![
        8 => (n(), n()).prop_map(|(a, b)| Deed::Lay(a, b)),
        6 => n().prop_map(Deed::Place),
        2 => n().prop_map(Deed::Take),
        1 => Just(Deed::End),
        2 => (n(), n()).prop_map(|(a, b)| Deed::Correct(a, b)),
        1 => n().prop_map(Deed::Remove),
        1 => (n(), n()).prop_map(|(a, b)| Deed::Insert(a, b)),
        2 => Just(Deed::Undo),
        1 => Just(Deed::Redo),
    ]
}

fn pick<T: Clone>(from: &[T], number: usize) -> Option<T> {
    (!from.is_empty()).then(|| from[number % from.len()].clone())
}

fn laying(log: &Log, face: usize, place: usize) -> Option<EventKind> {
    let faces: Vec<_> = log.game().catalogue().faces().cloned().collect();
    let face = pick(&faces, face)?;
    let places = log.game().board().placements(&face);
    let (cell, rotation) = if log.game().board().is_empty() {
        Default::default()
    } else {
        pick(&places, place)?
    };
    Some(EventKind::TileLaid {
        cell,
        face: face.id,
        rotation,
        garden: None,
        before: false,
    })
}

fn placing(log: &Log, number: usize) -> Option<EventKind> {
    let color = pick(&[Color::Red, Color::Blue], number)?;
    let place = pick(&log.game().figure_places(color), number / 2)?;
    Some(EventKind::FigurePlaced {
        cell: place.at.cell,
        segment: place.at.segment,
        figure: place.figure,
        color: Some(color),
        foot: None,
        before: false,
    })
}

fn event_of(log: &Log, deed: &Deed) -> Option<EventKind> {
    let facts: Vec<EventId> = log.holding().iter().map(|fact| fact.event).collect();
    Some(match *deed {
        Deed::Lay(face, place) => laying(log, face, place)?,
        Deed::Place(number) => placing(log, number)?,
        Deed::Take(number) => {
            let figures: Vec<EventId> = log.game().figures().map(|figure| figure.event).collect();
            EventKind::FigureTaken {
                figure: pick(&figures, number)?,
            }
        }
        Deed::End => EventKind::TurnEnded,
        Deed::Correct(fact, other) => {
            let event = pick(&facts, fact)?;
            let to = match log.fact(event)?.kind.clone() {
                EventKind::TileLaid {
                    cell,
                    rotation,
                    garden,
                    before,
                    ..
                } => {
                    let faces: Vec<_> = log.game().catalogue().faces().map(|f| f.id).collect();
                    let face = pick(&faces, other)?;
                    EventKind::TileLaid {
                        cell,
                        face,
                        rotation,
                        garden,
                        before,
                    }
                }
                EventKind::FigurePlaced { cell, color, .. } => EventKind::FigurePlaced {
                    cell,
                    segment: other % 5,
                    figure: FigureKind::Meeple,
                    color,
                    foot: None,
                    before: false,
                },
                same => same,
            };
            EventKind::Corrected {
                event,
                to: Box::new(to),
            }
        }
        Deed::Remove(fact) => EventKind::Removed {
            event: pick(&facts, fact)?,
        },
        Deed::Insert(fact, number) => EventKind::Inserted {
            before: pick(&facts, fact)?,
            what: Box::new(EventKind::Points {
                color: Color::Red,
                points: number as i32,
            }),
        },
        Deed::Undo => EventKind::Undone {
            event: log.undo_target()?,
        },
        Deed::Redo => EventKind::Redone {
            event: log.redo_target()?,
        },
    })
}

fn setup() -> Arc<Setup> {
    Arc::new("players=red,blue; modules=abbot".parse().expect("a set-up"))
}

proptest! {
    #[test]
    fn one_more_step_equals_everything_anew(deeds in prop::collection::vec(deed(), 1..60)) {
        let mut log = Log::new(setup());
        let mut pushed = Log::new(setup());
        for deed in &deeds {
            let Some(kind) = event_of(&log, deed) else { continue };
            let before = log.clone();
            if log.append(0, By::Person, kind).is_err() {
                prop_assert_eq!(&log, &before, "a refusal changes nothing");
                continue;
            }
            pushed.push(log.events().last().expect("just appended").clone());
            let anew = Log::of(setup(), log.events().to_vec());
            prop_assert_eq!(&log, &anew);
            prop_assert_eq!(&pushed, &anew);
        }
    }

    #[test]
    fn undo_and_redo_come_back_to_the_same_game(deeds in prop::collection::vec(deed(), 1..40)) {
        let mut log = Log::new(setup());
        for deed in &deeds {
            if let Some(kind) = event_of(&log, deed) {
                // Refused deeds are part of the mixture.
                drop(log.append(0, By::Person, kind));
            }
        }
        let there = log.game().clone();
        let mut back = 0;
        while let Some(event) = log.undo_target() {
            log.append(0, By::Person, EventKind::Undone { event }).expect("the newest may go");
            back += 1;
        }
        prop_assert!(log.game().board().is_empty());
        for _ in 0..back {
            let event = log.redo_target().expect("as many as were undone");
            log.append(0, By::Person, EventKind::Redone { event }).expect("and come back");
        }
        prop_assert_eq!(log.game(), &there);
    }

    #[test]
    fn a_record_gives_back_what_was_written(deeds in prop::collection::vec(deed(), 1..40)) {
        let mut log = Log::new(setup());
        let mut text = serde_json::to_string(&Header::new((*setup()).clone(), None)).unwrap() + "\n";
        for deed in &deeds {
            let Some(kind) = event_of(&log, deed) else { continue };
            if log.append(7, By::Person, kind).is_ok() {
                let line = Line::Event(log.events().last().expect("just appended").clone());
                text += &(serde_json::to_string(&line).unwrap() + "\n");
            }
        }
        let record = Record::read(text.as_bytes()).expect("what was written can be read");
        prop_assert_eq!(record.log(), log);
    }
}
