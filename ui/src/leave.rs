//! Leaving the program without running the destructors of what lives as long as it does.
//!
//! A thread that sits in a driver or learns a pack is left behind when the program ends. OpenCV's
//! own statics must not be destroyed under it: that ended in a segmentation fault. By now records
//! are synced and results printed, so there is nothing left to be done.

use std::io::Write as _;

/// Status of a program that was stopped by Ctrl-C: 128 and the signal's number.
pub const INTERRUPTED: i32 = 130;

/// Ends the program at once with that status.
#[allow(unsafe_code)]
pub fn now(status: i32) -> ! {
    // Who reads them may be gone; there is nobody left to tell.
    let _ = std::io::stdout().flush();
    let _ = std::io::stderr().flush();
    // SAFETY: `_exit` takes a number, touches no memory of ours and never comes back.
    unsafe { libc::_exit(status) }
}

/// Has whoever ends this process the usual way, as tests do, leave by [`now`]. Called
/// whenever a thread may be left behind; where the C library is not glibc it changes nothing.
#[cfg_attr(target_env = "gnu", allow(unsafe_code))]
pub(crate) fn however_it_ends() {
    #[cfg(target_env = "gnu")]
    {
        use std::ffi::{c_int, c_void};

        unsafe extern "C" {
            fn on_exit(then: extern "C" fn(c_int, *mut c_void), with: *mut c_void) -> c_int;
        }
        extern "C" fn leave(status: c_int, _: *mut c_void) {
            now(status)
        }
        // SAFETY: the signature is glibc's; the handler touches no memory of ours, and what was
        // registered last is called first, so all that exists by now is still whole then.
        if unsafe { on_exit(leave, std::ptr::null_mut()) } != 0 {
            tracing::warn!("a thread left behind may end badly when the program ends");
        }
    }
}

#[cfg(all(test, target_env = "gnu"))]
mod tests {
    use std::process::Command;

    use super::*;

    /// Says to the process that stands for the program how it is to end.
    const ENDS: &str = "NEBELWACHT_TEST_ENDS";

    /// Stands for a destructor that must not run.
    extern "C" fn destroyed() {
        std::process::abort();
    }

    /// The life of that process; elsewhere it does nothing.
    #[test]
    #[allow(unsafe_code)]
    fn ends_as_told() {
        let Ok(told) = std::env::var(ENDS) else {
            return;
        };
        // SAFETY: the handler takes nothing and touches nothing of ours.
        assert_eq!(unsafe { libc::atexit(destroyed) }, 0);
        however_it_ends();
        assert_eq!(told, "well");
    }

    #[test]
    fn a_status_is_kept_and_nothing_is_destroyed() {
        for (told, status) in [("well", 0), ("badly", 101)] {
            let mut this = Command::new(std::env::current_exe().expect("this program"));
            this.args(["--exact", "leave::tests::ends_as_told"]);
            let ended = this.env(ENDS, told).output().expect("it starts").status;
            assert_eq!(ended.code(), Some(status), "{told}: {ended}");
        }
    }
}
