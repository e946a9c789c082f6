/** Selects a skill's files for agents and the clipboard. */
import { byImportance } from './files-to-read-first.ts';

const SHORT_END = '-compact.md';

export interface FileForm {
  readonly path: string;
  /** Before the second heading, then per heading. A single piece if indivisible. */
  readonly pieces: readonly Piece[];
}

export interface Piece {
  readonly text: string;
  /** Tokens or bytes, like the budget. */
  readonly cost: number;
}

export interface FileChoice {
  readonly long: FileForm;
  readonly short?: FileForm;
}

export interface ChosenFile {
  readonly form: FileForm;
  /** Leading pieces, at least 1. */
  readonly pieces: number;
  readonly isShort: boolean;
}

export interface ChosenFiles {
  /** Most important first; only the last may be cut. */
  readonly chosen: readonly ChosenFile[];
  readonly omitted: readonly FileForm[];
  readonly cost: number;
}

/** `-compact` twins to existing long forms. */
export function findLongForms(files: readonly { readonly path: string }[]): ReadonlyMap<string, string> {
  const paths = new Set(files.map(({ path }) => path));
  const pairs = [...paths].flatMap((path) => {
    const long = `${path.slice(0, -SHORT_END.length)}.md`;
    return path.endsWith(SHORT_END) && paths.has(long) ? [[path, long] as const] : [];
  });
  return new Map(pairs);
}

/** @param ordered in reading order */
export function choicesOf(ordered: readonly FileForm[]): readonly FileChoice[] {
  const longForms = findLongForms(ordered);
  const shortOf = new Map<string | undefined, FileForm>();
  for (const form of ordered) if (longForms.has(form.path)) shortOf.set(longForms.get(form.path), form);
  return byImportance(ordered)
    .filter(({ path }) => !longForms.has(path))
    .map((long) => {
      const short = shortOf.get(long.path);
      return { long, ...(short && { short }) };
    });
}

/**
 * If not all fit, replaces long by short forms, least important first. Then cuts the first file too long at a
 * heading, and omits the rest.
 *
 * @param files most important first
 */
export function chooseFiles(files: readonly FileChoice[], room: number): ChosenFiles {
  const forms = shortenToFit(files, room);
  const chosen: ChosenFile[] = [];
  let cost = 0;
  for (const [place, form] of forms.entries()) {
    const pieces = countFitting(form, room - cost);
    const isWhole = pieces === form.pieces.length;
    if (isWhole || isWorthReading(form, pieces)) {
      chosen.push({ form, pieces, isShort: form !== files[place]?.long });
      cost += costOf(form, pieces);
    }
    if (isWhole) continue;
    const omitted = forms.slice(chosen.length);
    return { chosen, omitted, cost };
  }
  return { chosen, omitted: [], cost };
}

export function costOf({ pieces }: FileForm, count = pieces.length): number {
  return pieces.slice(0, count).reduce((sum, { cost }) => sum + cost, 0);
}

function shortenToFit(files: readonly FileChoice[], room: number): readonly FileForm[] {
  const forms = files.map(({ long }) => long);
  let cost = forms.reduce((sum, form) => sum + costOf(form), 0);
  for (let place = files.length - 1; place >= 0 && cost > room; place -= 1) {
    const { long, short } = files[place] as FileChoice;
    if (short === undefined || costOf(short) >= costOf(long)) continue;
    forms[place] = short;
    cost -= costOf(long) - costOf(short);
  }
  return forms;
}

function countFitting({ pieces }: FileForm, room: number): number {
  let left = room;
  const tooMuch = pieces.findIndex(({ cost }) => {
    left -= cost;
    return left < 0;
  });
  return tooMuch < 0 ? pieces.length : tooMuch;
}

/** Excludes lone titles and fences. */
function isWorthReading({ pieces }: FileForm, count: number): boolean {
  return pieces.slice(0, count).some(({ text }) => /^(?![ \t]*(?:#|```|~~~|$))/m.test(text.trimEnd()));
}
