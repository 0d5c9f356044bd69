//! Joining pieces on neighbouring tiles into connected groups: a union-find with names.
//!
//! Under [`crate::board::features`] and [`crate::board::mist`]. It knows nothing of what it joins.

use std::collections::BTreeMap;

use ena::unify::{InPlaceUnificationTable, UnifyKey};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Node(u32);

impl UnifyKey for Node {
    type Value = ();

    fn index(&self) -> u32 {
        self.0
    }

    fn from_index(index: u32) -> Self {
        Self(index)
    }

    fn tag() -> &'static str {
        "piece"
    }
}

/// Pieces, some of them joined.
pub(crate) struct Join<P> {
    table: InPlaceUnificationTable<Node>,
    node: BTreeMap<P, Node>,
}

impl<P: Ord + Copy> Join<P> {
    /// Those pieces, none joined.
    pub(crate) fn new(pieces: impl IntoIterator<Item = P>) -> Self {
        let mut table = InPlaceUnificationTable::new();
        let node = pieces
            .into_iter()
            .map(|piece| (piece, table.new_key(())))
            .collect();
        Self { table, node }
    }

    /// Joins two pieces; unknown ones are left alone.
    pub(crate) fn union(&mut self, a: P, b: P) {
        if let (Some(&a), Some(&b)) = (self.node.get(&a), self.node.get(&b)) {
            self.table.union(a, b);
        }
    }

    /// The groups of joined pieces, each ascending.
    pub(crate) fn groups(mut self) -> impl Iterator<Item = Vec<P>> {
        let mut groups: BTreeMap<Node, Vec<P>> = BTreeMap::new();
        for (&piece, &node) in &self.node {
            groups.entry(self.table.find(node)).or_default().push(piece);
        }
        groups.into_values()
    }
}
