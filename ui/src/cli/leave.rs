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
