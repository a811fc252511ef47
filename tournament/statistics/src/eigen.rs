//! Eigenvalues and eigenvectors of small symmetric matrices.
//!
//! Householder reflections reduce the matrix to tridiagonal form, and the implicit QR method with Wilkinson's shift diagonalizes
//! it (Golub and Van Loan: *Matrix Computations*, sections 8.3.1 and 8.3.5).

use super::matrix::{Matrix, add, dot};

/// The eigenvalues of a symmetric matrix, in no particular order, and the eigenvectors of length 1.
pub struct Eigen {
    /// The eigenvalues.
    pub values: Vec<f64>,
    /// The eigenvectors as columns, in the order of the eigenvalues.
    pub vectors: Matrix,
}

/// A plane rotation, given by the cosine and the sine of its angle.
#[derive(Copy, Clone)]
struct Rotation {
    cosine: f64,
    sine: f64,
}

impl Rotation {
    /// Returns the rotation that takes a vector to the first axis, and the vector's length with the sign of its first entry.
    fn new(x: f64, y: f64) -> (Self, f64) {
        let length = (x * x + y * y).sqrt();
        let length = if x >= 0.0 { length } else { -length };
        (Self { cosine: x.abs() / length.abs(), sine: y / length }, length)
    }

    /// Rotates each pair of entries in a column and the next one.
    fn apply(self, matrix: &mut Matrix, column: usize) {
        let (left, right) = matrix.columns_mut(column, column + 1);
        for (left, right) in left.iter_mut().zip(right) {
            (*left, *right) = (
                *left * self.cosine + self.sine * *right,
                -self.sine * *left + *right * self.cosine,
            );
        }
    }
}

impl Eigen {
    /// Computes the eigenvalues and eigenvectors. Reads only the diagonal and the entries below it.
    pub fn of(matrix: &Matrix) -> Self {
        let scale = matrix.greatest();
        let divisor = if scale == 0.0 { 1.0 } else { scale };
        let size = matrix.rows();
        let matrix = Matrix::from_fn(size, size, |row, column| matrix[(row, column)] / divisor);
        let mut eigen = Tridiagonal::of(matrix);
        let mut end = size - 1;
        loop {
            let start;
            (start, end) = eigen.coupled(end);
            match end - start {
                0 => break,
                1 => {
                    eigen.solve_pair(start);
                    end -= 1;
                }
                _ => {
                    eigen.sweep(start, end);
                    end -= usize::from(!eigen.is_joined(end - 1));
                }
            }
        }
        let values = eigen.diagonal.iter().map(|value| value * scale).collect();
        Self { values, vectors: eigen.vectors }
    }
}

/// A symmetric tridiagonal matrix, and the orthogonal matrix that transforms it back into the original matrix.
struct Tridiagonal {
    diagonal: Vec<f64>,
    /// The entries next to the diagonal.
    beside: Vec<f64>,
    vectors: Matrix,
}

impl Tridiagonal {
    /// Reduces a symmetric matrix to tridiagonal form.
    fn of(mut matrix: Matrix) -> Self {
        let size = matrix.rows();
        let mut axes = Vec::new();
        for column in 0..size - 1 {
            let (normal, signed) = axis(&matrix.column(column)[column + 1..]);
            if let Some(normal) = &normal {
                reflect(&mut matrix, normal);
            }
            axes.push((normal, signed));
        }
        let mut vectors = Matrix::from_diagonal(&vec![1.0; size]);
        for (column, (normal, signed)) in axes.iter().enumerate().rev() {
            let Some(normal) = normal else { continue };
            let sign = signed.signum();
            for at in column..size {
                let below = &mut vectors.column_mut(at)[column + 1..];
                let factor = dot(normal, below) * (sign * -2.0);
                for (value, axis) in below.iter_mut().zip(normal) {
                    *value = factor * axis + sign * *value;
                }
            }
        }
        Self {
            diagonal: (0..size).map(|place| matrix[(place, place)]).collect(),
            beside: axes.iter().map(|(_, signed)| signed.abs()).collect(),
            vectors,
        }
    }

    /// Whether the entry next to the diagonal between `place` and `place + 1` exceeds rounding error.
    fn is_joined(&self, place: usize) -> bool {
        let around = self.diagonal[place + 1].abs() + self.diagonal[place].abs();
        self.beside[place].abs() > f64::EPSILON * around
    }

    /// Returns the first and the last place of the last coupled block that ends at or before `end`.
    fn coupled(&mut self, mut end: usize) -> (usize, usize) {
        while end > 0 && !self.is_joined(end - 1) {
            end -= 1;
        }
        let mut start = end.saturating_sub(1);
        while start > 0 {
            if !self.is_joined(start - 1) {
                self.beside[start - 1] = 0.0;
                break;
            }
            start -= 1;
        }
        (start, end)
    }

    /// Diagonalizes a block of size two.
    fn solve_pair(&mut self, start: usize) {
        let [first, second] = [self.diagonal[start], self.diagonal[start + 1]];
        let beside = self.beside[start];
        let half = (first - second) * 0.5;
        let root = (beside * beside + half * half).sqrt();
        let middle = (first + second) * 0.5;
        let values = [middle + root, middle - root];
        // Two formulas give the same eigenvector; use the one with less cancellation.
        let (x, y) = if (values[0] - second).abs() > (values[0] - first).abs() {
            (values[0] - second, beside)
        } else {
            (beside, values[0] - first)
        };
        self.diagonal[start..start + 2].copy_from_slice(&values);
        let (rotation, length) = Rotation::new(x, y);
        if length.abs() > f64::EPSILON {
            rotation.apply(&mut self.vectors, start);
        }
    }

    /// Performs one step of the QR method on a block of size three or more.
    fn sweep(&mut self, start: usize, end: usize) {
        let shift = shift(self.diagonal[end - 1], self.diagonal[end], self.beside[end - 1]);
        let (mut x, mut y) = (self.diagonal[start] - shift, self.beside[start]);
        for place in start..end {
            if y == 0.0 {
                break;
            }
            let (rotation, length) = Rotation::new(x, y);
            if place > start {
                self.beside[place - 1] = length;
            }
            // The inverse rotation.
            let (cosine, sine) = (rotation.cosine, -rotation.sine);
            let [first, second] = [self.diagonal[place], self.diagonal[place + 1]];
            let beside = self.beside[place];
            let (cosines, sines, both) = (cosine * cosine, sine * sine, cosine * sine);
            let moved = both * 2.0 * beside;
            self.diagonal[place] = (cosines * first + sines * second) - moved;
            self.diagonal[place + 1] = (sines * first + cosines * second) + moved;
            self.beside[place] = both * (first - second) + beside * (cosines - sines);
            if place + 1 < end {
                x = self.beside[place];
                y = -sine * self.beside[place + 1];
                self.beside[place + 1] *= cosine;
            }
            rotation.apply(&mut self.vectors, place);
        }
    }
}

/// Returns the axis, of length 1, of the reflection that takes a vector to the first axis (`None` for the zero vector), and the
/// first entry of the reflected vector.
fn axis(vector: &[f64]) -> (Option<Vec<f64>>, f64) {
    let square = dot(vector, vector);
    let length = square.sqrt();
    let signed = if vector[0] >= 0.0 { length } else { -length };
    let factor = (square + vector[0].abs() * length) * 2.0;
    if factor == 0.0 {
        return (None, signed);
    }
    let mut axis = vector.to_vec();
    axis[0] += signed;
    for value in &mut axis {
        *value /= factor.sqrt();
    }
    let length = dot(&axis, &axis).sqrt();
    for value in &mut axis {
        *value /= length;
    }
    (Some(axis), -signed)
}

/// Reflects the last rows and columns of a symmetric matrix. Only the diagonal and the entries below it are used and updated.
fn reflect(matrix: &mut Matrix, axis: &[f64]) {
    let skipped = matrix.rows() - axis.len();
    let below =
        |matrix: &Matrix, place: usize| matrix.column(skipped + place)[skipped + place..].to_vec();
    let mut products: Vec<f64> = vec![0.0; axis.len()];
    for place in 0..axis.len() {
        let column = below(matrix, place);
        if place == 0 {
            add(&mut products, 2.0 * axis[0], &column);
            products[0] += 2.0 * dot(&column[1..], &axis[1..]);
        } else {
            products[place] += 2.0 * dot(&column, &axis[place..]);
            add(&mut products[place + 1..], 2.0 * axis[place], &column[1..]);
        }
    }
    let twice = dot(axis, &products) * 2.0;
    for (factor, rows, columns) in
        [(-1.0, &products[..], axis), (-1.0, axis, &products[..]), (twice, axis, axis)]
    {
        for (place, value) in columns.iter().enumerate() {
            let column = &mut matrix.column_mut(skipped + place)[skipped + place..];
            add(column, factor * value, &rows[place..]);
        }
    }
}

/// Returns the eigenvalue of a symmetric 2 × 2 matrix that is closer to its last entry.
fn shift(first: f64, last: f64, beside: f64) -> f64 {
    let square = beside * beside;
    if square == 0.0 {
        return last;
    }
    let half = (first - last) * 0.5;
    last - square / (half + half.signum() * (half * half + square).sqrt())
}

#[cfg(test)]
mod tests {
    use super::super::matrix::tests::{assert_close, definite};
    use super::*;

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
        let values = |matrix: Matrix| {
            let mut values = Eigen::of(&matrix).values;
            values.sort_by(f64::total_cmp);
            values
        };
        assert_eq!(values(Matrix::zeros(3, 3)), [0.0; 3]);
        assert_eq!(values(Matrix::from_diagonal(&[2.0, -1.0, 4.0])), [-1.0, 2.0, 4.0]);
        let blocks = |row: usize, column: usize| f64::from(u8::from(row / 2 == column / 2));
        for (found, expected) in
            values(Matrix::from_fn(4, 4, blocks)).iter().zip([0.0, 0.0, 2.0, 2.0])
        {
            assert!((found - expected).abs() < 1e-12, "{found}");
        }
    }
}
