//! What lies on the table as slabs, each with a picture on top: tiles, stacks of them, things.
//!
//! Pictures are kept in a few sizes. Says what lies where; draws nothing.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use carcassonne::catalogue::FaceId;
use opencv::core::Mat;

use crate::synth::camera::View;
use crate::synth::error::SynthError;
use crate::synth::pictures::Pictures;
use crate::synth::scene::map::{Card, CardShows};
use crate::synth::scene::props::Slab;
use crate::synth::scene::{Clutter, Prop, Scene, SceneTile, TILE_MM, TILE_THICKNESS_MM};

/// Sizes in which tile pictures are kept, px: the next larger than the tile on the canvas is
/// taken, so that shrinking never skips pixels much.
const PICTURE_SIZES: [i32; 9] = [32, 48, 64, 80, 96, 128, 176, 256, 400];

/// A kept picture: of which face or prop, garden, variant, size in px.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Top {
    Face(FaceId, bool, u64, i32),
    Prop(Prop, i32),
}

/// The pictures of tops that were needed so far.
pub(super) struct Tops<P> {
    pictures: P,
    kept: HashMap<Top, Mat>,
}

impl<P: Pictures> Tops<P> {
    pub(super) fn of(pictures: P) -> Self {
        Self {
            pictures,
            kept: HashMap::new(),
        }
    }

    /// All that lies flat, with its top, which is kept.
    pub(super) fn slabs(
        &mut self,
        view: &View,
        scene: &Scene,
    ) -> Result<Vec<(SlabAt, Top)>, SynthError> {
        let mut slabs = Vec::new();
        for tile in &scene.tiles {
            let at = tile.centre_mm(scene.pitch_mm);
            let top = self.tile(view, tile, at)?;
            slabs.push((tile_slab(at, tile.turn_deg(), 0.0), top));
        }
        for thing in scene.clutter.iter().filter(|c| c.prop != Prop::Cup) {
            let [width, ..] = thing.prop.size_mm();
            let px = fitting(Slab::side_px(view, thing.at_mm, width) / 4.0) * 4;
            slabs.push((prop_slab(thing), self.keep(Top::Prop(thing.prop, px))?));
        }
        for (_, card) in &scene.cards {
            slabs.extend(self.stack(view, card)?);
        }
        Ok(slabs)
    }

    /// A stack of tiles; `None` of a card that shows something else.
    fn stack(&mut self, view: &View, card: &Card) -> Result<Option<(SlabAt, Top)>, SynthError> {
        let CardShows::Stack { top, layers } = card.shows else {
            return Ok(None);
        };
        let px = fitting(Slab::side_px(view, card.at_mm, TILE_MM));
        let top = self.keep(match top {
            Some(print) => Top::Face(print.face, print.garden, print.variant, px),
            None => Top::Prop(Prop::TileStack, px),
        })?;
        let slab = SlabAt {
            thick_mm: TILE_THICKNESS_MM * f64::from(layers),
            layers: usize::from(layers),
            ..tile_slab(card.at_mm, card.turn_deg, 0.0)
        };
        Ok(Some((slab, top)))
    }

    /// The top of a tile that is seen there, which is kept in a fitting size.
    pub(super) fn tile(
        &mut self,
        view: &View,
        tile: &SceneTile,
        at: [f64; 2],
    ) -> Result<Top, SynthError> {
        let px = fitting(Slab::side_px(view, at, TILE_MM));
        self.keep(Top::Face(tile.face, tile.garden, tile.variant, px))
    }

    fn keep(&mut self, top: Top) -> Result<Top, SynthError> {
        if let Entry::Vacant(free) = self.kept.entry(top) {
            free.insert(match top {
                Top::Face(face, garden, variant, px) => {
                    self.pictures.face(face, garden, variant, px)?
                }
                Top::Prop(prop, px) => self.pictures.prop(prop, px)?,
            });
        }
        Ok(top)
    }

    /// The slab with its top, which is kept.
    pub(super) fn on(&self, slab: &SlabAt, top: &Top) -> Slab<'_> {
        slab.with(&self.kept[top])
    }
}

/// A slab that does not hold its picture yet.
pub(super) struct SlabAt {
    at_mm: [f64; 2],
    size_mm: [f64; 2],
    base_mm: f64,
    thick_mm: f64,
    turn_deg: f64,
    corner_mm: f64,
    side: [f64; 3],
    layers: usize,
}

impl SlabAt {
    fn with<'a>(&self, top: &'a Mat) -> Slab<'a> {
        Slab {
            top,
            at_mm: self.at_mm,
            size_mm: self.size_mm,
            base_mm: self.base_mm,
            thick_mm: self.thick_mm,
            turn_deg: self.turn_deg,
            corner_mm: self.corner_mm,
            side: self.side,
            layers: self.layers,
        }
    }
}

pub(super) fn tile_slab(at_mm: [f64; 2], turn_deg: f64, base_mm: f64) -> SlabAt {
    SlabAt {
        at_mm,
        size_mm: [TILE_MM; 2],
        base_mm,
        thick_mm: TILE_THICKNESS_MM,
        turn_deg,
        corner_mm: 1.1,
        side: [176.0, 170.0, 158.0],
        layers: 1,
    }
}

fn prop_slab(thing: &Clutter) -> SlabAt {
    let [width, depth, tall] = thing.prop.size_mm();
    SlabAt {
        at_mm: thing.at_mm,
        size_mm: [width, depth],
        base_mm: 0.0,
        thick_mm: tall,
        turn_deg: thing.yaw_deg,
        corner_mm: if thing.prop == Prop::Phone { 8.0 } else { 1.0 },
        side: thing.prop.side(),
        layers: if thing.prop == Prop::TileStack { 11 } else { 1 },
    }
}

/// The kept picture size for a side of `px` pixels.
fn fitting(px: f64) -> i32 {
    PICTURE_SIZES
        .into_iter()
        .find(|&size| f64::from(size) >= px * 0.92)
        .unwrap_or(400)
}
