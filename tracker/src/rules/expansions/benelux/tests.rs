//! What the golden records of the dossier "Maps Benelux" do not hold: set-ups, rulings, and the
//! worked examples 5, 6 and 9 as far as they need other numbers of tiles.

use super::*;
use crate::board::PlacementFault;
use crate::log::record::Header;
use carcassonne::catalogue::{Face, face_id};
use carcassonne::geometry::Rotation;

const PLAYED: &str = "modules=benelux; players=red,blue; map=sample";

fn tile(x: i32, y: i32, name: &str, degrees: u16, before: bool) -> EventKind {
    EventKind::TileLaid {
        cell: Cell::new(x, y),
        face: face_id(name).unwrap(),
        rotation: Rotation::try_from(degrees).unwrap(),
        garden: None,
        before,
    }
}

/// Lets events happen one after the other; their names do not matter.
fn play(game: &mut Game, events: impl IntoIterator<Item = EventKind>) {
    for event in events {
        let id = EventId(1 + game.tiles.len() as u64);
        let done = game.apply(id, &event);
        assert_eq!(done, Ok(()), "{event:?}\n{}", game.board);
    }
}

fn game(setup: &str) -> Game {
    Game::new(Arc::new(setup.parse().unwrap()))
}

/// The start tiles lie, and a chip of that colour is blue's after turn 2.
fn with_chip(color: ChipColor) -> Game {
    let mut game = game(PLAYED);
    let cell = Cell::new(8, 7);
    let events = [
        tile(7, 6, "D", 0, false),
        tile(9, 1, "W", 90, true),
        EventKind::ChipLaid {
            cell,
            color: Some(color),
        },
        tile(7, 7, "B", 0, false),
        tile(8, 7, "B", 0, false),
        EventKind::ChipTurned {
            cell,
            value: 1,
            color: None,
        },
        tile(7, 8, "B", 0, false),
    ];
    play(&mut game, events);
    game
}

/// Worked example 5: 114 tiles are 2 on start squares, 30 on islands, 82 ordinary.
#[test]
fn example_5_counts_the_ordinary_tiles() {
    let mut game = game(PLAYED);
    let more = |face: &Face| face.copies + if face.id.as_str() == "B" { 42 } else { 0 };
    game.catalogue = game.catalogue.with(|face| Some(more(face)));
    assert_eq!(game.tiles_left(), 112);
    assert_eq!(game.pile_left(), 82);
}

/// Worked example 6: the game ends with the last ordinary tile as counted.
#[test]
fn example_6_ends_with_the_last_face_down_tile() {
    let mut game = with_chip(ChipColor::Purple);
    // Leave out copies that do not lie, until one ordinary tile is left.
    let mut spare = game.pile_left() - 1;
    let mut played = std::collections::BTreeMap::new();
    for face in game.catalogue.faces() {
        let kept = ["B", "D", "E", "W"].contains(&face.id.as_str());
        let gone = if kept {
            0
        } else {
            spare.min(u32::from(face.copies))
        };
        spare -= gone;
        played.insert(face.id, face.copies - u8::try_from(gone).unwrap());
    }
    game.catalogue = game.catalogue.with(|face| played.get(&face.id).copied());
    assert_eq!(game.pile_left(), 1);
    play(&mut game, [tile(9, 7, "E", 0, false)]);
    assert_eq!(game.pile_left(), 0);
    let more = game.apply(EventId(99), &tile(6, 7, "E", 180, false));
    assert_eq!(more, Err(RuleFault::NoTileToDraw));
    play(&mut game, [EventKind::TurnEnded]);
    assert!(game.is_over());
    assert_eq!(game.states.benelux.islands.tiles(), 30);
}

/// Worked example 9 and ruling X7: both stacks of the orange island are gone.
#[test]
fn example_9_leaves_a_chip_without_use() {
    let mut game = with_chip(ChipColor::Orange);
    let islands = [Cell::new(0, 5), Cell::new(1, 5)];
    assert_eq!(islands::choice(&game).unwrap().options.len(), 2);
    game.states.benelux.islands.use_up(ChipColor::Orange);
    assert_eq!(islands::choice(&game), None);
    for island in islands {
        let refused = game.apply(EventId(99), &EventKind::IslandTaken { island });
        assert_eq!(refused, Err(RuleFault::Island(IslandFault::UsedUp)));
    }
    assert_eq!(chips::of(&game, Color::Blue).chips.len(), 1);
}

/// Ruling X6.
#[test]
fn an_island_tile_that_fits_nowhere_is_dropped() {
    let mut game = with_chip(ChipColor::Purple);
    let island = Cell::new(0, 1);
    // The only city of the board is being closed.
    let face = face_id("C").unwrap();
    let events = [
        EventKind::TurnEnded,
        EventKind::TurnOf { color: Color::Red },
        tile(7, 5, "E", 180, false),
        EventKind::IslandRevealed { island, face },
    ];
    play(&mut game, events);
    let choice = islands::choice(&game).unwrap();
    let take = EventKind::IslandTaken { island };
    assert!(choice.options.iter().all(|option| option.events[0] != take));
    let ordinary = game.pile_left();
    play(&mut game, [take]);
    assert_eq!(game.discarded(), [face]);
    assert_eq!(game.pile_left(), ordinary);
    assert_eq!(islands::choice(&game), None, "one chip a turn");
    let mut reminders = Vec::new();
    Benelux.reminders(&game, &mut reminders);
    assert!(reminders.iter().any(|r| r.id == "island-drop"));
    play(&mut game, [tile(6, 7, "E", 180, false)]);
    let mut reminders = Vec::new();
    Benelux.reminders(&game, &mut reminders);
    assert!(reminders.iter().all(|r| r.id != "island-drop"));
}

/// A tile that was not turned up turns out to fit nowhere; one that does fit is refused.
#[test]
fn an_unseen_island_tile_may_be_discarded() {
    let mut game = with_chip(ChipColor::Purple);
    let island = Cell::new(0, 1);
    let lid = [
        EventKind::TurnEnded,
        EventKind::TurnOf { color: Color::Red },
        tile(7, 5, "E", 180, false),
        EventKind::IslandTaken { island },
    ];
    play(&mut game, lid);
    let ordinary = game.pile_left();
    let discard = |name| EventKind::TileDiscarded {
        face: face_id(name).unwrap(),
    };
    assert!(game.apply(EventId(98), &discard("V")).is_err());
    assert_eq!(game.states.benelux.islands.taken_from(), Some(island));
    play(&mut game, [discard("C")]);
    assert_eq!(game.states.benelux.islands.taken_from(), None);
    assert_eq!(game.pile_left(), ordinary);
}

/// Worked example 8, and section 1.
#[test]
fn squares_that_take_no_tile_are_named() {
    let game = with_chip(ChipColor::Purple);
    let face = game.catalogue.find("B").unwrap();
    for (x, y, kind) in [
        (4, 0, SquareKind::Wave),
        (5, 8, SquareKind::LargeCity),
        (0, 1, SquareKind::Island),
        (20, 0, SquareKind::None),
    ] {
        let faults = game.board.faults(Cell::new(x, y), face, Rotation::R0);
        assert!(
            faults.contains(&PlacementFault::NoSquare { kind }),
            "{kind}"
        );
    }
}

/// Ruling X4, and X2 and X3 as far as the board is concerned.
#[test]
fn a_monastery_in_the_corner_is_complete_with_three_neighbours() {
    for (ruling, points) in [("", 9), ("X4=no", 4)] {
        let mut game = game(&format!("{PLAYED}; {ruling}"));
        let events = [
            tile(9, 1, "B", 0, false),
            tile(7, 6, "D", 0, true),
            tile(10, 1, "B", 0, true),
            tile(11, 1, "B", 0, true),
            tile(12, 1, "E", 90, true),
            tile(11, 0, "E", 0, true),
            tile(12, 0, "B", 0, false),
        ];
        play(&mut game, events);
        let at = crate::board::features::SegmentRef::new(Cell::new(12, 0), 0);
        let monastery = game.features().at(at).unwrap();
        assert_eq!(monastery.open, points < 9);
        assert_eq!(monastery.surroundings + 1, points);
    }
}

/// X1 has to be answered, and the map has to be named.
#[test]
fn what_is_not_known_must_be_said() {
    let fault = |text: &str| Setup::from_toml(text).unwrap_err().to_string();
    let players = "[[player]]\ncolor = \"red\"\n[[player]]\ncolor = \"blue\"\n";
    let with = |table: &str| format!("modules = [\"benelux\"]\n{table}\n{players}");
    assert!(fault(&with("")).contains("say which map"));
    let table = "[benelux]\nmap = \"sample\"\n";
    let two = "starts = [\"Meppel\", \"Charleroi\"]\n";
    let x1 = "towns_and_cities = \"by_hand\"\n";
    assert!(fault(&with(&format!("{table}{two}"))).contains("towns_and_cities"));
    let one = "starts = [\"Meppel\"]\n";
    assert!(fault(&with(&format!("{table}{one}{x1}"))).contains("2 different"));
    let wrong = "starts = [\"Meppel\", \"Gent\"]\n";
    assert!(fault(&with(&format!("{table}{wrong}{x1}"))).contains("`Gent`"));
    assert!(Setup::from_toml(&with(&format!("{table}{two}{x1}"))).is_ok());
    let map = "[benelux]\nstarts = []\nmap = { name = \"m\", rows = [\"S\"] }\n";
    let listed = fault(&with(map));
    assert!(listed.contains("no name of its own") && listed.contains("1 start squares"));
    assert!(
        fault("modules = [\"benelux\"]\n[benelux]\nmap = \"mine\"\nstarts=[]").contains("`mine`")
    );
}

/// A record needs no other file: the learnt map is part of its header.
#[test]
fn a_record_holds_its_map() {
    let mut setup: Setup = PLAYED.parse().unwrap();
    let map = Box::new(Map::clone(&Map::sample()));
    let table = setup.benelux.as_mut().unwrap();
    table.map = MapChoice::Learnt(map);
    let header = Header::new(setup.clone(), None);
    let text = serde_json::to_string(&header).unwrap();
    assert!(text.contains("Charleroi"));
    let read: Header = serde_json::from_str(&text).unwrap();
    assert_eq!(read.setup, setup);
    let toml = toml::to_string(&setup).unwrap();
    assert_eq!(Setup::from_toml(&toml).unwrap(), setup);
}

/// Playing without chips: the islands are mere print (section 1).
#[test]
fn without_chips_all_tiles_are_ordinary() {
    let mut setup: Setup = PLAYED.parse().unwrap();
    setup.benelux.as_mut().unwrap().chips = false;
    let mut game = Game::new(Arc::new(setup));
    play(
        &mut game,
        [tile(7, 6, "D", 0, false), tile(9, 1, "W", 90, true)],
    );
    assert_eq!(game.pile_left(), 70);
    let chip = EventKind::ChipLaid {
        cell: Cell::new(4, 4),
        color: Some(ChipColor::Orange),
    };
    assert_eq!(game.apply(EventId(9), &chip), Err(RuleFault::NotCalledFor));
}
