//! The program `nebelwacht`: window, command line, and the threads between camera and screen.

pub mod action;
pub mod link;
pub mod text;
pub mod theme;
