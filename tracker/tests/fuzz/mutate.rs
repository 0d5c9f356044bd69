//! Small damages done to a text, so that most of it stays what it was: a flipped byte, a cut, a
//! number that no game reaches, a line twice or in another's place, a piece of another text.

use proptest::prelude::*;

/// One damage. Places are shares of the text's length, so that they mean something in every text.
#[derive(Clone, Debug)]
pub enum Damage {
    Flip(u16, u8),
    Cut(u16),
    Drop(u16, u8),
    Number(u16, i128),
    Swap(u16, u16),
    Twice(u16),
    Graft(u16, u16, u16),
    Insert(u16, Vec<u8>),
}

/// What bits end with and bounds are about.
const NUMBERS: [i128; 16] = [
    -1,
    0,
    9,
    10,
    127,
    255,
    256,
    500,
    501,
    10_001,
    65_536,
    -2_147_483_648,
    2_147_483_647,
    1 << 48,
    9_223_372_036_854_775_807,
    18_446_744_073_709_551_615,
];

const PIECES: [&str; 12] = [
    "\u{feff}",
    "\u{1b}[2J",
    "../",
    "/dev/zero",
    "\0",
    "\\u0000",
    "null",
    "1e308",
    "-0.0",
    "[[[[[[[[",
    "\"\"",
    "\r\n",
];

pub fn damage() -> impl Strategy<Value = Damage> {
    let piece = prop_oneof![
        proptest::sample::select(&PIECES[..]).prop_map(|piece| piece.as_bytes().to_vec()),
        proptest::collection::vec(any::<u8>(), 1..6),
    ];
    prop_oneof![
        2 => (any::<u16>(), any::<u8>()).prop_map(|(at, bits)| Damage::Flip(at, bits)),
        1 => any::<u16>().prop_map(Damage::Cut),
        1 => (any::<u16>(), any::<u8>()).prop_map(|(at, many)| Damage::Drop(at, many)),
        6 => (any::<u16>(), proptest::sample::select(&NUMBERS[..])).prop_map(|(at, n)| Damage::Number(at, n)),
        3 => (any::<u16>(), any::<u16>()).prop_map(|(a, b)| Damage::Swap(a, b)),
        2 => any::<u16>().prop_map(Damage::Twice),
        3 => (any::<u16>(), any::<u16>(), any::<u16>()).prop_map(|(a, b, c)| Damage::Graft(a, b, c)),
        2 => (any::<u16>(), piece).prop_map(|(at, piece)| Damage::Insert(at, piece)),
    ]
}

fn place(share: u16, length: usize) -> usize {
    length * usize::from(share) / (usize::from(u16::MAX) + 1)
}

impl Damage {
    /// Does it to a text; grafts come from `other`.
    pub fn of(&self, text: &mut Vec<u8>, other: &[u8]) {
        let length = text.len();
        if length == 0 {
            return;
        }
        match *self {
            Self::Flip(at, bits) => text[place(at, length)] ^= bits,
            Self::Cut(at) => text.truncate(place(at, length)),
            Self::Drop(at, many) => {
                let at = place(at, length);
                text.drain(at..length.min(at + usize::from(many)));
            }
            Self::Number(at, number) => {
                let places = numbers(text);
                if !places.is_empty() {
                    let place = places[place(at, places.len())].clone();
                    text.splice(place, number.to_string().into_bytes());
                }
            }
            Self::Swap(a, b) => {
                let mut lines: Vec<Vec<u8>> = lines(text);
                let (a, b) = (place(a, lines.len()), place(b, lines.len()));
                lines.swap(a, b);
                *text = lines.concat();
            }
            Self::Twice(at) => {
                let mut lines = lines(text);
                let at = place(at, lines.len());
                let line = lines[at].clone();
                lines.insert(at, line);
                *text = lines.concat();
            }
            Self::Graft(at, from, to) => {
                if !other.is_empty() {
                    let theirs = lines(other);
                    let mut lines = lines(text);
                    let (from, to) = (place(from, theirs.len()), place(to, theirs.len()));
                    let at = place(at, lines.len());
                    let grafted = theirs[from.min(to)..=from.max(to)].concat();
                    lines.insert(at, grafted);
                    *text = lines.concat();
                }
            }
            Self::Insert(at, ref piece) => {
                let at = place(at, length);
                text.splice(at..at, piece.iter().copied());
            }
        }
    }
}

fn lines(text: &[u8]) -> Vec<Vec<u8>> {
    let lines = text.split_inclusive(|&byte| byte == b'\n');
    lines.map(<[u8]>::to_vec).collect()
}

/// Where numbers stand.
fn numbers(text: &[u8]) -> Vec<std::ops::Range<usize>> {
    let mut all = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let digits = text[at..]
            .iter()
            .take_while(|byte| byte.is_ascii_digit())
            .count();
        if digits > 0 {
            let minus = usize::from(at > 0 && text[at - 1] == b'-');
            all.push(at - minus..at + digits);
        }
        at += digits.max(1);
    }
    all
}
