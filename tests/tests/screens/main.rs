//! The screens as a person meets them: found by role and name, used by click and key.
//!
//! Everything runs without a window. `looks` also writes each screen as a picture when
//! `NEBELWACHT_LOOKS` names a folder, for looking at.

mod audience;
mod everywhere;
mod games;
mod hurdles;
mod playing;
mod record;
mod start;
mod teaching;
