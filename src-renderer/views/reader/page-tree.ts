/**
 * The tree of a parsed text, and what is done to it. The page and its worker both load this module, so it is small.
 */
import { fenceAroundAll } from '../../../src-server/platform/markdown-lines.ts';
import { hasHidden, revealHidden } from '../../ui/revealed.tsx';

/** A node of a syntax tree of HTML, with the fields that are used: https://github.com/syntax-tree/hast */
export interface HastNode {
  type: string;
  tagName?: string;
  value?: string;
  properties?: Record<string, unknown>;
  children?: HastNode[];
  position?: { readonly start: { readonly line: number } } | undefined;
}

/** Visits every node, parents first. */
export function walk(node: HastNode, visit: (node: HastNode, parent: HastNode | undefined) => void): void {
  const step = (child: HastNode, parent: HastNode | undefined) => {
    visit(child, parent);
    for (const grandchild of child.children ?? []) step(grandchild, child);
  };
  step(node, undefined);
}

export function textOf(node: HastNode): string {
  if (node.type === 'text') return node.value ?? '';
  return (node.children ?? []).map(textOf).join('');
}

export function element(
  tagName: string,
  properties: Record<string, unknown>,
  children: HastNode[],
): HastNode {
  return { type: 'element', tagName, properties, children };
}

/** The element that stands for an invisible character. No skill's text can have it: HTML is not parsed. */
export const HIDDEN_CHARACTER = 'mark';

/** Puts an element in the place of each invisible character. */
export function rehypeReveal(): (tree: HastNode) => void {
  return (tree: HastNode) => {
    walk(tree, (node) => {
      if (!node.children?.some(({ type, value }) => type === 'text' && hasHidden(value ?? ''))) return;
      node.children = node.children.flatMap((child) =>
        child.type === 'text' ? revealText(child.value ?? '') : [child],
      );
    });
  };
}

function revealText(text: string): HastNode[] {
  return revealHidden(text).map((piece) =>
    piece.kind === 'text'
      ? { type: 'text', value: piece.text }
      : element(HIDDEN_CHARACTER, { title: piece.name }, [{ type: 'text', value: piece.code }]),
  );
}

/** A problem of `validate`, in the open file. */
export interface LineProblem {
  /** The line in the file, from 1. */
  readonly line: number;
  readonly message: string;
}

/** The element of a note. No skill's text can have it: HTML is not parsed. */
export const PROBLEM_NOTE = 'aside';

/** Marks the block, or the line of code, that each problem concerns, and says above it what is wrong. */
export function withProblems(page: HastNode, problems: readonly LineProblem[]): HastNode {
  if (problems.length === 0) return page;
  const blocks = page.children ?? [];
  const byBlock = new Map<HastNode, LineProblem[]>();
  for (const problem of problems) {
    const block = blocks.findLast((each) => (lineOf(each) ?? Number.POSITIVE_INFINITY) <= problem.line);
    const [first] = blocks;
    const marked = block ?? first;
    if (marked !== undefined) byBlock.set(marked, [...(byBlock.get(marked) ?? []), problem]);
  }
  return {
    ...page,
    children: blocks.flatMap((block) => {
      const own = byBlock.get(block) ?? [];
      if (own.length === 0) return [block];
      const messages = [...new Set(own.map(({ message }) => message))];
      return [
        ...messages.map((message) => element(PROBLEM_NOTE, {}, [{ type: 'text', value: message }])),
        own.reduce(markLine, block),
      ];
    }),
  };
}

function lineOf({ properties }: HastNode): number | undefined {
  const line = properties?.['dataLine'];
  return typeof line === 'number' ? line : undefined;
}

function markLine(block: HastNode, { line }: LineProblem): HastNode {
  const [code] = block.children ?? [];
  // The fence precedes the first line of code.
  const at = line - (lineOf(block) ?? 0) - 1;
  const marked = block.tagName === 'pre' ? code?.children?.[at] : undefined;
  if (code === undefined || marked === undefined) return mark(block);
  const lines = code.children?.with(at, mark(marked)) ?? [];
  return { ...block, children: [{ ...code, children: lines }] };
}

function mark(node: HastNode): HastNode {
  return { ...node, properties: { ...node.properties, dataProblem: '' } };
}

/**
 * Unwraps a single code fence around the text, perhaps below a title. Its lines become empty, so that the numbers of
 * lines stay.
 */
export function unwrapWholeFence(text: string): string {
  const around = fenceAroundAll(text);
  if (around === undefined) return text;
  const lines = text.split(/\r?\n/);
  const emptied = new Set<number | undefined>([around.open, around.close, around.title]);
  return lines.map((line, index) => (emptied.has(index) ? '' : line)).join('\n');
}

const HEADING = /^h([1-6])$/;
/** A heading with a number of its own: `1. …`, `Pitfall 3: …`. */
const NUMBERED = /^(?:\p{L}+ )?#?\d+[.:)]/u;

/**
 * Gives headings anchors, levels without gaps and the numbers of entries, and blocks the numbers of their lines.
 *
 * @param hasEntries whether headings a level below the title are numbered entries
 */
export function rehypeOutline(hasEntries: boolean): (tree: HastNode) => void {
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

/** Returns the level of the shallowest headings without the title, if there are at least two; otherwise 0. */
function entryDepth(depths: readonly number[]): number {
  const [title] = depths;
  const hasTitle = title !== undefined && depths.slice(1).every((depth) => depth > title);
  const rest = hasTitle ? depths.slice(1) : depths;
  const depth = rest.reduce((least, other) => Math.min(least, other), Number.POSITIVE_INFINITY);
  return rest.filter((other) => other === depth).length >= 2 ? depth : 0;
}

/**
 * Returns an anchor that is not used yet.
 * @param used the number of uses by anchor
 */
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
  /** The number of the entry. Empty if the heading has its own, or is no entry. */
  readonly number: string;
  /** The first and the last line in the file, from 1. */
  readonly lines: readonly [first: number, last: number];
}

/** The most headings of an outline: a longer one would be a second document. */
const MOST_ENTRIES = 24;

/** Returns the entries of a text, or the headings below its title if it has none. */
export function outlineOf(page: HastNode): readonly OutlineEntry[] {
  const all: Array<OutlineEntry & { readonly level: number; readonly isEntry: boolean }> = [];
  walk(page, ({ tagName = '', properties = {}, ...node }) => {
    const level = Number(HEADING.exec(tagName)?.[1]);
    const { id, dataEntry, dataLine } = properties;
    if (Number.isNaN(level) || typeof id !== 'string') return;
    const number = typeof dataEntry === 'string' ? dataEntry : '';
    const lines = [Number(dataLine), Number.POSITIVE_INFINITY] as const;
    all.push({
      id,
      number,
      level,
      lines,
      text: textOf({ ...node, tagName }).trim(),
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
