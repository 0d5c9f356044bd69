//! One table on the wall: its name, what is left, who has how many points, and what is the matter.

use egui::{
    Align, Color32, CornerRadius, FontId, Frame, Label, Layout, Rect, RichText, Sense, Stroke, Ui,
    UiBuilder, Vec2, WidgetInfo, vec2,
};
use hall::message::{Player, State};
use hall::wall::Standing;

use super::plan::{PAD, Plan, ROW};
use super::scene::Scene;
use crate::hall::wall::{Card, leads};
use crate::text::names::initial;
use crate::text::{Words, message};
use crate::theme::DARK;
use crate::window::widgets::badge;

/// One table; says whether it was clicked.
pub(super) fn show_card(
    ui: &mut Ui,
    scene: &Scene<'_>,
    plan: &Plan,
    card: &Card,
    rect: Rect,
) -> bool {
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
        match plan.short {
            true => on_short_card(ui, scene, plan, card),
            false => on_card(ui, scene, plan, card),
        }
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

/// Everything on a card.
pub(super) fn on_card(ui: &mut Ui, scene: &Scene<'_>, plan: &Plan, card: &Card) {
    let words = scene.words;
    row(ui, plan.text, |ui| {
        if let Some(left) = left(words, card) {
            line(ui, &left, plan.text, DARK.text_soft);
        }
        rest(ui, |ui| {
            line(ui, &words.hall_table(&card.table), plan.text, DARK.text);
        });
    });
    if let Some(state) = &card.state {
        scores(ui, words, plan.text, state);
    }
    if let Some(text) = words.hall_standing(card) {
        line(ui, &text, plan.text, said_in(card));
    }
}

/// Share of a row that a table's name may take.
const NAME: f32 = 0.6;

/// The same in two rows: the table with how it stands, and everybody's points by their badges.
fn on_short_card(ui: &mut Ui, scene: &Scene<'_>, plan: &Plan, card: &Card) {
    let words = scene.words;
    let (said, color) = match words.hall_standing(card) {
        Some(said) => (Some(said), said_in(card)),
        None => (left(words, card), DARK.text_soft),
    };
    row(ui, plan.text, |ui| {
        if let Some(said) = &said {
            // Which table it is must be read whole, how it stands is marked as well.
            let font = FontId::proportional(plan.text);
            let name = card.table.to_string();
            let name = ui.painter().layout_no_wrap(name, font, DARK.text).size().x;
            let name = (name + ui.spacing().item_spacing.x).min(NAME * ui.available_width());
            ui.scope(|ui| {
                ui.set_max_width(ui.available_width() - name);
                line(ui, said, plan.text, color);
            });
        }
        rest(ui, |ui| line(ui, card.table.as_str(), plan.text, DARK.text));
    });
    let Some(state) = &card.state else { return };
    row(ui, plan.text, |ui| {
        rest(ui, |ui| match &state.team {
            Some(team) => {
                let points = format!("{} / {}", team.score, team.target);
                line(ui, &points, plan.text, DARK.text);
            }
            None => {
                for player in &state.players {
                    let color = if leads(state, player) {
                        DARK.accent
                    } else {
                        DARK.text
                    };
                    let name = words.hall_player(player);
                    badge::badge(ui, player.color, &initial(&name), plan.text * 0.95, "");
                    line(ui, &player.score.to_string(), plan.text, color);
                    ui.add_space(plan.text * 0.3);
                }
            }
        });
    });
}

/// Tiles left, while it is played.
fn left(words: Words, card: &Card) -> Option<String> {
    let state = card.state.as_ref().filter(|state| !state.over)?;
    Some(words.with(message::HallLeft {
        left: state.tiles_left,
    }))
}

/// The colour in which it is said how a table stands.
fn said_in(card: &Card) -> Color32 {
    match card.standing {
        Standing::Unconfirmed | Standing::Empty => DARK.text_soft,
        _ => mark(card),
    }
}

/// Players with their points, whoever leads marked.
fn scores(ui: &mut Ui, words: Words, text: f32, state: &State) {
    if let Some(team) = &state.team {
        let points = format!("{} / {}", team.score, team.target);
        row(ui, text, |ui| {
            line(ui, &points, text, DARK.text);
            rest(ui, |ui| {
                line(ui, &words.say(message::TEAM_NAME), text, DARK.text)
            });
        });
        return;
    }
    for player in &state.players {
        score(ui, words, text, player, leads(state, player));
    }
}

fn score(ui: &mut Ui, words: Words, text: f32, player: &Player, leads: bool) {
    let color = if leads { DARK.accent } else { DARK.text };
    let name = words.hall_player(player);
    row(ui, text, |ui| {
        line(ui, &player.score.to_string(), text, color);
        rest(ui, |ui| {
            badge::badge(ui, player.color, &initial(&name), text * 0.95, "");
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
pub(super) fn line(ui: &mut Ui, text: &str, size: f32, color: Color32) {
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
