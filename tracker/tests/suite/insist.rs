//! A game is not stopped by one wrong fact: what a person insists on is kept, marked, scored as it
//! stands, and named to the end.

use std::sync::Arc;

use carcassonne::catalogue::face_id;
use carcassonne::geometry::{Cell, Rotation};
use carcassonne::piece::{Color, FigureKind};
use carcassonne::spots::RimGeometry;
use tracker::board::features::SegmentRef;
use tracker::command::Command;
use tracker::event::EventKind;
use tracker::log::record::{Header, Line, Record};
use tracker::rules::RuleFault;
use tracker::setup::Setup;
use tracker::{CommandError, Tracker};

fn game(setup: &str) -> Tracker {
    let setup: Setup = setup.parse().expect("a set-up");
    Tracker::new(Arc::new(setup), Arc::new(RimGeometry))
}

fn tile(face: &str, x: i32, y: i32, degrees: u16) -> EventKind {
    EventKind::TileLaid {
        cell: Cell::new(x, y),
        face: face_id(face).expect("a face"),
        rotation: Rotation::try_from(degrees).expect("a rotation"),
        garden: None,
        before: false,
    }
}

fn meeple(x: i32, y: i32, segment: usize, color: Color) -> EventKind {
    EventKind::FigurePlaced {
        cell: Cell::new(x, y),
        segment,
        figure: FigureKind::Meeple,
        color: Some(color),
        foot: None,
        before: false,
    }
}

fn tell(game: &mut Tracker, what: EventKind) -> Result<(), CommandError> {
    game.command(0, Command::Tell { what }).map(drop)
}

fn insist(game: &mut Tracker, what: EventKind) -> Result<(), CommandError> {
    game.command(0, Command::Insist { what }).map(drop)
}

fn score(game: &mut Tracker, color: Color) -> i32 {
    let snapshot = game.snapshot();
    let mut players = snapshot.players.iter();
    players
        .find(|player| player.color == color)
        .expect("a player")
        .score
}

/// The segment of a road on the tile there.
fn road(game: &Tracker, x: i32, y: i32) -> usize {
    let cell = Cell::new(x, y);
    let features = game.log().game().features();
    let is_road = |&segment: &usize| {
        let feature = features.at(SegmentRef::new(cell, segment));
        feature.is_some_and(|f| f.kind == tracker::board::features::FeatureKind::Road)
    };
    (0..9).find(is_road).expect("a road")
}

#[test]
fn a_tile_that_does_not_fit_is_kept_and_ends_what_meets_it() {
    let mut game = game("players=red,blue");
    tell(&mut game, tile("D", 0, 0, 0)).expect("the start tile");
    // A monastery's meadow against the start tile's road.
    let wrong = tile("B", 1, 0, 0);
    let refused = tell(&mut game, wrong.clone());
    assert!(matches!(
        refused,
        Err(CommandError::Rule(RuleFault::Placement(_)))
    ));
    insist(&mut game, wrong.clone()).expect("it lies there");
    let snapshot = game.snapshot();
    assert_eq!(snapshot.tiles.len(), 2);
    let [kept] = &snapshot.irregular[..] else {
        panic!("{:?}", snapshot.irregular);
    };
    assert_eq!(
        (kept.turn, kept.cell, &kept.what),
        (1, Cell::new(1, 0), &wrong)
    );
    assert!(matches!(kept.fault, RuleFault::Placement(_)));
    // Blue ends the road on the other side: two tiles, and nothing grows into the meadow.
    tell(&mut game, tile("W", -1, 0, 0)).expect("it fits");
    let segment = {
        let road = road(&game, 0, 0);
        let features = game.log().game().features();
        let feature = features
            .at(SegmentRef::new(Cell::new(0, 0), road))
            .expect("a road");
        assert!(!feature.open, "what meets another terrain ends there");
        let own = feature
            .segments
            .iter()
            .find(|at| at.cell == Cell::new(-1, 0));
        own.expect("it joined").segment
    };
    tell(&mut game, meeple(-1, 0, segment, Color::Blue)).expect("free");
    tell(&mut game, EventKind::TurnEnded).expect("open");
    assert_eq!(score(&mut game, Color::Blue), 2);
    tell(&mut game, EventKind::GameEnded).expect("play is over");
    assert_eq!(game.snapshot().irregular.len(), 1, "named at the end");
}

#[test]
fn a_figure_in_an_owned_feature_is_kept_and_shares_the_points() {
    let mut game = game("players=red,blue");
    tell(&mut game, tile("D", 0, 0, 0)).expect("the start tile");
    tell(&mut game, tile("U", 1, 0, 90)).expect("it fits");
    let there = road(&game, 1, 0);
    tell(&mut game, meeple(1, 0, there, Color::Red)).expect("free");
    tell(&mut game, tile("W", 2, 0, 0)).expect("it fits");
    let features = game.log().game().features();
    let feature = features
        .at(SegmentRef::new(Cell::new(1, 0), there))
        .expect("a road");
    let own = feature
        .segments
        .iter()
        .find(|at| at.cell == Cell::new(2, 0));
    let own = own.expect("it joined").segment;
    let second = meeple(2, 0, own, Color::Blue);
    assert_eq!(
        tell(&mut game, second.clone()),
        Err(CommandError::Rule(RuleFault::Occupied))
    );
    insist(&mut game, second).expect("it stands there");
    tell(&mut game, tile("W", -1, 0, 0)).expect("it fits");
    tell(&mut game, EventKind::TurnEnded).expect("open");
    assert_eq!(score(&mut game, Color::Red), 4);
    assert_eq!(score(&mut game, Color::Blue), 4);
    assert_eq!(game.snapshot().irregular[0].fault, RuleFault::Occupied);
}

#[test]
fn a_meeple_too_many_and_one_on_an_older_tile_are_kept() {
    let mut game = game("players=red,blue; meeples=1");
    tell(&mut game, tile("D", 0, 0, 0)).expect("the start tile");
    tell(&mut game, tile("U", 1, 0, 90)).expect("it fits");
    let first = road(&game, 1, 0);
    tell(&mut game, meeple(1, 0, first, Color::Red)).expect("free");
    insist(&mut game, meeple(0, 0, 0, Color::Red)).expect("it stands there");
    let snapshot = game.snapshot();
    assert_eq!(snapshot.figures.len(), 2);
    assert_eq!(snapshot.irregular.len(), 1);
    assert_eq!(game.log().game().in_hand(Color::Red, FigureKind::Meeple), 0);
}

#[test]
fn what_is_allowed_is_not_marked_and_what_cannot_be_is_refused() {
    let mut game = game("players=red,blue");
    tell(&mut game, tile("D", 0, 0, 0)).expect("the start tile");
    insist(&mut game, tile("U", 1, 0, 90)).expect("it even fits");
    assert!(game.snapshot().irregular.is_empty());
    // Two tiles do not lie on one cell, and there is no green player.
    assert!(insist(&mut game, tile("U", 1, 0, 0)).is_err());
    assert!(insist(&mut game, meeple(1, 0, 0, Color::Green)).is_err());
    assert!(
        insist(&mut game, EventKind::GameEnded).is_ok(),
        "no rule forbids it"
    );
}

#[test]
fn what_was_insisted_on_is_in_the_record_and_can_be_undone() {
    let mut game = game("players=red,blue");
    tell(&mut game, tile("D", 0, 0, 0)).expect("the start tile");
    insist(&mut game, tile("B", 1, 0, 0)).expect("it lies there");
    let header = Header::new(Setup::clone(game.log().game().setup()), None);
    let mut text = serde_json::to_string(&header).expect("JSON") + "\n";
    for event in game.log().events() {
        text += &(serde_json::to_string(&Line::Event(event.clone())).expect("JSON") + "\n");
    }
    let record = Record::read(text.as_bytes()).expect("it can be read");
    assert_eq!(record.log(), *game.log());
    game.command(0, Command::Undo).expect("the tile");
    assert!(game.snapshot().irregular.is_empty());
    assert_eq!(game.snapshot().tiles.len(), 1);
}
