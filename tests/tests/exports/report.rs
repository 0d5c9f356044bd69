//! The report, opened in a real browser without a window, and its numbers read from the page as
//! the browser has it. Says `skipped` where no Chromium is installed.

use std::collections::BTreeMap;
use std::process::Command;

use nebelwacht_ui::export::points;

use super::*;

fn chromium() -> Option<&'static str> {
    let names = [
        "chromium",
        "chromium-browser",
        "google-chrome",
        "google-chrome-stable",
    ];
    let there = |name: &&str| {
        let asked = Command::new(name).arg("--version").output();
        asked.is_ok_and(|answer| answer.status.success())
    };
    names.into_iter().find(there)
}

/// Runs the browser on a page and answers what it prints.
fn browse(browser: &str, profile: &Path, page: &Path, what: &[String]) -> String {
    let output = Command::new(browser)
        .args([
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--no-first-run",
        ])
        // Whoever looks something up on the net fails.
        .args([
            "--host-resolver-rules=MAP * ~NOTFOUND",
            "--virtual-time-budget=2000",
        ])
        .arg(format!("--user-data-dir={}", profile.display()))
        .args(what)
        .arg(format!("file://{}", page.display()))
        .output()
        .expect("the browser runs");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// The values of an attribute in the parts of the page in that language.
fn values<'a>(page: &'a str, language: &str, before: &str, attribute: &str) -> Vec<&'a str> {
    let marker = format!("lang=\"{language}\"");
    let blocks = page
        .split("<header")
        .skip(1)
        .chain(page.split("<main").skip(1));
    let blocks = blocks.filter(|block| {
        block
            .split('>')
            .next()
            .is_some_and(|opening| opening.contains(&marker))
    });
    let blocks = blocks.map(|block| block.split("</header>").next().unwrap_or(block));
    let blocks: Vec<&str> = blocks
        .map(|b| b.split("</main>").next().unwrap_or(b))
        .collect();
    let attribute = format!("{attribute}=\"");
    let mut values = Vec::new();
    for tag in blocks.iter().flat_map(|block| block.split('<')) {
        let tag = tag.split('>').next().unwrap_or(tag);
        if tag.starts_with(before)
            && let Some((_, rest)) = tag.split_once(attribute.as_str())
        {
            values.push(rest.split('"').next().unwrap_or(rest));
        }
    }
    values
}

fn numbers(values: &[&str]) -> Vec<i32> {
    values
        .iter()
        .map(|value| value.parse().expect("a number"))
        .collect()
}

#[test]
fn a_browser_shows_the_game_in_both_languages() {
    let Some(browser) = chromium() else {
        nebelwacht_tests::data::skip("Chromium is not installed");
        return;
    };
    let place = tempfile::tempdir().expect("a temporary folder");
    let mut seen = BTreeMap::new();
    for golden in golden() {
        let dossier = golden.name.split('/').next().unwrap_or_default().to_owned();
        let count = seen.entry(dossier).or_insert(0);
        *count += 1;
        // A browser takes a second; three of each dossier, and all bytes in the test below.
        if *count > 3 {
            continue;
        }
        let page = place.path().join("report.html");
        std::fs::write(&page, made(&golden.told, "html", ".html")).expect("written");
        let dumped = browse(browser, place.path(), &page, &["--dump-dom".to_owned()]);
        assert!(dumped.contains("</html>"), "{}: no page", golden.name);
        compare(&golden, &dumped);
    }
    println!("{browser}: {seen:?}");
}

#[test]
fn every_report_has_the_numbers_and_needs_nothing_else() {
    for golden in golden() {
        let page = text(made(&golden.told, "html", ".html"));
        compare(&golden, &page);
        for outside in ["<script", "<link", "<img", "src=", "@import", "url(http"] {
            assert!(!page.contains(outside), "{}: {outside}", golden.name);
        }
    }
}

/// Compares the page's numbers with the game's.
fn compare(golden: &Golden, page: &str) {
    let finals: Vec<i32> = points::finals(&golden.told)
        .iter()
        .map(|(_, s)| *s)
        .collect();
    let moved: Vec<i32> = points::scored(&golden.told)
        .iter()
        .map(|s| s.moved)
        .collect();
    for language in ["en", "de"] {
        let what = format!("{} in {language}", golden.name);
        let scores = numbers(&values(page, language, "tr", "data-score"));
        assert_eq!(scores, finals, "{what}");
        let points = numbers(&values(page, language, "tr", "data-points"));
        assert_eq!(points, moved, "{what}");
        let turns = values(page, language, "div", "data-turn");
        let last: u32 = turns
            .last()
            .map_or(0, |turn| turn.parse().expect("a number"));
        assert_eq!(last, golden.told.log.game().turn(), "{what}");
    }
}

#[test]
fn it_prints_on_a_few_pages() {
    let Some(browser) = chromium() else {
        nebelwacht_tests::data::skip("Chromium is not installed");
        return;
    };
    let place = tempfile::tempdir().expect("a temporary folder");
    let all = golden();
    let told = &all
        .iter()
        .find(|g| g.name.starts_with("base/07"))
        .expect("a record")
        .told;
    let page = place.path().join("report.html");
    std::fs::write(&page, made_in(told, "html", ".html", Language::German)).expect("written");
    let paper = place.path().join("report.pdf");
    let print = format!("--print-to-pdf={}", paper.display());
    browse(browser, place.path(), &page, &[print]);
    let pdf = std::fs::read(&paper).expect("printed");
    assert!(pdf.starts_with(b"%PDF"));
}

#[test]
fn names_cannot_become_markup() {
    let record = concat!(
        r#"{"format":"nebelwacht-record","version":1,"setup":{"player":[{"name":"<script>alert(1)</script>","color":"red"},{"name":"A & \"B\" *C*","color":"blue"}]}}"#,
        "\n",
        r#"{"id":1,"at_ms":0,"by":"person","kind":"tile_laid","cell":{"x":0,"y":0},"face":"D","rotation":0}"#,
        "\n",
        r#"{"id":2,"at_ms":9,"by":"person","kind":"points","color":"red","points":3}"#,
        "\n",
    );
    let told = Told::read(record.as_bytes(), Timestamp::UNIX_EPOCH).expect("read");
    let page = text(made(&told, "html", ".html"));
    assert!(
        !page.contains("<script") && page.contains("&lt;script"),
        "{page}"
    );
    let words = text(made(&told, "transcript", ".md"));
    assert!(
        !words.contains("<script") && words.contains("\\*C\\*"),
        "{words}"
    );
}
