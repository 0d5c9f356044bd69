//! Colours and sizes of the window, light and dark, and how player colours look on screen.
//!
//! All screens take their colours from a [`Palette`]; none names a colour itself. Texts reach
//! a contrast of 4.5 : 1 and marks 3 : 1 against what they lie on; a test computes it.

use carcassonne::map::ChipColor;
use carcassonne::piece::Color;
use egui::{Color32, CornerRadius, FontFamily, FontId, Stroke, TextStyle, Visuals};

use crate::run::link::settings::ThemeChoice;

/// The colours of one theme.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Palette {
    /// Behind everything.
    pub ground: Color32,
    /// Cards and panels.
    pub card: Color32,
    /// A card that wants attention: the open question.
    pub card_ask: Color32,
    /// A card that says that something is wrong.
    pub card_wrong: Color32,
    /// Buttons and fields on a card.
    pub button: Color32,
    /// A button under the pointer.
    pub button_hover: Color32,
    /// Lines around cards.
    pub line: Color32,
    /// Lines around what can be used: buttons, fields, boxes to tick.
    pub rim: Color32,
    /// Text.
    pub text: Color32,
    /// Text that explains.
    pub text_soft: Color32,
    /// Fill of the chosen or most important thing.
    pub accent: Color32,
    /// Text on [`Palette::accent`].
    pub on_accent: Color32,
    /// A mark that says "good".
    pub good: Color32,
    /// A mark that says "wait".
    pub wait: Color32,
    /// A mark that says "wrong".
    pub wrong: Color32,
    /// The empty table under the drawn board.
    pub felt: Color32,
    /// Lines on the felt.
    pub felt_line: Color32,
    /// The sea of a printed map.
    pub water: Color32,
    /// What is lit up on board and picture.
    pub glow: Color32,
}

const fn rgb(hex: u32) -> Color32 {
    Color32::from_rgb((hex >> 16) as u8, (hex >> 8) as u8, hex as u8)
}

/// The light theme: paper and ink.
pub const LIGHT: Palette = Palette {
    ground: rgb(0xece7dc),
    card: rgb(0xfbf9f4),
    card_ask: rgb(0xfff3cf),
    card_wrong: rgb(0xfde4de),
    button: rgb(0xe9e2d3),
    button_hover: rgb(0xddd3be),
    line: rgb(0xc9bfa9),
    rim: rgb(0x837961),
    text: rgb(0x24211c),
    text_soft: rgb(0x5a5345),
    accent: rgb(0x2f5d50),
    on_accent: rgb(0xffffff),
    good: rgb(0x216a33),
    wait: rgb(0x7a4e00),
    wrong: rgb(0xa82018),
    felt: rgb(0xd8d0bd),
    felt_line: rgb(0x8d836c),
    water: rgb(0xa9c6d6),
    glow: rgb(0x0a62c4),
};

/// The dark theme: a room in the evening.
pub const DARK: Palette = Palette {
    ground: rgb(0x17191c),
    card: rgb(0x22252a),
    card_ask: rgb(0x3a3320),
    card_wrong: rgb(0x43262a),
    button: rgb(0x33383f),
    button_hover: rgb(0x3f454e),
    line: rgb(0x454b54),
    rim: rgb(0x838b96),
    text: rgb(0xf0ece4),
    text_soft: rgb(0xb9b4a9),
    accent: rgb(0x7cc4ae),
    on_accent: rgb(0x0d2a22),
    good: rgb(0x6fcf82),
    wait: rgb(0xf0b84a),
    wrong: rgb(0xff8a80),
    felt: rgb(0x1e2a26),
    felt_line: rgb(0x6d7d76),
    water: rgb(0x25404f),
    glow: rgb(0x5ab8ff),
};

/// The palette of the theme that `ui` is drawn in.
pub fn palette(ui: &egui::Ui) -> &'static Palette {
    if ui.visuals().dark_mode {
        &DARK
    } else {
        &LIGHT
    }
}

/// Text sizes: the name of a screen, names and scores, explanations.
pub mod size {
    /// The name of a screen.
    pub const TITLE: f32 = 26.0;
    /// Scores.
    pub const SCORE: f32 = 28.0;
    /// Headings of cards.
    pub const HEADING: f32 = 17.0;
    /// Texts and buttons.
    pub const BODY: f32 = 15.0;
    /// Explanations.
    pub const SMALL: f32 = 13.0;
}

/// Sets up both themes and chooses one.
pub fn apply(ctx: &egui::Context, choice: ThemeChoice) {
    for (theme, palette) in [(egui::Theme::Light, &LIGHT), (egui::Theme::Dark, &DARK)] {
        ctx.set_visuals_of(theme, visuals(theme, palette));
        ctx.style_mut_of(theme, |style| {
            style.text_styles = [
                (TextStyle::Heading, size::HEADING),
                (TextStyle::Body, size::BODY),
                (TextStyle::Button, size::BODY),
                (TextStyle::Small, size::SMALL),
            ]
            .into_iter()
            .map(|(name, size)| (name, FontId::new(size, FontFamily::Proportional)))
            .chain([(
                TextStyle::Monospace,
                FontId::new(size::BODY, FontFamily::Monospace),
            )])
            .collect();
            style.spacing.item_spacing = egui::vec2(8.0, 6.0);
            style.spacing.button_padding = egui::vec2(10.0, 5.0);
            style.spacing.interact_size.y = 28.0;
            style.interaction.selectable_labels = false;
        });
    }
    ctx.set_theme(match choice {
        ThemeChoice::System => egui::ThemePreference::System,
        ThemeChoice::Light => egui::ThemePreference::Light,
        ThemeChoice::Dark => egui::ThemePreference::Dark,
    });
}

/// Seconds that opening, closing and scrolling take where they may be seen to move.
const ANIMATION_S: f32 = 0.2;

/// Lets things move by themselves, or lets them jump to where they belong.
pub fn set_motion(ctx: &egui::Context, moves: bool) {
    ctx.all_styles_mut(|style| {
        style.animation_time = if moves { ANIMATION_S } else { 0.0 };
        style.scroll_animation = if moves {
            egui::style::ScrollAnimation::default()
        } else {
            egui::style::ScrollAnimation::none()
        };
    });
}

fn visuals(theme: egui::Theme, palette: &Palette) -> Visuals {
    let mut visuals = theme.default_visuals();
    visuals.override_text_color = None;
    visuals.weak_text_color = Some(palette.text_soft);
    visuals.panel_fill = palette.ground;
    visuals.window_fill = palette.card;
    visuals.window_stroke = Stroke::new(1.0, palette.line);
    visuals.faint_bg_color = palette.card;
    visuals.extreme_bg_color = palette.button;
    visuals.text_edit_bg_color = Some(palette.button);
    visuals.hyperlink_color = palette.accent;
    visuals.warn_fg_color = palette.wait;
    visuals.error_fg_color = palette.wrong;
    visuals.selection.bg_fill = palette.accent;
    visuals.selection.stroke = Stroke::new(1.5, palette.on_accent);
    visuals.disabled_alpha = 0.6;
    let widgets = &mut visuals.widgets;
    let corner = CornerRadius::same(6);
    for (state, fill, line) in [
        (&mut widgets.noninteractive, palette.card, palette.line),
        (&mut widgets.inactive, palette.button, palette.rim),
        (
            &mut widgets.hovered,
            palette.button_hover,
            palette.text_soft,
        ),
        (&mut widgets.active, palette.button_hover, palette.text),
        (&mut widgets.open, palette.button, palette.text_soft),
    ] {
        state.bg_fill = fill;
        state.weak_bg_fill = fill;
        state.bg_stroke = Stroke::new(1.0, line);
        state.fg_stroke = Stroke::new(1.5, palette.text);
        state.corner_radius = corner;
        state.expansion = 0.0;
    }
    visuals
}

/// How a player colour looks on screen: wood, a shade for its pattern that stands out from it
/// by 3 : 1, and ink for a letter on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wood {
    /// The wood.
    pub fill: Color32,
    /// The pattern on it.
    pub shade: Color32,
    /// A letter on the wood.
    pub ink: Color32,
    /// A line around it that shows on either theme's cards.
    pub rim: Color32,
}

/// How that player colour looks.
pub const fn wood(color: Color) -> Wood {
    let (fill, shade, ink, rim) = match color {
        Color::Red => (0xc62828, 0x8e1414, 0xffffff, 0x7a7a7a),
        Color::Blue => (0x1f5fbf, 0xa3bee5, 0xffffff, 0x7a7a7a),
        Color::Yellow => (0xf2c018, 0x7d6209, 0x241c00, 0x7a7a7a),
        Color::Green => (0x2e7d32, 0xb6d2b7, 0xffffff, 0x7a7a7a),
        Color::Black => (0x2b2b2e, 0x87878c, 0xffffff, 0x7a7a7a),
        Color::Pink => (0xe58bb0, 0x753c54, 0x2a0716, 0x7a7a7a),
    };
    Wood {
        fill: rgb(fill),
        shade: rgb(shade),
        ink: rgb(ink),
        rim: rgb(rim),
    }
}

/// How a map chip looks on screen.
pub const fn chip(color: ChipColor) -> Color32 {
    rgb(match color {
        ChipColor::Purple => 0xc9a0e8,
        ChipColor::LightBlue => 0x9fd3f2,
        ChipColor::Orange => 0xf5a94a,
    })
}

/// The same for one whose colour nobody has seen yet.
pub const fn any_chip(color: Option<ChipColor>) -> Color32 {
    match color {
        Some(color) => chip(color),
        None => rgb(0xd8d2c4),
    }
}

/// A letter on a map chip.
pub const CHIP_INK: Color32 = rgb(0x1c1426);

/// Contrast of two opaque colours, 1 to 21, as the Web Content Accessibility Guidelines 2.2
/// define it.
pub fn contrast(a: Color32, b: Color32) -> f32 {
    let light = |color: Color32| {
        let linear = egui::Rgba::from(color);
        0.2126 * linear.r() + 0.7152 * linear.g() + 0.0722 * linear.b()
    };
    let (a, b) = (light(a) + 0.05, light(b) + 0.05);
    a.max(b) / a.min(b)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_and_marks_can_be_read_in_both_themes() {
        for (theme, p) in [("light", LIGHT), ("dark", DARK)] {
            let grounds = [
                ("ground", p.ground),
                ("card", p.card),
                ("card_ask", p.card_ask),
                ("card_wrong", p.card_wrong),
                ("button", p.button),
                ("button_hover", p.button_hover),
                ("felt", p.felt),
            ];
            for (name, ground) in grounds {
                for (text, color) in [("text", p.text), ("text_soft", p.text_soft)] {
                    let c = contrast(color, ground);
                    assert!(c >= 4.5, "{theme}: {text} on {name} has {c:.2}");
                }
            }
            assert!(contrast(p.on_accent, p.accent) >= 4.5, "{theme}");
            for (name, mark) in [
                ("good", p.good),
                ("wait", p.wait),
                ("wrong", p.wrong),
                ("accent", p.accent),
            ] {
                for ground in [p.ground, p.card, p.card_ask, p.card_wrong] {
                    let c = contrast(mark, ground);
                    assert!(c >= 4.5, "{theme}: {name} has {c:.2}");
                }
            }
            for ground in [p.ground, p.card, p.card_ask, p.card_wrong, p.button] {
                let c = contrast(p.rim, ground);
                assert!(c >= 3.0, "{theme}: a control's rim has {c:.2}");
            }
            assert!(contrast(p.felt_line, p.felt) >= 2.4, "{theme}");
        }
    }

    #[test]
    fn a_letter_on_every_chip_and_a_name_on_the_sea_can_be_read() {
        for color in ChipColor::ALL {
            let c = contrast(CHIP_INK, chip(color));
            assert!(c >= 4.5, "{color:?}: {c:.2}");
        }
        for p in [LIGHT, DARK] {
            let c = contrast(p.text, p.water);
            assert!(c >= 4.5, "{c:.2}");
        }
    }

    #[test]
    fn a_letter_on_every_wood_can_be_read_and_its_rim_is_seen_on_both_themes() {
        for color in Color::ALL {
            let wood = wood(color);
            let c = contrast(wood.ink, wood.fill);
            assert!(c >= 4.5, "{color}: {c:.2}");
            for p in [LIGHT, DARK] {
                let best = contrast(wood.fill, p.card).max(contrast(wood.rim, p.card));
                assert!(best >= 3.0, "{color}: {best:.2}");
            }
        }
    }
}
