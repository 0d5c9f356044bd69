//! The hole finder: which tiles still fit into a gap, how many are left, and how likely one
//! comes. Counting is the tracker's.

use carcassonne::catalogue::FaceId;
use carcassonne::geometry::{Cell, Rotation};
use carcassonne::piece::Color;
use egui::{Align2, FontId, Rect, Sense, Stroke, Ui, Vec2, WidgetInfo, vec2};
use tracker::board::Board;
use tracker::board::holes::{Fit, Hole};
use tracker::snapshot::Snapshot;

use crate::faces;
use crate::text::{Words, message};
use crate::theme::{palette, size};
use crate::window::widgets::art::{Art, Copy};
use crate::window::widgets::{board, card};

/// Side of a face, points.
const FACE: f32 = 52.0;

/// What may fill that gap of the snapshot's board.
pub fn hole(snapshot: &Snapshot, board: &Board, cell: Cell) -> Hole {
    let left = snapshot.bag.faces.iter();
    let left = left.filter_map(|(id, left)| Some((faces::known(id)?, *left)));
    Hole::of(board, cell, left, snapshot.bag.pile)
}

/// The players in the order in which they draw, from the next one on.
fn drawing(snapshot: &Snapshot) -> Vec<Color> {
    let mut colors: Vec<Color> = snapshot.players.iter().map(|player| player.color).collect();
    let next = snapshot.turn.next;
    if let Some(at) = colors.iter().position(|&color| Some(color) == next) {
        colors.rotate_left(at);
    }
    colors
}

/// Shows the card; whether it stays open.
pub fn show(ui: &mut Ui, words: Words, snapshot: &Snapshot, hole: &Hole, art: &mut Art) -> bool {
    let mut stays = true;
    let p = palette(ui);
    card::card(ui, p.card, Stroke::new(2.0, p.accent), |ui| {
        let place = words.place_in(snapshot, hole.cell);
        card::heading(ui, &words.with(message::HoleTitle { place }));
        if hole.fitting == 0 {
            card::body(ui, &words.say(message::HOLE_NONE));
        } else {
            let text = words.with(message::HoleFits {
                left: hole.fitting,
                of: hole.left,
            });
            card::body(ui, &text);
            tiles(ui, words, hole, art);
            chances(ui, words, snapshot, hole);
            card::soft(ui, &words.say(message::HOLE_WHY));
        }
        stays = !ui.button(words.say(message::HOLE_CLOSE)).clicked();
    });
    ui.add_space(2.0);
    stays
}

fn tiles(ui: &mut Ui, words: Words, hole: &Hole, art: &mut Art) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(6.0, 6.0);
        for fit in &hole.fits {
            tile(ui, words, first_turn(fit), FACE, art);
        }
    });
}

/// A face that fits, turned in the first way in which it does, and its copies left.
pub fn first_turn(fit: &Fit) -> (FaceId, Rotation, u8) {
    let rotation = fit.rotations.first().copied();
    (fit.face, rotation.unwrap_or_default(), fit.left)
}

/// A face of that side, with its name and the copies left of it below.
pub fn tile(
    ui: &mut Ui,
    words: Words,
    (face, rotation, left): (FaceId, Rotation, u8),
    side: f32,
    art: &mut Art,
) {
    let p = palette(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(side, side + 18.0), Sense::hover());
    let label = words.with(message::HandTile {
        face: face.as_str(),
        left,
    });
    let enabled = ui.is_enabled();
    response.widget_info(|| WidgetInfo::labeled(egui::Role::Image, enabled, &label));
    let picture = Rect::from_min_size(rect.min, Vec2::splat(side));
    let copy = Copy::plain(face);
    board::draw_tile(ui.ctx(), ui.painter(), picture, copy, rotation, art, p);
    let font = FontId::proportional(size::SMALL);
    let (at, below) = (rect.center_bottom(), Align2::CENTER_BOTTOM);
    let text = format!("{face} · {left}");
    ui.painter().text(at, below, text, font, p.text_soft);
}

fn chances(ui: &mut Ui, words: Words, snapshot: &Snapshot, hole: &Hole) {
    let percent = words.percent(hole.next());
    card::body(ui, &words.with(message::HoleNext { percent }));
    let players = drawing(snapshot);
    let count = u32::try_from(players.len()).unwrap_or(1);
    for (first, color) in (0..).zip(players) {
        let percent = words.percent(hole.for_player(first, count));
        let text = words.with(message::HolePlayer {
            name: words.player(snapshot, color),
            percent,
        });
        card::body(ui, &text);
    }
    let percent = words.percent(hole.in_time());
    card::body(ui, &words.with(message::HoleInTime { percent }));
}
