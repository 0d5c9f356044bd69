//! What is told late, in another order or not at all: no choice and no point is lost, and no end is
//! declared that something untold could still avert.

use std::sync::Arc;

use carcassonne::catalogue::face_id;
use carcassonne::geometry::{Cell, Rotation};
use carcassonne::piece::{Color, FigureKind};
use carcassonne::spots::RimGeometry;
use tracker::Tracker;
use tracker::board::features::{FeatureKind, SegmentRef};
use tracker::command::Command;
use tracker::event::ghost::{Companion, GhostCount, GhostPlace};
use tracker::event::{EventId, EventKind};
use tracker::rules::choice::{Choice, ChoiceKind};
use tracker::rules::expansions::spell_circles::EloisePlace;
use tracker::rules::{Game, RuleFault};
use tracker::snapshot::{Outcome, ScoreReason, Snapshot};

/// A game told event by event, as a person tells it.
struct Table(Tracker);

impl Table {
    fn new(setup: &str) -> Self {
        let setup = setup.parse().expect("a set-up");
        Self(Tracker::new(Arc::new(setup), Arc::new(RimGeometry)))
    }

    /// The cooperative start tile.
    fn in_mist(setup: &str) -> Self {
        let mut table = Self::new(setup);
        let quarters = [
            ("S-NW", 0, 0),
            ("S-NE", 1, 0),
            ("S-SW", 0, 1),
            ("S-SE", 1, 1),
        ];
        for (n, (name, x, y)) in quarters.into_iter().enumerate() {
            table.lay(name, x, y, 0, n > 0);
        }
        table
    }

    fn game(&self) -> &Game {
        self.0.log().game()
    }

    fn tell(&mut self, what: EventKind) -> EventId {
        let told = self.0.command(0, Command::Tell { what: what.clone() });
        let told = told.unwrap_or_else(|why| panic!("{what:?}: {why}"));
        told.last().expect("an event").id
    }

    fn lay(&mut self, face: &str, x: i32, y: i32, degrees: u16, before: bool) -> EventId {
        let face = face_id(face).expect("a face");
        let rotation = Rotation::try_from(degrees).expect("a rotation");
        let cell = Cell::new(x, y);
        self.tell(EventKind::TileLaid {
            cell,
            face,
            rotation: self
                .game()
                .catalogue()
                .face(&face)
                .expect("in play")
                .canonical(rotation),
            garden: None,
            before,
        })
    }

    fn next(&mut self, face: &str, x: i32, y: i32, degrees: u16) -> EventId {
        self.lay(face, x, y, degrees, false)
    }

    fn put(
        &mut self,
        x: i32,
        y: i32,
        segment: usize,
        figure: FigureKind,
        color: Option<Color>,
    ) -> EventId {
        let before = self.game().turn() == 0;
        self.tell(EventKind::FigurePlaced {
            cell: Cell::new(x, y),
            segment,
            figure,
            color,
            foot: None,
            before,
        })
    }

    fn meeple(&mut self, x: i32, y: i32, segment: usize, color: Color) -> EventId {
        self.put(x, y, segment, FigureKind::Meeple, Some(color))
    }

    fn companion(&mut self, companion: Companion, host: EventId) {
        let host = Some(host);
        self.tell(EventKind::CompanionPlaced { companion, host });
    }

    fn snapshot(&mut self) -> Arc<Snapshot> {
        self.0.snapshot()
    }

    fn score(&self, color: Color) -> i32 {
        self.game().player_of(color).expect("a player").score
    }

    fn asks(&self, kind: ChoiceKind) -> bool {
        self.game()
            .choices()
            .iter()
            .any(|choice| choice.kind == kind)
    }
}

/// Spell circles: two meeples stand, and the third turn's tile has called Eloise.
fn eloise_called() -> (Table, EventId, EventId) {
    let mut table = Table::in_mist("modules=mists,spell_circles; level=1; players=red,blue,green");
    table.next("BK1", 2, 0, 0);
    let red = table.meeple(2, 0, 0, Color::Red);
    table.next("M40", 0, -1, 0);
    let blue = table.meeple(0, -1, 0, Color::Blue);
    table.next("M18", 2, 1, 90);
    (table, red, blue)
}

fn eloise(table: &mut Table) -> EloisePlace {
    let snapshot = table.snapshot();
    snapshot.modules.eloise.as_ref().expect("she plays").place
}

#[test]
fn eloise_may_be_told_after_the_meeple_of_the_turn() {
    let (mut table, red, _) = eloise_called();
    let green = table.game().figure_places(Color::Green)[0];
    let green = table.meeple(2, 1, green.at.segment, Color::Green);
    assert_eq!(eloise(&mut table), EloisePlace::With(green), "by herself");
    assert!(
        table.asks(ChoiceKind::BringEloise),
        "the true host can still be told"
    );
    table.companion(Companion::Eloise, red);
    assert_eq!(eloise(&mut table), EloisePlace::With(red));
    assert!(!table.asks(ChoiceKind::BringEloise));
}

#[test]
fn eloise_may_be_told_after_the_next_tile() {
    let (mut table, red, _) = eloise_called();
    let green = table.game().figure_places(Color::Green)[0];
    table.meeple(2, 1, green.at.segment, Color::Green);
    table.next("BK4", 2, -1, 180);
    table.companion(Companion::Eloise, red);
    assert_eq!(eloise(&mut table), EloisePlace::With(red));
    table.tell(EventKind::TurnEnded);
    assert_eq!(table.game().team_score(), 8, "the region's 4 and hers");
}

#[test]
fn eloise_goes_where_only_the_next_tile_finishes_the_region() {
    let (mut table, red, blue) = eloise_called();
    table.companion(Companion::Eloise, red);
    // Scores the city of red, 4, and Eloise, 4.
    table.next("BK4", 2, -1, 180);
    // Finishes blue's city, before anybody told that she went there.
    let cap = |game: &Game| {
        let fitting = game.fitting(Cell::new(0, -2)).into_iter();
        let mut tiles =
            fitting.flat_map(|(face, rotations, _)| rotations.into_iter().map(move |r| (face, r)));
        tiles.find(|&(face, rotation)| {
            let mut then = game.clone();
            let laid = EventKind::TileLaid {
                cell: Cell::new(0, -2),
                face,
                rotation,
                garden: None,
                before: false,
            };
            then.apply(EventId(900), &laid).is_ok()
                && then
                    .features()
                    .at(SegmentRef::new(Cell::new(0, -1), 0))
                    .is_some_and(|f| !f.open)
                && !then.catalogue().face(&face).expect("known").shows_mist()
        })
    };
    let (face, rotation) = cap(table.game()).expect("a tile that finishes it");
    table.tell(EventKind::TileLaid {
        cell: Cell::new(0, -2),
        face,
        rotation,
        garden: None,
        before: false,
    });
    assert_eq!(table.game().team_score(), 8);
    assert_eq!(eloise(&mut table), EloisePlace::Moving, "not put aside");
    table.companion(Companion::Eloise, blue);
    table.tell(EventKind::TurnEnded);
    let brought = table.game().lines().iter();
    let brought = brought.filter(|line| matches!(line.reason, ScoreReason::Bonus(_)));
    assert_eq!(brought.map(|line| line.points).sum::<i32>(), 8, "twice 4");
    let city = table
        .game()
        .lines()
        .iter()
        .find(|l| l.turn == 5 && l.points != 4);
    let points = 8 + 4 + city.map_or(4, |line| line.points);
    assert_eq!(table.game().team_score(), points);
}

#[test]
fn an_abbot_that_goes_home_from_a_finished_monastery_was_not_recalled_a_turn_before() {
    let mut table = Table::new("modules=abbot; start=seen; players=red,blue");
    table.lay("B", 0, 0, 0, true);
    let abbot = table.put(0, 0, 0, FigureKind::Abbot, Some(Color::Red));
    let (elsewhere, last) = (Cell::new(-2, 0), Cell::new(1, 1));
    let mut ring = Cell::new(0, 0).surrounding();
    // Not with a corner first.
    ring.rotate_left(1);
    let ring = ring.into_iter().filter(|&cell| cell != last);
    for (n, cell) in ring.chain([elsewhere, last]).enumerate() {
        let (face, rotations, _) = table.game().fitting(cell).swap_remove(0);
        table.tell(EventKind::TileLaid {
            cell,
            face,
            rotation: rotations[0],
            garden: None,
            before: n < 7,
        });
    }
    assert_eq!(table.game().turn(), 2, "blue's, who finished it");
    table.tell(EventKind::FigureTaken { figure: abbot });
    assert_eq!(table.score(Color::Red), 0, "nothing before the turn ends");
    table.tell(EventKind::TurnEnded);
    assert_eq!(table.score(Color::Red), 9);
}

/// Level 3: the points that reach Rufus send the only meeple home; the turn's own is not told yet.
fn rufus_reached() -> Table {
    let mut table = Table::in_mist(
        "modules=mists; level=3; confirmed=yes; ghosts=60; players=red,blue,green; \
         first_hound=4; second_hound=12; target=300",
    );
    table.next("M56", 1, 2, 180);
    table.meeple(1, 2, 1, Color::Red);
    table.next("M46", 1, 3, 0);
    table.tell(EventKind::RegionDecided {
        at: SegmentRef::new(Cell::new(1, 2), 1),
        removal: Vec::new(),
    });
    assert_eq!(table.game().team_score(), 4);
    table
}

#[test]
fn a_hound_waits_for_the_meeple_of_its_turn_and_no_longer() {
    let mut table = rufus_reached();
    assert!(!table.asks(ChoiceKind::PlaceHound), "there is nobody");
    table.meeple(1, 3, 1, Color::Blue);
    assert!(table.asks(ChoiceKind::PlaceHound));

    let mut table = rufus_reached();
    table.next("M39", -1, 1, 90);
    let green = table.game().figure_places(Color::Green)[0].at;
    table.meeple(green.cell.x, green.cell.y, green.segment, Color::Green);
    assert!(!table.asks(ChoiceKind::PlaceHound), "it is lost");
    // But the meeple of that turn may be told after the next tile.
    let mut table = rufus_reached();
    table.next("M39", -1, 1, 90);
    table.meeple(1, 3, 1, Color::Blue);
    assert!(table.asks(ChoiceKind::PlaceHound));
}

/// Level 3: the team has just reached Rufus, and two ghosts are left.
fn rufus_due() -> (Table, EventId) {
    let mut table =
        Table::in_mist("modules=mists; level=3; confirmed=yes; ghosts=16; players=red,blue,green");
    table.tell(EventKind::Points {
        color: Color::Red,
        points: 8,
    });
    table.next("M59", -1, 1, 180);
    table.next("M34", -1, 2, 0);
    let blue = table.meeple(-1, 2, 1, Color::Blue);
    table.next("M03", 1, -1, 180);
    table.next("M33", 2, 1, 0);
    table.meeple(2, 1, 0, Color::Red);
    table.next("M46", 2, -1, 0);
    table.next("M47", 2, 0, 0);
    table.tell(EventKind::RegionDecided {
        at: SegmentRef::new(Cell::new(2, 0), 0),
        removal: Vec::new(),
    });
    (table, blue)
}

/// A tile that asks for three ghosts.
fn three_ghosts(table: &mut Table) {
    let game = table.game().clone();
    let faces = game
        .catalogue()
        .faces()
        .filter(|face| game.copies_left(face) > 0);
    let asks = faces.filter(|face| face.ghosts() >= 3);
    let mut laid = asks.flat_map(|face| {
        let places = game.board().placements(face).into_iter();
        places.map(move |(cell, rotation)| EventKind::TileLaid {
            cell,
            face: face.id,
            rotation,
            garden: None,
            before: false,
        })
    });
    let short = |kind: &EventKind| {
        let mut then = game.clone();
        then.apply(EventId(900), kind).is_ok() && then.ghosts().in_stock() == 2
    };
    let laid = laid
        .find(short)
        .expect("a tile that asks for more than two");
    table.tell(laid);
}

#[test]
fn no_end_is_declared_while_a_hound_is_still_to_be_told() {
    let (mut table, blue) = rufus_due();
    assert_eq!(table.game().ghosts().in_stock(), 2);
    three_ghosts(&mut table);
    assert!(!table.game().is_over(), "Rufus may have removed some");
    assert!(table.asks(ChoiceKind::PlaceHound));
    table.companion(Companion::Rufus, blue);
    assert!(!table.game().is_over(), "what he removes is not told");
    let late = table.snapshot().late_choices.clone();
    let removal = late
        .iter()
        .find(|choice| choice.kind == ChoiceKind::HoundRemoval);
    let removal = removal.expect("it can be told");
    let choice = removal.id.clone();
    table
        .0
        .command(0, Command::Choose { choice, option: 0 })
        .expect("he removes some");
    assert!(!table.game().is_over());
    assert_eq!(table.game().outcome(), None);
    let on_board = table.game().ghosts().on_board();
    assert!(on_board > 14, "the tile's ghosts lie: {on_board}");
    table.tell(EventKind::TurnEnded);
    assert!(!table.game().is_over());
}

#[test]
fn the_loss_holds_once_all_that_could_avert_it_is_told_or_left() {
    let (mut table, blue) = rufus_due();
    three_ghosts(&mut table);
    table.companion(Companion::Rufus, blue);
    let late = table.game().late_choices();
    let choice = late[0].id.clone();
    table
        .0
        .command(0, Command::Decline { choice })
        .expect("it may be left");
    assert_eq!(table.game().outcome(), Some(Outcome::NoGhostsLeft));

    let (mut table, _) = rufus_due();
    three_ghosts(&mut table);
    table.tell(EventKind::TurnEnded);
    assert_eq!(
        table.game().outcome(),
        Some(Outcome::NoGhostsLeft),
        "nobody told anything"
    );
}

#[test]
fn points_or_ghosts_may_be_told_after_the_next_tile() {
    let mut table = Table::in_mist("modules=mists; level=1; players=red,blue,green; ghosts=30");
    table.next("M12", 2, 0, 0);
    table.next("M40", 0, -1, 0);
    table.meeple(0, -1, 0, Color::Blue);
    let at = SegmentRef::new(Cell::new(0, -1), 0);
    let game = table.game().clone();
    let tile = game
        .fitting(Cell::new(0, -2))
        .into_iter()
        .find_map(|(face, rotations, _)| {
            rotations.into_iter().find_map(|rotation| {
                let laid = EventKind::TileLaid {
                    cell: Cell::new(0, -2),
                    face,
                    rotation,
                    garden: None,
                    before: false,
                };
                let mut then = game.clone();
                then.apply(EventId(900), &laid).ok()?;
                then.features()
                    .at(at)
                    .is_some_and(|f| !f.open)
                    .then_some(laid)
            })
        });
    table.tell(tile.expect("a tile that finishes the city"));
    table.next("M18", 2, 1, 90);
    assert!(table.game().team_score() > 0, "points are the default");
    let from = GhostPlace::Mist {
        cell: Cell::new(0, -1),
        part: 0,
    };
    let there = table.game().ghosts().at(from);
    let removal = vec![GhostCount {
        place: from,
        count: there.min(3),
    }];
    table.tell(EventKind::RegionDecided { at, removal });
    assert_eq!(table.game().team_score(), 0);
    assert_eq!(table.game().ghosts().at(from), there - there.min(3));
    assert_eq!(table.game().turn(), 4);
}

/// Mage and witch come together in a city of three that the tile closes.
fn merged() -> Table {
    let mut table = Table::new("modules=mage_and_witch; start=seen; players=red,blue");
    for (face, x, y, degrees) in [
        ("E", 0, 0, 90),
        ("B", 0, 1, 0),
        ("B", 1, 1, 0),
        ("B", 2, 1, 0),
        ("E", 2, 0, 270),
        ("U", 3, 1, 0),
    ] {
        table.lay(face, x, y, degrees, true);
    }
    table.meeple(0, 0, 0, Color::Red);
    table.put(0, 0, 0, FigureKind::Mage, None);
    table.put(2, 0, 0, FigureKind::Witch, None);
    table.next("G", 1, 0, 0);
    table
}

#[test]
fn a_merge_that_nobody_told_gives_no_impossible_points() {
    let mut table = merged();
    table.tell(EventKind::TurnEnded);
    assert_eq!(
        table.score(Color::Red),
        0,
        "neither 9 nor 3 yet, and never 6"
    );
    let snapshot = table.snapshot();
    let [open] = &snapshot.unsettled[..] else {
        panic!("{:?}", snapshot.unsettled);
    };
    let either: Vec<_> = open.points(Some(Color::Red)).collect();
    assert_eq!(either, [(FigureKind::Mage, 9), (FigureKind::Witch, 3)]);
    let red = &snapshot.players[0];
    assert_eq!(red.score_range, (0, 9));
    assert!(table.asks(ChoiceKind::SeparateMageAndWitch));
    table.put(3, 1, 0, FigureKind::Witch, None);
    assert_eq!(table.score(Color::Red), 9);
    assert!(table.snapshot().unsettled.is_empty());
}

#[test]
fn a_merge_may_be_told_much_later() {
    let mut table = merged();
    table.next("U", 3, 2, 0);
    table.next("U", 3, 3, 0);
    table.next("U", 3, 4, 0);
    table.next("U", 3, 5, 0);
    assert_eq!(table.score(Color::Red), 0);
    assert_eq!(table.snapshot().unsettled.len(), 1);
    table.put(3, 1, 0, FigureKind::Mage, None);
    assert_eq!(table.score(Color::Red), 3);
    assert!(table.snapshot().unsettled.is_empty());
    let home = table
        .game()
        .figures()
        .find(|f| f.kind == FigureKind::Witch)
        .expect("still there");
    assert_eq!(home.state, tracker::rules::FigureState::DueHome);
}

#[test]
fn the_end_waits_until_a_merge_is_told_or_left() {
    let mut table = merged();
    table.tell(EventKind::PileEmpty);
    table.tell(EventKind::TurnEnded);
    assert!(!table.game().is_over());
    let choice = table.game().choices()[0].id.clone();
    let mut waived = Table(Tracker::new(
        Arc::clone(table.game().setup()),
        Arc::new(RimGeometry),
    ));
    for fact in table.0.log().holding() {
        waived.tell(fact.kind.clone());
    }
    table.put(3, 1, 0, FigureKind::Witch, None);
    assert!(table.game().is_over());
    assert_eq!(table.score(Color::Red), 9);
    waived
        .0
        .command(0, Command::Decline { choice })
        .expect("left alone");
    assert!(waived.game().is_over());
    assert_eq!(waived.score(Color::Red), 0);
    assert_eq!(waived.snapshot().unsettled.len(), 1, "still named");
}

/// On the map a chip of unknown colour lies under the tile of turn 2.
fn chip_taken() -> Table {
    let mut table = Table::new("modules=benelux; map=sample; players=red,blue");
    table.lay("D", 7, 6, 0, false);
    table.lay("W", 9, 1, 90, true);
    table.tell(EventKind::ChipLaid {
        cell: Cell::new(8, 7),
        color: None,
    });
    table.next("B", 7, 7, 0);
    table.next("B", 8, 7, 0);
    table
}

#[test]
fn a_chip_needs_no_colour_while_it_lies_face_down() {
    let mut table = chip_taken();
    let choice = table
        .game()
        .choices()
        .into_iter()
        .find(|c| c.kind == ChoiceKind::ChipValue);
    let choice = choice.expect("it is asked what it shows");
    assert_eq!(choice.options.len(), 6, "three colours, two values");
    let cell = Cell::new(8, 7);
    let value_only = EventKind::ChipTurned {
        cell,
        value: 2,
        color: None,
    };
    let mut then = table.game().clone();
    assert_eq!(
        then.apply(EventId(900), &value_only),
        Err(RuleFault::NotCalledFor)
    );
    let color = Some(carcassonne::map::ChipColor::Orange);
    let value = 2;
    table.tell(EventKind::ChipTurned { cell, value, color });
    assert_eq!(table.score(Color::Blue), 2);
    let snapshot = table.snapshot();
    let view = snapshot.modules.benelux.as_ref().expect("a map");
    assert_eq!(view.players[1].chips, [(color, Some(2))]);
}

#[test]
fn a_chip_that_is_read_late_belongs_to_its_turn_and_holds_back_the_end() {
    let mut table = chip_taken();
    table.next("B", 7, 8, 0);
    let turned = EventKind::ChipTurned {
        cell: Cell::new(8, 7),
        value: 1,
        color: Some(carcassonne::map::ChipColor::Purple),
    };
    let mut late = table.game().clone();
    late.apply(EventId(900), &turned).expect("accepted late");
    assert_eq!(late.lines()[0].turn, 2);
    table.tell(EventKind::PileEmpty);
    table.tell(EventKind::TurnEnded);
    assert!(!table.game().is_over(), "the chip is not read");
    table.tell(turned);
    assert!(table.game().is_over());
    assert_eq!(table.score(Color::Blue), 1);
}

#[test]
fn a_ghost_owed_to_ones_own_meeple_in_the_last_turn_holds_back_the_end() {
    let mut table = Table::new("modules=ghosts_castles_cemeteries; players=red,blue");
    table.lay("M13", 0, 0, 0, true);
    for (x, y) in [(1, 0), (1, 1), (2, 0)] {
        table.lay("B", x, y, 0, true);
    }
    let red = table.meeple(1, 0, 0, Color::Red);
    table.meeple(2, 0, 0, Color::Red);
    table.meeple(1, 1, 0, Color::Blue);
    // Extends mist and destroys some: a ghost for blue, who has one meeple, and one for red.
    table.next("M12", 0, 1, 0);
    assert!(table.asks(ChoiceKind::HauntOwn));
    table.tell(EventKind::PileEmpty);
    table.tell(EventKind::TurnEnded);
    assert!(!table.game().is_over(), "red has not said which meeple");
    assert!(table.asks(ChoiceKind::HauntOwn));
    let to = GhostPlace::Beside { figure: red };
    table.tell(EventKind::GhostsMoved {
        from: GhostPlace::Supply,
        to,
        count: 1,
    });
    assert_eq!(table.game().ghosts().at(to), 1);
    assert!(table.game().is_over());
}

/// Red's choice of a meeple for the ghost, with another meeple of red's to choose from.
fn ghost_due() -> (Table, EventId, EventId) {
    let mut table = Table::new("modules=ghosts_castles_cemeteries; players=red,blue");
    table.lay("M13", 0, 0, 0, true);
    for (x, y) in [(1, 0), (1, 1), (2, 0)] {
        table.lay("B", x, y, 0, true);
    }
    let one = table.meeple(1, 0, 0, Color::Red);
    let other = table.meeple(2, 0, 0, Color::Red);
    table.meeple(1, 1, 0, Color::Blue);
    table.next("M12", 0, 1, 0);
    assert!(table.asks(ChoiceKind::HauntOwn));
    (table, one, other)
}

/// The hand that takes a meeple off is told first: then the ghost had only one meeple left to go to.
#[test]
fn a_ghost_comes_before_whatever_hands_do() {
    for over in [false, true] {
        let (mut table, one, other) = ghost_due();
        table.tell(EventKind::FigureTaken { figure: one });
        if over {
            table.tell(EventKind::TurnEnded);
        }
        let to = GhostPlace::Beside { figure: one };
        let from = GhostPlace::Supply;
        table.tell(EventKind::GhostsMoved { from, to, count: 1 });
        let ghosts = table.game().ghosts();
        assert_eq!(ghosts.at(GhostPlace::Beside { figure: other }), 0, "{over}");
        assert_eq!(ghosts.at(to), 0, "it went with its meeple");
        assert!(!table.asks(ChoiceKind::HauntOwn));
    }
}

impl Table {
    /// Lays the first tile after which the game is as wanted.
    fn lay_where(&mut self, wanted: impl Fn(&Game) -> bool) {
        let game = self.game().clone();
        let faces = game.catalogue().faces().filter(|face| !face.is_wild());
        let faces: Vec<_> = faces.filter(|face| game.copies_left(face) > 0).collect();
        let laid = faces.iter().flat_map(|face| {
            let places = game.board().placements(face).into_iter();
            places.map(|(cell, rotation)| EventKind::TileLaid {
                cell,
                face: face.id,
                rotation,
                garden: None,
                before: false,
            })
        });
        let fits = |kind: &EventKind| {
            let mut then = game.clone();
            then.apply(EventId(900), kind).is_ok() && !then.is_over() && wanted(&then)
        };
        let laid: Vec<_> = laid.filter(fits).take(1).collect();
        self.tell(laid.into_iter().next().expect("such a tile"));
    }
}

/// Where a ghost may go onto a cemetery, asked by the newest tile.
fn cemeteries(game: &Game) -> Vec<GhostPlace> {
    let choices = game.choices().into_iter();
    let mut ghosts = choices.filter(|choice| choice.kind == ChoiceKind::CemeteryGhost);
    let options = ghosts.next().map(|choice| choice.options);
    let to = |event: &EventKind| match event {
        EventKind::GhostsMoved { to, .. } => Some(*to),
        _ => None,
    };
    let options = options.into_iter().flatten();
    options.filter_map(|option| to(&option.events[0])).collect()
}

/// Two tiles that each bring a ghost for a cemetery, untold; and the cemetery that the rules would
/// not take by themselves, with its ghosts.
fn two_cemetery_ghosts() -> (Table, GhostPlace, u8) {
    let mut table = Table::in_mist(
        "modules=mists; level=2; confirmed=yes; players=red,blue,green; ghosts=60; target=300",
    );
    let open = |game: &Game| {
        let tiles = game.board().tiles();
        tiles
            .filter(|(_, laid)| laid.face.cemetery().is_some())
            .count()
    };
    table.lay_where(|then| open(then) == 1);
    table.lay_where(|then| open(then) == 2);
    table.tell(EventKind::TurnEnded);
    table.lay_where(|then| cemeteries(then).len() == 2);
    let second = cemeteries(table.game())[1];
    let there = table.game().ghosts().at(second);
    table.lay_where(|then| cemeteries(then).len() == 2);
    (table, second, there)
}

fn onto(table: &mut Table, to: GhostPlace) {
    let from = GhostPlace::Supply;
    table.tell(EventKind::GhostsMoved { from, to, count: 1 });
}

#[test]
fn each_of_two_turns_has_its_ghost_for_a_cemetery_also_when_the_turn_is_over() {
    let (mut table, second, there) = two_cemetery_ghosts();
    onto(&mut table, second);
    assert!(
        !table.asks(ChoiceKind::CemeteryGhost),
        "taken for this turn's"
    );
    table.tell(EventKind::TurnEnded);
    onto(&mut table, second);
    assert_eq!(table.game().ghosts().at(second), there + 2);
}

#[test]
fn a_choice_of_the_turn_before_that_is_clicked_is_no_answer_to_this_turn_s() {
    let (mut table, second, there) = two_cemetery_ghosts();
    let late = table.game().late_choices();
    let late = late
        .iter()
        .find(|choice| choice.kind == ChoiceKind::CemeteryGhost);
    let late = late.expect("it can still be told");
    let to = |events: &[EventKind]| matches!(events, [EventKind::GhostsMoved { to, .. }] if *to == second);
    let option = late.options.iter().position(|option| to(&option.events));
    let option = option.expect("there are two");
    let choice = late.id.clone();
    table
        .0
        .command(0, Command::Choose { choice, option })
        .expect("it is open");
    assert_eq!(table.game().ghosts().at(second), there + 1);
    assert!(table.asks(ChoiceKind::CemeteryGhost), "this turn's is open");
}

#[test]
fn leaving_eloise_alone_may_be_told_before_the_meeple_she_came_with() {
    let (mut table, _, _) = eloise_called();
    let green = table.game().figure_places(Color::Green)[0];
    let choice = table.game().choices();
    let choice = choice
        .iter()
        .find(|choice| choice.kind == ChoiceKind::BringEloise);
    let choice = choice.expect("she is called").id.clone();
    table.tell(EventKind::TurnEnded);
    table.tell(EventKind::Declined { choice });
    table.next("BK4", 2, -1, 180);
    let green = table.meeple(2, 1, green.at.segment, Color::Green);
    assert_eq!(eloise(&mut table), EloisePlace::With(green));
}

/// She was left alone two turns ago and has come with a meeple since. Told before what sends her on from
/// it, she is not taken for called then after all: it is told again once it can be.
#[test]
fn eloise_was_not_brought_when_she_was_left_alone() {
    let (mut table, red, _) = eloise_called();
    let choices = table.game().choices();
    let bring = |choice: &&Choice| choice.kind == ChoiceKind::BringEloise;
    let choice = choices.iter().find(bring).expect("she is called");
    let choice = choice.id.clone();
    table.tell(EventKind::Declined { choice });
    table.next("BK4", 2, -1, 180);
    let place = table.game().figure_places(Color::Red)[0];
    let (x, y) = (place.at.cell.x, place.at.cell.y);
    let with = table.meeple(x, y, place.at.segment, Color::Red);
    assert_eq!(eloise(&mut table), EloisePlace::With(with));
    let beside = EventKind::CompanionPlaced {
        companion: Companion::Eloise,
        host: Some(red),
    };
    let told = table.game().clone().apply(EventId(u64::MAX), &beside);
    assert_eq!(told, Err(RuleFault::NotCalledFor));
}

/// Step 1c comes before step 2b: who is placed in the turn that closes a cemetery is not buried there,
/// in whatever order that is told.
#[test]
fn the_meeple_of_the_turn_is_not_buried_in_it() {
    let mut table = Table::in_mist("modules=mists; level=2; confirmed=yes; players=red,blue,green");
    table.next("M59", -1, 1, 180);
    table.next("M12", 2, 0, 0);
    table.next("M42", -1, 0, 0);
    table.next("M01", -1, 2, 0);
    table.next("M03", -2, 1, 180);
    let who = |table: &Table| {
        let choices = table.game().choices().into_iter();
        let bury = choices.filter(|choice| choice.kind == ChoiceKind::BuryMeeple);
        let options = bury.flat_map(|choice| choice.options);
        let events = options.flat_map(|option| option.events);
        let figures = events.filter_map(|event| match event {
            EventKind::MeepleBuried { figure, .. } => Some(figure),
            _ => None,
        });
        figures.collect::<Vec<_>>()
    };
    assert_eq!(
        who(&table),
        [None; 3],
        "nobody stands, so the supply gives one"
    );
    let place = table.game().figure_places(Color::Green)[0].at;
    let green = table.meeple(place.cell.x, place.cell.y, place.segment, Color::Green);
    assert_eq!(who(&table), [None; 3]);
    // On the table it may have gone wrong, and is kept.
    let mut slip = table.game().clone();
    let buried = |color, figure| EventKind::MeepleBuried {
        cell: Cell::new(-1, 1),
        color,
        figure,
    };
    assert_eq!(
        slip.apply(EventId(900), &buried(Color::Green, Some(green))),
        Ok(())
    );
    table.tell(buried(Color::Blue, None));
    assert!(table.game().figure(green).is_some());
}

/// Rule 3 of mage and witch: where nothing could be done, nothing is asked for a turn later.
#[test]
fn a_symbol_that_could_do_nothing_asks_for_nothing_later() {
    let mut table = Table::new("modules=mage_and_witch; start=seen; players=red,blue");
    for (face, x, y, degrees) in [
        ("E", 0, -1, 180),
        ("B", 1, -1, 0),
        ("B", 1, 0, 0),
        ("B", 1, 1, 0),
        ("E", 0, 1, 0),
    ] {
        table.lay(face, x, y, degrees, true);
    }
    table.next("MW5", 0, 0, 0);
    assert!(
        table
            .game()
            .features()
            .iter()
            .all(|f| f.kind != FeatureKind::City || !f.open)
    );
    assert!(table.game().choices().is_empty());
    table.next("E", 2, 0, 0);
    assert_eq!(table.game().choices(), []);
    assert_eq!(table.game().late_choices(), []);
}
