/** Makes the lines of an excerpt for the display: without marks of Markdown, with the words of the question. */

import type { Excerpt, ExcerptLine, ExcerptPiece } from '../contract/api.ts';
import { closingTicks } from '../contract/outside-text.ts';

type Range = readonly [start: number, end: number];
/** An excerpt before its lines are made for the display. */
export type CutExcerpt = Omit<Excerpt, 'lines'>;

const HASH_COMMENTS = new Set(['py', 'python', 'sh', 'bash', 'shell', 'yaml', 'yml', 'toml', 'ruby', 'rb']);
const HASH_COMMENT = /^\s*#/;
const COMMENT = /^\s*(?:\/\/|\/\*|\*\s|--\s)/;

/** Makes the lines for the display: prose in a single line without Markdown marks, code without common indentation. */
export function excerptLines(excerpt: CutExcerpt): readonly ExcerptLine[] {
  return excerpt.kind === 'code' ? codeLines(excerpt) : [{ pieces: prosePieces(excerpt) }];
}

function codeLines({ text, highlights, language = '' }: CutExcerpt): readonly ExcerptLine[] {
  const lines = text.split('\n');
  const written = lines.filter((one) => one.trim() !== '');
  const least = written.reduce((most, one) => Math.min(most, one.search(/\S/)), Number.POSITIVE_INFINITY);
  const sameIndent = new Set(written.map((one) => one.slice(0, least)));
  const cut = sameIndent.size === 1 ? least : 0;
  let start = 0;
  return lines.map((one) => {
    const [from, to] = [start + Math.min(cut, one.length), start + one.length];
    start = to + 1;
    const shown = text.slice(from, to);
    const isComment = (HASH_COMMENTS.has(language) ? HASH_COMMENT : COMMENT).test(shown);
    const piece = { text: shown, highlights: rangesWithin(highlights, from, to) };
    return { ...(isComment && { comment: true }), pieces: [piece] };
  });
}

/** Splits prose into pieces, code apart. */
function prosePieces({ text, highlights }: CutExcerpt): readonly ExcerptPiece[] {
  const pieces: ExcerptPiece[] = [];
  for (const { kind, from, to } of inlinePieces(text)) {
    const ranges = rangesWithin(highlights, from, to);
    const shown = kind === 'break' ? ' · ' : text.slice(from, to).replace(/\s/g, ' ');
    const last = pieces.at(-1);
    if (last !== undefined && !last.code && kind !== 'code') {
      const moved = ranges.map(([a, b]) => [a + last.text.length, b + last.text.length] as const);
      pieces[pieces.length - 1] = { text: last.text + shown, highlights: [...last.highlights, ...moved] };
    } else if (shown !== '') {
      pieces.push({ text: shown, highlights: ranges, ...(kind === 'code' && { code: true }) });
    }
  }
  return pieces;
}

interface InlinePiece {
  readonly kind: 'text' | 'code' | 'break';
  readonly from: number;
  readonly to: number;
}

/** List, quote or heading mark before a line. */
const LEAD = /^\s*(?:>\s*)*(?:(?:[-*+]|\d+[.)])\s+(?:\[[ xX]\]\s+)?|#{1,6}\s+)?/;
/**
 * Backticks, links and images, autolinks, table borders, emphasis, strikethrough, escapes. Linear: few
 * rereads per character.
 */
const INLINE =
  /(`+)|!?\[((?:[^\][\\]|\\.)*)\]\([^()\s]*(?:\s+"[^"]*")?\)|<(https?:\/\/[^<>\s]+)>|((?<!\s)\s*\|\s*)|\*{1,3}(?=\S)|(?<=\S)\*{1,3}|(?<![\p{L}\p{N}])_{1,3}|_{1,3}(?![\p{L}\p{N}])|~~|(\\[!-/:-@[-`{-~])/gsu;

function inlinePieces(text: string, begin = LEAD.exec(text)?.[0].length ?? 0): readonly InlinePiece[] {
  const pieces: InlinePiece[] = [];
  let from = begin;
  const end = text.trimEnd().length;
  const isTable = text.trimStart().startsWith('|');
  const closing = closingTicks(text);
  const add = (kind: InlinePiece['kind'], start: number, stop: number): void => {
    if (stop > start) pieces.push({ kind, from: start, to: stop });
  };
  for (const match of text.matchAll(INLINE)) {
    const [whole, ticks, words, address, border, escaped] = match;
    const at = match.index;
    const close = ticks === undefined ? undefined : closing.get(at);
    if (at < from || (border !== undefined && !isTable)) continue;
    add('text', from, at);
    if (close !== undefined) {
      add('code', at + whole.length, close);
      from = close + whole.length;
      continue;
    }
    if (words !== undefined) {
      pieces.push(...shifted(inlinePieces(words, 0), at + whole.indexOf('[') + 1));
    } else if (address !== undefined) {
      add('text', at + 1, at + 1 + address.length);
    } else if (border !== undefined && pieces.length > 0 && at + whole.trimEnd().length < end) {
      pieces.push({ kind: 'break', from: at, to: at });
    }
    // An escaped character is literal.
    from = escaped === undefined ? at + whole.length : at + 1;
  }
  add('text', from, end);
  return pieces;
}

function shifted(pieces: readonly InlinePiece[], by: number): readonly InlinePiece[] {
  return pieces.map(({ kind, from, to }) => ({ kind, from: from + by, to: to + by }));
}

/** Clips ranges to `[from, to)` and counts from `from`. */
function rangesWithin(ranges: readonly Range[], from: number, to: number): readonly Range[] {
  return ranges.flatMap(([start, end]) => {
    const [a, b] = [Math.max(start, from), Math.min(end, to)];
    return a < b ? [[a - from, b - from] as const] : [];
  });
}
