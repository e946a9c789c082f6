/** Includes the roots. Cycles are allowed. */
export function reachable<Node>(
  roots: Iterable<Node>,
  edges: (node: Node) => Iterable<Node>,
): ReadonlySet<Node> {
  const seen = new Set<Node>(roots);
  // The iterator of a set also visits items added meanwhile.
  for (const node of seen) for (const next of edges(node)) seen.add(next);
  return seen;
}
