//! Examples that are no position on a board.
