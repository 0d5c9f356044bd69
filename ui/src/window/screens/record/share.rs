//! A picture of the game to share: drawn on a thread of its own, then on the clipboard or in a file.

use std::path::PathBuf;
use std::sync::mpsc::{Receiver, TryRecvError};

use egui::{ColorImage, Context};
use jiff::Timestamp;

use crate::export::pictures::picture;
use crate::export::told::Told;
use crate::run::beside;
use crate::run::link::Link;
use crate::text::{Words, message};

/// Where the picture goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Share {
    /// Onto the clipboard.
    Copy,
    /// Into that file.
    Save(PathBuf),
}

/// What came of it.
enum Done {
    Copied(Box<ColorImage>),
    Saved(PathBuf),
}

/// A picture in the making.
#[derive(Default)]
pub struct Sharing {
    at_work: Option<Receiver<Result<Done, String>>>,
}

impl Sharing {
    /// Begins, unless a picture is in the making already.
    pub fn begin(&mut self, ctx: &Context, words: Words, game: &dyn Link, how: Share) {
        if self.at_work.is_some() {
            return;
        }
        let (setup, events) = (game.snapshot().setup.clone(), game.events());
        let record = game.record();
        let ctx = ctx.clone();
        let work = move || {
            let told = Told::of_running(&setup, &events, record.as_deref(), Timestamp::now());
            let done = told.map_err(|error| error.to_string());
            let done = done.and_then(|told| {
                let png = picture::png(&told, words);
                png.map_err(|lack| words.lack(&told.snapshot, &lack))
            });
            done.and_then(|png| shared(&png, how))
        };
        let work = beside::begin("picture", move || ctx.request_repaint(), work);
        self.at_work = Some(work);
    }

    /// What became of it, once it is done, in words.
    pub fn told(&mut self, ctx: &Context, words: Words) -> Option<String> {
        let done = match self.at_work.as_ref()?.try_recv() {
            Ok(done) => done,
            Err(TryRecvError::Empty) => return None,
            Err(TryRecvError::Disconnected) => {
                self.at_work = None;
                return None;
            }
        };
        self.at_work = None;
        Some(match done {
            Ok(Done::Copied(image)) => {
                ctx.copy_image(*image);
                words.say(message::PICTURE_COPIED)
            }
            Ok(Done::Saved(path)) => {
                let path = path.display().to_string();
                words.with(message::PictureSaved { path })
            }
            Err(why) => words.with(message::PictureFailed { why }),
        })
    }
}

fn shared(png: &[u8], how: Share) -> Result<Done, String> {
    match how {
        Share::Save(path) => {
            let folder = path.parent().unwrap_or(std::path::Path::new("."));
            files::write::folder(folder).map_err(|error| error.to_string())?;
            files::write::file(&path, png).map_err(|error| error.to_string())?;
            Ok(Done::Saved(path))
        }
        Share::Copy => {
            let image = resvg::tiny_skia::Pixmap::decode_png(png);
            let image = image.map_err(|error| error.to_string())?;
            let size = [image.width() as usize, image.height() as usize];
            let image = ColorImage::from_rgba_premultiplied(size, image.data());
            Ok(Done::Copied(Box::new(image)))
        }
    }
}
