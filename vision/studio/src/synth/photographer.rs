//! Takes the photograph: one stage after the other, each kept until something before it changes.
//!
//! Says in what order things are drawn; how each looks stands with it in [`crate::synth::scene`].

use std::sync::Arc;

use carcassonne::map::Map;
use opencv::core::{self, Mat, Scalar};
use opencv::imgproc;
use opencv::prelude::*;

use crate::synth::camera::{self, Camera, View};
use crate::synth::error::SynthError;
use crate::synth::light::Light;
use crate::synth::paint::Shadows;
use crate::synth::pictures::Pictures;
use crate::synth::scene::map;
use crate::synth::scene::props::{self, Slab};
use crate::synth::scene::{
    Card, Carried, Clutter, Figure, Prop, Scene, SceneTile, Table, figure, table,
};
use crate::synth::sensor::{self, Exposure, Grain, Sensor};
use crate::synth::tops::{Tops, tile_slab};

/// Takes photographs and remembers what did not change since the last one.
pub struct Photographer<P> {
    tops: Tops<P>,
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

/// What everything lies on, a map with how far apart its squares are: the key of the first cache.
type TableTop = (Table, u64, Option<(Arc<Map>, f64)>);

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
            tops: Tops::of(pictures),
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
        let map = scene.map.clone().map(|map| (map, scene.pitch_mm));
        let top = (scene.table, scene.table_seed, map);
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
        let slabs = self.tops.slabs(view, scene)?;
        let slabs = slabs.iter().map(|(slab, top)| self.tops.on(slab, top));
        let mut slabs: Vec<Slab> = slabs.collect();
        slabs.sort_by(|a, b| b.distance(view).total_cmp(&a.distance(view)));
        let (_, bare) = self.bare.as_ref().expect("laid before the tiles");
        let mut canvas = bare.try_clone()?;
        shade_flat(&mut canvas, scene, &slabs, view)?;
        for (_, card) in &scene.cards {
            map::draw_chip(&mut canvas, card, view, &scene.light)?;
        }
        for slab in &slabs {
            slab.draw(&mut canvas, view, &scene.light)?;
        }
        for cup in cups(scene) {
            props::draw_cup(&mut canvas, cup.at_mm, view, &scene.light)?;
        }
        self.laid = Some((wanted, canvas));
        (self.stood, self.quiet) = (None, None);
        Ok(())
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
                    let top = self.tops.tile(view, tile, hand.tip_mm)?;
                    let slab = tile_slab(
                        hand.tip_mm,
                        tile.turn_deg(),
                        (hand.height_mm - 6.0).max(0.0),
                    );
                    let slab = self.tops.on(&slab, &top);
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

/// The cups of the scene: what stands among the things that lie.
fn cups(scene: &Scene) -> impl Iterator<Item = &Clutter> {
    scene.clutter.iter().filter(|c| c.prop == Prop::Cup)
}

/// The shadows of all that lies flat, and of cups.
fn shade_flat(
    canvas: &mut Mat,
    scene: &Scene,
    slabs: &[Slab],
    view: &View,
) -> Result<(), SynthError> {
    let scale = view.scale([0.0, 0.0, 0.0]);
    let mut cast = Shadows::new(canvas.size()?)?;
    for slab in slabs {
        slab.shade(view, &scene.light, &mut cast)?;
    }
    for (_, card) in &scene.cards {
        map::shade_chip(card, view, &scene.light, &mut cast)?;
    }
    for cup in cups(scene) {
        let round: Vec<[f64; 2]> = (0..16)
            .map(|k| {
                let (sin, cos) = (f64::from(k) * std::f64::consts::FRAC_PI_8).sin_cos();
                [cup.at_mm[0] + cos * 38.0, cup.at_mm[1] + sin * 38.0]
            })
            .collect();
        cast.cast(view, &round, 0.0, 90.0, scene.light.slope())?;
    }
    cast.lay(
        canvas,
        scene.light.shadow * 1.15,
        1.3 * scale * scene.light.softness,
    )
}
