//! Sentences for exports: what stands in them, and why a kind cannot be given.
//!
//! As in [`crate::text::game::facts`], every enum is matched without a catch-all.

use tracker::rules::Expansion;
use tracker::snapshot::Snapshot;

use super::{Words, capital, message};
use crate::export::told::Lack;
use crate::export::{For, Kind, NotWritten};
use crate::views::standing::Origin;

impl Words {
    /// Why a kind of export cannot be given for a game.
    pub fn lack(self, snapshot: &Snapshot, lack: &Lack) -> String {
        match lack {
            Lack::Modules(modules) => {
                let names: Vec<String> = modules.iter().map(|&m| self.module(m)).collect();
                self.with(message::LackModules {
                    modules: self.list(&names),
                })
            }
            Lack::Ruling(ruling) => self.with(message::LackRuling {
                number: ruling.number,
                ruling: self.ruling(ruling),
            }),
            Lack::Bag => self.say(message::LACK_BAG),
            Lack::PutBack => self.say(message::LACK_PUT_BACK),
            Lack::Tile(face) => self.with(message::LackTile {
                face: face.as_str(),
            }),
            Lack::Event(event) => {
                let event = self.event(snapshot, event);
                self.with(message::LackEvent { event })
            }
            Lack::StoodBefore => self.say(message::LACK_STOOD_BEFORE),
            Lack::OutOfTurn(turn) => self.with(message::LackOutOfTurn { turn }),
            Lack::NoPlayers => self.say(message::LACK_NO_PLAYERS),
            Lack::NoPictures => self.say(message::LACK_NO_PICTURES),
            Lack::TooLong => self.say(message::LACK_TOO_LONG),
            Lack::Failed(why) => self.with(message::LackFailed { why }),
        }
    }

    /// The same for several kinds, each with what it is called.
    pub fn lacking(self, snapshot: &Snapshot, lacking: &[(&'static str, Lack)]) -> Vec<String> {
        let title = |name| {
            Kind::find(name).map_or_else(|| String::from(name), |kind| self.say(kind.says[0]))
        };
        let each = lacking.iter();
        each.map(|(kind, lack)| format!("{}: {}", title(*kind), self.lack(snapshot, lack)))
            .collect()
    }

    /// What a kind of export is called, and what it is good for.
    pub fn export_kind(self, kind: &Kind) -> [String; 2] {
        kind.says.map(|text| self.say(text))
    }

    /// What somebody wants files for.
    pub fn wanted_for(self, wanted: For) -> String {
        self.say(match wanted {
            For::Showing => message::EXPORT_FOR_SHOWING,
            For::PlayingOn => message::EXPORT_FOR_PLAYING,
            For::Counting => message::EXPORT_FOR_COUNTING,
            For::Programming => message::EXPORT_FOR_PROGRAMMING,
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
            [one] => self.with(message::TableEndWinner {
                name: one.as_str(),
                points: best,
            }),
            many => self.with(message::TableEndTie {
                names: self.list(many),
                points: best,
            }),
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
                self.with(message::ExportInTheWay {
                    path: path.display().to_string(),
                }),
                self.say(message::EXPORT_IN_THE_WAY_HELP),
            ),
            NotWritten::Refused { path, why } => (
                self.with(message::FailFolder {
                    folder: path.display().to_string(),
                    why: why.to_string(),
                }),
                self.say(message::FAIL_FOLDER_HELP),
            ),
            NotWritten::Record(why) => (
                self.with(message::FailOther {
                    why: why.to_string(),
                }),
                self.say(message::FAIL_OTHER_HELP),
            ),
        }
    }

    /// What was played, as players say it: `Carcassonne with Mage & Witch and Abbot`.
    pub fn game_of(self, modules: &[Expansion]) -> String {
        let names: Vec<String> = modules.iter().map(|&module| self.module(module)).collect();
        if names.is_empty() {
            return self.say(message::REPORT_BASE);
        }
        self.with(message::ReportWith {
            modules: self.list(&names),
        })
    }
}
