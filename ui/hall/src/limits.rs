//! How much of everything. What is more comes from no table of ours.

use std::time::Duration;

/// Bytes of one message. The longest is a whole record: a usual one takes 60 kB, one of all boxes
/// with every turn corrected 500 kB. The broker is asked not to hand on larger ones.
pub const MESSAGE_BYTES: u32 = 1 << 20;

/// Tables on one wall: ten times the largest tournament there was.
pub const TABLES: usize = 5_000;

/// Rounds of an evening: a date in the wrong column is no round.
pub const ROUNDS: u32 = 99;

/// Letters in the name of a table, which is a part of its topics.
pub const TABLE_LETTERS: usize = 40;

/// Players at one table; the box has six colours.
pub const PLAYERS: usize = 6;

/// Confirmed results of one table: an evening has ten.
pub const RESULTS: usize = 100;

/// The newest points that a state tells.
pub const LAST_POINTS: usize = 5;

/// Tiles and figures a told board may have: all boxes have 300 tiles.
pub const PIECES: usize = 2_000;

/// Events kept of one game: a usual one has 300, one of all boxes 1500.
pub const EVENTS: usize = 10_000;

/// Bytes of the events heard of one game, those heard again counted again: as many events as above.
pub const EVENTS_BYTES: usize = 4 << 20;

/// Bytes that wait on disk while the broker is away: 20 000 events, some sixty games. What is more
/// is left out, the oldest events first and then the oldest records, which have the same; results
/// always go in.
pub const OUTBOX_BYTES: u64 = 8 << 20;

/// Messages under way to the broker that it has not acknowledged yet.
pub const UNDER_WAY: u16 = 16;

/// The shortest time between two states of one table: changes that come faster are told together.
pub const STATE_EVERY: Duration = Duration::from_millis(250);

/// Silence after which either side asks whether the other is there; the broker tells the hall of a
/// table that was cut off after one and a half times that.
pub const KEEP_ALIVE_S: u16 = 15;

/// The first wait before the broker is tried again, and the longest.
pub const AGAIN: (Duration, Duration) = (Duration::from_millis(500), Duration::from_secs(20));

/// How long reaching the broker may take.
pub const REACH_WITHIN: Duration = Duration::from_secs(10);

/// How long saying goodbye may take, with what is still to be sent.
pub const CLOSE_WITHIN: Duration = Duration::from_secs(2);
