//! A table's side of the hall: what it has agreed to tell, when that is told, and what is kept until
//! it has arrived.

pub mod agreed;
pub mod outbox;
pub mod publisher;
pub mod teller;
