//! The drawn faces, figures and feature shapes as textures, made when first needed.
//!
//! Between `vision::art` (which draws) and the widgets (which show). Drawing a face takes
//! some milliseconds, so at most [`PER_PASS`] are drawn in one pass and the rest in the next.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::Arc;

use egui::{ColorImage, Context, TextureHandle, TextureOptions};
use resvg::{tiny_skia, usvg};
use tracker::catalogue::{Catalogue, Face, FaceId, TileSet};
use tracker::piece::{Color, FigureKind, Pose};
use vision::layout::Layout;

/// Drawings made in one pass: four take about as long as one frame of a screen.
const PER_PASS: u32 = 4;
/// Side of a face's texture, px. A tile is rarely shown larger.
const FACE_PX: u32 = 192;
/// Side of a figure's texture, px.
const FIGURE_PX: u32 = 96;
/// Side of a shape's texture, px.
const SHAPE_PX: u32 = 96;

/// A face as it is printed on one copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Copy {
    /// Which face.
    pub face: FaceId,
    /// Whether it shows a garden.
    pub garden: bool,
    /// Which copy; copies differ in what is strewn about.
    pub variant: u64,
}

impl Copy {
    /// The first copy of a face, without a garden.
    pub const fn plain(face: FaceId) -> Self {
        Self {
            face,
            garden: false,
            variant: 0,
        }
    }
}

/// All drawings made so far.
#[derive(Default)]
pub struct Art {
    faces: HashMap<Copy, Option<TextureHandle>>,
    figures: HashMap<(FigureKind, Option<Color>, Pose), Option<TextureHandle>>,
    shapes: HashMap<(FaceId, bool, usize), Option<TextureHandle>>,
    layouts: HashMap<(FaceId, bool), Option<Layout>>,
    drawn: u32,
}

impl Art {
    /// To be called at the start of each pass.
    pub fn begin_pass(&mut self) {
        self.drawn = 0;
    }

    /// The picture of a face; `None` if it is not drawn yet (another pass is asked for then)
    /// or cannot be drawn.
    pub fn face(&mut self, ctx: &Context, copy: Copy) -> Option<TextureHandle> {
        let draw = || {
            let face = known(copy.face)?;
            let svg = vision::art::face_svg(&face, copy.garden, copy.variant).ok()?;
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
                &vision::art::figure::pictogram(kind, color, pose),
                FIGURE_PX,
            )
        };
        let key = (kind, color, pose);
        cached(&mut self.figures, &mut self.drawn, ctx, key, draw)
    }

    /// The shape of a segment of the unturned face, white on nothing, to be tinted.
    pub fn shape(
        &mut self,
        ctx: &Context,
        face: FaceId,
        garden: bool,
        segment: usize,
    ) -> Option<TextureHandle> {
        let path = self.layout(face, garden)?.svg_path(segment, 100.0)?;
        let draw = || {
            let svg = format!(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-50 -50 100 100\">\
                 <path d=\"{path}\" fill=\"#fff\" fill-opacity=\"0.55\" fill-rule=\"evenodd\" \
                 stroke=\"#fff\" stroke-width=\"3\"/></svg>"
            );
            raster(&svg, SHAPE_PX)
        };
        let key = (face, garden, segment);
        cached(&mut self.shapes, &mut self.drawn, ctx, key, draw)
    }

    /// Where the segments of a face lie; `None` for a face this version does not know.
    pub fn layout(&mut self, face: FaceId, garden: bool) -> Option<&Layout> {
        self.layouts
            .entry((face, garden))
            .or_insert_with(|| Layout::new(&*known(face)?, garden).ok())
            .as_ref()
    }
}

/// A face of any box; `None` for one this version does not know.
fn known(face: FaceId) -> Option<Arc<Face>> {
    Catalogue::of(&TileSet::ALL).face(&face).cloned()
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
fn raster(svg: &str, side_px: u32) -> Option<ColorImage> {
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

    #[test]
    fn every_face_figure_and_shape_can_be_drawn() {
        let ctx = Context::default();
        let mut art = Art::default();
        for face in Catalogue::of(&TileSet::ALL).faces() {
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
        for kind in FIGURES {
            for color in Color::ALL.map(Some).into_iter().chain([None]) {
                art.begin_pass();
                for pose in [Pose::Standing, Pose::Lying] {
                    assert!(art.figure(&ctx, kind, color, pose).is_some());
                }
            }
        }
    }

    const FIGURES: [FigureKind; 10] = [
        FigureKind::Meeple,
        FigureKind::BigMeeple,
        FigureKind::Guard,
        FigureKind::Abbot,
        FigureKind::Ghost,
        FigureKind::Cat,
        FigureKind::Mage,
        FigureKind::Witch,
        FigureKind::Hound,
        FigureKind::Chip,
    ];

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
