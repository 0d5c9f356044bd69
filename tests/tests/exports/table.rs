//! The table of points: read by a CSV parser, its sums are the final scores.

use std::collections::BTreeMap;

use super::*;

#[test]
fn the_points_of_each_player_add_up_to_the_final_score() {
    let (mut rows, mut clamped) = (0, 0);
    for golden in golden() {
        let bytes = made(&golden.told, "csv", ".csv");
        let mut table = csv::Reader::from_reader(bytes.as_slice());
        let columns = table.headers().expect("a first row").clone();
        let column = |name: &str| {
            let at = columns.iter().position(|column| column == name);
            at.unwrap_or_else(|| panic!("no column {name}"))
        };
        let mut sums: BTreeMap<String, i32> = BTreeMap::new();
        for row in table.records() {
            let row = row.expect("a row as wide as the first");
            let number = |name: &str| row[column(name)].parse::<i32>().expect("a number");
            let sum = sums.entry(row[column("color")].to_owned()).or_default();
            *sum += number("points");
            assert_eq!(*sum, number("score"), "{}: {row:?}", golden.name);
            clamped += u32::from(number("points") != number("worth"));
            rows += 1;
        }
        // The same numbers as the game itself has, an open turn counted as if it ended.
        let snapshot = &golden.told.snapshot;
        if golden.told.log.game().shares_score() {
            let team = snapshot.team.as_ref().expect("a team").provisional_score;
            assert_eq!(
                sums.get("team").copied().unwrap_or(0),
                team,
                "{}",
                golden.name
            );
            continue;
        }
        for player in &snapshot.players {
            let colors = std::iter::once(&player.color).chain(&player.also);
            let sum: i32 = colors.filter_map(|color| sums.get(color.name())).sum();
            assert_eq!(
                sum, player.provisional_score,
                "{}: {}",
                golden.name, player.color
            );
        }
    }
    assert!(rows > 100, "only {rows} rows");
    assert!(clamped > 0, "no game in which the track stops at 0");
    println!("{rows} rows, {clamped} of them stopped at 0");
}

#[test]
fn a_game_without_points_has_a_table_with_columns() {
    let header = r#"{"format":"nebelwacht-record","version":1,"setup":{}}"#;
    let told = Told::read(header.as_bytes(), Timestamp::UNIX_EPOCH).expect("read");
    let bytes = made(&told, "csv", ".csv");
    let mut table = csv::Reader::from_reader(bytes.as_slice());
    assert_eq!(table.headers().expect("columns").len(), 11);
    assert_eq!(table.records().count(), 0);
}
