//! A whole box at once: photographs of its tiles with an outline around each that was found, what
//! is doubtful with guesses beside it, and what is missing yet.
//!
//! Cutting and naming take seconds and are done beside the window. Every step is kept at once,
//! so that the lesson goes on where it ended, and can be taken back.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, TryRecvError, channel};

use carcassonne::catalogue::{Catalogue, FaceId, TileSet};
use carcassonne::geometry::Rotation;
use egui::{
    Color32, ColorImage, Image, Key, Modifiers, Rect, Role, ScrollArea, Sense, Shape, Stroke,
    TextureHandle, TextureOptions, Ui, Vec2, WidgetInfo, pos2,
};
use opencv::core::{Mat, Size};
use opencv::imgproc;
use vision::learn::{Answer, Learning, Learnt, Quad, Tile};
use vision::teach;

use crate::screens::Context;
use crate::screens::choose_file::ChooseFile;
use crate::text::Words;
use crate::theme::palette;
use crate::widgets::{art, card};

/// Widest that a photograph is shown, points, and longest side of its texture, px.
const PHOTO: f32 = 560.0;
const PHOTO_PX: i32 = 1400;
/// Sides of the tile that is asked about, of a guess, of the tiles in the strip, points.
const ASKED: f32 = 170.0;
const GUESS: f32 = 92.0;
const SMALL: f32 = 56.0;
/// Guesses beside a tile.
const GUESSES: usize = 5;
/// Quads of clicked tiles are found by their size within this share of a side.
const NEAR: f64 = 0.5;

/// What work beside the window came to: the learning, what follows from it, the photograph.
type Worked = Result<(Learning, Learnt, Option<Mat>), String>;

/// What a step can be taken back to.
enum Before {
    Answers(Vec<Answer>),
    Removed(usize, Tile, Vec<Answer>),
    Added,
}

/// The lesson.
pub struct Whole {
    /// The pack that it becomes.
    pub id: String,
    set: TileSet,
    learning: Learning,
    learnt: Option<Learnt>,
    /// Photographs of this session, by number.
    photos: BTreeMap<usize, Mat>,
    photo: usize,
    shown: Option<(usize, TextureHandle)>,
    selected: Option<usize>,
    past: Vec<Before>,
    work: Option<Receiver<Worked>>,
    tiles: BTreeMap<usize, TextureHandle>,
    drawn: BTreeMap<(FaceId, u8), Option<TextureHandle>>,
    path: String,
    dialog: ChooseFile,
    trouble: Option<String>,
}

/// How a look at the lesson ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// For now; it is kept.
    Later,
    /// The sure tiles are to go into the pack.
    Keep,
}

impl Whole {
    /// Begins, or goes on with what was kept.
    pub fn new(id: String, set: TileSet, learning: Learning, ctx: &egui::Context) -> Self {
        let mut whole = Self {
            id,
            set,
            photo: learning.photos.len().saturating_sub(1),
            learning,
            learnt: None,
            photos: BTreeMap::new(),
            shown: None,
            selected: None,
            past: Vec::new(),
            work: None,
            tiles: BTreeMap::new(),
            drawn: BTreeMap::new(),
            path: String::new(),
            dialog: ChooseFile::default(),
            trouble: None,
        };
        if !whole.learning.tiles.is_empty() {
            whole.begin(ctx, None);
        }
        whole
    }

    /// Takes the tiles of another photograph in.
    pub fn add(&mut self, ctx: &egui::Context, path: PathBuf) {
        self.begin(ctx, Some(path));
    }

    /// The learning and what follows from it, once that is known.
    pub fn result(&self) -> Option<(&Learning, &Learnt)> {
        self.learnt.as_ref().map(|learnt| (&self.learning, learnt))
    }

    /// Cuts and names beside the window.
    fn begin(&mut self, ctx: &egui::Context, path: Option<PathBuf>) {
        let (to, from) = channel();
        let (mut learning, set, ctx) = (self.learning.clone(), self.set, ctx.clone());
        let working = move || {
            let mut work = || -> Worked {
                let of_opencv = |error: opencv::Error| error.message;
                let mut photo = None;
                if let Some(path) = &path {
                    let picture = teach::photograph(path).ok_or_else(String::new)?;
                    let name = path.display().to_string();
                    learning.add(&name, &picture).map_err(of_opencv)?;
                    photo = Some(picture);
                }
                let learnt = learning.learn(&Catalogue::of(&[set]), None);
                Ok((learning.clone(), learnt.map_err(of_opencv)?, photo))
            };
            // If the lesson is gone, nobody wants it any more.
            let _ = to.send(work());
            ctx.request_repaint();
        };
        let thread = std::thread::Builder::new().name("learning".to_owned());
        match thread.spawn(working) {
            Ok(_) => self.work = Some(from),
            Err(error) => self.trouble = Some(error.to_string()),
        }
    }

    fn take(&mut self, words: Words) -> bool {
        let worked = match self.work.as_ref().map(Receiver::try_recv) {
            None | Some(Err(TryRecvError::Empty)) => return false,
            Some(Err(TryRecvError::Disconnected)) => Err(String::new()),
            Some(Ok(worked)) => worked,
        };
        self.work = None;
        match worked {
            Ok((learning, learnt, photo)) => {
                let before = self.learning.photos.len();
                if learning.photos.len() > before {
                    let found = learning.tiles.len() - self.learning.tiles.len();
                    self.trouble = (found == 0).then(|| words.say("teach-none-found"));
                    self.photo = before;
                    self.past.clear();
                    self.photos.extend(photo.map(|photo| (before, photo)));
                }
                self.learning = learning;
                self.selected = learnt.open.first().copied();
                self.learnt = Some(learnt);
            }
            Err(why) if why.is_empty() => self.trouble = Some(words.say("teach-no-picture")),
            Err(why) => self.trouble = Some(why),
        }
        true
    }

    /// Shows it; says when it is to end.
    pub fn show(&mut self, ui: &mut Ui, ctx: &mut Context<'_>) -> Option<Ended> {
        let words = ctx.words;
        let mut changed = self.take(words);
        if let Some(path) = self.dialog.chosen() {
            self.path = path.display().to_string();
        }
        let mut ended = None;
        card::soft(ui, &words.say("whole-help"));
        ui.add_enabled_ui(self.work.is_none(), |ui| {
            let texts = ["teach-photo", "whole-add"];
            if let Some(path) = self.dialog.picture_row(ui, words, texts, &mut self.path) {
                self.begin(ui.ctx(), Some(path));
            }
        });
        if let Some(trouble) = &self.trouble {
            card::body(ui, trouble);
        }
        if self.work.is_some() {
            ui.horizontal(|ui| {
                ui.spinner();
                card::body(ui, &words.say("whole-working"));
            });
        }
        let idle = self.work.is_none() && self.learnt.is_some();
        self.state(ui, words);
        ui.horizontal(|ui| {
            let undo = words.say("whole-undo");
            let undone = ui
                .add_enabled(idle && !self.past.is_empty(), egui::Button::new(undo))
                .clicked();
            let pressed = idle && ui.input_mut(|i| i.consume_key(Modifiers::COMMAND, Key::Z));
            if undone || pressed {
                changed |= self.undo(ui.ctx());
            }
            if ui.button(words.say("whole-later")).clicked() {
                ended = Some(Ended::Later);
            }
            let p = palette(ui);
            let keep = card::main_button(
                p,
                &words.with("whole-keep", &[("pack", self.id.clone().into())]),
            );
            if ui.add_enabled(idle, keep).clicked() {
                ended = Some(Ended::Keep);
            }
        });
        ui.add_enabled_ui(idle, |ui| {
            ui.horizontal_top(|ui| {
                ui.vertical(|ui| changed |= self.photograph(ui, words));
                ui.add_space(12.0);
                ui.vertical(|ui| changed |= self.question(ui, words));
            });
            self.missing(ui, words);
        });
        if changed {
            let kept = ctx.program.keep_learning(&self.id, Some(&self.learning));
            if let Err(failure) = kept {
                self.trouble = Some(words.failure(&failure).0);
            }
        }
        ended
    }

    /// How far it is.
    fn state(&self, ui: &mut Ui, words: Words) {
        let Some(learnt) = &self.learnt else { return };
        let sure = (0..learnt.named.len()).filter(|&n| learnt.sure(n).is_some());
        let missing: u32 = learnt.missing.iter().map(|(_, n)| u32::from(*n)).sum();
        let args = [
            ("sure", sure.count().into()),
            ("open", learnt.open.len().into()),
            ("missing", missing.into()),
            ("foreign", learnt.too_many.len().into()),
        ];
        let key = if learnt.is_complete() {
            "whole-complete"
        } else {
            "whole-state"
        };
        card::heading(ui, &words.with(key, &args));
    }

    /// One step back.
    fn undo(&mut self, ctx: &egui::Context) -> bool {
        match self.past.pop() {
            None => return false,
            Some(Before::Answers(answers)) => self.learning.answers = answers,
            Some(Before::Removed(at, tile, answers)) => {
                self.learning.tiles.insert(at, tile);
                self.learning.answers = answers;
            }
            Some(Before::Added) => drop(self.learning.tiles.pop()),
        }
        self.tiles.clear();
        self.begin(ctx, None);
        true
    }

    fn answer(&mut self, ctx: &egui::Context, tile: usize, face: Option<(FaceId, Rotation)>) {
        self.past
            .push(Before::Answers(self.learning.answers.clone()));
        self.learning.answer(Answer {
            tile,
            face: face.map(|f| f.0),
            rotation: face.map(|f| f.1),
        });
        self.begin(ctx, None);
    }

    fn remove(&mut self, ctx: &egui::Context, tile: usize) {
        let answers = self.learning.answers.clone();
        let gone = self.learning.tiles.remove(tile);
        self.learning.answers.retain(|answer| answer.tile != tile);
        for answer in &mut self.learning.answers {
            answer.tile -= usize::from(answer.tile > tile);
        }
        self.past.push(Before::Removed(tile, gone, answers));
        self.tiles.clear();
        self.selected = None;
        self.begin(ctx, None);
    }

    /// A tile where nobody found one, of the size and turn of the tile nearest to it.
    fn add_at(&mut self, ctx: &egui::Context, at: [f64; 2]) -> bool {
        let Some(picture) = self.photos.get(&self.photo) else {
            return false;
        };
        let of_photo = |tile: &&Tile| tile.cutout.photo == self.photo;
        let near = |tile: &&Tile| {
            let middle = middle(&tile.corners_px);
            (middle[0] - at[0]).hypot(middle[1] - at[1])
        };
        let tiles = self.learning.tiles.iter().filter(of_photo);
        let quad = match tiles.min_by(|a, b| near(a).total_cmp(&near(b))) {
            Some(tile) => {
                let from = middle(&tile.corners_px);
                tile.corners_px
                    .map(|[x, y]| [x + at[0] - from[0], y + at[1] - from[1]])
            }
            None => {
                let half = f64::from(opencv::prelude::MatTraitConst::cols(picture)) / 12.0;
                [[-half, -half], [half, -half], [half, half], [-half, half]]
                    .map(|[x, y]| [x + at[0], y + at[1]])
            }
        };
        let Ok(cut) = teach::cut(picture, quad) else {
            return false;
        };
        self.learning.tiles.push(Tile {
            corners_px: quad,
            cutout: vision::learn::Cutout {
                picture: cut,
                photo: self.photo,
            },
        });
        self.past.push(Before::Added);
        self.begin(ctx, None);
        true
    }

    /// The photograph with outlines: click one to look at it, or a tile without one to add it.
    fn photograph(&mut self, ui: &mut Ui, words: Words) -> bool {
        ui.set_width(PHOTO);
        if self.learning.photos.len() > 1 {
            ui.horizontal_wrapped(|ui| {
                for number in 0..self.learning.photos.len() {
                    let name = words.with("whole-photo", &[("number", (number + 1).into())]);
                    ui.selectable_value(&mut self.photo, number, name);
                }
            });
        }
        let number = self.photo;
        if self
            .shown
            .as_ref()
            .is_none_or(|(shown, _)| *shown != number)
        {
            let texture = self
                .photos
                .get(&number)
                .and_then(|photo| photo_texture(ui, photo));
            self.shown = texture.map(|texture| (number, texture));
        }
        let (Some((_, texture)), Some(photo)) = (&self.shown, self.photos.get(&number)) else {
            if !self.learning.photos.is_empty() {
                card::soft(ui, &words.say("whole-photo-gone"));
            }
            return false;
        };
        card::soft(ui, &words.say("whole-photo-help"));
        let p = palette(ui);
        let width = opencv::prelude::MatTraitConst::cols(photo) as f32;
        let height = opencv::prelude::MatTraitConst::rows(photo) as f32;
        let scale = ui.available_width().min(PHOTO) / width;
        let (area, response) =
            ui.allocate_exact_size(Vec2::new(width, height) * scale, Sense::click());
        response.widget_info(|| WidgetInfo::labeled(Role::Image, true, words.say("teach-photo")));
        let whole = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
        ui.painter()
            .image(texture.id(), area, whole, Color32::WHITE);
        let mut clicked = None;
        for (n, tile) in self.learning.tiles.iter().enumerate() {
            if tile.cutout.photo != number {
                continue;
            }
            let sure = self.learnt.as_ref().and_then(|learnt| learnt.sure(n));
            let (color, name) = match sure {
                Some((face, _)) => (p.good, face.to_string()),
                None => (p.wait, "?".to_owned()),
            };
            let corners = tile
                .corners_px
                .map(|[x, y]| area.min + Vec2::new(x as f32, y as f32) * scale);
            let wide = if self.selected == Some(n) { 5.0 } else { 2.5 };
            let line = Stroke::new(wide, color);
            ui.painter().add(Shape::closed_line(corners.to_vec(), line));
            let rect = Rect::from_points(&corners);
            let at = ui.scope_id().with(("outline", n));
            let over = ui.interact(rect.shrink(rect.width() * 0.2), at, Sense::click());
            let label = words.with("learn-tile", &[("number", (n + 1).into())]);
            over.widget_info(|| {
                WidgetInfo::labeled(Role::Button, true, format!("{label}: {name}"))
            });
            ui.painter().text(
                rect.center(),
                egui::Align2::CENTER_CENTER,
                &name,
                egui::FontId::proportional(18.0),
                Color32::WHITE,
            );
            if over.clicked() {
                clicked = Some(n);
            }
        }
        if clicked.is_some() {
            self.selected = clicked;
            return false;
        }
        let Some(at) = response
            .interact_pointer_pos()
            .filter(|_| response.clicked())
        else {
            return false;
        };
        let at = [(at.x - area.min.x) / scale, (at.y - area.min.y) / scale].map(f64::from);
        let ctx = ui.ctx().clone();
        !self.is_outlined(at) && self.add_at(&ctx, at)
    }

    fn is_outlined(&self, at: [f64; 2]) -> bool {
        let near = |tile: &Tile| {
            let [a, b] = [tile.corners_px[0], tile.corners_px[1]];
            let side = (a[0] - b[0]).hypot(a[1] - b[1]);
            let middle = middle(&tile.corners_px);
            tile.cutout.photo == self.photo
                && (middle[0] - at[0]).hypot(middle[1] - at[1]) < NEAR * side
        };
        self.learning.tiles.iter().any(near)
    }

    /// The tile that is asked about, guesses with their keys, and those that come after it.
    fn question(&mut self, ui: &mut Ui, words: Words) -> bool {
        let Some(learnt) = &self.learnt else {
            return false;
        };
        let open = learnt.open.clone();
        let Some(tile) = self.selected.or_else(|| open.first().copied()) else {
            return false;
        };
        let Some(named) = learnt.named.get(tile) else {
            self.selected = None;
            return false;
        };
        let mut guesses: Vec<(FaceId, Rotation)> = Vec::new();
        for (face, turn, _) in &named.ranked {
            if guesses.len() < GUESSES && guesses.iter().all(|(other, _)| other != face) {
                guesses.push((*face, *turn));
            }
        }
        let mut chosen: Option<Option<(FaceId, Rotation)>> = None;
        let mut removed = false;
        card::plain(ui, |ui| {
            let label = words.with("learn-tile", &[("number", (tile + 1).into())]);
            card::heading(ui, &format!("{label}: {}", words.say("whole-which")));
            if let Some(texture) = self.tile(ui, tile) {
                ui.add(Image::new((texture.id(), Vec2::splat(ASKED))));
            }
            ui.horizontal_wrapped(|ui| {
                for (n, (face, turn)) in guesses.iter().enumerate() {
                    let texture = self.drawn(ui, *face, *turn);
                    let text = format!("{}  {face}", n + 1);
                    let button = match &texture {
                        Some(texture) => {
                            let image = Image::new((texture.id(), Vec2::splat(GUESS)));
                            egui::Button::image_and_text(image, text)
                        }
                        None => egui::Button::new(text),
                    };
                    let key = [Key::Num1, Key::Num2, Key::Num3, Key::Num4, Key::Num5][n];
                    let pressed =
                        ui.is_enabled() && ui.input_mut(|i| i.consume_key(Modifiers::NONE, key));
                    if ui.add(button).clicked() || pressed {
                        chosen = Some(Some((*face, *turn)));
                    }
                }
            });
            ui.horizontal_wrapped(|ui| {
                egui::ComboBox::from_id_salt("whole-other")
                    .selected_text(words.say("whole-other"))
                    .show_ui(ui, |ui| {
                        for face in Catalogue::of(&[self.set]).faces() {
                            if ui.selectable_label(false, face.id.as_str()).clicked() {
                                let turn = guesses.iter().find(|g| g.0 == face.id);
                                let turn = turn.map_or(Rotation::R0, |g| g.1);
                                chosen = Some(Some((face.id, turn)));
                            }
                        }
                    })
                    .response
                    .accessible_name(words.say("whole-other"));
                if ui.button(words.say("learn-none-of-it")).clicked() {
                    chosen = Some(None);
                }
                removed = ui.button(words.say("whole-no-tile")).clicked();
            });
        });
        if open.len() > 1 {
            card::soft(ui, &words.say("whole-next"));
            ScrollArea::horizontal()
                .id_salt("tiles to be asked about")
                .show(ui, |ui| {
                    ui.horizontal(|ui| {
                        for next in &open {
                            let Some(texture) = self.tile(ui, *next) else {
                                continue;
                            };
                            let image = Image::new((texture.id(), Vec2::splat(SMALL)));
                            let label = words.with("learn-tile", &[("number", (*next + 1).into())]);
                            let button = egui::Button::image(image).selected(*next == tile);
                            let response = ui.add(button);
                            response
                                .widget_info(|| WidgetInfo::labeled(Role::Button, true, &label));
                            if response.clicked() {
                                self.selected = Some(*next);
                            }
                        }
                    });
                });
        }
        let ctx = ui.ctx().clone();
        if let Some(face) = chosen {
            self.answer(&ctx, tile, face);
        } else if removed {
            self.remove(&ctx, tile);
        } else {
            return false;
        }
        true
    }

    /// What is not there yet.
    fn missing(&mut self, ui: &mut Ui, words: Words) {
        let Some(learnt) = &self.learnt else { return };
        let missing = learnt.missing.clone();
        if missing.is_empty() {
            return;
        }
        card::plain(ui, |ui| {
            card::heading(ui, &words.say("learn-missing"));
            ui.horizontal_wrapped(|ui| {
                for (face, copies) in missing {
                    let texture = self.drawn(ui, face, Rotation::R0);
                    ui.vertical(|ui| {
                        if let Some(texture) = texture {
                            ui.add(Image::new((texture.id(), Vec2::splat(SMALL))));
                        }
                        card::soft(ui, &format!("{copies} × {face}"));
                    });
                }
            });
        });
    }

    fn tile(&mut self, ui: &Ui, number: usize) -> Option<TextureHandle> {
        if !self.tiles.contains_key(&number) {
            let tile = self.learning.tiles.get(number)?;
            let (size, rgb) = teach::to_rgb(&tile.cutout.picture).ok()?;
            let image = ColorImage::from_rgb(size, &rgb);
            let texture = ui.ctx().load_texture("tile", image, TextureOptions::LINEAR);
            self.tiles.insert(number, texture);
        }
        self.tiles.get(&number).cloned()
    }

    /// A face in our own drawing, turned as the tile lies.
    fn drawn(&mut self, ui: &Ui, face: FaceId, turn: Rotation) -> Option<TextureHandle> {
        let key = (face, turn.quarter_turns());
        let (set, ctx) = (self.set, ui.ctx());
        let draw = || {
            let catalogue = Catalogue::of(&[set]);
            let svg = studio::art::face_svg(catalogue.face(&face)?, false, 0).ok()?;
            let image = turned(&art::raster(&svg, 192)?, turn.quarter_turns());
            Some(ctx.load_texture("guess", image, TextureOptions::LINEAR))
        };
        self.drawn.entry(key).or_insert_with(draw).clone()
    }
}

fn middle(quad: &Quad) -> [f64; 2] {
    [0, 1].map(|k| quad.iter().map(|p| p[k]).sum::<f64>() / 4.0)
}

fn photo_texture(ui: &Ui, photo: &Mat) -> Option<TextureHandle> {
    use opencv::prelude::MatTraitConst;
    let longest = photo.cols().max(photo.rows());
    let scale = (f64::from(PHOTO_PX) / f64::from(longest.max(1))).min(1.0);
    let mut small = Mat::default();
    let how = imgproc::INTER_AREA;
    imgproc::resize(photo, &mut small, Size::default(), scale, scale, how).ok()?;
    let (size, rgb) = teach::to_rgb(&small).ok()?;
    let image = ColorImage::from_rgb(size, &rgb);
    Some(
        ui.ctx()
            .load_texture("spread", image, TextureOptions::LINEAR),
    )
}

/// A square picture turned clockwise.
fn turned(image: &ColorImage, quarters: u8) -> ColorImage {
    let side = image.size[0];
    let mut turned = image.clone();
    for _ in 0..quarters {
        let from = turned.clone();
        for row in 0..side {
            for column in 0..side {
                turned.pixels[row * side + column] = from.pixels[(side - 1 - column) * side + row];
            }
        }
    }
    turned
}
