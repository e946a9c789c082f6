import rehypeHighlight from 'rehype-highlight';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import { unwrapWholeFence } from '../unwrap-fence.ts';
import { rehypeCodeLines } from './code-rails.ts';
import { type HastNode, walk } from './hast.ts';
import { rehypeOutline } from './rehype-outline.ts';
import { rehypeReveal } from './rehype-reveal.ts';

/** Nodes of a page; the longest real text has 1,250, and 250,000 characters of prose and code some 40,000. */
const MOST_NODES = 60_000;
/** Nesting of a page. The deepest real text has 7 levels; React and the structured clone recurse. */
export const DEEPEST = 100;
/** Cells of one table, counted before parsing, since GFM fills each short row up to the width of the head. */
const MOST_CELLS = 50_000;

/**
 * Parses a skill's Markdown to the syntax tree that is drawn. HTML in the text stays text. Returns undefined if the
 * page would be too large or nested too deeply to draw. The time is not bounded here: emphasis and nested quotes cost
 * the square of their length.
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
  rehypeOutline({ entries: hasEntries })(tree);
  rehypeReveal()(tree);
  return isDrawable(tree) ? tree : undefined;
}

/** Upper bound of the cells: the most pipes of a line, times the lines up to the next empty line. */
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

/** Each mark of a quote or list at the start of a line opens a level. Saves waiting for the deadline. */
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
