//! A whole box at once: photographs of its tiles with an outline around each that was found, what
//! is doubtful with guesses beside it, and what is missing yet.
//!
//! Cutting and naming take seconds and are done beside the window. Every step is kept at once,
//! so that the lesson goes on where it ended, and can be taken back.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, TryRecvError};

use carcassonne::catalogue::{Catalogue, FaceId, TileSet};
use carcassonne::geometry::Rotation;
use egui::{Key, Modifiers, TextureHandle, Ui};
use opencv::core::Mat;
use vision::learn::{self, Answer, Cutout, Learning, Learnt, Light, Quad, Tile, teach};
use vision::pack::Pack;

use crate::run::beside;
use crate::text::{Words, message};
use crate::theme::palette;
use crate::window::screens::Context;
use crate::window::screens::frame::choose_file::ChooseFile;
use crate::window::widgets::card;
use crate::window::widgets::steady::is_typing;

use super::outlines::{self, Outline, Outlines, Touched};

mod map;
mod question;

/// Width of what is asked beside the photograph, points.
const BESIDE: f32 = 460.0;

/// What work beside the window came to: the learning, what follows from it, the photograph.
type Worked = Result<(Learning, Learnt, Option<Mat>), String>;

/// What a step can be taken back to.
enum Before {
    Answers(Vec<Answer>),
    Tiles(Vec<Tile>, Vec<Answer>),
}

/// The lesson.
pub struct Whole {
    /// The pack that it becomes.
    pub id: String,
    set: TileSet,
    /// Pictures of tiles from earlier, which help.
    prior: Option<Arc<Pack>>,
    learning: Learning,
    learnt: Option<Learnt>,
    /// Whether the tiles are others now than those it follows from.
    moved: bool,
    /// How each tile was lit.
    lit: Vec<Light>,
    /// Photographs of this session, by number.
    photos: BTreeMap<usize, Mat>,
    photo: usize,
    outlines: Outlines,
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
    pub fn new(
        id: String,
        set: TileSet,
        learning: Learning,
        prior: Option<Arc<Pack>>,
        ctx: &egui::Context,
    ) -> Self {
        let mut whole = Self {
            id,
            set,
            prior,
            photo: learning.photos.len().saturating_sub(1),
            learning,
            learnt: None,
            moved: false,
            lit: Vec::new(),
            photos: BTreeMap::new(),
            outlines: Outlines::default(),
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

    /// Names the next photograph.
    pub fn next_photograph(&mut self, path: &Path) {
        self.path = path.display().to_string();
    }

    /// The box that is learnt.
    pub fn set(&self) -> TileSet {
        self.set
    }

    /// The learning and what follows from it, once that is known.
    pub fn result(&self) -> Option<(&Learning, &Learnt)> {
        self.learnt.as_ref().map(|learnt| (&self.learning, learnt))
    }

    /// Cuts and names beside the window.
    fn begin(&mut self, ctx: &egui::Context, path: Option<PathBuf>) {
        let (mut learning, set, ctx) = (self.learning.clone(), self.set, ctx.clone());
        let prior = self.prior.clone();
        let work = move || -> Worked {
            let of_opencv = |error: opencv::Error| error.message;
            let mut photo = None;
            if let Some(path) = &path {
                let picture = teach::photograph(path).ok_or_else(String::new)?;
                let name = path.display().to_string();
                learning.add(&name, &picture).map_err(of_opencv)?;
                photo = Some(picture);
            }
            let learnt = learning.learn(&Catalogue::of(&[set]), prior.as_deref());
            let learnt = learnt.map_err(of_opencv)?;
            Ok((learning, learnt, photo))
        };
        let work = beside::begin("learning", move || ctx.request_repaint(), work);
        self.work = Some(work);
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
                    let known = self.learning.tiles.len();
                    let found = learning.tiles.len().saturating_sub(known);
                    self.trouble = (found == 0).then(|| words.say(message::TEACH_NONE_FOUND));
                    self.photo = before;
                    // The next one's path is not to be typed into this one's.
                    self.path.clear();
                    self.past.clear();
                    self.photos.extend(photo.map(|photo| (before, photo)));
                }
                let lit = |tile: &Tile| learn::light(&tile.cutout).unwrap_or(Light::Good);
                self.lit = learning.tiles.iter().map(lit).collect();
                self.learning = learning;
                self.selected = learnt.open.first().copied();
                self.learnt = Some(learnt);
                self.moved = false;
            }
            Err(why) => {
                let trouble = match why.is_empty() {
                    true => words.say(message::TEACH_NO_PICTURE),
                    false => why,
                };
                self.trouble = Some(trouble);
                if self.moved {
                    // Its numbers are those of other tiles.
                    self.learnt = None;
                    self.selected = None;
                    self.lit.clear();
                }
            }
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
        card::soft(ui, &words.say(message::WHOLE_HELP));
        ui.add_enabled_ui(self.work.is_none(), |ui| {
            let texts = [message::TEACH_PHOTO, message::WHOLE_ADD];
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
                card::body(ui, &words.say(message::WHOLE_WORKING));
            });
        }
        let free = self.work.is_none();
        let idle = free && self.learnt.is_some();
        self.state(ui, words);
        ui.horizontal(|ui| {
            let undo = words.say(message::WHOLE_UNDO);
            let undone = ui
                .add_enabled(free && !self.past.is_empty(), egui::Button::new(undo))
                .clicked();
            let pressed = free
                && !is_typing(ui.ctx())
                && ui.input_mut(|i| i.consume_key(Modifiers::COMMAND, Key::Z));
            if undone || pressed {
                changed |= self.undo(ui.ctx());
            }
            if ui.button(words.say(message::WHOLE_LATER)).clicked() {
                ended = Some(Ended::Later);
            }
            let text = words.with(message::WholeKeep { pack: &self.id });
            let keep = card::main_button(palette(ui), &text);
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
            self.map(ui, words);
        });
        if changed {
            let kept = ctx
                .program
                .keep_learning(&self.id, Some((self.set, &self.learning)));
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
        let sure = sure.count();
        let text = if learnt.is_complete() {
            words.with(message::WholeComplete { sure })
        } else {
            let missing: u32 = learnt.missing.iter().map(|(_, n)| u32::from(*n)).sum();
            let (open, foreign) = (learnt.open.len(), learnt.too_many.len());
            words.with(message::WholeState {
                sure,
                open,
                missing,
                foreign,
            })
        };
        card::heading(ui, &text);
    }

    /// One step back.
    fn undo(&mut self, ctx: &egui::Context) -> bool {
        match self.past.pop() {
            None => return false,
            Some(Before::Answers(answers)) => self.learning.answers = answers,
            Some(Before::Tiles(tiles, answers)) => {
                self.learning.tiles = tiles;
                self.learning.answers = answers;
                self.moved = true;
            }
        }
        self.selected = None;
        self.tiles.clear();
        self.begin(ctx, None);
        true
    }

    /// The turn of a tile that nobody has guessed is found out by the sides.
    fn answer(
        &mut self,
        ctx: &egui::Context,
        tile: usize,
        face: Option<(FaceId, Option<Rotation>)>,
    ) {
        self.past
            .push(Before::Answers(self.learning.answers.clone()));
        self.learning.answer(Answer {
            tile,
            face: face.map(|f| f.0),
            rotation: face.and_then(|f| f.1),
        });
        self.begin(ctx, None);
    }

    fn remove(&mut self, ctx: &egui::Context, tile: usize) {
        self.remember();
        self.take_away(tile);
        self.begin(ctx, None);
    }

    /// So that the next step can be taken back.
    fn remember(&mut self) {
        let (tiles, answers) = (self.learning.tiles.clone(), self.learning.answers.clone());
        self.past.push(Before::Tiles(tiles, answers));
        self.moved = true;
    }

    fn take_away(&mut self, tile: usize) {
        self.learning.tiles.remove(tile);
        self.learning.answers.retain(|answer| answer.tile != tile);
        for answer in &mut self.learning.answers {
            answer.tile -= usize::from(answer.tile > tile);
        }
        self.tiles.clear();
        self.selected = None;
    }

    /// A tile there, in place of those that it lies on.
    fn outline(&mut self, ctx: &egui::Context, quad: Quad) -> bool {
        let Some(picture) = self.photos.get(&self.photo) else {
            return false;
        };
        let Ok(picture) = teach::cut(picture, quad) else {
            return false;
        };
        self.remember();
        for tile in self.of_photo().into_iter().rev() {
            if learn::lie_over(&self.learning.tiles[tile].corners_px, &quad) {
                self.take_away(tile);
            }
        }
        let photo = self.photo;
        self.learning.tiles.push(Tile {
            corners_px: quad,
            cutout: Cutout { picture, photo },
        });
        self.begin(ctx, None);
        true
    }

    /// The photograph with outlines: click one to look at it, a tile without one to add it, or draw
    /// one anew.
    fn photograph(&mut self, ui: &mut Ui, words: Words) -> bool {
        ui.set_width((ui.available_width() - BESIDE).max(outlines::WIDTH));
        if self.learning.photos.len() > 1 {
            ui.horizontal_wrapped(|ui| {
                for number in 0..self.learning.photos.len() {
                    let name = words.with(message::WholePhoto { number: number + 1 });
                    if ui.add(card::one_of(self.photo == number, name)).clicked() {
                        self.photo = number;
                    }
                }
            });
        }
        let number = self.photo;
        let of_photo: Vec<usize> = self.of_photo();
        let p = palette(ui);
        let outline = |n: &usize| {
            let sure = self.learnt.as_ref().and_then(|learnt| learnt.sure(*n));
            let badly_lit = self.lit.get(*n).is_some_and(|light| *light != Light::Good);
            let (color, name) = match sure {
                Some((face, _)) if badly_lit => (p.wait, face.to_string()),
                Some((face, _)) => (p.good, face.to_string()),
                None => (p.wait, "?".to_owned()),
            };
            let label = words.with(message::LearnTile { number: n + 1 });
            Outline {
                corners: self.learning.tiles[*n].corners_px,
                color,
                label: format!("{label}: {name}"),
                name,
                selected: self.selected == Some(*n),
            }
        };
        let outlines: Vec<Outline> = of_photo.iter().map(outline).collect();
        let Some(photo) = self.photos.get(&number) else {
            if !self.learning.photos.is_empty() {
                card::soft(ui, &words.say(message::WHOLE_PHOTO_GONE));
            }
            return false;
        };
        card::soft(ui, &words.say(message::WHOLE_PHOTO_HELP));
        let touched = self.outlines.show(ui, words, (number, photo), &outlines);
        match touched {
            None => false,
            Some(Touched::Outline(n)) => {
                self.selected = Some(of_photo[n]);
                false
            }
            Some(Touched::New(quad)) => {
                let ctx = ui.ctx().clone();
                self.outline(&ctx, quad)
            }
        }
    }

    /// The tiles of the photograph that is shown.
    fn of_photo(&self) -> Vec<usize> {
        let tiles = self.learning.tiles.iter().enumerate();
        let own = tiles.filter(|(_, tile)| tile.cutout.photo == self.photo);
        own.map(|(n, _)| n).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use super::*;
    use crate::text::Language;

    #[test]
    fn what_was_learnt_of_other_tiles_is_not_kept_when_learning_fails() {
        let ctx = egui::Context::default();
        let (set, learning) = (TileSet::Base, Learning::default());
        let mut whole = Whole::new("mine".to_owned(), set, learning, None, &ctx);
        let fail = |whole: &mut Whole| {
            // Nobody is at the other end.
            whole.work = Some(channel().1);
            assert!(whole.take(Words::new(Language::English)));
        };
        whole.learnt = Some(Learnt {
            named: Vec::new(),
            missing: Vec::new(),
            open: Vec::new(),
            too_many: Vec::new(),
        });
        fail(&mut whole);
        assert!(whole.result().is_some());
        whole.remember();
        fail(&mut whole);
        assert!(whole.result().is_none());
    }
}
