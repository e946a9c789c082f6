interface PlacedTerm {
  readonly start: number;
  readonly end: number;
  readonly term: string;
}

/** Repeated terms count a tenth. */
export function massOf(matches: Iterable<PlacedTerm>, weights: ReadonlyMap<string, number>): number {
  const seen = new Set<string>();
  let mass = 0;
  for (const { term } of matches) {
    mass += (weights.get(term) ?? 0) * (seen.has(term) ? 0.1 : 1);
    seen.add(term);
  }
  return mass;
}

export function densestMatch<Match extends PlacedTerm>(
  matches: readonly Match[],
  weights: ReadonlyMap<string, number>,
  length: number,
): { readonly first: Match; readonly mass: number } | undefined {
  let best: { first: Match; mass: number } | undefined;
  matches.forEach((first, i) => {
    let end = i;
    while (end < matches.length && (matches[end] as Match).end - first.start <= length) end += 1;
    // A match longer than `length` still counts.
    const mass = massOf(matches.slice(i, Math.max(end, i + 1)), weights);
    if (mass > (best?.mass ?? 0)) best = { first, mass };
  });
  return best;
}
