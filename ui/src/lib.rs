//! The program `nebelwacht`: window, command line, and the threads between camera and screen.

pub mod action;
pub mod app;
pub mod link;
pub mod screens;
pub mod text;
pub mod theme;
pub mod widgets;
