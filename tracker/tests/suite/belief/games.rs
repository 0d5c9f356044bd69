//! Whole random games seen through a camera that errs.

use super::table::{NONE, SOME, Table};
use carcassonne::piece::Color::{Blue, Red, Yellow};
use tracker::log::event::EventKind;
use tracker::snapshot::About;

#[test]
fn random_games_are_followed_without_noise() {
    for seed in 0..6 {
        let mut table = Table::new("players=red,blue,yellow", seed, NONE);
        table.play(&[Red, Blue, Yellow], 30);
        let differences = table.differences();
        assert!(differences.is_empty(), "seed {seed}:\n{differences}");
        // These players often leave free points lying, and that may be asked.
        let snapshot = table.tracker.snapshot();
        let mut asked = snapshot.questions.iter();
        let at_once = |about| matches!(about, About::ClaimedAtOnce { .. });
        assert!(asked.all(|q| at_once(q.about)), "seed {seed}");
    }
}

/// Mage and witch are moved, driven apart and scored as the rules say, and seen to be.
#[test]
fn mage_and_witch_are_followed() {
    let mut moves = 0;
    for seed in 0..10 {
        let setup = "modules=mage_and_witch; players=red,blue,yellow";
        let mut table = Table::new(setup, seed, NONE);
        table.play(&[Red, Blue, Yellow], 60);
        let differences = table.differences();
        assert!(differences.is_empty(), "seed {seed}:\n{differences}");
        moves += table
            .events
            .iter()
            .filter(|event| matches!(event.kind, EventKind::FigurePlaced { color: None, .. }))
            .count();
    }
    assert!(moves > 40, "only {moves} moves");
}

/// What is wrong must have been asked for, and the right answers must put it right.
#[test]
fn through_noise_nothing_goes_wrong_silently() {
    let (mut turns, mut asked, mut exact) = (0, 0, 0);
    for seed in 0..40 {
        let mut table = Table::new("", seed, SOME);
        table.play(&[Red, Blue, Yellow], 40);
        turns += table.truth.game().turn();
        asked += table.tracker.snapshot().questions.len();
        exact += u32::from(table.differences().is_empty());
        assert!(table.tracker.snapshot().desync.is_none(), "seed {seed}");
        table.answer_truthfully();
        let differences = table.differences();
        assert!(differences.is_empty(), "seed {seed}:\n{differences}");
    }
    println!("{exact} of 40 games exact without help, {asked} questions in {turns} turns");
    assert!(exact >= 30, "{exact} of 40 games exact without help");
}

/// While one question is open, what everybody will really have lies within what is projected.
#[test]
fn the_projection_is_an_honest_range() {
    let (mut asked, mut wide) = (0, 0);
    for seed in 0..40 {
        let mut table = Table::new("", seed, SOME);
        table.play(&[Red, Blue, Yellow], 40);
        let snapshot = table.tracker.snapshot();
        if snapshot.questions.len() != 1 {
            continue;
        }
        asked += 1;
        let end = table.truth.game().after_end();
        for player in &snapshot.players {
            let (low, high) = player.projected_range;
            wide += u32::from(low < high);
            assert!((low..=high).contains(&player.projected_score));
            let really = end.player_of(player.color).map_or(0, |player| player.score);
            assert!(
                (low..=high).contains(&really),
                "seed {seed}: {really} in {low}..={high}"
            );
        }
    }
    println!("{asked} games with one question, {wide} projections with a range");
    assert!(asked >= 3 && wide >= 3, "{asked} games, {wide} ranges");
}

/// Of the readings said to be p sure, about p must be right.
#[test]
fn confidence_is_what_it_says() {
    let (mut said, mut right, mut count) = (0.0, 0.0, 0);
    for seed in 100..130 {
        let mut table = Table::new("", seed, SOME);
        table.play(&[Red, Blue, Yellow], 30);
        let snapshot = table.tracker.snapshot();
        for tile in &snapshot.tiles {
            let truth = table.truth.game().board().get(tile.cell);
            let is_right = truth
                .is_some_and(|laid| (laid.face.id, laid.rotation) == (tile.face, tile.rotation));
            said += f64::from(tile.confidence);
            right += f64::from(u8::from(is_right));
            count += 1;
        }
    }
    let (said, right) = (said / f64::from(count), right / f64::from(count));
    println!("{count} tiles: said {said:.3}, right {right:.3}");
    assert!(
        (said - right).abs() < 0.02,
        "said {said:.3}, right {right:.3}"
    );
}
