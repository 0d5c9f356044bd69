//! Sentences for exports: what stands in them, and why a kind cannot be given.
//!
//! As in [`crate::text::game::facts`], every enum is matched without a catch-all.

use tracker::rules::Expansion;
use tracker::snapshot::Snapshot;

use super::{Words, capital};
use crate::export::told::Lack;
use crate::export::{For, NotWritten};
use crate::views::standing::Origin;

impl Words {
    /// Why a kind of export cannot be given for a game.
    pub fn lack(self, snapshot: &Snapshot, lack: &Lack) -> String {
        match lack {
            Lack::Modules(modules) => {
                let names: Vec<String> = modules.iter().map(|&m| self.module(m)).collect();
                self.with("lack-modules", &[("modules", self.list(&names).into())])
            }
            Lack::Ruling(ruling) => self.with(
                "lack-ruling",
                &[
                    ("number", ruling.number.into()),
                    ("ruling", self.ruling(ruling).into()),
                ],
            ),
            Lack::PutBack => self.say("lack-put-back"),
            Lack::Tile(face) => self.with("lack-tile", &[("face", face.as_str().into())]),
            Lack::Event(event) => {
                let event = self.event(snapshot, event);
                self.with("lack-event", &[("event", event.into())])
            }
            Lack::StoodBefore => self.say("lack-stood-before"),
            Lack::OutOfTurn(turn) => self.with("lack-out-of-turn", &[("turn", (*turn).into())]),
            Lack::NoPlayers => self.say("lack-no-players"),
            Lack::NoPictures => self.say("lack-no-pictures"),
            Lack::TooLong => self.say("lack-too-long"),
            Lack::Failed(why) => self.with("lack-failed", &[("why", why.as_str().into())]),
        }
    }

    /// The same for several kinds, each with its name.
    pub fn lacking(self, snapshot: &Snapshot, lacking: &[(&'static str, Lack)]) -> Vec<String> {
        let each = lacking.iter();
        each.map(|(kind, lack)| format!("{kind}: {}", self.lack(snapshot, lack)))
            .collect()
    }

    /// A kind of export by its name, and what it is good for.
    pub fn export_kind(self, name: &str) -> (String, String) {
        let (key, why) = match name {
            "record" => ("export-record", "export-record-why"),
            "schema" => ("export-schema", "export-schema-why"),
            "json" => ("export-json", "export-json-why"),
            "csv" => ("export-csv", "export-csv-why"),
            "svg" => ("export-svg", "export-svg-why"),
            "png" => ("export-png", "export-png-why"),
            "picture" => ("export-picture", "export-picture-why"),
            "photo" => ("export-photo", "export-photo-why"),
            "cases" => ("export-cases", "export-cases-why"),
            "html" => ("export-html", "export-html-why"),
            "transcript" => ("export-transcript", "export-transcript-why"),
            "bgstats" => ("export-bgstats", "export-bgstats-why"),
            "jcz" => ("export-jcz", "export-jcz-why"),
            // A test sees to it that no kind comes here.
            other => (other, other),
        };
        (self.say(key), self.say(why))
    }

    /// What somebody wants files for.
    pub fn wanted_for(self, wanted: For) -> String {
        self.say(match wanted {
            For::Showing => "export-for-showing",
            For::PlayingOn => "export-for-playing",
            For::Counting => "export-for-counting",
            For::Programming => "export-for-programming",
        })
    }

    /// Who has won a game without a team, and with how many points.
    pub fn winners(self, snapshot: &Snapshot) -> String {
        let best = snapshot.players.iter().map(|p| p.score).max().unwrap_or(0);
        let winners: Vec<String> = snapshot
            .players
            .iter()
            .filter(|player| player.score == best)
            .map(|player| self.name(player))
            .collect();
        match winners.as_slice() {
            [] => String::new(),
            [one] => self.with(
                "table-end-winner",
                &[("name", one.as_str().into()), ("points", best.into())],
            ),
            many => self.with(
                "table-end-tie",
                &[("names", self.list(many).into()), ("points", best.into())],
            ),
        }
    }

    /// What points are for: `City`.
    pub fn origin(self, origin: Origin) -> String {
        match origin {
            Origin::Feature(kind) => capital(&self.feature(kind)),
            Origin::Else(reason) => self.reason(reason),
        }
    }

    /// Where points came from, at most so many of them: `City 41 · Road 12`.
    pub fn sources(self, sources: &[(Origin, i32)], most: usize) -> String {
        let each = sources.iter().take(most);
        let each = each.map(|(origin, points)| format!("{} {points}", self.origin(*origin)));
        each.collect::<Vec<_>>().join(" · ")
    }

    /// Why nothing was written, and what to do about it.
    pub fn not_written(self, why: &NotWritten) -> (String, String) {
        match why {
            NotWritten::InTheWay(path) => (
                self.with(
                    "export-in-the-way",
                    &[("path", path.display().to_string().into())],
                ),
                self.say("export-in-the-way-help"),
            ),
            NotWritten::Refused { path, why } => (
                self.with(
                    "fail-folder",
                    &[
                        ("folder", path.display().to_string().into()),
                        ("why", why.to_string().into()),
                    ],
                ),
                self.say("fail-folder-help"),
            ),
            NotWritten::Record(why) => (
                self.with("fail-other", &[("why", why.to_string().into())]),
                self.say("fail-other-help"),
            ),
        }
    }

    /// What was played, as players say it: `Carcassonne with Mage & Witch and Abbot`.
    pub fn game_of(self, modules: &[Expansion]) -> String {
        let names: Vec<String> = modules.iter().map(|&module| self.module(module)).collect();
        if names.is_empty() {
            return self.say("report-base");
        }
        self.with("report-with", &[("modules", self.list(&names).into())])
    }
}
