//! A browser to open pages with.

use std::io::{Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::skip;
use fantoccini::{Client, ClientBuilder};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};

/// How long a page may take to show what is waited for.
pub const PATIENCE: Duration = Duration::from_secs(20);

/// How long reading may take where the tile pack is drawn and learnt first.
pub const READ_WITHIN: Duration = Duration::from_secs(120);

/// A driver of browsers.
pub struct Driver {
    process: Child,
    port: u16,
    profiles: tempfile::TempDir,
}

impl Driver {
    /// Starts one; none if this machine has no Chromium, which counts as skipped.
    pub fn start() -> Option<Self> {
        let has = |name| {
            Command::new(name)
                .arg("--version")
                .output()
                .is_ok_and(|o| o.status.success())
        };
        if !has("chromium") || !has("chromedriver") {
            skip("chromium and chromium-driver are not installed");
            return None;
        }
        let free = TcpListener::bind(("127.0.0.1", 0)).and_then(|l| l.local_addr());
        let port = free.expect("a free port").port();
        let process = Command::new("chromedriver")
            .arg(format!("--port={port}"))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the driver starts");
        let start = Instant::now();
        while TcpStream::connect(("127.0.0.1", port)).is_err() {
            assert!(start.elapsed() < PATIENCE, "the driver does not answer");
            std::thread::sleep(Duration::from_millis(50));
        }
        Some(Self {
            process,
            port,
            profiles: tempfile::tempdir().expect("a temporary folder"),
        })
    }

    /// Opens a browser of that size and language; its camera shows the film.
    pub async fn open(&self, size: [u32; 2], language: &str, film: Option<&Path>) -> Client {
        self.open_by(size, language, film, &[]).await
    }

    /// The same, with further words for the browser.
    pub async fn open_by(
        &self,
        size: [u32; 2],
        language: &str,
        film: Option<&Path>,
        words: &[String],
    ) -> Client {
        let profile = tempfile::tempdir_in(self.profiles.path())
            .expect("a folder")
            .keep();
        let mut args = vec![
            "--headless=new".to_owned(),
            "--no-sandbox".to_owned(),
            "--disable-gpu".to_owned(),
            "--disable-quic".to_owned(),
            "--no-first-run".to_owned(),
            "--disable-background-networking".to_owned(),
            "--disable-component-update".to_owned(),
            "--disable-sync".to_owned(),
            // Else a window that another covers, or that is not looked at, may stand still for good.
            "--disable-renderer-backgrounding".to_owned(),
            "--disable-backgrounding-occluded-windows".to_owned(),
            "--disable-background-timer-throttling".to_owned(),
            // Else pages live in a shared memory that is small in many containers.
            "--disable-dev-shm-usage".to_owned(),
            "--use-fake-ui-for-media-stream".to_owned(),
            "--use-fake-device-for-media-stream".to_owned(),
            format!("--user-data-dir={}", profile.display()),
            format!("--window-size={},{}", size[0], size[1]),
            format!("--lang={language}"),
            format!("--accept-lang={language}"),
        ];
        args.extend(
            film.map(|film| format!("--use-file-for-fake-video-capture={}", film.display())),
        );
        args.extend_from_slice(words);
        let mut options = json!({ "args": args });
        if size[0] < 500 {
            // No window is that narrow; a phone's screen is.
            let metrics = json!({ "width": size[0], "height": size[1], "pixelRatio": 2 });
            options["mobileEmulation"] = json!({ "deviceMetrics": metrics });
        }
        let wanted = json!({ "acceptInsecureCerts": true, "goog:chromeOptions": options });
        let Value::Object(wanted) = wanted else {
            unreachable!()
        };
        let driver = format!("http://127.0.0.1:{}", self.port);
        ClientBuilder::new(HttpConnector::new())
            .capabilities(wanted)
            .connect(&driver)
            .await
            .expect("a browser opens")
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        // It takes the browsers with it that a failed test has left open; killed it would not.
        let shut = TcpStream::connect(("127.0.0.1", self.port)).and_then(|mut driver| {
            driver.set_read_timeout(Some(PATIENCE))?;
            let host = format!("127.0.0.1:{}", self.port);
            write!(
                driver,
                "GET /shutdown HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"
            )?;
            driver.read_to_end(&mut Vec::new())
        });
        if shut.is_err() {
            let _ = self.process.kill();
        }
        let _ = self.process.wait();
    }
}

/// Waits until a script's value is true; otherwise says what the page shows.
pub async fn until(page: &Client, what: &str, script: &str) {
    until_within(page, PATIENCE, what, script).await;
}

/// The same within a time of one's own.
pub async fn until_within(page: &Client, patience: Duration, what: &str, script: &str) {
    let start = Instant::now();
    while value(page, script).await != Value::Bool(true) {
        if start.elapsed() > patience {
            let shown = value(page, "document.body.innerText").await;
            panic!("{what}: after {patience:?} the page shows {shown}");
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

/// A script's value.
pub async fn value(page: &Client, script: &str) -> Value {
    let script = format!("return ({script});");
    page.execute(&script, Vec::new()).await.expect("a value")
}

/// Runs a test's steps.
pub fn run(steps: impl Future<Output = ()>) {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build();
    runtime.expect("a runtime").block_on(steps);
}
