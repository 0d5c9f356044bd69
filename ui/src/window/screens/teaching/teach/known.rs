//! Tiles of a box that is on record: which of its faces a description means, so that they are
//! taught under the names that every game knows, and copies of one face join.

use std::sync::{Arc, LazyLock};

use carcassonne::catalogue::{Catalogue, Draft, Face, FaceId, TileSet};
use carcassonne::geometry::Rotation;
use egui::{Rect, Role, Sense, Stroke, StrokeKind, Ui, Vec2, WidgetInfo, vec2};
use vision::pack::Pack;

use crate::text::{Words, message};
use crate::theme::{palette, size};
use crate::window::widgets::art::{Art, Copy};
use crate::window::widgets::{board, card};

/// Side of a face to choose, points.
const SIDE: f32 = 56.0;

/// A face that a description may mean.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Match {
    /// Which.
    pub face: FaceId,
    /// How the picture is to be turned to lie like the face.
    pub turn: Rotation,
    /// Sides that agree.
    sides: usize,
    /// What else agrees: joined sides, what stands in the middle, coats of arms.
    more: usize,
}

/// All of [`Match::more`].
const MORE: usize = 3;

impl Match {
    /// Whether everything agrees.
    pub const fn is_whole(&self) -> bool {
        self.sides == 4 && self.more == MORE
    }

    /// Whether the sides agree.
    pub const fn has_sides(&self) -> bool {
        self.sides == 4
    }
}

/// The faces of a box whose prints are on record; none of a box that only has stand-ins.
pub fn printed(set: TileSet) -> Vec<Arc<Face>> {
    let all = Catalogue::of(&[set]);
    let own = all.faces().filter(|face| face.set == set && face.is_tile());
    own.filter(|face| !face.practice).cloned().collect()
}

/// The descriptions of all faces on record: describing one takes a moment.
static RECORDED: LazyLock<Vec<Draft>> = LazyLock::new(|| {
    let faces = TileSet::ALL.into_iter().flat_map(printed);
    faces.filter_map(|face| Draft::of(&face)).collect()
});

/// Every face on record of the draft's box, the likeliest first.
pub fn ranked(draft: &Draft) -> Vec<Match> {
    let of_box = RECORDED.iter().filter(|known| known.set == draft.set);
    let mut ranked: Vec<Match> = of_box.filter_map(|known| best(draft, known)).collect();
    ranked.sort_by_key(|m| std::cmp::Reverse((m.sides, m.more)));
    ranked
}

/// A face in the turn in which it agrees most.
fn best(draft: &Draft, known: &Draft) -> Option<Match> {
    let turned = (0..4).map(|turn| {
        let at = |side: usize| (side + turn) % 4;
        let sides = (0..4).filter(|&side| draft.edges[side] == known.edges[at(side)]);
        let alike = |a: usize, b: usize| {
            (draft.joined[a] == draft.joined[b]) == (known.joined[at(a)] == known.joined[at(b)])
        };
        let joined = (0..4).all(|a| (0..4).all(|b| alike(a, b)));
        let shields = draft.shields.iter().sum::<u8>() == known.shields.iter().sum::<u8>();
        let more = [joined, draft.place == known.place, shields];
        Match {
            face: known.id,
            turn: Rotation::from_quarter_turns(turn as i32),
            sides: sides.count(),
            more: more.into_iter().filter(|agrees| *agrees).count(),
        }
    });
    // The first of equals: least turned.
    turned.rev().max_by_key(|m| (m.sides, m.more))
}

/// Offers faces of the box to be clicked, each as it would lie in the picture; the one clicked.
pub fn offer(
    ui: &mut Ui,
    words: Words,
    (ranked, pack): (&[Match], &Pack),
    art: &mut Art,
) -> Option<Match> {
    let pictured = pack.faces();
    let first = ranked.first().filter(|first| first.has_sides());
    let others = ranked.iter().skip(usize::from(first.is_some()));
    let (near, mut rest): (Vec<&Match>, Vec<&Match>) = others.partition(|m| m.has_sides());
    rest.retain(|m| !pictured.contains_key(&m.face));
    let mut chosen = None;
    for (title, faces) in [
        (message::TEACH_SAME_SIDES, near),
        (message::TEACH_LETTERS, rest),
    ] {
        if faces.is_empty() {
            continue;
        }
        card::soft(ui, &words.say(title));
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = vec2(6.0, 6.0);
            for each in faces {
                if face(ui, words, each, art) {
                    chosen = Some(*each);
                }
            }
        });
    }
    chosen
}

fn face(ui: &mut Ui, words: Words, which: &Match, art: &mut Art) -> bool {
    let p = palette(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(SIDE, SIDE + 18.0), Sense::click());
    let name = which.face.to_string();
    let label = words.with(message::TeachIs {
        name: name.as_str(),
    });
    let enabled = ui.is_enabled();
    response.widget_info(|| WidgetInfo::labeled(Role::Button, enabled, &label));
    let picture = Rect::from_min_size(rect.min, Vec2::splat(SIDE));
    let (copy, turn) = (Copy::plain(which.face), which.turn.inverse());
    board::draw_tile(ui.ctx(), ui.painter(), picture, copy, turn, art, p);
    if response.hovered() || response.has_focus() {
        let line = Stroke::new(3.0, p.accent);
        ui.painter()
            .rect_stroke(picture, 3.0, line, StrokeKind::Outside);
    }
    let font = egui::FontId::proportional(size::SMALL);
    let below = egui::Align2::CENTER_BOTTOM;
    ui.painter()
        .text(rect.center_bottom(), below, name, font, p.text_soft);
    response.on_hover_text(label).clicked()
}

#[cfg(test)]
mod tests {
    use super::*;
    use carcassonne::catalogue::face_id;

    /// Each face of the box, lying in any turn, is found by its description alone.
    #[test]
    fn every_description_of_a_base_tile_means_that_tile() {
        let base = printed(TileSet::Base);
        assert_eq!(base.len(), 24);
        for face in &base {
            let draft = Draft::of(face).expect("a description");
            let ranked = ranked(&draft);
            assert_eq!(ranked[0].face, face.id);
            assert!(ranked[0].is_whole() && !ranked[1].is_whole(), "{}", face.id);
            assert_eq!(ranked[0].turn, Rotation::R0);
        }
    }

    #[test]
    fn a_turned_description_says_how_to_turn_the_picture() {
        let base = printed(TileSet::Base);
        let v = face_id("V").expect("a name");
        let face = base.iter().find(|face| face.id == v).expect("in the box");
        let straight = Draft::of(face).expect("a description");
        for turn in 0..4 {
            let mut draft = straight.clone();
            for side in 0..4 {
                draft.edges[side] = straight.edges[(side + turn) % 4];
            }
            draft.take_usual();
            let first = ranked(&draft)[0];
            assert_eq!(first.face, v);
            assert_eq!(first.turn, Rotation::from_quarter_turns(turn as i32));
        }
    }

    #[test]
    fn boxes_with_stand_ins_have_no_names_to_offer() {
        assert!(printed(TileSet::Mists).is_empty());
        assert!(printed(TileSet::Circles).is_empty());
        assert!(!printed(TileSet::MageAndWitch).is_empty());
    }
}
