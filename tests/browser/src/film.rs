//! A short game as a phone films it, and its score on another phone.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use fantoccini::{Client, Locator};
use serde_json::Value;

use crate::browser::{Driver, READ_WITHIN, until, until_within};
use crate::hall::Hall;
use crate::program;

/// The points on a page, by colour.
const SHOWN: &str = "Object.fromEntries([...document.querySelectorAll('[data-color]')]
    .map((one) => [one.dataset.color, Number(one.textContent)]))";

/// How long after a film's end everything must have been read.
const AFTERWARDS: Duration = Duration::from_secs(90);

/// A film of a game, with the truth about it.
pub struct Film {
    folder: PathBuf,
    /// Players, seconds, tiles, scores, and what the end would bring.
    pub truth: Value,
}

impl Film {
    /// Has a game filmed; from the turn `turned` on the phone is held upright. None if what films
    /// was not built.
    pub fn of(folder: &Path, seed: u32, turns: u32, turned: Option<u32>) -> Option<Self> {
        let mut filmer = Command::new(program("phone_film")?);
        filmer.arg(folder);
        let numbers = [Some(seed), Some(turns), turned].into_iter().flatten();
        filmer.args(numbers.map(|number| number.to_string()));
        assert!(filmer.status().expect("it runs").success());
        let truth = std::fs::read(folder.join("truth.json")).expect("the truth");
        Some(Self {
            folder: folder.to_owned(),
            truth: serde_json::from_slice(&truth).expect("JSON"),
        })
    }

    /// Who plays, as a set-up has it.
    pub fn players(&self) -> &str {
        self.truth["players"].as_str().expect("players")
    }

    /// How long it is, without the still pictures after its end.
    pub fn length(&self) -> Duration {
        Duration::from_secs(self.truth["seconds"].as_u64().expect("a number"))
    }

    /// The film, or its second part with the phone held upright.
    pub fn path(&self, turned: bool) -> PathBuf {
        let name = if turned { "turned.mjpeg" } else { "film.mjpeg" };
        self.folder.join(name)
    }

    /// Has the look of the tiles learnt and kept: that takes longer than the film's beginning.
    pub fn learn(&self) -> Option<()> {
        let mut learn = Command::new(program("nebelwacht")?);
        learn.arg("--data-dir").arg(crate::data());
        learn.arg("score").arg(self.folder.join("first.jpg"));
        learn.args(["--pack", "built-in", "--players", "Anna:red"]);
        learn.output().expect("it runs");
        Some(())
    }

    /// Writes its last picture, the table after the last turn, into a folder.
    pub fn last(&self, folder: &Path) -> PathBuf {
        let film = std::fs::read(self.path(false)).expect("the film");
        let mut starts = film.windows(3);
        let start = starts.rposition(|three| three == [0xff, 0xd8, 0xff]);
        let path = folder.join("table.jpg");
        std::fs::write(&path, &film[start.expect("a picture")..]).expect("written");
        path
    }

    /// Waits until all tiles lie on a page.
    pub async fn all_laid(&self, look: &Client) {
        let all = laid(self.truth["tiles"].as_u64().expect("a number"));
        until_within(look, self.length() + AFTERWARDS, "all tiles", &all).await;
    }

    /// Waits until the page shows the score as it is.
    pub async fn scored(&self, look: &Client) {
        self.shows(look, "scores", Duration::from_secs(40)).await;
    }

    /// Waits until the page shows what the unfinished features bring at the end.
    pub async fn scored_at_end(&self, page: &Client) {
        self.shows(page, "at_end", READ_WITHIN).await;
    }

    async fn shows(&self, page: &Client, what: &str, within: Duration) {
        let wanted = &self.truth[what];
        let settled = format!(
            "((shown, wanted) => Object.keys(wanted).every((one) => shown[one] === wanted[one]))({SHOWN}, {wanted})"
        );
        let what = format!("the truth, {wanted}");
        until_within(page, within, &what, &settled).await;
    }
}

/// Whether so many tiles lie on a page.
pub fn laid(tiles: u64) -> String {
    format!("!!document.querySelector('#board img')?.alt.includes(' {tiles} ')")
}

/// Opens the camera's page by the plain one and starts the camera, as a person does.
pub async fn film(driver: &Driver, hall: &Hall, film: &Path) -> Client {
    let camera = driver.open([360, 740], "en-GB", Some(film)).await;
    on_camera_page(&camera, hall).await;
    let start = camera.find(Locator::Id("start")).await.expect("a button");
    start.click().await.expect("pressed");
    camera
}

/// Goes by the plain page to the camera's.
pub async fn on_camera_page(page: &Client, hall: &Hall) {
    page.goto(&hall.link("camera")).await.expect("a page");
    let explained = "!!document.querySelector('.warning')";
    until(page, "the warning is explained", explained).await;
    let go = page.find(Locator::Id("go")).await.expect("a way on");
    go.click().await.expect("taken");
    until(page, "the secure page", "location.protocol === 'https:'").await;
}

/// Chooses a picture on the page for photographs, as a person does who takes one.
pub async fn take(page: &Client, picture: &Path) {
    let input = page.find(Locator::Id("picture")).await.expect("a button");
    let path = picture.to_str().expect("a plain path");
    input.send_keys(path).await.expect("chosen");
}
