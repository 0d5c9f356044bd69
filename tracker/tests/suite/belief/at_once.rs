//! Meeples that claim, score and go home before a camera sees them stand.

use super::table::{NONE, Table};
use carcassonne::piece::Color::{self, Blue, Red};
use carcassonne::seen::{Calm, SeenSupply};
use tracker::command::Command;
use tracker::snapshot::{About, Meaning, Question};

/// Looks that pass until somebody would be asked.
const WAITED: usize = 40;

/// A start tile, and a second one that closes its city.
fn finished(setup: &str) -> Table {
    let mut table = Table::new(setup, 3, NONE);
    table.lay("D", 0, 0, 0);
    table.looks(8);
    table.lay("E", 0, -1, 180);
    table.looks(8);
    table
}

fn asked(table: &mut Table) -> Vec<Question> {
    let snapshot = table.tracker.snapshot();
    let all = snapshot.questions.iter();
    let at_once = all.filter(|q| matches!(q.about, About::ClaimedAtOnce { .. }));
    at_once.cloned().collect()
}

fn points(table: &mut Table, color: Color) -> i32 {
    let snapshot = table.tracker.snapshot();
    let player = snapshot.players.iter().find(|p| p.color == color);
    player.map_or(0, |player| player.provisional_score)
}

fn answer(table: &mut Table, choice: usize) {
    let question = asked(table).first().expect("a question").id;
    let answer = Command::Answer { question, choice };
    table.tracker.command(0, answer).expect("accepted");
}

#[test]
fn who_claimed_is_asked_once_and_one_key_scores() {
    let mut table = finished("players=red,blue");
    assert!(asked(&mut table).is_empty(), "the meeple may be on its way");
    table.looks(WAITED);
    let questions = asked(&mut table);
    let [question] = &questions[..] else {
        panic!("{questions:?}");
    };
    let likeliest = &question.guesses[0];
    assert!(matches!(
        likeliest.meaning,
        Meaning::Figure {
            color: Some(Red),
            ..
        }
    ));
    assert!(likeliest.probability > 0.5);
    assert_eq!(question.guesses[1].meaning, Meaning::Unclaimed);
    assert_eq!(points(&mut table, Red), 0);
    answer(&mut table, 0);
    assert_eq!(points(&mut table, Red), 4);
    table.looks(WAITED);
    assert!(asked(&mut table).is_empty());
    let snapshot = table.tracker.snapshot();
    assert!(snapshot.figures.is_empty(), "it went home");
    table.lay("U", 1, 0, 90);
    table.looks(8);
    assert_eq!(points(&mut table, Red), 4);
    assert_eq!(table.tracker.snapshot().turn.number, 2);
}

#[test]
fn the_answer_may_come_turns_later() {
    let mut table = finished("players=red,blue");
    table.looks(WAITED);
    table.lay("U", 1, 0, 90);
    table.put(Blue, 0);
    table.looks(8);
    table.lay("V", -1, 0, 270);
    table.looks(8);
    answer(&mut table, 0);
    table.looks(12);
    assert_eq!([Red, Blue].map(|c| points(&mut table, c)), [4, 0]);
    let snapshot = table.tracker.snapshot();
    assert!(snapshot.rejected.is_empty(), "{:?}", snapshot.rejected);
    assert_eq!(snapshot.figures.len(), 1, "blue's stands on its road");
}

#[test]
fn a_quick_table_is_asked_when_the_next_tile_lies() {
    let mut table = finished("players=red,blue");
    table.lay("U", 1, 0, 90);
    table.looks(8);
    assert_eq!(asked(&mut table).len(), 1);
    answer(&mut table, 0);
    assert_eq!(points(&mut table, Red), 4);
}

#[test]
fn what_nobody_claimed_is_not_asked_again() {
    let mut table = finished("players=red,blue");
    table.looks(WAITED);
    answer(&mut table, 1);
    table.looks(WAITED);
    table.lay("U", 1, 0, 90);
    table.looks(WAITED);
    assert!(asked(&mut table).is_empty());
    assert_eq!(points(&mut table, Red), 0);
}

#[test]
fn a_meeple_on_the_tile_answers_by_itself() {
    let mut table = finished("players=red,blue");
    table.looks(WAITED);
    assert_eq!(asked(&mut table).len(), 1);
    // On the field, after much thought.
    table.put(Red, 1);
    table.looks(10);
    assert!(asked(&mut table).is_empty());
    table.lay("U", 1, 0, 90);
    table.looks(WAITED);
    assert!(asked(&mut table).is_empty());
}

#[test]
fn nobody_is_asked_where_somebody_stood_or_nobody_could() {
    let mut table = Table::new("players=red,blue; meeples=1", 3, NONE);
    table.lay("D", 0, 0, 0);
    table.looks(8);
    table.lay("U", 1, 0, 90);
    table.put(Red, 0);
    table.looks(8);
    // Blue keeps its meeple; red has none left in its next turn.
    table.lay("E", 0, 1, 90);
    table.looks(8);
    table.lay("E", 0, -1, 180);
    table.looks(WAITED);
    assert!(asked(&mut table).is_empty(), "red has no meeple in hand");

    let mut table = Table::new("players=red,blue", 3, NONE);
    table.lay("D", 0, 0, 0);
    table.looks(8);
    table.lay("R", 0, -1, 180);
    table.put(Red, 0);
    table.looks(8);
    table.lay("E", 1, -1, 270);
    table.looks(8);
    table.lay("E", -1, -1, 90);
    table.looks(WAITED);
    assert_eq!(points(&mut table, Red), 8);
    assert!(asked(&mut table).is_empty(), "red's knight stands there");
}

#[test]
fn a_table_may_always_or_never_assume_it() {
    let mut never = finished("players=red,blue; claims_at_once=never");
    never.looks(WAITED);
    assert!(asked(&mut never).is_empty());
    assert_eq!(points(&mut never, Red), 0);

    let mut always = finished("players=red,blue; claims_at_once=always");
    assert_eq!(points(&mut always, Red), 0);
    always.looks(WAITED);
    assert_eq!(points(&mut always, Red), 4);
    assert!(asked(&mut always).is_empty());
    always.lay("U", 1, 0, 90);
    always.looks(8);
    assert_eq!(points(&mut always, Red), 4);
}

#[test]
fn what_is_assumed_gives_way_to_what_is_seen() {
    let mut table = finished("players=red,blue; claims_at_once=always");
    table.looks(WAITED);
    assert_eq!(points(&mut table, Red), 4);
    let farmer = table.put(Red, 1);
    table.looks(14);
    let snapshot = table.tracker.snapshot();
    assert_eq!(points(&mut table, Red), 0);
    assert_eq!(snapshot.figures.len(), 1, "{:?}", snapshot.figures);
    assert_eq!(snapshot.figures[0].at.segment, 1);
    let _ = farmer;
}

#[test]
fn a_hand_and_a_supply_that_dipped_make_it_likelier() {
    let sure = |dip: bool, hand: bool| {
        let mut table = Table::new("players=red,blue", 3, NONE);
        let count = |least| {
            let [red, blue] = [(Red, least), (Blue, 7)];
            Some([red, blue].map(|(color, least)| SeenSupply {
                color,
                least,
                most: Some(least),
            }))
        };
        table.supplies = count(7).map(Vec::from);
        table.lay("D", 0, 0, 0);
        table.looks(8);
        table.lay("E", 0, -1, 180);
        table.looks(8);
        if hand {
            let mut over = table.seen();
            over.calm = Calm::Hand;
            over.hidden = over.tiles.drain(..).map(|tile| tile.cell).collect();
            table.tracker.see(&over);
        }
        table.supplies = count(if dip { 6 } else { 7 }).map(Vec::from);
        table.looks(1);
        table.supplies = count(7).map(Vec::from);
        table.looks(WAITED);
        asked(&mut table)[0].guesses[0].probability
    };
    let [none, hand, dip] = [(false, false), (false, true), (true, false)].map(|(d, h)| sure(d, h));
    assert!(none < hand && hand < dip, "{none} {hand} {dip}");
}

/// Without a set-up players are found by their colours, and nobody has shown one yet.
#[test]
fn who_claimed_before_anybody_was_known_is_asked_once_they_are() {
    let mut table = finished("");
    table.looks(WAITED);
    assert!(asked(&mut table).is_empty(), "whom?");
    table.lay("U", 1, 0, 90);
    table.put(Blue, 0);
    table.looks(12);
    assert!(asked(&mut table).is_empty(), "blue laid this one");
    table.lay("V", -1, 0, 270);
    table.put(Red, 2);
    table.looks(12);
    let questions = asked(&mut table);
    let [question] = &questions[..] else {
        panic!("{questions:?}");
    };
    let is_red = |meaning: &Meaning| {
        matches!(
            meaning,
            Meaning::Figure {
                color: Some(Red),
                ..
            }
        )
    };
    let red = question.guesses.iter().position(|g| is_red(&g.meaning));
    answer(&mut table, red.expect("red may have"));
    assert_eq!([Red, Blue].map(|c| points(&mut table, c)), [4, 0]);
    table.lay("E", 0, 1, 90);
    table.looks(WAITED);
    assert!(asked(&mut table).is_empty(), "asked once");
}

/// The supplies beside the board say who plays.
#[test]
fn a_supply_beside_the_board_names_who_may_have_claimed() {
    let mut table = Table::new("", 3, NONE);
    let heap = |(color, least)| SeenSupply {
        color,
        least,
        most: Some(least),
    };
    table.supplies = Some([(Red, 7), (Blue, 7), (Color::Black, 1)].map(heap).into());
    table.lay("D", 0, 0, 0);
    table.looks(8);
    table.lay("E", 0, -1, 180);
    table.looks(WAITED);
    let questions = asked(&mut table);
    let [question] = &questions[..] else {
        panic!("{questions:?}");
    };
    assert_eq!(question.guesses.len(), 3, "red, blue or nobody");
}

#[test]
fn a_meeple_that_was_gone_before_its_tile_was_sure_still_scores() {
    let mut table = Table::new("", 3, NONE);
    table.lay("D", 0, 0, 0);
    table.looks(8);
    table.noise.wrong_tile = 1.0;
    table.lay("E", 0, -1, 180);
    let knight = table.put(Red, 0);
    table.looks(1);
    table.take(knight);
    table.looks(4);
    assert_eq!(table.tracker.snapshot().tiles.len(), 1, "not sure yet");
    table.noise = NONE;
    table.looks(10);
    assert_eq!(points(&mut table, Red), 4);
    assert!(asked(&mut table).is_empty());
}
