//! Cards that come to lie face up beside the board.
//!
//! A card lies where its player put it, in no cell: it is looked for where something has changed,
//! and stays known as long as its place looks the same or is covered. What a card means is
//! `tracker::belief`'s business.

use calibration::Homography;
use calibration::space::{Image, ImageCorners, middle};
use carcassonne::catalogue::FaceId;
use carcassonne::geometry::Cell;
use carcassonne::seen::SeenCard;

use super::board::{Board, Look};
use crate::gate::RegionPx;
use crate::gate::backdrop::Thumb;
use crate::picture::pyramid::Pyramid;
use crate::reader::start::{self, Alone};
use crate::tiles::cells::inside;

/// Least side of what has changed where a card came to lie, as a share of a tile's: that of one
/// seen from low.
const LEAST_SIDE: f64 = 0.4;

/// A card beside the board.
struct Card {
    face: FaceId,
    corners: ImageCorners,
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

/// The cards that lie beside the board.
#[derive(Default)]
pub(super) struct Cards(Vec<Card>);

impl Cards {
    /// Looks after the cards that are known, and for new ones where something has changed since
    /// the last still picture.
    pub(super) fn look(
        &mut self,
        look: &Look,
        changed: &[RegionPx],
        board: Option<&Board>,
    ) -> opencv::Result<()> {
        let faces = &look.given.config.cards;
        if faces.is_empty() {
            return Ok(());
        }
        for card in std::mem::take(&mut self.0) {
            self.0.extend(still_there(card, look)?);
        }
        let (Some(board), Some(backdrop)) = (board, look.backdrop) else {
            return Ok(());
        };
        let lattice = &board.lattice;
        let side = board.claimed.iter().map(|cell| lattice.side_px(*cell));
        let least = LEAST_SIDE * side.fold(0.0, f64::max);
        let is_large = |region: &&RegionPx| {
            let sides = [region.right - region.left, region.bottom - region.top];
            sides.into_iter().all(|side| f64::from(side) >= least)
        };
        for region in changed.iter().filter(is_large) {
            let (before, model) = (backdrop.newest().picture(), &look.given.model);
            let Some(seen) = start::appeared(before, look.pyramid, region, model)? else {
                continue;
            };
            let known = self.0.iter().any(|card| holds(&card.corners, &seen));
            let on_board = |cell: &Cell| holds(&lattice.corners(*cell), &seen);
            if faces.contains(&seen.face)
                && !known
                && !board.claimed.iter().any(on_board)
                && !lattice.takes(&seen.corners)
            {
                self.0.push(Card::of(look.pyramid, &seen)?);
            }
        }
        Ok(())
    }

    /// The cards as belief is told of them.
    pub(super) fn seen(&self) -> Vec<SeenCard> {
        let seen = |card: &Card| SeenCard {
            face: card.face,
            corners_px: card.corners.map(|p| p.to_f32().to_array()),
        };
        self.0.iter().map(seen).collect()
    }

    /// They lie elsewhere in the picture now.
    pub(super) fn moved(&mut self, map: &Homography<Image, Image>) {
        for card in &mut self.0 {
            card.corners = card.corners.map(|p| map.apply(p));
        }
    }
}

fn still_there(card: Card, look: &Look) -> opencv::Result<Option<Card>> {
    let pyramid = look.pyramid;
    if look.is_covered(&card.corners) || !inside(&card.corners, pyramid.size()) {
        return Ok(Some(card));
    }
    if !card.thumb.differs(&Thumb::of(pyramid, card.corners)?) {
        return Ok(Some(card));
    }
    let seen = start::recognise(pyramid, card.corners, &look.given.model)?;
    let same = seen.filter(|seen| seen.face == card.face && start::is_certain(seen));
    same.map(|seen| Card::of(pyramid, &seen)).transpose()
}

/// Whether the middle of what is seen lies within corners.
fn holds(corners: &ImageCorners, seen: &Alone) -> bool {
    let middle = middle(&seen.corners);
    (0..4).all(|n| {
        let (from, to) = (corners[n], corners[(n + 1) % 4]);
        (to - from).cross(middle - from) >= 0.0
    })
}
