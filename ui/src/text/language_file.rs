//! What stands in the files of a language: keys, arguments, texts.
//!
//! The build script makes types of the English ones, and tests compare the others with these. The
//! program itself never reads them: they are built into it.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use fluent_syntax::ast::{Entry, Expression, InlineExpression, Message, Pattern, PatternElement};

/// One text.
pub struct Written {
    /// What the sources know it by.
    pub key: String,
    /// What is put into it.
    pub arguments: BTreeSet<String>,
    /// How it reads, with `{name}` for an argument; of several forms the one that mostly holds.
    pub reads: String,
}

/// All texts of a language's folder, file by file. Says file and line of what is wrong: what is
/// not Fluent, what we do not use of it, and a key that was there before.
pub fn read(folder: &Path) -> Result<Vec<Written>, String> {
    let files = files(folder).map_err(|why| format!("{}: {why}", folder.display()))?;
    let (mut all, mut keys) = (Vec::new(), BTreeSet::new());
    for file in files {
        for text in read_file(&file)? {
            if !keys.insert(text.key.clone()) {
                return Err(format!("{}: {} is there twice", file.display(), text.key));
            }
            all.push(text);
        }
    }
    Ok(all)
}

fn files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder)?.map(|entry| Ok(entry?.path()));
    let mut files = entries.collect::<io::Result<Vec<PathBuf>>>()?;
    files.retain(|file| file.extension().is_some_and(|extension| extension == "ftl"));
    files.sort();
    Ok(files)
}

fn read_file(file: &Path) -> Result<Vec<Written>, String> {
    let name = file.display();
    let source = fs::read_to_string(file).map_err(|why| format!("{name}: {why}"))?;
    let resource = fluent_syntax::parser::parse(source.as_str()).map_err(|(_, errors)| {
        let each = errors.iter().map(|error| {
            let line = source[..error.pos.start].lines().count().max(1);
            format!("{name}:{line}: {}", error.kind)
        });
        each.collect::<Vec<_>>().join("\n")
    })?;
    let texts = resource.body.iter().filter_map(|entry| match entry {
        Entry::Message(message) => Some(written(message)),
        Entry::Term(term) => Some(Err(format!("-{} is a term", term.id.name))),
        Entry::Comment(_) | Entry::GroupComment(_) | Entry::ResourceComment(_) => None,
        // Else there would have been errors.
        Entry::Junk { .. } => None,
    });
    let texts = texts.collect::<Result<Vec<Written>, String>>();
    texts.map_err(|why| format!("{name}: {why}, and these are not used here"))
}

fn written(message: &Message<&str>) -> Result<Written, String> {
    let mut written = Written {
        key: message.id.name.to_owned(),
        arguments: BTreeSet::new(),
        reads: String::new(),
    };
    let pattern = message
        .value
        .as_ref()
        .filter(|_| message.attributes.is_empty());
    let pattern = pattern.ok_or_else(|| format!("{} has attributes", written.key))?;
    let walked = walk(pattern, &mut written.arguments, &mut written.reads);
    walked.map_err(|what| format!("{} has {what}", written.key))?;
    Ok(written)
}

fn walk(
    pattern: &Pattern<&str>,
    arguments: &mut BTreeSet<String>,
    reads: &mut String,
) -> Result<(), &'static str> {
    for element in &pattern.elements {
        match element {
            PatternElement::TextElement { value } => reads.push_str(value),
            PatternElement::Placeable { expression } => match expression {
                Expression::Inline(inline) => put_in(inline, arguments, reads)?,
                Expression::Select { selector, variants } => {
                    put_in(selector, arguments, &mut String::new())?;
                    for variant in variants {
                        let mut form = String::new();
                        walk(&variant.value, arguments, &mut form)?;
                        if variant.default {
                            reads.push_str(&form);
                        }
                    }
                }
            },
        }
    }
    Ok(())
}

fn put_in(
    inline: &InlineExpression<&str>,
    arguments: &mut BTreeSet<String>,
    reads: &mut String,
) -> Result<(), &'static str> {
    match inline {
        InlineExpression::StringLiteral { value } | InlineExpression::NumberLiteral { value } => {
            reads.push_str(value);
        }
        InlineExpression::VariableReference { id } => {
            arguments.insert(id.name.to_owned());
            reads.push_str(&format!("{{{}}}", id.name));
        }
        InlineExpression::FunctionReference { .. } => return Err("functions"),
        InlineExpression::MessageReference { .. } | InlineExpression::TermReference { .. } => {
            return Err("references");
        }
        InlineExpression::Placeable { .. } => return Err("placeables in placeables"),
    }
    Ok(())
}
