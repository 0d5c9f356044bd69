//! What `read` and `score` print: one photograph, with what was read in it and what is in doubt.

use std::collections::BTreeMap;
use std::path::PathBuf;

use carcassonne::piece::{Color, FigureKind, Pose};
use serde::Serialize;

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
    /// What should be asked, what most points hang on first.
    pub questions: Vec<ScoreQuestion>,
    /// What is in doubt without changing anybody's points.
    pub idle: Vec<ScoreQuestion>,
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

/// Something in doubt about the photograph.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[allow(missing_docs)]
pub struct ScoreQuestion {
    /// `tile` or `figure`.
    pub of: &'static str,
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
