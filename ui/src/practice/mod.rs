//! The practice table: a game played by dice on drawn tiles and photographed frame by frame.
//!
//! Behind `demo` and `synth:SEED`. [`play`] makes the game, [`SyntheticSource`] shows it to the
//! camera, [`built_in_pack`] is what the reader knows of the art. Nothing but pictures passes
//! from the game that was played to the reader; the truth is only for comparing at the end.

pub mod play;

use std::sync::Arc;

use tracker::catalogue::{Catalogue, FaceId};
use tracker::piece::Color;
use vision::art::{ArtError, Artist, Print};
use vision::frame::Frame;
use vision::pack::{FACE_PX, FacePicture, Pack};
use vision::source::{Pace, Source, SourceError};
use vision::synth::{Film, Stage, SynthError, TILE_MM};

use play::Played;

/// The pack of our own art: every print of the box as the artist draws it, never looked at on
/// a table.
///
/// # Errors
/// Only when OpenCV or the drawing fails.
pub fn built_in_pack() -> Result<Pack, ArtError> {
    let catalogue = Catalogue::bundled();
    let mut artist = Artist::new(catalogue.clone());
    let mut pictures = Vec::new();
    for Print {
        face,
        garden,
        variant,
    } in Print::all(&catalogue)
    {
        if let Some(image) = artist.picture(face, garden, variant, FACE_PX)? {
            pictures.push(FacePicture { face, image });
        }
    }
    Ok(Pack {
        name: "Nebelwacht".into(),
        pictures,
    })
}

/// The film of a played game, as a source.
pub struct SyntheticSource {
    film: Film<Artist>,
    seed: u64,
    over: bool,
}

impl SyntheticSource {
    /// Sets the table for a played game: top, light, camera, supplies, all from its seed.
    ///
    /// # Errors
    /// Only when OpenCV fails.
    pub fn of(played: &Played) -> Result<Self, SynthError> {
        let stage = Stage::new(played.seed, played.area_mm, played.seats.clone());
        let artist = Artist::new(Catalogue::bundled());
        let film = Film::new(played.script.clone(), stage.set()?, artist);
        Ok(Self {
            film,
            seed: played.seed,
            over: false,
        })
    }
}

impl Source for SyntheticSource {
    fn next(&mut self) -> Result<Option<Frame>, SourceError> {
        if self.over {
            return Ok(None);
        }
        match self.film.next() {
            Some(Ok(frame)) => Ok(Some(Frame {
                pixels: frame.picture,
                seq: frame.index,
                taken_at_ms: frame.at_ms,
            })),
            Some(Err(error)) => {
                self.over = true;
                Err(SourceError::Other(error.to_string()))
            }
            None => {
                self.over = true;
                Ok(None)
            }
        }
    }

    fn describe(&self) -> String {
        format!("practice table {}", self.seed)
    }

    fn pace(&self) -> Pace {
        Pace::Recorded
    }
}

/// Colours of practice players, as many as asked for.
fn colors(count: usize) -> Vec<Color> {
    Color::ALL.into_iter().take(count).collect()
}

/// Which artwork each face's next copy shows.
fn prints(catalogue: &Arc<Catalogue>, gardens: bool) -> Vec<(FaceId, Print)> {
    catalogue
        .faces()
        .flat_map(|face| {
            (0..face.copies).map(|copy| {
                let print = Print::of_copy(face, copy);
                (
                    face.id,
                    Print {
                        garden: print.garden && gardens,
                        ..print
                    },
                )
            })
        })
        .collect()
}

/// Corners of the area that cells take, mm.
fn area_mm(cells: impl Iterator<Item = tracker::geometry::Cell>, pitch_mm: f64) -> [[f64; 2]; 2] {
    let (mut low, mut high) = ([0.0f64; 2], [0.0f64; 2]);
    for cell in cells {
        for (axis, at) in [cell.x, cell.y].into_iter().enumerate() {
            low[axis] = low[axis].min(f64::from(at) * pitch_mm);
            high[axis] = high[axis].max(f64::from(at) * pitch_mm);
        }
    }
    let half = TILE_MM / 2.0;
    [low.map(|v| v - half), high.map(|v| v + half)]
}
