//! Makes types of the English texts, so that the compiler holds keys and arguments in the sources
//! to them: a constant for a text without arguments, a struct with a field for each for one with
//! some. `src/text/mod.rs` says what they are used for.
//!
//! Other languages are not looked at here: they may lack texts, and a test lists which.

use std::path::Path;
use std::{env, fs, process};

#[path = "src/text/language_file.rs"]
mod language_file;

use language_file::Written;

fn main() {
    // All languages are built in, so each file, and each new one, makes the program anew.
    println!("cargo:rerun-if-changed=locales");
    println!("cargo:rerun-if-changed=src/text/language_file.rs");
    let texts = language_file::read(Path::new("locales/en")).unwrap_or_else(|why| {
        eprintln!("{why}");
        process::exit(1);
    });
    let types: String = texts.iter().map(declared).collect();
    let folder = env::var("OUT_DIR").expect("cargo tells where to write");
    let file = Path::new(&folder).join("messages.rs");
    fs::write(file, types).expect("cargo's own folder can be written to");
}

/// The type of a text, with how it reads as its description.
fn declared(text: &Written) -> String {
    // A span of code, so nothing in it means anything to rustdoc.
    let reads = text.reads.split_whitespace().collect::<Vec<_>>().join(" ");
    let described = format!("#[doc = {:?}]\n", format!("`{}`", reads.replace('`', "'")));
    match text.arguments.is_empty() {
        true => described + &constant(&text.key),
        false => described + &structure(text),
    }
}

fn constant(key: &str) -> String {
    let name = key.replace('-', "_").to_uppercase();
    format!("pub const {name}: Text = Text({key:?});\n")
}

/// A field may hold whatever Fluent takes: a number stays a number, which its plural forms need.
fn structure(text: &Written) -> String {
    let name: String = text.key.split('-').map(capital).collect();
    let own: Vec<(char, &String)> = ('A'..='Z').zip(&text.arguments).collect();
    let list = |each: &dyn Fn(char, &str) -> String| {
        let all = own.iter().map(|(letter, argument)| each(*letter, argument));
        all.collect::<Vec<_>>().join(", ")
    };
    let types = list(&|letter, _| letter.to_string());
    let bounds = list(&|letter, _| format!("{letter}: Into<FluentValue<'a>>"));
    let fields = list(&|letter, argument| format!("pub {argument}: {letter}"));
    let values = list(&|_, name| format!("(Cow::Borrowed({name:?}), self.{name}.into())"));
    format!(
        "pub struct {name}<{types}> {{ {fields} }}\n\
         impl<'a, {bounds}> Message<'a> for {name}<{types}> {{\n\
             const KEY: &'static str = {:?};\n\
             fn arguments(self) -> Arguments<'a> {{ Arguments::from([{values}]) }}\n\
         }}\n",
        text.key
    )
}

fn capital(word: &str) -> String {
    let (first, rest) = word.split_at(1);
    first.to_uppercase() + rest
}
