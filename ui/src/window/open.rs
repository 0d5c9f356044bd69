//! Opens the window and keeps it until the person closes it.
//!
//! Last station of `main` for everything that is looked at. Says in words when the machine
//! shows no windows.

use crate::failure::Failure;
use crate::run::link::Link;
use crate::run::program::LocalProgram;
use crate::window::{self, App};

/// Shows the start screen, or a game that runs already, until the window is closed.
///
/// # Errors
/// When no window can be opened.
pub fn window(desk: LocalProgram, link: Option<Box<dyn Link>>) -> Result<(), Failure> {
    if !has_display() {
        return Err(no_window("there is no display"));
    }
    let options = window::window_options(desk.folders());
    let made = |context: &eframe::CreationContext<'_>| {
        let app = App::new(&context.egui_ctx, Box::new(desk), link);
        Ok(Box::new(app) as Box<dyn eframe::App>)
    };
    eframe::run_native("Nebelwacht", options, Box::new(made))
        .map_err(|error| no_window(&error.to_string()))
}

/// Whether the machine shows windows at all.
pub fn has_display() -> bool {
    ["DISPLAY", "WAYLAND_DISPLAY"]
        .iter()
        .any(|name| std::env::var_os(name).is_some_and(|value| !value.is_empty()))
}

pub(super) fn no_window(why: &str) -> Failure {
    Failure::new(
        format!("no window can be opened: {why}"),
        "work without one: `nebelwacht demo --headless`, or `nebelwacht watch … --headless`",
    )
}
