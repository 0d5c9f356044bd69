//! What the golden records cannot hold: examples 11 and 4 of the ruling table, set-ups, ghosts
//! that run out, players who are not known.

use std::sync::Arc;

use super::*;
use crate::event::ghost::GhostPlace;
use crate::rules::told::ReminderKind;
use crate::snapshot::view;
use carcassonne::geometry::Rotation;

const DUEL: &str = "modules=ghosts_castles_cemeteries; players=red,blue";

/// A game being played, event by event.
struct Table {
    log: crate::log::Log,
}

impl Table {
    fn new(setup: &str) -> Self {
        let setup: Setup = setup.parse().unwrap();
        let log = crate::log::Log::new(Arc::new(setup));
        Self { log }
    }

    fn try_happen(&mut self, kind: EventKind) -> Result<EventId, RuleFault> {
        self.log.append(0, crate::event::By::Person, kind)
    }

    fn lay(&mut self, x: i32, y: i32, face: &str, before: bool) -> EventId {
        self.try_happen(EventKind::TileLaid {
            cell: Cell::new(x, y),
            face: carcassonne::catalogue::face_id(face).unwrap(),
            rotation: Rotation::R0,
            garden: None,
            before,
        })
        .unwrap()
    }

    fn place(
        &mut self,
        x: i32,
        y: i32,
        segment: usize,
        color: Color,
        before: bool,
    ) -> Result<EventId, RuleFault> {
        self.try_happen(EventKind::FigurePlaced {
            cell: Cell::new(x, y),
            segment,
            figure: FigureKind::Meeple,
            color: Some(color),
            foot: None,
            before,
        })
    }

    fn game(&self) -> &Game {
        self.log.game()
    }

    fn ghosts(&self, figure: EventId) -> u8 {
        self.game().ghosts().at(beside(figure))
    }

    fn reminders(&self) -> Vec<GhostsReminder> {
        let all = view::of_log(&self.log).reminders.into_iter();
        all.filter_map(|reminder| match reminder.kind {
            ReminderKind::Ghosts(kind) => Some(kind),
            _ => None,
        })
        .collect()
    }
}

/// The game of the log with only so many ghosts left in the supply.
fn with_supply(game: &Game, left: u8) -> Game {
    let mut game = game.clone();
    let away = GhostPlace::Mist {
        cell: Cell::new(9, 9),
        part: 0,
    };
    let all = game.ghosts().at(GhostPlace::Supply);
    let ghosts = &mut game.states.ghosts;
    ghosts.shift(GhostPlace::Supply, away, all - left).unwrap();
    game
}

/// Worked example 11, and the deck of the spell circles (dossier "Spell circles", part B).
#[test]
fn the_decks_have_the_size_of_the_dossiers() {
    let deck = |text: &str| text.parse::<Setup>().unwrap().catalogue().deck();
    assert_eq!(deck(DUEL), 131);
    let circles = "modules=ghosts_castles_cemeteries,spell_circles";
    assert_eq!(deck(circles), 140);
    let table = Table::new(DUEL);
    let pieces: Vec<_> = table.game().pieces().collect();
    assert_eq!(pieces, [(FigureKind::Meeple, 5), (FigureKind::Guard, 2)]);
    for color in [Color::Red, Color::Blue] {
        assert_eq!(guards_left(table.game(), color), 3);
    }
    assert_eq!(table.game().ghosts().total(), 15);
    let start = table.game().setup().start;
    assert_eq!(String::from(start), "S-NW");
}

#[test]
fn circles_need_a_game_with_mist_and_the_two_games_exclude_each_other() {
    let error = |text: &str| text.parse::<Setup>().unwrap_err().to_string();
    assert!(error("modules=spell_circles").contains("ghosts_castles_cemeteries"));
    assert!(error("modules=mists,ghosts_castles_cemeteries").contains("play one of them"));
}

/// Ruling G4, and "supply empty: skip".
#[test]
fn the_last_ghost_goes_to_the_opponent() {
    let mut table = Table::new(DUEL);
    table.lay(0, 0, "M13", true);
    table.lay(1, 0, "B", true);
    table.lay(1, 1, "B", true);
    let red = table.place(1, 0, 0, Color::Red, true).unwrap();
    let blue = table.place(1, 1, 0, Color::Blue, true).unwrap();
    let laid = EventKind::TileLaid {
        cell: Cell::new(0, 1),
        face: carcassonne::catalogue::face_id("M12").unwrap(),
        rotation: Rotation::R0,
        garden: None,
        before: false,
    };
    for left in 0..3 {
        let mut game = with_supply(table.game(), left);
        game.apply(EventId(99), &laid).unwrap();
        let ghosts = [blue, red].map(|figure| game.ghosts().at(beside(figure)));
        assert_eq!(ghosts, [left.min(1), left.saturating_sub(1)]);
        let left_out = game
            .states
            .ghosts_castles_cemeteries
            .done
            .iter()
            .filter(|done| {
                matches!(
                    done,
                    haunting::Done::LeftOut {
                        why: NotDone::NoGhostLeft,
                        ..
                    }
                )
            });
        assert_eq!(left_out.count(), usize::from(2 - left));
        assert_eq!(game.ghosts().total(), 15);
    }
}

/// A ghost that somebody still chooses for is not given away by a later tile.
#[test]
fn an_open_choice_keeps_its_ghost() {
    let mut table = Table::new(DUEL);
    table.lay(0, 0, "M13", true);
    table.lay(1, 0, "B", true);
    let a = table.place(1, 0, 0, Color::Blue, true).unwrap();
    table.place(0, 0, 0, Color::Blue, true).unwrap();
    let red = table.place(1, 0, 1, Color::Red, true).unwrap();
    table.log = {
        let mut log = table.log.clone();
        let lay = |log: &mut crate::log::Log, y, face: &str| {
            let kind = EventKind::TileLaid {
                cell: Cell::new(0, y),
                face: carcassonne::catalogue::face_id(face).unwrap(),
                rotation: Rotation::R0,
                garden: None,
                before: false,
            };
            log.append(0, crate::event::By::Person, kind).unwrap();
        };
        lay(&mut log, 1, "M14");
        log
    };
    let mut game = with_supply(table.game(), 1);
    let next = EventKind::TileLaid {
        cell: Cell::new(0, 2),
        face: carcassonne::catalogue::face_id("M12").unwrap(),
        rotation: Rotation::R0,
        garden: None,
        before: false,
    };
    game.apply(EventId(99), &next).unwrap();
    assert_eq!(
        game.ghosts().at(beside(red)),
        0,
        "blue's tile finds no ghost"
    );
    let choices = game.choices();
    assert_eq!(choices.len(), 1);
    game.apply(EventId(100), &choices[0].options[1].events[0])
        .unwrap();
    assert_eq!(game.ghosts().at(GhostPlace::Supply), 0);
    assert_eq!(game.choices(), []);
    assert!(game.ghosts().at(beside(a)) <= 1);
}

#[test]
fn ghosts_go_with_a_meeple_that_is_taken_back() {
    let mut table = Table::new(DUEL);
    table.lay(0, 0, "M13", true);
    table.lay(1, 0, "B", true);
    let blue = table.place(1, 0, 0, Color::Blue, true).unwrap();
    table.lay(0, 1, "M14", false);
    assert_eq!(table.ghosts(blue), 1);
    table
        .try_happen(EventKind::FigureTaken { figure: blue })
        .unwrap();
    assert_eq!(table.ghosts(blue), 0);
    assert_eq!(table.game().ghosts().at(GhostPlace::Supply), 15);
}

/// As long as nobody knows whose turn it is, every meeple may be another player's.
#[test]
fn an_unknown_player_leaves_the_choice_open_until_it_turns_out() {
    let mut table = Table::new("modules=ghosts_castles_cemeteries");
    table.lay(0, 0, "M13", true);
    table.lay(1, 0, "B", true);
    let red = table.place(1, 0, 0, Color::Red, true).unwrap();
    let blue = table.place(0, 0, 0, Color::Blue, true).unwrap();
    table.lay(0, 1, "M14", false);
    assert_eq!(table.game().choices()[0].options.len(), 2);
    table
        .try_happen(EventKind::TurnOf { color: Color::Red })
        .unwrap();
    assert_eq!(table.game().choices(), []);
    assert_eq!((table.ghosts(red), table.ghosts(blue)), (0, 1));
}

#[test]
fn nobody_stands_in_the_mist() {
    let mut table = Table::new(DUEL);
    table.lay(0, 0, "M18", true);
    let laid = EventKind::TileLaid {
        cell: Cell::new(0, 1),
        face: carcassonne::catalogue::face_id("M21").unwrap(),
        rotation: Rotation::R0,
        garden: None,
        before: false,
    };
    table.try_happen(laid).unwrap();
    let refused = table.place(0, 1, 0, Color::Red, false);
    assert_eq!(refused, Err(RuleFault::InMist));
}

/// Section 7, last lines: what the end will cost, and no reminder once it has.
#[test]
fn the_last_tile_tells_what_ghosts_will_cost() {
    let mut table = Table::new(DUEL);
    table.lay(0, 0, "M13", true);
    table.lay(1, 0, "B", true);
    let blue = table.place(1, 0, 0, Color::Blue, true).unwrap();
    table.lay(0, 1, "M14", false);
    assert_eq!(table.ghosts(blue), 1);
    let cost = |game: &Game| {
        let mut all = Vec::new();
        super::reminders::list(game, &mut all);
        all.iter().any(|r| r.id == "ghosts-cost-at-end")
    };
    assert!(!cost(table.game()));
    let mut game = table.game().clone();
    game.catalogue = game.catalogue.with(|face| {
        let laid = ["M13", "M14", "B"].contains(&face.id.as_str());
        laid.then_some(1)
    });
    assert!(cost(&game));
    game.finish();
    assert!(!cost(&game));
    assert!(!table.reminders().is_empty());
}
