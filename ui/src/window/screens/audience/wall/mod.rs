//! The wall: every table of a hall, to be read from across the room.
//!
//! Follows the rules of the television ([`super::tv`]): always dark, sizes from distance and
//! diagonal, the whole picture strays so that nothing burns in. Whoever needs somebody stands on
//! top and is named on every page; pages turn by themselves. A click opens a table.

use std::time::Duration;

use egui::{
    Align, Align2, Color32, FontId, Key, Label, Layout, Rect, RichText, Ui, UiBuilder, Vec2, vec2,
};
use hall::message::topic::TableName;
use hall::wall::Order;

use super::tv::sizes;
use crate::hall::wall::Boards;
use crate::text::message;
use crate::theme::DARK;
use crate::window::widgets::art::Art;

mod card;
mod plan;
mod scene;
mod table;

use card::{line, show_card};
pub use plan::Plan;
use plan::{GAP, PAD, TextSize};
pub use scene::Scene;

/// How long a page stays, s.
const PAGE_S: f64 = 9.0;
/// How long it is told what is sorted how, and which keys there are, s.
const KEYS_S: f64 = 6.0;
/// Texts for whoever stands near, as a share of the others, and their least size, points.
const NEAR: f32 = 0.5;
const NEAR_LEAST: f32 = 20.0;

/// How it is looked at.
#[derive(Default)]
pub struct Wall {
    /// How the tables are sorted.
    pub order: Order,
    /// Larger or smaller than the distance asks for, in steps.
    pub zoom: i32,
    chosen: Option<TableName>,
    /// When the order was last changed, s.
    sorted_s: Option<f64>,
    /// Pages turned by hand.
    turned: i64,
    boards: Boards,
}

impl Wall {
    /// Shows it in all the room there is.
    pub fn show(&mut self, ui: &mut Ui, scene: &Scene<'_>, art: &mut Art) {
        ui.ctx().request_repaint_after(Duration::from_millis(500));
        self.keys(ui, scene.now_s);
        let whole = ui.max_rect();
        ui.painter().rect_filled(whole, 0.0, Color32::BLACK);
        *ui.visuals_mut() = egui::Theme::Dark.default_visuals();
        let stray = sizes::STRAY * whole.height();
        let room = whole
            .shrink(stray)
            .translate(sizes::shift(scene.now_s) * whole.height());
        let wanted = scene.viewing.sizes(scene.screen);
        let wanted = wanted.scaled(1.15_f32.powi(self.zoom));
        let text_size = match self.zoom {
            0 => TextSize::MayGrow,
            _ => TextSize::AsWanted,
        };
        let plan = Plan::find(scene, room.size(), wanted, text_size);
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
        let just = self.sorted_s.is_some_and(|at| scene.now_s - at < KEYS_S);
        ui.scope_builder(UiBuilder::new().max_rect(head), |ui| {
            heading(ui, scene, &plan, page, (self.order, just));
        });
        // The way back from a table stands where the keys are told.
        if chosen.is_none() {
            keys(ui, scene, room);
        }
    }

    fn keys(&mut self, ui: &Ui, now_s: f64) {
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
                self.sorted_s = Some(now_s);
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
            return nobody(ui, scene, plan);
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

/// That no table is known, and what to look after; whoever reads this stands near.
fn nobody(ui: &mut Ui, scene: &Scene<'_>, plan: &Plan) {
    let words = scene.words;
    let text = |text: String, size: f32| {
        let text = RichText::new(text).size(size).color(DARK.text_soft);
        Label::new(text).wrap()
    };
    ui.add(text(words.say(message::HALL_NOBODY), plan.text));
    ui.add_space(plan.text * GAP);
    let why = match &scene.shown.hearing.trouble {
        Some(trouble) => words.hall_wall_trouble(trouble),
        None => words.say(message::HALL_NOBODY_WHY),
    };
    ui.add(text(why, (plan.text * NEAR).max(NEAR_LEAST)));
}

/// The keys, for whoever stands at the wall: at its start, and as long as the pointer moves.
fn keys(ui: &Ui, scene: &Scene<'_>, room: Rect) {
    let moved = ui.input(|input| input.pointer.time_since_last_movement());
    if f64::from(moved) > KEYS_S && scene.now_s > KEYS_S {
        return;
    }
    let text = scene.words.say(message::HALL_KEYS);
    let font = FontId::proportional(NEAR_LEAST);
    let galley = ui.painter().layout(text, font, DARK.text, room.width());
    let pad = Vec2::splat(NEAR_LEAST * PAD);
    let size = galley.size() + 2.0 * pad;
    let rect = Align2::CENTER_BOTTOM.align_size_within_rect(size, room);
    ui.painter().rect_filled(rect, pad.x, DARK.card);
    ui.painter().galley(rect.min + pad, galley, DARK.text);
}

/// The hall's name, who needs somebody, and which page it is.
fn heading(
    ui: &mut Ui,
    scene: &Scene<'_>,
    plan: &Plan,
    (page, pages): (usize, usize),
    (order, just): (Order, bool),
) {
    let words = scene.words;
    ui.horizontal(|ui| {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if pages > 1 {
                let text = format!("{} / {pages}", page + 1);
                line(ui, &text, plan.text, DARK.text_soft);
            }
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                if !scene.shown.hearing.connected && !scene.shown.cards.is_empty() {
                    let text = format!("! {}", words.say(message::HALL_AWAY));
                    line(ui, &text, plan.text, DARK.wrong);
                    return;
                }
                let cards = scene.shown.cards.iter();
                let needy = cards.filter(|card| card.needs_somebody());
                // Their cards say more; here as many as possible should fit.
                let names: Vec<&str> = needy.map(|card| card.table.as_str()).collect();
                if names.is_empty() || just {
                    let count = scene.shown.cards.len();
                    let counted = words.with(message::HallCount { count });
                    let sorted = words.say(match order {
                        Order::Need => message::HALL_BY_NEED,
                        Order::Name => message::HALL_BY_NAME,
                        Order::Left => message::HALL_BY_LEFT,
                        Order::Score => message::HALL_BY_SCORE,
                    });
                    let text = format!("{} · {counted} · {sorted}", scene.name);
                    line(ui, &text, plan.text, DARK.text_soft);
                } else {
                    let text = words.with(message::HallNeedy {
                        count: names.len(),
                        tables: names.join(", "),
                    });
                    line(ui, &text, plan.text, DARK.wait);
                }
            });
        });
    });
}
