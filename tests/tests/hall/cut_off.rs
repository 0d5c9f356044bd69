//! A table out of reach of its broker for ten minutes, while it is played on: at twenty times the
//! speed, or at whatever makes it last the seconds that `NEBELWACHT_CUT_S` says; 600 are life.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use hall::telling::teller::Wanted;
use hall::wall::{Standing, Table};
use mqtt::{
    AsyncClient, Broker as At, Event, Incoming, MqttOptions, QoS, TlsConfiguration, Transport,
};
use nebelwacht_tests::halls::broker::{BASE, Broker, Cable, WALL};
use serde_json::Value;

use super::{SOON, Seat, names, of_table, state_of, until, wanted, watcher};

/// How long the table is out of reach, s of life.
const CUT_S: f64 = 600.0;
/// How long a turn takes, s of life.
const TURN_S: f64 = 45.0;
/// How long anybody at the table may be held up.
const AT_ONCE: Duration = Duration::from_millis(200);

/// Writes down the numbers of a table's events as the broker hands them on, from now on.
fn listen(broker: &Broker, table: &str) -> Arc<Mutex<Vec<u64>>> {
    let account = broker.account(WALL);
    let mut options = MqttOptions::new("listener", At::tcp("localhost", broker.port()));
    let tls = TlsConfiguration::Rustls(account.tls().unwrap());
    options.set_transport(Transport::tls_with_config(tls));
    options.set_credentials(account.user.unwrap(), account.password.unwrap());
    let heard = Arc::new(Mutex::new(Vec::new()));
    let (notes, topic) = (heard.clone(), format!("{BASE}/{table}/event"));
    let (granted, listening) = mpsc::channel();
    // Ends with the test's process.
    thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build();
        runtime.unwrap().block_on(async move {
            let (client, mut events) = AsyncClient::builder(options).capacity(10).build();
            client.subscribe(topic, QoS::AtLeastOnce).await.unwrap();
            while let Ok(event) = events.poll().await {
                match event {
                    Event::Incoming(Incoming::SubAck(_)) => granted.send(()).unwrap(),
                    Event::Incoming(Incoming::Publish(message)) => {
                        let told: Value = serde_json::from_slice(&message.payload).unwrap();
                        let id = told["event"]["id"].as_u64().unwrap();
                        notes.lock().unwrap().push(id);
                    }
                    _ => {}
                }
            }
        });
    });
    // What is told before the broker has granted it is not handed on.
    listening.recv_timeout(SOON).unwrap();
    heard
}

#[test]
fn ten_minutes_out_of_reach_hold_nobody_up_and_lose_nothing() {
    let Some(broker) = Broker::start(&names(1)).unwrap() else {
        return;
    };
    let told = std::env::var("NEBELWACHT_CUT_S").ok();
    let cut = told.map_or(30.0, |told| told.parse().expect("seconds"));
    let turn = Duration::from_secs_f64(TURN_S * cut / CUT_S);
    let cable = Cable::to(broker.port()).unwrap();
    let watcher = watcher(&broker);
    let heard = listen(&broker, "t1");
    let folder = tempfile::tempdir().unwrap();
    let wanted = Wanted {
        folder: Some(folder.path().to_owned()),
        ..wanted(&broker, "t1", broker.address_at(cable.port()))
    };
    let mut seat = Seat::take(&wanted, 11, 0);
    seat.turn();
    until("the first turn is told", || {
        state_of(&watcher, "t1").is_some_and(|state| state.turn == 1)
    });
    let before = seat.game.events().len();
    until("nothing is under way", || {
        seat.teller.status().waiting == 0 && heard.lock().unwrap().len() == before
    });

    cable.hush();
    let out = Instant::now();
    let mut turns = 1;
    let mut gone = false;
    while out.elapsed().as_secs_f64() < cut {
        let began = Instant::now();
        seat.turn();
        assert!(began.elapsed() < AT_ONCE, "{:?}", began.elapsed());
        turns += 1;
        thread::sleep(turn.saturating_sub(began.elapsed()));
        gone |= of_table(&watcher, "t1", |table| table.is_online()) == Some(false);
    }
    assert!(gone, "the broker notices that nothing comes");
    let standing = watcher.look(|wall, now| wall.sorted(hall::wall::Order::Need, now)[0].1);
    assert_eq!(standing, Standing::Gone);
    let all = seat.game.events().len();
    assert!(
        turns >= 13 && all > before + 13,
        "{turns} turns, {all} events"
    );
    assert_eq!(of_table(&watcher, "t1", Table::events), Some(before));
    // A folder for the broker, one for the hall, one for the table.
    let only = |folder: PathBuf| {
        std::fs::read_dir(folder)
            .unwrap()
            .next()
            .unwrap()
            .unwrap()
            .path()
    };
    let kept = (0..3).fold(folder.path().to_owned(), |folder, _| only(folder));
    let kept = std::fs::metadata(kept.join("outbox.jsonl")).unwrap();
    assert!(kept.len() > 1000, "{} bytes are kept on disk", kept.len());

    cable.mend();
    let mended = Instant::now();
    until("every event has come", || {
        of_table(&watcher, "t1", Table::events) == Some(all)
    });
    println!(
        "{turns} turns in {cut} s out of reach; {} events told {:.1} s after it was mended",
        all - before,
        mended.elapsed().as_secs_f64()
    );
    until("the newest state has come", || {
        state_of(&watcher, "t1").is_some_and(|state| state.turn == turns)
    });
    assert_eq!(of_table(&watcher, "t1", Table::is_online), Some(true));
    until("nothing waits any more", || {
        seat.teller.status().waiting == 0
    });
    // In order, as far as they are new; what was under way when the cable went may come twice.
    let mut first: Vec<u64> = Vec::new();
    for &id in heard.lock().unwrap().iter() {
        if !first.contains(&id) {
            first.push(id);
        }
    }
    let own: Vec<u64> = seat.game.events().iter().map(|event| event.id.0).collect();
    assert_eq!(first, own);
}
