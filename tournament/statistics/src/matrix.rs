//! Small dense matrices: products and the Cholesky factorization. Every sum is computed in a fixed order on all machines.

use std::ops::{Index, IndexMut};

/// A matrix, stored column by column.
#[derive(Clone, Debug)]
pub struct Matrix {
    rows: usize,
    values: Vec<f64>,
}

impl Matrix {
    /// Creates a matrix from a function of row and column. The matrix must have at least one row.
    pub fn from_fn(rows: usize, columns: usize, entry: impl Fn(usize, usize) -> f64) -> Self {
        let entry = &entry;
        let values = (0..columns).flat_map(|column| (0..rows).map(move |row| entry(row, column)));
        Self { rows, values: values.collect() }
    }

    /// Creates a matrix of zeros.
    pub fn zeros(rows: usize, columns: usize) -> Self {
        Self { rows, values: vec![0.0; rows * columns] }
    }

    /// Creates a square matrix with the given diagonal and zeros elsewhere.
    pub fn from_diagonal(diagonal: &[f64]) -> Self {
        let entry = |row, column| if row == column { diagonal[row] } else { 0.0 };
        Self::from_fn(diagonal.len(), diagonal.len(), entry)
    }

    /// Returns the number of rows.
    pub const fn rows(&self) -> usize {
        self.rows
    }

    /// Returns the number of columns.
    pub const fn columns(&self) -> usize {
        self.values.len() / self.rows
    }

    /// Returns a column.
    pub fn column(&self, column: usize) -> &[f64] {
        &self.values[column * self.rows..][..self.rows]
    }

    /// Returns a mutable column.
    pub fn column_mut(&mut self, column: usize) -> &mut [f64] {
        &mut self.values[column * self.rows..][..self.rows]
    }

    /// Returns two mutable columns, where `left` is less than `right`.
    pub fn columns_mut(&mut self, left: usize, right: usize) -> (&mut [f64], &mut [f64]) {
        let (before, after) = self.values.split_at_mut(right * self.rows);
        (&mut before[left * self.rows..][..self.rows], &mut after[..self.rows])
    }

    /// Multiplies every entry by a factor.
    #[must_use]
    pub fn scaled(mut self, factor: f64) -> Self {
        self.values.iter_mut().for_each(|value| *value *= factor);
        self
    }

    /// Returns the greatest absolute value of an entry.
    pub fn greatest(&self) -> f64 {
        greatest(&self.values)
    }

    /// Returns the transpose of the matrix.
    pub fn transposed(&self) -> Self {
        Self::from_fn(self.columns(), self.rows, |row, column| self[(column, row)])
    }

    /// Adds the outer product of two vectors, times a factor.
    pub fn add_products(&mut self, factor: f64, of_rows: &[f64], of_columns: &[f64]) {
        for (column, &value) in of_columns.iter().enumerate() {
            add(self.column_mut(column), factor * value, of_rows);
        }
    }

    /// Returns the product with a vector.
    pub fn times_vector(&self, vector: &[f64]) -> Vec<f64> {
        let mut product: Vec<f64> = self.column(0).iter().map(|value| value * vector[0]).collect();
        for (column, &value) in vector.iter().enumerate().skip(1) {
            add(&mut product, value, self.column(column));
        }
        product
    }

    /// Returns the product with a matrix.
    pub fn times(&self, other: &Self) -> Self {
        let products = (0..other.columns()).flat_map(|at| self.times_vector(other.column(at)));
        Self { rows: self.rows, values: products.collect() }
    }
}

impl Index<(usize, usize)> for Matrix {
    type Output = f64;

    fn index(&self, (row, column): (usize, usize)) -> &f64 {
        &self.column(column)[row]
    }
}

impl IndexMut<(usize, usize)> for Matrix {
    fn index_mut(&mut self, (row, column): (usize, usize)) -> &mut f64 {
        &mut self.column_mut(column)[row]
    }
}

/// Returns the dot product of two vectors.
pub fn dot(left: &[f64], right: &[f64]) -> f64 {
    left.iter().zip(right).map(|(left, right)| left * right).sum()
}

/// Adds a multiple of a vector to another vector in place.
pub fn add(to: &mut [f64], factor: f64, vector: &[f64]) {
    for (to, value) in to.iter_mut().zip(vector) {
        *to += factor * value;
    }
}

/// Returns the sum of a vector and a multiple of another.
pub fn plus(vector: &[f64], factor: f64, other: &[f64]) -> Vec<f64> {
    let mut sum = vector.to_vec();
    add(&mut sum, factor, other);
    sum
}

/// Returns the greatest absolute value of a vector's entries.
pub fn greatest(vector: &[f64]) -> f64 {
    vector.iter().fold(0.0, |greatest, value| value.abs().max(greatest))
}

/// The Cholesky factorization of a symmetric, positive definite matrix, which is the product of a lower triangular factor and its
/// transpose.
pub struct Cholesky {
    /// The lower triangular factor. Entries above the diagonal are unspecified.
    factor: Matrix,
}

impl Cholesky {
    /// Factors a matrix, reading only the diagonal and the entries below it. Returns `None` if the matrix is not positive
    /// definite.
    pub fn new(mut matrix: Matrix) -> Option<Self> {
        for column in 0..matrix.rows() {
            for before in 0..column {
                let (left, right) = matrix.columns_mut(before, column);
                add(&mut right[column..], -left[column], &left[column..]);
            }
            let rest = &mut matrix.column_mut(column)[column..];
            if rest[0].is_nan() || rest[0] <= 0.0 {
                return None;
            }
            rest[0] = rest[0].sqrt();
            let (diagonal, below) = rest.split_first_mut()?;
            for value in below.iter_mut() {
                *value /= *diagonal;
            }
        }
        Some(Self { factor: matrix })
    }

    /// Solves the linear system for a vector: the matrix times the solution is `vector`.
    pub fn solve(&self, vector: &[f64]) -> Vec<f64> {
        let mut solution = vector.to_vec();
        for row in 0..solution.len() {
            let column = &self.factor.column(row)[row..];
            solution[row] /= column[0];
            let (value, below) = solution[row..].split_first_mut().expect("the row is there");
            add(below, -*value, &column[1..]);
        }
        for row in (0..solution.len()).rev() {
            let column = &self.factor.column(row)[row..];
            let known = dot(&column[1..], &solution[row + 1..]);
            solution[row] = (solution[row] - known) / column[0];
        }
        solution
    }

    /// Solves the linear system for every column of a matrix.
    pub fn solve_columns(&self, matrix: &Matrix) -> Matrix {
        let columns = (0..matrix.columns()).flat_map(|column| self.solve(matrix.column(column)));
        Matrix { rows: matrix.rows, values: columns.collect() }
    }

    /// Returns the inverse of the matrix.
    pub fn inverse(&self) -> Matrix {
        self.solve_columns(&Matrix::from_diagonal(&vec![1.0; self.factor.rows()]))
    }
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use engine::Seed;
    use rand::RngExt;

    /// Returns a random symmetric, positive definite matrix.
    pub fn definite(size: usize, seed: u64) -> Matrix {
        let mut stream = Seed::new(seed).rng();
        let mut matrix = Matrix::from_diagonal(&vec![0.1; size]);
        for _ in 0..size {
            let vector: Vec<f64> = (0..size).map(|_| stream.random::<f64>() - 0.5).collect();
            matrix.add_products(1.0, &vector, &vector);
        }
        matrix
    }

    pub fn assert_close(found: &Matrix, expected: &Matrix) {
        assert_eq!((found.rows(), found.columns()), (expected.rows(), expected.columns()));
        for (found, expected) in found.values.iter().zip(&expected.values) {
            assert!((found - expected).abs() < 1e-9, "{found} is not {expected}");
        }
    }

    #[test]
    fn products_are_sums_of_products() {
        let left = Matrix::from_fn(2, 3, |row, column| (3 * row + column) as f64);
        let product = left.times(&left.transposed());
        assert_eq!(product.values, [5.0, 14.0, 14.0, 50.0]);
        assert_eq!(left.times_vector(&[1.0, 2.0, 3.0]), [8.0, 26.0]);
        assert!((product.scaled(2.0).greatest() - 100.0).abs() < 1e-12);
    }

    #[test]
    fn the_inverse_undoes_the_matrix() {
        for size in [1, 2, 7, 8, 9, 20] {
            let matrix = definite(size, 3);
            let inverse = Cholesky::new(matrix.clone()).unwrap().inverse();
            assert_close(&matrix.times(&inverse), &Matrix::from_diagonal(&vec![1.0; size]));
        }
    }

    #[test]
    fn cholesky_rejects_matrices_that_are_not_positive_definite() {
        for entry in [-1.0, 0.0, f64::NAN] {
            assert!(Cholesky::new(Matrix::from_diagonal(&[1.0, entry])).is_none(), "{entry}");
        }
        assert!(Cholesky::new(Matrix::from_fn(2, 2, |_, _| 1.0)).is_none());
    }
}
