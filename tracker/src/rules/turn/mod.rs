//! The order of effects: what each fact does to the game, in one place.
//!
//! A turn is: lay a tile, then place a figure (or let an expansion act), then score what the
//! tile completed (rules dossier "base game", section 2). It ends when the next tile lies,
//! when a person says so, or with the game.

mod ending;
mod laying;
mod placing;
pub(super) mod retake;

use files::limits::POINTS_BY_HAND;

use crate::board::features::SegmentRef;
use crate::event::{EventId, EventKind};
use crate::rules::choice::{Choice, ChoiceId};
use crate::rules::game::Game;
use crate::rules::points::expression::{Expression, Term, Unit};
use crate::rules::told::{Irregularity, Outcome, ScoreLine, ScoreReason};
use crate::rules::turn::retake::{ThisTurn, Witness};
use crate::rules::{Kept, RuleFault};
use carcassonne::piece::Color;
use laying::NewTile;

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
                    before,
                };
                self.lay_tile(event, tile, Kept::IfAllowed)
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
                    before,
                };
                self.lay_tile(event, tile, Kept::Insisted)?;
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
        let may_be_left = |open: Vec<Choice>| {
            let mut open = open.into_iter().filter(|open| open.id == *choice);
            open.any(|open| open.optional)
        };
        // Which ones can still be told late is dear to find out.
        if !may_be_left(self.choices()) && !may_be_left(self.late_choices()) {
            return Err(RuleFault::NoSuchChoice);
        }
        self.declined.insert(choice.clone());
        Ok(())
    }

    fn set_turn(&mut self, color: Color) -> Result<(), RuleFault> {
        self.check_player(color)?;
        let seat = self.seat_of(color);
        if let Some(again) = self.retaken(seat, Witness::Person) {
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
}
