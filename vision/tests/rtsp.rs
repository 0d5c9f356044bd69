//! An RTSP stream against a server that behaves as badly as cameras do: it drops the connection,
//! stalls, sends garbage, is busy, goes away and comes back.
//!
//! The server speaks as much of RTSP (RFC 2326) as a client that asks for interleaved TCP needs,
//! and sends JPEG pictures as RFC 2435 packs them.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use opencv::core::{CV_8UC3, Mat, Scalar, Size, Vector, mean_def};
use opencv::imgcodecs::imencode_def;
use vision::source::frame::MachineClock;
use vision::source::{Source, SourceError, StreamConfig, StreamSource};

const WIDTH: usize = 320;
const HEIGHT: usize = 240;
/// Bytes of a picture in one packet.
const FRAGMENT: usize = 1200;

/// What the server does with one connection.
#[derive(Clone, Copy, PartialEq)]
enum Manner {
    /// Sends so many pictures of this grey level, then closes.
    SendThenDrop(u32, f64),
    /// Sends so many, then keeps the connection and says nothing.
    SendThenStall(u32, f64),
    /// Sends so many with nonsense in place of every third, then closes.
    SendWithNoise(u32, f64),
    /// Answers the first request with bytes that mean nothing.
    Garbage,
    /// Answers that it is busy.
    Busy,
    /// Describes a stream and never sends a picture.
    Silent,
}

/// A server that treats its connections in these manners, one after the other, the last one for
/// ever. Answers its address.
fn serve(manners: Vec<Manner>) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = listener.local_addr().expect("an address");
    thread::spawn(move || {
        for (number, client) in listener.incoming().flatten().enumerate() {
            let manner = manners[number.min(manners.len() - 1)];
            // The client hanging up is part of the test.
            thread::spawn(move || treat(client, manner));
        }
    });
    format!("rtsp://{address}/live")
}

fn treat(mut client: TcpStream, manner: Manner) -> std::io::Result<()> {
    let mut requests = BufReader::new(client.try_clone()?);
    loop {
        let (mut method, mut number, mut transport) = (None, String::new(), String::new());
        for line in requests.by_ref().lines() {
            let line = line?;
            let (name, value) = line.split_once(':').unwrap_or((&line, ""));
            match name.to_ascii_lowercase().as_str() {
                "" => break,
                "cseq" => number = value.trim().to_owned(),
                "transport" => transport = value.trim().to_owned(),
                _ if method.is_none() => {
                    method = line.split(' ').next().map(str::to_owned);
                }
                _ => {}
            }
        }
        let Some(method) = method else {
            return Ok(());
        };
        let mut answer = |status: &str, head: &str, body: &str| {
            let length = body.len();
            let text = format!(
                "RTSP/1.0 {status}\r\nCSeq: {number}\r\n{head}Content-Length: {length}\r\n\r\n{body}"
            );
            client.write_all(text.as_bytes())
        };
        match (method.as_str(), manner) {
            (_, Manner::Garbage) => return client.write_all(&[7, 0, 255, 13, 10, 65].repeat(2000)),
            (_, Manner::Busy) => return answer("503 Service Unavailable", "", ""),
            ("OPTIONS", _) => answer("200 OK", "Public: DESCRIBE, SETUP, PLAY, TEARDOWN\r\n", "")?,
            ("DESCRIBE", _) => {
                let session = "v=0\r\no=- 0 0 IN IP4 127.0.0.1\r\ns=table\r\nc=IN IP4 0.0.0.0\r\n\
                               t=0 0\r\nm=video 0 RTP/AVP 26\r\na=control:trackID=0\r\n";
                answer("200 OK", "Content-Type: application/sdp\r\n", session)?;
            }
            ("SETUP", _) if transport.contains("TCP") => {
                let head = "Transport: RTP/AVP/TCP;unicast;interleaved=0-1\r\nSession: 1\r\n";
                answer("200 OK", head, "")?;
            }
            ("SETUP", _) => answer("461 Unsupported Transport", "", "")?,
            ("PLAY", _) => {
                answer("200 OK", "Session: 1\r\n", "")?;
                return play(&mut client, manner);
            }
            _ => answer("200 OK", "Session: 1\r\n", "")?,
        }
    }
}

fn play(client: &mut TcpStream, manner: Manner) -> std::io::Result<()> {
    let (count, level) = match manner {
        Manner::SendThenDrop(count, level)
        | Manner::SendThenStall(count, level)
        | Manner::SendWithNoise(count, level) => (count, level),
        Manner::Silent | Manner::Garbage | Manner::Busy => (0, 0.0),
    };
    let picture = Picture::grey(level);
    let noise = Picture {
        scan: (0..picture.scan.len())
            .map(|i| (i * 89 % 251) as u8)
            .collect(),
        ..picture.clone()
    };
    let mut sequence = 0;
    for number in 0..count {
        let noisy = matches!(manner, Manner::SendWithNoise(..)) && number % 3 == 1;
        let picture = if noisy { &noise } else { &picture };
        for packet in picture.packets(number * 90 * 40, &mut sequence) {
            let length = (packet.len() as u16).to_be_bytes();
            client.write_all(&[b'$', 0, length[0], length[1]])?;
            client.write_all(&packet)?;
        }
        thread::sleep(Duration::from_millis(20));
    }
    if matches!(manner, Manner::SendThenStall(..) | Manner::Silent) {
        thread::sleep(Duration::from_secs(60));
    }
    Ok(())
}

/// A JPEG picture without its headers.
#[derive(Clone)]
struct Picture {
    /// The quantisation tables of lightness and colour.
    tables: Vec<u8>,
    scan: Vec<u8>,
}

impl Picture {
    fn grey(level: f64) -> Self {
        let size = Size::new(WIDTH as i32, HEIGHT as i32);
        let picture = Mat::new_size_with_default(size, CV_8UC3, Scalar::all(level));
        let mut jpeg = Vector::new();
        imencode_def(".jpg", &picture.expect("a picture"), &mut jpeg).expect("encoded");
        let (mut tables, mut at) = (Vec::new(), 2);
        let bytes = jpeg.as_slice();
        loop {
            let length = usize::from(u16::from_be_bytes([bytes[at + 2], bytes[at + 3]]));
            let segment = &bytes[at + 4..at + 2 + length];
            match bytes[at + 1] {
                // One table or several, each after its number.
                0xDB => segment.chunks(65).for_each(|t| tables.extend(&t[1..])),
                0xDA => break,
                _ => {}
            }
            at += 2 + length;
        }
        let head = usize::from(u16::from_be_bytes([bytes[at + 2], bytes[at + 3]]));
        let scan = bytes[at + 2 + head..bytes.len() - 2].to_vec();
        assert_eq!(tables.len(), 128, "tables of lightness and colour");
        Self { tables, scan }
    }

    /// The picture in packets (RFC 2435, section 3.1).
    fn packets(&self, time: u32, sequence: &mut u16) -> Vec<Vec<u8>> {
        let mut packets = Vec::new();
        let last = self.scan.len().div_ceil(FRAGMENT) - 1;
        for (n, part) in self.scan.chunks(FRAGMENT).enumerate() {
            let mark = if n == last { 0x80 } else { 0 };
            let mut packet = vec![0x80, mark | 26];
            packet.extend(sequence.to_be_bytes());
            packet.extend(time.to_be_bytes());
            packet.extend([0, 0, 0, 7]);
            packet.extend(((n * FRAGMENT) as u32).to_be_bytes());
            // Colour at half the size both ways, tables in the first packet.
            packet.extend([1, 255, (WIDTH / 8) as u8, (HEIGHT / 8) as u8]);
            if n == 0 {
                packet.extend([0, 0]);
                packet.extend((self.tables.len() as u16).to_be_bytes());
                packet.extend(&self.tables);
            }
            packet.extend(part);
            packets.push(packet);
            *sequence = sequence.wrapping_add(1);
        }
        packets
    }
}

/// Short patience, so that the test is quick; what is slow to open gets its time.
fn hasty() -> StreamConfig {
    StreamConfig {
        open_timeout_ms: 6000,
        read_timeout_ms: 700,
        first_pause_ms: 50,
        longest_pause_ms: 200,
        wait_ms: 100,
        give_up_after_ms: Some(40_000),
    }
}

fn stream(manners: Vec<Manner>) -> StreamSource {
    let clock = Arc::new(MachineClock::start());
    StreamSource::open(&serve(manners), hasty(), clock).expect("a thread")
}

/// Waits for a frame of this grey level; answers the troubles met on the way.
fn until_level(source: &mut StreamSource, level: f64) -> Vec<SourceError> {
    let end = Instant::now() + Duration::from_secs(60);
    let mut troubles = Vec::new();
    while Instant::now() < end {
        match source.next() {
            Ok(Some(frame)) => {
                let size = frame.size_px();
                assert_eq!(size, [WIDTH as u32, HEIGHT as u32]);
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
    panic!("level {level} never came; {troubles:?}");
}

#[test]
fn a_dropped_connection_is_taken_up_again() {
    let mut source = stream(vec![
        Manner::SendThenDrop(80, 50.0),
        Manner::SendThenDrop(2000, 150.0),
    ]);
    until_level(&mut source, 50.0);
    until_level(&mut source, 150.0);
}

#[test]
fn a_stalled_connection_is_given_up_and_opened_anew() {
    let mut source = stream(vec![
        Manner::SendThenStall(80, 60.0),
        Manner::SendThenDrop(2000, 160.0),
    ]);
    until_level(&mut source, 60.0);
    until_level(&mut source, 160.0);
}

#[test]
fn garbage_and_a_busy_server_are_outlasted() {
    let mut source = stream(vec![
        Manner::Garbage,
        Manner::Busy,
        Manner::SendThenDrop(2000, 170.0),
    ]);
    let troubles = until_level(&mut source, 170.0);
    let told = |error: &SourceError| error.to_string().contains("trying again");
    assert!(troubles.iter().all(told), "{troubles:?}");
}

#[test]
fn pictures_go_on_after_broken_ones() {
    let mut source = stream(vec![
        Manner::SendWithNoise(120, 80.0),
        Manner::SendThenDrop(2000, 180.0),
    ]);
    until_level(&mut source, 80.0);
    until_level(&mut source, 180.0);
}

#[test]
fn a_server_that_plays_and_sends_nothing_is_tried_again() {
    let mut source = stream(vec![Manner::Silent, Manner::SendThenDrop(2000, 190.0)]);
    until_level(&mut source, 190.0);
}
