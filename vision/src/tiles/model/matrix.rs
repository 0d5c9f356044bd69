//! Matrices between ndarray, which multiplies them, and OpenCV, which inverts and solves them.

use ndarray::Array2;
use opencv::core::{self, Mat};
use opencv::prelude::*;

use crate::cv;

/// A matrix made here, row after row.
pub(super) fn whole(matrix: &mut Array2<f32>) -> &mut [f32] {
    let rows = matrix.as_slice_mut();
    rows.expect("a new matrix lies in one piece, row by row")
}

/// The inverse of a symmetric positive definite matrix.
pub(super) fn inverse(matrix: &Array2<f32>) -> opencv::Result<Array2<f32>> {
    let mut inverted = Mat::default();
    core::invert(&to_mat(matrix)?, &mut inverted, core::DECOMP_CHOLESKY)?;
    to_array(&inverted, [matrix.nrows(); 2])
}

/// A matrix as OpenCV's, in double precision.
pub(super) fn to_mat(matrix: &Array2<f32>) -> opencv::Result<Mat> {
    let contiguous = matrix.as_standard_layout();
    let source = Mat::from_slice(contiguous.as_slice().unwrap_or(&[]))?;
    let source = source.reshape(1, matrix.nrows() as i32)?;
    let wide = cv::retyped(&source, core::CV_64F, 1.0, 0.0)?;
    Ok(wide)
}

/// The reverse of [`to_mat`].
pub(super) fn to_array(matrix: &Mat, [rows, columns]: [usize; 2]) -> opencv::Result<Array2<f32>> {
    let values: &[f64] = matrix.data_typed()?;
    let values = values.iter().map(|&v| v as f32).collect();
    Array2::from_shape_vec((rows, columns), values)
        .map_err(|e| opencv::Error::new(core::StsUnmatchedSizes, e.to_string()))
}
