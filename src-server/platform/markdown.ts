import { isCode, type LineKind, MarkdownLines } from './markdown-lines.ts';

/** A block of Markdown. Texts are untrusted: each expression here must run in linear time. */

export type MarkdownBlock = HeadingBlock | FenceBlock | TextBlock;

interface BlockLines {
  readonly line: number;
  readonly lines: readonly string[];
}

interface HeadingBlock extends BlockLines {
  readonly kind: 'heading';
  readonly level: number;
  readonly text: string;
}

interface FenceBlock extends BlockLines {
  readonly kind: 'fence';
  /** The lines between the fences; `line` is that of the opening one. */
  readonly lines: readonly string[];
  /** What stands behind the opening fence: `cpp title="Bad"`. */
  readonly info: string;
  readonly closed: boolean;
}

/** A paragraph, a row of a table, or an item of a list with what is nested in it. */
export interface TextBlock extends BlockLines {
  readonly kind: 'paragraph' | 'item' | 'row';
}

const HEADING = /^ {0,3}(#{1,6})(?=[ \t]|$)/;
const UNDERLINE = /^ {0,3}(?:=+|-{2,})[ \t]*$/;
const ITEM = /^ ?(?:[-*+]|\d{1,9}[.)])[ \t]+\S/;
const ROW = /^ {0,3}\|.*\|\s*$/;
const RULE = /^ {0,3}(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$/;

/**
 * Splits a text into blocks. HTML comments count as blank, and so does a fence around the whole document. Code by its
 * indentation is a fence without language.
 */
export function parseMarkdown(text: string): MarkdownBlock[] {
  const lines = text.split(/\r\n|\n|\r/);
  // Joined, the text is another string for each call, which is flattened and read anew.
  const whole = text.includes('\r') ? lines.join('\n') : text;
  const reader = new MarkdownLines({ whole });
  const blocks: MarkdownBlock[] = [];
  let open: OpenText | undefined;
  let fence: OpenFence | undefined;
  for (const [index, line] of lines.entries()) {
    const kind = reader.read(line, 0, line.length);
    if (kind === 'comment') continue;
    if (!isCode(kind)) {
      fence = kind === 'blank' ? fence : undefined;
      // The line of a fence around the whole document counts as blank.
      open = addLine(blocks, open, kind === 'blank' ? '' : line, index, kind);
      continue;
    }
    open = undefined;
    const isNext = fence !== undefined && fence.line + fence.lines.length === index + Number(kind !== 'code');
    if (kind === 'fence' && !reader.isInFence) {
      if (fence !== undefined) fence.closed = true;
      fence = undefined;
    } else if (kind === 'fence' || (kind === 'indented' && !isNext)) {
      const info = kind === 'fence' ? reader.info : '';
      fence = { kind: 'fence', line: index + 1, lines: [], info, closed: kind === 'indented' };
      blocks.push(fence);
    }
    if (kind !== 'fence') fence?.lines.push(line);
  }
  return blocks;
}

type OpenFence = { -readonly [Field in keyof FenceBlock]: FenceBlock[Field] } & { readonly lines: string[] };

interface OpenText {
  readonly block: TextBlock;
  readonly lines: string[];
}

function addLine(
  blocks: MarkdownBlock[],
  open: OpenText | undefined,
  line: string,
  index: number,
  kind: LineKind,
): OpenText | undefined {
  const [start, marks] = kind === 'heading' ? (HEADING.exec(line) ?? []) : [];
  if (start !== undefined && marks !== undefined) {
    // `Title ##` becomes `Title`.
    const text = line
      .slice(start.length)
      .trim()
      .replace(/(?:^|[ \t])#+$/, '')
      .trimEnd();
    blocks.push({ kind: 'heading', level: marks.length, text, line: index + 1, lines: [line] });
    return undefined;
  }
  const isOneLine = open?.lines.length === 1 && open.block.line === index;
  if (open?.block.kind === 'paragraph' && isOneLine && UNDERLINE.test(line)) {
    const [title = ''] = open.lines;
    const level = line.includes('=') ? 1 : 2;
    blocks.splice(-1, 1, { kind: 'heading', level, text: title.trim(), line: index, lines: [title] });
    return undefined;
  }
  if (line.trim() === '' || RULE.test(line)) return open;
  const form = ROW.test(line) ? 'row' : ITEM.test(line) ? 'item' : 'paragraph';
  if (open !== undefined && form === 'paragraph' && continues(open, line, index)) {
    // Keeps blank lines, so that a line number follows from the index.
    while (open.block.line + open.lines.length <= index) open.lines.push('');
    open.lines.push(line);
    return open;
  }
  const lines = [line];
  const block: TextBlock = { kind: form, line: index + 1, lines };
  blocks.push(block);
  return { block, lines };
}

/** Whether a line continues a block: it follows without a gap, or is indented below an item. */
function continues({ block, lines }: OpenText, line: string, index: number): boolean {
  if (block.kind === 'row') return false;
  return block.line + lines.length === index + 1 || (block.kind === 'item' && /^\s{2,}/.test(line));
}

/** Whether a text shows how not to do something, or how to do it. Authors say so: `Bad:`, `### Good`, `// BAD: …`, `❌`. */
export type EntryForm = 'bad' | 'good';

export const MAX_LEAD = 300;

const LABEL =
  /^(?:bad|good|wrong|right|correct|incorrect|better|worse|do|don['’]?t|dos|fix(?:ed|es)?|solutions?|instead|why(?: [a-z ]+)?|what happens|how(?: to [a-z ]+)?|notes?|tips?|examples?|code|consequences?|impact|symptoms?|causes?|problems?|reasons?|results?|severity|detection|prevention|mitigation|remedy)$/i;

/** Headings of what is no entry. */
const FRAME =
  /^(?:introduction|intro|preface|overview|background|about(?: [a-z ]+)?|purpose|audience|prerequisites|terminology|glossary|contents|table of contents|summary|tl;?dr|conclusions?|checklist|see also|references?|further reading|related(?: [a-z ]+)?|links|sources?|credits|acknowledge?ments|changelog)$/i;

const THING = '(?: (?:code|examples?|practice|way|approach|usage|version|pattern))?';
const BAD_LABEL = new RegExp(
  `^(?:bad|wrong|incorrect|worse|never|don['’]?t|do not|unsafe|anti(?:pattern)?|not ok)${THING}$`,
  'i',
);
const GOOD_LABEL = new RegExp(
  `^(?:good|right|correct|better|best|do|fix(?:ed|es)?|solutions?|instead|safe|ok)${THING}$`,
  'i',
);
/** Labels in capitals, which need no colon. */
const SHOUTED = /^(?:(BAD|WRONG|INCORRECT|UNSAFE)|GOOD|CORRECT|SAFE)\b/;
const BAD_SIGN = /^[\s*_>#-]*[❌✖✗✘🚫⛔👎]/u;
const GOOD_SIGN = /^[\s*_>#-]*[✅✔✓👍]/u;
/** How a comment of code begins. For lines without indentation: leading blanks would take quadratic time. */
const COMMENT_START = /^(?:\/\/+|#+|--+|;+|%+|\/\*+|\*|<!--)(.*)/;
/**
 * Whether a text is a label, such as `Why:` or `**Bad**`: its words up to the first colon, parenthesis or dash are
 * one.
 */
export function isLabel(text: string): boolean {
  return LABEL.test(wordsIn(plainLead(text)));
}

/** Whether a text is nothing but the label of a bad form, a good form or a reason: `**Bad:**`, `### Why`. */
export function isBareLabel(text: string): boolean {
  const plain = plainLead(text);
  return /^why$/i.test(plain) || (wordsIn(plain) === plain && formOfLead(plain, plain) !== undefined);
}

/** Whether a heading frames entries and is none: `Related`, but not `Related: never do this`. */
export function isFrame(text: string): boolean {
  return FRAME.test(plainLead(text));
}

/** Returns the beginning of a text without emphasis, emoji and punctuation around it. */
export function plainLead(text: string): string {
  let start = 0;
  let end = Math.min(text.length, MAX_LEAD);
  while (start < end && isMark(text.charCodeAt(start), HASH)) start += 1;
  while (end > start && isMark(text.charCodeAt(end - 1), CLOSING)) end -= 1;
  const plain = text.slice(start, end);
  // Whether other characters are letters is for expressions, which take several times as long.
  if (start === end || (text.charCodeAt(start) < 0x80 && text.charCodeAt(end - 1) < 0x80)) return plain;
  return plain.replace(/^[^\p{L}\p{N}#]+/u, '').replace(/(?<![^\p{L}\p{N})])[^\p{L}\p{N})]+$/u, '');
}

const HASH = 0x23;
const CLOSING = 0x29;

/** Whether a character of ASCII is neither letter nor digit, nor the `kept` one. */
function isMark(code: number, kept: number): boolean {
  const isLetter = (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a;
  return code < 0x80 && !isLetter && (code < 0x30 || code > 0x39) && code !== kept;
}

function unindented(line: string): string {
  return line.slice(0, MAX_LEAD).trimStart();
}

/** Codes of the signs that a comment begins with. */
const COMMENT_SIGNS: ReadonlySet<number> = new Set(Array.from('/#-;%*<', (sign) => sign.charCodeAt(0)));

/** Whether a line may be a comment, by its first character that is no blank: most lines of code are none. */
function mayBeComment(line: string): boolean {
  let at = 0;
  let code = line.charCodeAt(0);
  while (code === 0x20 || code === 0x09) {
    at += 1;
    code = line.charCodeAt(at);
  }
  // Other blanks are for expressions.
  return COMMENT_SIGNS.has(code) || code >= 0x80 || code < 0x20;
}

/** Returns what a line of code says as a comment; undefined if it is none. */
export function commentOf(line: string): string | undefined {
  if (!mayBeComment(line)) return undefined;
  return COMMENT_START.exec(unindented(line))?.[1]?.trim();
}

/** Tells the form of an example by its heading, prose or comment. */
export function formOf(text: string): EntryForm | undefined {
  return formOfLead(text.slice(0, MAX_LEAD), plainLead(text));
}

function formOfLead(lead: string, plain: string): EntryForm | undefined {
  if (BAD_SIGN.test(lead)) return 'bad';
  if (GOOD_SIGN.test(lead)) return 'good';
  const words = wordsIn(plain);
  if (BAD_LABEL.test(words)) return 'bad';
  if (GOOD_LABEL.test(words)) return 'good';
  const shouted = SHOUTED.exec(plain);
  return shouted === null ? undefined : shouted[1] === undefined ? 'good' : 'bad';
}

/** Lines that begin like comments and are often code: `--right;`, `*best = 1;`. */
const AMBIGUOUS_COMMENT = /^(?:--|\*|;)\S/;

/** Tells the form of the lines that follow a comment of code: `// BAD: …`. */
export function formOfCodeLine(line: string): EntryForm | undefined {
  if (!mayBeComment(line)) return undefined;
  const comment = AMBIGUOUS_COMMENT.test(unindented(line)) ? undefined : commentOf(line);
  return comment === undefined ? undefined : formOf(comment);
}

const ENTRY =
  /^(?:pitfall|trap|gotcha|mistake|red line|rule|warning|danger|condition|error|issue)s? #?\d{1,3}\b/i;

/** Whether a comment of code opens an entry: `// PITFALL 2: …`. */
export function opensEntry(line: string): boolean {
  const comment = commentOf(line);
  return comment !== undefined && ENTRY.test(comment);
}

/** Tells the form of a code block by what stands behind its fence: `cpp title="Bad"`, `js bad`. */
export function formOfInfo(info: string): EntryForm | undefined {
  const words = info
    .slice(0, MAX_LEAD)
    .toLowerCase()
    .split(/[^\p{L}]+/u);
  if (words.some((word) => ['bad', 'wrong', 'incorrect', 'unsafe', 'avoid'].includes(word))) return 'bad';
  return words.some((word) => ['good', 'correct', 'safe', 'fixed'].includes(word)) ? 'good' : undefined;
}

/** The words of a plain lead up to the first colon, parenthesis or dash. */
function wordsIn(plain: string): string {
  const end = plain.search(/[:(–—-]/);
  return (end < 0 ? plain : plain.slice(0, end)).trimEnd();
}
