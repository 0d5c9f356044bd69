//! The game in words, turn by turn (Markdown): what was laid, placed and decided, and every
//! line of points as a sum.

use std::fmt::Write as _;

use carcassonne::piece::Color;
use tracker::log::event::EventKind;
use tracker::log::{Holding, Log};
use tracker::rules::FigureState;
use tracker::snapshot::ScoreReason;

use crate::export::points::{Scored, finals, scored};
use crate::export::told::{File, Lack, Told};
use crate::text::{Text, Words, capital, message, signed};

pub(in crate::export) const TRANSCRIPT: &str = "transcript.md";

/// A turn in words.
pub(in crate::export) struct TurnText<'a> {
    /// Its number; 0 is what lay there before the first.
    pub number: u32,
    /// Whose it was, if anything showed it.
    pub player: Option<Color>,
    /// What happened.
    pub events: Vec<String>,
    /// Points given in it.
    pub lines: Vec<Scored<'a>>,
}

/// All turns.
pub(in crate::export) fn turns(told: &Told, words: Words) -> Vec<TurnText<'_>> {
    let mut turns: Vec<TurnText<'_>> = Vec::new();
    let mut log = Log::new(told.log.game().setup().clone());
    for fact in told.log.holding() {
        let event = sentence(told, &log, fact, words);
        log.push(tracker::log::event::Event {
            id: fact.event,
            at_ms: 0,
            by: fact.by,
            kind: fact.kind.clone(),
        });
        if log
            .rejected()
            .iter()
            .any(|rejected| rejected.event == fact.event)
        {
            continue;
        }
        let number = log.game().turn();
        if turns.last().is_none_or(|turn| turn.number != number) {
            turns.push(TurnText {
                number,
                player: told.story.players.get(&number).copied(),
                events: Vec::new(),
                lines: Vec::new(),
            });
        }
        if let (Some(turn), Some(event)) = (turns.last_mut(), event) {
            turn.events.push(event);
        }
    }
    for line in scored(told).into_iter().filter(|scored| !is_final(scored)) {
        if let Some(turn) = turns.iter_mut().find(|turn| turn.number == line.line.turn) {
            turn.lines.push(line);
        }
    }
    turns
}

/// What a fact says, if it is worth a sentence: points have lines of their own, and that
/// figures go home after scoring goes without saying.
fn sentence(told: &Told, before: &Log, fact: &Holding, words: Words) -> Option<String> {
    let text = match fact.kind.deed() {
        EventKind::TurnEnded
        | EventKind::GameEnded
        | EventKind::Declined { .. }
        | EventKind::Points { .. } => return None,
        EventKind::FigureTaken { figure } => {
            let game = before.game();
            let taken = game.figure(*figure)?;
            let feature = game.features().at(taken.at);
            let scored = feature.is_some_and(|feature| game.is_completed_now(feature));
            if scored || taken.state != FigureState::Standing {
                return None;
            }
            words.event(&tracker::snapshot_of(before), &fact.kind)
        }
        EventKind::TileLaid { rotation, .. } => {
            let laid = words.event(&told.snapshot, &fact.kind);
            format!("{laid} ({}°)", rotation.degrees())
        }
        // What stands there later is as good: features keep their kind.
        EventKind::FigurePlaced { .. } => words.event(&told.snapshot, &fact.kind),
        _ => words.event(&tracker::snapshot_of(before), &fact.kind),
    };
    Some(capital(&text))
}

pub(in crate::export) fn is_final(scored: &Scored<'_>) -> bool {
    matches!(scored.line.reason, ScoreReason::Final(_))
}

/// `Anna +3: road finished, 3 tiles`
pub(in crate::export) fn line(told: &Told, scored: &Scored<'_>, words: Words) -> String {
    words.with(message::ReportLine {
        name: words.scorer(&told.snapshot, scored.line.color),
        points: signed(scored.moved),
        reason: words.reason(scored.line.reason),
        sum: words.expression(&scored.line.expression),
    })
}

/// When it was played, in the time of this machine's place.
pub(in crate::export) fn played(told: &Told) -> String {
    told.began().strftime("%Y-%m-%d %H:%M").to_string()
}

/// How it ended, in a sentence, or that it has not, with the team's points so far; empty for a
/// finished game of all against all.
pub(in crate::export) fn ending(told: &Told, words: Words) -> Option<String> {
    let snapshot = &told.snapshot;
    match (&snapshot.team, snapshot.over) {
        (Some(team), true) => Some(words.outcome(snapshot.outcome, team)),
        (None, true) => None,
        (None, false) => Some(words.say(message::REPORT_OPEN)),
        (Some(team), false) => {
            let so_far = words.with(message::TeamSpoken {
                points: team.provisional_score,
                target: team.target,
            });
            Some(format!("{} {so_far}", words.say(message::REPORT_OPEN)))
        }
    }
}

/// The transcript.
pub(in crate::export) fn transcript(told: &Told, words: Words) -> Result<Vec<File>, Lack> {
    let title = words.game_of(&told.log.game().setup().modules);
    let mut text = format!("# {title}\n\n{}\n\n", played(told));
    for (color, score) in finals(told) {
        let name = words.scorer(&told.snapshot, color);
        let _ = writeln!(text, "- {}: {score}", escaped(&name));
    }
    if let Some(ending) = ending(told, words) {
        let _ = writeln!(text, "\n{ending}");
    }
    for turn in turns(told, words) {
        let _ = writeln!(text, "\n## {}\n", escaped(&heading(told, &turn, words)));
        for event in &turn.events {
            let _ = writeln!(text, "- {}", escaped(event));
        }
        for scored in &turn.lines {
            let _ = writeln!(text, "- **{}**", escaped(&line(told, scored, words)));
        }
    }
    let last: Vec<Scored<'_>> = scored(told).into_iter().filter(is_final).collect();
    if !last.is_empty() {
        let _ = writeln!(text, "\n## {}\n", words.say(message::REPORT_FINAL));
        for scored in &last {
            let _ = writeln!(text, "- **{}**", escaped(&line(told, scored, words)));
        }
    }
    for (title, lines) in remarks(told, words) {
        let _ = writeln!(text, "\n## {title}\n");
        for line in lines {
            let _ = writeln!(text, "- {}", escaped(&line));
        }
    }
    Ok(vec![File::new(TRANSCRIPT, text)])
}

/// What was kept against the rules, and points that still wait for a word, each with a heading.
pub(in crate::export) fn remarks(told: &Told, words: Words) -> Vec<(String, Vec<String>)> {
    let snapshot = &told.snapshot;
    let kept = snapshot.irregular.iter();
    let kept = kept
        .map(|what| words.irregularity(snapshot, what))
        .collect();
    let open = snapshot.unsettled.iter();
    let open = open
        .flat_map(|open| words.unsettled(snapshot, open))
        .collect();
    let all: [(Text, Vec<String>); 2] = [
        (message::IRREGULAR_TITLE, kept),
        (message::UNSETTLED_TITLE, open),
    ];
    all.into_iter()
        .filter(|(_, lines)| !lines.is_empty())
        .map(|(title, lines)| (words.say(title), lines))
        .collect()
}

/// `Turn 3: Anna`
pub(in crate::export) fn heading(told: &Told, turn: &TurnText<'_>, words: Words) -> String {
    if turn.number == 0 {
        return words.say(message::REPORT_BEFORE);
    }
    let number = capital(&words.with(message::LineTurn { turn: turn.number }));
    match turn.player {
        Some(color) => format!("{number}: {}", words.player(&told.snapshot, color)),
        None => number,
    }
}

/// Names may hold signs that mean something in Markdown, some of them only where they begin a line.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    let mut only_digits = true;
    for (n, letter) in text.chars().enumerate() {
        let begins_item = match letter {
            '-' | '+' => n == 0,
            '.' | ')' => n > 0 && only_digits,
            _ => false,
        };
        match letter {
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '&' => escaped.push_str("&amp;"),
            '\\' | '*' | '_' | '`' | '[' | ']' | '#' | '~' | '|' => {
                escaped.push('\\');
                escaped.push(letter);
            }
            sign if begins_item => {
                escaped.push('\\');
                escaped.push(sign);
            }
            plain => escaped.push(plain),
        }
        only_digits &= letter.is_ascii_digit();
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::escaped;

    #[test]
    fn a_name_is_no_markdown() {
        for (name, written) in [
            ("# x", r"\# x"),
            ("*b* _u_ ~~s~~", r"\*b\* \_u\_ \~\~s\~\~"),
            ("<b> &lt;", "&lt;b&gt; &amp;lt;"),
            ("- item", r"\- item"),
            ("+ item", r"\+ item"),
            ("1. x", r"1\. x"),
            ("12) x", r"12\) x"),
            ("> q", "&gt; q"),
            ("a | b", r"a \| b"),
            ("Anna-Lena 2.", "Anna-Lena 2."),
        ] {
            assert_eq!(escaped(name), written);
        }
    }
}
