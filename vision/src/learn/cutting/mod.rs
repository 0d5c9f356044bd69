//! Where the tiles of a photograph lie: [`cut`] tries outlines ([`outlines`]), squares that edges
//! frame ([`squares`]) and lattices ([`laid`]), tells from them from where the table is seen ([`plane`],
//! [`vanishing`]), and moves what it finds to the tiles' rims ([`rims`], [`settle`]).

mod bare;
mod cut;
mod edges;
mod laid;
mod outlines;
mod plane;
mod rims;
mod settle;
mod squares;
mod vanishing;

pub use cut::{cut, fitted};
