//! What phones are shown and what they may do: the game's side of the pages.
//!
//! Beside the window. The [`stand`] takes the newest state of a running game out of its mailbox,
//! words and draws it ([`parts`]) and posts it on the pages that the crate `phone` serves; what
//! phones send comes back as commands ([`order`]) and as the pictures of one more source
//! ([`camera`]). Without a game, [`at_end`] takes a photograph of a finished one and shows how it is
//! scored. Knows no socket, no key and no thread of the serving.

pub mod at_end;
pub mod camera;
pub mod hand;
pub mod order;
pub mod pages;
pub mod parts;
pub mod stand;
mod told;

/// The addresses for the terminal: what a code leads to, and the code.
pub mod code;
