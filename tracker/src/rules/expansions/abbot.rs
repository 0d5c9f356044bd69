//! Abbots and gardens (rules dossier "base game", section 2.1; ruling B5).
//!
//! An abbot may only go on a monastery or garden, a garden only be claimed by an abbot. In a
//! turn without a placed figure the abbot may be recalled from an unfinished place and scores
//! what stands around it at once.

use crate::board::features::FeatureKind;
use crate::rules::Moments;
use crate::rules::game::{Figure, FigureState, Game};
use crate::rules::points::scoring::{self, Scored};
use crate::rules::told::{Reminder, ReminderKind, ScoreLine, ScoreReason, Until, Urgency};
use crate::setup::Setup;
use carcassonne::piece::FigureKind;

/// The module.
pub struct Abbot;

impl Moments for Abbot {
    fn pieces(&self, _setup: &Setup) -> Vec<(FigureKind, u8)> {
        vec![(FigureKind::Abbot, 1)]
    }

    fn claims_gardens(&self) -> bool {
        true
    }

    fn deploy_allowed(&self, figure: FigureKind, on: FeatureKind) -> Option<bool> {
        match (figure, on) {
            (FigureKind::Abbot, on) => {
                Some(matches!(on, FeatureKind::Monastery | FeatureKind::Garden))
            }
            (_, FeatureKind::Garden) => Some(false),
            _ => None,
        }
    }

    fn on_figure_taken(&self, game: &Game, figure: &Figure) -> Option<ScoreLine> {
        recall(game, figure)
    }

    fn reminders(&self, game: &Game, into: &mut Vec<Reminder>) {
        for figure in game.figures() {
            let (Some(color), Some(line)) = (figure.color, recall(game, figure)) else {
                continue;
            };
            let kind = ReminderKind::MayRecallAbbot {
                color,
                figure: figure.event,
                points: line.points,
            };
            let id = format!("recall-abbot/{}/{}", game.turn(), figure.event);
            into.push(
                Reminder::new(id, kind, "base-game 2.1", Urgency::Info, Until::TurnEnds)
                    .at([figure.at.cell])
                    .about([figure.event]),
            );
        }
    }
}

/// What recalling that figure now would score; `None` if it may not be recalled.
fn recall(game: &Game, figure: &Figure) -> Option<ScoreLine> {
    let open = game.open_turn()?;
    let color = figure.color?;
    let may = figure.kind == FigureKind::Abbot
        && figure.state == FigureState::Standing
        && figure.turn < game.turn()
        && open.acted.is_none()
        && open.player.is_none_or(|player| player == color);
    let feature = game
        .features()
        .at(figure.at)
        .filter(|feature| may && feature.open)?;
    let expression = scoring::value(game, feature, Scored::AtTheEnd);
    let mut lines = vec![ScoreLine {
        turn: game.turn(),
        color: (!game.shares_score()).then_some(color),
        points: expression.points(),
        reason: ScoreReason::AbbotRecalled,
        expression,
        segments: feature.segments.clone(),
        figures: vec![figure.event],
    }];
    for expansion in game.expansions() {
        expansion.adjust_lines(game, feature, Scored::Completed, &mut lines);
    }
    lines.pop()
}
