//! Points as an expression instead of a bare number, because players ask "why 28?".

use serde::Serialize;

/// A sum of terms, shown as `8 tiles × 2 + 2 shields × 2`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Expression {
    /// The terms, added up.
    pub terms: Vec<Term>,
}

/// `count` things worth `each` points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Term {
    /// How many.
    pub count: i32,
    /// Of what.
    pub unit: Unit,
    /// Points for each.
    pub each: i32,
}

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
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
        Self { terms }
    }

    /// The points.
    pub fn points(&self) -> i32 {
        self.terms
            .iter()
            .map(|term| term.count.saturating_mul(term.each))
            .sum()
    }
}

impl std::fmt::Display for Expression {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.terms.is_empty() {
            return f.write_str("0");
        }
        for (i, term) in self.terms.iter().enumerate() {
            let plus = if i == 0 { "" } else { " + " };
            write!(f, "{plus}{} {}", term.count, term.unit.word(term.count))?;
            if term.each != 1 {
                write!(f, " × {}", term.each)?;
            }
        }
        Ok(())
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
    }
}
