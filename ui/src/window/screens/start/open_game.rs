//! The list of saved games, which works without any file dialog, and the dialog besides.

use std::path::PathBuf;

use egui::{Align, Layout, Ui};

use crate::run::link::{Link, Program, Source};
use crate::store::records::SavedGame;
use crate::text::{Words, message};
use crate::window::screens::frame::choose_file::{ChooseFile, What};
use crate::window::screens::{Context, Go, Page};
use crate::window::widgets::{card, column};

/// The list of saved games.
pub struct OpenGame {
    games: Vec<SavedGame>,
    /// Files that cannot be told, and why not.
    damaged: Vec<(PathBuf, String)>,
    camera: Option<u32>,
    watch: bool,
    dialog: ChooseFile,
    /// The game that is about to be deleted, once that is confirmed.
    deleting: Option<PathBuf>,
}

impl OpenGame {
    /// Looks once at the folder and for a camera.
    pub fn new(program: &dyn Program) -> Self {
        let usable = |camera: &crate::run::link::CameraChoice| camera.trouble.is_none();
        let camera = program.cameras().into_iter().find(usable);
        Self {
            games: program.games(),
            damaged: program.damaged_games(),
            camera: camera.map(|camera| camera.index),
            watch: false,
            dialog: ChooseFile::default(),
            deleting: None,
        }
    }

    /// Shows it.
    pub fn show(&mut self, ui: &mut Ui, ctx: &mut Context<'_>) -> Option<Go> {
        let words = ctx.words;
        let mut go = None;
        let mut wanted = self.dialog.chosen();
        let mut doomed = None;
        column::show(ui, |ui| {
            ui.vertical_centered(|ui| {
                ui.set_max_width(760.0);
                ui.with_layout(Layout::top_down(Align::Min), |ui| {
                    ui.add_space(18.0);
                    card::title(ui, &words.say(message::OPEN_TITLE));
                    let folder = ctx.program.games_folder();
                    let shown = folder.display().to_string();
                    card::soft(ui, &words.with(message::OpenFolder { folder: shown }));
                    ui.add_space(6.0);
                    if self.camera.is_some() {
                        let why = words.say(message::OPEN_WATCH_WHY);
                        card::choice(ui, &mut self.watch, &words.say(message::OPEN_WATCH), &why);
                        ui.add_space(6.0);
                    }
                    if self.games.is_empty() {
                        card::plain(ui, |ui| card::body(ui, &words.say(message::OPEN_NONE)));
                    }
                    for game in &self.games {
                        if self.deleting.as_ref() == Some(&game.record) {
                            match sure(ui, game, ctx) {
                                Some(true) => doomed = Some(game.record.clone()),
                                Some(false) => self.deleting = None,
                                None => {}
                            }
                            continue;
                        }
                        match row(ui, game, ctx) {
                            Some(Click::Delete) => self.deleting = Some(game.record.clone()),
                            Some(Click::Open) => wanted = Some(game.record.clone()),
                            Some(Click::Review) => go = Some(Go::Review(game.record.clone())),
                            None => {}
                        }
                    }
                    for (record, why) in &self.damaged {
                        let file = record.file_name().unwrap_or_default().to_string_lossy();
                        let text = words.with(message::OpenDamaged {
                            file: file.into_owned(),
                            why: why.as_str(),
                        });
                        card::soft(ui, &text);
                    }
                    ui.add_space(10.0);
                    ui.horizontal(|ui| {
                        if ui.button(words.say(message::NEW_BACK)).clicked() {
                            go = Some(Go::Welcome);
                        }
                        if ui.button(words.say(message::STATISTICS_TITLE)).clicked() {
                            go = Some(Go::Page(Page::Statistics));
                        }
                        if ui.button(words.say(message::OPEN_OTHER)).clicked() {
                            self.dialog.ask(ui.ctx(), What::Record, Some(folder));
                        }
                    });
                    self.dialog.say(ui, words);
                    ui.add_space(18.0);
                });
            });
        });
        if let Some(record) = doomed {
            self.deleting = None;
            if let Err(failure) = ctx.program.delete(&record) {
                go = Some(Go::Fail(failure));
            }
            self.games = ctx.program.games();
        }
        if let Some(record) = wanted {
            if ctx.game.and_then(Link::record).as_ref() == Some(&record) {
                // It runs already.
                return Some(Go::Back);
            }
            let source = match self.camera {
                Some(index) if self.watch => Source::Camera(index),
                _ => Source::ByHand,
            };
            go = Some(Go::to_table(ctx.program.open(&record, source)));
        }
        go
    }
}

/// What was chosen for a game.
enum Click {
    Open,
    Review,
    Delete,
}

/// Asks whether the game is to be deleted; the answer, once there is one.
fn sure(ui: &mut Ui, game: &SavedGame, ctx: &Context<'_>) -> Option<bool> {
    let words = ctx.words;
    card::plain(ui, |ui| {
        card::heading(
            ui,
            &format!(
                "{} · {}",
                words.all_called(&game.players).join(", "),
                words.day(&game.played)
            ),
        );
        card::body(ui, &words.say(message::OPEN_DELETE_SURE));
        ui.horizontal(|ui| {
            let keeps = ui.button(words.say(message::OPEN_DELETE_NO)).clicked();
            let goes = ui.button(words.say(message::OPEN_DELETE_YES)).clicked();
            (keeps || goes).then_some(goes)
        })
        .inner
    })
}

/// One game, and what was chosen for it.
fn row(ui: &mut Ui, game: &SavedGame, ctx: &Context<'_>) -> Option<Click> {
    let words = ctx.words;
    let (state, button) = if game.over {
        (message::OPEN_OVER, message::OPEN_LOOK)
    } else {
        (message::OPEN_UNFINISHED, message::OPEN_GO_ON)
    };
    card::plain(ui, |ui| {
        let players = words.all_called(&game.players).join(", ");
        card::heading(ui, &standing(words, game));
        let turns = words.with(message::OpenTurns { turns: game.turns });
        card::soft(
            ui,
            &format!(
                "{} · {turns} · {}",
                words.day(&game.played),
                words.say(state)
            ),
        );
        // What deletes comes last.
        let mut chosen = None;
        ui.horizontal(|ui| {
            for (text, click) in [
                (button, Click::Open),
                (message::OPEN_REVIEW, Click::Review),
                (message::OPEN_DELETE, Click::Delete),
            ] {
                let text = words.say(text);
                let name = format!("{text}: {players}, {}", words.day(&game.played));
                if ui.button(text).accessible_name(name).clicked() {
                    chosen = Some(click);
                }
            }
        });
        chosen
    })
}

/// Who played with how many points, the winners first.
fn standing(words: Words, game: &SavedGame) -> String {
    if game.scores.len() != game.players.len() {
        // Together: the team's points belong to all.
        let points = game.scores.first().map(|points| format!(" · {points}"));
        let names = words.all_called(&game.players).join(", ") + &points.unwrap_or_default();
        return match (game.over, game.winners.is_empty()) {
            (true, true) => words.with(message::OpenLost { names }),
            (true, false) => words.with(message::OpenWon { names }),
            (false, _) => names,
        };
    }
    let mut ranked: Vec<(&String, i32)> = game
        .players
        .iter()
        .zip(game.scores.iter().copied())
        .collect();
    if game.over {
        ranked.sort_by_key(|(_, score)| std::cmp::Reverse(*score));
    }
    let each = ranked.iter().map(|(name, score)| {
        let crown = if game.winners.contains(name) {
            "★ "
        } else {
            ""
        };
        format!("{crown}{} {score}", words.called(name))
    });
    each.collect::<Vec<_>>().join(" · ")
}
