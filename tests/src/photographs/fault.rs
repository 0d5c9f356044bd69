//! A mistake of a reading: what, and where it can be looked at.

use std::fmt;
use std::path::Path;

use anyhow::Context;
use opencv::core::{Mat, Point, Rect, Scalar};
use opencv::prelude::*;
use opencv::{imgcodecs, imgproc};

/// Where a mistake can be seen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Place {
    /// Around this point of the photograph, so many pixels far.
    Around([f64; 2], f64),
    /// In this frame of the film.
    Frame(u64),
}

/// A mistake.
#[derive(Clone, Debug, PartialEq)]
pub struct Fault {
    /// In words.
    pub what: String,
    /// Where it can be seen.
    pub place: Option<Place>,
}

impl Fault {
    /// A mistake that can be seen there.
    pub fn at(what: String, place: Place) -> Self {
        Self {
            what,
            place: Some(place),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)
    }
}

/// Writes the part of `picture` around `at` as a file named after the mistake.
///
/// # Errors
/// Fails when it cannot be written.
pub fn save(
    folder: &Path,
    name: &str,
    what: &str,
    picture: &Mat,
    area: Option<([f64; 2], f64)>,
) -> anyhow::Result<()> {
    let whole = Rect::new(0, 0, picture.cols(), picture.rows());
    let area = area.map_or(whole, |([x, y], reach)| {
        let side = (2.0 * reach) as i32;
        Rect::new((x - reach) as i32, (y - reach) as i32, side, side) & whole
    });
    if area.width <= 0 || area.height <= 0 {
        return Ok(());
    }
    let mut cut = Mat::roi(picture, area)?.try_clone()?;
    let white = Scalar::all(255.0);
    let font = imgproc::FONT_HERSHEY_SIMPLEX;
    for (paint, width) in [(Scalar::all(0.0), 3), (white, 1)] {
        let at = Point::new(6, area.height - 8);
        let line = imgproc::LINE_AA;
        imgproc::put_text(&mut cut, what, at, font, 0.45, paint, width, line, false)?;
    }
    let path = folder.join(format!("{name}.png"));
    let path = path.to_str().context("the path is no text")?;
    imgcodecs::imwrite_def(path, &cut)?;
    Ok(())
}
