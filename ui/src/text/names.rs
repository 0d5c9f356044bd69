//! Names of single things: colours, features, figures, sides, places.

use carcassonne::catalogue::Terrain;
use carcassonne::geometry::{Cell, Side};
use carcassonne::piece::{Color, FigureKind};
use tracker::board::features::FeatureKind;
use tracker::snapshot::Snapshot;

use super::Words;

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
        format!("{number:.1}").replace('.', &self.say("decimal-point"))
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
        let months = self.say("date-months");
        let mut months = months.split(' ');
        let Some(name) = months.nth(usize::from(month).wrapping_sub(1)) else {
            return written.to_owned();
        };
        let args = [
            ("day", day.to_string().into()),
            ("month", name.to_owned().into()),
            ("year", year.to_string().into()),
        ];
        let date = self.with("date-written", &args);
        time.map_or_else(|| date.clone(), |time| format!("{date}, {time}"))
    }

    /// The colour's name.
    pub fn color(self, color: Color) -> String {
        self.say(match color {
            Color::Red => "color-red",
            Color::Blue => "color-blue",
            Color::Yellow => "color-yellow",
            Color::Green => "color-green",
            Color::Black => "color-black",
            Color::Pink => "color-pink",
        })
    }

    /// `road`
    pub fn feature(self, kind: FeatureKind) -> String {
        self.say(match kind {
            FeatureKind::Road => "feature-road",
            FeatureKind::City => "feature-city",
            FeatureKind::Field => "feature-field",
            FeatureKind::Monastery => "feature-monastery",
            FeatureKind::Garden => "feature-garden",
            FeatureKind::Castle => "feature-castle",
            FeatureKind::Cemetery => "feature-cemetery",
        })
    }

    /// `on the road`
    pub fn on(self, kind: FeatureKind) -> String {
        self.say(match kind {
            FeatureKind::Road => "on-road",
            FeatureKind::City => "on-city",
            FeatureKind::Field => "on-field",
            FeatureKind::Monastery => "on-monastery",
            FeatureKind::Garden => "on-garden",
            FeatureKind::Castle => "on-castle",
            FeatureKind::Cemetery => "on-cemetery",
        })
    }

    /// `meeple`
    pub fn figure(self, kind: FigureKind) -> String {
        self.say(match kind {
            FigureKind::Meeple => "figure-meeple",
            FigureKind::BigMeeple => "figure-big-meeple",
            FigureKind::Guard => "figure-guard",
            FigureKind::Abbot => "figure-abbot",
            FigureKind::Ghost => "figure-ghost",
            FigureKind::Cat => "figure-cat",
            FigureKind::Mage => "figure-mage",
            FigureKind::Witch => "figure-witch",
            FigureKind::Hound => "figure-hound",
            FigureKind::Chip => "figure-chip",
        })
    }

    /// `Anna’s meeple`, or just `ghost` for a piece that belongs to nobody.
    pub fn figure_of(self, kind: FigureKind, owner: Option<&str>) -> String {
        let figure = self.figure(kind);
        match owner {
            Some(name) => self.with(
                "figure-of",
                &[("figure", figure.into()), ("name", name.into())],
            ),
            None => figure,
        }
    }

    /// `city`, as the side of a tile shows it.
    pub fn terrain(self, terrain: Terrain) -> String {
        self.say(match terrain {
            Terrain::City => "terrain-city",
            Terrain::Road => "terrain-road",
            Terrain::Field => "terrain-field",
            Terrain::Any => "terrain-any",
        })
    }

    /// `top`
    pub fn side(self, side: Side) -> String {
        self.say(match side {
            Side::North => "side-north",
            Side::East => "side-east",
            Side::South => "side-south",
            Side::West => "side-west",
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
                self.say("place-middle")
            }
            None => self.place(cell),
        }
    }

    /// A square of a map, counted from its north-west corner: `column 6, row 4`.
    pub fn square_at(self, cell: Cell) -> String {
        let args = [("col", (cell.x + 1).into()), ("row", (cell.y + 1).into())];
        self.with("place-square", &args)
    }

    /// Where a cell is, counted from the start tile: `2 right and 1 up from the start tile`.
    pub fn place(self, cell: Cell) -> String {
        let step = |n: i32, forth: &'static str, back: &'static str| {
            let key = if n > 0 { forth } else { back };
            (n != 0).then(|| self.with(key, &[("n", n.abs().into())]))
        };
        let across = step(cell.x, "place-right", "place-left");
        let along = step(cell.y, "place-down", "place-up");
        match (across, along) {
            (None, None) => self.say("place-start"),
            (Some(one), None) | (None, Some(one)) => self.with("place-one", &[("one", one.into())]),
            (Some(one), Some(two)) => {
                self.with("place-two", &[("one", one.into()), ("two", two.into())])
            }
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
