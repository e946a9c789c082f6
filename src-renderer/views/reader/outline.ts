import { type HastNode, textOf, walk } from './page-tree.ts';

const HEADING = /^h([1-6])$/;
/** Headings with their own number: `1. …`, `Pitfall 3: …`. */
const NUMBERED = /^(?:\p{L}+ )?#?\d+[.:)]/u;

/**
 * Headings: anchors, gapless levels, entry numbers. Blocks: line numbers.
 *
 * @param hasEntries headings a level below the title are numbered entries
 */
export function rehypeOutline(hasEntries: boolean) {
  return (tree: HastNode) => {
    const headings: Array<{ node: HastNode; depth: number }> = [];
    walk(tree, (node) => {
      if (node.type !== 'element' || node.position === undefined) return;
      node.properties = { ...node.properties, dataLine: node.position.start.line };
      const depth = HEADING.exec(node.tagName ?? '')?.[1];
      if (depth !== undefined) headings.push({ node, depth: Number(depth) });
    });
    const entry = hasEntries ? entryDepth(headings.map(({ depth }) => depth)) : 0;
    const used = new Map<string, number>();
    const above: number[] = [];
    let number = 0;
    for (const { node, depth } of headings) {
      while ((above.at(-1) ?? 0) >= depth) above.pop();
      const text = textOf(node).trim();
      node.properties = { ...node.properties, id: `at-${unusedSlug(text, used)}` };
      if (depth === entry) {
        number += 1;
        node.properties['dataEntry'] = NUMBERED.test(text) ? '' : String(number);
      }
      // The skill's name is the page's h1.
      node.tagName = `h${Math.min(6, 2 + above.length)}`;
      above.push(depth);
    }
  };
}

/** The shallowest headings without the title, if at least two; otherwise 0. */
function entryDepth(depths: readonly number[]): number {
  const [title] = depths;
  const hasTitle = title !== undefined && depths.slice(1).every((depth) => depth > title);
  const rest = hasTitle ? depths.slice(1) : depths;
  const depth = rest.reduce((least, other) => Math.min(least, other), Number.POSITIVE_INFINITY);
  return rest.filter((other) => other === depth).length >= 2 ? depth : 0;
}

/** @param used number of uses by slug */
function unusedSlug(text: string, used: Map<string, number>): string {
  const base =
    text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .replace(/^-|-$/g, '')
      .slice(0, 80) || 'section';
  let number = (used.get(base) ?? 0) + 1;
  while (number > 1 && used.has(`${base}-${number}`)) number += 1;
  const slug = number === 1 ? base : `${base}-${number}`;
  used.set(base, number);
  if (slug !== base) used.set(slug, 1);
  return slug;
}

export interface OutlineEntry {
  readonly id: string;
  readonly text: string;
  /** Empty if the heading has its own number, or is no entry. */
  readonly number: string;
  /** First and last line in the file, from 1. */
  readonly lines: readonly [first: number, last: number];
}

/** Longer outlines would be a second document. */
const MOST_ENTRIES = 24;

/** Entries, otherwise headings below the title. */
export function outlineOf(page: HastNode): readonly OutlineEntry[] {
  const all: Array<OutlineEntry & { readonly level: number; readonly isEntry: boolean }> = [];
  walk(page, ({ tagName = '', properties = {}, ...node }) => {
    const level = Number(HEADING.exec(tagName)?.[1]);
    const { id, dataEntry, dataLine } = properties;
    if (Number.isNaN(level) || typeof id !== 'string') return;
    const number = typeof dataEntry === 'string' ? dataEntry : '';
    const lines = [Number(dataLine), Number.POSITIVE_INFINITY] as const;
    all.push({
      ...{ id, number, level, lines, text: textOf({ ...node, tagName }).trim() },
      isEntry: dataEntry !== undefined,
    });
  });
  const hasEntries = all.some(({ isEntry }) => isEntry);
  return all
    .map(({ level, isEntry, ...entry }, at) => {
      const next = all.slice(at + 1).find((other) => other.level <= level);
      const last = next === undefined ? Number.POSITIVE_INFINITY : next.lines[0] - 1;
      return { level, isEntry, entry: { ...entry, lines: [entry.lines[0], last] as const } };
    })
    .filter(({ level, isEntry }) => (hasEntries ? isEntry : level === 3))
    .slice(0, MOST_ENTRIES)
    .map(({ entry }) => entry);
}
