//! The camera's socket: pictures come as JPEG, one message each; what the program makes of them
//! goes back as JSON.
//!
//! A phone sends the next picture once the one before was taken (`{"taken": 7}`), so a slow
//! network or a slow reader slows the phone and nothing piles up. There is one seat: a second
//! phone is told so (`{"busy": true}`); the same page coming back takes its own seat over.

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::State;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::{IntoResponse as _, Response};
use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::timeout;

use crate::door::rooms::{Admitted, Rooms, query};
use crate::guests::Guest;
use crate::house::{House, Page, Shot, Taken};
use crate::limits::{FRAME_BYTES, FRAMES_UNDER_WAY, ORDER_BYTES, SILENT_FOR};

pub(crate) async fn socket(
    State(rooms): State<Rooms>,
    admitted: Admitted,
    headers: HeaderMap,
    uri: Uri,
    upgrade: Result<WebSocketUpgrade, axum::extract::ws::rejection::WebSocketUpgradeRejection>,
) -> Response {
    if admitted.page != Page::Camera {
        return StatusCode::NOT_FOUND.into_response();
    }
    if !rooms.door.is_secure() || !rooms.door.is_own(&headers) {
        return StatusCode::FORBIDDEN.into_response();
    }
    let upgrade = match upgrade {
        Ok(upgrade) => upgrade,
        Err(refusal) => return refusal.into_response(),
    };
    let who = query(uri.query(), "me").unwrap_or_default();
    let from = admitted.from.ip();
    upgrade
        .max_message_size(FRAME_BYTES)
        .max_frame_size(FRAME_BYTES)
        .on_upgrade(move |socket| serve(socket, rooms, who, from))
}

async fn serve(mut socket: WebSocket, rooms: Rooms, who: String, from: IpAddr) {
    let number = rooms.seat.number();
    let Some(left) = rooms.seat.take(&who, number) else {
        // It may be gone already.
        let _ = socket.send(Message::text(r#"{"busy":true}"#)).await;
        return;
    };
    let page = Page::Camera;
    let _stay = rooms.guests.greet(Guest { page, from });
    rooms.house.camera(Some(from));
    let camera = Camera::new(rooms.house.clone(), rooms.told.clone());
    let why = camera.serve(&mut socket, left).await;
    tracing::info!(%from, why, "the phone's camera left");
    if rooms.seat.leave(number) {
        rooms.house.camera(None);
    }
}

/// One camera from its coming to its leaving.
struct Camera {
    house: Arc<dyn House>,
    told: watch::Receiver<Arc<str>>,
    name: Arc<str>,
    sent: u64,
    acknowledged: u64,
    tell: mpsc::UnboundedSender<u64>,
    taken: mpsc::UnboundedReceiver<u64>,
}

impl Camera {
    fn new(house: Arc<dyn House>, mut told: watch::Receiver<Arc<str>>) -> Self {
        let (tell, taken) = mpsc::unbounded_channel();
        told.mark_changed();
        Self {
            house,
            told,
            name: "".into(),
            sent: 0,
            acknowledged: 0,
            tell,
            taken,
        }
    }

    /// Answers why it ended.
    async fn serve(
        mut self,
        socket: &mut WebSocket,
        mut left: oneshot::Receiver<()>,
    ) -> &'static str {
        loop {
            let back = tokio::select! {
                _ = &mut left => return "the same page came back",
                Some(number) = self.taken.recv() => {
                    self.acknowledged = self.acknowledged.max(number);
                    format!(r#"{{"taken":{number}}}"#)
                }
                changed = self.told.changed() => {
                    if changed.is_err() {
                        return "the pages were switched off";
                    }
                    let told = self.told.borrow_and_update().clone();
                    if told.is_empty() {
                        continue;
                    }
                    told.to_string()
                }
                message = timeout(SILENT_FOR, socket.recv()) => match message {
                    Err(_) => return "it said nothing any more",
                    Ok(None | Some(Err(_) | Ok(Message::Close(_)))) => return "it closed",
                    Ok(Some(Ok(message))) => match self.hear(message) {
                        Ok(()) => continue,
                        Err(why) => return why,
                    },
                },
            };
            let sent = timeout(SILENT_FOR, socket.send(Message::text(back))).await;
            if !matches!(sent, Ok(Ok(()))) {
                return "it could not be told anything any more";
            }
        }
    }

    fn hear(&mut self, message: Message) -> Result<(), &'static str> {
        match message {
            Message::Binary(jpeg) => {
                if self.sent - self.acknowledged >= FRAMES_UNDER_WAY as u64 {
                    return Err("it sent more pictures than it was asked for");
                }
                self.sent += 1;
                self.house.shot(Shot {
                    jpeg: jpeg.into(),
                    camera: self.name.clone(),
                    taken: Taken(Some(self.tell.clone()), self.sent),
                });
            }
            Message::Text(text) if text.len() > ORDER_BYTES => {
                return Err("it said more than a page has to say");
            }
            Message::Text(text) => {
                let said: Option<serde_json::Value> = serde_json::from_str(&text).ok();
                let name = said.as_ref().and_then(|said| said.get("camera")?.as_str());
                if let Some(name) = name {
                    self.name = files::words::name(name).into();
                }
            }
            Message::Ping(_) | Message::Pong(_) | Message::Close(_) => {}
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seat::Seat;

    #[test]
    fn there_is_one_seat_and_who_comes_back_has_it() {
        let seat = Seat::default();
        let mut first = seat.take("a", 1).unwrap();
        assert!(seat.take("b", 2).is_none());
        let _again = seat.take("a", 3).unwrap();
        assert!(
            first
                .try_recv()
                .is_err_and(|e| e == oneshot::error::TryRecvError::Closed)
        );
        assert!(!seat.leave(1), "it was taken over");
        assert!(seat.leave(3));
        assert!(seat.take("b", 4).is_some());
    }
}
