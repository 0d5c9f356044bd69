//! The belief on simulated tables.

mod games;
mod patterns;
mod table;
