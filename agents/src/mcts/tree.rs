//! The tree: nodes in one arena, the children of a node side by side.
//!
//! A node is an information set of the searching seat: all that happened since the root, whoever did
//! it. What happens next depends on the guessed state that comes by, so a node may have children of
//! several seats and of chance at once, and each visit makes some of them available.

use engine::Seat;

/// How a node is reached from its parent.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(super) enum Edge<M, C> {
    /// Not at all: it is the root.
    Root,
    /// A seat plays a move.
    Move(Seat, M),
    /// Chance does this.
    Chance(C),
}

/// A node's position in the arena.
pub(super) type Index = u32;

/// The root's position.
pub(super) const ROOT: Index = 0;

/// What is known of a node.
#[derive(Copy, Clone, Debug)]
pub(super) struct Node<M, C> {
    /// The sum of the rewards of the seat whose move leads here. Nobody else's are ever asked for, so
    /// one number stands for the vector.
    pub(super) reward: f64,
    /// How often an iteration has come here.
    pub(super) visits: u32,
    /// How often an iteration could have: it was at the parent and the guess allowed it.
    pub(super) availability: u32,
    first_child: Index,
    children: u16,
    capacity: u16,
    /// How it is reached.
    pub(super) edge: Edge<M, C>,
}

impl<M, C> Node<M, C> {
    const fn new(edge: Edge<M, C>) -> Self {
        Self {
            reward: 0.0,
            visits: 0,
            availability: 0,
            first_child: 0,
            children: 0,
            capacity: 0,
            edge,
        }
    }

    /// The mean reward of the seat whose move leads here, once it has been visited.
    pub(super) fn mean(&self) -> f64 {
        self.reward / f64::from(self.visits)
    }
}

/// An arena of nodes that never grows beyond its limit.
#[derive(Debug)]
pub(super) struct Tree<M, C> {
    nodes: Vec<Node<M, C>>,
    /// Where a subtree is copied to when it becomes the tree.
    spare: Vec<Node<M, C>>,
    limit: usize,
}

impl<M: Copy + Eq, C: Copy + Eq> Tree<M, C> {
    /// A tree of a root alone.
    pub(super) fn new(limit: usize) -> Self {
        Self { nodes: vec![Node::new(Edge::Root)], spare: Vec::new(), limit }
    }

    /// Forgets all but a new root.
    pub(super) fn clear(&mut self) {
        self.nodes.clear();
        self.nodes.push(Node::new(Edge::Root));
    }

    pub(super) fn node(&self, index: Index) -> &Node<M, C> {
        &self.nodes[index as usize]
    }

    pub(super) fn node_mut(&mut self, index: Index) -> &mut Node<M, C> {
        &mut self.nodes[index as usize]
    }

    /// A node's children.
    pub(super) fn children(&self, index: Index) -> &[Node<M, C>] {
        let node = self.node(index);
        let first = node.first_child as usize;
        &self.nodes[first..first + usize::from(node.children)]
    }

    /// The child that an edge leads to. The search begins at position `hint` among the children and
    /// wraps round.
    pub(super) fn child(&self, index: Index, edge: Edge<M, C>, hint: usize) -> Option<Index> {
        let children = self.children(index);
        let (before, after) = children.split_at(hint.min(children.len()));
        let position = match after.iter().position(|child| child.edge == edge) {
            Some(position) => before.len() + position,
            None => before.iter().position(|child| child.edge == edge)?,
        };
        Some(self.node(index).first_child + position as Index)
    }

    /// Adds a child; nothing if the arena is full. Room for `expected` children is made when there is
    /// none, by moving those that there are to the end.
    pub(super) fn add_child(
        &mut self,
        index: Index,
        edge: Edge<M, C>,
        expected: usize,
    ) -> Option<Index> {
        let node = *self.node(index);
        let children = usize::from(node.children);
        if node.children == node.capacity {
            let capacity = expected.max(2 * children).max(2);
            if self.nodes.len() + capacity > self.limit {
                return None;
            }
            let first = node.first_child as usize;
            let moved = self.nodes.len();
            self.nodes.extend_from_within(first..first + children);
            self.nodes.resize(moved + capacity, Node::new(Edge::Root));
            let node = self.node_mut(index);
            node.first_child = moved as Index;
            node.capacity = capacity as u16;
        }
        let node = self.node_mut(index);
        node.children += 1;
        let child = node.first_child + children as Index;
        *self.node_mut(child) = Node::new(edge);
        Some(child)
    }

    /// Makes a node the root and forgets everything outside its subtree.
    pub(super) fn reroot(&mut self, index: Index) {
        self.spare.clear();
        self.spare.push(Node { edge: Edge::Root, ..*self.node(index) });
        // Cheney's copy: the nodes between `copied` and the end still point into the old arena.
        let mut copied = 0;
        while copied < self.spare.len() {
            let end = self.spare.len() as Index;
            let node = &mut self.spare[copied];
            let first = node.first_child as usize;
            let last = first + usize::from(node.children);
            node.capacity = node.children;
            node.first_child = end;
            self.spare.extend_from_slice(&self.nodes[first..last]);
            copied += 1;
        }
        std::mem::swap(&mut self.nodes, &mut self.spare);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Letters = Tree<char, u8>;

    fn edges(tree: &Letters, index: Index) -> String {
        let name = |node: &Node<char, u8>| match node.edge {
            Edge::Root => '*',
            Edge::Move(_, letter) => letter,
            Edge::Chance(digit) => char::from(b'0' + digit),
        };
        tree.children(index).iter().map(name).collect()
    }

    fn by(letter: char) -> Edge<char, u8> {
        Edge::Move(Seat::new(1), letter)
    }

    #[test]
    fn a_node_is_half_a_cache_line() {
        assert_eq!(size_of::<Node<[u8; 3], u8>>(), 32);
    }

    #[test]
    fn children_stay_together_as_they_grow_in_number() {
        let mut tree = Letters::new(100);
        let a = tree.add_child(ROOT, by('a'), 1).unwrap();
        tree.node_mut(a).visits = 7;
        tree.add_child(a, Edge::Chance(1), 1).unwrap();
        for letter in ['b', 'c', 'd', 'e'] {
            tree.add_child(ROOT, by(letter), 1).unwrap();
        }
        assert_eq!(edges(&tree, ROOT), "abcde");
        for hint in 0..9 {
            let a = tree.child(ROOT, by('a'), hint).unwrap();
            assert_eq!((tree.node(a).visits, edges(&tree, a).as_str()), (7, "1"));
        }
        assert_eq!(tree.child(ROOT, by('f'), 2), None);
        let other_seat = Edge::Move(Seat::new(0), 'a');
        assert_eq!(tree.child(ROOT, other_seat, 0), None);
    }

    #[test]
    fn a_full_arena_refuses_children() {
        let mut tree = Letters::new(5);
        assert!(tree.add_child(ROOT, by('a'), 4).is_some());
        assert!(tree.add_child(ROOT, by('b'), 4).is_some());
        let a = tree.child(ROOT, by('a'), 0).unwrap();
        assert_eq!(tree.add_child(a, by('c'), 1), None);
        assert!(tree.nodes.len() <= 5);
    }

    #[test]
    fn the_new_root_keeps_its_subtree_and_its_counts() {
        let mut tree = Letters::new(100);
        tree.add_child(ROOT, by('a'), 2).unwrap();
        let b = tree.add_child(ROOT, by('b'), 2).unwrap();
        for digit in 0..5 {
            let child = tree.add_child(b, Edge::Chance(digit), 1).unwrap();
            tree.node_mut(child).visits = u32::from(digit);
            tree.add_child(child, by('x'), 3).unwrap();
        }
        tree.node_mut(b).visits = 11;
        tree.reroot(b);
        assert_eq!(tree.node(ROOT).visits, 11);
        assert_eq!(edges(&tree, ROOT), "01234");
        for digit in 0..5 {
            let child = tree.child(ROOT, Edge::Chance(digit), 0).unwrap();
            assert_eq!(tree.node(child).visits, u32::from(digit));
            assert_eq!(edges(&tree, child), "x");
        }
        assert_eq!(tree.nodes.len(), 11);
    }
}
