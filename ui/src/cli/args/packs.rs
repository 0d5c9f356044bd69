//! Arguments of the commands for tile packs.

use std::path::PathBuf;

use carcassonne::catalogue::TileSet;
use clap::Subcommand;

use super::language;
use crate::store::learning::BOXES;
use crate::text::Language;

/// What `pack learn` is told.
#[derive(Clone, Debug, clap::Args)]
pub struct LearnArgs {
    /// Photographs of tiles; further ones may follow later.
    #[arg(value_name = "PHOTO")]
    pub photos: Vec<PathBuf>,
    /// Folder to write the pack into.
    #[arg(short, long, value_name = "PACK")]
    pub out: PathBuf,
    /// The box: base or mage_and_witch. That of what was begun; otherwise base.
    #[arg(long = "box", value_name = "BOX", value_parser = boxes)]
    pub set: Option<TileSet>,
    /// A pack that looks somewhat alike, of another edition perhaps: a hint, no more.
    #[arg(long, value_name = "PACK")]
    pub from: Option<String>,
    /// A file with answers, TILE=FACE each.
    #[arg(long, value_name = "FILE")]
    pub answers: Option<PathBuf>,
    /// An answer: the number of a tile and its face, like 12=V; 12=- if it is none of this box.
    #[arg(long, value_name = "TILE=FACE")]
    pub answer: Vec<String>,
    /// Replace the pack that is there.
    #[arg(long)]
    pub replace: bool,
    /// Language of the page with questions, de or en [default: the system's].
    #[arg(long, value_name = "de|en", value_parser = language)]
    pub language: Option<Language>,
    /// Print one JSON object instead of text.
    #[arg(long)]
    pub json: bool,
}

/// Commands for tile packs.
#[derive(Clone, Debug, Subcommand)]
pub enum PackVerb {
    /// Make a pack from a folder of pictures, one or more for each face.
    #[command(
        after_help = "A picture shows one tile, upright and cropped, and is named after \
        its face: D.jpg, or\nD_2.jpg for another picture of D. The base game's faces are A to \
        X.\n\nExample:\n  nebelwacht pack build --from photos/ --out packs/mine"
    )]
    Build {
        /// Folder of pictures.
        #[arg(long, value_name = "DIR")]
        from: PathBuf,
        /// Folder to write the pack into.
        #[arg(long, value_name = "PACK")]
        out: PathBuf,
        /// Replace the pack that is there.
        #[arg(long)]
        replace: bool,
    },
    /// Join packs into a new one, with every picture of each.
    #[command(
        after_help = "A face may have any number of pictures, so several artworks of it stay \
        side by side; a picture\nthat is in several packs is kept once. If two packs \
        describe different tiles under one name, that is refused,\nor with --rename the later \
        pack's tile gets a new name.\n\nExample:\n  nebelwacht pack merge mine packs/grandma -o packs/ours"
    )]
    Merge {
        /// Packs, two or more: folders, or names of kept packs.
        #[arg(required = true, num_args = 2.., value_name = "PACK")]
        packs: Vec<String>,
        /// New folder to write the pack into.
        #[arg(short, long, value_name = "OUT")]
        out: PathBuf,
        /// Give new names to tiles of later packs whose names are already taken by other tiles.
        #[arg(long)]
        rename: bool,
        /// Print one JSON object instead of text.
        #[arg(long)]
        json: bool,
    },
    /// Learn a whole box from photographs of its tiles, laid out anyhow.
    #[command(
        after_help = "Lay the tiles face up, apart or touching, turned as they come, on one photograph or \
        several. All are\nnamed together; no picture of them need be known. What is sure goes into the \
        pack at once; what is\ndoubtful is asked on a page beside it, and further photographs and answers \
        go on from there.\n\nExit status: 0 complete, 3 questions open or tiles missing.\n\nExamples:\n  \
        nebelwacht pack learn spread1.jpg spread2.jpg -o packs/mine\n  \
        nebelwacht pack learn -o packs/mine --answer 12=V --answer 31=M"
    )]
    Learn(LearnArgs),
    /// Say what is in a pack.
    #[command(after_help = "Example:\n  nebelwacht pack show packs/mine")]
    Show {
        /// The pack: a folder, or the name of a kept pack.
        pack: String,
        /// Print one JSON object instead of text.
        #[arg(long)]
        json: bool,
    },
}

/// The box a learning is for.
fn boxes(text: &str) -> Result<TileSet, String> {
    let mut boxes = BOXES.into_iter();
    boxes
        .find(|set| set.name() == text)
        .ok_or_else(|| "expected base or mage_and_witch".to_owned())
}
