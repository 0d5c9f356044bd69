//! The plain page before the secure one: what the browser is going to say, why, and what to tap;
//! with a picture of it for the two kinds of phones, and the way without it.

use maud::{Markup, html};
use phone::Ask;

use super::other_language::other_language;
use crate::text::{Words, message};

/// The two kinds of browsers, by what they say first.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Android,
    Iphone,
}

pub(super) fn page(words: Words, ask: &Ask) -> Markup {
    let iphone = ["iPhone", "iPad", "Macintosh"];
    let iphone = iphone.iter().any(|name| ask.browser.contains(name));
    let own = if iphone { Kind::Iphone } else { Kind::Android };
    html! {
        main {
            h1 { (words.say(message::PHONE_WELCOME_TITLE)) }
            p { (words.say(message::PHONE_WELCOME_WHY)) }
            h2 { (name(words, own)) }
            (steps(words, own))
            p { a class="big" id="go" href=(ask.secure) { (words.say(message::PHONE_WELCOME_GO)) } }
            p { (words.say(message::PHONE_WELCOME_WITHOUT)) " "
                a href=(ask.photo) { (words.say(message::PHONE_WELCOME_PHOTO)) } }
            details {
                @let other = if iphone { Kind::Android } else { Kind::Iphone };
                summary { (words.say(message::PHONE_WELCOME_OTHER)) }
                h3 { (name(words, other)) }
                (steps(words, other))
            }
            (other_language(words))
        }
    }
}

fn name(words: Words, kind: Kind) -> String {
    words.say(match kind {
        Kind::Android => message::PHONE_ANDROID,
        Kind::Iphone => message::PHONE_IPHONE,
    })
}

fn steps(words: Words, kind: Kind) -> Markup {
    let [title, one, two] = match kind {
        Kind::Android => [
            message::PHONE_ANDROID_WARNING,
            message::PHONE_ANDROID_ONE,
            message::PHONE_ANDROID_TWO,
        ],
        Kind::Iphone => [
            message::PHONE_IPHONE_WARNING,
            message::PHONE_IPHONE_ONE,
            message::PHONE_IPHONE_TWO,
        ],
    }
    .map(|text| words.say(text));
    let name = name(words, kind);
    let label = words.with(message::PhoneWelcomePicture { name });
    html! {
        div class="steps" {
            (warning(&label, &title, &one, &two))
            ol {
                li { (words.with(message::PhoneWelcomeTap { button: one })) }
                li { (words.with(message::PhoneWelcomeTap { button: two })) }
                li { (words.say(message::PHONE_WELCOME_ALLOW)) }
            }
        }
    }
}

/// The warning as it looks, with what is to be tapped marked 1 and 2.
fn warning(label: &str, title: &str, one: &str, two: &str) -> Markup {
    let button = |at: i32, number: &str, text: &str| {
        html! {
            rect x="12" y=(at) width="136" height="26" rx="13" class="tap" {}
            circle cx="18" cy=(at) r="9" class="number" {}
            text x="18" y=(at + 4) class="count" { (number) }
            text x="80" y=(at + 17) class="label" { (text) }
        }
    };
    html! {
        svg class="warning" viewBox="0 0 160 220" role="img" aria-label=(label) {
            rect x="1" y="1" width="158" height="218" rx="16" class="phone" {}
            path d="M80 24 l18 32 h-36 z" class="sign" {}
            path d="M80 36 v9 m0 4 v3" class="mark" {}
            @for (row, part) in lines(title).iter().enumerate() {
                text x="80" y=(78 + 15 * row) class="title" { (part) }
            }
            path d="M28 112 h104 M28 120 h88" class="grey" {}
            (button(136, "1", one))
            (button(182, "2", two))
        }
    }
}

/// A text in rows that fit the picture.
fn lines(text: &str) -> Vec<String> {
    const LETTERS: usize = 22;
    let mut rows: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match rows.last_mut() {
            Some(row) if row.chars().count() + word.chars().count() < LETTERS => {
                row.push(' ');
                row.push_str(word);
            }
            _ => rows.push(word.to_owned()),
        }
    }
    rows
}
