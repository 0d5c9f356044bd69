//! A place for one value between two threads, where the newest value wins.
//!
//! Stands between capture and reading, reading and tracking, tracking and the window: whoever
//! is slow sees the latest state, never a queue of old ones. What was overwritten unread is
//! counted. Commands and log events never go through here; they must not be lost.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Makes an empty mailbox and its two ends.
pub fn mailbox<T>() -> (Sender<T>, Receiver<T>) {
    let shared = Arc::new(Shared {
        slot: Mutex::new(Slot {
            value: None,
            overwritten: 0,
            senders: 1,
            receiver: true,
        }),
        changed: Condvar::new(),
    });
    (Sender(shared.clone()), Receiver(shared))
}

/// The end that puts values in.
#[derive(Debug)]
pub struct Sender<T>(Arc<Shared<T>>);

/// The end that takes values out.
#[derive(Debug)]
pub struct Receiver<T>(Arc<Shared<T>>);

/// What [`Receiver::take`] found.
#[derive(Debug, PartialEq, Eq)]
pub enum Taken<T> {
    /// The newest value.
    Value(T),
    /// Nothing came in time.
    Nothing,
    /// Nothing is there and every sender is gone: nothing will come.
    Closed,
}

#[derive(Debug)]
struct Shared<T> {
    slot: Mutex<Slot<T>>,
    changed: Condvar,
}

#[derive(Debug)]
struct Slot<T> {
    value: Option<T>,
    overwritten: u64,
    senders: usize,
    receiver: bool,
}

impl<T> Shared<T> {
    /// A panicking neighbour leaves the slot whole (every change is one assignment), so a
    /// poisoned lock is still good.
    fn lock(&self) -> MutexGuard<'_, Slot<T>> {
        self.slot.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<T> Sender<T> {
    /// Puts a value in, replacing one that nobody took. Returns `false` once the receiver is
    /// gone: the value is dropped and the sender can stop working.
    pub fn put(&self, value: T) -> bool {
        let mut slot = self.0.lock();
        if !slot.receiver {
            return false;
        }
        if slot.value.replace(value).is_some() {
            slot.overwritten += 1;
        }
        drop(slot);
        self.0.changed.notify_all();
        true
    }

    /// Puts a value in once the place is free, so that nothing is dropped: for files, which
    /// are read in full. Returns `false` once the receiver is gone.
    pub fn put_when_free(&self, value: T) -> bool {
        let mut slot = self.0.lock();
        while slot.receiver && slot.value.is_some() {
            slot = self
                .0
                .changed
                .wait(slot)
                .unwrap_or_else(PoisonError::into_inner);
        }
        if !slot.receiver {
            return false;
        }
        slot.value = Some(value);
        drop(slot);
        self.0.changed.notify_all();
        true
    }
}

impl<T> Clone for Sender<T> {
    fn clone(&self) -> Self {
        self.0.lock().senders += 1;
        Self(self.0.clone())
    }
}

impl<T> Drop for Sender<T> {
    fn drop(&mut self) {
        self.0.lock().senders -= 1;
        self.0.changed.notify_all();
    }
}

impl<T> Receiver<T> {
    /// Takes the newest value, waiting for one at most this long.
    pub fn take(&self, wait: Duration) -> Taken<T> {
        let slot = self.0.lock();
        let (mut slot, _) = self
            .0
            .changed
            .wait_timeout_while(slot, wait, |slot| slot.value.is_none() && slot.senders > 0)
            .unwrap_or_else(PoisonError::into_inner);
        let taken = match slot.value.take() {
            Some(value) => Taken::Value(value),
            None if slot.senders == 0 => Taken::Closed,
            None => Taken::Nothing,
        };
        drop(slot);
        self.0.changed.notify_all();
        taken
    }

    /// How many values were replaced before anybody took them.
    pub fn overwritten(&self) -> u64 {
        self.0.lock().overwritten
    }
}

impl<T> Drop for Receiver<T> {
    fn drop(&mut self) {
        self.0.lock().receiver = false;
        self.0.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn newest_wins_and_the_lost_are_counted() {
        let (sender, receiver) = mailbox();
        assert!(sender.put(1));
        assert!(sender.put(2));
        assert!(sender.put(3));
        assert_eq!(receiver.take(Duration::ZERO), Taken::Value(3));
        assert_eq!(receiver.take(Duration::ZERO), Taken::Nothing);
        assert_eq!(receiver.overwritten(), 2);
    }

    #[test]
    fn last_value_is_still_taken_after_the_sender_went() {
        let (sender, receiver) = mailbox();
        sender.put(7);
        drop(sender);
        assert_eq!(receiver.take(Duration::ZERO), Taken::Value(7));
        assert_eq!(receiver.take(Duration::from_secs(9)), Taken::Closed);
    }

    #[test]
    fn a_sender_learns_that_nobody_listens() {
        let (sender, receiver) = mailbox();
        drop(receiver);
        assert!(!sender.put(1));
        assert!(!sender.put_when_free(1));
    }

    #[test]
    fn a_waiting_sender_drops_nothing() {
        let (sender, receiver) = mailbox();
        let worker = std::thread::spawn(move || (0..100).all(|i| sender.put_when_free(i)));
        let mut got = Vec::new();
        while let Taken::Value(value) = receiver.take(Duration::from_secs(5)) {
            got.push(value);
        }
        assert!(worker.join().expect("the sender does not panic"));
        assert_eq!(got, (0..100).collect::<Vec<_>>());
        assert_eq!(receiver.overwritten(), 0);
    }
}
