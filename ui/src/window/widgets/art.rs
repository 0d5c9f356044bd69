//! The drawn faces, figures and feature shapes as textures, made when first needed.
//!
//! Between `studio::art` (which draws) and the widgets (which show). Drawing a face takes
//! some milliseconds, so at most [`PER_PASS`] are drawn in one pass and the rest in the next.

use std::collections::HashMap;
use std::hash::Hash;

use carcassonne::catalogue::FaceId;
use carcassonne::piece::{Color, FigureKind, Pose};
use egui::{ColorImage, Context, TextureHandle, TextureOptions};
use resvg::{tiny_skia, usvg};
use shapes::layout::Layout;

use crate::faces;
pub use crate::views::board_plan::Copy;
use crate::views::board_plan::Layouts;

/// Drawings made in one pass: four take about as long as one frame of a screen.
const PER_PASS: u32 = 4;
/// Side of a face's texture, px. A tile is rarely shown larger.
const FACE_PX: u32 = 192;
/// Side of a figure's texture, px.
const FIGURE_PX: u32 = 96;
/// Side of a shape's texture, px.
const SHAPE_PX: u32 = 96;

/// All drawings made so far.
#[derive(Default)]
pub struct Art {
    faces: HashMap<Copy, Option<TextureHandle>>,
    figures: HashMap<(FigureKind, Option<Color>, Pose), Option<TextureHandle>>,
    shapes: HashMap<(FaceId, bool, usize, &'static str), Option<TextureHandle>>,
    layouts: Layouts,
    /// How many taught faces had come by the last pass.
    known: u64,
    drawn: u32,
}

impl Art {
    /// To be called at the start of each pass.
    pub fn begin_pass(&mut self) {
        self.drawn = 0;
        let (new, known) = faces::since(self.known);
        self.known = known;
        // A name may stand for another print than before.
        self.faces.retain(|copy, _| !new.contains(&copy.face));
        self.shapes.retain(|(face, ..), _| !new.contains(face));
        for face in &new {
            self.layouts.forget(face);
        }
    }

    /// The picture of a face; `None` if it is not drawn yet (another pass is asked for then)
    /// or cannot be drawn.
    pub fn face(&mut self, ctx: &Context, copy: Copy) -> Option<TextureHandle> {
        let draw = || {
            let face = faces::known(&copy.face)?;
            let svg = studio::art::face_svg(&face, copy.garden, copy.variant).ok()?;
            raster(&svg, FACE_PX)
        };
        cached(&mut self.faces, &mut self.drawn, ctx, copy, draw)
    }

    /// The pictogram of a figure.
    pub fn figure(
        &mut self,
        ctx: &Context,
        kind: FigureKind,
        color: Option<Color>,
        pose: Pose,
    ) -> Option<TextureHandle> {
        let draw = || {
            raster(
                &studio::art::figure::pictogram(kind, color, pose),
                FIGURE_PX,
            )
        };
        let key = (kind, color, pose);
        cached(&mut self.figures, &mut self.drawn, ctx, key, draw)
    }

    /// The shape of a segment of the unturned face with its outline, white on nothing, to be
    /// tinted.
    pub fn shape(
        &mut self,
        ctx: &Context,
        face: FaceId,
        garden: bool,
        segment: usize,
    ) -> Option<TextureHandle> {
        let outlined = "stroke=\"#fff\" stroke-width=\"3\"";
        self.segment(ctx, face, garden, segment, outlined)
    }

    /// The same without its outline, so that it goes on unseen from tile to tile.
    pub fn ground(
        &mut self,
        ctx: &Context,
        face: FaceId,
        garden: bool,
        segment: usize,
    ) -> Option<TextureHandle> {
        self.segment(ctx, face, garden, segment, "")
    }

    fn segment(
        &mut self,
        ctx: &Context,
        face: FaceId,
        garden: bool,
        segment: usize,
        outline: &'static str,
    ) -> Option<TextureHandle> {
        let path = self.layout(face, garden)?.svg_path(segment, 100.0)?;
        let draw = || {
            let svg = format!(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-50 -50 100 100\">\
                 <path d=\"{path}\" fill=\"#fff\" fill-opacity=\"0.55\" fill-rule=\"evenodd\" \
                 {outline}/></svg>"
            );
            raster(&svg, SHAPE_PX)
        };
        let key = (face, garden, segment, outline);
        cached(&mut self.shapes, &mut self.drawn, ctx, key, draw)
    }

    /// Where the segments of a face lie; `None` for a face this version does not know.
    pub fn layout(&mut self, face: FaceId, garden: bool) -> Option<&Layout> {
        self.layouts.of(face, garden)
    }

    /// All layouts made so far.
    pub fn layouts(&mut self) -> &mut Layouts {
        &mut self.layouts
    }
}

fn cached<K: Hash + Eq + std::marker::Copy>(
    kept: &mut HashMap<K, Option<TextureHandle>>,
    drawn: &mut u32,
    ctx: &Context,
    key: K,
    draw: impl FnOnce() -> Option<ColorImage>,
) -> Option<TextureHandle> {
    if let Some(texture) = kept.get(&key) {
        return texture.clone();
    }
    if *drawn >= PER_PASS {
        ctx.request_repaint();
        return None;
    }
    *drawn += 1;
    let options = TextureOptions {
        mipmap_mode: Some(egui::TextureFilter::Linear),
        ..TextureOptions::LINEAR
    };
    let texture = draw().map(|image| ctx.load_texture("art", image, options));
    kept.insert(key, texture.clone());
    texture
}

/// Renders an SVG onto nothing; `None` if it is no SVG.
pub fn raster(svg: &str, side_px: u32) -> Option<ColorImage> {
    let tree = usvg::Tree::from_str(svg, &usvg::Options::default()).ok()?;
    let mut pixels = tiny_skia::Pixmap::new(side_px, side_px)?;
    let side = side_px as f32;
    let scale =
        tiny_skia::Transform::from_scale(side / tree.size().width(), side / tree.size().height());
    resvg::render(&tree, scale, &mut pixels.as_mut());
    let size = [side_px as usize; 2];
    Some(ColorImage::from_rgba_premultiplied(size, pixels.data()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use carcassonne::catalogue::{Catalogue, Draft, Taught, Terrain, TileSet, face_id};

    #[test]
    fn every_face_figure_and_shape_can_be_drawn() {
        let ctx = Context::default();
        let mut art = Art::default();
        for face in Catalogue::bundled().faces() {
            art.begin_pass();
            assert!(
                art.face(&ctx, Copy::plain(face.id)).is_some(),
                "{}",
                face.id
            );
            for segment in 0..face.segments.len() {
                art.begin_pass();
                assert!(art.shape(&ctx, face.id, false, segment).is_some());
            }
        }
        for color in Color::ALL {
            art.begin_pass();
            for pose in [Pose::Standing, Pose::Lying] {
                let kind = FigureKind::Meeple;
                assert!(art.figure(&ctx, kind, Some(color), pose).is_some());
            }
        }
    }

    /// Packs that were taught apart use the same names.
    #[test]
    fn another_print_of_the_same_name_is_drawn_anew() {
        let id = face_id("T97").expect("a name");
        let teach = |side: Terrain| {
            let mut draft = Draft::new(id, TileSet::Mists);
            draft.mist = [true, true, false, false];
            draft.edges[3] = side;
            draft.settle();
            draft.ghosts[0] = 2;
            let mut taught = Taught::default();
            taught.teach(&draft).expect("sound");
            faces::remember(&taught);
        };
        let ctx = Context::default();
        let mut art = Art::default();
        let mut look = || {
            art.begin_pass();
            let drawn = art.face(&ctx, Copy::plain(id)).map(|drawn| drawn.id());
            let layout = art.layout(id, false);
            let paths = layout.map(|layout| {
                let segments = 0..layout.shapes().len();
                let paths = segments.map(|segment| layout.svg_path(segment, 100.0));
                paths.collect::<Vec<_>>()
            });
            (drawn, paths)
        };
        assert_eq!(look(), (None, None), "nobody has taught it");
        teach(Terrain::Road);
        let road = look();
        assert!(road.0.is_some());
        assert_eq!(look(), road);
        teach(Terrain::City);
        let city = look();
        assert_ne!(city.0, road.0);
        assert_ne!(city.1, road.1);
    }

    #[test]
    fn one_pass_draws_only_a_few() {
        let ctx = Context::default();
        let mut art = Art::default();
        art.begin_pass();
        let catalogue = Catalogue::bundled();
        let there = catalogue
            .faces()
            .filter(|face| art.face(&ctx, Copy::plain(face.id)).is_some())
            .count();
        assert_eq!(there, PER_PASS as usize);
    }
}
