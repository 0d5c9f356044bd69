//! Teaching a printed map: its corners are clicked once on a photograph of the bare map, then
//! what is printed on its squares, one click each.
//!
//! What a description means is `carcassonne::map::MapDraft`'s business, what is straightened and kept
//! as the print `vision::map`'s. Land everywhere is where it begins, so only what is something
//! else is clicked.

use std::path::Path;

use calibration::Homography;
use calibration::space::{Image, Lattice, LatticePoint};
use carcassonne::map::{Map, MapDraft, SIZES};
use egui::{ColorImage, DragValue, TextEdit, TextureHandle, TextureOptions, Ui, vec2};
use opencv::core::{Mat, Size};
use opencv::imgproc;
use opencv::prelude::*;
use vision::learn::teach;
use vision::map as print;

use crate::run::news::picture::TEXTURE_PX;
use crate::text::{Words, message};
use crate::theme::palette;
use crate::window::screens::frame::choose_file::ChooseFile;
use crate::window::screens::frame::told::{self, Say};
use crate::window::screens::{Context, Go, Page};
use crate::window::widgets::{card, column};

mod corners;
mod squares;

use corners::Corners;
use squares::Squares;

/// Width of the first page, points.
const WIDTH: f32 = 900.0;

/// Columns and rows to begin with.
const SIZE: [i32; 2] = [13, 12];

/// Teaching a map.
#[derive(Default)]
pub struct TeachMap {
    path: String,
    dialog: ChooseFile,
    sheet: Option<Sheet>,
    told: Option<Result<Say, Say>>,
}

/// A photograph of a map.
struct Sheet {
    picture: Mat,
    texture: TextureHandle,
    corners: Corners,
    draft: MapDraft,
    /// The squares, once the corners are right.
    squares: Option<Squares>,
}

impl TeachMap {
    /// Names the photograph to begin with.
    pub fn photograph(&mut self, path: &Path) {
        self.path = path.display().to_string();
    }

    /// Shows it.
    pub fn show(&mut self, ui: &mut Ui, ctx: &mut Context<'_>) -> Option<Go> {
        let words = ctx.words;
        if let Some(path) = self.dialog.chosen() {
            self.path = path.display().to_string();
        }
        let width = match self.sheet {
            None => WIDTH,
            Some(_) => f32::INFINITY,
        };
        let mut go =
            crate::window::screens::head_above(ui, ctx, width, message::MAP_TEACH_TITLE, None);
        column::middle(ui, width, |ui| {
            told::show(ui, ctx.words, self.told.as_ref())
        });
        column::show(ui, |ui| {
            let Some(mut sheet) = self.sheet.take() else {
                if column::middle(ui, WIDTH, |ui| self.gather(ui, ctx)) {
                    go = Some(Go::Page(Page::Teach));
                }
                return;
            };
            let stays = match &sheet.squares {
                None => sheet.aim(ui, words),
                Some(_) => self.describe(ui, ctx, &mut sheet),
            };
            if stays {
                self.sheet = Some(sheet);
            }
        });
        go
    }

    /// Where the picture of the map comes from; whether tiles are to be taught instead.
    fn gather(&mut self, ui: &mut Ui, ctx: &mut Context<'_>) -> bool {
        let words = ctx.words;
        card::soft(ui, &words.say(message::MAP_TEACH_HELP));
        card::plain(ui, |ui| {
            card::heading(ui, &words.say(message::MAP_TEACH_PHOTO));
            card::soft(ui, &words.say(message::MAP_TEACH_PHOTO_WHY));
            let texts = [message::MAP_TEACH_PHOTO, message::MAP_TEACH_OPEN];
            let row = &mut self.dialog;
            if let Some(path) = row.picture_row(ui, words, texts, &mut self.path) {
                self.open(ui, words, read(&path));
            }
        });
        ui.add_space(4.0);
        if let Some(picture) = ctx.game.and_then(|game| game.picture()) {
            card::plain(ui, |ui| {
                card::heading(ui, &words.say(message::MAP_TEACH_LIVE));
                card::soft(ui, &words.say(message::MAP_TEACH_LIVE_WHY));
                if ui.button(words.say(message::MAP_TEACH_TAKE)).clicked() {
                    let mat = teach::from_rgb(&picture.rgb, picture.size);
                    self.open(ui, words, mat.map_err(of_opencv));
                }
            });
        }
        ui.add_space(4.0);
        ui.button(words.say(message::TEACH_TITLE)).clicked()
    }

    fn open(&mut self, ui: &Ui, words: Words, picture: Result<Mat, Say>) {
        let sheet = picture.and_then(|picture| {
            let texture = texture(ui, "map photograph", &picture).map_err(of_opencv)?;
            let name = words.say(message::MAP_TEACH_NAME_OWN);
            Ok(Sheet {
                picture,
                texture,
                corners: Corners::default(),
                draft: MapDraft::new(name, SIZE),
                squares: None,
            })
        });
        self.told = None;
        match sheet {
            Ok(sheet) => self.sheet = Some(sheet),
            Err(why) => self.told = Some(Err(why)),
        }
    }

    /// The squares, and what the rules make of them; whether it goes on.
    fn describe(&mut self, ui: &mut Ui, ctx: &mut Context<'_>, sheet: &mut Sheet) -> bool {
        let words = ctx.words;
        let Some(squares) = &mut sheet.squares else {
            return true;
        };
        let (mut back, mut keep) = (false, false);
        ui.horizontal_top(|ui| {
            ui.vertical(|ui| squares.show(ui, words, &mut sheet.draft));
            ui.add_space(8.0);
            ui.vertical(|ui| {
                squares.brushes(ui, words);
                ui.add_space(6.0);
                let sound = verdict(ui, words, &sheet.draft);
                ui.add_space(6.0);
                ui.horizontal(|ui| {
                    let label = ui.label(words.say(message::MAP_TEACH_NAME));
                    let edit = TextEdit::singleline(&mut sheet.draft.name).desired_width(200.0);
                    ui.add(edit).labelled_by(label.id);
                });
                let named = !sheet.draft.name.trim().is_empty();
                let button = card::main_button(palette(ui), &words.say(message::MAP_TEACH_KEEP));
                keep = ui.add_enabled(sound && named, button).clicked();
                back = ui
                    .button(words.say(message::MAP_TEACH_CORNERS_AGAIN))
                    .clicked();
            });
        });
        if back {
            sheet.squares = None;
        }
        if keep {
            let kept = self.keep(ctx, sheet);
            let done = kept.is_ok();
            self.told = Some(kept);
            return !done;
        }
        true
    }

    fn keep(&self, ctx: &mut Context<'_>, sheet: &Sheet) -> Result<Say, Say> {
        let map = sheet.draft.map();
        let map = map.map_err(|error| -> Say { Box::new(move |words| words.map_error(&error)) })?;
        let [x, y] = sheet.draft.first().map(f64::from);
        let squares = sheet
            .image_from_squares()
            .ok_or_else(|| told::as_it_is(""))?;
        let squares = squares.after(&Homography::<Lattice, Lattice>::translation(x, y));
        let print = print::print_in(&sheet.picture, &squares, &map);
        let print = print.map_err(of_opencv)?;
        let kept = ctx.program.learn_map(&map, &print);
        let path =
            kept.map_err(|failure| -> Say { Box::new(move |words| words.failure(&failure).0) })?;
        let path = path.display().to_string();
        Ok(Box::new(move |words| {
            words.with(message::MapTeachKept {
                path: path.as_str(),
            })
        }))
    }
}

impl Sheet {
    fn image_from_squares(&self) -> Option<Homography<Image, Lattice>> {
        self.corners.image_from_squares(self.draft.size())
    }

    /// The corners and the number of squares; whether it goes on.
    fn aim(&mut self, ui: &mut Ui, words: Words) -> bool {
        let mut stays = true;
        card::body(ui, &words.say(self.corners.next()));
        ui.horizontal_wrapped(|ui| {
            let mut number = self.draft.size();
            for (n, text) in number
                .iter_mut()
                .zip([message::MAP_TEACH_COLS, message::MAP_TEACH_ROWS])
            {
                let label = ui.label(words.say(text));
                card::number(ui, DragValue::new(n).range(SIZES)).labelled_by(label.id);
            }
            if number != self.draft.size() {
                self.draft.resize(number);
            }
            let four = self.corners.are_four();
            let turn = egui::Button::new(words.say(message::MAP_TEACH_TURN));
            if ui.add_enabled(four, turn).clicked() {
                self.corners.turn();
            }
            if ui.button(words.say(message::MAP_TEACH_CLEAR)).clicked() {
                self.corners = Corners::default();
            }
            let squares = self.image_from_squares();
            let on = card::main_button(palette(ui), &words.say(message::MAP_TEACH_ON));
            if ui.add_enabled(squares.is_some(), on).clicked()
                && let Some(squares) = squares
            {
                self.squares = self.straighten(ui, &squares);
            }
            if ui.button(words.say(message::MAP_TEACH_OTHER)).clicked() {
                stays = false;
            }
        });
        let px = vec2(self.picture.cols() as f32, self.picture.rows() as f32);
        self.corners
            .show(ui, words, (&self.texture, px), self.draft.size());
        stays
    }

    fn straighten(&self, ui: &Ui, squares: &Homography<Image, Lattice>) -> Option<Squares> {
        let high = self.draft.size().map(|n| f64::from(n) - 0.5);
        let flat = print::squares_in(
            &self.picture,
            squares,
            LatticePoint::splat(-0.5),
            high.into(),
        );
        let shown = flat.and_then(|flat| texture(ui, "map squares", &flat));
        let shown = shown.map_err(|why| tracing::error!(%why, "the map is not shown"));
        shown.ok().map(Squares::new)
    }
}

/// What the rules make of it so far; whether it can be played on.
fn verdict(ui: &mut Ui, words: Words, draft: &MapDraft) -> bool {
    let p = palette(ui);
    let (signs, color, lines): (_, _, Vec<String>) = match draft.map() {
        Err(error) => ("✖", p.wrong, words.map_faults(&error)),
        Ok(map) => ("!", p.wait, odd(words, &map)),
    };
    card::heading(ui, &words.say(message::MAP_TEACH_RULES));
    if lines.is_empty() {
        card::body(ui, &words.say(message::MAP_TEACH_SOUND));
    }
    for line in lines {
        card::sign(ui, signs, color, &line);
    }
    draft.map().is_ok()
}

fn odd(words: Words, map: &Map) -> Vec<String> {
    let warnings = map.warnings();
    warnings.iter().map(|w| words.map_warning(w)).collect()
}

fn read(path: &Path) -> Result<Mat, Say> {
    teach::photograph(path).ok_or_else(|| told::say(message::TEACH_NO_PICTURE))
}

fn of_opencv(error: opencv::Error) -> Say {
    told::as_it_is(error.message)
}

fn texture(ui: &Ui, name: &str, picture: &Mat) -> opencv::Result<TextureHandle> {
    let longest = picture.cols().max(picture.rows());
    let most = i32::from(TEXTURE_PX);
    let (size, rgb) = if longest > most {
        let scale = f64::from(most) / f64::from(longest);
        let mut small = Mat::default();
        let how = imgproc::INTER_AREA;
        imgproc::resize(picture, &mut small, Size::default(), scale, scale, how)?;
        teach::to_rgb(&small)?
    } else {
        teach::to_rgb(picture)?
    };
    let image = ColorImage::from_rgb(size, &rgb);
    let ctx = ui.ctx();
    Ok(ctx.load_texture(name, image, TextureOptions::LINEAR))
}
