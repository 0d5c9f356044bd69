//! Sentences for Tatan cards and for the Benelux map with its chips and islands.
//!
//! As in [`crate::text::game::facts`], every enum is matched without a catch-all.

use carcassonne::geometry::Cell;
use carcassonne::map::{ChipColor, SquareKind};
use tracker::log::event::TatanUse;
use tracker::rules::expansions::benelux::BeneluxReminder;
use tracker::rules::expansions::tatan::TatanReminder;
use tracker::rules::{ChipFault, IslandFault, StaysBecause};
use tracker::snapshot::Snapshot;

use crate::text::Words;

impl Words {
    /// What Tatan cards ask for.
    pub fn tatan(self, snapshot: &Snapshot, reminder: &TatanReminder) -> String {
        match reminder {
            TatanReminder::Use => self.say("remind-tatan-use"),
            TatanReminder::Relocate => self.say("remind-tatan-relocate"),
            TatanReminder::TilesDue(count) => {
                self.with("remind-tatan-tiles", &[("count", (*count).into())])
            }
            TatanReminder::KeepCard => self.say("remind-tatan-keep"),
            TatanReminder::FillGap { color, points } => self.with(
                "remind-tatan-gap",
                &[
                    ("name", self.player(snapshot, *color).into()),
                    ("points", (*points).into()),
                ],
            ),
            TatanReminder::PutFollower { color } => {
                let name = self.player(snapshot, *color);
                self.with("remind-tatan-follower", &[("name", name.into())])
            }
            TatanReminder::NoTile => self.say("remind-tatan-no-tile"),
        }
    }

    /// What map, chips and islands ask for.
    pub fn benelux(self, snapshot: &Snapshot, reminder: &BeneluxReminder) -> String {
        let of_color = |key, color| self.with(key, &[("color", self.chip(color).into())]);
        match reminder {
            BeneluxReminder::LayStartTiles => self.say("remind-map-starts"),
            BeneluxReminder::LayChips(count) => {
                self.with("remind-map-chips", &[("count", (*count).into())])
            }
            BeneluxReminder::TakeChip(Some(color)) => of_color("remind-map-take-chip", *color),
            BeneluxReminder::TakeChip(None) => self.say("remind-map-take-plain-chip"),
            BeneluxReminder::BuyIslandTile { color, islands } => {
                let islands: Vec<String> = islands.iter().map(|&color| self.chip(color)).collect();
                self.with(
                    "remind-map-buy",
                    &[
                        ("name", self.player(snapshot, *color).into()),
                        ("colors", self.list(&islands).into()),
                    ],
                )
            }
            BeneluxReminder::RevealTop(color) => of_color("remind-map-reveal", *color),
            BeneluxReminder::DropIslandTile(face) => {
                self.with("remind-map-drop", &[("face", face.as_str().into())])
            }
            BeneluxReminder::BorderCloses => self.say("remind-map-border"),
            BeneluxReminder::LastFaceDown { islands } => {
                self.with("remind-map-last", &[("count", (*islands).into())])
            }
            BeneluxReminder::TownCovered => self.say("remind-map-town"),
            BeneluxReminder::LargeCityMet => self.say("remind-map-city"),
        }
    }

    /// `purple`
    pub fn chip(self, color: ChipColor) -> String {
        self.say(match color {
            ChipColor::Purple => "chip-purple",
            ChipColor::LightBlue => "chip-light-blue",
            ChipColor::Orange => "chip-orange",
        })
    }

    /// `purple`, or `face down` as long as nobody knows.
    pub fn any_chip(self, color: Option<ChipColor>) -> String {
        color.map_or_else(|| self.say("chip-face-down"), |color| self.chip(color))
    }

    /// Where a chip was laid.
    pub fn chip_laid(self, cell: Cell, color: Option<ChipColor>) -> String {
        let color = self.any_chip(color).into();
        let place = self.square_at(cell).into();
        self.with("event-chip-laid", &[("color", color), ("place", place)])
    }

    /// What a chip that was turned over shows.
    pub fn chip_turned(self, value: u8, color: Option<ChipColor>) -> String {
        let value = ("value", value.into());
        let Some(color) = color else {
            return self.with("event-chip-turned", &[value]);
        };
        let color = self.chip(color).into();
        self.with("event-chip-turned-color", &[value, ("color", color)])
    }

    /// `a large city`
    pub fn square(self, kind: SquareKind) -> String {
        self.say(match kind {
            SquareKind::Land => "square-land",
            SquareKind::Start => "square-start",
            SquareKind::Town => "square-town",
            SquareKind::LargeCity => "square-large-city",
            SquareKind::Wave => "square-wave",
            SquareKind::Island => "square-island",
            SquareKind::None => "square-none",
        })
    }

    /// Why a tile may not be moved by a Tatan card.
    pub fn stays_because(self, snapshot: &Snapshot, cell: Cell, why: StaysBecause) -> String {
        let why = self.say(match why {
            StaysBecause::NothingThere => "stays-nothing-there",
            StaysBecause::NoPrint => "stays-no-print",
            StaysBecause::StartTile => "stays-start-tile",
            StaysBecause::FigureOnIt => "stays-figure",
            StaysBecause::Completed => "stays-completed",
            StaysBecause::SamePlace => "stays-same-place",
            StaysBecause::BreaksLandscape => "stays-breaks",
            StaysBecause::FitsNowhereElse => "stays-fits-nowhere",
        });
        let place = self.place_in(snapshot, cell);
        self.with(
            "refused-stays",
            &[("place", place.into()), ("why", why.into())],
        )
    }

    /// Why a chip may not lie there.
    pub fn chip_fault(self, fault: ChipFault) -> String {
        match fault {
            ChipFault::NoneLeft => self.say("chip-none-left"),
            ChipFault::NotLand(kind) => {
                self.with("chip-not-land", &[("square", self.square(kind).into())])
            }
            ChipFault::Occupied => self.say("chip-occupied"),
            ChipFault::BesideChip(_) => self.say("chip-beside-chip"),
            ChipFault::BesideStartOrCity => self.say("chip-beside-start"),
        }
    }

    /// Why no chip may be paid for an island's tile.
    pub fn island_fault(self, fault: IslandFault) -> String {
        self.say(match fault {
            IslandFault::NoStack => "island-no-stack",
            IslandFault::UsedUp => "island-used-up",
            IslandFault::TurnedUp => "island-turned-up",
            IslandFault::NoChip => "island-no-chip",
            IslandFault::FaceDownFirst => "island-face-down-first",
            IslandFault::OneChipATurn => "island-one-chip",
            IslandFault::NotNow => "island-not-now",
        })
    }

    /// What a Tatan card is used for.
    pub fn tatan_use(self, snapshot: &Snapshot, how: TatanUse) -> String {
        match how {
            TatanUse::Relocate { from } => {
                let place = self.place_in(snapshot, from);
                self.with("event-tatan-relocate", &[("place", place.into())])
            }
            TatanUse::TwoTiles => self.say("event-tatan-two"),
        }
    }
}
