/**
 * The tree of a parsed text, and what is done to it. The page and its worker both load this module, so it is small.
 */
import { hasHidden, revealHidden } from '../../text/reveal-hidden.ts';

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

const FENCE = /^ {0,3}(`{3,}|~{3,})(?:[ \t]*([\w-]+))?[ \t]*$/;
const TITLE_LINE = /^ {0,3}#\s/;

/**
 * Unwraps a single code fence around the text, perhaps below a title: some tools wrap their whole answer. Its lines
 * become empty, so that the numbers of lines stay. A fence without a language must stand before a heading: otherwise
 * the text may be code.
 */
export function unwrapWholeFence(text: string): string {
  const lines = text.split(/\r?\n/);
  const filled = lines.flatMap((line, index) => (line.trim() === '' ? [] : [index]));
  const [first, second] = filled;
  const last = filled.at(-1);
  if (first === undefined || last === undefined) return text;
  const titled = TITLE_LINE.test(lines[first] ?? '');
  const open = titled ? second : first;
  if (open === undefined || open >= last) return text;

  const [, mark, language = ''] = FENCE.exec(lines[open] ?? '') ?? [];
  const close = FENCE.exec(lines[last] ?? '');
  if (mark === undefined || close?.[1] !== mark || close[2] !== undefined) return text;
  const inside = lines.slice(open + 1, last);
  const heading = inside.find((line) => line.trim() !== '') ?? '';
  const isMarkdown = /^(?:markdown|md)$/i.test(language);
  if (!isMarkdown && !(language === '' && /^ {0,3}#{1,6}\s/.test(heading))) return text;
  if (inside.filter((line) => /^ {0,3}(?:`{3,}|~{3,})/.test(line)).length % 2 !== 0) return text;

  const emptied = new Set([open, last, ...(titled && TITLE_LINE.test(heading) ? [first] : [])]);
  return lines.map((line, index) => (emptied.has(index) ? '' : line)).join('\n');
}
