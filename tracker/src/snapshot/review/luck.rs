//! How lucky the draw was: what was drawn against what was to be expected.
//!
//! What a tile is worth depends on what is made of it, so no points are claimed here. Two plain
//! counts instead, both against the mean over all tiles that were left when it was drawn: in how
//! many places the tile fitted, and how many monasteries and coats of arms it showed.

use std::sync::Arc;

use crate::event::EventKind;
use crate::rules::Game;
use carcassonne::catalogue::{Face, SegmentKind};
use carcassonne::piece::Color;

/// How kind the draw was to one player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Luck {
    /// Who; `None` for tiles of turns that nobody is known to have played.
    pub player: Option<Color>,
    /// Tiles drawn.
    pub draws: u32,
    /// In how many places (cells, however turned) the tiles fitted, on average.
    pub places: f64,
    /// In how many places a tile drawn blindly would have fitted, on average.
    pub places_expected: f64,
    /// Monasteries and coats of arms drawn.
    pub treasures: u32,
    /// How many were to be expected.
    pub treasures_expected: f64,
}

/// One tile drawn.
#[derive(Clone, Copy, Debug, Default)]
struct Draw {
    turn: u32,
    player: Option<Color>,
    places: u32,
    places_expected: f64,
    treasures: u32,
    treasures_expected: f64,
}

/// All tiles drawn so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Draws {
    draws: Vec<Draw>,
    /// Drawn by the event that comes next.
    open: Option<Draw>,
}

impl Draws {
    /// Looks at the pile before an event.
    pub fn before(&mut self, game: &Game, kind: &EventKind) {
        self.open = None;
        let EventKind::TileLaid { face, before, .. } = kind.deed() else {
            return;
        };
        // The start tile is no draw, and neither is what lay there.
        if *before || game.board().is_empty() {
            return;
        }
        let Some(face) = game.catalogue().face(face).filter(|face| !face.is_wild()) else {
            return;
        };
        let mut all = Draw::default();
        let mut copies = 0.0;
        for other in game.catalogue().faces().filter(|face| !face.is_wild()) {
            let left = f64::from(game.copies_left(other));
            // Tiles that fit nowhere are put away and drawn anew.
            let places = if left > 0.0 { places(game, other) } else { 0 };
            if places > 0 {
                copies += left;
                all.places_expected += left * f64::from(places);
                all.treasures_expected += left * f64::from(treasures(other));
            }
        }
        if copies > 0.0 {
            self.open = Some(Draw {
                places: places(game, face),
                treasures: treasures(face),
                places_expected: all.places_expected / copies,
                treasures_expected: all.treasures_expected / copies,
                ..all
            });
        }
    }

    /// Notes whose turn it was, as far as that is known by now.
    pub fn after(&mut self, game: &Game) {
        let turn = game.turn();
        if let Some(draw) = self.open.take() {
            self.draws.push(Draw { turn, ..draw });
        }
        let whose = game.open_turn().and_then(|open| open.player);
        for draw in self.draws.iter_mut().rev() {
            if draw.turn != turn || whose.is_none() {
                break;
            }
            draw.player = whose;
        }
    }

    /// Sums for each player in seat order, then for turns nobody is known to have played.
    pub fn by_player(&self, game: &Game) -> Vec<Luck> {
        let players = game.players().iter().map(Some);
        let of = |player: Option<Color>, own: &dyn Fn(&Draw) -> bool| {
            let draws: Vec<&Draw> = self.draws.iter().filter(|draw| own(draw)).collect();
            let sum = |of: fn(&Draw) -> f64| draws.iter().map(|draw| of(draw)).sum::<f64>();
            let count = draws.len() as f64;
            (count > 0.0).then(|| Luck {
                player,
                draws: u32::try_from(draws.len()).unwrap_or(u32::MAX),
                places: sum(|draw| f64::from(draw.places)) / count,
                places_expected: sum(|draw| draw.places_expected) / count,
                treasures: draws.iter().map(|draw| draw.treasures).sum(),
                treasures_expected: sum(|draw| draw.treasures_expected),
            })
        };
        players
            .chain([None])
            .filter_map(|player| match player {
                Some(player) => of(Some(player.color), &|draw| {
                    draw.player.is_some_and(|color| player.plays(color))
                }),
                None => of(None, &|draw| draw.player.is_none()),
            })
            .collect()
    }
}

/// Cells where a face fits, however turned.
fn places(game: &Game, face: &Arc<Face>) -> u32 {
    let mut cells: Vec<_> = game.board().placements(face);
    cells.sort();
    cells.dedup_by_key(|(cell, _)| *cell);
    u32::try_from(cells.len()).unwrap_or(u32::MAX)
}

/// Monasteries and coats of arms on a face.
fn treasures(face: &Face) -> u32 {
    let segments = face.segments.iter();
    segments
        .map(|segment| match segment.kind {
            SegmentKind::Monastery => 1,
            SegmentKind::City { shields } => u32::from(shields),
            _ => 0,
        })
        .sum()
}
