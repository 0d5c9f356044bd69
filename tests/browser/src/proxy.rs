//! A network as a house has it: a way to the program that carries only so much, and breaks off.

use std::io::{Read as _, Write as _};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// The largest piece that is handed on at once, bytes.
const PIECE: usize = 16 << 10;

/// The way to one port of this machine, by another port.
pub struct Proxy {
    /// Where it is reached.
    pub port: u16,
    bytes_a_second: Arc<AtomicU64>,
    open: Arc<Mutex<Vec<TcpStream>>>,
}

impl Proxy {
    /// Leads to that port from now on; as fast as can be until somebody says otherwise.
    pub fn to(port: u16) -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).expect("a port");
        let own = listener.local_addr().expect("bound").port();
        let bytes_a_second = Arc::new(AtomicU64::new(u64::MAX));
        let open = Arc::new(Mutex::new(Vec::new()));
        let (pace, all) = (bytes_a_second.clone(), open.clone());
        // It ends with the program that tests.
        std::thread::spawn(move || {
            for come in listener.incoming().flatten() {
                let Ok(on) = TcpStream::connect(("127.0.0.1", port)) else {
                    continue;
                };
                for (from, to) in [(&come, &on), (&on, &come)] {
                    let [from, to, kept] =
                        [from, to, from].map(|one| one.try_clone().expect("a copy"));
                    all.lock().expect("whole").push(kept);
                    let pace = pace.clone();
                    std::thread::spawn(move || hand_on(from, to, &pace));
                }
            }
        });
        Self {
            port: own,
            bytes_a_second,
            open,
        }
    }

    /// Carries so much from now on, each way and connection.
    pub fn carry(&self, bytes_a_second: u64) {
        self.bytes_a_second.store(bytes_a_second, Ordering::Relaxed);
    }

    /// Breaks off all connections there are.
    pub fn drop_all(&self) {
        for one in self.open.lock().expect("whole").drain(..) {
            // It may be closed already.
            let _ = one.shutdown(Shutdown::Both);
        }
    }
}

fn hand_on(mut from: TcpStream, mut to: TcpStream, pace: &AtomicU64) {
    let mut piece = vec![0; PIECE];
    while let Ok(read @ 1..) = from.read(&mut piece) {
        let pace = pace.load(Ordering::Relaxed);
        if pace < u64::MAX {
            std::thread::sleep(Duration::from_secs_f64(read as f64 / pace as f64));
        }
        if to.write_all(&piece[..read]).is_err() {
            break;
        }
    }
    let _ = to.shutdown(Shutdown::Both);
}
