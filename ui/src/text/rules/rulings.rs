//! Sentences of the table options, by the number that the dossier gives them.

use tracker::rules::ruling::Ruling;

use crate::text::{Text, Words, message};

/// What each option says. A test holds the list to the options there are.
pub(in crate::text) const SENTENCES: [(&str, Text); 47] = [
    ("W1", message::RULING_W1),
    ("W2", message::RULING_W2),
    ("W3", message::RULING_W3),
    ("W8", message::RULING_W8),
    ("M3", message::RULING_M3),
    ("M4", message::RULING_M4),
    ("M4b", message::RULING_M4B),
    ("M5", message::RULING_M5),
    ("M6", message::RULING_M6),
    ("M7", message::RULING_M7),
    ("M9", message::RULING_M9),
    ("M14", message::RULING_M14),
    ("M15", message::RULING_M15),
    ("M16", message::RULING_M16),
    ("M19", message::RULING_M19),
    ("BK1", message::RULING_BK1),
    ("BK2", message::RULING_BK2),
    ("BK3", message::RULING_BK3),
    ("BK8", message::RULING_BK8),
    ("BK10", message::RULING_BK10),
    ("BK17", message::RULING_BK17),
    ("T1", message::RULING_T1),
    ("T2", message::RULING_T2),
    ("T3", message::RULING_T3),
    ("T4", message::RULING_T4),
    ("T5", message::RULING_T5),
    ("T7", message::RULING_T7),
    ("T9", message::RULING_T9),
    ("T10", message::RULING_T10),
    ("T14", message::RULING_T14),
    ("X2", message::RULING_X2),
    ("X3", message::RULING_X3),
    ("X4", message::RULING_X4),
    ("G1", message::RULING_G1),
    ("G2", message::RULING_G2),
    ("G3", message::RULING_G3),
    ("G5", message::RULING_G5),
    ("G10", message::RULING_G10),
    ("G12", message::RULING_G12),
    ("G13", message::RULING_G13),
    ("BK4a", message::RULING_BK4A),
    ("BK4b", message::RULING_BK4B),
    ("BK5", message::RULING_BK5),
    ("BK6", message::RULING_BK6),
    ("BK7", message::RULING_BK7),
    ("BK15", message::RULING_BK15),
    ("BK16", message::RULING_BK16),
];

/// The answers of those that are not answered by yes or no.
pub(in crate::text) const ANSWERS: [(&str, &str, Text); 4] = [
    ("M14", "host", message::RULING_M14_HOST),
    ("M14", "all", message::RULING_M14_ALL),
    ("X2", "open", message::RULING_X2_OPEN),
    ("X2", "closed", message::RULING_X2_CLOSED),
];

impl Words {
    /// What a table option says, in a sentence that is true if the answer is yes.
    pub fn ruling(self, ruling: &Ruling) -> String {
        let mut all = SENTENCES.iter();
        let own = all.find(|(number, _)| *number == ruling.number);
        own.map_or_else(|| ruling.name.to_owned(), |(_, text)| self.say(*text))
    }

    /// An answer to a table option that is not answered by yes or no.
    pub fn ruling_answer(self, ruling: &Ruling, answer: &str) -> String {
        let mut all = ANSWERS.iter();
        let own = all.find(|(number, each, _)| *number == ruling.number && *each == answer);
        own.map_or_else(|| answer.to_owned(), |(.., text)| self.say(*text))
    }
}

/// Whether a table option is answered by yes or no.
pub fn is_yes_or_no(ruling: &Ruling) -> bool {
    ruling
        .answers
        .iter()
        .all(|answer| ["yes", "no"].contains(answer))
}
