//! The belief on simulated tables.

mod games;
mod patterns;
mod supply;
mod table;
