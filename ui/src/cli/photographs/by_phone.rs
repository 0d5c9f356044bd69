//! `score phone`: a phone in the house takes the photograph of the finished board and answers what is
//! asked about it, until somebody stops it here.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, mpsc};
use std::time::Duration;

use tracker::at_end::TakenOver;
use tracker::snapshot::view;

use crate::cli::args::ScoreArgs;
use crate::cli::output::count;
use crate::failure::{Failure, unexpected};
use crate::phone::at_end::{PhotoStand, Read, Sheet};
use crate::phone::code;
use crate::run::reading::pack_source::PackSource;
use crate::run::reading::read_board::{Known, ReadBoard};
use crate::store::folders::Folders;

/// How long it is waited for the phone before it is looked whether to stop.
const WAIT: Duration = Duration::from_millis(200);

/// What came of it: the last photograph that could be read, and the game it was taken for.
pub(super) struct Photographed {
    pub(super) board: ReadBoard,
    pub(super) known: Known,
    pub(super) taken: TakenOver,
}

/// Has a phone take the photograph and answer.
///
/// # Errors
/// When the page cannot be opened.
pub(super) fn photograph(
    args: &ScoreArgs,
    folders: &Folders,
    pack: &PackSource,
    known: &Known,
) -> Result<Photographed, Failure> {
    let options = args.at.options(folders.phones());
    let (wake, woken) = mpsc::channel();
    let wake = Arc::new(move || {
        // Whoever waits no more needs no waking.
        let _ = wake.send(());
    });
    let mut stand = PhotoStand::open(&options, wake)?;
    let stop = Arc::new(AtomicBool::new(false));
    let asked = stop.clone();
    ctrlc::set_handler(move || asked.store(true, Ordering::SeqCst))
        .map_err(|error| unexpected(&error))?;
    let link = stand.link();
    eprintln!("the photograph: {link}");
    eprintln!("{}", code::in_letters(&link));
    eprintln!("Ctrl+C when everything is answered");

    let mut last: Option<Photographed> = None;
    while !stop.load(Ordering::SeqCst) {
        let _ = woken.recv_timeout(WAIT);
        let mut new = false;
        if let Some(photo) = stand.photo() {
            stand.show(&Sheet::Reading);
            match ReadBoard::read(&photo, &args.players, pack, folders) {
                Ok(board) => {
                    let track = last.as_ref().map_or(&known.track, |last| &last.known.track);
                    let known = Known {
                        track: track.clone(),
                        answers: Vec::new(),
                    };
                    let taken = board.taken_over(&known);
                    eprintln!("read {}", count(board.tiles(), "tile"));
                    last = Some(Photographed {
                        board,
                        known,
                        taken,
                    });
                    new = true;
                }
                Err(failure) => {
                    eprintln!("{failure}");
                    stand.show(&Sheet::Failed(&failure));
                }
            }
        }
        if let Some(last) = &mut last {
            new |= last.hear(&stand);
            if new {
                let seen = view::of_log(&last.taken.log);
                stand.show(&Sheet::Read(Read {
                    board: &last.board,
                    known: &last.known,
                    taken: &last.taken,
                    seen: &seen,
                }));
            }
        }
    }
    drop(stand);
    last.ok_or_else(|| {
        eprintln!("stopped before a photograph was read");
        crate::leave::now(crate::leave::INTERRUPTED)
    })
}

impl Photographed {
    /// Takes in what was tapped; whether anything was.
    fn hear(&mut self, stand: &PhotoStand) -> bool {
        let mut changed = false;
        for wish in stand.wishes() {
            changed |= wish.carry_out(&mut self.known);
        }
        if changed {
            self.taken = self.board.taken_over(&self.known);
        }
        changed
    }
}
