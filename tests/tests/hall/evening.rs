//! An evening's folder: pairings and handed-in records come in, results, standings and a tournament
//! report go out; whatever disagrees is said.

use std::path::Path;

use hall::message::{Outcome, Player, VERSION, write};
use hall::{Agreed, Wall};
use jiff::{Timestamp, ToSpan as _};
use nebelwacht_tests::halls::played::Played;
use nebelwacht_ui::hall::folder::EveningFolder;
use nebelwacht_ui::text::Language;
use tracker::log::record::{Record, to_lines};

use super::record;

const PAIRINGS: &str = "Runde;Tisch;Weiß;Schwarz\n1;1;Anna Berg;Ben Ohm\n1;2;Cleo Fink;Dora Ey\n\
    1;3;Emil Zander;Frieda Han\n";

/// A game that was played to its end, and when it began.
fn finished(players: &str, seed: u64) -> (Played, Timestamp) {
    let mut game = Played::new(players, seed);
    while game.turn() {}
    game.end();
    let began = Timestamp::from_second(1_700_000_000).unwrap() + (seed as i64).minutes();
    (game, began)
}

fn outcome(game: &Played, began: Timestamp, more: i32) -> Outcome {
    let agreed = Agreed::default();
    let snapshot = game.snapshot();
    let player = |player: &tracker::snapshot::PlayerView| Player {
        name: agreed.name(&player.name, player.color),
        color: player.color,
        score: player.score + more,
        on_turn: false,
    };
    Outcome {
        v: VERSION,
        game: began,
        players: snapshot.players.iter().map(player).collect(),
        team: None,
        turns: snapshot.turn.number,
        confirmed: began + 1.hour(),
    }
}

/// Tells the hall a result, and the record with it.
fn confirm(wall: &mut Wall, table: &str, (game, began): &(Played, Timestamp), more: i32) {
    let told = Agreed::default().record(&record(game, *began)).unwrap();
    let outcome = outcome(game, *began, more);
    for (kind, message) in [("record", told), ("result", write(&outcome))] {
        wall.take(&format!("club/friday/{table}/{kind}"), &message, 0);
    }
    assert_eq!(wall.refused(), 0);
}

/// Writes a record as a table keeps it, names and all.
fn hand_in(folder: &Path, name: &str, record: &Record) {
    let lines = to_lines(&record.header, record.events()).unwrap();
    std::fs::write(folder.join("records").join(name), lines).unwrap();
}

#[test]
fn what_comes_in_is_counted_once_and_checked() {
    let place = tempfile::tempdir().unwrap();
    let folder = place.path();
    let mut evening = EveningFolder::open(folder, "Freitag", 5, Language::German).unwrap();
    std::fs::write(folder.join("pairings.csv"), PAIRINGS).unwrap();
    let games = [
        finished("players=Anna Berg:red,Ben Ohm:blue", 1),
        finished("players=Cleo Fink:green,Dora Ey:yellow", 2),
        finished("players=Emil Zander:black,Frieda Han:pink", 3),
    ];
    let mut wall = Wall::new("club/friday");
    confirm(&mut wall, "1", &games[0], 0);
    // Table 2 says five points too many.
    confirm(&mut wall, "2", &games[1], 5);
    // Table 3 was never online.
    hand_in(folder, "tisch-drei.jsonl", &record(&games[2].0, games[2].1));
    // Somebody hands in what the hall knows already.
    hand_in(folder, "tisch-eins.jsonl", &record(&games[0].0, games[0].1));
    std::fs::write(folder.join("records/leer.jsonl"), "{").unwrap();
    let stands = evening.update(&wall);

    let tables: Vec<_> = stands
        .played
        .iter()
        .map(|game| {
            (
                game.table.as_str(),
                game.round,
                game.by_file,
                game.disagrees,
            )
        })
        .collect();
    assert_eq!(
        tables,
        [
            ("1", Some(1), false, false),
            ("2", Some(1), false, true),
            ("3", Some(1), true, false),
        ]
    );
    assert_eq!(stands.rows.len(), 6, "{:?}", stands.rows);
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).unwrap();
    let results = read("results.csv");
    assert_eq!(results.lines().count(), 1 + 6);
    // Initials were told, and the pairing knows whose they are; the file names them itself.
    for (name, color) in [("Anna Berg", "red"), ("Frieda Han", "pink")] {
        let color = color.parse().unwrap();
        let score = games.iter().map(|(game, _)| game.score(color)).max();
        let line = format!(",{name},{},", score.unwrap());
        assert!(results.contains(&line), "{results}{line}");
    }
    let standings = read("standings.csv");
    for name in ["Ben Ohm", "Cleo Fink", "Emil Zander"] {
        assert!(standings.contains(name) && read("standings.html").contains(name));
    }
    assert_eq!(read("tournament.trf").matches("001 ").count(), 6);
    assert!(
        stands.trouble.iter().any(|one| one.starts_with("leer: ")),
        "{:?}",
        stands.trouble
    );

    // Started again, the hall hears only what the broker kept, and now another result of table 2.
    let mut again = Wall::new("club/friday");
    confirm(&mut again, "2", &games[1], 6);
    let mut reopened = EveningFolder::open(folder, "Freitag", 5, Language::German).unwrap();
    for heard in [Wall::new("club/friday"), again] {
        assert_eq!(reopened.update(&heard).played, stands.played);
        assert_eq!(read("results.csv"), results);
    }

    // Table 2's own record says who is right.
    hand_in(folder, "tisch-zwei.jsonl", &record(&games[1].0, games[1].1));
    let stands = evening.update(&wall);
    assert_eq!(stands.played.len(), 3, "nothing counts twice");
    let about = stands
        .trouble
        .iter()
        .find(|one| one.starts_with("tisch-zwei: "));
    let own = games[1].0.score("green".parse().unwrap());
    let said = format!("green has {} as published and {own} as reckoned", own + 5);
    assert!(
        about.is_some_and(|one| one.contains(&said)),
        "{about:?} {said}"
    );
}
