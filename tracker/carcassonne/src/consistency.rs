//! The most plausible whole board from doubtful readings of its tiles.
//!
//! Stands between the camera's claims and the tracker's belief: each tile's reading is one opinion;
//! its neighbours' edges and the copies in the box are others. Beliefs over faces and rotations
//! are passed between neighbours until they settle (mean field approximation: every tile is
//! updated against the expected edges of its neighbours; Koller & Friedman 2009, section 11.5).
//! Appends no event and knows no turn order.

use std::collections::BTreeMap;

use crate::catalogue::{Catalogue, FaceId, Terrain};
use crate::geometry::{Cell, Rotation, Side};

/// A reading's opinion of one cell.
#[derive(Clone, Debug, PartialEq)]
pub struct Opinion {
    /// Face, rotation, log-likelihood (natural; differences count).
    pub candidates: Vec<(FaceId, Rotation, f32)>,
    /// Log of the odds that there is a tile at all.
    pub presence: f32,
    /// Log of the odds that it shows a face that is none of theirs, as far as its look tells.
    pub unknown: f32,
}

/// What the whole board makes of one cell.
#[derive(Clone, Debug, PartialEq)]
pub struct Verdict {
    /// Face, rotation, probability given that a tile lies here and its face is known; best
    /// first.
    pub ranked: Vec<(FaceId, Rotation, f32)>,
    /// Probability that a tile lies here.
    pub present: f32,
    /// Probability that its face is none of those ranked.
    pub unknown: f32,
}

/// Probability that edges of two touching tiles match: people lay by the rules, readings of
/// where tiles lie do err.
const SEAM_TRUST: f32 = 0.995;
/// Cost of using one more copy than the box holds, as a log-likelihood; soft, since a table may
/// hold a second box.
const COPY_COST: f32 = 4.0;
/// The most that a tile's misfit with its neighbours speaks against there being a tile at all
/// (natural logarithm): its face may be one that the pack draws otherwise.
const MISFIT: f32 = 2.5;
/// The most that edges which meet the neighbours' may count for a cell's holding a tile, log odds:
/// planks go on from cell to cell as roads do.
const FIT: f32 = 1.5;
/// How often an edge is city, road and field.
const CHANCE: [f32; 3] = [0.25, 0.25, 0.5];
/// Sweeps over the board, at most; beliefs of a 72-tile board settle in about ten.
const SWEEPS: usize = 24;
/// No belief moved by more in a sweep: they have settled.
const SETTLED: f32 = 1e-5;

struct Node {
    candidates: Vec<(FaceId, Rotation, f32)>,
    /// Each candidate's face, as its place among all faces of the opinions.
    faces: Vec<usize>,
    /// `None` for a face without description or with wild sides: it matches anything.
    edges: Vec<Option<[usize; 4]>>,
    belief: Vec<f32>,
    /// Log of the candidates' likelihoods together, without neighbours.
    free: f32,
    presence: f32,
    present: f32,
    /// Log odds by its look, and probability, of a face that is not among the candidates.
    foreign: f32,
    unknown: f32,
}

impl Node {
    /// Expected terrain on a side: probabilities of city, road, field.
    fn side(&self, side: Side) -> [f32; 3] {
        let mut sum = [0.0; 3];
        for (belief, edges) in self.belief.iter().zip(&self.edges) {
            match edges {
                Some(edges) => sum[edges[side.index()]] += belief,
                None => sum.iter_mut().for_each(|s| *s += belief),
            }
        }
        // A face that nobody knows may have anything there.
        sum.map(|s| s + self.unknown * (1.0 - s))
    }

    /// How much each terrain beside that side is worth, as a log-likelihood.
    fn seam(&self, side: Side) -> [f32; 3] {
        let seam = |fits: f32| ((1.0 - SEAM_TRUST) + SEAM_TRUST * fits).ln();
        self.side(side).map(|fits| self.present * seam(fits))
    }

    /// Updates what is believed here by its neighbours and by the copies that are `used` elsewhere
    /// on the board; the most that any belief moved.
    fn hear(&mut self, beside: &[Beside], used: &[f32], copies: &[Option<f32>]) -> f32 {
        let mut logs = self.weights(beside, used, copies);
        let evidence = normalise(&mut logs);
        // The cell's presence hears its neighbours too: what no face can explain there is
        // less likely a tile.
        let misfit = (evidence - self.free).clamp(-MISFIT, 0.0);
        let fit = fits(&logs, &self.edges, beside).min(FIT);
        let present = logistic(self.presence + misfit + fit);
        // An unknown face fits anywhere: what speaks against the known ones speaks for it.
        let unknown = logistic(self.foreign - (evidence - self.free).min(0.0));
        let faces = self.belief.iter().zip(&logs);
        let moved = faces
            .chain([(&self.present, &present), (&self.unknown, &unknown)])
            .fold(0.0f32, |moved, (old, new)| moved.max((old - new).abs()));
        (self.present, self.unknown, self.belief) = (present, unknown, logs);
        moved
    }

    /// The candidates' log-likelihoods with those of the edges and the copies.
    fn weights(&self, beside: &[Beside], used: &[f32], copies: &[Option<f32>]) -> Vec<f32> {
        let each = self.candidates.iter().zip(&self.edges).zip(&self.faces);
        each.map(|(((.., likelihood), edges), &face)| {
            let mut log = *likelihood;
            if let Some(edges) = edges {
                let fit = |beside: &Beside| beside.seam[edges[beside.side.index()]];
                log += beside.iter().map(fit).sum::<f32>();
            }
            if let Some(limit) = copies[face] {
                log -= COPY_COST * (used[face] + 1.0 - limit).clamp(0.0, 1.5);
            }
            log
        })
        .collect()
    }

    /// The copies of each face that are expected to lie here.
    fn expected(&self) -> impl Iterator<Item = (usize, f32)> {
        let copies = self.belief.iter().map(|belief| belief * self.present);
        self.faces.iter().copied().zip(copies)
    }
}

/// The place of a terrain among city, road, field; `None` for a wild side.
fn letter(terrain: Terrain) -> Option<usize> {
    match terrain {
        Terrain::City => Some(0),
        Terrain::Road => Some(1),
        Terrain::Field => Some(2),
        Terrain::Any => None,
    }
}

/// What a cell hears of a neighbour: on which of its sides that lies, how surely it holds a tile,
/// its terrain there, and how much each terrain beside it is worth (log-likelihood).
struct Beside {
    side: Side,
    present: f32,
    terrain: [f32; 3],
    seam: [f32; 3],
}

/// All opinions on their way to one.
struct Field {
    nodes: BTreeMap<Cell, Node>,
    /// How many of each face are in the box; `None` for one that the catalogue lacks.
    copies: Vec<Option<f32>>,
}

/// Weighs all opinions against each other. Faces that the catalogue lacks match any edge and
/// have no limit of copies.
pub fn weigh(catalogue: &Catalogue, opinions: &BTreeMap<Cell, Opinion>) -> BTreeMap<Cell, Verdict> {
    let mut field = Field::new(catalogue, opinions);
    for _ in 0..SWEEPS {
        if field.sweep() < SETTLED {
            break;
        }
    }
    let nodes = field.nodes.into_iter();
    nodes
        .map(|(cell, node)| (cell, verdict(catalogue, node)))
        .collect()
}

impl Field {
    fn new(catalogue: &Catalogue, opinions: &BTreeMap<Cell, Opinion>) -> Self {
        let candidates = opinions.values().flat_map(|opinion| &opinion.candidates);
        let mut faces: Vec<FaceId> = candidates.map(|(face, ..)| *face).collect();
        faces.sort_unstable();
        faces.dedup();
        let copies = |face| catalogue.face(face).map(|face| f32::from(face.copies));
        let nodes = opinions.iter();
        Self {
            nodes: nodes
                .map(|(cell, opinion)| (*cell, node(catalogue, opinion, &faces)))
                .collect(),
            copies: faces.iter().map(copies).collect(),
        }
    }

    /// Updates every cell against its neighbours and the box; the most that any belief moved. One
    /// after another: all at once, doubtful tiles would all turn from one face, of which the box has too
    /// few, to the other, and back.
    fn sweep(&mut self) -> f32 {
        let mut used = vec![0.0; self.copies.len()];
        for (face, copies) in self.nodes.values().flat_map(Node::expected) {
            used[face] += copies;
        }
        let mut moved = 0.0f32;
        let cells: Vec<Cell> = self.nodes.keys().copied().collect();
        for cell in cells {
            let beside = self.beside(cell);
            if let Some(node) = self.nodes.get_mut(&cell) {
                node.expected()
                    .for_each(|(face, copies)| used[face] -= copies);
                moved = moved.max(node.hear(&beside, &used, &self.copies));
                node.expected()
                    .for_each(|(face, copies)| used[face] += copies);
            }
        }
        moved
    }

    fn beside(&self, cell: Cell) -> Vec<Beside> {
        let beside = Side::ALL.into_iter().filter_map(|side| {
            let other = self.nodes.get(&cell.neighbour(side))?;
            Some(Beside {
                side,
                present: other.present,
                terrain: other.side(side.opposite()),
                seam: other.seam(side.opposite()),
            })
        });
        beside.collect()
    }
}

fn node(catalogue: &Catalogue, opinion: &Opinion, faces: &[FaceId]) -> Node {
    let edges = opinion
        .candidates
        .iter()
        .map(|(face, rotation, _)| {
            let face = catalogue.face(face)?;
            let sides = Side::ALL.map(|side| letter(face.side(side, *rotation)));
            let [Some(n), Some(e), Some(s), Some(w)] = sides else {
                return None;
            };
            Some([n, e, s, w])
        })
        .collect();
    let mut belief: Vec<f32> = opinion.candidates.iter().map(|c| c.2).collect();
    let free = normalise(&mut belief);
    let place = |(face, ..): &(FaceId, Rotation, f32)| faces.partition_point(|f| f < face);
    Node {
        candidates: opinion.candidates.clone(),
        faces: opinion.candidates.iter().map(place).collect(),
        edges,
        belief,
        free,
        presence: opinion.presence,
        present: logistic(opinion.presence),
        foreign: opinion.unknown,
        unknown: 0.0,
    }
}

/// Log odds of a tile against the table that its edges meet the same on its neighbours: what a
/// table looks like meets them by chance.
fn fits(belief: &[f32], edges: &[Option<[usize; 4]>], beside: &[Beside]) -> f32 {
    let one = |beside: &Beside| {
        let mut own = [0.0; 3];
        for (belief, edges) in belief.iter().zip(edges) {
            if let Some(edges) = edges {
                own[edges[beside.side.index()]] += belief;
            }
        }
        let (mut meets, mut chance) = (0.0, 0.0);
        for terrain in 0..3 {
            meets += own[terrain] * beside.terrain[terrain];
            chance += own[terrain] * CHANCE[terrain];
        }
        if chance > 0.0 && meets > chance {
            beside.present * (meets / chance).ln()
        } else {
            0.0
        }
    };
    beside.iter().map(one).sum()
}

/// Turns log weights into probabilities; returns the log of their sum.
fn normalise(logs: &mut [f32]) -> f32 {
    let top = logs.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let sum: f32 = logs.iter().map(|l| (l - top).exp()).sum();
    logs.iter_mut().for_each(|l| *l = (*l - top).exp() / sum);
    top + sum.ln()
}

fn logistic(log_odds: f32) -> f32 {
    1.0 / (1.0 + (-log_odds).exp())
}

/// Turns that the rules cannot tell apart share one entry, under the turn that looks best.
fn verdict(catalogue: &Catalogue, node: Node) -> Verdict {
    let mut classes: BTreeMap<(FaceId, Rotation), (Rotation, f32, f32)> = BTreeMap::new();
    for ((face, rotation, _), belief) in node.candidates.iter().zip(&node.belief) {
        let class = catalogue
            .face(face)
            .map_or(*rotation, |f| f.canonical(*rotation));
        let entry = classes
            .entry((*face, class))
            .or_insert((*rotation, 0.0, 0.0));
        entry.1 += belief;
        if *belief > entry.2 {
            (entry.0, entry.2) = (*rotation, *belief);
        }
    }
    let mut ranked: Vec<_> = classes
        .into_iter()
        .map(|((face, _), (rotation, p, _))| (face, rotation, p))
        .collect();
    ranked.sort_by(|a, b| b.2.total_cmp(&a.2));
    Verdict {
        ranked,
        present: node.present,
        unknown: node.unknown,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::face_id;

    fn face(name: &str) -> FaceId {
        face_id(name).unwrap()
    }

    fn opinion(candidates: &[(&str, Rotation, f32)]) -> Opinion {
        let candidates = candidates
            .iter()
            .map(|(f, r, l)| (face(f), *r, *l))
            .collect();
        Opinion {
            candidates,
            presence: 5.0,
            unknown: -20.0,
        }
    }

    #[test]
    fn a_neighbours_edge_settles_a_doubt() {
        // D's road leaves to the east; a crossing looks a little better there than a road tile
        // that does not fit, and the road that fits looks worse than both.
        let opinions = BTreeMap::from([
            (Cell::new(0, 0), opinion(&[("D", Rotation::R0, 0.0)])),
            (
                Cell::new(1, 0),
                opinion(&[
                    ("U", Rotation::R0, 0.0),
                    ("E", Rotation::R90, 0.5),
                    ("U", Rotation::R90, -1.0),
                ]),
            ),
        ]);
        let board = weigh(&Catalogue::bundled(), &opinions);
        let best = board[&Cell::new(1, 0)].ranked[0];
        assert_eq!((best.0, best.1), (face("U"), Rotation::R90));
        assert!(best.2 > 0.9, "{best:?}");
    }

    #[test]
    fn the_box_holds_one_crossing() {
        // Both look like the crossing X; the one that looks less like it is the other face.
        let doubt = |x| opinion(&[("X", Rotation::R0, x), ("W", Rotation::R0, 0.0)]);
        let opinions =
            BTreeMap::from([(Cell::new(0, 0), doubt(3.0)), (Cell::new(5, 5), doubt(1.0))]);
        let board = weigh(&Catalogue::bundled(), &opinions);
        assert_eq!(board[&Cell::new(0, 0)].ranked[0].0, face("X"));
        assert_eq!(board[&Cell::new(5, 5)].ranked[0].0, face("W"));
    }

    /// Two shields look like shields, and three cities without look a little like them: the box holds
    /// two and three. All of them were read as shields.
    #[test]
    fn twins_share_the_copies_that_the_box_holds() {
        let twins = |odds| opinion(&[("O", Rotation::R0, odds), ("P", Rotation::R0, 0.0)]);
        let odds = [7.0, 0.1, 3.0, -2.0, 0.6];
        let opinions = odds.iter().zip(0..);
        let opinions = opinions.map(|(odds, n)| (Cell::new(3 * n, 0), twins(*odds)));
        let board = weigh(&Catalogue::bundled(), &opinions.collect());
        let read = board.values().map(|verdict| verdict.ranked[0].0);
        let read: Vec<FaceId> = read.collect();
        assert_eq!(read, ["O", "P", "O", "P", "P"].map(face));
    }

    #[test]
    fn what_fits_nowhere_and_looks_like_nothing_is_unknown() {
        // The turned D has its city in the east: of an odd look that may be a city cap, only
        // the turn that meets it may still be believed.
        let odd = |rotation| Opinion {
            unknown: 1.0,
            ..opinion(&[("E", rotation, 0.0)])
        };
        let unknown = |rotation| {
            let opinions = BTreeMap::from([
                (Cell::new(0, 0), opinion(&[("D", Rotation::R90, 0.0)])),
                (Cell::new(1, 0), odd(rotation)),
            ]);
            weigh(&Catalogue::bundled(), &opinions)[&Cell::new(1, 0)].unknown
        };
        let all = Rotation::ALL.map(unknown);
        let least = all.iter().copied().fold(f32::MAX, f32::min);
        let most = all.iter().copied().fold(0.0, f32::max);
        assert!(least < 0.75 && most > 0.99, "{all:?}");
    }

    #[test]
    fn turns_that_look_alike_count_as_one() {
        let both = opinion(&[
            ("B", Rotation::R0, 0.0),
            ("B", Rotation::R90, 0.1),
            ("A", Rotation::R0, 0.2),
        ]);
        let board = weigh(
            &Catalogue::bundled(),
            &BTreeMap::from([(Cell::new(0, 0), both)]),
        );
        assert_eq!(board[&Cell::new(0, 0)].ranked[0].1, Rotation::R90);
        assert_eq!(board[&Cell::new(0, 0)].ranked[0].0, face("B"));
    }
}
