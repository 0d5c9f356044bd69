//! The hall of tables: this game's seat in it, and what is set about halls.

use std::path::PathBuf;

use egui::{Align2, RichText, TextEdit, Ui, vec2};
use hall::{Agreed, Names};

use crate::hall::{HallSettings, HallWish, Seat};
use crate::run::link::Link;
use crate::text::{Text, Words, message};
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
    let mut go = crate::window::screens::head_above(ui, ctx, WIDTH, message::HALL_TITLE, None);
    column::show_middle(ui, WIDTH, |ui| {
        card::body(ui, &words.say(message::HALL_WHY));
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
    card::heading(ui, &words.say(message::HALL_THIS_GAME));
    let seat = game.hall();
    match &seat {
        Some(seat) => status(ui, words, seat),
        None => drop(card::body(ui, &words.say(message::HALL_NOT_TOLD))),
    }
    let mut go = None;
    // What the environment names counts here as on the command line.
    let hall = set.clone().or_from(|name| std::env::var(name).ok());
    let there = !hall.address.trim().is_empty();
    ui.horizontal_wrapped(|ui| match &seat {
        None => {
            let button = egui::Button::new(words.say(message::HALL_JOIN));
            if ui.add_enabled(there, button).clicked()
                && let Err(why) = game.join_hall(Some(&hall))
            {
                go = Some(Go::Fail(why.into()));
            }
        }
        Some(seat) => {
            if ui.button(words.say(message::HALL_LEAVE)).clicked() {
                // Leaving cannot fail.
                let _ = game.join_hall(None);
            }
            let call = words.say(if seat.calls {
                message::HALL_CALL_OFF
            } else {
                message::HALL_CALL
            });
            if ui.button(call).clicked() {
                game.tell_hall(HallWish::Call(!seat.calls));
            }
        }
    });
    if seat.is_none() && !there {
        card::soft(ui, &words.say(message::HALL_JOIN_FIRST));
    }
    // The broker comes and goes without the game's doing anything.
    ui.ctx()
        .request_repaint_after(std::time::Duration::from_secs(1));
    go
}

fn status(ui: &mut Ui, words: Words, seat: &Seat) {
    let p = palette(ui);
    let said = words.with(message::HallToldAs {
        table: seat.table.as_str(),
        hall: seat.hall.as_str(),
    });
    card::body(ui, &said);
    let (sign, color, text) = match (&seat.status.trouble, seat.status.connected) {
        (Some(trouble), _) => ("!", p.wrong, words.hall_trouble(trouble)),
        (None, true) => ("✔", p.good, words.say(message::HALL_CONNECTED)),
        (None, false) => ("…", p.wait, words.say(message::HALL_CONNECTING)),
    };
    card::sign(ui, sign, color, &text);
    if let Some(detail) = seat.status.trouble.as_ref().and_then(hall::Trouble::detail) {
        // As the system says it, for whoever has to mend it.
        card::soft(ui, detail);
    }
    if seat.status.waiting > 0 {
        let text = words.with(message::HallWaiting {
            count: seat.status.waiting,
        });
        card::soft(ui, &text);
    }
}

/// Which hall, and as who.
fn set(ui: &mut Ui, words: Words, hall: &mut HallSettings) {
    card::heading(ui, &words.say(message::HALL_WHICH));
    field(
        ui,
        words,
        &mut hall.address,
        message::HALL_ADDRESS,
        message::HALL_ADDRESS_HINT,
    );
    if !hall.address.trim().is_empty()
        && let Err(error) = hall::Address::read(&hall.address, hall.plain)
    {
        use hall::broker::address::NotAHall;
        let text = match error {
            NotAHall::Malformed(_) => message::HALL_ADDRESS_WRONG,
            NotAHall::Password => message::HALL_ADDRESS_PASSWORD,
            NotAHall::Plain(_) => message::HALL_ADDRESS_PLAIN,
        };
        let wrong = palette(ui).wrong;
        card::sign(ui, "!", wrong, &words.say(text));
    }
    field(
        ui,
        words,
        &mut hall.table,
        message::HALL_TABLE_NAME,
        message::HALL_TABLE_HINT,
    );
    let mut file = hall.account.as_ref().map(|path| path.display().to_string());
    let text = file.get_or_insert_default();
    field(
        ui,
        words,
        text,
        message::HALL_ACCOUNT,
        message::HALL_ACCOUNT_HINT,
    );
    hall.account = file.filter(|text| !text.is_empty()).map(PathBuf::from);
    card::soft(ui, &words.say(message::HALL_ACCOUNT_WHY));
    let why = words.say(message::HALL_ALWAYS_WHY);
    card::choice(ui, &mut hall.always, &words.say(message::HALL_ALWAYS), &why);
}

fn field(ui: &mut Ui, words: Words, text: &mut String, name: Text, hint: Text) {
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
    card::heading(ui, &words.say(message::HALL_AGREED));
    card::soft(ui, &words.say(message::HALL_AGREED_WHY));
    ui.horizontal_wrapped(|ui| {
        for (names, text) in [
            (Names::Initials, message::HALL_NAMES_INITIALS),
            (Names::Full, message::HALL_NAMES_FULL),
            (Names::Colors, message::HALL_NAMES_COLORS),
        ] {
            ui.radio_value(&mut agreed.names, names, words.say(text));
        }
    });
    let why = words.say(message::HALL_BOARD_WHY);
    card::choice(ui, &mut agreed.board, &words.say(message::HALL_BOARD), &why);
    let why = words.say(message::HALL_DRAWING_WHY);
    card::choice(
        ui,
        &mut agreed.drawing,
        &words.say(message::HALL_DRAWING),
        &why,
    );
}

impl Words {
    /// Why nothing gets to the hall, and what to do.
    pub fn hall_trouble(self, trouble: &hall::Trouble) -> String {
        use hall::Trouble;
        self.say(match trouble {
            Trouble::Away(_) => message::HALL_TROUBLE_AWAY,
            Trouble::Insecure(_) => message::HALL_TROUBLE_INSECURE,
            Trouble::Refused => message::HALL_TROUBLE_REFUSED,
            Trouble::Forbidden => message::HALL_TROUBLE_FORBIDDEN,
            Trouble::Account(_) => message::HALL_TROUBLE_ACCOUNT,
            Trouble::Unkept(_) => message::HALL_TROUBLE_UNKEPT,
        })
    }
}
