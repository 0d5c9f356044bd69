//! What is doubtful about a photographed board: a piece of the photograph, and the answers with what
//! everybody would end with. Part of [`super`].

use std::collections::BTreeMap;

use calibration::space::{ImageCorners, ImagePoint};
use carcassonne::geometry::Cell;
use egui::{
    Button, Color32, ColorImage, Pos2, Rect, Sense, Shape, Stroke, TextureHandle, TextureOptions,
    Ui, Vec2, pos2, vec2,
};
use opencv::core::{self, Mat};
use opencv::imgproc;
use tracker::at_end::{About, Answer, Doubt, Guess, TakenOver};
use tracker::snapshot::Snapshot;
use vision::teach;

use crate::board_plan::Copy;
use crate::run::read_board::ReadBoard;
use crate::screens::Context;
use crate::text::{Words, capital};
use crate::theme::palette;
use crate::widgets::{board, card};

/// Side of the piece of the photograph, points, and of its texture, px.
const SIDE: f32 = 150.0;
const TEXTURE_PX: i32 = 300;
/// Side of a drawn face on an answer, points.
const FACE: f32 = 44.0;
/// How much of the table around a cell is shown, in cells: figures stand up beyond theirs.
const AROUND: f64 = 0.5;

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
    /// Shows the list, what weighs most first; the answer if one was given.
    pub(super) fn show(
        &mut self,
        ui: &mut Ui,
        ctx: &mut Context<'_>,
        shown: &Shown<'_>,
    ) -> Option<(About, Answer)> {
        let words = ctx.words;
        let mut doubts: Vec<&Doubt> = shown.taken.doubts.iter().collect();
        doubts.sort_by_key(|doubt| std::cmp::Reverse(doubt.weight()));
        let args = [("count", doubts.len().into())];
        card::heading(ui, &words.with("score-doubts", &args));
        let mut answered = None;
        for doubt in doubts {
            card::plain(ui, |ui| {
                ui.horizontal_top(|ui| {
                    self.piece(ui, shown.board, doubt.cell);
                    ui.vertical(|ui| {
                        let question = question(words, shown.seen, doubt);
                        card::body(ui, &question);
                        if let Some(fault) = &doubt.fault {
                            card::soft(ui, &words.rule_fault(shown.seen, fault));
                        }
                        for guess in &doubt.guesses {
                            if self::answer(ui, ctx, shown.seen, doubt, guess) {
                                answered = Some((doubt.about, guess.answer));
                            }
                        }
                    });
                });
            });
        }
        answered
    }

    /// The cell in the photograph, with an outline.
    fn piece(&mut self, ui: &mut Ui, board: &ReadBoard, cell: Cell) {
        let cut = self.cut.entry(cell).or_insert_with(|| {
            let (picture, corners) = cut(&board.picture.pixels, board.corners_px(cell)).ok()?;
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

/// The square around a quadrangle, and where its corners are in it, 0 to 1.
fn cut(photo: &Mat, corners: ImageCorners) -> opencv::Result<(Mat, [Pos2; 4])> {
    let along = |axis: fn(ImagePoint) -> f64| {
        let all = corners.map(axis);
        let low = all.into_iter().fold(f64::INFINITY, f64::min);
        let high = all.into_iter().fold(f64::NEG_INFINITY, f64::max);
        (low, high)
    };
    let ((left, right), (top, bottom)) = (along(|at| at.x), along(|at| at.y));
    let half = (right - left).max(bottom - top) * (0.5 + AROUND);
    let (x, y) = ((left + right) / 2.0 - half, (top + bottom) / 2.0 - half);
    let scale = f64::from(TEXTURE_PX) / (2.0 * half).max(1.0);
    // What lies beyond the photograph's rim stays grey.
    let shift = Mat::from_slice_2d(&[[scale, 0.0, -x * scale], [0.0, scale, -y * scale]])?;
    let size = core::Size::new(TEXTURE_PX, TEXTURE_PX);
    let mut piece = Mat::default();
    let grey = core::Scalar::all(128.0);
    let how = imgproc::INTER_AREA;
    imgproc::warp_affine(
        photo,
        &mut piece,
        &shift,
        size,
        how,
        core::BORDER_CONSTANT,
        grey,
    )?;
    let share = |at: f64, from: f64| ((at - from) / (2.0 * half)) as f32;
    Ok((
        piece,
        corners.map(|corner| pos2(share(corner.x, x), share(corner.y, y))),
    ))
}

fn question(words: Words, seen: &Snapshot, doubt: &Doubt) -> String {
    match doubt.about {
        About::Tile(_) => words.say("score-which-tile"),
        About::Piece(_) => words.say("score-which-figure"),
        About::Finished(at) => {
            let mut features = seen.features.iter();
            let kind = features.find(|feature| feature.segments.contains(&at));
            let feature = kind.map(|feature| capital(&words.feature(feature.kind)));
            let args = [("feature", feature.unwrap_or_default().into())];
            words.with("score-was-scored", &args)
        }
    }
}

/// One answer: what it is, and what everybody ends with. Whether it was chosen.
fn answer(
    ui: &mut Ui,
    ctx: &mut Context<'_>,
    seen: &Snapshot,
    doubt: &Doubt,
    guess: &Guess,
) -> bool {
    let words = ctx.words;
    let what = in_words(words, seen, guess.answer);
    let ends = guess.scores.iter().map(|(color, points)| {
        let args = [
            ("name", words.player(seen, *color).into()),
            ("points", (*points).into()),
        ];
        words.with("score-total", &args)
    });
    let ends = ends.collect::<Vec<_>>().join(", ");
    let taken = doubt.taken == guess.answer;
    ui.horizontal(|ui| {
        if let Answer::Tile(face, rotation) = guess.answer {
            let (area, _) = ui.allocate_exact_size(Vec2::splat(FACE), Sense::hover());
            let p = palette(ui);
            let copy = Copy::plain(face);
            board::draw_tile(ui.ctx(), ui.painter(), area, copy, rotation, ctx.art, p);
        }
        let args = [("what", what.as_str().into()), ("ends", ends.into())];
        let text = words.with("score-answer", &args);
        let button = Button::new(text).selected(taken).wrap();
        ui.add(button.min_size(vec2(0.0, 32.0))).clicked()
    })
    .inner
}

fn in_words(words: Words, seen: &Snapshot, answer: Answer) -> String {
    match answer {
        Answer::Tile(face, _) => words.with("score-tile", &[("face", face.as_str().into())]),
        Answer::NoTile => words.say("score-no-tile"),
        Answer::Piece(spot, on) => {
            let owner = words.player(seen, spot.color);
            let figure = words.figure_of(spot.kind, Some(&owner));
            let args = [("figure", figure.into()), ("on", words.on(on).into())];
            words.with("score-figure", &args)
        }
        Answer::NoPiece => words.say("score-nobody"),
        Answer::Scored => words.say("score-scored"),
        Answer::NotScored => words.say("score-not-scored"),
    }
}
