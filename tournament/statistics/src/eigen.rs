//! Eigenvalues and eigenvectors of small symmetric matrices.

use super::matrix::Matrix;

/// Maximum number of sweeps over all pairs of rows. About ten are enough for 500 rows.
const MOST_SWEEPS: usize = 50;

/// The eigenvalues of a symmetric matrix, in no particular order, and the eigenvectors of length 1.
pub struct Eigen {
    /// The eigenvalues.
    pub values: Vec<f64>,
    /// The eigenvectors as columns, in the order of the eigenvalues.
    pub vectors: Matrix,
}

impl Eigen {
    /// Computes the eigenvalues and eigenvectors by the cyclic Jacobi method: each entry beside the diagonal is rotated away in
    /// turn, until all are rounding errors (Golub and Van Loan: *Matrix Computations*, section 8.5). Reads only the diagonal and
    /// the entries below it.
    pub fn of(matrix: &Matrix) -> Self {
        let size = matrix.rows();
        let mut rest =
            Matrix::from_fn(size, size, |row, column| matrix[(row.max(column), row.min(column))]);
        let mut vectors = Matrix::from_diagonal(&vec![1.0; size]);
        let rounding = f64::EPSILON * rest.greatest();
        for _ in 0..MOST_SWEEPS {
            let mut is_diagonal = true;
            for low in 0..size {
                for high in low + 1..size {
                    if rest[(low, high)].abs() > rounding {
                        rotate_away(&mut rest, &mut vectors, low, high);
                        is_diagonal = false;
                    }
                }
            }
            if is_diagonal {
                break;
            }
        }
        Self { values: (0..size).map(|place| rest[(place, place)]).collect(), vectors }
    }
}

/// Rotates two axes so that the entry of their pair becomes 0.
fn rotate_away(matrix: &mut Matrix, vectors: &mut Matrix, low: usize, high: usize) {
    let beside = matrix[(low, high)];
    let [first, last] = [low, high].map(|place| matrix[(place, place)]);
    let ratio = (last - first) / (2.0 * beside);
    let tangent = 1.0_f64.copysign(ratio) / (ratio.abs() + ratio.hypot(1.0));
    let cosine = 1.0 / tangent.hypot(1.0);
    let sine = tangent * cosine;
    for matrix in [&mut *matrix, vectors] {
        let (left, right) = matrix.columns_mut(low, high);
        for (left, right) in left.iter_mut().zip(right) {
            (*left, *right) = (cosine * *left - sine * *right, sine * *left + cosine * *right);
        }
    }
    for place in 0..matrix.rows() {
        for axis in [low, high] {
            matrix[(axis, place)] = matrix[(place, axis)];
        }
    }
    matrix[(low, low)] = first - tangent * beside;
    matrix[(high, high)] = last + tangent * beside;
    matrix[(low, high)] = 0.0;
    matrix[(high, low)] = 0.0;
}

#[cfg(test)]
mod tests {
    use super::super::matrix::tests::{assert_close, definite};
    use super::*;
    use std::f64::consts::PI;

    fn assert_values(matrix: &Matrix, expected: &[f64]) {
        let mut values = Eigen::of(matrix).values;
        values.sort_by(f64::total_cmp);
        assert_eq!(values.len(), expected.len());
        for (found, expected) in values.iter().zip(expected) {
            assert!((found - expected).abs() < 1e-12, "{found} is not {expected}");
        }
    }

    #[test]
    fn vectors_times_values_make_the_matrix() {
        for size in 1..20 {
            let matrix = definite(size, 5);
            let Eigen { values, vectors } = Eigen::of(&matrix);
            let across = vectors.transposed();
            assert_close(&vectors.times(&across), &Matrix::from_diagonal(&vec![1.0; size]));
            assert_close(&vectors.times(&Matrix::from_diagonal(&values)).times(&across), &matrix);
        }
    }

    #[test]
    fn blocks_and_zeros_are_found() {
        assert_values(&Matrix::zeros(3, 3), &[0.0; 3]);
        assert_values(&Matrix::from_diagonal(&[2.0, -1.0, 4.0]), &[-1.0, 2.0, 4.0]);
        let blocks = |row: usize, column: usize| f64::from(u8::from(row / 2 == column / 2));
        assert_values(&Matrix::from_fn(4, 4, blocks), &[0.0, 0.0, 2.0, 2.0]);
    }

    /// The second difference of `size` points has the eigenvalues 2 - 2 cos(k π / (size + 1)).
    #[test]
    fn the_values_are_the_known_ones() {
        for size in [1, 2, 3, 10, 60] {
            let difference = |row: usize, column: usize| match row.abs_diff(column) {
                0 => 2.0,
                1 => -1.0,
                _ => 0.0,
            };
            let value = |k: usize| 2.0 - 2.0 * (k as f64 * PI / (size + 1) as f64).cos();
            let values: Vec<f64> = (1..=size).map(value).collect();
            assert_values(&Matrix::from_fn(size, size, difference), &values);
        }
    }
}
