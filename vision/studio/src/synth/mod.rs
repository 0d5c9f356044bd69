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

mod camera;
mod error;
mod film;
mod light;
mod paint;
mod photographer;
mod pictures;
mod scene;
mod sensor;
#[cfg(test)]
mod tests;
mod tops;

pub use camera::Camera;
pub use error::SynthError;
pub use film::{Action, Film, FilmConfig, FilmFrame, Seat, Stage};
pub use light::Light;
pub use photographer::Photographer;
pub use pictures::Pictures;
pub use scene::map::{CHIP_MM, Card, CardShows};
pub use scene::{
    Carried, Clutter, Figure, Hand, Prop, Scene, SceneTile, TILE_MM, TILE_THICKNESS_MM, Table,
};
pub use sensor::Sensor;
