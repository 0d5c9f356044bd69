//! The pages that phones in the house open: who may see which, and what travels to and fro.
//!
//! Stands beside the window. The program says what is on the pages ([`House`], [`Posted`]); this
//! room serves them over the local network, lets in whoever has a [`Key`](key::Key) with the
//! [`Right`] for it, and hands the pictures and orders of phones back. It knows no game, words
//! nothing and draws nothing. tokio lives here and in `ui/hall`: from outside, [`Phones`] is a
//! plain handle of a plain thread.
//!
//! - [`key`]: long, random, one for each right, new with each start unless pinned
//! - [`door`]: connections, requests a second, hosts and origins; everybody comes through it, and
//!   shows a key
//! - [`certificate`]: this installation's own, for the pages that browsers call secure
//! - [`address`]: the interfaces of this machine, one of which is chosen
//! - [`seat`]: the place of the one phone that is the camera; [`guests`]: who is here
//! - [`pages`]: what is served behind the door, the live parts and the camera's socket among it
//! - [`server`]: the two listeners and their thread
//! - [`limits`]: how much of everything

pub mod address;
pub mod certificate;
pub mod door;
pub mod guests;
pub mod house;
pub mod key;
pub mod limits;
mod pages;
mod seat;
mod server;

pub use guests::Guest;
pub use house::{Ask, Asset, House, Page, Part, Posted, Shot};
pub use key::{Keys, Right};
pub use server::{HandedOn, Options, Phones, Trouble};
