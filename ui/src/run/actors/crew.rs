//! The crew: gives each part a thread, restarts one that panics, ends them in two steps.
//!
//! A part that panics is made anew and shown as failed meanwhile; the others go on. Ending is
//! asked first ([`Crew::ask_to_stop`]) and waited for then ([`Crew::wait`]); a part that sits
//! in a camera driver is left behind after the limit, because it cannot be woken.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use super::{Actor, Step};
use crate::leave;

/// How long a part waits for input before it looks whether it shall stop: short enough that
/// closing the window feels immediate.
const WAIT: Duration = Duration::from_millis(50);

/// Pause before a part that panicked is made anew, so that one that always panics does not
/// eat the machine.
const RESTART_PAUSE: Duration = Duration::from_millis(500);

/// A part that panics this often in a row is given up: it would not get better.
const MOST_RESTARTS: u32 = 20;

/// A part that ran for so long has got over the panic before: rare ones do not add up over an evening.
const RECOVERED: Duration = Duration::from_secs(60);

/// How a part is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum PartHealth {
    /// It runs.
    #[default]
    Running,
    /// It panicked and was made anew.
    Restarted {
        /// How often.
        times: u32,
        /// What it said.
        why: String,
    },
    /// It panicked too often or could not be made.
    Failed {
        /// What it said.
        why: String,
    },
    /// It came to its end.
    Done,
}

/// One part's thread.
#[derive(Debug)]
struct Member {
    name: &'static str,
    health: Arc<Mutex<PartHealth>>,
    thread: Option<JoinHandle<()>>,
}

/// All parts that have a thread.
#[derive(Debug, Default)]
pub struct Crew {
    stop: Arc<AtomicBool>,
    members: Vec<Member>,
}

impl Crew {
    /// Starts a part on its own thread. `make` builds it there, and again after a panic;
    /// `None` means that it cannot be built again.
    ///
    /// # Errors
    /// When the system gives no thread.
    pub fn start<A: Actor>(
        &mut self,
        name: &'static str,
        make: impl FnMut() -> Option<A> + Send + 'static,
    ) -> std::io::Result<()> {
        let health = Arc::new(Mutex::new(PartHealth::default()));
        let (stop, shared) = (self.stop.clone(), health.clone());
        let thread = std::thread::Builder::new()
            .name(name.to_owned())
            .spawn(move || live(name, make, &stop, &shared))?;
        self.members.push(Member {
            name,
            health,
            thread: Some(thread),
        });
        Ok(())
    }

    /// How each part is, by name.
    pub fn health(&self) -> Vec<(&'static str, PartHealth)> {
        self.members
            .iter()
            .map(|member| (member.name, read(&member.health)))
            .collect()
    }

    /// First step of ending: every part stops before its next piece of work.
    pub fn ask_to_stop(&self) {
        self.stop.store(true, Ordering::SeqCst);
    }

    /// Second step: waits for all parts, at most this long. Answers the names of those that
    /// did not end; their threads go with the program.
    pub fn wait(&mut self, limit: Duration) -> Vec<&'static str> {
        let end = Instant::now() + limit;
        let mut left = Vec::new();
        for member in &mut self.members {
            let Some(thread) = member.thread.take() else {
                continue;
            };
            while !thread.is_finished() && Instant::now() < end {
                std::thread::sleep(Duration::from_millis(5));
            }
            if !thread.is_finished() {
                tracing::warn!(part = member.name, "does not end; left behind");
                left.push(member.name);
            } else if thread.join().is_err() {
                // Panics of a part are caught inside; this is one in the catching itself.
                tracing::error!(part = member.name, "ended by a panic");
            }
        }
        if !left.is_empty() {
            leave::however_it_ends();
        }
        left
    }
}

/// The life of a part's thread.
fn live<A: Actor>(
    name: &'static str,
    mut make: impl FnMut() -> Option<A>,
    stop: &AtomicBool,
    health: &Mutex<PartHealth>,
) {
    let (mut panics, mut in_a_row) = (0, 0);
    loop {
        let mut began = Instant::now();
        let run = catch_unwind(AssertUnwindSafe(|| {
            let Some(mut actor) = make() else {
                return false;
            };
            // Making it may take longer than it lives: learning a pack does.
            began = Instant::now();
            while !stop.load(Ordering::SeqCst) {
                if actor.step(WAIT) == Step::Done {
                    break;
                }
            }
            true
        }));
        let why = match run {
            Ok(true) => return write(health, PartHealth::Done),
            Ok(false) => "it could not be started again".to_owned(),
            Err(panic) => words(&*panic),
        };
        panics += 1;
        in_a_row = panics_in_a_row(in_a_row, began.elapsed());
        tracing::error!(part = name, %why, panics, "a part failed");
        let stopped = stop.load(Ordering::SeqCst);
        if in_a_row > MOST_RESTARTS || stopped || why == "it could not be started again" {
            return write(health, PartHealth::Failed { why });
        }
        write(health, PartHealth::Restarted { times: panics, why });
        std::thread::sleep(RESTART_PAUSE);
    }
}

/// How many panics came one soon after the other, with the one that ended a run of that length.
fn panics_in_a_row(before: u32, ran: Duration) -> u32 {
    match ran < RECOVERED {
        true => before + 1,
        false => 1,
    }
}

/// What a panic said.
fn words(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "a panic without words".to_owned())
}

/// Health is replaced whole, so a lock poisoned by a panic still holds a good value.
fn read(health: &Mutex<PartHealth>) -> PartHealth {
    health
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .clone()
}

fn write(health: &Mutex<PartHealth>, value: PartHealth) {
    *health.lock().unwrap_or_else(PoisonError::into_inner) = value;
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicU32;

    use super::*;

    /// Works until its count is used up, then panics or ends.
    struct Fuse {
        left: u32,
        panics: bool,
    }

    impl Actor for Fuse {
        fn step(&mut self, _: Duration) -> Step {
            if self.left > 0 {
                self.left -= 1;
                return Step::Worked;
            }
            assert!(!self.panics, "the fuse blew");
            Step::Done
        }
    }

    /// Works for ever.
    struct Endless;

    impl Actor for Endless {
        fn step(&mut self, wait: Duration) -> Step {
            std::thread::sleep(wait);
            Step::Idle
        }
    }

    fn until(condition: impl Fn() -> bool) {
        let end = Instant::now() + Duration::from_secs(20);
        while !condition() {
            assert!(Instant::now() < end, "it never happened");
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    #[test]
    fn a_part_that_panics_is_made_anew_while_the_others_go_on() {
        let mut crew = Crew::default();
        let made = Arc::new(AtomicU32::new(0));
        let count = made.clone();
        crew.start("fuse", move || {
            let first = count.fetch_add(1, Ordering::SeqCst) == 0;
            Some(Fuse {
                left: 3,
                panics: first,
            })
        })
        .expect("a thread");
        crew.start("other", || Some(Endless)).expect("a thread");
        until(|| crew.health()[0].1 == PartHealth::Done);
        assert_eq!(made.load(Ordering::SeqCst), 2);
        assert_eq!(crew.health()[1].1, PartHealth::Running);
        crew.ask_to_stop();
        assert_eq!(crew.wait(Duration::from_secs(10)), Vec::<&str>::new());
    }

    #[test]
    fn a_part_that_cannot_be_made_again_is_shown_as_failed() {
        let mut crew = Crew::default();
        let mut only = Some(Fuse {
            left: 0,
            panics: true,
        });
        crew.start("fuse", move || only.take()).expect("a thread");
        until(|| matches!(crew.health()[0].1, PartHealth::Failed { .. }));
    }

    #[test]
    fn rare_panics_do_not_add_up() {
        let evening = (0..100).fold(0, |before, _| panics_in_a_row(before, RECOVERED));
        assert_eq!(evening, 1);
        let soon = Duration::from_millis(200);
        let at_each_look = (0..21).fold(evening, |before, _| panics_in_a_row(before, soon));
        assert!(at_each_look > MOST_RESTARTS);
    }

    #[test]
    fn a_part_that_hangs_is_left_behind_by_name() {
        struct Hangs;
        impl Actor for Hangs {
            fn step(&mut self, _: Duration) -> Step {
                std::thread::sleep(Duration::from_secs(3));
                Step::Idle
            }
        }
        let mut crew = Crew::default();
        crew.start("driver", || Some(Hangs)).expect("a thread");
        std::thread::sleep(Duration::from_millis(20));
        crew.ask_to_stop();
        assert_eq!(crew.wait(Duration::from_millis(50)), ["driver"]);
    }
}
