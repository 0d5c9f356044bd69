//! Pictures kept of a game, on the graphics card: read when they are first shown.
//!
//! A picture is some 20 kB and read in a millisecond; what is not there may still come, and is
//! looked for again after a moment.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use egui::{
    Color32, ColorImage, Context, Painter, Rect, Stroke, TextureHandle, TextureId, TextureOptions,
    pos2,
};
use tracker::log::event::EventId;
use vision::view::rectify::{decode, rgb};

use crate::run::news::picture::TEXTURE_PX;
use crate::store::album::{Album, BoardNote, MARGIN};

/// Pictures held at once: those of a long game. 400 kB each.
const MAX_HELD: usize = 260;
/// How long what is not there is not looked for again, seconds.
const LOOK_AGAIN_S: f64 = 0.5;

/// The kept pictures of one game.
#[derive(Default)]
pub struct Kept {
    album: Option<Album>,
    shown: HashMap<PathBuf, TextureHandle>,
    /// Where the cells lie on each turn's picture.
    notes: HashMap<u32, BoardNote>,
    /// What was not there, and when it was looked for.
    missed: HashMap<PathBuf, f64>,
}

/// How much of an event's picture is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// All of it.
    Around,
    /// The tile alone.
    Tile,
}

impl Part {
    /// The part of the texture.
    pub fn uv(self) -> Rect {
        let from = match self {
            Self::Around => 0.0,
            Self::Tile => MARGIN,
        };
        Rect::from_min_max(pos2(from, from), pos2(1.0 - from, 1.0 - from))
    }
}

impl Kept {
    /// The pictures of the game with that record.
    pub fn of(record: Option<&Path>) -> Self {
        Self {
            album: record.map(Album::of),
            ..Self::default()
        }
    }

    /// The picture of what an event is about, if one was kept.
    pub fn event(&mut self, ctx: &Context, event: EventId) -> Option<TextureId> {
        let path = self.album.as_ref()?.event(event);
        self.texture(ctx, path)
    }

    /// The picture of the board after a turn, if one was kept, and where its cells lie.
    pub fn board(&mut self, ctx: &Context, turn: u32) -> Option<(BoardNote, TextureId)> {
        let path = self.album.as_ref()?.turn(turn);
        if self.is_missed(ctx, &path) {
            return None;
        }
        let note = match self.notes.get(&turn) {
            Some(note) => *note,
            None => {
                let Some(note) = self.album.as_ref()?.board(turn) else {
                    self.miss(ctx, path);
                    return None;
                };
                self.notes.insert(turn, note);
                note
            }
        };
        Some((note, self.texture(ctx, path)?))
    }

    /// Whether any picture was kept.
    pub fn any(&self) -> bool {
        let kept = self.album.as_ref().map(Album::kept);
        kept.is_some_and(|(events, turns)| !(events.is_empty() && turns.is_empty()))
    }

    /// Whether it was not there a moment ago.
    fn is_missed(&self, ctx: &Context, path: &Path) -> bool {
        let now = ctx.input(|input| input.time);
        let missed = self.missed.get(path);
        missed.is_some_and(|missed| now - missed < LOOK_AGAIN_S)
    }

    fn miss(&mut self, ctx: &Context, path: PathBuf) {
        self.missed.insert(path, ctx.input(|input| input.time));
    }

    fn texture(&mut self, ctx: &Context, path: PathBuf) -> Option<TextureId> {
        if let Some(texture) = self.shown.get(&path) {
            return Some(texture.id());
        }
        if self.is_missed(ctx, &path) {
            return None;
        }
        let Ok(bytes) = files::read::bytes(&path, files::limits::PICTURE_BYTES) else {
            self.miss(ctx, path);
            return None;
        };
        let (size, rgb) = decode(&bytes)
            .and_then(|picture| rgb(&picture))
            .map_err(|error| tracing::warn!(%error, path = %path.display(), "a kept picture"))
            .ok()?;
        // Somebody may have put a larger one there than the graphics card takes, which would panic.
        let most = ctx
            .input(|input| input.max_texture_side)
            .max(usize::from(TEXTURE_PX));
        if size.iter().any(|&side| side > most) {
            self.miss(ctx, path);
            return None;
        }
        if self.shown.len() >= MAX_HELD {
            self.shown.clear();
        }
        let image = ColorImage::from_rgb(size, &rgb);
        let name = path.display().to_string();
        let texture = ctx.load_texture(name, image, TextureOptions::LINEAR);
        let id = texture.id();
        self.shown.insert(path, texture);
        Some(id)
    }
}

/// Paints a picture of the table with a line around it.
pub fn paint(painter: &Painter, rect: Rect, texture: TextureId, part: Part, line: Color32) {
    painter.image(texture, rect, part.uv(), Color32::WHITE);
    let line = Stroke::new(1.5, line);
    painter.rect_stroke(rect, 2.0, line, egui::StrokeKind::Inside);
}
