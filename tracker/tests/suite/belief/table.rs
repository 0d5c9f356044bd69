//! A table that is only simulated: people lay tiles and figures on it, and a camera that errs
//! makes claims about it.

use std::sync::Arc;

use carcassonne::catalogue::Face;
use carcassonne::geometry::{Cell, Rotation};
use carcassonne::piece::{Color, FigureKind, Pose};
use carcassonne::seen::{
    FaceCandidate, FigureCandidate, SeenCard, SeenFigure, SeenSupply, SeenTable, SeenTile,
};
use carcassonne::spots::{RimGeometry, TileGeometry};
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use tracker::Tracker;
use tracker::board::features::{FeatureKind, SegmentRef};
use tracker::command::Command;
use tracker::log::Log;
use tracker::log::event::{By, Event, EventId, EventKind};
use tracker::setup::Setup;
use tracker::snapshot::Meaning;

/// How much the camera errs, as probabilities per look.
#[derive(Clone, Copy)]
pub struct Noise {
    pub wrong_tile: f64,
    pub wrong_color: f64,
    pub missed_figure: f64,
    pub hidden: f64,
    pub foot: f32,
    /// Probability that the camera reads a tile wrong in every look, and by how much.
    pub stubborn: f64,
}

pub const NONE: Noise = Noise {
    wrong_tile: 0.0,
    wrong_color: 0.0,
    missed_figure: 0.0,
    hidden: 0.0,
    foot: 0.0,
    stubborn: 0.0,
};
pub const SOME: Noise = Noise {
    wrong_tile: 0.2,
    wrong_color: 0.1,
    missed_figure: 0.15,
    hidden: 0.05,
    foot: 0.02,
    stubborn: 0.05,
};

#[derive(Clone)]
pub struct Standing {
    pub at: SegmentRef,
    pub kind: FigureKind,
    /// `None` for pieces that belong to nobody.
    pub color: Option<Color>,
    pub event: EventId,
}

pub struct Table {
    pub tiles: Vec<(Cell, Arc<Face>, Rotation)>,
    pub figures: Vec<Standing>,
    /// How the lattice is turned against the board and where the start tile lies on it.
    pub turn: Rotation,
    pub origin: Cell,
    pub lattice: u32,
    pub rng: ChaCha8Rng,
    pub noise: Noise,
    pub frame: u64,
    /// A face of which no pack has a picture, and the one it then looks like.
    pub foreign: Option<[&'static str; 2]>,
    /// The cards beside the board.
    pub cards: Vec<SeenCard>,
    /// What the camera counts beside the board, if it can.
    pub supplies: Option<Vec<SeenSupply>>,
    pub truth: Log,
    pub tracker: Tracker,
    pub events: Vec<Event>,
}

impl Table {
    pub fn new(setup: &str, seed: u64, noise: Noise) -> Self {
        let setup: Arc<Setup> = Arc::new(setup.parse().unwrap());
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let turn = Rotation::from_quarter_turns(rng.random_range(0..4));
        Self {
            tiles: Vec::new(),
            figures: Vec::new(),
            turn,
            origin: Cell::new(rng.random_range(-5..5), rng.random_range(-5..5)),
            lattice: 0,
            rng,
            noise,
            frame: 0,
            foreign: None,
            cards: Vec::new(),
            supplies: None,
            truth: Log::new(Arc::clone(&setup)),
            tracker: Tracker::new(setup, Arc::new(RimGeometry)),
            events: Vec::new(),
        }
    }

    pub fn face(&self, id: &str) -> Arc<Face> {
        Arc::clone(self.truth.game().catalogue().find(id).unwrap())
    }

    /// Lays a tile on the table and in the true game.
    pub fn lay(&mut self, id: &str, x: i32, y: i32, degrees: u16) -> EventId {
        let face = self.face(id);
        let rotation = face.canonical(Rotation::try_from(degrees).unwrap());
        let cell = Cell::new(x, y);
        let laid = EventKind::TileLaid {
            cell,
            face: face.id,
            rotation,
            garden: None,
            before: false,
        };
        self.tiles.push((cell, face, rotation));
        self.truth.append(0, By::Person, laid).unwrap()
    }

    /// Puts a meeple on the newest tile.
    pub fn put(&mut self, color: Color, segment: usize) -> EventId {
        let cell = self.tiles.last().unwrap().0;
        let figure = FigureKind::Meeple;
        let placed = EventKind::FigurePlaced {
            cell,
            segment,
            figure,
            color: Some(color),
            foot: None,
            before: false,
        };
        let event = self.truth.append(0, By::Person, placed).unwrap();
        self.figures.push(Standing {
            at: SegmentRef::new(cell, segment),
            kind: figure,
            color: Some(color),
            event,
        });
        event
    }

    /// Makes the open choices, as the players do on the table.
    pub fn choose(&mut self) {
        while let Some(choice) = self.truth.game().choices().pop() {
            let option = choice.options.choose(&mut self.rng).unwrap();
            for kind in option.events.clone() {
                let event = self.truth.append(0, By::Person, kind.clone()).unwrap();
                match kind {
                    EventKind::FigurePlaced {
                        cell,
                        segment,
                        figure,
                        color,
                        ..
                    } => {
                        self.figures.retain(|standing| standing.kind != figure);
                        self.figures.push(Standing {
                            at: SegmentRef::new(cell, segment),
                            kind: figure,
                            color,
                            event,
                        });
                    }
                    EventKind::FigureTaken { figure } => {
                        self.figures.retain(|standing| standing.event != figure);
                    }
                    other => panic!("nobody simulates {other:?}"),
                }
            }
        }
    }

    /// Takes a figure off the table and out of the true game.
    pub fn take(&mut self, event: EventId) {
        self.figures.retain(|figure| figure.event != event);
        self.truth
            .append(0, By::Person, EventKind::FigureTaken { figure: event })
            .unwrap();
    }

    pub fn looks(&mut self, count: usize) {
        for _ in 0..count {
            let table = self.seen();
            let events = self.tracker.see(&table);
            self.events.extend(events);
        }
    }

    /// A look by the camera.
    pub fn seen(&mut self) -> SeenTable {
        self.frame += 1;
        let mut hidden = Vec::new();
        let mut tiles = Vec::new();
        let mut figures = Vec::new();
        for (cell, face, rotation) in self.tiles.clone() {
            let on_lattice = self.on_lattice(cell);
            if self.rng.random_bool(self.noise.hidden) {
                hidden.push(on_lattice);
                continue;
            }
            tiles.push(self.seen_tile(on_lattice, &face, rotation));
        }
        for figure in self.figures.clone() {
            let on_lattice = self.on_lattice(figure.at.cell);
            if hidden.contains(&on_lattice) || self.rng.random_bool(self.noise.missed_figure) {
                continue;
            }
            figures.extend(self.seen_figure(on_lattice, &figure));
        }
        SeenTable {
            tiles,
            figures,
            hidden,
            cards: self.cards.clone(),
            supplies: self.supplies.clone(),
            ..SeenTable::still(self.frame, self.frame * 200, self.lattice)
        }
    }

    fn on_lattice(&self, cell: Cell) -> Cell {
        let (mut x, mut y) = (cell.x, cell.y);
        for _ in 0..self.turn.inverse().quarter_turns() {
            (x, y) = (-y, x);
        }
        Cell::new(x + self.origin.x, y + self.origin.y)
    }

    fn seen_tile(&mut self, cell: Cell, face: &Face, rotation: Rotation) -> SeenTile {
        let truth = face.canonical(rotation.then(self.turn.inverse()));
        let foreign = self.foreign.filter(|[name, _]| face.id.as_str() == *name);
        let nearest = foreign.map_or(face.id, |[_, like]| self.face(like).id);
        let mut candidates = vec![FaceCandidate {
            face: nearest,
            rotation: truth,
            log_likelihood: 0.0,
        }];
        let faces: Vec<Arc<Face>> = self.truth.game().catalogue().faces().cloned().collect();
        for _ in 0..3 {
            let other = faces.choose(&mut self.rng).unwrap();
            let rotation =
                other.canonical(Rotation::from_quarter_turns(self.rng.random_range(0..4)));
            if (other.id, rotation) != (face.id, truth) {
                let log_likelihood = if self.rng.random_bool(self.noise.wrong_tile) {
                    self.rng.random_range(0.0..2.0)
                } else {
                    self.rng.random_range(-8.0..-3.0)
                };
                candidates.push(FaceCandidate {
                    face: other.id,
                    rotation,
                    log_likelihood,
                });
            }
        }
        // Some tiles look like another one in every look, whatever the light.
        let number = (cell.x * 31 + cell.y * 17).unsigned_abs();
        if f64::from(number % 100) < 100.0 * self.noise.stubborn {
            let other = &faces[number as usize % faces.len()];
            let rotation = other.canonical(Rotation::from_quarter_turns(cell.x + cell.y));
            if other.id != face.id {
                candidates.push(FaceCandidate {
                    face: other.id,
                    rotation,
                    log_likelihood: 0.5,
                });
            }
        }
        candidates.sort_by(|a, b| b.log_likelihood.total_cmp(&a.log_likelihood));
        SeenTile {
            cell,
            candidates,
            unknown: if foreign.is_some() { 1.2 } else { -6.0 },
            corners_px: [[0.0; 2]; 4],
        }
    }

    fn seen_figure(&mut self, cell: Cell, figure: &Standing) -> Option<SeenFigure> {
        let (_, face, rotation) = self
            .tiles
            .iter()
            .find(|(at, ..)| *at == figure.at.cell)?
            .clone();
        let mut foot = RimGeometry.spot(&face, rotation, figure.at.segment);
        for _ in 0..self.turn.inverse().quarter_turns() {
            foot = [-foot[1], foot[0]];
        }
        for part in &mut foot {
            *part += self.noise.foot * self.rng.random_range(-1.7..1.7_f32);
        }
        let kind = face.kind(figure.at.segment).map(FeatureKind::of);
        let pose = if kind == Some(FeatureKind::Field) {
            Pose::Lying
        } else {
            Pose::Standing
        };
        let other_color = figure
            .color
            .map(|color| Color::ALL[(color as usize + 1) % 6]);
        let wrong = self.rng.random_bool(self.noise.wrong_color);
        let other_ll = if wrong { 1.0 } else { -5.0 };
        let candidate = |color, pose, log_likelihood| FigureCandidate {
            kind: figure.kind,
            color,
            pose,
            log_likelihood,
            foot: None,
        };
        let other_pose = if pose == Pose::Lying {
            Pose::Standing
        } else {
            Pose::Lying
        };
        let mut candidates = vec![
            candidate(figure.color, pose, 0.0),
            candidate(figure.color, other_pose, -4.0),
        ];
        if other_color.is_some() {
            candidates.push(candidate(other_color, pose, other_ll));
        }
        candidates.sort_by(|a, b| b.log_likelihood.total_cmp(&a.log_likelihood));
        Some(SeenFigure {
            cell,
            foot,
            candidates,
            foot_px: [0.0; 2],
        })
    }

    /// Everything in which the tracker's game differs from the true one, with the board.
    pub fn differences(&self) -> String {
        let (truth, got) = (self.truth.game(), self.tracker.log().game());
        let mut text = String::new();
        if truth.board() != got.board() {
            text += &format!("laid:\n{}believed:\n{}", truth.board(), got.board());
        }
        let scores = |game: &tracker::rules::Game| {
            let mut all: Vec<(Color, i32)> = game
                .players()
                .iter()
                .map(|player| (player.color, player.score))
                .collect();
            all.sort();
            all
        };
        if scores(truth) != scores(got) {
            text += &format!("scores: true {:?}, got {:?}\n", scores(truth), scores(got));
        }
        let figures = |game: &tracker::rules::Game| {
            let mut all: Vec<_> = game
                .figures()
                .map(|f| (f.at, f.color, f.turn, format!("{:?}", f.state)))
                .collect();
            all.sort();
            all
        };
        if figures(truth) != figures(got) {
            text += &format!(
                "figures: true {:?}\n got {:?}\n",
                figures(truth),
                figures(got)
            );
        }
        if truth.turn() != got.turn() {
            text += &format!("turn: true {}, got {}\n", truth.turn(), got.turn());
        }
        if !text.is_empty() {
            text += &format!(
                "questions {:#?}\ndesync {:?}\n",
                self.tracker.belief().questions(),
                self.tracker.belief().desync()
            );
        }
        text
    }

    /// Answers every open question as someone would who sees the table.
    pub fn answer_truthfully(&mut self) {
        for question in self.tracker.snapshot().questions.clone() {
            let truth = self.truth.game();
            let right = question
                .guesses
                .iter()
                .position(|guess| match guess.meaning {
                    Meaning::Tile { face, rotation } => {
                        let laid = truth.board().get(question.cell);
                        laid.is_some_and(|laid| (laid.face.id, laid.rotation) == (face, rotation))
                    }
                    Meaning::Figure { color, at, .. } => truth
                        .figures()
                        .any(|figure| (figure.at, figure.color) == (at, color)),
                    Meaning::NoFigure => !truth.figures().any(|f| f.at.cell == question.cell),
                    _ => false,
                });
            if let Some(choice) = right {
                let answer = Command::Answer {
                    question: question.id,
                    choice,
                };
                self.tracker.command(0, answer).unwrap();
            }
        }
    }

    /// Plays `turns` random turns with looks in between, as people do.
    pub fn play(&mut self, colors: &[Color], turns: usize) {
        self.lay("D", 0, 0, 0);
        self.looks(8);
        for turn in 0..turns {
            let color = colors[turn % colors.len()];
            let faces: Vec<Arc<Face>> = self.truth.game().catalogue().faces().cloned().collect();
            let bag: Vec<&Arc<Face>> = faces
                .iter()
                .flat_map(|face| vec![face; usize::from(self.truth.game().copies_left(face))])
                .collect();
            let Some(face) = bag.choose(&mut self.rng) else {
                return;
            };
            let places = self.truth.game().board().placements(face);
            // Near the middle, so that features close.
            let near = |cell: &Cell| cell.x.abs() + cell.y.abs();
            let Some(&(cell, rotation)) = places.iter().min_by_key(|(cell, _)| near(cell)) else {
                continue;
            };
            self.lay(&face.id, cell.x, cell.y, rotation.degrees());
            let pause = self.rng.random_range(0..6);
            self.looks(pause);
            if !self.truth.game().choices().is_empty() {
                self.choose();
                let pause = self.rng.random_range(0..6);
                self.looks(pause);
            }
            let places = self.truth.game().figure_places(color);
            if self.rng.random_bool(0.6)
                && let Some(place) = places.choose(&mut self.rng)
            {
                self.put(color, place.at.segment);
            }
            let pause = self.rng.random_range(10..14);
            self.looks(pause);
            let completed: Vec<EventId> = self
                .figures
                .iter()
                .filter(|figure| {
                    let game = self.truth.game();
                    game.features()
                        .at(figure.at)
                        .is_some_and(|feature| game.is_completed_now(feature))
                })
                .map(|figure| figure.event)
                .collect();
            for event in completed {
                self.take(event);
            }
            self.looks(9);
        }
    }
}
