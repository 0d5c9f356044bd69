//! A photograph of tiles with an outline around each that was found, to be put right before they are
//! named one after the other: a tile without an outline is clicked, a wrong one is drawn anew or
//! taken away. They may lie with gaps of any width or none.
//!
//! Finding them takes a moment and is done beside the window. What they show is for the lesson.

use std::sync::mpsc::{Receiver, TryRecvError};

use egui::{Button, Key, Modifiers, Ui};
use opencv::core::Mat;
use vision::learn::{self, Quad, teach};

use crate::run::beside;
use crate::text::{Words, message};
use crate::theme::palette;
use crate::window::screens::frame::told::{self, Say};
use crate::window::widgets::card;

use super::outlines::{Outline, Outlines, Touched};

/// The photograph and where tiles lie on it; nothing if it is no picture that can be read.
type Found = Option<(Mat, Vec<Quad>)>;

/// The photograph, and the outlines on it.
#[derive(Default)]
pub struct Spread {
    photo: Option<Mat>,
    quads: Vec<Quad>,
    selected: Option<usize>,
    past: Vec<Vec<Quad>>,
    outlines: Outlines,
    work: Option<Receiver<Found>>,
}

/// How a look at it ended.
pub enum Ended {
    /// These tiles are to be named, row by row.
    Name(Vec<Mat>),
    /// It was left.
    Stop,
    /// There is no photograph.
    Fail(Say),
}

impl Spread {
    /// Looks for tiles on the picture that `open` gives, beside the window.
    pub fn new(ctx: &egui::Context, open: impl FnOnce() -> Option<Mat> + Send + 'static) -> Self {
        let look = move || {
            open().map(|photo| {
                let quads = tiles_on(&photo);
                (photo, quads)
            })
        };
        let ctx = ctx.clone();
        let work = beside::begin("spread", move || ctx.request_repaint(), look);
        Self {
            work: Some(work),
            ..Self::default()
        }
    }

    /// Takes over what was found.
    fn take(&mut self) -> Result<(), Say> {
        let found = match self.work.as_ref().map(Receiver::try_recv) {
            None | Some(Err(TryRecvError::Empty)) => return Ok(()),
            Some(Err(TryRecvError::Disconnected)) => None,
            Some(Ok(found)) => found,
        };
        self.work = None;
        let (photo, quads) = found.ok_or_else(|| told::say(message::TEACH_NO_PICTURE))?;
        self.photo = Some(photo);
        self.quads = quads;
        Ok(())
    }

    /// Shows it; says when it is to end, and how.
    pub fn show(&mut self, ui: &mut Ui, words: Words) -> Option<Ended> {
        if let Err(why) = self.take() {
            return Some(Ended::Fail(why));
        }
        let mut ended = None;
        if self.photo.is_none() {
            ui.horizontal(|ui| {
                ui.spinner();
                card::body(ui, &words.say(message::WHOLE_WORKING));
            });
        } else if self.quads.is_empty() {
            card::body(ui, &words.say(message::TEACH_NONE_FOUND));
        } else {
            let text = words.with(message::TeachFound {
                count: self.quads.len(),
            });
            card::heading(ui, &text);
        }
        ui.horizontal_wrapped(|ui| {
            let count = self.quads.len();
            let text = words.with(message::SpreadName { count });
            let name = card::main_button(palette(ui), &text);
            if ui.add_enabled(!self.quads.is_empty(), name).clicked() {
                ended = Some(self.cut());
            }
            if ui.button(words.say(message::TEACH_STOP)).clicked() {
                ended = Some(Ended::Stop);
            }
            let undo = Button::new(words.say(message::WHOLE_UNDO));
            let undone = ui.add_enabled(!self.past.is_empty(), undo).clicked();
            let pressed = ui.input_mut(|input| input.consume_key(Modifiers::COMMAND, Key::Z));
            if undone || pressed {
                self.quads = self.past.pop().unwrap_or_else(|| self.quads.clone());
                self.selected = None;
            }
            let remove = Button::new(words.say(message::WHOLE_NO_TILE));
            let remove = ui.add_enabled(self.selected.is_some(), remove).clicked();
            if let Some(wrong) = self.selected.filter(|_| remove) {
                self.past.push(self.quads.clone());
                self.quads.remove(wrong);
                self.selected = None;
            }
        });
        if self.photo.is_some() {
            card::soft(ui, &words.say(message::WHOLE_PHOTO_HELP));
        }
        match self.photograph(ui, words) {
            None => {}
            Some(Touched::Outline(n)) => self.selected = Some(n),
            Some(Touched::New(quad)) => {
                self.past.push(self.quads.clone());
                self.quads.retain(|other| !learn::lie_over(other, &quad));
                self.quads.push(quad);
                self.quads = learn::in_reading_order(std::mem::take(&mut self.quads));
                self.selected = None;
            }
        }
        ended
    }

    fn photograph(&mut self, ui: &mut Ui, words: Words) -> Option<Touched> {
        let photo = self.photo.as_ref()?;
        let p = palette(ui);
        let outline = |(n, quad): (usize, &Quad)| {
            let number = n + 1;
            Outline {
                corners: *quad,
                color: p.accent,
                name: number.to_string(),
                label: words.with(message::LearnTile { number }),
                selected: self.selected == Some(n),
            }
        };
        let outlines: Vec<Outline> = self.quads.iter().enumerate().map(outline).collect();
        self.outlines.show(ui, words, (0, photo), &outlines)
    }

    /// The tiles inside the outlines.
    fn cut(&self) -> Ended {
        let Some(photo) = &self.photo else {
            return Ended::Stop;
        };
        let tiles = self.quads.iter().map(|&quad| teach::cut(photo, quad));
        match tiles.collect::<opencv::Result<Vec<Mat>>>() {
            Ok(tiles) => Ended::Name(tiles),
            Err(error) => Ended::Fail(told::as_it_is(error.message)),
        }
    }
}

/// Where tiles lie: in rows apart from each other, or as they are found laid anyhow where that finds
/// more. Those that are not found are drawn by hand.
fn tiles_on(photo: &Mat) -> Vec<Quad> {
    let found = |quads: opencv::Result<Vec<Quad>>| {
        quads.unwrap_or_else(|error| {
            tracing::warn!(%error, "no tiles can be looked for on a photograph");
            Vec::new()
        })
    };
    let (rows, anyhow) = (found(teach::rows(photo)), found(learn::cut(photo)));
    if rows.len() >= anyhow.len() {
        rows
    } else {
        anyhow
    }
}
