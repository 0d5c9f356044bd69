//! The shapes of the JSON that `read`, `score`, `watch` and `replay` print, and how a record becomes
//! one. Measuring tools read them: fields may be added, never renamed.
//!
//! Directions as everywhere: `x` right, `y` down, `rotation` in degrees clockwise.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use carcassonne::geometry::Cell;
use carcassonne::piece::{Color, FigureKind, Pose};
use serde::Serialize;
use tracker::board::features::FeatureKind;
use tracker::log::event::{EventId, EventKind};
use tracker::log::ghost::GhostPlace;
use tracker::log::{Holding, Log};
use tracker::rules::{Game, Token};
use tracker::snapshot::{Reminder, ScoreLine, ScoreReason};

/// Points per player.
pub type Scores = BTreeMap<&'static str, i32>;

/// A tile on the board.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[allow(missing_docs)]
pub struct TileReport {
    /// 0 for the start tile.
    pub turn: u32,
    pub x: i32,
    pub y: i32,
    pub face: String,
    pub rotation: u16,
    /// The first still frame that showed it; absent for tiles laid by hand in the program.
    pub at_frame: Option<u64>,
}

/// What a figure stands on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Ground {
    /// A feature of its tile.
    Feature(FeatureKind),
    /// Something else of it.
    Other(&'static str),
}

impl Ground {
    /// The one spelling used in files and messages.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Feature(kind) => kind.name(),
            Self::Other(name) => name,
        }
    }

    /// Where a ghost or an animal stands.
    fn of(game: &Game, place: GhostPlace) -> Self {
        let host = |figure| {
            let at = game.figure(figure)?.at;
            Some(Self::Feature(game.features().at(at)?.kind))
        };
        match place {
            GhostPlace::Circle { .. } => Self::Other("circle"),
            GhostPlace::Cemetery { .. } => Self::Feature(FeatureKind::Cemetery),
            GhostPlace::Beside { figure } => host(figure).unwrap_or(Self::Other("tile")),
            GhostPlace::Mist { .. } => Self::Other("tile"),
            GhostPlace::Supply | GhostPlace::CatStock => Self::Other("table"),
        }
    }
}

/// A figure that stood on the board at some time; ghosts and animals once for each place.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[allow(missing_docs)]
pub struct FigureReport {
    pub turn: u32,
    pub kind: FigureKind,
    pub color: Option<Color>,
    pub pose: Pose,
    pub x: i32,
    pub y: i32,
    pub on: Ground,
    pub placed_at_frame: Option<u64>,
    /// Absent while it stands.
    pub taken_at_frame: Option<u64>,
    /// Whether it still stands.
    pub standing: bool,
}

/// Points given to one player at one moment.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[allow(missing_docs)]
pub struct ScoredReport {
    pub player: &'static str,
    pub points: i32,
    pub expression: String,
    pub reason: ScoreReason,
}

/// One turn.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TurnReport {
    /// From 1; 0 holds what was there before the first turn.
    pub turn: u32,
    /// Whose turn it was, if anything showed it.
    pub player: Option<Color>,
    /// The tile laid in it.
    pub tile: Option<TileReport>,
    /// Figures placed in it.
    pub figures: Vec<FigureReport>,
    /// Points given at its end.
    pub scored: Vec<ScoredReport>,
    /// All scores after it.
    pub scores: Scores,
    /// What players had to remember when it was about to end; added by whoever can ask a
    /// tracker.
    pub reminders: Vec<Reminder>,
}

/// How the game stands at the end of the record.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FinalReport {
    /// Whether final scoring is in the scores.
    pub over: bool,
    /// Final scoring, line by line; empty while the game is not over.
    pub scored: Vec<ScoredReport>,
    /// All scores.
    pub scores: Scores,
    /// Who has most points; several if tied.
    pub winner: Vec<&'static str>,
    /// The board.
    pub tiles: Vec<TileReport>,
}

/// What `replay --json` prints.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ReplayReport {
    /// Turn by turn.
    pub turns: Vec<TurnReport>,
    /// The end.
    #[serde(rename = "final")]
    pub last: FinalReport,
    /// Events of the record that the rules refuse, in words; they had no effect.
    pub refused: Vec<String>,
}

/// What `watch --json` prints at the end.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct WatchReport {
    /// Always true: tells this object from events.
    pub end: bool,
    /// Frames looked at.
    pub frames: u64,
    /// Turns begun.
    pub turns: u32,
    /// The board.
    pub tiles: Vec<TileReport>,
    /// Every figure that stood on it.
    pub figures: Vec<FigureReport>,
    /// All scores; an open last turn counts as if it ended now.
    pub scores: Scores,
    /// Questions still open.
    pub questions_open: usize,
    /// Questions asked in all.
    pub questions_asked: usize,
    /// Times that table and board began to differ.
    pub desyncs: u32,
    /// Processor time of the whole program, seconds.
    pub cpu_s: f64,
    /// Time from frame to claims for still frames, ms.
    pub read_ms: ReadTimes,
    /// The file the game was written to.
    pub record: Option<PathBuf>,
    /// What went wrong on the way, in words.
    pub warnings: Vec<String>,
}

/// Times of still frames.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[allow(missing_docs)]
pub struct ReadTimes {
    pub median: f64,
    pub p95: f64,
}

impl ReadTimes {
    /// Of these durations; zeros if there are none.
    pub fn of(took: &[Duration]) -> Self {
        let mut ms: Vec<f64> = took
            .iter()
            .map(|took| took.as_secs_f64() * 1000.0)
            .collect();
        ms.sort_by(f64::total_cmp);
        let at = |share: f64| {
            let index = (ms.len().saturating_sub(1) as f64 * share).round() as usize;
            ms.get(index).map_or(0.0, |ms| (ms * 10.0).round() / 10.0)
        };
        Self {
            median: at(0.5),
            p95: at(0.95),
        }
    }
}

/// What `read --json` prints for a picture.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[allow(missing_docs)]
pub struct ReadReport {
    pub picture: String,
    /// Width and height, pixels.
    pub size: [u32; 2],
    pub tiles: Vec<ReadTile>,
    pub figures: Vec<ReadFigure>,
    pub warnings: Vec<String>,
}

/// A tile in a photograph. North is the lattice direction nearest to the picture's up.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[allow(missing_docs)]
pub struct ReadTile {
    pub x: i32,
    pub y: i32,
    pub face: String,
    pub rotation: u16,
    /// Probability of this face and rotation, 0 to 1.
    pub confidence: f32,
    /// Probability that no picture of the pack shows this face.
    pub unknown: f32,
    /// NW NE SE SW of the cell.
    pub corners_px: [[f64; 2]; 4],
    pub alternatives: Vec<ReadAlternative>,
}

/// What `score --json` prints.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ScoreReport {
    /// The photograph.
    pub picture: String,
    /// Width and height, pixels.
    pub size: [u32; 2],
    /// The tiles as they were taken over.
    pub tiles: Vec<ReadTile>,
    /// The figures likewise.
    pub figures: Vec<ReadFigure>,
    /// What should be asked, what changes most first.
    pub questions: Vec<ScoreQuestion>,
    /// What the track showed, by player.
    pub track: BTreeMap<String, i32>,
    /// The final scoring.
    pub lines: Vec<FinalLine>,
    /// Everybody's points, by player: track and lines together.
    #[serde(rename = "final")]
    pub last: BTreeMap<String, i32>,
    /// The file the game was written to.
    pub record: Option<PathBuf>,
    /// What else should be known of the picture, in words.
    pub warnings: Vec<String>,
}

/// Something in the photograph that should be asked.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[allow(missing_docs)]
pub struct ScoreQuestion {
    /// What, in words.
    pub about: String,
    pub x: i32,
    pub y: i32,
    /// NW NE SE SW of the tile in the picture.
    pub corners_px: [[f64; 2]; 4],
    /// What was taken for now, in the words of a guess.
    pub taken: String,
    /// Likeliest first.
    pub guesses: Vec<ScoreGuess>,
}

/// A guess at an answer.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ScoreGuess {
    /// What, in words.
    pub what: String,
    /// Probability, 0 to 1.
    pub confidence: f32,
    /// Everybody's points if it is right and all else is as taken.
    #[serde(rename = "final")]
    pub last: BTreeMap<String, i32>,
}

/// A line of the final scoring.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FinalLine {
    /// Who.
    pub player: String,
    /// How many.
    pub points: i32,
    /// As a sum.
    pub expression: String,
    /// For what: a feature.
    pub what: &'static str,
}

/// What else a tile might be.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[allow(missing_docs)]
pub struct ReadAlternative {
    pub face: String,
    pub rotation: u16,
    pub confidence: f32,
}

/// A figure in a photograph.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[allow(missing_docs)]
pub struct ReadFigure {
    pub kind: FigureKind,
    pub color: Option<Color>,
    pub pose: Pose,
    pub foot_px: [f32; 2],
    pub x: i32,
    pub y: i32,
    /// What of its tile it stands on; `tile` where the tile's face is not described.
    pub on: &'static str,
    /// Probability that a figure stands here and that all of this is right, 0 to 1.
    pub confidence: f32,
    pub alternatives: Vec<ReadFigureAlternative>,
}

/// What else a figure might be.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[allow(missing_docs)]
pub struct ReadFigureAlternative {
    pub kind: FigureKind,
    pub color: Option<Color>,
    pub pose: Pose,
    pub on: &'static str,
    pub confidence: f32,
}

/// A game told from its log: what happened, turn by turn.
///
/// An open last turn is told as if it ended now, as the players at the table see it.
#[derive(Clone, Debug, Default)]
pub struct Story {
    /// Tiles in the order of laying.
    pub tiles: Vec<TileReport>,
    /// Figures, ghosts and animals in the order of placing, those taken away included.
    pub figures: Vec<FigureReport>,
    /// Points, oldest first.
    pub lines: Vec<ScoreLine>,
    /// Whose turn each turn was.
    pub players: BTreeMap<u32, Color>,
    /// Everybody who scores: colours, or the team.
    pub scorers: Vec<&'static str>,
    /// Whether final scoring happened.
    pub over: bool,
    /// Turns begun; one may go by without a tile of its own.
    begun: u32,
    /// Ghosts and animals on the board, each with its number in `figures`.
    loose: Vec<(Token, Cell, usize)>,
}

impl Story {
    /// Folds the log's facts one by one.
    pub fn of(log: &Log) -> Self {
        let whole = log.game();
        let mut story = Self::default();
        let mut game = Game::new(whole.setup().clone());
        let mut placed = BTreeMap::new();
        for fact in log.holding() {
            // Facts without effect are listed by `Log::rejected`.
            if game.apply(fact.event, &fact.kind).is_ok() {
                story.tell(fact, &game, &mut placed);
                story.tell_loose(fact, &game);
            }
            if let Some(player) = game.open_turn().and_then(|open| open.player) {
                story.players.insert(game.turn(), player);
            }
        }
        story.lines = game.lines().to_vec();
        story.lines.extend(game.provisional());
        story.scorers = if game.shares_score() {
            vec![scorer(None)]
        } else {
            game.colors().map(|color| scorer(Some(color))).collect()
        };
        story.over = game.is_over();
        story.begun = game.turn();
        story
    }

    fn tell(&mut self, fact: &Holding, game: &Game, placed: &mut BTreeMap<EventId, usize>) {
        match fact.kind.deed() {
            EventKind::TileLaid {
                cell,
                face,
                rotation,
                ..
            } => self.tiles.push(TileReport {
                turn: game.tiles().last().map_or(0, |tile| tile.turn),
                x: cell.x,
                y: cell.y,
                face: face.to_string(),
                rotation: rotation.degrees(),
                at_frame: fact.by.frame(),
            }),
            EventKind::FigurePlaced {
                cell,
                segment,
                figure,
                color,
                ..
            } => {
                let on = game
                    .board()
                    .get(*cell)
                    .and_then(|laid| laid.face.kind(*segment))
                    .map_or(FeatureKind::Field, FeatureKind::of);
                placed.insert(fact.event, self.figures.len());
                self.figures.push(FigureReport {
                    turn: game.figure(fact.event).map_or(0, |figure| figure.turn),
                    kind: *figure,
                    color: *color,
                    pose: if on == FeatureKind::Field {
                        Pose::Lying
                    } else {
                        Pose::Standing
                    },
                    x: cell.x,
                    y: cell.y,
                    on: Ground::Feature(on),
                    placed_at_frame: fact.by.frame(),
                    taken_at_frame: None,
                    standing: true,
                });
            }
            EventKind::TileMoved { from, to, rotation } => {
                let here = |tile: &&mut TileReport| (tile.x, tile.y) == (from.x, from.y);
                if let Some(tile) = self.tiles.iter_mut().rfind(here) {
                    (tile.x, tile.y, tile.rotation) = (to.x, to.y, rotation.degrees());
                }
            }
            EventKind::FigureTaken { figure } => {
                let index = placed.get(figure).copied();
                if let Some(taken) = index.and_then(|index| self.figures.get_mut(index)) {
                    taken.taken_at_frame = fact.by.frame();
                    taken.standing = false;
                }
            }
            _ => {}
        }
    }

    /// Ghosts and animals that came or went.
    fn tell_loose(&mut self, fact: &Holding, game: &Game) {
        let mut came: Vec<(Token, Cell)> = game
            .tokens()
            .into_iter()
            .filter_map(|token| Some((token, game.cell_of(token.place)?)))
            .collect();
        for (token, cell, number) in std::mem::take(&mut self.loose) {
            match came.iter().position(|still| *still == (token, cell)) {
                Some(at) => {
                    came.swap_remove(at);
                    self.loose.push((token, cell, number));
                }
                None => {
                    let gone = &mut self.figures[number];
                    gone.taken_at_frame = fact.by.frame();
                    gone.standing = false;
                }
            }
        }
        came.sort();
        for (token, cell) in came {
            self.loose.push((token, cell, self.figures.len()));
            self.figures.push(FigureReport {
                turn: game.turn(),
                kind: token.kind,
                color: token.color,
                pose: Pose::Standing,
                x: cell.x,
                y: cell.y,
                on: Ground::of(game, token.place),
                placed_at_frame: fact.by.frame(),
                taken_at_frame: None,
                standing: true,
            });
        }
    }

    /// All scores after a turn, final scoring left out.
    pub fn scores_after(&self, turn: u32) -> Scores {
        self.sum(|line| line.turn <= turn && !is_final(line))
    }

    /// All scores at the end.
    pub fn scores(&self) -> Scores {
        self.sum(|_| true)
    }

    /// Turns begun.
    pub fn turns(&self) -> u32 {
        self.begun
    }

    fn sum(&self, counts: impl Fn(&ScoreLine) -> bool) -> Scores {
        let mut scores: Scores = self.scorers.iter().map(|name| (*name, 0)).collect();
        for line in self.lines.iter().filter(|line| counts(line)) {
            let score = scores.entry(scorer(line.color)).or_default();
            // The track has no numbers below 0.
            *score = score.saturating_add(line.points).max(0);
        }
        scores
    }

    fn turn(&self, turn: u32) -> TurnReport {
        let of_turn = |line: &&ScoreLine| line.turn == turn && !is_final(line);
        TurnReport {
            turn,
            player: self.players.get(&turn).copied(),
            tile: self.tiles.iter().find(|tile| tile.turn == turn).cloned(),
            figures: self
                .figures
                .iter()
                .filter(|figure| figure.turn == turn)
                .cloned()
                .collect(),
            scored: self.lines.iter().filter(of_turn).map(scored).collect(),
            scores: self.scores_after(turn),
            reminders: Vec::new(),
        }
    }
}

/// The name of a colour, or `team`.
fn scorer(color: Option<Color>) -> &'static str {
    color.map_or("team", Color::name)
}

fn is_final(line: &ScoreLine) -> bool {
    matches!(line.reason, ScoreReason::Final(_))
}

fn scored(line: &ScoreLine) -> ScoredReport {
    ScoredReport {
        player: scorer(line.color),
        points: line.points,
        expression: line.expression.to_string(),
        reason: line.reason,
    }
}

/// Those with most points; nobody as long as nobody plays.
fn leaders(scores: &Scores) -> Vec<&'static str> {
    let most = scores.values().max();
    scores
        .iter()
        .filter(|(_, points)| Some(*points) == most)
        .map(|(name, _)| *name)
        .collect()
}

impl ReplayReport {
    /// Tells a log, up to the end of a turn if one is given.
    pub fn of(log: &Log, until: Option<u32>) -> Self {
        let story = Story::of(log);
        let last = until.unwrap_or(u32::MAX).min(story.turns());
        let over = story.over && last == story.turns();
        let scores = if over {
            story.scores()
        } else {
            story.scores_after(last)
        };
        let final_lines = story.lines.iter().filter(|line| over && is_final(line));
        let first = u32::from(!story.lines.iter().any(|line| line.turn == 0));
        Self {
            turns: (first..=last).map(|turn| story.turn(turn)).collect(),
            last: FinalReport {
                over,
                scored: final_lines.map(scored).collect(),
                winner: leaders(&scores),
                scores,
                tiles: story
                    .tiles
                    .iter()
                    .filter(|tile| tile.turn <= last)
                    .cloned()
                    .collect(),
            },
            refused: log
                .rejected()
                .iter()
                .map(|refused| format!("event {}: {}", refused.event, refused.fault))
                .collect(),
        }
    }
}
