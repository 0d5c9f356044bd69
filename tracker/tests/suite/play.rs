//! Somebody who plays whole games at random, by the rules: a tile from the bag, a legal place,
//! a legal figure, choices made or left, figures taken home or forgotten.
//!
//! Knows no rule beyond what the game itself offers, so it plays every mode. Shared by the
//! self-play test and the bench of the fold.

use std::collections::BTreeMap;
use std::sync::Arc;

use carcassonne::catalogue::{Face, FaceId};
use carcassonne::geometry::{Cell, Rotation};
use carcassonne::map::ChipColor;
use carcassonne::piece::{Color, FigureKind};
use rand::Rng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use tracker::event::ghost::Companion;
use tracker::event::{By, EventId, EventKind};
use tracker::log::Log;
use tracker::rules::{Figure, FigureState, Game};
use tracker::setup::Setup;

/// More events than any game needs.
const ENDLESS: usize = 4000;

/// What is asked after every event.
pub type Check<'c> = &'c mut dyn FnMut(&Log) -> Result<(), String>;

/// Plays one game to its end.
///
/// # Errors
/// If the check fails, the rules refuse what they offered, or the game does not end.
pub fn play(setup: &Arc<Setup>, seed: u64, check: Check<'_>) -> Result<Log, String> {
    let mut table = Table {
        log: Log::new(Arc::clone(setup)),
        rng: ChaCha8Rng::seed_from_u64(seed),
        tops: BTreeMap::new(),
        next: None,
        bought: false,
        hosts: BTreeMap::new(),
        check,
    };
    table.set_up()?;
    while !table.game().is_over() {
        table.turn()?;
    }
    Ok(table.log)
}

struct Table<'c> {
    log: Log,
    rng: ChaCha8Rng,
    /// The tiles turned up on the islands.
    tops: BTreeMap<Cell, FaceId>,
    /// The tile bought from an island.
    next: Option<FaceId>,
    /// A tile was bought from an island, known or not, and does not lie yet.
    bought: bool,
    /// The meeples that animals stand beside.
    hosts: BTreeMap<Companion, EventId>,
    check: Check<'c>,
}

impl Table<'_> {
    fn game(&self) -> &Game {
        self.log.game()
    }

    fn chance(&mut self, percent: u32) -> bool {
        self.rng.random_ratio(percent, 100)
    }

    fn pick<T: Clone>(&mut self, from: &[T]) -> Option<T> {
        from.choose(&mut self.rng).cloned()
    }

    fn happen(&mut self, kind: EventKind) -> Result<(), String> {
        if self.log.events().len() > ENDLESS {
            return Err("the game does not end".to_owned());
        }
        let done = self.log.append(0, By::Person, kind.clone());
        done.map_err(|fault| format!("{kind:?} is refused: {fault}"))?;
        (self.check)(&self.log).map_err(|what| format!("after {kind:?}: {what}"))
    }

    fn set_up(&mut self) -> Result<(), String> {
        if self.game().board().ground().is_some() {
            return self.set_up_map();
        }
        let mut faces: Vec<_> = self.game().catalogue().start().cloned().collect();
        faces.sort_by_key(|face| face.start);
        for (number, face) in faces.iter().enumerate() {
            let cell = face.start.ok_or("a start tile without a cell")?;
            self.lay(cell, face.id, Rotation::R0, number > 0)?;
        }
        Ok(())
    }

    /// Start tiles on their squares, chips, and the islands' tiles turned up.
    fn set_up_map(&mut self) -> Result<(), String> {
        let starts: Vec<Cell> = self.game().board().starts_left().collect();
        for cell in starts {
            let plain: Vec<_> = self.bag().into_iter().filter(|f| !f.is_wild()).collect();
            let fitting = |face: &Arc<Face>| {
                let board = self.game().board();
                board.faults(cell, face, Rotation::R0).is_empty()
            };
            let plain: Vec<_> = plain.into_iter().filter(fitting).collect();
            let face = self.pick(&plain).ok_or("no tile fits a start square")?;
            self.lay(cell, face.id, Rotation::R0, false)?;
        }
        let ground = self.game().board().ground().cloned();
        let cells: Vec<Cell> = ground
            .iter()
            .flat_map(|ground| ground.map.squares().map(|(cell, _)| cell))
            .collect();
        for _ in 0..200 {
            // The backs of some boxes show no colour.
            let colored = self.chance(50);
            let color = self.pick(&ChipColor::ALL).filter(|_| colored);
            let cell = self.pick(&cells).ok_or("a map without squares")?;
            let laid = EventKind::ChipLaid { cell, color };
            if self.log.clone().append(0, By::Person, laid.clone()).is_ok() {
                self.happen(laid)?;
            }
        }
        self.reveal(100)
    }

    /// Turns up islands' tiles, each with that chance.
    fn reveal(&mut self, percent: u32) -> Result<(), String> {
        let ground = self.game().board().ground().cloned();
        let islands: Vec<Cell> = ground
            .iter()
            .flat_map(|ground| ground.map.islands().map(|(cell, _)| cell))
            .collect();
        for island in islands {
            // Turned up now, it would be taken for the one that was bought.
            let known = self.tops.contains_key(&island) || self.bought;
            if known || !self.chance(percent) {
                continue;
            }
            let plain: Vec<_> = self.bag().into_iter().filter(|f| !f.is_wild()).collect();
            let Some(face) = self.pick(&plain).map(|face| face.id) else {
                continue;
            };
            let shown = EventKind::IslandRevealed { island, face };
            // The stack may be used up, or the variant not be played.
            if self
                .log
                .clone()
                .append(0, By::Person, shown.clone())
                .is_ok()
            {
                self.tops.insert(island, face);
                self.happen(shown)?;
            }
        }
        Ok(())
    }

    /// Every tile that can be drawn, as often as it is there.
    fn bag(&self) -> Vec<Arc<Face>> {
        let faces = self.game().catalogue().faces();
        let copies = |face: &Arc<Face>| {
            let shown = self.tops.values().filter(|&&top| top == face.id).count();
            usize::from(self.game().copies_left(face)).saturating_sub(shown)
        };
        faces
            .flat_map(|face| std::iter::repeat_n(face.clone(), copies(face)))
            .collect()
    }

    fn lay(
        &mut self,
        cell: Cell,
        face: FaceId,
        rotation: Rotation,
        before: bool,
    ) -> Result<(), String> {
        self.bought = false;
        self.happen(EventKind::TileLaid {
            cell,
            face,
            rotation,
            garden: None,
            before,
        })
    }

    fn turn(&mut self) -> Result<(), String> {
        // Choices before the draw: an island tile for a chip, gaps at the end.
        self.choose(85)?;
        if self.game().is_over() || self.game().is_ending() {
            return self.wind_up();
        }
        if !self.draw()? {
            return Ok(());
        }
        self.choose(80)?;
        if self.chance(80) {
            self.place()?;
        }
        self.choose(80)?;
        self.take_home()?;
        self.reveal(80)?;
        if self.game().open_turn().is_some() && !self.game().is_over() && self.chance(25) {
            self.happen(EventKind::TurnEnded)?;
        }
        Ok(())
    }

    /// Draws and lays a tile; false if none lies.
    fn draw(&mut self) -> Result<bool, String> {
        if self.game().pile_left() == 0 && self.next.is_none() {
            let kind = if self.game().open_turn().is_some() {
                EventKind::TurnEnded
            } else {
                EventKind::PileEmpty
            };
            self.happen(kind)?;
            if self.game().is_over() || self.game().is_ending() {
                return Ok(false);
            }
            // A card that moves a tile of the board needs no pile.
            if self.game().choices().is_empty() {
                return Err("the last tile is laid, but the game goes on".to_owned());
            }
            return self.choose(100).map(|()| false);
        }
        let face = match self.next.take() {
            Some(face) => self.game().catalogue().face(&face).cloned(),
            None => {
                let bag = self.bag();
                self.pick(&bag)
            }
        };
        let face = face.ok_or("there is no tile to draw")?;
        if face.is_wild() {
            self.happen(EventKind::TatanDrawn)?;
            return Ok(false);
        }
        let places = self.game().board().placements(&face);
        let Some((cell, rotation)) = self.pick(&places) else {
            self.happen(EventKind::TileDiscarded { face: face.id })?;
            return Ok(false);
        };
        let laid = EventKind::TileLaid {
            cell,
            face: face.id,
            rotation,
            garden: None,
            before: false,
        };
        // The end of the turn before may end a cooperative game, and then no tile follows.
        if self.game().is_cooperative() && self.game().after_turn().is_over() {
            self.happen(EventKind::TurnEnded)?;
            return Ok(false);
        }
        self.bought = false;
        self.happen(laid)?;
        Ok(true)
    }

    /// Makes open choices, each with that chance, or leaves them.
    fn choose(&mut self, percent: u32) -> Result<(), String> {
        for _ in 0..40 {
            let choices = self.game().choices();
            let Some(choice) = self.pick(&choices) else {
                return Ok(());
            };
            if choice.optional && self.chance(20) {
                self.happen(EventKind::Declined { choice: choice.id })?;
                continue;
            }
            if !self.chance(percent) {
                return Ok(());
            }
            let together: Vec<_> = choice
                .options
                .iter()
                .filter(|option| option.events.iter().any(|event| self.joins_animal(event)))
                .cloned()
                .collect();
            let options = if together.is_empty() || self.chance(30) {
                choice.options
            } else {
                together
            };
            let option = self.pick(&options).ok_or("a choice without options")?;
            for event in option.events {
                self.note(&event);
                let discarded = self.game().discarded().len();
                self.happen(event)?;
                if self.game().discarded().len() > discarded {
                    self.next = None;
                    self.bought = false;
                }
            }
        }
        Ok(())
    }

    /// Whether a second animal comes beside the same meeple.
    fn joins_animal(&self, event: &EventKind) -> bool {
        match event {
            EventKind::CompanionPlaced {
                companion,
                host: Some(host),
            } => {
                let mut others = self.hosts.iter();
                others.any(|(other, at)| other != companion && at == host)
            }
            _ => false,
        }
    }

    fn note(&mut self, event: &EventKind) {
        match *event {
            EventKind::IslandTaken { island } => {
                self.next = self.tops.remove(&island);
                self.bought = true;
            }
            EventKind::CompanionPlaced {
                companion,
                host: Some(host),
            } => {
                self.hosts.insert(companion, host);
            }
            _ => {}
        }
    }

    /// A figure of the player whose turn it is.
    fn place(&mut self) -> Result<(), String> {
        let game = self.game();
        let Some(seat) = game.open_turn().and_then(|open| open.player) else {
            return Ok(());
        };
        let colors: Vec<Color> = match game.player_of(seat) {
            Some(player) => std::iter::once(seat).chain(player.also.clone()).collect(),
            None => vec![seat],
        };
        let color = self.pick(&colors).ok_or("a player without colour")?;
        let places = self.game().figure_places(color);
        let Some(place) = self.pick(&places) else {
            return Ok(());
        };
        self.happen(EventKind::FigurePlaced {
            cell: place.at.cell,
            segment: place.at.segment,
            figure: place.figure,
            color: Some(color),
            foot: None,
            before: false,
        })
    }

    /// Figures go home, too early, late, or not; now and then one by mistake.
    fn take_home(&mut self) -> Result<(), String> {
        let figures: Vec<Figure> = self.game().figures().copied().collect();
        for figure in figures {
            let Some(now) = self.game().figure(figure.event) else {
                continue;
            };
            let feature = self.game().features().at(now.at);
            let scored_now = feature.is_some_and(|f| self.game().is_completed_now(f));
            let percent = match now.state {
                FigureState::DueHome => 60,
                FigureState::Standing if now.color.is_none() => 0,
                FigureState::Standing if scored_now => 20,
                FigureState::Standing if now.kind == FigureKind::Abbot => 10,
                FigureState::Standing => 1,
                FigureState::TakenEarly | FigureState::Buried => 0,
            };
            if self.chance(percent) {
                let figure = figure.event;
                self.happen(EventKind::FigureTaken { figure })?;
            }
        }
        Ok(())
    }

    /// The last turn is over: what is still asked is done or left until the game is over.
    fn wind_up(&mut self) -> Result<(), String> {
        if self.game().is_over() {
            return Ok(());
        }
        if self.game().choices().is_empty() {
            return Err("the game waits for nothing".to_owned());
        }
        self.choose(100)
    }
}
