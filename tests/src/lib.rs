//! Tools of the whole-path tests and reports: truth files, hard tables, joining what was read
//! to what lay there, tables. No product code.

pub mod boards;
pub mod broker;
pub mod conditions;
pub mod copies;
pub mod data;
pub mod disturbance;
pub mod drawn;
pub mod fault;
pub mod figures;
pub mod final_points;
pub mod large;
pub mod light;
pub mod memory;
pub mod oracle;
pub mod packs;
pub mod photo;
pub mod played;
pub mod scripted;
pub mod spreads;
pub mod strangers;
pub mod table;
pub mod video;
