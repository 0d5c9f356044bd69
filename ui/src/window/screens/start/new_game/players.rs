//! The players: names, colours with patterns, and the order in which they sit; those who have
//! played before with one click.
//!
//! Names are entered one after the other: Enter and Tab go to the next one, from the last on to
//! what begins the game. Everything else of a row is reached backwards, with Shift and Tab.

use carcassonne::piece::Color;
use egui::{FocusDirection, Key, Response, TextEdit, Ui, vec2};
use tracker::setup::Player;

use crate::store::groups::{Group, Profile, is_same_person, profiles};
use crate::text::names::initial;
use crate::text::{Words, capital, message};
use crate::window::widgets::{badge, card};

/// The rows of the list.
pub struct Seats {
    rows: Vec<Row>,
    /// The row whose name is to get the keyboard.
    focus: Option<usize>,
    /// The button for a further player is to get it.
    focus_add: bool,
}

/// Who plays against whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Play {
    /// Everybody for themselves.
    Apart,
    /// All together against the game.
    Together,
}

struct Row {
    name: String,
    color: Color,
}

/// Those who have played before.
#[derive(Default)]
pub struct Known {
    /// Who played together, the last first.
    pub groups: Vec<Group>,
    profiles: Vec<Profile>,
}

impl Known {
    /// With everybody of these groups.
    pub fn new(groups: Vec<Group>) -> Self {
        Self {
            profiles: profiles(&groups),
            groups,
        }
    }
}

/// The name that somebody typed for a player; who has none is kept by the colour's.
fn typed(player: &Player) -> &str {
    match player.name == player.color.name() {
        true => "",
        false => &player.name,
    }
}

/// What was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wish {
    /// The game of that group, by its number.
    Group(usize),
    /// All names are there: on to what begins the game.
    GoOn,
}

/// Nobody plays with more colours than there are.
const MAX_PLAYERS: usize = Color::ALL.len();

impl Default for Seats {
    fn default() -> Self {
        let rows = Color::ALL[..2].iter().map(|&color| Row {
            name: String::new(),
            color,
        });
        Self {
            rows: rows.collect(),
            focus: Some(0),
            focus_add: false,
        }
    }
}

impl Seats {
    /// As these people sat last.
    pub fn of(group: &Group) -> Self {
        let rows = group.players().iter().map(|player| Row {
            name: typed(player).to_owned(),
            color: player.color,
        });
        Self {
            rows: rows.collect(),
            focus: None,
            focus_add: false,
        }
    }

    /// The players in the order of their seats. Where all play together, one or two of them
    /// play several colours (rules dossier "mists coop", section 2).
    pub fn players(&self, play: Play) -> Vec<Player> {
        let numbered = self.rows.iter().zip(self.also(play)).zip(1..);
        numbered
            .map(|((row, also), seat)| Player {
                name: row.name.trim().to_owned(),
                color: row.color,
                also,
                seat,
            })
            .collect()
    }

    /// The further colours of each row: the first ones that nobody has.
    fn also(&self, play: Play) -> Vec<Vec<Color>> {
        let each = match (play, self.rows.len()) {
            (Play::Together, 1) => 3,
            (Play::Together, 2) => 1,
            (Play::Together | Play::Apart, _) => 0,
        };
        let mut free = Color::ALL
            .into_iter()
            .filter(|color| self.rows.iter().all(|row| row.color != *color));
        let rows = self.rows.iter();
        rows.map(|_| free.by_ref().take(each).collect()).collect()
    }

    fn is_free(&self, color: Color) -> bool {
        self.rows.iter().all(|row| row.color != color)
    }

    /// A further row, with that name and colour if it can have it.
    fn add(&mut self, name: &str, wanted: Option<Color>) {
        let mut colors = wanted.into_iter().chain(Color::ALL);
        if let Some(color) = colors.find(|&color| self.is_free(color)) {
            self.rows.push(Row {
                name: name.to_owned(),
                color,
            });
        }
    }

    /// Seats somebody who has played before: in the first row without a name, else in a new one.
    fn seat(&mut self, profile: &Profile) {
        let nameless = |row: &Row| row.name.trim().is_empty();
        match self.rows.iter().position(nameless) {
            Some(index) => {
                self.rows[index].name.clone_from(&profile.name);
                self.take_color(index, profile.color);
            }
            None => self.add(&profile.name, Some(profile.color)),
        }
    }

    /// Gives a row a colour unless somebody with a name has it; who has it without one swaps.
    fn take_color(&mut self, index: usize, color: Color) {
        let own = self.rows[index].color;
        match self.rows.iter().position(|row| row.color == color) {
            None => self.rows[index].color = color,
            Some(other) if self.rows[other].name.trim().is_empty() => {
                self.rows[other].color = own;
                self.rows[index].color = color;
            }
            Some(_) => {}
        }
    }

    /// Shows the list.
    pub fn show(&mut self, ui: &mut Ui, words: Words, play: Play, known: &Known) -> Option<Wish> {
        card::heading(ui, &words.say(message::NEW_PLAYERS));
        card::soft(ui, &words.say(message::NEW_PLAYERS_WHY));
        let mut wish = self.groups(ui, words, known);
        wish = self.rows(ui, words, known).or(wish);
        self.several(ui, words, play);
        self.more(ui, words, known);
        wish
    }

    /// Those who have played together, one click each.
    fn groups(&self, ui: &mut Ui, words: Words, known: &Known) -> Option<Wish> {
        if known.groups.is_empty() {
            return None;
        }
        let own: Vec<&str> = self.rows.iter().map(|row| row.name.as_str()).collect();
        let mut wish = None;
        ui.horizontal_wrapped(|ui| {
            card::soft(ui, &words.say(message::NEW_GROUPS));
            for (index, group) in known.groups.iter().enumerate() {
                let names = group.names();
                let seated = group.players().iter().map(typed);
                let chosen = seated.eq(own.iter().copied());
                let text = words.all_called(&names).join(", ");
                let spoken = words.with(message::NewGroup {
                    names: text.as_str(),
                });
                let button = card::one_of(chosen, text).truncate();
                if ui.add(button).accessible_name(spoken).clicked() {
                    wish = Some(Wish::Group(index));
                }
            }
        });
        wish
    }

    fn rows(&mut self, ui: &mut Ui, words: Words, known: &Known) -> Option<Wish> {
        let (mut up, mut remove, mut entered) = (None, None, None);
        let count = self.rows.len();
        for (index, row) in self.rows.iter_mut().enumerate() {
            ui.horizontal(|ui| {
                let seat = index + 1;
                let shown = if row.name.trim().is_empty() {
                    capital(&words.color(row.color))
                } else {
                    row.name.clone()
                };
                badge::badge(ui, row.color, &initial(&shown), 30.0, "");
                color_choice(ui, words, seat, &mut row.color);
                let name = name_field(ui, words, index, &mut row.name);
                if self.focus == Some(index) {
                    self.focus = None;
                    name.request_focus();
                }
                entered = entered.or(left(ui, &name).map(|how| (index, how)));
                let name = shown.as_str();
                let mut button = |text: &str, enabled: bool, label: String| {
                    ui.add_enabled(enabled, egui::Button::new(text).min_size(vec2(30.0, 30.0)))
                        .on_hover_text(&label)
                        .accessible_name(label)
                        .clicked()
                };
                if button("⬆", index > 0, words.with(message::NewMoveUp { name })) {
                    up = Some(index);
                }
                if button(
                    "⬇",
                    index + 1 < count,
                    words.with(message::NewMoveDown { name }),
                ) {
                    up = Some(index + 1);
                }
                if button("✖", count > 1, words.with(message::NewRemove { name })) {
                    remove = Some(index);
                }
            });
        }
        if let Some(index) = up {
            self.rows.swap(index - 1, index);
        }
        if let Some(index) = remove {
            self.rows.remove(index);
        }
        let (index, how) = entered?;
        let name = self.rows.get(index)?.name.trim();
        let mut profiles = known.profiles.iter();
        if let Some(profile) = profiles.find(|known| is_same_person(&known.name, name)) {
            self.take_color(index, profile.color);
        }
        match how {
            Left::Back => ui.memory_mut(|memory| memory.move_focus(FocusDirection::Previous)),
            _ if index + 1 < count => self.focus = Some(index + 1),
            Left::Tab => self.focus_add = true,
            Left::Enter => return Some(Wish::GoOn),
        }
        None
    }

    /// Who plays several colours.
    fn several(&self, ui: &mut Ui, words: Words, play: Play) {
        let rows = self.rows.iter().zip(self.also(play));
        for (row, also) in rows.filter(|(_, also)| !also.is_empty()) {
            let own = capital(&words.color(row.color));
            let name = Some(row.name.trim()).filter(|name| !name.is_empty());
            let colors: Vec<String> = also.iter().map(|&color| words.color(color)).collect();
            let text = words.with(message::NewAlso {
                name: name.unwrap_or(&own),
                colors: words.list(&colors),
            });
            card::soft(ui, &text);
        }
    }

    /// A further player: a new one, or one who has played before.
    fn more(&mut self, ui: &mut Ui, words: Words, known: &Known) {
        let full = self.rows.len() >= MAX_PLAYERS;
        let nameless = self.rows.iter().any(|row| row.name.trim().is_empty());
        if full && !nameless {
            return;
        }
        ui.horizontal_wrapped(|ui| {
            if !full {
                let add = ui.button(words.say(message::NEW_ADD));
                if std::mem::take(&mut self.focus_add) {
                    add.request_focus();
                }
                if add.clicked() {
                    self.add("", None);
                    self.focus = Some(self.rows.len() - 1);
                }
            }
            for profile in &known.profiles {
                let here = |row: &Row| is_same_person(row.name.trim(), &profile.name);
                if self.rows.iter().any(here) {
                    continue;
                }
                let spoken = words.with(message::NewAddKnown {
                    name: profile.name.as_str(),
                });
                let button = ui.button(format!("+ {}", profile.name));
                if button.accessible_name(spoken).clicked() {
                    self.seat(profile);
                }
            }
        });
    }
}

/// How a name was left.
#[derive(Clone, Copy)]
enum Left {
    Enter,
    Tab,
    Back,
}

/// Whether the person is done with a name.
fn left(ui: &Ui, name: &Response) -> Option<Left> {
    let (enter, tab, shift) = ui.input(|input| {
        let pressed = |key| input.key_pressed(key);
        (
            pressed(Key::Enter),
            pressed(Key::Tab),
            input.modifiers.shift,
        )
    });
    match (name.lost_focus() && enter, name.has_focus() && tab, shift) {
        (true, ..) => Some(Left::Enter),
        (_, true, true) => Some(Left::Back),
        (_, true, false) => Some(Left::Tab),
        _ => None,
    }
}

fn name_field(ui: &mut Ui, words: Words, index: usize, name: &mut String) -> Response {
    let edit = TextEdit::singleline(name)
        .hint_text(words.say(message::NEW_NAME_HINT))
        .align(egui::Align2::LEFT_CENTER)
        // Tab goes to the next name, not to the buttons between.
        .lock_focus(true)
        .char_limit(24);
    let label = words.with(message::NewName { seat: index + 1 });
    // The buttons behind it keep their room.
    let gap = ui.spacing().item_spacing.x;
    let width = ui.available_width() - 3.0 * (BUTTON + gap);
    ui.add_sized(vec2(width.clamp(80.0, 190.0), 30.0), edit)
        .accessible_name(label)
}

/// Room for one of the buttons behind a name, points.
const BUTTON: f32 = 40.0;

fn color_choice(ui: &mut Ui, words: Words, seat: usize, color: &mut Color) {
    let label = words.with(message::NewColor { seat });
    let combo = egui::ComboBox::from_id_salt(("color", seat))
        .selected_text(capital(&words.color(*color)))
        .width(96.0)
        .show_ui(ui, |ui| {
            for each in Color::ALL {
                ui.horizontal(|ui| {
                    badge::badge(ui, each, "", 20.0, "");
                    ui.selectable_value(color, each, capital(&words.color(each)));
                });
            }
        });
    combo.response.accessible_name(label);
}
