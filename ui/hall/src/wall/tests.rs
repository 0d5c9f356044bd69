use jiff::Timestamp;

use super::*;
use crate::check::Difference;
use crate::limits::EVENTS_BYTES;
use crate::message::{Ailment, Game, Happened, Outcome, Player, Presence, State, VERSION, write};
use crate::telling::agreed::Agreed;
use carcassonne::catalogue::face_id;
use carcassonne::geometry::{Cell, Rotation};
use carcassonne::piece::{Color, FigureKind};
use tracker::board::features::SegmentRef;
use tracker::event::{By, Event, EventId, EventKind};
use tracker::log::Log;
use tracker::log::record::{Header, Line, Record};

fn at(second: i64) -> Timestamp {
    Timestamp::from_second(second).unwrap()
}

fn state(number: u64) -> State {
    State {
        v: VERSION,
        session: 1,
        number,
        at: at(1000),
        game: at(1),
        players: vec![Player {
            name: "Anna".into(),
            color: Color::Red,
            score: 10,
            on_turn: true,
        }],
        team: None,
        turn: 3,
        turn_since: at(940),
        tiles: 4,
        tiles_left: 68,
        over: false,
        last: Vec::new(),
        trouble: Vec::new(),
        board: None,
    }
}

fn presence(session: u64, online: bool) -> Vec<u8> {
    write(&Presence {
        v: VERSION,
        session,
        online,
    })
}

fn table(wall: &Wall) -> &Table {
    wall.table(&"7".parse().unwrap()).unwrap()
}

/// A game of two tiles that is over: red has a city of two tiles.
fn over() -> Log {
    let mut log = Log::new(std::sync::Arc::new(
        "players=Anna:red,Ben:blue".parse().unwrap(),
    ));
    let [d, e] = ["D", "E"].map(|name| face_id(name).unwrap());
    let north = Cell::new(0, -1);
    for kind in [
        EventKind::tile(d, Cell::new(0, 0), Rotation::R0),
        EventKind::tile(e, north, Rotation::R180),
        EventKind::figure(FigureKind::Meeple, Color::Red, SegmentRef::new(north, 0)),
        EventKind::TurnEnded,
        EventKind::GameEnded,
    ] {
        log.append(0, By::Person, kind).unwrap();
    }
    log
}

fn outcome(red: i32) -> Outcome {
    let player = |name: &str, color, score| Player {
        name: name.into(),
        color,
        score,
        on_turn: false,
    };
    Outcome {
        v: VERSION,
        game: at(1),
        players: vec![player("A.", Color::Red, red), player("B.", Color::Blue, 0)],
        team: None,
        turns: 1,
        confirmed: at(2000),
    }
}

fn record(started: i64) -> Vec<u8> {
    let log = over();
    let record = Record {
        header: Header::new(log.game().setup().as_ref().clone(), Some(at(started))),
        lines: log.events().iter().cloned().map(Line::Event).collect(),
        whole_bytes: 0,
        torn: false,
        ends_with_line_end: true,
    };
    Agreed::default().record(&record).unwrap()
}

#[test]
fn the_newest_state_wins_whatever_the_order() {
    let mut wall = Wall::new("club");
    let mut take = |number, now| wall.take("club/7/state", &write(&state(number)), now);
    assert!(matches!(take(2, 0), Taken::News(_)));
    assert_eq!(take(2, 1), Taken::Old, "once more");
    assert_eq!(take(1, 2), Taken::Old, "late");
    assert!(matches!(take(3, 3), Taken::News(_)));
    assert_eq!(table(&wall).state().unwrap().number, 3);
}

#[test]
fn a_wrong_clock_at_a_table_changes_nothing() {
    let mut wall = Wall::new("club");
    // An hour ahead, a day behind: only the minute between its own two times counts.
    for (base, hour) in [(1_000_000, 3600), (1_000_000, -86_400)] {
        let mut told = state(base as u64);
        told.at = at(base + hour);
        told.turn_since = at(base + hour - 60);
        told.number = (base + hour) as u64;
        told.session += u64::from(hour < 0);
        wall.take("club/7/state", &write(&told), 5_000);
        assert_eq!(table(&wall).turn_ms(5_000), 60_000);
        assert_eq!(table(&wall).turn_ms(9_000), 64_000);
    }
}

#[test]
fn who_needs_somebody_stands_on_top() {
    let mut wall = Wall::new("club");
    let mut tell = |name: &str, change: &dyn Fn(&mut State)| {
        let mut told = state(1);
        change(&mut told);
        wall.take(&format!("club/{name}/presence"), &presence(1, true), 0);
        wall.take(&format!("club/{name}/state"), &write(&told), 0);
    };
    tell("1", &|_| {});
    tell("2", &|told| told.turn_since = at(100));
    tell("3", &|told| {
        told.trouble = vec![Ailment::Asks, Ailment::Lost]
    });
    tell("4", &|told| told.over = true);
    tell("10", &|told| told.tiles_left = 3);
    wall.take("club/10/presence", &presence(1, false), 0);
    let names = |order| -> Vec<String> {
        let sorted = wall.sorted(order, 1000);
        sorted
            .iter()
            .map(|(table, _)| table.name().to_string())
            .collect()
    };
    assert_eq!(names(Order::Need), ["3", "10", "2", "1", "4"]);
    assert_eq!(names(Order::Name), ["1", "2", "3", "4", "10"]);
    assert_eq!(names(Order::Left)[0], "10");
}

#[test]
fn the_first_confirmed_result_is_final() {
    let mut wall = Wall::new("club");
    wall.take("club/7/state", &write(&state(1)), 0);
    wall.take("club/7/result", &write(&outcome(4)), 10);
    assert!(table(&wall).is_final());
    assert_eq!(table(&wall).standing(10), Standing::Final);
    // The same once more, as brokers may, and a change of mind.
    assert_eq!(
        wall.take("club/7/result", &write(&outcome(4)), 11),
        Taken::Old
    );
    wall.take("club/7/result", &write(&outcome(40)), 12);
    let confirmed = table(&wall).confirmed().unwrap();
    assert_eq!(confirmed.outcome.players[0].score, 4);
    assert_eq!(confirmed.changed.as_ref().unwrap().players[0].score, 40);
    assert_eq!(table(&wall).standing(12), Standing::Disagrees);
    // The next game begins.
    let mut next = state(2);
    next.game = at(9);
    wall.take("club/7/state", &write(&next), 20);
    assert!(!table(&wall).is_final());
    assert_eq!(table(&wall).results().count(), 1);
}

#[test]
fn the_hall_reckons_itself() {
    let disagree = |red, started| {
        let mut wall = Wall::new("club");
        wall.take("club/7/record", &record(started), 0);
        wall.take("club/7/result", &write(&outcome(red)), 1);
        table(&wall).confirmed().unwrap().differences.clone()
    };
    assert_eq!(disagree(4, 1), Some(vec![]));
    let told = Difference::Points {
        color: Color::Red,
        published: Some(14),
        reckoned: Some(4),
    };
    assert_eq!(disagree(14, 1), Some(vec![told.clone()]));
    assert_eq!(
        disagree(4, 5),
        None,
        "the record of another game says nothing"
    );
    // From the events alone, if none is missing.
    let heard = |left_out: Option<usize>| {
        let mut wall = Wall::new("club");
        let log = over();
        let game = Game {
            v: VERSION,
            game: at(1),
            setup: log.game().setup().as_ref().clone(),
        };
        wall.take("club/7/game", &write(&game), 0);
        for (index, event) in log.events().iter().enumerate().rev() {
            let happened = Happened {
                v: VERSION,
                game: at(1),
                event: event.clone(),
            };
            if Some(index) != left_out {
                wall.take("club/7/event", &write(&happened), 0);
                assert_eq!(wall.take("club/7/event", &write(&happened), 0), Taken::Old);
            }
        }
        wall.take("club/7/result", &write(&outcome(14)), 1);
        table(&wall).confirmed().unwrap().differences.clone()
    };
    assert_eq!(heard(None), Some(vec![told]));
    assert_eq!(heard(Some(2)), None, "what is not whole proves nothing");
}

#[test]
fn long_events_fill_no_memory() {
    let mut wall = Wall::new("club");
    let game = Game {
        v: VERSION,
        game: at(1),
        setup: "players=Anna:red,Ben:blue".parse().unwrap(),
    };
    wall.take("club/7/game", &write(&game), 0);
    let long = |id: u64| Happened {
        v: VERSION,
        game: at(1),
        event: Event {
            id: EventId(id),
            at_ms: 0,
            by: By::Person,
            kind: EventKind::GapFilled {
                cells: vec![Cell::new(0, 0); 50_000],
            },
        },
    };
    // As often as one likes, new ones and the same again.
    for id in (1..=8).chain([8; 8]) {
        let payload = write(&long(id));
        assert!(payload.len() > EVENTS_BYTES / 8);
        assert!(!matches!(
            wall.take("club/7/event", &payload, 0),
            Taken::Refused(_)
        ));
    }
    let events = table(&wall).events();
    assert!((4..8).contains(&events), "{events}");
}

#[test]
fn a_hostile_table_harms_nobody() {
    let mut wall = Wall::new("club");
    wall.take("club/7/state", &write(&state(1)), 0);
    let before = table(&wall).clone();
    let mut many = state(2);
    many.players = vec![many.players[0].clone(); 7];
    let mut far = serde_json::to_value(state(2)).unwrap();
    far["board"] = serde_json::json!({"tiles": [[1, 2, "\u{1b}[2J", 45]], "figures": []});
    let mut newer = serde_json::to_value(state(2)).unwrap();
    newer["v"] = 2.into();
    let huge = vec![b'['; 10 << 20];
    let deep = vec![b'['; 100_000];
    let hostile: [(&str, Vec<u8>); 12] = [
        ("club/7/state", huge),
        ("club/7/state", deep),
        ("club/7/state", b"{}".to_vec()),
        ("club/7/state", vec![0xff; 100]),
        ("club/7/state", write(&many)),
        ("club/7/state", write(&far)),
        ("club/7/state", write(&newer)),
        ("club/7/drawing", b"<html><script>".to_vec()),
        ("club/7/secret", write(&state(2))),
        ("club/../state", write(&state(2))),
        ("other/7/state", write(&state(2))),
        (
            "club/7/game",
            b"{\"v\":1,\"game\":\"x\",\"setup\":{}}".to_vec(),
        ),
    ];
    for (topic, payload) in &hostile {
        let taken = wall.take(topic, payload, 1);
        assert!(matches!(taken, Taken::Refused(_)), "{topic}: {taken:?}");
    }
    assert_eq!(wall.refused(), hostile.len() as u64);
    assert_eq!(table(&wall).state(), before.state());
    assert_eq!(wall.tables().count(), 1);
    // Names cannot command a terminal.
    let mut told = state(3);
    told.players[0].name = "\u{1b}[2J\u{202e}".repeat(100);
    wall.take("club/7/state", &write(&told), 1);
    let name = &table(&wall).state().unwrap().players[0].name;
    assert!(name.chars().count() <= 80 && !name.contains('\u{1b}'));
    // Nor are there more tables than any hall has.
    for n in 0..TABLES + 10 {
        wall.take(&format!("club/t{n}/presence"), &presence(1, true), 0);
    }
    assert_eq!(wall.tables().count(), TABLES);
}

#[test]
fn a_table_that_lost_clock_and_memory_comes_back() {
    let mut wall = Wall::new("club");
    wall.take("club/7/presence", &presence(100, true), 0);
    let mut told = state(9);
    told.session = 100;
    wall.take("club/7/state", &write(&told), 0);
    // An old message that arrives late.
    assert_eq!(
        wall.take("club/7/presence", &presence(50, false), 1),
        Taken::Old
    );
    assert!(table(&wall).is_online());
    wall.take("club/7/presence", &presence(100, false), 2);
    wall.take("club/7/presence", &presence(3, true), 3);
    told.session = 3;
    told.number = 1;
    assert!(matches!(
        wall.take("club/7/state", &write(&told), 4),
        Taken::News(_)
    ));
}
