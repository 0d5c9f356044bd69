//! A face as described by a person who has the tile in hand: what each side shows, and which
//! sides belong together. Segments, fields and the cities they border follow from that.
//!
//! Between a picture and the catalogue: whoever teaches a tile changes a [`Draft`] click by
//! click and sees at once what the rules make of it. Knows no picture.

use std::collections::BTreeSet;

use super::load::{RawFace, RawMist, RawSegment, read_face};
use super::{CatalogueError, Face, FaceId, SegmentKind, Terrain, TileSet};
use crate::geometry::{Rim, Side};

/// Which sides belong together: for each side the first side of its group, clockwise from the
/// north. A side by itself is its own group.
pub type Groups = [usize; 4];

/// How near a click must be to a circle's middle to mean it, tile sides; a meeple stands in one.
pub const CIRCLE_RADIUS: f32 = 0.1;
/// How far from the tile's middle a circle's may lie along either axis, so that it is on the tile.
const FARTHEST_CIRCLE: f32 = 0.42;

/// Every side by itself.
pub const APART: Groups = [0, 1, 2, 3];

/// What stands in the middle of a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// A monastery.
    Monastery,
    /// A castle.
    Castle,
    /// A cemetery.
    Cemetery,
}

impl Place {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Monastery, Self::Castle, Self::Cemetery];

    /// The place of a face, if it has one.
    pub fn of(face: &Face) -> Option<Self> {
        face.segments.iter().find_map(|segment| match segment.kind {
            SegmentKind::Monastery => Some(Self::Monastery),
            SegmentKind::Castle => Some(Self::Castle),
            SegmentKind::Cemetery => Some(Self::Cemetery),
            _ => None,
        })
    }
}

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

/// A face as it is described.
#[derive(Clone, Debug, PartialEq)]
pub struct Draft {
    /// Its name.
    pub id: FaceId,
    /// The box it belongs to.
    pub set: TileSet,
    /// How many tiles show it.
    pub copies: u8,
    /// How many of them show a garden.
    pub garden_copies: u8,
    /// What N E S W show.
    pub edges: [Terrain; 4],
    /// Which sides are one city or one road.
    pub joined: Groups,
    /// Which sides mist covers.
    pub mist: [bool; 4],
    /// Which of them are one area of mist.
    pub fog: Groups,
    /// Which sides are tied so that no field gets through between them: what is joined, roads
    /// that end in one village, a road that ends at a city or in mist.
    pub walls: Groups,
    /// What stands in the middle.
    pub place: Option<Place>,
    /// Coats of arms of the city whose first side this is.
    pub shields: [u8; 4],
    /// Ghost symbols of the mist whose first side this is.
    pub ghosts: [u8; 4],
    /// Middles of spell circles, each with the first side of the mist it is in.
    pub circles: Vec<(usize, [f32; 2])>,
    /// Whether the road whose first side this is lies wholly under mist.
    pub hidden: [bool; 4],
    /// Whether it shows the symbol of mage and witch.
    pub magic: bool,
}

impl Draft {
    /// A bare meadow.
    pub const fn new(id: FaceId, set: TileSet) -> Self {
        Self {
            id,
            set,
            copies: 1,
            garden_copies: 0,
            edges: [Terrain::Field; 4],
            joined: APART,
            mist: [false; 4],
            fog: APART,
            walls: APART,
            place: None,
            shields: [0; 4],
            ghosts: [0; 4],
            circles: Vec::new(),
            hidden: [false; 4],
            magic: false,
        }
    }

    /// The description of a face; `None` for tiles with nothing printed and for those that no
    /// description yields.
    pub fn of(face: &Face) -> Option<Self> {
        if face.is_wild() {
            return None;
        }
        let mut draft = Self::new(face.id, face.set);
        draft.copies = face.copies;
        draft.garden_copies = face.garden_copies;
        draft.edges = face.edges;
        draft.magic = face.magic;
        draft.place = Place::of(face);
        for segment in &face.segments {
            let sides: BTreeSet<usize> = segment.rim.iter().map(|r| r.side().index()).collect();
            let Some(&first) = sides.first() else {
                continue;
            };
            match segment.kind {
                SegmentKind::City { shields } => draft.shields[first] = shields,
                SegmentKind::Road => draft.hidden[first] = !segment.clear,
                _ => continue,
            }
            sides.iter().for_each(|&side| draft.joined[side] = first);
        }
        for mist in &face.mists {
            let sides: BTreeSet<usize> = mist.sides.iter().map(|side| side.index()).collect();
            let Some(&first) = sides.first() else {
                continue;
            };
            for &side in &sides {
                (draft.mist[side], draft.fog[side]) = (true, first);
            }
            draft.ghosts[first] = mist.ghosts;
            let circles = mist.circles.iter().map(|&at| (first, at));
            draft.circles.extend(circles);
        }
        let drafts = draft.wall_choices().into_iter().map(|walls| Self {
            walls,
            ..draft.clone()
        });
        let same = |draft: &Self| draft.face().is_ok_and(|made| same_print(&made, face));
        drafts.into_iter().find(same)
    }

    /// The sides that something ends at which no field passes.
    fn ends(&self) -> [bool; 4] {
        std::array::from_fn(|side| self.mist[side] || self.edges[side] != Terrain::Field)
    }

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
    fn mist_at(&self, [x, y]: [f32; 2]) -> Option<usize> {
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
    fn usual_walls(&self) -> Groups {
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

    /// The face.
    ///
    /// # Errors
    /// With everything about it that makes no sense.
    pub fn face(&self) -> Result<Face, CatalogueError> {
        let mut faults = Vec::new();
        let face = read_face(self.set, false, self.raw(), &mut faults);
        match face {
            Some(face) if faults.is_empty() => Ok(face),
            _ => Err(CatalogueError { faults }),
        }
    }

    /// As it stands in a catalogue file.
    pub(super) fn raw(&self) -> RawFace {
        let firsts = |terrain: Terrain| {
            let is_first =
                move |&side: &usize| self.edges[side] == terrain && self.joined[side] == side;
            (0..4).filter(is_first)
        };
        let mut segments: Vec<RawSegment> = Vec::new();
        segments.extend(self.place.map(|place| match place {
            Place::Monastery => RawSegment::Monastery {},
            Place::Castle => RawSegment::Castle {},
            Place::Cemetery => RawSegment::Cemetery {},
        }));
        let mut cities = Vec::new();
        for first in firsts(Terrain::City) {
            cities.push((first, segments.len()));
            segments.push(RawSegment::City {
                rim: self.rim(first, "*"),
                shields: self.shields[first],
                clear: true,
            });
        }
        segments.extend(firsts(Terrain::Road).map(|first| RawSegment::Road {
            rim: self.rim(first, "M"),
            clear: !self.hidden[first],
        }));
        segments.extend(self.fields(&cities));
        let areas = (0..4).filter(|&side| self.mist[side] && self.fog[side] == side);
        let mist = areas.map(|first| {
            let sides = (0..4).filter(|&side| self.mist[side] && self.fog[side] == first);
            let sides: Vec<&str> = sides.map(|side| LETTERS[side]).collect();
            let circles = self.circles.iter().filter(|(side, _)| *side == first);
            RawMist {
                sides: sides.join(" "),
                ghosts: self.ghosts[first],
                circles: circles.map(|&(_, at)| at).collect(),
            }
        });
        RawFace {
            id: self.id.to_string(),
            copies: self.copies,
            garden_copies: self.garden_copies,
            edges: self.edges.iter().map(|terrain| terrain.letter()).collect(),
            segments,
            mist: mist.collect(),
            magic: self.magic,
            start: None,
        }
    }

    /// `N* W*` or `NM WM`: the sides of that city or road.
    fn rim(&self, first: usize, third: &str) -> String {
        let sides = (0..4)
            .filter(|&side| self.joined[side] == first && self.edges[side] == self.edges[first]);
        let words: Vec<String> = sides
            .map(|side| format!("{}{third}", LETTERS[side]))
            .collect();
        words.join(" ")
    }

    /// The fields: what is left of the rim between the ends, one field wherever no wall lies
    /// between. `cities` are first sides and segment numbers.
    fn fields(&self, cities: &[(usize, usize)]) -> Vec<RawSegment> {
        let mut fields: Vec<(Vec<usize>, Vec<Rim>)> = Vec::new();
        for rim in Rim::ALL.into_iter().filter(|rim| self.is_field(*rim)) {
            let key: Vec<usize> = (0..4).map(|wall| self.sector(wall, rim.index())).collect();
            match fields.iter_mut().find(|(known, _)| *known == key) {
                Some((_, rims)) => rims.push(rim),
                None => fields.push((key, vec![rim])),
            }
        }
        let field = |(key, rims): (Vec<usize>, Vec<Rim>)| {
            let borders = cities
                .iter()
                .filter(|(first, _)| self.borders(&key, *first));
            let words: Vec<String> = rims.iter().map(ToString::to_string).collect();
            RawSegment::Field {
                rim: words.join(" "),
                cities: borders.map(|&(_, number)| number).collect(),
                clear: true,
            }
        };
        fields.into_iter().map(field).collect()
    }

    fn is_field(&self, rim: Rim) -> bool {
        let side = rim.side().index();
        !self.mist[side]
            && match self.edges[side] {
                Terrain::Field => true,
                Terrain::Road => rim.third() != 1,
                Terrain::City | Terrain::Any => false,
            }
    }

    /// The sides at which that wall ends, clockwise.
    fn wall(&self, wall: usize) -> Vec<usize> {
        let ends = self.ends();
        (0..4)
            .filter(|&side| ends[side] && self.walls[side] == wall)
            .collect()
    }

    /// Between which ends of the wall a rim position lies: the number of the end before it.
    fn sector(&self, wall: usize, rim: usize) -> usize {
        let ends = self.wall(wall);
        let before = ends.iter().filter(|&&side| 3 * side + 1 < rim).count();
        if ends.is_empty() {
            0
        } else {
            before % ends.len()
        }
    }

    /// Whether a field that lies in those sectors of the walls touches the city.
    fn borders(&self, key: &[usize], city: usize) -> bool {
        let own = self.walls[city];
        let beside = (0..4)
            .filter(|&wall| wall != own)
            .all(|wall| self.sector(wall, 3 * city + 1) == key[wall]);
        let ends = self.wall(own);
        if !beside || ends.len() < 2 {
            return beside;
        }
        // The field lies between two ends of the wall; it touches the city if one of them is
        // the city's, or both are roads that end at it.
        let after = key[own];
        let around = [ends[(after + ends.len() - 1) % ends.len()], ends[after]];
        let of_city = |side: usize| self.edges[side] == Terrain::City && self.joined[side] == city;
        let dead_road = |side: usize| {
            let size = self
                .joined
                .iter()
                .filter(|&&g| g == self.joined[side])
                .count();
            self.edges[side] == Terrain::Road && !self.mist[side] && size == 1
        };
        around.into_iter().any(of_city) || around.into_iter().all(dead_road)
    }
}

/// The way after that one, from the last to the first.
fn after(ways: &[Groups], now: Groups) -> Groups {
    let mut turned: Vec<Groups> = ways.to_vec();
    turned.sort_unstable();
    let at = turned.iter().position(|way| *way == now);
    at.map_or(now, |at| turned[(at + 1) % turned.len()])
}

const LETTERS: [&str; 4] = ["N", "E", "S", "W"];

/// All ways to put four sides into groups that do not cross.
fn partitions() -> Vec<Groups> {
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

/// Whether two faces print the same, whatever the order of their segments.
pub fn same_print(one: &Face, other: &Face) -> bool {
    let segments = |face: &Face| {
        let cities_of = |cities: &[usize]| -> BTreeSet<Vec<Rim>> {
            cities
                .iter()
                .map(|&n| face.segments[n].rim.clone())
                .collect()
        };
        let each = face.segments.iter().map(|segment| match &segment.kind {
            SegmentKind::Field { cities } => format!("{:?}{:?}", segment.rim, cities_of(cities)),
            kind => format!("{:?}{kind:?}{}", segment.rim, segment.clear),
        });
        each.collect::<BTreeSet<String>>()
    };
    let mists = |face: &Face| -> BTreeSet<String> {
        face.mists.iter().map(|mist| format!("{mist:?}")).collect()
    };
    one.edges == other.edges
        && one.magic == other.magic
        && segments(one) == segments(other)
        && mists(one) == mists(other)
}

/// The sides of a group.
pub fn group(groups: &Groups, first: usize) -> impl Iterator<Item = Side> + '_ {
    Side::ALL
        .into_iter()
        .filter(move |side| groups[side.index()] == first)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::{Catalogue, face_id};

    #[test]
    fn four_sides_make_fourteen_groupings_that_do_not_cross() {
        assert_eq!(partitions().len(), 14);
    }

    #[test]
    fn circles_come_and_go_by_clicks_and_belong_to_the_nearest_mist() {
        let mut draft = Draft::new(face_id("own1").expect("a name"), TileSet::Circles);
        draft.touch_circle([0.0, 0.3]);
        assert!(draft.circles.is_empty(), "no mist, no circle");
        draft.touch(Touch::Mist(1));
        draft.touch(Touch::Mist(3));
        for at in [[0.33, -0.1], [-0.3, 0.1], [-0.3, 0.11], [0.9, 0.2]] {
            draft.touch_circle(at);
        }
        let circles = |draft: &Draft| -> Vec<usize> {
            let face = draft.face().expect("sound");
            face.mists.iter().map(|mist| mist.circles.len()).collect()
        };
        assert_eq!(circles(&draft), [2], "one was taken away again");
        draft.touch_circle([-0.3, 0.1]);
        assert_eq!(circles(&draft), [3], "all in one mist");
        draft.touch(Touch::Fog);
        assert_eq!(circles(&draft), [2, 1], "each to its own when they part");
        draft.touch(Touch::Mist(1));
        assert!(draft.face().is_ok());
    }

    /// Whatever is in the boxes can be described, and the description gives the same print.
    #[test]
    fn every_face_of_every_box_can_be_described() {
        let all = Catalogue::of(&TileSet::ALL);
        let base = Catalogue::bundled();
        let printed = all
            .faces()
            .chain(base.faces())
            .filter(|face| !face.is_wild());
        let lost: Vec<_> = printed.filter(|face| Draft::of(face).is_none()).collect();
        let names: Vec<&str> = lost.iter().map(|face| face.id.as_str()).collect();
        assert!(lost.is_empty(), "{names:?}");
    }

    /// From the sides alone most faces come out right; the rest is a click or two.
    #[test]
    fn most_faces_follow_from_their_sides() {
        let all = Catalogue::bundled();
        let from_sides = |face: &Face| {
            let mut draft = Draft::new(face.id, face.set);
            draft.edges = face.edges;
            draft.place = Place::of(face);
            draft.take_usual();
            let described = Draft::of(face).expect("described");
            draft.joined == described.joined && draft.walls == described.walls
        };
        let right = all.faces().filter(|face| from_sides(face)).count();
        assert!(right >= 20, "{right} of 24");
    }

    #[test]
    fn nothing_hangs_on_a_side_that_changed() {
        let mut draft = Draft::new(face_id("own1").expect("a name"), TileSet::Mists);
        draft.edges = [Terrain::City, Terrain::City, Terrain::Field, Terrain::Road];
        draft.mist[2] = true;
        draft.settle();
        (draft.shields[0], draft.ghosts[2], draft.hidden[3]) = (1, 2, true);
        draft.circles.push((2, [0.0, 0.3]));
        assert!(draft.face().is_ok());
        draft.edges = [Terrain::Field, Terrain::City, Terrain::City, Terrain::Field];
        draft.settle();
        assert_eq!((draft.shields, draft.ghosts), ([0; 4], [0; 4]));
        assert_eq!((draft.hidden, draft.mist), ([false; 4], [false; 4]));
        assert!(draft.circles.is_empty() && draft.face().is_ok());
    }
}
