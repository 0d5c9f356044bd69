//! A hall of tables: what each table tells a message broker, and what a wall makes of it.
//!
//! Stands beside a game, like the pages for phones, and beside no game at all: the wall. A table
//! hands its newest state and its events over ([`teller`]) and never waits; this room turns them
//! into messages ([`message`]) of what the table has agreed to ([`agreed`]), keeps those that must
//! not be lost on disk while the broker is away ([`outbox`]), and sends them ([`publisher`]). The
//! other side listens ([`watcher`]), holds everything that comes against what it may be
//! ([`wall`]), folds the records itself ([`check`]) and reckons the evening up ([`evening`]).
//!
//! tokio and MQTT live in the threads of [`publisher`] and [`watcher`] and nowhere else: from
//! outside both are plain handles. Nothing here draws, words or reads a picture, and no picture of
//! a camera can pass: there is no message for one.
//!
//! - [`address`]: which broker and which part of its topics
//! - [`account`]: who one is there, and by whom the broker is vouched for
//! - [`topic`]: the names of the topics
//! - [`limits`]: how much of everything
//! - [`schema`]: the messages as JSON Schema

pub mod account;
pub mod address;
pub mod agreed;
pub mod board;
pub mod check;
pub mod evening;
pub mod limits;
mod link;
pub mod message;
pub mod outbox;
pub mod publisher;
pub mod schema;
pub mod teller;
pub mod topic;
pub mod wall;
pub mod watcher;

pub use account::Account;
pub use address::Address;
pub use agreed::{Agreed, Names};
pub use link::Trouble;
pub use publisher::{Publisher, Status};
pub use teller::Teller;
pub use wall::Wall;
pub use watcher::Watcher;
