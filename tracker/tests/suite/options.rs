//! Table options that the dossiers promise: what the answers of the competitive mist change, and
//! that each answer of each option changes something.

use std::collections::BTreeSet;
use std::sync::Arc;

use carcassonne::catalogue::face_id;
use carcassonne::geometry::{Cell, Rotation};
use carcassonne::piece::{Color, FigureKind};
use tracker::event::ghost::GhostPlace;
use tracker::event::{By, EventId, EventKind, TatanUse};
use tracker::log::Log;
use tracker::rules::Game;
use tracker::rules::choice::ChoiceKind;
use tracker::rules::ruling::Ruling;
use tracker::setup::Setup;

fn tile((x, y): (i32, i32), face: &str, degrees: u16, before: bool) -> EventKind {
    EventKind::TileLaid {
        cell: Cell::new(x, y),
        face: face_id(face).unwrap(),
        rotation: Rotation::try_from(degrees).unwrap(),
        garden: None,
        before,
    }
}

fn meeple((x, y): (i32, i32), segment: usize, color: Color) -> EventKind {
    EventKind::FigurePlaced {
        cell: Cell::new(x, y),
        segment,
        figure: FigureKind::Meeple,
        color: Some(color),
        foot: None,
        before: true,
    }
}

/// The game of red and blue after those events, the first of which have the ids 1, 2, …
fn play(options: &str, events: impl IntoIterator<Item = EventKind>) -> Log {
    let setup = format!(
        "modules=ghosts_castles_cemeteries,spell_circles; players=red,blue; start=seen; {options}"
    );
    let mut log = Log::new(Arc::new(setup.parse().unwrap()));
    for event in events {
        let done = log.append(0, By::Person, event.clone());
        assert!(done.is_ok(), "{event:?}: {done:?}\n{}", log.game().board());
    }
    log
}

fn beside(log: &Log, figure: u64) -> u8 {
    let figure = EventId(figure);
    log.game().ghosts().at(GhostPlace::Beside { figure })
}

/// G1: whether a clear tile laid against mist destroys it.
#[test]
fn a_clear_tile_destroys_mist_unless_the_table_says_no() {
    let events = || {
        [
            tile((0, 0), "M24", 0, true),
            tile((1, 0), "B", 0, true),
            meeple((1, 0), 0, Color::Red),
            tile((0, 1), "B", 0, false),
        ]
    };
    assert_eq!(beside(&play("", events()), 3), 1);
    assert_eq!(beside(&play("G1=no", events()), 3), 0);
    // Its own mist against a clear side counts in any case.
    let mist = [
        tile((0, 0), "B", 0, true),
        meeple((0, 0), 0, Color::Red),
        tile((0, 1), "M14", 0, false),
    ];
    assert_eq!(beside(&play("G1=no", mist), 2), 1);
}

/// G2: one ghost for each case, or one for each bank and each side.
#[test]
fn two_extended_banks_bring_one_ghost_or_two() {
    let events = || {
        [
            tile((-1, 0), "M13", 90, true),
            tile((-1, 1), "B", 0, true),
            tile((0, 1), "B", 0, true),
            tile((1, 1), "B", 0, true),
            tile((1, 0), "M14", 90, true),
            meeple((0, 1), 0, Color::Blue),
            tile((0, 0), "M30", 0, false),
        ]
    };
    assert_eq!(beside(&play("", events()), 6), 1);
    assert_eq!(beside(&play("G2=no", events()), 6), 2);
}

/// BK6: whether finishing mist with an occupied circle also brings the ordinary ghost.
#[test]
fn finishing_mist_with_circles_brings_the_ordinary_ghost_unless_the_table_says_no() {
    let events = || {
        [
            tile((0, -1), "E", 180, true),
            meeple((0, -1), 1, Color::Red),
            tile((0, 0), "BK4", 0, false),
            tile((0, 1), "M24", 180, false),
        ]
    };
    assert_eq!(beside(&play("", events()), 2), 2);
    assert_eq!(beside(&play("BK6=no", events()), 2), 1);
}

/// BK5 and BK7: at a circle tile that destroys only mist on the board, the ordinary ghost for
/// destroying comes after the circles are filled, as on any tile.
#[test]
fn only_its_own_destroyed_mist_comes_before_the_circles() {
    let events = || {
        [
            tile((0, 0), "M14", 0, true),
            tile((1, 0), "B", 0, true),
            meeple((1, 0), 0, Color::Red),
            // Its south is clear and meets the mist of M14; its own mist lies to the north.
            tile((0, -1), "BK8", 270, false),
        ]
    };
    // The circles are filled from the supply, then the ghost comes.
    let log = play("", events());
    assert_eq!(beside(&log, 3), 1);
    let circle = GhostPlace::Circle {
        cell: Cell::new(0, -1),
        part: 0,
    };
    assert_eq!(log.game().ghosts().at(circle), 2);
    // Filled last, the circles suck in the ghost that came first.
    let log = play("BK5=no", events());
    assert_eq!(beside(&log, 3), 0);
    assert_eq!(log.game().ghosts().at(circle), 2);
}

/// T2: two tiles of one turn may both ask for a ghost, and each is told for itself.
#[test]
fn two_tiles_of_one_turn_ask_for_their_ghosts_apart() {
    let setup =
        "modules=ghosts_castles_cemeteries,tatan; players=red,blue; start=seen; T2=no; G1=no";
    let mut log = Log::new(Arc::new(setup.parse().unwrap()));
    let say = |log: &mut Log, event: EventKind| {
        let done = log.append(0, By::Person, event.clone());
        assert!(done.is_ok(), "{event:?}: {done:?}\n{}", log.game().board());
    };
    for event in [
        tile((0, 0), "M13", 0, true),
        tile((1, 0), "B", 0, true),
        tile((1, 1), "B", 0, true),
        tile((2, 0), "B", 0, true),
        meeple((1, 0), 0, Color::Blue),
        meeple((1, 1), 0, Color::Blue),
        EventKind::TatanDrawn,
        EventKind::TatanUsed {
            how: TatanUse::TwoTiles,
        },
    ] {
        say(&mut log, event);
    }
    let asks = |game: &Game| {
        let choices = game.choices().into_iter();
        let ghosts = choices.filter(|choice| choice.kind == ChoiceKind::HauntOpponent);
        ghosts.map(|choice| choice.id).collect::<BTreeSet<_>>()
    };
    for number in 1..=2 {
        let game = log.game().clone();
        let faces = game.catalogue().faces().filter(|face| face.shows_mist());
        let mut laid = faces.flat_map(|face| {
            let places = game.board().placements(face).into_iter();
            places.map(move |(cell, rotation)| EventKind::TileLaid {
                cell,
                face: face.id,
                rotation,
                garden: None,
                before: false,
            })
        });
        let extends = |kind: &EventKind| {
            let mut then = game.clone();
            then.apply(EventId(900), kind).is_ok() && asks(&then).len() == number
        };
        let laid = laid.find(extends).expect("a tile that extends the mist");
        say(&mut log, laid);
    }
    let game = log.game();
    assert_eq!((game.turn(), asks(game).len()), (1, 2));
    let (one, other) = (EventId(5), EventId(6));
    for figure in [one, other] {
        let to = GhostPlace::Beside { figure };
        let from = GhostPlace::Supply;
        say(&mut log, EventKind::GhostsMoved { from, to, count: 1 });
    }
    assert_eq!((beside(&log, one.0), beside(&log, other.0)), (1, 1));
    assert!(asks(log.game()).is_empty());
}

/// Single parts of the box: their tiles are out of the bag, and what they bring does not come.
#[test]
fn parts_of_the_box_may_be_left_out() {
    let players = "players=red,blue; start=seen; modules=ghosts_castles_cemeteries";
    let deck = |parts: &str| {
        let setup = format!("{players}{parts}").parse::<tracker::setup::Setup>();
        setup.unwrap().catalogue().deck()
    };
    assert_eq!(deck(""), 131);
    assert_eq!(deck("; parts=ghosts,castles"), 126);
    assert_eq!(deck("; parts=ghosts"), 121);
    let events = [
        tile((0, 0), "M24", 0, true),
        tile((1, 0), "B", 0, true),
        meeple((1, 0), 0, Color::Red),
        tile((0, 1), "B", 0, false),
    ];
    let setup = format!("{players}; parts=castles,cemeteries");
    let mut log = Log::new(Arc::new(setup.parse().unwrap()));
    for event in events {
        log.append(0, By::Person, event).unwrap();
    }
    assert_eq!((log.game().ghosts().total(), beside(&log, 3)), (0, 0));
    let refused = |text: &str| {
        text.parse::<tracker::setup::Setup>()
            .unwrap_err()
            .to_string()
    };
    assert!(refused(&format!("{players}; parts=")).contains("leave the module out"));
    assert!(refused(&format!("{players},spell_circles; parts=castles")).contains("ghosts"));
    assert!(refused(&format!("{players}; parts=hounds")).contains("hounds"));
}

/// What a table sees of a game, and may do next.
fn seen(game: &Game) -> String {
    let open = game.open_turn().and_then(|open| open.player);
    let places = open.map(|player| game.figure_places(player));
    let figures: Vec<_> = game.figures().map(|f| (f.event, f.at, f.state)).collect();
    let scores: Vec<_> = game.players().iter().map(|p| p.score).collect();
    format!(
        "{places:?} {figures:?} {scores:?} {} {:?} {:?} {:?} {:?} {} {}",
        game.team_score(),
        game.choices(),
        game.ghosts(),
        game.lines().len(),
        game.unsettled(),
        game.is_ending(),
        game.is_over(),
    )
}

/// Whether in a random game the other answer is seen, sooner or later.
fn is_seen(mode: &str, ruling: &Ruling, other: &str, seed: u64) -> bool {
    let setup: Setup = mode.parse().unwrap();
    let mut otherwise = setup.clone();
    otherwise.options.rulings.set(ruling.number, other).unwrap();
    let log = super::play::play(&Arc::new(setup.clone()), seed, &mut |_| Ok(())).unwrap();
    let mut games = [setup, otherwise].map(|setup| Game::new(Arc::new(setup)));
    log.holding().iter().any(|fact| {
        let done = games
            .each_mut()
            .map(|game| game.apply(fact.event, &fact.kind).is_ok());
        done[0] != done[1] || seen(&games[0]) != seen(&games[1])
    })
}

/// Answers that random games hardly ever meet, and the test that shows what they change.
const RARE: [(&str, &str); 21] = [
    (
        "W2",
        "a_merge_without_target_removes_one_unless_the_table_says_no",
    ),
    (
        "W8",
        "one_move_satisfies_merge_and_symbol_unless_the_table_says_no",
    ),
    ("M4", "golden record mists/30"),
    (
        "M6",
        "the_meeple_with_a_hound_may_be_buried_unless_the_table_says_no",
    ),
    ("M14", "golden record mists/34"),
    ("M15", "golden record mists/35"),
    ("M16", "golden record mists/33"),
    ("G3", "golden record ghosts_castles_cemeteries/12"),
    ("G5", "golden record ghosts_castles_cemeteries/G05"),
    ("BK2", "golden record spell_circles/19"),
    (
        "BK3",
        "her_points_are_multiplied_by_the_colours_if_the_table_says_so",
    ),
    ("BK7", "golden record spell_circles/BK07"),
    (
        "BK8",
        "the practice tiles show no such symbol: tests of the spell circles",
    ),
    ("BK17", "she_waits_until_her_stock_is_empty_again"),
    ("T3", "the_card_may_be_lost_and_the_start_tile_stay"),
    ("T4", "tests of Tatan"),
    ("T7", "the_table_may_count_otherwise"),
    ("T10", "tests of Tatan"),
    ("T14", "tests of Tatan"),
    ("X2", "tests of the map's ground"),
    ("X3", "tests of the map's ground"),
];

/// Mage and witch in two cities with a gap between them, which that tile closes.
fn merged(options: &str, face: &str, around: &[EventKind]) -> Log {
    let figure = |cell: (i32, i32), figure| EventKind::FigurePlaced {
        cell: Cell::new(cell.0, cell.1),
        segment: 0,
        figure,
        color: None,
        foot: None,
        before: true,
    };
    let mut events = vec![tile((0, 0), "E", 90, true)];
    events.extend_from_slice(around);
    events.push(tile((2, 0), "E", 270, true));
    events.push(figure((0, 0), FigureKind::Mage));
    events.push(figure((2, 0), FigureKind::Witch));
    events.push(tile((1, 0), face, 0, false));
    let setup = format!("modules=mage_and_witch; players=red,blue; start=seen; {options}");
    let mut log = Log::new(Arc::new(setup.parse().unwrap()));
    for event in events {
        let done = log.append(0, By::Person, event.clone());
        assert!(done.is_ok(), "{event:?}: {done:?}\n{}", log.game().board());
    }
    log
}

fn asked(log: &Log) -> Vec<ChoiceKind> {
    let choices = log.game().choices().into_iter();
    choices.map(|choice| choice.kind).collect()
}

/// W2: mage and witch come together, and no road or city is left to go to.
#[test]
fn a_merge_without_target_removes_one_unless_the_table_says_no() {
    let around = [(0, 1), (1, 1), (2, 1)].map(|cell| tile(cell, "B", 0, true));
    let removes = asked(&merged("", "G", &around));
    assert_eq!(removes, [ChoiceKind::RemoveMageOrWitch]);
    assert_eq!(asked(&merged("W2=no", "G", &around)), []);
}

/// W8: the tile joins their cities and shows the symbol.
#[test]
fn one_move_satisfies_merge_and_symbol_unless_the_table_says_no() {
    let mut around = [(0, 1), (0, 2), (1, 2), (2, 2)]
        .map(|cell| tile(cell, "B", 0, true))
        .to_vec();
    around.push(tile((2, 1), "E", 90, true));
    for (options, left) in [("", vec![]), ("W8=no", vec![ChoiceKind::MoveMageOrWitch])] {
        let mut log = merged(options, "MW4", &around);
        assert_eq!(asked(&log), [ChoiceKind::SeparateMageAndWitch]);
        let choice = log.game().choices().swap_remove(0);
        let away = choice.options[0].events[0].clone();
        log.append(0, By::Person, away).unwrap();
        assert_eq!(asked(&log), left, "{options}");
    }
}

/// The modes in which the options are tried.
fn modes() -> Vec<String> {
    const COOP: &str = "confirmed=yes; first_hound=4; second_hound=12; target=300";
    let own = [
        "modules=mage_and_witch; players=red,blue",
        "modules=tatan; players=red,blue",
        "modules=benelux; map=sample; players=red,blue",
        "modules=ghosts_castles_cemeteries,spell_circles,abbot; players=red,blue,green",
        "modules=ghosts_castles_cemeteries,mage_and_witch; players=red,blue",
    ];
    let coop = [
        "modules=mists; players=red,blue,green; level=3; ghosts=60",
        "modules=mists,spell_circles; players=red,blue,green; level=3; ghosts=60",
        "modules=mists; players=red,blue,green; level=5; ghosts=60",
        "modules=mists,spell_circles; players=A:red+blue,B:green+black; level=6; ghosts=60",
    ];
    let own = own.into_iter().map(str::to_owned);
    own.chain(coop.map(|mode| format!("{mode}; {COOP}")))
        .collect()
}

/// The options of a mode's modules.
fn options_of(mode: &str) -> impl Iterator<Item = (&'static Ruling, bool)> {
    let setup: Setup = mode.parse().unwrap();
    let modules = setup.modules.clone();
    let all = modules.into_iter().flat_map(|module| module.rulings());
    all.map(move |ruling| (*ruling, ruling.matters(&setup)))
}

/// An option that changes nothing would be a promise.
#[test]
fn every_answer_of_every_option_is_seen_in_some_game() {
    let modes = modes();
    let mut unseen = Vec::new();
    let rare = |ruling: &&Ruling| RARE.iter().any(|(number, _)| *number == ruling.number);
    for ruling in Ruling::all().filter(|ruling| !rare(ruling)) {
        let own = modes.iter().filter(|mode| {
            let mut own = options_of(mode);
            own.any(|(other, matters)| other.number == ruling.number && matters)
        });
        let own: Vec<_> = own.collect();
        for other in &ruling.answers[1..] {
            let mut tries = (0..6).flat_map(|seed| own.iter().map(move |mode| (seed, mode)));
            if !tries.any(|(seed, mode)| is_seen(mode, ruling, other, seed)) {
                unseen.push(format!("{} {} = {other}", ruling.number, ruling.name));
            }
        }
    }
    assert!(unseen.is_empty(), "\n{}", unseen.join("\n"));
}

/// Nor is one shown where its answer changes nothing, or kept from view where it does.
#[test]
fn an_option_that_does_not_matter_changes_nothing() {
    let parts = ["castles,cemeteries", "ghosts,castles"].map(|parts| {
        format!("modules=ghosts_castles_cemeteries,mage_and_witch,abbot; players=red,blue; parts={parts}")
    });
    let mut seen = Vec::new();
    let mut tried = 0;
    for mode in modes().iter().chain(&parts) {
        for (ruling, _) in options_of(mode).filter(|(_, matters)| !matters) {
            for other in &ruling.answers[1..] {
                tried += 1;
                if (0..2).any(|seed| is_seen(mode, ruling, other, seed)) {
                    seen.push(format!(
                        "{} {} = {other}: {mode}",
                        ruling.number, ruling.name
                    ));
                }
            }
        }
    }
    assert!(seen.is_empty(), "\n{}", seen.join("\n"));
    assert!(tried > 30, "{tried}");
}
