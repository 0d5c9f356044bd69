//! For tests: the k-th thing that is done to the disk fails.
//!
//! Counts the [`Step`]s that [`crate::write`] does in the whole program, on all its threads, so
//! one test at a time may ask for faults. Built on the `fail` crate's fail points.

use std::io;
use std::sync::Mutex;

use fail::FailScenario;

use crate::step::Step;

/// How a disk refuses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// No room is left.
    Full,
    /// It became read-only.
    ReadOnly,
    /// It takes half of the bytes, and then refuses.
    Torn,
    /// It takes its time: the step is done, later.
    Slow,
}

impl Fault {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Full, Self::ReadOnly, Self::Torn, Self::Slow];

    fn error(self) -> io::Error {
        match self {
            Self::ReadOnly => io::ErrorKind::ReadOnlyFilesystem.into(),
            _ => io::ErrorKind::StorageFull.into(),
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Full => "full",
            Self::ReadOnly => "read-only",
            Self::Torn => "torn",
            Self::Slow => "slow",
        }
    }
}

/// How long a disk refuses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lasts {
    /// For one step.
    Once,
    /// From that step on.
    ForGood,
}

impl Lasts {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Once, Self::ForGood];
}

const POINT: &str = "files::write";
/// How long a slow disk takes for a step, ms: longer than a thread waits for another in passing.
const SLOW_MS: u64 = 5;

static DONE: Mutex<Vec<Step>> = Mutex::new(Vec::new());

/// What was done to the disk by `work`, and what it answers.
pub fn count<T>(work: impl FnOnce() -> T) -> (Vec<Step>, T) {
    with("off", work)
}

/// Does `work` on a disk whose `k`-th step, from 0, is refused so.
pub fn at<T>(k: usize, fault: Fault, lasts: Lasts, work: impl FnOnce() -> T) -> (Vec<Step>, T) {
    let times = match lasts {
        Lasts::Once => "1*",
        Lasts::ForGood => "",
    };
    let name = fault.name();
    // `0*off` would be no action at all.
    let before = if k == 0 {
        String::new()
    } else {
        format!("{k}*off->")
    };
    with(&format!("{before}{times}return({name})"), work)
}

fn with<T>(actions: &str, work: impl FnOnce() -> T) -> (Vec<Step>, T) {
    let scenario = FailScenario::setup();
    done().clear();
    fail::cfg(POINT, actions).expect("actions as the crate reads them");
    let answer = work();
    scenario.teardown();
    (std::mem::take(&mut *done()), answer)
}

fn done() -> std::sync::MutexGuard<'static, Vec<Step>> {
    DONE.lock()
        .unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// How the step that is about to be done is refused, if it is.
fn fault(step: Step) -> Option<Fault> {
    done().push(step);
    let refused = || {
        fail::fail_point!(POINT, |name| name);
        None
    };
    let name = refused()?;
    let fault = Fault::ALL.into_iter().find(|fault| fault.name() == name)?;
    if fault == Fault::Slow {
        std::thread::sleep(std::time::Duration::from_millis(SLOW_MS));
        return None;
    }
    Some(fault)
}

pub(crate) fn may(step: Step) -> io::Result<()> {
    fault(step).map_or(Ok(()), |fault| Err(fault.error()))
}

pub(crate) fn some_of(bytes: &[u8]) -> io::Result<&[u8]> {
    match fault(Step::Bytes) {
        None => Ok(bytes),
        Some(Fault::Torn) if bytes.len() > 1 => Ok(&bytes[..bytes.len() / 2]),
        Some(fault) => Err(fault.error()),
    }
}
