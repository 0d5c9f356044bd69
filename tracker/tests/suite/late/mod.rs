//! What is told late, in another order or not at all: no choice and no point is lost, and no end is
//! declared that something untold could still avert.

mod cards_and_chips;
mod eloise;
mod mist;
mod table;
