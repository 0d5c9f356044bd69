//! The two listeners, plain and secure, on one thread of their own.

use std::io;
use std::net::{IpAddr, SocketAddr, TcpListener};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use axum::Router;
use axum::extract::ConnectInfo;
use axum::http::{Request, StatusCode};
use hyper::body::Incoming;
use hyper_util::rt::{TokioIo, TokioTimer};
use rustls::ServerConfig;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::sync::{Semaphore, watch};
use tokio::time::timeout;
use tokio_rustls::TlsAcceptor;
use tower::Service as _;
use tower_http::compression::CompressionLayer;
use tower_http::timeout::TimeoutLayer;

use crate::door::rooms::Rooms;
use crate::door::{self, Door, Porter};
use crate::guests::{Guest, Guests};
use crate::house::{House, Page, Posted};
use crate::key::Keys;
use crate::limits::{ANSWER_WITHIN, GREET_WITHIN, PHOTOGRAPHS_UNDER_WAY};
use crate::pages::router;
use crate::{address, certificate};

/// The ports, plain and secure, unless somebody else has them.
const PORTS: [u16; 2] = [8420, 8421];

/// Pause after a connection that could not be accepted.
const AGAIN: Duration = Duration::from_millis(50);

/// How the pages are offered.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The address of the interface; by default the one by which this machine reaches others.
    pub address: Option<IpAddr>,
    /// The plain port, before the secure one; by default 8420 or, if somebody has that, any.
    pub port: Option<u16>,
    /// Where the certificate, and keys if they are pinned, are kept.
    pub folder: PathBuf,
    /// Whether keys stay the same from one start to the next.
    pub pinned: bool,
    /// The keys of pages that have closed, for those that open next.
    pub handed_on: HandedOn,
}

/// The keys of pages that close, until others open: what was scanned stays good where a game goes on by
/// another camera, say.
#[derive(Clone, Debug, Default)]
pub struct HandedOn(Arc<Mutex<Option<Arc<Keys>>>>);

impl HandedOn {
    /// What was scanned is good no longer.
    pub fn forget(&self) {
        *self.slot() = None;
    }

    fn slot(&self) -> MutexGuard<'_, Option<Arc<Keys>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Why there are no pages.
#[derive(Debug, thiserror::Error)]
pub enum Trouble {
    /// No interface leads out of this machine.
    #[error("this machine is in no network")]
    NoNetwork,
    /// It cannot be listened there.
    #[error("phones cannot be waited for at {address}: {why}")]
    Listen {
        /// Where.
        address: IpAddr,
        /// Why, in the system's words.
        why: io::Error,
    },
    /// Keys or certificate cannot be kept.
    #[error("{} cannot be used: {why}", folder.display())]
    Keep {
        /// Where.
        folder: PathBuf,
        /// Why, in the system's words.
        why: io::Error,
    },
    /// The system gives no thread.
    #[error("the pages cannot be served: {0}")]
    Thread(io::Error),
}

/// The pages, as long as this is kept.
pub struct Phones {
    keys: Arc<Keys>,
    handed_on: HandedOn,
    plain: SocketAddr,
    secure: SocketAddr,
    guests: Guests,
    posted: Option<watch::Sender<Arc<Posted>>>,
    told: Option<watch::Sender<Arc<str>>>,
    closing: watch::Sender<bool>,
    thread: Option<JoinHandle<()>>,
}

impl Phones {
    /// Serves the pages of that house from now on.
    ///
    /// # Errors
    /// When there is no network, nothing can be kept, or nobody can be waited for.
    pub fn open(house: Arc<dyn House>, options: &Options) -> Result<Self, Trouble> {
        let address = match options.address {
            Some(address) => address,
            None => first_reachable()?,
        };
        let keep = |why| Trouble::Keep {
            folder: options.folder.clone(),
            why,
        };
        let handed_on = options.handed_on.slot().take();
        let keys = match (options.pinned, handed_on) {
            (true, _) => Arc::new(Keys::pinned(&options.folder.join("keys")).map_err(keep)?),
            (false, Some(keys)) => keys,
            (false, None) => Arc::new(Keys::random().map_err(keep)?),
        };
        let identity = certificate::config(&options.folder, address).map_err(keep)?;
        let listen = |port| listen(address, port).map_err(|why| Trouble::Listen { address, why });
        let ports = match options.port {
            Some(port) => [port, port.checked_add(1).unwrap_or(0)].map(Port::Only),
            None => PORTS.map(Port::Rather),
        };
        let (plain, plain_at) = listen(ports[0])?;
        let (secure, secure_at) = listen(ports[1])?;
        let (posted, posts) = watch::channel(Arc::default());
        let (told, tellings) = watch::channel(Arc::from(""));
        let guests = Guests::default();
        let pace = door::pace();
        let photographs = Arc::new(Semaphore::new(PHOTOGRAPHS_UNDER_WAY));
        let rooms = |door: Door| Rooms {
            house: house.clone(),
            keys: keys.clone(),
            guests: guests.clone(),
            posted: posts.clone(),
            told: tellings.clone(),
            seat: crate::seat::Seat::default(),
            photographs: photographs.clone(),
            door,
            plain: plain_at,
            secure: secure_at,
        };
        let plain_rooms = rooms(Door::new("http", plain_at, pace.clone()));
        let secure_rooms = rooms(Door::new("https", secure_at, pace));
        let (closing, closed) = watch::channel(false);
        let serving = Serving {
            listeners: [plain, secure],
            routers: [through(plain_rooms), through(secure_rooms)],
            identity,
            closing: closed,
        };
        let thread = std::thread::Builder::new().name("phones".into());
        let thread = thread
            .spawn(move || serving.run())
            .map_err(Trouble::Thread)?;
        Ok(Self {
            keys,
            handed_on: options.handed_on.clone(),
            plain: plain_at,
            secure: secure_at,
            guests,
            posted: Some(posted),
            told: Some(told),
            closing,
            thread: Some(thread),
        })
    }

    /// The address of a page with its key: what a code shows. Camera and photographs begin on a
    /// plain page.
    pub fn link(&self, page: Page) -> Option<String> {
        let key = self.keys.of(page.right()?).text();
        Some(format!("http://{}/{}/{key}/", self.plain, page.name()?))
    }

    /// Leaves the keys to the pages that open next with the same options.
    pub fn hand_on(&self) {
        *self.handed_on.slot() = Some(self.keys.clone());
    }

    /// Where secure pages are.
    pub fn secure(&self) -> SocketAddr {
        self.secure
    }

    /// Puts something else on the live pages.
    pub fn post(&self, posted: Arc<Posted>) {
        if let Some(sender) = &self.posted {
            sender.send_replace(posted);
        }
    }

    /// Tells the camera's page something, JSON; the newest wins.
    pub fn tell_camera(&self, told: Arc<str>) {
        if let Some(sender) = &self.told {
            sender.send_replace(told);
        }
    }

    /// Whose pages are open.
    pub fn guests(&self) -> Vec<Guest> {
        self.guests.here()
    }
}

impl Drop for Phones {
    fn drop(&mut self) {
        self.posted = None;
        self.told = None;
        self.closing.send_replace(true);
        if let Some(thread) = self.thread.take()
            && thread.join().is_err()
        {
            tracing::error!("the serving of pages ended badly");
        }
    }
}

fn first_reachable() -> Result<IpAddr, Trouble> {
    let reachable = address::reachable().map_err(Trouble::Thread)?;
    reachable.first().copied().ok_or(Trouble::NoNetwork)
}

/// A port to listen at.
#[derive(Clone, Copy, Debug)]
enum Port {
    /// That one: somebody has chosen it.
    Only(u16),
    /// That one, or any.
    Rather(u16),
}

fn listen(address: IpAddr, port: Port) -> io::Result<(TcpListener, SocketAddr)> {
    let listener = match port {
        Port::Only(port) => TcpListener::bind((address, port))?,
        Port::Rather(port) => match TcpListener::bind((address, port)) {
            Err(error) if error.kind() == io::ErrorKind::AddrInUse => {
                TcpListener::bind((address, 0))?
            }
            other => other?,
        },
    };
    listener.set_nonblocking(true)?;
    let at = listener.local_addr()?;
    Ok((listener, at))
}

/// Everything a request goes through.
fn through(rooms: Rooms) -> Router {
    let door = rooms.door.clone();
    let late = TimeoutLayer::with_status_code(StatusCode::SERVICE_UNAVAILABLE, ANSWER_WITHIN);
    router(rooms)
        .layer(CompressionLayer::new())
        .layer(late)
        .layer(axum::middleware::from_fn_with_state(door, door::enter))
}

struct Serving {
    listeners: [TcpListener; 2],
    routers: [Router; 2],
    identity: Arc<ServerConfig>,
    closing: watch::Receiver<bool>,
}

impl Serving {
    fn run(self) {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build();
        let runtime = match runtime {
            Ok(runtime) => runtime,
            Err(error) => {
                tracing::error!(%error, "the pages cannot be served");
                return;
            }
        };
        if let Err(error) = runtime.block_on(self.serve()) {
            tracing::error!(%error, "the pages are not served any more");
        }
        // Somebody's photograph may still be read; nobody waits for it. Connections end with
        // their runtime.
        runtime.shutdown_background();
    }

    async fn serve(self) -> io::Result<()> {
        let [plain, secure] = self.listeners.map(tokio::net::TcpListener::from_std);
        let [plain_router, secure_router] = self.routers;
        let porter = Porter::default();
        let identity = TlsAcceptor::from(self.identity);
        let mut closing = self.closing;
        tokio::select! {
            () = listen_at(plain?, None, plain_router, porter.clone()) => {}
            () = listen_at(secure?, Some(identity), secure_router, porter) => {}
            // A sender that is gone closes as well.
            _ = closing.wait_for(|closing| *closing) => {}
        }
        Ok(())
    }
}

/// Lets connections in for as long as this is waited for.
async fn listen_at(
    listener: tokio::net::TcpListener,
    identity: Option<TlsAcceptor>,
    router: Router,
    porter: Porter,
) {
    loop {
        let (stream, from) = match listener.accept().await {
            Ok(come) => come,
            Err(error) => {
                // No file handles left, say: some connection will end.
                tracing::warn!(%error, "somebody could not be let in");
                tokio::time::sleep(AGAIN).await;
                continue;
            }
        };
        let Some(admission) = porter.admit(from.ip()) else {
            tracing::debug!(%from, "too many connections");
            continue;
        };
        // Small news should not wait for more to come.
        let _ = stream.set_nodelay(true);
        let (identity, router) = (identity.clone(), router.clone());
        tokio::spawn(async move {
            let _admission = admission;
            match identity {
                None => converse(stream, from, router).await,
                Some(identity) => {
                    // Whoever does not get through the handshake meant something else.
                    if let Ok(Ok(stream)) = timeout(GREET_WITHIN, identity.accept(stream)).await {
                        converse(stream, from, router).await;
                    }
                }
            }
        });
    }
}

/// Serves one connection to its end, or until it becomes a socket.
async fn converse<S>(stream: S, from: SocketAddr, router: Router)
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    let service = hyper::service::service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(ConnectInfo(from));
        router.clone().call(request)
    });
    let served = hyper::server::conn::http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(GREET_WITHIN)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    if let Err(error) = served.await {
        tracing::debug!(%from, %error, "a connection ended badly");
    }
}
