//! What the golden records of the dossier "Tatan" do not hold: set-ups, rulings, and the order
//! in which players are asked.

use super::filling::gap_choice_id;
use super::*;
use crate::event::By;
use crate::event::TatanUse;
use crate::log::Log;
use crate::rules::choice::ChoiceKind;
use carcassonne::geometry::Rotation;

fn log(setup: &str) -> Log {
    Log::new(Arc::new(setup.parse().unwrap()))
}

fn face(name: &str) -> carcassonne::catalogue::FaceId {
    carcassonne::catalogue::face_id(name).unwrap()
}

fn tile(x: i32, y: i32, name: &str, degrees: u16, before: bool) -> EventKind {
    EventKind::TileLaid {
        cell: Cell::new(x, y),
        face: face(name),
        rotation: Rotation::try_from(degrees).unwrap(),
        garden: None,
        before,
    }
}

fn meeple(x: i32, y: i32, segment: usize, color: Color, before: bool) -> EventKind {
    EventKind::FigurePlaced {
        cell: Cell::new(x, y),
        segment,
        figure: FigureKind::Meeple,
        color: Some(color),
        foot: None,
        before,
    }
}

fn play(log: &mut Log, events: impl IntoIterator<Item = EventKind>) {
    for event in events {
        let told = format!("{event:?}");
        let done = log.append(0, By::Person, event);
        assert!(done.is_ok(), "{told}: {done:?}\n{}", log.game().board());
    }
}

/// A ring of fields around (0, 0); a monk of blue at (0, 1), a farmer of red on the ring.
fn ring() -> Vec<EventKind> {
    let mut events: Vec<EventKind> = [
        (-1, -1, "E", 0),
        (0, -1, "E", 0),
        (1, -1, "E", 0),
        (-1, 0, "B", 0),
        (1, 0, "B", 0),
        (-1, 1, "B", 0),
        (0, 1, "B", 0),
        (1, 1, "E", 180),
    ]
    .into_iter()
    .map(|(x, y, name, turn)| tile(x, y, name, turn, true))
    .collect();
    events.push(meeple(0, 1, 0, Color::Blue, true));
    events.push(meeple(-1, 0, 1, Color::Red, true));
    events
}

/// Every player draws a card and lays two tiles, then the pile is empty.
fn all_draw(log: &mut Log, players: i32) {
    for n in 0..players {
        let y = n * 2;
        play(
            log,
            [
                EventKind::TatanDrawn,
                tile(-2, y, "U", 0, false),
                tile(-2, y + 1, "U", 0, false),
            ],
        );
    }
    play(log, [EventKind::PileEmpty, EventKind::TurnEnded]);
}

const GAP: Cell = Cell::new(0, 0);

fn fill() -> EventKind {
    EventKind::GapFilled { cells: vec![GAP] }
}

#[test]
fn players_are_asked_from_the_left_of_the_last_one() {
    let mut log = log("modules=tatan; start=seen; players=red,blue,green");
    play(&mut log, ring());
    all_draw(&mut log, 2);
    // Blue laid the last tile; green has no card, so red is asked, then blue.
    assert_eq!(filler(log.game()), Some(Color::Red));
    let declined = |color| EventKind::Declined {
        choice: gap_choice_id(color),
    };
    assert!(log.append(0, By::Person, declined(Color::Blue)).is_err());
    play(&mut log, [declined(Color::Red)]);
    assert_eq!(filler(log.game()), Some(Color::Blue));
    assert!(!log.game().is_over());
    let mut passed = log.clone();
    play(&mut passed, [declined(Color::Blue)]);
    assert!(passed.game().is_over());
    let follower = meeple(0, 0, 0, Color::Blue, false);
    play(&mut log, [fill(), follower]);
    assert!(log.game().is_over());
    assert_eq!(log.game().player_of(Color::Blue).unwrap().score, 4 + 5);
}

#[test]
fn a_person_may_end_the_game_at_once() {
    let mut log = log("modules=tatan; start=seen; players=red,blue");
    play(&mut log, ring());
    all_draw(&mut log, 2);
    assert!(log.game().is_ending() && !log.game().is_over());
    play(&mut log, [EventKind::GameEnded]);
    assert!(log.game().is_over());
}

/// What the camera sees is a card in the gap.
#[test]
fn a_card_seen_in_a_gap_fills_it() {
    let mut log = log("modules=tatan; start=seen; players=red,blue");
    play(&mut log, ring());
    let card = tile(0, 0, "Tatan", 0, false);
    assert!(log.append(0, By::Person, card.clone()).is_err());
    all_draw(&mut log, 2);
    play(&mut log, [card]);
    assert_eq!(log.game().states.tatan.cards[&Color::Red], 0);
    assert_eq!(log.game().player_of(Color::Red).unwrap().score, 4);
}

/// Rulings T5, T7 and T9.
#[test]
fn the_table_may_count_otherwise() {
    for (ruling, points) in [("", 4), ("T9=no", 2), ("T5=no", 4), ("T7=no", 4)] {
        let mut log = log(&format!(
            "modules=tatan; start=seen; players=red,blue; {ruling}"
        ));
        play(&mut log, ring());
        all_draw(&mut log, 2);
        let choice = gap_choice(log.game(), Color::Red);
        assert_eq!(choice.optional, ruling != "T7=no", "{ruling}");
        let left = EventKind::Declined { choice: choice.id };
        let left = log.clone().append(0, By::Person, left);
        assert_eq!(left.is_ok(), ruling != "T7=no", "{ruling}");
        play(&mut log, [fill()]);
        let red = log.game().player_of(Color::Red).unwrap().score;
        assert_eq!(red, points, "{ruling}");
    }
    // The farmer's field reaches the gap, but from the corner tile it does not by itself.
    for (ruling, points) in [("T5=yes", 2), ("T5=no", 0)] {
        let mut log = log(&format!(
            "modules=tatan; start=seen; players=red,blue; {ruling}"
        ));
        let mut events = ring();
        events.truncate(8);
        events.push(meeple(-1, -1, 1, Color::Blue, true));
        play(&mut log, events);
        all_draw(&mut log, 2);
        play(&mut log, [fill()]);
        let red = log.game().player_of(Color::Red).unwrap().score;
        assert_eq!(red, points, "{ruling}");
    }
}

/// Rulings T1 and T3.
#[test]
fn the_card_may_be_lost_and_the_start_tile_stay() {
    let moved = || EventKind::TileMoved {
        from: Cell::new(0, 1),
        to: Cell::new(0, -1),
        rotation: Rotation::R180,
    };
    for (ruling, kept) in [("", 1), ("T1=no", 0)] {
        let mut log = log(&format!("modules=tatan; players=red,blue; {ruling}"));
        let tiles = [tile(0, 0, "D", 0, true), tile(0, 1, "E", 180, true)];
        play(&mut log, tiles);
        play(&mut log, [EventKind::TatanDrawn, moved()]);
        let game = log.game();
        assert_eq!(game.states.tatan.cards[&Color::Red], kept);
        let card = game.catalogue.find("Tatan").unwrap();
        assert_eq!(game.copies_left(card), 1, "one of two is out of the pile");
    }
    for (ruling, movable) in [("", 2), ("T3=no", 1)] {
        let mut log = log(&format!("modules=tatan; players=red,blue; {ruling}"));
        let tiles = [tile(0, 0, "D", 0, true), tile(0, 1, "E", 180, true)];
        play(&mut log, tiles);
        play(&mut log, [EventKind::TatanDrawn]);
        assert_eq!(moving::movable(log.game()).len(), movable, "{ruling}");
    }
}

/// Ruling T4, and T14: the monastery is open again when one of its neighbours is moved.
#[test]
fn a_surrounded_monastery_stays_and_its_neighbours_may_go() {
    for (ruling, stays) in [("", true), ("T4=no", false)] {
        let mut log = log(&format!(
            "modules=tatan; start=seen; players=red,blue; {ruling}"
        ));
        let mut events = ring();
        events.truncate(8);
        let swap = |kind: EventKind| match kind {
            EventKind::TileLaid { cell, .. } if cell == Cell::new(-1, 1) => {
                tile(-1, 1, "E", 180, true)
            }
            other => other,
        };
        play(&mut log, events.into_iter().map(swap));
        play(&mut log, [tile(0, 0, "B", 0, true), EventKind::TatanDrawn]);
        let movable = moving::movable(log.game());
        assert_eq!(!movable.contains(&GAP), stays, "{ruling} {movable:?}");
        let corner = Cell::new(-1, 1);
        assert!(movable.contains(&corner));
        let (to, rotation) = moving::places(log.game(), corner)[0];
        let from = corner;
        play(&mut log, [EventKind::TileMoved { from, to, rotation }]);
        let monastery = log.game().features().at(SegmentRef::new(GAP, 0)).unwrap();
        let around = Cell::surrounding(GAP).contains(&to);
        assert_eq!(monastery.open, !around);
    }
}

#[test]
fn cards_belong_to_somebody() {
    let why = "modules=tatan".parse::<Setup>().unwrap_err().to_string();
    assert!(why.contains("name the players"), "{why}");
}

/// Ghosts drive a meeple home from a feature that stays open. Forgotten on the board it counts
/// no more.
#[test]
fn a_figure_that_is_due_home_counts_for_no_gap() {
    let mut log = log("modules=tatan; start=seen; players=red,blue");
    play(&mut log, ring());
    let mut game = log.game().clone();
    let points = |game: &Game| {
        let gaps = gaps::all(game, None).into_iter();
        let mut here = gaps.filter(|gap| gap.cells == [GAP]);
        here.next().map(|gap| gap.points)
    };
    let all = points(&game).unwrap();
    assert!(all >= 2);
    for figure in game.figures.values_mut().take(1) {
        figure.state = crate::rules::FigureState::DueHome;
    }
    assert_eq!(points(&game), Some(all - 2));
}

/// Ruling T10: one gap for each card, all in the player's single turn.
#[test]
fn a_player_fills_one_gap_after_the_other() {
    let mut log = log("modules=tatan; start=seen; players=red,blue");
    play(&mut log, ring());
    let second = [
        (2, -1, "E", 0),
        (2, 1, "V", 270),
        (3, 1, "V", 0),
        (3, 0, "V", 180),
    ];
    play(
        &mut log,
        second.map(|(x, y, name, turn)| tile(x, y, name, turn, true)),
    );
    play(&mut log, [EventKind::TatanDrawn, EventKind::TatanDrawn]);
    play(&mut log, [0, 1, 2].map(|y| tile(-2, y, "U", 0, false)));
    play(&mut log, [EventKind::PileEmpty, EventKind::TurnEnded]);
    assert_eq!(gap_choice(log.game(), Color::Red).options.len(), 2);
    let follower = |x| meeple(x, 0, 0, Color::Red, false);
    play(&mut log, [fill(), follower(0)]);
    assert_eq!(filler(log.game()), Some(Color::Red));
    let other = EventKind::GapFilled {
        cells: vec![Cell::new(2, 0)],
    };
    play(&mut log, [other, follower(2)]);
    assert!(log.game().is_over());
}

/// On a map, the start square that a moved tile leaves is a square like any other: the game
/// goes on, and nothing may lie there alone.
#[test]
fn a_start_square_is_used_once() {
    let mut log = log("modules=tatan,benelux; map=sample; players=red,blue");
    let tiles = [
        tile(7, 6, "D", 0, false),
        tile(9, 1, "B", 0, true),
        tile(9, 2, "B", 0, true),
        tile(9, 3, "B", 0, true),
    ];
    play(&mut log, tiles);
    let moved = EventKind::TileMoved {
        from: Cell::new(9, 1),
        to: Cell::new(9, 4),
        rotation: Rotation::R0,
    };
    play(&mut log, [EventKind::TatanDrawn, moved]);
    play(&mut log, [tile(10, 4, "B", 0, false)]);
    let board = log.game().board();
    let road = log.game().catalogue().find("V").unwrap();
    assert!(board.accepts(Cell::new(9, 1), road, Rotation::R180));
    let alone = board.without(Cell::new(9, 2));
    assert!(!alone.accepts(Cell::new(9, 1), road, Rotation::R180));
}

#[test]
fn a_person_tells_what_no_camera_sees() {
    use crate::command::Command;
    use carcassonne::spots::RimGeometry;

    let setup = "modules=tatan; players=red,blue".parse().unwrap();
    let mut tracker = crate::Tracker::new(Arc::new(setup), Arc::new(RimGeometry));
    let tell = |what| Command::Tell { what };
    tracker.command(0, tell(tile(0, 0, "D", 0, false))).unwrap();
    tracker.command(1, tell(EventKind::TatanDrawn)).unwrap();
    assert!(tracker.snapshot().modules.tatan.as_ref().unwrap().drawn);
    let change = EventKind::Removed { event: EventId(1) };
    assert!(tracker.command(2, tell(change)).is_err());
}

/// T2: one meeple and one scoring after both tiles, if the table wants it so.
#[test]
fn two_tiles_may_be_one_placement() {
    let mut log = log("modules=tatan; players=red,blue; start=seen; T2=no");
    let events = [
        tile(0, 0, "D", 0, true),
        tile(-1, 0, "A", 270, true),
        meeple(0, 0, 1, Color::Red, true),
        EventKind::TatanDrawn,
        EventKind::TatanUsed {
            how: TatanUse::TwoTiles,
        },
        tile(1, 0, "A", 90, false),
        tile(0, 1, "B", 0, false),
    ];
    play(&mut log, events);
    assert_eq!((log.game().turn(), log.game().players()[0].score), (1, 0));
    // The meeple may go onto either tile, and there is one.
    let places = log.game().figure_places(Color::Red);
    for cell in [Cell::new(1, 0), Cell::new(0, 1)] {
        assert!(
            places.iter().any(|place| place.at.cell == cell),
            "{places:?}"
        );
    }
    play(&mut log, [meeple(1, 0, 0, Color::Red, false)]);
    assert!(log.game().figure_places(Color::Red).is_empty());
    play(&mut log, [tile(1, 1, "B", 0, false)]);
    assert_eq!((log.game().turn(), log.game().players()[0].score), (2, 3));
    assert_eq!(log.game().open_turn().unwrap().player, Some(Color::Blue));
}

/// T14: a tile around a completed monastery may be moved, unless the table says no.
#[test]
fn a_tile_around_a_completed_monastery_may_be_moved_or_not() {
    for (options, moves) in [("", true), ("; T14=no", false)] {
        let setup = format!("modules=tatan; players=red,blue; start=seen; bag=B:9,E:9{options}");
        let mut log = log(&setup);
        play(&mut log, ring().into_iter().take(8));
        play(&mut log, [tile(0, 0, "B", 0, true), EventKind::TatanDrawn]);
        let corner = Cell::new(-1, -1);
        assert_eq!(
            moving::check(log.game(), corner).is_ok(),
            moves,
            "{options}"
        );
    }
}

/// T10: several gaps for one player, or one.
#[test]
fn a_player_fills_several_gaps_or_one() {
    for (options, again) in [("", true), ("; T10=no", false)] {
        let setup = format!("modules=tatan; players=red,blue; start=seen; bag=B:9,E:9{options}");
        let mut log = log(&setup);
        play(&mut log, ring());
        // A second ring to the east shares the side of the first one.
        for (x, y, name, turn) in [(2, -1, "E", 0), (3, -1, "E", 0), (3, 0, "B", 0)] {
            play(&mut log, [tile(x, y, name, turn, true)]);
        }
        for (x, y, name, turn) in [(3, 1, "E", 180), (2, 1, "E", 180)] {
            play(&mut log, [tile(x, y, name, turn, true)]);
        }
        // Red draws both cards.
        for card in 0..2 {
            if card > 0 {
                play(&mut log, [EventKind::TurnEnded]);
            }
            play(
                &mut log,
                [
                    EventKind::TurnOf { color: Color::Red },
                    EventKind::TatanDrawn,
                    EventKind::TatanUsed {
                        how: TatanUse::TwoTiles,
                    },
                ],
            );
            let lies = log.game().board().frontier();
            let far = lies.into_iter().filter(|cell| cell.x < -1);
            let far: Vec<Cell> = far.take(2).collect();
            for cell in far {
                play(&mut log, [tile(cell.x, cell.y, "U", 0, false)]);
            }
        }
        play(&mut log, [EventKind::PileEmpty, EventKind::TurnEnded]);
        assert_eq!(filler(log.game()), Some(Color::Red));
        let cells = vec![Cell::new(0, 0)];
        let follower = EventKind::FigurePlaced {
            cell: Cell::new(0, 0),
            segment: 0,
            figure: FigureKind::Meeple,
            color: Some(Color::Red),
            foot: None,
            before: false,
        };
        play(&mut log, [EventKind::GapFilled { cells }, follower]);
        assert_eq!(filler(log.game()) == Some(Color::Red), again, "{options}");
    }
}

/// The witch is told late: she stands on the tile that was to be moved, so the card's use is open again.
#[test]
fn a_tile_that_can_no_longer_be_moved_leaves_the_use_open() {
    let mut log = log("modules=mage_and_witch,tatan; players=red,blue");
    let from = Cell::new(0, 1);
    let events = [
        tile(0, 0, "D", 0, true),
        tile(0, 1, "MW5", 90, false),
        EventKind::TatanDrawn,
        EventKind::TatanUsed {
            how: TatanUse::Relocate { from },
        },
    ];
    play(&mut log, events);
    let asked = |log: &Log, kind| log.game().choices().into_iter().find(|c| c.kind == kind);
    assert!(asked(&log, ChoiceKind::UseTatan).is_none());
    assert_eq!(drawn(log.game()), Some(Some(from)));
    let places = asked(&log, ChoiceKind::RelocateTile).unwrap().options;
    assert!(!places.is_empty());
    let witch = EventKind::FigurePlaced {
        cell: from,
        segment: 0,
        figure: FigureKind::Witch,
        color: None,
        foot: None,
        before: false,
    };
    play(&mut log, [witch]);
    assert!(asked(&log, ChoiceKind::RelocateTile).is_none());
    let uses = asked(&log, ChoiceKind::UseTatan).unwrap().options;
    let again = EventKind::TatanUsed {
        how: TatanUse::Relocate { from },
    };
    assert!(!uses.is_empty() && !uses.iter().any(|option| option.is(&again)));
    assert_eq!(drawn(log.game()), Some(None));
}
