//! What is left to play with: tiles to draw, pieces in hand. Part of [`super`].

use std::collections::BTreeMap;

use super::{FigureState, Game};
use crate::setup::UnplaceableTile;
use carcassonne::catalogue::{BACK, Face, FaceId};
use carcassonne::geometry::{Cell, Rotation};
use carcassonne::piece::{Color, FigureKind};

impl Game {
    /// Copies of the face that are not laid or removed.
    pub fn copies_left(&self, face: &Face) -> u8 {
        let laid = self.board.tiles();
        let laid = laid.filter(|(_, laid)| laid.face.id == face.id);
        self.left(face, laid.count())
    }

    /// The same, with so many on the board.
    fn left(&self, face: &Face, laid: usize) -> u8 {
        let gone = match self.setup.options.unplaceable_tile {
            UnplaceableTile::Removed => self.discarded.iter().filter(|&&id| id == face.id).count(),
            UnplaceableTile::PutBack => 0,
        };
        let kept: usize = self.expansions().map(|e| e.out_of_pile(self, face)).sum();
        u8::try_from(usize::from(face.copies).saturating_sub(laid + gone + kept)).unwrap_or(0)
    }

    /// Start tiles that do not lie yet.
    fn start_tiles_left(&self) -> usize {
        match self.setup.start_tiles(&self.catalogue) {
            _ if self.board.ground().is_some() => self.board.starts_left().count(),
            // Whichever tile lies first is the start tile.
            1 => usize::from(self.board.is_empty()),
            _ => {
                // Whatever lies first, nobody draws a quarter.
                let lies = |face: &Face| {
                    let mut laid = self.board.tiles();
                    laid.any(|(_, tile)| tile.face.id == face.id)
                };
                let quarters = self.catalogue.start();
                quarters.filter(|face| !lies(face)).count()
            }
        }
    }

    /// Tiles to draw in the whole game.
    pub fn deck(&self) -> u32 {
        self.setup.deck(&self.catalogue)
    }

    /// Tiles left to draw. Start tiles never are, and those that lie face down were.
    pub fn tiles_left(&self) -> u32 {
        let mut laid: BTreeMap<FaceId, usize> = BTreeMap::new();
        for (_, tile) in self.board.tiles() {
            *laid.entry(tile.face.id).or_default() += 1;
        }
        let laid = |face: &Face| laid.get(&face.id).copied().unwrap_or(0);
        let copies = self.catalogue.faces();
        let copies: u32 = copies
            .map(|face| u32::from(self.left(face, laid(face))))
            .sum();
        let start = u32::try_from(self.start_tiles_left()).unwrap_or(u32::MAX);
        copies.saturating_sub(self.face_down().saturating_add(start))
    }

    /// Tiles that lie face down.
    pub fn face_down(&self) -> u32 {
        let backs = self.board.tiles();
        let backs = backs.filter(|(_, laid)| laid.face.id.as_str() == BACK);
        u32::try_from(backs.count()).unwrap_or(u32::MAX)
    }

    /// Tiles left in the face-down pile. The game ends with the turn that lays the last one.
    pub fn pile_left(&self) -> u32 {
        if self.pile_empty {
            return 0;
        }
        let counted = self.expansions().find_map(|e| e.pile_left(self));
        counted.unwrap_or_else(|| self.tiles_left())
    }

    /// Faces with copies left that fit into the cell, with the rotations that fit and how many
    /// copies are left.
    pub fn fitting(&self, cell: Cell) -> Vec<(FaceId, Vec<Rotation>, u8)> {
        let fits = |face: &Face| {
            face.distinct_rotations()
                .filter(|&rotation| self.board.accepts(cell, face, rotation))
                .collect::<Vec<_>>()
        };
        self.catalogue
            .faces()
            .filter(|face| !face.is_wild())
            .map(|face| (face.id, fits(face), self.copies_left(face)))
            .filter(|(_, rotations, left)| !rotations.is_empty() && *left > 0)
            .collect()
    }

    /// Pieces each colour starts with.
    pub fn pieces(&self) -> impl Iterator<Item = (FigureKind, u8)> {
        let meeples = self
            .expansions()
            .find_map(|expansion| expansion.meeples(&self.setup))
            .unwrap_or(self.setup.options.meeples);
        std::iter::once((FigureKind::Meeple, meeples)).chain(
            self.expansions()
                .flat_map(|expansion| expansion.pieces(&self.setup)),
        )
    }

    /// Pieces on the table that belong to nobody.
    pub fn neutral_pieces(&self) -> impl Iterator<Item = FigureKind> + use<> {
        self.expansions()
            .flat_map(|expansion| expansion.neutral_pieces().iter().copied())
    }

    /// How many of that piece the colour has in hand.
    pub fn in_hand(&self, color: Color, kind: FigureKind) -> u8 {
        let out = self
            .figures()
            .filter(|figure| figure.color == Some(color) && figure.kind == kind)
            .filter(|figure| figure.state != FigureState::DueHome)
            .count();
        let out = u8::try_from(out).unwrap_or(u8::MAX);
        self.all_pieces(color, kind).saturating_sub(out)
    }

    /// How many of that piece the colour has in hand and on the board: what the box gives, and
    /// what was won.
    pub fn all_pieces(&self, color: Color, kind: FigureKind) -> u8 {
        let mut pieces = self.pieces();
        let start = pieces.find(|&(piece, _)| piece == kind);
        let gained = self.expansions().map(|e| e.gained(self, color, kind));
        start.map_or(0, |(_, count)| count) + gained.sum::<u8>()
    }
}
