//! A game on a map as a camera sees it: start squares, chips, stacks (rules dossier "Maps
//! Benelux", section 2).

use std::sync::Arc;

use carcassonne::catalogue::face_id;
use carcassonne::geometry::{Cell, Rotation};
use carcassonne::map::ChipColor;
use carcassonne::seen::{FaceCandidate, SeenChip, SeenMap, SeenTable, SeenTile, SeenTurnedChip};
use carcassonne::spots::RimGeometry;
use tracker::Tracker;
use tracker::log::event::EventKind;
use tracker::rules::choice::ChoiceKind;

/// Looks in which anything new is believed.
const LOOKS: usize = 3;

/// A tile that is seen without doubt.
fn tile(x: i32, y: i32, name: &str, degrees: u16) -> SeenTile {
    SeenTile {
        cell: Cell::new(x, y),
        candidates: vec![FaceCandidate {
            face: face_id(name).unwrap(),
            rotation: Rotation::try_from(degrees).unwrap(),
            log_likelihood: 0.0,
        }],
        unknown: -20.0,
        corners_px: [[0.0; 2]; 4],
    }
}

struct Camera {
    tracker: Tracker,
    tiles: Vec<SeenTile>,
    map: SeenMap,
    frame: u64,
}

impl Camera {
    /// The start tiles lie, a purple chip on (8, 7), tiles E and V on the purple islands.
    fn after_the_set_up() -> Self {
        let setup = "modules=benelux; players=red,blue; map=sample";
        let setup = Arc::new(setup.parse().unwrap());
        let mut camera = Self {
            tracker: Tracker::new(setup, Arc::new(RimGeometry)),
            tiles: vec![tile(7, 6, "D", 0), tile(9, 1, "W", 90)],
            map: SeenMap::default(),
            frame: 0,
        };
        camera.looks();
        camera.map.chips.push(SeenChip {
            cell: Cell::new(8, 7),
            color: ChipColor::Purple,
        });
        camera.map.tops = vec![tile(0, 1, "E", 0), tile(1, 1, "V", 0)];
        camera.looks();
        camera
    }

    /// Some looks; what was noted meanwhile.
    fn looks(&mut self) -> Vec<EventKind> {
        let mut noted = Vec::new();
        for _ in 0..LOOKS {
            self.frame += 1;
            let events = self.tracker.see(&SeenTable {
                tiles: self.tiles.clone(),
                map: Some(self.map.clone()),
                ..SeenTable::still(self.frame, self.frame * 200, 1)
            });
            noted.extend(events.into_iter().map(|event| event.kind));
        }
        noted
    }

    fn lay(&mut self, x: i32, y: i32, name: &str, degrees: u16) -> Vec<EventKind> {
        self.tiles.push(tile(x, y, name, degrees));
        self.looks()
    }

    /// Blue's tile comes onto the chip.
    fn with_chip() -> Self {
        let mut camera = Self::after_the_set_up();
        camera.lay(7, 7, "B", 0);
        camera.map.chips.clear();
        camera.lay(8, 7, "B", 0);
        camera
    }

    fn asks_for_a_value(&self) -> bool {
        let choices = self.tracker.log().game().choices();
        choices
            .iter()
            .any(|choice| choice.kind == ChoiceKind::ChipValue)
    }

    fn turn_over(&mut self, value: Option<u8>) -> Vec<EventKind> {
        self.map.turned = vec![SeenTurnedChip {
            at: [12.8, 4.0],
            color: ChipColor::Purple,
            value,
        }];
        self.looks()
    }
}

#[test]
fn two_groups_lie_on_one_board_and_chips_and_stacks_are_noted() {
    let camera = Camera::after_the_set_up();
    let game = camera.tracker.log().game();
    assert_eq!(game.board().groups(), 2);
    let facts = camera.tracker.log().holding().iter();
    let noted: Vec<EventKind> = facts.map(|fact| fact.kind.clone()).collect();
    let laid = EventKind::ChipLaid {
        cell: Cell::new(8, 7),
        color: Some(ChipColor::Purple),
    };
    let revealed = |x: i32, name: &str| EventKind::IslandRevealed {
        island: Cell::new(x, 1),
        face: face_id(name).unwrap(),
    };
    for wanted in [laid, revealed(0, "E"), revealed(1, "V")] {
        assert!(noted.contains(&wanted), "{wanted:?} is not in {noted:?}");
    }
    assert!(camera.tracker.belief().desync().is_none());
}

#[test]
fn what_a_chip_is_worth_is_never_invented() {
    let mut camera = Camera::with_chip();
    assert!(camera.asks_for_a_value());
    assert_eq!(camera.turn_over(None), []);
    assert!(camera.asks_for_a_value());
    let turned = EventKind::ChipTurned {
        cell: Cell::new(8, 7),
        value: 2,
        color: None,
    };
    assert_eq!(camera.turn_over(Some(2)), [turned]);
    assert!(!camera.asks_for_a_value());
    // The same chip tells nothing of the next one.
    camera.map.turned.clear();
    assert_eq!(camera.looks(), []);
}

#[test]
fn a_tile_that_a_stack_lacks_was_bought_there() {
    let mut camera = Camera::with_chip();
    camera.turn_over(Some(1));
    camera.lay(7, 8, "B", 0);
    let ordinary = camera.tracker.log().game().pile_left();
    let island = Cell::new(0, 1);
    camera.map.tops.remove(0);
    camera.map.turned.clear();
    let noted = camera.lay(7, 5, "E", 180);
    assert_eq!(
        noted.first(),
        Some(&EventKind::IslandTaken { island }),
        "{noted:?}"
    );
    assert!(matches!(noted[1], EventKind::TileLaid { .. }), "{noted:?}");
    assert_eq!(camera.tracker.log().game().pile_left(), ordinary);
    camera.map.tops.push(tile(0, 1, "U", 0));
    let face = face_id("U").unwrap();
    assert_eq!(camera.looks(), [EventKind::IslandRevealed { island, face }]);
}

#[test]
fn a_tile_of_the_pile_is_not_bought_though_a_stack_shows_its_like() {
    let mut camera = Camera::with_chip();
    camera.turn_over(Some(1));
    camera.lay(7, 8, "B", 0);
    let ordinary = camera.tracker.log().game().pile_left();
    let noted = camera.lay(7, 5, "E", 180);
    assert!(
        matches!(noted[..], [EventKind::TileLaid { .. }]),
        "{noted:?}"
    );
    assert_eq!(camera.tracker.log().game().pile_left(), ordinary - 1);
}
