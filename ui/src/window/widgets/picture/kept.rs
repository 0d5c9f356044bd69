//! Pictures kept of a game, on the graphics card: read when they are first shown.
//!
//! A picture is some 20 kB and read in a millisecond; what is not there may still come, and is
//! looked for again.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use egui::{
    Color32, ColorImage, Context, Painter, Rect, Stroke, TextureHandle, TextureId, TextureOptions,
    pos2,
};
use tracker::log::event::EventId;
use vision::view::rectify::{decode, rgb};

use crate::store::album::{Album, BoardNote, MARGIN};

/// Pictures held at once: those of a long game. 400 kB each.
const MAX_HELD: usize = 260;

/// The kept pictures of one game.
#[derive(Default)]
pub struct Kept {
    album: Option<Album>,
    shown: HashMap<PathBuf, TextureHandle>,
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
            shown: HashMap::new(),
        }
    }

    /// The picture of what an event is about, if one was kept.
    pub fn event(&mut self, ctx: &Context, event: EventId) -> Option<TextureId> {
        let path = self.album.as_ref()?.event(event);
        self.texture(ctx, path)
    }

    /// The picture of the board after a turn, if one was kept, and where its cells lie.
    pub fn board(&mut self, ctx: &Context, turn: u32) -> Option<(BoardNote, TextureId)> {
        let album = self.album.as_ref()?;
        let (note, path) = (album.board(turn)?, album.turn(turn));
        Some((note, self.texture(ctx, path)?))
    }

    /// Whether any picture was kept.
    pub fn any(&self) -> bool {
        let kept = self.album.as_ref().map(Album::kept);
        kept.is_some_and(|(events, turns)| !(events.is_empty() && turns.is_empty()))
    }

    fn texture(&mut self, ctx: &Context, path: PathBuf) -> Option<TextureId> {
        if let Some(texture) = self.shown.get(&path) {
            return Some(texture.id());
        }
        let bytes = files::read::bytes(&path, files::limits::PICTURE_BYTES).ok()?;
        let (size, rgb) = decode(&bytes)
            .and_then(|picture| rgb(&picture))
            .map_err(|error| tracing::warn!(%error, path = %path.display(), "a kept picture"))
            .ok()?;
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
