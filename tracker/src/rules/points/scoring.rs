//! What features are worth and who gets it (rules dossier "base game", section 3).

use std::collections::BTreeMap;

use crate::board::features::{Feature, FeatureKind};
use crate::rules::game::{Figure, FigureState, Game};
use crate::rules::points::expression::{Expression, Unit};
use crate::rules::told::{ScoreLine, ScoreReason};
use carcassonne::piece::Color;

/// When a feature is scored, which its worth depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scored {
    /// As soon as it is completed.
    Completed,
    /// At the end of the game, as far as it came.
    AtTheEnd,
}

impl Scored {
    /// How a feature would be scored that is as it is now.
    pub const fn now(feature: &Feature) -> Self {
        if feature.open {
            Self::AtTheEnd
        } else {
            Self::Completed
        }
    }
}

/// What the feature is worth to each of its owners, as completed or as at the end of the game.
pub fn value(game: &Game, feature: &Feature, scored: Scored) -> Expression {
    let mut expression = base_value(game, feature, scored);
    for expansion in game.expansions() {
        expansion.value(game, feature, scored, &mut expression);
    }
    expression
}

fn base_value(game: &Game, feature: &Feature, scored: Scored) -> Expression {
    let each = match scored {
        Scored::Completed => 2,
        Scored::AtTheEnd => 1,
    };
    match feature.kind {
        FeatureKind::Road => Expression::new([(feature.tiles, Unit::Tiles, 1)]),
        // Ruling B1: older editions halve a completed city of two tiles.
        FeatureKind::City if scored == Scored::Completed && feature.tiles == 2 => {
            let each = i32::from(game.setup().options.two_tile_city / 2);
            Expression::new([
                (feature.tiles, Unit::Tiles, each),
                (feature.shields, Unit::Shields, each),
            ])
        }
        FeatureKind::City => Expression::new([
            (feature.tiles, Unit::Tiles, each),
            (feature.shields, Unit::Shields, each),
        ]),
        FeatureKind::Monastery | FeatureKind::Garden => {
            Expression::new([(1 + feature.surroundings, Unit::Surroundings, 1)])
        }
        // Worth points only in the mist expansions, which say how many.
        FeatureKind::Castle | FeatureKind::Cemetery => Expression::default(),
        FeatureKind::Field => {
            let closed = |id| {
                game.features()
                    .get(id)
                    .is_some_and(|city: &Feature| !city.open)
            };
            let cities = feature.cities.iter().filter(|&&id| closed(id)).count();
            Expression::new([(cities, Unit::Cities, 3)])
        }
    }
}

/// The colours with most figures in the feature, in player order; several if tied.
pub fn owners(game: &Game, feature: &Feature) -> Vec<Color> {
    let mut strength: BTreeMap<Color, u32> = BTreeMap::new();
    for figure in claimants(game, feature) {
        if let Some(color) = figure.color {
            *strength.entry(color).or_default() += figure.kind.strength();
        }
    }
    let most = strength.values().copied().max().unwrap_or(0);
    let leads = |color| most > 0 && strength.get(&color) == Some(&most);
    game.colors().filter(|&color| leads(color)).collect()
}

/// The players' figures that count in the feature: those that stand there unscored, and those taken
/// home in this turn because it is being completed.
pub fn claimants<'g>(
    game: &'g Game,
    feature: &'g Feature,
) -> impl Iterator<Item = &'g Figure> + use<'g> {
    game.figures().filter(move |figure| {
        matches!(
            figure.state,
            FigureState::Standing | FigureState::TakenEarly
        ) && figure.color.is_some()
            && game
                .features()
                .at(figure.at)
                .is_some_and(|at| at.id == feature.id)
    })
}

/// What is given for the feature: one line for each of its owners who gets points, unless an
/// expansion has it otherwise.
pub fn lines(game: &Game, feature: &Feature, scored: Scored) -> Vec<ScoreLine> {
    let given = game
        .expansions()
        .find_map(|expansion| expansion.lines(game, feature, scored));
    let mut lines = given.unwrap_or_else(|| {
        let expression = value(game, feature, scored);
        owners(game, feature)
            .into_iter()
            .map(|color| line(game, feature, scored, Some(color), expression.clone()))
            .collect()
    });
    for expansion in game.expansions() {
        expansion.adjust_lines(game, feature, scored, &mut lines);
    }
    lines.retain(|line| line.points != 0);
    lines
}

/// The line that gives `expression` to somebody for a feature; `None` is the team.
pub fn line(
    game: &Game,
    feature: &Feature,
    scored: Scored,
    color: Option<Color>,
    expression: Expression,
) -> ScoreLine {
    let reason = match scored {
        Scored::Completed => ScoreReason::Completed,
        Scored::AtTheEnd => ScoreReason::Final,
    };
    ScoreLine {
        turn: game.turn(),
        color,
        points: expression.points(),
        reason: reason(feature.kind),
        expression,
        segments: feature.segments.clone(),
        figures: claimants(game, feature)
            .filter(|figure| color.is_none() || figure.color == color)
            .map(|figure| figure.event)
            .collect(),
    }
}
