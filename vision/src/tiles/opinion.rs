//! What a cell looks like, as the rules weigh it.

use carcassonne::catalogue::Catalogue;
use carcassonne::consistency::Opinion;

use crate::pack::Pack;
use crate::tiles::reading::CellReading;
use crate::tiles::standard::Standard;

/// Share of tiles, at least, that show none of a complete pack's faces: another edition's, an
/// expansion that nobody named.
pub(crate) const STRANGERS: f32 = 0.01;

/// Log odds beforehand that a tile of this game shows a face of which `pack` has no picture.
pub fn foreign_odds(pack: &Pack, catalogue: &Catalogue) -> f32 {
    let (mut all, mut lacking) = (0.0, 0.0);
    for face in catalogue.faces() {
        let copies = f32::from(face.copies);
        all += copies;
        if !pack.pictures.iter().any(|p| p.face == face.id) {
            lacking += copies;
        }
    }
    let share = (lacking / f32::max(all, 1.0)).clamp(STRANGERS, 1.0 - STRANGERS);
    (share / (1.0 - share)).ln()
}

/// A reading as the rules weigh it, with [`foreign_odds`].
///
/// # Errors
/// Fails when OpenCV does.
pub fn opinion(
    reading: &CellReading,
    standard: &Standard,
    foreign_odds: f32,
) -> opencv::Result<Opinion> {
    let top = reading.ranked.first().map_or(0.0, |m| m.log_likelihood);
    let candidates = reading
        .ranked
        .iter()
        .map(|m| {
            let log_likelihood = (m.log_likelihood - top) / reading.temperature();
            (m.face, m.rotation, log_likelihood)
        })
        .collect();
    let presence = standard.log_odds(reading)?;
    Ok(Opinion {
        candidates,
        presence,
        unknown: standard.unknown(reading) + foreign_odds,
    })
}
