//! A game being played: draws tiles, lets the players choose, and has the hands do it.
//!
//! Everything that happens goes into the log of what was really played; [`super::hands`] turns
//! it into visits of hands. Knows of each rule only what the tracker offers.

use std::sync::Arc;

use carcassonne::catalogue::Face;
use carcassonne::geometry::{Cell, Rotation};
use carcassonne::map::Map;
use carcassonne::piece::{Color, FigureKind};
use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use studio::synth::{Action, Scene, Seat, Stage};
use tracker::log::Log;
use tracker::log::event::{By, EventId, EventKind};
use tracker::rules::choice::{Choice, ChoiceKind};
use tracker::rules::expansions::benelux;
use tracker::rules::expansions::mists::MistsSetup;
use tracker::rules::{Expansion, FigureState, Game};
use tracker::setup::{Player, Setup, SetupError};
use tracker::snapshot::FigurePlace;

use super::hands::Hands;
use super::map::{OnMap, Tile};
use super::plan::{DemoError, Plan};
use super::player;

/// What the players of the demo are called, in seat order.
const NAMES: [&str; 5] = ["Anna", "Ben", "Clara", "David", "Emma"];

/// Quiet frames after a turn, at least and at most: people look, think and draw a tile.
const THINKING_FRAMES: std::ops::Range<u32> = 1..4;

/// Tilt of the camera over a map, which fills its picture: from low down its far squares would
/// be too small to read.
const MAP_TILT_DEG: [f64; 2] = [6.0, 24.0];

/// A game being played.
pub(super) struct Table {
    pub(super) rng: ChaCha8Rng,
    pub(super) setup: Setup,
    pub(super) seats: Vec<Seat>,
    /// Tiles to draw, the next one last: a face and the number of its copy.
    pub(super) bag: Vec<Tile>,
    /// What was really played.
    pub(super) truth: Log,
    pub(super) hands: Hands,
    /// If the game is played on a map.
    pub(super) on_map: Option<OnMap>,
    /// What the hand that lays the next tile takes first: the tile was bought.
    pub(super) taking: Vec<Action>,
}

impl Table {
    /// Everybody sits down, the tiles are shuffled.
    ///
    /// # Errors
    /// If the modules do not go together.
    pub(super) fn seated(plan: &Plan) -> Result<Self, DemoError> {
        let mut rng = ChaCha8Rng::seed_from_u64(plan.seed);
        let players = plan
            .players
            .map_or(2 + (plan.seed % 4) as usize, usize::from);
        let players = players.clamp(1, NAMES.len());
        let mut colors = Color::ALL;
        colors.shuffle(&mut rng);
        let coop = plan.modules.contains(&Expansion::Mists);
        if plan.level.is_some() && !coop {
            let module = Expansion::Mists.name();
            let what = "a level is given, but the module is not played".to_owned();
            return Err(SetupError::Module { module, what }.into());
        }
        let more = if coop && players <= 2 {
            4 / players - 1
        } else {
            0
        };
        let (own, others) = colors.split_at(players);
        let mut others = others.chunks(more.max(1));
        let mut also = || match more {
            0 => Vec::new(),
            _ => others.next().unwrap_or_default().to_vec(),
        };
        let mists = MistsSetup {
            level: plan.level.unwrap_or(1),
            confirmed: true,
            ..MistsSetup::default()
        };
        let seats = own.iter().zip(NAMES).zip(1..);
        let setup = Setup {
            players: seats
                .map(|((&color, name), seat)| Player {
                    name: name.into(),
                    color,
                    also: also(),
                    seat,
                })
                .collect(),
            modules: plan.modules.clone(),
            benelux: plan
                .modules
                .contains(&Expansion::Benelux)
                .then(benelux::BeneluxSetup::practice),
            mists: if coop { mists } else { MistsSetup::default() },
            ..Setup::default()
        };
        let setup = setup.validated()?;
        let catalogue = setup.catalogue();
        let copies = catalogue
            .faces()
            .flat_map(|face| (0..face.copies).map(|copy| (Arc::clone(face), copy)));
        let mut bag: Vec<_> = copies.collect();
        bag.shuffle(&mut rng);
        Ok(Self {
            rng,
            seats: Seat::around(own),
            bag,
            truth: Log::new(Arc::new(setup.clone())),
            hands: Hands::default(),
            taking: Vec::new(),
            on_map: OnMap::of(&setup, Scene::default().pitch_mm),
            setup,
        })
    }

    pub(super) fn game(&self) -> &Game {
        self.truth.game()
    }

    pub(super) fn note(&mut self, kind: EventKind) -> Result<EventId, DemoError> {
        Ok(self.truth.append(0, By::Person, kind)?)
    }

    /// Lays the start tiles and plays; says whether the game came to its end.
    pub(super) fn play(&mut self, turns: u32) -> Result<bool, DemoError> {
        self.lay_start()?;
        let mut played = 0;
        while played < turns {
            if self.game().is_over() {
                return Ok(true);
            }
            let seat = self.next_seat();
            let bought = self.buy(seat)?;
            let Some((face, copy)) = bought.or_else(|| self.bag.pop()) else {
                return self.fill_gaps().map(|()| true);
            };
            let figure = if face.is_wild() {
                self.note(EventKind::TatanDrawn)?;
                self.hands.lay_aside(&face, seat, &mut self.rng);
                self.decide(seat)?;
                if self.game().open_turn().is_none() {
                    // Two tiles are drawn instead.
                    continue;
                }
                let color = self.color_of(seat);
                player::figure(self.truth.game(), color, &mut self.rng)
            } else {
                let color = self.color_of(seat);
                let game = self.truth.game();
                let Some(chosen) = player::choose(game, color, &face, &mut self.rng) else {
                    // It leaves the game (ruling B3) and the same player draws another.
                    self.note(EventKind::TileDiscarded { face: face.id })?;
                    continue;
                };
                self.lay(&face, copy, chosen.cell, chosen.rotation, seat)?;
                self.decide(seat)?;
                chosen.figure
            };
            self.put(figure, seat)?;
            self.take_home(seat)?;
            self.end_turn(seat)?;
            self.reveal(seat)?;
            played += 1;
            let frames = self.rng.random_range(THINKING_FRAMES);
            self.hands.script.push(Action::Wait(frames));
        }
        Ok(self.game().is_over() || self.bag.is_empty())
    }

    /// Whose turn it is.
    fn next_seat(&self) -> Seat {
        let next = self.game().next_player();
        let seat = self.seats.iter().find(|seat| Some(seat.color) == next);
        seat.copied().unwrap_or(self.seats[0])
    }

    /// The player puts a figure on the newest tile, if the rules allow it.
    fn put(&mut self, figure: Option<FigurePlace>, seat: Seat) -> Result<(), DemoError> {
        let color = self.color_of(seat);
        let game = self.truth.game();
        let Some(place) =
            figure.filter(|place| game.check_figure(place.figure, color, place.at).is_ok())
        else {
            return Ok(());
        };
        self.note(EventKind::FigurePlaced {
            cell: place.at.cell,
            segment: place.at.segment,
            figure: place.figure,
            color: Some(color),
            foot: None,
            before: false,
        })?;
        self.arrange(seat)?;
        self.decide(seat)
    }

    /// Before the final scoring cards may fill gaps.
    fn fill_gaps(&mut self) -> Result<(), DemoError> {
        if !self.setup.plays(Expansion::Tatan) || self.game().is_over() {
            return Ok(());
        }
        let over = match self.game().open_turn() {
            Some(_) => EventKind::TurnEnded,
            None => EventKind::PileEmpty,
        };
        self.note(over)?;
        while let Some(who) = self.game().choices().first().and_then(|choice| choice.who) {
            let seat = self.seats.iter().find(|seat| seat.color == who).copied();
            let before = self.truth.events().len();
            self.decide(seat.unwrap_or(self.seats[0]))?;
            if self.truth.events().len() == before {
                break;
            }
        }
        Ok(())
    }

    fn lay_start(&mut self) -> Result<(), DemoError> {
        let catalogue = self.setup.catalogue();
        let mut starts: Vec<Arc<Face>> = catalogue.start().cloned().collect();
        starts.sort_by_key(|face| face.start);
        self.bag
            .retain(|(face, copy)| face.start.is_none() || *copy > 0);
        let host = self.seats[0];
        if self.on_map.is_some() {
            return self.lay_map(&starts, host);
        }
        if let [face] = &starts[..] {
            return self.lay(&Arc::clone(face), 0, Cell::default(), Rotation::R0, host);
        }
        for (number, face) in starts.iter().enumerate() {
            self.note(EventKind::TileLaid {
                cell: face.start.unwrap_or_default(),
                face: face.id,
                rotation: Rotation::R0,
                garden: None,
                before: number > 0,
            })?;
        }
        self.hands.lay_block(&starts, host, &mut self.rng);
        self.arrange(host)
    }

    fn lay(
        &mut self,
        face: &Arc<Face>,
        copy: u8,
        cell: Cell,
        rotation: Rotation,
        seat: Seat,
    ) -> Result<(), DemoError> {
        self.note(EventKind::TileLaid {
            cell,
            face: face.id,
            rotation,
            garden: None,
            before: false,
        })?;
        self.hands
            .lay(face, copy, cell, rotation, seat, &mut self.rng);
        self.handle_cards(cell, seat)?;
        self.arrange(seat)
    }

    /// The hands do what the game now says.
    fn arrange(&mut self, seat: Seat) -> Result<(), DemoError> {
        let (game, rng) = (self.truth.game(), &mut self.rng);
        self.hands.arrange(game, seat, &self.seats, rng)?;
        Ok(())
    }

    /// Of a player with several colours, that with most meeples in hand.
    fn color_of(&self, seat: Seat) -> Color {
        let game = self.game();
        let also = game
            .player_of(seat.color)
            .map(|player| player.also.clone())
            .unwrap_or_default();
        let mut best = seat.color;
        for color in also {
            let in_hand = |color| game.in_hand(color, FigureKind::Meeple);
            if in_hand(color) > in_hand(best) {
                best = color;
            }
        }
        best
    }

    /// The player makes the choices that the rules leave open.
    fn decide(&mut self, seat: Seat) -> Result<(), DemoError> {
        let now = |choice: &Choice| choice.kind != ChoiceKind::BuyIslandTile;
        while let Some(choice) = self.game().choices().into_iter().find(now) {
            let game = self.truth.game();
            let Some(events) = player::decide(game, seat.color, &choice, &mut self.rng) else {
                return Ok(());
            };
            for kind in events {
                if matches!(kind, EventKind::TileTurnedDown { .. }) {
                    // It is drawn unseen.
                    self.bag.pop();
                }
                self.note(kind)?;
            }
            self.arrange(seat)?;
        }
        Ok(())
    }

    /// Everybody takes home the figures of the features that the tile completed, and those that
    /// were driven off.
    fn take_home(&mut self, seat: Seat) -> Result<(), DemoError> {
        let game = self.truth.game();
        let home: Vec<EventId> = game
            .figures()
            .filter(|figure| {
                let feature = game.features().at(figure.at);
                let completed = feature.is_some_and(|f| game.is_completed_now(f));
                match figure.state {
                    FigureState::Standing => completed,
                    FigureState::DueHome => true,
                    FigureState::TakenEarly | FigureState::Buried => false,
                }
            })
            .map(|figure| figure.event)
            .collect();
        for figure in home {
            self.note(EventKind::FigureTaken { figure })?;
        }
        self.arrange(seat)
    }

    /// With expansions that move pieces when a turn is scored, its end is seen on the table.
    fn end_turn(&mut self, seat: Seat) -> Result<(), DemoError> {
        let ghosts = self.game().ghosts().total() > 0;
        if ghosts && self.game().open_turn().is_some() && !self.game().is_over() {
            self.note(EventKind::TurnEnded)?;
            self.arrange(seat)?;
            self.decide(seat)?;
            self.take_home(seat)?;
        }
        Ok(())
    }

    /// The map that is played on.
    pub(super) fn map(&self) -> Option<Arc<Map>> {
        self.on_map.as_ref().map(|on_map| Arc::clone(on_map.map()))
    }

    /// How the table is set for this game.
    pub(super) fn stage(&self, seed: u64) -> Stage {
        let game = self.game();
        let pieces = game.pieces();
        let supply = pieces.flat_map(|(kind, count)| std::iter::repeat_n(kind, usize::from(count)));
        let mut stage = Stage::new(seed, self.hands.area_mm(game), self.seats.clone());
        if let Some(on_map) = &self.on_map {
            stage.area_mm = on_map.area_mm();
            stage.tilt_deg = MAP_TILT_DEG;
        }
        Stage {
            supply: supply.collect(),
            common: vec![FigureKind::Ghost; usize::from(game.ghosts().total())],
            // Nobody draws more than two of them often.
            cards: if self.setup.plays(Expansion::Tatan) {
                2
            } else {
                0
            },
            ..stage
        }
    }
}
