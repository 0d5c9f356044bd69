//! The artist: draws any face of the catalogue, figures, tile backs and what lies beside.
//!
//! Our own art, used three ways: the board in the window and in exports (SVG), the built-in
//! tile pack (pictures of faces), and what the photographer lays on the table. Two copies of
//! a face differ in decoration, hues and slightly in their lines, as printed sets do; terrain
//! stays as [`shapes::layout`] says. Equal arguments give equal bytes. It never reads a picture.

use std::collections::HashMap;
use std::sync::Arc;

use carcassonne::catalogue::{Catalogue, Face, FaceId, SegmentKind, TileSet};
use opencv::core::{self, Mat, Scalar};
use opencv::prelude::*;
use resvg::{tiny_skia, usvg};

mod buildings;
pub mod figure;
mod haunts;
mod icon;
mod ink;
mod land;
pub mod map;
mod mist;
mod prop;
mod props;
mod town;

pub use icon::icon_svg;
pub use prop::Prop;
pub use props::{prop_svg, tile_back_svg};

use ink::{Ink, seed_of};
use shapes::layout::{Layout, Plan};

/// Why a drawing failed.
#[derive(Debug, thiserror::Error)]
pub enum ArtError {
    /// The drawing is not valid SVG.
    #[error("not a drawing: {0}")]
    Svg(#[from] usvg::Error),
    /// A picture of no or of more than 8192 pixels was asked for.
    #[error("a drawing of {0}×{1} pixels is outside 1…8192")]
    Size(i32, i32),
    /// OpenCV failed.
    #[error("image work failed: {0}")]
    OpenCv(#[from] opencv::Error),
}

/// Different artworks of one face in a box: a copy shows one of them. Three, as in the third
/// edition's box; a pack that holds every [`Print`] knows them all.
pub const ARTWORKS: u64 = 3;

/// One artwork of a face.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Print {
    /// What it shows.
    pub face: FaceId,
    /// Whether it has a garden.
    pub garden: bool,
    /// Which artwork, below [`ARTWORKS`].
    pub variant: u64,
}

impl Print {
    /// What copy number `copy` (from 0) of a face in the box looks like: the first copies
    /// are those with gardens. Backs and cards are all alike.
    pub fn of_copy(face: &Face, copy: u8) -> Self {
        Self {
            face: face.id,
            garden: copy < face.garden_copies,
            variant: if face.is_wild() {
                0
            } else {
                u64::from(copy) % ARTWORKS
            },
        }
    }

    /// Every print in the box, each once, and the back if tiles are laid face down.
    pub fn all(catalogue: &Catalogue) -> Vec<Self> {
        let count = |face: &Face| face.copies.max(u8::from(face.is_wild()));
        let copies = catalogue
            .faces()
            .flat_map(|face| (0..count(face)).map(|copy| Self::of_copy(face, copy)));
        copies
            .collect::<std::collections::BTreeSet<_>>()
            .into_iter()
            .collect()
    }
}

/// A face as a stand-alone SVG of 100 × 100 units. `variant` numbers the artwork
/// (any number gives one; a box has [`ARTWORKS`]); with `garden` one that shows a garden
/// (ignored for faces without).
pub fn face_svg(face: &Face, garden: bool, variant: u64) -> Result<String, ArtError> {
    if face.is_wild() {
        return Ok(match face.set {
            TileSet::Tatan => props::tatan_svg(),
            TileSet::Other => props::other_svg(),
            _ => tile_back_svg(),
        });
    }
    let mut ink = Ink::new(seed_of(&face.id, variant));
    let plan = Plan::new(face, &mut || ink.roll(-1.0, 1.0));
    let layout = Layout::from_plan(face, garden, plan.clone())?;
    let name = format!("{}{variant}{}", face.id, if garden { "g" } else { "" });
    ink.raw("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-50 -50 100 100\">");
    land::meadow(&mut ink, &name, plan.ruin.is_some());
    if let Some((at, half)) = layout.garden() {
        land::garden(&mut ink, at, half);
    }
    land::roads(&mut ink, &plan.roads);
    let is_field = |n: usize| {
        matches!(
            face.segments.get(n).map(|s| &s.kind),
            Some(SegmentKind::Field { .. })
        )
    };
    land::life(&mut ink, &layout, &is_field);
    mist::veils(&mut ink, face, &layout, &name);
    if let Some(at) = plan.village {
        buildings::village(&mut ink, at, &plan);
    }
    if let Some(at) = plan.ruin {
        haunts::ruin(&mut ink, at);
    }
    if let Some(place) = &plan.place {
        match face.segments[place.segment].kind {
            SegmentKind::Castle => haunts::castle(&mut ink, place),
            SegmentKind::Cemetery => haunts::cemetery(&mut ink, place),
            _ => buildings::monastery(&mut ink, place.at),
        }
    }
    for city in &plan.cities {
        let arms = match face.segments[city.segment].kind {
            SegmentKind::City { shields } => shields,
            _ => 0,
        };
        town::city(&mut ink, city, &plan, arms);
    }
    mist::symbols(&mut ink, face, &layout);
    mist::magic(&mut ink, &layout, &name);
    // Wisps of mist.
    for _ in 0..3 {
        let at = [ink.roll(-45.0, 45.0), ink.roll(-45.0, 45.0)];
        let radii = [ink.roll(16.0, 30.0), ink.roll(4.0, 8.0)];
        let turn = ink.roll(-25.0, 25.0);
        ink.glow(at, radii, turn, &format!("{name}-w"), 0.2);
    }
    rim(&mut ink, plan.ruin);
    ink.raw("</svg>");
    Ok(ink.take())
}

/// The inside of [`face_svg`], centred on the origin within ±50 units, for use within a larger
/// drawing.
pub fn face_group(face: &Face, garden: bool, variant: u64) -> Result<String, ArtError> {
    let svg = face_svg(face, garden, variant)?;
    let inside = svg.split_once('>').map_or("", |(_, inside)| inside);
    Ok(inside.trim_end_matches("</svg>").to_owned())
}

/// The dark cut edge of a tile with a glint; none towards the inner corner of a quarter of a
/// larger tile.
fn rim(ink: &mut Ink, inner: Option<[f32; 2]>) {
    let Some([x, y]) = inner.map(|corner| corner.map(|v| v * 100.0)) else {
        ink.raw(
            "<path d=\"M-50 -50H50V50H-50Z\" fill=\"none\" stroke=\"#26301a\" stroke-opacity=\"0.45\" stroke-width=\"1.6\"/>\
             <path d=\"M-49 49V-49H49\" fill=\"none\" stroke=\"#fff\" stroke-opacity=\"0.28\" stroke-width=\"0.7\"/>",
        );
        return;
    };
    ink.raw(&format!(
        "<path d=\"M{x} {}H{}V{y}\" fill=\"none\" stroke=\"#26301a\" stroke-opacity=\"0.45\" stroke-width=\"1.6\"/>",
        -y, -x
    ));
}

/// Renders an SVG `width` × `height` pixels large, BGR, on white.
pub fn raster(svg: &str, width: i32, height: i32) -> Result<Mat, ArtError> {
    if !(1..=8192).contains(&width) || !(1..=8192).contains(&height) {
        return Err(ArtError::Size(width, height));
    }
    let tree = usvg::Tree::from_str(svg, &usvg::Options::default())?;
    let mut pixmap =
        tiny_skia::Pixmap::new(width as u32, height as u32).ok_or(ArtError::Size(width, height))?;
    pixmap.fill(tiny_skia::Color::WHITE);
    let size = tree.size();
    let scale = tiny_skia::Transform::from_scale(
        width as f32 / size.width(),
        height as f32 / size.height(),
    );
    resvg::render(&tree, scale, &mut pixmap.as_mut());
    let mut picture =
        Mat::new_rows_cols_with_default(height, width, core::CV_8UC3, Scalar::all(0.0))?;
    for (to, from) in picture
        .data_bytes_mut()?
        .chunks_exact_mut(3)
        .zip(pixmap.data().chunks_exact(4))
    {
        (to[0], to[1], to[2]) = (from[2], from[1], from[0]);
    }
    Ok(picture)
}

/// Pictures of every print of the boxes, `size_px` squared: what a tile pack of our own art
/// shows. 20 ms of work a picture (59 for the base game, 142 for all boxes), shared by as many
/// threads as the machine runs at once.
///
/// # Errors
/// Fails when a face cannot be drawn.
pub fn pictures(catalogue: &Catalogue, size_px: i32) -> Result<Vec<(FaceId, Mat)>, ArtError> {
    let prints = Print::all(catalogue);
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    let share = prints.len().div_ceil(workers).max(1);
    let shares = std::thread::scope(|scope| {
        let drawing: Vec<_> = prints
            .chunks(share)
            .map(|prints| scope.spawn(|| draw(prints, catalogue, size_px)))
            .collect();
        let drawn = drawing.into_iter().map(|thread| {
            // A panic in a thread goes on as one of the caller.
            thread
                .join()
                .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        });
        drawn.collect::<Result<Vec<_>, _>>()
    })?;
    Ok(shares.into_iter().flatten().collect())
}

/// The pictures of these prints.
fn draw(
    prints: &[Print],
    catalogue: &Catalogue,
    size_px: i32,
) -> Result<Vec<(FaceId, Mat)>, ArtError> {
    let known = prints
        .iter()
        .filter_map(|print| catalogue.face(&print.face).map(|face| (print, face)));
    known
        .map(|(print, face)| {
            let svg = face_svg(face, print.garden, print.variant)?;
            Ok((print.face, raster(&svg, size_px, size_px)?))
        })
        .collect()
}

/// Draws faces of a catalogue and keeps the drawings.
pub struct Artist {
    catalogue: Arc<Catalogue>,
    drawn: HashMap<(FaceId, bool, u64), Arc<str>>,
}

impl Artist {
    /// An artist who knows these faces.
    pub fn new(catalogue: Arc<Catalogue>) -> Self {
        Self {
            catalogue,
            drawn: HashMap::new(),
        }
    }

    /// The face's drawing; `None` if the catalogue does not know it.
    pub fn svg(
        &mut self,
        face: FaceId,
        garden: bool,
        variant: u64,
    ) -> Result<Option<Arc<str>>, ArtError> {
        if let Some(svg) = self.drawn.get(&(face, garden, variant)) {
            return Ok(Some(Arc::clone(svg)));
        }
        let Some(known) = self.catalogue.face(&face) else {
            return Ok(None);
        };
        let svg: Arc<str> = face_svg(known, garden, variant)?.into();
        self.drawn.insert((face, garden, variant), Arc::clone(&svg));
        Ok(Some(svg))
    }

    /// The face's picture, BGR, `size_px` square; `None` if the catalogue does not know it.
    pub fn picture(
        &mut self,
        face: FaceId,
        garden: bool,
        variant: u64,
        size_px: i32,
    ) -> Result<Option<Mat>, ArtError> {
        let Some(svg) = self.svg(face, garden, variant)? else {
            return Ok(None);
        };
        raster(&svg, size_px, size_px).map(Some)
    }
}

#[cfg(test)]
pub(crate) mod tests;
