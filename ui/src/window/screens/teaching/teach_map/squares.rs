//! The straightened map, whose squares are clicked to say what is printed on them.

use carcassonne::geometry::{Cell, Side};
use carcassonne::map::{Brush, ChipColor, MapDraft, SquareKind};
use egui::{
    Align2, Color32, FontId, Modifiers, Painter, Pos2, Rect, Role, Sense, Stroke, StrokeKind,
    TextureHandle, Ui, Vec2, WidgetInfo, pos2,
};

use crate::text::{Text, Words, message};
use crate::theme::{Palette, palette};
use crate::window::screens::action::DIGITS;
use crate::window::widgets::card;

/// Largest that the map is shown, points.
const ROOM: Vec2 = Vec2::new(820.0, 640.0);
/// Side of the mark by which a large city is opened, share of a square.
const SIDE_MARK: f32 = 0.3;

/// The squares and the brush in hand.
pub struct Squares {
    texture: TextureHandle,
    brush: Brush,
}

impl Squares {
    /// Shows this straightened picture.
    pub fn new(texture: TextureHandle) -> Self {
        Self {
            texture,
            brush: Brush::Kind(SquareKind::None),
        }
    }

    /// The brushes to choose from.
    pub fn brushes(&mut self, ui: &mut Ui, words: Words) {
        card::heading(ui, &words.say(message::MAP_TEACH_BRUSH));
        card::soft(ui, &words.say(message::MAP_TEACH_BRUSH_WHY));
        let typing = ui.memory(|memory| memory.focused().is_some());
        for (n, brush) in Brush::ALL.into_iter().enumerate() {
            let pressed =
                !typing && ui.input_mut(|input| input.consume_key(Modifiers::NONE, DIGITS[n]));
            if pressed {
                self.brush = brush;
            }
            let name = words.map_brush(brush);
            let text = format!("{}  {name}", n + 1);
            ui.radio_value(&mut self.brush, brush, text)
                .accessible_name(name);
        }
        card::soft(ui, &words.say(message::MAP_TEACH_SIDES));
    }

    /// Shows the squares and takes the clicks on them.
    pub fn show(&self, ui: &mut Ui, words: Words, draft: &mut MapDraft) {
        let [cols, rows] = draft.size().map(|n| n as f32);
        // The column of brushes beside it.
        let wide = (ui.available_width() - 330.0).clamp(240.0, ROOM.x);
        let side = (wide / cols).min(ROOM.y / rows);
        let (rect, area) = ui.allocate_exact_size(Vec2::new(cols, rows) * side, Sense::drag());
        let whole = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
        ui.painter()
            .image(self.texture.id(), rect, whole, Color32::WHITE);
        let at = |cell: Cell| {
            let corner = rect.min + Vec2::new(cell.x as f32, cell.y as f32) * side;
            Rect::from_min_size(corner, Vec2::splat(side))
        };
        let p = palette(ui);
        // Drawn over with the pointer held down, a whole row takes one go.
        if area.dragged()
            && ui.input(|input| input.pointer.is_decidedly_dragging())
            && let Some(pos) = area.interact_pointer_pos()
        {
            let [x, y] = [pos.x - rect.min.x, pos.y - rect.min.y].map(|v| (v / side).floor());
            draft.paint(Cell::new(x as i32, y as i32), self.brush);
        }
        for cell in draft.cells() {
            let place = at(cell);
            let kind = words.map_square(draft, cell);
            let label = format!("{}: {kind}", named(cell));
            let id = ui.scope_id().with(("square", cell));
            let response = ui.interact(place, id, Sense::click());
            let enabled = ui.is_enabled();
            response.widget_info(|| WidgetInfo::labeled(Role::Button, enabled, &label));
            if response.clicked() {
                draft.paint(cell, self.brush);
            }
            let over = response.hovered() || response.has_focus();
            mark(ui.painter(), p, place, draft, cell, over);
        }
        for cell in draft.cells() {
            for each in Side::ALL {
                if draft.has_side(cell, each) {
                    side_mark(ui, words, draft, (cell, each), at(cell));
                }
            }
        }
    }
}

/// A square's name as on a chessboard, from the north-west.
fn named(cell: Cell) -> String {
    let letter = |n: i32| char::from(b'A' + (n % 26) as u8);
    let first = if cell.x < 26 {
        String::new()
    } else {
        letter(cell.x / 26 - 1).to_string()
    };
    format!("{first}{}{}", letter(cell.x), cell.y + 1)
}

fn chip(color: ChipColor) -> Color32 {
    let [r, g, b] = shapes::map_board::chip_paint(color).map(|v| v as u8);
    Color32::from_rgb(r, g, b)
}

/// What a square is said to be, drawn over its picture.
fn mark(painter: &Painter, p: &Palette, at: Rect, draft: &MapDraft, cell: Cell, over: bool) {
    let square = draft.square(cell);
    let rim = if over {
        Stroke::new(3.0, p.text)
    } else {
        Stroke::new(1.0, Color32::from_white_alpha(110))
    };
    let (sign, color) = match draft.kind(cell) {
        SquareKind::Land => ("", p.card),
        SquareKind::Start => ("S", p.wrong),
        SquareKind::Town => ("T", p.accent),
        SquareKind::LargeCity => ("C", p.text),
        SquareKind::Wave => ("~", p.water),
        SquareKind::Island => ("I", p.text),
        SquareKind::None => {
            painter.rect_filled(at, 0.0, Color32::from_black_alpha(150));
            ("", p.card)
        }
    };
    painter.rect_stroke(at, 0.0, rim, StrokeKind::Inside);
    if sign.is_empty() {
        return;
    }
    let color = square.and_then(|square| square.color).map_or(color, chip);
    let radius = at.width() * 0.3;
    painter.circle(at.center(), radius, color, Stroke::new(2.0, Color32::WHITE));
    let font = FontId::proportional(radius * 1.3);
    let text = if color.intensity() > 0.55 {
        Color32::BLACK
    } else {
        Color32::WHITE
    };
    painter.text(at.center(), Align2::CENTER_CENTER, sign, font, text);
}

/// A mark on a side of which something can be said: an open side of a large city, or a side of a
/// square beside one at which features end all the same.
fn side_mark(
    ui: &mut Ui,
    words: Words,
    draft: &mut MapDraft,
    (cell, side): (Cell, Side),
    at: Rect,
) {
    let p = palette(ui);
    let city = draft.kind(cell) == SquareKind::LargeCity;
    let square = draft.square(cell);
    let on = square.is_some_and(|square| {
        square.open_sides.contains(&side) || square.closed_sides.contains(&side)
    });
    let (x, y) = side.step();
    let out = at.width() * (0.5 - 0.5 * SIDE_MARK);
    let middle: Pos2 = at.center() + Vec2::new(x as f32, y as f32) * out;
    let place = Rect::from_center_size(middle, Vec2::splat(at.width() * SIDE_MARK));
    let (square, side_name) = (named(cell), words.say(SIDES[side.index()]));
    let label = match (city, on) {
        (true, true) => words.with(message::MapSideOpen {
            square,
            side: side_name,
        }),
        (true, false) => words.with(message::MapSideShut {
            square,
            side: side_name,
        }),
        (false, true) => words.with(message::MapSideEnds {
            square,
            side: side_name,
        }),
        (false, false) => words.with(message::MapSideRuns {
            square,
            side: side_name,
        }),
    };
    let id = ui.scope_id().with(("side", cell, side));
    let response = ui.interact(place, id, Sense::click());
    let enabled = ui.is_enabled();
    response.widget_info(|| WidgetInfo::labeled(Role::Button, enabled, &label));
    let line = Stroke::new(if response.hovered() { 3.0 } else { 1.5 }, Color32::WHITE);
    let fill = match (city, on) {
        (_, false) => Color32::from_black_alpha(130),
        (true, true) => p.good,
        (false, true) => p.wrong,
    };
    ui.painter()
        .rect(place, 3.0, fill, line, StrokeKind::Inside);
    if response.on_hover_text(&label).clicked() {
        draft.touch_side(cell, side);
    }
}

const SIDES: [Text; 4] = [
    message::TEACH_NORTH,
    message::TEACH_EAST,
    message::TEACH_SOUTH,
    message::TEACH_WEST,
];
