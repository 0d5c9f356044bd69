//! The program `nebelwacht`: window, command line, and the threads between camera and screen.

pub mod link;
