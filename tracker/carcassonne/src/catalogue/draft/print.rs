//! A description as it stands in a catalogue file: its segments, its fields and the cities they border.
//!
//! Fields are what is left of the rim between the ends, one wherever no wall lies between.

use std::collections::BTreeSet;

use super::{Draft, Place};
use crate::catalogue::load::{RawFace, RawMist, RawSegment};
use crate::catalogue::{Face, SegmentKind, Terrain};
use crate::geometry::Rim;

const LETTERS: [&str; 4] = ["N", "E", "S", "W"];

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

impl Draft {
    /// As it stands in a catalogue file.
    pub(in crate::catalogue) fn raw(&self) -> RawFace {
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
