import rehypeHighlight from 'rehype-highlight';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import { commentOf, formOf, formOfCodeLine } from '../../../src-server/platform/markdown.ts';
import {
  element,
  type HastNode,
  rehypeOutline,
  rehypeReveal,
  textOf,
  unwrapWholeFence,
  walk,
} from './page-tree.ts';

/**
 * The most nodes of a page. The longest real text has 1,250; 250,000 characters of prose and code have some 40,000.
 */
const MOST_NODES = 60_000;
/** The deepest nesting: React and the structured clone recurse. Real texts have up to 7 levels. */
export const DEEPEST = 100;
/** The most cells of a table, counted before parsing: GFM fills short rows up to the width of the head. */
const MOST_CELLS = 50_000;

/**
 * Parses a text. HTML stays text; undefined if the page is too large or deep. The time is not bounded: emphasis and
 * nested quotes are quadratic.
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

/**
 * Whether a table may be too large, by an upper bound: the most pipes in a line, times the lines to the next empty
 * one.
 */
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

/**
 * Whether quotes and lists are nested too deep, by the marks at the beginning of lines. The deadline then needn't end
 * the worker.
 */
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

/** The colour of a line of code: one to avoid is red, one to follow green. */
type Rail = 'bad' | 'good' | undefined;

/** The orders of red lines, which stand in the place of labels. */
const SHOUTED_ORDER = /^(NEVER|ALWAYS)\b/;
const ORDER_ALONE = /^\s*(NEVER|ALWAYS)\s*(?:[:.!–—-]|$)/i;

function orderIn(text: string, order: RegExp): Rail {
  const word = order.exec(text)?.[1]?.toUpperCase();
  return word === undefined ? undefined : word === 'NEVER' ? 'bad' : 'good';
}

/**
 * Returns the colours of lines. A comment that labels a bad or good form counts until the next blank line or label.
 */
export function railsOf(lines: readonly string[]): readonly Rail[] {
  let rail: Rail;
  return lines.map((line) => {
    const form = formOfCodeLine(line) ?? orderIn(commentOf(line) ?? '', SHOUTED_ORDER);
    if (form !== undefined) rail = form;
    else if (line.trim() === '') rail = undefined;
    return rail;
  });
}

/** Returns the colour that the paragraph or heading above a block gives it: `Bad:`, `**GOOD**: use a pool`. */
export function captionRail(caption: string): Rail {
  return formOf(caption) ?? orderIn(caption, ORDER_ALONE);
}

/** The longest label, such as `Good: use a pool`; what is longer is a paragraph. */
const LONGEST_LABEL = 60;

interface Token {
  readonly text: string;
  readonly classes: readonly string[];
}

/** Makes a span of each line of code, with the colour of its form. */
function rehypeCodeLines() {
  return (tree: HastNode) => {
    walk(tree, (parent) => {
      let above: HastNode | undefined;
      for (const child of parent.children ?? []) {
        if (child.type !== 'element') continue;
        if (child.tagName === 'pre') takeApart(child, above);
        above = child;
      }
    });
  };
}

function takeApart(pre: HastNode, above: HastNode | undefined): void {
  const code = pre.children?.find(({ tagName }) => tagName === 'code');
  if (code === undefined) return;
  const raw = textOf(code).replace(/\n$/, '');
  pre.properties = { ...pre.properties, dataCode: raw };
  const texts = raw.split('\n');
  const own = railsOf(texts);
  const caption = above !== undefined && /^(?:p|h[1-6])$/.test(above.tagName ?? '') ? textOf(above) : '';
  const whole = captionRail(caption);
  if (above?.tagName === 'p' && whole !== undefined && caption.length <= LONGEST_LABEL)
    above.properties = { ...above.properties, dataCaption: '' };
  const rails = own.some((rail) => rail !== undefined) ? own : texts.map(() => whole);
  const lines = splitLines(tokensOf(code, []));
  code.properties = {};
  // Keep line ends: selections copy the same lines.
  code.children = texts.map((_, index) =>
    element(
      'span',
      { dataRail: rails[index] ?? '', ...(opensWithComment(lines[index]) && { dataRemark: '' }) },
      [
        ...(lines[index] ?? []).map(toNode),
        ...(index < texts.length - 1 ? [{ type: 'text', value: '\n' }] : []),
      ],
    ),
  );
}

/** Whether a line says something of the code, unlike an attribute or a comment behind code. */
function opensWithComment(line: readonly Token[] = []): boolean {
  return line.find(({ text }) => text.trim() !== '')?.classes.includes('hljs-comment') === true;
}

function tokensOf(node: HastNode, classes: readonly string[]): Token[] {
  if (node.type === 'text') return [{ text: node.value ?? '', classes }];
  return (node.children ?? []).flatMap((child) =>
    tokensOf(child, child.type === 'element' ? [...classes, ...classesOf(child)] : classes),
  );
}

function splitLines(tokens: readonly Token[]): Token[][] {
  const lines: Token[][] = [[]];
  for (const { text, classes } of tokens) {
    for (const [index, part] of text.split('\n').entries()) {
      if (index > 0) lines.push([]);
      if (part !== '') lines.at(-1)?.push({ text: part, classes });
    }
  }
  return lines;
}

function toNode({ text, classes }: Token): HastNode {
  const node = { type: 'text', value: text };
  // The innermost known class decides.
  const kind = classes.map((name) => KIND_BY_CLASS.get(name)).findLast((known) => known !== undefined);
  return kind === undefined ? node : element('span', { dataKind: kind }, [node]);
}

function classesOf({ properties }: HastNode): readonly string[] {
  const className = properties?.['className'];
  return Array.isArray(className) ? className.map(String) : [];
}

/** The highlighter's names of classes, by what they mean. */
const CLASSES_BY_KIND = {
  note: ['comment', 'quote', 'meta'],
  key: ['keyword', 'literal', 'selector-tag', 'tag', 'name', 'operator'],
  text: ['string', 'number', 'regexp', 'char', 'symbol', 'addition'],
  name: ['title', 'type', 'built_in', 'attr', 'attribute', 'section'],
};

const KIND_BY_CLASS: ReadonlyMap<string, string> = new Map(
  Object.entries(CLASSES_BY_KIND).flatMap(([kind, words]) =>
    words.map((word) => [`hljs-${word}`, kind] as const),
  ),
);
