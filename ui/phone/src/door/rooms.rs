//! What all requests share, and who is let in.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::extract::{ConnectInfo, FromRequestParts, RawPathParams};
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use tokio::sync::{Semaphore, watch};

use crate::door::Door;
use crate::guests::Guests;
use crate::house::{Ask, House, Page, Posted};
use crate::key::Keys;
use crate::seat::Seat;

/// What all requests share.
#[derive(Clone)]
pub(crate) struct Rooms {
    pub(crate) house: Arc<dyn House>,
    pub(crate) keys: Arc<Keys>,
    pub(crate) guests: Guests,
    pub(crate) posted: watch::Receiver<Arc<Posted>>,
    pub(crate) told: watch::Receiver<Arc<str>>,
    pub(crate) seat: Seat,
    /// Whoever sends a photograph takes one of these.
    pub(crate) photographs: Arc<Semaphore>,
    pub(crate) door: Door,
    pub(crate) plain: SocketAddr,
    pub(crate) secure: SocketAddr,
}

/// A request with a key that opens the page it is for.
#[derive(Clone, Debug)]
pub(crate) struct Admitted {
    pub(crate) page: Page,
    pub(crate) ask: Ask,
    pub(crate) from: SocketAddr,
}

impl FromRequestParts<Rooms> for Admitted {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, rooms: &Rooms) -> Result<Self, Response> {
        let params = RawPathParams::from_request_parts(parts, rooms).await;
        let params = params.map_err(IntoResponse::into_response)?;
        let of = |name| {
            params
                .iter()
                .find(|param| param.0 == name)
                .map(|param| param.1)
        };
        let key = of("key").unwrap_or_default();
        let mut ask = asked(parts, rooms);
        let page = of("page").and_then(Page::named);
        let Some(right) = rooms.keys.right(key) else {
            return Err(refused(rooms, Page::NoKey, &ask));
        };
        let Some(page) = page.filter(|page| page.right() == Some(right)) else {
            return Err(refused(rooms, Page::WrongKey, &ask));
        };
        ask.secure = format!("https://{}/camera/{key}/", rooms.secure);
        ask.photo = format!("http://{}/photo/{key}/", rooms.plain);
        let from = ConnectInfo::<SocketAddr>::from_request_parts(parts, rooms).await;
        let ConnectInfo(from) = from.map_err(IntoResponse::into_response)?;
        Ok(Self { page, ask, from })
    }
}

fn asked(parts: &Parts, _rooms: &Rooms) -> Ask {
    let text = |name| {
        let value = parts.headers.get(name);
        let value = value.and_then(|value| value.to_str().ok());
        value.unwrap_or_default().to_owned()
    };
    Ask {
        chosen: query(parts.uri.query(), "lang"),
        liked: text(header::ACCEPT_LANGUAGE),
        browser: text(header::USER_AGENT),
        ..Ask::default()
    }
}

/// A plain value of a query: letters, digits and `-_+.`.
pub(crate) fn query(query: Option<&str>, name: &str) -> Option<String> {
    let pairs = query?.split('&').filter_map(|pair| pair.split_once('='));
    let value = pairs
        .filter(|pair| pair.0 == name)
        .map(|pair| pair.1)
        .next()?;
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_+.".contains(c);
    (value.len() <= 64 && value.chars().all(plain)).then(|| value.to_owned())
}

pub(crate) fn html(status: StatusCode, page: String) -> Response {
    (
        status,
        [(header::CONTENT_TYPE, "text/html; charset=utf-8")],
        page,
    )
        .into_response()
}

pub(crate) fn refused(rooms: &Rooms, page: Page, ask: &Ask) -> Response {
    html(StatusCode::FORBIDDEN, rooms.house.page(page, ask))
}
