//! The door that everybody comes through: how many connections, how many requests a second, by
//! which name this machine was called, and from whose page.
//!
//! A page somewhere on the net can make a browser in the house send requests here. It has no key;
//! and it is turned away by what its browser says of it: the host it believes to talk to, and the
//! origin of the page that asks. Behind it [`rooms`] looks at the [`key`](crate::key).

pub(crate) mod rooms;

use std::collections::HashMap;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};

use axum::extract::{ConnectInfo, Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};

use crate::limits::{CONNECTIONS, CONNECTIONS_EACH, REQUESTS_A_SECOND, REQUESTS_AT_ONCE};

/// One of the two doors: the plain or the secure one.
#[derive(Clone)]
pub(crate) struct Door {
    /// `http` or `https`.
    scheme: &'static str,
    /// By which name a browser calls it: `192.168.1.5:8420`.
    host: Arc<str>,
    policy: HeaderValue,
    pace: Arc<DefaultKeyedRateLimiter<IpAddr>>,
}

/// How fast requests may come, counted over both doors.
pub(crate) fn pace() -> Arc<DefaultKeyedRateLimiter<IpAddr>> {
    let a_second = REQUESTS_A_SECOND
        .try_into()
        .unwrap_or(std::num::NonZeroU32::MIN);
    let at_once = REQUESTS_AT_ONCE
        .try_into()
        .unwrap_or(std::num::NonZeroU32::MIN);
    let quota = Quota::per_second(a_second).allow_burst(at_once);
    Arc::new(RateLimiter::keyed(quota))
}

impl Door {
    pub(crate) fn new(
        scheme: &'static str,
        at: SocketAddr,
        pace: Arc<DefaultKeyedRateLimiter<IpAddr>>,
    ) -> Self {
        let socket = if scheme == "https" { "wss" } else { "ws" };
        // Older Safari does not count sockets among one's own.
        let policy = format!(
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
             connect-src 'self' {socket}://{at}; form-action 'none'; frame-ancestors 'none'; \
             base-uri 'none'"
        );
        let policy = HeaderValue::try_from(policy);
        Self {
            scheme,
            host: at.to_string().into(),
            policy: policy.unwrap_or(HeaderValue::from_static("default-src 'none'")),
            pace,
        }
    }

    /// Whether this is the door whose pages browsers call secure.
    pub(crate) fn is_secure(&self) -> bool {
        self.scheme == "https"
    }

    /// Whether a request was made for this door by its own name.
    fn is_called(&self, headers: &HeaderMap) -> bool {
        let host = headers
            .get(header::HOST)
            .and_then(|host| host.to_str().ok());
        host.is_some_and(|host| host.eq_ignore_ascii_case(&self.host))
    }

    /// Whether a request comes from a page of this door: what changes something or opens a socket
    /// must.
    pub(crate) fn is_own(&self, headers: &HeaderMap) -> bool {
        let origin = headers.get(header::ORIGIN);
        let origin = origin.and_then(|origin| origin.to_str().ok());
        origin.and_then(|origin| origin.split_once("://")) == Some((self.scheme, &*self.host))
    }
}

/// Lets a request in, and dresses the answer.
pub(crate) async fn enter(
    State(door): State<Door>,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    request: Request,
    next: Next,
) -> Response {
    let mut answer = if door.pace.check_key(&from.ip()).is_err() {
        StatusCode::TOO_MANY_REQUESTS.into_response()
    } else if !door.is_called(request.headers()) {
        StatusCode::MISDIRECTED_REQUEST.into_response()
    } else {
        next.run(request).await
    };
    let headers = answer.headers_mut();
    let fixed = [
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (header::CACHE_CONTROL, "no-store"),
    ];
    for (name, value) in fixed {
        headers
            .entry(name)
            .or_insert(HeaderValue::from_static(value));
    }
    headers.insert(header::CONTENT_SECURITY_POLICY, door.policy.clone());
    let camera = HeaderValue::from_static("camera=(self), microphone=(), geolocation=()");
    headers.insert("permissions-policy", camera);
    answer
}

/// Counts connections and refuses what is too many, before anything is read from them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Porter(Arc<Mutex<HashMap<IpAddr, usize>>>);

impl Porter {
    /// Lets somebody in; none if there are too many.
    pub(crate) fn admit(&self, from: IpAddr) -> Option<Admission> {
        let mut open = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let all: usize = open.values().sum();
        let own = open.get(&from).copied().unwrap_or(0);
        if all >= CONNECTIONS || own >= CONNECTIONS_EACH {
            return None;
        }
        open.insert(from, own + 1);
        Some(Admission(self.clone(), from))
    }
}

/// A connection counts as long as this is kept.
#[derive(Debug)]
pub(crate) struct Admission(Porter, IpAddr);

impl Drop for Admission {
    fn drop(&mut self) {
        let mut open = self.0.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(own) = open.get_mut(&self.1) {
            *own -= 1;
            if *own == 0 {
                open.remove(&self.1);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn connections_are_counted_while_they_last() {
        let porter = Porter::default();
        let one: IpAddr = "10.0.0.1".parse().unwrap();
        let mut open: Vec<_> = (0..CONNECTIONS_EACH)
            .map(|_| porter.admit(one).unwrap())
            .collect();
        assert!(porter.admit(one).is_none());
        for other in 2..=200_u8 {
            let other = IpAddr::from([10, 0, 0, other]);
            match porter.admit(other) {
                Some(admission) => open.push(admission),
                None => break,
            }
        }
        assert_eq!(open.len(), CONNECTIONS);
        open.clear();
        assert!(porter.0.lock().unwrap().is_empty());
        porter.admit(one).unwrap();
    }

    #[test]
    fn only_this_doors_own_name_and_pages_count() {
        let door = Door::new("https", "192.168.1.5:8421".parse().unwrap(), pace());
        let of = |name: header::HeaderName, value: &str| {
            HeaderMap::from_iter([(name, HeaderValue::from_str(value).unwrap())])
        };
        assert!(door.is_called(&of(header::HOST, "192.168.1.5:8421")));
        for wrong in ["192.168.1.5", "evil.example:8421", "192.168.1.5:8420", ""] {
            assert!(!door.is_called(&of(header::HOST, wrong)), "{wrong}");
        }
        assert!(door.is_own(&of(header::ORIGIN, "https://192.168.1.5:8421")));
        for wrong in [
            "http://192.168.1.5:8421",
            "https://evil.example",
            "null",
            "https://192.168.1.5:84210",
        ] {
            assert!(!door.is_own(&of(header::ORIGIN, wrong)), "{wrong}");
        }
        assert!(!door.is_own(&HeaderMap::new()));
    }
}
