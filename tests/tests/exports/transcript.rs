//! The game in words: every turn and every line of points is told, in both languages.

use nebelwacht_ui::export::points;

use super::*;

#[test]
fn every_turn_and_every_line_of_points_is_told_in_both_languages() {
    for golden in golden() {
        let mut texts = Vec::new();
        for language in Language::all() {
            let told = text(made_in(&golden.told, "transcript", ".md", language));
            let name = format!("{} in {}", golden.name, language.code());
            assert!(!told.contains('‹'), "{name}: a word is missing\n{told}");
            let turns = golden.told.log.game().turn();
            let turn = if language == Language::German {
                "Zug"
            } else {
                "Turn"
            };
            for number in 1..=turns {
                let heading = format!("\n## {turn} {number}");
                assert!(told.contains(&heading), "{name}: no {heading}");
            }
            let lines = told.lines().filter(|line| line.starts_with("- **")).count();
            assert_eq!(lines, points::scored(&golden.told).len(), "{name}\n{told}");
            texts.push(told);
        }
        assert_ne!(texts[0], texts[1], "{}", golden.name);
    }
}

/// A game is dated by the clock on the wall, not by that of Greenwich.
#[test]
fn it_is_dated_in_the_time_of_its_place() {
    let mut golden = golden().remove(0);
    let east = jiff::tz::offset(2);
    golden.told.zone = jiff::tz::TimeZone::fixed(east);
    let said = text(made(&golden.told, "transcript", ".md"));
    assert!(said.contains("2026-11-21 21:30"), "{said}");
}
