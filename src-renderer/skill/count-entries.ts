/** Entries of a pitfalls or safety file. 0 says nothing about quality. */
export function countEntries(markdown: string): number {
  const depths: number[] = [];
  let fence: string | undefined;
  for (const line of markdown.split('\n')) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (mark !== undefined && (fence === undefined || mark.startsWith(fence))) {
      fence = fence === undefined ? mark : undefined;
      continue;
    }
    const heading = fence === undefined ? /^ {0,3}(#{1,6})\s/.exec(line)?.[1] : undefined;
    if (heading !== undefined) depths.push(heading.length);
  }
  return entryDepth(depths).entries;
}

/** The shallowest headings without the title, if at least two. */
export function entryDepth(depths: readonly number[]): { readonly depth: number; readonly entries: number } {
  const [title] = depths;
  const hasTitle = title !== undefined && depths.slice(1).every((depth) => depth > title);
  const rest = hasTitle ? depths.slice(1) : depths;
  const depth = rest.reduce((least, other) => Math.min(least, other), Number.POSITIVE_INFINITY);
  const entries = rest.filter((other) => other === depth).length;
  return entries >= 2 ? { depth, entries } : { depth: 0, entries: 0 };
}
