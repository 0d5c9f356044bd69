//! The beginning of a game on a printed map, and its chips, as the demo's table plays them.

use std::sync::Arc;

use carcassonne::catalogue::Face;
use carcassonne::geometry::{Cell, Rotation};
use rand::Rng;
use rand::seq::{IndexedRandom, SliceRandom};
use studio::synth::{Action, Seat};
use tracker::log::event::EventKind;
use tracker::rules::choice::ChoiceKind;

use super::map::Tile;
use super::plan::DemoError;
use super::table::Table;

/// How often a player who may take an island's tile does.
const BUYS: f64 = 0.7;

impl Table {
    /// On a map a tile lies on each start square; then stacks and chips.
    pub(super) fn lay_map(&mut self, starts: &[Arc<Face>], host: Seat) -> Result<(), DemoError> {
        // Cards that are no tiles are only in the face-down pile.
        let all = std::mem::take(&mut self.bag).into_iter();
        let (cards, tiles): (Vec<Tile>, Vec<Tile>) = all.partition(|(face, _)| face.is_wild());
        self.bag = tiles;
        let squares: Vec<Cell> = self.game().board().starts_left().collect();
        let first = starts.first().map(|face| (Arc::clone(face), 0));
        let drawn = squares.len().saturating_sub(1);
        let more = self.bag.split_off(self.bag.len().saturating_sub(drawn));
        for (&cell, (face, copy)) in squares.iter().zip(first.into_iter().chain(more)) {
            let turned = Rotation::from_quarter_turns(self.rng.random_range(0..4));
            self.note(EventKind::TileLaid {
                cell,
                face: face.id,
                rotation: turned,
                garden: None,
                before: !self.game().board().is_empty(),
            })?;
            self.hands
                .lay(&face, copy, cell, turned, host, &mut self.rng);
        }
        let Some(on_map) = &mut self.on_map else {
            return Ok(());
        };
        let game = self.truth.game();
        let (events, script) = on_map.set_up(game, &mut self.bag, host, &mut self.rng);
        self.bag.extend(cards);
        self.bag.shuffle(&mut self.rng);
        for kind in events {
            self.note(kind)?;
        }
        self.hands.script.extend(script);
        Ok(())
    }

    /// The number of a seat.
    fn number(&self, seat: Seat) -> usize {
        let mut seats = self.seats.iter();
        seats.position(|other| *other == seat).unwrap_or_default()
    }

    /// Whether the player rather takes an island's tile than draws: the tile, which hands take
    /// as they lay it.
    pub(super) fn buy(&mut self, seat: Seat) -> Result<Option<Tile>, DemoError> {
        let owner = self.number(seat);
        let (Some(on_map), game) = (&mut self.on_map, self.truth.game()) else {
            return Ok(None);
        };
        let offered = game.choices().into_iter();
        let mut offered = offered.filter(|choice| choice.kind == ChoiceKind::BuyIslandTile);
        let Some(choice) = offered.next().filter(|_| self.rng.random_bool(BUYS)) else {
            return Ok(None);
        };
        let option = choice.options.choose(&mut self.rng);
        let Some([EventKind::IslandTaken { island }]) = option.map(|o| &o.events[..]) else {
            return Ok(None);
        };
        let island = *island;
        let Some((tile, hands)) = on_map.buy(island, owner, seat, &mut self.rng) else {
            return Ok(None);
        };
        self.note(EventKind::IslandTaken { island })?;
        self.taking = hands;
        Ok(Some(tile))
    }

    /// Chips and stacks that the hand which lays a tile also handles.
    pub(super) fn handle_cards(&mut self, cell: Cell, seat: Seat) -> Result<(), DemoError> {
        let owner = self.number(seat);
        let Some(on_map) = &mut self.on_map else {
            return Ok(());
        };
        let Some(lay) = self.hands.script.pop() else {
            return Ok(());
        };
        let mut visit = std::mem::take(&mut self.taking);
        match on_map.take_chip(cell, owner, seat) {
            Some((turned, [take, put])) => {
                visit.extend([take, lay, put]);
                self.note(turned)?;
            }
            None => visit.push(lay),
        }
        self.hands.script.push(Action::Together(visit));
        Ok(())
    }

    /// The next tile of a stack that was bought from is turned up.
    pub(super) fn reveal(&mut self, seat: Seat) -> Result<(), DemoError> {
        let Some(on_map) = &mut self.on_map else {
            return Ok(());
        };
        if let Some((revealed, action)) = on_map.reveal(seat, &mut self.rng) {
            self.note(revealed)?;
            self.hands.script.push(action);
        }
        Ok(())
    }
}
