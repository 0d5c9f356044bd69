//! What waits for the broker, on disk: in order, bounded, and gone once it has been acknowledged.
//!
//! A file of lines, appended to; cut to nothing when everything has arrived. After a crash all its
//! lines are sent again: whoever reads them knows them by their numbers.

use std::collections::VecDeque;
use std::io;
use std::path::{Path, PathBuf};

use files::write::Growing;
use serde::{Deserialize, Serialize};

use crate::limits::{OUTBOX_BYTES, UNDER_WAY};
use crate::message::topic::Kind;

/// Bytes that may wait after room was made: so much less than the limit that the file is not
/// written anew for each message.
const MADE_ROOM: u64 = OUTBOX_BYTES - OUTBOX_BYTES / 8;

/// A message that must arrive.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Post {
    /// Which topic.
    pub kind: Kind,
    /// What it says.
    pub text: String,
}

/// The messages that have not arrived yet.
#[derive(Debug, Default)]
pub struct Outbox {
    file: Option<Growing>,
    path: Option<PathBuf>,
    /// Bytes in the file, and how many of them belong to messages that have arrived.
    bytes: u64,
    arrived: u64,
    waiting: VecDeque<(Post, u64)>,
    /// How many of the first ones have been sent and not acknowledged.
    under_way: usize,
    left_out: usize,
    trouble: Option<String>,
}

impl Outbox {
    /// The outbox in that file, with what is still waiting in it. What cannot be kept on disk is
    /// kept in memory, and [`Outbox::trouble`] says why.
    pub fn open(path: &Path) -> Self {
        let mut outbox = Self {
            path: Some(path.to_owned()),
            ..Self::default()
        };
        if let Err(error) = outbox.read() {
            tracing::warn!(%error, path = %path.display(), "the outbox is in memory only");
            outbox.trouble = Some(error.to_string());
        }
        outbox
    }

    fn read(&mut self) -> io::Result<()> {
        let Some(path) = &self.path else {
            return Ok(());
        };
        files::write::folder(path.parent().unwrap_or(Path::new("")))?;
        if !path.exists() {
            self.file = Some(Growing::create(path)?);
            return Ok(());
        }
        let (file, bytes) = Growing::open(path, 2 * OUTBOX_BYTES)?;
        let (mut whole, mut unread) = (0, 0);
        for line in bytes.split_inclusive(|&byte| byte == b'\n') {
            // What a crash cut off in the middle, or somebody wrote into the file.
            let Ok(post) = serde_json::from_slice(line) else {
                unread += 1;
                continue;
            };
            let length = line.len() as u64;
            whole += length;
            self.waiting.push_back((post, length));
        }
        self.bytes = whole;
        if unread == 0 && bytes.last().is_none_or(|&byte| byte == b'\n') {
            self.file = Some(file);
            return self.go_on_at(whole);
        }
        tracing::warn!(unread, path = %path.display(), "lines of the outbox are left out");
        drop(file);
        self.write_anew()
    }

    /// Goes on after so many bytes of the file.
    fn go_on_at(&mut self, bytes: u64) -> io::Result<()> {
        self.file.as_mut().map_or(Ok(()), |file| file.cut(bytes))
    }

    /// Writes what waits, and nothing else, in place of the file: whole, or as it was.
    fn write_anew(&mut self) -> io::Result<()> {
        let Some(path) = &self.path else {
            return Ok(());
        };
        let mut lines = Vec::new();
        for (post, length) in &mut self.waiting {
            let line = line_of(post);
            *length = line.len() as u64;
            lines.extend(line);
        }
        self.file = None;
        files::write::file(path, &lines)?;
        self.file = Some(Growing::open(path, 2 * OUTBOX_BYTES)?.0);
        (self.bytes, self.arrived) = (lines.len() as u64, 0);
        self.go_on_at(self.bytes)
    }

    /// Takes a message in. Beyond the limit the oldest events are left out, and then the oldest
    /// records; an event itself, if that gives it no room. A result always goes in.
    pub fn push(&mut self, post: Post) {
        let line = line_of(&post);
        let length = line.len() as u64;
        let waits = |outbox: &Self| outbox.bytes.saturating_sub(outbox.arrived);
        let is_full = |outbox: &Self| waits(outbox) + length > OUTBOX_BYTES;
        if is_full(self) {
            self.make_room(post.kind, length);
        }
        if post.kind == Kind::Event && is_full(self) {
            self.left_out += 1;
            return;
        }
        self.append(&line);
        self.bytes += length;
        self.waiting.push_back((post, length));
    }

    /// Leaves out what is older than a message of that kind and counts for less, until there is
    /// room for some more like it. What is under way stays.
    fn make_room(&mut self, kind: Kind, length: u64) {
        let less: &[Kind] = match kind {
            Kind::Event => &[Kind::Event],
            _ => &[Kind::Event, Kind::Record],
        };
        let before = self.waiting.len();
        let mut waits = self.bytes.saturating_sub(self.arrived);
        for &less in less {
            let mut at = self.under_way;
            while waits + length > MADE_ROOM
                && let Some((post, bytes)) = self.waiting.get(at)
            {
                if post.kind == less {
                    waits = waits.saturating_sub(*bytes);
                    self.waiting.remove(at);
                } else {
                    at += 1;
                }
            }
        }
        let left_out = before - self.waiting.len();
        self.left_out += left_out;
        if left_out > 0 || self.arrived > 0 {
            self.forget();
        }
    }

    fn append(&mut self, mut line: &[u8]) {
        let Some(file) = &mut self.file else { return };
        let mut written = || {
            while !line.is_empty() {
                let some = file.write(line)?;
                line = &line[some..];
            }
            file.sync()
        };
        if let Err(error) = written() {
            // A line in pieces would end the file there. From now on memory has to do.
            self.trouble = Some(error.to_string());
            self.file = None;
        }
    }

    /// The message that is to be sent next, under way from now on; none if none waits, or as many
    /// are under way as may be.
    pub fn send_next(&mut self) -> Option<Post> {
        let may = self.under_way < usize::from(UNDER_WAY);
        let next = self.get(self.under_way).filter(|_| may)?.clone();
        self.under_way += 1;
        Some(next)
    }

    /// The connection has ended: what was under way is to be sent again.
    pub fn send_again(&mut self) {
        self.under_way = 0;
    }

    /// The message at that place in the queue.
    fn get(&self, at: usize) -> Option<&Post> {
        self.waiting.get(at).map(|(post, _)| post)
    }

    /// How many wait.
    pub fn len(&self) -> usize {
        self.waiting.len()
    }

    /// Whether none waits.
    pub fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    /// The first one has arrived.
    pub fn arrived(&mut self) {
        let Some((_, length)) = self.waiting.pop_front() else {
            return;
        };
        self.under_way = self.under_way.saturating_sub(1);
        self.arrived += length;
        if self.waiting.is_empty() || self.arrived > OUTBOX_BYTES {
            self.forget();
        }
    }

    /// Forgets what has arrived, on disk too.
    fn forget(&mut self) {
        let waits: u64 = self.waiting.iter().map(|(_, length)| length).sum();
        (self.bytes, self.arrived) = (waits, 0);
        let forgotten = match (&self.file, waits) {
            (None, _) => Ok(()),
            (Some(_), 0) => self.go_on_at(0),
            (Some(_), _) => self.write_anew(),
        };
        if let Err(error) = forgotten {
            self.trouble = Some(error.to_string());
            self.file = None;
        }
    }

    /// Events and records that were left out since it was opened.
    pub fn left_out(&self) -> usize {
        self.left_out
    }

    /// Why nothing is kept on disk.
    pub fn trouble(&self) -> Option<&str> {
        self.trouble.as_deref()
    }
}

/// A message as a line of the file.
fn line_of(post: &Post) -> Vec<u8> {
    let mut line = serde_json::to_vec(post).unwrap_or_default();
    line.push(b'\n');
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    fn post(n: usize) -> Post {
        Post {
            kind: Kind::Event,
            text: format!("{{\"n\":{n}}}"),
        }
    }

    #[test]
    fn what_has_not_arrived_outlives_the_program() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("hall/7/outbox.jsonl");
        let mut outbox = Outbox::open(&path);
        (0..5).for_each(|n| outbox.push(post(n)));
        outbox.arrived();
        drop(outbox);
        // A crash in the middle of a line.
        let mut bytes = std::fs::read(&path).unwrap();
        bytes.extend(b"{\"kind\":\"ev");
        std::fs::write(&path, bytes).unwrap();
        let mut outbox = Outbox::open(&path);
        // What had arrived comes once more: the reader knows it by its number.
        assert_eq!(outbox.len(), 5);
        assert_eq!(outbox.get(4), Some(&post(4)));
        outbox.push(post(5));
        (0..6).for_each(|_| outbox.arrived());
        assert!(outbox.is_empty());
        assert_eq!(std::fs::metadata(&path).unwrap().len(), 0);
        outbox.push(post(6));
        drop(outbox);
        assert_eq!(Outbox::open(&path).len(), 1);
    }

    #[test]
    fn a_bad_line_costs_no_other() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("outbox.jsonl");
        let lines: Vec<Vec<u8>> = (0..3).map(|n| line_of(&post(n))).collect();
        let bytes = [&lines[0][..], b"rubbish\n", &lines[1]].concat();
        std::fs::write(&path, bytes).unwrap();
        let mut outbox = Outbox::open(&path);
        outbox.push(post(2));
        drop(outbox);
        let outbox = Outbox::open(&path);
        let waits: Vec<_> = (0..outbox.len())
            .map(|at| outbox.get(at).cloned())
            .collect();
        assert_eq!(waits, [0, 1, 2].map(|n| Some(post(n))));
        drop(outbox);
        // A whole message whose line a crash left without an end is glued to no other.
        let bytes = [&lines[0][..], &lines[1][..lines[1].len() - 1]].concat();
        std::fs::write(&path, bytes).unwrap();
        let mut outbox = Outbox::open(&path);
        outbox.push(post(2));
        drop(outbox);
        assert_eq!(Outbox::open(&path).len(), 3);
    }

    #[test]
    fn what_waits_stays_when_much_has_arrived() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("outbox.jsonl");
        let mut outbox = Outbox::open(&path);
        let large = Post {
            kind: Kind::Result,
            text: "x".repeat(1 << 20),
        };
        (0..12).for_each(|_| outbox.push(large.clone()));
        (0..10).for_each(|_| outbox.arrived());
        assert_eq!(outbox.trouble(), None);
        drop(outbox);
        let sent_again = Outbox::open(&path).len();
        assert!((2..12).contains(&sent_again), "{sent_again}");
    }

    #[test]
    fn it_is_bounded_and_results_always_go_in() {
        let folder = tempfile::tempdir().unwrap();
        let mut outbox = Outbox::open(&folder.path().join("outbox.jsonl"));
        let large = Post {
            kind: Kind::Event,
            text: "x".repeat(1 << 20),
        };
        (0..20).for_each(|_| outbox.push(large.clone()));
        assert!(outbox.len() < 10, "{}", outbox.len());
        assert_eq!(outbox.len() + outbox.left_out(), 20);
        let result = Post {
            kind: Kind::Result,
            text: "{}".into(),
        };
        outbox.push(result.clone());
        assert_eq!(outbox.get(outbox.len() - 1), Some(&result));
    }

    #[test]
    fn records_do_not_fill_it_either() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("outbox.jsonl");
        let mut outbox = Outbox::open(&path);
        let record = |n: usize| Post {
            kind: Kind::Record,
            text: n.to_string() + &"x".repeat(2 << 20),
        };
        let result = |n: usize| Post {
            kind: Kind::Result,
            text: format!("{{\"n\":{n}}}"),
        };
        outbox.push(record(0));
        // Its place in the queue is known to the connection.
        assert_eq!(outbox.send_next(), Some(record(0)));
        for n in 1..12 {
            outbox.push(post(n));
            outbox.push(record(n));
            outbox.push(result(n));
        }
        assert_eq!(outbox.get(0), Some(&record(0)));
        assert!(outbox.left_out() > 0);
        drop(outbox);
        let outbox = Outbox::open(&path);
        assert_eq!(outbox.trouble(), None);
        let waits: Vec<Post> = (0..outbox.len())
            .filter_map(|at| outbox.get(at).cloned())
            .collect();
        assert!((1..12).all(|n| waits.contains(&result(n))));
        assert!(waits.contains(&record(11)) && !waits.contains(&record(1)));
    }

    #[test]
    fn without_a_disk_memory_has_to_do() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("file"), "").unwrap();
        let mut outbox = Outbox::open(&folder.path().join("file/outbox.jsonl"));
        assert!(outbox.trouble().is_some());
        outbox.push(post(1));
        assert_eq!(outbox.get(0), Some(&post(1)));
    }
}
