/**
 * The tree of a parsed text, and what is done to it. The page and its worker both load this module, so it is small.
 */
import { fenceAroundAll } from '../../../src-server/platform/markdown-lines.ts';
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
