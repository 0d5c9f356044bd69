//! Words: every text a person reads on screen, in German and English.
//!
//! The wording stands in `ui/locales/<language>/*.ftl` (Fluent) and is built into the program.
//! The tracker says typed facts; [`facts`] words them. Nothing here draws. A literal such as
//! `"bar-menu"` in the sources of the screens is always a key of these files; a test holds
//! both sides to it.

use std::borrow::Cow;
use std::collections::HashMap;

use fluent_templates::fluent_bundle::FluentValue;
use fluent_templates::{LanguageIdentifier, Loader, langid};

pub mod choices;
pub mod corrections;
pub mod counts;
pub mod cues;
pub mod exports;
pub mod facts;
pub mod ghosts;
pub mod irregular;
pub mod land;
pub mod maps;
pub mod mists;
pub mod modules;
pub mod names;
pub mod packing;
pub mod rule_cards;
pub mod search;
pub mod set_out;
pub mod setup;
pub mod topics;

fluent_templates::static_loader! {
    static LOCALES = {
        locales: "./locales",
        fallback_language: "en",
        // The marks that isolate arguments of another writing direction would be drawn as
        // boxes, and all our languages run the same way.
        customise: |bundle| bundle.set_use_isolating(false),
    };
}

/// A language of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Language {
    /// English.
    English,
    /// German.
    German,
}

static ENGLISH: LanguageIdentifier = langid!("en");
static GERMAN: LanguageIdentifier = langid!("de");

impl Language {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::English, Self::German];

    /// As written in the settings: `en`, `de`.
    pub const fn code(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::German => "de",
        }
    }

    /// The language of a code or a system locale such as `de_AT.UTF-8`; English unless German.
    pub fn of_locale(locale: &str) -> Self {
        let german = locale
            .get(..2)
            .is_some_and(|two| two.eq_ignore_ascii_case("de"));
        if german { Self::German } else { Self::English }
    }

    /// The language the system speaks.
    pub fn of_system() -> Self {
        sys_locale::get_locale().map_or(Self::English, |locale| Self::of_locale(&locale))
    }

    /// The other one.
    pub const fn other(self) -> Self {
        match self {
            Self::English => Self::German,
            Self::German => Self::English,
        }
    }

    fn id(self) -> &'static LanguageIdentifier {
        match self {
            Self::English => &ENGLISH,
            Self::German => &GERMAN,
        }
    }
}

/// The words of one language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Words {
    language: Language,
}

/// Arguments of a text.
pub type Args<'a> = [(&'static str, FluentValue<'a>)];

impl Words {
    /// The words of that language.
    pub const fn new(language: Language) -> Self {
        Self { language }
    }

    /// Which language.
    pub const fn language(self) -> Language {
        self.language
    }

    /// A text without arguments. A key that does not exist shows itself, in angle quotes.
    pub fn say(self, key: &str) -> String {
        LOCALES
            .try_lookup(self.language.id(), key)
            .unwrap_or_else(|| format!("‹{key}›"))
    }

    /// A text with arguments.
    pub fn with(self, key: &str, args: &Args<'_>) -> String {
        let args: HashMap<Cow<'static, str>, FluentValue<'_>> = args
            .iter()
            .map(|(name, value)| (Cow::Borrowed(*name), value.clone()))
            .collect();
        LOCALES
            .try_lookup_with_args(self.language.id(), key, &args)
            .unwrap_or_else(|| format!("‹{key}›"))
    }

    /// A list of names: `Anna`, `Anna and Ben`, `Anna, Ben and Cleo`.
    pub fn list(self, names: &[String]) -> String {
        match names {
            [] => String::new(),
            [one] => one.clone(),
            [first @ .., last] => self.with(
                "list-and",
                &[
                    ("one", first.join(", ").into()),
                    ("two", last.as_str().into()),
                ],
            ),
        }
    }
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
