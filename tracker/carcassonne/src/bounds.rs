//! Numbers of a file, refused where they are read if no game has them ([`files::limits`]). So
//! everything behind may add and subtract without fear.

use files::limits::{FARTHEST_CELL, LARGEST_NUMBER, MOST_LOOKS, POINTS_BY_HAND};
use serde::de::{Deserialize, Deserializer, Error};

/// One coordinate of a cell.
///
/// # Errors
/// If no such number stands there, or one that no game has.
pub fn coordinate<'de, D: Deserializer<'de>>(from: D) -> Result<i32, D::Error> {
    let value = i32::deserialize(from)?;
    within(value, -FARTHEST_CELL, FARTHEST_CELL, "a cell's coordinate")
}

/// Points given by hand.
///
/// # Errors
/// If no such number stands there, or one that no game has.
pub fn points<'de, D: Deserializer<'de>>(from: D) -> Result<i32, D::Error> {
    let value = i32::deserialize(from)?;
    within(value, -POINTS_BY_HAND, POINTS_BY_HAND, "points by hand")
}

/// The number of an event or a frame, or a time.
///
/// # Errors
/// If no such number stands there, or one that no game has.
pub fn number<'de, D: Deserializer<'de>>(from: D) -> Result<u64, D::Error> {
    let value = u64::deserialize(from)?;
    within(
        value,
        0,
        LARGEST_NUMBER,
        "the number of an event or a frame, or a time",
    )
}

/// A number of looks.
///
/// # Errors
/// If no such number stands there, or one that no game has.
pub fn looks<'de, D: Deserializer<'de>>(from: D) -> Result<u32, D::Error> {
    let value = u32::deserialize(from)?;
    within(value, 0, MOST_LOOKS, "the number of looks")
}

fn within<T, E>(value: T, least: T, most: T, what: &str) -> Result<T, E>
where
    T: PartialOrd + std::fmt::Display,
    E: Error,
{
    if (&least..=&most).contains(&&value) {
        Ok(value)
    } else {
        Err(E::custom(format!(
            "{value} is out of range for {what}, which goes from {least} to {most}"
        )))
    }
}
