//! Where a figure may be put now, and why not elsewhere. Part of [`super`].

use super::{Game, OpenTurn};
use crate::board::features::{Feature, FeatureKind, SegmentRef};
use crate::event::{EventId, EventKind};
use crate::rules::RuleFault;
use crate::rules::points::scoring;
use crate::rules::told::FigurePlace;
use carcassonne::piece::{Color, FigureKind};

impl Game {
    /// Why a figure may not be put there now.
    ///
    /// # Errors
    /// With the first rule that forbids it (rules dossier "base game", section 2, step 2).
    pub fn check_figure(
        &self,
        kind: FigureKind,
        color: Color,
        at: SegmentRef,
    ) -> Result<(), RuleFault> {
        if self.over {
            return Err(RuleFault::GameOver);
        }
        let open = self.open.as_ref().ok_or(RuleFault::NoOpenTurn)?;
        if open.cells().all(|cell| cell != at.cell) {
            return Err(RuleFault::NotTheNewestTile);
        }
        if open.acted.is_some() {
            return Err(RuleFault::SecondFigure);
        }
        let feature = self.check_piece(kind, color, at)?;
        if scoring::claimants(self, feature).next().is_some() {
            return Err(RuleFault::Occupied);
        }
        let fault = self
            .expansions()
            .find_map(|e| e.deploy_fault(self, kind, color, at));
        fault.map_or(Ok(()), Err)
    }

    /// Whether that piece may ever stand on such a feature; returns the feature.
    pub(crate) fn check_piece(
        &self,
        kind: FigureKind,
        color: Color,
        at: SegmentRef,
    ) -> Result<&Feature, RuleFault> {
        let feature = self
            .features
            .at(at)
            .ok_or(RuleFault::NoSuchSegment(at.segment))?;
        if !self.pieces().any(|(piece, _)| piece == kind) {
            return Err(RuleFault::NotInPlay(kind));
        }
        if self.player_of(color).is_none() && !self.setup.players.is_empty() {
            return Err(RuleFault::NotAPlayer(color));
        }
        let forbidden = self
            .expansions()
            .any(|e| e.deploy_allowed(kind, feature.kind) == Some(false));
        if forbidden {
            return Err(RuleFault::WrongFeature {
                figure: kind,
                on: feature.kind,
            });
        }
        if feature.kind == FeatureKind::Field && !self.setup.options.farmers {
            return Err(RuleFault::NoFarmers);
        }
        if self.in_hand(color, kind) == 0 {
            return Err(RuleFault::NoneInHand {
                color,
                figure: kind,
            });
        }
        Ok(feature)
    }

    /// Why a piece that belongs to nobody may not be put there now.
    ///
    /// # Errors
    /// With the first rule that forbids it.
    pub fn check_neutral(&self, kind: FigureKind, at: SegmentRef) -> Result<(), RuleFault> {
        let placed = EventKind::FigurePlaced {
            cell: at.cell,
            segment: at.segment,
            figure: kind,
            color: None,
            foot: None,
            before: false,
        };
        if !self.neutral_pieces().any(|piece| piece == kind) {
            return Err(RuleFault::NotInPlay(kind));
        }
        self.clone().apply(EventId::default(), &placed)
    }

    /// Where `color` may put a figure now.
    pub fn figure_places(&self, color: Color) -> Vec<FigurePlace> {
        let cells = self.open.iter().flat_map(OpenTurn::cells);
        let laid = cells.filter_map(|cell| Some((cell, self.board.get(cell)?)));
        let places: Vec<SegmentRef> = laid
            .flat_map(|(cell, laid)| {
                (0..=laid.face.segments.len()).map(move |n| SegmentRef::new(cell, n))
            })
            .collect();
        self.pieces()
            .flat_map(|(figure, _)| places.iter().map(move |&at| (figure, at)))
            .filter_map(|(figure, at)| {
                self.check_figure(figure, color, at).ok()?;
                let on = self.features.at(at)?.kind;
                Some(FigurePlace { figure, at, on })
            })
            .collect()
    }
}
