//! The documents hold together: links lead somewhere, commands and set-ups are ones the program
//! takes, and a newcomer is not asked to read too much.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use clap::Parser;
use nebelwacht_ui::args::Args;
use pulldown_cmark::{CodeBlockKind, Event, Options, Tag, TagEnd};
use tracker::setup::Setup;

/// Most lines somebody should meet who has just found the project.
const README_LINES: usize = 120;
/// Most lines of the page that explains the parts: one page.
const ARCHITECTURE_LINES: usize = 100;
/// Largest picture or film, bytes: whoever opens a page loads all of its pictures.
const LARGEST_PICTURE: u64 = 2_000_000;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

struct Page {
    path: PathBuf,
    text: String,
}

/// Every document, the ones at the top first.
fn pages() -> Vec<Page> {
    let top = ["README.md", "ARCHITECTURE.md", "CHANGELOG.md"];
    let mut paths: Vec<PathBuf> = top.map(|name| root().join(name)).into();
    let mut folders = vec![root().join("docs")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|end| end == "md") {
                paths.push(path);
            }
        }
    }
    let read = |path: PathBuf| Page {
        text: std::fs::read_to_string(&path).unwrap(),
        path,
    };
    paths.into_iter().map(read).collect()
}

fn events(text: &str) -> impl Iterator<Item = Event<'_>> {
    pulldown_cmark::Parser::new_ext(text, Options::ENABLE_TABLES)
}

/// The names by which links reach the headings of a page: lower case, words joined by hyphens.
fn headings(text: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let mut heading: Option<String> = None;
    for event in events(text) {
        match (event, &mut heading) {
            (Event::Start(Tag::Heading { .. }), _) => heading = Some(String::new()),
            (Event::Text(words) | Event::Code(words), Some(text)) => text.push_str(&words),
            (Event::End(TagEnd::Heading(_)), Some(text)) => {
                let kept = text
                    .chars()
                    .filter(|&c| c.is_alphanumeric() || c == ' ' || c == '-');
                let name: String = kept.map(|c| if c == ' ' { '-' } else { c }).collect();
                names.insert(name.to_lowercase());
                heading = None;
            }
            _ => {}
        }
    }
    names
}

/// Targets of all links and pictures of a page that lie in this repository.
fn targets(text: &str) -> Vec<String> {
    let targets = events(text).filter_map(|event| match event {
        Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
            Some(dest_url.to_string())
        }
        _ => None,
    });
    targets.filter(|target| !target.contains("://")).collect()
}

#[test]
fn a_newcomer_is_not_asked_to_read_too_much() {
    for (name, most) in [
        ("README.md", README_LINES),
        ("ARCHITECTURE.md", ARCHITECTURE_LINES),
    ] {
        let text = std::fs::read_to_string(root().join(name)).unwrap();
        let lines = text.lines().count();
        assert!(lines <= most, "{name} has {lines} lines, more than {most}");
    }
}

#[test]
fn every_link_leads_somewhere() {
    let mut links = 0;
    let mut broken = Vec::new();
    for page in pages() {
        for target in targets(&page.text) {
            links += 1;
            let (file, heading) = target.split_once('#').unwrap_or((&target, ""));
            let path = match file {
                "" => page.path.clone(),
                file => page.path.parent().unwrap().join(file),
            };
            let there = path.exists()
                && (heading.is_empty()
                    || headings(&std::fs::read_to_string(&path).unwrap()).contains(heading));
            if !there {
                broken.push(format!("{}: {target}", page.path.display()));
            }
        }
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
    assert!(links > 60, "only {links} links were found");
}

#[test]
fn pictures_are_small() {
    for page in pages() {
        for target in targets(&page.text) {
            let path = page.path.parent().unwrap().join(&target);
            if ["jpg", "png", "gif", "webp"]
                .iter()
                .any(|end| target.ends_with(end))
            {
                let size = std::fs::metadata(&path).unwrap().len();
                assert!(size <= LARGEST_PICTURE, "{}: {size} bytes", path.display());
            }
        }
    }
}

#[test]
fn no_page_knows_somebodys_machine() {
    for page in pages() {
        for place in ["/work/", "/home/", "/root/", "/Users/", "../shared", "C:\\"] {
            let lines = page.text.lines().zip(1..);
            for (line, number) in lines {
                let named = line.contains(place);
                assert!(!named, "{}:{number} names {place}", page.path.display());
            }
        }
    }
}

/// What stands in code: inline pieces, and blocks line by line with continued lines joined.
fn code(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut in_block = false;
    for event in events(text) {
        match event {
            Event::Start(Tag::CodeBlock(_)) => in_block = true,
            Event::End(TagEnd::CodeBlock) => in_block = false,
            Event::Code(piece) => found.push(piece.to_string()),
            Event::Text(block) if in_block => {
                let joined = block.replace("\\\n", " ");
                found.extend(joined.lines().map(str::to_owned));
            }
            _ => {}
        }
    }
    found
}

#[test]
fn every_command_is_one_the_program_takes() {
    let mut taken = 0;
    for page in pages() {
        for line in code(&page.text) {
            let Some(words) = shlex::split(&line).filter(|words| words.len() > 1) else {
                continue;
            };
            // `GAME` or `N` stand for something, and `…` for more.
            let stands_for =
                |word: &String| word.contains('…') || word.chars().all(|c| c.is_ascii_uppercase());
            if words[0] != "nebelwacht" || words.iter().any(stands_for) {
                continue;
            }
            if let Err(refused) = Args::try_parse_from(&words) {
                panic!("{}: {line}\n{refused}", page.path.display());
            }
            taken += 1;
        }
    }
    assert!(taken > 10, "only {taken} commands were found");
}

#[test]
fn every_set_up_is_one_the_program_takes() {
    let mut files = 0;
    for page in pages() {
        let mut of_toml = false;
        for event in events(&page.text) {
            match event {
                Event::Start(Tag::CodeBlock(kind)) => {
                    of_toml = matches!(kind, CodeBlockKind::Fenced(name) if &*name == "toml");
                }
                Event::Text(block) if of_toml => {
                    files += 1;
                    let setup = Setup::from_toml(&block);
                    let name = page.path.display();
                    assert!(setup.is_ok(), "{name}: {:?}", setup.err());
                    of_toml = false;
                }
                _ => {}
            }
        }
        for line in code(&page.text) {
            let words = shlex::split(&line).unwrap_or_default();
            let inline = words.iter().skip_while(|word| *word != "--setup-inline");
            for setup in inline.skip(1).take(1) {
                let read = setup.parse::<Setup>();
                assert!(read.is_ok(), "{setup}: {:?}", read.err());
            }
        }
    }
    assert!(files > 0, "no set-up file was found");
}
