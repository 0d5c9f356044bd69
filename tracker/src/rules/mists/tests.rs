//! Examples that are no position on a board, and properties of whole games.
