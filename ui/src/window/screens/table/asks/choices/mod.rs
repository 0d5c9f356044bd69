//! What the rules now let somebody decide: a card per open choice, its options as buttons with
//! what each does and leads to. The first choice is also offered on the drawn board. Nothing
//! waits for a choice; it goes away when it is made on the table.

use carcassonne::piece::Color;
use egui::{RichText, Stroke, Ui};
use tracker::board::features::SegmentRef;
use tracker::command::Command;
use tracker::rules::choice::{Choice, ChoiceId};
use tracker::snapshot::{Reminder, Snapshot, Until};

use self::about::{Side, place, segments, tile};
use self::entry::Entry;
use crate::text::{Words, message};
use crate::theme::{palette, size};
use crate::window::screens::action::Action;
use crate::window::screens::table::wishes::{Pass, Wishes};
use crate::window::widgets::board::{OptionSpot, Place};
use crate::window::widgets::{card, pages};

mod about;
mod entry;

/// Options shown at once: each has a number key, and a card of so many fits beside the scores.
const PAGE: usize = 8;

/// How the open choices are looked at.
#[derive(Default)]
pub struct Choices {
    /// The table wants no hint, so options stand in the order of the rules.
    as_listed: bool,
    /// The choice whose options are turned over, and the page.
    page: Option<(ChoiceId, usize)>,
    /// The option of the first choice under the pointer, in the card or on the board.
    over: Option<usize>,
    /// The same, in the pass before.
    over_before: Option<usize>,
}

/// Taking an option.
pub fn choose(choice: &Choice, option: usize) -> Command {
    Command::Choose {
        choice: choice.id.clone(),
        option,
    }
}

/// Leaving a choice alone.
pub fn decline(choice: &Choice) -> Command {
    Command::Decline {
        choice: choice.id.clone(),
    }
}

impl Choices {
    /// Forgets what belongs to choices that are made.
    pub fn follow(&mut self, snapshot: &Snapshot) {
        self.as_listed = !snapshot.setup.aids.effects;
        let page = self.page.take();
        self.page = page.filter(|(id, _)| snapshot.choices.iter().any(|c| c.id == *id));
        self.over_before = self.over.take();
    }

    /// The options of the first choice that are shown, as they are numbered.
    pub fn numbered(&self, snapshot: &Snapshot) -> Vec<usize> {
        let first = snapshot.choices.first();
        first.map_or_else(Vec::new, |choice| self.shown(choice))
    }

    fn page(&self, choice: &Choice) -> usize {
        let page = self.page.as_ref().filter(|(id, _)| *id == choice.id);
        let last = choice.options.len().saturating_sub(1) / PAGE;
        page.map_or(0, |&(_, page)| page.min(last))
    }

    fn shown(&self, choice: &Choice) -> Vec<usize> {
        // The best on top would be a hint, too.
        let sorted = if self.as_listed {
            (0..choice.options.len()).collect()
        } else {
            best_first(choice)
        };
        let from = self.page(choice) * PAGE;
        sorted.into_iter().skip(from).take(PAGE).collect()
    }

    /// The pointer is on that option of the first choice, on the board; what it is about.
    pub fn point_at(&mut self, option: usize, snapshot: &Snapshot) -> Vec<SegmentRef> {
        self.over = Some(option);
        let option = snapshot.choices.first().and_then(|c| c.options.get(option));
        option.map_or_else(Vec::new, |option| segments(snapshot, option))
    }

    /// Where on the board the options of the first choice can be taken.
    pub fn spots(&self, words: Words, snapshot: &Snapshot) -> Vec<OptionSpot> {
        let Some(choice) = snapshot.choices.first() else {
            return Vec::new();
        };
        let options = choice.options.iter().enumerate();
        let mut places = options.clone().map(|(_, option)| place(option, Side::To));
        let first = places.next().flatten();
        // If all go to the same place, it matters where they come from.
        let same = choice.options.len() > 1 && places.all(|other| other == first);
        let side = if same { Side::From } else { Side::To };
        let mut cells = Vec::new();
        options
            .filter_map(|(number, option)| {
                let (place, piece) = place(option, side)?;
                if let Place::Cell(cell) = place {
                    // A tile that fits in several turns has one spot; the card has them all.
                    if cells.contains(&cell) {
                        return None;
                    }
                    cells.push(cell);
                }
                Some(OptionSpot {
                    option: number,
                    place,
                    piece,
                    tile: option.events.iter().find_map(|event| tile(snapshot, event)),
                    label: words.option(snapshot, option),
                    lit: self.over == Some(number),
                })
            })
            .collect()
    }

    /// Shows a card per open choice.
    pub fn show(&mut self, ui: &mut Ui, pass: &mut Pass<'_>) {
        let (words, snapshot) = (pass.words, pass.snapshot);
        for (number, choice) in snapshot.choices.iter().enumerate() {
            let p = palette(ui);
            // Overdue: the step was probably missed on the table.
            let late = asking(snapshot, choice).is_some_and(|reminder| reminder.overdue);
            let (fill, line) = if late {
                (p.card_wrong, p.wrong)
            } else {
                (p.card_ask, p.wait)
            };
            card::card(ui, fill, Stroke::new(2.0, line), |ui| {
                self.head(ui, words, snapshot, choice);
                let keys = number == 0 && snapshot.questions.is_empty();
                if choice.optional {
                    leave(ui, words, choice, keys, pass.wishes);
                }
                for (row, option) in self.shown(choice).into_iter().enumerate() {
                    let entry = Entry {
                        key: keys.then_some(row + 1),
                        option: &choice.options[option],
                        lit: number == 0 && self.over_before == Some(option),
                    };
                    let (over, clicked) = entry.show(ui, words, snapshot, pass.art);
                    if over {
                        pass.wishes.lit = segments(snapshot, entry.option);
                    }
                    if over && number == 0 {
                        self.over = Some(option);
                    }
                    if clicked {
                        pass.wishes.commands.push(choose(choice, option));
                    }
                }
                let mut page = self.page(choice);
                pages::turn(ui, words, &mut page, PAGE, choice.options.len());
                if page != self.page(choice) {
                    self.page = Some((choice.id.clone(), page));
                }
            });
            ui.add_space(2.0);
        }
        late(ui, words, snapshot, pass.wishes);
    }

    /// To be called when card and board are shown: draws once more if the pointer came upon
    /// another option, so that the other of the two shows it too.
    pub fn settle(&self, ctx: &egui::Context) {
        if self.over != self.over_before {
            ctx.request_repaint();
        }
    }

    fn head(&self, ui: &mut Ui, words: Words, snapshot: &Snapshot, choice: &Choice) {
        let p = palette(ui);
        let text = RichText::new(words.choice(snapshot, choice))
            .size(size::HEADING)
            .color(p.text);
        let heading = ui.add(egui::Label::new(text).wrap());
        if !choice.source.is_empty() {
            let source = words.sheet(choice.source);
            heading.on_hover_text(words.with(message::RemindRule { source }));
        }
        if let Some(reminder) = asking(snapshot, choice) {
            card::soft(ui, &words.reminder(snapshot, reminder));
        }
        if let Some(color) = choice.who {
            let name = words.player(snapshot, color);
            card::soft(ui, &words.with(message::ChoiceBy { name }));
        }
    }
}

/// What was open in the turn before and nobody told: it can be told late, but nobody is asked.
fn late(ui: &mut Ui, words: Words, snapshot: &Snapshot, wishes: &mut Wishes) {
    if snapshot.late_choices.is_empty() {
        return;
    }
    card::plain(ui, |ui| {
        let title = card::heading(ui, &words.say(message::LATE_TITLE));
        title.on_hover_text(words.say(message::LATE_WHY));
        for choice in &snapshot.late_choices {
            ui.menu_button(words.choice(snapshot, choice), |ui| {
                egui::ScrollArea::vertical()
                    .max_height(300.0)
                    .show(ui, |ui| {
                        for (number, option) in choice.options.iter().enumerate() {
                            let button = ui.button(words.option(snapshot, option));
                            if button.hovered() {
                                wishes.lit = segments(snapshot, option);
                            }
                            if button.clicked() {
                                wishes.commands.push(choose(choice, number));
                                ui.close();
                            }
                        }
                        if ui.button(words.say(message::CHOICE_LEAVE)).clicked() {
                            wishes.commands.push(decline(choice));
                            ui.close();
                        }
                    });
            });
        }
    });
    ui.add_space(2.0);
}

fn leave(ui: &mut Ui, words: Words, choice: &Choice, keys: bool, wishes: &mut Wishes) {
    ui.horizontal(|ui| {
        let mut button = egui::Button::new(words.say(message::CHOICE_LEAVE));
        if let (true, Some(key)) = (keys, Action::Leave.key_text(words)) {
            button = button.shortcut_text(key);
        }
        let name = words.say(message::CHOICE_LEAVE);
        if ui.add(button).accessible_name(name).clicked() {
            wishes.commands.push(decline(choice));
        }
        card::soft(ui, &words.say(message::CHOICE_OPTIONAL));
    });
}

/// The reminder that goes away when the choice is made.
fn asking<'a>(snapshot: &'a Snapshot, choice: &Choice) -> Option<&'a Reminder> {
    let until = Until::Chosen(choice.id.clone());
    snapshot.reminders.iter().find(|r| r.until == until)
}

/// The options by what they lead to: first what is best for whoever decides.
fn best_first(choice: &Choice) -> Vec<usize> {
    let worth = |&number: &usize| {
        let effect = &choice.options[number].leads_to;
        let own = |&(color, points): &(Option<Color>, i32)| match choice.who {
            _ if color.is_none() => points,
            Some(who) if color == Some(who) => points,
            Some(_) => -points,
            None => 0,
        };
        let points: i32 = effect.scores.iter().map(own).fold(0, i32::saturating_add);
        let later: i32 = effect.projected.iter().map(own).sum();
        (-points, -later, effect.ghosts)
    };
    let mut order: Vec<usize> = (0..choice.options.len()).collect();
    order.sort_by_key(worth);
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use tracker::rules::choice::{ChoiceKind, ChoiceOption, Effect};

    fn option(points: i32, ghosts: i32) -> ChoiceOption {
        ChoiceOption {
            events: Vec::new(),
            leads_to: Effect {
                scores: vec![(Some(Color::Red), points), (Some(Color::Blue), 2)],
                ghosts,
                ..Effect::default()
            },
        }
    }

    #[test]
    fn what_is_best_for_who_decides_comes_first() {
        let choice = |who| Choice {
            id: ChoiceId("test".into()),
            kind: ChoiceKind::MoveMageOrWitch,
            who,
            optional: false,
            options: vec![option(1, 0), option(4, 2), option(4, 1)],
            source: "",
        };
        assert_eq!(best_first(&choice(Some(Color::Red))), [2, 1, 0]);
        assert_eq!(best_first(&choice(Some(Color::Blue))), [0, 2, 1]);
        assert_eq!(best_first(&choice(None)), [0, 2, 1]);
    }
}
