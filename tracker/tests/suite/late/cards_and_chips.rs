//! Abbots, merged piles, chips and ghosts owed, told late.

use std::sync::Arc;

use carcassonne::geometry::Cell;
use carcassonne::piece::{Color, FigureKind};
use carcassonne::spots::RimGeometry;
use tracker::Tracker;
use tracker::command::Command;
use tracker::event::ghost::GhostPlace;
use tracker::event::{EventId, EventKind};
use tracker::rules::RuleFault;
use tracker::rules::choice::ChoiceKind;

use super::table::Table;

#[test]
fn an_abbot_that_goes_home_from_a_finished_monastery_was_not_recalled_a_turn_before() {
    let mut table = Table::new("modules=abbot; start=seen; players=red,blue");
    table.lay("B", 0, 0, 0, true);
    let abbot = table.put(0, 0, 0, FigureKind::Abbot, Some(Color::Red));
    let (elsewhere, last) = (Cell::new(-2, 0), Cell::new(1, 1));
    let mut ring = Cell::new(0, 0).surrounding();
    // Not with a corner first.
    ring.rotate_left(1);
    let ring = ring.into_iter().filter(|&cell| cell != last);
    for (n, cell) in ring.chain([elsewhere, last]).enumerate() {
        let (face, rotations, _) = table.game().fitting(cell).swap_remove(0);
        table.tell(EventKind::TileLaid {
            cell,
            face,
            rotation: rotations[0],
            garden: None,
            before: n < 7,
        });
    }
    assert_eq!(table.game().turn(), 2, "blue's, who finished it");
    table.tell(EventKind::FigureTaken { figure: abbot });
    assert_eq!(table.score(Color::Red), 0, "nothing before the turn ends");
    table.tell(EventKind::TurnEnded);
    assert_eq!(table.score(Color::Red), 9);
}

/// Mage and witch come together in a city of three that the tile closes.
fn merged() -> Table {
    let mut table = Table::new("modules=mage_and_witch; start=seen; players=red,blue");
    for (face, x, y, degrees) in [
        ("E", 0, 0, 90),
        ("B", 0, 1, 0),
        ("B", 1, 1, 0),
        ("B", 2, 1, 0),
        ("E", 2, 0, 270),
        ("U", 3, 1, 0),
    ] {
        table.lay(face, x, y, degrees, true);
    }
    table.meeple(0, 0, 0, Color::Red);
    table.put(0, 0, 0, FigureKind::Mage, None);
    table.put(2, 0, 0, FigureKind::Witch, None);
    table.next("G", 1, 0, 0);
    table
}

#[test]
fn a_merge_that_nobody_told_gives_no_impossible_points() {
    let mut table = merged();
    table.tell(EventKind::TurnEnded);
    assert_eq!(
        table.score(Color::Red),
        0,
        "neither 9 nor 3 yet, and never 6"
    );
    let snapshot = table.snapshot();
    let [open] = &snapshot.unsettled[..] else {
        panic!("{:?}", snapshot.unsettled);
    };
    let either: Vec<_> = open.points(Some(Color::Red)).collect();
    assert_eq!(either, [(FigureKind::Mage, 9), (FigureKind::Witch, 3)]);
    let red = &snapshot.players[0];
    assert_eq!(red.score_range, (0, 9));
    assert!(table.asks(ChoiceKind::SeparateMageAndWitch));
    table.put(3, 1, 0, FigureKind::Witch, None);
    assert_eq!(table.score(Color::Red), 9);
    assert!(table.snapshot().unsettled.is_empty());
}

#[test]
fn a_merge_may_be_told_much_later() {
    let mut table = merged();
    table.next("U", 3, 2, 0);
    table.next("U", 3, 3, 0);
    table.next("U", 3, 4, 0);
    table.next("U", 3, 5, 0);
    assert_eq!(table.score(Color::Red), 0);
    assert_eq!(table.snapshot().unsettled.len(), 1);
    table.put(3, 1, 0, FigureKind::Mage, None);
    assert_eq!(table.score(Color::Red), 3);
    assert!(table.snapshot().unsettled.is_empty());
    let home = table
        .game()
        .figures()
        .find(|f| f.kind == FigureKind::Witch)
        .expect("still there");
    assert_eq!(home.state, tracker::rules::FigureState::DueHome);
}

#[test]
fn the_end_waits_until_a_merge_is_told_or_left() {
    let mut table = merged();
    table.tell(EventKind::PileEmpty);
    table.tell(EventKind::TurnEnded);
    assert!(!table.game().is_over());
    let choice = table.game().choices()[0].id.clone();
    let mut waived = Table(Tracker::new(
        Arc::clone(table.game().setup()),
        Arc::new(RimGeometry),
    ));
    for fact in table.0.log().holding() {
        waived.tell(fact.kind.clone());
    }
    table.put(3, 1, 0, FigureKind::Witch, None);
    assert!(table.game().is_over());
    assert_eq!(table.score(Color::Red), 9);
    waived
        .0
        .command(0, Command::Decline { choice })
        .expect("left alone");
    assert!(waived.game().is_over());
    assert_eq!(waived.score(Color::Red), 0);
    assert_eq!(waived.snapshot().unsettled.len(), 1, "still named");
}

/// On the map a chip of unknown colour lies under the tile of turn 2.
fn chip_taken() -> Table {
    let mut table = Table::new("modules=benelux; map=sample; players=red,blue");
    table.lay("D", 7, 6, 0, false);
    table.lay("W", 9, 1, 90, true);
    table.tell(EventKind::ChipLaid {
        cell: Cell::new(8, 7),
        color: None,
    });
    table.next("B", 7, 7, 0);
    table.next("B", 8, 7, 0);
    table
}

#[test]
fn a_chip_needs_no_colour_while_it_lies_face_down() {
    let mut table = chip_taken();
    let choice = table
        .game()
        .choices()
        .into_iter()
        .find(|c| c.kind == ChoiceKind::ChipValue);
    let choice = choice.expect("it is asked what it shows");
    assert_eq!(choice.options.len(), 6, "three colours, two values");
    let cell = Cell::new(8, 7);
    let value_only = EventKind::ChipTurned {
        cell,
        value: 2,
        color: None,
    };
    let mut then = table.game().clone();
    assert_eq!(
        then.apply(EventId(900), &value_only),
        Err(RuleFault::NotCalledFor)
    );
    let color = Some(carcassonne::map::ChipColor::Orange);
    let value = 2;
    table.tell(EventKind::ChipTurned { cell, value, color });
    assert_eq!(table.score(Color::Blue), 2);
    let snapshot = table.snapshot();
    let view = snapshot.modules.benelux.as_ref().expect("a map");
    assert_eq!(view.players[1].chips, [(color, Some(2))]);
}

#[test]
fn a_chip_that_is_read_late_belongs_to_its_turn_and_holds_back_the_end() {
    let mut table = chip_taken();
    table.next("B", 7, 8, 0);
    let turned = EventKind::ChipTurned {
        cell: Cell::new(8, 7),
        value: 1,
        color: Some(carcassonne::map::ChipColor::Purple),
    };
    let mut late = table.game().clone();
    late.apply(EventId(900), &turned).expect("accepted late");
    assert_eq!(late.lines()[0].turn, 2);
    table.tell(EventKind::PileEmpty);
    table.tell(EventKind::TurnEnded);
    assert!(!table.game().is_over(), "the chip is not read");
    table.tell(turned);
    assert!(table.game().is_over());
    assert_eq!(table.score(Color::Blue), 1);
}

#[test]
fn a_ghost_owed_to_ones_own_meeple_in_the_last_turn_holds_back_the_end() {
    let mut table = Table::new("modules=ghosts_castles_cemeteries; players=red,blue");
    table.lay("M13", 0, 0, 0, true);
    for (x, y) in [(1, 0), (1, 1), (2, 0)] {
        table.lay("B", x, y, 0, true);
    }
    let red = table.meeple(1, 0, 0, Color::Red);
    table.meeple(2, 0, 0, Color::Red);
    table.meeple(1, 1, 0, Color::Blue);
    // Extends mist and destroys some: a ghost for blue, who has one meeple, and one for red.
    table.next("M12", 0, 1, 0);
    assert!(table.asks(ChoiceKind::HauntOwn));
    table.tell(EventKind::PileEmpty);
    table.tell(EventKind::TurnEnded);
    assert!(!table.game().is_over(), "red has not said which meeple");
    assert!(table.asks(ChoiceKind::HauntOwn));
    let to = GhostPlace::Beside { figure: red };
    table.tell(EventKind::GhostsMoved {
        from: GhostPlace::Supply,
        to,
        count: 1,
    });
    assert_eq!(table.game().ghosts().at(to), 1);
    assert!(table.game().is_over());
}

/// Red's choice of a meeple for the ghost, with another meeple of red's to choose from.
fn ghost_due() -> (Table, EventId, EventId) {
    let mut table = Table::new("modules=ghosts_castles_cemeteries; players=red,blue");
    table.lay("M13", 0, 0, 0, true);
    for (x, y) in [(1, 0), (1, 1), (2, 0)] {
        table.lay("B", x, y, 0, true);
    }
    let one = table.meeple(1, 0, 0, Color::Red);
    let other = table.meeple(2, 0, 0, Color::Red);
    table.meeple(1, 1, 0, Color::Blue);
    table.next("M12", 0, 1, 0);
    assert!(table.asks(ChoiceKind::HauntOwn));
    (table, one, other)
}

/// The hand that takes a meeple off is told first: then the ghost had only one meeple left to go to.
#[test]
fn a_ghost_comes_before_whatever_hands_do() {
    for over in [false, true] {
        let (mut table, one, other) = ghost_due();
        table.tell(EventKind::FigureTaken { figure: one });
        if over {
            table.tell(EventKind::TurnEnded);
        }
        let to = GhostPlace::Beside { figure: one };
        let from = GhostPlace::Supply;
        table.tell(EventKind::GhostsMoved { from, to, count: 1 });
        let ghosts = table.game().ghosts();
        assert_eq!(ghosts.at(GhostPlace::Beside { figure: other }), 0, "{over}");
        assert_eq!(ghosts.at(to), 0, "it went with its meeple");
        assert!(!table.asks(ChoiceKind::HauntOwn));
    }
}
