//! What holds for every screen: looks, keyboard, eyes; and the pictures of the documents.

pub(crate) mod every_screen;
pub(crate) mod film;
pub(crate) mod focus;
pub(crate) mod looks;
pub(crate) mod screenshots;
pub(crate) mod seeing;
pub(crate) mod usable;
