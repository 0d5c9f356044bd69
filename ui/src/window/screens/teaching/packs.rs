//! The tile packs: what each knows and lacks of every box, and what can be done with them.

use std::path::PathBuf;

use egui::{Align, ComboBox, Layout, RichText, TextEdit, Ui, vec2};
use vision::pack::merge::Clash;

use crate::run::link::Program;
use crate::run::news::open_error::OpenError;
use crate::store::packs::{BoxFacts, PackFacts, PackWork};
use crate::text::{Text, Words, message};
use crate::theme::{palette, size};
use crate::window::screens::frame::choose_file::{ChooseFile, What};
use crate::window::screens::{Context, Go, Page};
use crate::window::widgets::{card, column};

/// Width of the column, points.
const WIDTH: f32 = 820.0;
/// Faces named one by one; of more only the number is told.
const NAMED: usize = 12;

/// The tile packs.
pub struct Packs {
    shelf: Vec<PackFacts>,
    folder: String,
    name: String,
    join: [String; 2],
    joined: String,
    /// The pack that is to be thrown away, once asked again.
    doomed: Option<String>,
    dialog: ChooseFile,
    /// Joining the packs under new names, once it was refused without.
    anew: Option<PackWork>,
    /// What was done last, or why not.
    told: Option<Result<String, String>>,
}

impl Packs {
    /// Looks once at the shelf.
    pub fn new(program: &dyn Program) -> Self {
        Self {
            shelf: program.shelf(),
            folder: String::new(),
            name: String::new(),
            join: Default::default(),
            joined: String::new(),
            doomed: None,
            dialog: ChooseFile::default(),
            anew: None,
            told: None,
        }
    }

    /// Shows them.
    pub fn show(&mut self, ui: &mut Ui, ctx: &mut Context<'_>) -> Option<Go> {
        let words = ctx.words;
        let mut work = None;
        if let Some(folder) = self.dialog.chosen() {
            self.folder = folder.display().to_string();
        }
        let mut go = crate::window::screens::head_above(
            ui,
            ctx,
            WIDTH,
            message::PACKS_TITLE,
            Some(message::PACKS_HELP),
        );
        column::middle(ui, WIDTH, |ui| {
            if ui.button(words.say(message::PACKS_TEACH)).clicked() {
                go = Some(Go::Page(Page::Teach));
            }
            work = self.tell(ui, words).or(work.take());
        });
        column::show_middle(ui, WIDTH, |ui| {
            let shelf = std::mem::take(&mut self.shelf);
            for pack in &shelf {
                work = self.pack(ui, words, pack, &mut go).or(work.take());
            }
            self.shelf = shelf;
            work = self.bring(ui, words).or(work.take());
            work = self.joining(ui, words).or(work.take());
            ui.add_space(12.0);
        });
        if let Some(work) = work {
            self.carry_out(ctx, &work);
        }
        go
    }

    fn carry_out(&mut self, ctx: &mut Context<'_>, work: &PackWork) {
        let words = ctx.words;
        let done = ctx.program.work_on_packs(work);
        self.anew = match (&done, work) {
            (Err(OpenError::Differing { .. }), PackWork::Join { .. }) => {
                Some(under_new_names(work))
            }
            _ => None,
        };
        self.told = Some(match done {
            Ok(path) => {
                let path = path.display().to_string();
                Ok(match work {
                    PackWork::Delete { .. } => words.with(message::PacksDeleted { path }),
                    _ => words.with(message::PacksWritten { path }),
                })
            }
            Err(failure @ OpenError::Differing { .. }) => {
                let (what, help) = words.failure(&failure);
                Err(format!("{what}\n{help}"))
            }
            Err(failure) => Err(words.failure(&failure).0),
        });
        self.doomed = None;
        self.shelf = ctx.program.shelf();
    }

    /// What was done last, or why not; what can be done about it.
    fn tell(&self, ui: &mut Ui, words: Words) -> Option<PackWork> {
        let p = palette(ui);
        let (text, color) = match &self.told {
            None => return None,
            Some(Ok(text)) => (text, p.good),
            Some(Err(text)) => (text, p.wrong),
        };
        let text = RichText::new(text).size(size::BODY).color(color);
        ui.add(egui::Label::new(text).wrap());
        let anew = self.anew.as_ref()?;
        let chosen = ui.button(words.say(message::PACKS_JOIN_ANEW)).clicked();
        chosen.then(|| anew.clone())
    }

    /// One pack; what is to be done with it.
    fn pack(
        &mut self,
        ui: &mut Ui,
        words: Words,
        pack: &PackFacts,
        go: &mut Option<Go>,
    ) -> Option<PackWork> {
        let mut work = None;
        let name = words.pack_name(&pack.choice);
        card::plain(ui, |ui| {
            ui.horizontal(|ui| {
                card::heading(ui, &name);
                if !pack.choice.built_in {
                    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                        work = self.pack_buttons(ui, words, pack, &name);
                    });
                }
            });
            if let Some(why) = &pack.trouble {
                let p = palette(ui);
                let text = words.with(message::PacksTrouble { why: why.as_str() });
                ui.label(RichText::new(text).size(size::BODY).color(p.wrong));
                return;
            }
            let text = words.with(message::PacksCount {
                faces: pack.faces,
                pictures: pack.pictures,
            });
            card::soft(ui, &text);
            for of in &pack.boxes {
                one_box(ui, words, of);
                let some = of.lacks.len() < of.of && !of.lacks.is_empty();
                if some && !pack.choice.built_in && teach(ui, words, of, &name) {
                    *go = Some(Go::Teach(pack.choice.id.clone(), of.set));
                }
            }
        });
        ui.add_space(4.0);
        work
    }

    fn pack_buttons(
        &mut self,
        ui: &mut Ui,
        words: Words,
        pack: &PackFacts,
        name: &str,
    ) -> Option<PackWork> {
        let id = &pack.choice.id;
        let button = |ui: &mut Ui, text: Text| {
            let text = words.say(text);
            let spoken = format!("{text}: {name}");
            ui.button(text).accessible_name(spoken).clicked()
        };
        if self.doomed.as_ref() == Some(id) {
            if button(ui, message::PACKS_KEEP) {
                self.doomed = None;
            }
            return button(ui, message::PACKS_DELETE_NOW)
                .then(|| PackWork::Delete { pack: id.clone() });
        }
        if button(ui, message::PACKS_DELETE) {
            self.doomed = Some(id.clone());
        }
        if pack.trouble.is_some() {
            return None;
        }
        let to = PathBuf::from(self.folder.trim());
        let export = button(ui, message::PACKS_EXPORT);
        if export && self.folder.trim().is_empty() {
            self.told = Some(Err(words.say(message::PACKS_NO_FOLDER)));
            return None;
        }
        export.then(|| PackWork::Export {
            pack: id.clone(),
            to,
        })
    }

    /// A folder to build from, to bring in from or to copy into.
    fn bring(&mut self, ui: &mut Ui, words: Words) -> Option<PackWork> {
        let mut work = None;
        card::plain(ui, |ui| {
            card::heading(ui, &words.say(message::PACKS_FOLDER));
            card::soft(ui, &words.say(message::PACKS_FOLDER_WHY));
            ui.horizontal(|ui| {
                field(ui, words, &mut self.folder, message::PACKS_FOLDER, 460.0);
                if ui.button(words.say(message::NEW_PATH_FOLDER)).clicked() {
                    self.dialog.ask(ui.ctx(), What::Folder, None);
                }
            });
            self.dialog.say(ui, words);
            let from = PathBuf::from(self.folder.trim());
            let given = !self.folder.trim().is_empty();
            ui.horizontal(|ui| {
                field(ui, words, &mut self.name, message::PACKS_NAME, 240.0);
                let named = given && !self.name.trim().is_empty();
                let build = egui::Button::new(words.say(message::PACKS_BUILD));
                if ui.add_enabled(named, build).clicked() {
                    work = Some(PackWork::Build {
                        from: from.clone(),
                        name: self.name.trim().to_owned(),
                    });
                }
                let import = egui::Button::new(words.say(message::PACKS_IMPORT));
                if ui.add_enabled(given, import).clicked() {
                    work = Some(PackWork::Import { from: from.clone() });
                }
            });
        });
        ui.add_space(4.0);
        work
    }

    fn joining(&mut self, ui: &mut Ui, words: Words) -> Option<PackWork> {
        let own = self.shelf.iter();
        let own = own.filter(|pack| !pack.choice.built_in && pack.trouble.is_none());
        let names: Vec<String> = own.map(|pack| pack.choice.id.clone()).collect();
        if names.len() < 2 {
            return None;
        }
        let mut work = None;
        card::plain(ui, |ui| {
            card::heading(ui, &words.say(message::PACKS_JOIN));
            card::soft(ui, &words.say(message::PACKS_JOIN_WHY));
            ui.horizontal(|ui| {
                for (chosen, text) in self
                    .join
                    .iter_mut()
                    .zip([message::PACKS_ONE, message::PACKS_OTHER])
                {
                    let label = words.say(text);
                    let shown = if chosen.is_empty() {
                        label.clone()
                    } else {
                        chosen.clone()
                    };
                    ComboBox::from_id_salt(text)
                        .selected_text(shown)
                        .show_ui(ui, |ui| {
                            for name in &names {
                                ui.selectable_value(chosen, name.clone(), name);
                            }
                        })
                        .response
                        .accessible_name(label);
                }
                field(ui, words, &mut self.joined, message::PACKS_JOINED, 200.0);
                let [one, other] = &self.join;
                let ready = !one.is_empty()
                    && !other.is_empty()
                    && one != other
                    && !self.joined.trim().is_empty();
                let button = egui::Button::new(words.say(message::PACKS_JOIN_NOW));
                if ui.add_enabled(ready, button).clicked() {
                    work = Some(PackWork::Join {
                        one: one.clone(),
                        other: other.clone(),
                        name: self.joined.trim().to_owned(),
                        clash: Clash::Refuse,
                    });
                }
            });
        });
        work
    }
}

/// The same piece of work with new names for what differs.
fn under_new_names(work: &PackWork) -> PackWork {
    let mut work = work.clone();
    if let PackWork::Join { clash, .. } = &mut work {
        *clash = Clash::Rename;
    }
    work
}

fn field(ui: &mut Ui, words: Words, text: &mut String, hint: Text, width: f32) {
    let label = words.say(hint);
    let edit = TextEdit::singleline(text)
        .hint_text(label.as_str())
        .align(egui::Align2::LEFT_CENTER);
    ui.add_sized(vec2(width, 30.0), edit).accessible_name(label);
}

/// The way to teach what a pack lacks of a box.
fn teach(ui: &mut Ui, words: Words, of: &BoxFacts, pack: &str) -> bool {
    let text = words.with(message::PacksTeachMissing {
        count: of.lacks.len(),
    });
    let spoken = format!("{text}: {pack}, {}", words.box_name(of.set));
    ui.button(text).accessible_name(spoken).clicked()
}

/// What a pack has of one box.
fn one_box(ui: &mut Ui, words: Words, of: &BoxFacts) {
    let p = palette(ui);
    let name = words.box_name(of.set);
    let has = of.of - of.lacks.len();
    let of_all = of.of;
    let (text, sign, color) = match (has, of.lacks.len()) {
        (_, 0) => (
            words.with(message::PacksAll { name, of: of_all }),
            "✔",
            p.good,
        ),
        (0, _) => (
            words.with(message::PacksNone { name, of: of_all }),
            "–",
            p.text_soft,
        ),
        (_, few) if few <= NAMED => {
            let lacks: Vec<String> = of.lacks.iter().map(ToString::to_string).collect();
            let lacks = lacks.join(" ");
            (
                words.with(message::PacksLacks {
                    name,
                    has,
                    of: of_all,
                    lacks,
                }),
                "!",
                p.wait,
            )
        }
        _ => (
            words.with(message::PacksSome {
                name,
                has,
                of: of_all,
            }),
            "!",
            p.wait,
        ),
    };
    card::sign(ui, sign, color, &text);
}
