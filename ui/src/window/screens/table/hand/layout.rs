//! Where chips lie on a map before the first turn: spread evenly, or by chance. No two side by side
//! (rules dossier "Maps Benelux", section 2, set-up).

use carcassonne::geometry::{Cell, Side};
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;

/// Tries at random before the even layout is taken, which packs closer.
const TRIES: usize = 50;

fn beside(one: Cell, other: Cell) -> bool {
    one == other || Side::ALL.iter().any(|&side| one.neighbour(side) == other)
}

/// Squared distance.
fn far(one: Cell, other: Cell) -> i32 {
    (one.x - other.x).pow(2) + (one.y - other.y).pow(2)
}

/// So many of the places, each as far as can be from those before and from what is `taken`; `None`
/// if there is no room.
pub fn evenly(places: &[Cell], taken: &[Cell], count: usize) -> Option<Vec<Cell>> {
    let spread = |least: i32| {
        let mut laid: Vec<Cell> = Vec::new();
        for &place in places {
            let others = taken.iter().chain(&laid);
            let mut others = others.map(|&other| far(place, other));
            if others.all(|far| far >= least) {
                laid.push(place);
            }
        }
        laid
    };
    // Squares two steps apart touch at most at their corners; beyond, the wider the better.
    let mut found = None;
    for least in 2..40 {
        let mut laid = spread(least);
        if laid.len() < count {
            break;
        }
        // What is left over is left out all over the map, not at its end.
        let every = laid.len() as f32 / count as f32;
        laid = (0..count)
            .map(|n| laid[(n as f32 * every) as usize])
            .collect();
        found = Some(laid);
    }
    found
}

/// So many of the places by chance; `None` if there is no room.
pub fn at_random(places: &[Cell], count: usize, seed: u64) -> Option<Vec<Cell>> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    for _ in 0..TRIES {
        let mut left = places.to_vec();
        let mut laid = Vec::new();
        while laid.len() < count {
            let Some(&next) = left.choose(&mut random) else {
                break;
            };
            laid.push(next);
            left.retain(|&place| !beside(place, next));
        }
        if laid.len() == count {
            return Some(laid);
        }
    }
    evenly(places, &[], count)
}

#[cfg(test)]
mod tests {
    use super::*;
    use carcassonne::map::Map;
    use std::collections::BTreeSet;

    #[test]
    fn twenty_chips_find_room_on_the_practice_map_and_none_lie_side_by_side() {
        let map = Map::sample();
        let starts: BTreeSet<Cell> = ["Meppel", "Charleroi"]
            .iter()
            .filter_map(|name| map.start(name))
            .collect();
        let places: Vec<Cell> = map
            .squares()
            .map(|(cell, _)| cell)
            .filter(|&cell| map.takes_chip(cell, &starts))
            .collect();
        let layouts = [
            evenly(&places, &[], 20),
            at_random(&places, 20, 1),
            at_random(&places, 20, 2),
        ];
        for layout in &layouts {
            let laid = layout.as_ref().expect("there is room");
            assert_eq!(laid.len(), 20);
            for (n, &one) in laid.iter().enumerate() {
                assert!(laid[..n].iter().all(|&other| !beside(one, other)));
            }
        }
        assert_ne!(layouts[1], layouts[2]);
        assert_eq!(evenly(&places[..3], &[], 20), None);
    }
}
