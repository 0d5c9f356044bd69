//! Statistics over finished games: wins, averages, best features and tiles drawn, of everybody or
//! of one group. Read from the saved games on a thread of its own; nothing else is kept.

use std::collections::BTreeSet;
use std::sync::mpsc::{Receiver, TryRecvError};

use egui::Ui;

use crate::run::link::Program;
use crate::store::results::{Career, Finished, Played, careers};
use crate::text::names::initial;
use crate::text::{Text, Words, message};
use crate::window::screens::{Context, Go};
use crate::window::widgets::{badge, card, column};

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
        let go = crate::window::screens::head_above(
            ui,
            ctx,
            WIDTH,
            message::STATISTICS_TITLE,
            Some(message::STATISTICS_WHY),
        );
        column::show_middle(ui, WIDTH, |ui| {
            if self.games.is_empty() {
                let text = match self.at_work {
                    Some(_) => message::STATISTICS_READING,
                    None => message::STATISTICS_NONE,
                };
                card::plain(ui, |ui| card::body(ui, &words.say(text)));
                return;
            }
            self.groups(ui, words);
            let games = self.games.iter().filter(|game| self.counts(game));
            card::plain(ui, |ui| {
                let text = words.with(message::StatisticsGames {
                    count: games.clone().count(),
                });
                card::heading(ui, &text);
                ui.add_space(4.0);
                table(ui, words, &careers(games.clone()));
            });
            ui.add_space(6.0);
            card::plain(ui, |ui| newest(ui, words, games));
            ui.add_space(12.0);
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
        ui.add_space(6.0);
        card::body(ui, &words.say(message::STATISTICS_WHOSE));
        ui.horizontal_wrapped(|ui| {
            let all = std::iter::once((None, words.say(message::STATISTICS_ALL)));
            let groups = groups.into_iter().map(|group| {
                let text = words.all_called(&group).join(", ");
                (Some(group), text)
            });
            for (group, text) in all.chain(groups) {
                if ui.add(card::one_of(self.group == group, text)).clicked() {
                    self.group = group;
                }
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

/// What there is to tell of everybody, one column each.
const COLUMNS: [Text; 8] = [
    message::STATISTICS_PLAYER,
    message::STATISTICS_PLAYED,
    message::STATISTICS_WON,
    message::STATISTICS_AVERAGE,
    message::STATISTICS_MOST,
    message::STATISTICS_TILES,
    message::STATISTICS_FROM,
    message::STATISTICS_BEST,
];

fn table(ui: &mut Ui, words: Words, careers: &[Career]) {
    egui::ScrollArea::horizontal().show(ui, |ui| {
        // So much room between the columns that they fill the card.
        let known = ui.scope_id().with("width of the words");
        let room = ui.available_width();
        let between = (COLUMNS.len() - 1) as f32;
        let words_px: f32 = ui.data(|data| data.get_temp(known)).unwrap_or(room);
        let gap = ((room - words_px) / between).clamp(18.0, 60.0);
        let grid = egui::Grid::new("statistics")
            .num_columns(COLUMNS.len())
            .spacing(egui::vec2(gap, 12.0))
            .show(ui, |ui| {
                for text in COLUMNS {
                    card::soft(ui, &words.say(text));
                }
                ui.end_row();
                for one in careers {
                    ui.horizontal(|ui| {
                        let name = words.called(&one.name);
                        badge::badge(ui, one.color, &initial(&name), 30.0, "");
                        card::heading(ui, &name);
                    });
                    let share = f64::from(one.won) / f64::from(one.games.max(1));
                    let percent = (share * 100.0).round() as i64;
                    let share = words.with(message::QuestionShare { percent });
                    let won = format!("{} ({share})", one.won);
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
                                let date = words.day(date);
                                format!("{} · {date}", words.sources(&[(*origin, *points)], 1))
                            }),
                    ];
                    for cell in cells {
                        card::body(ui, &cell);
                    }
                    ui.end_row();
                }
            });
        let found = grid.response.rect.width() - gap * between;
        if (found - words_px).abs() > 1.0 {
            ui.data_mut(|data| data.insert_temp(known, found));
            ui.ctx().request_repaint();
        }
    });
}

/// Games that are listed one by one.
const NEWEST: usize = 12;

/// The newest games, one line each: when, who with how many points, the winners first.
fn newest<'a>(ui: &mut Ui, words: Words, games: impl Iterator<Item = &'a Finished>) {
    card::heading(ui, &words.say(message::STATISTICS_NEWEST));
    ui.add_space(4.0);
    let lines = egui::Grid::new("newest games");
    lines.spacing(egui::vec2(24.0, 8.0)).show(ui, |ui| {
        for game in games.take(NEWEST) {
            card::soft(ui, &words.day(&game.date));
            card::body(ui, &outcome(words, game));
            ui.end_row();
        }
    });
}

fn outcome(words: Words, game: &Finished) -> String {
    let called = |player: &Played| words.called(&player.name);
    if let Some((score, won)) = game.team {
        let names: Vec<String> = game.players.iter().map(called).collect();
        let names = format!("{} · {score}", names.join(", "));
        return match won {
            true => words.with(message::OpenWon { names }),
            false => words.with(message::OpenLost { names }),
        };
    }
    let each = game.players.iter().map(|player| {
        let crown = if player.won { "★ " } else { "" };
        format!("{crown}{} {}", called(player), player.score)
    });
    each.collect::<Vec<_>>().join(" · ")
}
