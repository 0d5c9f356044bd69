//! Words: every text a person reads on screen, in each language there is.
//!
//! The wording stands in `ui/locales/<language>/*.ftl` (Fluent) and is built into the program. Each
//! text is a type in [`message`]: `words.say(message::BAR_MENU)` has no arguments,
//! `words.with(message::TvTarget { target })` has some. The tracker says typed facts; [`game`] and
//! [`expansions`] word them. Nothing here draws.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::LazyLock;

use fluent_templates::fluent_bundle::FluentValue;
use fluent_templates::{LanguageIdentifier, Loader};

mod aiming;
mod at_end;
pub mod expansions;
pub mod exports;
pub mod faults;
pub mod game;
#[cfg(test)]
mod language_file;
pub mod maps;
pub(crate) mod message;
pub mod names;
pub mod packing;
pub mod rules;
pub mod search;
pub mod sources;

fluent_templates::static_loader! {
    static LOCALES = {
        locales: "./locales",
        fallback_language: "en",
        // The marks that isolate arguments of another writing direction would be drawn as
        // boxes, and all our languages run the same way.
        customise: |bundle| bundle.set_use_isolating(false),
    };
}

/// A language of the program: a folder of `locales`, named by its code. Another one is added by
/// another folder; what it lacks is said in English, and a test lists it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Language {
    code: &'static str,
}

/// What there is, English first.
static KNOWN: LazyLock<Vec<(LanguageIdentifier, &'static str)>> = LazyLock::new(|| {
    let mut known: Vec<(LanguageIdentifier, &'static str)> = LOCALES
        .locales()
        .map(|id| {
            // As many as there are folders, kept as long as the program runs.
            let code: &'static str = Box::leak(id.to_string().into_boxed_str());
            (id.clone(), code)
        })
        .collect();
    known.sort_by_key(|(_, code)| (*code != Language::English.code, *code));
    known
});

// These two are named in the sources: the one others fall back to, and the one of the sheets.
#[allow(non_upper_case_globals)]
impl Language {
    /// English, which every other language falls back to.
    pub const English: Self = Self { code: "en" };
    /// German.
    pub const German: Self = Self { code: "de" };
}

impl Language {
    /// All of them, English first.
    pub fn all() -> impl Iterator<Item = Self> {
        KNOWN.iter().map(|(_, code)| Self { code })
    }

    /// As written in the settings: `en`, `de`.
    pub const fn code(self) -> &'static str {
        self.code
    }

    /// Its own name: `Deutsch`.
    pub fn name(self) -> String {
        Words::new(self).say(message::LANGUAGE_NAME)
    }

    /// The language of a code or a system locale such as `de_AT.UTF-8`; English for those that
    /// there are no words in.
    pub fn of_locale(locale: &str) -> Self {
        let locale = locale.to_lowercase().replace('_', "-");
        let begins = |code: &str| {
            let rest = locale.strip_prefix(&code.to_lowercase());
            rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric()))
        };
        // `pt-br` before `pt`.
        let known = Self::all().filter(|language| begins(language.code));
        known
            .max_by_key(|language| language.code.len())
            .unwrap_or(Self::English)
    }

    /// The language the system speaks.
    pub fn of_system() -> Self {
        sys_locale::get_locale().map_or(Self::English, |locale| Self::of_locale(&locale))
    }

    /// The next one, round and round.
    #[must_use]
    pub fn next(self) -> Self {
        let after = Self::all().skip_while(|other| *other != self).nth(1);
        after.or_else(|| Self::all().next()).unwrap_or(self)
    }

    fn id(self) -> &'static LanguageIdentifier {
        let known = KNOWN.iter().find(|(_, code)| *code == self.code);
        known.map_or(&KNOWN[0].0, |(id, _)| id)
    }
}

/// The words of one language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Words {
    language: Language,
}

/// A text without arguments: one of the constants of [`message`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Text(&'static str);

/// A text with its arguments: one of the structs of [`message`].
pub(crate) trait Message<'a> {
    /// What the language files know it by.
    const KEY: &'static str;

    /// What is put into it, by name.
    fn arguments(self) -> Arguments<'a>;
}

/// What is put into a text, by name.
type Arguments<'a> = HashMap<Cow<'static, str>, FluentValue<'a>>;

impl Words {
    /// The words of that language.
    pub const fn new(language: Language) -> Self {
        Self { language }
    }

    /// Which language.
    pub const fn language(self) -> Language {
        self.language
    }

    /// A text without arguments.
    pub(crate) fn say(self, text: Text) -> String {
        let said = LOCALES.try_lookup(self.language.id(), text.0);
        said.unwrap_or_else(|| unknown(text.0))
    }

    /// A text with its arguments.
    pub(crate) fn with<'a, M: Message<'a>>(self, message: M) -> String {
        let arguments = message.arguments();
        let said = LOCALES.try_lookup_with_args(self.language.id(), M::KEY, &arguments);
        said.unwrap_or_else(|| unknown(M::KEY))
    }

    /// A list of names: `Anna`, `Anna and Ben`, `Anna, Ben and Cleo`.
    pub fn list(self, names: &[String]) -> String {
        match names {
            [] => String::new(),
            [one] => one.clone(),
            [first @ .., last] => self.with(message::ListAnd {
                one: first.join(", "),
                two: last,
            }),
        }
    }
}

/// What stands for a text that is in no language; there is none, as each is made from English.
fn unknown(key: &str) -> String {
    format!("‹{key}›")
}

/// Points with their sign: `+3`, `−3`.
pub fn signed(points: i32) -> String {
    let sign = if points < 0 { "−" } else { "+" };
    format!("{sign}{}", points.unsigned_abs())
}

/// The text with a capital first letter.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests;
