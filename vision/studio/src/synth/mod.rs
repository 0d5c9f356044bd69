//! The photographer: photographs a drawn table as a real camera would.
//!
//! Stands opposite the reader: a [`Scene`] (tiles, figures, hands, light) and a [`Camera`]
//! become a BGR picture with lens, shadows, blur, noise and JPEG. A [`Film`] plays a script of
//! actions and yields frames. Everything is seeded; equal input gives equal bytes. The
//! photographer never tells the reader anything: only pictures pass.
//!
//! The way of a picture: the table top is warped under the [`Camera`], slabs (tiles, props)
//! and prisms (figures) are painted on it back to front with their shadows, hands over all;
//! then the lens bends it, light and sensor do the rest. Each stage is kept until something
//! before it changes, so a quiet frame costs little more than its noise and its JPEG.
//!
//! ```
//! use carcassonne::catalogue::{Catalogue, face_id};
//! use carcassonne::geometry::{Cell, Rotation};
//! use carcassonne::piece::Color;
//! use studio::art::Artist;
//! use studio::synth::{Action, Film, SceneTile, Seat, Stage};
//!
//! let seats = Seat::around(&[Color::Red, Color::Blue]);
//! let config = Stage::new(1, [[-150.0, -100.0], [150.0, 100.0]], seats.clone()).set()?;
//! let tile = SceneTile {
//!     cell: Cell::new(0, 0),
//!     face: face_id("D").expect("a base face"),
//!     garden: false,
//!     variant: 0,
//!     rotation: Rotation::R90,
//!     offset_mm: [0.4, -0.2],
//!     yaw_deg: 0.8,
//! };
//! let script = vec![Action::LayTile { tile, seat_deg: seats[0].at_deg }];
//! let film = Film::new(script, config, Artist::new(Catalogue::bundled()));
//! let frames = film.collect::<Result<Vec<_>, _>>()?;
//! let laid = frames.iter().position(|frame| frame.done == [0]).expect("it is laid");
//! assert!(frames[laid].hand && !frames[0].hand);
//! # Ok::<(), studio::synth::SynthError>(())
//! ```

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;

use carcassonne::catalogue::FaceId;
use carcassonne::map::Map;
use opencv::core::{self, Mat, Scalar};
use opencv::imgproc;
use opencv::prelude::*;

mod camera;
mod figure;
mod film;
mod hand;
mod map;
mod paint;
mod pictures;
mod props;
mod scene;
mod sensor;
mod table;

pub use camera::Camera;
pub use film::{Action, Film, FilmConfig, FilmFrame, Seat, Stage};
pub use map::{CHIP_MM, Card, CardShows};
pub use pictures::Pictures;
pub use scene::{
    Carried, Clutter, Figure, Hand, Light, Prop, Scene, SceneTile, Sensor, TILE_MM,
    TILE_THICKNESS_MM, Table,
};

use camera::View;
use paint::Shadows;
use props::Slab;
use sensor::{Exposure, Grain};

/// Why a picture could not be taken.
#[derive(Debug, thiserror::Error)]
pub enum SynthError {
    /// A picture smaller than 16 or larger than 8192 pixels on a side.
    #[error("a picture of {0}×{1} pixels is outside 16…8192")]
    PictureSize(i32, i32),
    /// A face has no picture.
    #[error("no picture of face {0}")]
    NoPicture(FaceId),
    /// The artist failed.
    #[error("drawing failed: {0}")]
    Art(#[from] crate::art::ArtError),
    /// OpenCV failed.
    #[error("image work failed: {0}")]
    OpenCv(#[from] opencv::Error),
}

/// Sizes in which tile pictures are kept, px: the next larger than the tile on the canvas is
/// taken, so that shrinking never skips pixels much.
const PICTURE_SIZES: [i32; 9] = [32, 48, 64, 80, 96, 128, 176, 256, 400];

/// A kept picture: of which face or prop, garden, variant, size in px.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Top {
    Face(FaceId, bool, u64, i32),
    Prop(Prop, i32),
}

/// Takes photographs and remembers what did not change since the last one.
pub struct Photographer<P> {
    pictures: P,
    tops: HashMap<Top, Mat>,
    texture: Option<((Table, u64), Mat)>,
    view: Option<View>,
    bare: Option<(TableTop, Mat)>,
    maps: Option<(Arc<Map>, Mat)>,
    laid: Option<(Laid, Mat)>,
    stood: Option<(Vec<Figure>, Mat)>,
    exposure: Option<(Light, Table, Exposure)>,
    quiet: Option<Mat>,
    grain: Option<Grain>,
}

/// What everything lies on: the key of the first cache.
type TableTop = (Table, u64, Option<Arc<Map>>);

/// What lies flat: the key of the second cache.
#[derive(Clone, PartialEq)]
struct Laid {
    tiles: Vec<SceneTile>,
    cards: Vec<(u32, Card)>,
    clutter: Vec<Clutter>,
    light: Light,
    pitch_mm: f64,
}

impl<P: Pictures> Photographer<P> {
    /// A photographer who gets tile tops from `pictures`.
    pub fn new(pictures: P) -> Self {
        Self {
            pictures,
            tops: HashMap::new(),
            texture: None,
            view: None,
            bare: None,
            maps: None,
            laid: None,
            stood: None,
            exposure: None,
            quiet: None,
            grain: None,
        }
    }

    /// The picture of `scene` through `camera` and `sensor`, BGR. `seed` draws the noise.
    pub fn photograph(
        &mut self,
        scene: &Scene,
        camera: &Camera,
        sensor: &Sensor,
        seed: u64,
    ) -> Result<Mat, SynthError> {
        self.aim(camera)?;
        self.lay_table(scene)?;
        self.lay_tiles(scene)?;
        self.stand_figures(scene)?;
        self.expose_for(scene, camera)?;
        if !self
            .grain
            .as_ref()
            .is_some_and(|g| g.fits(camera.size, sensor.noise))
        {
            self.grain = if sensor.noise > 0.0 {
                Some(Grain::new(camera.size, sensor.noise)?)
            } else {
                None
            };
        }
        let lit = self.with_hands(scene)?;
        sensor::develop(&lit, sensor, self.grain.as_ref(), seed)
    }

    /// Whether any hand of the scene would be in the picture.
    pub fn hand_in_view(&mut self, scene: &Scene, camera: &Camera) -> Result<bool, SynthError> {
        self.aim(camera)?;
        let view = self.view.as_ref().expect("set by aim");
        Ok(scene.hands.iter().any(|hand| hand.in_view(view)))
    }

    fn aim(&mut self, camera: &Camera) -> Result<(), SynthError> {
        if self.view.as_ref().is_none_or(|view| view.camera != *camera) {
            self.view = Some(View::new(camera)?);
            (self.bare, self.laid, self.stood, self.quiet) = (None, None, None, None);
            self.exposure = None;
        }
        Ok(())
    }

    fn lay_table(&mut self, scene: &Scene) -> Result<(), SynthError> {
        let top = (scene.table, scene.table_seed, scene.map.clone());
        if self.bare.as_ref().is_some_and(|(old, _)| *old == top) {
            return Ok(());
        }
        let key = (scene.table, scene.table_seed);
        if self.texture.as_ref().is_none_or(|t| t.0 != key) {
            self.texture = Some((key, scene.table.texture(scene.table_seed)?));
        }
        let view = self.view.as_ref().expect("aimed before laying the table");
        let (_, texture) = self.texture.as_ref().expect("made above");
        let scale = f64::from(table::TEXTURE_PX) / table::TEXTURE_MM;
        let half = f64::from(table::TEXTURE_PX) / 2.0;
        let plane = camera::mat(&view.plane_to_canvas(0.0))?;
        let from_px = camera::mat(&[
            [1.0 / scale, 0.0, -half / scale],
            [0.0, 1.0 / scale, -half / scale],
            [0.0, 0.0, 1.0],
        ])?;
        let map = (plane * from_px).into_result()?.to_mat()?;
        let mut canvas = Mat::default();
        imgproc::warp_perspective(
            texture,
            &mut canvas,
            &map,
            view.canvas,
            imgproc::INTER_LINEAR,
            core::BORDER_REFLECT_101,
            Scalar::all(0.0),
        )?;
        if let Some(map) = &scene.map {
            let known = self.maps.take().filter(|(old, _)| old == map);
            let (_, picture) = match known {
                Some(known) => self.maps.insert(known),
                None => self.maps.insert((Arc::clone(map), map::printed(map)?)),
            };
            map::lay(&mut canvas, map, picture, view, scene.pitch_mm)?;
        }
        self.bare = Some((top, canvas));
        (self.laid, self.stood, self.quiet, self.exposure) = (None, None, None, None);
        Ok(())
    }

    fn lay_tiles(&mut self, scene: &Scene) -> Result<(), SynthError> {
        let wanted = Laid {
            tiles: scene.tiles.clone(),
            cards: scene.cards.clone(),
            clutter: scene.clutter.clone(),
            light: scene.light,
            pitch_mm: scene.pitch_mm,
        };
        if self.laid.as_ref().is_some_and(|(key, _)| *key == wanted) {
            return Ok(());
        }
        let view = self.view.as_ref().expect("aimed before laying tiles");
        let mut slabs = Vec::new();
        for tile in &scene.tiles {
            let at = tile.centre_mm(scene.pitch_mm);
            let top = Self::tile_top(&mut self.pictures, &mut self.tops, view, tile, at)?;
            slabs.push((tile_slab(at, tile.turn_deg(), 0.0), top));
        }
        for thing in &scene.clutter {
            if thing.prop == Prop::Cup {
                continue;
            }
            let [width, depth, tall] = thing.prop.size_mm();
            let px = fitting(Slab::side_px(view, thing.at_mm, width) / 4.0) * 4;
            let key = Top::Prop(thing.prop, px);
            if let Entry::Vacant(free) = self.tops.entry(key) {
                free.insert(self.pictures.prop(thing.prop, px)?);
            }
            let slab = SlabAt {
                at_mm: thing.at_mm,
                size_mm: [width, depth],
                base_mm: 0.0,
                thick_mm: tall,
                turn_deg: thing.yaw_deg,
                corner_mm: if thing.prop == Prop::Phone { 8.0 } else { 1.0 },
                side: thing.prop.side(),
                layers: if thing.prop == Prop::TileStack { 11 } else { 1 },
            };
            slabs.push((slab, key));
        }
        for (_, card) in &scene.cards {
            if let CardShows::Stack { top, layers } = card.shows {
                let px = fitting(Slab::side_px(view, card.at_mm, TILE_MM));
                let key = match top {
                    Some(print) => Top::Face(print.face, print.garden, print.variant, px),
                    None => Top::Prop(Prop::TileStack, px),
                };
                if let Entry::Vacant(free) = self.tops.entry(key) {
                    free.insert(match top {
                        Some(print) => {
                            self.pictures
                                .face(print.face, print.garden, print.variant, px)?
                        }
                        None => self.pictures.prop(Prop::TileStack, px)?,
                    });
                }
                let slab = SlabAt {
                    thick_mm: TILE_THICKNESS_MM * f64::from(layers),
                    layers: usize::from(layers),
                    ..tile_slab(card.at_mm, card.turn_deg, 0.0)
                };
                slabs.push((slab, key));
            }
        }
        let (_, bare) = self.bare.as_ref().expect("laid before the tiles");
        let mut canvas = bare.try_clone()?;
        let mut slabs: Vec<Slab> = slabs
            .iter()
            .map(|(slab, key)| slab.with(&self.tops[key]))
            .collect();
        slabs.sort_by(|a, b| b.distance(view).total_cmp(&a.distance(view)));
        let scale = view.scale([0.0, 0.0, 0.0]);
        let mut cast = Shadows::new(canvas.size()?)?;
        for slab in &slabs {
            slab.shade(view, &scene.light, &mut cast)?;
        }
        for (_, card) in &scene.cards {
            map::shade_chip(card, view, &scene.light, &mut cast)?;
        }
        for cup in scene.clutter.iter().filter(|c| c.prop == Prop::Cup) {
            let round: Vec<[f64; 2]> = (0..16)
                .map(|k| {
                    let (sin, cos) = (f64::from(k) * std::f64::consts::FRAC_PI_8).sin_cos();
                    [cup.at_mm[0] + cos * 38.0, cup.at_mm[1] + sin * 38.0]
                })
                .collect();
            cast.cast(view, &round, 0.0, 90.0, scene.light.slope())?;
        }
        cast.lay(
            &mut canvas,
            scene.light.shadow * 1.15,
            1.3 * scale * scene.light.softness,
        )?;
        for (_, card) in &scene.cards {
            map::draw_chip(&mut canvas, card, view, &scene.light)?;
        }
        for slab in &slabs {
            slab.draw(&mut canvas, view, &scene.light)?;
        }
        for cup in scene.clutter.iter().filter(|c| c.prop == Prop::Cup) {
            props::draw_cup(&mut canvas, cup.at_mm, view, &scene.light)?;
        }
        self.laid = Some((wanted, canvas));
        (self.stood, self.quiet) = (None, None);
        Ok(())
    }

    /// Makes sure the tile's picture is kept in a fitting size; its key.
    fn tile_top(
        pictures: &mut P,
        tops: &mut HashMap<Top, Mat>,
        view: &View,
        tile: &SceneTile,
        at: [f64; 2],
    ) -> Result<Top, SynthError> {
        let px = fitting(Slab::side_px(view, at, TILE_MM));
        let key = Top::Face(tile.face, tile.garden, tile.variant, px);
        if let Entry::Vacant(free) = tops.entry(key) {
            free.insert(pictures.face(tile.face, tile.garden, tile.variant, px)?);
        }
        Ok(key)
    }

    fn stand_figures(&mut self, scene: &Scene) -> Result<(), SynthError> {
        if self
            .stood
            .as_ref()
            .is_some_and(|(figures, _)| *figures == scene.figures)
        {
            return Ok(());
        }
        let view = self.view.as_ref().expect("aimed before standing figures");
        let (_, laid) = self.laid.as_ref().expect("laid before the figures");
        let mut canvas = laid.try_clone()?;
        figure::draw_all(&mut canvas, &scene.figures, view, &scene.light)?;
        self.stood = Some((scene.figures.clone(), canvas));
        self.quiet = None;
        Ok(())
    }

    fn expose_for(&mut self, scene: &Scene, camera: &Camera) -> Result<(), SynthError> {
        if self
            .exposure
            .as_ref()
            .is_some_and(|e| (e.0, e.1) == (scene.light, scene.table))
        {
            return Ok(());
        }
        // The lamp's mirror image lies where the sight line, mirrored at the table, meets
        // the lamp; high lamps mirror near the picture's middle.
        let lamp = scene.light.towards_lamp();
        let away = 420.0;
        let at = [
            camera.target_mm[0] + lamp[0] * away,
            camera.target_mm[1] + lamp[1] * away,
            0.0,
        ];
        let spot = camera.project(&[at])?[0];
        let spot = [
            spot[0] / f64::from(camera.size[0]),
            spot[1] / f64::from(camera.size[1]),
        ];
        let exposure = Exposure::new(&scene.light, camera.size, scene.table.gloss(), spot)?;
        self.exposure = Some((scene.light, scene.table, exposure));
        self.quiet = None;
        Ok(())
    }

    /// The lit picture, before blur and noise; kept while no hand is in it.
    fn with_hands(&mut self, scene: &Scene) -> Result<Mat, SynthError> {
        let view = self.view.as_ref().expect("aimed before");
        let (_, stood) = self.stood.as_ref().expect("painted before");
        let (_, _, exposure) = self.exposure.as_ref().expect("made before");
        if !scene.hands.iter().any(|hand| hand.in_view(view)) {
            if self.quiet.is_none() {
                self.quiet = Some(exposure.light(&view.expose(stood)?)?);
            }
            return Ok(self.quiet.as_ref().expect("made above").try_clone()?);
        }
        let mut canvas = stood.try_clone()?;
        for hand in &scene.hands {
            hand.shade(&mut canvas, view, &scene.light)?;
        }
        for hand in &scene.hands {
            match &hand.carries {
                Some(Carried::Tile(tile)) => {
                    let key = Self::tile_top(
                        &mut self.pictures,
                        &mut self.tops,
                        view,
                        tile,
                        hand.tip_mm,
                    )?;
                    let slab = tile_slab(
                        hand.tip_mm,
                        tile.turn_deg(),
                        (hand.height_mm - 6.0).max(0.0),
                    );
                    let slab = slab.with(&self.tops[&key]);
                    let mut shadows = Shadows::new(canvas.size()?)?;
                    slab.shade(view, &scene.light, &mut shadows)?;
                    shadows.lay(&mut canvas, scene.light.shadow, 8.0)?;
                    slab.draw(&mut canvas, view, &scene.light)?;
                }
                Some(Carried::Figure(figure)) => {
                    let held = Figure {
                        at_mm: hand.tip_mm,
                        on_mm: (hand.height_mm - 6.0).max(2.0),
                        ..*figure
                    };
                    figure::draw_all(&mut canvas, &[held], view, &scene.light)?;
                }
                None => {}
            }
            hand.draw(&mut canvas, view, &scene.light)?;
        }
        exposure.light(&view.expose(&canvas)?)
    }
}

/// A slab that does not hold its picture yet.
struct SlabAt {
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

fn tile_slab(at_mm: [f64; 2], turn_deg: f64, base_mm: f64) -> SlabAt {
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

/// The kept picture size for a side of `px` pixels.
fn fitting(px: f64) -> i32 {
    PICTURE_SIZES
        .into_iter()
        .find(|&size| f64::from(size) >= px * 0.92)
        .unwrap_or(400)
}

#[cfg(test)]
mod tests;
