import {
  commentOf,
  isFrame,
  isLabel,
  MAX_LEAD,
  type MarkdownBlock,
  parseMarkdown,
  plainLead,
  type TextBlock,
} from '../../platform/markdown.ts';
import type { Rule } from '../finding.ts';
import { textsOf } from './texts.ts';

const MINIMA = [
  ['pitfalls.md', 3, 'pitfalls-too-few'],
  ['safety.md', 2, 'safety-too-few'],
] as const;

export const entryCount: Rule = function* (skill) {
  for (const [path, minimum, code] of MINIMA)
    for (const [, text] of textsOf(skill, (name) => name === path)) {
      const entries = countEntries(text);
      const has = entries === 1 ? '1 entry' : `${entries} entries`;
      if (entries < minimum) yield { code, message: `${path} has ${has}, fewer than ${minimum}.`, path };
    }
};

/**
 * Counts entries of pitfalls.md or safety.md.
 * 1. Each heading below the title is an entry, or stands for its subheadings. Excludes labels (`Bad`, `Why`,
 * `Example` …), and frames (`Introduction`, `See also` …) with all content.
 * 2. A grouping heading counts lines with leading bold text or numbers (`Pitfall 1:`); without own prose,
 * list items or table rows; otherwise numbered code comments (`// PITFALL 1: …`, `# RED LINE 2: …`).
 * 3. Without headings, the highest of these counts, including comments with leading `BAD` if none is
 * numbered; otherwise paragraphs.
 */
export function countEntries(markdown: string): number {
  return entriesOf(toSections(parseMarkdown(markdown)), true);
}

interface Section {
  readonly title: string;
  readonly level: number;
  readonly blocks: MarkdownBlock[];
  readonly children: Section[];
}

function toSections(blocks: readonly MarkdownBlock[]): Section {
  const root: Section = { title: '', level: 0, blocks: [], children: [] };
  const path: Section[] = [root];
  for (const block of blocks.slice(titlesOf(blocks))) {
    if (block.kind !== 'heading') {
      path.at(-1)?.blocks.push(block);
      continue;
    }
    while (path.length > 1 && (path.at(-1)?.level ?? 0) >= block.level) path.pop();
    const section: Section = { title: block.text, level: block.level, blocks: [], children: [] };
    path.at(-1)?.children.push(section);
    path.push(section);
  }
  return root;
}

const TITLE = /\b(?:pitfalls|traps|gotchas|mistakes|safety|red lines|rules|warnings|dangers|security)\b/i;

/**
 * Leading level-1 headings. If others follow, the first may be an entry: a title has nothing below, or names
 * the file without a number.
 */
function titlesOf(blocks: readonly MarkdownBlock[]): number {
  const isTop = (block: MarkdownBlock | undefined) => block?.kind === 'heading' && block.level === 1;
  let after = blocks.filter(isTop).length;
  for (const [place, block] of blocks.entries()) {
    if (block.kind !== 'heading' || !isTop(block)) return place;
    after -= 1;
    const namesFile = TITLE.test(block.text) && !NUMBERED.test(plainLead(block.text));
    if (after > 0 && !isTop(blocks[place + 1]) && !namesFile) return place;
  }
  return blocks.length;
}

function entriesOf(section: Section, isRoot: boolean): number {
  const sections = section.children.filter(({ title }) => !isFrame(title));
  const children = sections.filter(({ title }) => !isLabel(title));
  if (children.length > 0) return children.reduce((sum, child) => sum + entriesOf(child, false), 0);
  const blocks = [...section.blocks, ...sections.flatMap((child) => child.blocks)];
  return isRoot ? entriesWithoutHeadings(blocks) : Math.max(1, groupedEntries(blocks));
}

/** Returns how many entries stand below a heading; 0 if the heading is an entry itself. */
function groupedEntries(blocks: readonly MarkdownBlock[]): number {
  const bold = leads(blocks).filter(isEntry).length;
  if (bold >= 2) return bold;
  const comments = commentsIn(blocks);
  const [prose, lists] = [texts(blocks, 'paragraph').length, listed(blocks)];
  if (prose <= 1 && blocks.every(({ kind }) => kind !== 'fence') && lists >= 2) return lists;
  return numbered(comments);
}

function entriesWithoutHeadings(blocks: readonly MarkdownBlock[]): number {
  const [openings, comments] = [leads(blocks), commentsIn(blocks)];
  const isBad = (text: string) => BAD.test(plainLead(text));
  const best = Math.max(
    openings.filter(isEntry).length || openings.filter(isBad).length,
    listed(blocks),
    numbered(comments) || comments.filter((text) => BAD.test(text)).length,
  );
  return best > 0 ? best : texts(blocks, 'paragraph').length;
}

function isEntry(text: string): boolean {
  return !isLabel(text) && !isFrame(text);
}

function texts(blocks: readonly MarkdownBlock[], kind: TextBlock['kind']): TextBlock[] {
  return blocks.filter((block): block is TextBlock => block.kind === kind);
}

/** Counts the items of lists, or the rows of tables without their heads, whichever are more. */
function listed(blocks: readonly MarkdownBlock[]): number {
  const rows = texts(blocks, 'row').filter(({ lines }) => !/^[\s|:-]+$/.test(lines[0] ?? ''));
  return Math.max(texts(blocks, 'item').length, rows.length - 1, 0);
}

const BOLD = /^\s*(?:\*\*|__)(.+?)(?:\*\*|__)/;
const NUMBERED = /^(?:[a-z]+[ -]){0,2}#?(\d{1,3})\b\s*[:.)–—-]/i;
const BAD = /^(?:bad|wrong|incorrect|never|don['’]?t|do not)\b/i;

/** Returns what opens paragraphs in place of a heading: bold text, or a number with its line. */
function leads(blocks: readonly MarkdownBlock[]): string[] {
  return texts(blocks, 'paragraph').flatMap(({ lines }) => {
    const line = (lines[0] ?? '').slice(0, MAX_LEAD);
    return BOLD.exec(line)?.[1] ?? (NUMBERED.test(line) ? line : []);
  });
}

function commentsIn(blocks: readonly MarkdownBlock[]): string[] {
  return blocks.flatMap(({ kind, lines }) =>
    kind === 'fence' ? lines.flatMap((line) => commentOf(line) ?? []) : [],
  );
}

/** Counts numbers of comments, each once: a bad and a good example may share one. */
function numbered(comments: readonly string[]): number {
  return new Set(comments.flatMap((text) => NUMBERED.exec(text)?.[1] ?? [])).size;
}
