/** Entries consist of claim, bad form, good form. */
import {
  type EntryForm,
  formOf,
  formOfCodeLine,
  formOfInfo,
  isBareLabel,
  isLabel,
  opensEntry,
} from '../../platform/entry-labels.ts';
import type { SectionLine } from '../sections/section-reading.ts';

export interface EntryLine extends SectionLine {
  readonly form?: EntryForm;
  readonly isBare: boolean;
  readonly entry: number;
}

export const LIST_ITEM_OR_ROW = /^\s*(?:[-*+]\s|\d+[.)]\s|\||>)/;
const MARKS = /^\s*(?:>\s*)*(?:(?:[-*+]|\d+[.)])\s+)?(?:#{1,6}\s+)?/;
const INFO = /^\s*(?:`+|~+)/;

/**
 * An entry ends before the next pair's label: a bad form after a good form, or the author's reverse order.
 */
export function entryLines(text: string, lines: readonly SectionLine[]): readonly EntryLine[] {
  const reader = new FormReader();
  const read = lines.map((line) => reader.read(text.slice(line.start, line.end), line.kind));
  const entries = numberEntries(lines, read);
  return lines.map((line, at) => {
    const { form, isBare = false } = read[at] ?? {};
    return { ...line, ...(form && { form }), isBare, entry: entries[at] ?? 0 };
  });
}

interface ReadLine {
  readonly form?: EntryForm | undefined;
  readonly isBare?: boolean;
  /** `Why: …` */
  readonly isReason?: boolean;
  readonly isStart?: boolean;
}

class FormReader {
  #prose: EntryForm | undefined;
  /** In a fence, until its end. */
  #code: EntryForm | undefined;
  #inFence = false;
  /** Code followed: later prose has another subject. */
  #isUsed = false;
  /** Label without text: applies to following paragraphs and items. */
  #isBare = false;
  #inParagraph = false;

  read(line: string, kind: SectionLine['kind']): ReadLine {
    switch (kind) {
      case 'fence':
        return this.#readFence(line.replace(INFO, ''));
      case 'code':
        this.#inFence = true;
        return this.#readCode(line);
      case 'blank':
        this.#inParagraph = false;
        return {};
      default:
        return this.#readProse(line.replace(MARKS, ''), kind === 'heading', LIST_ITEM_OR_ROW.test(line));
    }
  }

  #readFence(info: string): ReadLine {
    const opens = !this.#inFence || info.trim() !== '';
    this.#inFence = opens;
    this.#code = opens ? formOfInfo(info) : undefined;
    this.#isUsed = true;
    this.#inParagraph = false;
    return opens ? { form: this.#code ?? this.#prose, isBare: true } : {};
  }

  #readCode(line: string): ReadLine {
    if (opensEntry(line)) {
      this.#code = undefined;
      this.#prose = undefined;
      return { isStart: true };
    }
    this.#code = formOfCodeLine(line) ?? this.#code;
    return { form: this.#code ?? this.#prose };
  }

  #readProse(line: string, isHeading: boolean, isItem: boolean): ReadLine {
    const announced = formOf(line);
    this.#code = undefined;
    this.#inFence = false;
    if (announced !== undefined || isHeading) {
      this.#prose = announced;
      this.#isUsed = false;
      this.#isBare = isBareLabel(line);
      this.#inParagraph = true;
      return { form: announced, isBare: this.#isBare };
    }
    const isReason = isLabel(line);
    if (isReason || this.#isUsed || (isItem && !this.#isBare)) this.#prose = undefined;
    const belongs = this.#isBare || this.#inParagraph;
    this.#inParagraph = true;
    return { form: belongs ? this.#prose : undefined, isReason };
  }
}

function numberEntries(lines: readonly SectionLine[], read: readonly ReadLine[]): readonly number[] {
  const first = read.find(({ form }) => form !== undefined)?.form;
  const starts = new Set<number>();
  let seenOther = false;
  /** Possible start of the next entry's claim. */
  let claim: number | undefined;
  let inReason = false;
  read.forEach(({ form, isBare, isReason, isStart }, at) => {
    const kind = lines[at]?.kind;
    if (isStart) {
      starts.add(at);
      seenOther = false;
      claim = undefined;
      return;
    }
    if (form !== undefined) {
      if (form !== first) seenOther = true;
      else if (seenOther) {
        starts.add(claim ?? at);
        seenOther = false;
      }
      claim = undefined;
      inReason = false;
    } else if (kind === 'blank') inReason = false;
    else if (kind === 'fence' && isBare) claim ??= at;
    else if (kind === 'prose' || kind === 'heading') {
      inReason = isReason === true || inReason;
      if (inReason) claim = undefined;
      else claim ??= at;
    }
  });
  let entry = 0;
  return read.map((_, at) => {
    if (starts.has(at)) entry += 1;
    return entry;
  });
}
