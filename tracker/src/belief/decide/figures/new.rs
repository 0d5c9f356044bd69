//! Deciding new figures: which piece of whom on which segment, and asking where that is not sure.

use crate::belief::decision::{Decision, Draft};
use crate::belief::evidence::track::Track;
use crate::belief::evidence::weigh_figure::{FigureReading, On, rank, sure_in_effect};
use crate::belief::question::{About, Guess, Meaning};
use crate::belief::{Belief, limits};
use crate::board::features::SegmentRef;
use crate::event::{By, EventId, EventKind};
use crate::log::Log;
use crate::rules::told::{Reminder, ReminderKind, Until, Urgency};
use crate::rules::{Game, RuleFault};
use carcassonne::geometry::Cell;
use carcassonne::piece::{Color, FigureKind};
use carcassonne::tie::Tie;

/// What a track came to.
enum Became {
    /// It is followed on.
    Nothing,
    /// Its event was decided.
    Event,
}

impl Belief {
    /// Decides each track that has become a figure, or was one for a moment; the clearest first.
    pub(in crate::belief) fn decide_new_figures(&mut self, draft: &mut Draft, tie: Tie) {
        let graves = open_graves(draft.game());
        let mut tracks = std::mem::take(&mut self.figures.tracks);
        tracks.sort_by(|a, b| b.explained.total_cmp(&a.explained));
        let waits = behind_clearer(&tracks);
        let mut waits = waits.into_iter();
        tracks.retain(|track| {
            if waits.next().unwrap_or(false) || graves.contains(&tie.cell(track.cell)) {
                return true;
            }
            match self.decide_new_figure(draft, tie, track) {
                Became::Event => false,
                Became::Nothing => !self.decide_brief(draft, tie, track),
            }
        });
        self.figures.tracks = tracks;
    }

    fn decide_new_figure(&mut self, draft: &mut Draft, tie: Tie, track: &Track) -> Became {
        let Some(ranked) = self.judge_new_figure(draft.game(), tie, track) else {
            return Became::Nothing;
        };
        let cell = tie.cell(track.cell);
        let foot = Some(tie.foot(track.foot));
        for (n, &(reading, probability)) in ranked.iter().enumerate() {
            let Some(reading) = reading else {
                break;
            };
            // Where no guard is left, it is a meeple after all.
            let in_effect = sure_in_effect(&ranked, Some(reading));
            if in_effect < limits::ARGUABLE {
                continue;
            }
            let sure = if n == 0 { probability } else { in_effect };
            let Some(kind) = placing(draft.log(), cell, reading, foot) else {
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
            let placed = Decision::seen(kind, sure, track.evidence.frames());
            let Ok(event) = draft.decide(placed) else {
                continue;
            };
            let frame = draft.table.frame;
            if placed_now {
                self.figures.newest = Some((event, track.anew(frame)));
            }
            if in_effect < limits::SURE {
                let guesses = guesses(draft.log(), event, cell, &ranked, foot);
                if guesses.len() > 1 {
                    self.questions.ask(About::WhichFigure, cell, frame, guesses);
                }
            }
            return Became::Event;
        }
        let reminder = self.judge_not_allowed(draft.game(), tie, track);
        self.reminders.extend(reminder);
        Became::Nothing
    }

    /// What a track may be, likeliest first, once that is to be believed; `None` as long as it
    /// takes more looks.
    fn judge_new_figure(
        &self,
        game: &Game,
        tie: Tie,
        track: &Track,
    ) -> Option<Vec<(FigureReading, f32)>> {
        let cell = tie.cell(track.cell);
        if track.settled || !track.is_seen() || !game.board().holds(cell) {
            return None;
        }
        let newest = game.open_turn().is_some_and(|open| open.cell == cell);
        let on = if newest {
            On::NewestTile
        } else {
            On::OlderTile
        };
        // Pieces that belong to nobody go to any tile; a player's only to the newest.
        let anywhere = track
            .evidence
            .readings()
            .all(|((_, color, _), _)| color.is_none());
        let looks = track.evidence.looks();
        if on == On::OlderTile && !anywhere && looks < limits::MISSED {
            return None;
        }
        let ranked = rank(game, self.geometry.as_ref(), tie, track, on);
        let &(best, _) = ranked.first()?;
        let sure = best.is_some() && sure_in_effect(&ranked, best) >= limits::SURE;
        (sure || looks >= limits::PATIENCE).then_some(ranked)
    }

    /// A figure that stays where the rules allow none is named, not counted.
    fn judge_not_allowed(&self, game: &Game, tie: Tie, track: &Track) -> Option<Reminder> {
        let cell = tie.cell(track.cell);
        let laid = game.board().get(cell)?;
        let readings = track.evidence.readings();
        let ((kind, color, pose), _) = readings.max_by(|a, b| a.1.total_cmp(&b.1))?;
        let foot = tie.foot(track.foot_in(pose));
        let (segment, _) = self
            .geometry
            .segment_log_likelihoods(&laid.face, laid.rotation, foot, pose)
            .into_iter()
            .max_by(|a, b| a.1.total_cmp(&b.1))?;
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
        Some(reminder.at([cell]))
    }
}

/// Which tracks wait until something on their tile that is explained better has been decided: one
/// player's piece comes a turn, and a shadow or print beside it must not be taken for it first.
fn behind_clearer(tracks: &[Track]) -> Vec<bool> {
    let is_players = |track: &&Track| track.neutral.is_none();
    let is_looked_at = |track: &&Track| !track.settled && track.evidence.looks() < limits::PATIENCE;
    let is_behind = |track: &Track| {
        let mut others = tracks.iter().filter(is_players).filter(is_looked_at);
        track.neutral.is_none()
            && others.any(|other| other.cell == track.cell && other.explained > track.explained)
    };
    tracks.iter().map(is_behind).collect()
}

/// What a figure that was taken for one thing may be instead.
fn guesses(
    log: &Log,
    event: EventId,
    cell: Cell,
    ranked: &[(FigureReading, f32)],
    foot: Option<[f32; 2]>,
) -> Vec<Guess> {
    let taken = log.fact(event).map(|fact| &fact.kind);
    let guess = |&(reading, probability): &(FigureReading, f32)| {
        let Some((kind, color, segment)) = reading else {
            let events = vec![EventKind::Removed { event }];
            return Some(Guess::new(Meaning::NoFigure, events, probability));
        };
        let at = SegmentRef::new(cell, segment);
        let on = log.game().features().at(at)?.kind;
        let instead = taken.map(|taken| read_as(taken, (kind, color, segment), foot));
        let events = match instead.filter(|to| Some(to) != taken) {
            Some(to) => vec![possible_correction(log, event, to)?],
            None => Vec::new(),
        };
        let meaning = Meaning::Figure {
            kind,
            color,
            at,
            on,
        };
        Some(Guess::new(meaning, events, probability))
    };
    ranked.iter().take(5).filter_map(guess).collect()
}

/// The same event, had the figure been read as another or elsewhere.
fn read_as(
    placed: &EventKind,
    (kind, whose, part): (FigureKind, Option<Color>, usize),
    at: Option<[f32; 2]>,
) -> EventKind {
    let mut instead = placed.clone();
    if let EventKind::FigurePlaced {
        segment,
        figure,
        color,
        foot,
        ..
    } = &mut instead
    {
        (*segment, *figure, *color, *foot) = (part, kind, whose, at);
    }
    instead
}

/// The correction of an event, unless the rules refuse it: nobody is asked about what cannot be.
fn possible_correction(log: &Log, event: EventId, to: EventKind) -> Option<EventKind> {
    let to = Box::new(to);
    let change = EventKind::Corrected { event, to };
    log.clone().append(0, By::Rule, change.clone()).ok()?;
    Some(change)
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
