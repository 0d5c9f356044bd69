//! The pages' scripts, held to the types in their comments by TypeScript's checker.

use std::path::Path;
use std::process::Command;

use nebelwacht_tests::data::skip;

#[test]
fn every_script_keeps_to_its_types() {
    let checker = || Command::new("tsc");
    if !checker()
        .arg("--version")
        .output()
        .is_ok_and(|o| o.status.success())
    {
        skip("node-typescript is not installed");
        return;
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../ui/src/phone/pages");
    let entries = std::fs::read_dir(folder).expect("the pages");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let scripts: Vec<_> = paths
        .filter(|path| path.extension().is_some_and(|e| e == "js"))
        .collect();
    assert!(scripts.len() >= 3);
    for script in scripts {
        let text = std::fs::read_to_string(&script).expect("a script");
        assert!(text.starts_with("// @ts-check"), "{}", script.display());
        // Each is a program of its own, so each is checked by itself.
        let checked = checker()
            .args([
                "--noEmit",
                "--allowJs",
                "--checkJs",
                "--strict",
                "--noUnusedLocals",
            ])
            .args([
                "--noImplicitReturns",
                "--target",
                "es2022",
                "--lib",
                "es2022,dom,dom.iterable",
            ])
            .arg(&script)
            .output()
            .expect("the checker runs");
        let said = String::from_utf8_lossy(&checked.stdout);
        assert!(checked.status.success(), "{said}");
    }
}
