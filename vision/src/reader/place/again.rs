//! Looking again, at quiet moments, where the start was missed or doubted.
//!
//! A first tile may have come under a hand, as the lamp was switched, or look too little like the
//! pack's; and what was then taken for the board may be none. So until a board is surely followed,
//! the finder looks at every quiet picture in which something has come, though not so often that
//! it takes more than its share of the machine; and it is counted how often something of a tile's
//! size came that nothing explains. Says nothing of faces.

use carcassonne::seen::LostReason;

use crate::gate::GateReport;
use crate::tiles::cells::SIDES_PX;

/// Time from one search of a whole picture to the next, ms of the source's time. A search takes up to
/// 1.5 s of one core on 1920 × 1080 pixels, so all of them less than a third of it.
const PAUSE_MS: u64 = 5_000;
/// Searches that may follow each other at once, after as many pauses without any.
const AT_ONCE: u64 = 3;
/// Unexplained comings, one a turn at least, after which that is said.
const UNEXPLAINED: u32 = 2;

/// How far looking for a board has come.
#[derive(Debug, Default)]
pub(in crate::reader) struct Again {
    /// Until when, by the source's time, the searches so far have used up their share, ms.
    paid_ms: u64,
    /// The quiet picture has something new that was not searched yet.
    pub(in crate::reader) due: bool,
    /// How often something of a tile's size came since that was last explained.
    unexplained: u32,
}

impl Again {
    /// Notes what a new quiet picture brings; `tile_px` is the side of a tile, if that is known.
    pub(in crate::reader) fn note(&mut self, gate: &GateReport, tile_px: Option<f64>) {
        // What lies obliquely is seen flatter; a figure is smaller still.
        let least = tile_px.map_or(*SIDES_PX.start(), |side| 0.6 * side) as i32;
        let sides = |r: &crate::gate::RegionPx| (r.right - r.left).min(r.bottom - r.top);
        let comes = gate.changed.iter().any(|region| sides(region) >= least);
        self.due |= comes || gate.view.is_some();
        self.unexplained += u32::from(comes);
    }

    /// Whether the finder may look now; it is taken to do so then.
    pub(in crate::reader) fn may_search(&mut self, at_ms: u64) -> bool {
        // A source that begins anew counts from 0 again.
        self.paid_ms = self.paid_ms.min(at_ms + AT_ONCE * PAUSE_MS);
        let may = self.paid_ms <= at_ms + (AT_ONCE - 1) * PAUSE_MS;
        if may {
            self.paid_ms = self.paid_ms.max(at_ms) + PAUSE_MS;
            self.due = false;
        }
        may
    }

    /// A board was begun: it need not be looked for again before something comes.
    pub(in crate::reader) fn begun(&mut self) {
        self.due = false;
    }

    /// What came belongs to the board: that is surely one, or has grown by it.
    pub(in crate::reader) fn explained(&mut self) {
        self.unexplained = 0;
    }

    /// Why no board is followed, or none that explains what came.
    pub(in crate::reader) fn reason(&self) -> LostReason {
        if self.unexplained >= UNEXPLAINED {
            LostReason::Unreadable
        } else {
            LostReason::NoTiles
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gate::RegionPx;
    use carcassonne::seen::Calm;

    fn coming(side: i32) -> GateReport {
        let region = RegionPx {
            left: 100,
            top: 100,
            right: 100 + side,
            bottom: 100 + side,
        };
        GateReport {
            calm: Calm::Still,
            view: None,
            changed: vec![region],
            covered: Vec::new(),
            in_part: false,
        }
    }

    #[test]
    fn searches_keep_to_their_share_of_time() {
        let mut again = Again::default();
        let minute = (0..600).map(|tenth| 100 * tenth);
        let searches = minute.filter(|at_ms| again.may_search(*at_ms)).count();
        assert!((12..=15).contains(&searches), "{searches} in a minute");
        // After a long rest a few may follow at once, no more.
        let rested = (0..20).map(|tenth| 1_000_000 + 100 * tenth);
        let at_once = rested.filter(|at_ms| again.may_search(*at_ms)).count();
        assert_eq!(at_once, 3);
        // The source was opened anew.
        assert!((0..60_000).any(|at_ms| again.may_search(at_ms)));
    }

    #[test]
    fn two_tiles_that_nothing_explains_are_told() {
        let mut again = Again::default();
        again.note(&coming(12), None);
        assert_eq!(again.reason(), LostReason::NoTiles, "a meeple is no tile");
        again.note(&coming(60), None);
        assert_eq!(again.reason(), LostReason::NoTiles);
        again.note(&coming(60), Some(120.0));
        assert_eq!(again.reason(), LostReason::NoTiles, "smaller than a tile");
        again.note(&coming(60), Some(80.0));
        assert_eq!(again.reason(), LostReason::Unreadable);
        again.begun();
        assert_eq!(again.reason(), LostReason::Unreadable, "perhaps no board");
        again.explained();
        assert_eq!(again.reason(), LostReason::NoTiles);
    }
}
