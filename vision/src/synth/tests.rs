//! Tests of the photographer: pictures agree with the camera's own projection.
