//! Live pages: what changed on a page is sent to it as it happens (server-sent events).
//!
//! Each page is first sent all its parts, then those that changed. Changes that come faster than a
//! page is told of them are told together; nobody falls behind, and nobody holds anybody up.

use std::collections::HashMap;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse as _, Response};
use futures_util::stream;
use tokio::sync::watch;

use crate::door::rooms::{Admitted, Rooms};
use crate::guests::{Guest, Stay};
use crate::house::{Page, Posted};
use crate::limits::NEWS_EVERY;

/// How often a quiet page hears that it is still connected.
const STILL_HERE: Duration = Duration::from_secs(10);

/// One open page.
struct Reader {
    posted: watch::Receiver<Arc<Posted>>,
    page: Page,
    language: &'static str,
    sent: HashMap<&'static str, Arc<str>>,
    first: bool,
    /// It is here as long as it reads.
    _stay: Stay,
}

impl Reader {
    /// The next news; `None` once there will be none.
    async fn next(&mut self) -> Option<String> {
        loop {
            if !std::mem::take(&mut self.first) {
                tokio::time::sleep(NEWS_EVERY).await;
                self.posted.changed().await.ok()?;
            }
            let posted = self.posted.borrow_and_update().clone();
            let mut news = serde_json::Map::new();
            let own =
                |part: &&crate::Part| part.page == self.page && part.language == self.language;
            for part in posted.parts.iter().filter(own) {
                if self.sent.get(part.id).is_none_or(|sent| *sent != part.html) {
                    self.sent.insert(part.id, part.html.clone());
                    news.insert(part.id.to_owned(), (&*part.html).into());
                }
            }
            if !news.is_empty() {
                return Some(serde_json::Value::Object(news).to_string());
            }
        }
    }
}

pub(crate) async fn live(State(rooms): State<Rooms>, admitted: Admitted) -> Response {
    if matches!(admitted.page, Page::Camera | Page::Welcome) {
        return StatusCode::NOT_FOUND.into_response();
    }
    let reader = Reader {
        posted: rooms.posted.clone(),
        page: admitted.page,
        language: rooms.house.language(&admitted.ask),
        sent: HashMap::new(),
        first: true,
        _stay: rooms.guests.greet(Guest {
            page: admitted.page,
            from: admitted.from.ip(),
        }),
    };
    let news = stream::unfold(reader, |mut reader| async move {
        let news = reader.next().await?;
        Some((Ok::<_, Infallible>(Event::default().data(news)), reader))
    });
    let alive = KeepAlive::new().interval(STILL_HERE);
    Sse::new(news).keep_alive(alive).into_response()
}
