//! Groups of agents or seats whose differences the results bound.
//!
//! The difference of two strengths is bounded if each of the two finished ahead of or level with the other, directly or through
//! others. Agents or seats with mutually bounded differences form a *group*: a strongly connected component of the graph in which
//! an edge leads from each one to those it finished ahead of (Hunter: *MM algorithms for generalized Bradley-Terry models*, 2004,
//! assumption 1).

/// The relation "finished ahead of or level with" of agents or seats. Each one that has played is level with itself.
#[derive(Debug)]
pub struct Ahead {
    size: usize,
    /// Matrix of the relation: the row is the one ahead, the column the other.
    pairs: Vec<bool>,
}

/// The relation of an agent or seat outside a group to the group.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Standing {
    /// It was sometimes ahead of the group, and never behind.
    NeverBehind,
    /// It was sometimes behind the group, and never ahead.
    NeverAhead,
    /// It was ahead of some and behind others. This occurs only if there is no group, just an order.
    Between,
    /// No results connect it with the group.
    Apart,
}

impl Ahead {
    /// Creates a relation without results.
    pub fn new(size: usize) -> Self {
        Self { size, pairs: vec![false; size * size] }
    }

    /// Records that one finished ahead of or level with another.
    pub fn add(&mut self, one: usize, other: usize) {
        self.pairs[one * self.size + other] = true;
    }

    /// Whether one ever finished ahead of or level with another.
    pub fn holds(&self, one: usize, other: usize) -> bool {
        self.pairs[one * self.size + other]
    }

    /// Returns everything reachable from one, itself included, through those behind it or through those ahead of it.
    fn reached(&self, from: usize, is_behind: bool) -> Vec<bool> {
        let mut reached = vec![false; self.size];
        let mut open = vec![from];
        while let Some(one) = open.pop() {
            if !std::mem::replace(&mut reached[one], true) {
                let is_next = |&other: &usize| {
                    if is_behind { self.holds(one, other) } else { self.holds(other, one) }
                };
                open.extend((0..self.size).filter(is_next));
            }
        }
        reached
    }

    /// Returns the largest group, in ascending order. Of several groups with the same size, it is the one with the lowest member.
    pub fn largest_group(&self) -> Vec<usize> {
        let mut largest = Vec::new();
        let mut is_placed = vec![false; self.size];
        for one in 0..self.size {
            if is_placed[one] {
                continue;
            }
            let (behind, ahead) = (self.reached(one, true), self.reached(one, false));
            let group: Vec<_> =
                (0..self.size).filter(|&other| behind[other] && ahead[other]).collect();
            for &member in &group {
                is_placed[member] = true;
            }
            if group.len() > largest.len() {
                largest = group;
            }
        }
        largest
    }

    /// Returns the relation of one to the others of a list.
    pub fn standing(&self, one: usize, others: &[usize]) -> Standing {
        let is_linked = |is_behind| {
            let reached = self.reached(one, is_behind);
            others.iter().any(|&other| other != one && reached[other])
        };
        match (is_linked(true), is_linked(false)) {
            (true, true) => Standing::Between,
            (true, false) => Standing::NeverBehind,
            (false, true) => Standing::NeverAhead,
            (false, false) => Standing::Apart,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Agents 0 and 1 beat each other, both beat 2, 3 beats 0, and 4 has no opponent.
    #[test]
    fn a_group_and_those_around_it() {
        let mut ahead = Ahead::new(5);
        for one in 0..4 {
            ahead.add(one, one);
        }
        for (one, other) in [(0, 1), (1, 0), (0, 2), (1, 2), (3, 0)] {
            ahead.add(one, other);
        }
        let group = ahead.largest_group();
        assert_eq!(group, [0, 1]);
        assert_eq!(ahead.standing(2, &group), Standing::NeverAhead);
        assert_eq!(ahead.standing(3, &group), Standing::NeverBehind);
        assert_eq!(ahead.standing(4, &group), Standing::Apart);
        ahead.add(2, 3);
        assert_eq!(ahead.largest_group(), [0, 1, 2, 3]);
    }

    #[test]
    fn an_order_has_no_group_of_two() {
        let mut ahead = Ahead::new(3);
        ahead.add(0, 1);
        ahead.add(1, 2);
        assert_eq!(ahead.largest_group(), [0]);
        let standings = [0, 1, 2].map(|one| ahead.standing(one, &[0, 1, 2]));
        assert_eq!(standings, [Standing::NeverBehind, Standing::Between, Standing::NeverAhead]);
    }
}
