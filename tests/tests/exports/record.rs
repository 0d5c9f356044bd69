//! The record, its schema, and the snapshot.

use carcassonne::piece::FigureKind;
use serde_json::Value;
use tracker::log::record::Record;
use tracker::rules::FigureState;

use super::*;

fn validator(told: &Told) -> jsonschema::Validator {
    let schema: Value = serde_json::from_slice(&made(told, "schema", ".json")).expect("JSON");
    assert!(jsonschema::meta::is_valid(&schema), "no valid JSON Schema");
    jsonschema::validator_for(&schema).expect("a schema")
}

#[test]
fn every_line_of_every_record_keeps_the_schema() {
    let all = golden();
    let validator = validator(&all[0].told);
    let mut lines = 0;
    for golden in &all {
        let record = text(made(&golden.told, "record", ".jsonl"));
        for (number, line) in (1..).zip(record.lines()) {
            let value: Value = serde_json::from_str(line).expect("JSON");
            let mut errors = validator.iter_errors(&value);
            if let Some(error) = errors.next() {
                panic!("{} line {number}: {error}\n{line}", golden.name);
            }
            lines += 1;
        }
    }
    println!("{lines} lines keep the schema");
}

#[test]
fn the_schema_refuses_what_the_program_refuses() {
    let validator = validator(&golden()[0].told);
    let header = r#"{"format":"nebelwacht-record","version":1,"setup":{}}"#;
    let laid = r#"{"id":1,"at_ms":0,"by":"person","kind":"tile_laid","cell":{"x":0,"y":0},"face":"D","rotation":0}"#;
    let wrong = [
        (laid, r#""rotation":0"#, r#""rotation":45"#),
        (laid, "tile_laid", "tile_eaten"),
        (laid, r#""by":"person""#, r#""by":"nobody""#),
        (laid, r#""face":"D","#, ""),
        (laid, r#","rotation":0"#, r#","rotation":0,"colour":"red""#),
        (laid, r#""id":1,"#, ""),
        (header, r#""setup":{}"#, r#""setup":{"modules":["chess"]}"#),
        (
            header,
            r#""setup":{}"#,
            r#""setup":{"options":{"W3":"perhaps"}}"#,
        ),
        (header, r#""setup":{}"#, r#""setup":{"colour":"red"}"#),
    ];
    for right in [header, laid] {
        let value: Value = serde_json::from_str(right).expect("JSON");
        assert!(validator.is_valid(&value), "{right}");
    }
    for (line, from, to) in wrong {
        let line = line.replace(from, to);
        let value: Value = serde_json::from_str(&line).expect("JSON");
        assert!(!validator.is_valid(&value), "accepted: {line}");
        let whole = if line.contains("format") {
            line
        } else {
            format!("{header}\n{line}\n")
        };
        assert!(Record::read(whole.as_bytes()).is_err(), "read: {whole}");
    }
}

#[test]
fn an_exported_record_is_the_record() {
    for golden in golden() {
        let bytes = made(&golden.told, "record", ".jsonl");
        let original = std::fs::read(&golden.path).expect("readable");
        assert_eq!(bytes, original, "{}", golden.name);
        // A game that lives in memory gets a record of the same events.
        let log = &golden.told.log;
        let memory = Told::of(log.game().setup(), log.events(), golden.told.played);
        let memory = memory.expect("readable");
        assert_eq!(
            memory.log.events(),
            golden.told.log.events(),
            "{}",
            golden.name
        );
        assert_eq!(memory.log.game(), golden.told.log.game(), "{}", golden.name);
    }
}

#[test]
fn a_game_that_could_not_be_saved_is_told_as_it_was_played() {
    let header = "{\"format\":\"nebelwacht-record\",\"version\":1,\
        \"started\":\"2026-11-21T19:30:00Z\",\"setup\":{\"player\":[{\"color\":\"red\"}]}}\n";
    let first = "{\"id\":1,\"at_ms\":0,\"by\":\"person\",\"kind\":\"tile_laid\",\
        \"cell\":{\"x\":0,\"y\":0},\"face\":\"D\",\"rotation\":0}\n";
    let second = "{\"id\":2,\"at_ms\":9,\"by\":\"person\",\"kind\":\"tile_laid\",\
        \"cell\":{\"x\":0,\"y\":-1},\"face\":\"E\",\"rotation\":180}\n";
    let played = Record::read(format!("{header}{first}{second}").as_bytes()).expect("a record");
    let log = played.log();
    let place = tempfile::tempdir().expect("a temporary folder");
    let path = place.path().join("game.jsonl");
    let told = |saved: &str| {
        std::fs::write(&path, saved).expect("written");
        let now = Timestamp::UNIX_EPOCH;
        let setup = &played.header.setup;
        Told::of_running(setup, log.events(), Some(&path), now).expect("told")
    };
    for saved in [
        format!("{header}{first}"),
        format!("{header}{first}{second}"),
    ] {
        let told = told(&saved);
        assert_eq!(told.log.events(), log.events(), "{saved}");
        assert!(told.album.is_some());
        assert_eq!(Some(told.played), played.header.started);
    }
}

#[test]
fn a_story_ends_with_what_lies_and_stands_there() {
    for golden in golden() {
        let (story, game) = (&golden.told.story, golden.told.log.game());
        let told = story.tiles.iter();
        let told: Vec<_> = told
            .map(|tile| (tile.x, tile.y, tile.face.clone(), tile.rotation))
            .collect();
        let lying = golden.told.snapshot.tiles.iter();
        let lying: Vec<_> = lying
            .map(|tile| {
                let face = tile.face.to_string();
                (tile.cell.x, tile.cell.y, face, tile.rotation.degrees())
            })
            .collect();
        assert_eq!(told, lying, "{}", golden.name);

        let loose = [FigureKind::Ghost, FigureKind::Hound, FigureKind::Cat];
        let told = story.figures.iter().filter(|figure| figure.standing);
        let mut told: Vec<_> = told
            .filter(|figure| !loose.contains(&figure.kind))
            .map(|figure| (figure.x, figure.y, figure.kind, figure.color))
            .collect();
        let standing = game.figures();
        let mut standing: Vec<_> = standing
            .filter(|figure| figure.state != FigureState::TakenEarly)
            .map(|figure| {
                let cell = figure.at.cell;
                (cell.x, cell.y, figure.kind, figure.color)
            })
            .collect();
        told.sort();
        standing.sort();
        assert_eq!(told, standing, "{}", golden.name);
    }
}

#[test]
fn the_snapshot_is_the_game_at_its_end() {
    for golden in golden() {
        let value: Value =
            serde_json::from_slice(&made(&golden.told, "json", ".json")).expect("JSON");
        let game = golden.told.log.game();
        let scores: Vec<i64> = game.players().iter().map(|p| i64::from(p.score)).collect();
        let told = value["players"].as_array().expect("players");
        let told: Vec<i64> = told.iter().filter_map(|p| p["score"].as_i64()).collect();
        assert_eq!(told, scores, "{}", golden.name);
        let tiles = value["tiles"].as_array().map(Vec::len);
        assert_eq!(tiles, Some(game.tiles().len()), "{}", golden.name);
    }
}
