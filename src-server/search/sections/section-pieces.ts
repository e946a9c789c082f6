import { entryLines } from '../excerpts/section-entries.ts';
import { fenceAfter, fenceOf, type Section, scanText, titleOf } from '../words/text-scanner.ts';
import { linesOf } from './section-reading.ts';

const MOST_TITLE_LINES = 12;

/**
 * Splits Markdown before headings and labelled entries, never between bad and good form. Other files stay
 * whole. Lossless.
 */
export function piecesOf(path: string, text: string): readonly string[] {
  if (!/\.md$/i.test(path)) return [text];
  const sections: Section[] = [];
  scanText(text, true, { run: () => {}, sectionEnd: (section) => sections.push(section) });
  const titled = sections.filter(({ isTitled }) => isTitled);
  const starts = titled.length > 2 ? titled.map(({ start }) => start) : startsOfEntries(path, text, sections);
  return starts.map((start, place) => text.slice(start, starts[place + 1]));
}

/** Also of sections outside any pair. */
function startsOfEntries(path: string, text: string, sections: readonly Section[]): readonly number[] {
  const lines = entryLines(text, linesOf(text, path, { start: 0, end: text.length }, new Set()));
  const pairs = new Set(lines.filter(({ form }) => form !== undefined).map(({ entry }) => entry));
  const own = new Set(sections.map(({ start }) => start));
  const starts = lines.filter(({ start, entry }, at) => {
    const isNew = entry !== lines[at - 1]?.entry;
    return isNew ? entry > 0 : own.has(start) && !pairs.has(entry);
  });
  return [...new Set([0, ...starts.map(({ start }) => start)])];
}

export function titleOfPiece(piece: string): string | undefined {
  let title: string | undefined;
  for (const line of piece.split('\n', MOST_TITLE_LINES)) {
    if (line.trim() === '') continue;
    const found = titleOf(line, 0, line.length, true);
    if (found === undefined) break;
    title = found;
  }
  return title;
}

export function joinPieces(pieces: readonly string[]): string {
  const text = pieces.join('').trimEnd();
  let open: string | undefined;
  for (const line of text.split('\n')) {
    const fence = fenceOf(line, 0, line.length);
    if (fence !== undefined) open = fenceAfter(open, fence);
  }
  return open === undefined ? text : `${text}\n\`\`\``;
}
