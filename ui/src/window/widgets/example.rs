//! A drawn example of a table option whose sentence alone is hard to picture: the same tiles
//! once as the option says and once as it does not, with the ghosts that come, in their order.
//!
//! The scenes are those of the golden records of the same rulings. They draw only; what is true
//! the rules say.

use carcassonne::catalogue::face_id;
use carcassonne::geometry::Rotation;
use egui::{
    Align2, Color32, FontId, Painter, Pos2, Rect, Sense, Stroke, StrokeKind, Ui, Vec2, WidgetInfo,
    pos2, vec2,
};
use tracker::rules::ruling::Ruling;

use crate::text::{Text, Words, message};
use crate::theme::{palette, size};
use crate::views::board_plan::Copy;
use crate::window::widgets::art::Art;
use crate::window::widgets::{board, card};

/// Side of a tile, points.
const TILE: f32 = 62.0;
/// Height of a badge, points.
const BADGE: f32 = 19.0;

/// Where ghosts come to.
#[derive(Clone, Copy)]
enum To {
    /// A meeple of whoever laid the tile.
    Own,
    /// A meeple of another player.
    Opponent,
    /// Spell circles.
    Circles,
}

/// Ghosts that come in one step, and the cell that they come to.
type Step = (To, u8, (u8, u8));

/// The tiles, and the steps in their order with the answers yes and no.
struct Scene {
    number: &'static str,
    /// Face, cell and quarter turns; the tile just laid is the last.
    tiles: &'static [(&'static str, (u8, u8), i32)],
    yes: &'static [Step],
    no: &'static [Step],
    /// What the two pictures show, in a sentence.
    says: Text,
}

use To::{Circles, Opponent, Own};

const SCENES: [Scene; 3] = [
    Scene {
        number: "BK4b",
        tiles: &[("B", (0, 0), 0), ("BK1", (1, 0), 0)],
        yes: &[(Own, 4, (0, 0)), (Circles, 3, (1, 0))],
        no: &[(Own, 3, (0, 0)), (Circles, 3, (1, 0))],
        says: message::EXAMPLE_BK4B,
    },
    Scene {
        number: "BK5",
        tiles: &[
            ("M13", (0, 0), 0),
            ("B", (1, 0), 0),
            ("B", (1, 1), 0),
            ("BK1", (0, 1), 3),
        ],
        yes: &[
            (Own, 3, (1, 1)),
            (Circles, 3, (0, 1)),
            (Opponent, 1, (1, 0)),
        ],
        no: &[
            (Opponent, 1, (1, 0)),
            (Own, 3, (1, 1)),
            (Circles, 3, (0, 1)),
        ],
        says: message::EXAMPLE_BK5,
    },
    Scene {
        number: "BK7",
        tiles: &[
            ("BK8", (0, 0), 0),
            ("E", (0, 1), 0),
            ("B", (2, 0), 0),
            ("M13", (1, 0), 1),
        ],
        yes: &[
            (Opponent, 1, (0, 1)),
            (Opponent, 1, (0, 1)),
            (Own, 1, (2, 0)),
            (Own, 1, (2, 0)),
        ],
        no: &[(Opponent, 1, (0, 1)), (Own, 1, (2, 0)), (Own, 2, (2, 0))],
        says: message::EXAMPLE_BK7,
    },
];

/// Shows the example of that option, if it has one.
pub fn show(ui: &mut Ui, words: Words, ruling: &Ruling, art: &mut Art) {
    let Some(scene) = SCENES.iter().find(|scene| scene.number == ruling.number) else {
        return;
    };
    ui.horizontal(|ui| {
        for (steps, text) in [
            (scene.yes, message::EXAMPLE_YES),
            (scene.no, message::EXAMPLE_NO),
        ] {
            ui.vertical(|ui| {
                card::soft(ui, &words.say(text));
                picture(ui, words, scene, steps, art);
            });
            ui.add_space(12.0);
        }
    });
    card::soft(ui, &words.say(scene.says));
    card::soft(ui, &words.say(message::EXAMPLE_LEGEND));
}

fn picture(ui: &mut Ui, words: Words, scene: &Scene, steps: &[Step], art: &mut Art) {
    let p = palette(ui);
    let cells = || scene.tiles.iter().map(|&(_, cell, _)| cell);
    let wide = cells().map(|(x, _)| x + 1).max().unwrap_or(1);
    let tall = cells().map(|(_, y)| y + 1).max().unwrap_or(1);
    let room = vec2(f32::from(wide), f32::from(tall)) * TILE;
    let (area, response) = ui.allocate_exact_size(room, Sense::hover());
    let enabled = ui.is_enabled();
    let says = words.say(scene.says);
    response.widget_info(|| WidgetInfo::labeled(egui::Role::Image, enabled, &says));
    let painter = ui.painter();
    let place = |(x, y): (u8, u8)| {
        let corner = area.min + vec2(f32::from(x), f32::from(y)) * TILE;
        Rect::from_min_size(corner, Vec2::splat(TILE))
    };
    for &(face, cell, turns) in scene.tiles {
        let Some(face) = face_id(face) else { continue };
        let rotation = Rotation::from_quarter_turns(turns);
        let rect = place(cell).shrink(0.5);
        board::draw_tile(ui.ctx(), painter, rect, Copy::plain(face), rotation, art, p);
    }
    if let Some(&(_, cell, _)) = scene.tiles.last() {
        let line = Stroke::new(2.5, p.glow);
        painter.rect_stroke(place(cell), 2.0, line, StrokeKind::Inside);
    }
    for (number, &(to, count, cell)) in steps.iter().enumerate() {
        let before = steps[..number].iter().filter(|(_, _, at)| *at == cell);
        let down = before.count() as f32 * (BADGE + 2.0);
        let middle = place(cell).center_top() + vec2(0.0, BADGE * 0.5 + 8.0 + down);
        badge(painter, middle, to, &format!("{}. {count}×", number + 1));
    }
}

fn badge(painter: &Painter, middle: Pos2, to: To, text: &str) {
    let (fill, ink) = match to {
        Own => (Color32::from_rgb(190, 30, 40), Color32::WHITE),
        Opponent => (Color32::from_rgb(30, 80, 190), Color32::WHITE),
        Circles => (Color32::WHITE, Color32::BLACK),
    };
    let rect = Rect::from_center_size(middle, vec2(44.0, BADGE));
    let line = Stroke::new(1.0, Color32::BLACK);
    painter.rect(rect, BADGE * 0.5, fill, line, StrokeKind::Inside);
    let at = pos2(rect.center().x, rect.center().y);
    let font = FontId::proportional(size::SMALL);
    painter.text(at, Align2::CENTER_CENTER, text, font, ink);
}

#[cfg(test)]
mod tests {
    use super::*;
    use carcassonne::catalogue::{Catalogue, TileSet};
    use carcassonne::geometry::Cell;
    use tracker::board::Board;

    /// The scenes are of options that exist, and of tiles that may lie so.
    #[test]
    fn the_examples_are_of_options_and_tiles_that_exist() {
        let faces = Catalogue::of(&[TileSet::Base, TileSet::Mists, TileSet::Circles]);
        for scene in &SCENES {
            assert!(Ruling::find(scene.number).is_some(), "{}", scene.number);
            let mut board = Board::default();
            let mut left: Vec<_> = scene.tiles.iter().collect();
            while let Some(next) = left.iter().position(|&&(face, (x, y), turns)| {
                let face = faces.find(face).unwrap();
                let rotation = Rotation::from_quarter_turns(turns);
                let cell = Cell::new(i32::from(x), i32::from(y));
                board.lay(cell, face, rotation).is_ok()
            }) {
                left.remove(next);
            }
            assert!(left.is_empty(), "{}: {left:?}\n{board}", scene.number);
        }
    }
}
