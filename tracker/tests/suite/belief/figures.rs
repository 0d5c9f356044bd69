//! Each pattern of change among the figures, by name.

use carcassonne::geometry::Cell;
use carcassonne::piece::Color::{Black, Blue, Red};
use carcassonne::piece::Pose;
use tracker::command::Command;
use tracker::log::event::EventKind;
use tracker::snapshot::{About, Meaning, ReminderKind};

use super::patterns::{kinds, same, start};
use super::table;

#[test]
fn a_figure_left_standing_is_reminded_of() {
    let mut table = start("players=red,blue");
    table.lay("E", 0, -1, 180);
    let knight = table.put(Red, 0);
    table.looks(6);
    assert_eq!(table.tracker.snapshot().players[0].provisional_score, 4);
    table.lay("U", 1, 0, 90);
    table.looks(6);
    let reminders = table.tracker.snapshot();
    let takes_home = |kind: &ReminderKind| matches!(kind, ReminderKind::TakeHome { .. });
    assert!(
        reminders
            .reminders
            .iter()
            .any(|reminder| takes_home(&reminder.kind))
    );
    table.take(knight);
    table.looks(6);
    same(&table);
    let snapshot = table.tracker.snapshot();
    assert!(
        !snapshot
            .reminders
            .iter()
            .any(|reminder| takes_home(&reminder.kind))
    );
    assert_eq!(snapshot.players[0].score, 4);
}

#[test]
fn a_figure_taken_home_before_the_turn_ends_still_scores() {
    let mut table = start("players=red,blue");
    table.lay("E", 0, -1, 180);
    let knight = table.put(Red, 0);
    table.looks(6);
    table.take(knight);
    table.looks(6);
    table.lay("U", 1, 0, 90);
    table.looks(6);
    same(&table);
    assert_eq!(table.tracker.snapshot().players[0].score, 4);
}

#[test]
fn that_a_figure_went_home_at_once_tells_where_it_stood() {
    let mut table = start("players=red,blue");
    table.lay("E", 0, -1, 180);
    table.looks(6);
    let knight = table.put(Red, 0);
    for _ in 0..4 {
        let mut seen = table.seen();
        for candidate in seen.figures.iter_mut().flat_map(|f| &mut f.candidates) {
            // A farmer in the meadow would look much the same from here.
            candidate.log_likelihood = match candidate.pose {
                Pose::Standing => -3.9,
                Pose::Lying => 0.0,
            };
        }
        let events = table.tracker.see(&seen);
        table.events.extend(events);
    }
    assert!(table.tracker.log().game().figures().next().is_none());
    table.take(knight);
    table.looks(6);
    table.lay("U", 1, 0, 90);
    table.looks(6);
    same(&table);
    assert_eq!(table.tracker.snapshot().players[0].score, 4);
}

#[test]
fn a_shadow_beside_a_figure_that_is_still_looked_at_is_not_taken_for_one() {
    let mut table = start("players=red,black");
    table.lay("E", 0, -1, 180);
    table.looks(6);
    table.put(Red, 0);
    for _ in 0..9 {
        let mut seen = table.seen();
        let mut shadow = seen.figures[0].clone();
        for candidate in &mut seen.figures[0].candidates {
            // A farmer in the meadow would look much the same from here.
            candidate.log_likelihood = match candidate.pose {
                Pose::Standing => -3.9,
                Pose::Lying => 0.0,
            };
        }
        shadow.foot = shadow.foot.map(|v| -v);
        shadow.candidates.truncate(1);
        for candidate in &mut shadow.candidates {
            (candidate.color, candidate.log_likelihood) = (Some(Black), -12.0);
        }
        seen.figures.insert(0, shadow);
        table.events.extend(table.tracker.see(&seen));
        let colors: Vec<_> = table
            .tracker
            .log()
            .game()
            .figures()
            .map(|f| f.color)
            .collect();
        assert!(!colors.contains(&Some(Black)), "{colors:?}");
    }
    assert_eq!(table.tracker.log().game().figures().count(), 1);
}

#[test]
fn a_figure_taken_back_in_its_turn_never_stood_there() {
    let mut table = start("players=red,blue");
    table.lay("U", 1, 0, 90);
    let before = table.truth.clone();
    table.put(Red, 0);
    table.looks(6);
    table.figures.clear();
    table.truth = before;
    table.looks(8);
    same(&table);
    // Another one may be placed instead.
    table.put(Red, 1);
    table.looks(6);
    same(&table);
}

#[test]
fn a_figure_gone_from_an_open_feature_is_asked_for() {
    let mut table = start("players=red,blue");
    table.lay("U", 1, 0, 90);
    let thief = table.put(Red, 0);
    table.looks(6);
    table.lay("U", 2, 0, 90);
    table.looks(6);
    let standing = table.figures.clone();
    table.figures.clear();
    table.looks(12);
    let snapshot = table.tracker.snapshot();
    let [question] = &snapshot.questions[..] else {
        panic!("{:?}", snapshot.questions)
    };
    assert!(matches!(question.about, About::FigureGone { .. }));
    assert_eq!(question.guesses[0].meaning, Meaning::StillThere);
    assert_eq!(snapshot.figures.len(), 1, "nothing happens by itself");
    // It is seen again: the question is gone.
    table.figures = standing;
    table.looks(1);
    assert!(table.tracker.snapshot().questions.is_empty());
    // It is gone for good.
    table.take(thief);
    table.looks(12);
    let question = table.tracker.snapshot().questions[0].clone();
    let choice = question
        .guesses
        .iter()
        .position(|guess| guess.meaning == Meaning::Taken)
        .unwrap();
    table
        .tracker
        .command(
            0,
            Command::Answer {
                question: question.id,
                choice,
            },
        )
        .unwrap();
    same(&table);
}

#[test]
fn a_hidden_figure_is_not_gone() {
    let mut table = start("players=red,blue");
    table.lay("U", 1, 0, 90);
    table.put(Red, 0);
    table.looks(6);
    table.noise.hidden = 1.0;
    table.looks(30);
    assert!(table.tracker.snapshot().questions.is_empty());
    assert!(table.tracker.snapshot().desync.is_none());
    same(&table);
}

#[test]
fn a_figure_missed_before_the_next_tile_is_put_into_its_turn() {
    let mut table = start("");
    table.lay("U", 1, 0, 90);
    table.looks(4);
    table.put(Red, 0);
    table.lay("E", 0, -1, 180);
    table.looks(12);
    same(&table);
    let inserted = |kind: &&EventKind| matches!(kind, EventKind::Inserted { .. });
    assert!(kinds(&table).iter().any(inserted), "{:#?}", table.events);
}

#[test]
fn an_unsure_foot_is_asked_for() {
    let mut table = start("players=red,blue");
    table.lay("L", 1, 0, 0);
    table.put(Red, 1);
    for _ in 0..10 {
        let mut seen = table.seen();
        for figure in &mut seen.figures {
            // On the seam between two road ends, whichever way the lattice is turned.
            figure.foot = figure.foot.map(|part| part.signum() * 0.0);
        }
        let events = table.tracker.see(&seen);
        table.events.extend(events);
    }
    let snapshot = table.tracker.snapshot();
    let [question] = &snapshot.questions[..] else {
        panic!("{:?}", snapshot.questions)
    };
    assert_eq!(question.about, About::WhichFigure);
    let red_road = question
        .guesses
        .iter()
        .position(|guess| {
            matches!(guess.meaning, Meaning::Figure { color: Some(Red), at, .. } if at.segment == 1)
        })
        .expect("the truth is among the guesses");
    table
        .tracker
        .command(
            0,
            Command::Answer {
                question: question.id,
                choice: red_road,
            },
        )
        .unwrap();
    same(&table);
}

#[test]
fn a_figure_where_none_may_stand_is_named_and_not_counted() {
    let mut table = start("players=red,blue");
    table.lay("U", 1, 0, 90);
    table.put(Red, 0);
    table.looks(6);
    table.lay("U", 2, 0, 90);
    let cell = Cell::new(2, 0);
    table.figures.push(table::Standing {
        at: tracker::board::features::SegmentRef::new(cell, 0),
        kind: carcassonne::piece::FigureKind::Meeple,
        color: Some(Blue),
        event: tracker::log::event::EventId(999),
    });
    table.looks(12);
    let snapshot = table.tracker.snapshot();
    assert_eq!(snapshot.figures.len(), 1);
    let named = |kind: &ReminderKind| matches!(kind, ReminderKind::FigureNotAllowed { .. });
    assert!(
        snapshot
            .reminders
            .iter()
            .any(|reminder| named(&reminder.kind)),
        "{snapshot:#?}"
    );
}
