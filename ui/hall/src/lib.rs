//! A hall of tables: what each table tells a message broker, and what a wall makes of it.
//!
//! Stands beside a game, like the pages for phones, and beside no game at all: the wall. A table
//! hands its newest state and its events over and never waits; the room [`telling`] turns them
//! into messages ([`message`]) of what the table has agreed to, keeps those that must not be lost
//! on disk while the [`broker`] is away, and sends them. The other side listens ([`watcher`]), holds
//! everything that comes against what it may be ([`wall`]), folds the records itself ([`check`]) and
//! reckons the evening up ([`evening`]). How much of everything there may be is in [`limits`].
//!
//! tokio and MQTT live in the threads of [`telling::publisher`] and [`watcher`] and nowhere else:
//! from outside both are plain handles. Nothing here draws, words or reads a picture, and no picture
//! of a camera can pass: there is no message for one.

pub mod broker;
pub mod check;
pub mod evening;
pub mod limits;
pub mod message;
pub mod telling;
pub mod wall;
pub mod watcher;

pub use broker::account::Account;
pub use broker::address::Address;
pub use broker::link::Trouble;
pub use telling::agreed::{Agreed, Names};
pub use telling::publisher::{Publisher, Status};
pub use telling::teller::Teller;
pub use wall::Wall;
pub use watcher::Watcher;
