//! Statistics over finished games: wins, averages, best features and tiles drawn, of everybody or
//! of one group. Read from the saved games on a thread of its own; nothing else is kept.

use std::collections::BTreeSet;
use std::sync::mpsc::{Receiver, TryRecvError};

use egui::{RichText, Ui};

use crate::run::link::Program;
use crate::screens::{Context, Go};
use crate::store::results::{Career, Finished, careers};
use crate::text::Words;
use crate::theme::{palette, size};
use crate::widgets::{badge, card, column};

/// Width of the column, points.
const WIDTH: f32 = 1080.0;

/// The statistics.
pub struct Statistics {
    at_work: Option<Receiver<Vec<Finished>>>,
    games: Vec<Finished>,
    /// The names whose games are counted; all games if none.
    group: Option<Vec<String>>,
}

impl Statistics {
    /// Begins to read the saved games.
    pub fn new(program: &dyn Program, ctx: &egui::Context) -> Self {
        let ctx = ctx.clone();
        let wake = Box::new(move || ctx.request_repaint());
        Self {
            at_work: Some(program.finished_games(wake)),
            games: Vec::new(),
            group: None,
        }
    }

    /// Shows them.
    pub fn show(&mut self, ui: &mut Ui, ctx: &Context<'_>) -> Option<Go> {
        self.look_around();
        let words = ctx.words;
        let go = crate::screens::head(ui, ctx, "statistics-title");
        card::soft(ui, &words.say("statistics-why"));
        column::show(ui, |ui| {
            ui.set_max_width(WIDTH);
            if self.games.is_empty() {
                let key = match self.at_work {
                    Some(_) => "statistics-reading",
                    None => "statistics-none",
                };
                card::plain(ui, |ui| card::body(ui, &words.say(key)));
                return;
            }
            self.groups(ui, words);
            let games = self.games.iter().filter(|game| self.counts(game));
            let args = [("count", games.clone().count().into())];
            card::heading(ui, &words.with("statistics-games", &args));
            table(ui, words, &careers(games));
        });
        go
    }

    fn look_around(&mut self) {
        let Some(work) = &self.at_work else { return };
        match work.try_recv() {
            Ok(games) => {
                self.games = games;
                self.at_work = None;
            }
            Err(TryRecvError::Empty) => {}
            Err(TryRecvError::Disconnected) => self.at_work = None,
        }
    }

    fn counts(&self, game: &Finished) -> bool {
        self.group
            .as_ref()
            .is_none_or(|group| names(game) == *group)
    }

    /// All games, or those of one group.
    fn groups(&mut self, ui: &mut Ui, words: Words) {
        let groups: BTreeSet<Vec<String>> = self.games.iter().map(names).collect();
        ui.horizontal_wrapped(|ui| {
            let all = words.say("statistics-all");
            ui.selectable_value(&mut self.group, None, all);
            for group in groups {
                let text = words.all_called(&group).join(", ");
                ui.selectable_value(&mut self.group, Some(group), text);
            }
        });
        ui.add_space(6.0);
    }
}

/// Who played, in one order whoever won.
fn names(game: &Finished) -> Vec<String> {
    let mut names: Vec<String> = game.players.iter().map(|p| p.name.clone()).collect();
    names.sort_by_key(|name| name.to_lowercase());
    names
}

fn table(ui: &mut Ui, words: Words, careers: &[Career]) {
    let p = palette(ui);
    egui::ScrollArea::horizontal().show(ui, |ui| {
        egui::Grid::new("statistics")
            .num_columns(8)
            .striped(true)
            .spacing(egui::vec2(22.0, 8.0))
            .show(ui, |ui| {
                for key in [
                    "statistics-player",
                    "statistics-played",
                    "statistics-won",
                    "statistics-average",
                    "statistics-most",
                    "statistics-tiles",
                    "statistics-from",
                    "statistics-best",
                ] {
                    card::soft(ui, &words.say(key));
                }
                ui.end_row();
                for one in careers {
                    ui.horizontal(|ui| {
                        let name = words.called(&one.name);
                        badge::badge(ui, one.color, &badge::initial(&name), 24.0, "");
                        card::body(ui, &name);
                    });
                    let share = f64::from(one.won) / f64::from(one.games.max(1));
                    let share = [("percent", ((share * 100.0).round() as i64).into())];
                    let won = format!("{} ({})", one.won, words.with("question-share", &share));
                    let none = || "–".to_owned();
                    let cells = [
                        one.games.to_string(),
                        won,
                        one.average
                            .map_or_else(none, |average| words.decimal(average)),
                        one.most.map_or_else(none, |most| most.to_string()),
                        words.decimal(one.tiles),
                        one.from.map_or_else(none, |from| words.sources(&[from], 1)),
                        one.best
                            .as_ref()
                            .map_or_else(none, |(origin, points, date)| {
                                format!("{} · {date}", words.sources(&[(*origin, *points)], 1))
                            }),
                    ];
                    for cell in cells {
                        ui.label(RichText::new(cell).size(size::BODY).color(p.text));
                    }
                    ui.end_row();
                }
            });
    });
}
