//! The belief on simulated tables: whole random games seen through a camera that errs, and
//! each pattern of change by name.

mod table;

use table::{NONE, SOME, Table};
use tracker::piece::Color::{Blue, Red, Yellow};

#[test]
fn random_games_are_followed_without_noise() {
    for seed in 0..6 {
        let mut table = Table::new("players=red,blue,yellow", seed, NONE);
        table.play(&[Red, Blue, Yellow], 30);
        let differences = table.differences();
        assert!(differences.is_empty(), "seed {seed}:\n{differences}");
        assert!(table.tracker.snapshot().questions.is_empty(), "seed {seed}");
    }
}

#[test]
fn random_games_are_followed_through_noise() {
    for seed in 0..20 {
        let mut table = Table::new("", seed, SOME);
        table.play(&[Red, Blue, Yellow], 40);
        let differences = table.differences();
        assert!(differences.is_empty(), "seed {seed}:\n{differences}");
    }
}
