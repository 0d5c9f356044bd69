//! Files of others come in through here, and everything the program keeps goes out through here.
//!
//! - [`read`]: regular files only, up to a given size, inside a given folder;
//! - [`picture`]: how large a picture is and whether it is whole, before anything is decoded;
//! - [`write`]: whole or not at all, for the owner only, or appended to a locked record;
//! - [`limits`]: how much may be said in a file at all, each with its reason;
//! - [`words`]: names and sentences of others, made fit for a screen, a table's cell or a file's name;
//! - [`faults`] (for tests): any of the writes made to fail.
//!
//! It knows no game, no format but that of pictures' first bytes, and never decides where
//! something is kept.

#[cfg(feature = "faults")]
pub mod faults;
pub mod limits;
pub mod picture;
pub mod read;
mod step;
pub mod words;
pub mod write;
