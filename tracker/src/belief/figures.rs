//! Reading figures: new ones, those that left, and where exactly they stand.

use std::collections::BTreeMap;

use crate::board::features::SegmentRef;
use crate::log::Log;
use crate::log::event::{By, EventId, EventKind};
use crate::rules::{Figure, FigureState, Game, RuleFault};
use crate::snapshot::{About, Guess, Meaning, Reminder, ReminderKind, Until, Urgency};
use carcassonne::geometry::Cell;
use carcassonne::piece::{Color, FigureKind, Pose};
use carcassonne::seen::{FigureCandidate, SeenFigure, SeenTable};

use super::evidence::{Evidence, posterior};
use super::{Belief, limits};
use carcassonne::tie::Tie;

/// Two feet nearer than this, in tile sides, are the same figure: a nudge, or the noise of a
/// foot point. Meeples are a third of a side wide, so two of them stand further apart.
const SAME_FIGURE: f32 = 0.25;

/// Natural logarithm of how often something that is no figure is taken for one.
const NO_FIGURE: f32 = -1.0;

/// What a figure is read as.
type Look = (FigureKind, Option<Color>, Pose);

/// What it comes to: which piece of whom on which segment. `None` is no figure at all.
pub(super) type Reading = Option<(FigureKind, Option<Color>, usize)>;

/// Something that seems to be a new figure.
#[derive(Clone, Debug)]
pub struct Track {
    /// The lattice cell.
    pub(super) cell: Cell,
    /// Which piece, if it belongs to nobody: it may stand close to a player's.
    pub(super) neutral: Option<FigureKind>,
    /// Mean foot point in the lattice's frame.
    pub(super) foot: [f32; 2],
    /// The same for each pose that was seen in it: what stands leans, so its foot is elsewhere.
    pub(super) feet: BTreeMap<Pose, [f32; 2]>,
    pub(super) evidence: Evidence<Look>,
    /// Looks in a row without it.
    pub(super) absent: u32,
    /// Asked about or said to be no figure: left alone as long as it is seen.
    pub(super) settled: bool,
}

impl Track {
    fn new(seen: &SeenFigure, frame: u64) -> Self {
        Self {
            cell: seen.cell,
            neutral: neutral(seen),
            foot: seen.foot,
            feet: feet(seen),
            evidence: Evidence::new(frame),
            absent: 0,
            settled: false,
        }
    }

    fn add(&mut self, seen: &SeenFigure, frame: u64) {
        let looks = self.evidence.looks() as f32;
        let onto = |mean: &mut [f32; 2], new: [f32; 2]| {
            for (mean, new) in mean.iter_mut().zip(new) {
                *mean = (*mean * looks + new) / (looks + 1.0);
            }
        };
        onto(&mut self.foot, seen.foot);
        for (pose, new) in feet(seen) {
            onto(self.feet.entry(pose).or_insert(new), new);
        }
        self.absent = 0;
        let readings = seen.candidates.iter();
        self.evidence.add(
            frame,
            readings.map(|c| ((c.kind, c.color, c.pose), c.log_likelihood)),
        );
    }

    /// The foot if the figure is in that pose.
    fn foot_in(&self, pose: Pose) -> [f32; 2] {
        self.feet.get(&pose).copied().unwrap_or(self.foot)
    }

    fn is_near(&self, seen: &SeenFigure) -> bool {
        self.cell == seen.cell
            && self.neutral == neutral(seen)
            && distance(self.foot, seen.foot) < SAME_FIGURE
    }
}

/// The foot in each pose, as the likeliest reading in it has it.
fn feet(seen: &SeenFigure) -> BTreeMap<Pose, [f32; 2]> {
    let likeliest_last = seen.candidates.iter().rev();
    likeliest_last
        .map(|candidate| (candidate.pose, candidate.foot.unwrap_or(seen.foot)))
        .collect()
}

/// How many of the pieces that a colour has in hand are of that kind: a guard and a meeple look
/// alike, but there are two of the one and five of the other. A kind that is used up may still
/// stand there by mistake; then it counts as one.
fn share_in_hand(game: &Game, color: Color, kind: FigureKind) -> f32 {
    let count = |kind| f32::from(game.in_hand(color, kind).max(1));
    let all: f32 = game.pieces().map(|(kind, _)| count(kind)).sum();
    count(kind) / all
}

/// How sure a reading is together with those that count alike: what is a guard and what a meeple
/// is told by later turns, if it matters at all.
fn sure_in_effect(ranked: &[(Reading, f32)], best: Reading) -> f32 {
    let as_meeple = |reading: Reading| {
        reading.map(|(kind, color, segment)| {
            let guard = kind == FigureKind::Guard;
            (
                if guard { FigureKind::Meeple } else { kind },
                color,
                segment,
            )
        })
    };
    let alike = ranked
        .iter()
        .filter(|(other, _)| as_meeple(*other) == as_meeple(best));
    alike.map(|(_, sure)| sure).sum()
}

pub(super) fn distance(a: [f32; 2], b: [f32; 2]) -> f32 {
    (a[0] - b[0]).hypot(a[1] - b[1])
}

impl Belief {
    /// Adds a look's figures to the evidence: known ones are there or missing, others tracked.
    pub(super) fn add_figures(&mut self, log: &Log, table: &SeenTable) {
        let (loose, others) = super::names::parted(log.game(), self.frame, &table.figures);
        let mut unmatched: Vec<&SeenFigure> = others.iter().collect();
        if let Some(frame) = self.frame {
            self.add_loose(frame, table, &loose);
            self.match_known(log.game(), frame, table, &mut unmatched);
        }
        for seen in unmatched {
            let known = self.tracks.iter_mut().find(|track| track.is_near(seen));
            match known {
                Some(track) => track.add(seen, table.frame),
                None => {
                    let mut track = Track::new(seen, table.frame);
                    track.add(seen, table.frame);
                    self.tracks.push(track);
                }
            }
        }
        self.tracks.retain_mut(|track| {
            let seen = others.iter().any(|figure| track.is_near(figure));
            if !seen && !table.hidden.contains(&track.cell) {
                track.absent += 1;
            }
            track.absent < limits::NEW
        });
    }

    /// Finds each figure of the board among those seen; takes it out of `unmatched`.
    fn match_known(
        &mut self,
        game: &Game,
        frame: Tie,
        table: &SeenTable,
        unmatched: &mut Vec<&SeenFigure>,
    ) {
        let on_board = |event: &EventId| game.figure(*event).is_some();
        self.missing.retain(|event, _| on_board(event));
        self.excused.retain(on_board);
        for figure in game
            .figures()
            .filter(|f| f.state != FigureState::TakenEarly)
        {
            let cell = frame.lattice_cell(figure.at.cell);
            let foot = self.expected_foot(game, figure);
            let nearest = unmatched
                .iter()
                .enumerate()
                .filter(|(_, seen)| seen.cell == cell)
                .map(|(at, seen)| (at, distance(frame.foot(seen.foot), foot), *seen))
                .filter(|(_, away, seen)| may_be(seen, figure, *away))
                .min_by(|a, b| a.1.total_cmp(&b.1));
            if let Some((at, _, seen)) = nearest {
                unmatched.swap_remove(at);
                self.missing.remove(&figure.event);
                self.excused.retain(|&event| event != figure.event);
                self.tracks.retain(|track| !track.is_near(seen));
                if let Some((event, track)) = &mut self.newest_figure
                    && *event == figure.event
                {
                    track.add(seen, table.frame);
                }
                continue;
            }
            let visible =
                !table.hidden.contains(&cell) && table.tiles.iter().any(|tile| tile.cell == cell);
            if visible {
                let absence =
                    self.missing
                        .entry(figure.event)
                        .or_insert(crate::log::event::Evidence {
                            first_frame: table.frame,
                            last_frame: table.frame,
                            looks: 0,
                        });
                absence.last_frame = table.frame;
                absence.looks += 1;
            }
        }
    }

    pub(super) fn expected_foot(&self, game: &Game, figure: &Figure) -> [f32; 2] {
        figure.foot.unwrap_or_else(|| {
            game.board().get(figure.at.cell).map_or([0.0; 2], |laid| {
                self.geometry
                    .spot(&laid.face, laid.rotation, figure.at.segment)
            })
        })
    }

    /// A person said that what is seen there is no figure.
    pub(super) fn ignore_tracks_at(&mut self, cell: Cell) {
        let Some(frame) = self.frame else { return };
        for track in self
            .tracks
            .iter_mut()
            .filter(|track| frame.cell(track.cell) == cell)
        {
            track.settled = true;
        }
    }

    /// Turns what is known about figures into events, questions and reminders.
    pub(super) fn decide_figures(&mut self, log: &mut Log, table: &SeenTable) {
        self.reminders.clear();
        self.decide_burials(log, table);
        self.decide_missing(log, table);
        self.decide_follower(log, table);
        let graves = open_graves(log.game());
        let mut tracks = std::mem::take(&mut self.tracks);
        tracks.retain_mut(|track| {
            let cell = self.frame.map(|frame| frame.cell(track.cell));
            let buried = cell.is_some_and(|cell| graves.contains(&cell));
            buried || !self.decide_new(log, table, track) && !self.decide_brief(log, table, track)
        });
        self.tracks = tracks;
        self.read_newest_again(log, table);
    }

    /// Whether the track has become an event; it is dropped then.
    fn decide_new(&mut self, log: &mut Log, table: &SeenTable, track: &mut Track) -> bool {
        let Some(frame) = self.frame else {
            return false;
        };
        let cell = frame.cell(track.cell);
        let looks = track.evidence.looks();
        if track.settled
            || track.absent > 0
            || looks < limits::NEW
            || !log.game().board().holds(cell)
        {
            return false;
        }
        let newest = log.game().open_turn().is_some_and(|open| open.cell == cell);
        // Pieces that belong to nobody go to any tile; a player's only to the newest.
        let anywhere = track
            .evidence
            .readings()
            .all(|((_, color, _), _)| color.is_none());
        if !newest && !anywhere && looks < limits::MISSED {
            return false;
        }
        let ranked = self.rank(log.game(), frame, track, newest);
        let Some(&(best, _)) = ranked.first() else {
            return false;
        };
        let sure = sure_in_effect(&ranked, best);
        let patient = looks < limits::PATIENCE;
        if patient && (sure < limits::SURE || best.is_none()) {
            return false;
        }
        let foot = Some(frame.foot(track.foot));
        let frames = track.evidence.frames();
        for &(reading, probability) in &ranked {
            let Some(reading) = reading.filter(|_| probability >= limits::ARGUABLE) else {
                break;
            };
            let Some(kind) = placing(log, cell, reading, foot) else {
                continue;
            };
            let Ok(event) = Self::append(log, table, probability, frames, kind.clone()) else {
                continue;
            };
            let placed_now = matches!(
                kind,
                EventKind::FigurePlaced {
                    before: false,
                    color: Some(_),
                    ..
                }
            );
            if placed_now {
                self.newest_figure = Some((
                    event,
                    Track {
                        evidence: Evidence::new(table.frame),
                        ..track.clone()
                    },
                ));
            }
            if sure_in_effect(&ranked, Some(reading)) < limits::SURE {
                self.ask_which(log, cell, table.frame, event, &ranked, foot);
            }
            return true;
        }
        self.state_not_allowed(log.game(), frame, track);
        false
    }

    /// Posterior of what a track is, likeliest first.
    pub(super) fn rank(
        &self,
        game: &Game,
        frame: Tie,
        track: &Track,
        newest: bool,
    ) -> Vec<(Reading, f32)> {
        let cell = frame.cell(track.cell);
        let Some(laid) = game.board().get(cell) else {
            return Vec::new();
        };
        let expected = if newest {
            game.open_turn().and_then(|open| open.player)
        } else {
            None
        };
        let mut weights: BTreeMap<Reading, f32> = BTreeMap::new();
        for ((kind, color, pose), seen) in track.evidence.readings() {
            let in_turn = if color.is_some() && expected == color {
                limits::IN_TURN
            } else {
                0.0
            };
            let foot = frame.foot(track.foot_in(pose));
            let segments =
                self.geometry
                    .segment_log_likelihoods(&laid.face, laid.rotation, foot, pose);
            for (segment, place) in segments {
                let at = SegmentRef::new(cell, segment);
                let allowed = match color {
                    None => game.check_neutral(kind, at),
                    Some(color) if newest => game.check_figure(kind, color, at),
                    Some(color) => game.check_piece(kind, color, at).map(drop),
                };
                let prior = if allowed.is_ok() {
                    0.0
                } else {
                    limits::ILLEGAL_FIGURE
                };
                let weight = weights
                    .entry(Some((kind, color, segment)))
                    .or_insert(f32::NEG_INFINITY);
                let in_hand = color.map_or(0.0, |color| share_in_hand(game, color, kind).ln());
                *weight = log_add(*weight, seen + place + prior + in_turn + in_hand);
            }
        }
        weights.insert(None, NO_FIGURE);
        posterior(weights)
    }

    /// Puts the unsure reading of a placed figure up for correction.
    fn ask_which(
        &mut self,
        log: &Log,
        cell: Cell,
        frame: u64,
        event: EventId,
        ranked: &[(Reading, f32)],
        foot: Option<[f32; 2]>,
    ) {
        let taken = log.fact(event).map(|fact| fact.kind.clone());
        let mut guesses = Vec::new();
        for &(reading, probability) in ranked.iter().take(5) {
            let Some((kind, color, segment)) = reading else {
                let events = vec![EventKind::Removed { event }];
                guesses.push(Guess {
                    meaning: Meaning::NoFigure,
                    events,
                    probability,
                    overturns: 0,
                });
                continue;
            };
            let at = SegmentRef::new(cell, segment);
            let Some(feature) = log.game().features().at(at) else {
                continue;
            };
            let mut to = taken.clone();
            if let Some(EventKind::FigurePlaced {
                segment: s,
                figure,
                color: c,
                foot: f,
                ..
            }) = &mut to
            {
                (*s, *figure, *c, *f) = (segment, kind, color, foot);
            }
            let events = match to {
                Some(to) if Some(&to) != taken.as_ref() => {
                    let change = EventKind::Corrected {
                        event,
                        to: Box::new(to),
                    };
                    if log
                        .clone()
                        .append(0, crate::log::event::By::Rule, change.clone())
                        .is_err()
                    {
                        continue; // nobody is asked about what cannot be
                    }
                    vec![change]
                }
                _ => Vec::new(),
            };
            let meaning = Meaning::Figure {
                kind,
                color,
                at,
                on: feature.kind,
            };
            guesses.push(Guess {
                meaning,
                events,
                probability,
                overturns: 0,
            });
        }
        if guesses.len() > 1 {
            self.ask(About::WhichFigure, cell, frame, guesses);
        }
    }

    /// A figure that stays where the rules allow none is named, not counted.
    fn state_not_allowed(&mut self, game: &Game, frame: Tie, track: &Track) {
        let cell = frame.cell(track.cell);
        let Some(laid) = game.board().get(cell) else {
            return;
        };
        let best = track.evidence.readings().max_by(|a, b| a.1.total_cmp(&b.1));
        let Some(((kind, color, pose), _)) = best else {
            return;
        };
        let foot = frame.foot(track.foot_in(pose));
        let segment = self
            .geometry
            .segment_log_likelihoods(&laid.face, laid.rotation, foot, pose)
            .into_iter()
            .max_by(|a, b| a.1.total_cmp(&b.1));
        let Some((segment, _)) = segment else { return };
        let at = SegmentRef::new(cell, segment);
        let fault = match color {
            Some(color) => game.check_figure(kind, color, at).err(),
            None => game.check_neutral(kind, at).err(),
        };
        let whose = color.map_or("nobody", Color::name);
        let id = format!("not-allowed/{}/{}/{kind:?}/{whose}", cell.x, cell.y);
        let kind = ReminderKind::FigureNotAllowed {
            at,
            foot,
            kind,
            color,
            fault: fault.unwrap_or(RuleFault::NotTheNewestTile),
        };
        let (urgency, until) = (Urgency::Now, Until::Changed);
        let reminder = Reminder::new(id, kind, "base-game 2", urgency, until);
        self.reminders.push(reminder.at([cell]));
    }

    /// While its turn is open, the newest figure may be set elsewhere on its tile.
    fn read_newest_again(&mut self, log: &mut Log, table: &SeenTable) {
        let Some(frame) = self.frame else { return };
        let Some((event, track)) = &self.newest_figure else {
            return;
        };
        let event = *event;
        let open = log
            .game()
            .open_turn()
            .is_some_and(|open| open.acted == Some(event));
        // What a person said about it stands.
        let by_camera = log.fact(event).is_some_and(|fact| fact.by != By::Person);
        let Some(&figure) = log.game().figure(event).filter(|_| open && by_camera) else {
            self.newest_figure = None;
            return;
        };
        if track.evidence.looks() < limits::WINDOW {
            return;
        }
        // The rules must be asked as if it had not been placed yet.
        let mut without = log.clone();
        let by = crate::log::event::By::Rule;
        if without.append(0, by, EventKind::Removed { event }).is_err() {
            return;
        }
        let ranked = self.rank(without.game(), frame, track, true);
        let frames = track.evidence.frames();
        let foot = frame.foot(track.foot);
        let fresh = Track {
            evidence: Evidence::new(table.frame),
            ..track.clone()
        };
        self.newest_figure = Some((event, fresh));
        let Some(&(Some((kind, color, segment)), sure)) = ranked.first() else {
            return;
        };
        let same = (kind, color, segment) == (figure.kind, figure.color, figure.at.segment);
        if same || sure < limits::SURE {
            return;
        }
        let to = Box::new(EventKind::FigurePlaced {
            cell: figure.at.cell,
            segment,
            figure: kind,
            color,
            foot: Some(foot),
            before: false,
        });
        // A refusal leaves the reading as it was, which is what the rules allow.
        drop(Self::append(
            log,
            table,
            sure,
            frames,
            EventKind::Corrected { event, to },
        ));
    }
}

/// The cemeteries that wait for a meeple: what comes to lie there is no placed figure.
fn open_graves(game: &Game) -> Vec<Cell> {
    let options = game.choices().into_iter().flat_map(|choice| choice.options);
    let events = options.flat_map(|option| option.events);
    let graves = events.filter_map(|kind| match kind {
        EventKind::MeepleBuried { cell, .. } => Some(cell),
        _ => None,
    });
    graves.collect()
}

/// The event that says that the figure was placed: now, or before the end of an older turn.
pub(super) fn placing(
    log: &Log,
    cell: Cell,
    (figure, color, segment): (FigureKind, Option<Color>, usize),
    foot: Option<[f32; 2]>,
) -> Option<EventKind> {
    let game = log.game();
    let tile = game.tiles().iter().find(|tile| tile.cell == cell)?;
    let before = tile.turn == 0;
    let placed = EventKind::FigurePlaced {
        cell,
        segment,
        figure,
        color,
        foot,
        before: before && color.is_some(),
    };
    // What belongs to nobody goes anywhere, when the rules call for it.
    if color.is_none() {
        return Some(placed);
    }
    if game.open_turn().is_some_and(|open| open.cell == cell) || (before && game.turn() == 0) {
        return Some(placed);
    }
    let after = log
        .holding()
        .iter()
        .position(|fact| fact.event == tile.event)?
        + 1;
    let mut later = log.holding()[after..].iter();
    let end = later.find(|fact| fact.kind.ends_turn())?;
    Some(EventKind::Inserted {
        before: end.event,
        what: Box::new(placed),
    })
}

/// Whether what is seen so far away from a figure's place may be that figure.
fn may_be(seen: &SeenFigure, figure: &Figure, away: f32) -> bool {
    match (neutral(seen), figure.color) {
        (Some(kind), None) => kind == figure.kind,
        (None, Some(color)) => {
            let likeliest = likeliest(seen).and_then(|candidate| candidate.color);
            away < SAME_FIGURE || likeliest == Some(color)
        }
        _ => false,
    }
}

/// Which piece is seen, if it belongs to nobody.
fn neutral(seen: &SeenFigure) -> Option<FigureKind> {
    likeliest(seen)
        .filter(|candidate| candidate.color.is_none())
        .map(|candidate| candidate.kind)
}

fn likeliest(seen: &SeenFigure) -> Option<&FigureCandidate> {
    seen.candidates
        .iter()
        .max_by(|a, b| a.log_likelihood.total_cmp(&b.log_likelihood))
}

/// ln(eᵃ + eᵇ)
fn log_add(a: f32, b: f32) -> f32 {
    let high = a.max(b);
    if high == f32::NEG_INFINITY {
        high
    } else {
        high + ((a - high).exp() + (b - high).exp()).ln()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Seen from low, what stands on a road covers the field behind it.
    #[test]
    fn each_pose_keeps_its_own_foot() {
        let look = |standing: [f32; 2], lying: [f32; 2]| {
            let candidate = |pose, foot, log_likelihood| FigureCandidate {
                kind: FigureKind::Meeple,
                color: Some(Color::Red),
                pose,
                log_likelihood,
                foot: Some(foot),
            };
            SeenFigure {
                cell: Cell::new(0, 0),
                foot: lying,
                candidates: vec![
                    candidate(Pose::Lying, lying, 51.0),
                    candidate(Pose::Standing, standing, 50.0),
                ],
                foot_px: [0.0; 2],
            }
        };
        let seen = look([0.0, 0.2], [0.0, -0.2]);
        let mut track = Track::new(&seen, 1);
        track.add(&seen, 1);
        track.add(&look([0.0, 0.0], [0.0, -0.3]), 2);
        assert_eq!(track.foot_in(Pose::Standing), [0.0, 0.1]);
        assert_eq!(track.foot_in(Pose::Lying), [0.0, -0.25]);
        assert_eq!(track.foot, track.foot_in(Pose::Lying));
    }
}
