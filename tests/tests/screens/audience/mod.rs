//! For those who look on: the television, phones, the hall and its wall.

pub(crate) mod hall;
pub(crate) mod phones;
pub(crate) mod tv;
pub(crate) mod wall;
