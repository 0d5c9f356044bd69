//! Points as an expression instead of a bare number, because players ask "why 28?".
//!
//! ```
//! use tracker::rules::points::expression::{Expression, Unit};
//!
//! let city = Expression::new([(8, Unit::Tiles, 2), (2, Unit::Shields, 2)]);
//! assert_eq!(city.to_string(), "8 tiles × 2 + 2 shields × 2");
//! assert_eq!(city.points(), 20);
//! ```

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A sum of terms, shown as `8 tiles × 2 + 2 shields × 2`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Expression {
    /// The terms, added up.
    pub terms: Vec<Term>,
    /// Different colours by which the sum is multiplied; absent where a feature pays its owners.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub colors: Option<i32>,
}

/// `count` things worth `each` points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Term {
    /// How many.
    pub count: i32,
    /// Of what.
    pub unit: Unit,
    /// Points for each.
    pub each: i32,
}

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Unit {
    /// Tiles of a road or city.
    Tiles,
    /// Coats of arms.
    Shields,
    /// Tiles of a monastery's or garden's 3×3 block, its own included.
    Surroundings,
    /// Completed cities at a field.
    Cities,
    /// Points given by hand.
    ByHand,
    /// The mage's point for each tile.
    Mage,
    /// What the witch takes away, half of the sum rounded down.
    Witch,
    /// Ghosts beside a scored meeple, or on the board for a hound, or in circles for Eloise.
    Ghosts,
    /// A castle's own tile.
    CastleTile,
    /// Misty tiles around a castle.
    MistyTiles,
    /// Followers whose open feature a Tatan card adjoins.
    Followers,
    /// Large followers at a Tatan card.
    LargeFollowers,
    /// A map chip.
    Chip,
}

impl Unit {
    /// English, singular or plural.
    const fn word(self, count: i32) -> &'static str {
        match (self, count) {
            (Self::Tiles | Self::Surroundings, 1) => "tile",
            (Self::Tiles | Self::Surroundings, _) => "tiles",
            (Self::Shields, 1) => "shield",
            (Self::Shields, _) => "shields",
            (Self::Cities, 1) => "city",
            (Self::Cities, _) => "cities",
            (Self::ByHand, _) => "by hand",
            (Self::Mage, _) => "mage",
            (Self::Witch, _) => "witch",
            (Self::Ghosts, 1) => "ghost",
            (Self::Ghosts, _) => "ghosts",
            (Self::CastleTile, _) => "castle",
            (Self::MistyTiles, 1) => "misty tile",
            (Self::MistyTiles, _) => "misty tiles",
            (Self::Followers, 1) => "follower",
            (Self::Followers, _) => "followers",
            (Self::LargeFollowers, 1) => "large follower",
            (Self::LargeFollowers, _) => "large followers",
            (Self::Chip, _) => "chip",
        }
    }
}

impl Expression {
    /// An expression of those terms; terms that count nothing are left out.
    pub fn new(terms: impl IntoIterator<Item = (usize, Unit, i32)>) -> Self {
        let terms = terms
            .into_iter()
            .filter(|&(count, ..)| count > 0)
            .map(|(count, unit, each)| Term {
                count: i32::try_from(count).unwrap_or(i32::MAX),
                unit,
                each,
            })
            .collect();
        Self {
            terms,
            colors: None,
        }
    }

    /// One more term; nothing is added if it counts nothing.
    pub fn add(&mut self, count: usize, unit: Unit, each: i32) {
        self.terms.extend(Self::new([(count, unit, each)]).terms);
    }

    /// The points.
    pub fn points(&self) -> i32 {
        self.sum().saturating_mul(self.colors.unwrap_or(1))
    }

    fn sum(&self) -> i32 {
        self.terms
            .iter()
            .map(|term| term.count.saturating_mul(term.each))
            .fold(0, i32::saturating_add)
    }
}

impl std::fmt::Display for Expression {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.terms.is_empty() {
            return f.write_str("0");
        }
        let grouped = self.colors.is_some() && self.terms.len() > 1;
        if grouped {
            f.write_str("(")?;
        }
        for (i, term) in self.terms.iter().enumerate() {
            let sign = match (i, term.each < 0) {
                (0, false) => "",
                (0, true) => "−",
                (_, false) => " + ",
                (_, true) => " − ",
            };
            write!(f, "{sign}{} {}", term.count, term.unit.word(term.count))?;
            let each = term.each.unsigned_abs();
            if each != 1 {
                write!(f, " × {each}")?;
            }
        }
        if grouped {
            f.write_str(")")?;
        }
        match self.colors {
            Some(1) => f.write_str(" × 1 colour"),
            Some(colors) => write!(f, " × {colors} colours"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_expression_reads_like_the_sum_on_paper() {
        let city = Expression::new([(8, Unit::Tiles, 2), (1, Unit::Shields, 2)]);
        assert_eq!(city.to_string(), "8 tiles × 2 + 1 shield × 2");
        assert_eq!(city.points(), 18);
        assert_eq!(
            Expression::new([(3, Unit::Tiles, 1), (0, Unit::Shields, 1)]).to_string(),
            "3 tiles"
        );
        assert_eq!(Expression::default().to_string(), "0");
        // A stranger's record may say anything.
        let odd = Expression::new([(1, Unit::Tiles, i32::MIN)]);
        assert_eq!(odd.to_string(), "−1 tile × 2147483648");
    }

    #[test]
    fn what_is_taken_away_and_multiplied_reads_like_that_too() {
        let mut city = Expression::new([(4, Unit::Tiles, 2), (1, Unit::Ghosts, -2)]);
        assert_eq!(city.to_string(), "4 tiles × 2 − 1 ghost × 2");
        assert_eq!(city.points(), 6);
        city = Expression::new([(3, Unit::Tiles, 2), (1, Unit::Shields, 2)]);
        city.colors = Some(2);
        assert_eq!(city.to_string(), "(3 tiles × 2 + 1 shield × 2) × 2 colours");
        assert_eq!(city.points(), 16);
    }
}
