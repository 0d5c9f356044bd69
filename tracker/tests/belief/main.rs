//! The belief on simulated tables.

mod cards;
mod games;
mod guards;
mod map;
mod patterns;
mod supply;
mod table;
