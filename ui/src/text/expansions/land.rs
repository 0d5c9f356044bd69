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

use crate::text::{Words, message};

impl Words {
    /// What Tatan cards ask for.
    pub fn tatan(self, snapshot: &Snapshot, reminder: &TatanReminder) -> String {
        match reminder {
            TatanReminder::Use => self.say(message::REMIND_TATAN_USE),
            TatanReminder::Relocate => self.say(message::REMIND_TATAN_RELOCATE),
            TatanReminder::TilesDue(count) => self.with(message::RemindTatanTiles { count }),
            TatanReminder::KeepCard => self.say(message::REMIND_TATAN_KEEP),
            TatanReminder::FillGap { color, points } => self.with(message::RemindTatanGap {
                name: self.player(snapshot, *color),
                points,
            }),
            TatanReminder::PutFollower { color } => {
                let name = self.player(snapshot, *color);
                self.with(message::RemindTatanFollower { name })
            }
            TatanReminder::NoTile => self.say(message::REMIND_TATAN_NO_TILE),
        }
    }

    /// What map, chips and islands ask for.
    pub fn benelux(self, snapshot: &Snapshot, reminder: &BeneluxReminder) -> String {
        match reminder {
            BeneluxReminder::LayStartTiles => self.say(message::REMIND_MAP_STARTS),
            BeneluxReminder::LayChips(count) => self.with(message::RemindMapChips { count }),
            BeneluxReminder::TakeChip(Some(color)) => self.with(message::RemindMapTakeChip {
                color: self.chip(*color),
            }),
            BeneluxReminder::TakeChip(None) => self.say(message::REMIND_MAP_TAKE_PLAIN_CHIP),
            BeneluxReminder::BuyIslandTile { color, islands } => {
                let islands: Vec<String> = islands.iter().map(|&color| self.chip(color)).collect();
                self.with(message::RemindMapBuy {
                    name: self.player(snapshot, *color),
                    colors: self.list(&islands),
                })
            }
            BeneluxReminder::RevealTop(color) => self.with(message::RemindMapReveal {
                color: self.chip(*color),
            }),
            BeneluxReminder::DropIslandTile(face) => self.with(message::RemindMapDrop {
                face: face.as_str(),
            }),
            BeneluxReminder::BorderCloses => self.say(message::REMIND_MAP_BORDER),
            BeneluxReminder::LastFaceDown { islands } => {
                self.with(message::RemindMapLast { count: *islands })
            }
            BeneluxReminder::TownCovered => self.say(message::REMIND_MAP_TOWN),
            BeneluxReminder::LargeCityMet => self.say(message::REMIND_MAP_CITY),
        }
    }

    /// `purple`
    pub fn chip(self, color: ChipColor) -> String {
        self.say(match color {
            ChipColor::Purple => message::CHIP_PURPLE,
            ChipColor::LightBlue => message::CHIP_LIGHT_BLUE,
            ChipColor::Orange => message::CHIP_ORANGE,
        })
    }

    /// `purple`, or `face down` as long as nobody knows.
    pub fn any_chip(self, color: Option<ChipColor>) -> String {
        color.map_or_else(
            || self.say(message::CHIP_FACE_DOWN),
            |color| self.chip(color),
        )
    }

    /// Where a chip was laid.
    pub fn chip_laid(self, cell: Cell, color: Option<ChipColor>) -> String {
        let color = self.any_chip(color);
        let place = self.square_at(cell);
        self.with(message::EventChipLaid { color, place })
    }

    /// What a chip that was turned over shows.
    pub fn chip_turned(self, value: u8, color: Option<ChipColor>) -> String {
        match color {
            None => self.with(message::EventChipTurned { value }),
            Some(color) => {
                let color = self.chip(color);
                self.with(message::EventChipTurnedColor { value, color })
            }
        }
    }

    /// `a large city`
    pub fn square(self, kind: SquareKind) -> String {
        self.say(match kind {
            SquareKind::Land => message::SQUARE_LAND,
            SquareKind::Start => message::SQUARE_START,
            SquareKind::Town => message::SQUARE_TOWN,
            SquareKind::LargeCity => message::SQUARE_LARGE_CITY,
            SquareKind::Wave => message::SQUARE_WAVE,
            SquareKind::Island => message::SQUARE_ISLAND,
            SquareKind::None => message::SQUARE_NONE,
        })
    }

    /// Why a tile may not be moved by a Tatan card.
    pub fn stays_because(self, snapshot: &Snapshot, cell: Cell, why: StaysBecause) -> String {
        let why = self.say(match why {
            StaysBecause::NothingThere => message::STAYS_NOTHING_THERE,
            StaysBecause::NoPrint => message::STAYS_NO_PRINT,
            StaysBecause::StartTile => message::STAYS_START_TILE,
            StaysBecause::FigureOnIt => message::STAYS_FIGURE,
            StaysBecause::Completed => message::STAYS_COMPLETED,
            StaysBecause::SamePlace => message::STAYS_SAME_PLACE,
            StaysBecause::BreaksLandscape => message::STAYS_BREAKS,
            StaysBecause::FitsNowhereElse => message::STAYS_FITS_NOWHERE,
        });
        let place = self.place_in(snapshot, cell);
        self.with(message::RefusedStays { place, why })
    }

    /// Why a chip may not lie there.
    pub fn chip_fault(self, fault: ChipFault) -> String {
        match fault {
            ChipFault::NoneLeft => self.say(message::CHIP_NONE_LEFT),
            ChipFault::NotLand(kind) => self.with(message::ChipNotLand {
                square: self.square(kind),
            }),
            ChipFault::Occupied => self.say(message::CHIP_OCCUPIED),
            ChipFault::BesideChip(_) => self.say(message::CHIP_BESIDE_CHIP),
            ChipFault::BesideStartOrCity => self.say(message::CHIP_BESIDE_START),
        }
    }

    /// Why no chip may be paid for an island's tile.
    pub fn island_fault(self, fault: IslandFault) -> String {
        self.say(match fault {
            IslandFault::NoStack => message::ISLAND_NO_STACK,
            IslandFault::UsedUp => message::ISLAND_USED_UP,
            IslandFault::TurnedUp => message::ISLAND_TURNED_UP,
            IslandFault::NoChip => message::ISLAND_NO_CHIP,
            IslandFault::FaceDownFirst => message::ISLAND_FACE_DOWN_FIRST,
            IslandFault::OneChipATurn => message::ISLAND_ONE_CHIP,
            IslandFault::NotNow => message::ISLAND_NOT_NOW,
        })
    }

    /// What a Tatan card is used for.
    pub fn tatan_use(self, snapshot: &Snapshot, how: TatanUse) -> String {
        match how {
            TatanUse::Relocate { from } => {
                let place = self.place_in(snapshot, from);
                self.with(message::EventTatanRelocate { place })
            }
            TatanUse::TwoTiles => self.say(message::EVENT_TATAN_TWO),
        }
    }
}
