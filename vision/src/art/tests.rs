//! Tests of the artist.
