//! Step 3 of a turn, and the end of the game: what is finished is scored, then what is not. Part of
//! [`super`].

use crate::board::features::{Feature, FeatureId};
use crate::event::EventId;
use crate::rules::game::{FigureState, Game};
use crate::rules::points::scoring::{self, Scored};
use crate::rules::told::{Outcome, Possible, ScoreLine, Unsettled};
use carcassonne::piece::FigureKind;

impl Game {
    /// Step 3: scores what the open turn's tile completed; its figures are due home.
    pub(in crate::rules) fn end_turn(&mut self) {
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
    pub(in crate::rules) fn score(&mut self, id: FeatureId) {
        let Some(feature) = self.features.get(id).cloned() else {
            return;
        };
        let scored: Vec<EventId> = scoring::claimants(self, &feature)
            .map(|figure| figure.event)
            .collect();
        match self.possible(&feature, Scored::Completed) {
            Some(either) => self.leave_unsettled(&feature, either),
            None => {
                for line in scoring::lines(self, &feature, Scored::Completed) {
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
    fn possible(&self, feature: &Feature, scored: Scored) -> Option<Vec<Possible>> {
        let either = self
            .expansions()
            .find_map(|expansion| expansion.possible(self, feature, scored))?;
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
    pub(in crate::rules) fn settle_score(&mut self, feature: FeatureId, stays: FigureKind) {
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
    pub(in crate::rules) fn wind_up(&mut self) {
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
        if self.over || waits(self) {
            return;
        }
        if self.has_final_scoring() {
            self.finish();
        } else {
            self.end(Outcome::NoTilesLeft);
        }
    }

    /// Final scoring (rules dossier "base game", section 3, last column).
    pub(in crate::rules) fn finish(&mut self) {
        self.end_turn();
        self.over = true;
        if !self.has_final_scoring() {
            return;
        }
        let (open, features): (Vec<_>, Vec<_>) = self
            .features
            .iter()
            .map(|feature| (feature, self.possible(feature, Scored::AtTheEnd)))
            .partition(|(_, either)| either.is_some());
        let open: Vec<_> = open
            .into_iter()
            .map(|(f, either)| (f.clone(), either))
            .collect();
        let features = features.into_iter().map(|(feature, _)| feature);
        let lines: Vec<ScoreLine> = features
            .flat_map(|feature| scoring::lines(self, feature, Scored::AtTheEnd))
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
