//! Words of maps: what is printed on their squares, and what is wrong with a description.

use carcassonne::geometry::Cell;
use carcassonne::map::{Brush, ChipColor, MapDraft, MapError, MapFault, MapWarning, SquareKind};

use super::Words;

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
            SquareKind::Land => "map-land",
            SquareKind::Start => "map-start",
            SquareKind::Town => "map-town",
            SquareKind::LargeCity => "map-large-city",
            SquareKind::Wave => "map-wave",
            SquareKind::Island => "map-island-any",
            SquareKind::None => "map-nothing",
        })
    }

    fn island(self, color: ChipColor) -> String {
        self.with("map-island", &[("color", self.chip(color).into())])
    }

    /// Why a map cannot be used, in one line.
    pub fn map_error(self, error: &MapError) -> String {
        self.map_faults(error).join(" ")
    }

    /// Why a map cannot be used, a sentence for each fault.
    pub fn map_faults(self, error: &MapError) -> Vec<String> {
        match error {
            MapError::Unreadable(why) => {
                vec![self.with("map-fault-unreadable", &[("why", why.as_str().into())])]
            }
            MapError::Faults(faults) => faults.iter().map(|fault| self.map_fault(fault)).collect(),
        }
    }

    fn map_fault(self, fault: &MapFault) -> String {
        let at = |cell: Cell| [("col", (cell.x + 1).into()), ("row", (cell.y + 1).into())];
        match *fault {
            MapFault::UnknownLetter { cell, .. } => self.with("map-fault-letter", &at(cell)),
            MapFault::TooLarge => self.say("map-fault-large"),
            MapFault::NoSquare(cell) => self.with("map-fault-no-square", &at(cell)),
            MapFault::ToldTwice(cell) => self.with("map-fault-twice", &at(cell)),
            MapFault::FewStarts(found) => self.with("map-fault-starts", &[("found", found.into())]),
            MapFault::Nameless(cell) => self.with("map-fault-nameless", &at(cell)),
            MapFault::NoColor(cell) => self.with("map-fault-colorless", &at(cell)),
            MapFault::ColorElsewhere(cell) => self.with("map-fault-color", &at(cell)),
            MapFault::Islands { color, found } => {
                let color = self.chip(color);
                let args = [("color", color.into()), ("found", found.into())];
                self.with("map-fault-islands", &args)
            }
            MapFault::OpenElsewhere(cell) => self.with("map-fault-open", &at(cell)),
            MapFault::NotClosed { cell, .. } => self.with("map-fault-closed", &at(cell)),
        }
    }

    /// What is not as on the printed map.
    pub fn map_warning(self, warning: &MapWarning) -> String {
        match warning {
            MapWarning::Starts(names) => {
                let args = [("names", self.list(names).into())];
                self.with("map-odd-starts", &args)
            }
            MapWarning::Waves(found) => self.with("map-odd-waves", &[("found", (*found).into())]),
            MapWarning::NoLargeCity => self.say("map-odd-no-city"),
            MapWarning::NoOpenSide(cell) => {
                let args = [("col", (cell.x + 1).into()), ("row", (cell.y + 1).into())];
                self.with("map-odd-no-side", &args)
            }
            MapWarning::FewChipSquares(found) => {
                self.with("map-odd-chips", &[("found", (*found).into())])
            }
            MapWarning::Place { name, .. } => {
                self.with("map-odd-place", &[("name", (*name).into())])
            }
        }
    }
}
