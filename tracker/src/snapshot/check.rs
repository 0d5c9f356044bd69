//! Whether what a record expects is true.
//!
//! Plays it event by event and compares the game, and where that is asked for the snapshot, with
//! each [`Expect`]. For tests and for whoever writes a record by hand; nothing is changed.

use std::collections::HashSet;
use std::sync::Arc;

use crate::event::By;
use crate::log::Log;
use crate::log::expect::Expect;
use crate::log::record::{Line, Record};
use crate::rules::Game;
use crate::rules::points::scoring::{self, Scored};
use carcassonne::piece::{Color, FigureKind};

impl Record {
    /// Plays the record and lists every expectation that is not met, by line.
    pub fn failures(&self) -> Vec<String> {
        let mut log = Log::new(Arc::new(self.header.setup.clone()));
        let mut failures = Vec::new();
        for (index, line) in self.lines.iter().enumerate() {
            match line {
                Line::Event(event) => log.push(event.clone()),
                Line::Expect { expect } => failures.extend(
                    expect
                        .failures(&log)
                        .into_iter()
                        .map(|failure| format!("line {}: {failure}", index + 2)),
                ),
            }
        }
        failures.extend(
            log.rejected()
                .iter()
                .map(|r| format!("event {} is refused: {}", r.event, r.fault)),
        );
        if !failures.is_empty() {
            failures.push(format!("the board at the end:\n{}", log.game().board()));
        }
        failures
    }
}

/// Something that is expected and what is so.
type Compared = (String, String, String);

impl Expect {
    /// What is expected of the log's game and not true.
    pub fn failures(&self, log: &Log) -> Vec<String> {
        let game = log.game();
        let compared = [
            self.of_colors(game),
            self.of_turn(game),
            self.of_features(game),
        ];
        let wrong = compared.into_iter().flatten();
        let wrong = wrong.filter(|(_, expected, got)| expected != got);
        let wrong =
            wrong.map(|(what, expected, got)| format!("{what}: expected {expected}, got {got}"));
        self.snapshot_failures(log)
            .into_iter()
            .chain(wrong)
            .collect()
    }

    fn of_colors(&self, game: &Game) -> Vec<Compared> {
        let scores = self.scores.iter().map(|(color, expected)| {
            let player = game.players().iter().find(|player| player.color == *color);
            let got = player.map_or(0, |player| player.score);
            let what = format!("score of {color}");
            (what, expected.to_string(), got.to_string())
        });
        let meeples = self.meeples.iter().map(|(color, expected)| {
            let got = game.in_hand(*color, FigureKind::Meeple);
            let what = format!("meeples of {color}");
            (what, expected.to_string(), got.to_string())
        });
        scores.chain(meeples).collect()
    }

    fn of_turn(&self, game: &Game) -> Vec<Compared> {
        let last_line = self.last_line.iter().map(|expected| {
            let got = game.lines().last().map_or_else(String::new, |line| {
                let who = line.color.map_or("team", Color::name);
                format!("{who} {}: {}", line.points, line.expression)
            });
            ("last line".to_owned(), expected.clone(), got)
        });
        let places = self.places.iter().map(|expected| {
            let player = game.open_turn().and_then(|open| open.player);
            let places = player.map(|color| game.figure_places(color));
            let places = places.unwrap_or_default().into_iter();
            let mut got: Vec<_> = places.map(|place| place.at).collect();
            got.sort();
            got.dedup();
            let what = "places".to_owned();
            (what, format!("{expected:?}"), format!("{got:?}"))
        });
        let turn = self.turn.iter().map(|expected| {
            let what = "turn".to_owned();
            (what, expected.to_string(), game.turn().to_string())
        });
        last_line.chain(places).chain(turn).collect()
    }

    fn of_features(&self, game: &Game) -> Vec<Compared> {
        let mut seen = Vec::new();
        let mut compared = Vec::new();
        for group in &self.features {
            let features = group.iter().map(|&at| game.features().at(at));
            let mut ids: Vec<_> = features.map(|feature| feature.map(|f| f.id)).collect();
            ids.dedup();
            let what = format!("features of {group:?}");
            compared.push((what, "1".to_owned(), ids.len().to_string()));
            seen.extend(ids);
        }
        let different = seen.iter().collect::<HashSet<_>>().len();
        let what = "different features".to_owned();
        compared.push((what, seen.len().to_string(), different.to_string()));
        for (at, expected) in &self.values {
            let feature = game.features().at(*at);
            let got = feature.map(|f| scoring::value(game, f, Scored::now(f)).to_string());
            let what = format!("value at {at:?}");
            compared.push((what, expected.clone(), got.unwrap_or_default()));
        }
        for (at, expected) in &self.owners {
            let feature = game.features().at(*at);
            let got = feature.map(|feature| scoring::owners(game, feature));
            let what = format!("owners at {at:?}");
            compared.push((what, format!("{:?}", Some(expected)), format!("{got:?}")));
        }
        compared
    }

    /// What is expected of the snapshot and of events, and not true.
    fn snapshot_failures(&self, log: &Log) -> Vec<String> {
        let mut failures = Vec::new();
        for event in &self.refused {
            if log.clone().append(0, By::Person, event.clone()).is_ok() {
                failures.push(format!("{event:?} is accepted"));
            }
        }
        if self.at.is_empty() && self.reminders.is_empty() && self.no_reminders.is_empty() {
            return failures;
        }
        let snapshot = super::view::of_log(log);
        for (pointer, expected) in &self.at {
            let whole = serde_json::to_value(&snapshot).unwrap_or_default();
            let got = whole.pointer(pointer).unwrap_or(&serde_json::Value::Null);
            if got != expected {
                failures.push(format!("{pointer}: expected {expected}, got {got}"));
            }
        }
        let ids: Vec<&str> = snapshot.reminders.iter().map(|r| r.id.as_str()).collect();
        let has = |start: &str| ids.iter().any(|id| id.starts_with(start));
        for missing in self.reminders.iter().filter(|start| !has(start)) {
            failures.push(format!("no reminder {missing} among {ids:?}"));
        }
        for present in self.no_reminders.iter().filter(|start| has(start)) {
            failures.push(format!("a reminder {present} among {ids:?}"));
        }
        failures
    }
}
