//! Where pictures come from: camera, video file, folder, stream or the synthetic table.
//!
//! First station of the data path. All stand behind [`Source`]; [`SourceSpec`] is what a
//! person writes and [`open`] turns one into the other. A source knows nothing of tables,
//! tiles or hands, and it never waits for a slow reader: whoever needs the newest picture of
//! a live source puts a [`crate::source::mailbox`] behind it.

mod camera;
mod error;
mod folder;
pub mod frame;
pub mod mailbox;
mod pace;
mod spec;
mod stream;
mod video;

use std::sync::Arc;

pub use camera::{CameraSeen, CameraSource, cameras};
pub use error::SourceError;
pub use folder::{FolderSource, PICTURE_INTERVAL_MS, pictures_in};
pub use pace::{Pace, Source};
pub use spec::SourceSpec;
pub use stream::{StreamConfig, StreamSource, without_secrets};
pub use video::VideoSource;

use crate::source::frame::Clock;

/// Opens what a specification names. Live sources take the time from `clock`.
///
/// # Errors
/// Says what is wrong with it. A stream opens at once and reports its troubles from
/// [`Source::next`], because its server may come later. A drawn film
/// is a source too, made by whoever has its script: what happens on a table follows rules, which
/// nothing here knows.
pub fn open(spec: &SourceSpec, clock: Arc<dyn Clock>) -> Result<Box<dyn Source>, SourceError> {
    Ok(match spec {
        SourceSpec::Camera(index) => Box::new(CameraSource::open(*index, clock)?),
        SourceSpec::Video(path) => Box::new(VideoSource::open(path)?),
        SourceSpec::Folder(path) => Box::new(FolderSource::open(path)?),
        SourceSpec::Stream(url) => {
            Box::new(StreamSource::open(url, StreamConfig::default(), clock)?)
        }
    })
}
