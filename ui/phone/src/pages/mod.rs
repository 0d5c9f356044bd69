//! What is served behind the door. Every address is `/PAGE/KEY/…`; without a key that opens the
//! page there is one answer, whatever was asked for. No part of an address ever names a file.

mod live;
mod socket;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{DefaultBodyLimit, FromRequest, Path, Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};

use crate::door::rooms::{Admitted, Rooms, html, query, refused};
use crate::house::{Ask, Page};
use crate::limits::ORDER_BYTES;
use live::live;
use socket::socket;

pub(crate) fn router(rooms: Rooms) -> Router {
    let photo = DefaultBodyLimit::max(files::limits::PICTURE_BYTES as usize);
    Router::new()
        .route("/{page}/{key}/", get(page))
        .route("/{page}/{key}/live", get(live))
        .route("/{page}/{key}/board.svg", get(board))
        .route("/{page}/{key}/order", post(order))
        .route("/{page}/{key}/lookup/{what}", get(lookup))
        .route("/{page}/{key}/picture", post(picture).layer(photo))
        .route("/{page}/{key}/socket", get(socket))
        .route("/{page}/{key}/{file}", get(asset))
        .fallback(nothing)
        .method_not_allowed_fallback(nothing)
        .layer(DefaultBodyLimit::max(ORDER_BYTES))
        .with_state(rooms)
}

async fn nothing(State(rooms): State<Rooms>, headers: HeaderMap) -> Response {
    let liked = headers.get(header::ACCEPT_LANGUAGE);
    let liked = liked.and_then(|liked| liked.to_str().ok());
    let ask = Ask {
        liked: liked.unwrap_or_default().to_owned(),
        ..Ask::default()
    };
    refused(&rooms, Page::NoKey, &ask)
}

async fn page(State(rooms): State<Rooms>, admitted: Admitted) -> Response {
    let page = match admitted.page {
        Page::Camera if !rooms.door.is_secure() => Page::Welcome,
        page => page,
    };
    html(StatusCode::OK, rooms.house.page(page, &admitted.ask))
}

async fn asset(
    State(rooms): State<Rooms>,
    _admitted: Admitted,
    Path((_, _, file)): Path<(String, String, String)>,
) -> Response {
    match rooms.house.asset(&file) {
        Some(asset) => {
            let kept = match asset.fixed {
                true => "private, max-age=600",
                false => "no-store",
            };
            let kept = (header::CACHE_CONTROL, kept);
            ([(header::CONTENT_TYPE, asset.kind), kept], asset.bytes).into_response()
        }
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

async fn board(State(rooms): State<Rooms>, admitted: Admitted) -> Response {
    if admitted.page.right() == Some(crate::Right::Camera) {
        return StatusCode::NOT_FOUND.into_response();
    }
    let language = rooms.house.language(&admitted.ask);
    let posted = rooms.posted.borrow().clone();
    let board = posted.boards.iter().find(|board| board.0 == language);
    match board {
        Some((_, svg)) => {
            let svg = Body::from(svg.to_string());
            ([(header::CONTENT_TYPE, "image/svg+xml")], svg).into_response()
        }
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

/// Runs what may take a moment beside the serving.
async fn beside<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, StatusCode> {
    let done = tokio::task::spawn_blocking(work).await;
    done.map_err(|error| {
        tracing::error!(%error, "a request was not carried out");
        StatusCode::INTERNAL_SERVER_ERROR
    })
}

fn told(result: Result<String, String>) -> Response {
    let (status, text) = match result {
        Ok(text) => (StatusCode::OK, text),
        Err(text) => (StatusCode::UNPROCESSABLE_ENTITY, text),
    };
    (
        status,
        [(header::CONTENT_TYPE, "text/plain; charset=utf-8")],
        text,
    )
        .into_response()
}

async fn order(
    State(rooms): State<Rooms>,
    admitted: Admitted,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let page = admitted.page;
    if !matches!(page, Page::Answer | Page::Photo) || !rooms.door.is_own(&headers) {
        return StatusCode::FORBIDDEN.into_response();
    }
    let language = rooms.house.language(&admitted.ask);
    let house = rooms.house.clone();
    let done = beside(move || house.order(page, &body, language)).await;
    match done {
        Ok(done) => told(done.map(|()| String::new())),
        Err(status) => status.into_response(),
    }
}

async fn lookup(
    State(rooms): State<Rooms>,
    admitted: Admitted,
    Path((_, _, what)): Path<(String, String, String)>,
    uri: axum::http::Uri,
) -> Response {
    if admitted.page != Page::Answer {
        return StatusCode::FORBIDDEN.into_response();
    }
    let language = rooms.house.language(&admitted.ask);
    let asked = query(uri.query(), "of").unwrap_or_default();
    let house = rooms.house.clone();
    match beside(move || house.lookup(&what, &asked, language)).await {
        Ok(Some(json)) => ([(header::CONTENT_TYPE, "application/json")], json).into_response(),
        Ok(None) => StatusCode::NOT_FOUND.into_response(),
        Err(status) => status.into_response(),
    }
}

async fn picture(State(rooms): State<Rooms>, admitted: Admitted, request: Request) -> Response {
    if admitted.page != Page::Photo || !rooms.door.is_own(request.headers()) {
        return StatusCode::FORBIDDEN.into_response();
    }
    // Nobody closes the waiting line while the pages are served.
    let _turn = rooms.photographs.acquire().await.ok();
    // Only now is anything read of what may be very long.
    let body = match Bytes::from_request(request, &()).await {
        Ok(body) => body,
        Err(why) => return why.into_response(),
    };
    let language = rooms.house.language(&admitted.ask);
    let house = rooms.house.clone();
    match beside(move || house.photo(body.into(), language)).await {
        Ok(done) => told(done),
        Err(status) => status.into_response(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn queries_are_plain_or_nothing() {
        assert_eq!(query(Some("a=1&lang=de"), "lang").as_deref(), Some("de"));
        assert_eq!(query(Some("lang="), "lang").as_deref(), Some(""));
        for none in [
            None,
            Some(""),
            Some("lang"),
            Some("lang=<b>"),
            Some("lang=%00"),
            Some("language=de"),
        ] {
            assert_eq!(query(none, "lang"), None, "{none:?}");
        }
    }
}
