//! What the table asks of people, each in a card that play does not wait for.
//!
//! The open question of the camera, the choices of the rules, a knocked table to set up again, what lies
//! against the rules, a tile that the camera does not know, another pack, what to lay out and to count. What is answered becomes a wish; nothing
//! here changes the game.

pub mod choices;
pub(super) mod count;
pub mod insist;
pub(super) mod packs;
pub mod question;
pub(super) mod relay;
pub(super) mod set_out;
pub(super) mod stranger;
