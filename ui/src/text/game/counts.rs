//! Words for the count of pieces before the final scoring.

use carcassonne::geometry::Cell;
use carcassonne::piece::Color;
use tracker::snapshot::Snapshot;
use tracker::snapshot::supply::{Astray, Supply};

use crate::text::{Words, capital, message};

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
            let wrong = own.iter().flat_map(|supply| {
                let astray = supply.astray.iter();
                astray.map(|astray| self.astray(snapshot, supply, astray))
            });
            counts.push(Count {
                color,
                must: self.with(message::CountMust {
                    name: name.as_str(),
                    pieces: self.list(&pieces),
                }),
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
        let seen = match most {
            Some(most) if most == least => self.with(message::CountSeenExactly { least }),
            Some(most) => self.with(message::CountSeenBetween { least, most }),
            None => self.with(message::CountSeenAtLeast { least }),
        };
        let own = snapshot.supplies.iter().filter(|own| own.color == color);
        let must: u8 = own.map(|own| own.in_hand).sum();
        let name = self.holder(snapshot, color);
        let seen = seen.as_str();
        Some(Seen {
            agrees: counted.agrees,
            there: self.with(message::CountCamera { seen }),
            whole: match counted.agrees {
                true => self.with(message::CountCameraRight { seen, name }),
                false => self.with(message::CountCameraWrong { seen, name, must }),
            },
        })
    }

    /// All counts in one sentence.
    pub(in crate::text) fn counts_in_short(self, snapshot: &Snapshot) -> String {
        let all = self.counts(snapshot).into_iter();
        let all: Vec<String> = all.map(|count| count.must).collect();
        self.with(message::CountShort {
            hands: all.join("; "),
        })
    }

    /// Whose pieces those are: with the colour, where somebody plays several.
    pub fn holder(self, snapshot: &Snapshot, color: Color) -> String {
        // Who plays several colours is told with the one that is meant.
        self.player(snapshot, color)
    }

    /// `5 × Meeple`
    pub fn pieces(self, supply: &Supply) -> String {
        let figure = capital(&self.figure(supply.kind));
        self.with(message::TableSupply {
            count: supply.in_hand,
            figure,
        })
    }

    fn astray(self, snapshot: &Snapshot, supply: &Supply, astray: &Astray) -> (String, Cell) {
        let standing = match astray {
            Astray::Waiting { figure, .. } | Astray::Vanished { figure, .. } => {
                snapshot.figures.iter().find(|f| f.event == *figure)
            }
            Astray::Uncounted { .. } => None,
        };
        let (Astray::Waiting { cell, .. }
        | Astray::Uncounted { cell }
        | Astray::Vanished { cell, .. }) = *astray;
        let place = standing.map_or_else(
            || self.place_in(snapshot, cell),
            |figure| self.on(figure.on),
        );
        let possible = supply.possible();
        let figure = capital(&self.figure(supply.kind));
        let text = match astray {
            Astray::Waiting { .. } => self.with(message::CountWaiting {
                possible,
                figure,
                place,
            }),
            Astray::Uncounted { .. } => self.with(message::CountUncounted {
                possible,
                figure,
                place,
            }),
            Astray::Vanished { .. } => self.with(message::CountVanished {
                possible,
                figure,
                place,
            }),
        };
        (text, cell)
    }
}
