//! What the rules now let somebody decide: a card per open choice, its options as buttons with
//! what each does and leads to. The first choice is also offered on the drawn board. Nothing
//! waits for a choice; it goes away when it is made on the table.

use carcassonne::catalogue::{BACK, FaceId, face_id};
use egui::{FontId, Rect, RichText, Sense, Stroke, Ui, Vec2, WidgetInfo, vec2};
use tracker::board::features::SegmentRef;
use tracker::command::Command;
use tracker::log::event::{EventKind, TatanUse};
use tracker::rules::choice::{Choice, ChoiceId, ChoiceOption};

use carcassonne::geometry::Rotation;
use carcassonne::piece::{Color, FigureKind, Pose};
use tracker::log::ghost::GhostPlace;
use tracker::snapshot::{Reminder, Snapshot, Until};

use crate::screens::frame::action::Action;
use crate::screens::table::wishes::{Wishes, all_segments};
use crate::text::Words;
use crate::theme::{palette, size};
use crate::widgets::art::Art;
use crate::widgets::board::{OptionSpot, Place};
use crate::widgets::{board, card};

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
    pub fn show(
        &mut self,
        ui: &mut Ui,
        words: Words,
        snapshot: &Snapshot,
        art: &mut Art,
        wishes: &mut Wishes,
    ) {
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
                    leave(ui, words, choice, keys, wishes);
                }
                for (row, option) in self.shown(choice).into_iter().enumerate() {
                    let entry = Entry {
                        key: keys.then_some(row + 1),
                        option: &choice.options[option],
                        lit: number == 0 && self.over_before == Some(option),
                    };
                    let (over, clicked) = entry.show(ui, words, snapshot, art);
                    if over {
                        wishes.lit = segments(snapshot, entry.option);
                    }
                    if over && number == 0 {
                        self.over = Some(option);
                    }
                    if clicked {
                        wishes.commands.push(choose(choice, option));
                    }
                }
                self.pages(ui, words, choice);
            });
            ui.add_space(2.0);
        }
        late(ui, words, snapshot, wishes);
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
            heading.on_hover_text(words.with(
                "remind-rule",
                &[("source", words.sheet(choice.source).into())],
            ));
        }
        if let Some(reminder) = asking(snapshot, choice) {
            card::soft(ui, &words.reminder(snapshot, reminder));
        }
        if let Some(color) = choice.who {
            let name = words.player(snapshot, color);
            card::soft(ui, &words.with("choice-by", &[("name", name.into())]));
        }
    }

    /// The buttons that turn over the options, if there are more than fit.
    fn pages(&mut self, ui: &mut Ui, words: Words, choice: &Choice) {
        let total = choice.options.len();
        if total <= PAGE {
            return;
        }
        let page = self.page(choice);
        let (from, to) = (page * PAGE + 1, total.min((page + 1) * PAGE));
        ui.horizontal(|ui| {
            let mut turn = |ui: &mut Ui, sign: &str, name: &str, there: bool, to: usize| {
                let button = ui.add_enabled(there, egui::Button::new(sign));
                let name = words.say(name);
                if button.on_hover_text(&name).accessible_name(name).clicked() {
                    self.page = Some((choice.id.clone(), to));
                }
            };
            let back = page.saturating_sub(1);
            turn(ui, "⬅", "choice-page-back", page > 0, back);
            let args = [
                ("from", from.into()),
                ("to", to.into()),
                ("total", total.into()),
            ];
            card::soft(ui, &words.with("choice-page", &args));
            turn(ui, "➡", "choice-page-on", to < total, page + 1);
        });
    }
}

/// What was open in the turn before and nobody told: it can be told late, but nobody is asked.
fn late(ui: &mut Ui, words: Words, snapshot: &Snapshot, wishes: &mut Wishes) {
    if snapshot.late_choices.is_empty() {
        return;
    }
    card::plain(ui, |ui| {
        let title = card::heading(ui, &words.say("late-title"));
        title.on_hover_text(words.say("late-why"));
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
                        if ui.button(Action::Leave.name(words)).clicked() {
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
        let mut button = egui::Button::new(Action::Leave.name(words));
        if let (true, Some(key)) = (keys, Action::Leave.key_text(words)) {
            button = button.shortcut_text(key);
        }
        let name = Action::Leave.name(words);
        if ui.add(button).accessible_name(name).clicked() {
            wishes.commands.push(decline(choice));
        }
        card::soft(ui, &words.say("choice-optional"));
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

/// One option as a button.
struct Entry<'a> {
    key: Option<usize>,
    option: &'a ChoiceOption,
    lit: bool,
}

impl Entry<'_> {
    /// Whether the pointer is on it, and whether it was clicked.
    fn show(&self, ui: &mut Ui, words: Words, snapshot: &Snapshot, art: &mut Art) -> (bool, bool) {
        let p = palette(ui);
        let text = words.option(snapshot, self.option);
        let effect = if snapshot.setup.aids.effects {
            words.effect(snapshot, &self.option.leads_to)
        } else {
            String::new()
        };
        let left = if self.key.is_some() { 32.0 } else { 8.0 };
        let piece = place(self.option, Side::To).and_then(|(_, piece)| piece);
        let left = left + if piece.is_some() { 32.0 } else { 0.0 };
        let width = ui.available_width();
        let layout = |text: &str, points: f32, color| {
            let font = FontId::proportional(points);
            ui.painter()
                .layout(text.to_owned(), font, color, width - left - 8.0)
        };
        let does = layout(&text, size::BODY, p.text);
        let leads = (!effect.is_empty()).then(|| layout(&effect, size::SMALL, p.text_soft));
        let below = leads.as_ref().map_or(0.0, |galley| galley.size().y + 1.0);
        let inner = does.size().y + below;
        let (rect, response) =
            ui.allocate_exact_size(vec2(width, (inner + 10.0).max(36.0)), Sense::click());
        let spoken = if effect.is_empty() {
            text
        } else {
            format!("{text}: {effect}")
        };
        let enabled = ui.is_enabled();
        response.widget_info(|| WidgetInfo::labeled(egui::Role::Button, enabled, &spoken));
        let over = response.hovered() || response.has_focus();
        let (fill, line) = if over || self.lit {
            (p.button_hover, Stroke::new(2.0, p.text))
        } else {
            (p.card, Stroke::new(1.0, p.line))
        };
        let painter = ui.painter();
        painter.rect(rect, 6.0, fill, line, egui::StrokeKind::Inside);
        if let Some(key) = self.key {
            card::key_cap(ui, rect.left_center() + vec2(17.0, 0.0), key);
        }
        if let Some((kind, color)) = piece {
            let at = egui::pos2(rect.left() + left - 18.0, rect.center().y);
            let square = Rect::from_center_size(at, Vec2::splat(28.0));
            let piece = (kind, color, Pose::Standing);
            board::draw_on_card(ui, square, piece, art);
        }
        let at = egui::pos2(rect.left() + left, rect.center().y - inner / 2.0);
        let next = at + vec2(0.0, does.size().y + 1.0);
        ui.painter().galley(at, does, p.text);
        if let Some(leads) = leads {
            ui.painter().galley(next, leads, p.text_soft);
        }
        let response = response.on_hover_cursor(egui::CursorIcon::PointingHand);
        (over, response.clicked())
    }
}

/// Which end of a move.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    From,
    To,
}

/// A piece that is put somewhere.
type Piece = (FigureKind, Option<Color>);

/// The one place that an option is about and the piece it puts there; `None` if it is about
/// none or several.
fn place(option: &ChoiceOption, side: Side) -> Option<(Place, Option<Piece>)> {
    let mut places = option
        .events
        .iter()
        .filter_map(|event| of_event(event, side));
    let first = places.next()?;
    places.all(|other| other.0 == first.0).then_some(first)
}

fn of_event(event: &EventKind, side: Side) -> Option<(Place, Option<Piece>)> {
    match *event {
        EventKind::FigurePlaced {
            cell,
            segment,
            figure,
            color,
            ..
        } => {
            let at = SegmentRef::new(cell, segment);
            Some((Place::Segment(at), Some((figure, color))))
        }
        EventKind::FigureTaken { figure } => Some((Place::Figure(figure), None)),
        EventKind::GhostsMoved { from, to, .. } => {
            let (place, piece) = match side {
                Side::To if to.is_on_board() => (to, Some((FigureKind::Ghost, None))),
                _ => (from, None),
            };
            place.is_on_board().then_some((Place::Ghosts(place), piece))
        }
        EventKind::CompanionPlaced {
            companion,
            host: Some(host),
        } => {
            let kind = board::piece_of(companion);
            Some((Place::Figure(host), Some((kind, None))))
        }
        EventKind::TileLaid { cell, .. } | EventKind::TileTurnedDown { cell } => {
            Some((Place::Cell(cell), None))
        }
        EventKind::MeepleBuried {
            figure: Some(figure),
            ..
        } => Some((Place::Figure(figure), None)),
        EventKind::TileMoved { to, .. } => Some((Place::Cell(to), None)),
        EventKind::TatanUsed {
            how: TatanUse::Relocate { from },
        } => Some((Place::Cell(from), None)),
        EventKind::GapFilled { ref cells } => Some((Place::Cell(*cells.first()?), None)),
        EventKind::IslandTaken { island } => Some((Place::Cell(island), None)),
        EventKind::RegionDecided { at, ref removal } => match removal.first() {
            Some(ghosts) => Some((Place::Ghosts(ghosts.place), None)),
            None => Some((Place::Segment(at), None)),
        },
        _ => None,
    }
}

/// The tile that an event lays.
fn tile(snapshot: &Snapshot, event: &EventKind) -> Option<(FaceId, Rotation)> {
    match event {
        EventKind::TileLaid { face, rotation, .. } => Some((*face, *rotation)),
        EventKind::TileMoved { from, rotation, .. } => {
            board::tile_on(snapshot, *from).map(|tile| (tile.face, *rotation))
        }
        EventKind::TileTurnedDown { .. } => face_id(BACK).map(|face| (face, Rotation::R0)),
        _ => None,
    }
}

/// What an option is about, to light it up: features where it names one, else whole tiles.
fn segments(snapshot: &Snapshot, option: &ChoiceOption) -> Vec<SegmentRef> {
    let feature = |at: SegmentRef| {
        let feature = snapshot.features.iter().find(|f| f.segments.contains(&at));
        feature.map(|f| f.segments.clone()).unwrap_or_default()
    };
    let figure = |event| {
        let figure = snapshot.figures.iter().find(|f| f.event == event);
        figure.map(|f| feature(f.at)).unwrap_or_default()
    };
    let ghosts = |place: GhostPlace| match (place, place.cell()) {
        (GhostPlace::Beside { figure: host }, _) => figure(host),
        (_, Some(cell)) => all_segments(snapshot, cell),
        _ => Vec::new(),
    };
    let of_event = |event: &EventKind| match event {
        EventKind::FigurePlaced { cell, segment, .. } => feature(SegmentRef::new(*cell, *segment)),
        EventKind::FigureTaken { figure: taken } => figure(*taken),
        EventKind::CompanionPlaced {
            host: Some(host), ..
        } => figure(*host),
        EventKind::GhostsMoved { from, to, .. } => [ghosts(*from), ghosts(*to)].concat(),
        EventKind::TileLaid { cell, .. } => all_segments(snapshot, *cell),
        EventKind::MeepleBuried {
            figure: Some(buried),
            ..
        } => figure(*buried),
        EventKind::TatanUsed {
            how: TatanUse::Relocate { from: cell },
        } => all_segments(snapshot, *cell),
        EventKind::RegionDecided { at, removal } if removal.is_empty() => feature(*at),
        EventKind::RegionDecided { removal, .. } => {
            removal.iter().flat_map(|from| ghosts(from.place)).collect()
        }
        _ => Vec::new(),
    };
    option.events.iter().flat_map(of_event).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use carcassonne::geometry::Cell;
    use tracker::rules::choice::{ChoiceKind, Effect};

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

    #[test]
    fn an_option_about_two_places_has_no_spot() {
        let to = |x| EventKind::GhostsMoved {
            from: GhostPlace::Supply,
            to: GhostPlace::Cemetery {
                cell: Cell::new(x, 0),
            },
            count: 1,
        };
        let events = |events: Vec<EventKind>| ChoiceOption {
            events,
            leads_to: Effect::default(),
        };
        assert!(place(&events(vec![to(0)]), Side::To).is_some());
        assert!(place(&events(vec![to(0), to(0)]), Side::To).is_some());
        assert!(place(&events(vec![to(0), to(1)]), Side::To).is_none());
        assert!(place(&events(vec![to(0)]), Side::From).is_none());
    }
}
