//! How an evening stands: what its folder says and what the page of standings shows.

use hall::evening::{Played, Row};

/// How an evening stands.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Evening {
    /// The games that count.
    pub played: Vec<Played>,
    /// Everybody's place.
    pub rows: Vec<Row>,
    /// Files that cannot be used, and where handed-in records disagree.
    pub trouble: Vec<String>,
}
