//! The order of effects: what each fact does to the game, in one place.
//!
//! A turn is: lay a tile, then place a figure (or let an expansion act), then score what the
//! tile completed (rules dossier "base game", section 2). It ends when the next tile lies,
//! when a person says so, or with the game.

use std::sync::Arc;

use files::limits::POINTS_BY_HAND;

use super::game::{Figure, FigureState, Game, OpenTurn, PlayerState, Tile};
use super::retake::ThisTurn;
use super::{JustLaid, RuleFault, scoring};
use crate::board::PlacementFault;
use crate::board::features::{Feature, FeatureId, FeatureKind, SegmentRef};
use crate::log::event::{EventId, EventKind};
use crate::rules::choice::ChoiceId;
use crate::rules::expression::{Expression, Term, Unit};
use crate::snapshot::{Irregularity, Outcome, Possible, ScoreLine, ScoreReason, Unsettled};
use carcassonne::catalogue::{Face, FaceId};
use carcassonne::geometry::{Cell, Rotation};
use carcassonne::piece::{Color, FigureKind};

/// A tile that comes onto the board.
#[derive(Clone, Copy)]
struct NewTile {
    cell: Cell,
    face: FaceId,
    rotation: Rotation,
    garden: Option<bool>,
}

impl Game {
    /// Lets a fact happen: now, or if it is told late and the rules call for it, in this turn or
    /// the one before where it belongs.
    ///
    /// # Errors
    /// If a rule forbids it, or it is no fact but a change to other events (those are resolved
    /// by [`crate::log`]); the game is unchanged then.
    pub fn apply(&mut self, event: EventId, kind: &EventKind) -> Result<(), RuleFault> {
        if let Some(again) = self.told_late(event, kind) {
            *self = again;
            return Ok(());
        }
        self.step(event, kind).or_else(|fault| {
            *self = self.belated(event, kind, &fault).ok_or(fault)?;
            Ok(())
        })
    }

    /// Lets a fact happen now.
    pub(super) fn step(&mut self, event: EventId, kind: &EventKind) -> Result<(), RuleFault> {
        let opened = ThisTurn::opened_by(self, kind);
        let (turn, was_open) = (self.turn, self.open.is_some());
        self.happen(event, kind)?;
        if self.turn != turn {
            self.this_turn = opened;
        }
        if let Some(turn) = self.this_turn.as_mut() {
            turn.note(event, kind, was_open && self.open.is_some());
        }
        for expansion in self.expansions() {
            expansion.after_event(self);
        }
        if self.ending {
            self.wind_up();
        }
        Ok(())
    }

    fn happen(&mut self, event: EventId, kind: &EventKind) -> Result<(), RuleFault> {
        let ends_nothing = matches!(
            kind,
            EventKind::FigureTaken { .. } | EventKind::Points { .. }
        );
        if self.over && !ends_nothing {
            return Err(RuleFault::GameOver);
        }
        let own = self
            .expansions()
            .find_map(|expansion| expansion.apply(self, event, kind));
        if let Some(result) = own {
            return result;
        }
        match *kind {
            EventKind::TileLaid {
                cell,
                face,
                rotation,
                garden,
                before,
            } => {
                let tile = NewTile {
                    cell,
                    face,
                    rotation,
                    garden,
                };
                self.lay_tile(event, tile, before, false)
            }
            EventKind::FigurePlaced {
                cell,
                segment,
                figure,
                color,
                foot,
                before,
            } => {
                // Pieces that belong to nobody are an expansion's, which has had its say.
                let color = color.ok_or(RuleFault::NotInPlay(figure))?;
                let at = SegmentRef::new(cell, segment);
                self.place_figure(event, at, figure, color, foot, before)
            }
            EventKind::FigureTaken { figure } => self.take_figure(figure),
            EventKind::TileDiscarded { face } => self.discard_tile(face),
            EventKind::TurnOf { color } => self.set_turn(color),
            EventKind::TurnEnded => {
                self.open.ok_or(RuleFault::NoOpenTurn)?;
                let after = self.after_turn();
                if self.pile_left() == 0 || after.outcome == Some(Outcome::NoTilesLeft) {
                    self.wind_up();
                } else {
                    self.end_turn();
                }
                Ok(())
            }
            EventKind::PileEmpty => self.empty_pile(),
            EventKind::GameEnded => {
                self.finish();
                Ok(())
            }
            EventKind::Declined { ref choice } => self.decline(choice),
            EventKind::Points { color, points } => self.give_points(color, points),
            EventKind::Insisted { ref what } => self.insist(event, what),
            // An expansion that knew them would have answered.
            EventKind::GhostsMoved { .. }
            | EventKind::CompanionPlaced { .. }
            | EventKind::RegionDecided { .. }
            | EventKind::MeepleBuried { .. }
            | EventKind::TileTurnedDown { .. }
            | EventKind::TileMoved { .. }
            | EventKind::TatanDrawn
            | EventKind::TatanUsed { .. }
            | EventKind::GapFilled { .. }
            | EventKind::ChipLaid { .. }
            | EventKind::ChipTurned { .. }
            | EventKind::IslandRevealed { .. }
            | EventKind::IslandTaken { .. } => Err(RuleFault::NotCalledFor),
            EventKind::Corrected { .. }
            | EventKind::Removed { .. }
            | EventKind::Inserted { .. }
            | EventKind::Undone { .. }
            | EventKind::Redone { .. } => Err(RuleFault::NotAFact),
        }
    }

    /// What a person insists on: kept although the rules forbid it, if it can be kept at all, and
    /// named as what it is.
    fn insist(&mut self, event: EventId, what: &EventKind) -> Result<(), RuleFault> {
        let Err(fault) = self.happen(event, what) else {
            return Ok(());
        };
        let cell = match *what {
            EventKind::TileLaid {
                cell,
                face,
                rotation,
                garden,
                before,
            } if fault.can_be_overruled() => {
                let tile = NewTile {
                    cell,
                    face,
                    rotation,
                    garden,
                };
                self.lay_tile(event, tile, before, true)?;
                cell
            }
            EventKind::FigurePlaced {
                cell,
                segment,
                figure,
                color: Some(color),
                foot,
                ..
            } if fault.can_be_overruled() => {
                let at = SegmentRef::new(cell, segment);
                self.keep_figure(event, at, figure, color, foot)?;
                cell
            }
            _ => return Err(fault),
        };
        self.irregular.push(Irregularity {
            event,
            turn: self.turn,
            cell,
            what: what.clone(),
            fault,
        });
        Ok(())
    }

    fn face_in_bag(&self, id: FaceId) -> Result<Arc<Face>, RuleFault> {
        let face = self.catalogue.face(&id).ok_or(RuleFault::UnknownFace(id))?;
        if self.copies_left(face) == 0 {
            return Err(RuleFault::NoCopyLeft(id));
        }
        Ok(Arc::clone(face))
    }

    /// Step 1. Laying a tile ends the turn before, so that is scored first.
    fn lay_tile(
        &mut self,
        event: EventId,
        tile: NewTile,
        before: bool,
        insisted: bool,
    ) -> Result<(), RuleFault> {
        let NewTile { cell, rotation, .. } = tile;
        let face = match self.face_in_bag(tile.face) {
            Err(RuleFault::NoCopyLeft(id)) if insisted => {
                let face = self.catalogue.face(&id);
                Arc::clone(face.ok_or(RuleFault::UnknownFace(id))?)
            }
            face => face?,
        };
        if before && self.turn > 0 {
            return Err(RuleFault::NotBefore);
        }
        if self.ending {
            return Err(RuleFault::GameOver);
        }
        if self.pile_empty && !before {
            return Err(RuleFault::NoTileToDraw);
        }
        let faults = self.board.faults(cell, &face, rotation);
        if !faults.is_empty() && !insisted {
            return Err(RuleFault::Placement(faults));
        }
        let starts: Vec<Cell> = self.board.starts_left().collect();
        let opens = !before && !self.board.is_empty() && !starts.contains(&cell);
        if opens && !starts.is_empty() {
            return Err(RuleFault::StartTilesFirst);
        }
        let occupied = |fault: &PlacementFault| matches!(fault, PlacementFault::Occupied { .. });
        if opens && faults.iter().any(occupied) {
            return Err(RuleFault::Placement(faults));
        }
        let continues = opens
            && self.open.is_some()
            && self
                .expansions()
                .any(|expansion| expansion.continues_turn(self));
        if continues {
            if let Some(open) = self.open.as_mut() {
                open.first = Some(open.cell);
                open.cell = cell;
            }
        } else if opens {
            // The end of the turn may end a cooperative game, and then no tile follows.
            let ended = self.after_turn();
            if ended.over {
                return Err(RuleFault::GameOver);
            }
            *self = ended;
            self.begin_turn(cell);
        }
        self.board
            .keep(cell, &face, rotation)
            .map_err(|fault| RuleFault::Placement(vec![fault]))?;
        self.tiles.push(Tile {
            event,
            cell,
            garden: tile.garden,
            turn: self.turn,
        });
        let before = !opens;
        self.join(cell);
        self.tell_laid(JustLaid {
            event,
            cell,
            before,
        });
        Ok(())
    }

    /// Ends the turn before and opens the next, whose tile is about to lie there.
    pub(super) fn begin_turn(&mut self, cell: Cell) {
        self.end_turn();
        let player = self.next_player();
        self.forced_next = None;
        self.turn += 1;
        self.open = Some(OpenTurn {
            cell,
            player,
            said: false,
            expected: None,
            acted: None,
            first: None,
        });
    }

    /// A tile has been put on the board and joined: the expansions have their say.
    pub(super) fn tell_laid(&mut self, laid: JustLaid) {
        for expansion in self.expansions() {
            expansion.on_tile_laid(self, laid);
        }
    }

    fn empty_pile(&mut self) -> Result<(), RuleFault> {
        if self.turn == 0 {
            return Err(RuleFault::NotCalledFor);
        }
        self.pile_empty = true;
        if self.open.is_none() && self.next_player_out_of_seat().is_none() {
            self.wind_up();
        }
        Ok(())
    }

    fn decline(&mut self, choice: &ChoiceId) -> Result<(), RuleFault> {
        let late = self.late_choices().into_iter();
        let open = self.choices().into_iter().chain(late);
        let mut open = open.filter(|open| open.id == *choice);
        if !open.any(|open| open.optional) {
            return Err(RuleFault::NoSuchChoice);
        }
        self.declined.insert(choice.clone());
        Ok(())
    }

    /// Step 2.
    fn place_figure(
        &mut self,
        event: EventId,
        at: SegmentRef,
        kind: FigureKind,
        color: Color,
        foot: Option<[f32; 2]>,
        before: bool,
    ) -> Result<(), RuleFault> {
        let mut state = FigureState::Standing;
        if before {
            if self.turn > 0 {
                return Err(RuleFault::NotBefore);
            }
            let feature = self.check_piece(kind, color, at)?;
            if !feature.open {
                state = FigureState::DueHome;
            }
        } else {
            self.check_figure(kind, color, at)?;
            if let Some(mut again) = self.shown_to_be_of(self.seat_of(color)) {
                again.place_figure(event, at, kind, color, foot, before)?;
                *self = again;
                return Ok(());
            }
        }
        self.put_figure(event, at, kind, color, foot, state, !before);
        Ok(())
    }

    /// A figure that stands where the rules allow none. In what has scored already it counts no
    /// more.
    fn keep_figure(
        &mut self,
        event: EventId,
        at: SegmentRef,
        kind: FigureKind,
        color: Color,
        foot: Option<[f32; 2]>,
    ) -> Result<(), RuleFault> {
        let feature = self.features.at(at);
        let feature = feature.ok_or(RuleFault::NoSuchSegment(at.segment))?;
        let counts = feature.open || self.is_completed_now(feature);
        let state = if counts {
            FigureState::Standing
        } else {
            FigureState::DueHome
        };
        if !self.pieces().any(|(piece, _)| piece == kind) {
            return Err(RuleFault::NotInPlay(kind));
        }
        self.check_player(color)?;
        self.put_figure(event, at, kind, color, foot, state, true);
        Ok(())
    }

    #[allow(clippy::too_many_arguments)]
    fn put_figure(
        &mut self,
        event: EventId,
        at: SegmentRef,
        kind: FigureKind,
        color: Color,
        foot: Option<[f32; 2]>,
        state: FigureState,
        now: bool,
    ) {
        self.welcome(color);
        if let Some(open) = self.open.as_mut().filter(|open| open.acted.is_none()) {
            open.acted = Some(event);
        }
        let is_garden = self
            .features
            .at(at)
            .is_some_and(|f| f.kind == FeatureKind::Garden);
        if let Some(tile) = self
            .tiles
            .iter_mut()
            .find(|tile| is_garden && tile.cell == at.cell)
        {
            tile.garden = Some(true);
        }
        let figure = Figure {
            event,
            at,
            kind,
            color: Some(color),
            foot,
            turn: self.turn,
            state,
        };
        self.figures.insert(event, figure);
        if now {
            for expansion in self.expansions() {
                expansion.on_figure_placed(self, &figure);
            }
        }
    }

    /// The first colour of whoever plays that one.
    fn seat_of(&self, color: Color) -> Color {
        self.player_of(color).map_or(color, |player| player.color)
    }

    /// Without a set-up the players are the colours seen, in order of appearance.
    fn welcome(&mut self, color: Color) {
        if self.player_of(color).is_none() {
            self.players.push(PlayerState {
                name: color.to_string(),
                color,
                also: Vec::new(),
                score: 0,
            });
        }
    }

    /// A figure leaves the board: home from a scored feature, early from one that the open turn
    /// scores, recalled by an expansion's rule, or simply taken.
    fn take_figure(&mut self, id: EventId) -> Result<(), RuleFault> {
        let figure = match self.figures.get(&id) {
            Some(figure) if figure.state == FigureState::Buried => {
                return Err(RuleFault::NotCalledFor);
            }
            Some(figure) if figure.state != FigureState::TakenEarly => *figure,
            _ => return Err(RuleFault::NoSuchFigure(id)),
        };
        let being_scored = figure.state == FigureState::Standing
            && self
                .features
                .at(figure.at)
                .is_some_and(|feature| self.is_completed_now(feature));
        if being_scored {
            if let Some(figure) = self.figures.get_mut(&id) {
                figure.state = FigureState::TakenEarly;
            }
            return Ok(());
        }
        let line = self
            .expansions()
            .find_map(|expansion| expansion.on_figure_taken(self, &figure));
        let recalled_by = figure.color.filter(|_| line.is_some());
        let recalled_by = recalled_by.map(|color| self.seat_of(color));
        if let Some(mut again) = recalled_by.and_then(|seat| self.shown_to_be_of(seat)) {
            again.take_figure(id)?;
            *self = again;
            return Ok(());
        }
        self.figures.remove(&id);
        if let Some(open) = self.open.as_mut() {
            if line.is_some() {
                open.acted = Some(id);
            } else if open.acted == Some(id) {
                open.acted = None;
            }
        }
        if let Some(line) = line {
            self.credit(line);
        }
        Ok(())
    }

    /// Ruling B3.
    pub(super) fn discard_tile(&mut self, id: FaceId) -> Result<(), RuleFault> {
        let face = self.face_in_bag(id)?;
        if !self.board.placements(&face).is_empty() {
            return Err(RuleFault::Fits(id));
        }
        self.discarded.push(id);
        Ok(())
    }

    fn set_turn(&mut self, color: Color) -> Result<(), RuleFault> {
        self.check_player(color)?;
        let seat = self.seat_of(color);
        if let Some(again) = self.retaken(seat, true) {
            *self = again;
            self.check_player(color)?;
        } else {
            self.forced_next = Some(seat);
        }
        Ok(())
    }

    fn give_points(&mut self, color: Color, points: i32) -> Result<(), RuleFault> {
        if points.unsigned_abs() > POINTS_BY_HAND.unsigned_abs() {
            return Err(RuleFault::TooManyPoints(points));
        }
        self.check_player(color)?;
        let term = Term {
            count: points,
            unit: Unit::ByHand,
            each: 1,
        };
        let expression = Expression {
            terms: vec![term],
            colors: None,
        };
        self.credit(ScoreLine {
            turn: self.turn,
            color: (!self.shares_score()).then_some(color),
            points,
            reason: ScoreReason::ByHand,
            expression,
            segments: Vec::new(),
            figures: Vec::new(),
        });
        Ok(())
    }

    fn check_player(&mut self, color: Color) -> Result<(), RuleFault> {
        if self.setup.players.is_empty() {
            self.welcome(color);
        }
        self.player_of(color)
            .map(|_| ())
            .ok_or(RuleFault::NotAPlayer(color))
    }

    /// Moves the scoring meeple. The track has no numbers below 0.
    pub(super) fn credit(&mut self, line: ScoreLine) {
        let score = match line.color {
            None => Some(&mut self.team_score),
            Some(color) => self
                .players
                .iter_mut()
                .find(|player| player.plays(color))
                .map(|player| &mut player.score),
        };
        if let Some(score) = score {
            *score = score.saturating_add(line.points).max(0);
        }
        self.lines.push(line);
        for expansion in self.expansions() {
            expansion.on_points(self);
        }
    }

    /// Step 3: scores what the open turn's tile completed; its figures are due home.
    pub(super) fn end_turn(&mut self) {
        if self.open.is_none() || self.over {
            return;
        }
        for expansion in self.expansions() {
            expansion.before_scoring(self);
        }
        let completed: Vec<FeatureId> = self.completed_now().iter().map(|f| f.id).collect();
        for id in completed {
            if !self.over {
                self.score(id);
            }
        }
        for expansion in self.expansions() {
            expansion.on_turn_end(self);
        }
        if let Some(open) = self.open.take() {
            self.last_player = open.player.or(self.last_player);
        }
    }

    /// Scores a completed feature. One that was scored before has no figures left and gives
    /// nothing.
    pub(super) fn score(&mut self, id: FeatureId) {
        let Some(feature) = self.features.get(id).cloned() else {
            return;
        };
        let scored: Vec<EventId> = scoring::claimants(self, &feature)
            .map(|figure| figure.event)
            .collect();
        match self.possible(&feature, true) {
            Some(either) => self.leave_unsettled(&feature, either),
            None => {
                for line in scoring::lines(self, &feature, true) {
                    self.credit(line);
                }
            }
        }
        for event in &scored {
            if let Some(figure) = self.figures.get_mut(event) {
                if figure.state == FigureState::TakenEarly {
                    self.figures.remove(event);
                } else {
                    figure.state = FigureState::DueHome;
                }
            }
        }
        for expansion in self.expansions() {
            expansion.on_scored(self, &feature, &scored);
        }
    }

    /// What a feature may be worth, while nobody has told which of two things counts; `None` if
    /// that is known, or makes no difference.
    fn possible(&self, feature: &Feature, completed: bool) -> Option<Vec<Possible>> {
        let either = self
            .expansions()
            .find_map(|expansion| expansion.possible(self, feature, completed))?;
        let points = |one: &Possible| -> Vec<_> {
            let lines = one.lines.iter();
            lines.map(|line| (line.color, line.points)).collect()
        };
        let differ = either
            .windows(2)
            .any(|two| points(&two[0]) != points(&two[1]));
        differ.then_some(either)
    }

    /// Points that are given once somebody has told.
    fn leave_unsettled(&mut self, feature: &Feature, either: Vec<Possible>) {
        self.unsettled.push(Unsettled {
            turn: self.turn,
            feature: feature.id,
            segments: feature.segments.clone(),
            either,
        });
    }

    /// It is told that `stays` counts in a feature that was scored before.
    pub(super) fn settle_score(&mut self, feature: FeatureId, stays: FigureKind) {
        let known = self.unsettled.iter().position(|one| one.feature == feature);
        let Some(known) = known.map(|at| self.unsettled.remove(at)) else {
            return;
        };
        let told = known.either.into_iter().find(|one| one.stays == stays);
        for line in told.into_iter().flat_map(|one| one.lines) {
            self.credit(line);
        }
    }

    /// The last turn is over: it is scored as soon as nothing of it is left to be told, and final
    /// scoring follows as soon as no expansion has anything left to do before it.
    pub(super) fn wind_up(&mut self) {
        self.ending = true;
        if self.over || !self.choices().is_empty() {
            return;
        }
        self.end_turn();
        if self.pile_left() > 0 {
            // What was told let the game go on.
            self.ending = false;
            return;
        }
        let waits = |game: &Self| {
            !game.choices().is_empty() || game.expansions().any(|e| e.holds_back_end(game))
        };
        if !self.over && !waits(self) {
            self.finish();
        }
    }

    /// Final scoring (rules dossier "base game", section 3, last column).
    pub(super) fn finish(&mut self) {
        self.end_turn();
        self.over = true;
        if !self.expansions().all(|e| e.has_final_scoring()) {
            return;
        }
        let (open, features): (Vec<_>, Vec<_>) = self
            .features
            .iter()
            .map(|feature| (feature, self.possible(feature, false)))
            .partition(|(_, either)| either.is_some());
        let open: Vec<_> = open
            .into_iter()
            .map(|(f, either)| (f.clone(), either))
            .collect();
        let features = features.into_iter().map(|(feature, _)| feature);
        let lines: Vec<ScoreLine> = features
            .flat_map(|feature| scoring::lines(self, feature, false))
            .collect();
        for (feature, either) in open {
            self.leave_unsettled(&feature, either.unwrap_or_default());
        }
        // The track has no numbers below 0, so nobody must lose points before they are won.
        let (lost, won): (Vec<_>, Vec<_>) = lines.into_iter().partition(|line| line.points < 0);
        for line in won.into_iter().chain(lost) {
            self.credit(line);
        }
    }

    /// The game after the open turn, if it ends as it is.
    #[must_use]
    pub fn after_turn(&self) -> Self {
        let mut later = self.clone();
        later.end_turn();
        later
    }

    /// The game as it would end now.
    #[must_use]
    pub fn after_end(&self) -> Self {
        let mut later = self.clone();
        if !self.over {
            later.finish();
        }
        later
    }

    /// The points that the open turn will give if it ends as it is.
    pub fn provisional(&self) -> Vec<ScoreLine> {
        self.after_turn().lines.split_off(self.lines.len())
    }
}
