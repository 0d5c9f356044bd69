//! The screens as a person meets them: found by role and name, used by click and key.
//!
//! Everything runs without a window. `looks` also writes each screen as a picture when
//! `NEBELWACHT_LOOKS` names a folder, for looking at.

mod aim;
mod by_hand;
mod choices;
mod corrections;
mod evening;
mod export;
mod fields;
mod film;
mod focus;
mod games;
mod hall;
mod hurdles;
mod looks;
mod packs;
mod phones;
mod pictures;
mod rebuild;
mod relay;
mod review;
mod rules;
mod score;
mod screenshots;
mod seeing;
mod set_out;
mod settings;
mod steady;
mod stranger;
mod table;
mod teach;
mod teach_map;
mod tiles_left;
mod tv;
mod usable;
mod wall;
mod ways;
mod whole_games;
