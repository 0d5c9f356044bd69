//! The result of a game without a window, confirmed for the hall by a key: asked at the terminal
//! once the watching has ended.

use std::io::BufRead;

use tracker::command::Command;
use tracker::snapshot::Snapshot;

use crate::cli::output::count;
use crate::hall::{HallWish, Messenger};
use crate::run::actors::tracking::TrackedGame;
use crate::run::live_game::LiveGame;

/// The key that says yes; anything else, and Enter alone, says no.
const YES: &str = "e";

/// Asks whether the game is over, if it is not, and whether its result is right, if nobody has
/// said so yet. `answers` is what somebody types, a line each.
pub fn ask(answers: &mut impl BufRead, keeper: &mut LiveGame, messenger: &Messenger) {
    if messenger.seat().confirmed {
        return;
    }
    if !ask_over(answers, keeper) {
        return;
    }
    let result = in_words(&keeper.snapshot());
    eprintln!("{result}: E and Enter confirm that for the hall, and then it is final.");
    if says_yes(answers) {
        messenger.wish(HallWish::Confirm);
    }
}

/// Asks whether the game is over, if it is not, and ends it; whether it is then.
pub fn ask_over(answers: &mut impl BufRead, keeper: &mut LiveGame) -> bool {
    let snapshot = keeper.snapshot();
    if snapshot.over {
        return true;
    }
    let left = count(snapshot.bag.left, "tile");
    eprintln!("Is the game over, with {left} left? E and Enter end it, Enter alone does not.");
    if !says_yes(answers) {
        return false;
    }
    if let Err(why) = keeper.command(Command::EndGame) {
        eprintln!("warning: the game cannot be ended: {why}");
        return false;
    }
    // Shows it to the messenger.
    TrackedGame::snapshot(keeper);
    keeper.snapshot().over
}

fn says_yes(answers: &mut impl BufRead) -> bool {
    let mut line = String::new();
    // Whoever cannot be heard has not agreed.
    let heard = answers.read_line(&mut line).is_ok();
    heard && line.trim().eq_ignore_ascii_case(YES)
}

/// Everybody with their points.
fn in_words(snapshot: &Snapshot) -> String {
    if let Some(team) = &snapshot.team {
        return format!("together {} of {}", team.score, team.target);
    }
    let players = snapshot.players.iter();
    let told = players.map(|player| format!("{} {}", player.name, player.score));
    told.collect::<Vec<_>>().join(", ")
}
