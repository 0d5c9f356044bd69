//! What somebody in the same network might try; none of it gets further than the door.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use nebelwacht_ui::phone::camera::PhoneCamera;
use phone::{Keys, Page, Right};
use serde_json::json;
use tracker::setup::Setup;

use super::hall::Hall;

/// How long a game may take to begin on a busy machine.
const PATIENCE: Duration = Duration::from_secs(30);

fn setup() -> Setup {
    "players=Anna:red,Ben:blue".parse().expect("a set-up")
}

/// Host and path of an address.
fn parts(link: &str) -> (&str, &str) {
    let rest = link.split_once("://").expect("an address").1;
    let slash = rest.find('/').expect("a path");
    rest.split_at(slash)
}

/// Sends a request as it is and answers with its status and all that came back.
fn send(host: &str, request: &[u8]) -> (u16, String) {
    let mut stream = TcpStream::connect(host).expect("somebody listens");
    stream
        .set_read_timeout(Some(Duration::from_secs(5)))
        .expect("set");
    // The door may close before all of it has come.
    let _ = stream.write_all(request);
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    let answer = String::from_utf8_lossy(&answer).into_owned();
    let status = answer
        .split(' ')
        .nth(1)
        .and_then(|status| status.parse().ok());
    (status.unwrap_or(0), answer)
}

fn request(method: &str, host: &str, path: &str, headers: &str, body: &str) -> (u16, String) {
    let length = body.len();
    let text = format!(
        "{method} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\
         Content-Length: {length}\r\n{headers}\r\n{body}"
    );
    send(host, text.as_bytes())
}

#[test]
fn without_the_right_key_there_is_one_page_and_nothing_else() {
    let place = tempfile::tempdir().expect("a temporary folder");
    let hall = Hall::open(&setup(), place.path(), PhoneCamera::film());
    let look = hall.link(Page::Look);
    let (host, path) = parts(&look);
    let get = |path: &str| request("GET", host, path, "", "");

    let (status, answer) = get(path);
    assert_eq!(status, 200, "{answer}");
    for header in [
        "content-security-policy: default-src 'none'; script-src 'self'",
        "referrer-policy: no-referrer",
        "x-content-type-options: nosniff",
        "cache-control: no-store",
    ] {
        assert!(answer.contains(header), "{header}: {answer}");
    }
    assert!(
        !answer.to_lowercase().contains("access-control"),
        "no other page may read it"
    );

    let old = Keys::random().expect("keys");
    let old = old.of(Right::Look).text();
    let key = path.split('/').nth(2).expect("a key");
    let wrong = [
        "/".to_owned(),
        "/look/".to_owned(),
        "/look//".to_owned(),
        format!("/look/{old}/"),
        format!("/look/{}/", &key[..42]),
        format!("/look/{}/", "A".repeat(5000)),
        format!("/answer/{key}/"),
        format!("/camera/{key}/"),
        format!("/photo/{key}/"),
        format!("/camera/{key}/socket"),
        format!("/look/{old}/board.svg"),
        format!("/look/{old}/live"),
        format!("/look/{old}/page.css"),
        format!("/../../{key}/"),
        format!("/%2e%2e/{key}/etc/passwd"),
        format!("/nothing/{key}/"),
    ];
    for path in wrong {
        let (status, answer) = get(&path);
        let said = answer.contains("code") && !answer.contains("page.css");
        assert!(status == 403 && said, "{path}: {answer}");
    }
    // With the key, no path leads to a file either.
    for file in [
        "..%2f..%2fCargo.toml",
        "%2e%2e",
        "mod.rs",
        "page.css%00",
        "face..svg",
    ] {
        let (status, answer) = get(&format!("{path}{file}"));
        assert!(matches!(status, 403 | 404), "{file}: {answer}");
    }
    // Looking is not answering.
    let own = format!("Origin: http://{host}\r\n");
    let (status, _) = request("POST", host, &format!("{path}order"), &own, "{}");
    assert_eq!(status, 403);
    let (status, _) = request("GET", host, &format!("{path}lookup/places?of=D"), "", "");
    assert_eq!(status, 403);
    // Nor is it sending photographs: whoever may not is told before a byte of one was read.
    let long = format!(
        "POST {path}picture HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\
         Content-Length: 60000000\r\n{own}\r\n"
    );
    assert_eq!(send(host, long.as_bytes()).0, 403);
    drop(hall);
}

#[test]
fn other_pages_hosts_and_crowds_are_turned_away() {
    let place = tempfile::tempdir().expect("a temporary folder");
    let hall = Hall::open(&setup(), place.path(), PhoneCamera::film());
    let answer = hall.link(Page::Answer);
    let (host, path) = parts(&answer);
    let order = format!("{path}order");
    let lay = json!({"tile": {"face": "D", "x": 0, "y": 0, "rotation": 0}}).to_string();

    let foreign = [
        "",
        "Origin: http://evil.example\r\n",
        "Origin: null\r\n",
        "Origin: https://127.0.0.1\r\n",
    ];
    for origin in foreign {
        assert_eq!(
            request("POST", host, &order, origin, &lay).0,
            403,
            "{origin}"
        );
    }
    // A name of somebody else's that leads here.
    let rebound = format!("GET {path} HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n");
    assert_eq!(send(host, rebound.as_bytes()).0, 421);

    let own = format!("Origin: http://{host}\r\n");
    let too_long = format!(
        "{{\"choose\":{{\"choice\":\"{}\",\"option\":0}}}}",
        "x".repeat(100_000)
    );
    assert_eq!(request("POST", host, &order, &own, &too_long).0, 413);
    for nonsense in [
        "",
        "null",
        "[]",
        "{\"pause\":{}}",
        "{\"undo\":{\"event\":99}}",
    ] {
        assert_eq!(
            request("POST", host, &order, &own, nonsense).0,
            422,
            "{nonsense}"
        );
    }
    // The game begins on a thread of its own.
    let patient = Instant::now();
    loop {
        match request("POST", host, &order, &own, &lay) {
            (200, _) => break,
            (422, _) if patient.elapsed() < PATIENCE => {
                std::thread::sleep(Duration::from_millis(50))
            }
            (status, answer) => panic!("{status}: {answer}"),
        }
    }

    // Garbage instead of a request, and a head that never ends.
    for garbage in [
        &b"\x16\x03\x01\x02\x00\x01"[..],
        &b"\0\0\0\0\r\n\r\n"[..],
        &[b'A'; 500_000][..],
    ] {
        let (status, _) = send(host, garbage);
        assert!(status == 0 || (400..500).contains(&status), "{status}");
    }

    // More connections than any phone opens; those that are let in stay quiet.
    let quiet: Vec<_> = (0..60)
        .filter_map(|_| TcpStream::connect(host).ok())
        .collect();
    std::thread::sleep(Duration::from_millis(300));
    let shut = quiet.iter().filter(|stream| {
        stream
            .set_read_timeout(Some(Duration::from_millis(20)))
            .expect("set");
        matches!((&**stream).read(&mut [0; 1]), Ok(0))
    });
    assert!(shut.count() >= 60 - phone::limits::CONNECTIONS_EACH);
    drop(quiet);
    std::thread::sleep(Duration::from_millis(300));

    // More requests than any person makes.
    let many: Vec<u16> = (0..150)
        .map(|_| request("GET", host, path, "", "").0)
        .collect();
    assert!(many.contains(&429), "{many:?}");
    std::thread::sleep(Duration::from_secs(2));
    assert_eq!(request("GET", host, path, "", "").0, 200, "it passes");
    let keeper = hall.close();
    drop(keeper);
}
