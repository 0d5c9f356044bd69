//! One photograph at a time, through the page's file button.

use std::process::Command;
use std::time::Duration;

use fantoccini::Locator;
use nebelwacht_browser_tests::browser::{Driver, run, until, until_within};
use nebelwacht_browser_tests::hall::Hall;
use nebelwacht_browser_tests::program;

#[test]
fn a_photograph_is_taken_in_and_what_is_none_is_said() {
    let (Some(driver), Some(filmer)) = (Driver::start(), program("phone_film")) else {
        return;
    };
    let place = tempfile::tempdir().expect("a temporary folder");
    let filmed = Command::new(filmer)
        .arg(place.path())
        .args(["3", "2"])
        .status();
    assert!(filmed.expect("it runs").success());
    // The film's last picture shows the table after both turns.
    let film = std::fs::read(place.path().join("film.mjpeg")).expect("the film");
    let start = film
        .windows(3)
        .rposition(|three| three == [0xff, 0xd8, 0xff])
        .expect("a picture");
    std::fs::write(place.path().join("table.jpg"), &film[start..]).expect("written");
    std::fs::write(
        place.path().join("half.jpg"),
        &film[start..start + (film.len() - start) / 2],
    )
    .expect("written");
    std::fs::write(place.path().join("text.jpg"), "no picture").expect("written");
    let truth = std::fs::read(place.path().join("truth.json")).expect("the truth");
    let truth: serde_json::Value = serde_json::from_slice(&truth).expect("JSON");
    let Some(mut hall) = Hall::open(
        place.path(),
        "phone:photos",
        truth["players"].as_str().expect("players"),
    ) else {
        return;
    };
    run(async {
        let look = driver.open([360, 740], "en-GB", None).await;
        look.goto(&hall.link("look")).await.expect("the score");
        let page = driver.open([360, 740], "en-GB", None).await;
        page.goto(&hall.link("photo")).await.expect("a page");
        for (file, said) in [
            ("text.jpg", "not a picture"),
            ("half.jpg", "not a picture"),
            ("table.jpg", "being read"),
        ] {
            let input = page.find(Locator::Id("picture")).await.expect("a button");
            let path = place.path().join(file);
            input
                .send_keys(path.to_str().expect("a plain path"))
                .await
                .expect("chosen");
            let told = format!("document.getElementById('said').textContent.includes('{said}')");
            until(&page, file, &told).await;
            until(
                &page,
                "another may be chosen",
                "!document.getElementById('picture').disabled",
            )
            .await;
        }
        let tiles = truth["tiles"].as_u64().expect("a number");
        let all = format!("!!document.querySelector('#board img')?.alt.includes(' {tiles} ')");
        // The tile pack is drawn and learnt first.
        until_within(&look, Duration::from_secs(120), "the moves", &all).await;
        page.close().await.expect("closed");
        look.close().await.expect("closed");
    });
    hall.kill();
}
