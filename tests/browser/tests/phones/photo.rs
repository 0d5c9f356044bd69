//! One photograph at a time, through the page's file button.

use nebelwacht_browser_tests::browser::{Driver, READ_WITHIN, run, until, until_within};
use nebelwacht_browser_tests::film::{Film, laid, take};
use nebelwacht_browser_tests::hall::Hall;

#[test]
fn a_photograph_is_taken_in_and_what_is_none_is_said() {
    photographed("phone:photos");
}

/// Whoever does not like the browser's warning, or has no camera there, takes photographs.
#[test]
fn a_game_that_waits_for_a_film_takes_photographs_too() {
    photographed("phone");
}

fn photographed(source: &'static str) {
    let Some(driver) = Driver::start() else {
        return;
    };
    let place = tempfile::tempdir().expect("a temporary folder");
    let Some(film) = Film::of(place.path(), 3, 2, None) else {
        return;
    };
    let table = film.last(place.path());
    let whole = std::fs::read(&table).expect("a picture");
    std::fs::write(place.path().join("half.jpg"), &whole[..whole.len() / 2]).expect("written");
    std::fs::write(place.path().join("text.jpg"), "no picture").expect("written");
    // One after the other of a game that is photographed; and while no phone films one.
    let Some(mut hall) = Hall::open(place.path(), source, film.players()) else {
        return;
    };
    run(async {
        let look = driver.open([360, 740], "en-GB", None).await;
        look.goto(&hall.link("look")).await.expect("the score");
        let page = driver.open([360, 740], "en-GB", None).await;
        page.goto(&hall.photo_link()).await.expect("a page");
        for (file, said) in [
            ("text.jpg", "not a picture"),
            ("half.jpg", "not a picture"),
            ("table.jpg", "being read"),
        ] {
            take(&page, &place.path().join(file)).await;
            let told = format!("document.getElementById('said').textContent.includes('{said}')");
            until(&page, file, &told).await;
            until(
                &page,
                "another may be chosen",
                "!document.getElementById('picture').disabled",
            )
            .await;
        }
        let all = laid(film.truth["tiles"].as_u64().expect("a number"));
        until_within(&look, READ_WITHIN, "the moves", &all).await;
        page.close().await.expect("closed");
        look.close().await.expect("closed");
    });
    hall.kill();
}
