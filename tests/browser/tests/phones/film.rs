//! A whole short game, filmed by the browser's camera, and its score on another phone.

use std::process::Command;
use std::time::{Duration, Instant};

use fantoccini::Locator;
use nebelwacht_browser_tests::browser::{Driver, run, until, until_within, value};
use nebelwacht_browser_tests::hall::Hall;
use nebelwacht_browser_tests::program;
use serde_json::Value;

const SHOWN: &str = "Object.fromEntries([...document.querySelectorAll('[data-color]')]
    .map((one) => [one.dataset.color, Number(one.textContent)]))";

/// Processor time of a process so far, s.
fn cpu_s(process: u32) -> f64 {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    let after = stat.rsplit(')').next().unwrap_or_default();
    let ticks = after.split_whitespace().skip(11).take(2);
    ticks.filter_map(|one| one.parse::<f64>().ok()).sum::<f64>() / 100.0
}

/// Memory of a process, MB.
fn memory_mb(process: u32) -> f64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmRSS:"));
    let kb = line.and_then(|line| line.split_whitespace().nth(1)?.parse::<f64>().ok());
    kb.unwrap_or(0.0) / 1024.0
}

#[test]
fn a_game_filmed_by_a_phone_is_scored_on_another() {
    let (Some(driver), Some(filmer)) = (Driver::start(), program("phone_film")) else {
        return;
    };
    let place = tempfile::tempdir().expect("a temporary folder");
    let turns = std::env::var("TURNS").unwrap_or("3".to_owned());
    let filmed = Command::new(filmer)
        .arg(place.path())
        .args(["1", &turns])
        .status();
    assert!(filmed.expect("it runs").success());
    let truth = std::fs::read(place.path().join("truth.json")).expect("the truth");
    let truth: Value = serde_json::from_slice(&truth).expect("JSON");
    let scored = truth["scores"].as_object().expect("scores").values();
    let points: i64 = scored.filter_map(Value::as_i64).sum();
    assert!(
        points > 0,
        "a game without points would prove nothing: {truth}"
    );
    let players = truth["players"].as_str().expect("players");
    // Learning the tiles takes longer than the film's beginning; what was learnt is kept.
    let Some(program) = program("nebelwacht") else {
        return;
    };
    let mut learn = Command::new(program);
    learn.arg("--data-dir").arg(place.path().join("data"));
    learn.arg("score").arg(place.path().join("first.jpg"));
    let learn = learn
        .args(["--pack", "built-in", "--players", "Anna:red"])
        .output();
    learn.expect("it runs");
    let Some(mut hall) = Hall::open(place.path(), "phone", players) else {
        return;
    };
    run(async {
        let film = place.path().join("film.mjpeg");
        let look = driver.open([360, 740], "de-DE", None).await;
        look.goto(&hall.link("look")).await.expect("the score");
        let camera = driver.open([360, 740], "en-GB", Some(&film)).await;
        camera
            .goto(&hall.link("camera"))
            .await
            .expect("the plain page");
        until(
            &camera,
            "the warning is explained",
            "!!document.querySelector('.warning')",
        )
        .await;
        let go = camera.find(Locator::Id("go")).await.expect("a way on");
        go.click().await.expect("taken");
        until(&camera, "the secure page", "location.protocol === 'https:'").await;
        let start = camera.find(Locator::Id("start")).await.expect("a button");
        start.click().await.expect("pressed");
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

        let tiles = truth["tiles"].as_u64().expect("a number");
        let all = format!("!!document.querySelector('#board img')?.alt.includes(' {tiles} ')");
        let length = Duration::from_secs(truth["seconds"].as_u64().expect("a number"));
        until_within(&look, length + Duration::from_secs(90), "all tiles", &all).await;
        let wanted = &truth["scores"];
        let settled = format!(
            "((shown, wanted) => Object.keys(wanted).every((one) => shown[one] === wanted[one]))({SHOWN}, {wanted})"
        );
        until_within(
            &look,
            Duration::from_secs(40),
            &format!("the truth, {wanted}"),
            &settled,
        )
        .await;
        let took = began.elapsed();
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
