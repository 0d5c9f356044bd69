//! One connection to the broker, from its greeting to its end; whoever uses it makes the next.

use std::time::Duration;

use mqtt::{
    AsyncClient, Broker, ConnectReturnCode, ConnectionError, Event, Incoming,
    IncomingPacketSizeLimit, LastWill, MqttOptions, NetworkOptions, Publish, SubAck,
    SubscribeReasonCode, TlsConfiguration, Transport,
};
use rand::RngCore as _;
use tokio::sync::mpsc;
use tokio::task::JoinHandle;

use crate::broker::account::{Account, Unusable};
use crate::broker::address::Address;
use crate::limits::{AGAIN, KEEP_ALIVE_S, MESSAGE_BYTES, REACH_WITHIN, UNDER_WAY};

/// Why nothing goes to and fro.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Trouble {
    /// The broker is not reached, or went away. It is tried again.
    #[error("the broker cannot be reached: {0}")]
    Away(String),
    /// Nobody trusted vouches for the broker, or it takes no secure connection.
    #[error("no secure connection: {0}")]
    Insecure(String),
    /// It does not accept user, password or certificate.
    #[error("the broker does not accept user and password")]
    Refused,
    /// The account may not do that there.
    #[error("the broker does not let this account write or read there")]
    Forbidden,
    /// Files of the account cannot be used.
    #[error("{0}")]
    Account(String),
    /// What waits for the broker cannot be kept on disk.
    #[error("what waits for the broker is not kept: {0}")]
    Unkept(String),
}

impl Trouble {
    /// Why, as the system or the broker says it; nothing where it says no more than that it is so.
    pub fn detail(&self) -> Option<&str> {
        match self {
            Self::Away(why) | Self::Insecure(why) | Self::Account(why) | Self::Unkept(why) => {
                Some(why)
            }
            Self::Refused | Self::Forbidden => None,
        }
    }
}

impl From<ConnectionError> for Trouble {
    fn from(error: ConnectionError) -> Self {
        match error {
            ConnectionError::ConnectionRefused(
                ConnectReturnCode::BadUserNamePassword
                | ConnectReturnCode::NotAuthorized
                | ConnectReturnCode::BadAuthenticationMethod,
            ) => Self::Refused,
            ConnectionError::Tls(error) => Self::Insecure(error.to_string()),
            // A handshake that fails comes as an error of reading.
            ConnectionError::Io(error) if error.kind() == std::io::ErrorKind::InvalidData => {
                Self::Insecure(error.to_string())
            }
            other => Self::Away(other.to_string()),
        }
    }
}

impl From<Unusable> for Trouble {
    fn from(unusable: Unusable) -> Self {
        Self::Account(unusable.to_string())
    }
}

/// A connection.
pub(crate) struct Connection {
    pub(crate) client: AsyncClient,
    news: mpsc::Receiver<Result<News, Trouble>>,
    polling: JoinHandle<()>,
}

/// What comes from the broker.
pub(crate) enum News {
    /// It greets.
    Connected,
    /// A message.
    Message(Box<Publish>),
}

impl Connection {
    /// Begins a connection; whether it comes about is its first news.
    pub(crate) fn open(
        address: &Address,
        account: &Account,
        who: &str,
        will: Option<LastWill>,
    ) -> Result<Self, Trouble> {
        let mut options = MqttOptions::new(
            format!("nebelwacht-{who}-{:08x}", rand::rng().next_u32()),
            Broker::tcp(address.host.clone(), address.port),
        );
        options
            .set_keep_alive(KEEP_ALIVE_S)
            .set_clean_start(true)
            .set_connect_timeout(REACH_WITHIN)
            // The client keeps a place for each message that may be under way: unlimited, 13 MB.
            .set_outgoing_inflight_upper_limit(2 * UNDER_WAY)
            .set_incoming_packet_size_limit(IncomingPacketSizeLimit::Bytes(MESSAGE_BYTES));
        let mut network = NetworkOptions::new();
        network.set_tcp_nodelay(true);
        options.set_network_options(network);
        if let Some(user) = &account.user {
            let password = account.password.clone().unwrap_or_default();
            options.set_credentials(user.clone(), password);
        }
        if let Some(will) = will {
            options.set_last_will(will);
        }
        if address.secure {
            let tls = TlsConfiguration::Rustls(account.tls()?);
            options.set_transport(Transport::tls_with_config(tls));
        }
        let (client, mut events) = AsyncClient::builder(options)
            .capacity(usize::from(2 * UNDER_WAY))
            .build();
        let (tell, news) = mpsc::channel(64);
        // Waiting for the next event must not be given up half-way, so it has a task of its own.
        let polling = tokio::spawn(async move {
            loop {
                let told = match events.poll().await {
                    Ok(Event::Incoming(Incoming::ConnAck(_))) => Ok(News::Connected),
                    Ok(Event::Incoming(Incoming::Publish(message))) => {
                        Ok(News::Message(Box::new(message)))
                    }
                    Ok(Event::Incoming(Incoming::SubAck(answer))) if is_refused(&answer) => {
                        Err(Trouble::Forbidden)
                    }
                    Ok(_) => continue,
                    Err(error) => Err(Trouble::from(error)),
                };
                let ended = told.is_err();
                if tell.send(told).await.is_err() || ended {
                    return;
                }
            }
        });
        Ok(Self {
            client,
            news,
            polling,
        })
    }

    /// The next news; an error ends the connection.
    pub(crate) async fn next(&mut self) -> Result<News, Trouble> {
        let gone = || Err(Trouble::Away("the connection has ended".to_owned()));
        self.news.recv().await.unwrap_or_else(gone)
    }
}

/// Whether the broker keeps what was asked for from this account.
fn is_refused(answer: &SubAck) -> bool {
    let granted = |code: &SubscribeReasonCode| matches!(code, SubscribeReasonCode::Success(_));
    !answer.return_codes.iter().all(granted)
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.polling.abort();
    }
}

/// How long to wait before the broker is tried again: longer each time, and never quite the same,
/// so that a hundred tables do not come back at once.
#[derive(Debug, Default)]
pub(crate) struct Patience(u32);

impl Patience {
    pub(crate) fn next(&mut self) -> Duration {
        let (first, longest) = AGAIN;
        let wait = first.saturating_mul(1 << self.0.min(10)).min(longest);
        self.0 += 1;
        let share = f64::from(rand::rng().next_u32()) / f64::from(u32::MAX);
        wait.mul_f64(0.5 + 0.5 * share)
    }

    pub(crate) fn reset(&mut self) {
        self.0 = 0;
    }
}
