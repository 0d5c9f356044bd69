//! The program, watching by a phone and serving its pages.

use std::io::{BufRead as _, BufReader};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use crate::browser::PATIENCE;

/// The pack of the program's own drawings.
const OWN_ART: &str = "built-in";

/// What the program does.
enum Does {
    /// Watches a game by a phone's film or photographs.
    Watch(&'static str),
    /// Scores a photograph that a phone takes, with a tile pack.
    Score(PathBuf),
}

/// A running program.
pub struct Hall {
    program: PathBuf,
    folder: PathBuf,
    does: Does,
    players: String,
    port: u16,
    child: Option<Child>,
    links: Vec<String>,
    /// What it said, from its start on.
    pub said: Arc<Mutex<String>>,
}

impl Hall {
    /// Starts a game in that folder; none if the program was not built.
    pub fn open(folder: &Path, source: &'static str, players: &str) -> Option<Self> {
        Self::of(folder, Does::Watch(source), players)
    }

    /// Waits for the photograph of a finished game; none if the program was not built.
    pub fn score(folder: &Path, players: &str) -> Option<Self> {
        Self::of(folder, Does::Score(OWN_ART.into()), players)
    }

    /// The same for a board of real tiles, with a pack of them.
    pub fn score_with(folder: &Path, players: &str, pack: &Path) -> Option<Self> {
        Self::of(folder, Does::Score(pack.to_owned()), players)
    }

    fn of(folder: &Path, does: Does, players: &str) -> Option<Self> {
        let program = crate::program("nebelwacht")?;
        let mut hall = Self {
            program,
            folder: folder.to_owned(),
            does,
            players: players.to_owned(),
            port: two_free_ports(),
            child: None,
            links: Vec::new(),
            said: Arc::default(),
        };
        hall.start();
        Some(hall)
    }

    /// Starts the program, which goes on with the game if there is one.
    pub fn start(&mut self) {
        let mut command = Command::new(&self.program);
        command.arg("-v").arg("--data-dir").arg(crate::data());
        let (links, pack) = match &self.does {
            Does::Watch(source) => {
                command.args(["watch", "--source", source, "--headless"]);
                let record = self.folder.join("game.jsonl");
                if record.exists() {
                    command.arg("--resume").arg(&record);
                } else {
                    let setup = format!("players={}", self.players);
                    command.arg("--record").arg(&record);
                    command.args(["--setup-inline", &setup]);
                }
                (4, Path::new(OWN_ART))
            }
            Does::Score(pack) => {
                command.args(["score", "phone", "--players", &self.players]);
                (1, pack.as_path())
            }
        };
        command.arg("--pack").arg(pack).arg("--json");
        command.args(["--phone-address", "127.0.0.1", "--pin-phones"]);
        command.arg("--phone-port").arg(self.port.to_string());
        let out = std::fs::File::create(self.folder.join("out.json")).expect("a file");
        let mut child = command
            .stdout(out)
            .stderr(Stdio::piped())
            .spawn()
            .expect("it starts");
        let mut told = BufReader::new(child.stderr.take().expect("a pipe"));
        self.child = Some(child);
        self.links.clear();
        let mut line = String::new();
        while self.links.len() < links {
            line.clear();
            let read = told.read_line(&mut line).expect("text");
            assert!(read > 0, "it ended: {}", self.said.lock().expect("whole"));
            self.said.lock().expect("whole").push_str(&line);
            self.links.extend(
                line.trim()
                    .split(' ')
                    .filter(|word| word.starts_with("http"))
                    .map(str::to_owned),
            );
        }
        // Keep reading, so that it is never held up.
        let said = self.said.clone();
        std::thread::spawn(move || {
            let mut line = String::new();
            while told.read_line(&mut line).is_ok_and(|read| read > 0) {
                said.lock().expect("whole").push_str(&line);
                line.clear();
            }
        });
    }

    /// The address of a page: `camera`, `photo`, `look`, `answer`, `overlay`.
    pub fn link(&self, page: &str) -> String {
        let named = self
            .links
            .iter()
            .find(|link| link.contains(&format!("/{page}/")));
        named.expect("its address was printed").clone()
    }

    /// The address of the page for photographs; one that films has it beside its own.
    pub fn photo_link(&self) -> String {
        let mut own = self.links.iter();
        let photo = own.find(|link| link.contains("/photo/"));
        photo.map_or_else(
            || self.link("camera").replace("/camera/", "/photo/"),
            Clone::clone,
        )
    }

    /// Ends it as a power cut does.
    pub fn kill(&mut self) {
        if let Some(mut child) = self.child.take() {
            child.kill().expect("killed");
            child.wait().expect("it is gone");
        }
    }

    /// Ends it as a person does, and answers with what it printed.
    pub fn stop(&mut self) -> serde_json::Value {
        let mut child = self.child.take().expect("it runs");
        let sent = Command::new("kill")
            .args(["-INT", &child.id().to_string()])
            .status();
        assert!(sent.expect("sent").success());
        child.wait().expect("it ends");
        let out = std::fs::read(self.folder.join("out.json")).expect("what it printed");
        serde_json::from_slice(&out).unwrap_or_default()
    }

    /// The port of its plain pages; the next one carries the secure ones.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// Its process.
    pub fn id(&self) -> u32 {
        self.child.as_ref().expect("it runs").id()
    }
}

impl Drop for Hall {
    fn drop(&mut self) {
        if let Some(mut child) = self.child.take() {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// A port with a free one behind it.
fn two_free_ports() -> u16 {
    loop {
        let one = TcpListener::bind(("127.0.0.1", 0)).expect("a port");
        let port = one.local_addr().expect("bound").port();
        if port < u16::MAX && TcpListener::bind(("127.0.0.1", port + 1)).is_ok() {
            return port;
        }
    }
}

impl Hall {
    /// Sends an order as the answering page does; its status and what it says.
    pub fn order(&self, order: &str) -> (u16, String) {
        use std::io::{Read as _, Write as _};
        let link = self.link("answer");
        let rest = link.split_once("://").expect("an address").1;
        let (host, path) = rest.split_at(rest.find('/').expect("a path"));
        let mut stream = std::net::TcpStream::connect(host).expect("somebody listens");
        let text = format!(
            "POST {path}order HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nConnection: close\r\n\
             Content-Length: {}\r\n\r\n{order}",
            order.len()
        );
        stream.write_all(text.as_bytes()).expect("sent");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer");
        let status = answer
            .split(' ')
            .nth(1)
            .and_then(|status| status.parse().ok());
        (status.expect("a status"), answer)
    }

    /// Lays a tile as the answering page does; a straight road lies along the row. The pages may
    /// not have been told yet of the game, or of what was laid before.
    pub fn lay(&self, face: &str, x: i32, y: i32) {
        let turn = if face == "U" { 90 } else { 0 };
        let order = serde_json::json!({"tile": {"face": face, "x": x, "y": y, "rotation": turn}});
        let start = Instant::now();
        loop {
            let (status, answer) = self.order(&order.to_string());
            if status == 200 {
                return;
            }
            assert!(start.elapsed() < PATIENCE, "{order}: {answer}");
            std::thread::sleep(Duration::from_millis(100));
        }
    }
}
