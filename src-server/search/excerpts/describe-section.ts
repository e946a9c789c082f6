import type { BestSection } from '../../contract/api/api.ts';
import { joinPieces } from '../sections/section-pieces.ts';
import type { Match, SectionText } from '../sections/section-reading.ts';
import { densestMatch } from './densest-match.ts';
import { type CutExcerpt, excerptLines } from './excerpt-lines.ts';
import { excerptsOf } from './section-excerpt.ts';
import { cutAround, PieceOfText } from './text-cut.ts';

const SNIPPET_LENGTH = 300;
const LABELS = { bad: 'Bad: ', good: 'Good: ' } as const;
const LABEL_LENGTH = 7;
const DENSE_LENGTH = 240;

export function describeSection(
  text: string,
  file: string,
  read: SectionText,
  weights: ReadonlyMap<string, number>,
): { readonly section: BestSection; readonly whole: string } {
  const { excerpts: cut, lineStart, lineEnd, start, end } = excerptsOf(text, read, weights);
  const isPair = cut.some(({ label }) => label !== undefined);
  const shown = isPair ? pairSnippet(cut) : snippetOf(text, { start, end }, read.matches, weights);
  const place = { file, heading: read.section.heading, line_start: lineStart, line_end: lineEnd };
  const excerpts = cut.map((excerpt) => ({ ...excerpt, lines: excerptLines(excerpt) }));
  return { section: { ...place, ...shown, excerpts }, whole: wholeText(text, read, start, end) };
}

function wholeText(text: string, { lines }: SectionText, start: number, end: number): string {
  const first = lines.find((line) => line.end >= start);
  const opening = first?.kind === 'code' ? `\`\`\`${first.language ?? ''}\n` : '';
  return joinPieces([opening + text.slice(start, end)]);
}

type Snippet = Pick<BestSection, 'snippet' | 'highlights'>;

function snippetOf(
  text: string,
  section: { readonly start: number; readonly end: number },
  matches: readonly Match[],
  weights: ReadonlyMap<string, number>,
): Snippet {
  const own = matches.filter(({ start }) => start >= section.start && start < section.end);
  const center = densestMatch(own, weights, DENSE_LENGTH)?.first.start ?? section.start;
  const piece = new PieceOfText(text);
  piece.addRange({
    ...cutAround(text, section, center, SNIPPET_LENGTH),
    cutBefore: false,
    cutAfter: false,
  });
  const { text: snippet, highlights } = piece.marked(own);
  return { snippet: snippet.replace(/[\r\n\t]/g, ' ').trimEnd(), highlights };
}

/** Labelled excerpts on one line, of equal room. */
function pairSnippet(excerpts: readonly CutExcerpt[]): Snippet {
  const room = Math.floor(SNIPPET_LENGTH / excerpts.length) - LABEL_LENGTH;
  const highlights: (readonly [number, number])[] = [];
  let snippet = '';
  for (const { label, text, highlights: own } of excerpts) {
    snippet += `${snippet === '' ? '' : ' '}${label === undefined ? '' : LABELS[label]}`;
    const { start, end } = cutAround(text, { start: 0, end: text.length }, own[0]?.[0] ?? 0, room);
    const moved = own.filter(([from, to]) => from >= start && to <= end);
    for (const [from, to] of moved)
      highlights.push([snippet.length + from - start, snippet.length + to - start]);
    snippet += text.slice(start, end).replace(/[\r\n\t]/g, ' ');
  }
  return { snippet, highlights };
}
