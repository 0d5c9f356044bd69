//! How a screen is looked at, in both languages, both themes and several sizes: nothing hides behind
//! an unworded key, nothing is cut off, every control has a name. When `NEBELWACHT_LOOKS` names a
//! folder, pictures to look at are written there, of a small window and of a large one.

use std::path::Path;

use egui::accesskit::Role;
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};
use nebelwacht_ui::run::link::settings::ThemeChoice;
use nebelwacht_ui::window::App;

use crate::games::{ENGLISH, Look, Shown};

const LANGUAGES: [&str; 2] = ["en", "de"];
/// A small laptop, the smallest window there is, and a usual screen. If no pictures are wanted, only
/// the first, and the second in the language with the longer words.
const SIZES: [[f32; 2]; 3] = [[1280.0, 800.0], [900.0, 600.0], [1920.0, 1080.0]];
const THEMES: [(ThemeChoice, &str); 2] =
    [(ThemeChoice::Light, "light"), (ThemeChoice::Dark, "dark")];

/// Checks a screen and, if wanted, writes its picture.
pub fn keep<S>(harness: &mut Harness<'_, S>, name: &str) {
    let (mut keys, mut cut) = (Vec::new(), Vec::new());
    let width = harness.ctx.content_rect().width();
    let mut open = vec![harness.root()];
    while let Some(node) = open.pop() {
        let role = node.accesskit_node().role();
        let text = node.accesskit_node().label().unwrap_or_default();
        if text.contains('‹') || text.contains("{$") || text.contains("{ $") {
            keys.push(text);
        } else if matches!(role, Role::Label | Role::Button) && node.rect().max.x > width + 1.0 {
            cut.push(text);
        }
        open.extend(node.children());
    }
    assert!(keys.is_empty(), "{name}: texts without words: {keys:?}");
    assert!(
        cut.is_empty(),
        "{name}: beyond the rim of the window: {cut:?}"
    );
    harness.check_accessibility();
    if let Some(folder) = std::env::var_os("NEBELWACHT_LOOKS") {
        std::fs::create_dir_all(&folder).unwrap();
        let picture = harness.render().unwrap();
        picture
            .save(Path::new(&folder).join(format!("{name}.png")))
            .unwrap();
    }
}

/// Writes pictures, if wanted, of a screen that takes long to come by, in both themes and all
/// sizes; it ends as it began.
pub fn keep_all<S>(harness: &mut Harness<'_, S>, name: &str) {
    if std::env::var_os("NEBELWACHT_LOOKS").is_none() {
        return keep(harness, name);
    }
    let sizes = SIZES.iter().rev().chain(&SIZES[..1]);
    for size in sizes {
        for (theme, theme_name) in [(egui::Theme::Dark, "dark"), (egui::Theme::Light, "light")] {
            let grown = nebelwacht_ui::window::grown((*size).into());
            harness.ctx.set_theme(theme);
            harness.set_size(egui::Vec2::from(*size) / grown);
            harness.run_steps(6);
            keep(harness, &format!("{name}-{theme_name}-{}", size[0]));
        }
    }
}

/// Shows a screen in both languages and both themes, and checks each.
pub fn each(name: &str, show: impl Fn(Look) -> Shown) {
    for (look, suffix) in looks() {
        keep(&mut show(look).harness, &format!("{name}-{suffix}"));
    }
}

/// The same of a screen that takes long to come by: language, theme and size are switched in its
/// window. It begins and ends in [`ENGLISH`].
pub fn each_of(name: &str, ui: &mut Harness<'_, App>) {
    for (look, suffix) in looks() {
        switch(ui, look);
        keep(ui, &format!("{name}-{suffix}"));
    }
    switch(ui, ENGLISH);
}

/// Whatever a screen is looked at in, and how its pictures are called.
fn looks() -> Vec<(Look, String)> {
    let wanted = std::env::var_os("NEBELWACHT_LOOKS").is_some();
    let needed = |size, language, theme| {
        size == SIZES[0] || size == SIZES[1] && (language, theme) == ("de", THEMES[0].0)
    };
    let mut looks = Vec::new();
    for size in SIZES {
        for language in LANGUAGES {
            for (theme, theme_name) in THEMES {
                if wanted || needed(size, language, theme) {
                    let look = Look {
                        language,
                        theme,
                        size,
                    };
                    looks.push((look, format!("{language}-{theme_name}-{}", size[0])));
                }
            }
        }
    }
    looks
}

/// Switches language, theme and size of a window.
fn switch(ui: &mut Harness<'_, App>, look: Look) {
    let grown = nebelwacht_ui::window::grown(look.size.into());
    ui.set_size(egui::Vec2::from(look.size) / grown);
    ui.run_steps(4);
    let german = usize::from(look.language == "de");
    let other = ["English", "Deutsch"][german];
    if let Some(button) = ui.query_by_role_and_label(Role::Button, other) {
        button.click();
        ui.run_steps(4);
    }
    let dark = usize::from(look.theme == ThemeChoice::Dark);
    let wanted = [
        ["Theme: light", "Theme: dark"],
        ["Farben: hell", "Farben: dunkel"],
    ][german][dark];
    // There are three, and each press shows the next.
    for _ in 0..2 {
        if ui.query_by_role_and_label(Role::Button, wanted).is_some() {
            break;
        }
        let theme = ["Theme: ", "Farben: "][german];
        ui.get_by(|node| {
            let label = node.label().unwrap_or_default();
            node.role() == Role::Button && label.starts_with(theme)
        })
        .click();
        ui.run_steps(4);
    }
    ui.get_by_role_and_label(Role::Button, wanted);
}
