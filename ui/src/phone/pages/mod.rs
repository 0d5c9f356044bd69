//! The pages as they are first sent; what changes on them comes live.
//!
//! Each is one small page with one style sheet and a script or two, all of them files of their own:
//! the browser is told to run nothing else.

use maud::{DOCTYPE, Markup, html};
use phone::{Ask, Asset, Page, Posted};

pub(crate) use self::other_language::other_language;
use super::hand;
use crate::text::{Language, Text, Words, message};

mod other_language;
mod welcome;

const STYLE: &str = include_str!("page.css");
const LIVE: &str = include_str!("live.js");
const CAMERA: &str = include_str!("camera.js");
const PHOTO: &str = include_str!("photo.js");

/// The language of a page: the one chosen on it, else the first the browser likes that the
/// program speaks.
pub fn language(ask: &Ask) -> Language {
    let chosen = ask.chosen.as_deref();
    let known = |code: &str| Language::all().find(|own| own.code() == code);
    if let Some(chosen) = chosen.and_then(known) {
        return chosen;
    }
    let liked = ask.liked.split(',').filter_map(|one| one.trim().get(..2));
    let mut liked = liked.filter_map(|two| known(&two.to_ascii_lowercase()));
    liked.next().unwrap_or(Language::English)
}

/// A file that belongs to the pages.
pub fn asset(name: &str) -> Option<Asset> {
    let (kind, text) = match name {
        "page.css" => ("text/css; charset=utf-8", STYLE),
        "live.js" => ("text/javascript; charset=utf-8", LIVE),
        "camera.js" => ("text/javascript; charset=utf-8", CAMERA),
        "photo.js" => ("text/javascript; charset=utf-8", PHOTO),
        _ => {
            let drawn = hand::face_file(name)?;
            return Some(Asset {
                kind: "image/svg+xml",
                bytes: drawn.into_bytes().into(),
                fixed: true,
            });
        }
    };
    Some(Asset {
        kind,
        bytes: text.as_bytes().into(),
        fixed: true,
    })
}

/// The whole page, with what is posted on it now.
pub fn page(page: Page, ask: &Ask, posted: &Posted) -> String {
    let language = language(ask);
    let words = Words::new(language);
    let part = |id: &str| part(posted, page, language, id);
    let (title, script, body) = match page {
        Page::NoKey => (
            message::PHONE_NO_KEY_TITLE,
            None,
            note(words, message::PHONE_NO_KEY_TITLE, message::PHONE_NO_KEY),
        ),
        Page::WrongKey => (
            message::PHONE_WRONG_KEY_TITLE,
            None,
            note(
                words,
                message::PHONE_WRONG_KEY_TITLE,
                message::PHONE_WRONG_KEY,
            ),
        ),
        Page::Look => (
            message::PHONE_TITLE,
            Some("live.js"),
            score(words, &part, false),
        ),
        Page::Answer => (
            message::PHONE_TITLE,
            Some("live.js"),
            score(words, &part, true),
        ),
        Page::Overlay => (message::PHONE_TITLE, Some("live.js"), overlay(words, &part)),
        // A game has no such page.
        Page::Wall => (message::PHONE_NO_KEY_TITLE, None, html! {}),
        Page::Welcome => (
            message::PHONE_WELCOME_TITLE,
            None,
            welcome::page(words, ask),
        ),
        Page::Camera => (
            message::PHONE_CAMERA_TITLE,
            Some("camera.js"),
            camera(words, ask),
        ),
        Page::Photo => (message::PHONE_PHOTO_TITLE, Some("photo.js"), photo(words)),
    };
    let scripts: Vec<&str> = script.into_iter().collect();
    whole(words, page, &words.say(title), &scripts, &body).into_string()
}

/// The page that photographs a finished game and shows how it is scored.
pub fn at_end(ask: &Ask, posted: &Posted) -> String {
    let language = language(ask);
    let words = Words::new(language);
    let part = |id: &str| part(posted, Page::Photo, language, id);
    let body = scored_photo(words, &part);
    let title = words.say(message::SCORE_TITLE);
    let scripts = ["photo.js", "live.js"];
    whole(words, Page::Photo, &title, &scripts, &body).into_string()
}

/// What is posted in a part of a page now.
fn part(posted: &Posted, page: Page, language: Language, id: &str) -> maud::PreEscaped<String> {
    let own = |part: &&phone::Part| {
        part.page == page && part.language == language.code() && part.id == id
    };
    let html = posted.parts.iter().find(own).map(|part| &*part.html);
    maud::PreEscaped(html.unwrap_or_default().to_owned())
}

pub(crate) fn whole(
    words: Words,
    page: Page,
    title: &str,
    scripts: &[&str],
    body: &Markup,
) -> Markup {
    let name = page.name().unwrap_or("note");
    // Without a key there are no files either.
    let styled = !matches!(page, Page::NoKey | Page::WrongKey);
    html! {
        (DOCTYPE)
        html lang=(words.language().code()) {
            head {
                meta charset="UTF-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                // What has no style sheet is light or dark as well.
                meta name="Color-Scheme" content="light dark";
                title { (title) " · Nebelwacht" }
                @if styled { link rel="stylesheet" href="page.css"; }
                link rel="icon" href="data:,";
                @for script in scripts { script type="module" src=(script) {} }
            }
            body class=(name) { (body) }
        }
    }
}

pub(crate) fn note(words: Words, title: Text, text: Text) -> Markup {
    html! { main { h1 { (words.say(title)) } p { (words.say(text)) } } }
}

fn score(words: Words, part: &dyn Fn(&str) -> maud::PreEscaped<String>, answer: bool) -> Markup {
    html! {
        header {
            h1 id="turn" { (part("turn")) }
            p id="lost" role="status" hidden { (words.say(message::PHONE_LOST)) }
        }
        main {
            section id="scores" aria-label=(words.say(message::PHONE_SCORES)) { (part("scores")) }
            @if answer {
                section id="questions" aria-live="polite" { (part("questions")) }
            }
            section id="reminders" aria-live="polite" { (part("reminders")) }
            section id="points" aria-live="polite" { (part("points")) }
            @if answer {
                section aria-label=(words.say(message::PHONE_HAND)) {
                    p id="said" role="status" data-gone=(words.say(message::PHONE_NOT_SENT)) {}
                    div id="hand" { (part("hand")) }
                }
            }
            section id="board" aria-label=(words.say(message::PHONE_BOARD)) { (part("board")) }
            section id="left" aria-label=(words.say(message::LEFT_TITLE)) { (part("left")) }
        }
        footer { (other_language(words)) }
    }
}

fn overlay(words: Words, part: &dyn Fn(&str) -> maud::PreEscaped<String>) -> Markup {
    html! {
        main {
            h1 class="unseen" { (words.say(message::PHONE_TITLE)) }
            div id="scores" { (part("scores")) }
            div id="points" { (part("points")) }
        }
    }
}

fn camera(words: Words, ask: &Ask) -> Markup {
    let say = |text| words.say(text);
    html! {
        main
            data-waiting=(say(message::PHONE_CAMERA_WAITING)) data-lost=(say(message::PHONE_LOST))
            data-busy=(say(message::PHONE_CAMERA_BUSY)) data-refused=(say(message::PHONE_CAMERA_REFUSED))
            data-none=(say(message::PHONE_CAMERA_NONE)) {
            h1 { (say(message::PHONE_CAMERA_TITLE)) }
            p id="state" role="status" { (say(message::PHONE_CAMERA_BEFORE)) }
            button id="start" type="button" { (say(message::PHONE_CAMERA_START)) }
            div id="view" hidden {
                video id="video" autoplay muted playsinline aria-label=(say(message::PHONE_CAMERA_PICTURE)) {}
                canvas id="drawn" aria-hidden="true" {}
            }
            div id="tools" {
                button id="torch" type="button" hidden aria-pressed="false" {
                    (say(message::PHONE_CAMERA_TORCH))
                }
                label id="zoom" hidden {
                    (say(message::PHONE_CAMERA_ZOOM)) " " input type="range";
                }
            }
            p id="help" class="soft" { (say(message::PHONE_CAMERA_HOW)) }
            p { a href=(ask.photo) { (say(message::PHONE_WELCOME_PHOTO)) } }
            (other_language(words))
        }
    }
}

fn photo(words: Words) -> Markup {
    html! {
        main data-sending=(words.say(message::PHONE_PHOTO_SENDING)) data-gone=(words.say(message::PHONE_NOT_SENT)) {
            h1 { (words.say(message::PHONE_PHOTO_TITLE)) }
            p { (words.say(message::PHONE_PHOTO_HOW)) }
            label class="big" {
                (words.say(message::PHONE_PHOTO_TAKE))
                input id="picture" type="file" accept="image/*" capture="environment";
            }
            p id="said" role="status" {}
            (other_language(words))
        }
    }
}

fn scored_photo(words: Words, part: &dyn Fn(&str) -> maud::PreEscaped<String>) -> Markup {
    html! {
        header {
            h1 { (words.say(message::SCORE_TITLE)) }
            p id="lost" role="status" hidden { (words.say(message::PHONE_LOST)) }
        }
        main data-sending=(words.say(message::PHONE_PHOTO_SENDING)) data-gone=(words.say(message::PHONE_NOT_SENT)) {
            p { (words.say(message::PHONE_SCORE_HOW)) }
            label class="big" {
                (words.say(message::PHONE_PHOTO_TAKE))
                input id="picture" type="file" accept="image/*" capture="environment";
            }
            p id="said" role="status" data-gone=(words.say(message::PHONE_NOT_SENT)) {}
            section id="state" aria-live="polite" { (part("state")) }
            section id="questions" aria-live="polite" { (part("questions")) }
            section id="track" { (part("track")) }
            section id="sums" aria-live="polite" { (part("sums")) }
        }
        footer { (other_language(words)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn liking(liked: &str, chosen: Option<&str>) -> Language {
        language(&Ask {
            liked: liked.to_owned(),
            chosen: chosen.map(str::to_owned),
            ..Ask::default()
        })
    }

    #[test]
    fn a_page_speaks_as_its_reader_likes() {
        assert_eq!(liking("de-AT,de;q=0.9,en;q=0.8", None), Language::German);
        assert_eq!(
            liking("fr-FR, en-GB;q=0.7, de;q=0.3", None),
            Language::English
        );
        assert_eq!(liking("fr", None), Language::English);
        assert_eq!(liking("", None), Language::English);
        assert_eq!(liking("en", Some("de")), Language::German);
        assert_eq!(liking("de", Some("<script>")), Language::German);
        assert_eq!(liking("ääää,,;", None), Language::English);
    }

    #[test]
    fn without_a_key_a_page_needs_nothing_and_says_why() {
        for refused in [Page::NoKey, Page::WrongKey] {
            let html = page(refused, &Ask::default(), &Posted::default());
            assert!(
                !html.contains("page.css") && !html.contains("<script"),
                "{html}"
            );
            assert!(html.contains("code"), "{html}");
        }
    }

    #[test]
    fn nothing_on_a_page_needs_an_exception_from_its_policy() {
        let all = [
            Page::NoKey,
            Page::WrongKey,
            Page::Look,
            Page::Overlay,
            Page::Answer,
            Page::Welcome,
            Page::Camera,
            Page::Photo,
        ];
        for one in all {
            let html = page(one, &Ask::default(), &Posted::default());
            for inline in ["style=", "onclick", "<style", "javascript:"] {
                assert!(!html.contains(inline), "{one:?}: {inline}");
            }
            assert!(!html.contains('‹'), "{one:?}: a text is missing");
        }
        let known = ["page.css", "live.js", "camera.js", "photo.js", "face.D.svg"];
        assert!(known.iter().all(|name| asset(name).is_some()));
        for none in [
            "",
            "..",
            "page.rs",
            "face..svg",
            "face.../../x.svg",
            "face.<.svg",
        ] {
            assert!(asset(none).is_none(), "{none}");
        }
    }
}
