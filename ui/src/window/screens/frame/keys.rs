//! Which keys mean something at the moment, and the actions whose keys were pressed.

use egui::{Key, Modifiers};

use crate::window::screens::action::{Action, DIGITS};

/// Keys that belong to the widget that has the keyboard.
const OF_WIDGETS: [Key; 7] = [
    Key::Space,
    Key::Enter,
    Key::Escape,
    Key::ArrowLeft,
    Key::ArrowRight,
    Key::ArrowUp,
    Key::ArrowDown,
];

/// Which keys mean something at the moment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KeyState {
    /// How many answers the open question has.
    pub guesses: usize,
    /// Whether it is a person's doubt, which can be put away.
    pub doubting: bool,
    /// How many options of the open choice are shown.
    pub options: usize,
    /// Whether that choice may be left alone.
    pub optional: bool,
    /// Whether a tile is in hand.
    pub holding: bool,
    /// Whether the tile in hand fits nowhere.
    pub nowhere: bool,
    /// How many places there are for a figure, if it is entered by hand.
    pub spots: usize,
    /// How many faces are offered for a tile that the camera does not know.
    pub strangers: usize,
    /// Whether a hall is told of the game.
    pub in_hall: bool,
}

/// What can be done whatever is open, the longer combination first: a key press without shift would
/// match the shorter one.
const ALWAYS: [Action; 24] = [
    Action::RedoTurn,
    Action::UndoTurn,
    Action::Redo,
    Action::Undo,
    Action::History,
    Action::Palette,
    Action::FindTile,
    Action::Whose,
    Action::TakeHome,
    Action::Gap,
    Action::Pause,
    Action::ByHand,
    Action::Fit,
    Action::ZoomIn,
    Action::ZoomOut,
    Action::View,
    Action::Tv,
    Action::Review,
    Action::Aim,
    Action::Rules,
    Action::Rebuild,
    Action::Export,
    Action::TilesLeft,
    Action::Fields,
];

/// What can be done with a tile in hand.
const IN_HAND: [Action; 10] = [
    Action::Toward(1, 0),
    Action::Toward(-1, 0),
    Action::Toward(0, 1),
    Action::Toward(0, -1),
    Action::TurnTile,
    Action::Garden,
    Action::LastPlace,
    Action::NextPlace,
    Action::LayTile,
    Action::PutDown,
];

impl KeyState {
    /// The actions whose keys mean something, in the order in which keys are tried.
    fn wanted(self) -> Vec<Action> {
        let mut wanted = Vec::new();
        if self.guesses > 0 && !self.doubting {
            wanted.push(Action::Accept);
        }
        if self.doubting {
            wanted.push(Action::PutDown);
        }
        wanted.extend((0..self.numbered().min(DIGITS.len())).map(Action::Guess));
        if self.optional {
            wanted.push(Action::Leave);
        }
        if self.in_hall {
            wanted.extend([Action::ConfirmResult, Action::CallHall]);
        }
        wanted.extend(ALWAYS);
        if !self.holding {
            wanted.push(Action::EndTurn);
            return wanted;
        }
        if self.nowhere {
            wanted.push(Action::Discard);
        }
        wanted.extend(IN_HAND);
        wanted
    }

    /// How many things are numbered: those of the question, or else of the choice, and so on.
    fn numbered(self) -> usize {
        let all = [self.guesses, self.options, self.spots, self.strangers];
        all.into_iter().find(|&count| count > 0).unwrap_or(0)
    }
}

/// The actions whose keys were pressed, in the order pressed. A text field that has the keyboard
/// has all of it; any other widget has the keys by which widgets are used and left.
pub fn pressed(ctx: &egui::Context, state: KeyState) -> Vec<Action> {
    let focused = ctx.memory(|memory| memory.focused());
    if focused.is_some_and(|id| egui::TextEdit::load_state(ctx, id).is_some()) {
        return Vec::new();
    }
    let is_free = |action: &Action| {
        let key = action.key().map(|shortcut| shortcut.logical_key);
        focused.is_none() || key.is_none_or(|key| !OF_WIDGETS.contains(&key))
    };
    let mut actions: Vec<Action> = ctx.input_mut(|input| {
        let wanted = state.wanted().into_iter().filter(is_free);
        wanted
            .filter(|action| action.key().is_some_and(|key| input.consume_shortcut(&key)))
            .collect()
    });
    // Where the question mark is depends on the keyboard, so any modifiers will do.
    let help =
        ctx.input(|input| input.key_pressed(Key::Questionmark) || input.key_pressed(Key::F1));
    if help {
        actions.push(Action::Help);
    }
    if ctx.input_mut(|input| input.consume_key(Modifiers::NONE, Key::F11)) {
        actions.push(Action::Tv);
    }
    actions
}
