/** Which files of a skill go into an answer that has room for some of them only. */

/** A file, or its short form, in the pieces that it may be cut into. */
export interface FileForm {
  /** Relative to the skill's folder. */
  readonly path: string;
  /** In their order: what stands before the second heading, then what each further one begins. One where it can't be cut. */
  readonly pieces: readonly Piece[];
}

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

export interface ChosenFile {
  readonly form: FileForm;
  /** Pieces that are sent, from the first on: 1 or more. */
  readonly pieces: number;
  /** The form stands for the long one. */
  readonly isShort: boolean;
}

export interface ChosenFiles {
  /** Most important first. All but the last one are whole. */
  readonly chosen: readonly ChosenFile[];
  /** What isn't sent in any form, most important first. */
  readonly omitted: readonly FileForm[];
  /** Of all that is chosen. */
  readonly cost: number;
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
  let left = room;
  for (const [place, form] of forms.entries()) {
    const pieces = countFitting(form, left);
    const isWhole = pieces === form.pieces.length;
    if (isWhole || isWorthReading(form, pieces)) {
      chosen.push({ form, pieces, isShort: form !== files[place]?.long });
      left -= costOf(form, pieces);
    }
    if (isWhole) continue;
    const omitted = forms.slice(chosen.length);
    return { chosen, omitted, cost: room - left };
  }
  return { chosen, omitted: [], cost: room - left };
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
