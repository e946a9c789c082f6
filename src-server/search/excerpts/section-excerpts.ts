import type { BestSection, Excerpt } from '../../contract/api/api.ts';
import type { FileSection } from '../sections/file-sections.ts';
import type { TermsOf } from '../words/remember-terms.ts';
import { runsOf, scanText } from '../words/text-scanner.ts';
import { type Block, blocksOf } from './entry-blocks.ts';
import { excerptLines } from './excerpt-lines.ts';

type Shares = ReadonlyMap<string, number>;
type Asked = { readonly shares: Shares; readonly termsOf: TermsOf };

const MOST_LINES = 6;
const MOST_GOOD_LINES = 10;
const LONGEST_LINE = 240;
const LONGEST_PARAGRAPH = 320;
const SNIPPET_LENGTH = 300;
const LABELS = { bad: 'Bad: ', good: 'Good: ' } as const;

/** What one reads of the section that answers, with the asked words marked. */
export function describeSection(section: FileSection, shares: Shares, termsOf: TermsOf): BestSection {
  const { path, title, line, text } = section;
  const excerpts = excerptsOf(section, { shares, termsOf });
  const snippet = snippetOf(excerpts);
  const lines = text.trimEnd().split('\n').length;
  const place = { file: path, heading: title ?? null, line_start: line, line_end: line + lines - 1 };
  return { ...place, snippet, highlights: marksIn(snippet, termsOf), excerpts };
}

/**
 * The heaviest paragraph or code; of an entry with forms, its claim and good form. Safe to act on: the bad form only if it
 * is the heaviest or alone, always labelled.
 */
export function excerptsOf(section: FileSection, asked: Asked): readonly Excerpt[] {
  const weighed = blocksOf(section).map((block) => ({ block, mass: massOf(block.lines.join('\n'), asked) }));
  const best = heaviest(weighed);
  if (best === undefined) return [];
  const entry = weighed.filter(({ block }) => block.entry === best.block.entry);
  if (entry.every(({ block }) => block.form === undefined)) return [excerptOf(best.block, asked)];
  const form = (wanted: Block['form']) => {
    if (best.block.form === wanted) return best.block;
    const all = entry.filter(({ block }) => block.form === wanted);
    const code = all.filter(({ block }) => block.kind === 'code');
    return heaviest(code.length > 0 ? code : all)?.block;
  };
  const good = form('good');
  const bad = best.block.form === 'bad' || good === undefined ? form('bad') : undefined;
  const first = entry[0]?.block;
  const claim =
    best.block.form === undefined
      ? best.block
      : first?.form === undefined && first?.kind === 'prose'
        ? first
        : undefined;
  const shown = new Set([claim, bad, good]);
  return entry.flatMap(({ block }) => (shown.has(block) ? [excerptOf(block, asked)] : []));
}

function heaviest<T extends { readonly mass: number }>(weighed: readonly T[]): T | undefined {
  return weighed.reduce<T | undefined>(
    (most, one) => (most === undefined || one.mass > most.mass ? one : most),
    undefined,
  );
}

/** Repeated terms count a tenth. */
function massOf(text: string, { shares, termsOf }: Asked): number {
  const seen = new Set<string>();
  let mass = 0;
  for (const term of runsOf(text).flatMap(termsOf)) {
    mass += (shares.get(term) ?? 0) * (seen.has(term) ? 0.1 : 1);
    seen.add(term);
  }
  return mass;
}

function excerptOf(block: Block, asked: Asked): Excerpt {
  const { kind, form, language } = block;
  const { text, line } = kind === 'code' ? cutCode(block, asked) : cutProse(block, asked);
  const highlights = marksIn(text, asked.termsOf);
  const cut = { kind, ...(form && { label: form }), ...(language && { language }), line, text, highlights };
  return { ...cut, lines: excerptLines(cut) };
}

/** Whole lines, from the one before the heaviest. */
function cutCode({ lines, line, form }: Block, asked: Asked): Pick<Excerpt, 'text' | 'line'> {
  const most = form === 'good' ? MOST_GOOD_LINES : MOST_LINES;
  const isInk = (text: string) => text.trim() !== '';
  const last = lines.findLastIndex(isInk) + 1;
  const weighed = lines.map((text, at) => ({ at, mass: massOf(text, asked) }));
  const start = last <= most ? 0 : Math.min(Math.max(0, (heaviest(weighed)?.at ?? 0) - 1), last - most);
  const from = start + lines.slice(start).findIndex(isInk);
  const end = Math.min(last, from + most);
  const shown = lines.slice(from, end).map((text) => cutAround(text, 0, LONGEST_LINE).text);
  if (from > lines.findIndex(isInk)) shown[0] = shown[0]?.replace(/^\s*/, '$&… ') ?? '';
  if (end < last) shown.push(`${shown.pop()?.replace(/ …$/, '')} …`);
  return { text: shown.join('\n'), line: line + from };
}

function cutProse({ lines, line }: Block, { termsOf }: Asked): Pick<Excerpt, 'text' | 'line'> {
  const text = lines.join('\n').trimEnd();
  const center = marksIn(text, termsOf)[0]?.[0] ?? 0;
  const cut = cutAround(text, center, LONGEST_PARAGRAPH);
  return { text: cut.text, line: line + text.slice(0, cut.start).split('\n').length - 1 };
}

/** At most `most` characters around `center`, from a word to a word. */
function cutAround(text: string, center: number, most: number): { text: string; start: number } {
  if (text.length <= most) return { text, start: 0 };
  const earliest = center <= most / 3 ? 0 : center - Math.floor(most / 3);
  const start = earliest === 0 ? 0 : earliest + Math.max(0, text.slice(earliest, center).search(/\s\S/) + 1);
  const latest = start + most;
  const space = text.slice(start, latest).search(/\s\S*$/);
  const end =
    latest >= text.length
      ? text.length
      : start + most > center && space > center - start
        ? start + space
        : latest;
  const whole = text
    .slice(start, end)
    .replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '')
    .trim();
  return { text: `${start > 0 ? '… ' : ''}${whole}${end < text.length ? ' …' : ''}`, start };
}

/** On one line; labelled excerpts have the same room. */
function snippetOf(excerpts: readonly Excerpt[]): string {
  const isLabelled = excerpts.some(({ label }) => label !== undefined);
  const shown = isLabelled ? excerpts : excerpts.slice(0, 1);
  const room = Math.floor(SNIPPET_LENGTH / Math.max(1, shown.length)) - LABELS.good.length - 5;
  return shown
    .map(({ label, text, highlights }) => {
      const cut = cutAround(text, highlights[0]?.[0] ?? 0, room).text;
      return `${label === undefined ? '' : LABELS[label]}${cut}`.replace(/[\r\n\t]/g, ' ');
    })
    .join(' ');
}

/** `[start, end)` of the words that were asked. */
function marksIn(text: string, termsOf: TermsOf): (readonly [number, number])[] {
  const marks: (readonly [number, number])[] = [];
  scanText(text, false, {
    run: (start, end) => {
      if (termsOf(text.slice(start, end)).length > 0) marks.push([start, end]);
    },
  });
  return marks;
}
