//! Which sides belong together: the ways in which cities, roads, mist and fields can be joined, the
//! usual one first.
//!
//! Four sides make fourteen groupings that do not cross; each kind allows some of them.

use super::Draft;
use crate::catalogue::Terrain;
use crate::geometry::Side;

/// Which sides belong together: for each side the first side of its group, clockwise from the
/// north. A side by itself is its own group.
pub type Groups = [usize; 4];

/// Every side by itself.
pub const APART: Groups = [0, 1, 2, 3];

impl Draft {
    /// Joins and walls as they usually are for sides like these.
    pub fn take_usual(&mut self) {
        self.joined = self.usual_joins();
        self.fog = self.fog_choices().first().copied().unwrap_or(APART);
        self.walls = self.usual_walls();
        self.settle();
    }

    /// Joins and walls that can be, for the sides as they are now, and nothing that depends on
    /// sides that changed. To be called after a side was changed.
    pub fn settle(&mut self) {
        self.mist =
            std::array::from_fn(|side| self.mist[side] && self.edges[side] != Terrain::City);
        if !self.join_choices().contains(&self.joined) {
            self.joined = self.usual_joins();
        }
        if !self.fog_choices().contains(&self.fog) {
            self.fog = self.fog_choices().first().copied().unwrap_or(APART);
        }
        if !self.wall_choices().contains(&self.walls) {
            self.walls = self.usual_walls();
        }
        for side in 0..4 {
            let city = self.edges[side] == Terrain::City && self.joined[side] == side;
            let road = self.edges[side] == Terrain::Road && self.joined[side] == side;
            let mist = self.mist[side] && self.fog[side] == side;
            self.shields[side] *= u8::from(city);
            self.hidden[side] &= road;
            self.ghosts[side] *= u8::from(mist);
        }
        // Mist may have joined another, parted from it, or gone.
        let circles = std::mem::take(&mut self.circles);
        let there = circles.into_iter().filter(|(side, _)| self.mist[*side]);
        let there = there.filter_map(|(_, at)| Some((self.mist_at(at)?, at)));
        self.circles = there.collect();
        if self.place.is_some() {
            self.garden_copies = 0;
        }
    }

    /// Ways in which its cities and roads can be joined, the usual ones first.
    pub fn join_choices(&self) -> Vec<Groups> {
        let fits = |groups: &Groups| {
            (0..4).all(|side| {
                let first = groups[side];
                let alike = self.edges[first] == self.edges[side];
                first == side || alike && self.edges[side] != Terrain::Field
            }) && (0..4).all(|first| {
                // No road forks.
                let size = groups.iter().filter(|&&group| group == first).count();
                self.edges[first] != Terrain::Road || size <= 2
            })
        };
        let mut all: Vec<Groups> = partitions().into_iter().filter(fits).collect();
        let usual = self.usual_joins();
        all.sort_by_key(|groups| *groups != usual);
        all
    }

    /// Two roads are one, three or more meet; cities are one unless they are the only two and
    /// lie face to face with something else between.
    fn usual_joins(&self) -> Groups {
        let mut groups = APART;
        for terrain in [Terrain::City, Terrain::Road] {
            let sides: Vec<usize> = (0..4).filter(|&s| self.edges[s] == terrain).collect();
            let one = match terrain {
                Terrain::City => sides.len() > 1,
                _ => sides.len() == 2,
            };
            if one {
                sides.iter().for_each(|&side| groups[side] = sides[0]);
            }
        }
        if partitions().contains(&groups) {
            groups
        } else {
            APART
        }
    }

    /// Ways in which its mist can be joined, one area first.
    pub fn fog_choices(&self) -> Vec<Groups> {
        let fits = |groups: &Groups| {
            (0..4).all(|s| groups[s] == s || self.mist[s] && self.mist[groups[s]])
        };
        let mut all: Vec<Groups> = partitions().into_iter().filter(fits).collect();
        let areas = |groups: &Groups| (0..4).filter(|&s| groups[s] == s).count();
        all.sort_by_key(areas);
        all
    }

    /// Ways in which fields can be cut off from each other, the usual one first.
    pub fn wall_choices(&self) -> Vec<Groups> {
        let ends = self.ends();
        let fits = |groups: &Groups| {
            (0..4).all(|side| {
                let tied = |other: usize| groups[side] == groups[other];
                (groups[side] == side || ends[side] && ends[groups[side]])
                    && tied(self.joined[side])
                    && tied(self.fog[side])
            })
        };
        let mut all: Vec<Groups> = partitions().into_iter().filter(fits).collect();
        let usual = self.usual_walls();
        all.sort_by_key(|groups| *groups != usual);
        all
    }

    /// What is joined, and all roads that end on the tile: in one village if there are three, at
    /// the largest city or mist else.
    pub(super) fn usual_walls(&self) -> Groups {
        let mut walls = merge(self.joined, self.fog);
        let alone = |side: usize| {
            let size = self
                .joined
                .iter()
                .filter(|&&g| g == self.joined[side])
                .count();
            self.edges[side] == Terrain::Road && size == 1
        };
        let dead: Vec<usize> = (0..4).filter(|&side| alone(side)).collect();
        let large = |side: &usize| {
            let tied = (0..4).filter(|&other| walls[other] == walls[*side]).count();
            tied > 1 && !dead.contains(side)
        };
        let large = (0..4).find(large);
        let together: Vec<usize> = match (dead.len(), large, self.place) {
            (1.., Some(large), _) => dead.iter().copied().chain([large]).collect(),
            (3.., None, None) => dead,
            _ => Vec::new(),
        };
        for pair in together.windows(2) {
            let mut tie = APART;
            tie[pair[0].max(pair[1])] = pair[0].min(pair[1]);
            walls = merge(walls, tie);
        }
        walls
    }
}

/// All ways to put four sides into groups that do not cross.
pub(super) fn partitions() -> Vec<Groups> {
    let mut all = Vec::new();
    for code in 0..24 {
        // The second, third and fourth side each join an earlier group or found one.
        let choice = [0, code % 2, code / 2 % 3, code / 6];
        let mut groups = APART;
        for side in 1..4 {
            if choice[side] < side && groups[choice[side]] == choice[side] {
                groups[side] = choice[side];
            }
        }
        let crosses = groups[0] == groups[2] && groups[1] == groups[3] && groups[0] != groups[1];
        if !crosses && !all.contains(&groups) {
            all.push(groups);
        }
    }
    all
}

/// The finest groups that join what either joins.
fn merge(one: Groups, other: Groups) -> Groups {
    let mut groups = one;
    for side in 0..4 {
        let (a, b) = (groups[side], groups[other[side]]);
        let (low, high) = (a.min(b), a.max(b));
        groups = groups.map(|group| if group == high { low } else { group });
    }
    groups
}

/// The sides of a group.
pub fn group(groups: &Groups, first: usize) -> impl Iterator<Item = Side> + '_ {
    Side::ALL
        .into_iter()
        .filter(move |side| groups[side.index()] == first)
}
