//! tracker
pub mod belief;
pub mod board;
pub mod catalogue;
pub mod command;
pub mod consistency;
pub mod event;
pub mod expression;
pub mod features;
pub mod geometry;
pub mod journal;
pub mod log;
pub mod piece;
pub mod record;
pub mod rules;
pub mod seen;
pub mod setup;
pub mod snapshot;
mod tracker;
mod view;

pub use tracker::{CommandError, Tracker};
