//! A whole short game, filmed by the browser's camera, and its score on another phone.

use std::time::{Duration, Instant};

use fantoccini::Locator;
use nebelwacht_browser_tests::browser::{Driver, run, until, until_within, value};
use nebelwacht_browser_tests::film::{Film, film as filmed};
use nebelwacht_browser_tests::hall::Hall;
use nebelwacht_browser_tests::process::{cpu_s, memory_mb};
use serde_json::Value;

/// As many as it takes to have points.
const TURNS: u32 = 3;

#[test]
fn a_game_filmed_by_a_phone_is_scored_on_another() {
    let Some(driver) = Driver::start() else {
        return;
    };
    let place = tempfile::tempdir().expect("a temporary folder");
    let Some(film) = Film::of(place.path(), 1, TURNS, None) else {
        return;
    };
    let scored = film.truth["scores"].as_object().expect("scores").values();
    let points: i64 = scored.filter_map(Value::as_i64).sum();
    assert!(points > 0, "a game without points would prove nothing");
    if film.learn().is_none() {
        return;
    }
    let Some(mut hall) = Hall::open(place.path(), "phone", film.players()) else {
        return;
    };
    run(async {
        let look = driver.open([360, 740], "de-DE", None).await;
        look.goto(&hall.link("look")).await.expect("the score");
        let camera = filmed(&driver, &hall, &film.path(false)).await;
        let (began, cpu) = (Instant::now(), cpu_s(hall.id()));
        let read = "Number(document.getElementById('drawn').dataset.tiles) > 0";
        until_within(
            &camera,
            Duration::from_secs(60),
            "it is told what was read",
            read,
        )
        .await;
        println!(
            "first tile told to the camera's page after {:?}",
            began.elapsed()
        );

        // A second camera is turned away, and the first goes on.
        let second = driver.open([360, 740], "en-GB", None).await;
        let secure = value(&camera, "location.href").await;
        second
            .goto(secure.as_str().expect("an address"))
            .await
            .expect("a page");
        let start = second.find(Locator::Id("start")).await.expect("a button");
        start.click().await.expect("pressed");
        let busy = "document.getElementById('state').textContent.includes('Another phone')";
        until(&second, "it is busy", busy).await;
        second.close().await.expect("closed");

        film.all_laid(&look).await;
        film.scored(&look).await;
        let took = began.elapsed();
        let length = film.length();
        println!("a film of {length:?} was followed in {took:?}");
        println!(
            "processor: {:.1} s, memory: {:.0} MB",
            cpu_s(hall.id()) - cpu,
            memory_mb(hall.id())
        );
        assert_eq!(value(&look, "document.documentElement.lang").await, "de");
        camera.close().await.expect("closed");
        look.close().await.expect("closed");
    });
    let report = hall.stop();
    println!(
        "{}",
        serde_json::json!({"frames": report["frames"], "turns": report["turns"], "scores": report["scores"],
        "asked": report["questions_asked"], "read_ms": report["read_ms"], "cpu_s": report["cpu_s"]})
    );
    let said = hall.said.lock().expect("whole").clone();
    let key = hall
        .link("camera")
        .split('/')
        .nth(4)
        .expect("a key")
        .to_owned();
    let lines = said.lines().filter(|line| line.contains(&key));
    assert_eq!(
        lines.count(),
        1,
        "the key is said where it is offered and nowhere else"
    );
    assert!(!said.contains("panicked"), "{said}");
}
