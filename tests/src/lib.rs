//! Tools of the whole-path tests and reports: truth files, hard tables, joining what was read
//! to what lay there, tables. No product code.

pub mod data;
pub mod films;
pub mod halls;
pub mod memory;
pub mod oracle;
pub mod packs;
pub mod photographs;
pub mod scripted;
pub mod spreads;
pub mod table;
