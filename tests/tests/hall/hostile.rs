//! A table that means harm: other people's topics, ten megabytes, nonsense.

use std::time::Duration;

use hall::wall::Table;
use mqtt::{AsyncClient, Broker as At, MqttOptions, PublishOptions, TlsConfiguration, Transport};
use nebelwacht_tests::halls::broker::{BASE, Broker};

use super::{Seat, names, of_table, state_of, until, wanted, watcher};

/// Sends everything and ends.
async fn attack(broker: &Broker) {
    let account = broker.account("t1");
    let mut options = MqttOptions::new("hostile", At::tcp("localhost", broker.port()));
    let tls = TlsConfiguration::Rustls(account.tls().unwrap());
    options.set_transport(Transport::tls_with_config(tls));
    options.set_credentials(account.user.unwrap(), account.password.unwrap());
    options.set_max_packet_size(Some(20 << 20));
    let (client, mut events) = AsyncClient::builder(options).capacity(100).build();
    let polling = tokio::spawn(async move { while events.poll().await.is_ok() {} });
    let state = br#"{"v":1,"session":99999999999,"number":1,"at":"2026-01-01T00:00:00Z",
        "game":"2026-01-01T00:00:00Z","players":[],"turn":9,"turn_since":"2026-01-01T00:00:00Z",
        "tiles":0,"tiles_left":0,"over":true}"#;
    let sent: [(&str, Vec<u8>); 9] = [
        // Somebody else's table, and everybody's.
        ("t2/state", state.to_vec()),
        (
            "t2/presence",
            br#"{"v":1,"session":99999999999,"online":false}"#.to_vec(),
        ),
        ("t2/result", b"{}".to_vec()),
        ("t1/state", b"{\"v\":1,".to_vec()),
        ("t1/state", vec![0xff; 1000]),
        ("t1/secret/deep/topic", state.to_vec()),
        ("t1/game", vec![b'['; 200_000]),
        ("t1/record", vec![b'\n'; 900_000]),
        ("t1/drawing", b"<script>alert(1)</script>".to_vec()),
    ];
    for (topic, payload) in sent {
        let options = PublishOptions::at_least_once().retained();
        client
            .publish(format!("{BASE}/{topic}"), payload, options)
            .await
            .unwrap();
    }
    tokio::time::sleep(Duration::from_millis(300)).await;
    // The broker ends the connection of whoever sends as much.
    let options = PublishOptions::at_least_once();
    let _ = client
        .publish(format!("{BASE}/t1/state"), vec![b'{'; 10 << 20], options)
        .await;
    tokio::time::sleep(Duration::from_millis(500)).await;
    polling.abort();
}

#[test]
fn a_hostile_table_harms_nobody() {
    let Some(broker) = Broker::start(&names(2)).unwrap() else {
        return;
    };
    let watcher = watcher(&broker);
    let mut seat = Seat::take(&wanted(&broker, "t2", broker.address()), 4, 0);
    seat.turn();
    until("the honest table is heard", || {
        state_of(&watcher, "t2").is_some_and(|s| s.turn == 1)
    });
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(attack(&broker));
    until("nonsense was refused", || {
        watcher.look(|wall, _| wall.refused()) >= 4
    });
    seat.turn();
    until("the honest table goes on", || {
        state_of(&watcher, "t2").is_some_and(|s| s.turn == 2)
    });
    assert_eq!(of_table(&watcher, "t2", Table::is_online), Some(true));
    assert_eq!(
        of_table(&watcher, "t2", |table| table.confirmed().is_some()),
        Some(false)
    );
    assert!(watcher.hearing().connected);
    assert!(of_table(&watcher, "t1", |table| table.drawing().is_none()) != Some(false));
}
