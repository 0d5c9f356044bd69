//! What others may send: mutated records, set-ups, maps and taught tiles, and tables at which
//! anything is claimed and commanded. Whatever it is, it is refused in words or holds together.
//!
//! Each test tries some hundred cases; `make fuzz` tries them for hours (`PROPTEST_CASES`). A case
//! that fell is made as small as it gets and stays in `proptest-regressions/`, to be tried first
//! ever after.

mod mutate;
mod plays;
mod texts;
