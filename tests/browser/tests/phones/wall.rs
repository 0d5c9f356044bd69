//! The wall of a hall as a page: many tables, who needs somebody, a table unfolded, standings.

use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Instant;

use nebelwacht_browser_tests::browser::{Driver, PATIENCE, run, until, value};
use nebelwacht_browser_tests::{program, skip};
use serde_json::{Value, json};

use super::looks::{axe, check};

/// A process that ends with the test.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn free_port() -> u16 {
    let free = TcpListener::bind(("127.0.0.1", 0)).and_then(|listener| listener.local_addr());
    free.expect("a free port").port()
}

/// A broker on loopback, without encryption or accounts; none where mosquitto is not installed.
fn broker(folder: &Path, port: u16) -> Option<Running> {
    let config = folder.join("mosquitto.conf");
    let text = format!("listener {port} 127.0.0.1\nallow_anonymous true\npersistence false\n");
    std::fs::write(&config, text).expect("written");
    let started = Command::new("/usr/sbin/mosquitto")
        .arg("-c")
        .arg(&config)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    let Ok(child) = started else {
        skip("no mosquitto is installed (make packages-broker)");
        return None;
    };
    let broker = Running(child);
    let start = Instant::now();
    while TcpStream::connect(("127.0.0.1", port)).is_err() {
        assert!(start.elapsed() < PATIENCE, "the broker does not listen");
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    Some(broker)
}

fn publish(port: u16, topic: &str, message: &Value) {
    let sent = Command::new("mosquitto_pub")
        .args(["-V", "mqttv5", "-q", "1", "-r", "-h", "127.0.0.1", "-p"])
        .args([&port.to_string(), "-t", topic, "-m", &message.to_string()])
        .status();
    assert!(sent.expect("mosquitto-clients are installed").success());
}

/// A table's newest state, as a table tells it.
fn state(number: u32, over: bool, trouble: &[&str]) -> Value {
    let names = [["A. B.", "B. O."], ["Dietlinde Özgür-Vogelsang", "Cleo"]][number as usize % 2];
    let players = names.iter().zip(["red", "blue"]).zip([17, 12]);
    let players: Vec<Value> = players
        .map(|((name, color), each)| {
            json!({"name": name, "color": color, "score": number * each % 131,
                "on_turn": !over && color == "red"})
        })
        .collect();
    json!({
        "v": 1, "session": 1, "number": 1, "at": "2026-01-16T20:00:30Z",
        "game": "2026-01-16T19:00:00Z", "players": players, "turn": 20 + number,
        "turn_since": "2026-01-16T20:00:00Z", "tiles": 4, "tiles_left": 71 - number,
        "over": over, "trouble": trouble,
        "board": {"tiles": [[0, 0, "D", 0], [1, 0, "U", 90], [0, -1, "E", 180], [2, 0, "U", 90]],
            "figures": [[1, 0, 1, "meeple", "red"]]},
    })
}

#[test]
fn the_wall_can_be_read_by_everybody() {
    let Some(driver) = Driver::start() else {
        return;
    };
    let place = tempfile::tempdir().expect("a temporary folder");
    let port = free_port();
    let Some(_broker) = broker(place.path(), port) else {
        return;
    };
    let Some(program) = program("nebelwacht") else {
        return;
    };
    for number in 1..=20 {
        let base = format!("club/friday/{number}");
        let presence = json!({"v": 1, "session": 1, "online": number != 12});
        publish(port, &format!("{base}/presence"), &presence);
        let trouble: &[&str] = match number {
            5 => &["calls"],
            9 => &["asks"],
            _ => &[],
        };
        let over = number % 7 == 0;
        let state = state(number, over, trouble);
        publish(port, &format!("{base}/state"), &state);
        if over {
            let result = json!({"v": 1, "game": state["game"], "players": state["players"],
                "turns": 70, "confirmed": "2026-01-16T20:01:00Z"});
            publish(port, &format!("{base}/result"), &result);
        }
    }
    let log = place.path().join("said");
    let _wall = Running(
        Command::new(program)
            .arg("--data-dir")
            .arg(place.path().join("data"))
            .args(["hall", &format!("mqtt://127.0.0.1:{port}/club/friday")])
            .args(["--headless", "--pages", "--page-address", "127.0.0.1"])
            // It takes a port that is free; one that was free a moment ago may not be.
            .args(["--name", "Freitagsrunde"])
            .stdout(Stdio::null())
            .stderr(std::fs::File::create(&log).expect("a file"))
            .spawn()
            .expect("it starts"),
    );
    let start = Instant::now();
    let link = loop {
        let said = std::fs::read_to_string(&log).expect("what it says");
        if let Some(link) = said
            .split_whitespace()
            .find(|word| word.starts_with("http"))
        {
            break link.to_owned();
        }
        assert!(start.elapsed() < PATIENCE, "{said}");
        std::thread::sleep(std::time::Duration::from_millis(50));
    };
    let axe = axe();
    run(async {
        for (size, name) in [
            ([360, 740], "phone"),
            ([1280, 800], "screen"),
            ([1920, 1080], "large"),
        ] {
            for language in ["en", "de"] {
                let page = driver.open(size, language, None).await;
                page.goto(&link).await.expect("a page");
                let all = "document.querySelectorAll('article').length === 20";
                until(&page, "all tables", all).await;
                let needy = "document.querySelectorAll('#needs li').length === 3";
                until(&page, "who needs somebody", needy).await;
                let name = format!("wall_{language}_{name}");
                check(&page, axe.as_deref(), &name, size[0]).await;
                page.execute("document.querySelector('details').open = true", Vec::new())
                    .await
                    .expect("unfolded");
                let board = "(one => one.complete && one.naturalWidth > 0)(\
                     document.querySelector('article img'))";
                until(&page, "the board", board).await;
                check(&page, axe.as_deref(), &format!("{name}_open"), size[0]).await;
                // What changes comes by itself, and what is unfolded stays so.
                if name == "wall_de_phone" {
                    publish(port, "club/friday/3/state", &{
                        let mut newer = state(3, false, &["lost"]);
                        newer["number"] = json!(2);
                        newer
                    });
                    let four = "document.querySelectorAll('#needs li').length === 4";
                    until(&page, "another one that needs somebody", four).await;
                    let open = value(&page, "document.querySelector('details').open").await;
                    assert_eq!(open, true);
                    publish(port, "club/friday/3/state", &{
                        let mut newest = state(3, false, &[]);
                        newest["number"] = json!(3);
                        newest
                    });
                    until(&page, "helped", needy).await;
                }
                page.close().await.expect("closed");
            }
        }
    });
}
