//! `hall`: the wall of a hall, in a window, as a page, or as files and JSON only.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use hall::Watcher;
use hall::broker::address::Address;
use hall::evening::{Pairings, Results};
use hall::wall::Order;

use crate::cli::args::HallArgs;
use crate::cli::output::{count, print, print_json};
use crate::failure::{Failure, unexpected};
use crate::hall::evening::Evening;
use crate::hall::folder::{EveningFolder, reckoned};
use crate::hall::page::WallPage;
use crate::hall::report::HallReport;
use crate::hall::wall::Shown;
use crate::hall::wish::{ACCOUNT, ADDRESS, NotTold, account, in_words};
use crate::phone::code;
use crate::run::link::Program as _;
use crate::run::program::LocalProgram;
use crate::store::folders::Folders;
use crate::text::{Language, Words};
use crate::window::screens::audience::tv::sizes::Viewing;
use crate::window::wall;

/// How often files and page are looked at.
const EVERY: Duration = Duration::from_millis(500);

/// How long nothing may change before the files that were handed in are looked at again.
const LOOK_AGAIN: Duration = Duration::from_secs(3);

pub(super) fn run(args: &HallArgs, folders: Folders) -> Result<(), Failure> {
    let look = |name: &str| std::env::var(name).ok();
    let text = args
        .hall
        .clone()
        .or_else(|| look(ADDRESS))
        .unwrap_or_default();
    if text.trim().is_empty() {
        return Err(Failure::new(
            "no hall is named",
            format!("name broker and hall, mqtts://broker.example/club/friday, or set {ADDRESS}"),
        ));
    }
    let address = Address::read(&text, args.plain).map_err(NotTold::from)?;
    let file = args
        .account
        .clone()
        .or_else(|| look(ACCOUNT).map(Into::into));
    let account = account(file.as_deref())?;
    let shown_address = address.to_string();
    let name = args.name.clone().unwrap_or_else(|| address.base.clone());
    let settings = LocalProgram::new(folders.clone()).settings();
    let language = match (args.language, &settings.language) {
        (Some(language), _) => language,
        (None, Some(code)) => Language::of_locale(code),
        (None, None) => Language::of_system(),
    };
    let evening = match &args.evening {
        Some(folder) => Some(EveningFolder::open(folder, &name, args.rounds, language)?),
        None => None,
    };
    let watcher = Watcher::open(address, account).map_err(|trouble| in_words(&trouble))?;
    let watcher = Arc::new(watcher);
    let page = page(args, &folders, &name)?;
    let headless = args.headless || args.json;
    if headless {
        return without_window(args, &shown_address, &watcher, evening, page);
    }
    let viewing = Viewing {
        distance_m: f32::from(args.distance.clamp(50, 5000)) / 100.0,
        diagonal_in: f32::from(
            args.diagonal
                .unwrap_or(settings.tv.diagonal_inch)
                .clamp(7, 600),
        ),
    };
    let keeping = Keeping::start(watcher.clone(), evening, page)?;
    let closed = wall::show(watcher, &name, Words::new(language), viewing, &folders);
    drop(keeping);
    closed
}

/// The wall's page, if it is wanted; its address and code go to stderr.
fn page(args: &HallArgs, folders: &Folders, name: &str) -> Result<Option<WallPage>, Failure> {
    if !args.pages {
        return Ok(None);
    }
    let options = phone::Options {
        address: args.page_address,
        port: args.page_port,
        pinned: args.pin_pages,
        folder: folders.phones(),
        ..phone::Options::default()
    };
    let page = WallPage::open(name, &options)?;
    let link = page.link().unwrap_or_default();
    eprintln!("the wall, for everybody: {link}");
    eprintln!("{}", code::in_letters(&link));
    Ok(Some(page))
}

/// What keeps the evening's files and the page true.
struct Upkeep {
    watcher: Arc<Watcher>,
    evening: Option<EveningFolder>,
    page: Option<WallPage>,
    version: Option<u64>,
    at: Instant,
    stands: Evening,
}

impl Upkeep {
    fn new(watcher: Arc<Watcher>, evening: Option<EveningFolder>, page: Option<WallPage>) -> Self {
        Self {
            watcher,
            evening,
            page,
            version: None,
            at: Instant::now(),
            stands: Evening::default(),
        }
    }

    /// Updates what has changed. Should that break over what somebody sent or handed in, it is tried
    /// again; the evening goes on.
    fn step(&mut self) {
        if catch_unwind(AssertUnwindSafe(|| self.update())).is_err() {
            tracing::error!("the evening is not brought up to date");
        }
    }

    fn update(&mut self) {
        let version = Some(self.watcher.hearing().version);
        if version == self.version && self.at.elapsed() < LOOK_AGAIN {
            return;
        }
        self.version = version;
        self.at = Instant::now();
        // Folding and writing take time, and whoever looks holds up the listening.
        let wall = self.watcher.look(|wall, _| wall.clone());
        let stands = match &mut self.evening {
            Some(folder) => folder.update(&wall),
            None => reckoned(&Results::of(&wall), &[], &Pairings::default()),
        };
        for news in stands
            .trouble
            .iter()
            .filter(|one| !self.stands.trouble.contains(one))
        {
            eprintln!("warning: {news}");
        }
        self.stands = stands;
        if let Some(page) = &self.page {
            page.show(&Shown::of(&self.watcher, Order::Need), &self.stands);
        }
    }
}

/// The upkeep beside a window.
struct Keeping {
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Keeping {
    fn start(
        watcher: Arc<Watcher>,
        evening: Option<EveningFolder>,
        page: Option<WallPage>,
    ) -> Result<Self, Failure> {
        let stop = Arc::new(AtomicBool::new(false));
        let asked = stop.clone();
        let mut upkeep = Upkeep::new(watcher, evening, page);
        let thread = std::thread::Builder::new().name("evening".into());
        let thread = thread.spawn(move || {
            while !asked.load(Ordering::Relaxed) {
                upkeep.step();
                std::thread::sleep(EVERY);
            }
            // The last word of the evening.
            upkeep.version = None;
            upkeep.step();
        });
        Ok(Self {
            stop,
            thread: Some(thread.map_err(|error| unexpected(&error))?),
        })
    }
}

impl Drop for Keeping {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take()
            && thread.join().is_err()
        {
            tracing::error!("the evening’s upkeep ended badly");
        }
    }
}

fn without_window(
    args: &HallArgs,
    address: &str,
    watcher: &Arc<Watcher>,
    evening: Option<EveningFolder>,
    page: Option<WallPage>,
) -> Result<(), Failure> {
    let stop = Arc::new(AtomicBool::new(false));
    let asked = stop.clone();
    ctrlc::set_handler(move || asked.store(true, Ordering::SeqCst))
        .map_err(|error| unexpected(&error))?;
    let until = args
        .seconds
        .and_then(|seconds| Instant::now().checked_add(Duration::from_secs(seconds)));
    let mut upkeep = Upkeep::new(watcher.clone(), evening, page);
    let mut told = String::new();
    while !stop.load(Ordering::SeqCst) && until.is_none_or(|until| Instant::now() < until) {
        upkeep.step();
        let now = status(watcher);
        if now != told {
            eprintln!("{now}");
            told = now;
        }
        std::thread::sleep(EVERY);
    }
    upkeep.version = None;
    upkeep.step();
    let report = HallReport::of(address, watcher, &upkeep.stands);
    if args.json {
        return print_json(&report);
    }
    let mut text = String::new();
    for table in &report.tables {
        let players: Vec<String> = table
            .players
            .iter()
            .map(|player| format!("{} {}", player.name, player.score))
            .collect();
        text += &format!(
            "{}: {} ({})\n",
            table.table,
            players.join(", "),
            table.standing
        );
    }
    print(&text)
}

/// How the hall fares, in a line.
fn status(watcher: &Watcher) -> String {
    let hearing = watcher.hearing();
    if let Some(trouble) = &hearing.trouble {
        let failure = in_words(trouble);
        return format!("waiting: {}; {}", failure.what, failure.help);
    }
    let shown = Shown::of(watcher, Order::Need);
    let needy = shown
        .cards
        .iter()
        .filter(|card| card.needs_somebody())
        .count();
    let done = shown.cards.iter().filter(|card| card.is_final).count();
    let needs = if needy == 1 { "needs" } else { "need" };
    let are = if done == 1 { "is" } else { "are" };
    format!(
        "{}, {needy} {needs} somebody, {} {are} final",
        count(shown.cards.len(), "table"),
        count(done, "result")
    )
}
