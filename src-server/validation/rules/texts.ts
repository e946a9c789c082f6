import { isExample, isRequiredFile } from '../../contract/api.ts';
import type { DiagnosticCode } from '../../contract/codes.ts';
import { LIMITS } from '../../contract/limits.ts';
import { addressesReader, UNSEEN_CHARACTERS } from '../../contract/outside-text.ts';
import { authorEntries } from '../../contract/skill-format.ts';
import { countWords, groupDigits } from '../../contract/words.ts';
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
import { type CheckedSkill, MANIFEST_FILE, type Rule, truncate } from '../finding.ts';
import { JsonText, TextLines, toPointer } from '../json-position.ts';
import {
  isKnowledgeFile,
  isKnowledgeMarkdown,
  PLACEHOLDER,
  placeholdersIn,
  placeholdersInManifest,
} from '../knowledge-files.ts';

/** Returns the texts of the files that were read, with their paths. */
export function textsOf(
  { files, texts }: Pick<CheckedSkill, 'files' | 'texts'>,
  isRead: (path: string) => boolean = isKnowledgeFile,
): ReadonlyArray<readonly [path: string, text: string]> {
  return files.flatMap(({ path }) => {
    const text = isRead(path) ? texts.get(path) : undefined;
    return text === undefined ? [] : [[path, text] as const];
  });
}

/** Returns all texts of a skill, skill.json among them. */
export function allTexts(skill: CheckedSkill): ReadonlyArray<readonly [path: string, text: string]> {
  return [[MANIFEST_FILE, skill.texts.get(MANIFEST_FILE) ?? ''], ...textsOf(skill)];
}

/** Whether only the beginning of a text was given to the rules. */
function isCut(text: string): boolean {
  return text.length >= LIMITS.analyzedLength;
}

/** A Markdown file should have at least and at most so many tokens. */
const [LOWEST, HIGHEST] = [500, 1_500];
const COUNTED_BY = 'counted with the o200k_base encoding of gpt-tokenizer';

export const tokenCount: Rule = function* (skill, { countTokens }) {
  for (const [path, text] of textsOf(skill, (path) => isKnowledgeMarkdown(path) && !isExample(path))) {
    // Unwritten texts are reported as such.
    if (text.search(PLACEHOLDER) >= 0) continue;
    if (text.trim() === '') {
      yield { code: 'file-empty', message: `${path} is empty.`, path, line: 1, column: 1 };
      continue;
    }
    const { tokens, isEstimate } = countTokens(text);
    const has = `${path} has ${isCut(text) ? 'over ' : isEstimate ? 'about ' : ''}${countWords(tokens, 'token')}`;
    if (tokens > HIGHEST) {
      const message = `${has}, ${groupDigits(tokens - HIGHEST)} over 1,500 (${COUNTED_BY}).`;
      yield { code: 'tokens-too-many', message, path };
    } else if (tokens < LOWEST) {
      const message = `${has}, ${LOWEST - tokens} too few for 500 (${COUNTED_BY}).`;
      const fix = isRequiredFile(path) && { fix: 'Write what is missing.' };
      yield { code: 'tokens-too-few', message, path, ...fix };
    }
  }
};

export const fences: Rule = function* (skill) {
  for (const [path, text] of textsOf(skill, isKnowledgeMarkdown)) {
    if (isCut(text) || !/```|~~~/.test(text)) continue;
    for (const block of parseMarkdown(text)) {
      if (block.kind !== 'fence' || block.closed || block.lines.length === 0) continue;
      const message = `The code block that starts in line ${block.line} of ${path} is never closed.`;
      yield { code: 'fence-unclosed', message, path, line: block.line, column: 1 };
    }
  }
};

/** Reports placeholders that are left in one skill's folder; in a registry, reading does. */
export const placeholders: Rule = function* (skill) {
  for (const [path, text] of allTexts(skill)) {
    const left = path === MANIFEST_FILE ? placeholdersInManifest(text) : placeholdersIn(text);
    for (const found of left) yield { code: 'placeholder-left', path, ...found };
  }
};

/** U+FFFD stands for bytes that are not UTF-8. */
const SUSPECTS = new RegExp(String.raw`[${UNSEEN_CHARACTERS}\uFFFD](?<![\t\n\r])`, 'gu');

const SHOWN_PER_FILE = 3;

/** Reports invisible characters in texts and in skill.json. */
export const characters: Rule = function* (skill) {
  for (const [path, text] of allTexts(skill)) {
    const counts = new Map<DiagnosticCode, number>();
    const suspects = [...text.matchAll(SUSPECTS)];
    const json = path === MANIFEST_FILE && suspects.length > 0 ? new JsonText(text) : undefined;
    const lines = json ?? new TextLines(text);
    for (const { 0: character, index } of suspects) {
      const kind = characterDiagnostic(character, text, index);
      if (kind === undefined) continue;
      const isHiding = kind === 'bidi-control' || kind === 'hidden-character';
      const code = isHiding && json?.isInMember('extensions', index) ? 'extension-character' : kind;
      const count = (counts.get(code) ?? 0) + 1;
      counts.set(code, count);
      if (count > SHOWN_PER_FILE) continue;
      const point = character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0');
      yield { code, message: `${path} holds U+${point}, ${KINDS[kind]}.`, path, ...lines.positionOf(index) };
    }
  }
};

const KINDS = {
  'bidi-control': 'a bidirectional control character',
  'hidden-character': 'an invisible character',
  'control-character': 'a control character',
  'text-binary': 'as only files that are no text do',
  'text-not-utf8': 'which stands for bytes that are not UTF-8',
} as const satisfies Partial<Record<DiagnosticCode, string>>;

function characterDiagnostic(
  character: string,
  text: string,
  offset: number,
): keyof typeof KINDS | undefined {
  const point = character.codePointAt(0) ?? 0;
  if (point === 0) return 'text-binary';
  if (point < 0xa0) return 'control-character';
  if (point === 0xfffd) return 'text-not-utf8';
  if (/\p{Bidi_Control}/u.test(character)) return 'bidi-control';
  const before = text.slice(Math.max(0, offset - 2), offset);
  return isLegitimate(point, before) ? undefined : 'hidden-character';
}

const JOINABLE = [
  /[\p{Extended_Pictographic}\p{Emoji_Modifier}]$/u,
  /\uFE0F$/u,
  /[^\p{Script=Latin}\P{L}]$/u,
  /\p{M}$/u,
];

/**
 * Whether a character is where it belongs: a joiner in emoji and some scripts, a selector behind what it varies, a mark at
 * the start, a tag in the flag of a region.
 */
function isLegitimate(point: number, before: string): boolean {
  if (point === 0x200c || point === 0x200d) return JOINABLE.some((ending) => ending.test(before));
  if (point === 0xfeff) return before === '';
  if (/\p{Variation_Selector}/u.test(String.fromCodePoint(point)))
    return /[^\s\p{Variation_Selector}]$/u.test(before);
  return point >= 0xe0000 && /(?:\u{1F3F4}|[\u{E0020}-\u{E007F}])$/u.test(before);
}

/** Titles of pitfalls and safety rules, and what authors say in their place, are told to models unasked. */
export const tellingTitles: Rule = function* ({ manifest, texts }) {
  for (const path of ['pitfalls.md', 'safety.md'])
    for (const block of parseMarkdown(texts.get(path) ?? '')) {
      if (block.kind !== 'heading' || !addressesReader(block.text)) continue;
      const message = `${path} has a title that speaks to its reader: “${truncate(block.text)}”.`;
      yield { code: 'title-addresses-reader', message, path, line: block.line };
    }
  for (const { file, heading, danger } of authorEntries(manifest)) {
    if (danger === undefined || !addressesReader(danger)) continue;
    const pointer = toPointer('extensions', 'skills_registry', 'entries', `${file}#${heading}`, 'danger');
    const message = `"danger" of ${truncate(heading)} speaks to its reader: “${truncate(danger)}”.`;
    yield { code: 'title-addresses-reader', message, pointer };
  }
};

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
