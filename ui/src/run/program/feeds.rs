//! What a game can be watched from: whether it can be opened, and how it is written down.

use std::sync::Arc;

use vision::source::frame::Clock;
use vision::source::{self, SourceError, SourceSpec, cameras};

use crate::phone::camera::PhoneCamera;
use crate::run::input::{Input, PHONE, PHOTOS};
use crate::run::link::Source;
use crate::run::news::open_error::OpenError;

/// The feed of a choice; `None` if nothing is watched. Looks first whether it can be opened,
/// so that the person hears of it on the screen where the choice was made.
pub(super) fn feed(source: &Source, clock: &Arc<dyn Clock>) -> Result<Option<Input>, OpenError> {
    let spec = match source {
        Source::ByHand | Source::AsBefore => return Ok(None),
        Source::Phone => return Ok(Some(Input::Phone(PhoneCamera::film()))),
        Source::Photos => return Ok(Some(Input::Phone(PhoneCamera::photos()))),
        Source::Camera(index) => Ok(SourceSpec::Camera(*index)),
        Source::Path(path) => SourceSpec::from_path(path),
        Source::Url(url) => url.parse(),
    };
    let spec = spec?;
    check(&spec, clock)?;
    Ok(Some(Input::Source(spec)))
}

/// Whether a source can be opened, as far as that shows without switching a camera on or
/// waiting for a server.
///
/// # Errors
/// Says why not.
pub fn check(spec: &SourceSpec, clock: &Arc<dyn Clock>) -> Result<(), SourceError> {
    match spec {
        SourceSpec::Camera(index) => find_camera(*index),
        SourceSpec::Video(_) | SourceSpec::Folder(_) => {
            source::open(spec, clock.clone()).map(|_| ())
        }
        SourceSpec::Stream(_) => Ok(()),
    }
}

/// What was watched, from its words.
pub(super) fn source_of(words: &str) -> Source {
    match words {
        PHONE => return Source::Phone,
        PHOTOS => return Source::Photos,
        _ => {}
    }
    match words.parse::<SourceSpec>() {
        Ok(SourceSpec::Camera(index)) => Source::Camera(index),
        Ok(SourceSpec::Stream(url)) => Source::Url(url),
        Ok(SourceSpec::Video(path) | SourceSpec::Folder(path)) => Source::Path(path),
        Err(_) => Source::ByHand,
    }
}

pub(super) fn in_words(source: &Source) -> String {
    match source {
        Source::ByHand | Source::AsBefore => String::new(),
        Source::Phone => PHONE.to_owned(),
        Source::Photos => PHOTOS.to_owned(),
        Source::Camera(index) => format!("camera:{index}"),
        Source::Path(path) => path.display().to_string(),
        Source::Url(url) => url.clone(),
    }
}

pub(super) fn find_camera(index: u32) -> Result<(), SourceError> {
    let found: Vec<u32> = cameras()?.iter().map(|camera| camera.index).collect();
    match (found.contains(&index), found.is_empty()) {
        (true, _) => Ok(()),
        (false, true) => Err(SourceError::NoCamera),
        (false, false) => Err(SourceError::NoSuchCamera { index, found }),
    }
}

/// Why a listed camera cannot be used, as far as that shows without switching it on.
pub fn camera_trouble(index: u32) -> Option<String> {
    let device = format!("/dev/video{index}");
    let opened = std::fs::OpenOptions::new()
        .read(true)
        .write(true)
        .open(&device);
    opened.err().map(|error| format!("{device}: {error}"))
}
