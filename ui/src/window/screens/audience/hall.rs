//! The hall of tables: this game's seat in it, and what is set about halls.

use std::path::PathBuf;

use egui::{Align2, RichText, TextEdit, Ui, vec2};
use hall::{Agreed, Names};

use crate::hall::{HallSettings, HallWish, Seat};
use crate::run::link::Link;
use crate::text::Words;
use crate::theme::palette;
use crate::window::screens::{Context, Go};
use crate::window::widgets::{card, column};

/// Width of the column, points.
const WIDTH: f32 = 760.0;

/// Shows it.
pub fn show(ui: &mut Ui, ctx: &mut Context<'_>) -> Option<Go> {
    let words = ctx.words;
    let before = ctx.program.settings();
    let mut settings = before.clone();
    let mut go = crate::window::screens::head_above(ui, ctx, WIDTH, "hall-title", None);
    column::show_middle(ui, WIDTH, |ui| {
        card::body(ui, &words.say("hall-why"));
        if let Some(game) = ctx.game {
            go = card::plain(ui, |ui| of_this_game(ui, words, game, &settings.hall)).or(go.take());
        }
        card::plain(ui, |ui| set(ui, words, &mut settings.hall));
        card::plain(ui, |ui| agreed(ui, words, &mut settings.hall.agreed));
    });
    if settings != before {
        go = Some(Go::Settings(settings));
    }
    go
}

/// Whether the hall is told of this game, and how that goes.
fn of_this_game(ui: &mut Ui, words: Words, game: &dyn Link, set: &HallSettings) -> Option<Go> {
    card::heading(ui, &words.say("hall-this-game"));
    let seat = game.hall();
    match &seat {
        Some(seat) => status(ui, words, seat),
        None => drop(card::body(ui, &words.say("hall-not-told"))),
    }
    let mut go = None;
    // What the environment names counts here as on the command line.
    let hall = set.clone().or_from(|name| std::env::var(name).ok());
    let there = !hall.address.trim().is_empty();
    ui.horizontal_wrapped(|ui| match &seat {
        None => {
            let button = egui::Button::new(words.say("hall-join"));
            if ui.add_enabled(there, button).clicked()
                && let Err(why) = game.join_hall(Some(&hall))
            {
                go = Some(Go::Fail(why.into()));
            }
        }
        Some(seat) => {
            if ui.button(words.say("hall-leave")).clicked() {
                // Leaving cannot fail.
                let _ = game.join_hall(None);
            }
            let call = words.say(if seat.calls {
                "hall-call-off"
            } else {
                "hall-call"
            });
            if ui.button(call).clicked() {
                game.tell_hall(HallWish::Call(!seat.calls));
            }
        }
    });
    if seat.is_none() && !there {
        card::soft(ui, &words.say("hall-join-first"));
    }
    // The broker comes and goes without the game's doing anything.
    ui.ctx()
        .request_repaint_after(std::time::Duration::from_secs(1));
    go
}

fn status(ui: &mut Ui, words: Words, seat: &Seat) {
    let p = palette(ui);
    let args = [
        ("table", seat.table.as_str().into()),
        ("hall", seat.hall.as_str().into()),
    ];
    card::body(ui, &words.with("hall-told-as", &args));
    let (sign, color, text) = match (&seat.status.trouble, seat.status.connected) {
        (Some(trouble), _) => ("!", p.wrong, words.hall_trouble(trouble)),
        (None, true) => ("✔", p.good, words.say("hall-connected")),
        (None, false) => ("…", p.wait, words.say("hall-connecting")),
    };
    card::sign(ui, sign, color, &text);
    if let Some(detail) = seat.status.trouble.as_ref().and_then(hall::Trouble::detail) {
        // As the system says it, for whoever has to mend it.
        card::soft(ui, detail);
    }
    if seat.status.waiting > 0 {
        let count = [("count", seat.status.waiting.into())];
        card::soft(ui, &words.with("hall-waiting", &count));
    }
}

/// Which hall, and as who.
fn set(ui: &mut Ui, words: Words, hall: &mut HallSettings) {
    card::heading(ui, &words.say("hall-which"));
    field(
        ui,
        words,
        &mut hall.address,
        "hall-address",
        "hall-address-hint",
    );
    if !hall.address.trim().is_empty()
        && let Err(error) = hall::Address::read(&hall.address, hall.plain)
    {
        use hall::broker::address::NotAHall;
        let key = match error {
            NotAHall::Malformed(_) => "hall-address-wrong",
            NotAHall::Password => "hall-address-password",
            NotAHall::Plain(_) => "hall-address-plain",
        };
        let wrong = palette(ui).wrong;
        card::sign(ui, "!", wrong, &words.say(key));
    }
    field(
        ui,
        words,
        &mut hall.table,
        "hall-table-name",
        "hall-table-hint",
    );
    let mut file = hall.account.as_ref().map(|path| path.display().to_string());
    let text = file.get_or_insert_default();
    field(ui, words, text, "hall-account", "hall-account-hint");
    hall.account = file.filter(|text| !text.is_empty()).map(PathBuf::from);
    card::soft(ui, &words.say("hall-account-why"));
    let why = words.say("hall-always-why");
    card::choice(ui, &mut hall.always, &words.say("hall-always"), &why);
}

fn field(ui: &mut Ui, words: Words, text: &mut String, name: &str, hint: &str) {
    let name = words.say(name);
    card::body(ui, &name);
    let hint = RichText::new(words.say(hint));
    let edit = TextEdit::singleline(text)
        .hint_text(hint)
        .align(Align2::LEFT_CENTER);
    let size = vec2(ui.available_width().min(560.0), 30.0);
    ui.add_sized(size, edit).accessible_name(name);
}

/// What this table agrees to.
fn agreed(ui: &mut Ui, words: Words, agreed: &mut Agreed) {
    card::heading(ui, &words.say("hall-agreed"));
    card::soft(ui, &words.say("hall-agreed-why"));
    ui.horizontal_wrapped(|ui| {
        for (names, key) in [
            (Names::Initials, "hall-names-initials"),
            (Names::Full, "hall-names-full"),
            (Names::Colors, "hall-names-colors"),
        ] {
            ui.radio_value(&mut agreed.names, names, words.say(key));
        }
    });
    let why = words.say("hall-board-why");
    card::choice(ui, &mut agreed.board, &words.say("hall-board"), &why);
    let why = words.say("hall-drawing-why");
    card::choice(ui, &mut agreed.drawing, &words.say("hall-drawing"), &why);
}

impl Words {
    /// Why nothing gets to the hall, and what to do.
    pub fn hall_trouble(self, trouble: &hall::Trouble) -> String {
        use hall::Trouble;
        self.say(match trouble {
            Trouble::Away(_) => "hall-trouble-away",
            Trouble::Insecure(_) => "hall-trouble-insecure",
            Trouble::Refused => "hall-trouble-refused",
            Trouble::Forbidden => "hall-trouble-forbidden",
            Trouble::Account(_) => "hall-trouble-account",
            Trouble::Unkept(_) => "hall-trouble-unkept",
        })
    }
}
