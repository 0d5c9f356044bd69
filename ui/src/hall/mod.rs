//! A hall of many tables: this table's seat in it, and the wall that shows all of them.
//!
//! Beside the window. The [`messenger`] takes the newest state of a running game out of its
//! mailbox and has the crate `hall` tell it; the [`wall`] is the other side: what the wall's
//! window, its web [`page`] and the [`report`] show of what was heard, and the [`folder`] of an
//! evening with results, standings and records. Knows no socket and no broker.

pub mod evening;
pub mod folder;
pub mod messenger;
pub mod page;
pub mod report;
pub mod wall;
pub mod wish;

pub use messenger::{Messenger, Seat};
pub use wish::{HallSettings, HallWish, NotTold};
