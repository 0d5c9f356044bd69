//! Every text of the program as a type, made from `locales/en` by the build script: `BAR_MENU` for
//! `bar-menu`, which has no arguments, and `CountCamera { must, name, seen }` for `count-camera`.
//!
//! So a key that does not exist does not compile, nor does an argument that is missing or too
//! much, and the compiler tells of a text that nobody says.

use std::borrow::Cow;

use fluent_templates::fluent_bundle::FluentValue;

use super::{Arguments, Message, Text};

include!(concat!(env!("OUT_DIR"), "/messages.rs"));
