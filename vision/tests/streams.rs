//! A network stream against a server that behaves as badly as phones do: it stalls, drops the
//! connection, sends garbage, goes away and comes back.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use opencv::core::{CV_8UC3, Mat, Scalar, Size, Vector, mean_def};
use opencv::imgcodecs::imencode_def;
use vision::source::frame::MachineClock;
use vision::source::{Source, SourceError, StreamConfig, StreamSource};

/// What the server does with one connection.
#[derive(Clone, Copy)]
enum Manner {
    /// Sends so many pictures of this grey level, then closes.
    SendThenDrop(u32, f64),
    /// Sends so many, then keeps the connection and says nothing.
    SendThenStall(u32, f64),
    /// Answers with bytes that mean nothing.
    Garbage,
    /// Sends so many pictures with noise in place of every third, then closes.
    SendWithNoise(u32, f64),
    /// Answers with a page, as the address of a phone's settings does.
    Page,
    /// Sends so many pictures without a pause, then closes.
    Pour(u32, f64),
    /// Answers that it is busy.
    Busy,
}

/// A server that treats its connections in these manners, one after the other, the last one
/// for ever. Answers its address.
fn serve(manners: Vec<Manner>) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = listener.local_addr().expect("an address");
    thread::spawn(move || {
        for (number, connection) in listener.incoming().enumerate() {
            let manner = manners[number.min(manners.len() - 1)];
            let Ok(connection) = connection else { continue };
            // The client hanging up is part of the test.
            thread::spawn(move || treat(connection, manner));
        }
    });
    format!("http://{address}/video")
}

fn treat(mut client: TcpStream, manner: Manner) -> std::io::Result<()> {
    // The request is read and ignored: one request per connection.
    let _ = client.read(&mut [0; 4096])?;
    let (count, level) = match manner {
        Manner::SendThenDrop(count, level)
        | Manner::SendThenStall(count, level)
        | Manner::SendWithNoise(count, level)
        | Manner::Pour(count, level) => (count, level),
        Manner::Page => {
            let page = "<html><body>Settings of the camera</body></html>";
            let head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\n";
            let answer = format!("{head}Content-Length: {}\r\n\r\n{page}", page.len());
            return client.write_all(answer.as_bytes());
        }
        Manner::Garbage => return client.write_all(&[7, 0, 255, 13, 10, 65].repeat(2000)),
        Manner::Busy => {
            let answer = b"HTTP/1.1 503 Busy\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
            return client.write_all(answer);
        }
    };
    client.write_all(
        b"HTTP/1.0 200 OK\r\nContent-Type: multipart/x-mixed-replace; boundary=frame\r\n\r\n",
    )?;
    let picture = jpeg(level);
    let noise: Vec<u8> = (0..picture.len()).map(|i| (i * 89 % 251) as u8).collect();
    for number in 0..count {
        let noisy = matches!(manner, Manner::SendWithNoise(..)) && number % 3 == 1;
        let picture = if noisy { &noise } else { &picture };
        let head = format!(
            "--frame\r\nContent-Type: image/jpeg\r\nContent-Length: {}\r\n\r\n",
            picture.len()
        );
        client.write_all(head.as_bytes())?;
        client.write_all(picture)?;
        client.write_all(b"\r\n")?;
        if !matches!(manner, Manner::Pour(..)) {
            thread::sleep(Duration::from_millis(20));
        }
    }
    if matches!(manner, Manner::SendThenStall(..)) {
        thread::sleep(Duration::from_secs(60));
    }
    Ok(())
}

fn jpeg(level: f64) -> Vec<u8> {
    let picture = Mat::new_size_with_default(Size::new(320, 240), CV_8UC3, Scalar::all(level));
    let mut bytes = Vector::new();
    imencode_def(".jpg", &picture.expect("a picture"), &mut bytes).expect("encoded");
    bytes.as_slice().to_vec()
}

/// Short patience, so that the test is quick.
fn hasty() -> StreamConfig {
    StreamConfig {
        open_timeout_ms: 2000,
        read_timeout_ms: 700,
        first_pause_ms: 50,
        longest_pause_ms: 200,
        wait_ms: 100,
        give_up_after_ms: Some(20_000),
    }
}

fn stream(url: &str, config: StreamConfig) -> StreamSource {
    StreamSource::open(url, config, Arc::new(MachineClock::start())).expect("a thread")
}

/// Waits for a frame of this grey level; answers the troubles met on the way.
fn until_level(source: &mut StreamSource, level: f64) -> Vec<SourceError> {
    let end = Instant::now() + Duration::from_secs(40);
    let mut troubles = Vec::new();
    let mut last = (0, 0);
    loop {
        assert!(
            Instant::now() < end,
            "level {level} never came; {troubles:?}"
        );
        match source.next() {
            Ok(Some(frame)) => {
                let now = (frame.seq, frame.taken_at_ms);
                assert!(
                    now >= last && (now.0 > last.0 || last == (0, 0)),
                    "{now:?} after {last:?}"
                );
                last = now;
                let seen = mean_def(&frame.pixels).expect("a mean")[0];
                if (seen - level).abs() < 4.0 {
                    return troubles;
                }
            }
            Ok(None) => panic!("the stream ended: {troubles:?}"),
            Err(error) => {
                assert!(error.is_passing(), "{error}");
                troubles.push(error);
            }
        }
    }
}

#[test]
fn a_dropped_connection_is_taken_up_again() {
    let url = serve(vec![
        Manner::SendThenDrop(10, 50.0),
        Manner::SendThenDrop(1000, 150.0),
    ]);
    let mut source = stream(&url, hasty());
    until_level(&mut source, 50.0);
    until_level(&mut source, 150.0);
}

#[test]
fn a_stalled_connection_is_given_up_and_opened_anew() {
    let url = serve(vec![
        Manner::SendThenStall(60, 60.0),
        Manner::SendThenDrop(1000, 160.0),
    ]);
    let mut source = stream(&url, hasty());
    until_level(&mut source, 60.0);
    let start = Instant::now();
    until_level(&mut source, 160.0);
    println!(
        "from the first picture over a stall to the next connection: {:?}",
        start.elapsed()
    );
}

#[test]
fn garbage_and_a_busy_server_are_outlasted() {
    let url = serve(vec![
        Manner::Garbage,
        Manner::Busy,
        Manner::SendThenDrop(1000, 170.0),
    ]);
    let troubles = until_level(&mut stream(&url, hasty()), 170.0);
    let told = |error: &SourceError| error.to_string().contains("trying again");
    assert!(
        !troubles.is_empty() && troubles.iter().all(told),
        "{troubles:?}"
    );
}

#[test]
fn pictures_go_on_after_broken_ones() {
    let url = serve(vec![
        Manner::SendWithNoise(90, 80.0),
        Manner::SendThenDrop(1000, 180.0),
    ]);
    let mut source = stream(&url, hasty());
    until_level(&mut source, 80.0);
    until_level(&mut source, 180.0);
}

#[test]
fn a_page_in_place_of_pictures_is_said_and_tried_again() {
    // Pages for several tries: the pauses between them are longer than a reader waits for a
    // frame, so the reader hears of the page however quick the machine is.
    let mut manners = vec![Manner::Page; 12];
    manners.push(Manner::SendThenDrop(1000, 190.0));
    let url = serve(manners);
    let troubles = until_level(&mut stream(&url, hasty()), 190.0);
    let told = |error: &SourceError| error.to_string().contains("picture stream");
    assert!(troubles.iter().any(told), "{troubles:?}");
}

/// Resident memory in KiB as the kernel counts it; `None` where it does not say.
fn resident_kib() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

#[test]
#[ignore = "alone, since other tests use memory too: --ignored"]
fn an_hour_of_pictures_and_broken_connections_leaves_memory_flat() {
    // An hour at 5 pictures a second, poured as fast as they are taken, in 36 connections.
    const CONNECTIONS: usize = 36;
    let mut manners = vec![Manner::Pour(500, 40.0); CONNECTIONS];
    manners.push(Manner::SendThenDrop(1000, 200.0));
    let mut source = stream(&serve(manners), hasty());
    let settled = |source: &mut StreamSource, frames: u32| {
        let mut taken = 0;
        while taken < frames {
            match source.next() {
                Ok(Some(_)) => taken += 1,
                Ok(None) => panic!("the stream ended"),
                Err(error) => assert!(error.is_passing(), "{error}"),
            }
        }
        resident_kib()
    };
    let Some(before) = settled(&mut source, 500) else {
        println!("skipped: the kernel does not say how much memory is used");
        return;
    };
    until_level(&mut source, 200.0);
    let after = resident_kib().unwrap_or(u64::MAX);
    println!("{before} KiB after the first pictures, {after} KiB after all");
    assert!(after < before + 20_000, "{before} KiB became {after} KiB");
}

#[test]
fn a_server_that_never_comes_is_given_up_with_one_message() {
    let config = StreamConfig {
        give_up_after_ms: Some(600),
        ..hasty()
    };
    // A port that was free a moment ago and is closed now.
    let free = TcpListener::bind("127.0.0.1:0")
        .and_then(|it| it.local_addr())
        .expect("a port");
    let url = format!("http://{free}/video");
    let mut source = stream(&url, config);
    let start = Instant::now();
    let error = loop {
        match source.next() {
            Err(error) if error.is_passing() => {}
            Err(error) => break error,
            Ok(_) => panic!("no picture can come"),
        }
        assert!(
            start.elapsed() < Duration::from_secs(20),
            "it never gives up"
        );
    };
    assert!(matches!(error, SourceError::StreamGone { .. }), "{error}");
    assert!(error.to_string().starts_with(&url), "{error}");
    assert!(matches!(source.next(), Ok(None)));
}

#[test]
fn letting_go_of_a_stream_does_not_wait_for_its_server() {
    let url = serve(vec![Manner::SendThenStall(0, 0.0)]);
    let source = stream(
        &url,
        StreamConfig {
            open_timeout_ms: 8000,
            ..hasty()
        },
    );
    thread::sleep(Duration::from_millis(100));
    let start = Instant::now();
    drop(source);
    assert!(start.elapsed() < Duration::from_secs(1));
}
