//! Numbers of the belief that more than one of its parts goes by, in looks (still frames read) and
//! probabilities. They were set on simulated tables where every third look misreads something.

/// Looks before anything new is believed: one look can be a hand that just left.
pub const NEW: u32 = 3;
/// Looks after which the best reading of a tile is taken even if unsure, with a question.
pub const PATIENCE: u32 = 8;
/// By how much, as a log-likelihood, a look at a new tile must say another thing than those
/// before for the tile to have been turned or exchanged: a thousand to one.
pub const TURNED: f32 = 7.0;
/// Posterior from which a reading is taken without asking.
pub const SURE: f32 = 0.95;
/// Looks without it after which a thing that belongs home is gone.
pub const GONE: u32 = 4;
/// Looks without it after which a figure that should stay is asked for.
pub const GONE_UNEXPECTEDLY: u32 = 10;
/// Looks after which a figure on an older tile is believed to have been missed.
pub const MISSED: u32 = 6;
/// Looks per window in which known tiles and the newest figure are read again.
pub const WINDOW: u32 = 6;
/// How sure it is that a figure which may go home, and is gone, went home.
pub const WENT_HOME: f32 = 0.99;
/// How sure it is that a figure was taken back or recalled when that is the only rule by
/// which it may be gone; the rest is hidden or fallen figures.
pub const WENT_BY_RULE: f32 = 0.97;
/// Natural logarithm of how often people lay a tile against the rules: once in 3000 times,
/// for everyone at the table sees the edges.
pub const ILLEGAL_TILE: f32 = -8.0;
/// Natural logarithm of what a face that no pack knows weighs beforehand: as much as a single
/// copy of a known one in one turn, for it fits anywhere.
pub const UNKNOWN_TILE: f32 = 0.0;
/// How often figures are put against the rules, likewise: once in 250 times, for a feature's other end is easily overlooked.
pub const ILLEGAL_FIGURE: f32 = -5.5;
/// Posterior a figure's reading needs to be taken at all once patience is over.
pub const ARGUABLE: f32 = 0.3;
/// Natural logarithm of how much likelier the player whose turn it is places a figure.
pub const IN_TURN: f32 = 2.0;
