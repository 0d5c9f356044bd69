//! How the pages look, and whether everybody can use them: each page in both languages, on a phone
//! and on a screen, light and dark, held to the rules of axe where it is there.

use std::path::PathBuf;
use std::process::Command;

use fantoccini::{Client, Locator};
use nebelwacht_browser_tests::browser::{Driver, READ_WITHIN, run, until, until_within, value};
use nebelwacht_browser_tests::film::{Film, take};
use nebelwacht_browser_tests::hall::Hall;
use nebelwacht_browser_tests::{program, skip, target};
use serde_json::Value;

/// axe-core as test set-up puts it there (`.ci/axe`).
pub fn axe() -> Option<String> {
    let path = target().join("tmp").join("axe.min.js");
    let script = std::fs::read_to_string(path);
    if script.is_err() {
        skip("axe-core was not fetched (.ci/axe does it, with npm)");
    }
    script.ok()
}

/// Each size and language, in the dark as well: what the browser is called by, and what pictures are.
fn ways() -> Vec<([u32; 2], &'static str, bool, String)> {
    let mut ways = Vec::new();
    for (size, name) in [([360, 740], "phone"), ([1280, 800], "screen")] {
        for language in ["en", "de"] {
            for dark in [false, true] {
                let light = if dark { "dark" } else { "light" };
                ways.push((size, language, dark, format!("{language}_{name}_{light}")));
            }
        }
    }
    ways
}

/// A browser for that.
async fn opened(driver: &Driver, size: [u32; 2], language: &str, dark: bool) -> Client {
    // 0 is dark, 1 light.
    let scheme = format!("--blink-settings=preferredColorScheme={}", u8::from(!dark));
    let page = driver.open_by(size, language, None, &[scheme]).await;
    let is_dark = "matchMedia('(prefers-color-scheme: dark)').matches";
    assert_eq!(value(&page, is_dark).await, dark);
    page
}

pub async fn check(page: &Client, axe: Option<&str>, name: &str, width: u32) {
    if let Ok(folder) = std::env::var("NEBELWACHT_LOOKS") {
        std::fs::create_dir_all(&folder).expect("a folder");
        let picture = page.screenshot().await.expect("a picture");
        std::fs::write(PathBuf::from(folder).join(format!("{name}.png")), picture)
            .expect("written");
    }
    // A phone makes its page wider rather than cut anything off, so the screen is what counts.
    let fits = format!("document.documentElement.scrollWidth <= {width}");
    assert_eq!(value(page, &fits).await, true, "{name} fits its screen");
    let Some(axe) = axe else {
        return;
    };
    page.execute(axe, Vec::new()).await.expect("axe is there");
    let run = "const done = arguments[arguments.length - 1];
        axe.run().then((found) => done(found.violations.map((one) =>
            `${one.id}: ${one.help}: ${one.nodes.map((node) => node.html).join(' ')}`)));";
    let found = page.execute_async(run, Vec::new()).await.expect("axe ran");
    assert_eq!(found, Value::Array(Vec::new()), "{name}");
}

#[test]
fn every_page_can_be_used_by_everybody() {
    let Some(driver) = Driver::start() else {
        return;
    };
    let axe = axe();
    let axe = axe.as_deref();
    let place = tempfile::tempdir().expect("a temporary folder");
    let Some(mut hall) = Hall::open(place.path(), "phone", "Anna:red,Ben:blue; start=seen") else {
        return;
    };
    // A road that is finished, a figure in the middle of a turn, something to decide.
    for (face, x) in [("D", 0), ("U", 1), ("U", 2)] {
        hall.lay(face, x, 0);
    }
    run(async {
        for (size, language, dark, way) in ways() {
            let page = opened(&driver, size, language, dark).await;
            let name = |what: &str| format!("{what}_{way}");
            for (what, link) in [
                ("look", hall.link("look")),
                ("answer", hall.link("answer")),
                ("overlay", hall.link("overlay")),
                ("photo", hall.link("camera").replace("/camera/", "/photo/")),
                ("welcome", hall.link("camera")),
                ("no_key", hall.link("look").replace("/look/", "/look/x")),
                ("wrong_key", hall.link("look").replace("/look/", "/answer/")),
            ] {
                page.goto(&link).await.expect("a page");
                if matches!(what, "look" | "answer") {
                    let shown = "document.querySelector('#board img')?.complete === true";
                    until(&page, "the board", shown).await;
                }
                check(&page, axe, &name(what), size[0]).await;
            }
            page.goto(&hall.link("camera")).await.expect("a page");
            let go = page.find(Locator::Id("go")).await.expect("a way on");
            go.click().await.expect("taken");
            until(&page, "the secure page", "location.protocol === 'https:'").await;
            check(&page, axe, &name("camera"), size[0]).await;
            page.close().await.expect("closed");
        }
    });
    hall.kill();
}

/// The page that scores a photograph, with what it asks: a tile is half hidden.
#[test]
fn the_page_of_a_scored_photograph_can_be_used_by_everybody() {
    let Some(driver) = Driver::start() else {
        return;
    };
    let axe = axe();
    let axe = axe.as_deref();
    let place = tempfile::tempdir().expect("a temporary folder");
    let Some(film) = Film::of(place.path(), 1, 3, None) else {
        return;
    };
    let Some(mut hall) = Hall::score(place.path(), film.players()) else {
        return;
    };
    run(async {
        let mut sent = false;
        for (size, language, dark, way) in ways() {
            let page = opened(&driver, size, language, dark).await;
            page.goto(&hall.link("photo")).await.expect("a page");
            if !sent {
                check(&page, axe, "score_before", size[0]).await;
                sent = true;
                take(&page, &film.last(place.path())).await;
            }
            film.scored_at_end(&page).await;
            check(&page, axe, &format!("score_{way}"), size[0]).await;
            page.close().await.expect("closed");
        }
    });
    hall.kill();
}

/// A real board: what points hang on is asked with pieces of the photograph, an answer settles it.
#[test]
fn the_page_of_a_real_board_asks_and_takes_answers() {
    let Some(driver) = Driver::start() else {
        return;
    };
    let shared = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    let shared = std::env::var_os("NEBELWACHT_DATA").map_or(shared, PathBuf::from);
    // A browser takes only the plain way to a file.
    let shared = shared.canonicalize().unwrap_or(shared);
    let photo = shared.join("photos/tables/kpm_test_02.jpg");
    let faces = shared.join("photos/faces/C1_photo");
    if !photo.is_file() || !faces.is_dir() {
        skip("photographs of real tables are not there");
        return;
    }
    let Some(program) = program("nebelwacht") else {
        return;
    };
    let axe = axe();
    let axe = axe.as_deref();
    let place = tempfile::tempdir().expect("a temporary folder");
    let pack = place.path().join("pack");
    let mut build = Command::new(program);
    build.args(["pack", "build", "--from"]).arg(&faces);
    let built = build.arg("--out").arg(&pack).output().expect("it runs");
    assert!(built.status.success(), "{built:?}");
    let players = "Anna:red,Ben:blue,Cleo:green,Dora:black,Emil:yellow";
    let Some(mut hall) = Hall::score_with(place.path(), players, &pack) else {
        return;
    };
    let asked = "document.querySelectorAll('#questions fieldset').length";
    run(async {
        let mut left: Option<i64> = None;
        for (size, language, dark, way) in ways() {
            let page = opened(&driver, size, language, dark).await;
            page.goto(&hall.link("photo")).await.expect("a page");
            if left.is_none() {
                take(&page, &photo).await;
            }
            let shown = format!("{asked} > 0");
            until_within(&page, READ_WITHIN, "questions", &shown).await;
            let drawn = "[...document.querySelectorAll('.piece')].every((one) => \
                one.complete && one.naturalWidth > 0)";
            until(&page, "pieces of the photograph", drawn).await;
            let count = value(&page, asked).await.as_i64().expect("a number");
            assert!(
                left.is_none_or(|left| left == count),
                "every page asks the same"
            );
            left = Some(count);
            check(&page, axe, &format!("asked_{way}"), size[0]).await;
            page.close().await.expect("closed");
        }
        let page = driver.open([360, 740], "en", None).await;
        page.goto(&hall.link("photo")).await.expect("a page");
        let taken = "#questions [aria-pressed=true]";
        until(
            &page,
            "a question",
            &format!("!!document.querySelector('{taken}')"),
        )
        .await;
        let answer = page.find(Locator::Css(taken)).await.expect("an answer");
        answer.click().await.expect("tapped");
        let fewer = format!("{asked} < {}", left.expect("asked"));
        until(&page, "one question less", &fewer).await;
        page.close().await.expect("closed");
    });
    hall.kill();
}
