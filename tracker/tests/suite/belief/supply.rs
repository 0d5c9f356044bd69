//! Whether everybody's pieces are all there, on simulated tables.

use super::table::{NONE, Standing, Table};
use carcassonne::geometry::Cell;
use carcassonne::piece::Color::{self, Blue, Red};
use carcassonne::piece::FigureKind;
use carcassonne::seen::SeenSupply;
use tracker::board::features::SegmentRef;
use tracker::log::event::EventId;
use tracker::rules::RuleFault;
use tracker::snapshot::supply::{Astray, Counted, Supply};
use tracker::snapshot::{About, Meaning, ReminderKind};

fn start(setup: &str) -> Table {
    let mut table = Table::new(setup, 3, NONE);
    table.lay("D", 0, 0, 0);
    table.looks(5);
    table
}

/// What there is of a colour's meeples, must be in hand, and can be.
fn count(table: &mut Table, color: Color) -> ([u8; 3], Vec<Astray>) {
    let snapshot = table.tracker.snapshot();
    let mut all = snapshot.supplies.iter();
    let meeples = |own: &&Supply| own.color == color && own.kind == FigureKind::Meeple;
    let own = all.find(meeples).unwrap();
    let counts = [own.all, own.in_hand, own.possible()];
    (counts, own.astray.clone())
}

fn stray(table: &mut Table, x: i32, color: Color) {
    table.figures.push(Standing {
        at: SegmentRef::new(Cell::new(x, 0), 0),
        kind: FigureKind::Meeple,
        color: Some(color),
        event: EventId(999),
    });
}

#[test]
fn a_figure_left_standing_is_missing_in_its_hand() {
    let mut table = start("players=red,blue");
    table.lay("E", 0, -1, 180);
    let knight = table.put(Red, 0);
    table.looks(6);
    assert_eq!(count(&mut table, Red), ([7, 6, 6], vec![]));
    table.lay("U", 1, 0, 90);
    table.looks(6);
    let (counts, astray) = count(&mut table, Red);
    assert_eq!(counts, [7, 7, 6], "must have 7 in hand, only 6 possible");
    assert!(matches!(astray[..], [Astray::Waiting { cell, .. }] if cell == Cell::new(0, -1)));
    table.take(knight);
    table.looks(6);
    assert_eq!(count(&mut table, Red), ([7, 7, 7], vec![]));
}

#[test]
fn a_figure_taken_home_before_its_turn_ends_is_in_its_hand() {
    let mut table = start("players=red,blue");
    table.lay("E", 0, -1, 180);
    let knight = table.put(Red, 0);
    table.looks(6);
    table.take(knight);
    table.looks(6);
    assert_eq!(count(&mut table, Red), ([7, 7, 7], vec![]));
}

#[test]
fn a_figure_that_does_not_count_is_missing_in_its_hand() {
    let mut table = start("players=red,blue");
    table.lay("U", 1, 0, 90);
    table.put(Red, 0);
    table.looks(6);
    table.lay("U", 2, 0, 90);
    stray(&mut table, 2, Blue);
    table.looks(12);
    let (counts, astray) = count(&mut table, Blue);
    assert_eq!(counts, [7, 7, 6]);
    let cell = Cell::new(2, 0);
    assert_eq!(astray, [Astray::Uncounted { cell }]);
}

#[test]
fn a_figure_that_is_not_seen_any_more_may_be_in_its_hand() {
    let mut table = start("players=red,blue");
    table.lay("U", 1, 0, 90);
    table.put(Red, 0);
    table.looks(6);
    table.lay("U", 2, 0, 90);
    table.looks(6);
    table.figures.clear();
    table.looks(12);
    let (counts, astray) = count(&mut table, Red);
    assert_eq!(counts, [7, 6, 7]);
    assert!(matches!(astray[..], [Astray::Vanished { .. }]));
}

/// As soon as more pieces stand than the box holds, it is certain that one was misread.
#[test]
fn one_more_than_the_box_holds_is_told_at_once() {
    let mut table = start("players=red,blue; meeples=1");
    table.lay("U", 1, 0, 90);
    table.put(Red, 0);
    table.looks(6);
    table.lay("V", 2, 0, 0);
    stray(&mut table, 2, Red);
    table.looks(12);
    let snapshot = table.tracker.snapshot();
    let too_many = |kind: &ReminderKind| {
        let none = |fault: &RuleFault| matches!(fault, RuleFault::NoneInHand { color: Red, .. });
        matches!(kind, ReminderKind::FigureNotAllowed { fault, .. } if none(fault))
    };
    let told = snapshot.reminders.iter().any(|r| too_many(&r.kind));
    assert!(told, "{:#?}", snapshot.reminders);
}

/// Who plays several colours has a supply of each.
#[test]
fn each_colour_of_a_player_is_counted_by_itself() {
    let setup = "modules=mists; level=1; confirmed=yes; players=Anna:red+green,Ben:blue+black";
    let link = tracker::Tracker::new(
        std::sync::Arc::new(setup.parse().unwrap()),
        std::sync::Arc::new(carcassonne::spots::RimGeometry),
    );
    let snapshot = { link }.snapshot();
    let of = |n: usize| -> Vec<(Color, u8)> {
        let own = snapshot.supplies_of(&snapshot.players[n]);
        own.map(|own| (own.color, own.in_hand)).collect()
    };
    let all = snapshot.supplies[0].all;
    assert_eq!(of(0), [(Red, all), (Color::Green, all)]);
    assert_eq!(of(1), [(Blue, all), (Color::Black, all)]);
}

/// The camera counts so many red meeples beside the board from now on.
fn shows(table: &mut Table, least: u8, most: u8) {
    let most = Some(most);
    let color = Red;
    table.supplies = Some(vec![SeenSupply { color, least, most }]);
}

/// Red's count, if the heap beside the board is believed to be red's supply.
fn counted(table: &mut Table) -> Option<(u8, Option<u8>, bool)> {
    let counted = table.tracker.snapshot().counted.clone();
    let red = |counted: &&Counted| counted.color == Red;
    let red = counted.iter().find(red)?;
    Some((red.least, red.most, red.agrees))
}

/// Red has six in hand, and a thief on the board; `always` further red pieces lie beside it.
fn supply_in_view(always: u8) -> (Table, EventId) {
    let mut table = start("players=red,blue");
    shows(&mut table, 7 + always, 7 + always);
    table.looks(6);
    assert_eq!(
        counted(&mut table),
        None,
        "nobody has said that it is red's supply"
    );
    table.lay("U", 1, 0, 90);
    let thief = table.put(Red, 0);
    shows(&mut table, 6 + always, 6 + always);
    table.looks(6);
    table.lay("U", 2, 0, 90);
    table.looks(6);
    (table, thief)
}

#[test]
fn a_supply_that_follows_the_game_confirms_the_count() {
    for always in [0, 1] {
        let (mut table, _) = supply_in_view(always);
        assert_eq!(counted(&mut table), Some((6, Some(6), true)));
        // Where pieces touch, their number is not sure.
        shows(&mut table, 5 + always, 7 + always);
        table.looks(2);
        assert_eq!(counted(&mut table), Some((5, Some(7), true)));
    }
}

#[test]
fn a_supply_that_lacks_a_piece_is_told_only_after_a_while() {
    let (mut table, _) = supply_in_view(0);
    shows(&mut table, 5, 5);
    table.looks(3);
    assert_eq!(
        counted(&mut table),
        None,
        "somebody may hold it in the hand"
    );
    table.looks(3);
    assert_eq!(counted(&mut table), Some((5, Some(5), false)));
    // The heap was pushed out of the picture: it is no supply any more.
    shows(&mut table, 0, 0);
    table.looks(20);
    assert_eq!(counted(&mut table), None);
}

#[test]
fn a_heap_that_never_changes_is_no_supply() {
    let mut table = start("players=red,blue");
    shows(&mut table, 6, 7);
    table.looks(6);
    for x in 1..4 {
        table.lay("U", x, 0, 90);
        table.looks(6);
        if x < 3 {
            // On the start tile's road and on a field.
            table.put(Red, [0, 1][x as usize - 1]);
            table.looks(10);
        }
        assert_eq!(counted(&mut table), None, "{x}");
    }
}

#[test]
fn a_full_supply_tells_where_a_figure_went() {
    for (in_hand, likeliest) in [(6, None), (7, Some(Meaning::Taken))] {
        let (mut table, _) = supply_in_view(0);
        table.figures.clear();
        shows(&mut table, in_hand, in_hand);
        table.looks(15);
        let questions = table.tracker.snapshot().questions.clone();
        let gone = |about| matches!(about, About::FigureGone { .. });
        assert!(questions.iter().all(|question| gone(question.about)));
        let best = questions
            .first()
            .map(|question| question.guesses[0].meaning.clone());
        assert_eq!(best, likeliest, "{in_hand}");
    }
}
