//! While a game runs: the table, by mouse and by keyboard, with a camera and without.

pub(crate) mod aim;
pub(crate) mod by_hand;
pub(crate) mod choices;
pub(crate) mod corrections;
pub(crate) mod fields;
pub(crate) mod relay;
pub(crate) mod rules;
pub(crate) mod steady;
pub(crate) mod table;
pub(crate) mod tiles_left;
pub(crate) mod whole_games;
