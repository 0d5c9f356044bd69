//! The place of the one phone that is the camera.

use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::oneshot;

/// The place of the one camera.
#[derive(Clone, Debug, Default)]
pub(crate) struct Seat(Arc<Mutex<Option<Sitting>>>);

#[derive(Debug)]
struct Sitting {
    /// The page that sits there, by a random name it gave itself.
    who: String,
    number: u64,
    /// Dropped to ask it to leave.
    _leave: oneshot::Sender<()>,
}

impl Seat {
    /// Takes the seat; `None` if another page has it.
    pub(crate) fn take(&self, who: &str, number: u64) -> Option<oneshot::Receiver<()>> {
        let mut seat = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if seat.as_ref().is_some_and(|sitting| sitting.who != who) {
            return None;
        }
        let (leave, left) = oneshot::channel();
        *seat = Some(Sitting {
            who: who.to_owned(),
            number,
            _leave: leave,
        });
        Some(left)
    }

    /// Leaves it, unless somebody has taken it over. Answers whether it is free now.
    pub(crate) fn leave(&self, number: u64) -> bool {
        let mut seat = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let own = seat
            .as_ref()
            .is_some_and(|sitting| sitting.number == number);
        if own {
            *seat = None;
        }
        own
    }

    /// Tells sittings apart.
    pub(crate) fn number(&self) -> u64 {
        use std::sync::atomic::{AtomicU64, Ordering};
        static NEXT: AtomicU64 = AtomicU64::new(0);
        NEXT.fetch_add(1, Ordering::Relaxed)
    }
}
