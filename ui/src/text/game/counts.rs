//! Words for the count of pieces before the final scoring.

use carcassonne::geometry::Cell;
use carcassonne::piece::Color;
use tracker::snapshot::Snapshot;
use tracker::snapshot::supply::{Astray, Supply};

use crate::text::{Words, capital};

/// What one colour must have in hand.
pub struct Count {
    /// Whose.
    pub color: Color,
    /// Their name.
    pub name: String,
    /// What must be in hand.
    pub must: String,
    /// What does not come out, and where.
    pub wrong: Vec<(String, Cell)>,
    /// What the camera counts, if it sees the supply.
    pub seen: Option<Seen>,
}

/// What the camera counts in a supply.
pub struct Seen {
    /// Whether that agrees with the game.
    pub agrees: bool,
    /// The count by itself.
    pub there: String,
    /// With whose it is, and what must be there if that is something else.
    pub whole: String,
}

impl Words {
    /// What each colour must have in hand, in the order of seats.
    pub fn counts(self, snapshot: &Snapshot) -> Vec<Count> {
        let mut counts: Vec<Count> = Vec::new();
        for own in snapshot
            .supplies
            .chunk_by(|before, after| before.color == after.color)
        {
            let Some(color) = own.first().map(|supply| supply.color) else {
                continue;
            };
            let name = self.holder(snapshot, color);
            let pieces: Vec<String> = own.iter().map(|supply| self.pieces(supply)).collect();
            let args = [
                ("name", name.as_str().into()),
                ("pieces", self.list(&pieces).into()),
            ];
            let wrong = own.iter().flat_map(|supply| {
                let astray = supply.astray.iter();
                astray.map(|astray| self.astray(snapshot, supply, astray))
            });
            counts.push(Count {
                color,
                must: self.with("count-must", &args),
                wrong: wrong.collect(),
                seen: self.seen_in_supply(snapshot, color),
                name,
            });
        }
        counts
    }

    /// What the camera counts in a colour's supply, if it sees it.
    pub fn seen_in_supply(self, snapshot: &Snapshot, color: Color) -> Option<Seen> {
        let mut counted = snapshot.counted.iter();
        let counted = counted.find(|counted| counted.color == color)?;
        let (least, most) = (counted.least, counted.most);
        let key = match most {
            Some(most) if most == least => "count-seen-exactly",
            Some(_) => "count-seen-between",
            None => "count-seen-at-least",
        };
        let bounds = [
            ("least", least.into()),
            ("most", most.unwrap_or(least).into()),
        ];
        let seen = self.with(key, &bounds);
        let own = snapshot.supplies.iter().filter(|own| own.color == color);
        let must: u8 = own.map(|own| own.in_hand).sum();
        let args = [
            ("seen", seen.as_str().into()),
            ("name", self.holder(snapshot, color).into()),
            ("must", must.into()),
        ];
        let whole = match counted.agrees {
            true => "count-camera-right",
            false => "count-camera-wrong",
        };
        Some(Seen {
            agrees: counted.agrees,
            there: self.with("count-camera", &args),
            whole: self.with(whole, &args),
        })
    }

    /// All counts in one sentence.
    pub(in crate::text) fn counts_in_short(self, snapshot: &Snapshot) -> String {
        let all = self.counts(snapshot).into_iter();
        let all: Vec<String> = all.map(|count| count.must).collect();
        self.with("count-short", &[("hands", all.join("; ").into())])
    }

    /// Whose pieces those are: with the colour, where somebody plays several.
    pub fn holder(self, snapshot: &Snapshot, color: Color) -> String {
        // Who plays several colours is told with the one that is meant.
        self.player(snapshot, color)
    }

    /// `5 × Meeple`
    pub fn pieces(self, supply: &Supply) -> String {
        let figure = capital(&self.figure(supply.kind));
        let args = [("count", supply.in_hand.into()), ("figure", figure.into())];
        self.with("table-supply", &args)
    }

    fn astray(self, snapshot: &Snapshot, supply: &Supply, astray: &Astray) -> (String, Cell) {
        let (key, cell) = match *astray {
            Astray::Waiting { cell, .. } => ("count-waiting", cell),
            Astray::Uncounted { cell } => ("count-uncounted", cell),
            Astray::Vanished { cell, .. } => ("count-vanished", cell),
        };
        let standing = match astray {
            Astray::Waiting { figure, .. } | Astray::Vanished { figure, .. } => {
                snapshot.figures.iter().find(|f| f.event == *figure)
            }
            Astray::Uncounted { .. } => None,
        };
        let place = standing.map_or_else(
            || self.place_in(snapshot, cell),
            |figure| self.on(figure.on),
        );
        let args = [
            ("possible", supply.possible().into()),
            ("figure", capital(&self.figure(supply.kind)).into()),
            ("where", place.into()),
        ];
        (self.with(key, &args), cell)
    }
}
