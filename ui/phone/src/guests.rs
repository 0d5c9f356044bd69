//! Who is here: the phones whose pages are open now.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::house::Page;

/// An open page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Guest {
    /// Which page.
    pub page: Page,
    /// From where.
    pub from: IpAddr,
}

/// All open pages.
#[derive(Clone, Debug, Default)]
pub(crate) struct Guests(Arc<Mutex<List>>);

#[derive(Debug, Default)]
struct List {
    next: u64,
    here: BTreeMap<u64, Guest>,
}

impl Guests {
    fn lock(&self) -> MutexGuard<'_, List> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes a page as open for as long as the answer is kept.
    pub(crate) fn greet(&self, guest: Guest) -> Stay {
        let mut list = self.lock();
        let number = list.next;
        list.next += 1;
        list.here.insert(number, guest);
        Stay(self.clone(), number)
    }

    /// The open pages, the longest open first.
    pub(crate) fn here(&self) -> Vec<Guest> {
        self.lock().here.values().copied().collect()
    }
}

/// A page is open as long as this is kept.
#[derive(Debug)]
pub(crate) struct Stay(Guests, u64);

impl Drop for Stay {
    fn drop(&mut self) {
        self.0.lock().here.remove(&self.1);
    }
}
