//! A running game: where its pictures come from, the threads that carry them to claims and
//! events, and what the screens may ask of it.
//!
//! [`program`] is what the window is given; it opens an [`input`], makes a pack [`ready`], hands both
//! to the [`actors`] (capture, seeing, tracking), and keeps each game with its record as a
//! [`live_game`], its pictures by [`keeping`]. What takes longer than a frame is done [`beside`] the window. Screens meet all this only through the traits of
//! [`link`] and the [`news`]; whoever else stands beside a game is told what is
//! [`published`](crate::views::published). What reads, by which pack, and what comes of it is in
//! [`reading`]. Draws nothing and words nothing but failures.

pub mod actors;
pub mod beside;
pub mod input;
pub mod keeping;
pub mod link;
pub mod live_game;
pub mod news;
pub mod program;
pub mod reading;
pub mod ready;
pub mod real_time;
pub mod relay;
pub mod sound;
