import type { Priority } from '../contract/api/api.ts';
import type { ChosenFile, ChosenFiles } from '../contract/api/choose-files.ts';
import { printable } from '../contract/words/printable.ts';
import { joinPieces } from '../search/sections/section-pieces.ts';
import { endLine, markedLine } from './answer-origin.ts';

const MOST_NAMES = 20;

export interface FileFacts {
  readonly priority: Priority;
  readonly tokens?: number;
  readonly place: number;
}

export interface AnswerParts {
  readonly key: string;
  readonly head: string;
  readonly mark: string;
  /** Below headers. */
  readonly answers: readonly string[];
  readonly files: ChosenFiles;
  readonly facts: ReadonlyMap<string, FileFacts>;
  readonly longForms: ReadonlyMap<string, string>;
  /** A file exceeds an answer of get_section. */
  readonly hasLarge: boolean;
  readonly unlisted: readonly string[];
  readonly unreadable: readonly string[];
}

export const DETAILS = ['names', 'numbers', 'total'] as const;
type Detail = (typeof DETAILS)[number];

/** In reading order, then notes about missing files. */
export function composeAnswer(parts: AnswerParts, detail: Detail): string {
  const { head, files, facts, mark, answers } = parts;
  const placeOf = ({ form }: ChosenFile) => facts.get(form.path)?.place ?? facts.size;
  const blocks = files.chosen
    .toSorted((a, b) => placeOf(a) - placeOf(b))
    .map((file) => fileBlock(file, facts.get(file.form.path), mark));
  const texts = [...answers, ...blocks];
  const frame = texts.length === 0 ? [] : [`The skill's texts stand between lines with ${mark}.`];
  const rest = notes(parts, detail);
  const end = texts.length === 0 || rest.length === 0 ? [] : [endLine(mark)];
  return [head, ...frame, ...texts, ...end, ...rest].join('\n\n');
}

export function fileHeader(path: string, priority: string, mark: string, more = ''): string {
  return markedLine(`${printable(path)} (${priority})${more}`, mark);
}

function fileBlock({ form, pieces }: ChosenFile, facts: FileFacts | undefined, mark: string): string {
  const isWhole = pieces === form.pieces.length;
  const more = isWhole ? '' : `, cut: ${pieces} of ${form.pieces.length} parts`;
  const text = joinPieces(form.pieces.slice(0, pieces).map((piece) => piece.text));
  return `${fileHeader(form.path, facts?.priority ?? 'P3', mark, more)}\n${text}`;
}

function notes(parts: AnswerParts, detail: Detail): readonly string[] {
  const { files, facts, longForms, unlisted, unreadable, key, hasLarge } = parts;
  const cut = files.chosen.filter(({ form, pieces }) => pieces < form.pieces.length);
  const short = files.chosen
    .filter(({ isShort }) => isShort)
    .map(({ form }) => longForms.get(form.path) ?? '');
  const left = files.omitted.map(({ path }) => path);
  const sentences: readonly (readonly [string, readonly string[]])[] = [
    ['Cut to fit', cut.map(({ form }) => form.path)],
    ['Here in their short form', short],
    ['Left out to fit', left],
    ['Short forms of what is here', unsentShortForms(parts)],
    ["In the skill, though its list doesn't name them", unlisted],
  ];
  if (detail === 'total') {
    const total = sentences.reduce((sum, [, paths]) => sum + paths.length, unreadable.length);
    return total === 0 ? [] : [`${total} file${total === 1 ? '' : 's'} cut or left out: get_section.`];
  }
  const said = sentences.flatMap(([sentence, paths]) =>
    paths.length === 0 ? [] : [`${sentence}: ${named(paths, facts, detail)}.`],
  );
  const how = `get_section with path ${key} gives each of these${hasLarge ? ', a file over 1 MiB in parts' : ''}.`;
  return [...(said.length === 0 ? [] : [`${said.join(' ')} ${how}`]), ...unreadable];
}

/** Short forms are not sent with their long forms. */
function unsentShortForms({ files, longForms }: AnswerParts): readonly string[] {
  const sent = new Set(files.chosen.map(({ form }) => form.path));
  return [...longForms].filter(([, long]) => sent.has(long)).map(([short]) => short);
}

function named(paths: readonly string[], facts: AnswerParts['facts'], detail: Detail): string {
  const shown = detail === 'names' ? paths.slice(0, MOST_NAMES) : [];
  const names = shown.map((path) => {
    const known = facts.get(path);
    if (known === undefined) return path;
    const { priority, tokens } = known;
    return `${path} (${priority}${tokens === undefined ? '' : `, ${tokens} tokens`})`;
  });
  const rest = paths.length - shown.length;
  const more = `${rest} ${shown.length === 0 ? '' : 'more '}file${rest === 1 ? '' : 's'}`;
  return [...names, ...(rest === 0 ? [] : [more])].join(', ');
}
