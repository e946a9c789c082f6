/** Which files of a skill go where there is room for some of them only: into an agent's answer, and on the clipboard. */
import { byImportance } from './files-to-read-first.ts';

const SHORT_END = '-compact.md';

/** A file, or its short form, in the pieces that it may be cut into. */
export interface FileForm {
  /** Relative to the skill's folder. */
  readonly path: string;
  /** In their order: what stands before the second heading, then what each further one begins. One where it can't be cut. */
  readonly pieces: readonly Piece[];
}

/** A part of a file that is sent whole or not at all. */
export interface Piece {
  readonly text: string;
  /** In the measure of the room: tokens, or bytes. */
  readonly cost: number;
}

/** A file as it may be sent: whole, cut, or as the short form that its author wrote beside it. */
export interface FileChoice {
  readonly long: FileForm;
  /** The file's `-compact` twin; absent where there is none. */
  readonly short?: FileForm;
}

/** A file that was chosen, and how much of it. */
export interface ChosenFile {
  readonly form: FileForm;
  /** Pieces that are sent, from the first on: 1 or more. */
  readonly pieces: number;
  /** The form stands for the long one. */
  readonly isShort: boolean;
}

/** What fits into the room. */
export interface ChosenFiles {
  /** Most important first. All but the last one are whole. */
  readonly chosen: readonly ChosenFile[];
  /** What isn't sent in any form, most important first. */
  readonly omitted: readonly FileForm[];
  /** Of all that is chosen. */
  readonly cost: number;
}

/** By path of each `-compact` twin whose long form is there too: that one. */
export function findLongForms(files: readonly { readonly path: string }[]): ReadonlyMap<string, string> {
  const paths = new Set(files.map(({ path }) => path));
  const pairs = [...paths].flatMap((path) => {
    const long = `${path.slice(0, -SHORT_END.length)}.md`;
    return path.endsWith(SHORT_END) && paths.has(long) ? [[path, long] as const] : [];
  });
  return new Map(pairs);
}

/**
 * The choices that a skill's files leave, most important first: a short form is none of its own.
 * @param ordered in reading order
 */
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
 * Chooses by importance: where not everything fits, short forms stand for long ones, of the least important files first;
 * then files go in until one doesn't fit, which is cut at a heading, and nothing less important follows.
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

/** What a form costs, or its first pieces. */
export function costOf({ pieces }: FileForm, count = pieces.length): number {
  return pieces.slice(0, count).reduce((sum, { cost }) => sum + cost, 0);
}

/** The form of each file: the long ones as far as all fits. */
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

/** A title, or a fence, with nothing under it isn't. */
function isWorthReading({ pieces }: FileForm, count: number): boolean {
  return pieces.slice(0, count).some(({ text }) => /^(?![ \t]*(?:#|```|~~~|$))/m.test(text.trimEnd()));
}
