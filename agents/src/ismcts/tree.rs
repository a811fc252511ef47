//! The tree: nodes in one arena, the children of a node side by side and in order.
//!
//! A node is an information set of the observer whose tree it is: the sequence of events
//! since the root that the observer has seen. The next event depends on the determinized state, so a node may have
//! children of several seats and of chance at once, and each visit makes some of them available.

use engine::Seat;
use std::ops::Range;

/// How a node is reached from its parent.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Debug)]
pub(super) enum Edge<M, C> {
    /// Not at all: it is the root.
    Root,
    /// A seat plays a move, of which this is what the observer sees.
    Move(Seat, M),
    /// Chance does this, as far as the observer sees it.
    Chance(C),
}

/// A node's position in the arena.
pub(super) type Index = u32;

/// The root's position.
pub(super) const ROOT: Index = 0;

/// What is known of a node.
#[derive(Copy, Clone, Default, Debug)]
pub(super) struct Node {
    /// The sum of the rewards of the seat whose move leads here. Nobody else's are ever asked for, so
    /// one number stands for the vector.
    pub(super) reward: f64,
    /// How often an iteration has come here.
    pub(super) visits: u32,
    /// How often an iteration could have: it was at the parent and the guess allowed it.
    pub(super) availability: u32,
    /// The mean of the rewards, rounded: selection asks for it far more often than it changes.
    pub(super) mean: f32,
    first_child: Index,
    children: u16,
    capacity: u16,
    /// Whether there is a child for every move, as far as the moves of one guess tell.
    pub(super) is_complete: bool,
}

impl Node {
    /// Adds visits, and the sum of their rewards to the seat whose move leads here.
    pub(super) fn credit(&mut self, visits: u32, reward: f64) {
        self.visits += visits;
        self.reward += reward;
        self.mean = self.exact_mean() as f32;
    }

    /// The mean reward of the seat whose move leads here, once it has been visited.
    pub(super) fn exact_mean(&self) -> f64 {
        self.reward / f64::from(self.visits)
    }

    const fn children(&self) -> Range<usize> {
        let first = self.first_child as usize;
        first..first + self.children as usize
    }
}

/// An arena of nodes that never grows beyond its limit.
#[derive(Debug)]
pub(super) struct Tree<M, C> {
    here: Arena<M, C>,
    /// Where a subtree is copied to when it becomes the tree.
    spare: Arena<M, C>,
    limit: usize,
}

/// Nodes, and apart from them how each is reached: those who compare edges need not load the nodes,
/// nor the other way round.
#[derive(Debug)]
struct Arena<M, C> {
    nodes: Vec<Node>,
    edges: Vec<Edge<M, C>>,
}

impl<M: Copy, C: Copy> Arena<M, C> {
    const fn new() -> Self {
        Self { nodes: Vec::new(), edges: Vec::new() }
    }

    /// Replaces everything by a root.
    fn begin(&mut self, root: Node) {
        self.nodes.clear();
        self.edges.clear();
        self.nodes.push(root);
        self.edges.push(Edge::Root);
    }
}

impl<M: Copy + Ord, C: Copy + Ord> Tree<M, C> {
    /// A tree of a root alone.
    pub(super) fn new(limit: usize) -> Self {
        let mut tree = Self { here: Arena::new(), spare: Arena::new(), limit };
        tree.clear();
        tree
    }

    /// Forgets all but a new root.
    pub(super) fn clear(&mut self) {
        self.here.begin(Node::default());
    }

    pub(super) fn node(&self, index: Index) -> &Node {
        &self.here.nodes[index as usize]
    }

    pub(super) fn node_mut(&mut self, index: Index) -> &mut Node {
        &mut self.here.nodes[index as usize]
    }

    /// How a node is reached.
    pub(super) fn edge(&self, index: Index) -> Edge<M, C> {
        self.here.edges[index as usize]
    }

    /// Where a node's first child is, and its children in the order of their edges.
    pub(super) fn children_mut(&mut self, index: Index) -> (Index, &mut [Node]) {
        let node = self.node(index);
        let (first, range) = (node.first_child, node.children());
        (first, &mut self.here.nodes[range])
    }

    /// How a node's children are reached, in order.
    pub(super) fn edges(&self, index: Index) -> &[Edge<M, C>] {
        &self.here.edges[self.node(index).children()]
    }

    /// The child that an edge leads to.
    pub(super) fn child(&self, index: Index, edge: Edge<M, C>) -> Option<Index> {
        let position = self.edges(index).iter().position(|&other| other == edge)?;
        Some(self.node(index).first_child + position as Index)
    }

    /// The position among the children of the one that an edge leads to, which is added if it is not
    /// there; nothing if the arena is full. All children before the position `from` have lesser edges.
    /// Room for `expected` children is made when there is none, by moving those that there are to the
    /// end.
    pub(super) fn child_or_new(
        &mut self,
        index: Index,
        edge: Edge<M, C>,
        from: usize,
        expected: usize,
    ) -> Option<usize> {
        let edges = self.edges(index);
        if edges.get(from) == Some(&edge) {
            return Some(from);
        }
        let position = from + edges[from..].partition_point(|&other| other < edge);
        if edges.get(position) != Some(&edge) {
            self.insert(index, edge, position, expected)?;
        }
        Some(position)
    }

    /// The child that an edge leads to, which is added if it is not there; nothing if the arena is full.
    pub(super) fn follow(&mut self, index: Index, edge: Edge<M, C>) -> Option<Index> {
        let position = self.child_or_new(index, edge, 0, 4)?;
        Some(self.node(index).first_child + position as Index)
    }

    fn insert(
        &mut self,
        index: Index,
        edge: Edge<M, C>,
        position: usize,
        expected: usize,
    ) -> Option<()> {
        self.make_room(index, expected)?;
        let node = self.node_mut(index);
        node.children += 1;
        let Range { start, end } = node.children();
        let child = start + position;
        let Arena { nodes, edges } = &mut self.here;
        nodes.copy_within(child..end - 1, child + 1);
        edges.copy_within(child..end - 1, child + 1);
        nodes[child] = Node::default();
        edges[child] = edge;
        Some(())
    }

    /// Makes room for one more child at least.
    fn make_room(&mut self, index: Index, expected: usize) -> Option<()> {
        let node = *self.node(index);
        if node.children == node.capacity {
            let capacity = expected.max(2 * usize::from(node.children)).max(2);
            let Arena { nodes, edges } = &mut self.here;
            let first = nodes.len();
            if first + capacity > self.limit {
                return None;
            }
            nodes.extend_from_within(node.children());
            edges.extend_from_within(node.children());
            nodes.resize(first + capacity, Node::default());
            edges.resize(first + capacity, Edge::Root);
            let node = self.node_mut(index);
            node.first_child = first as Index;
            node.capacity = capacity as u16;
        }
        Some(())
    }

    /// Makes a node the root and forgets everything outside its subtree.
    pub(super) fn reroot(&mut self, index: Index) {
        let Self { here, spare, .. } = self;
        spare.begin(here.nodes[index as usize]);
        // Cheney's copy: the nodes between `copied` and the end still point into the old arena.
        let mut copied = 0;
        while copied < spare.nodes.len() {
            let end = spare.nodes.len() as Index;
            let node = &mut spare.nodes[copied];
            let children = node.children();
            node.capacity = node.children;
            node.first_child = end;
            spare.nodes.extend_from_slice(&here.nodes[children.clone()]);
            spare.edges.extend_from_slice(&here.edges[children]);
            copied += 1;
        }
        std::mem::swap(here, spare);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Letters = Tree<char, u8>;

    fn edges(tree: &Letters, index: Index) -> String {
        let name = |&edge: &Edge<char, u8>| match edge {
            Edge::Root => '*',
            Edge::Move(_, letter) => letter,
            Edge::Chance(digit) => char::from(b'0' + digit),
        };
        tree.edges(index).iter().map(name).collect()
    }

    fn by(letter: char) -> Edge<char, u8> {
        Edge::Move(Seat::new(1), letter)
    }

    fn add(
        tree: &mut Letters,
        index: Index,
        edge: Edge<char, u8>,
        expected: usize,
    ) -> Option<Index> {
        tree.child_or_new(index, edge, 0, expected)?;
        tree.child(index, edge)
    }

    #[test]
    fn a_node_is_half_a_cache_line() {
        assert_eq!(size_of::<Node>(), 32);
    }

    #[test]
    fn children_stay_together_and_in_order_as_they_grow_in_number() {
        let mut tree = Letters::new(100);
        let d = add(&mut tree, ROOT, by('d'), 1).unwrap();
        tree.node_mut(d).visits = 7;
        add(&mut tree, d, Edge::Chance(1), 1).unwrap();
        for letter in ['b', 'e', 'a', 'c'] {
            add(&mut tree, ROOT, by(letter), 1).unwrap();
        }
        assert_eq!(edges(&tree, ROOT), "abcde");
        let d = tree.child(ROOT, by('d')).unwrap();
        assert_eq!((tree.node(d).visits, edges(&tree, d).as_str()), (7, "1"));
        for from in 0..=3 {
            assert_eq!(tree.child_or_new(ROOT, by('d'), from, 1), Some(3));
        }
        assert_eq!(tree.child(ROOT, by('f')), None);
        assert_eq!(tree.child(ROOT, Edge::Move(Seat::new(0), 'a')), None);
    }

    #[test]
    fn a_full_arena_refuses_children() {
        let mut tree = Letters::new(5);
        assert!(add(&mut tree, ROOT, by('a'), 4).is_some());
        assert!(add(&mut tree, ROOT, by('b'), 4).is_some());
        let a = tree.child(ROOT, by('a')).unwrap();
        assert_eq!(add(&mut tree, a, by('c'), 1), None);
        assert!(tree.here.nodes.len() <= 5);
    }

    #[test]
    fn the_new_root_keeps_its_subtree_and_its_counts() {
        let mut tree = Letters::new(100);
        add(&mut tree, ROOT, by('a'), 2).unwrap();
        let b = add(&mut tree, ROOT, by('b'), 2).unwrap();
        for digit in 0..5 {
            let child = add(&mut tree, b, Edge::Chance(digit), 1).unwrap();
            tree.node_mut(child).visits = u32::from(digit);
            add(&mut tree, child, by('x'), 3).unwrap();
        }
        tree.node_mut(b).visits = 11;
        tree.reroot(b);
        assert_eq!(tree.node(ROOT).visits, 11);
        assert_eq!(edges(&tree, ROOT), "01234");
        for digit in 0..5 {
            let child = tree.child(ROOT, Edge::Chance(digit)).unwrap();
            assert_eq!(tree.node(child).visits, u32::from(digit));
            assert_eq!(edges(&tree, child), "x");
        }
        assert_eq!(tree.here.nodes.len(), 11);
    }
}
