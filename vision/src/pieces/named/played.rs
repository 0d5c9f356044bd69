//! Which colours are played, where nobody says it: told from the whole picture.
//!
//! In a lamp's glare red wood may look pink, and a shadow on a path black. Players have more pieces
//! than one, on tiles or beside them, so a single odd piece must fit well to be believed. Between
//! [`crate::pieces::figures`], which looks for all colours, and a second look for these only.

use std::collections::{BTreeMap, BTreeSet};

use carcassonne::piece::Color;
use carcassonne::seen::{SeenFigure, SeenSupply};

use crate::pieces::named::real_odds;

/// Log odds beforehand that a colour is played of which a piece seems to be there: one that fits as
/// most real pieces do (overlap 0.8) is enough, one that fits like a roof (0.65) is not.
const BEFOREHAND: f32 = -3.5;
/// What pieces beside the tiles add: they are told by colour alone.
const BESIDE: f32 = 3.0;

/// The colours that are played, by the figures on tiles and the pieces beside them.
pub(crate) fn colors(figures: &[SeenFigure], beside: &[SeenSupply]) -> BTreeSet<Color> {
    let mut odds: BTreeMap<Color, f32> = BTreeMap::new();
    for best in figures
        .iter()
        .filter_map(|figure| figure.candidates.first())
    {
        if let Some(color) = best.color {
            let for_it = real_odds(best.log_likelihood).max(0.0);
            *odds.entry(color).or_insert(BEFOREHAND) += for_it;
        }
    }
    for supply in beside.iter().filter(|supply| supply.least > 0) {
        *odds.entry(supply.color).or_insert(BEFOREHAND) += BESIDE;
    }
    let played = odds.into_iter().filter(|(_, odds)| *odds > 0.0);
    played.map(|(color, _)| color).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pieces::silhouette::SHARPNESS;
    use carcassonne::geometry::Cell;
    use carcassonne::piece::{FigureKind, Pose};
    use carcassonne::seen::FigureCandidate;

    fn figure(color: Color, overlap: f32) -> SeenFigure {
        let best = FigureCandidate {
            kind: FigureKind::Meeple,
            color: Some(color),
            pose: Pose::Standing,
            log_likelihood: overlap * SHARPNESS,
            foot: None,
        };
        SeenFigure {
            cell: Cell::new(0, 0),
            foot: [0.0; 2],
            candidates: vec![best],
            foot_px: [0.0; 2],
        }
    }

    fn supply(color: Color) -> SeenSupply {
        SeenSupply {
            color,
            least: 1,
            most: None,
        }
    }

    #[test]
    fn a_single_odd_piece_is_believed_if_it_fits_or_others_lie_beside_the_board() {
        use Color::{Green, Pink, Red};
        let reds = [figure(Red, 0.8), figure(Red, 0.72)];
        let with = |odd: SeenFigure| [&reds[..], &[odd]].concat();
        let only_red = BTreeSet::from([Red]);
        assert_eq!(colors(&with(figure(Pink, 0.65)), &[]), only_red);
        let both = BTreeSet::from([Red, Green]);
        assert_eq!(colors(&with(figure(Green, 0.82)), &[]), both);
        assert_eq!(colors(&with(figure(Green, 0.65)), &[supply(Green)]), both);
        // Something green on the table is no player.
        assert_eq!(colors(&reds, &[supply(Green)]), only_red);
    }
}
