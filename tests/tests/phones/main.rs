//! The pages for phones without a browser: the door, the news, the scripts' types. What a browser
//! makes of them is tried in `tests/browser`.

mod attacks;
mod hall;
mod score;
mod scripts;
