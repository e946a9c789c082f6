import { commentOf, formOf, formOfCodeLine } from '../../../../src-server/platform/markdown.ts';
import { element, type HastNode, textOf, walk } from './hast.ts';

/** Code line to avoid (red) or follow (green). */
export type Rail = 'bad' | 'good' | undefined;

/** Red lines give orders instead of labels. */
const SHOUTED_ORDER = /^(NEVER|ALWAYS)\b/;
const ORDER_ALONE = /^\s*(NEVER|ALWAYS)\s*(?:[:.!–—-]|$)/i;

function orderIn(text: string, order: RegExp): Rail {
  const word = order.exec(text)?.[1]?.toUpperCase();
  return word === undefined ? undefined : word === 'NEVER' ? 'bad' : 'good';
}

/** A comment labelling a bad or good form applies until the next blank line or label. */
export function railsOf(lines: readonly string[]): readonly Rail[] {
  let rail: Rail;
  return lines.map((line) => {
    const form = formOfCodeLine(line) ?? orderIn(commentOf(line) ?? '', SHOUTED_ORDER);
    if (form !== undefined) rail = form;
    else if (line.trim() === '') rail = undefined;
    return rail;
  });
}

/** From the paragraph or heading above a block: `Bad:`, `**GOOD**: use a pool`. */
export function captionRail(caption: string): Rail {
  return formOf(caption) ?? orderIn(caption, ORDER_ALONE);
}

/** `Good: use a pool`, not a paragraph. */
const LONGEST_LABEL = 60;

interface Token {
  readonly text: string;
  readonly classes: readonly string[];
}

/** A span per line, with the colour of its form. */
export function rehypeCodeLines() {
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
    element('span', { dataRail: rails[index] ?? '' }, [
      ...(lines[index] ?? []).map(toNode),
      ...(index < texts.length - 1 ? [{ type: 'text', value: '\n' }] : []),
    ]),
  );
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

/** Class names of the highlighter. */
const KINDS = {
  note: ['comment', 'quote', 'meta'],
  key: ['keyword', 'literal', 'selector-tag', 'tag', 'name', 'operator'],
  text: ['string', 'number', 'regexp', 'char', 'symbol', 'addition'],
  name: ['title', 'type', 'built_in', 'attr', 'attribute', 'section'],
};

const KIND_BY_CLASS: ReadonlyMap<string, string> = new Map(
  Object.entries(KINDS).flatMap(([kind, words]) => words.map((word) => [`hljs-${word}`, kind] as const)),
);
