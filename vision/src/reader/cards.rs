//! Cards that come to lie face up beside the board.
//!
//! A card lies where its player put it, in no cell: it is looked for where something has changed,
//! and stays known as long as its place looks the same or is covered. What a card means is
//! [`tracker::belief`]'s business.

use carcassonne::catalogue::FaceId;
use carcassonne::geometry::Cell;
use carcassonne::seen::SeenCard;

use super::{Reader, touches};
use crate::gate::{GateReport, RegionPx};
use crate::reader::backdrop::Thumb;
use crate::reader::start::{self, Alone};
use crate::tiles::cells::{Pyramid, inside};

/// Least side of what has changed where a card came to lie, as a share of a tile's: that of one
/// seen from low.
const LEAST_SIDE: f64 = 0.4;

/// A card beside the board.
pub(super) struct Card {
    face: FaceId,
    pub(super) corners: [[f64; 2]; 4],
    thumb: Thumb,
}

impl Card {
    fn of(pyramid: &Pyramid, seen: &Alone) -> opencv::Result<Self> {
        Ok(Self {
            face: seen.face,
            corners: seen.corners,
            thumb: Thumb::of(pyramid, seen.corners)?,
        })
    }
}

impl Reader {
    /// Looks after the cards that are known, and for new ones where something has changed since
    /// the last still picture.
    pub(super) fn look_for_cards(
        &mut self,
        pyramid: &Pyramid,
        gate: &GateReport,
    ) -> opencv::Result<()> {
        if self.config.cards.is_empty() {
            return Ok(());
        }
        for card in std::mem::take(&mut self.cards) {
            self.cards.extend(self.still_there(card, pyramid, gate)?);
        }
        let (Some(lattice), Some(backdrop)) = (&self.lattice, &self.backdrop) else {
            return Ok(());
        };
        let side = self.claimed.iter().map(|cell| lattice.side_px(*cell));
        let least = LEAST_SIDE * side.fold(0.0, f64::max);
        let is_large = |region: &&RegionPx| {
            let sides = [region.right - region.left, region.bottom - region.top];
            sides.into_iter().all(|side| f64::from(side) >= least)
        };
        for region in gate.changed.iter().filter(is_large) {
            let before = backdrop.newest().picture();
            let Some(seen) = start::appeared(before, pyramid, region, &self.model)? else {
                continue;
            };
            let known = self.cards.iter().any(|card| holds(&card.corners, &seen));
            let on_board = |cell: &Cell| holds(&lattice.corners(*cell), &seen);
            if self.config.cards.contains(&seen.face)
                && !known
                && !self.claimed.iter().any(on_board)
                && !lattice.takes(&seen.corners)
            {
                self.cards.push(Card::of(pyramid, &seen)?);
            }
        }
        Ok(())
    }

    fn still_there(
        &self,
        card: Card,
        pyramid: &Pyramid,
        gate: &GateReport,
    ) -> opencv::Result<Option<Card>> {
        let hidden = gate.covered.iter().any(|r| touches(r, &card.corners));
        if hidden || !inside(&card.corners, pyramid.size()) {
            return Ok(Some(card));
        }
        if !card.thumb.differs(&Thumb::of(pyramid, card.corners)?) {
            return Ok(Some(card));
        }
        let seen = start::recognise(pyramid, card.corners, &self.model)?;
        let same = seen.filter(|seen| seen.face == card.face && start::is_certain(seen));
        same.map(|seen| Card::of(pyramid, &seen)).transpose()
    }

    /// The cards that lie beside the board.
    pub(super) fn seen_cards(&self) -> Vec<SeenCard> {
        let seen = |card: &Card| SeenCard {
            face: card.face,
            corners_px: card.corners.map(|p| p.map(|v| v as f32)),
        };
        self.cards.iter().map(seen).collect()
    }
}

/// Whether the middle of what is seen lies within corners.
fn holds(corners: &[[f64; 2]; 4], seen: &Alone) -> bool {
    let middle = [0, 1].map(|c| seen.corners.iter().map(|p| p[c]).sum::<f64>() / 4.0);
    (0..4).all(|n| {
        let ([x, y], [to_x, to_y]) = (corners[n], corners[(n + 1) % 4]);
        (to_x - x) * (middle[1] - y) - (to_y - y) * (middle[0] - x) >= 0.0
    })
}
