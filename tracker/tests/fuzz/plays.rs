//! Somebody at the table who does anything: claims whatever a camera might, commands whatever a
//! person might, allowed or not. After each of it the tracker holds together.

use std::sync::Arc;

use carcassonne::catalogue::{FaceId, face_id};
use carcassonne::geometry::{Cell, Rotation};
use carcassonne::map::ChipColor;
use carcassonne::piece::{Color, FigureKind, Pose};
use carcassonne::seen::{
    Calm, FaceCandidate, FigureCandidate, LostReason, SeenCard, SeenFigure, SeenMap, SeenSupply,
    SeenTable, SeenTile, SeenTurnedChip,
};
use carcassonne::spots::RimGeometry;
use proptest::prelude::*;
use tracker::Tracker;
use tracker::belief::doubt::Doubt;
use tracker::command::Command;
use tracker::log::Log;
use tracker::log::event::{Event, EventId, EventKind};
use tracker::log::ghost::{Companion, GhostPlace};
use tracker::rules::choice::ChoiceId;
use tracker::setup::Setup;

const MODES: [&str; 8] = [
    "players=red,blue",
    "modules=base",
    "modules=abbot,mage_and_witch,tatan; players=red,blue,green; large_followers=on",
    "modules=mists,spell_circles; players=red,blue,green; level=3; confirmed=yes; ghosts=15",
    "modules=mists; players=Anna:red+blue,Ben:green+black; level=6; confirmed=yes; ghosts=40; first_hound=2; second_hound=6",
    "modules=ghosts_castles_cemeteries,spell_circles,mage_and_witch,tatan; players=red,blue",
    "modules=benelux,abbot,tatan; map=sample; players=red,blue",
    "modules=ghosts_castles_cemeteries,benelux; map=sample; open_combinations=yes; players=red,blue",
];

const KINDS: [FigureKind; 10] = [
    FigureKind::Meeple,
    FigureKind::BigMeeple,
    FigureKind::Guard,
    FigureKind::Abbot,
    FigureKind::Ghost,
    FigureKind::Cat,
    FigureKind::Mage,
    FigureKind::Witch,
    FigureKind::Hound,
    FigureKind::Chip,
];

/// Something somebody does. Numbers pick from what there is when it is done.
#[derive(Clone, Debug)]
enum Act {
    /// A tile where it fits.
    Lay(u16, u16),
    /// A figure where it may go.
    Place(u16),
    Choose(u16, u16),
    Command(Command),
    /// A command about an event there is.
    About(u16, u8, EventKind),
    Answer(u16, u8),
    See(SeenTable),
    /// What lies on the board is seen as it lies, all but so many figures.
    SeeTruth(u8),
}

fn number() -> impl Strategy<Value = i32> {
    prop_oneof![
        8 => -6..=6,
        1 => proptest::sample::select(&[i32::MIN, i32::MAX, -500, 500, 501, 65_536][..]),
    ]
}

fn cell() -> impl Strategy<Value = Cell> {
    (number(), number()).prop_map(|(x, y)| Cell::new(x, y))
}

fn event() -> impl Strategy<Value = EventId> {
    prop_oneof![9 => 0..40_u64, 1 => Just(u64::MAX)].prop_map(EventId)
}

fn face() -> impl Strategy<Value = FaceId> {
    let names = [
        "A", "C", "D", "E", "G", "J", "L", "U", "V", "X", "MW3", "M07", "M33", "BK2", "S-NW",
        "Tatan", "back", "Q9",
    ];
    proptest::sample::select(names.to_vec()).prop_map(|name| face_id(name).expect("a name"))
}

fn color() -> impl Strategy<Value = Color> {
    proptest::sample::select(Color::ALL.to_vec())
}

fn kind() -> impl Strategy<Value = FigureKind> {
    proptest::sample::select(KINDS.to_vec())
}

fn rotation() -> impl Strategy<Value = Rotation> {
    proptest::sample::select(Rotation::ALL.to_vec())
}

fn place() -> impl Strategy<Value = GhostPlace> {
    prop_oneof![
        Just(GhostPlace::Supply),
        Just(GhostPlace::CatStock),
        (cell(), 0..3_usize).prop_map(|(cell, part)| GhostPlace::Mist { cell, part }),
        (cell(), 0..3_usize).prop_map(|(cell, part)| GhostPlace::Circle { cell, part }),
        cell().prop_map(|cell| GhostPlace::Cemetery { cell }),
        event().prop_map(|figure| GhostPlace::Beside { figure }),
    ]
}

fn real() -> impl Strategy<Value = f32> {
    prop_oneof![
        8 => -1.0..1.0_f32,
        2 => -40.0..0.0_f32,
        1 => proptest::sample::select(&[f32::NAN, f32::INFINITY, f32::NEG_INFINITY, f32::MAX, f32::MIN, 0.0][..]),
    ]
}

fn fact() -> impl Strategy<Value = EventKind> {
    let segment = prop_oneof![9 => 0..8_usize, 1 => Just(usize::MAX)];
    let companion =
        proptest::sample::select(&[Companion::Rufus, Companion::Ronja, Companion::Eloise][..]);
    let chip = proptest::sample::select(ChipColor::ALL.to_vec());
    prop_oneof![
        (
            cell(),
            face(),
            rotation(),
            any::<Option<bool>>(),
            any::<bool>()
        )
            .prop_map(
                |(cell, face, rotation, garden, before)| EventKind::TileLaid {
                    cell,
                    face,
                    rotation,
                    garden,
                    before
                }
            ),
        (
            cell(),
            segment,
            kind(),
            proptest::option::of(color()),
            any::<bool>()
        )
            .prop_map(
                |(cell, segment, figure, color, before)| EventKind::FigurePlaced {
                    cell,
                    segment,
                    figure,
                    color,
                    foot: None,
                    before
                }
            ),
        event().prop_map(|figure| EventKind::FigureTaken { figure }),
        face().prop_map(|face| EventKind::TileDiscarded { face }),
        color().prop_map(|color| EventKind::TurnOf { color }),
        Just(EventKind::TurnEnded),
        Just(EventKind::PileEmpty),
        Just(EventKind::GameEnded),
        (place(), place(), any::<u8>()).prop_map(|(from, to, count)| EventKind::GhostsMoved {
            from,
            to,
            count
        }),
        (companion, proptest::option::of(event()))
            .prop_map(|(companion, host)| EventKind::CompanionPlaced { companion, host }),
        (cell(), color(), proptest::option::of(event())).prop_map(|(cell, color, figure)| {
            EventKind::MeepleBuried {
                cell,
                color,
                figure,
            }
        }),
        cell().prop_map(|cell| EventKind::TileTurnedDown { cell }),
        (cell(), cell(), rotation()).prop_map(|(from, to, rotation)| EventKind::TileMoved {
            from,
            to,
            rotation
        }),
        Just(EventKind::TatanDrawn),
        proptest::collection::vec(cell(), 0..4).prop_map(|cells| EventKind::GapFilled { cells }),
        (cell(), proptest::option::of(chip.clone()))
            .prop_map(|(cell, color)| EventKind::ChipLaid { cell, color }),
        (cell(), any::<u8>(), proptest::option::of(chip))
            .prop_map(|(cell, value, color)| EventKind::ChipTurned { cell, value, color }),
        (cell(), face()).prop_map(|(island, face)| EventKind::IslandRevealed { island, face }),
        cell().prop_map(|island| EventKind::IslandTaken { island }),
        ".{0,6}".prop_map(|id| EventKind::Declined {
            choice: ChoiceId(id)
        }),
        (color(), prop_oneof![-20..20_i32, any::<i32>()])
            .prop_map(|(color, points)| EventKind::Points { color, points }),
    ]
}

fn command() -> impl Strategy<Value = Command> {
    prop_oneof![
        4 => fact().prop_map(|what| Command::Tell { what }),
        2 => (cell(), face(), rotation()).prop_map(|(cell, face, rotation)| Command::PlaceTile { cell, face, rotation, garden: None }),
        2 => (cell(), 0..6_usize, kind(), proptest::option::of(color())).prop_map(
            |(cell, segment, figure, color)| Command::PlaceFigure { cell, segment, figure, color }
        ),
        1 => (color(), any::<i32>()).prop_map(|(color, points)| Command::GivePoints { color, points }),
        4 => proptest::sample::select(vec![Command::Undo, Command::Redo, Command::UndoTurn, Command::RedoTurn]),
        2 => proptest::sample::select(vec![Command::EndTurn, Command::Resync, Command::Pause, Command::Resume]),
        1 => Just(Command::EndGame),
    ]
}

fn seen_tile() -> impl Strategy<Value = SeenTile> {
    let candidate =
        (face(), rotation(), real()).prop_map(|(face, rotation, log_likelihood)| FaceCandidate {
            face,
            rotation,
            log_likelihood,
        });
    (cell(), proptest::collection::vec(candidate, 0..4), real()).prop_map(
        |(cell, candidates, unknown)| SeenTile {
            cell,
            candidates,
            unknown,
            corners_px: [[0.0, 0.0], [9.0, 0.0], [9.0, 9.0], [0.0, 9.0]],
        },
    )
}

fn seen_figure() -> impl Strategy<Value = SeenFigure> {
    let pose = proptest::sample::select(&[Pose::Standing, Pose::Lying][..]);
    let foot = proptest::option::of([real(), real()]);
    let candidate = (kind(), proptest::option::of(color()), pose, real(), foot).prop_map(
        |(kind, color, pose, log_likelihood, foot)| FigureCandidate {
            kind,
            color,
            pose,
            log_likelihood,
            foot,
        },
    );
    (
        cell(),
        real(),
        real(),
        proptest::collection::vec(candidate, 0..3),
    )
        .prop_map(|(cell, x, y, candidates)| SeenFigure {
            cell,
            foot: [x, y],
            candidates,
            foot_px: [x, y],
        })
}

fn seen() -> impl Strategy<Value = SeenTable> {
    let calm = prop_oneof![
        8 => Just(Calm::Still),
        1 => Just(Calm::Hand),
        1 => Just(Calm::Lost(LostReason::Bumped)),
    ];
    let supply = (color(), any::<u8>(), any::<Option<u8>>())
        .prop_map(|(color, least, most)| SeenSupply { color, least, most });
    let chip = proptest::sample::select(ChipColor::ALL.to_vec());
    let turned = (real(), real(), chip, any::<Option<u8>>()).prop_map(|(x, y, color, value)| {
        SeenTurnedChip {
            at: [x, y],
            color,
            value,
        }
    });
    let map = (
        proptest::collection::vec(seen_tile(), 0..2),
        proptest::collection::vec(turned, 0..3),
    )
        .prop_map(|(tops, turned)| SeenMap {
            tops,
            chips: Vec::new(),
            turned,
        });
    let card = face().prop_map(|face| SeenCard {
        face,
        corners_px: [[0.0; 2]; 4],
    });
    (
        (calm, 0..3_u32, any::<u16>()),
        proptest::collection::vec(seen_tile(), 0..5),
        proptest::collection::vec(seen_figure(), 0..5),
        proptest::collection::vec(cell(), 0..3),
        proptest::option::of(proptest::collection::vec(supply, 0..3)),
        proptest::option::of(map),
        proptest::collection::vec(card, 0..2),
    )
        .prop_map(
            |((calm, lattice, at), tiles, figures, hidden, supplies, map, cards)| SeenTable {
                frame: u64::from(at),
                at_ms: u64::from(at) * 10,
                calm,
                lattice,
                tiles,
                figures,
                cut: hidden.clone(),
                unclear: hidden.clone(),
                hidden,
                cards,
                supplies,
                map,
            },
        )
}

fn act() -> impl Strategy<Value = Act> {
    prop_oneof![
        8 => (any::<u16>(), any::<u16>()).prop_map(|(tile, place)| Act::Lay(tile, place)),
        6 => any::<u16>().prop_map(Act::Place),
        4 => (any::<u16>(), any::<u16>()).prop_map(|(choice, option)| Act::Choose(choice, option)),
        5 => command().prop_map(Act::Command),
        3 => (any::<u16>(), any::<u8>(), fact()).prop_map(|(event, how, fact)| Act::About(event, how, fact)),
        2 => (any::<u16>(), 0..5_u8).prop_map(|(question, guess)| Act::Answer(question, guess)),
        3 => seen().prop_map(Act::See),
        3 => any::<u8>().prop_map(Act::SeeTruth),
    ]
}

fn pick<T>(from: &[T], which: u16) -> Option<&T> {
    from.get(usize::from(which) * from.len() / (usize::from(u16::MAX) + 1))
}

struct Table {
    tracker: Tracker,
    at_ms: u64,
}

impl Table {
    /// The command that an act means now; none if there is nothing it could be about.
    fn command(&mut self, act: &Act) -> Option<Command> {
        let snapshot = self.tracker.snapshot();
        let game = self.tracker.log().game();
        match act {
            Act::Lay(which, place) => {
                let faces: Vec<_> = game
                    .catalogue()
                    .faces()
                    .filter(|f| game.copies_left(f) > 0)
                    .collect();
                let face = *pick(&faces, *which)?;
                let places = match game.board().is_empty() {
                    true => vec![(face.start.unwrap_or_default(), Rotation::R0)],
                    false => game.board().placements(face),
                };
                let &(cell, rotation) = pick(&places, *place)?;
                Some(Command::PlaceTile {
                    cell,
                    face: face.id,
                    rotation,
                    garden: None,
                })
            }
            Act::Place(which) => {
                let place = pick(&snapshot.turn.figure_places, *which)?;
                Some(Command::PlaceFigure {
                    cell: place.at.cell,
                    segment: place.at.segment,
                    figure: place.figure,
                    color: snapshot.turn.player,
                })
            }
            Act::Choose(which, option) => {
                let choice = pick(&snapshot.choices, *which)?;
                let id = choice.id.clone();
                if choice.optional && *option < 8_000 {
                    return Some(Command::Decline { choice: id });
                }
                let option = usize::from(*option) % choice.options.len().max(1);
                Some(Command::Choose { choice: id, option })
            }
            Act::Command(command) => Some(command.clone()),
            Act::About(which, how, fact) => {
                let event = pick(self.tracker.log().events(), *which)?.id;
                Some(match how % 7 {
                    0 => Command::Remove { event },
                    1 | 2 => Command::Correct {
                        event,
                        to: fact.clone(),
                    },
                    3 => Command::Insert {
                        before: event,
                        what: fact.clone(),
                    },
                    4 => Command::Doubt {
                        event,
                        doubt: Doubt::Reading,
                    },
                    5 => Command::Doubt {
                        event,
                        doubt: Doubt::Missed,
                    },
                    _ => Command::Doubt {
                        event,
                        doubt: Doubt::Turn,
                    },
                })
            }
            Act::Answer(which, guess) => {
                let question = pick(&snapshot.questions, *which)?.id;
                Some(Command::Answer {
                    question,
                    choice: usize::from(*guess),
                })
            }
            Act::See(_) | Act::SeeTruth(_) => None,
        }
    }

    /// The board as a perfect camera would claim it.
    fn truth(&mut self, hide: u8) -> SeenTable {
        let snapshot = self.tracker.snapshot();
        let tiles = snapshot.tiles.iter().map(|tile| SeenTile {
            cell: tile.cell,
            candidates: vec![FaceCandidate {
                face: tile.face,
                rotation: tile.rotation,
                log_likelihood: -1.0,
            }],
            unknown: -30.0,
            corners_px: [[0.0; 2]; 4],
        });
        let figures = snapshot
            .figures
            .iter()
            .skip(usize::from(hide % 3))
            .map(|figure| SeenFigure {
                cell: figure.at.cell,
                foot: [0.1, 0.1],
                candidates: vec![FigureCandidate {
                    kind: figure.kind,
                    color: figure.color,
                    pose: figure.pose,
                    log_likelihood: -1.0,
                    foot: None,
                }],
                foot_px: [1.0, 1.0],
            });
        SeenTable {
            tiles: tiles.collect(),
            figures: figures.collect(),
            ..SeenTable::still(self.at_ms, self.at_ms, 1)
        }
    }

    fn act(&mut self, act: &Act) -> Result<(), TestCaseError> {
        self.at_ms += 700;
        let before = self.tracker.log().events().len();
        let events = match act {
            Act::See(table) => self.tracker.see(table),
            Act::SeeTruth(hide) => {
                let table = self.truth(*hide);
                self.tracker.see(&table)
            }
            _ => {
                let Some(command) = self.command(act) else {
                    return Ok(());
                };
                match self.tracker.command(self.at_ms, command) {
                    Ok(events) => events,
                    Err(refused) => {
                        prop_assert!(!refused.to_string().is_empty());
                        prop_assert_eq!(
                            self.tracker.log().events().len(),
                            before,
                            "refused, yet done"
                        );
                        return Ok(());
                    }
                }
            }
        };
        let log = self.tracker.log();
        prop_assert_eq!(&log.events()[before..], &events[..], "every event is told");
        for event in &events {
            readable(event)?;
        }
        for player in log.game().players() {
            prop_assert!(player.score >= 0);
        }
        Ok(())
    }
}

/// What is written to the record is read again as it was: no bound of reading forbids what a game
/// can do.
fn readable(event: &Event) -> Result<(), TestCaseError> {
    let line = serde_json::to_string(event).expect("written");
    let again = serde_json::from_str::<Event>(&line);
    prop_assert!(again.is_ok(), "{}: {:?}", line, again.err());
    let again = serde_json::to_string(&again.expect("read")).expect("written");
    prop_assert_eq!(again, line);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig {
        // A game of fifty acts takes a hundred times as long as a text.
        cases: ProptestConfig::default().cases.div_ceil(4),
        ..ProptestConfig::default()
    })]

    #[test]
    fn whatever_is_done_at_the_table_holds_together(
        mode in 0..MODES.len(),
        acts in proptest::collection::vec(act(), 1..50),
    ) {
        let setup: Arc<Setup> = Arc::new(MODES[mode].parse().expect("a set-up"));
        let mut table = Table {
            tracker: Tracker::new(Arc::clone(&setup), Arc::new(RimGeometry)),
            at_ms: 0,
        };
        for act in &acts {
            table.act(act)?;
        }
        let snapshot = table.tracker.snapshot();
        serde_json::to_string(&*snapshot).expect("a snapshot can be written down");
        let log = table.tracker.log();
        let anew = Log::of(setup, log.events().to_vec());
        prop_assert_eq!(anew.game(), log.game(), "the short way and the whole fold");
        tracker::snapshot::review::Review::of(log);
        let by_turn = tracker::reminders_by_turn(log);
        for turn in [0, log.game().turn() / 2, log.game().turn()] {
            if let Some(reminders) = by_turn.get(&turn) {
                let slow = table.tracker.snapshot_at(turn).reminders;
                prop_assert_eq!(reminders, &slow, "turn {}", turn);
            }
        }
    }
}

/// The first that fell: a person's clock is ahead of the camera's, and then nobody is there for a
/// while. What stands was put off beyond now.
#[test]
fn a_break_before_the_camera_has_caught_up_puts_nothing_into_the_future() {
    let setup: Setup = MODES[0].parse().expect("a set-up");
    let mut table = Table {
        tracker: Tracker::new(Arc::new(setup), Arc::new(RimGeometry)),
        at_ms: 1_000,
    };
    let first = table.truth(0);
    table.tracker.see(&first);
    for (name, y, rotation) in [("D", 0, Rotation::R0), ("E", -1, Rotation::R180)] {
        let lay = Command::PlaceTile {
            cell: Cell::new(0, y),
            face: face_id(name).expect("a name"),
            rotation,
            garden: None,
        };
        table.tracker.command(100_000, lay).expect("legal");
    }
    assert!(!table.tracker.snapshot().reminders.is_empty());
    table.at_ms = 50_000;
    let later = table.truth(0);
    table.tracker.see(&later);
    let snapshot = table.tracker.snapshot();
    assert!(snapshot.reminders.iter().all(|reminder| !reminder.overdue));
}
