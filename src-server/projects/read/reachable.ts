/** All nodes that `roots` lead to, themselves included. Cycles are fine. */
export function reachable<Node>(
  roots: Iterable<Node>,
  edges: (node: Node) => Iterable<Node>,
): ReadonlySet<Node> {
  const seen = new Set<Node>(roots);
  // A set's iterator also visits what is added meanwhile.
  for (const node of seen) for (const next of edges(node)) seen.add(next);
  return seen;
}
