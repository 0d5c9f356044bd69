//! The synthetic table as a source: a film of our own art, drawn frame by frame.
//!
//! First station of the data path, like a camera. What happens on the table is decided by the
//! script that the film was given; nothing of it but the pictures leaves this source.

use studio::synth::{Film, Pictures, SynthError};
use vision::source::frame::Frame;
use vision::source::{Pace, Source, SourceError};

/// A film as a source. It is drawn while it is read, every frame of it.
pub struct FilmSource<P> {
    film: Film<P>,
    name: String,
    frames: u64,
}

impl<P: Pictures> FilmSource<P> {
    /// Shows `film` from where it stands; `name` is what people call it (`synth:7`).
    pub fn new(film: Film<P>, name: impl Into<String>) -> Self {
        Self {
            frames: film.frames_left(),
            film,
            name: name.into(),
        }
    }
}

impl<P: Pictures> Source for FilmSource<P> {
    fn next(&mut self) -> Result<Option<Frame>, SourceError> {
        let Some(drawn) = self.film.next() else {
            return Ok(None);
        };
        let drawn = drawn.map_err(|error| match error {
            SynthError::OpenCv(error) => error.into(),
            other => SourceError::Other(other.to_string()),
        })?;
        Ok(Some(Frame {
            pixels: drawn.picture,
            seq: drawn.index,
            taken_at_ms: drawn.at_ms,
        }))
    }

    fn describe(&self) -> String {
        format!("{}, {} frames", self.name, self.frames)
    }

    fn pace(&self) -> Pace {
        Pace::Recorded
    }

    fn frames_expected(&self) -> Option<u64> {
        Some(self.frames)
    }
}

#[cfg(test)]
mod tests {
    use carcassonne::catalogue::{Catalogue, face_id};
    use carcassonne::geometry::{Cell, Rotation};
    use carcassonne::piece::{Color, FigureKind, Pose};

    use super::*;
    use studio::art::Artist;
    use studio::synth::{Action, Camera, Figure, FilmConfig, SceneTile};

    #[test]
    fn a_film_shows_as_many_frames_as_it_promised() {
        let tile = SceneTile {
            cell: Cell::new(0, 0),
            face: face_id("D").expect("a base face"),
            garden: false,
            variant: 0,
            rotation: Rotation::R0,
            offset_mm: [0.0; 2],
            yaw_deg: 0.0,
        };
        let figure = Figure {
            kind: FigureKind::Meeple,
            color: Some(Color::Red),
            pose: Pose::Standing,
            at_mm: [0.0, 0.0],
            yaw_deg: 0.0,
            on_mm: 2.0,
        };
        let seat_deg = 180.0;
        let script = vec![
            Action::LayTile { tile, seat_deg },
            Action::PutFigure {
                id: 1,
                figure,
                seat_deg,
            },
            Action::TakeFigure { id: 1, seat_deg },
            // Nobody of that name is there any more: no frame.
            Action::TakeFigure { id: 1, seat_deg },
            Action::Wait(2),
        ];
        let config = FilmConfig {
            camera: Camera {
                size: [320, 180],
                ..Camera::default()
            },
            ..FilmConfig::default()
        };
        let artist = Artist::new(Catalogue::bundled());
        let mut source = FilmSource::new(Film::new(script, config, artist), "synth:1");
        let promised = source.frames_expected().expect("known");
        assert!(source.describe().starts_with("synth:1, "));
        let mut shown = Vec::new();
        while let Some(frame) = source.next().expect("drawn") {
            assert_eq!(frame.size_px(), [320, 180]);
            shown.push((frame.seq, frame.taken_at_ms));
        }
        assert_eq!(shown.len() as u64, promised);
        assert!(shown.is_sorted());
    }
}
