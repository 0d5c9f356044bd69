//! The clicks that change a description, and what each does to it.
//!
//! After each of them, what no longer goes together is settled anew.

use super::ways::Groups;
use super::{Draft, Place};
use crate::catalogue::{Terrain, TileSet};

/// How near a click must be to a circle's middle to mean it, tile sides; a meeple stands in one.
pub const CIRCLE_RADIUS: f32 = 0.1;

/// How far from the tile's middle a circle's may lie along either axis, so that it is on the tile.
const FARTHEST_CIRCLE: f32 = 0.42;

/// One click on the description of a face.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Touch {
    /// A side shows the next: field, road, city.
    Side(usize),
    /// Mist comes over a side, or goes.
    Mist(usize),
    /// The next stands in the middle: nothing, monastery, castle, cemetery.
    Middle,
    /// The next way in which cities and roads can be joined.
    Joins,
    /// The next way in which mist can be joined.
    Fog,
    /// The next way in which fields can be cut off from each other.
    Walls,
    /// One more coat of arms in the city of that first side; none after two.
    Shields(usize),
    /// One more ghost on the mist of that first side; none after four.
    Ghosts(usize),
    /// The road of that first side lies under mist, or can be stood on.
    Hidden(usize),
    /// It shows the symbol of mage and witch, or not.
    Magic,
    /// It shows a garden, or not.
    Garden,
}

impl Touch {
    /// Whether it changes what the sides and the middle show, so that how they belong together
    /// is open again.
    pub const fn changes_sides(self) -> bool {
        matches!(self, Self::Side(_) | Self::Mist(_) | Self::Middle)
    }
}

impl Draft {
    /// The clicks that change something now.
    pub fn touches(&self) -> Vec<Touch> {
        let first = |groups: &Groups, side: usize| groups[side] == side;
        let mut touches: Vec<Touch> = (0..4).map(Touch::Side).collect();
        if self.set.has_mist() {
            let land = (0..4).filter(|&side| self.edges[side] != Terrain::City);
            touches.extend(land.map(Touch::Mist));
        }
        touches.push(Touch::Middle);
        for (touch, ways) in [
            (Touch::Joins, self.join_choices().len()),
            (Touch::Fog, self.fog_choices().len()),
            (Touch::Walls, self.wall_choices().len()),
        ] {
            touches.extend((ways > 1).then_some(touch));
        }
        for side in 0..4 {
            let own = first(&self.joined, side);
            match self.edges[side] {
                Terrain::City if own => touches.push(Touch::Shields(side)),
                Terrain::Road if own && self.mist != [false; 4] => {
                    touches.push(Touch::Hidden(side))
                }
                _ => {}
            }
            if self.mist[side] && first(&self.fog, side) {
                touches.push(Touch::Ghosts(side));
            }
        }
        if self.set == TileSet::MageAndWitch {
            touches.push(Touch::Magic);
        }
        if self.place.is_none() {
            touches.push(Touch::Garden);
        }
        touches
    }

    /// Carries out a click.
    pub fn touch(&mut self, touch: Touch) {
        match touch {
            Touch::Side(side) => {
                self.edges[side] = match self.edges[side] {
                    Terrain::Field => Terrain::Road,
                    Terrain::Road => Terrain::City,
                    Terrain::City | Terrain::Any => Terrain::Field,
                };
                self.take_usual();
            }
            Touch::Mist(side) => {
                self.mist[side] ^= true;
                self.take_usual();
                let first = self.fog[side];
                if self.mist[side] && self.ghosts[first] == 0 {
                    self.ghosts[first] = 1;
                }
            }
            Touch::Middle => {
                self.place = match self.place {
                    None => Some(Place::Monastery),
                    Some(Place::Monastery) if self.set.has_mist() => Some(Place::Castle),
                    Some(Place::Castle) => Some(Place::Cemetery),
                    Some(_) => None,
                };
                self.take_usual();
            }
            Touch::Joins => self.joined = after(&self.join_choices(), self.joined),
            Touch::Fog => self.fog = after(&self.fog_choices(), self.fog),
            Touch::Walls => self.walls = after(&self.wall_choices(), self.walls),
            Touch::Shields(side) => self.shields[side] = (self.shields[side] + 1) % 3,
            Touch::Ghosts(side) => self.ghosts[side] = (self.ghosts[side] + 1) % 5,
            Touch::Hidden(side) => self.hidden[side] ^= true,
            Touch::Magic => self.magic ^= true,
            Touch::Garden => {
                self.garden_copies = if self.garden_copies > 0 {
                    0
                } else {
                    self.copies
                };
            }
        }
        if matches!(touch, Touch::Joins | Touch::Fog) {
            self.walls = self.usual_walls();
        }
        self.settle();
    }

    /// Whether spell circles can be put on it now.
    pub fn takes_circles(&self) -> bool {
        self.set == TileSet::Circles && self.mist != [false; 4]
    }

    /// Puts a spell circle there, in tile sides from the tile's middle, x east, y south, or takes
    /// the one away that is there. It belongs to the mist whose side is nearest; without mist
    /// nothing happens.
    pub fn touch_circle(&mut self, [x, y]: [f32; 2]) {
        let there = |at: &[f32; 2]| (at[0] - x).hypot(at[1] - y) < CIRCLE_RADIUS;
        if let Some(n) = self.circles.iter().position(|(_, at)| there(at)) {
            self.circles.remove(n);
            return;
        }
        if !self.takes_circles() {
            return;
        }
        let at = [x, y].map(|v| v.clamp(-FARTHEST_CIRCLE, FARTHEST_CIRCLE));
        let mist = self.mist_at(at);
        self.circles.extend(mist.map(|first| (first, at)));
    }

    /// The first side of the mist whose side is nearest to a place.
    pub(super) fn mist_at(&self, [x, y]: [f32; 2]) -> Option<usize> {
        let far = |side: &usize| [0.5 + y, 0.5 - x, 0.5 - y, 0.5 + x][*side];
        let misty = (0..4).filter(|&side| self.mist[side]);
        let nearest = misty.min_by(|a, b| far(a).total_cmp(&far(b)));
        nearest.map(|side| self.fog[side])
    }

    /// The click that brings this closer to what `wanted` describes, what stands at the sides
    /// first; `None` if they say the same, circles and numbers of copies aside.
    pub fn next_touch(&self, wanted: &Self) -> Option<Touch> {
        let differs = |touch: &Touch| match *touch {
            Touch::Side(side) => self.edges[side] != wanted.edges[side],
            Touch::Mist(side) => self.mist[side] != wanted.mist[side],
            Touch::Middle => self.place != wanted.place,
            Touch::Joins => self.joined != wanted.joined,
            Touch::Fog => self.fog != wanted.fog,
            Touch::Walls => self.walls != wanted.walls,
            Touch::Shields(side) => self.shields[side] != wanted.shields[side],
            Touch::Ghosts(side) => self.ghosts[side] != wanted.ghosts[side],
            Touch::Hidden(side) => self.hidden[side] != wanted.hidden[side],
            Touch::Magic => self.magic != wanted.magic,
            Touch::Garden => (self.garden_copies > 0) != (wanted.garden_copies > 0),
        };
        self.touches().into_iter().find(differs)
    }
}

/// The way after that one, from the last to the first.
fn after(ways: &[Groups], now: Groups) -> Groups {
    let mut turned: Vec<Groups> = ways.to_vec();
    turned.sort_unstable();
    let at = turned.iter().position(|way| *way == now);
    at.map_or(now, |at| turned[(at + 1) % turned.len()])
}
