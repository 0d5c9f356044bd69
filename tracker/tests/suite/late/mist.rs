//! Hounds, ghosts and cemeteries of the mists, told late.

use carcassonne::geometry::Cell;
use carcassonne::piece::Color;
use tracker::board::features::SegmentRef;
use tracker::command::Command;
use tracker::event::ghost::{Companion, GhostCount, GhostPlace};
use tracker::event::{EventId, EventKind};
use tracker::rules::Game;
use tracker::rules::choice::ChoiceKind;
use tracker::snapshot::Outcome;

use super::table::Table;

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
