//! The messages keep the schema that is in the documents.

use std::path::Path;

use hall::message::{Game, Happened, Outcome, Presence, VERSION, write};
use jiff::Timestamp;
use nebelwacht_tests::halls::played::Played;
use serde_json::{Value, json};

/// The schema as it is in the documents. `NEBELWACHT_SCHEMA=1` writes it anew.
fn documented() -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/hall/schema.json");
    let made = serde_json::to_string_pretty(&hall::message::schema::schema()).unwrap() + "\n";
    if std::env::var_os("NEBELWACHT_SCHEMA").is_some() {
        std::fs::write(&path, &made).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap();
    assert_eq!(
        kept, made,
        "the messages have changed: NEBELWACHT_SCHEMA=1 writes the schema anew"
    );
    serde_json::from_str(&kept).unwrap()
}

#[test]
fn every_message_keeps_the_documented_schema() {
    let schema = documented();
    assert!(jsonschema::meta::is_valid(&schema), "no valid JSON Schema");
    let validator = jsonschema::validator_for(&schema).unwrap();
    let now = Timestamp::now();
    let mut game = Played::new("players=Anna:red,Ben:blue", 3);
    while game.turn() && game.events().len() < 120 {}
    game.end();
    let snapshot = game.snapshot();
    let presence = Presence {
        v: VERSION,
        session: 7,
        online: true,
    };
    let setup = Game {
        v: VERSION,
        game: now,
        setup: (*snapshot.setup).clone(),
    };
    let outcome = hall::check::Reckoned {
        game: Some(now),
        snapshot: snapshot.clone(),
    };
    let outcome: Outcome = outcome.outcome(now).unwrap();
    let state = hall::telling::teller::state(&snapshot, &hall::Agreed::default(), now);
    let mut all = vec![
        json!({"presence": presence}),
        json!({"game": setup}),
        json!({"result": outcome}),
        json!({"state": state}),
    ];
    all.extend(game.events().iter().map(|event| {
        let happened = Happened {
            v: VERSION,
            game: now,
            event: event.clone(),
        };
        let told: Value = serde_json::from_slice(&write(&happened)).unwrap();
        json!({"event": told})
    }));
    for message in &all {
        let errors: Vec<_> = validator
            .iter_errors(message)
            .map(|e| e.to_string())
            .collect();
        assert!(errors.is_empty(), "{message}: {errors:?}");
    }
    for wrong in [
        json!({"presence": {"v": 1, "session": 7}}),
        json!({"state": {"v": 1}}),
        json!({"result": {"v": 1, "game": 3}}),
        json!({"secret": {}}),
    ] {
        assert!(!validator.is_valid(&wrong), "{wrong}");
    }
}
