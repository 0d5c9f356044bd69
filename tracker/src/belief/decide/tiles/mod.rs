//! Deciding about tiles: [`start`] finds the start tile and what lies already, [`new`] the new ones;
//! [`known`] looks after those that lie, and [`moved`] follows one that is laid again elsewhere.

mod known;
mod moved;
mod new;
mod start;
