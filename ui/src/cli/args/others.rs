//! Arguments about who else looks on: phones in the house, a hall of many tables.

use std::path::PathBuf;

use hall::{Agreed, Names};

use super::language;
use crate::failure::Failure;
use crate::hall::HallSettings;
use crate::text::Language;

/// Who else may look, and how they find it.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct PhoneArgs {
    /// Serve pages for the phones in the house, and print their addresses and codes: one to see
    /// the score, one to answer as well. With `--source phone` this is on.
    #[arg(long)]
    pub phones: bool,
    /// Where they are found.
    #[command(flatten)]
    pub at: PhoneAddress,
}

/// Where the pages for phones are found.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct PhoneAddress {
    /// Address of this machine to be reached at [default: that of the interface that leads out].
    #[arg(long, value_name = "IP")]
    pub phone_address: Option<std::net::IpAddr>,
    /// Port of the pages; the next one carries the secure ones [default: 8420 if it is free].
    #[arg(long, value_name = "PORT")]
    pub phone_port: Option<u16>,
    /// Keep the pages' keys from one start to the next, so that an open page finds back.
    #[arg(long)]
    pub pin_phones: bool,
}

impl PhoneAddress {
    /// How the pages are offered; what belongs to them is kept in that folder.
    pub fn options(&self, folder: PathBuf) -> phone::Options {
        phone::Options {
            address: self.phone_address,
            port: self.phone_port,
            pinned: self.pin_phones,
            folder,
            ..phone::Options::default()
        }
    }

    /// Refuses what says where pages are found while there are none.
    ///
    /// # Errors
    /// When such an option was given; `instead` says what it takes.
    pub fn refuse(&self, instead: &str) -> Result<(), Failure> {
        let given = [
            ("--phone-address", self.phone_address.is_some()),
            ("--phone-port", self.phone_port.is_some()),
            ("--pin-phones", self.pin_phones),
        ];
        match given.iter().find(|(_, is_given)| *is_given) {
            Some((option, _)) => Err(Failure::new(
                format!("{option} says where phones find their pages, but there are none"),
                instead,
            )),
            None => Ok(()),
        }
    }
}

/// Whom else the game is told to: a hall of many tables.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct InHallArgs {
    /// Tell this hall of the game, as agreed below: mqtts://HOST/HALL [default: NEBELWACHT_HALL].
    #[arg(long, value_name = "URL")]
    pub hall: Option<String>,
    /// This table's name in the hall [default: NEBELWACHT_HALL_TABLE, or the account's user].
    #[arg(long, value_name = "NAME")]
    pub hall_table: Option<String>,
    /// File (TOML) with user, password, authority, certificate and key; its owner's only
    /// [default: NEBELWACHT_HALL_ACCOUNT].
    #[arg(long, value_name = "FILE")]
    pub hall_account: Option<PathBuf>,
    /// What the hall calls the players: initials, full (as at the table) or colors
    /// [default: initials].
    #[arg(long, value_name = "HOW")]
    pub hall_names: Option<Names>,
    /// Tell scores, turn and tiles left only: no board, no moves, no record.
    #[arg(long)]
    pub hall_scores_only: bool,
    /// Also send the drawn board as a picture. No other picture is ever sent.
    #[arg(long)]
    pub hall_drawing: bool,
    /// Allow mqtt:// (unencrypted) to another machine.
    #[arg(long)]
    pub hall_plain: bool,
    /// Without a window: confirm the result when the game is over, unasked. Otherwise it is asked in
    /// a terminal once the watching has ended, and E confirms it.
    #[arg(long)]
    pub hall_confirm: bool,
}

impl InHallArgs {
    /// Refuses what says how a hall is told while there is none.
    ///
    /// # Errors
    /// When such an option was given.
    pub fn refuse(&self) -> Result<(), Failure> {
        let given = [
            ("--hall-table", self.hall_table.is_some()),
            ("--hall-account", self.hall_account.is_some()),
            ("--hall-names", self.hall_names.is_some()),
            ("--hall-scores-only", self.hall_scores_only),
            ("--hall-drawing", self.hall_drawing),
            ("--hall-plain", self.hall_plain),
            ("--hall-confirm", self.hall_confirm),
        ];
        match given.iter().find(|(_, is_given)| *is_given) {
            Some((option, _)) => Err(Failure::new(
                format!("{option} says how a hall is told of the game, but there is none"),
                "add --hall, or leave it out",
            )),
            None => Ok(()),
        }
    }

    /// The hall they and the environment name, if any.
    pub fn hall(&self) -> Option<HallSettings> {
        let told = HallSettings {
            address: self.hall.clone().unwrap_or_default(),
            table: self.hall_table.clone().unwrap_or_default(),
            account: self.hall_account.clone(),
            agreed: Agreed {
                names: self.hall_names.unwrap_or_default(),
                board: !self.hall_scores_only,
                drawing: self.hall_drawing,
            },
            always: false,
            plain: self.hall_plain,
        };
        let told = told.or_from(|name| std::env::var(name).ok());
        (!told.address.is_empty()).then_some(told)
    }
}

/// Arguments of `hall`.
#[derive(Clone, Debug, clap::Args)]
pub struct HallArgs {
    /// The hall: mqtts://HOST/HALL [default: NEBELWACHT_HALL].
    #[arg(value_name = "URL")]
    pub hall: Option<String>,
    /// File (TOML) with user, password, authority, certificate and key; its owner's only
    /// [default: NEBELWACHT_HALL_ACCOUNT].
    #[arg(long = "hall-account", value_name = "FILE")]
    pub account: Option<PathBuf>,
    /// Allow mqtt:// (unencrypted) to another machine.
    #[arg(long = "hall-plain")]
    pub plain: bool,
    /// What the hall is called on the wall [default: its part of the address].
    #[arg(long, value_name = "NAME")]
    pub name: Option<String>,
    /// Folder of the evening: results, standings and a tournament report are written there;
    /// pairings.csv and records/*.jsonl are read from there.
    #[arg(long, value_name = "DIR")]
    pub evening: Option<PathBuf>,
    /// Rounds to be played, for the tournament report.
    #[arg(long, value_name = "N", default_value_t = 5, requires = "evening")]
    pub rounds: u32,
    /// Also serve the wall as a page in the house's network, and print its address and code.
    #[arg(long)]
    pub pages: bool,
    /// Address of this machine to be reached at [default: that of the interface that leads out].
    #[arg(long, value_name = "IP", requires = "pages")]
    pub page_address: Option<std::net::IpAddr>,
    /// Port of the page; the next one carries the secure one [default: 8420 if it is free].
    #[arg(long, value_name = "PORT", requires = "pages")]
    pub page_port: Option<u16>,
    /// Keep the page's key from one start to the next.
    #[arg(long, requires = "pages")]
    pub pin_pages: bool,
    /// From how far the wall is read, cm; texts are as large as that takes.
    #[arg(long, value_name = "CM", default_value_t = 1000)]
    pub distance: u16,
    /// The screen's diagonal, inches [default: the television's in the settings].
    #[arg(long, value_name = "INCH")]
    pub diagonal: Option<u16>,
    /// Language of wall and standings [default: as in the settings].
    #[arg(long, value_name = "de|en", value_parser = language)]
    pub language: Option<Language>,
    /// Without a window; a line on stderr when something changes.
    #[arg(long, group = "without")]
    pub headless: bool,
    /// Print one JSON object at the end; opens no window.
    #[arg(long, group = "without")]
    pub json: bool,
    /// Without a window: end after this many seconds instead of with Ctrl+C.
    #[arg(long, value_name = "N", requires = "without")]
    pub seconds: Option<u64>,
}
