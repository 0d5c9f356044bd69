//! What is doubtful about a photographed board: a piece of the photograph, and the answers with what
//! everybody would end with. Part of [`super`].

use std::collections::BTreeMap;

use carcassonne::geometry::Cell;
use egui::{
    Button, CollapsingHeader, Color32, ColorImage, Pos2, Rect, Sense, Shape, Stroke, TextureHandle,
    TextureOptions, Ui, Vec2, pos2, vec2,
};
use tracker::at_end::{About, Answer, Doubt, Guess, TakenOver};
use tracker::snapshot::Snapshot;
use vision::learn::teach;

use crate::run::reading::read_board::ReadBoard;
use crate::text::message;
use crate::theme::palette;
use crate::views::board_plan::Copy;
use crate::window::screens::Context;
use crate::window::widgets::{board, card, offer};

/// Side of the piece of the photograph, points, and of its texture, px.
const SIDE: f32 = 150.0;
const TEXTURE_PX: i32 = 300;
/// Side of a drawn face on an answer, points.
const FACE: f32 = 44.0;

/// What there is to see.
pub(super) struct Shown<'a> {
    pub(super) board: &'a ReadBoard,
    pub(super) taken: &'a TakenOver,
    pub(super) seen: &'a Snapshot,
}

/// Pieces of the photograph, cut out when first shown.
#[derive(Default)]
pub(super) struct Doubts {
    cut: BTreeMap<Cell, Option<(TextureHandle, [Pos2; 4])>>,
}

impl Doubts {
    /// Shows what is asked, what most hangs on first, and folded up what changes nobody's points; the
    /// answer if one was given.
    pub(super) fn show(
        &mut self,
        ui: &mut Ui,
        ctx: &mut Context<'_>,
        shown: &Shown<'_>,
    ) -> Option<(About, Answer)> {
        let words = ctx.words;
        let questions = shown.taken.questions();
        let text = words.with(message::ScoreDoubts {
            count: questions.count(),
        });
        card::heading(ui, &text);
        let mut answered = None;
        for doubt in shown.taken.questions() {
            answered = answered.or(self.card(ui, ctx, shown, doubt));
        }
        if let Some(idle) = words.idle(shown.taken) {
            let folded = CollapsingHeader::new(idle).id_salt("idle");
            folded.show(ui, |ui| {
                for doubt in shown.taken.idle() {
                    answered = answered.or(self.card(ui, ctx, shown, doubt));
                }
            });
        }
        answered
    }

    /// One doubt; the answer if one was given.
    fn card(
        &mut self,
        ui: &mut Ui,
        ctx: &mut Context<'_>,
        shown: &Shown<'_>,
        doubt: &Doubt,
    ) -> Option<(About, Answer)> {
        let words = ctx.words;
        let mut answered = None;
        card::plain(ui, |ui| {
            ui.horizontal_top(|ui| {
                self.piece(ui, shown.board, doubt.cell);
                ui.vertical(|ui| {
                    card::body(ui, &words.doubt(shown.seen, doubt));
                    if let Some(fault) = &doubt.fault {
                        card::soft(ui, &words.rule_fault(shown.seen, fault));
                    }
                    for guess in &doubt.guesses {
                        if self::answer(ui, ctx, shown.seen, doubt, guess) {
                            answered = Some((doubt.about, guess.answer));
                        }
                    }
                    if let Some(other) = other_tile(ui, ctx, shown.taken, doubt) {
                        answered = Some((doubt.about, other));
                    }
                });
            });
        });
        answered
    }

    /// The cell in the photograph, with an outline.
    fn piece(&mut self, ui: &mut Ui, board: &ReadBoard, cell: Cell) {
        let cut = self.cut.entry(cell).or_insert_with(|| {
            let (picture, corners) = board.cut_out(cell, TEXTURE_PX).ok()?;
            let corners = corners.map(|[x, y]| pos2(x, y));
            let (size, rgb) = teach::to_rgb(&picture).ok()?;
            let image = ColorImage::from_rgb(size, &rgb);
            let texture = ui
                .ctx()
                .load_texture("doubt", image, TextureOptions::LINEAR);
            Some((texture, corners))
        });
        let (area, _) = ui.allocate_exact_size(Vec2::splat(SIDE), Sense::hover());
        let Some((texture, corners)) = cut else {
            return;
        };
        let whole = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
        let painter = ui.painter().with_clip_rect(area);
        painter.image(texture.id(), area, whole, Color32::WHITE);
        let at = |corner: &Pos2| area.min + corner.to_vec2() * SIDE;
        let line = Stroke::new(2.0, palette(ui).wait);
        painter.add(Shape::closed_line(corners.iter().map(at).collect(), line));
    }
}

/// The tiles that were not guessed, folded up; the one that was chosen.
fn other_tile(
    ui: &mut Ui,
    ctx: &mut Context<'_>,
    taken: &TakenOver,
    doubt: &Doubt,
) -> Option<Answer> {
    let others = taken.other_tiles(doubt);
    if others.is_empty() {
        return None;
    }
    let mut chosen = None;
    let title = ctx.words.say(message::OTHER_TILE);
    let folded = CollapsingHeader::new(title).id_salt(("other", doubt.cell));
    folded.show(ui, |ui| {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = vec2(6.0, 6.0);
            for other in others {
                if let Answer::Tile(face, rotation) = other
                    && offer::face(ui, ctx.words, (face, rotation), None, ctx.art)
                {
                    chosen = Some(other);
                }
            }
        });
    });
    chosen
}

/// One answer: what it is, and what everybody ends with. Whether it was chosen.
fn answer(
    ui: &mut Ui,
    ctx: &mut Context<'_>,
    seen: &Snapshot,
    doubt: &Doubt,
    guess: &Guess,
) -> bool {
    let text = ctx.words.guess(seen, guess);
    let taken = doubt.taken == guess.answer;
    ui.horizontal(|ui| {
        if let Answer::Tile(face, rotation) = guess.answer {
            let (area, _) = ui.allocate_exact_size(Vec2::splat(FACE), Sense::hover());
            let p = palette(ui);
            let copy = Copy::plain(face);
            board::draw_tile(ui.ctx(), ui.painter(), area, copy, rotation, ctx.art, p);
        }
        let button = Button::new(text).selected(taken).wrap();
        ui.add(button.min_size(vec2(0.0, 32.0))).clicked()
    })
    .inner
}
