//! What tiles look like on this table: how well their print is recognised, and their colours.
//!
//! Between single readings ([`crate::tiles::cells`]) and whoever asks whether they show tiles. A table
//! resembles tiles by chance, and chance knows no print: where the pack shows the very tiles on
//! the table they are recognised at 0.9, another edition's at 0.6, wood and cloth at up to 0.5
//! on both. Colours tell the rest. Knows no rules.

use calibration::space::{ImageCorners, apart};
use opencv::core::Mat;

use crate::lattice::outline::side_of;
use crate::picture::colours::Colours;
use crate::picture::pyramid::Pyramid;
use crate::tiles::presence::{Known, Presence};
use crate::tiles::reading::CellReading;

/// Likeness from which a cell surely holds a known tile, whatever the print.
pub const SURE: f32 = 0.42;
/// The same as a share of the best likeness on the table.
const SURE_OF_BEST: f32 = 0.6;
/// The same for the tiles that colours are learnt from first.
const LIKEST: f32 = 0.75;
/// Log odds from which on a cell surely holds a tile.
const SURELY: f32 = 3.0;
/// Likeness under which a cell holds no known tile.
const NEVER: f32 = 0.2;
/// Likeness of an even chance when colours are silent. Measured on photographs: cells without a
/// tile reach 0.26, dim tiles of another print fall to 0.20; colours then decide.
const EVEN: f32 = 0.26;
/// The same as a share of the best likeness: tiles under a figure fall to half of it.
const EVEN_OF_BEST: f32 = 0.45;
/// Log odds per unit of likeness, and per unit of the colours' log ratio.
const PER_LIKENESS: f32 = 25.0;
const PER_COLOUR: f32 = 3.0;
/// Log odds that a reading must gain per tile side that it lies off where it is expected.
const PER_OFF: f32 = 10.0;
/// Colour log ratio under which a cell has the table's colours rather than any tile's, and log odds
/// per unit below it: the grain of planks is as like a straight road as 0.7, but never as green. On
/// five photographs tiles have −0.2 at least and the tables −1.7 at most.
const BARE: f32 = -0.5;
const PER_BARE: f32 = 20.0;
/// How high a tile must show in the picture for all of its print to be seen, pixels: a lens leaves
/// two or three pixels of blur on the finest lines of a pack's picture. And the share of it that shows
/// at least.
const SHARP_PX: f32 = 128.0;
const LEAST_DETAIL: f32 = 0.1;
/// Likeness, as a share of the best on the table, that no grain of planks reaches. A board that fills
/// the picture leaves little table to learn colours from.
pub(crate) const PLANKS: f32 = 0.8;
/// From that many tiles on their colours are those of all: the first ones may have no city.
const TELLING: usize = 6;
/// Log ratio of a foreign face to a known one: by a tile's strangeness, and by its likeness as a
/// share of the table's best. Logistic regression on 401 tiles of drawn boards in mixed poses and
/// lights, half of whose faces the pack lacked (`unknown_report` with seeds 3001 to 3012 in our own
/// art, 3101 to 3108 with a pack that shows another artwork). Of what else was tried, this carried
/// over best to another print and to photographs.
const FOREIGN: f32 = 6.2;
const FOREIGN_PER_STRANGE: f32 = 2.5;
const FOREIGN_PER_USUAL: f32 = 3.8;
/// Colour log ratio under which a cell looks like the bare table.
const TABLE: f32 = -1.0;

/// What a table's tiles look like.
#[derive(Default)]
pub struct Standard {
    best: f32,
    /// How many tiles the colours are learnt from.
    taught: usize,
    /// Log odds per unit of colour beyond [`BARE`].
    per_bare: f32,
    colours: Option<Presence>,
}

impl Standard {
    /// Learns from readings of one picture; those of the table are left out. Tiles that nobody has
    /// looked at yet pass for table.
    ///
    /// # Errors
    /// Fails when OpenCV does.
    pub fn of<'a>(
        picture: &Pyramid,
        readings: impl Iterator<Item = &'a CellReading> + Clone,
    ) -> opencv::Result<Self> {
        Self::with(picture, readings, 0.0)
    }

    /// The same from all cells of a picture: what is none of them is table.
    ///
    /// # Errors
    /// As [`Self::of`].
    pub fn of_all<'a>(
        picture: &Pyramid,
        readings: impl Iterator<Item = &'a CellReading> + Clone,
    ) -> opencv::Result<Self> {
        Self::with(picture, readings, PER_BARE)
    }

    fn with<'a>(
        picture: &Pyramid,
        readings: impl Iterator<Item = &'a CellReading> + Clone,
        per_bare: f32,
    ) -> opencv::Result<Self> {
        let best = readings.clone().map(|r| r.likeness).fold(0.0, f32::max);
        let mut standard = Self {
            best,
            taught: 0,
            per_bare,
            colours: None,
        };
        // Boards of planks look like roads: first only the likest teach what tiles' colours are,
        // then all that are tiles by those.
        let likest = SURE.max(LIKEST * best);
        let colours = picture.colours()?;
        standard.learn(colours, readings.clone(), |_, reading| {
            Ok(reading.likeness >= likest)
        })?;
        standard.learn(colours, readings, |before, reading| {
            Ok(before.is_sure(reading) && before.log_odds(reading)? >= SURELY)
        })?;
        Ok(standard)
    }

    /// Learns colours from the cells that are tiles; others count for neither side unless they
    /// show no tile at all.
    fn learn<'a>(
        &mut self,
        colours: &Colours,
        readings: impl Iterator<Item = &'a CellReading>,
        is_tile: impl Fn(&Self, &CellReading) -> opencv::Result<bool>,
    ) -> opencv::Result<()> {
        let mut cells = Vec::new();
        for reading in readings.filter(|reading| reading.likeness >= NEVER) {
            let known = if is_tile(self, reading)? {
                Known::Tile
            } else {
                Known::Unclear
            };
            cells.push((reading.corners, known));
        }
        self.taught = cells.iter().filter(|cell| cell.1 == Known::Tile).count();
        if self.taught > 0 {
            self.colours = Some(Presence::learn(colours, &cells)?);
        }
        Ok(())
    }

    /// The best likeness on the table.
    pub fn best(&self) -> f32 {
        self.best
    }

    /// Whether a reading surely shows a tile.
    pub fn is_sure(&self, reading: &CellReading) -> bool {
        reading.likeness >= SURE.max(SURE_OF_BEST * self.best)
    }

    /// Log odds that a cell holds a tile.
    ///
    /// # Errors
    /// Fails when OpenCV does.
    pub fn log_odds(&self, reading: &CellReading) -> opencv::Result<f32> {
        // What chance reaches is the same for a part, by how its likeness is taken; a tile's falls.
        let share = reading.part.map_or(1.0, |part| part.share);
        let even = EVEN.max(EVEN_OF_BEST * self.best * share.sqrt());
        let colour = self.colour(reading)?;
        let like_planks = reading.likeness < PLANKS * self.best;
        let bare = match like_planks && self.taught >= TELLING {
            true => (BARE - colour).max(0.0),
            false => 0.0,
        };
        let detail = match self.per_bare > 0.0 {
            true => detail(&reading.corners),
            false => 1.0,
        };
        let print = PER_LIKENESS * (reading.likeness - even);
        Ok(print.max(detail * print) + PER_COLOUR * colour - self.per_bare * bare)
    }

    /// Natural logarithm of how much likelier the picture is if the tile shows a face that the
    /// pack lacks than if it shows the face it looks most like.
    ///
    /// Even the better half of a foreign face is hardly explained by the nearest known one, and it
    /// looks less like it than this table's tiles usually look like theirs.
    pub fn unknown(&self, reading: &CellReading) -> f32 {
        let share = reading.part.map_or(1.0, |part| part.share);
        let best = (self.best * share.sqrt()).max(reading.likeness);
        let usual = reading.likeness / best.max(f32::EPSILON);
        FOREIGN + FOREIGN_PER_STRANGE * reading.rest.strangeness - FOREIGN_PER_USUAL * usual
    }

    /// Whether a cell has the colours of the bare table.
    ///
    /// # Errors
    /// Fails when OpenCV does.
    pub fn looks_bare(&self, reading: &CellReading) -> opencv::Result<bool> {
        Ok(self.colour(reading)? < TABLE)
    }

    /// The same for a cell of a later `picture` than the one learnt from.
    ///
    /// # Errors
    /// Fails when OpenCV does.
    pub fn looks_bare_in(&self, picture: &Mat, corners: &ImageCorners) -> opencv::Result<bool> {
        Ok(self.colour_in(picture, corners)? < TABLE)
    }

    /// Log ratio of a tile's colours to the table's over what a later `picture` shows of a cell,
    /// −3…3; 0 before any tile is known.
    ///
    /// # Errors
    /// Fails when OpenCV does.
    pub fn colour_in(&self, picture: &Mat, corners: &ImageCorners) -> opencv::Result<f32> {
        match &self.colours {
            Some(colours) => colours.log_ratio_in(picture, corners),
            None => Ok(0.0),
        }
    }

    /// Log ratio of a tile's colours to the table's over a cell, −3…3; 0 before any tile is known.
    ///
    /// # Errors
    /// Fails when OpenCV does.
    pub(crate) fn colour(&self, reading: &CellReading) -> opencv::Result<f32> {
        match (&self.colours, reading.part) {
            (_, Some(part)) => Ok(part.colour),
            (Some(colours), None) => colours.log_ratio(&reading.corners),
            (None, None) => Ok(0.0),
        }
    }

    /// Whether a reading of a cell whose tile is expected within these corners is likelier to show a tile
    /// than the `old` one: what looks like one beside it may be chance.
    ///
    /// # Errors
    /// Fails when OpenCV does.
    pub(crate) fn prefers(
        &self,
        new: &CellReading,
        old: Option<&CellReading>,
        expected: &ImageCorners,
    ) -> opencv::Result<bool> {
        let side = side_of(expected);
        let score = |reading: &CellReading| -> opencv::Result<f32> {
            let pairs = reading.corners.iter().zip(expected);
            let off = pairs.map(|(a, b)| apart(*a, *b)).sum::<f64>() / 4.0;
            Ok(self.log_odds(reading)? - PER_OFF * (off / side) as f32)
        };
        match old {
            Some(old) => Ok(score(new)? > score(old)?),
            None => Ok(true),
        }
    }

    /// The colours of this table's tiles, once some are known.
    pub(crate) fn colours(&self) -> Option<&Presence> {
        self.colours.as_ref()
    }
}

/// How much of a tile's print a picture shows of one that lies within these corners, at most 1: what
/// it shows too small to see tells nothing if it is not seen.
fn detail(corners: &ImageCorners) -> f32 {
    let [a, b, c, d] = *corners;
    let (east, south) = ((b - a + (c - d)) / 2.0, (d - a + (c - b)) / 2.0);
    // The smaller singular value of two by two: how high it shows when seen from the side.
    let (sum, area) = (
        east.square_length() + south.square_length(),
        east.cross(south),
    );
    let root = (sum * sum - 4.0 * area * area).max(0.0).sqrt();
    let low = ((sum - root) / 2.0).max(0.0).sqrt();
    (low as f32 / SHARP_PX).clamp(LEAST_DETAIL, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tiles::model::Rest;
    use crate::tiles::reading::FreePart;
    use calibration::space::{self, LatticeOffset};

    /// Half of a tile that is explained as well as any is only as like it as the root of a half.
    #[test]
    fn a_part_need_not_be_as_like_a_tile_as_the_whole() {
        let standard = Standard {
            best: 0.8,
            ..Standard::default()
        };
        let reading = |part| CellReading {
            ranked: Vec::new(),
            likeness: 0.34,
            rest: Rest {
                misfit: 700.0,
                strangeness: 0.0,
            },
            offset: LatticeOffset::zero(),
            covered: false,
            part,
            corners: space::square(0.0, 300.0),
            expected: space::square(0.0, 300.0),
        };
        let half = FreePart {
            share: 0.5,
            colour: 0.0,
        };
        assert!(standard.log_odds(&reading(Some(half))).unwrap() > 0.0);
        assert!(standard.log_odds(&reading(None)).unwrap() < 0.0);
    }

    #[test]
    fn a_tile_seen_from_the_side_shows_less_of_its_print_than_one_from_above() {
        let square = |side: f64| space::square(0.0, side);
        assert_eq!(detail(&square(300.0)), 1.0);
        assert!((detail(&square(64.0)) - 0.5).abs() < 1e-6);
        // A diamond as wide as 300 and as high as 60.
        let flat = [[0.0, -30.0], [150.0, 0.0], [0.0, 30.0], [-150.0, 0.0]].map(Into::into);
        let seen = detail(&flat);
        assert!((0.25..0.4).contains(&seen), "{seen}");
    }
}
