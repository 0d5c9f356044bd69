//! Keys: a long random text in an address, which gives one right and nothing else.
//!
//! They are compared in constant time, are shown by nothing but the codes that somebody puts on
//! screen, and never reach a log: their `Debug` keeps them to itself.

use std::fmt;
use std::io;
use std::path::Path;

use base64::prelude::{BASE64_URL_SAFE_NO_PAD, Engine as _};
use rand::TryRngCore as _;
use rand::rngs::OsRng;
use subtle::{Choice, ConstantTimeEq as _};

/// Bytes of a key: nobody guesses 2²⁵⁶.
const BYTES: usize = 32;

/// What a key allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Right {
    /// Sending pictures: the camera, and single photographs.
    Camera,
    /// Seeing the score and the board.
    Look,
    /// The same, and answering, entering and undoing.
    Answer,
}

impl Right {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Camera, Self::Look, Self::Answer];
}

/// A key.
#[derive(Clone, PartialEq, Eq)]
pub struct Key([u8; BYTES]);

impl Key {
    /// A new one from the system's randomness.
    ///
    /// # Errors
    /// When the system gives none.
    pub fn random() -> io::Result<Self> {
        let mut bytes = [0; BYTES];
        OsRng.try_fill_bytes(&mut bytes).map_err(io::Error::other)?;
        Ok(Self(bytes))
    }

    /// As it stands in an address: 43 letters, digits, `-` and `_`.
    pub fn text(&self) -> String {
        BASE64_URL_SAFE_NO_PAD.encode(self.0)
    }

    fn read(text: &str) -> Option<Self> {
        let bytes = BASE64_URL_SAFE_NO_PAD.decode(text).ok()?;
        bytes.try_into().ok().map(Self)
    }

    fn is(&self, other: &Self) -> Choice {
        self.0.ct_eq(&other.0)
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Key(…)")
    }
}

/// The keys of all rights.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Keys([Key; Right::ALL.len()]);

impl Keys {
    /// New ones.
    ///
    /// # Errors
    /// When the system gives no randomness.
    pub fn random() -> io::Result<Self> {
        Ok(Self([Key::random()?, Key::random()?, Key::random()?]))
    }

    /// Those kept in a file of their owner's only, which is made if there is none; so an address
    /// that was scanned once stays good. A file that holds no keys is replaced.
    ///
    /// # Errors
    /// When the file cannot be read or written.
    pub fn pinned(path: &Path) -> io::Result<Self> {
        match files::read::text(path, 4096) {
            Ok(text) => {
                if let Some(kept) = Self::read(&text) {
                    return Ok(kept);
                }
                tracing::warn!(path = %path.display(), "no keys are in it; they are made anew");
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(error),
        }
        let keys = Self::random()?;
        let lines: Vec<String> = keys.0.iter().map(Key::text).collect();
        let text = lines.join("\n") + "\n";
        files::write::file_for(path, text.as_bytes(), files::write::Readers::Owner)?;
        Ok(keys)
    }

    fn read(text: &str) -> Option<Self> {
        let keys: Option<Vec<Key>> = text.lines().map(Key::read).collect();
        let keys: [Key; Right::ALL.len()] = keys?.try_into().ok()?;
        // One key with two rights would be none.
        let same = keys[0] == keys[1] || keys[1] == keys[2] || keys[0] == keys[2];
        (!same).then_some(Self(keys))
    }

    /// The key of a right.
    pub fn of(&self, right: Right) -> &Key {
        match right {
            Right::Camera => &self.0[0],
            Right::Look => &self.0[1],
            Right::Answer => &self.0[2],
        }
    }

    /// The right that a text from an address gives. Takes as long for every key of the right
    /// length, whichever it is or none.
    pub fn right(&self, text: &str) -> Option<Right> {
        let given = Key::read(text)?;
        let mut found = None;
        for right in Right::ALL {
            if self.of(right).is(&given).into() {
                found = Some(right);
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    #[test]
    fn a_key_gives_its_own_right_and_nothing_else_does() {
        let keys = Keys::random().unwrap();
        for right in Right::ALL {
            let text = keys.of(right).text();
            assert_eq!(text.len(), 43);
            assert_eq!(keys.right(&text), Some(right));
            let mut wrong = text.clone();
            wrong.replace_range(0..1, if text.starts_with('A') { "B" } else { "A" });
            assert_eq!(keys.right(&wrong), None);
            assert_eq!(keys.right(&text[..42]), None);
        }
        for none in [
            "",
            "AAAA",
            &"A".repeat(43),
            &"A".repeat(4000),
            "ä",
            "../../etc",
        ] {
            assert_eq!(keys.right(none), None, "{none}");
        }
        let other = Keys::random().unwrap();
        assert_eq!(keys.right(&other.of(Right::Look).text()), None);
    }

    #[test]
    fn a_key_is_never_told_by_accident() {
        let keys = Keys::random().unwrap();
        let shown = format!("{keys:?}");
        assert!(!shown.contains(&keys.of(Right::Look).text()), "{shown}");
    }

    #[test]
    fn pinned_keys_stay_and_are_their_owners_only() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("phones").join("keys");
        let keys = Keys::pinned(&path).unwrap();
        assert_eq!(Keys::pinned(&path).unwrap(), keys);
        let mode = std::fs::metadata(&path).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
        for damaged in [
            "",
            "one\ntwo\nthree\n",
            &format!("{0}\n{0}\n{0}\n", "A".repeat(43)),
        ] {
            std::fs::write(&path, damaged).unwrap();
            assert_ne!(Keys::pinned(&path).unwrap(), keys, "{damaged}");
        }
    }
}
