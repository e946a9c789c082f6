import { entryDepth } from '../../../skill/count-entries.ts';
import { type HastNode, textOf, walk } from './hast.ts';

const HEADING = /^h([1-6])$/;
/** Headings with their own number: `1. …`, `Pitfall 3: …`. */
const NUMBERED = /^(?:\p{L}+ )?#?\d+[.:)]/u;

export interface OutlineOptions {
  /** Headings a level below the title are numbered entries. */
  readonly entries: boolean;
}

/** Headings: anchors, gapless levels, entry numbers. Blocks: line numbers. */
export function rehypeOutline({ entries }: OutlineOptions) {
  return (tree: HastNode) => {
    const headings: Array<{ node: HastNode; depth: number }> = [];
    walk(tree, (node) => {
      if (node.type !== 'element' || node.position === undefined) return;
      node.properties ??= {};
      node.properties['dataLine'] = node.position.start.line;
      const depth = HEADING.exec(node.tagName ?? '')?.[1];
      if (depth !== undefined) headings.push({ node, depth: Number(depth) });
    });
    const entry = entries ? entryDepth(headings.map(({ depth }) => depth)).depth : 0;
    const used = new Map<string, number>();
    const above: number[] = [];
    let number = 0;
    for (const { node, depth } of headings) {
      while ((above.at(-1) ?? 0) >= depth) above.pop();
      const text = textOf(node).trim();
      const properties = node.properties ?? {};
      node.properties = properties;
      properties['id'] = `at-${unusedSlug(text, used)}`;
      if (depth === entry) {
        number += 1;
        properties['dataEntry'] = NUMBERED.test(text) ? '' : String(number);
      }
      // The skill's name is the page's h1.
      node.tagName = `h${Math.min(6, 2 + above.length)}`;
      above.push(depth);
    }
  };
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
