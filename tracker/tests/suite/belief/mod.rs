//! The belief on simulated tables.

mod at_once;
mod cards;
mod figures;
mod games;
mod guards;
mod map;
mod patterns;
mod supply;
mod table;
