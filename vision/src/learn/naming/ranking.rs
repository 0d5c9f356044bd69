//! How sure each tile's face is: what everything would cost if it were another, and whether other
//! descriptions of the sides come to the same.

use carcassonne::catalogue::FaceId;
use carcassonne::geometry::Rotation;

use super::assign::dearer;
use super::{Named, Namer, Reading, cheapest_turns};

/// How sure a face is at most that others do not come to.
const DISPUTED: f32 = 0.6;

impl Namer<'_> {
    /// What is thought of each tile, and how sure it is.
    pub(super) fn named(&self, reading: &Reading, others: &[Reading]) -> Vec<Named> {
        let (cheapest, turns) = cheapest_turns(&reading.costs);
        let faces: Vec<Option<usize>> = reading.placing.iter().map(|p| p.0).collect();
        let dearer = dearer(&cheapest, &faces, &self.copies);
        let answered = |tile: usize| self.answers.iter().any(|a| a.tile == tile);
        let of = |tile: usize| {
            if faces[tile].is_none() {
                return Named {
                    ranked: Vec::new(),
                    answered: answered(tile),
                };
            }
            let mut ranked: Vec<(FaceId, Rotation, f32)> = Vec::new();
            for (face, print) in self.prints.iter().enumerate() {
                for turn in 0..print.symmetry.max(1) {
                    // Turned otherwise it is the same face, and nobody makes way.
                    let alike = (turn..4).step_by(print.symmetry.max(1));
                    let own = alike.map(|turn| reading.costs[[tile, face, turn]]);
                    let own = own.fold(f64::INFINITY, f64::min) - cheapest[[tile, face]];
                    let cost = dearer[[tile, face]] + own;
                    let weight = (-cost * reading.witness).exp() as f32;
                    ranked.push((print.id, Rotation::from_quarter_turns(turn as i32), weight));
                }
            }
            let best = faces[tile].map(|face| {
                let turn = turns[[tile, face]] % self.prints[face].symmetry.max(1);
                (
                    self.prints[face].id,
                    Rotation::from_quarter_turns(turn as i32),
                )
            });
            let sum: f32 = ranked.iter().map(|(.., weight)| weight).sum();
            ranked
                .iter_mut()
                .for_each(|(.., weight)| *weight /= sum.max(f32::MIN_POSITIVE));
            ranked.sort_by(|a, b| {
                let first = |r: &(FaceId, Rotation, f32)| best == Some((r.0, r.1));
                first(b).cmp(&first(a)).then(b.2.total_cmp(&a.2))
            });
            ranked.retain(|(.., weight)| *weight > 1e-4);
            if !answered(tile) {
                self.dispute(&mut ranked, others.iter().map(|other| other.placing[tile]));
                // What is badly lit shows something else than is printed.
                if (self.badly_lit[tile] || self.clashes(&reading.placing, tile))
                    && let Some(best) = ranked.first_mut()
                {
                    best.2 = best.2.min(DISPUTED);
                }
            }
            Named {
                ranked,
                answered: answered(tile),
            }
        };
        (0..self.tiles.len()).map(of).collect()
    }

    /// Lessens the confidence in a face that others do not come to; theirs comes next.
    fn dispute(
        &self,
        ranked: &mut Vec<(FaceId, Rotation, f32)>,
        others: impl Iterator<Item = (Option<usize>, usize)>,
    ) {
        for (face, turn) in others {
            let Some(face) = face else { continue };
            let print = &self.prints[face];
            let turn = Rotation::from_quarter_turns((turn % print.symmetry.max(1)) as i32);
            let Some(best) = ranked.first_mut() else {
                return;
            };
            if (best.0, best.1) == (print.id, turn) {
                continue;
            }
            let less = (best.2 - DISPUTED).max(0.0);
            best.2 -= less;
            ranked.retain(|r| (r.0, r.1) != (print.id, turn));
            ranked.insert(1, (print.id, turn, less.max(1.0 - DISPUTED - 0.05)));
        }
    }
}
