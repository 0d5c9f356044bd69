//! Work beside the window: on a thread of its own, with one result that nobody waits for in vain.
//!
//! Whoever began it looks at the receiver when woken. Work that panics, or that the system gives
//! no thread, disconnects it. Begun work is not stopped: who no longer wants it drops the receiver, and the
//! program ends without waiting for it.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, channel};
use std::thread::Builder;

use crate::leave;

/// Begins the work on a thread of that name, and calls `wake` once its result is there or it
/// has panicked.
pub fn begin<T: Send + 'static>(
    name: &str,
    wake: impl FnOnce() + Send + 'static,
    work: impl FnOnce() -> T + Send + 'static,
) -> Receiver<T> {
    let (to, from) = channel();
    leave::however_it_ends();
    let working = move || {
        // What the work borrowed is gone with it, so nothing half done is seen.
        if let Ok(result) = catch_unwind(AssertUnwindSafe(work)) {
            // Nobody may want it any more.
            let _ = to.send(result);
        }
        drop(to);
        wake();
    };
    if let Err(error) = Builder::new().name(name.to_owned()).spawn(working) {
        tracing::warn!(name, %error, "no thread for work beside the window");
    }
    from
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::TryRecvError;

    use super::*;

    #[test]
    fn a_result_is_there_when_woken() {
        let (woken, waiting) = channel();
        let result = begin("sum", move || woken.send(()).unwrap(), || 1 + 1);
        waiting.recv().unwrap();
        assert_eq!(result.try_recv(), Ok(2));
    }

    #[test]
    fn work_that_panics_is_not_waited_for() {
        let (woken, waiting) = channel();
        let result = begin::<u8>(
            "fuse",
            move || woken.send(()).unwrap(),
            || panic!("the fuse blew"),
        );
        waiting.recv().unwrap();
        assert_eq!(result.try_recv(), Err(TryRecvError::Disconnected));
    }
}
