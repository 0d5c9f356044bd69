//! Files from the running game: which kinds, where to, and what became of it.
//!
//! The files are made on a thread of their own, as drawing a board takes a moment.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, TryRecvError};

use egui::{Align, Layout, Ui};
use files::write::Readers;
use jiff::Timestamp;

use crate::export::told::Told;
use crate::export::{Existing, Exported, For, KINDS, Kind, NotWritten, write};
use crate::run::beside;
use crate::run::link::{Link, Program};
use crate::text::{Words, message};
use crate::theme::palette;
use crate::window::screens::frame::choose_file::{ChooseFile, What};
use crate::window::screens::{Context, Go};
use crate::window::widgets::{card, column};

/// Width of the column, points.
const WIDTH: f32 = 760.0;

/// Made, and in words why something was left out; or why nothing could be made.
type Outcome = Result<(Exported, Vec<String>), NotWritten>;

/// The screen.
pub struct ExportScreen {
    folder: PathBuf,
    /// The folder is the program's own, so that older files of this game may be replaced.
    own: bool,
    kinds: Vec<(&'static Kind, bool)>,
    dialog: ChooseFile,
    at_work: Option<Receiver<Outcome>>,
    outcome: Option<Outcome>,
}

/// Whether most people want it: no pictures of the table, nothing that only programs read.
fn is_usual(kind: &Kind) -> bool {
    !kind.on_wish && kind.wanted_for != For::Programming
}

impl ExportScreen {
    /// A screen for that game.
    pub fn new(program: &dyn Program, game: &dyn Link) -> Self {
        let record = game.record();
        let stem = record.as_deref().and_then(Path::file_stem);
        let name = stem.map_or_else(|| "demo".into(), |stem| stem.to_owned());
        Self {
            folder: program.exports_folder().join(name),
            own: true,
            kinds: KINDS.iter().map(|kind| (kind, is_usual(kind))).collect(),
            dialog: ChooseFile::default(),
            at_work: None,
            outcome: None,
        }
    }

    /// Shows it.
    pub fn show(&mut self, ui: &mut Ui, ctx: &Context<'_>) -> Option<Go> {
        let words = ctx.words;
        let Some(game) = ctx.game else {
            return Some(Go::Back);
        };
        self.look_around();
        let go = crate::window::screens::head_above(ui, ctx, WIDTH, message::EXPORT_TITLE, None);
        column::show_middle(ui, WIDTH, |ui| {
            ui.with_layout(Layout::top_down(Align::Min), |ui| {
                let shown = self.folder.display().to_string();
                let place = words.with(message::ExportFolder { folder: shown });
                card::body(ui, &place);
                ui.add_space(4.0);
                self.buttons(ui, words, game);
                self.dialog.say(ui, words);
                self.told(ui, words);
                ui.add_space(6.0);
                for wanted in For::ALL {
                    card::heading(ui, &words.wanted_for(wanted));
                    let mut kinds = self.kinds.iter_mut();
                    for (kind, chosen) in kinds.by_ref().filter(|(k, _)| k.wanted_for == wanted) {
                        let [name, why] = words.export_kind(kind);
                        card::choice(ui, chosen, &name, &why);
                    }
                    ui.add_space(6.0);
                }
            });
        });
        go
    }

    fn buttons(&mut self, ui: &mut Ui, words: Words, game: &dyn Link) {
        ui.horizontal(|ui| {
            let any = self.kinds.iter().any(|(_, chosen)| *chosen);
            let p = palette(ui);
            let button = card::main_button(p, &words.say(message::EXPORT_WRITE));
            let idle = self.at_work.is_none();
            if ui.add_enabled(any && idle, button).clicked() {
                self.begin(ui.ctx(), words, game);
            }
            if ui.button(words.say(message::EXPORT_OTHER)).clicked() {
                self.dialog.ask(ui.ctx(), What::Folder, None);
            }
        });
    }

    /// What became of it.
    fn told(&self, ui: &mut Ui, words: Words) {
        if self.at_work.is_some() {
            card::soft(ui, &words.say(message::EXPORT_AT_WORK));
        }
        match &self.outcome {
            None => {}
            Some(Ok((exported, notes))) => {
                let text = words.with(message::ExportDone {
                    count: exported.files.len(),
                });
                card::heading(ui, &text);
                for (_, path) in &exported.files {
                    let name = path.file_name().unwrap_or_default().to_string_lossy();
                    card::body(ui, &name);
                }
                for note in notes {
                    card::soft(ui, note);
                }
            }
            Some(Err(why)) => {
                let (what, help) = words.not_written(why);
                card::heading(ui, &what);
                card::body(ui, &help);
            }
        }
    }

    fn look_around(&mut self) {
        if let Some(folder) = self.dialog.chosen() {
            self.folder = folder;
            self.own = false;
            self.outcome = None;
        }
        let Some(news) = &self.at_work else { return };
        match news.try_recv() {
            Ok(outcome) => {
                self.outcome = Some(outcome);
                self.at_work = None;
            }
            Err(TryRecvError::Empty) => {}
            Err(TryRecvError::Disconnected) => self.at_work = None,
        }
    }

    fn begin(&mut self, ctx: &egui::Context, words: Words, game: &dyn Link) {
        let kinds = self.kinds.iter().filter(|(_, chosen)| *chosen);
        let kinds: Vec<&'static Kind> = kinds.map(|(kind, _)| *kind).collect();
        let (folder, ctx) = (self.folder.clone(), ctx.clone());
        let existing = if self.own {
            Existing::Replace
        } else {
            Existing::Keep
        };
        let (setup, events) = (game.snapshot().setup.clone(), game.events());
        let record = game.record();
        let work = move || {
            let told = Told::of_running(&setup, &events, record.as_deref(), Timestamp::now());
            told.map_err(NotWritten::from).and_then(|told| {
                let exported = write(&told, words, &kinds, &folder, existing, Readers::Owner)?;
                let notes = words.lacking(&told.snapshot, &exported.lacking);
                Ok((exported, notes))
            })
        };
        self.outcome = None;
        self.at_work = Some(beside::begin("export", move || ctx.request_repaint(), work));
    }
}
