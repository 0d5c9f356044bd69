//! A table as it lies when the last tile is laid, taken over from one look: tiles, figures and what
//! the track shows become an ordinary log, and the rules score the end.
//!
//! Beside [`crate::belief`], which follows a game over many looks: here there is one, and nobody saw
//! how it came about. Whatever the look leaves open, or the rules refuse, is a [`Doubt`] with guesses
//! and what each of them would come to. Nothing is guessed in silence; no picture, no wording.

use std::collections::BTreeMap;
use std::sync::Arc;

use carcassonne::catalogue::FaceId;
use carcassonne::consistency::Verdict;
use carcassonne::geometry::{Cell, Rotation};
use carcassonne::piece::{Color, FigureKind};

use crate::board::Board;
use crate::board::features::{Feature, FeatureId, FeatureKind, SegmentRef};
use crate::log::Log;
use crate::log::event::{By, EventId, EventKind, Evidence};
use crate::rules::{Game, RuleFault, scoring};
use crate::setup::Setup;

/// Posterior from which a reading is taken without asking.
const SURE: f32 = 0.90;
/// Posterior from which another reading is worth naming.
const ARGUABLE: f32 = 0.02;
/// Probability from which a cell that rather holds no tile is asked about.
const PERHAPS: f32 = 0.25;
/// Guesses of a doubt, at most.
const GUESSES: usize = 4;
/// How much rarer figures stand in something finished than elsewhere: they went home when it was
/// scored, except from what the very last tile finishes, one tile of twenty in a long game.
const FINISHED: f32 = 0.05;

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
    /// The figures on these tiles: where one may stand depends on which tile it is.
    pub pieces: &'a dyn Fn(&Board) -> Vec<Piece>,
    /// What the track showed before the final scoring.
    pub track: &'a [(Color, i32)],
}

/// What is in doubt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum About {
    /// Which tile lies there, if any.
    Tile(Cell),
    /// The figure of this number, in the look's order.
    Piece(usize),
    /// Figures stand in something finished: was it scored before, or does it still count?
    Finished(FeatureId),
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
    /// What should be asked.
    pub doubts: Vec<Doubt>,
}

/// Takes a table over and scores the end.
pub fn take_over(setup: &Arc<Setup>, look: Look<'_>) -> TakenOver {
    let mut taken = Taking::new(setup, look, None).all();
    for doubt in &mut taken.doubts {
        for guess in &mut doubt.guesses {
            let forced = Some((doubt.about, guess.answer));
            guess.scores = scores(Taking::new(setup, look, forced).all().log.game());
        }
    }
    taken
}

/// Everybody's points.
pub fn scores(game: &Game) -> BTreeMap<Color, i32> {
    let players = game.players().iter();
    players.map(|player| (player.color, player.score)).collect()
}

/// A tile that waits to be laid.
struct Waiting {
    cell: Cell,
    /// Readings with their probabilities, likeliest first.
    ranked: Vec<(FaceId, Rotation, f32)>,
    /// How many tiles hang together with it.
    island: usize,
}

impl Waiting {
    fn best(&self) -> f32 {
        self.ranked.first().map_or(0.0, |best| best.2)
    }
}

/// One way of taking the table over.
struct Taking<'a> {
    look: Look<'a>,
    /// An answer that is given.
    forced: Option<(About, Answer)>,
    log: Log,
    pieces: Vec<Piece>,
    placed: Vec<Placed>,
    doubts: Vec<Doubt>,
}

impl<'a> Taking<'a> {
    fn new(setup: &Arc<Setup>, look: Look<'a>, forced: Option<(About, Answer)>) -> Self {
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
        self.forced.filter(|of| of.0 == about).map(|of| of.1)
    }

    /// Appends what a person said. Only a colour that nobody plays is refused.
    fn say(&mut self, kind: EventKind) {
        let said = self.log.append(0, By::Person, kind);
        debug_assert!(said.is_ok(), "{said:?}");
    }

    /// Appends what was seen; what the rules refuse is kept as it is if `insist`.
    fn see(&mut self, p: f32, kind: EventKind, insist: bool) -> Result<EventId, RuleFault> {
        let by = By::Camera {
            // A posterior of exactly 1 would claim what no camera can know.
            confidence: p.clamp(0.0, 0.999),
            evidence: Evidence {
                first_frame: 0,
                last_frame: 0,
                looks: 1,
            },
        };
        let kind = if insist {
            EventKind::Insisted {
                what: Box::new(kind),
            }
        } else {
            kind
        };
        self.log.append(0, by, kind)
    }

    /// The tiles of the look, the largest island first, and the surest first.
    fn waiting(&self) -> Vec<Waiting> {
        let mut waiting: Vec<Waiting> = Vec::new();
        for (&cell, verdict) in self.look.tiles {
            let ranked = match self.answer(About::Tile(cell)) {
                Some(Answer::Tile(face, rotation)) => vec![(face, rotation, 1.0)],
                Some(_) => continue,
                None if verdict.present > 0.5 => self.ranked(verdict),
                None => continue,
            };
            if !ranked.is_empty() {
                waiting.push(Waiting {
                    cell,
                    ranked,
                    island: 0,
                });
            }
        }
        let islands = islands(waiting.iter().map(|tile| tile.cell));
        for tile in &mut waiting {
            tile.island = islands.get(&tile.cell).copied().unwrap_or(0);
        }
        waiting.sort_by(|a, b| {
            let by_island = b.island.cmp(&a.island);
            by_island.then(b.best().total_cmp(&a.best()))
        });
        waiting
    }

    /// The readings of a cell, turns that look alike as one, with their probabilities.
    fn ranked(&self, verdict: &Verdict) -> Vec<(FaceId, Rotation, f32)> {
        let sure = verdict.present * (1.0 - verdict.unknown);
        let mut odds: BTreeMap<(FaceId, Rotation), f32> = BTreeMap::new();
        for &(face, rotation, p) in &verdict.ranked {
            if let Some(known) = self.log.game().catalogue().face(&face) {
                *odds.entry((face, known.canonical(rotation))).or_default() += p * sure;
            }
        }
        let mut ranked: Vec<_> = odds.into_iter().map(|((f, r), p)| (f, r, p)).collect();
        ranked.sort_by(|a, b| b.2.total_cmp(&a.2));
        ranked
    }

    fn lay(
        &mut self,
        cell: Cell,
        reading: (FaceId, Rotation, f32),
        insist: bool,
    ) -> Option<RuleFault> {
        let (face, rotation, p) = reading;
        let laid = EventKind::TileLaid {
            cell,
            face,
            rotation,
            garden: None,
            before: true,
        };
        self.see(p, laid, insist).err()
    }

    fn lay_tiles(&mut self) {
        let mut waiting = self.waiting();
        while !waiting.is_empty() {
            // The surest that fits as it was read.
            let fits = |tile: &Waiting| self.lay(tile.cell, tile.ranked[0], false).is_none();
            if let Some(at) = waiting.iter().position(fits) {
                let tile = waiting.remove(at);
                if tile.best() < SURE {
                    self.doubt_tile(&tile, None, Some(tile.ranked[0]));
                }
                continue;
            }
            // Then what fits as it may be read, too.
            if let Some((at, reading)) = self.lay_otherwise(&waiting) {
                let tile = waiting.remove(at);
                let fault = self.fault(&tile);
                self.doubt_tile(&tile, fault, Some(reading));
                continue;
            }
            // Against the rules: kept if the look is sure of it, and asked about in any case.
            let tile = waiting.remove(0);
            let fault = self.fault(&tile);
            let sure = tile.best() >= SURE;
            let kept = sure && self.lay(tile.cell, tile.ranked[0], true).is_none();
            self.doubt_tile(&tile, fault, kept.then_some(tile.ranked[0]));
        }
    }

    /// Lays a tile in the likeliest other reading that the rules allow.
    fn lay_otherwise(&mut self, waiting: &[Waiting]) -> Option<(usize, (FaceId, Rotation, f32))> {
        for (at, tile) in waiting.iter().enumerate() {
            let others = tile
                .ranked
                .iter()
                .skip(1)
                .filter(|other| other.2 >= ARGUABLE);
            for &other in others.take(GUESSES) {
                if self.lay(tile.cell, other, false).is_none() {
                    return Some((at, other));
                }
            }
        }
        None
    }

    /// Why the tile may not lie there as it was read.
    fn fault(&self, tile: &Waiting) -> Option<RuleFault> {
        let &(face, rotation, _) = tile.ranked.first()?;
        let laid = EventKind::TileLaid {
            cell: tile.cell,
            face,
            rotation,
            garden: None,
            before: true,
        };
        self.log
            .game()
            .clone()
            .apply(EventId::default(), &laid)
            .err()
    }

    fn doubt_tile(
        &mut self,
        tile: &Waiting,
        fault: Option<RuleFault>,
        taken: Option<(FaceId, Rotation, f32)>,
    ) {
        let present = self.look.tiles.get(&tile.cell).map_or(1.0, |v| v.present);
        let readings = tile.ranked.iter().take(GUESSES);
        let readings = readings.filter(|reading| reading.2 >= ARGUABLE);
        let mut guesses: Vec<Guess> = readings
            .map(|&(face, rotation, p)| guess(Answer::Tile(face, rotation), p))
            .collect();
        if fault.is_some() || 1.0 - present >= ARGUABLE {
            guesses.push(guess(Answer::NoTile, 1.0 - present));
        }
        let taken = taken.map_or(Answer::NoTile, |(face, rotation, _)| {
            Answer::Tile(face, rotation)
        });
        self.doubt(About::Tile(tile.cell), tile.cell, fault, taken, guesses);
    }

    /// Cells beside the board that may hold a tile after all.
    fn doubt_empty_cells(&mut self) {
        for (&cell, verdict) in self.look.tiles {
            let board = self.log.game().board();
            let perhaps = verdict.present > PERHAPS && verdict.present <= 0.5;
            let beside = cell.surrounding().iter().any(|&near| board.holds(near));
            if !perhaps || !beside || board.holds(cell) {
                continue;
            }
            let readings = self.ranked(verdict).into_iter().take(GUESSES);
            let readings = readings.filter(|reading| reading.2 >= ARGUABLE);
            let mut guesses = vec![guess(Answer::NoTile, 1.0 - verdict.present)];
            guesses
                .extend(readings.map(|(face, rotation, p)| guess(Answer::Tile(face, rotation), p)));
            if guesses.len() > 1 {
                self.doubt(About::Tile(cell), cell, None, Answer::NoTile, guesses);
            }
        }
    }

    /// What a figure may come to on the board as it lies, likeliest first; spots in one feature
    /// are one. And how likely it is that nobody stands there.
    fn options(&self, number: usize) -> (Vec<(Spot, Feature)>, f32) {
        let features = self.log.game().features();
        let mut options: Vec<(Spot, Spot, Feature)> = Vec::new();
        let mut seen = 0.0;
        for spot in &self.pieces[number].spots {
            seen += spot.probability;
            let Some(feature) = features.at(spot.at) else {
                continue;
            };
            let same = options.iter_mut().find(|(best, _, of)| {
                (best.kind, best.color, of.id) == (spot.kind, spot.color, feature.id)
            });
            match same {
                Some((sum, likeliest, _)) => {
                    sum.probability += spot.probability;
                    if spot.probability > likeliest.probability {
                        *likeliest = *spot;
                    }
                }
                None => options.push((*spot, *spot, feature.clone())),
            }
        }
        let nobody = (1.0 - seen).max(0.0);
        let mut options: Vec<(Spot, Feature)> = options
            .into_iter()
            .map(|(sum, likeliest, feature)| {
                let by_rules = if feature.open { 1.0 } else { FINISHED };
                let probability = sum.probability * by_rules;
                (
                    Spot {
                        probability,
                        ..likeliest
                    },
                    feature,
                )
            })
            .collect();
        // The picture says whether somebody stands there; the rules only where.
        let weighed: f32 = options.iter().map(|option| option.0.probability).sum();
        let scale = seen.min(1.0) / weighed.max(f32::MIN_POSITIVE);
        for option in &mut options {
            option.0.probability *= scale;
        }
        options.sort_by(|a, b| b.0.probability.total_cmp(&a.0.probability));
        (options, nobody)
    }

    fn place(&mut self, number: usize) {
        let about = About::Piece(number);
        let (options, nobody) = self.options(number);
        let forced = match self.answer(about) {
            Some(Answer::Piece(spot, _)) => Some(spot),
            Some(_) => return,
            None => None,
        };
        let Some((best, _)) = options.first().cloned() else {
            return;
        };
        let best = forced.unwrap_or(best);
        let mut fault = self.put(number, best, false).err();
        let mut taken = fault.is_none().then_some(best);
        if fault.is_some() {
            let others = options.iter().map(|option| option.0);
            let mut others = others.filter(|other| other.probability >= ARGUABLE && *other != best);
            taken = if best.probability >= SURE || forced.is_some() {
                self.put(number, best, true).is_ok().then_some(best)
            } else {
                others.find(|&other| self.put(number, other, false).is_ok())
            };
        }
        if forced.is_some() {
            fault = None;
        }
        if fault.is_none() && best.probability >= SURE {
            return;
        }
        let guesses = options
            .iter()
            .filter(|option| option.0.probability >= ARGUABLE);
        let guesses = guesses
            .take(GUESSES)
            .map(|(spot, feature)| guess(Answer::Piece(*spot, feature.kind), spot.probability));
        let mut guesses: Vec<Guess> = guesses.collect();
        if fault.is_some() || nobody >= ARGUABLE {
            guesses.push(guess(Answer::NoPiece, nobody));
        }
        let on = |spot: Spot| {
            let feature = self.log.game().features().at(spot.at);
            feature.map(|feature| Answer::Piece(spot, feature.kind))
        };
        let taken = taken.and_then(on).unwrap_or(Answer::NoPiece);
        self.doubt(about, best.at.cell, fault, taken, guesses);
    }

    fn put(&mut self, piece: usize, spot: Spot, insist: bool) -> Result<(), RuleFault> {
        let placed = EventKind::FigurePlaced {
            cell: spot.at.cell,
            segment: spot.at.segment,
            figure: spot.kind,
            color: Some(spot.color),
            foot: None,
            before: true,
        };
        let event = self.see(spot.probability, placed, insist)?;
        let feature = self.log.game().features().at(spot.at);
        let on = feature
            .ok_or(RuleFault::NoSuchSegment(spot.at.segment))?
            .kind;
        self.placed.push(Placed {
            piece,
            event,
            spot,
            on,
        });
        Ok(())
    }

    /// Figures that stand in something finished count no more, unless its points are still to be
    /// given: nobody saw the last turn.
    fn judge_finished(&mut self) {
        let game = self.log.game();
        let mut finished: BTreeMap<FeatureId, Vec<Spot>> = BTreeMap::new();
        for placed in &self.placed {
            if let Some(feature) = game.features().at(placed.spot.at).filter(|f| !f.open) {
                finished.entry(feature.id).or_default().push(placed.spot);
            }
        }
        for (id, figures) in finished {
            let Some(feature) = self.log.game().features().get(id).cloned() else {
                continue;
            };
            let about = About::Finished(id);
            if self.answer(about) == Some(Answer::NotScored) {
                let points = scoring::value(self.log.game(), &feature, true).points();
                for color in leaders(&figures) {
                    self.say(EventKind::Points { color, points });
                }
            }
            let guesses = vec![guess(Answer::Scored, 0.5), guess(Answer::NotScored, 0.5)];
            self.doubt(about, figures[0].at.cell, None, Answer::Scored, guesses);
        }
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

/// The colours with most figures among these; several if tied.
fn leaders(figures: &[Spot]) -> Vec<Color> {
    let mut strength: BTreeMap<Color, u32> = BTreeMap::new();
    for figure in figures {
        *strength.entry(figure.color).or_default() += figure.kind.strength();
    }
    let most = strength.values().copied().max();
    let lead = strength.into_iter().filter(|of| Some(of.1) == most);
    lead.map(|of| of.0).collect()
}

/// How many cells hang together with each.
fn islands(cells: impl Iterator<Item = Cell>) -> BTreeMap<Cell, usize> {
    let mut left: std::collections::BTreeSet<Cell> = cells.collect();
    let mut sizes = BTreeMap::new();
    while let Some(first) = left.pop_first() {
        let mut island = vec![first];
        let mut next = 0;
        while let Some(&cell) = island.get(next) {
            next += 1;
            let sides = [(0, -1), (1, 0), (0, 1), (-1, 0)];
            let near = sides.map(|(x, y)| Cell::new(cell.x + x, cell.y + y));
            island.extend(near.into_iter().filter(|cell| left.remove(cell)));
        }
        sizes.extend(island.iter().map(|&cell| (cell, island.len())));
    }
    sizes
}
