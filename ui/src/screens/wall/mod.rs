//! The wall: every table of a hall, to be read from across the room.
//!
//! Follows the rules of the television ([`super::tv`]): always dark, sizes from distance and
//! diagonal, the whole picture strays so that nothing burns in. Whoever needs somebody stands on
//! top and is named on every page; pages turn by themselves. A click opens a table.

use std::time::Duration;

use egui::{
    Align, Color32, CornerRadius, Frame, Key, Label, Layout, Rect, RichText, Sense, Stroke, Ui,
    UiBuilder, Vec2, WidgetInfo, vec2,
};
use hall::message::{Player, State};
use hall::topic::TableName;
use hall::wall::{Order, Standing};

use super::tv::sizes::{self, Sizes, Viewing};
use crate::hall::wall::{Boards, Card, Shown};
use crate::text::Words;
use crate::theme::DARK;
use crate::widgets::art::Art;
use crate::widgets::badge;

mod table;

/// Room around everything and between cards, in text sizes.
const GAP: f32 = 0.35;
/// Room inside a card, in text sizes.
const PAD: f32 = 0.3;
/// Height of a row of text, in text sizes.
const ROW: f32 = 1.22;
/// Width of the narrowest card, in text sizes: `Table 12`, what is left, and four digits.
const CARD: f32 = 7.0;
/// How long a page stays, s.
const PAGE_S: f64 = 9.0;
/// How much smaller everything becomes at each try, if not even one card fits.
const SMALLER: f32 = 0.95;
/// The smallest text at all, points.
const LEAST: f32 = 11.0;

/// What the wall shows, and from where it is looked at.
pub struct Scene<'a> {
    /// The tables.
    pub shown: &'a Shown,
    /// The hall's name.
    pub name: &'a str,
    /// The words.
    pub words: Words,
    /// From where it is looked at.
    pub viewing: Viewing,
    /// The screen it fills, points.
    pub screen: Vec2,
    /// The time, seconds since any moment.
    pub now_s: f64,
}

/// How it is looked at.
#[derive(Default)]
pub struct Wall {
    /// How the tables are sorted.
    pub order: Order,
    /// Larger or smaller than the distance asks for, in steps.
    pub zoom: i32,
    chosen: Option<TableName>,
    /// Pages turned by hand, and since when.
    turned: i64,
    boards: Boards,
}

impl Wall {
    /// Shows it in all the room there is.
    pub fn show(&mut self, ui: &mut Ui, scene: &Scene<'_>, art: &mut Art) {
        ui.ctx().request_repaint_after(Duration::from_millis(500));
        self.keys(ui);
        let whole = ui.max_rect();
        ui.painter().rect_filled(whole, 0.0, Color32::BLACK);
        *ui.visuals_mut() = egui::Theme::Dark.default_visuals();
        let stray = sizes::STRAY * whole.height();
        let room = whole
            .shrink(stray)
            .translate(sizes::shift(scene.now_s) * whole.height());
        let wanted = scene.viewing.sizes(scene.screen);
        let plan = Plan::find(scene, room.size(), wanted.scaled(1.15_f32.powi(self.zoom)));
        let gap = plan.text * GAP;
        let room = room.shrink(gap);
        let (head, below) = room.split_top_bottom_at_y(room.top() + plan.head);
        let chosen = self.chosen.as_ref();
        let chosen = chosen.and_then(|name| scene.shown.cards.iter().find(|c| c.table == *name));
        ui.scope_builder(UiBuilder::new().max_rect(below), |ui| match chosen {
            Some(card) => {
                let board = self.boards.of(card);
                if table::show(ui, scene, &plan, card, board.as_deref(), art) {
                    self.chosen = None;
                }
            }
            None => {
                let page = self.page(scene, &plan);
                self.cards(ui, scene, &plan, page);
            }
        });
        let page = (self.page(scene, &plan), plan.pages(scene.shown.cards.len()));
        ui.scope_builder(UiBuilder::new().max_rect(head), |ui| {
            heading(ui, scene, &plan, page, self.order);
        });
    }

    fn keys(&mut self, ui: &Ui) {
        ui.input(|input| {
            if input.key_pressed(Key::Escape) || input.key_pressed(Key::Backspace) {
                self.chosen = None;
            }
            self.turned += i64::from(input.key_pressed(Key::ArrowRight));
            self.turned -= i64::from(input.key_pressed(Key::ArrowLeft));
            if input.key_pressed(Key::S) {
                let at = Order::ALL.iter().position(|order| *order == self.order);
                let next = at.map_or(0, |at| (at + 1) % Order::ALL.len());
                self.order = Order::ALL[next];
            }
            self.zoom += i32::from(input.key_pressed(Key::Plus));
            self.zoom -= i32::from(input.key_pressed(Key::Minus));
            self.zoom = self.zoom.clamp(-8, 4);
        });
    }

    /// The page that is due.
    fn page(&self, scene: &Scene<'_>, plan: &Plan) -> usize {
        let pages = plan.pages(scene.shown.cards.len()) as i64;
        let by_itself = (scene.now_s / PAGE_S) as i64;
        (by_itself + self.turned).rem_euclid(pages.max(1)) as usize
    }

    fn cards(&mut self, ui: &mut Ui, scene: &Scene<'_>, plan: &Plan, page: usize) {
        let cards = &scene.shown.cards;
        if cards.is_empty() {
            let text = scene.words.say("hall-nobody");
            line(ui, &text, plan.text, DARK.text_soft);
            return;
        }
        let from = page * plan.each();
        for (at, card) in cards.iter().skip(from).take(plan.each()).enumerate() {
            let (row, column) = (at / plan.columns, at % plan.columns);
            let step = plan.card + Vec2::splat(plan.text * GAP);
            let corner = ui.max_rect().min + vec2(column as f32 * step.x, row as f32 * step.y);
            let rect = Rect::from_min_size(corner, plan.card);
            if show_card(ui, scene, plan, card, rect) {
                self.chosen = Some(card.table.clone());
            }
        }
    }
}

/// How the cards are laid out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plan {
    /// The text's size, points.
    pub text: f32,
    /// Whether that is smaller than it should be.
    pub too_small: bool,
    head: f32,
    card: Vec2,
    columns: usize,
    rows: usize,
}

impl Plan {
    /// The largest text up to the wanted one with which at least one card fits.
    pub fn find(scene: &Scene<'_>, room: Vec2, wanted: Sizes) -> Self {
        let players = scene
            .shown
            .cards
            .iter()
            .filter_map(|card| card.state.as_ref());
        let most = players.map(|state| rows_of(state)).max().unwrap_or(2);
        let mut text = wanted.text;
        loop {
            let plan = Self::of(room, text, most, scene.shown.cards.len());
            if plan.columns > 0 && plan.rows > 0 {
                return Self {
                    too_small: text < wanted.text,
                    ..plan
                };
            }
            if text < LEAST {
                return Self {
                    columns: plan.columns.max(1),
                    rows: plan.rows.max(1),
                    too_small: true,
                    ..plan
                };
            }
            text *= SMALLER;
        }
    }

    fn of(room: Vec2, text: f32, players: usize, cards: usize) -> Self {
        let gap = text * GAP;
        let head = text * ROW + gap;
        let room = room - vec2(2.0 * gap, 2.0 * gap + head);
        let least = vec2(
            text * CARD,
            text * (ROW * (players as f32 + 2.0) + 2.0 * PAD),
        );
        let fit = |room: f32, each: f32| ((room + gap) / (each + gap)).floor().max(0.0) as usize;
        let (columns, rows) = (fit(room.x, least.x), fit(room.y, least.y));
        // Few tables are shown large rather than in a corner.
        let used = columns.min(cards.max(1));
        let wide = |columns: usize| (room.x + gap) / columns.max(1) as f32 - gap;
        Self {
            text,
            too_small: false,
            head,
            card: vec2(wide(used).max(least.x), least.y),
            columns: used,
            rows,
        }
    }

    fn each(&self) -> usize {
        (self.columns * self.rows).max(1)
    }

    /// How many pages that many cards take.
    pub fn pages(&self, cards: usize) -> usize {
        cards.div_ceil(self.each()).max(1)
    }
}

/// Rows of players, or the team's one.
fn rows_of(state: &State) -> usize {
    match state.team {
        Some(_) => 1,
        None => state.players.len().max(1),
    }
}

/// The hall's name, who needs somebody, and which page it is.
fn heading(
    ui: &mut Ui,
    scene: &Scene<'_>,
    plan: &Plan,
    (page, pages): (usize, usize),
    order: Order,
) {
    let words = scene.words;
    ui.horizontal(|ui| {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if pages > 1 {
                let text = format!("{} / {pages}", page + 1);
                line(ui, &text, plan.text * 0.8, DARK.text_soft);
            }
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                if !scene.shown.hearing.connected {
                    let text = format!("! {}", words.say("hall-away"));
                    line(ui, &text, plan.text, DARK.wrong);
                    return;
                }
                let needy = scene
                    .shown
                    .cards
                    .iter()
                    .filter(|card| card.needs_somebody());
                // Their cards say more; here as many as possible should fit.
                let names: Vec<&str> = needy.map(|card| card.table.as_str()).collect();
                if names.is_empty() {
                    let count = scene.shown.cards.len();
                    let counted = words.with("hall-count", &[("count", count.into())]);
                    let sorted = words.say(match order {
                        Order::Need => "hall-by-need",
                        Order::Name => "hall-by-name",
                        Order::Left => "hall-by-left",
                        Order::Score => "hall-by-score",
                    });
                    let text = format!("{} · {counted} · {sorted}", scene.name);
                    line(ui, &text, plan.text, DARK.text_soft);
                } else {
                    let text = format!("! {}", names.join(", "));
                    line(ui, &text, plan.text, DARK.wait);
                }
            });
        });
    });
}

/// One table; says whether it was clicked.
fn show_card(ui: &mut Ui, scene: &Scene<'_>, plan: &Plan, card: &Card, rect: Rect) -> bool {
    let id = ui.scope_id().with(&card.table);
    let response = ui.interact(rect, id, Sense::click());
    let spoken = spoken(scene.words, card);
    response.widget_info(|| WidgetInfo::labeled(egui::Role::Button, true, &spoken));
    let pad = plan.text * PAD;
    let color = mark(card);
    let wide = if card.needs_somebody() || response.has_focus() {
        0.12
    } else {
        0.06
    };
    let fill = if response.hovered() {
        DARK.button
    } else {
        DARK.ground
    };
    let frame = Frame::new()
        .fill(fill)
        .stroke(Stroke::new(plan.text * wide, color))
        .corner_radius(CornerRadius::same(pad.min(60.0) as u8));
    ui.painter().add(frame.paint(rect));
    ui.scope_builder(UiBuilder::new().max_rect(rect.shrink(pad)), |ui| {
        ui.set_clip_rect(rect);
        ui.spacing_mut().item_spacing = Vec2::splat(plan.text * 0.12);
        on_card(ui, scene, plan, card);
    });
    response.clicked()
}

/// The colour of a table's rim.
fn mark(card: &Card) -> Color32 {
    match card.standing {
        Standing::Disagrees => DARK.wrong,
        _ if card.needs_somebody() => DARK.wait,
        Standing::Final => DARK.good,
        _ => DARK.line,
    }
}

fn on_card(ui: &mut Ui, scene: &Scene<'_>, plan: &Plan, card: &Card) {
    let words = scene.words;
    row(ui, plan.text, |ui| {
        if let Some(state) = card.state.as_ref().filter(|state| !state.over) {
            let left = words.with("hall-left", &[("left", state.tiles_left.into())]);
            line(ui, &left, plan.text * 0.8, DARK.text_soft);
        }
        rest(ui, |ui| {
            line(ui, &words.hall_table(&card.table), plan.text, DARK.text);
        });
    });
    if let Some(state) = &card.state {
        scores(ui, words, plan.text, state);
    }
    if let Some(text) = words.hall_standing(card) {
        let color = match card.standing {
            Standing::Unconfirmed | Standing::Empty => DARK.text_soft,
            _ => mark(card),
        };
        line(ui, &text, plan.text * 0.8, color);
    }
}

/// Players with their points, whoever leads marked.
fn scores(ui: &mut Ui, words: Words, text: f32, state: &State) {
    if let Some(team) = &state.team {
        let points = format!("{} / {}", team.score, team.target);
        row(ui, text, |ui| {
            line(ui, &points, text, DARK.text);
            rest(ui, |ui| line(ui, &words.say("team-name"), text, DARK.text));
        });
        return;
    }
    let best = state.players.iter().map(|player| player.score).max();
    for player in &state.players {
        let leads = state.players.len() > 1 && Some(player.score) == best;
        score(ui, words, text, player, leads);
    }
}

fn score(ui: &mut Ui, words: Words, text: f32, player: &Player, leads: bool) {
    let color = if leads { DARK.accent } else { DARK.text };
    let name = words.hall_player(player);
    row(ui, text, |ui| {
        line(ui, &player.score.to_string(), text, color);
        rest(ui, |ui| {
            badge::badge(ui, player.color, &badge::initial(&name), text * 0.95, "");
            let turn = if player.on_turn { " ▶" } else { "" };
            line(ui, &format!("{name}{turn}"), text, color);
        });
    });
}

/// A row of text of that size, from its right end.
fn row(ui: &mut Ui, text: f32, add: impl FnOnce(&mut Ui)) {
    let size = vec2(ui.available_width(), text * (ROW - 0.12));
    ui.allocate_ui_with_layout(size, Layout::right_to_left(Align::Center), |ui| {
        ui.set_min_size(size);
        add(ui);
    });
}

/// What is left of a row, from its left end.
fn rest(ui: &mut Ui, add: impl FnOnce(&mut Ui)) {
    ui.with_layout(Layout::left_to_right(Align::Center), add);
}

/// A line that is cut off rather than wrapped.
fn line(ui: &mut Ui, text: &str, size: f32, color: Color32) {
    ui.add(Label::new(RichText::new(text).size(size).color(color)).truncate());
}

/// A table in one sentence, for screen readers.
fn spoken(words: Words, card: &Card) -> String {
    let mut told = vec![words.hall_table(&card.table)];
    if let Some(state) = &card.state {
        let players = state.players.iter();
        told.extend(players.map(|p| format!("{} {}", words.hall_player(p), p.score)));
    }
    told.extend(words.hall_standing(card));
    told.join(", ")
}
