//! What waits for the broker, on disk: in order, bounded, and gone once it has been acknowledged.
//!
//! A file of lines, appended to; cut to nothing when everything has arrived. After a crash all its
//! lines are sent again: whoever reads them knows them by their numbers.

use std::collections::VecDeque;
use std::io;
use std::path::{Path, PathBuf};

use files::write::Growing;
use serde::{Deserialize, Serialize};

use crate::limits::OUTBOX_BYTES;
use crate::message::topic::Kind;

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
        let (mut file, bytes) = Growing::open(path, 2 * OUTBOX_BYTES)?;
        let mut whole = 0;
        for line in bytes.split_inclusive(|&byte| byte == b'\n') {
            let length = line.len() as u64;
            // A line cut off by a crash, and whatever somebody wrote into the file.
            let Ok(post) = serde_json::from_slice(line) else {
                break;
            };
            whole += length;
            self.waiting.push_back((post, length));
        }
        file.cut(whole)?;
        self.bytes = whole;
        self.file = Some(file);
        Ok(())
    }

    /// Takes a message in. Events beyond the limit are left out: the record has them.
    pub fn push(&mut self, post: Post) {
        if post.kind == Kind::Event && self.bytes - self.arrived > OUTBOX_BYTES {
            self.left_out += 1;
            return;
        }
        let mut line = serde_json::to_vec(&post).unwrap_or_default();
        line.push(b'\n');
        let length = line.len() as u64;
        self.append(&line);
        self.bytes += length;
        self.waiting.push_back((post, length));
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

    /// The message at that place in the queue.
    pub fn get(&self, at: usize) -> Option<&Post> {
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
        self.arrived += length;
        if self.waiting.is_empty() || self.arrived > OUTBOX_BYTES {
            self.clear();
        }
    }

    /// Forgets what has arrived, on disk too.
    fn clear(&mut self) {
        let lines: Vec<u8> = self.waiting.iter().fold(Vec::new(), |mut all, (post, _)| {
            all.extend(serde_json::to_vec(post).unwrap_or_default());
            all.push(b'\n');
            all
        });
        self.bytes = lines.len() as u64;
        self.arrived = 0;
        if let Some(file) = &mut self.file
            && let Err(error) = file.cut(0)
        {
            self.trouble = Some(error.to_string());
            self.file = None;
        }
        if !lines.is_empty() {
            self.append(&lines);
        }
    }

    /// Events that were left out since it was opened.
    pub fn left_out(&self) -> usize {
        self.left_out
    }

    /// Why nothing is kept on disk.
    pub fn trouble(&self) -> Option<&str> {
        self.trouble.as_deref()
    }
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
    fn without_a_disk_memory_has_to_do() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("file"), "").unwrap();
        let mut outbox = Outbox::open(&folder.path().join("file/outbox.jsonl"));
        assert!(outbox.trouble().is_some());
        outbox.push(post(1));
        assert_eq!(outbox.get(0), Some(&post(1)));
    }
}
