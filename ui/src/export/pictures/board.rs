//! The board as a picture, in our own art: SVG, and PNG drawn from it.
//!
//! Where things lie says [`crate::views::board_plan`], how they look `studio::art`; as in the window, an
//! open turn's tile and figure are on it. One unit is a hundredth of a tile's side.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::{Arc, LazyLock};

use carcassonne::geometry::Rotation;
use carcassonne::map::{ChipColor, SquareKind};
use carcassonne::piece::{Color, FigureKind, Pose};
use egui::Color32;
use resvg::{tiny_skia, usvg};
use studio::art::{self, ARTWORKS};
use tracker::rules::expansions::benelux::BeneluxView;
use tracker::snapshot::Snapshot;

use crate::export::told::{File, Lack, Told};
use crate::text::names::initial;
use crate::text::{Words, message};
use crate::theme::{CHIP_INK, LIGHT, any_chip};
use crate::views::board_plan::{self, Copy, Layouts, Point};

pub(in crate::export) const SVG: &str = "board.svg";
pub(in crate::export) const PNG: &str = "board.png";

/// Units per tile.
const TILE: f32 = 100.0;
/// Room around the board, tiles.
const MARGIN: f32 = 0.35;
/// Side of a tile in the PNG, px: figures can be told apart, prints are sharp on A4.
const TILE_PX: f32 = 160.0;
/// The longest side of a picture, px.
pub(super) const MOST_PX: f32 = 6000.0;
/// The letters in the PNG; a reader of the SVG without it takes another.
pub(in crate::export) const FONT: &str = "Ubuntu";

/// The board as SVG.
pub(in crate::export) fn svg(told: &Told, words: Words) -> Result<Vec<File>, Lack> {
    Ok(vec![File::new(SVG, draw(&told.snapshot, words)?)])
}

/// The board as PNG.
pub(in crate::export) fn png(told: &Told, words: Words) -> Result<Vec<File>, Lack> {
    let bytes = rendered(&draw(&told.snapshot, words)?, TILE_PX / TILE)?;
    Ok(vec![File::new(PNG, bytes)])
}

/// A drawing as PNG, so many px to a unit unless it becomes too large.
pub(in crate::export) fn rendered(svg: &str, scale: f32) -> Result<Vec<u8>, Lack> {
    let options = usvg::Options {
        fontdb: Arc::clone(&FONTS),
        font_family: FONT.to_owned(),
        ..usvg::Options::default()
    };
    let tree = usvg::Tree::from_str(svg, &options).map_err(|error| Lack::failed(&error))?;
    let size = tree.size();
    let scale = scale.min(MOST_PX / size.width().max(size.height()));
    let px = |length: f32| (length * scale).ceil() as u32;
    let mut picture = tiny_skia::Pixmap::new(px(size.width()), px(size.height()))
        .ok_or_else(|| Lack::Failed("there is no room for a picture".to_owned()))?;
    let zoom = tiny_skia::Transform::from_scale(scale, scale);
    resvg::render(&tree, zoom, &mut picture.as_mut());
    picture.encode_png().map_err(|error| Lack::failed(&error))
}

/// The letters that come with the window, so that equal games give equal pictures everywhere.
static FONTS: LazyLock<Arc<usvg::fontdb::Database>> = LazyLock::new(|| {
    let mut fonts = usvg::fontdb::Database::new();
    fonts.load_font_data(epaint_default_fonts::UBUNTU_LIGHT.to_vec());
    Arc::new(fonts)
});

/// The board as one SVG that needs nothing else.
pub(crate) fn draw(snapshot: &Snapshot, words: Words) -> Result<String, Lack> {
    let mut drawing = Drawing {
        snapshot,
        words,
        layouts: Layouts::of_game(&snapshot.setup),
        faces: BTreeMap::new(),
        body: String::new(),
    };
    if let Some(map) = &snapshot.modules.benelux {
        drawing.map(map)?;
    }
    drawing.tiles()?;
    drawing.figures();
    drawing.module_pieces();
    drawing.irregular();
    Ok(drawing.finish())
}

/// An SVG in the making.
struct Drawing<'a> {
    snapshot: &'a Snapshot,
    words: Words,
    layouts: Layouts,
    /// Faces that are used, by the name of their symbol.
    faces: BTreeMap<String, String>,
    body: String,
}

impl Drawing<'_> {
    fn add(&mut self, text: std::fmt::Arguments<'_>) {
        // Writing to a string cannot fail.
        let _ = self.body.write_fmt(text);
    }

    fn tiles(&mut self) -> Result<(), Lack> {
        let copies = board_plan::copies_of(self.snapshot);
        for tile in &self.snapshot.tiles {
            let copy = copies.get(&tile.cell).copied();
            let copy = copy.unwrap_or_else(|| Copy::plain(tile.face));
            self.tile(copy, board_plan::middle(tile.cell), tile.rotation, 1.0)?;
        }
        Ok(())
    }

    fn tile(&mut self, copy: Copy, at: Point, turn: Rotation, size: f32) -> Result<(), Lack> {
        let variant = copy.variant % ARTWORKS;
        let garden = if copy.garden { "g" } else { "" };
        let name = format!("tile-{}-{variant}{garden}", copy.face);
        let [x, y] = units(at);
        let turn = turn.degrees();
        let Some(face) = self.layouts.face(&copy.face) else {
            return Ok(());
        };
        if !self.faces.contains_key(&name) {
            let drawn = art::face_group(&face, copy.garden, variant);
            let drawn = drawn.map_err(|error| Lack::failed(&error))?;
            self.faces.insert(name.clone(), drawn);
        }
        let size = if size < 1.0 {
            format!(" scale({size})")
        } else {
            String::new()
        };
        self.add(format_args!(
            "<use href=\"#{name}\" x=\"-50\" y=\"-50\" width=\"100\" height=\"100\" \
             transform=\"translate({x} {y}) rotate({turn}){size}\"/>"
        ));
        Ok(())
    }

    fn figures(&mut self) {
        for figure in &self.snapshot.figures {
            let at = board_plan::standing(self.snapshot, figure, &mut self.layouts);
            let gone = figure.due_home || board_plan::is_buried(self.snapshot, figure.event);
            let piece = (figure.kind, figure.color, figure.pose);
            self.piece(piece, at, board_plan::FIGURE, if gone { 0.6 } else { 1.0 });
        }
    }

    fn piece(
        &mut self,
        (kind, color, pose): (FigureKind, Option<Color>, Pose),
        at: Point,
        side: f32,
        opacity: f32,
    ) {
        let [x, y] = units(at);
        // A pictogram is 32 units large.
        let scale = side * TILE / 32.0;
        let drawn = art::figure::pictogram_group(kind, color, pose);
        self.add(format_args!(
            "<g transform=\"translate({x} {y}) scale({scale})\" opacity=\"{opacity}\">{drawn}</g>"
        ));
    }

    fn module_pieces(&mut self) {
        let snapshot = self.snapshot;
        for ghosts in board_plan::ghosts(snapshot) {
            let Some([x, y]) = board_plan::ghosts_at(snapshot, ghosts.place, &mut self.layouts)
            else {
                continue;
            };
            let ghost = (FigureKind::Ghost, None, Pose::Standing);
            self.piece(ghost, [x, y], board_plan::SMALL, 1.0);
            let corner = board_plan::SMALL / 2.0;
            self.number([x + corner, y + corner], ghosts.count);
        }
        for (companion, host) in board_plan::companions(snapshot) {
            let beside = (companion, host);
            let at = board_plan::companion_at(snapshot, beside, &mut self.layouts);
            let piece = (board_plan::piece_of(companion), None, Pose::Standing);
            if let Some(at) = at {
                self.piece(piece, at, board_plan::SMALL, 1.0);
            }
        }
        for buried in snapshot.modules.mists.iter().flat_map(|m| &m.buried) {
            if let Some(at) = board_plan::figure(snapshot, buried.figure, &mut self.layouts) {
                self.cross(at);
            }
        }
    }

    fn number(&mut self, at: Point, number: u8) {
        let (card, text) = (hex(LIGHT.card), hex(LIGHT.text));
        let [x, y] = units(at);
        self.add(format_args!(
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"8\" fill=\"{card}\" stroke=\"{text}\"/>"
        ));
        self.letters(at, 13.0, &text, &number.to_string());
    }

    /// A grave's cross.
    fn cross(&mut self, at: Point) {
        let [x, y] = units(at);
        for (width, color) in [(5.0, hex(LIGHT.text)), (3.0, hex(LIGHT.card))] {
            self.add(format_args!(
                "<path d=\"M{x} {} v24 M{} {} h14\" stroke=\"{color}\" stroke-width=\"{width}\"/>",
                y - 12.0,
                x - 7.0,
                y - 4.0
            ));
        }
    }

    /// A mark on what was kept against the rules.
    fn irregular(&mut self) {
        for kept in &self.snapshot.irregular {
            let [x, y] = board_plan::middle(kept.cell);
            let at = [x - 0.42, y - 0.42];
            let [cx, cy] = units(at);
            let fill = hex(LIGHT.wrong);
            self.add(format_args!(
                "<circle class=\"irregular\" cx=\"{cx}\" cy=\"{cy}\" r=\"8\" fill=\"{fill}\"/>"
            ));
            self.letters(at, 13.0, &hex(LIGHT.card), "!");
        }
    }

    /// A line of text around a point.
    fn letters(&mut self, at: Point, size: f32, color: &str, text: &str) {
        let [x, y] = units(at);
        let text = escaped(text);
        // The baseline lies about a third of the size below the middle.
        let y = y + size * 0.35;
        self.add(format_args!(
            "<text x=\"{x}\" y=\"{y}\" font-family=\"{FONT}, sans-serif\" font-size=\"{size}\" \
             text-anchor=\"middle\" fill=\"{color}\">{text}</text>"
        ));
    }

    /// The printed map with its chips and islands.
    fn map(&mut self, view: &BeneluxView) -> Result<(), Lack> {
        for (cell, square) in view.map.squares() {
            let fill = match square.kind {
                SquareKind::Land | SquareKind::Start | SquareKind::Town => LIGHT.button,
                SquareKind::LargeCity => LIGHT.line,
                SquareKind::Wave | SquareKind::Island => LIGHT.water,
                SquareKind::None => continue,
            };
            let [x, y] = units(board_plan::middle(cell)).map(|v| v - TILE / 2.0 + 1.0);
            let side = TILE - 2.0;
            let rim = if view.starts.contains(&cell) {
                hex(LIGHT.wrong)
            } else {
                "none".to_owned()
            };
            self.add(format_args!(
                "<rect x=\"{x}\" y=\"{y}\" width=\"{side}\" height=\"{side}\" fill=\"{}\" \
                 stroke=\"{rim}\" stroke-width=\"3\"/>",
                hex(fill)
            ));
            if let Some(name) = &square.name {
                let [x, y] = board_plan::middle(cell);
                self.letters([x, y + 0.4], 13.0, &hex(LIGHT.text), name);
            }
        }
        for island in &view.islands {
            let [x, y] = board_plan::middle(island.cell);
            if let Some(face) = island.top {
                self.tile(Copy::plain(face), [x, y], Rotation::R0, 0.76)?;
            }
            self.number([x + 0.38, y + 0.38], island.left);
            self.chip([x - 0.38, y + 0.38], Some(island.color), 10.0);
        }
        for &(cell, color) in &view.chips {
            self.chip(board_plan::middle(cell), color, 20.0);
        }
        Ok(())
    }

    /// A chip: its colour, and its initial for those who do not see the colour.
    fn chip(&mut self, at: Point, color: Option<ChipColor>, radius: f32) {
        let [x, y] = units(at);
        let fill = hex(any_chip(color));
        self.add(format_args!(
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{fill}\" stroke=\"#000\"/>"
        ));
        let letter = color.map_or_else(|| "?".to_owned(), |color| initial(&self.words.chip(color)));
        self.letters(at, radius * 1.2, &hex(CHIP_INK), &letter);
    }

    fn finish(self) -> String {
        let ([left, top], [right, bottom]) = corners(self.snapshot);
        let (width, height) = (right - left, bottom - top);
        let felt = hex(LIGHT.felt);
        let title = escaped(&self.words.with(message::TableBoard {
            tiles: self.snapshot.tiles.len(),
        }));
        let faces: String = self
            .faces
            .iter()
            .fold(String::new(), |mut all, (name, drawn)| {
                // A symbol, as it cuts off what a tile's drawing has beyond its edge.
                let _ = write!(
                    all,
                    "<symbol id=\"{name}\" viewBox=\"-50 -50 100 100\">{drawn}</symbol>"
                );
                all
            });
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{left} {top} {width} {height}\" \
             width=\"{width}\" height=\"{height}\" role=\"img\"><title>{title}</title>\
             <defs>{faces}</defs>\
             <rect x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\" fill=\"{felt}\"/>\
             {}</svg>\n",
            self.body
        )
    }
}

/// The corners of the drawing, units.
fn corners(snapshot: &Snapshot) -> (Point, Point) {
    let bounds = board_plan::bounds(board_plan::cells(snapshot));
    let (first, last) = bounds.unwrap_or_default();
    let edge = 0.5 + MARGIN;
    (
        units(board_plan::middle(first).map(|v| v - edge)),
        units(board_plan::middle(last).map(|v| v + edge)),
    )
}

/// Width and height of the drawing, units.
pub(in crate::export) fn extent(snapshot: &Snapshot) -> (f32, f32) {
    let ([left, top], [right, bottom]) = corners(snapshot);
    (right - left, bottom - top)
}

fn units([x, y]: Point) -> Point {
    [x * TILE, y * TILE]
}

pub(in crate::export) fn hex(color: Color32) -> String {
    format!("#{:02x}{:02x}{:02x}", color.r(), color.g(), color.b())
}

/// Text that stands between tags or quotes.
pub(in crate::export) fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    // Writing into a string does not fail.
    let _ = maud::Escaper::new(&mut escaped).write_str(text);
    escaped
}
