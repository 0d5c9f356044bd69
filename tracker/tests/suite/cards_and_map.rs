//! Tatan cards and the map under any mixture of legal and illegal events: nothing panics, what
//! is refused changes nothing, tiles are conserved, no score is negative, and the short way and
//! the long way make the same game.

use std::sync::Arc;

use carcassonne::geometry::{Cell, Rotation};
use carcassonne::map::ChipColor;
use carcassonne::piece::{Color, FigureKind};
use proptest::prelude::*;
use tracker::event::{By, EventId, EventKind, TatanUse};
use tracker::log::Log;

fn pick<T: Clone>(from: &[T], number: usize) -> Option<T> {
    (!from.is_empty()).then(|| from[number % from.len()].clone())
}

/// What somebody does; `deed` says what kind of thing, the numbers choose among what is possible.
fn event(log: &Log, deed: u8, a: usize, b: usize) -> Option<EventKind> {
    let game = log.game();
    let tiles: Vec<Cell> = game.board().tiles().map(|(cell, _)| cell).collect();
    let near: Vec<Cell> = game.board().frontier().into_iter().collect();
    let islands = [(0, 1), (1, 1), (0, 3), (1, 3), (0, 5), (1, 5), (2, 2)];
    let island = || pick(&islands, a).map(|(x, y)| Cell::new(x, y));
    Some(match deed {
        0..=7 => {
            let faces: Vec<_> = game.catalogue().faces().cloned().collect();
            let face = pick(&faces, a)?;
            let (cell, rotation) = pick(&game.board().placements(&face), b)?;
            EventKind::TileLaid {
                cell,
                face: face.id,
                rotation,
                garden: None,
                before: false,
            }
        }
        8 => {
            let color = pick(&[Color::Red, Color::Blue], a)?;
            let place = pick(&game.figure_places(color), b)?;
            EventKind::FigurePlaced {
                cell: place.at.cell,
                segment: place.at.segment,
                figure: FigureKind::Meeple,
                color: Some(color),
                foot: None,
                before: false,
            }
        }
        9 => EventKind::TurnEnded,
        10 => EventKind::TatanDrawn,
        11 => EventKind::TatanUsed {
            how: match pick(&tiles, a) {
                Some(from) if b.is_multiple_of(2) => TatanUse::Relocate { from },
                _ => TatanUse::TwoTiles,
            },
        },
        12 => EventKind::TileMoved {
            from: pick(&tiles, a)?,
            to: pick(&near, b)?,
            rotation: Rotation::from_quarter_turns(i32::try_from(b % 4).ok()?),
        },
        13 => EventKind::GapFilled {
            cells: near.into_iter().skip(a % 5).take(1 + b % 2).collect(),
        },
        14 => EventKind::ChipLaid {
            cell: Cell::new(i32::try_from(a % 14).ok()?, i32::try_from(b % 13).ok()?),
            color: pick(&ChipColor::ALL, a).filter(|_| !b.is_multiple_of(3)),
        },
        15 => EventKind::ChipTurned {
            cell: pick(&tiles, a)?,
            value: u8::try_from(b % 4).ok()?,
            color: pick(&ChipColor::ALL, b).filter(|_| !a.is_multiple_of(3)),
        },
        16 => {
            let faces: Vec<_> = game.catalogue().faces().map(|face| face.id).collect();
            let (island, face) = (island()?, pick(&faces, b)?);
            EventKind::IslandRevealed { island, face }
        }
        17 => EventKind::IslandTaken { island: island()? },
        18 => {
            let figures: Vec<EventId> = game.figures().map(|figure| figure.event).collect();
            EventKind::FigureTaken {
                figure: pick(&figures, a)?,
            }
        }
        19 if a.is_multiple_of(12) => EventKind::PileEmpty,
        // Options of open choices.
        20..=26 => {
            let choice = pick(&game.choices(), a)?;
            if choice.optional && b.is_multiple_of(5) {
                EventKind::Declined { choice: choice.id }
            } else {
                pick(&pick(&choice.options, b)?.events, 0)?
            }
        }
        27 => EventKind::Undone {
            event: log.undo_target()?,
        },
        28 => {
            let facts: Vec<EventId> = log.holding().iter().map(|fact| fact.event).collect();
            EventKind::Removed {
                event: pick(&facts, a)?,
            }
        }
        _ => return None,
    })
}

/// Tiles that lie, are left, were discarded, or lie in front of players.
fn conserved(log: &Log) {
    let game = log.game();
    for face in game.catalogue().faces() {
        let laid = game.board().tiles().filter(|(_, l)| l.face.id == face.id);
        let laid = laid.count() + usize::from(game.copies_left(face));
        assert!(laid <= usize::from(face.copies), "{}", face.id);
    }
    assert_eq!(game.tiles().len(), game.board().len());
    for tile in game.tiles() {
        assert!(game.board().holds(tile.cell), "{tile:?}");
    }
    assert!(game.players().iter().all(|player| player.score >= 0));
}

fn check(setup: &str, deeds: &[(u8, usize, usize)]) {
    let mut log = Log::new(Arc::new(setup.parse().unwrap()));
    for &(deed, a, b) in deeds {
        let Some(event) = event(&log, deed, a, b) else {
            continue;
        };
        let before = log.clone();
        if log.append(0, By::Person, event.clone()).is_err() {
            assert_eq!(log.game(), before.game(), "{event:?} was refused");
        }
        conserved(&log);
    }
    let again = Log::of(Arc::clone(log.game().setup()), log.events().to_vec());
    assert_eq!(again.game(), log.game());
    assert_eq!(again.rejected(), log.rejected());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(ProptestConfig::default().cases.div_ceil(3)))]

    #[test]
    fn tatan(deeds in prop::collection::vec((0..30_u8, 0..1000_usize, 0..1000_usize), 1..120)) {
        check("modules=abbot,tatan; players=red,blue; start=seen; large_followers=on", &deeds);
    }

    #[test]
    fn benelux(deeds in prop::collection::vec((0..30_u8, 0..1000_usize, 0..1000_usize), 1..120)) {
        check("modules=benelux; players=red,blue; start=seen; map=sample", &deeds);
    }

    #[test]
    fn together(deeds in prop::collection::vec((0..30_u8, 0..1000_usize, 0..1000_usize), 1..120)) {
        let all = "modules=abbot,mage_and_witch,tatan,benelux; players=red,blue; map=sample";
        check(all, &deeds);
    }
}
