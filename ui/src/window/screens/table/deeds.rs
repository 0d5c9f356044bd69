//! What a person does at the table, carried out: clicks on the drawn board, and actions of buttons
//! and keys. Each becomes a command, another look at the table, or a way beyond it.

use carcassonne::geometry::Rotation;
use egui::Ui;
use tracker::belief::doubt::Doubt;
use tracker::command::Command;
use tracker::log::event::EventKind;
use tracker::snapshot::{Snapshot, StandingFigure};

use super::wishes::{Beyond, View, Wishes};
use super::{Table, ZOOM_STEP};
use crate::hall::HallWish;
use crate::run::news::SourceState;
use crate::run::real_time::FilmWish;
use crate::text::Words;
use crate::window::screens::action::Action;
use crate::window::screens::table::asks::choices;
use crate::window::screens::{Page, ShareTo};
use crate::window::widgets::board::{Moved, Reaction};

impl Table {
    /// Carries out what was done on the drawn board.
    pub(super) fn react(&mut self, reaction: Reaction, snapshot: &Snapshot, wishes: &mut Wishes) {
        if wishes.lit.is_empty() {
            wishes.lit = reaction.feature;
        }
        if let Some((cell, color)) = reaction.chip {
            wishes.commands.push(Command::Tell {
                what: EventKind::ChipLaid { cell, color },
            });
        }
        if let Some(option) = reaction.over_option {
            wishes.lit = self.choices.point_at(option, snapshot);
        }
        if let (Some(option), Some(choice)) = (reaction.choose, snapshot.choices.first()) {
            wishes.commands.push(choices::choose(choice, option));
        }
        if let Some(cell) = reaction.lay.or(reaction.over) {
            self.hand.hold_over(cell);
        }
        if reaction.lay.is_some() {
            wishes.commands.extend(self.hand.lay());
        }
        if let Some(event) = reaction.doubt {
            let mut figures = snapshot.figures.iter();
            let scored = figures.any(|figure| figure.event == event && figure.due_home);
            wishes.commands.push(if scored && self.is_by_hand() {
                // Nobody wonders about it: it has scored and goes home.
                Command::TakeFigure { figure: event }
            } else {
                let doubt = Doubt::Reading;
                Command::Doubt { event, doubt }
            });
        }
        if let Some(moved) = reaction.moved {
            wishes.commands.extend(self.moved(moved, snapshot));
        }
        if reaction.gap.is_some() {
            self.gap = reaction.gap;
        }
        if let Some(spot) = reaction.put {
            wishes.commands.push(self.hand.put(&spot, snapshot));
        }
    }

    /// What really happened where somebody dragged a tile or figure to another place.
    fn moved(&self, moved: Moved, snapshot: &Snapshot) -> Option<Command> {
        let (Moved::Tile(event, _) | Moved::Figure(event, _)) = moved;
        let mut history = snapshot.history.iter();
        let mut to = history.find(|entry| entry.event == event)?.what.clone();
        match (&mut to, moved) {
            (
                EventKind::TileLaid {
                    cell,
                    face,
                    rotation,
                    ..
                },
                Moved::Tile(_, there),
            ) => {
                *cell = there;
                // As it lies if it fits so, else in the next turn in which it does.
                let fitting = self.hand.fitting(snapshot, event, there, face);
                let turns = (0..4).map(|n| rotation.then(Rotation::from_quarter_turns(n)));
                *rotation = turns
                    .into_iter()
                    .find(|r| fitting.contains(r))
                    .unwrap_or(*rotation);
            }
            (
                EventKind::FigurePlaced {
                    cell,
                    segment,
                    foot,
                    ..
                },
                Moved::Figure(_, at),
            ) => {
                (*cell, *segment, *foot) = (at.cell, at.segment, None);
            }
            _ => return None,
        }
        Some(Command::Correct { event, to })
    }

    /// Whether no camera looks at this game.
    pub(super) fn is_by_hand(&self) -> bool {
        self.link.source() == SourceState::None
    }

    /// Has figures that have scored go home, each once: who brings one back wants it there.
    pub(super) fn send_home(&mut self, snapshot: &Snapshot, commands: &mut Vec<Command>) {
        // Who is going back through the game wants to see it as it was.
        let back = snapshot.can_redo.is_some();
        if self.scored_stay || !self.is_by_hand() || snapshot.over || back {
            return;
        }
        for figure in due_home(snapshot) {
            if self.sent_home.insert(figure.event) {
                commands.push(take_home(figure));
            }
        }
    }

    /// Carries out an action, or says who else has to.
    pub(super) fn carry_out(
        &mut self,
        (ui, words): (&Ui, Words),
        action: Action,
        snapshot: &Snapshot,
        wishes: &mut Wishes,
    ) -> Option<Beyond> {
        let commands = &mut wishes.commands;
        match action {
            Action::Accept => commands.extend(accept(snapshot)),
            Action::Guess(n) => self.take_numbered(n, snapshot, wishes),
            Action::Leave => commands.extend(snapshot.choices.first().map(choices::decline)),
            Action::EndTurn => commands.push(Command::EndTurn),
            Action::Undo => commands.push(Command::Undo),
            Action::Redo => commands.push(Command::Redo),
            Action::Pause => commands.extend(self.pause(snapshot)),
            Action::Resync => commands.push(Command::Resync),
            Action::EndGame => commands.push(Command::EndGame),
            Action::ByHand => self.toggle_hand(),
            Action::FindTile if !snapshot.over => self.hand.search(),
            Action::FindTile => {}
            Action::Palette => self.palette.toggle(),
            Action::Whose => self.hand.next_color(snapshot),
            Action::TakeHome => commands.extend(due_home(snapshot).map(take_home)),
            Action::Gap => self.next_gap(),
            Action::Garden => self.hand.garden(),
            Action::Discard => commands.extend(self.hand.discard()),
            Action::LastPlace => self.hand.last_place(),
            Action::Toward(right, down) => self.hand.toward(right, down),
            Action::TurnTile => self.hand.turn(),
            Action::NextPlace => self.hand.next_place(),
            Action::LayTile => commands.extend(self.hand.lay()),
            Action::PutDown if self.hand.held().is_some() => self.hand.put_down(),
            Action::PutDown => commands.extend(self.asking.leave(snapshot)),
            Action::UndoTurn => commands.push(Command::UndoTurn),
            Action::RedoTurn => commands.push(Command::RedoTurn),
            Action::History => self.below = self.below.other(),
            Action::Fit => self.eye.fit(),
            Action::ZoomIn => self.eye.zoom_by(ZOOM_STEP),
            Action::ZoomOut => self.eye.zoom_by(1.0 / ZOOM_STEP),
            Action::View => self.view = self.view.next(),
            Action::Fields if snapshot.setup.aids.field_borders => self.fields = !self.fields,
            Action::Fields => self.notices.unwanted(ui, words),
            Action::Help => return Some(Beyond::Help),
            Action::Tv => return Some(Beyond::Tv),
            Action::Source => return Some(Beyond::Page(Page::Source)),
            Action::Phones => return Some(Beyond::Page(Page::Phones)),
            Action::Hall => return Some(Beyond::Page(Page::Hall)),
            Action::ConfirmResult => self.link.tell_hall(HallWish::Confirm),
            Action::CallHall => self.call_hall(),
            Action::Aim => return Some(Beyond::Page(Page::Aim)),
            Action::Teach => return Some(Beyond::Page(Page::Teach)),
            Action::CopyPicture => return Some(Beyond::Share(ShareTo::Clipboard)),
            Action::SavePicture => return Some(Beyond::Share(ShareTo::File)),
            Action::Rematch => return Some(Beyond::Rematch),
            Action::Review => return Some(Beyond::Page(Page::Review)),
            Action::Rules => return Some(Beyond::Page(Page::Rules)),
            Action::Rebuild => return Some(Beyond::Page(Page::Rebuild)),
            Action::Export => return Some(Beyond::Page(Page::Export)),
            Action::TilesLeft => return Some(Beyond::Page(Page::TilesLeft)),
        }
        None
    }

    /// Takes what stands beside a number: a guess of the open question, or else an option of the
    /// open choice, a place for a figure, a face for a tile that the camera does not know.
    fn take_numbered(&mut self, n: usize, snapshot: &Snapshot, wishes: &mut Wishes) {
        let (question, choice) = (snapshot.questions.first(), snapshot.choices.first());
        let command = match (question, choice) {
            (Some(question), _) => {
                let choice = self.asking.numbered(snapshot).get(n).copied();
                choice.map(|choice| Command::Answer {
                    question: question.id,
                    choice,
                })
            }
            (None, Some(choice)) => {
                let option = self.choices.numbered(snapshot).get(n).copied();
                option.map(|option| choices::choose(choice, option))
            }
            (None, None) => match self.hand.spots(snapshot) {
                [] => return self.stranger.take(n, snapshot, wishes),
                spots => spots.get(n).map(|spot| self.hand.put(spot, snapshot)),
            },
        };
        wishes.commands.extend(command);
    }

    /// Pauses the film, or the watching where there is none; or goes on.
    fn pause(&self, snapshot: &Snapshot) -> Option<Command> {
        if let Some(film) = self.link.film() {
            self.link.play(FilmWish::Pause(!film.paused));
            return None;
        }
        Some(match snapshot.health.paused {
            true => Command::Resume,
            false => Command::Pause,
        })
    }

    /// Opens the panel for entering by hand, with the board beside it, or closes it.
    fn toggle_hand(&mut self) {
        self.hand.toggle();
        if self.hand.is_open() && self.view == View::Picture {
            self.view = View::Both;
        }
    }

    fn next_gap(&mut self) {
        let gaps = self.hand.gaps();
        let after = gaps.iter().position(|&cell| Some(cell) == self.gap);
        let next = after.map_or(0, |at| at + 1);
        self.gap = gaps.get(next).copied();
    }

    /// Calls the organisers of the hall, or no longer.
    fn call_hall(&self) {
        let calls = self.link.hall().is_some_and(|seat| seat.calls);
        self.link.tell_hall(HallWish::Call(!calls));
    }
}

/// Takes the first guess of the open question.
fn accept(snapshot: &Snapshot) -> Option<Command> {
    let question = snapshot.questions.first()?.id;
    Some(Command::Accept { question })
}

/// The figures that have scored and go home.
fn due_home(snapshot: &Snapshot) -> impl Iterator<Item = &StandingFigure> {
    snapshot.figures.iter().filter(|figure| figure.due_home)
}

fn take_home(figure: &StandingFigure) -> Command {
    Command::TakeFigure {
        figure: figure.event,
    }
}
