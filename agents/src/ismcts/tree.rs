//! The search tree: nodes in one arena, with the children of a node adjacent and sorted.
//!
//! A node is an information set of the tree's observer: the sequence of events since the root that the observer
//! has seen. The next event depends on the determinized state, so a node may have children of several seats and
//! of chance at the same time, and each visit makes some of them available.

use engine::Seat;
use std::ops::Range;

/// The edge from a node's parent to the node.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Debug)]
pub(super) enum Edge<M, C> {
    /// No edge, for the root.
    Root,
    /// A seat's move, as the observer sees it.
    Move(Seat, M),
    /// A chance event, as the observer sees it.
    Chance(C),
}

/// A node's position in the arena.
pub(super) type Index = u32;

/// The root's position.
pub(super) const ROOT: Index = 0;

/// A node's statistics and children.
#[derive(Copy, Clone, Default, Debug)]
pub(super) struct Node {
    /// The sum of the rewards of the seat whose move leads here. The search never needs other seats' rewards,
    /// so one number replaces the vector.
    pub(super) reward: f64,
    /// Number of iterations that visited this node.
    pub(super) visits: u32,
    /// Number of iterations in which this node was available: they visited the parent, and the determinization
    /// allowed the edge.
    pub(super) availability: u32,
    /// The mean reward, rounded. It is stored because selection reads it far more often than it changes.
    pub(super) mean: f32,
    first_child: Index,
    children: u16,
    capacity: u16,
    /// Whether there is a child for every move that is legal in one determinization.
    pub(super) is_complete: bool,
}

impl Node {
    /// Adds visits, and the sum of their rewards for the seat whose move leads here.
    pub(super) fn credit(&mut self, visits: u32, reward: f64) {
        self.visits += visits;
        self.reward += reward;
        self.mean = self.exact_mean() as f32;
    }

    /// Returns the mean reward of the seat whose move leads here; the node must have been visited.
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
    /// The arena to which a subtree is copied before it becomes the tree.
    spare: Arena<M, C>,
    limit: usize,
}

/// Nodes, and in a separate vector their edges: comparing edges does not load the nodes, and vice versa.
#[derive(Debug)]
struct Arena<M, C> {
    nodes: Vec<Node>,
    edges: Vec<Edge<M, C>>,
}

impl<M: Copy, C: Copy> Arena<M, C> {
    const fn new() -> Self {
        Self { nodes: Vec::new(), edges: Vec::new() }
    }

    /// Replaces all nodes by a root.
    fn begin(&mut self, root: Node) {
        self.nodes.clear();
        self.edges.clear();
        self.nodes.push(root);
        self.edges.push(Edge::Root);
    }
}

impl<M: Copy + Ord, C: Copy + Ord> Tree<M, C> {
    /// Creates a tree that consists of a root.
    pub(super) fn new(limit: usize) -> Self {
        let mut tree = Self { here: Arena::new(), spare: Arena::new(), limit };
        tree.clear();
        tree
    }

    /// Replaces all nodes by a new root.
    pub(super) fn clear(&mut self) {
        self.here.begin(Node::default());
    }

    pub(super) fn node(&self, index: Index) -> &Node {
        &self.here.nodes[index as usize]
    }

    pub(super) fn node_mut(&mut self, index: Index) -> &mut Node {
        &mut self.here.nodes[index as usize]
    }

    /// Returns the edge that leads to a node.
    pub(super) fn edge(&self, index: Index) -> Edge<M, C> {
        self.here.edges[index as usize]
    }

    /// Returns the index of a node's first child, and all children in the order of their edges.
    pub(super) fn children_mut(&mut self, index: Index) -> (Index, &mut [Node]) {
        let node = self.node(index);
        let (first, range) = (node.first_child, node.children());
        (first, &mut self.here.nodes[range])
    }

    /// Returns the edges to a node's children, in order.
    pub(super) fn edges(&self, index: Index) -> &[Edge<M, C>] {
        &self.here.edges[self.node(index).children()]
    }

    /// Returns the child at an edge.
    pub(super) fn child(&self, index: Index, edge: Edge<M, C>) -> Option<Index> {
        let position = self.edges(index).iter().position(|&other| other == edge)?;
        Some(self.node(index).first_child + position as Index)
    }

    /// Returns the position of an edge's child among the children, adding the child if it is missing; `None` if
    /// the arena is full. All children before the position `from` must have smaller edges. If there is no room,
    /// all children are moved to the end, with room for `expected` children.
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

    /// Returns the child at an edge, adding it if it is missing; `None` if the arena is full.
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

    /// Makes room for at least one more child.
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

    /// Makes a node the root and drops all nodes outside its subtree.
    pub(super) fn reroot(&mut self, index: Index) {
        let Self { here, spare, .. } = self;
        spare.begin(here.nodes[index as usize]);
        // Cheney's copy: the nodes between `copied` and the end still refer to the old arena.
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
