//! The way to the same page in the other languages.

use maud::{Markup, html};

use crate::text::{Language, Words};

/// The way to the same page in the other languages.
pub(crate) fn other_language(words: Words) -> Markup {
    let others = Language::all().filter(|other| *other != words.language());
    html! {
        p class="soft" {
            @for other in others {
                a href=(format!("?lang={}", other.code())) lang=(other.code()) { (other.name()) }
                " "
            }
        }
    }
}
