//! Words of maps: what is printed on their squares, and what is wrong with a description.

use carcassonne::geometry::Cell;
use carcassonne::map::{Brush, ChipColor, MapDraft, MapError, MapFault, MapWarning, SquareKind};

use super::{Words, message};

impl Words {
    /// What a brush makes of a square.
    pub fn map_brush(self, brush: Brush) -> String {
        match brush {
            Brush::Kind(kind) => self.square_kind(kind),
            Brush::Island(color) => self.island(color),
        }
    }

    /// What a square is said to be, with the name of a start square.
    pub fn map_square(self, draft: &MapDraft, cell: Cell) -> String {
        let square = draft.square(cell);
        if let Some(color) = square.and_then(|square| square.color) {
            return self.island(color);
        }
        let kind = self.square_kind(draft.kind(cell));
        match square.and_then(|square| square.name.as_deref()) {
            Some(name) => format!("{kind} {name}"),
            None => kind,
        }
    }

    fn square_kind(self, kind: SquareKind) -> String {
        self.say(match kind {
            SquareKind::Land => message::MAP_LAND,
            SquareKind::Start => message::MAP_START,
            SquareKind::Town => message::MAP_TOWN,
            SquareKind::LargeCity => message::MAP_LARGE_CITY,
            SquareKind::Wave => message::MAP_WAVE,
            SquareKind::Island => message::MAP_ISLAND_ANY,
            SquareKind::None => message::MAP_NOTHING,
        })
    }

    fn island(self, color: ChipColor) -> String {
        self.with(message::MapIsland {
            color: self.chip(color),
        })
    }

    /// Why a map cannot be used, in one line.
    pub fn map_error(self, error: &MapError) -> String {
        self.map_faults(error).join(" ")
    }

    /// Why a map cannot be used, a sentence for each fault.
    pub fn map_faults(self, error: &MapError) -> Vec<String> {
        match error {
            MapError::Unreadable(why) => {
                vec![self.with(message::MapFaultUnreadable { why })]
            }
            MapError::Faults(faults) => faults.iter().map(|fault| self.map_fault(fault)).collect(),
        }
    }

    fn map_fault(self, fault: &MapFault) -> String {
        match *fault {
            MapFault::UnknownLetter { cell: at, .. } => self.with(message::MapFaultLetter {
                col: at.x + 1,
                row: at.y + 1,
            }),
            MapFault::TooLarge => self.say(message::MAP_FAULT_LARGE),
            MapFault::NoSquare(at) => self.with(message::MapFaultNoSquare {
                col: at.x + 1,
                row: at.y + 1,
            }),
            MapFault::ToldTwice(at) => self.with(message::MapFaultTwice {
                col: at.x + 1,
                row: at.y + 1,
            }),
            MapFault::FewStarts(found) => self.with(message::MapFaultStarts { found }),
            MapFault::Nameless(at) => self.with(message::MapFaultNameless {
                col: at.x + 1,
                row: at.y + 1,
            }),
            MapFault::NoColor(at) => self.with(message::MapFaultColorless {
                col: at.x + 1,
                row: at.y + 1,
            }),
            MapFault::ColorElsewhere(at) => self.with(message::MapFaultColor {
                col: at.x + 1,
                row: at.y + 1,
            }),
            MapFault::Islands { color, found } => {
                let color = self.chip(color);
                self.with(message::MapFaultIslands { color, found })
            }
            MapFault::OpenElsewhere(at) => self.with(message::MapFaultOpen {
                col: at.x + 1,
                row: at.y + 1,
            }),
            MapFault::NotClosed { cell: at, .. } => self.with(message::MapFaultClosed {
                col: at.x + 1,
                row: at.y + 1,
            }),
        }
    }

    /// What is not as on the printed map.
    pub fn map_warning(self, warning: &MapWarning) -> String {
        match warning {
            MapWarning::Starts(names) => self.with(message::MapOddStarts {
                names: self.list(names),
            }),
            MapWarning::Waves(found) => self.with(message::MapOddWaves { found }),
            MapWarning::NoLargeCity => self.say(message::MAP_ODD_NO_CITY),
            MapWarning::NoOpenSide(cell) => self.with(message::MapOddNoSide {
                col: cell.x + 1,
                row: cell.y + 1,
            }),
            MapWarning::FewChipSquares(found) => self.with(message::MapOddChips { found }),
            MapWarning::Place { name, .. } => self.with(message::MapOddPlace { name: *name }),
        }
    }
}
