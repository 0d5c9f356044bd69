//! The record, its schema, and the snapshot.

use serde_json::Value;
use tracker::log::record::Record;

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
