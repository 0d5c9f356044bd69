//! Tools of the whole-path tests and reports: truth files, joining what was read to what lay
//! there, tables. No product code.

pub mod oracle;
pub mod packs;
pub mod photo;
pub mod table;
pub mod video;
