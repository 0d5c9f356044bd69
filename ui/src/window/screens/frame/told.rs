//! What the last step on a page came to: one line under its head, in the language of the moment.

use egui::{Label, RichText, Ui};

use crate::text::{Text, Words};
use crate::theme::{palette, size};

/// What there is to tell, in any language.
pub type Say = Box<dyn Fn(Words) -> String>;

/// Says a text.
pub fn say(text: Text) -> Say {
    Box::new(move |words| words.say(text))
}

/// Says what has no translation: the words of a library.
pub fn as_it_is(text: impl Into<String>) -> Say {
    let text = text.into();
    Box::new(move |_| text.clone())
}

/// Shows it: what went well, or why it did not.
pub fn show(ui: &mut Ui, words: Words, told: Option<&Result<Say, Say>>) {
    let p = palette(ui);
    let (say, color) = match told {
        None => return,
        Some(Ok(say)) => (say, p.good),
        Some(Err(say)) => (say, p.wrong),
    };
    let text = RichText::new(say(words)).size(size::BODY).color(color);
    ui.add(Label::new(text).wrap());
}
