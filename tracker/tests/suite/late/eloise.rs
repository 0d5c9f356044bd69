//! Eloise of the spell circles, called and told late.

use carcassonne::geometry::Cell;
use carcassonne::piece::Color;
use tracker::board::features::{FeatureKind, SegmentRef};
use tracker::event::ghost::Companion;
use tracker::event::{EventId, EventKind};
use tracker::rules::choice::{Choice, ChoiceKind};
use tracker::rules::expansions::spell_circles::EloisePlace;
use tracker::rules::{Game, RuleFault};
use tracker::snapshot::ScoreReason;

use super::table::Table;

/// Spell circles: two meeples stand, and the third turn's tile has called Eloise.
fn eloise_called() -> (Table, EventId, EventId) {
    let mut table = Table::in_mist("modules=mists,spell_circles; level=1; players=red,blue,green");
    table.next("BK1", 2, 0, 0);
    let red = table.meeple(2, 0, 0, Color::Red);
    table.next("M40", 0, -1, 0);
    let blue = table.meeple(0, -1, 0, Color::Blue);
    table.next("M18", 2, 1, 90);
    (table, red, blue)
}

fn eloise(table: &mut Table) -> EloisePlace {
    let snapshot = table.snapshot();
    snapshot.modules.eloise.as_ref().expect("she plays").place
}

#[test]
fn eloise_may_be_told_after_the_meeple_of_the_turn() {
    let (mut table, red, _) = eloise_called();
    let green = table.game().figure_places(Color::Green)[0];
    let green = table.meeple(2, 1, green.at.segment, Color::Green);
    assert_eq!(eloise(&mut table), EloisePlace::With(green), "by herself");
    assert!(
        table.asks(ChoiceKind::BringEloise),
        "the true host can still be told"
    );
    table.companion(Companion::Eloise, red);
    assert_eq!(eloise(&mut table), EloisePlace::With(red));
    assert!(!table.asks(ChoiceKind::BringEloise));
}

#[test]
fn eloise_may_be_told_after_the_next_tile() {
    let (mut table, red, _) = eloise_called();
    let green = table.game().figure_places(Color::Green)[0];
    table.meeple(2, 1, green.at.segment, Color::Green);
    table.next("BK4", 2, -1, 180);
    table.companion(Companion::Eloise, red);
    assert_eq!(eloise(&mut table), EloisePlace::With(red));
    table.tell(EventKind::TurnEnded);
    assert_eq!(table.game().team_score(), 8, "the region's 4 and hers");
}

#[test]
fn eloise_goes_where_only_the_next_tile_finishes_the_region() {
    let (mut table, red, blue) = eloise_called();
    table.companion(Companion::Eloise, red);
    // Scores the city of red, 4, and Eloise, 4.
    table.next("BK4", 2, -1, 180);
    // Finishes blue's city, before anybody told that she went there.
    let cap = |game: &Game| {
        let fitting = game.fitting(Cell::new(0, -2)).into_iter();
        let mut tiles =
            fitting.flat_map(|(face, rotations, _)| rotations.into_iter().map(move |r| (face, r)));
        tiles.find(|&(face, rotation)| {
            let mut then = game.clone();
            let laid = EventKind::TileLaid {
                cell: Cell::new(0, -2),
                face,
                rotation,
                garden: None,
                before: false,
            };
            then.apply(EventId(900), &laid).is_ok()
                && then
                    .features()
                    .at(SegmentRef::new(Cell::new(0, -1), 0))
                    .is_some_and(|f| !f.open)
                && !then.catalogue().face(&face).expect("known").shows_mist()
        })
    };
    let (face, rotation) = cap(table.game()).expect("a tile that finishes it");
    table.tell(EventKind::TileLaid {
        cell: Cell::new(0, -2),
        face,
        rotation,
        garden: None,
        before: false,
    });
    assert_eq!(table.game().team_score(), 8);
    assert_eq!(eloise(&mut table), EloisePlace::Moving, "not put aside");
    table.companion(Companion::Eloise, blue);
    table.tell(EventKind::TurnEnded);
    let brought = table.game().lines().iter();
    let brought = brought.filter(|line| matches!(line.reason, ScoreReason::Bonus(_)));
    assert_eq!(brought.map(|line| line.points).sum::<i32>(), 8, "twice 4");
    let city = table
        .game()
        .lines()
        .iter()
        .find(|l| l.turn == 5 && l.points != 4);
    let points = 8 + 4 + city.map_or(4, |line| line.points);
    assert_eq!(table.game().team_score(), points);
}

#[test]
fn leaving_eloise_alone_may_be_told_before_the_meeple_she_came_with() {
    let (mut table, _, _) = eloise_called();
    let green = table.game().figure_places(Color::Green)[0];
    let choice = table.game().choices();
    let choice = choice
        .iter()
        .find(|choice| choice.kind == ChoiceKind::BringEloise);
    let choice = choice.expect("she is called").id.clone();
    table.tell(EventKind::TurnEnded);
    table.tell(EventKind::Declined { choice });
    table.next("BK4", 2, -1, 180);
    let green = table.meeple(2, 1, green.at.segment, Color::Green);
    assert_eq!(eloise(&mut table), EloisePlace::With(green));
}

/// She was left alone two turns ago and has come with a meeple since. Told before what sends her on from
/// it, she is not taken for called then after all: it is told again once it can be.
#[test]
fn eloise_was_not_brought_when_she_was_left_alone() {
    let (mut table, red, _) = eloise_called();
    let choices = table.game().choices();
    let bring = |choice: &&Choice| choice.kind == ChoiceKind::BringEloise;
    let choice = choices.iter().find(bring).expect("she is called");
    let choice = choice.id.clone();
    table.tell(EventKind::Declined { choice });
    table.next("BK4", 2, -1, 180);
    let place = table.game().figure_places(Color::Red)[0];
    let (x, y) = (place.at.cell.x, place.at.cell.y);
    let with = table.meeple(x, y, place.at.segment, Color::Red);
    assert_eq!(eloise(&mut table), EloisePlace::With(with));
    let beside = EventKind::CompanionPlaced {
        companion: Companion::Eloise,
        host: Some(red),
    };
    let told = table.game().clone().apply(EventId(u64::MAX), &beside);
    assert_eq!(told, Err(RuleFault::NotCalledFor));
}

/// Rule 3 of mage and witch: where nothing could be done, nothing is asked for a turn later.
#[test]
fn a_symbol_that_could_do_nothing_asks_for_nothing_later() {
    let mut table = Table::new("modules=mage_and_witch; start=seen; players=red,blue");
    for (face, x, y, degrees) in [
        ("E", 0, -1, 180),
        ("B", 1, -1, 0),
        ("B", 1, 0, 0),
        ("B", 1, 1, 0),
        ("E", 0, 1, 0),
    ] {
        table.lay(face, x, y, degrees, true);
    }
    table.next("MW5", 0, 0, 0);
    assert!(
        table
            .game()
            .features()
            .iter()
            .all(|f| f.kind != FeatureKind::City || !f.open)
    );
    assert!(table.game().choices().is_empty());
    table.next("E", 2, 0, 0);
    assert_eq!(table.game().choices(), []);
    assert_eq!(table.game().late_choices(), []);
}
