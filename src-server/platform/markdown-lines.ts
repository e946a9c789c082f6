/**
 * What a line of Markdown is, by the blocks of CommonMark (https://spec.commonmark.org/0.31.2/#blocks-and-inlines):
 * block quotes, items of lists, fenced and indented code, HTML, headings and paragraphs. Validation, find and excerpts
 * read lines by it, so that they agree on what is code. Texts are untrusted: a line takes linear time.
 */

import { CODE_INDENT, isBlankCode, LinePlace } from './markdown-place.ts';

/**
 * `fence` opens or closes fenced code, `code` stands inside, `indented` is code by its indentation, `comment` and
 * `html` are HTML, `rule` is a thematic break or the line under a heading, and `text` everything else.
 */
export type LineKind =
  | 'blank'
  | 'text'
  | 'heading'
  | 'rule'
  | 'fence'
  | 'code'
  | 'indented'
  | 'html'
  | 'comment';

/** Whether the words of a line are those of code. */
export function isCode(kind: LineKind): boolean {
  return kind === 'code' || kind === 'indented' || kind === 'fence';
}

/** Deeper blocks count as text: a line of `- - -` may open any number. */
const DEEPEST = 24;
/** A block quote among the open blocks; an item of a list is there with the columns that its content is indented. */
const QUOTE = -1;
/** What is looked at of a line that may begin HTML. */
const TAG_LENGTH = 1_000;

const CR = 0x0d;
const HASH = 0x23;
const LESS = 0x3c;
const BACKTICK = 0x60;
const TILDE = 0x7e;

/** How HTML begins and where it ends: at a line with the end, or before a blank line. The last can't interrupt a paragraph. */
const HTML_FORMS: readonly {
  readonly start: RegExp;
  readonly end?: RegExp;
  readonly kind: 'html' | 'comment';
}[] = [
  { start: /^<!--/, end: /-->/, kind: 'comment' },
  {
    start: /^<(?:script|pre|style|textarea)(?:[\s>]|$)/i,
    end: /<\/(?:script|pre|style|textarea)>/i,
    kind: 'html',
  },
  { start: /^<\?/, end: /\?>/, kind: 'html' },
  { start: /^<!\[CDATA\[/, end: /\]\]>/, kind: 'html' },
  { start: /^<![A-Za-z]/, end: />/, kind: 'html' },
  {
    start:
      /^<\/?(?:address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul)(?:\s|\/?>|$)/i,
    kind: 'html',
  },
  { start: /^<\/?[A-Za-z][A-Za-z0-9-]*(?:\s[^<>]*)?>\s*$/, kind: 'html' },
];

const MAY_BE_WRAPPED =
  /^\s*(?:#[^\n]*\n\s*)?(?:`{3,}|~{3,})[ \t]*(?:(?:markdown|md|text|txt)[ \t]*)?(?:\r?\n|$)/i;
const FENCE_LINE = /^ {0,3}(`{3,}|~{3,})(?:[ \t]*([\w-]+))?[ \t]*$/;
const FENCE_START = /^ {0,3}(?:`{3,}|~{3,})/;
/** Languages of a fence that may hold a document. Without one it must begin with a heading: the text may be code. */
const DOCUMENT_FENCES: ReadonlySet<string> = new Set(['markdown', 'md']);
const PLAIN_FENCES: ReadonlySet<string> = new Set(['', 'text', 'txt']);

/**
 * Finds the fence around a whole document, perhaps below its title: some tools wrap all that they write. One of
 * Markdown may have text behind it. Returns the numbers of its lines, from 0; `close` is the number of lines where the
 * text ends before it.
 */
export function fenceAroundAll(
  text: string,
): { readonly title: number | undefined; readonly open: number; readonly close: number } | undefined {
  if (!MAY_BE_WRAPPED.test(text)) return undefined;
  const lines = text.split(/\r?\n/);
  const filled = lines.flatMap((line, at) => (line.trim() === '' ? [] : [at]));
  const [first = 0, second = 0] = filled;
  const isTitled = /^ {0,3}#\s/.test(lines[first] ?? '');
  const open = isTitled ? second : first;
  const [, mark = '', named = ''] = FENCE_LINE.exec(lines[open] ?? '') ?? [];
  if (mark === '') return undefined;
  const language = named.toLowerCase();
  const head = lines.slice(open + 1).find((line) => line.trim() !== '') ?? '';
  const close = closeOfDocument(lines, open, filled.at(-1) ?? 0, mark);
  const isWhole = close >= (filled.at(-1) ?? 0);
  const isDocument =
    DOCUMENT_FENCES.has(language) || (PLAIN_FENCES.has(language) && isWhole && /^ {0,3}#{1,6}\s/.test(head));
  const title = isTitled && /^ {0,3}#\s/.test(head) ? first : undefined;
  return isDocument && close > open + 1 ? { title, open, close } : undefined;
}

/** Finds where a fence ends that holds other fences: at the last line if those before it make pairs, or at the first that ends none. */
function closeOfDocument(lines: readonly string[], open: number, last: number, mark: string): number {
  const inside = lines.slice(open + 1, last).filter((line) => FENCE_START.test(line));
  const isEnd = (line: string) => {
    const [, end, named] = FENCE_LINE.exec(line) ?? [];
    return end === mark && named === undefined;
  };
  if (isEnd(lines[last] ?? '') && inside.length % 2 === 0) return last;
  let inner: string | undefined;
  for (let at = open + 1; at < lines.length; at += 1) {
    const [, other, named] = FENCE_LINE.exec(lines[at] ?? '') ?? [];
    if (other === undefined) continue;
    if (inner !== undefined) inner = named === undefined && other === inner ? undefined : inner;
    else if (named === undefined && other === mark) return at;
    else inner = other;
  }
  return lines.length;
}

/** The language of a fence by its info string: `cpp` of `CPP title="Bad"`, '' without. */
export function fenceLanguage(info: string): string {
  return /^\w*/.exec(info)?.[0].toLowerCase() ?? '';
}

/** Reads the lines of a text in their order. The beginning of a text may stand in a fence that was opened before. */
export class MarkdownLines {
  #open: number[] = [];
  #leaf: 'none' | 'paragraph' | 'fence' | 'html' = 'none';
  /** The innermost open item has nothing behind its mark: a blank line ends it. */
  #isBareItem = false;
  /** The character and the length of the open fence; 0 for a fence that was opened before the text. */
  #mark = 0;
  #markLength = 0;
  #html: (typeof HTML_FORMS)[number] | undefined;
  /** What stands behind the mark of the fence that was opened last: `cpp title="Bad"`. */
  info = '';

  readonly #around: ReturnType<typeof fenceAroundAll>;
  #line = -1;

  /**
   * @param whole the text, if it is a whole file: a fence around all of it counts as none
   * @param info of the fence in which the text begins; undefined if it begins outside of one
   */
  constructor({ whole, info }: { readonly whole?: string; readonly info?: string | undefined } = {}) {
    this.#around = whole === undefined ? undefined : fenceAroundAll(whole);
    if (info === undefined) return;
    this.#leaf = 'fence';
    this.info = info;
  }

  /** Whether the next line is one of a fence. */
  get isInFence(): boolean {
    return this.#leaf === 'fence';
  }

  /** The language of the fence that is open behind the last line; '' without one, undefined outside of fences. */
  get language(): string | undefined {
    return this.#leaf === 'fence' ? fenceLanguage(this.info) : undefined;
  }

  /** Tells the kind of the next line, without its line end: a part of a text from `start` to `end`. */
  read(text: string, start: number, end: number): LineKind {
    this.#line += 1;
    if (this.#around !== undefined && (this.#line === this.#around.open || this.#line === this.#around.close))
      return 'blank';
    const last = end > start && text.charCodeAt(end - 1) === CR ? end - 1 : end;
    if (this.#open.length === 0) {
      const kind = this.#readPlain(text, start, last);
      if (kind !== undefined) return kind;
    }
    const place = new LinePlace(text, start, last);
    const matched = this.#matchOpen(place);
    if (matched === this.#open.length) {
      if (this.#leaf === 'fence') return this.#readInFence(place);
      if (this.#leaf === 'html') return this.#readInHtml(place);
    } else if (this.#leaf !== 'paragraph') {
      this.#leaf = 'none';
    }
    return this.#readBlock(place, matched);
  }

  /** Tells most lines outside of quotes and lists by their first character, since these are nearly all lines of a text. */
  #readPlain(text: string, start: number, end: number): LineKind | undefined {
    if (this.#leaf === 'html') return undefined;
    let ink = start;
    while (ink < end && isBlankCode(text.charCodeAt(ink))) ink += 1;
    const code = ink < end ? text.charCodeAt(ink) : 0;
    if (this.#leaf === 'fence') return code === BACKTICK || code === TILDE ? undefined : 'code';
    if (ink === end) {
      this.#leaf = 'none';
      return 'blank';
    }
    if (ink > start || !beginsNoBlock(code)) return undefined;
    this.#leaf = 'paragraph';
    return 'text';
  }

  /** Takes the marks of the open blocks off, and returns of how many the line is a part. */
  #matchOpen(place: LinePlace): number {
    for (const [at, width] of this.#open.entries())
      if (width === QUOTE ? !place.takeQuote() : !place.isBlank && !place.takeIndent(width)) return at;
    return this.#open.length;
  }

  #readInFence(place: LinePlace): LineKind {
    if (place.indent >= CODE_INDENT || !place.isFenceEnd(this.#mark, this.#markLength)) return 'code';
    this.#leaf = 'none';
    return 'fence';
  }

  #readInHtml(place: LinePlace): LineKind {
    const { end, kind } = this.#html ?? { end: undefined, kind: 'html' };
    if (end === undefined && place.isBlank) {
      this.#leaf = 'none';
      return 'blank';
    }
    if (end?.test(place.rest) === true) this.#leaf = 'none';
    return kind;
  }

  #readBlock(place: LinePlace, matched: number): LineKind {
    const openedBefore = this.#open.length;
    let depth = matched;
    while (depth < DEEPEST && !place.isBlank && place.indent < CODE_INDENT) {
      const width = place.takeQuote()
        ? QUOTE
        : place.takeMarker(this.#leaf === 'paragraph' && depth === openedBefore);
      if (width === undefined) break;
      this.#open.length = depth;
      this.#open.push(width);
      this.#leaf = 'none';
      depth += 1;
    }
    if (place.isBlank) {
      const hasBegun = depth > matched;
      const endsItem = this.#isBareItem && !hasBegun && depth === openedBefore;
      this.#open.length = endsItem ? depth - 1 : depth;
      this.#isBareItem = hasBegun && this.#open[depth - 1] !== QUOTE;
      this.#leaf = 'none';
      return 'blank';
    }
    this.#isBareItem = false;
    const isParagraph = this.#leaf === 'paragraph';
    if (place.indent >= CODE_INDENT) {
      if (isParagraph) return 'text';
      this.#open.length = depth;
      return 'indented';
    }
    const kind = this.#startOf(place, isParagraph, depth);
    if (kind !== undefined) {
      this.#open.length = depth;
      return kind;
    }
    // A paragraph goes on without the marks of its blocks.
    if (!isParagraph) this.#open.length = depth;
    this.#leaf = 'paragraph';
    return 'text';
  }

  /** Tells what begins with a line; undefined for a paragraph, or another line of one. */
  #startOf(place: LinePlace, isParagraph: boolean, depth: number): LineKind | undefined {
    const mark = place.fenceMark();
    if (mark > 0) {
      this.#leaf = 'fence';
      this.#mark = place.code;
      this.#markLength = mark;
      this.info = place.infoBehind(mark);
      return 'fence';
    }
    if (
      place.isHeading() ||
      place.isRule() ||
      (isParagraph && depth === this.#open.length && place.isUnderline())
    ) {
      this.#leaf = 'none';
      return place.code === HASH ? 'heading' : 'rule';
    }
    if (place.code !== LESS) return undefined;
    const line = place.rest.slice(0, TAG_LENGTH);
    const form = HTML_FORMS.find(({ start }) => start.test(line));
    if (form === undefined || (isParagraph && form === HTML_FORMS.at(-1))) return undefined;
    this.#html = form;
    this.#leaf = form.end?.test(place.rest) === true ? 'none' : 'html';
    return form.kind;
  }
}

/** Whether a line that has this first character is certainly text. */
function beginsNoBlock(code: number): boolean {
  return (
    (code >= 0x41 && code <= 0x5a) ||
    (code >= 0x61 && code <= 0x7a) ||
    code >= 0x80 ||
    code === 0x22 ||
    code === 0x28 ||
    code === 0x5b
  );
}
