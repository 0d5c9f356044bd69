//! What vision claims to see: the boundary between the camera and the rules.
//!
//! A [`SeenTable`] may be absurd (tiles that overlap, cities against fields, nine red
//! meeples); nothing here is checked. The tracker's belief weighs claims against the rules
//! and turns them into events. Claims only: *hidden is not empty*.
//!
//! Cells are lattice cells in vision's own frame: the lattice is found from the tiles, so its
//! origin and north are arbitrary until belief ties them to the start tile. Vision keeps that
//! frame stable from one `SeenTable` to the next, across bumps too, and says with `lattice`
//! when it had to start a new one.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use crate::catalogue::FaceId;
use crate::geometry::{Cell, Rotation};
use crate::map::ChipColor;
use crate::piece::{Color, FigureKind, Pose};

/// One look at the table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SeenTable {
    /// Number of the frame it was read from, counted from 0 by the source.
    pub frame: u64,
    /// When that frame was taken, milliseconds since the source was opened.
    pub at_ms: u64,
    /// Whether the table could be read at all. Only [`Calm::Still`] carries claims.
    pub calm: Calm,
    /// Counts lattices: cells of two tables compare only under the same number.
    pub lattice: u32,
    /// Every cell that seems to hold a tile.
    pub tiles: Vec<SeenTile>,
    /// Every figure seen on a tile. Figures beside the board are not listed.
    pub figures: Vec<SeenFigure>,
    /// Cells where neither presence nor absence could be judged (hand, glare, out of frame). While a
    /// hand is in the picture: the tiles it is over.
    pub hidden: Vec<Cell>,
    /// Those hidden cells beside the tiles in which what the picture still shows of them looks like
    /// a tile: it lies over the picture's edge. Which tile it is nobody can say.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cut: Vec<Cell>,
    /// Cells of which could not be told how many ghosts and animals stand there: something shows that no
    /// piece explains, or a figure hides where one stood.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unclear: Vec<Cell>,
    /// Cards that lie face up beside the board.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cards: Vec<SeenCard>,
    /// The players' pieces beside the board, by colour, if this look counted them. A colour that is
    /// not listed has none there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub supplies: Option<Vec<SeenSupply>>,
    /// What lies on a printed map that is no tile of the board, if its print was found. Then
    /// cells are the map's squares, by column and row.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub map: Option<SeenMap>,
}

impl SeenTable {
    /// A still look in which nothing lies.
    pub const fn still(frame: u64, at_ms: u64, lattice: u32) -> Self {
        Self {
            frame,
            at_ms,
            calm: Calm::Still,
            lattice,
            tiles: Vec::new(),
            figures: Vec::new(),
            hidden: Vec::new(),
            cut: Vec::new(),
            unclear: Vec::new(),
            cards: Vec::new(),
            supplies: None,
            map: None,
        }
    }

    /// The table without claims about cells on which no tile of any game can lie
    /// ([`Cell::is_near`]), and without figures whose place on theirs is no number. What goes on
    /// with it may add and subtract cells without fear, and every record can tell of it.
    pub fn near(&self) -> Cow<'_, Self> {
        let is_near = |cell: &Cell| cell.is_near();
        let tops = |map: &SeenMap| {
            map.tops.iter().all(|tile| tile.cell.is_near())
                && map.chips.iter().all(|chip| chip.cell.is_near())
        };
        let whole = self.tiles.iter().all(|tile| tile.cell.is_near())
            && self.figures.iter().all(SeenFigure::stands_near)
            && [&self.hidden, &self.cut, &self.unclear]
                .into_iter()
                .all(|cells| cells.iter().all(is_near))
            && self.map.as_ref().is_none_or(tops);
        if whole {
            return Cow::Borrowed(self);
        }
        let mut table = self.clone();
        table.tiles.retain(|tile| tile.cell.is_near());
        table.figures.retain(SeenFigure::stands_near);
        for cells in [&mut table.hidden, &mut table.cut, &mut table.unclear] {
            cells.retain(is_near);
        }
        if let Some(map) = &mut table.map {
            map.tops.retain(|tile| tile.cell.is_near());
            map.chips.retain(|chip| chip.cell.is_near());
        }
        Cow::Owned(table)
    }
}

/// A card beside the board.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct SeenCard {
    /// What it shows.
    pub face: FaceId,
    /// Its corners in the picture, pixels.
    pub corners_px: [[f32; 2]; 4],
}

/// The pieces of one colour beside the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeenSupply {
    /// Whose.
    pub color: Color,
    /// At least so many: where pieces touch or hide each other, their number is not sure.
    pub least: u8,
    /// At most so many; `None` where some lie over the picture's edge.
    pub most: Option<u8>,
}

/// What lies on a printed map that is no tile of the board.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SeenMap {
    /// Face-up tiles on top of the islands' stacks, by the island's square.
    pub tops: Vec<SeenTile>,
    /// Chips on squares.
    pub chips: Vec<SeenChip>,
    /// Chips beside the squares.
    pub turned: Vec<SeenTurnedChip>,
}

/// A chip on a square of the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeenChip {
    /// The square.
    pub cell: Cell,
    /// Its colour.
    pub color: ChipColor,
}

/// A chip beside the squares of the map.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct SeenTurnedChip {
    /// Where it lies: squares from the middle of square (0, 0), x east and y south.
    pub at: [f32; 2],
    /// Its colour.
    pub color: ChipColor,
    /// What it shows, if that can be told.
    pub value: Option<u8>,
}

/// The gate's verdict on a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Calm {
    /// Nothing moves; the claims hold.
    Still,
    /// Something moves.
    Moving,
    /// A hand or arm reaches into the picture.
    Hand,
    /// The table cannot be read.
    Lost(LostReason),
}

/// Why a table cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LostReason {
    /// No tile has been found yet.
    NoTiles,
    /// For two turns things of a tile's size have come, and none of them can be made out.
    Unreadable,
    /// The known tiles cannot be found again after a bump.
    Bumped,
    /// Too dark or too bright to read.
    Light,
    /// The source delivers no pictures.
    NoPicture,
}

/// A cell that seems to hold a tile.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SeenTile {
    /// Lattice cell.
    pub cell: Cell,
    /// Readings with their log-likelihoods, best first. Rotations are relative to the lattice.
    pub candidates: Vec<FaceCandidate>,
    /// Log-likelihood, on the same scale, that the tile shows a face no pack knows; how common
    /// such tiles are in this game is counted in.
    pub unknown: f32,
    /// Corners in the picture, pixels, NW NE SE SW of the lattice cell.
    pub corners_px: [[f32; 2]; 4],
}

/// One reading of a tile.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct FaceCandidate {
    /// Which face.
    pub face: FaceId,
    /// Clockwise turn against the lattice's north.
    pub rotation: Rotation,
    /// Natural logarithm of the likelihood of the picture given this reading; only
    /// differences between candidates of one tile mean something.
    pub log_likelihood: f32,
}

/// A figure on a tile.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SeenFigure {
    /// Lattice cell of the tile it stands on.
    pub cell: Cell,
    /// Where its foot (standing) or centroid (lying) is on that cell: −0.5…0.5 of the tile's
    /// side, x east and y south in the lattice's frame, measured from the centre.
    pub foot: [f32; 2],
    /// Readings of kind, colour and pose, best first.
    pub candidates: Vec<FigureCandidate>,
    /// Foot point in the picture, pixels.
    pub foot_px: [f32; 2],
}

impl SeenFigure {
    /// Whether a tile of any game may lie there, and where on it the figure stands is a number in
    /// every reading.
    fn stands_near(&self) -> bool {
        let readings = self.candidates.iter().filter_map(|reading| reading.foot);
        let mut feet = readings.chain([self.foot]).flatten();
        self.cell.is_near() && feet.all(f32::is_finite)
    }
}

/// One reading of a figure.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct FigureCandidate {
    /// Which piece.
    pub kind: FigureKind,
    /// Its colour; `None` for pieces that belong to nobody (ghost, cat, mage …).
    pub color: Option<Color>,
    /// Standing or lying.
    pub pose: Pose,
    /// As for [`FaceCandidate::log_likelihood`].
    pub log_likelihood: f32,
    /// Where the figure would be in this reading, as [`SeenFigure::foot`] and in its cell's frame:
    /// what stands leans away from the camera, so the same patch of picture lies elsewhere than it
    /// stands, by half a tile where the camera is low. `None` where it is the figure's own foot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub foot: Option<[f32; 2]>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_claim_that_lies_nowhere_is_left_out() {
        let figure = |x: i32, foot: f32, leaning: Option<f32>| SeenFigure {
            cell: Cell::new(x, 0),
            foot: [foot, 0.0],
            candidates: vec![FigureCandidate {
                kind: FigureKind::Meeple,
                color: Some(Color::Red),
                pose: Pose::Standing,
                log_likelihood: 0.0,
                foot: leaning.map(|foot| [0.0, foot]),
            }],
            foot_px: [0.0; 2],
        };
        let table = |figures: Vec<SeenFigure>| SeenTable {
            figures,
            ..SeenTable::still(1, 0, 0)
        };
        let good = || vec![figure(2, 0.1, Some(0.4)), figure(3, 0.0, None)];
        let all = table(good());
        assert!(matches!(all.near(), Cow::Borrowed(near) if *near == all));
        for bad in [
            figure(i32::MAX, 0.0, None),
            figure(1, f32::NAN, None),
            figure(1, 0.0, Some(f32::INFINITY)),
        ] {
            let mut more = good();
            more.push(bad);
            assert_eq!(*table(more).near(), all);
        }
    }
}
