//! Where a click in the review leads.

use tracker::board::features::SegmentRef;

/// What a part of the screen asks for.
#[derive(Default)]
pub(super) struct Jump {
    pub(super) to: Option<usize>,
    pub(super) lit: Vec<SegmentRef>,
}
