//! What a laid board tells: there, sides that meet show the same.
//!
//! Tiles may also touch because somebody laid them out in rows. Which it is shows before any side
//! is understood: on a board, sides that meet look more alike than others do.

use std::collections::BTreeMap;

use ndarray::Array2;

use super::sides::telling;
use super::{Namer, Placing};
use crate::learn::meeting::Meeting;

/// Telling numbers by which sides are compared.
const COMPARED: usize = 8;
/// Sides of a photograph that must meet before they tell whether it is a board, and the share of
/// them that must be more alike than sides usually are: half would be chance.
const MIN_MEETINGS: usize = 12;
const ALIKE: f64 = 0.8;
/// Log odds that a side shows what the side that meets it was taken for, and what it was said to
/// show.
const AGREES: f64 = 8.0;
const SAID: f64 = 60.0;

impl Namer<'_> {
    /// Leaves only meetings on boards.
    ///
    /// # Errors
    /// Fails when OpenCV does.
    pub(super) fn look_for_boards(&mut self) -> opencv::Result<()> {
        if self.meetings.len() < MIN_MEETINGS {
            self.meetings.clear();
            return Ok(());
        }
        let telling = telling(&self.sides, COMPARED)?;
        let mirrored = self.sides.nrows();
        let unlike = |a: usize, b: usize| -> f64 {
            let off = &telling.row(a) - &telling.row(mirrored + b);
            off.dot(&off)
        };
        let mut by_photo: BTreeMap<usize, Vec<Meeting>> = BTreeMap::new();
        for meeting in &self.meetings {
            let photo = self.tiles[meeting.tiles[0]].photo;
            by_photo.entry(photo).or_default().push(*meeting);
        }
        by_photo.retain(|_, meetings| {
            let rows: Vec<[usize; 2]> = meetings.iter().map(Meeting::rows).collect();
            let mut usual: Vec<f64> = Vec::new();
            for (n, [a, _]) in rows.iter().enumerate() {
                let others = rows.iter().enumerate().filter(|(m, _)| *m != n);
                usual.extend(others.map(|(_, [_, b])| unlike(*a, *b)));
            }
            usual.sort_by(f64::total_cmp);
            let middle = usual.get(usual.len() / 2).copied().unwrap_or(0.0);
            let alike = rows.iter().filter(|[a, b]| unlike(*a, *b) < middle);
            rows.len() >= MIN_MEETINGS && alike.count() as f64 >= ALIKE * rows.len() as f64
        });
        self.meetings = by_photo.into_values().flatten().collect();
        Ok(())
    }

    /// Adds to the likelihoods of each side those of the side that meets it, which shows the same,
    /// and what that was taken for.
    pub(super) fn meet(&self, likely: &mut Array2<f64>, placing: Option<&Placing>) {
        let alone = likely.clone();
        for meeting in &self.meetings {
            let [a, b] = meeting.rows();
            for (own, other) in [(a, b), (b, a)] {
                let more = alone.row(other).to_owned();
                let mut row = likely.row_mut(own);
                row += &more;
                let Some((Some(face), turn)) = placing.map(|p| p[other / 4]) else {
                    continue;
                };
                let shown = self.prints[face].sides[turn][other % 4];
                let said = self.answers.iter().any(|answer| answer.tile == other / 4);
                row[shown] += if said { SAID } else { AGREES };
            }
        }
    }

    /// Whether a side of a tile was taken for something else than the one that meets it.
    pub(super) fn clashes(&self, placing: &Placing, tile: usize) -> bool {
        let shown = |row: usize| {
            let (face, turn) = placing[row / 4];
            face.map(|face| self.prints[face].sides[turn][row % 4])
        };
        self.meetings.iter().any(|meeting| {
            let [a, b] = meeting.rows();
            meeting.tiles.contains(&tile) && shown(a) != shown(b)
        })
    }
}
