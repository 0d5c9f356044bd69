//! tracker
pub mod board;
pub mod catalogue;
pub mod command;
pub mod consistency;
pub mod event;
pub mod expression;
pub mod features;
pub mod geometry;
pub mod piece;
pub mod rules;
pub mod seen;
pub mod setup;
pub mod snapshot;
