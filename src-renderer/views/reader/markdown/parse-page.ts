import rehypeHighlight from 'rehype-highlight';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import { rehypeCodeLines } from './code-rails.ts';
import { type HastNode, walk } from './hast.ts';
import { rehypeOutline } from './rehype-outline.ts';
import { rehypeReveal } from './rehype-reveal.ts';
import { unwrapWholeFence } from './unwrap-fence.ts';

/** The longest real text has 1,250 nodes; 250,000 characters of prose and code have some 40,000. */
const MOST_NODES = 60_000;
/** React and the structured clone recurse. Real texts have up to 7 levels. */
export const DEEPEST = 100;
/** Per table, before parsing: GFM fills short rows up to the head's width. */
const MOST_CELLS = 50_000;

/**
 * HTML stays text. `undefined` if too large or deep. Time is unbounded: emphasis and nested quotes are
 * quadratic.
 */
export function parsePage(text: string, hasEntries: boolean): HastNode | undefined {
  if (hasHugeTable(text) || hasDeepNesting(text)) return undefined;
  const processor = unified()
    .use(remarkParse)
    .use(remarkGfm)
    .use(remarkRehype, { allowDangerousHtml: true })
    .use(rehypeHighlight, { detect: false });
  const tree = processor.runSync(processor.parse(unwrapWholeFence(text))) as HastNode;
  if (!isDrawable(tree)) return undefined;
  showHtmlAsText(tree);
  rehypeCodeLines()(tree);
  rehypeOutline(hasEntries)(tree);
  rehypeReveal()(tree);
  return isDrawable(tree) ? tree : undefined;
}

/** Upper bound: most pipes in a line, times lines to the next empty line. */
function hasHugeTable(text: string): boolean {
  let lines = 0;
  let pipes = 0;
  for (const line of text.split(/\r\n?|\n/)) {
    if (line.trim() === '') {
      lines = 0;
      pipes = 0;
      continue;
    }
    lines += 1;
    pipes = Math.max(pipes, line.split('|').length - 1);
    if (lines * pipes > MOST_CELLS) return true;
  }
  return false;
}

/** Leading quote and list marks open levels. Avoids the deadline. */
function hasDeepNesting(text: string): boolean {
  for (const [start] of text.matchAll(/^(?:[ \t]*(?:>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t])))+/gm)) {
    if (start.replace(/[\d \t]/g, '').length > DEEPEST) return true;
  }
  return false;
}

function showHtmlAsText(tree: HastNode): void {
  walk(tree, (node) => {
    if (node.type === 'raw') node.type = 'text';
  });
}

function isDrawable(tree: HastNode): boolean {
  let nodes = 0;
  const open: Array<readonly [HastNode, number]> = [[tree, 0]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [node, depth] = next;
    nodes += 1;
    if (nodes > MOST_NODES || depth > DEEPEST) return false;
    for (const child of node.children ?? []) open.push([child, depth + 1]);
  }
  return true;
}
