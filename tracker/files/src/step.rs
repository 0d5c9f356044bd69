//! What writing a file is made of.

/// Something that is done to the disk and that the disk can refuse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// A folder, or a file that is still empty.
    Make,
    /// Bytes.
    Bytes,
    /// What was written survives a power cut from here on.
    Sync,
    /// A file or folder takes its place or gets another name.
    Name,
    /// A file or folder goes.
    Remove,
}
