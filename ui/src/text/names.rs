//! Names of single things: colours, features, figures, sides, places.

use carcassonne::catalogue::Terrain;
use carcassonne::geometry::{Cell, Side};
use carcassonne::piece::{Color, FigureKind};
use tracker::board::features::FeatureKind;
use tracker::snapshot::Snapshot;

use super::{Words, message};

/// The initial of a name: its first letter, large.
pub fn initial(name: &str) -> String {
    name.trim()
        .chars()
        .next()
        .map(|letter| letter.to_uppercase().collect())
        .unwrap_or_default()
}

impl Words {
    /// A number with one digit behind the point, which is a comma in German.
    pub fn decimal(self, number: f64) -> String {
        format!("{number:.1}").replace('.', &self.say(message::DECIMAL_POINT))
    }

    /// A day as people write it, from `2026-11-20` or `2026-11-20 21:10`: `20 Nov 2026, 21:10`.
    /// Anything else stays as it is.
    pub fn day(self, written: &str) -> String {
        let (date, time) = match written.split_once(' ') {
            Some((date, time)) => (date, Some(time)),
            None => (written, None),
        };
        let mut parts = date.split('-').map(str::parse::<u16>);
        let (Some(Ok(year)), Some(Ok(month)), Some(Ok(day)), None) =
            (parts.next(), parts.next(), parts.next(), parts.next())
        else {
            return written.to_owned();
        };
        let months = self.say(message::DATE_MONTHS);
        let mut months = months.split(' ');
        let Some(name) = months.nth(usize::from(month).wrapping_sub(1)) else {
            return written.to_owned();
        };
        let date = self.with(message::DateWritten {
            day: day.to_string(),
            month: name.to_owned(),
            year: year.to_string(),
        });
        time.map_or_else(|| date.clone(), |time| format!("{date}, {time}"))
    }

    /// The colour's name.
    pub fn color(self, color: Color) -> String {
        self.say(match color {
            Color::Red => message::COLOR_RED,
            Color::Blue => message::COLOR_BLUE,
            Color::Yellow => message::COLOR_YELLOW,
            Color::Green => message::COLOR_GREEN,
            Color::Black => message::COLOR_BLACK,
            Color::Pink => message::COLOR_PINK,
        })
    }

    /// `road`
    pub fn feature(self, kind: FeatureKind) -> String {
        self.say(match kind {
            FeatureKind::Road => message::FEATURE_ROAD,
            FeatureKind::City => message::FEATURE_CITY,
            FeatureKind::Field => message::FEATURE_FIELD,
            FeatureKind::Monastery => message::FEATURE_MONASTERY,
            FeatureKind::Garden => message::FEATURE_GARDEN,
            FeatureKind::Castle => message::FEATURE_CASTLE,
            FeatureKind::Cemetery => message::FEATURE_CEMETERY,
        })
    }

    /// `on the road`
    pub fn on(self, kind: FeatureKind) -> String {
        self.say(match kind {
            FeatureKind::Road => message::ON_ROAD,
            FeatureKind::City => message::ON_CITY,
            FeatureKind::Field => message::ON_FIELD,
            FeatureKind::Monastery => message::ON_MONASTERY,
            FeatureKind::Garden => message::ON_GARDEN,
            FeatureKind::Castle => message::ON_CASTLE,
            FeatureKind::Cemetery => message::ON_CEMETERY,
        })
    }

    /// `meeple`
    pub fn figure(self, kind: FigureKind) -> String {
        self.say(match kind {
            FigureKind::Meeple => message::FIGURE_MEEPLE,
            FigureKind::BigMeeple => message::FIGURE_BIG_MEEPLE,
            FigureKind::Guard => message::FIGURE_GUARD,
            FigureKind::Abbot => message::FIGURE_ABBOT,
            FigureKind::Ghost => message::FIGURE_GHOST,
            FigureKind::Cat => message::FIGURE_CAT,
            FigureKind::Mage => message::FIGURE_MAGE,
            FigureKind::Witch => message::FIGURE_WITCH,
            FigureKind::Hound => message::FIGURE_HOUND,
            FigureKind::Chip => message::FIGURE_CHIP,
        })
    }

    /// `Anna’s meeple`, or just `ghost` for a piece that belongs to nobody.
    pub fn figure_of(self, kind: FigureKind, owner: Option<&str>) -> String {
        let figure = self.figure(kind);
        match owner {
            Some(name) => self.with(message::FigureOf { figure, name }),
            None => figure,
        }
    }

    /// `city`, as the side of a tile shows it.
    pub fn terrain(self, terrain: Terrain) -> String {
        self.say(match terrain {
            Terrain::City => message::TERRAIN_CITY,
            Terrain::Road => message::TERRAIN_ROAD,
            Terrain::Field => message::TERRAIN_FIELD,
            Terrain::Any => message::TERRAIN_ANY,
        })
    }

    /// `top`
    pub fn side(self, side: Side) -> String {
        self.say(match side {
            Side::North => message::SIDE_NORTH,
            Side::East => message::SIDE_EAST,
            Side::South => message::SIDE_SOUTH,
            Side::West => message::SIDE_WEST,
        })
    }

    /// Where a cell is in that game: on a map its square, elsewhere counted from the start tile.
    pub fn place_in(self, snapshot: &Snapshot, cell: Cell) -> String {
        match &snapshot.modules.benelux {
            Some(view) => {
                let name = view.map.square(cell).and_then(|square| square.name.clone());
                name.unwrap_or_else(|| self.square_at(cell))
            }
            // Nothing lies yet that could be counted from.
            None if snapshot.tiles.is_empty() && cell == Cell::default() => {
                self.say(message::PLACE_MIDDLE)
            }
            None => self.place(cell),
        }
    }

    /// A square of a map, counted from its north-west corner: `column 6, row 4`.
    pub fn square_at(self, cell: Cell) -> String {
        self.with(message::PlaceSquare {
            col: cell.x + 1,
            row: cell.y + 1,
        })
    }

    /// Where a cell is, counted from the start tile: `2 right and 1 up from the start tile`.
    pub fn place(self, cell: Cell) -> String {
        let across = match cell.x {
            0 => None,
            n @ 1.. => Some(self.with(message::PlaceRight { n })),
            n => Some(self.with(message::PlaceLeft { n: -n })),
        };
        let along = match cell.y {
            0 => None,
            n @ 1.. => Some(self.with(message::PlaceDown { n })),
            n => Some(self.with(message::PlaceUp { n: -n })),
        };
        match (across, along) {
            (None, None) => self.say(message::PLACE_START),
            (Some(one), None) | (None, Some(one)) => self.with(message::PlaceOne { one }),
            (Some(one), Some(two)) => self.with(message::PlaceTwo { one, two }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Language;

    #[test]
    fn a_day_is_written_as_the_language_does() {
        for (language, day, time) in [
            (Language::English, "3 Nov 2026", "3 Nov 2026, 21:10"),
            (Language::German, "3.11.2026", "3.11.2026, 21:10"),
        ] {
            let words = Words::new(language);
            assert_eq!(words.day("2026-11-03"), day);
            assert_eq!(words.day("2026-11-03 21:10"), time);
            for other in ["yesterday", "2026-13-03", "2026-11", "2026-00-03"] {
                assert_eq!(words.day(other), other);
            }
        }
    }
}
