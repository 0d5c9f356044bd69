//! Tatan cards as seen beside the board.

use super::super::limits;

/// The cards beside the board.
#[derive(Debug, Default)]
pub struct Cards {
    /// How many are seen, and in how many looks in a row.
    now: (usize, u32),
    /// The most that lay there at one time; `None` before the first look.
    most: Option<usize>,
    /// Cards drawn before the one in play.
    drawn_before: u8,
    /// Cards that have come to lie there since.
    came: u8,
}

impl Cards {
    /// No card is in play, after so many that were drawn.
    pub fn none_in_play(&mut self, drawn: u8) {
        (self.drawn_before, self.came) = (drawn, 0);
    }

    /// Adds a look that sees so many. Whether that is settled.
    pub fn add(&mut self, lie: usize) -> bool {
        let (now, looks) = self.now;
        self.now = (lie, if lie == now { looks + 1 } else { 1 });
        if self.now.1 < limits::NEW {
            return false;
        }
        let most = self.most.get_or_insert(lie);
        let new = lie.saturating_sub(*most);
        *most += new;
        let new = u8::try_from(new).unwrap_or(u8::MAX);
        self.came = self.came.saturating_add(new);
        true
    }

    /// How many cards have come that are not among those drawn by now.
    pub fn unsaid(&self, drawn: u8) -> u8 {
        let said = drawn.saturating_sub(self.drawn_before);
        self.came.saturating_sub(said)
    }
}
