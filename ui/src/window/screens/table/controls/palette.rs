//! The command palette: everything that can be done now, found by typing part of its name.
//! Not modal: play goes on behind it.

use carcassonne::catalogue::FaceId;
use egui::{Id, Key, Modifiers, Ui};
use tracker::command::Command;
use tracker::snapshot::Snapshot;

use crate::text::search::finds;
use crate::text::{Words, message};
use crate::window::screens::action::Action;
use crate::window::screens::table::wishes::Wishes;
use crate::window::widgets::card;

/// Most entries that are shown; typing more finds the others.
const MAX_ENTRIES: usize = 10;

/// What an entry does.
#[derive(Clone)]
enum Deed {
    Act(Action),
    Hold(FaceId),
    Send(Command),
}

/// The palette.
#[derive(Default)]
pub struct Palette {
    open: bool,
    /// It was opened in this pass, so its field has yet to get the keyboard.
    fresh: bool,
    search: String,
    chosen: usize,
}

impl Palette {
    /// Opens or closes it.
    pub fn toggle(&mut self) {
        *self = Self {
            open: !self.open,
            fresh: true,
            ..Self::default()
        };
    }

    /// Whether it is open, and the keys are its own.
    pub const fn is_open(&self) -> bool {
        self.open
    }

    /// Shows it, and what was chosen: a face to take in hand, if that was it.
    pub fn show(
        &mut self,
        ui: &mut Ui,
        words: Words,
        snapshot: &Snapshot,
        wishes: &mut Wishes,
    ) -> Option<FaceId> {
        if !self.open {
            return None;
        }
        // Before the field sees them; an entry that has the keyboard is used by its own keys.
        let pressed = |key| ui.ctx().input_mut(|i| i.consume_key(Modifiers::NONE, key));
        let search = Id::unique("palette_search");
        let searching = ui.ctx().memory(|memory| memory.has_focus(search));
        let (up, down) = (
            searching && pressed(Key::ArrowUp),
            searching && pressed(Key::ArrowDown),
        );
        let (enter, escape) = (searching && pressed(Key::Enter), pressed(Key::Escape));
        let mut found = self.found(words, snapshot);
        let last = found.len().saturating_sub(1).min(MAX_ENTRIES - 1);
        self.chosen = if up {
            self.chosen.saturating_sub(1)
        } else {
            (self.chosen + usize::from(down)).min(last)
        };
        let mut done = enter.then_some(self.chosen);
        egui::Window::new(words.say(message::ACTION_PALETTE))
            .id(Id::unique("palette"))
            .title_bar(false)
            .resizable(false)
            .anchor(egui::Align2::CENTER_TOP, egui::vec2(0.0, 60.0))
            .show(ui.ctx(), |ui| {
                ui.set_width(440.0);
                let field = egui::TextEdit::singleline(&mut self.search)
                    .id(search)
                    .hint_text(words.say(message::PALETTE_HINT))
                    .desired_width(f32::INFINITY);
                let field = ui
                    .add(field)
                    .accessible_name(words.say(message::ACTION_PALETTE));
                if std::mem::take(&mut self.fresh) {
                    field.request_focus();
                }
                for (number, (name, deed)) in found.iter().take(MAX_ENTRIES).enumerate() {
                    let mut button = egui::Button::selectable(number == self.chosen, name)
                        .min_size(egui::vec2(ui.available_width(), 0.0));
                    // What is chosen is told by Enter.
                    if let Deed::Act(action) = deed
                        && number != self.chosen
                        && let Some(key) = action.key_text(words)
                    {
                        button = button.shortcut_text(key);
                    }
                    if ui.add(button).clicked() {
                        done = Some(number);
                    }
                }
                if found.is_empty() {
                    card::soft(ui, &words.say(message::PALETTE_NOTHING));
                }
            });
        if escape {
            self.open = false;
        }
        let number = done.filter(|&number| number < found.len())?;
        self.open = false;
        match found.swap_remove(number).1 {
            Deed::Act(action) => wishes.actions.push(action),
            Deed::Send(command) => wishes.commands.push(command),
            Deed::Hold(face) => return Some(face),
        }
        None
    }

    /// What can be done and has every word of the search in its name.
    fn found(&self, words: Words, snapshot: &Snapshot) -> Vec<(String, Deed)> {
        let search = self.search.to_lowercase();
        let named = |(name, _): &(String, Deed)| {
            let name = name.to_lowercase();
            search.split_whitespace().all(|word| name.contains(word))
        };
        let actions = Action::NAMED.iter();
        let actions = actions.filter(|action| can_be_done(**action, snapshot));
        let actions = actions.map(|&action| (action.name(words), Deed::Act(action)));
        let turns = snapshot.players.iter().map(|player| {
            let name = words.name(player);
            let name = words.with(message::HandTurnOfPlayer { name });
            let color = player.color;
            (name, Deed::Send(Command::SetTurn { color }))
        });
        let figures = snapshot.figures.iter().map(|figure| {
            let figure = figure.event;
            let what = tracker::log::event::EventKind::FigureTaken { figure };
            let name = words.event(snapshot, &what);
            (name, Deed::Send(Command::TakeFigure { figure }))
        });
        let played = turns.chain(figures).filter(|_| !snapshot.over);
        let mut found: Vec<(String, Deed)> = actions.chain(played).filter(named).collect();
        if !search.trim().is_empty() && !snapshot.over {
            let faces = snapshot.bag.faces.iter().filter(|(_, left)| *left > 0);
            let faces = faces.filter(|(id, _)| {
                crate::faces::known(id).is_some_and(|face| finds(words, &face, &search))
            });
            let faces = faces.map(|&(id, left)| {
                let face = id.as_str();
                (words.with(message::HandTile { face, left }), Deed::Hold(id))
            });
            // What is a tile's name or side is rather meant than a part of some other word.
            found.splice(0..0, faces);
        }
        found
    }
}

/// Whether an action does anything as the game stands.
fn can_be_done(action: Action, snapshot: &Snapshot) -> bool {
    match action {
        Action::Rematch => snapshot.over,
        Action::FindTile | Action::EndTurn | Action::Whose | Action::ByHand | Action::EndGame => {
            !snapshot.over
        }
        Action::Leave => snapshot.choices.first().is_some_and(|c| c.optional),
        Action::TakeHome => snapshot.figures.iter().any(|figure| figure.due_home),
        Action::Undo | Action::UndoTurn => snapshot.can_undo.is_some(),
        Action::Redo | Action::RedoTurn => snapshot.can_redo.is_some(),
        _ => true,
    }
}
