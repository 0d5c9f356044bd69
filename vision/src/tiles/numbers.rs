//! Numbers as files of what was learnt hold them.

/// The rest of a file; numbers are little-endian.
pub(crate) struct Reading<'a>(pub(crate) &'a [u8]);

impl Reading<'_> {
    /// The next bytes; `None` where there are fewer.
    pub(crate) fn bytes(&mut self, count: usize) -> Option<&[u8]> {
        let (next, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(next)
    }

    /// The next count of something of which each takes at least a byte; `None` where the rest is
    /// too short for so many.
    pub(crate) fn count(&mut self) -> Option<usize> {
        let count = u32::from_le_bytes(self.bytes(4)?.try_into().ok()?);
        usize::try_from(count).ok().filter(|&n| n <= self.0.len())
    }

    /// The next numbers.
    pub(crate) fn floats(&mut self, count: usize) -> Option<Vec<f32>> {
        let bytes = self.bytes(count.checked_mul(4)?)?;
        let (numbers, _) = bytes.as_chunks::<4>();
        Some(numbers.iter().map(|n| f32::from_le_bytes(*n)).collect())
    }
}

/// Appends numbers as [`Reading::floats`] reads them.
pub(crate) fn put_floats(into: &mut Vec<u8>, numbers: impl IntoIterator<Item = f32>) {
    into.extend(numbers.into_iter().flat_map(f32::to_le_bytes));
}

/// Appends a count as [`Reading::count`] reads it.
pub(crate) fn put_count(into: &mut Vec<u8>, count: usize) -> std::io::Result<()> {
    let count = u32::try_from(count).map_err(std::io::Error::other)?;
    into.extend(count.to_le_bytes());
    Ok(())
}
