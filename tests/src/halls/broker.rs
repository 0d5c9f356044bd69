//! Debian's mosquitto on loopback, with TLS and accounts: the broker that halls are tried with.
//!
//! Certificates, passwords and access rules are made for each broker; it ends with its owner.

use std::io::{self, Read as _, Write as _};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use hall::broker::account::Account;
use hall::broker::address::Address;
use hall::limits::MESSAGE_BYTES;
use rcgen::{
    BasicConstraints, CertificateParams, DistinguishedName, DnType, IsCa, Issuer, KeyPair,
};
use tempfile::TempDir;

use crate::data::skip;

/// The part of the topics all tables share.
pub const BASE: &str = "club/friday";

/// The account that reads everything and writes nothing.
pub const WALL: &str = "wall";

/// How long a broker may take to listen.
const UP_WITHIN: Duration = Duration::from_secs(10);

/// How whoever comes proves who they are.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Proof {
    /// By user and password.
    Password,
    /// By a certificate that the broker's authority has signed.
    Certificate,
}

/// A running broker.
pub struct Broker {
    folder: TempDir,
    proof: Proof,
    program: PathBuf,
    port: u16,
    child: Option<Child>,
}

impl Broker {
    /// A broker with an account for each of those tables; `None`, and the test is skipped, where
    /// mosquitto is not installed.
    ///
    /// # Errors
    /// When it is there and does not start.
    pub fn start(tables: &[String]) -> Result<Option<Self>> {
        Self::start_by(tables, Proof::Password)
    }

    /// The same, by another proof.
    ///
    /// # Errors
    /// When it is there and does not start.
    pub fn start_by(tables: &[String], proof: Proof) -> Result<Option<Self>> {
        let places = [
            "/usr/sbin/mosquitto",
            "/usr/local/sbin/mosquitto",
            "/usr/bin/mosquitto",
        ];
        let Some(program) = places.iter().map(Path::new).find(|path| path.exists()) else {
            skip("no mosquitto is installed (make packages-broker)");
            return Ok(None);
        };
        let folder = tempfile::tempdir()?;
        let own = match proof {
            Proof::Password => &[],
            Proof::Certificate => tables,
        };
        certificates(folder.path(), own)?;
        accounts(folder.path(), tables)?;
        let mut broker = Self {
            folder,
            proof,
            program: program.to_owned(),
            port: free_port()?,
            child: None,
        };
        broker.up()?;
        Ok(Some(broker))
    }

    /// Starts it, again or for the first time, at the same port.
    ///
    /// # Errors
    /// When it does not listen in time.
    pub fn up(&mut self) -> Result<()> {
        let place = |name: &str| self.folder.path().join(name).display().to_string();
        let config = format!(
            "user root\nlistener {} 127.0.0.1\ncafile {}\ncertfile {}\nkeyfile {}\n\
             allow_anonymous false\npassword_file {}\nacl_file {}\npersistence false\n\
             message_size_limit {MESSAGE_BYTES}\nmax_queued_messages 20000\n\
             max_inflight_messages 200\nset_tcp_nodelay true\nlog_dest file {}\n{}",
            self.port,
            place("ca.pem"),
            place("broker.pem"),
            place("broker.key"),
            place("passwords"),
            place("rules"),
            place("log"),
            match self.proof {
                Proof::Password => "",
                Proof::Certificate => "require_certificate true\nuse_identity_as_username true\n",
            },
        );
        let path = self.folder.path().join("mosquitto.conf");
        std::fs::write(&path, config)?;
        let child = Command::new(&self.program)
            .arg("-c")
            .arg(&path)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .context("mosquitto cannot be started")?;
        self.child = Some(child);
        let until = Instant::now() + UP_WITHIN;
        while TcpStream::connect((Ipv4Addr::LOCALHOST, self.port)).is_err() {
            if Instant::now() > until {
                bail!("mosquitto does not listen: {}", self.log());
            }
            thread::sleep(Duration::from_millis(20));
        }
        Ok(())
    }

    /// Kills it where it stands.
    pub fn kill(&mut self) {
        if let Some(mut child) = self.child.take() {
            // It may have ended by itself.
            let _ = child.kill();
            let _ = child.wait();
        }
    }

    /// Its process, while it runs.
    pub fn pid(&self) -> Option<u32> {
        self.child.as_ref().map(Child::id)
    }

    /// What it has logged.
    pub fn log(&self) -> String {
        std::fs::read_to_string(self.folder.path().join("log")).unwrap_or_default()
    }

    /// The port it listens at.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// The hall, by way of that port.
    pub fn address_at(&self, port: u16) -> Address {
        let text = format!("mqtts://localhost:{port}/{BASE}");
        Address::read(&text, false).expect("a sound address")
    }

    /// The hall.
    pub fn address(&self) -> Address {
        self.address_at(self.port)
    }

    /// Somebody's account.
    pub fn account(&self, user: &str) -> Account {
        let place = |name: String| self.folder.path().join(name);
        if self.proof == Proof::Certificate {
            return Account {
                authority: Some(place("ca.pem".to_owned())),
                certificate: Some(place(format!("{user}.pem"))),
                key: Some(place(format!("{user}.key"))),
                ..Account::default()
            };
        }
        Account {
            user: Some(user.to_owned()),
            password: Some(password(user)),
            authority: Some(self.folder.path().join("ca.pem")),
            ..Account::default()
        }
    }

    /// The file of whoever vouches for it, and somebody's password.
    pub fn trust(&self, user: &str) -> (PathBuf, String) {
        (self.folder.path().join("ca.pem"), password(user))
    }

    /// The same as a file for the command line.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn account_file(&self, user: &str) -> Result<PathBuf> {
        use std::os::unix::fs::PermissionsExt as _;
        let path = self.folder.path().join(format!("{user}.toml"));
        let text = format!(
            "user = \"{user}\"\npassword = \"{}\"\nauthority = \"ca.pem\"\n",
            password(user)
        );
        std::fs::write(&path, text)?;
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o600))?;
        Ok(path)
    }
}

impl Drop for Broker {
    fn drop(&mut self) {
        self.kill();
    }
}

fn password(user: &str) -> String {
    format!("of {user}, for tests only")
}

fn free_port() -> io::Result<u16> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
    Ok(listener.local_addr()?.port())
}

/// Somebody who vouches, a broker's certificate for this machine, and one each for whoever comes by
/// one.
fn certificates(folder: &Path, tables: &[String]) -> Result<()> {
    let mut params = CertificateParams::new(Vec::<String>::new())?;
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    params.distinguished_name = called("an authority for tests");
    let key = KeyPair::generate()?;
    let authority = params.self_signed(&key)?;
    std::fs::write(folder.join("ca.pem"), authority.pem())?;
    let issuer = Issuer::new(params, key);
    let sign = |file: &str, name: &str, places: Vec<String>| -> Result<()> {
        let own = KeyPair::generate()?;
        let mut params = CertificateParams::new(places)?;
        params.distinguished_name = called(name);
        let signed = params.signed_by(&own, &issuer)?;
        std::fs::write(folder.join(format!("{file}.pem")), signed.pem())?;
        std::fs::write(folder.join(format!("{file}.key")), own.serialize_pem())?;
        Ok(())
    };
    let places = ["localhost".to_owned(), "127.0.0.1".to_owned()];
    sign("broker", "localhost", places.to_vec())?;
    if !tables.is_empty() {
        let all = tables.iter().map(String::as_str).chain([WALL]);
        all.map(|user| sign(user, user, Vec::new()))
            .collect::<Result<Vec<()>>>()?;
    }
    Ok(())
}

fn called(name: &str) -> DistinguishedName {
    let mut called = DistinguishedName::new();
    called.push(DnType::CommonName, name);
    called
}

/// An account for each table and one for the wall, and what each may do.
fn accounts(folder: &Path, tables: &[String]) -> Result<()> {
    let users = tables.iter().map(String::as_str).chain([WALL]);
    let lines: String = users
        .map(|user| format!("{user}:{}\n", password(user)))
        .collect();
    let path = folder.join("passwords");
    std::fs::write(&path, lines)?;
    let hashed = Command::new("mosquitto_passwd")
        .arg("-U")
        .arg(&path)
        .status();
    if !hashed
        .context("mosquitto_passwd cannot be started")?
        .success()
    {
        bail!("mosquitto_passwd failed");
    }
    // Those of the documents: a table writes its own topics only.
    std::fs::write(
        folder.join("rules"),
        include_str!("../../../docs/hall/rules.acl"),
    )?;
    Ok(())
}

/// How a cable fares.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fares {
    Whole,
    /// Both ends know that nothing comes any more.
    Cut,
    /// Nothing gets through and nobody is told, as with a network that is out of reach.
    Silent,
}

/// A cable between a table and the broker that can be cut.
pub struct Cable {
    port: u16,
    fares: Arc<Mutex<Fares>>,
    ends: Arc<Mutex<Vec<TcpStream>>>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Cable {
    /// A cable to that port.
    ///
    /// # Errors
    /// When nothing can be listened at.
    pub fn to(port: u16) -> io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
        let cable = Self {
            port: listener.local_addr()?.port(),
            fares: Arc::new(Mutex::new(Fares::Whole)),
            ends: Arc::default(),
        };
        let (fares, ends) = (cable.fares.clone(), cable.ends.clone());
        // Ends with the test's process.
        thread::spawn(move || {
            for near in listener.incoming().flatten() {
                match *lock(&fares) {
                    Fares::Whole => {}
                    Fares::Cut => continue,
                    Fares::Silent => {
                        // Whoever calls waits for an answer in vain.
                        lock(&ends).push(near);
                        continue;
                    }
                }
                let Ok(far) = TcpStream::connect((Ipv4Addr::LOCALHOST, port)) else {
                    continue;
                };
                for (from, to) in [(&near, &far), (&far, &near)] {
                    let (Ok(from), Ok(to)) = (from.try_clone(), to.try_clone()) else {
                        continue;
                    };
                    let fares = fares.clone();
                    thread::spawn(move || carry(from, to, &fares));
                }
                lock(&ends).extend([near, far]);
            }
        });
        Ok(cable)
    }

    /// The near end.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// Cuts it: what goes through now ends, and nothing gets through any more.
    pub fn cut(&self) {
        *lock(&self.fares) = Fares::Cut;
        self.end_all();
    }

    /// Lets nothing through any more, and tells neither end.
    pub fn hush(&self) {
        *lock(&self.fares) = Fares::Silent;
    }

    /// Mends it. Who called meanwhile has to call again.
    pub fn mend(&self) {
        self.end_all();
        *lock(&self.fares) = Fares::Whole;
    }

    fn end_all(&self) {
        for end in lock(&self.ends).drain(..) {
            // The other side may have ended it.
            let _ = end.shutdown(std::net::Shutdown::Both);
        }
    }
}

fn carry(mut from: TcpStream, mut to: TcpStream, fares: &Mutex<Fares>) {
    let mut bytes = [0; 16 << 10];
    while let Ok(count) = from.read(&mut bytes) {
        // What is under way now is lost.
        let lost = *lock(fares) != Fares::Whole;
        if count == 0 || !lost && to.write_all(&bytes[..count]).is_err() {
            break;
        }
    }
    if *lock(fares) == Fares::Silent {
        // Not even the end gets through.
        return;
    }
    // So that the other side hears of it.
    let _ = to.shutdown(std::net::Shutdown::Both);
}
