//! The demo: a whole game on the synthetic table, as a script that a film plays.
//!
//! Plays a seeded game by the tracker's rules and says what hands do on the table meanwhile.
//! Only the film's pictures go to the reader; what was laid is kept as [`Demo::truth`], for
//! the comparison afterwards. Never tells the tracker anything but what a family types in
//! before a game: who plays, in which colours.

pub mod compare;
mod player;

use std::sync::Arc;

use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use tracker::catalogue::Face;
use tracker::event::{By, EventId, EventKind};
use tracker::features::{FeatureKind, SegmentRef};
use tracker::geometry::{Cell, Rotation};
use tracker::log::Log;
use tracker::piece::{Color, FigureKind, Pose};
use tracker::rules::{Expansion, RuleFault};
use tracker::setup::{Player, Setup, StartTile};
use vision::art::{Artist, Print};
use vision::layout::Layout;
use vision::source::SynthSource;
use vision::synth::{
    Action, Figure, Film, FilmConfig, Scene, SceneTile, Seat, Stage, SynthError, TILE_MM,
    TILE_THICKNESS_MM,
};

/// What the players of the demo are called, in seat order.
const NAMES: [&str; 5] = ["Anna", "Ben", "Clara", "David", "Emma"];

/// Quiet frames after a turn, at least and at most: people look, think and draw a tile.
const THINKING_FRAMES: std::ops::Range<u32> = 1..4;

/// Quiet frames at the end: the last move gets as long a look as any other.
const LAST_LOOK_FRAMES: u32 = 6;

/// Why there is no demo.
#[derive(Debug, thiserror::Error)]
pub enum DemoError {
    /// The rules refused a move; the player asks before, so this is a fault of the program.
    #[error("the demo's player broke a rule: {0}")]
    Rule(#[from] RuleFault),
    /// The table could not be drawn.
    #[error("the synthetic table could not be drawn: {0}")]
    Synth(#[from] SynthError),
}

/// Which game is played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// Equal seeds play equal games.
    pub seed: u64,
    /// Two to five; as the seed says if not given.
    pub players: Option<u8>,
    /// Stops after so many turns; if not given, when the rules end the game.
    pub turns: Option<u32>,
    /// Expansions.
    pub modules: Vec<Expansion>,
}

impl Plan {
    /// A whole base game.
    pub const fn base(seed: u64) -> Self {
        Self {
            seed,
            players: None,
            turns: None,
            modules: Vec::new(),
        }
    }

    /// The same, cut off after some turns.
    #[must_use]
    pub fn turns(mut self, turns: u32) -> Self {
        self.turns = Some(turns);
        self
    }
}

/// A game on the synthetic table.
#[derive(Clone, Debug)]
pub struct Demo {
    /// What it was made from.
    pub seed: u64,
    /// Who plays; all that the tracker is told.
    pub setup: Setup,
    /// What happens on the table.
    pub script: Vec<Action>,
    /// How it is photographed.
    pub config: FilmConfig,
    /// The game as it was really played.
    pub truth: Log,
    /// Whether it was played to its end.
    pub complete: bool,
}

impl Demo {
    /// Plays that game.
    ///
    /// # Errors
    /// Only where OpenCV fails.
    pub fn new(plan: &Plan) -> Result<Self, DemoError> {
        let seed = plan.seed;
        // Room for the whole game, so that a shorter film shows the same pictures.
        let mut whole = Table::seated(plan);
        whole.play(u32::MAX)?;
        let mut table = Table::seated(plan);
        table.play(plan.turns.unwrap_or(u32::MAX))?;
        let complete = table.bag.is_empty();
        if complete {
            let ended = EventKind::GameEnded;
            table.truth.append(0, By::Person, ended)?;
        }
        table.script.push(Action::Wait(LAST_LOOK_FRAMES));
        let stage = Stage::new(seed, whole.area_mm(), table.seats.clone());
        Ok(Self {
            seed,
            setup: table.setup,
            script: table.script,
            config: stage.set()?,
            truth: table.truth,
            complete,
        })
    }

    /// Its film, drawn while it is read.
    pub fn film(&self) -> Film<Artist> {
        let artist = Artist::new(self.setup.catalogue());
        Film::new(self.script.clone(), self.config.clone(), artist)
    }

    /// Its film as a source.
    pub fn source(&self) -> SynthSource<Artist> {
        SynthSource::new(self.film(), format!("synth:{}", self.seed))
    }
}

/// A game being played.
struct Table {
    rng: ChaCha8Rng,
    setup: Setup,
    seats: Vec<Seat>,
    /// Tiles to draw, the next one last: a face and the number of its copy.
    bag: Vec<(Arc<Face>, u8)>,
    truth: Log,
    script: Vec<Action>,
    /// The tiles as they lie.
    lying: Vec<SceneTile>,
    pitch_mm: f64,
}

impl Table {
    fn seated(plan: &Plan) -> Self {
        let mut rng = ChaCha8Rng::seed_from_u64(plan.seed);
        let players = plan
            .players
            .map_or(2 + (plan.seed % 4) as usize, usize::from);
        let mut colors = Color::ALL;
        colors.shuffle(&mut rng);
        let colors = &colors[..players.clamp(1, NAMES.len())];
        let players = colors.iter().zip(NAMES).zip(1..);
        let setup = Setup {
            players: players
                .map(|((&color, name), seat)| Player {
                    name: name.into(),
                    color,
                    also: Vec::new(),
                    seat,
                })
                .collect(),
            modules: plan.modules.clone(),
            ..Setup::default()
        };
        let catalogue = setup.catalogue();
        let copies = catalogue
            .faces()
            .flat_map(|face| (0..face.copies).map(|copy| (Arc::clone(face), copy)));
        let mut bag: Vec<_> = copies.collect();
        bag.shuffle(&mut rng);
        Self {
            rng,
            seats: Seat::around(colors),
            bag,
            truth: Log::new(Arc::new(setup.clone())),
            script: Vec::new(),
            lying: Vec::new(),
            pitch_mm: Scene::default().pitch_mm,
            setup,
        }
    }

    /// Lays the start tile and plays.
    fn play(&mut self, turns: u32) -> Result<(), DemoError> {
        if let StartTile::Face(start) = self.setup.start
            && let Some(at) = self.bag.iter().position(|(face, _)| face.id == start)
        {
            let (face, copy) = self.bag.remove(at);
            let host = self.seats[0];
            self.lay(&face, copy, Cell::default(), Rotation::R0, host)?;
        }
        let mut played = 0;
        while played < turns {
            let Some((face, copy)) = self.bag.pop() else {
                return Ok(());
            };
            let seat = self.seats[played as usize % self.seats.len()];
            let game = self.truth.game();
            let Some(chosen) = player::choose(game, seat.color, &face, &mut self.rng) else {
                // It leaves the game (ruling B3) and the same player draws another.
                let gone = EventKind::TileDiscarded { face: face.id };
                self.truth.append(0, By::Person, gone)?;
                continue;
            };
            let tile = self.lay(&face, copy, chosen.cell, chosen.rotation, seat)?;
            self.decide(seat)?;
            if let Some(at) = chosen.meeple {
                self.put(&face, &tile, at, seat)?;
            }
            self.take_home()?;
            played += 1;
            let frames = self.rng.random_range(THINKING_FRAMES);
            self.script.push(Action::Wait(frames));
        }
        Ok(())
    }

    fn lay(
        &mut self,
        face: &Face,
        copy: u8,
        cell: Cell,
        rotation: Rotation,
        seat: Seat,
    ) -> Result<SceneTile, DemoError> {
        let laid = EventKind::TileLaid {
            cell,
            face: face.id,
            rotation,
            garden: None,
            before: false,
        };
        self.truth.append(0, By::Person, laid)?;
        let print = Print::of_copy(face, copy);
        let Print {
            garden, variant, ..
        } = print;
        let tile = SceneTile::laid_by_hand(cell, face.id, garden, variant, rotation, &mut self.rng);
        self.lying.push(tile);
        self.script.push(Action::LayTile {
            tile,
            seat_deg: seat.at_deg,
        });
        Ok(tile)
    }

    fn put(
        &mut self,
        face: &Face,
        tile: &SceneTile,
        at: SegmentRef,
        seat: Seat,
    ) -> Result<(), DemoError> {
        let placed = EventKind::FigurePlaced {
            cell: at.cell,
            segment: at.segment,
            figure: FigureKind::Meeple,
            color: Some(seat.color),
            foot: None,
            before: false,
        };
        let id = self.truth.append(0, By::Person, placed)?;
        let piece = (FigureKind::Meeple, Some(seat.color));
        let figure = self.standing(piece, face, tile, at.segment)?;
        self.script.push(Action::PutFigure {
            id: name_of(id),
            figure,
            seat_deg: seat.at_deg,
        });
        Ok(())
    }

    /// A piece as it stands on a segment, set down by hand: near the middle of the feature, not
    /// on a point.
    fn standing(
        &mut self,
        (kind, color): (FigureKind, Option<Color>),
        face: &Face,
        tile: &SceneTile,
        segment: usize,
    ) -> Result<Figure, DemoError> {
        let layout = Layout::new(face, false).map_err(SynthError::from)?;
        let shape = &layout.shapes()[segment];
        let careless = f64::from((shape.room * 0.4).min(0.06));
        let mut near = |v: f32| f64::from(v) + self.rng.random_range(-careless..careless);
        let on_face = [near(shape.stand[0]), near(shape.stand[1])];
        let lies = face.kind(segment).map(FeatureKind::of) == Some(FeatureKind::Field);
        Ok(Figure {
            kind,
            color,
            pose: if lies { Pose::Lying } else { Pose::Standing },
            at_mm: tile.table_mm(on_face, self.pitch_mm),
            yaw_deg: self.rng.random_range(0.0..360.0),
            on_mm: TILE_THICKNESS_MM,
        })
    }

    /// The player makes the choices that the rules leave open.
    fn decide(&mut self, seat: Seat) -> Result<(), DemoError> {
        while let Some(choice) = self.truth.game().choices().into_iter().next() {
            let game = self.truth.game();
            let Some(events) = player::decide(game, seat.color, &choice, &mut self.rng) else {
                return Ok(());
            };
            for kind in events {
                self.act(kind, seat)?;
            }
        }
        Ok(())
    }

    /// Does on the table what an event says.
    fn act(&mut self, kind: EventKind, seat: Seat) -> Result<(), DemoError> {
        let seat_deg = seat.at_deg;
        let take = |event: EventId| Action::TakeFigure {
            id: name_of(event),
            seat_deg,
        };
        match kind {
            EventKind::FigurePlaced {
                cell,
                segment,
                figure,
                color: None,
                ..
            } => {
                let game = self.truth.game();
                let stood = game.figures().find(|f| f.kind == figure).map(|f| f.event);
                let face = game.board().get(cell).map(|laid| Arc::clone(&laid.face));
                let id = self.truth.append(0, By::Person, kind)?;
                self.script.extend(stood.map(take));
                let tile = self.lying.iter().find(|tile| tile.cell == cell).copied();
                if let (Some(face), Some(tile)) = (face, tile) {
                    let figure = self.standing((figure, None), &face, &tile, segment)?;
                    self.script.push(Action::PutFigure {
                        id: name_of(id),
                        figure,
                        seat_deg,
                    });
                }
            }
            EventKind::FigureTaken { figure } => {
                self.truth.append(0, By::Person, kind)?;
                self.script.push(take(figure));
            }
            other => {
                self.truth.append(0, By::Person, other)?;
            }
        }
        Ok(())
    }

    /// Everybody takes home the figures of the features that the tile completed.
    fn take_home(&mut self) -> Result<(), DemoError> {
        let game = self.truth.game();
        let home: Vec<(EventId, Option<Color>)> = game
            .figures()
            .filter(|figure| {
                let feature = game.features().at(figure.at);
                feature.is_some_and(|feature| game.is_completed_now(feature))
            })
            .map(|figure| (figure.event, figure.color))
            .collect();
        for (figure, color) in home {
            self.truth
                .append(0, By::Person, EventKind::FigureTaken { figure })?;
            let owner = self.seats.iter().find(|seat| Some(seat.color) == color);
            self.script.push(Action::TakeFigure {
                id: name_of(figure),
                seat_deg: owner.map_or(180.0, |seat| seat.at_deg),
            });
        }
        Ok(())
    }

    /// The corners of everything that lies at the end, mm.
    fn area_mm(&self) -> [[f64; 2]; 2] {
        let cells = || self.truth.game().board().tiles().map(|(cell, _)| cell);
        let bounds = |axis: fn(Cell) -> i32| {
            let low = cells().map(axis).min().unwrap_or(0);
            let high = cells().map(axis).max().unwrap_or(0);
            let half = TILE_MM / 2.0;
            [
                f64::from(low) * self.pitch_mm - half,
                f64::from(high) * self.pitch_mm + half,
            ]
        };
        let (x, y) = (bounds(|cell| cell.x), bounds(|cell| cell.y));
        [[x[0], y[0]], [x[1], y[1]]]
    }
}

/// A figure's name on the table.
fn name_of(event: EventId) -> u32 {
    // A game has some hundred events.
    u32::try_from(event.0).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_complete_legal_and_look_like_games() {
        for seed in 1..=5 {
            let demo = Demo::new(&Plan::base(seed)).expect("played");
            let game = demo.truth.game();
            assert!(demo.complete && game.is_over());
            assert!(demo.truth.rejected().is_empty());
            assert_eq!(game.board().len() + game.discarded().len(), 72);
            assert_eq!(game.players().len(), 2 + seed as usize % 4);
            let count = |matches: fn(&Action) -> bool| {
                demo.script.iter().filter(|action| matches(action)).count()
            };
            let put = count(|action| matches!(action, Action::PutFigure { .. }));
            let taken = count(|action| matches!(action, Action::TakeFigure { .. }));
            assert!((25..=65).contains(&put), "seed {seed}: {put} meeples put");
            assert!(taken >= put / 3, "seed {seed}: {taken} of {put} come home");
            let scores: i32 = game.players().iter().map(|player| player.score).sum();
            assert!(
                (120..=500).contains(&scores),
                "seed {seed}: {scores} points"
            );
        }
    }

    #[test]
    fn every_tile_is_large_enough_to_be_read() {
        for seed in 1..=20 {
            let demo = Demo::new(&Plan::base(seed)).expect("played");
            for action in &demo.script {
                let Action::LayTile { tile, .. } = action else {
                    continue;
                };
                let corners = tile.corners_mm(demo.config.scene.pitch_mm);
                let corners = corners.map(|[x, y]| [x, y, TILE_THICKNESS_MM]);
                let seen = demo.config.camera.project(&corners).expect("in view");
                let area: f64 = (0..4)
                    .map(|i| {
                        let (a, b) = (seen[i], seen[(i + 1) % 4]);
                        (a[0] * b[1] - b[0] * a[1]) / 2.0
                    })
                    .sum();
                let side = area.abs().sqrt();
                assert!(side >= 45.0, "seed {seed}, {}: {side:.1} px", tile.cell);
            }
        }
    }

    #[test]
    fn a_seed_is_always_the_same_game() {
        let (a, b) = (
            Demo::new(&Plan::base(3).turns(9)),
            Demo::new(&Plan::base(3).turns(9)),
        );
        let (a, b) = (a.expect("played"), b.expect("played"));
        assert_eq!(a.script, b.script);
        let whole = Demo::new(&Plan::base(3)).expect("played");
        let same = a.script.len() - 1;
        assert_eq!(a.script[..same], whole.script[..same]);
        assert_eq!(a.config, whole.config);
        assert!(!a.complete);
        assert_eq!(a.truth.game().turn(), 9);
    }
}
