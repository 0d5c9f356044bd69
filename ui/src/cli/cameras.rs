//! `cameras`: what cameras there are.

use serde::Serialize;
use vision::source::{SourceError, cameras};

use crate::cli::output::{print, print_json};
use crate::failure::Failure;
use crate::run::program::camera_trouble;

#[derive(Serialize)]
struct Listed {
    source: String,
    name: String,
    problem: Option<String>,
}

pub(super) fn run(json: bool) -> Result<(), Failure> {
    let listed: Vec<_> = cameras()?
        .into_iter()
        .map(|camera| Listed {
            source: format!("camera:{}", camera.index),
            name: camera.name,
            problem: camera_trouble(camera.index),
        })
        .collect();
    if json {
        return print_json(&serde_json::json!({ "cameras": listed }));
    }
    if listed.is_empty() {
        let none = SourceError::NoCamera;
        return print(&format!(
            "{none}: plug one in, or use a phone: --source phone\n"
        ));
    }
    let lines = listed.iter().map(|camera| match &camera.problem {
        None => format!("{}  {}\n", camera.source, camera.name),
        Some(why) => format!("{}  {}  ({why})\n", camera.source, camera.name),
    });
    print(&lines.collect::<String>())
}
