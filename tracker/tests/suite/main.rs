//! The rules, the log and the belief from outside, in one program, which is linked once: games at
//! random ([`play`], with other [`answers`]) and what must hold in all of them, the dossiers' examples,
//! and what is told late, again or never.
//!
//! What comes from strangers is tried by the program `fuzz` beside it.

mod answers;
mod at_end;
mod belief;
mod cards_and_map;
mod competitive_mist;
mod coop;
mod corrections;
mod dossiers;
mod extremes;
mod fold;
mod history;
mod insist;
mod late;
mod life;
mod options;
mod play;
mod practice_tiles;
mod reminders;
mod review;
mod self_play;
mod telling;
mod whole;
