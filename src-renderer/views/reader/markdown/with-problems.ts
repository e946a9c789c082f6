import { element, type HastNode } from './hast.ts';

/** A problem of `validate`, in the open file. */
export interface LineProblem {
  /** From 1. */
  readonly line: number;
  readonly message: string;
}

/** Element of a note. Impossible in skill texts: HTML is not parsed. */
export const PROBLEM = 'aside';

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
        ...messages.map((message) => element(PROBLEM, {}, [{ type: 'text', value: message }])),
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
