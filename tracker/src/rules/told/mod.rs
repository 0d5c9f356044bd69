//! What the rules tell of a game: points as they were given, reminders, and how it stands.
//!
//! Typed facts that screens, exports and reports put into words; the rules fill them in.

mod game;
mod points;
mod reminder;
mod views;

pub use game::{FigurePlace, Outcome, Rejected, TeamView};
pub use points::{Bonus, Irregularity, Possible, ScoreLine, ScoreReason, Unsettled};
pub use reminder::{Reminder, ReminderKind, Until, Urgency};
pub use views::ModuleViews;
