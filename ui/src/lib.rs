//! Nebelwacht, the program: command line, window, and the threads between camera and screen.
//!
//! Last station of the data path. `main` reads the [`args`], [`commands`] runs one verb, the
//! [`actors`] carry frames to claims to snapshots, and the [`app`] shows them: one of the
//! [`screens`], built of [`widgets`], coloured by the [`theme`], worded by [`text`]. Window and
//! threads meet only at the [`link`]. Nothing here reads pixels or computes points: that is
//! `vision` and `tracker`.

pub mod action;
pub mod actors;
pub mod album;
pub mod app;
pub mod args;
pub mod cameras;
pub mod commands;
pub mod demo;
pub mod desk;
pub mod export;
pub mod eyes;
pub mod faces;
pub mod failure;
pub mod feed;
pub mod folders;
pub mod keeper;
pub mod leave;
pub mod link;
pub mod logging;
pub mod maps;
pub mod overlay;
pub mod paced;
pub mod packing;
pub mod places;
pub mod progress;
pub mod records;
pub mod relaying;
pub mod report;
pub mod screens;
pub mod shelf;
pub mod sound;
pub mod text;
pub mod theme;
pub mod topics;
pub mod watching;
pub mod widgets;
pub mod window;
