//! NumPy arrays, made by NumPy itself from a buffer of ours: it need not be there until it is asked for.

use pyo3::prelude::*;
use pyo3::types::PyByteArray;

/// A writable array of this type and shape over `bytes`.
pub(crate) fn array<'py>(
    py: Python<'py>,
    bytes: &[u8],
    dtype: &str,
    shape: &[usize],
) -> PyResult<Bound<'py, PyAny>> {
    let flat =
        py.import("numpy")?.call_method1("frombuffer", (PyByteArray::new(py, bytes), dtype))?;
    if shape.len() == 1 { Ok(flat) } else { flat.call_method1("reshape", (shape.to_vec(),)) }
}

/// Whole numbers of 16 bits.
pub(crate) fn shorts<'py>(
    py: Python<'py>,
    numbers: &[i16],
    shape: &[usize],
) -> PyResult<Bound<'py, PyAny>> {
    let mut bytes = vec![0; 2 * numbers.len()];
    for (bytes, number) in bytes.as_chunks_mut::<2>().0.iter_mut().zip(numbers) {
        *bytes = number.to_ne_bytes();
    }
    array(py, &bytes, "int16", shape)
}

/// Whole numbers of 8 bits.
pub(crate) fn bytes<'py>(
    py: Python<'py>,
    numbers: &[u8],
    shape: &[usize],
) -> PyResult<Bound<'py, PyAny>> {
    array(py, numbers, "int8", shape)
}

/// `n` numbers, 1 at the `places` and 0 elsewhere, as Gymnasium wants its masks.
pub(crate) fn mask<'py>(
    py: Python<'py>,
    n: usize,
    places: &[usize],
) -> PyResult<Bound<'py, PyAny>> {
    let mut bytes = vec![0; n];
    places.iter().for_each(|&place| bytes[place] = 1);
    self::bytes(py, &bytes, &[n])
}
