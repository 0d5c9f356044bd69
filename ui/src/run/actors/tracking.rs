//! Tracking: feeds looks and commands to the tracker and publishes its snapshots.
//!
//! Third part of the crew. Commands come through a channel and are all carried out, in order,
//! before the next look; looks may have been overwritten by newer ones.

use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::time::Duration;

use tracker::command::Command;
use vision::source::mailbox::{Receiver, Sender, Taken};

use super::seeing::Look;
use super::{Actor, Step};

/// What keeps the game: the tracker, behind the three things this part needs of it.
pub trait TrackedGame {
    /// What it publishes.
    type Snapshot: Send + Sync;

    /// Why it refuses a command.
    type Refusal: Send;

    /// Takes claims in. Answers whether anything worth publishing changed.
    fn see(&mut self, look: &Arc<Look>) -> bool;

    /// Carries out a command, or says why not.
    fn command(&mut self, command: Command) -> Result<(), Self::Refusal>;

    /// The game as it stands.
    fn snapshot(&mut self) -> Arc<Self::Snapshot>;
}

/// A command, and where its refusal goes.
#[derive(Debug)]
pub struct Order<R> {
    /// What the person wants.
    pub command: Command,
    /// Told what came of it, once.
    pub answer: mpsc::Sender<Result<(), R>>,
}

/// Where orders wait. Shared, so that a tracking part that is made anew goes on with them.
pub type Orders<R> = Arc<Mutex<mpsc::Receiver<Order<R>>>>;

/// The part that keeps the game.
pub struct Tracking<M: TrackedGame> {
    looks: Arc<Receiver<Arc<Look>>>,
    orders: Orders<M::Refusal>,
    mind: M,
    snapshots: Sender<Arc<M::Snapshot>>,
    sources_gone: bool,
}

impl<M: TrackedGame> Tracking<M> {
    /// A tracking part; publishes a first snapshot at once.
    pub fn new(
        looks: Arc<Receiver<Arc<Look>>>,
        orders: Orders<M::Refusal>,
        mut mind: M,
        snapshots: Sender<Arc<M::Snapshot>>,
    ) -> Self {
        // Whoever shows it may not be there yet or not any more; the next one comes anyway.
        let _ = snapshots.put(mind.snapshot());
        Self {
            looks,
            orders,
            mind,
            snapshots,
            sources_gone: false,
        }
    }

    /// The tracker, for whoever shows it from the same thread.
    pub fn mind(&mut self) -> &mut M {
        &mut self.mind
    }

    /// Whether no more pictures will come. Orders may.
    pub const fn has_seen_all(&self) -> bool {
        self.sources_gone
    }

    /// The tracker, for whoever reports at the end.
    pub fn into_mind(self) -> M {
        self.mind
    }

    /// Carries out all waiting orders. Answers whether there were any, and whether more may
    /// come.
    fn obey(&mut self) -> (bool, bool) {
        let mut any = false;
        loop {
            // A channel stays whole when its other user panicked.
            let next = self
                .orders
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .try_recv();
            match next {
                Ok(order) => {
                    any = true;
                    let outcome = self.mind.command(order.command);
                    // The person may have closed the window meanwhile; the command stands.
                    let _ = order.answer.send(outcome);
                }
                Err(mpsc::TryRecvError::Empty) => return (any, true),
                Err(mpsc::TryRecvError::Disconnected) => return (any, false),
            }
        }
    }
}

impl<M: TrackedGame> Actor for Tracking<M> {
    fn step(&mut self, wait: Duration) -> Step {
        let (obeyed, orders_may_come) = self.obey();
        let look = match self.looks.take(if obeyed { Duration::ZERO } else { wait }) {
            Taken::Value(look) => Some(look),
            Taken::Nothing => None,
            Taken::Closed => {
                if !self.sources_gone {
                    self.sources_gone = true;
                    tracing::info!("no more pictures will come");
                } else if !obeyed {
                    // Closed mailboxes answer at once; do not spin while waiting for orders.
                    std::thread::sleep(wait);
                }
                None
            }
        };
        let seen = look.as_ref().is_some_and(|look| self.mind.see(look));
        if seen || obeyed {
            // As in `new`: a missing listener does not stop the game.
            let _ = self.snapshots.put(self.mind.snapshot());
        }
        match (
            look.is_some() || obeyed,
            self.sources_gone && !orders_may_come,
        ) {
            (true, _) => Step::Worked,
            (false, true) => Step::Done,
            (false, false) => Step::Idle,
        }
    }
}

#[cfg(test)]
mod tests {
    use carcassonne::seen::{Calm, SeenTable};
    use opencv::core::Mat;
    use vision::gate::{Gate, GateConfig};
    use vision::source::Pace;
    use vision::source::frame::Frame;
    use vision::source::mailbox::mailbox;

    use super::super::seeing::{Seeing, TableReader};
    use super::*;

    /// Counts what it is told.
    #[derive(Default)]
    struct Counter {
        frames: Vec<u64>,
        commands: Vec<Command>,
    }

    impl TrackedGame for Counter {
        type Snapshot = (usize, usize);
        type Refusal = String;

        fn see(&mut self, look: &Arc<Look>) -> bool {
            self.frames.push(look.seen.frame);
            true
        }

        fn command(&mut self, command: Command) -> Result<(), String> {
            self.commands.push(command.clone());
            if command == Command::Redo {
                Err("nothing to redo".into())
            } else {
                Ok(())
            }
        }

        fn snapshot(&mut self) -> Arc<(usize, usize)> {
            Arc::new((self.frames.len(), self.commands.len()))
        }
    }

    struct Blank;

    impl TableReader for Blank {
        fn look(
            &mut self,
            frame: &Frame,
            gate: &vision::gate::GateReport,
        ) -> Result<SeenTable, String> {
            Ok(SeenTable {
                frame: frame.seq,
                at_ms: frame.taken_at_ms,
                calm: gate.calm,
                lattice: 0,
                tiles: Vec::new(),
                figures: Vec::new(),
                hidden: Vec::new(),
                cut: Vec::new(),
                unclear: Vec::new(),
                cards: Vec::new(),
                supplies: None,
                map: None,
            })
        }
    }

    fn frame(seq: u64) -> Arc<Frame> {
        let grey = opencv::core::Scalar::all(100.0);
        let size = opencv::core::Size::new(64, 48);
        let pixels = Mat::new_size_with_default(size, opencv::core::CV_8UC3, grey);
        Arc::new(Frame {
            pixels: pixels.expect("a picture"),
            seq,
            taken_at_ms: seq * 200,
        })
    }

    #[test]
    fn frames_become_looks_become_snapshots_without_a_thread() {
        let (to_seeing, frames) = mailbox();
        let (to_tracking, looks) = mailbox();
        let (to_window, snapshots) = mailbox();
        let (orders, ordered) = mpsc::channel();
        let gate = Gate::new(GateConfig::default());
        let mut seeing = Seeing::new(Arc::new(frames), gate, Blank, Pace::Recorded, to_tracking);
        let mut tracking = Tracking::new(
            Arc::new(looks),
            Arc::new(Mutex::new(ordered)),
            Counter::default(),
            to_window,
        );
        let wait = Duration::ZERO;
        assert_eq!(snapshots.take(wait), Taken::Value(Arc::new((0, 0))));
        for seq in 0..3 {
            to_seeing.put(frame(seq));
            assert_eq!(seeing.step(wait), Step::Worked);
            assert_eq!(tracking.step(wait), Step::Worked);
        }
        assert_eq!(snapshots.take(wait), Taken::Value(Arc::new((3, 0))));

        let (answer, answers) = mpsc::channel();
        for command in [Command::Undo, Command::Redo, Command::EndTurn] {
            orders
                .send(Order {
                    command,
                    answer: answer.clone(),
                })
                .expect("somebody listens");
        }
        assert_eq!(tracking.step(wait), Step::Worked);
        let outcomes: Vec<_> = answers.try_iter().collect();
        assert_eq!(outcomes, [Ok(()), Err("nothing to redo".into()), Ok(())]);
        assert_eq!(snapshots.take(wait), Taken::Value(Arc::new((3, 3))));

        drop(to_seeing);
        assert_eq!(seeing.step(wait), Step::Done);
        drop(seeing);
        assert_eq!(
            tracking.step(wait),
            Step::Idle,
            "a person may still correct something"
        );
        drop(orders);
        assert_eq!(tracking.step(wait), Step::Done);
        let mind = tracking.into_mind();
        assert_eq!(mind.frames, [0, 1, 2]);
        assert_eq!(mind.commands.len(), 3);
    }

    #[test]
    fn the_gate_speaks_through_the_look() {
        let (to_seeing, frames) = mailbox();
        let (to_tracking, looks) = mailbox();
        let gate = Gate::new(GateConfig::default());
        let mut seeing = Seeing::new(Arc::new(frames), gate, Blank, Pace::Live, to_tracking);
        let mut calms = Vec::new();
        for seq in 0..3 {
            to_seeing.put(frame(seq));
            seeing.step(Duration::ZERO);
            if let Taken::Value(look) = looks.take(Duration::ZERO) {
                calms.push(look.seen.calm);
            }
        }
        assert_eq!(calms, [Calm::Moving, Calm::Still, Calm::Still]);
    }
}
