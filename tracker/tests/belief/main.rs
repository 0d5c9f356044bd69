//! The belief on simulated tables.

mod games;
mod map;
mod patterns;
mod supply;
mod table;
