//! Step 2 of a turn: a figure is placed, or one leaves the board. Part of [`super`].

use crate::board::features::{FeatureKind, SegmentRef};
use crate::event::EventId;
use crate::rules::RuleFault;
use crate::rules::game::{Figure, FigureState, Game, PlayerState};
use carcassonne::piece::{Color, FigureKind};

impl Game {
    /// Step 2.
    pub(super) fn place_figure(
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
    pub(super) fn keep_figure(
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
    pub(super) fn seat_of(&self, color: Color) -> Color {
        self.player_of(color).map_or(color, |player| player.color)
    }

    /// Without a set-up the players are the colours seen, in order of appearance.
    pub(super) fn welcome(&mut self, color: Color) {
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
    pub(super) fn take_figure(&mut self, id: EventId) -> Result<(), RuleFault> {
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
}
