//! The score in every hand: what happens at the table is on every page, and what a page may do is
//! done.

use fantoccini::Locator;
use nebelwacht_browser_tests::browser::{Driver, run, until, until_within, value};
use nebelwacht_browser_tests::hall::Hall;

/// Two players, and any tile may be the first.
const PLAYERS: &str = "Anna:red,Ben:blue; start=seen";

#[test]
fn a_page_shows_what_happens_and_does_what_it_may() {
    let Some(driver) = Driver::start() else {
        return;
    };
    let place = tempfile::tempdir().expect("a temporary folder");
    let Some(mut hall) = Hall::open(place.path(), "phone", PLAYERS) else {
        return;
    };
    hall.lay("D", 0, 0);
    run(async {
        let look = driver.open([360, 740], "de-AT", None).await;
        look.goto(&hall.link("look")).await.expect("a page");
        until(&look, "the board", "!!document.querySelector('#board img')").await;
        let wide = "document.documentElement.scrollWidth <= 360";
        assert_eq!(value(&look, wide).await, true, "it fits a narrow screen");
        let foreign = "performance.getEntriesByType('resource')
            .filter((one) => !one.name.startsWith(location.origin)).length";
        assert_eq!(value(&look, foreign).await, 0, "nothing from elsewhere");
        let bytes = "performance.getEntriesByType('resource').concat(performance.getEntriesByType('navigation'))
            .reduce((all, one) => all + one.transferSize, 0)";
        let bytes = value(&look, bytes).await.as_u64().expect("a number");
        println!("the page is {bytes} bytes");
        assert!(bytes < 100_000, "{bytes}");

        let answer = driver.open([360, 740], "en-GB", None).await;
        answer.goto(&hall.link("answer")).await.expect("a page");
        until(&answer, "the hand", "!!document.querySelector('#lay')").await;
        let lay = answer
            .find(Locator::Css("#lay summary"))
            .await
            .expect("a way to lay");
        lay.click().await.expect("opened");
        let face = answer
            .find(Locator::Css("[data-face=V]"))
            .await
            .expect("a face");
        face.click().await.expect("taken");
        until(
            &answer,
            "places",
            "!!document.querySelector('.places button')",
        )
        .await;
        let spot = answer
            .find(Locator::Css(".places button"))
            .await
            .expect("a place");
        spot.click().await.expect("laid");
        let two = "document.querySelector('#board img').alt.includes(' 2 ')";
        until(&look, "the tile on the other phone", two).await;
        until(
            &answer,
            "a figure may be put",
            "!!document.querySelector('[data-order*=figure]')",
        )
        .await;
        let figure = answer
            .find(Locator::Css("[data-order*=figure]"))
            .await
            .expect("a figure");
        figure.click().await.expect("put");
        until(
            &answer,
            "only one figure a turn",
            "!document.querySelector('[data-order*=figure]')",
        )
        .await;
        // Each step back takes what the page has shown last.
        for (what, shown) in [
            (
                "the figure",
                "!!document.querySelector('[data-order*=figure]')",
            ),
            (
                "the tile",
                "document.querySelector('#board img').alt.includes(' 1 ')",
            ),
        ] {
            let undo = answer
                .find(Locator::Css("[data-order*=undo]"))
                .await
                .expect("a step back");
            undo.click().await.expect("taken back");
            until(&answer, what, shown).await;
        }
        until(
            &look,
            "the step back on the other phone",
            "document.querySelector('#board img').alt.includes(' 1 ')",
        )
        .await;
        look.close().await.expect("closed");
        answer.close().await.expect("closed");
    });
    hall.kill();
}

#[test]
fn a_page_comes_back_after_the_program_does() {
    let Some(driver) = Driver::start() else {
        return;
    };
    let place = tempfile::tempdir().expect("a temporary folder");
    let Some(mut hall) = Hall::open(place.path(), "phone", PLAYERS) else {
        return;
    };
    hall.lay("D", 0, 0);
    run(async {
        let look = driver.open([360, 740], "en-GB", None).await;
        look.goto(&hall.link("look")).await.expect("a page");
        until(&look, "the board", "!!document.querySelector('#board img')").await;
        let link = hall.link("look");
        hall.kill();
        until(
            &look,
            "the loss is told",
            "!document.getElementById('lost').hidden",
        )
        .await;
        hall.start();
        assert_eq!(hall.link("look"), link, "the address is the same");
        let back = "document.getElementById('lost').hidden";
        until_within(
            &look,
            std::time::Duration::from_secs(60),
            "it is back",
            back,
        )
        .await;
        hall.lay("U", 1, 0);
        let two = "document.querySelector('#board img').alt.includes(' 2 ')";
        until(&look, "the game goes on", two).await;
        look.close().await.expect("closed");
    });
}
