//! A hall with the real thing: Debian's mosquitto with TLS and accounts, tables that tell and a
//! wall that listens. Without mosquitto these tests are skipped.

use std::collections::BTreeMap;
use std::thread;
use std::time::{Duration, Instant};

use hall::broker::address::Address;
use hall::message::{Ailment, State};
use hall::telling::agreed::Names;
use hall::telling::teller::{Teller, Wanted};
use hall::wall::{Order, Standing, Table};
use hall::{Agreed, Trouble, Watcher};
use jiff::{Timestamp, ToSpan as _};
use nebelwacht_tests::halls::broker::{BASE, Broker, Cable, Proof, WALL};
use nebelwacht_tests::halls::played::Played;
use nebelwacht_tests::memory::resident_mib;
use tracker::log::record::{Header, Line, Record};

mod at_terminal;
mod cut_off;
mod evening;
mod hostile;
mod others;
mod schema;

/// How long news may take: the machine may have a lot to do.
const SOON: Duration = Duration::from_secs(30);

fn names(count: usize) -> Vec<String> {
    (1..=count).map(|n| format!("t{n}")).collect()
}

fn wanted(broker: &Broker, table: &str, address: Address) -> Wanted {
    Wanted {
        address,
        account: broker.account(table),
        table: table.parse().unwrap(),
        agreed: Agreed::default(),
        folder: None,
    }
}

fn watcher(broker: &Broker) -> Watcher {
    let watcher = Watcher::open(broker.address(), broker.account(WALL)).unwrap();
    until("the wall is connected", || watcher.hearing().connected);
    watcher
}

/// Waits until something is so.
fn until(what: &str, mut is: impl FnMut() -> bool) {
    let end = Instant::now() + SOON;
    while !is() {
        assert!(Instant::now() < end, "not in time: {what}");
        thread::sleep(Duration::from_millis(10));
    }
}

fn of_table<T>(watcher: &Watcher, name: &str, look: impl Fn(&Table) -> T) -> Option<T> {
    let name = name.parse().unwrap();
    watcher.look(|wall, _| wall.table(&name).map(look))
}

fn state_of(watcher: &Watcher, name: &str) -> Option<std::sync::Arc<State>> {
    of_table(watcher, name, |table| table.state().cloned()).flatten()
}

fn record(game: &Played, started: Timestamp) -> Record {
    Record {
        header: Header::new((*game.snapshot().setup).clone(), Some(started)),
        lines: game.events().iter().cloned().map(Line::Event).collect(),
        whole_bytes: 0,
        torn: false,
        ends_with_line_end: true,
    }
}

/// A game and who tells of it.
struct Seat {
    game: Played,
    teller: Teller,
    started: Timestamp,
    /// What the table's clock is off.
    off_s: i64,
}

impl Seat {
    fn take(wanted: &Wanted, seed: u64, off_s: i64) -> Self {
        let started = Timestamp::now() + off_s.seconds();
        Self {
            game: Played::new("players=Anna Berg:red,Ben:blue", seed),
            teller: Teller::open(wanted, started, started).unwrap(),
            started,
            off_s,
        }
    }

    fn now(&self) -> Timestamp {
        Timestamp::now() + self.off_s.seconds()
    }

    fn turn(&mut self) {
        self.game.turn();
        self.tell();
    }

    fn tell(&mut self) {
        let now = self.now();
        self.teller
            .tell(&self.game.snapshot(), self.game.events(), now);
    }

    fn confirm(&mut self) {
        self.game.end();
        self.tell();
        let record = record(&self.game, self.started);
        let now = self.now();
        assert!(self.teller.confirm(&self.game.snapshot(), &record, now));
    }
}

#[test]
fn a_hundred_tables_reach_the_wall_and_the_hall_reckons_alike() {
    let tables = names(100);
    let Some(mut broker) = Broker::start(&tables).unwrap() else {
        return;
    };
    let watcher = watcher(&broker);
    let before_mib = resident_mib();
    let mut seats: Vec<Seat> = tables
        .iter()
        .zip(0..)
        // Every tenth table's clock is an hour off.
        .map(|(table, seed)| {
            let off_s = if seed % 10 == 3 { 3600 } else { 0 };
            Seat::take(&wanted(&broker, table, broker.address()), seed, off_s)
        })
        .collect();
    for turn in 0..6 {
        if turn == 3 {
            broker.kill();
        }
        seats.iter_mut().for_each(Seat::turn);
        if turn == 4 {
            broker.up().unwrap();
        }
    }
    seats.iter_mut().for_each(Seat::confirm);
    until("every result is final", || {
        watcher.look(|wall, _| wall.tables().filter(|table| table.is_final()).count()) == 100
    });
    until("every record was reckoned", || {
        watcher.look(|wall, _| {
            let reckoned = |table: &Table| table.confirmed()?.differences.clone();
            wall.tables()
                .all(|table| reckoned(table) == Some(Vec::new()))
        })
    });
    for (table, seat) in tables.iter().zip(&seats) {
        let state = state_of(&watcher, table).unwrap();
        let told: Vec<_> = state.players.iter().map(|p| (p.color, p.score)).collect();
        let own: Vec<_> = told
            .iter()
            .map(|(color, _)| (*color, seat.game.score(*color)))
            .collect();
        assert_eq!(told, own, "{table}");
        assert_eq!(state.players[0].name, "A. B.", "nobody agreed to more");
        let turn_ms =
            watcher.look(|wall, now| wall.table(&table.parse().unwrap()).unwrap().turn_ms(now));
        assert!(turn_ms < 60_000, "{table}: the turn lasts {turn_ms} ms");
    }
    assert_eq!(watcher.look(|wall, _| wall.refused()), 0);
    // Tests beside this one take some of it, too.
    let grown_mib = resident_mib().saturating_sub(before_mib);
    assert!(grown_mib < 300, "a hundred tables take {grown_mib} MiB");
    let standings = watcher.look(|wall, now| wall.sorted(Order::Need, now).len());
    assert_eq!(standings, 100);
}

#[test]
fn a_table_that_was_cut_off_tells_everything_in_order_afterwards() {
    let Some(broker) = Broker::start(&names(1)).unwrap() else {
        return;
    };
    let cable = Cable::to(broker.port()).unwrap();
    let watcher = watcher(&broker);
    let folder = tempfile::tempdir().unwrap();
    let wanted = Wanted {
        folder: Some(folder.path().to_owned()),
        ..wanted(&broker, "t1", broker.address_at(cable.port()))
    };
    let mut seat = Seat::take(&wanted, 7, 0);
    seat.turn();
    until("the first turn is told", || {
        state_of(&watcher, "t1").is_some_and(|s| s.turn == 1)
    });
    cable.cut();
    until("the broker says that it is gone", || {
        of_table(&watcher, "t1", |table| table.is_online()) == Some(false)
    });
    let gone = watcher.look(|wall, now| wall.sorted(Order::Need, now)[0].1);
    assert_eq!(gone, Standing::Gone);
    (0..20).for_each(|_| seat.turn());
    let before = of_table(&watcher, "t1", Table::events).unwrap();
    // Even if its program ends meanwhile: what waits is on disk.
    let (game, started) = (seat.game, seat.started);
    drop(seat.teller);
    let mut seat = Seat {
        game,
        teller: Teller::open(&wanted, started, Timestamp::now()).unwrap(),
        started,
        off_s: 0,
    };
    assert!(seat.teller.status().trouble.is_none());
    cable.mend();
    seat.tell();
    let all = seat.game.events().len();
    until("every event has come", || {
        of_table(&watcher, "t1", Table::events) == Some(all)
    });
    assert!(before < all);
    until("the newest state has come", || {
        state_of(&watcher, "t1").is_some_and(|s| s.turn == 21)
    });
    until("nothing waits any more", || {
        seat.teller.status().waiting == 0
    });
    // Folded from the events alone: none is missing, and none came twice.
    seat.game.end();
    seat.tell();
    until("the end has come", || {
        of_table(&watcher, "t1", Table::events) == Some(all + 1)
    });
}

#[test]
fn what_is_not_agreed_to_is_not_told() {
    let Some(broker) = Broker::start(&names(2)).unwrap() else {
        return;
    };
    let watcher = watcher(&broker);
    let closed = Wanted {
        agreed: Agreed {
            names: Names::Colors,
            board: false,
            drawing: false,
        },
        ..wanted(&broker, "t1", broker.address())
    };
    let open = Wanted {
        agreed: Agreed {
            names: Names::Full,
            board: true,
            drawing: true,
        },
        ..wanted(&broker, "t2", broker.address())
    };
    for (wanted, name) in [(closed, "t1"), (open, "t2")] {
        let mut seat = Seat::take(&wanted, 3, 0);
        (0..5).for_each(|_| seat.turn());
        seat.teller.drawing("<svg/>");
        seat.teller.call(true);
        seat.confirm();
        until("the result has come", || {
            of_table(&watcher, name, Table::is_final) == Some(true)
        });
        drop(seat);
        until("it has said goodbye", || {
            of_table(&watcher, name, Table::is_online) == Some(false)
        });
    }
    let told = |name: &str| {
        of_table(&watcher, name, |table| {
            let state = table.state().unwrap();
            (
                state.players[0].name.clone(),
                state.board.is_some(),
                table.game().is_some(),
                table.events() > 0,
                table.drawing().is_some(),
                table.record().is_some(),
                state.trouble.clone(),
            )
        })
    };
    let calls = vec![Ailment::Calls];
    let nothing = (
        "red".to_owned(),
        false,
        false,
        false,
        false,
        false,
        calls.clone(),
    );
    assert_eq!(told("t1"), Some(nothing));
    let all = ("Anna Berg".to_owned(), true, true, true, true, true, calls);
    assert_eq!(told("t2"), Some(all));
}

#[test]
fn who_may_not_come_in_hears_why() {
    let Some(broker) = Broker::start(&names(1)).unwrap() else {
        return;
    };
    let trouble = |wanted: Wanted| {
        let mut seat = Seat::take(&wanted, 1, 0);
        seat.turn();
        let mut told = None;
        until("it says why", || {
            told = seat.teller.status().trouble;
            told.is_some()
        });
        assert!(!seat.teller.status().connected);
        told.unwrap()
    };
    let sound = || wanted(&broker, "t1", broker.address());
    let mut wrong = sound();
    wrong.account.password = Some("wrong".into());
    assert_eq!(trouble(wrong), Trouble::Refused);
    let mut strange = sound();
    strange.account.authority = None;
    let told = trouble(strange);
    assert!(matches!(told, Trouble::Insecure(_)), "{told:?}");
    let mut other = sound();
    other.table = "t2".parse().unwrap();
    assert_eq!(trouble(other), Trouble::Forbidden);
    let mut nowhere = sound();
    nowhere.address.port = 1;
    assert!(matches!(trouble(nowhere), Trouble::Away(_)));
    let log = broker.log();
    assert!(
        !log.contains("for tests only"),
        "no password is in the broker's log"
    );
}

#[test]
fn a_certificate_will_do_instead_of_a_password() {
    let Some(broker) = Broker::start_by(&names(2), Proof::Certificate).unwrap() else {
        return;
    };
    let watcher = watcher(&broker);
    let mut seat = Seat::take(&wanted(&broker, "t1", broker.address()), 1, 0);
    seat.turn();
    until("the table is heard", || state_of(&watcher, "t1").is_some());
    // Its certificate speaks for no other table.
    let mut other = wanted(&broker, "t1", broker.address());
    other.table = "t2".parse().unwrap();
    let mut seat = Seat::take(&other, 1, 0);
    seat.turn();
    until("it hears that it may not", || {
        seat.teller.status().trouble == Some(Trouble::Forbidden)
    });
    let mut none = wanted(&broker, "t2", broker.address());
    none.account.certificate = None;
    none.account.key = None;
    let seat = Seat::take(&none, 1, 0);
    until("nobody comes in without", || {
        seat.teller.status().trouble.is_some()
    });
    assert!(!seat.teller.status().connected);
    assert!(state_of(&watcher, "t2").is_none());
}

#[test]
fn a_wall_that_comes_late_knows_where_everybody_stands() {
    let Some(broker) = Broker::start(&names(3)).unwrap() else {
        return;
    };
    let mut seats: Vec<Seat> = names(3)
        .iter()
        .map(|table| Seat::take(&wanted(&broker, table, broker.address()), 5, 0))
        .collect();
    for seat in &mut seats {
        (0..4).for_each(|_| seat.turn());
    }
    seats[2].confirm();
    for seat in &seats {
        until("everything is told", || {
            let status = seat.teller.status();
            status.connected && status.waiting == 0
        });
    }
    let watcher = watcher(&broker);
    until("the wall has caught up", || {
        watcher.look(|wall, _| {
            let stands = |table: &Table| {
                let state = table.state().map_or(0, |state| state.turn);
                (table.is_online(), state, table.is_final())
            };
            let all: BTreeMap<_, _> = wall
                .tables()
                .map(|table| (table.name().to_string(), stands(table)))
                .collect();
            let wanted = [("t1", false), ("t2", false), ("t3", true)];
            wanted
                .iter()
                .all(|(name, done)| all.get(*name) == Some(&(true, 4, *done)))
        })
    });
    assert!(broker.address().base == BASE);
}
