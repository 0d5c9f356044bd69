//! Step 1 of a turn: a tile comes onto the board, or out of the game because it fits nowhere. The
//! turn before ends with it. Part of [`super`].

use std::sync::Arc;

use crate::board::PlacementFault;
use crate::event::EventId;
use crate::rules::game::{Game, OpenTurn, Tile};
use crate::rules::{JustLaid, Kept, RuleFault};
use carcassonne::catalogue::{Face, FaceId};
use carcassonne::geometry::{Cell, Rotation};

/// A tile that comes onto the board.
#[derive(Clone, Copy)]
pub(super) struct NewTile {
    pub cell: Cell,
    pub face: FaceId,
    pub rotation: Rotation,
    pub garden: Option<bool>,
    /// Whether it lay there before watching began.
    pub before: bool,
}

impl Game {
    fn face_in_bag(&self, id: FaceId) -> Result<Arc<Face>, RuleFault> {
        let face = self.catalogue.face(&id).ok_or(RuleFault::UnknownFace(id))?;
        if self.copies_left(face) == 0 {
            return Err(RuleFault::NoCopyLeft(id));
        }
        Ok(Arc::clone(face))
    }

    /// Step 1. Laying a tile ends the turn before, so that is scored first.
    pub(super) fn lay_tile(
        &mut self,
        event: EventId,
        tile: NewTile,
        kept: Kept,
    ) -> Result<(), RuleFault> {
        let NewTile {
            cell,
            rotation,
            before,
            ..
        } = tile;
        let face = match self.face_in_bag(tile.face) {
            Err(RuleFault::NoCopyLeft(id)) if kept == Kept::Insisted => {
                let face = self.catalogue.face(&id);
                Arc::clone(face.ok_or(RuleFault::UnknownFace(id))?)
            }
            face => face?,
        };
        if before && self.turn > 0 {
            return Err(RuleFault::NotBefore);
        }
        if self.ending {
            return Err(RuleFault::GameOver);
        }
        if self.pile_empty && !before {
            return Err(RuleFault::NoTileToDraw);
        }
        let faults = self.board.faults(cell, &face, rotation);
        if !faults.is_empty() && kept == Kept::IfAllowed {
            return Err(RuleFault::Placement(faults));
        }
        let starts: Vec<Cell> = self.board.starts_left().collect();
        let opens = !before && !self.board.is_empty() && !starts.contains(&cell);
        if opens && !starts.is_empty() {
            return Err(RuleFault::StartTilesFirst);
        }
        let occupied = |fault: &PlacementFault| matches!(fault, PlacementFault::Occupied { .. });
        if opens && faults.iter().any(occupied) {
            return Err(RuleFault::Placement(faults));
        }
        let continues = opens
            && self.open.is_some()
            && self
                .expansions()
                .any(|expansion| expansion.continues_turn(self));
        if opens {
            // What was still open of the tile before may end a cooperative game, and then none
            // follows.
            let ready = if continues {
                self.after_first_tile()
            } else {
                self.after_turn()
            };
            if ready.over {
                return Err(RuleFault::GameOver);
            }
            *self = ready;
            if continues {
                self.go_on(cell);
            } else {
                self.begin_turn(cell);
            }
        }
        Arc::make_mut(&mut self.board)
            .keep(cell, &face, rotation)
            .map_err(|fault| RuleFault::Placement(vec![fault]))?;
        self.tiles.push(Tile {
            event,
            cell,
            garden: tile.garden,
            turn: self.turn,
        });
        let before = !opens;
        self.join(cell);
        self.tell_laid(JustLaid {
            event,
            cell,
            before,
        });
        Ok(())
    }

    /// Ends the turn before and opens the next, whose tile is about to lie there.
    pub(in crate::rules) fn begin_turn(&mut self, cell: Cell) {
        self.end_turn();
        let player = self.next_player();
        self.forced_next = None;
        self.turn += 1;
        self.open = Some(OpenTurn {
            cell,
            player,
            said: false,
            expected: None,
            acted: None,
            first: None,
        });
    }

    /// The open turn has a second tile, which is about to lie there.
    fn go_on(&mut self, cell: Cell) {
        if let Some(open) = self.open.as_mut() {
            open.first = Some(open.cell);
            open.cell = cell;
        }
    }

    /// The game after what the first of two tiles of a turn brought, if nothing more is told of it.
    fn after_first_tile(&self) -> Self {
        let mut later = self.clone();
        for expansion in self.expansions() {
            expansion.on_second_tile(&mut later);
        }
        later
    }

    /// A tile has been put on the board and joined: the expansions have their say.
    pub(in crate::rules) fn tell_laid(&mut self, laid: JustLaid) {
        for expansion in self.expansions() {
            expansion.on_tile_laid(self, laid);
        }
    }

    /// Ruling B3.
    pub(in crate::rules) fn discard_tile(&mut self, id: FaceId) -> Result<(), RuleFault> {
        let face = self.face_in_bag(id)?;
        if !self.board.placements(&face).is_empty() {
            return Err(RuleFault::Fits(id));
        }
        self.discarded.push(id);
        Ok(())
    }
}
