//! What happened, newest first: every entry of the record, also what was corrected or taken
//! back. Choosing one doubts it, so that it can be put right however old it is.

use egui::text::{LayoutJob, TextFormat, TextWrapping};
use egui::{Align2, FontId, Rect, Sense, TextureId, Ui, Vec2, WidgetInfo, vec2};
use tracker::belief::doubt::Doubt;
use tracker::command::Command;
use tracker::log::history::{Entry, EntryState};
use tracker::snapshot::Snapshot;

use crate::text::{Words, message};
use crate::theme::{palette, size};
use crate::window::screens::table::wishes::{Wishes, all_segments};
use crate::window::widgets::card;
use crate::window::widgets::picture::kept::{self, Kept, Part};

/// Height of an entry, points.
const ROW: f32 = 26.0;
/// Where it begins after its turn, points.
const WHAT: f32 = 80.0;
/// Side of its picture when it is pointed at, points.
const LARGE: f32 = 240.0;

/// Shows the entries.
pub fn show(ui: &mut Ui, words: Words, snapshot: &Snapshot, kept: &mut Kept, wishes: &mut Wishes) {
    if snapshot.history.is_empty() {
        card::soft(ui, &words.say(message::HISTORY_NONE));
        return;
    }
    ui.spacing_mut().item_spacing.y = 0.0;
    let count = snapshot.history.len();
    egui::ScrollArea::vertical()
        .id_salt("history")
        .auto_shrink(false)
        .show_rows(ui, ROW, count, |ui, rows| {
            for number in rows {
                let entry = &snapshot.history[count - 1 - number];
                let picture = kept.event(ui.ctx(), entry.event);
                row(ui, words, snapshot, (entry, picture), wishes);
            }
        });
}

fn row(
    ui: &mut Ui,
    words: Words,
    snapshot: &Snapshot,
    (entry, picture): (&Entry, Option<TextureId>),
    wishes: &mut Wishes,
) {
    let p = palette(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::click());
    let what = words.entry(snapshot, entry);
    let state = words.entry_state(snapshot, entry);
    let label = words.with(message::HistoryCorrect {
        what: what.as_str(),
    });
    let enabled = ui.is_enabled();
    let spoken = format!("{label}; {state}");
    response.widget_info(|| WidgetInfo::labeled(egui::Role::Button, enabled, &spoken));
    if response.hovered() || response.has_focus() {
        ui.painter().rect_filled(rect, 4.0, p.button_hover);
        let tile = snapshot.tiles.iter().find(|tile| tile.event == entry.event);
        let figure = snapshot.figures.iter().find(|f| f.event == entry.event);
        if let Some(tile) = tile {
            wishes.lit = all_segments(snapshot, tile.cell);
        } else if let Some(figure) = figure {
            wishes.lit = vec![figure.at];
        }
    }
    let (small, body) = (
        FontId::proportional(size::SMALL),
        FontId::proportional(size::BODY),
    );
    let painter = ui.painter().with_clip_rect(rect.intersect(ui.clip_rect()));
    let at = |x: f32| rect.left_center() + vec2(x, 0.0);
    let turn = words.with(message::LineTurn { turn: entry.turn });
    painter.text(
        at(6.0),
        Align2::LEFT_CENTER,
        turn,
        small.clone(),
        p.text_soft,
    );
    let holds = matches!(
        entry.state,
        EntryState::Holds | EntryState::Corrected { .. }
    );
    let color = if holds { p.text } else { p.text_soft };
    let mut told = LayoutJob::default();
    let taken = picture.map_or(0.0, |_| 2.0 * ROW);
    told.wrap = TextWrapping::truncate_at_width(rect.width() - WHAT - taken - 6.0);
    let mut format = TextFormat::simple(body, color);
    if !holds {
        format.strikethrough = egui::Stroke::new(1.5, color);
    }
    told.append(&what, 0.0, format);
    told.append(&state, 16.0, TextFormat::simple(small, p.text_soft));
    let told = painter.layout_job(told);
    let top = at(WHAT) - vec2(0.0, told.size().y / 2.0);
    painter.galley(top, told, color);
    let response = match picture {
        Some(texture) => {
            let middle = rect.right_center() - vec2(ROW, 0.0);
            let small = Rect::from_center_size(middle, Vec2::splat(ROW - 2.0));
            kept::paint(&painter, small, texture, Part::Tile, p.line);
            response.on_hover_ui(|ui| {
                let size = Vec2::splat(LARGE);
                ui.add(
                    egui::Image::new((texture, size)).alt_text(words.say(message::HISTORY_THEN)),
                );
                card::soft(ui, &words.say(message::HISTORY_THEN));
            })
        }
        None => response,
    };
    if response.clicked() {
        wishes.commands.push(Command::Doubt {
            event: entry.event,
            doubt: Doubt::Reading,
        });
    }
}
