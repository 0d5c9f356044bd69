//! What is heard, in words: they are spoken, and shown for those who do not hear them.

use tracker::snapshot::Snapshot;

use crate::run::sound::Cue;
use crate::text::{Words, message};

impl Words {
    /// What a cue is about.
    pub fn cue(self, before: &Snapshot, now: &Snapshot, cue: Cue) -> String {
        match cue {
            Cue::Tile => self.say(message::SOUND_TILE),
            Cue::Points => {
                let new = now.score_lines.iter().skip(before.score_lines.len());
                let lines: Vec<String> = new.map(|line| self.line_spoken(now, line)).collect();
                lines.join(" ")
            }
            Cue::Question => match now.questions.last() {
                Some(question) => self.question(now, question),
                None => self.say(message::SOUND_QUESTION),
            },
            Cue::Wrong => self.say(message::SOUND_WRONG),
            Cue::Over => self.say(message::SOUND_OVER),
        }
    }
}
