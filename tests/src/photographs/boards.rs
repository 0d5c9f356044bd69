//! Boards photographed once, and what single readings of their tiles say.
//!
//! A short drawn game is laid out at its end and photographed under [`Conditions`]; every cell
//! is read with the rules silent ([`Single`]), so that what is said can be held against what
//! lies there.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use anyhow::Context;
use calibration::Homography;
use calibration::space::{self, Image, ImageCorners, ImagePoint, LatticeOffset, LatticePoint};
use carcassonne::catalogue::{Catalogue, FaceId};
use carcassonne::consistency::Opinion;
use carcassonne::geometry::{Cell, Rotation};
use nebelwacht_ui::demo::plan::Plan;
use opencv::core::{Mat, Size};
use opencv::imgproc;
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use studio::art::Artist;
use studio::synth::{
    Action, Figure, Photographer, Pictures, Prop, SceneTile, SynthError, TILE_THICKNESS_MM,
};
use vision::lattice::Lattice;
use vision::pack::Pack;
use vision::picture::pyramid::Pyramid;
use vision::tiles::cells::read_board;
use vision::tiles::model::Model;
use vision::tiles::opinion::{foreign_odds, opinion};
use vision::tiles::reading::CellReading;
use vision::tiles::standard::Standard;

use crate::films::conditions::{self, Conditions};
use crate::packs;

/// A photographed board.
pub struct Board {
    /// The picture.
    pub picture: Mat,
    /// What lies where.
    pub tiles: BTreeMap<Cell, (FaceId, Rotation)>,
    /// Corners of the start tile in the picture, from its own north-west clockwise.
    start_px: ImageCorners,
    /// Cell coordinates to pixels.
    image_from_lattice: Homography<Image, space::Lattice>,
}

/// What the tiles are drawn with.
#[derive(Clone)]
pub enum Print {
    /// Our own art.
    Own(Arc<Catalogue>),
    /// The pictures of a pack, copies taking turns.
    Pack(Arc<Pack>),
}

impl Print {
    /// The pictures in a folder.
    ///
    /// # Errors
    /// Fails when it holds no pack.
    pub fn from_folder(folder: &Path) -> anyhow::Result<Self> {
        Ok(Self::Pack(packs::open(folder)?))
    }
}

/// Gives the photographer the tops of tiles.
pub struct Tops {
    print: Print,
    artist: Artist,
}

impl Tops {
    /// The tops of the catalogue's tiles.
    pub fn new(print: &Print, catalogue: Arc<Catalogue>) -> Self {
        Self {
            print: print.clone(),
            artist: Artist::new(catalogue),
        }
    }
}

impl Pictures for Tops {
    fn face(
        &mut self,
        face: FaceId,
        garden: bool,
        variant: u64,
        size_px: i32,
    ) -> Result<Mat, SynthError> {
        let Print::Pack(pack) = &self.print else {
            return self.artist.face(face, garden, variant, size_px);
        };
        let of: Vec<_> = pack.pictures.iter().filter(|p| p.face == face).collect();
        let number = variant as usize % of.len().max(1);
        let picture = of.get(number).ok_or(SynthError::NoPicture(face))?;
        let mut scaled = Mat::default();
        let size = Size::new(size_px, size_px);
        imgproc::resize(
            &picture.image,
            &mut scaled,
            size,
            0.0,
            0.0,
            imgproc::INTER_AREA,
        )?;
        Ok(scaled)
    }

    fn prop(&mut self, prop: Prop, width_px: i32) -> Result<Mat, SynthError> {
        self.artist.prop(prop, width_px)
    }
}

/// The board of a game after some turns, photographed under conditions.
///
/// # Errors
/// Fails when a face has no picture or OpenCV fails.
pub fn photographed(
    seed: u64,
    turns: u32,
    conditions: &Conditions,
    print: &Print,
) -> anyhow::Result<Board> {
    let demo = conditions::demo(&Plan::base(seed).turns(turns), conditions)?;
    let mut scene = demo.config.scene.clone();
    let mut standing: BTreeMap<u32, Figure> = BTreeMap::new();
    let mut laid: Vec<SceneTile> = Vec::new();
    for action in &demo.script {
        match action {
            Action::LayTile { tile, .. } => laid.push(*tile),
            Action::PutFigure { id, figure, .. } => drop(standing.insert(*id, *figure)),
            Action::TakeFigure { id, .. } => drop(standing.remove(id)),
            _ => {}
        }
    }
    scene.tiles.extend(&laid);
    scene.figures.extend(standing.values());
    let tops = Tops::new(print, demo.setup.catalogue());
    let camera = &demo.config.camera;
    let mut photographer = Photographer::new(tops);
    let picture = photographer.photograph(&scene, camera, &demo.config.sensor, seed)?;
    let start = laid.first().context("a start tile")?;
    let corners = start.corners_mm(scene.pitch_mm);
    let corners = camera.project(&corners.map(|[x, y]| [x, y, TILE_THICKNESS_MM]))?;
    let far = space::square(-3.0, 3.0);
    let far_mm = far.map(|at: LatticePoint| {
        let [x, y] = (at * scene.pitch_mm).to_array();
        [x, y, TILE_THICKNESS_MM]
    });
    let seen = camera.project(&far_mm)?;
    let seen = [seen[0], seen[1], seen[2], seen[3]].map(ImagePoint::from);
    let image_from_lattice = Homography::through(far, seen);
    let tiles = laid.iter().map(|t| (t.cell, (t.face, t.rotation)));
    Ok(Board {
        picture,
        tiles: tiles.collect(),
        start_px: [corners[0], corners[1], corners[2], corners[3]].map(ImagePoint::from),
        image_from_lattice: image_from_lattice.context("the camera sees the table")?,
    })
}

/// One reading of one tile by itself.
#[derive(Clone, Copy, Debug)]
pub struct Single {
    /// What lies there.
    pub face: FaceId,
    /// What it looks most like.
    pub taken: FaceId,
    /// Whether the likeliest reading names face and turn right.
    pub right: bool,
    /// Probability of that reading, given that the face is known.
    pub said: f32,
    /// Probability that no picture of the pack shows the face.
    pub unknown: f32,
    /// How much it looks like any known tile.
    pub likeness: f32,
    /// How little even its better half is explained, as a logarithm.
    pub strangeness: f32,
}

impl Board {
    /// Every tile that was taken for one, read by itself; and how many were not.
    ///
    /// # Errors
    /// Fails when OpenCV does.
    pub fn read(
        &self,
        pack: &Pack,
        model: &Model,
        catalogue: &Catalogue,
    ) -> anyhow::Result<(Vec<Single>, usize)> {
        let pyramid = Pyramid::new(&self.picture)?;
        let mut lattice = Lattice::from_tile(self.start_px).context("the start tile is in view")?;
        lattice.image_from_lattice = self.image_from_lattice;
        lattice.offsets = self
            .tiles
            .keys()
            .map(|cell| (*cell, LatticeOffset::zero()))
            .collect();
        let cells = read_board(&pyramid, &mut lattice, model)?;
        let standard = Standard::of_all(&pyramid, cells.values())?;
        let foreign = foreign_odds(pack, catalogue);
        let mut singles = Vec::new();
        let mut unseen = 0;
        for (cell, &(face, rotation)) in &self.tiles {
            match cells.get(cell) {
                Some(reading) if standard.log_odds(reading)? > 0.0 => {
                    singles.push(single(
                        &opinion(reading, &standard, foreign)?,
                        reading,
                        catalogue,
                        (face, rotation),
                    )?);
                }
                _ => unseen += 1,
            }
        }
        Ok((singles, unseen))
    }
}

/// One reading held against the truth; turns that look alike by edges count as one.
///
/// # Errors
/// Fails when nothing was read.
pub fn single(
    opinion: &Opinion,
    reading: &CellReading,
    catalogue: &Catalogue,
    (face, rotation): (FaceId, Rotation),
) -> anyhow::Result<Single> {
    let canonical = |face: &FaceId, rotation: Rotation| {
        catalogue
            .face(face)
            .map_or(rotation, |f| f.canonical(rotation))
    };
    let mut weights: BTreeMap<(FaceId, Rotation), f32> = BTreeMap::new();
    for (face, rotation, log) in &opinion.candidates {
        *weights
            .entry((*face, canonical(face, *rotation)))
            .or_default() += log.exp();
    }
    let known: f32 = weights.values().sum();
    let best = weights.iter().max_by(|a, b| a.1.total_cmp(b.1));
    let (best, weight) = best.context("a model knows faces")?;
    Ok(Single {
        face,
        taken: best.0,
        right: *best == (face, canonical(&face, rotation)),
        said: weight / known,
        unknown: 1.0 / (1.0 + (-opinion.unknown).exp()),
        likeness: reading.likeness,
        strangeness: reading.rest.strangeness,
    })
}

/// A pack without about half of its faces, and those that were left out. The start tile stays.
pub fn half(pack: &Pack, catalogue: &Catalogue, seed: u64) -> (Pack, Vec<FaceId>) {
    let mut faces: Vec<FaceId> = pack.pictures.iter().map(|p| p.face).collect();
    faces.sort_unstable();
    faces.dedup();
    let starts: Vec<FaceId> = catalogue.start().map(|face| face.id).collect();
    faces.retain(|face| !starts.contains(face) && catalogue.face(face).is_some());
    faces.shuffle(&mut ChaCha8Rng::seed_from_u64(seed));
    faces.truncate(faces.len() / 2);
    let kept = pack.pictures.iter().filter(|p| !faces.contains(&p.face));
    let rest = Pack {
        name: format!("{} without half of its faces", pack.name),
        pictures: kept.cloned().collect(),
        taught: pack.taught.clone(),
    };
    (rest, faces)
}

/// Readings by what they said: lower bound, how many, right, mean of what was said.
pub fn reliability(singles: &[Single]) -> Vec<(f32, usize, usize, f32)> {
    let bounds = [0.0, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99, 1.01];
    let bin = |low: f32, high: f32| {
        let of: Vec<_> = singles
            .iter()
            .filter(|s| s.said >= low && s.said < high)
            .collect();
        let right = of.iter().filter(|s| s.right).count();
        let mean = of.iter().map(|s| s.said).sum::<f32>() / of.len().max(1) as f32;
        (low, of.len(), right, mean)
    };
    bounds.windows(2).map(|b| bin(b[0], b[1])).collect()
}

/// Mean over the bins of how far what was said is from how often it was right, weighed by how
/// many readings said so (expected calibration error; Naeini, Cooper & Hauskrecht 2015).
pub fn calibration_error(bins: &[(f32, usize, usize, f32)]) -> f32 {
    let all: usize = bins.iter().map(|b| b.1).sum();
    let off = bins
        .iter()
        .map(|&(_, of, right, mean)| (right as f32 - mean * of as f32).abs());
    off.sum::<f32>() / all.max(1) as f32
}
