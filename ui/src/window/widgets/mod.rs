//! Parts that screens are built of. Each allocates, interacts, says what it is to assistive
//! technology, and paints, in that order. None of them knows the running game beyond the
//! snapshot it is handed; what a person does is returned, never carried out here.

pub mod art;
pub mod badge;
pub mod board;
pub mod card;
pub mod column;
pub mod example;
pub mod fields;
pub mod offer;
pub mod pages;
pub mod picture;
pub mod squares;
pub mod steady;
