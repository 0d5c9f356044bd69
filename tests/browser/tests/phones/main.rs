//! The pages for phones, opened by a real browser: Debian's Chromium without a window, whose camera
//! is a film by our own photographer.

mod film;
mod hostile;
mod live;
mod looks;
mod photo;
mod wall;
