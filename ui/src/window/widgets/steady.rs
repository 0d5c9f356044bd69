//! The guard against clicks and keys that were meant for what was there a moment ago.
//!
//! Parts of a screen say what they show ([`shows`]); when that is swapped for something else, a
//! click on it does nothing for a moment, so that the second half of a double click cannot meet a
//! button that has just come. Likewise keys that answer something do nothing until it was on
//! screen as long as a hand needs to notice ([`answers`], [`enter_means`]). It drops events before
//! any widget sees them, so no screen has to think of it.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::Duration;

use egui::{
    Context, Event, Id, Key, Modifiers, Plugin, PointerButton, Popup, RawInput, Rect, TextEdit, Ui,
};

/// How long a swapped part takes no click, seconds: longer than between the clicks of a double
/// click, shorter than it takes to read a button and go there.
pub const SETTLE_S: f64 = 0.4;
/// How long something must be on screen before a key answers it, seconds.
pub const NOTICE_S: f64 = 1.0;

/// The keys that answer a question or choice.
const ANSWERS: [Key; 11] = [
    Key::Num1,
    Key::Num2,
    Key::Num3,
    Key::Num4,
    Key::Num5,
    Key::Num6,
    Key::Num7,
    Key::Num8,
    Key::Num9,
    Key::Space,
    Key::X,
];

/// Something that is shown, and since when.
#[derive(Clone, Copy, Debug)]
struct Since {
    what: u64,
    since_s: f64,
}

impl Since {
    fn follow(now: &mut Option<Self>, what: u64, at_s: f64) -> bool {
        let swapped = now.is_none_or(|now| now.what != what);
        if swapped {
            *now = Some(Self {
                what,
                since_s: at_s,
            });
        }
        swapped
    }

    fn younger_than(now: Option<Self>, age_s: f64, at_s: f64) -> bool {
        now.is_some_and(|now| at_s - now.since_s < age_s)
    }
}

/// What is shown where, and since when.
#[derive(Default)]
pub struct Steady {
    areas: HashMap<Id, (Rect, Option<Since>)>,
    answers: Option<Since>,
    enter: Option<Since>,
    /// A press was dropped, so its release is, too.
    dropped: bool,
    /// Escape was pressed in this pass, and leaves a text.
    leaves_text: bool,
}

/// Says what a part of the screen shows; while it is new there, clicks on it do nothing.
pub fn shows(ui: &Ui, part: &'static str, rect: Rect, what: impl Hash) {
    let (now, what) = (time(ui.ctx()), hash(what));
    ui.ctx().with_plugin(|steady: &mut Steady| {
        let area = steady.areas.entry(Id::unique(part)).or_insert((rect, None));
        area.0 = rect;
        Since::follow(&mut area.1, what, now);
    });
}

/// Says what the number keys answer; whether they do already.
pub fn answers(ctx: &Context, what: impl Hash) -> bool {
    let (now, what) = (time(ctx), hash(what));
    ctx.with_plugin(|steady: &mut Steady| {
        Since::follow(&mut steady.answers, what, now);
    });
    are_live(ctx)
}

/// Says what Enter does.
pub fn enter_means(ctx: &Context, what: impl Hash) {
    let (now, what) = (time(ctx), hash(what));
    ctx.with_plugin(|steady: &mut Steady| {
        Since::follow(&mut steady.enter, what, now);
    });
}

/// Whether Escape leaves what is shown: it belongs first to an open list, then to the text that has the
/// keyboard.
pub fn escaped(ctx: &Context) -> bool {
    let leaves_text = ctx.with_plugin(|steady: &mut Steady| steady.leaves_text);
    if leaves_text == Some(true) || Popup::is_any_open(ctx) {
        return false;
    }
    ctx.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape))
}

/// Whether number keys answer what is shown; asks for another pass when they will.
pub fn are_live(ctx: &Context) -> bool {
    let now = time(ctx);
    let since = ctx.with_plugin(|steady: &mut Steady| steady.answers);
    let Some(since) = since.flatten() else {
        return true;
    };
    let left = since.since_s + NOTICE_S - now;
    if left > 0.0 {
        ctx.request_repaint_after(Duration::from_secs_f64(left));
    }
    left <= 0.0
}

fn time(ctx: &Context) -> f64 {
    ctx.input(|input| input.time)
}

fn hash(what: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    what.hash(&mut hasher);
    hasher.finish()
}

impl Steady {
    /// Whether an event comes too early to be meant.
    fn is_early(&mut self, event: &Event, now_s: f64, typing: bool) -> bool {
        match *event {
            Event::PointerButton {
                pos,
                button: PointerButton::Primary,
                pressed: true,
                ..
            } => {
                let new = |(rect, since): &(Rect, Option<Since>)| {
                    rect.contains(pos) && Since::younger_than(*since, SETTLE_S, now_s)
                };
                self.dropped = self.areas.values().any(new);
                self.dropped
            }
            Event::PointerButton {
                button: PointerButton::Primary,
                pressed: false,
                ..
            } => std::mem::take(&mut self.dropped),
            Event::Key {
                key,
                pressed: true,
                repeat,
                modifiers,
                ..
            } if !typing && modifiers.is_none() => {
                if key == Key::Enter {
                    // Held down it would lay a tile and end the turn.
                    repeat || Since::younger_than(self.enter, SETTLE_S, now_s)
                } else {
                    ANSWERS.contains(&key) && Since::younger_than(self.answers, NOTICE_S, now_s)
                }
            }
            _ => false,
        }
    }
}

/// Whether a text has the keyboard, so that keys are letters of it.
pub fn is_typing(ctx: &Context) -> bool {
    let focused = ctx.memory(|memory| memory.focused());
    focused.is_some_and(|id| TextEdit::load_state(ctx, id).is_some())
}

impl Plugin for Steady {
    fn debug_name(&self) -> &'static str {
        "steady"
    }

    fn input_hook(&mut self, ctx: &Context, input: &mut RawInput) {
        let now = input
            .time
            .unwrap_or_else(|| time(ctx) + f64::from(input.predicted_dt));
        let typing = is_typing(ctx);
        // The field has lost the keyboard by the time a screen asks.
        let escape = |event: &Event| {
            matches!(
                event,
                Event::Key {
                    key: Key::Escape,
                    pressed: true,
                    ..
                }
            )
        };
        self.leaves_text = typing && input.events.iter().any(escape);
        input
            .events
            .retain(|event| !self.is_early(event, now, typing));
    }
}
