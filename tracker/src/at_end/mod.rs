//! A table as it lies when the last tile is laid, taken over from one look: tiles, figures and what
//! the track shows become an ordinary log, and the rules score the end.
//!
//! Beside [`crate::belief`], which follows a game over many looks: here there is one, and nobody saw
//! how it came about. Whatever the look leaves open, or the rules refuse, is a [`Doubt`] with guesses
//! and what each of them would come to. On a photograph points count: what changes nobody's is no
//! question ([`stake`]). Nothing is guessed in silence; no picture, no wording.

mod figures;
mod stake;
mod tiles;

use std::collections::BTreeMap;
use std::sync::Arc;

use carcassonne::catalogue::FaceId;
use carcassonne::consistency::Verdict;
use carcassonne::geometry::{Cell, Rotation};
use carcassonne::piece::{Color, FigureKind};

use crate::board::Board;
use crate::board::features::{FeatureKind, SegmentRef};
use crate::board::holes::Hole;
use crate::event::{By, EventId, EventKind, Evidence};
use crate::log::Log;
use crate::rules::{Game, Kept, RuleFault};
use crate::setup::Setup;

/// Posterior from which a reading is taken without asking.
const SURE: f32 = 0.90;
/// Posterior from which another reading is worth naming.
const ARGUABLE: f32 = 0.02;
/// Guesses of a doubt, at most.
const GUESSES: usize = 4;

/// A figure of the look.
#[derive(Clone, Debug, PartialEq)]
pub struct Piece {
    /// What it may be and where it may stand. The probabilities sum up to that of its being there
    /// at all.
    pub spots: Vec<Spot>,
}

/// One reading of a figure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spot {
    /// The segment it stands on.
    pub at: SegmentRef,
    /// Which piece.
    pub kind: FigureKind,
    /// Whose.
    pub color: Color,
    /// Probability, 0 to 1.
    pub probability: f32,
}

/// What one look at the table tells, in the board's frame.
#[derive(Clone, Copy)]
pub struct Look<'a> {
    /// The tiles.
    pub tiles: &'a BTreeMap<Cell, Verdict>,
    /// The figures on these tiles, each under the same number whatever the tiles: where one may stand
    /// depends on which tile it is.
    pub pieces: &'a dyn Fn(&Board) -> Vec<Piece>,
    /// What the track showed before the final scoring.
    pub track: &'a [(Color, i32)],
    /// What a person has said of doubts; those are settled.
    pub answers: &'a [(About, Answer)],
}

/// What is in doubt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum About {
    /// Which tile lies there, if any.
    Tile(Cell),
    /// The figure of this number, in the look's order.
    Piece(usize),
    /// Figures stand in something finished, the first of them there: was it scored before, or does it
    /// still count?
    Finished(SegmentRef),
}

/// One answer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Answer {
    /// That tile lies there.
    Tile(FaceId, Rotation),
    /// No tile lies there.
    NoTile,
    /// That figure stands there.
    Piece(Spot, FeatureKind),
    /// Nobody stands there.
    NoPiece,
    /// It was scored before.
    Scored,
    /// It was not scored yet.
    NotScored,
}

/// An answer and what it comes to.
#[derive(Clone, Debug, PartialEq)]
pub struct Guess {
    /// What.
    pub answer: Answer,
    /// How likely it is, 0 to 1.
    pub probability: f32,
    /// Everybody's points at the end if it is right and all else is as taken.
    pub scores: BTreeMap<Color, i32>,
}

/// Something to ask about.
#[derive(Clone, Debug, PartialEq)]
pub struct Doubt {
    /// What.
    pub about: About,
    /// Where.
    pub cell: Cell,
    /// Why the rules refuse what the look is sure of.
    pub fault: Option<RuleFault>,
    /// What was taken for now.
    pub taken: Answer,
    /// Likeliest first.
    pub guesses: Vec<Guess>,
    /// How many points hang on it: by how many everybody's would change, each guess as often as it is
    /// likely. 0 if no guess changes any, neither by itself nor together with a guess about another
    /// doubt.
    pub stake: f32,
}

impl Doubt {
    /// Whether it should be asked: points hang on it.
    pub fn counts(&self) -> bool {
        self.stake > 0.0
    }
}

/// A figure that was taken over.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placed {
    /// The figure's number in the look.
    pub piece: usize,
    /// The event that placed it.
    pub event: EventId,
    /// What it was taken for.
    pub spot: Spot,
    /// What it stands on.
    pub on: FeatureKind,
}

/// The game that came of it.
#[derive(Clone, Debug)]
pub struct TakenOver {
    /// An ordinary log, the game in it over.
    pub log: Log,
    /// The figures in it.
    pub placed: Vec<Placed>,
    /// What is in doubt, what most hangs on first.
    pub doubts: Vec<Doubt>,
}

impl TakenOver {
    /// What should be asked, in this order: points hang on it as long as all else is as taken, so an
    /// answer may bring another question, or settle one.
    pub fn questions(&self) -> impl Iterator<Item = &Doubt> {
        self.doubts.iter().filter(|doubt| doubt.counts())
    }

    /// The tiles of the box that fit beside the others where one is in doubt, but for its guesses: the
    /// look may have read none of them.
    pub fn other_tiles(&self, doubt: &Doubt) -> Vec<Answer> {
        let About::Tile(cell) = doubt.about else {
            return Vec::new();
        };
        let game = self.log.game();
        let taken = match doubt.taken {
            Answer::Tile(face, _) => Some(face),
            _ => None,
        };
        let left = game.catalogue().faces().map(|face| {
            let back = u8::from(taken == Some(face.id));
            (Arc::clone(face), game.copies_left(face) + back)
        });
        let hole = Hole::of(&game.board().without(cell), cell, left, 1);
        let fits = hole.fits.iter().flat_map(|fit| {
            let turned = fit.rotations.iter();
            turned.map(|&rotation| Answer::Tile(fit.face, rotation))
        });
        let is_guess = |answer: &Answer| doubt.guesses.iter().any(|guess| guess.answer == *answer);
        fits.filter(|answer| !is_guess(answer)).collect()
    }

    /// What is in doubt without changing anybody's points: nobody need be asked.
    pub fn idle(&self) -> impl Iterator<Item = &Doubt> {
        self.doubts.iter().filter(|doubt| !doubt.counts())
    }
}

/// Takes a table over and scores the end.
pub fn take_over(setup: &Arc<Setup>, look: Look<'_>) -> TakenOver {
    let mut taken = Taking::new(setup, look, &[]).all();
    stake::weigh(setup, look, &mut taken);
    taken
}

/// Everybody's points.
pub fn scores(game: &Game) -> BTreeMap<Color, i32> {
    let players = game.players().iter();
    players.map(|player| (player.color, player.score)).collect()
}

/// One way of taking the table over.
struct Taking<'a> {
    look: Look<'a>,
    /// Answers that are given for a try.
    forced: &'a [(About, Answer)],
    log: Log,
    pieces: Vec<Piece>,
    placed: Vec<Placed>,
    doubts: Vec<Doubt>,
}

impl<'a> Taking<'a> {
    fn new(setup: &Arc<Setup>, look: Look<'a>, forced: &'a [(About, Answer)]) -> Self {
        Self {
            look,
            forced,
            log: Log::new(Arc::clone(setup)),
            pieces: Vec::new(),
            placed: Vec::new(),
            doubts: Vec::new(),
        }
    }

    fn all(mut self) -> TakenOver {
        self.lay_tiles();
        self.doubt_empty_cells();
        self.pieces = (self.look.pieces)(self.log.game().board());
        for number in 0..self.pieces.len() {
            self.place(number);
        }
        self.judge_finished();
        for &(color, points) in self.look.track {
            if points != 0 {
                self.say(EventKind::Points { color, points });
            }
        }
        self.say(EventKind::GameEnded);
        TakenOver {
            log: self.log,
            placed: self.placed,
            doubts: self.doubts,
        }
    }

    fn answer(&self, about: About) -> Option<Answer> {
        let said = self.look.answers.iter().rev();
        let mut known = self.forced.iter().chain(said);
        known.find(|of| of.0 == about).map(|of| of.1)
    }

    /// Appends what a person said. Only a colour that nobody plays is refused.
    fn say(&mut self, kind: EventKind) {
        let said = self.log.append(0, By::Person, kind);
        debug_assert!(said.is_ok(), "{said:?}");
    }

    /// Appends what was seen.
    fn see(&mut self, p: f32, kind: EventKind, kept: Kept) -> Result<EventId, RuleFault> {
        let by = By::camera(p, Evidence::of_look(0, 1));
        let kind = match kept {
            Kept::IfAllowed => kind,
            Kept::Insisted => EventKind::Insisted {
                what: Box::new(kind),
            },
        };
        self.log.append(0, by, kind)
    }

    fn doubt(
        &mut self,
        about: About,
        cell: Cell,
        fault: Option<RuleFault>,
        taken: Answer,
        mut guesses: Vec<Guess>,
    ) {
        guesses.sort_by(|a, b| b.probability.total_cmp(&a.probability));
        self.doubts.push(Doubt {
            about,
            cell,
            fault,
            taken,
            guesses,
            stake: 0.0,
        });
    }
}

fn guess(answer: Answer, probability: f32) -> Guess {
    Guess {
        answer,
        probability,
        scores: BTreeMap::new(),
    }
}
