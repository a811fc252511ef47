//! Conversions between Rust and Python: arrays, lists, numbers, seeds and JSON.

use crate::errors::Refusal;
use numpy::ndarray::Dimension;
use numpy::{Element, PyArray, PyArray1, PyArrayMethods, PyReadwriteArray, PyUntypedArrayMethods};
use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyInt, PyList};

/// Fills an array: the argument `out` or, if there is none, a new one.
///
/// # Errors
/// Fails if the given array has the wrong type or shape.
pub fn filled<'py, T: Element + Copy + Default>(
    py: Python<'py>,
    dtype: &'static str,
    size: usize,
    out: Option<&Bound<'py, PyAny>>,
    fill: impl FnOnce(&mut [T]),
) -> PyResult<Bound<'py, PyArray1<T>>> {
    let array = match out {
        None => PyArray1::zeros(py, size, false),
        Some(out) => {
            let refusal =
                |given| Refusal::Buffer { what: "out", dtype, shape: format!("({size},)"), given };
            let array = out.cast::<PyArray1<T>>().map_err(|_| refusal(described(out)))?;
            if array.len() != size || !array.is_c_contiguous() {
                return Err(refusal(described(out)).into());
            }
            array.clone()
        }
    };
    let mut values = writable(&array, "out")?;
    let slice = values.as_slice_mut().map_err(Refusal::value)?;
    fill(slice);
    drop(values);
    Ok(array)
}

/// Fills a mask of `size` actions: 1 where an action is legal, else 0.
///
/// # Errors
/// Fails if the given array has the wrong type or shape.
pub fn mask<'py>(
    py: Python<'py>,
    size: usize,
    legal: &[usize],
    out: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyArray1<bool>>> {
    filled(py, "bool", size, out, |mask: &mut [bool]| {
        mask.fill(false);
        for &action in legal {
            mask[action] = true;
        }
    })
}

/// Ints below this number are created once and shared. No game has more actions.
const KNOWN_INTS: usize = 1024;

/// Returns numbers as a Python list of ints.
///
/// # Errors
/// Fails if Python runs out of memory.
pub fn int_list<'py>(py: Python<'py>, numbers: &[usize]) -> PyResult<Bound<'py, PyList>> {
    static KNOWN: PyOnceLock<Vec<Py<PyInt>>> = PyOnceLock::new();
    let known = KNOWN.get_or_init(py, || {
        (0..KNOWN_INTS).map(|number| PyInt::new(py, number).unbind()).collect()
    });
    let int = |&number: &usize| match known.get(number) {
        Some(int) => int.bind(py).clone(),
        None => PyInt::new(py, number),
    };
    PyList::new(py, numbers.iter().map(int))
}

/// Opens an array for writing.
///
/// # Errors
/// Fails if the array is read-only or in use.
pub fn writable<'py, T: Element, D: Dimension>(
    array: &Bound<'py, PyArray<T, D>>,
    what: &'static str,
) -> PyResult<PyReadwriteArray<'py, T, D>> {
    let refusal = |error| Refusal::Value(format!("{what} cannot be written to: {error}"));
    Ok(array.try_readwrite().map_err(refusal)?)
}

/// Describes an object for error messages: its type, and the dtype and shape of an array.
pub fn described(object: &Bound<'_, PyAny>) -> String {
    let name =
        object.get_type().name().map_or_else(|_| "object".to_owned(), |name| name.to_string());
    let attribute = |name: &str| object.getattr(name).and_then(|value| value.str()).ok();
    match (attribute("dtype"), attribute("shape")) {
        (Some(dtype), Some(shape)) => format!("one of {dtype} with shape {shape}"),
        _ => format!("a value of type {name}"),
    }
}

/// Reads a seed from an int, or draws one from a Python or numpy generator.
///
/// # Errors
/// Fails if the object is none of these.
pub fn seed(rng: &Bound<'_, PyAny>) -> PyResult<u64> {
    if let Ok(seed) = rng.extract::<u64>() {
        return Ok(seed);
    }
    if rng.is_instance_of::<PyInt>() {
        return Err(Refusal::Value(format!("a seed is from 0 to 2**64 - 1, not {rng}")).into());
    }
    if rng.hasattr("getrandbits")? {
        return rng.call_method1("getrandbits", (64,))?.extract();
    }
    if rng.hasattr("integers")? {
        let options = PyDict::new(rng.py());
        options.set_item("dtype", "uint64")?;
        options.set_item("high", u64::MAX)?;
        return rng.call_method("integers", (0,), Some(&options))?.extract();
    }
    Err(Refusal::NoRandom(described(rng)).into())
}

/// Reads a seed like [`seed`], or draws one from the system if there is none.
///
/// # Errors
/// Fails if the object is not a source of random numbers, or if the system has no random numbers.
pub fn seed_or_fresh(rng: Option<&Bound<'_, PyAny>>) -> PyResult<u64> {
    let fresh = || getrandom::u64().map_err(|error| Refusal::value(error).into());
    rng.map_or_else(fresh, seed)
}

/// An int from Python. Values outside 64 bits are clamped to the nearest value.
#[derive(Copy, Clone)]
pub struct Int(pub i64);

impl<'a, 'py> FromPyObject<'a, 'py> for Int {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        match object.extract::<i64>() {
            Err(error) if error.is_instance_of::<PyOverflowError>(object.py()) => {
                Ok(Self(if object.lt(0)? { i64::MIN } else { i64::MAX }))
            }
            number => Ok(Self(number?)),
        }
    }
}

impl Int {
    /// Returns the number as an index.
    ///
    /// # Errors
    /// Fails if the number is negative.
    pub fn at_least_0(self, what: &str) -> Result<usize, Refusal> {
        let refusal = |_| Refusal::Value(format!("{what} must not be negative, as {} is", self.0));
        usize::try_from(self.0).map_err(refusal)
    }
}

/// Parses JSON into Python lists, dictionaries, strings and numbers.
///
/// # Errors
/// Fails as Python's `json.loads` does.
pub fn from_json<'py>(py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyAny>> {
    py.import("json")?.call_method1("loads", (text,))
}
