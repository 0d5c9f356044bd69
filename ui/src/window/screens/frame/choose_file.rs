//! The system's file dialog, asked without waiting for it.
//!
//! Where there is none (no portal, no desktop) it is answered at once and by nobody; that is said,
//! and every screen that asks also has a list or a text field, and takes files that are dropped on
//! the window.

use std::path::PathBuf;
use std::sync::mpsc::{Receiver, TryRecvError};
use std::time::{Duration, Instant};

use egui::{RichText, TextEdit, Ui};

use crate::run::beside;
use crate::text::{Text, Words, message};
use crate::theme::palette;
use crate::window::widgets::card;

/// A dialog that may be open.
#[derive(Default)]
pub struct ChooseFile {
    open: Option<Receiver<Option<PathBuf>>>,
    /// When it was asked for.
    asked: Option<Instant>,
    /// It was gone before anybody could have seen it.
    none: bool,
}

/// A dialog that is answered sooner was never there: nobody closes one that fast.
const SOONEST: Duration = Duration::from_millis(400);

/// What to choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// A saved game.
    Record,
    /// A film.
    Film,
    /// A picture.
    Picture,
    /// A folder.
    Folder,
}

impl ChooseFile {
    /// Opens the dialog unless one is open.
    pub fn ask(&mut self, ctx: &egui::Context, what: What, folder: Option<PathBuf>) {
        if self.open.is_some() {
            return;
        }
        let ctx = ctx.clone();
        let asking = move || {
            let mut dialog = rfd::FileDialog::new();
            if let Some(folder) = folder {
                dialog = dialog.set_directory(folder);
            }
            match what {
                What::Record => dialog.add_filter("Nebelwacht", &["jsonl"]).pick_file(),
                What::Film => dialog.pick_file(),
                What::Picture => dialog
                    .add_filter("JPEG, PNG", &files::picture::ENDINGS)
                    .pick_file(),
                What::Folder => dialog.pick_folder(),
            }
        };
        let open = beside::begin("file dialog", move || ctx.request_repaint(), asking);
        self.open = Some(open);
        self.asked = Some(Instant::now());
        self.none = false;
    }

    /// A picture's path to type or choose, and a button that goes on with it, named by their
    /// texts; the path to go on with.
    pub fn picture_row(
        &mut self,
        ui: &mut Ui,
        words: Words,
        [name, go_on]: [Text; 2],
        path: &mut String,
    ) -> Option<PathBuf> {
        let row = ui.horizontal(|ui| {
            let edit = TextEdit::singleline(path).desired_width(460.0);
            ui.add(edit).accessible_name(words.say(name));
            if ui.button(words.say(message::TEACH_CHOOSE)).clicked() {
                self.ask(ui.ctx(), What::Picture, None);
            }
            let given = !path.trim().is_empty();
            let button = card::main_button(palette(ui), &words.say(go_on));
            ui.add_enabled(given, button).clicked()
        });
        self.say(ui, words);
        row.inner.then(|| PathBuf::from(path.trim()))
    }

    /// Says that no dialog opened and what to do instead, if that is so.
    pub fn say(&self, ui: &mut Ui, words: Words) {
        if self.none {
            let text = RichText::new(words.say(message::DIALOG_NONE)).color(palette(ui).wait);
            ui.add(egui::Label::new(text).wrap());
        }
    }

    /// The file chosen since the last call.
    pub fn chosen(&mut self) -> Option<PathBuf> {
        match self.open.as_ref()?.try_recv() {
            Ok(chosen) => {
                self.open = None;
                let soon = self.asked.is_some_and(|asked| asked.elapsed() < SOONEST);
                self.none = chosen.is_none() && soon;
                chosen
            }
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => {
                self.open = None;
                None
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use super::*;

    /// A dialog that was asked for then, answered with that.
    fn answered(asked: Instant, with: Option<&str>) -> ChooseFile {
        let (to, from) = channel();
        to.send(with.map(PathBuf::from)).expect("it waits");
        ChooseFile {
            open: Some(from),
            asked: Some(asked),
            none: false,
        }
    }

    #[test]
    fn a_dialog_that_never_opened_is_told_from_one_that_was_closed() {
        let now = Instant::now();
        let mut none = answered(now, None);
        assert_eq!(none.chosen(), None);
        assert!(none.none, "nobody closes a dialog that fast");
        let before = now.checked_sub(SOONEST * 3).expect("the clock runs");
        let mut closed = answered(before, None);
        assert_eq!(closed.chosen(), None);
        assert!(!closed.none);
        let mut chosen = answered(now, Some("/films/evening.mp4"));
        assert_eq!(chosen.chosen(), Some("/films/evening.mp4".into()));
        assert!(!chosen.none);
    }
}
