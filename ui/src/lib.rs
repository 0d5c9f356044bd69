//! Nebelwacht, the program: command line, window, and the threads between camera and screen.
//!
//! Last station of the data path. `main` hands the command line to [`cli`], which runs one verb.
//! A game in progress lives in [`run`]: threads carry frames to claims to snapshots. The [`window`]
//! shows one of its screens, built of widgets, coloured by the [`theme`], worded by [`text`].
//! [`store`] is what lies on disk, [`faces`] which faces there are, [`views`] what is worked out of a
//! snapshot before anything is drawn. [`export`] makes files for others, [`demo`] plays on a drawn
//! table, [`phone`] is the game's side of the pages that phones open, [`hall`] its side of a hall of
//! many tables; [`leave`] ends it all. Nothing here reads pixels or computes points: that is `vision` and `tracker`.

pub mod cli;
pub mod demo;
pub mod export;
pub mod faces;
pub mod failure;
#[cfg(test)]
mod fuzz;
pub mod hall;
pub mod leave;
pub mod phone;
pub mod run;
pub mod store;
pub mod text;
pub mod theme;
pub mod views;
pub mod window;
