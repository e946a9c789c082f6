import type { BestSection, Excerpt } from '../contract/api.ts';
import { commentOf } from '../platform/markdown.ts';
import type { FileEntry } from './entries.ts';
import { excerptLines } from './excerpt-lines.ts';
import { type Block, blocksOf } from './passages.ts';
import { eachRun, type TermsAt } from './word-analysis.ts';

type Shares = ReadonlyMap<string, number>;
/** Terms of a question with what each counts, and the function that finds them in a text. */
export type Asked = { readonly shares: Shares; readonly termsAt: TermsAt };

const MOST_LINES = 6;
const MOST_GOOD_LINES = 10;
const LONGEST_LINE = 240;
const LONGEST_PARAGRAPH = 320;
const SNIPPET_LENGTH = 300;
const WORD = /[\p{L}\p{N}]/u;
const LABELS = { bad: 'Bad: ', good: 'Good: ' } as const;

/** Returns what one reads of the entry that answers, with the asked words marked; without `asked` its place alone. */
export function describeEntry(entry: FileEntry, asked: Asked | undefined): BestSection {
  const { path, title, line, text, isStart } = entry;
  const excerpts = asked === undefined ? [] : excerptsOf(entry, asked);
  const snippet = snippetOf(excerpts);
  const lines = text.trimEnd().split('\n').length;
  const place = {
    file: path,
    heading: (isStart ? undefined : title) ?? null,
    line_start: line,
    line_end: line + lines - 1,
  };
  return {
    ...place,
    snippet,
    highlights: asked === undefined ? [] : marksIn(snippet, asked.termsAt),
    excerpts,
  };
}

/**
 * The heaviest paragraph or code; of an entry with forms, its claim and both of them. A good form without its bad one doesn't
 * say what is different, and a bad one never stands without its label.
 */
export function excerptsOf(entry: FileEntry, asked: Asked): readonly Excerpt[] {
  const weighed = blocksOf(entry).map((block) => ({ block, mass: massOf(block.lines.join('\n'), asked) }));
  const best = heaviest(weighed);
  if (best === undefined) return [];
  const pair = weighed.filter(({ block }) => block.pair === best.block.pair);
  if (pair.every(({ block }) => block.form === undefined)) return [excerptOf(best.block, asked)];
  const form = (wanted: Block['form']) => {
    if (best.block.form === wanted) return best.block;
    const all = pair.filter(({ block }) => block.form === wanted);
    const code = all.filter(({ block }) => block.kind === 'code');
    return heaviest(code.length > 0 ? code : all)?.block;
  };
  const [bad, good] = [form('bad'), form('good')];
  const first = pair[0]?.block;
  const claim =
    best.block.form === undefined
      ? best.block
      : first?.form === undefined && first?.kind === 'prose'
        ? first
        : undefined;
  const shown = new Set([claim, bad, good]);
  return pair.flatMap(({ block }) => (shown.has(block) ? [excerptOf(block, asked)] : []));
}

function heaviest<T extends { readonly mass: number }>(weighed: readonly T[]): T | undefined {
  return weighed.reduce<T | undefined>(
    (most, one) => (most === undefined || one.mass > most.mass ? one : most),
    undefined,
  );
}

/** Weighs a text by the asked terms that it has. A repeated term counts a tenth. */
function massOf(text: string, { shares, termsAt }: Asked): number {
  const seen = new Set<string>();
  let mass = 0;
  eachRun(text, (start, end) => {
    for (const term of termsAt(text, start, end)) {
      mass += (shares.get(term) ?? 0) * (seen.has(term) ? 0.1 : 1);
      seen.add(term);
    }
  });
  return mass;
}

/** Characters of an entry that are read for its first sentence. */
const SENTENCE_READ = 4_096;
const LONGEST_SENTENCE = 180;
/** Labels before a sentence: `Why:`, `BAD:`. */
const SENTENCE_LABEL = /^(?:why|bad|wrong|incorrect|don['’]?t)\s*[:–—-]\s*/i;
const SENTENCE = /^.*?(?<!\.)[.!?](?=\s+[\p{Lu}\p{N}"'(\x60]|$)/su;

/** Returns what an entry says first in words: its prose or the reason of its bad form, else the comment that labels this form. */
export function firstSentence(entry: FileEntry): string | undefined {
  const blocks = blocksOf({ ...entry, text: entry.text.slice(0, SENTENCE_READ) });
  const prose = blocks.find(({ kind, form }) => kind === 'prose' && form === undefined);
  const text = prose?.lines.join('\n') ?? commentOf(blocks[0]?.lines[0] ?? '');
  const [sentence = ''] = text === undefined ? [] : sentencesIn(plainProse(text).replace(SENTENCE_LABEL, ''));
  return WORD.test(sentence) ? shortened(sentence) : undefined;
}

/** Labels before what to do: `Do instead: …`, `Fix: …`. */
const REMEDY = /^(?:do (?:this )?instead|instead|fix|solution|remedy)\s*[:–—-]\s*/i;
/** How a sentence begins that says what to do. */
const IMPERATIVE =
  /^(?:add|always|attach|await|bind|bound|build|call|catch|check|choose|close|compare|copy|create|declare|escape|exchange|give|handle|hold|join|keep|let|limit|load|lock|make|move|name|pass|pin|prefer|put|quote|read|reject|release|rely|replace|restrict|return|run|send|set|share|shut|sign|start|stop|store|take|test|treat|use|validate|verify|wait|wrap|write)\b/i;

/** What to do in place of the mistake of an entry: the good form, else code or a sentence that shows a rule kept. */
export type Remedy =
  | { readonly kind: 'code'; readonly language: string | undefined; readonly lines: readonly string[] }
  | { readonly kind: 'prose'; readonly sentence: string };

/** Most lines of code of a remedy: half of it may be a mistake of its own. */
const MOST_REMEDY_LINES = 20;

/** Returns the remedy of an entry, with code cut behind 20 lines; undefined if it can't be told from the mistake. */
export function remedyOf(entry: FileEntry): Remedy | undefined {
  const blocks = blocksOf(entry);
  const good = blocks.filter(({ form }) => form === 'good');
  const code =
    good.find(({ kind }) => kind === 'code') ??
    (isUnmixed(entry, blocks) ? blocks.find(isCodeBlock) : undefined);
  if (code !== undefined) return { kind: 'code', language: code.language, lines: shownCode(code) };
  const prose = [...good, ...blocks.filter(({ form }) => form === undefined)]
    .filter(({ kind }) => kind === 'prose')
    .map(({ lines }) => plainProse(lines.join('\n')));
  const told = prose.find((text) => REMEDY.test(text))?.replace(REMEDY, '');
  const sentences = prose.flatMap(sentencesIn);
  const sentence = told === undefined ? sentences.find((one) => IMPERATIVE.test(one)) : sentencesIn(told)[0];
  return sentence === undefined ? undefined : { kind: 'prose', sentence: shortened(sentence) };
}

const isCodeBlock = ({ kind }: Block): boolean => kind === 'code';

/** Whether the code of an entry has no form because it has one form only: rules show how they are kept. */
function isUnmixed({ path }: FileEntry, blocks: readonly Block[]): boolean {
  return path === 'safety.md' && blocks.every(({ form }) => form === undefined);
}

function shownCode({ lines, line, language }: Block): readonly string[] {
  const ink = lines.slice(lines.findIndex((text) => text.trim() !== ''));
  const last = ink.findLastIndex((text) => text.trim() !== '') + 1;
  const shown = ink
    .slice(0, Math.min(last, MOST_REMEDY_LINES))
    .map((text) => cutAround(text, 0, LONGEST_LINE).text);
  const text = `${shown.join('\n')}${last > MOST_REMEDY_LINES ? ' …' : ''}`;
  const cut = { kind: 'code', line, text, highlights: [], ...(language && { language }) } as const;
  return excerptLines(cut).map(({ pieces }) => pieces.map((piece) => piece.text).join(''));
}

/** Prose on one line, without marks of Markdown. */
function plainProse(text: string): string {
  const [line] = excerptLines({ kind: 'prose', line: 1, text, highlights: [] });
  return line?.pieces.map((piece) => piece.text).join('') ?? '';
}

function sentencesIn(text: string): readonly string[] {
  const sentences: string[] = [];
  for (let rest = text.trim(); rest !== ''; ) {
    const [sentence] = SENTENCE.exec(rest) ?? [rest];
    sentences.push(sentence);
    rest = rest.slice(sentence.length).trimStart();
  }
  return sentences;
}

function shortened(sentence: string): string {
  if (sentence.length <= LONGEST_SENTENCE) return sentence;
  return `${sentence.slice(0, LONGEST_SENTENCE).replace(/\s+\S*$/, '')} …`;
}

function excerptOf(block: Block, asked: Asked): Excerpt {
  const { kind, form, language } = block;
  const { text, line } = kind === 'code' ? cutCode(block, asked) : cutProse(block, asked);
  const highlights = marksIn(text, asked.termsAt);
  const cut = { kind, ...(form && { label: form }), ...(language && { language }), line, text, highlights };
  return { ...cut, lines: excerptLines(cut) };
}

function heaviestLine(lines: readonly string[], asked: Asked): number {
  return heaviest(lines.map((text, at) => ({ at, mass: massOf(text, asked) })))?.at ?? 0;
}

/** Cuts a block to whole lines, from the line before the heaviest one. */
function cutCode({ lines, line, form }: Block, asked: Asked): Pick<Excerpt, 'text' | 'line'> {
  const most = form === 'good' ? MOST_GOOD_LINES : MOST_LINES;
  const isInk = (text: string) => text.trim() !== '';
  const last = lines.findLastIndex(isInk) + 1;
  const start = last <= most ? 0 : Math.min(Math.max(0, heaviestLine(lines, asked) - 1), last - most);
  const from = start + lines.slice(start).findIndex(isInk);
  const end = Math.min(last, from + most);
  const shown = lines.slice(from, end).map((text) => cutAround(text, 0, LONGEST_LINE).text);
  if (from > lines.findIndex(isInk)) shown[0] = shown[0]?.replace(/^\s*/, '$&… ') ?? '';
  if (end < last) shown.push(`${shown.pop()?.replace(/ …$/, '')} …`);
  return { text: shown.join('\n'), line: line + from };
}

function cutProse({ lines, line }: Block, { termsAt }: Asked): Pick<Excerpt, 'text' | 'line'> {
  const text = lines.join('\n').trimEnd();
  const isLong = text.length > LONGEST_PARAGRAPH;
  const center = isLong ? (marksIn(text, termsAt)[0]?.[0] ?? 0) : 0;
  const cut = cutAround(text, center, LONGEST_PARAGRAPH);
  return { text: cut.text, line: line + text.slice(0, cut.start).split('\n').length - 1 };
}

/** Cuts a text to at most `most` characters around `center`, from a word to a word. */
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

/** Makes one line of excerpts. Labelled ones have the same room. */
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

/** Returns the places `[start, end)` of the asked words. */
function marksIn(text: string, termsAt: TermsAt): (readonly [number, number])[] {
  const marks: (readonly [number, number])[] = [];
  eachRun(text, (start, end) => {
    if (termsAt(text, start, end).length > 0) marks.push([start, end]);
  });
  return marks;
}
