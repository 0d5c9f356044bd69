//! A record told again: what was laid and put when, and which points came of it.

use std::collections::BTreeMap;

use carcassonne::geometry::Cell;
use carcassonne::piece::{Color, Pose};
use tracker::board::features::FeatureKind;
use tracker::log::event::EventId;
use tracker::log::{Holding, Log};
use tracker::rules::{FigureState, Game, Tile, Token};
use tracker::snapshot::{ScoreLine, ScoreReason};

use super::turns::{FigureReport, Ground, ScoredReport, Scores, TileReport, TurnReport};

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
    /// Figures that stand on features, each with its number in `figures`.
    standing: BTreeMap<EventId, usize>,
    /// Ghosts and animals on the board, each with its number in `figures`.
    loose: Vec<(Token, Cell, usize)>,
}

impl Story {
    /// Folds the log's facts one by one.
    pub fn of(log: &Log) -> Self {
        let whole = log.game();
        let mut story = Self::default();
        let mut game = Game::new(whole.setup().clone());
        for fact in log.holding() {
            // Facts without effect are listed by `Log::rejected`.
            if game.apply(fact.event, &fact.kind).is_ok() {
                story.tell_figures(fact, &game);
                story.tell_loose(fact, &game);
            }
            if let Some(player) = game.open_turn().and_then(|open| open.player) {
                story.players.insert(game.turn(), player);
            }
        }
        story.tiles = tiles(log);
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

    /// Figures on features that came or went.
    fn tell_figures(&mut self, fact: &Holding, game: &Game) {
        // What was taken home early counts until the turn ends, but is gone.
        let there = game
            .figures()
            .filter(|figure| figure.state != FigureState::TakenEarly);
        let there: BTreeMap<EventId, _> = there.map(|figure| (figure.event, *figure)).collect();
        for (event, number) in std::mem::take(&mut self.standing) {
            if there.contains_key(&event) {
                self.standing.insert(event, number);
            } else {
                self.leaves(number, fact);
            }
        }
        for (event, figure) in there {
            if self.standing.contains_key(&event) {
                continue;
            }
            let cell = figure.at.cell;
            let laid = game.board().get(cell);
            let on = laid
                .and_then(|laid| laid.face.kind(figure.at.segment))
                .map_or(FeatureKind::Field, FeatureKind::of);
            self.standing.insert(event, self.figures.len());
            self.figures.push(FigureReport {
                turn: figure.turn,
                kind: figure.kind,
                color: figure.color,
                pose: match on {
                    FeatureKind::Field => Pose::Lying,
                    _ => Pose::Standing,
                },
                x: cell.x,
                y: cell.y,
                on: Ground::Feature(on),
                placed_at_frame: fact.by.frame(),
                taken_at_frame: None,
                standing: true,
            });
        }
    }

    fn leaves(&mut self, number: usize, fact: &Holding) {
        let gone = &mut self.figures[number];
        gone.taken_at_frame = fact.by.frame();
        gone.standing = false;
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
                None => self.leaves(number, fact),
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

    pub(super) fn turn(&self, turn: u32) -> TurnReport {
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

/// What lies there now, whoever laid it: tiles, one that is face down, cards in gaps.
fn tiles(log: &Log) -> Vec<TileReport> {
    let game = log.game();
    let report = |tile: &Tile| {
        let laid = game.board().get(tile.cell)?;
        Some(TileReport {
            turn: tile.turn,
            x: tile.cell.x,
            y: tile.cell.y,
            face: laid.face.id.to_string(),
            rotation: laid.rotation.degrees(),
            at_frame: log.fact(tile.event).and_then(|fact| fact.by.frame()),
        })
    };
    game.tiles().iter().filter_map(report).collect()
}

/// The name of a colour, or `team`.
fn scorer(color: Option<Color>) -> &'static str {
    color.map_or("team", Color::name)
}

pub(super) fn is_final(line: &ScoreLine) -> bool {
    matches!(line.reason, ScoreReason::Final(_))
}

pub(super) fn scored(line: &ScoreLine) -> ScoredReport {
    ScoredReport {
        player: scorer(line.color),
        points: line.points,
        expression: line.expression.to_string(),
        reason: line.reason,
    }
}

/// Those with most points; nobody as long as nobody plays.
pub(super) fn leaders(scores: &Scores) -> Vec<&'static str> {
    let most = scores.values().max();
    scores
        .iter()
        .filter(|(_, points)| Some(*points) == most)
        .map(|(name, _)| *name)
        .collect()
}
