//! Files for other programs, in formats that those have set.

pub(super) mod bgstats;
pub(super) mod cases;
pub(super) mod jcz;
