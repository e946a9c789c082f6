interface TextRange {
  readonly start: number;
  readonly end: number;
}

interface CutRange extends TextRange {
  readonly cutBefore: boolean;
  readonly cutAfter: boolean;
}

const BEFORE = 1 / 3;
const SENTENCE_END = /[.!?:;](?=\s)/g;

/** At most `most` characters around `center`, from a sentence or word to a word's end. */
export function cutAround(text: string, { start, end }: TextRange, center: number, most: number): CutRange {
  if (end - start <= most) return { start, end, cutBefore: false, cutAfter: false };
  const from =
    center - start <= most * BEFORE ? start : beginning(text, center - Math.floor(most * BEFORE), center);
  const to = from + most >= end ? end : ending(text, Math.max(center + 1, from), from + most);
  return { start: from, end: to, cutBefore: from > start, cutAfter: to < end };
}

function beginning(text: string, from: number, center: number): number {
  const lead = text.slice(from, center);
  const sentence = [...lead.matchAll(SENTENCE_END)][0];
  const after = sentence === undefined ? lead.search(/\s/) : sentence.index + 1;
  if (after < 0) return outsideOfPair(text, from);
  return from + after + (/^\s+/.exec(lead.slice(after))?.[0].length ?? 0);
}

function ending(text: string, from: number, to: number): number {
  if (/\s/.test(text[to] ?? ' ')) return trimmed(text, from, to);
  const tail = text.slice(from, to);
  const space = /\s\S*$/.exec(tail)?.index;
  return space === undefined ? outsideOfPair(text, to) : trimmed(text, from, from + space);
}

function trimmed(text: string, from: number, to: number): number {
  return from + text.slice(from, to).trimEnd().length;
}

function outsideOfPair(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff ? at - 1 : at;
}

export class PieceOfText {
  readonly #source: string;
  readonly #ranges: { readonly start: number; readonly end: number; readonly at: number }[] = [];
  #text = '';

  constructor(source: string) {
    this.#source = source;
  }

  add(text: string): void {
    this.#text += text;
  }

  addRange({ start, end, cutBefore, cutAfter }: CutRange): void {
    if (cutBefore) this.#text += '… ';
    this.#ranges.push({ start, end, at: this.#text.length });
    this.#text += this.#source.slice(start, end);
    if (cutAfter) this.#text += ' …';
  }

  /** Ascending, without overlaps. */
  marked(matches: Iterable<TextRange>): { text: string; highlights: (readonly [number, number])[] } {
    const highlights: (readonly [number, number])[] = [];
    let range = 0;
    for (const { start, end } of matches) {
      while (range < this.#ranges.length && start >= (this.#ranges[range]?.end ?? 0)) range += 1;
      const piece = this.#ranges[range];
      if (piece === undefined) break;
      if (start < piece.start || end > piece.end) continue;
      const moved = [piece.at + start - piece.start, piece.at + end - piece.start] as const;
      if (moved[0] >= (highlights.at(-1)?.[1] ?? 0)) highlights.push(moved);
    }
    return { text: this.#text, highlights };
  }
}
