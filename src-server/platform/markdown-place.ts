/** Columns between the stops of tabs. */
const TAB_STOP = 4;
/** Columns of blanks that make a line code. */
export const CODE_INDENT = 4;

const TAB = 0x09;
const CR = 0x0d;
const SPACE = 0x20;
const HASH = 0x23;
const STAR = 0x2a;
const PLUS = 0x2b;
const DASH = 0x2d;
const DOT = 0x2e;
const CLOSING = 0x29;
const EQUALS = 0x3d;
const GREATER = 0x3e;
const UNDERSCORE = 0x5f;
const BACKTICK = 0x60;
const TILDE = 0x7e;

/** A place in a line, behind the marks that were taken off. */
export class LinePlace {
  readonly #text: string;
  readonly #end: number;
  #at: number;
  #column = 0;
  /** Columns of a tab that was taken in part. */
  #left = 0;

  constructor(text: string, start: number, end: number) {
    this.#text = text;
    this.#at = start;
    this.#end = end;
  }

  /** The columns of blanks from here on. */
  get indent(): number {
    let column = this.#column + this.#left;
    for (let at = this.#at; at < this.#end; at += 1) {
      const code = this.#text.charCodeAt(at);
      if (code === SPACE) column += 1;
      else if (code === TAB) column += TAB_STOP - (column % TAB_STOP);
      else break;
    }
    return column - this.#column;
  }

  get isBlank(): boolean {
    return this.#inkAt >= this.#end;
  }

  /** The first character behind blanks. */
  get code(): number {
    const at = this.#inkAt;
    return at < this.#end ? this.#text.charCodeAt(at) : 0;
  }

  /** The line from its first character on that is no blank. */
  get rest(): string {
    return this.#text.slice(this.#inkAt, this.#end);
  }

  get #inkAt(): number {
    let at = this.#at;
    while (at < this.#end && isBlankCode(this.#text.charCodeAt(at))) at += 1;
    return at;
  }

  /** Takes columns of blanks, if there are as many. */
  takeIndent(columns: number): boolean {
    if (this.indent < columns) return false;
    let missing = columns;
    const part = Math.min(this.#left, missing);
    this.#left -= part;
    this.#column += part;
    missing -= part;
    while (missing > 0) {
      const width = this.#text.charCodeAt(this.#at) === TAB ? TAB_STOP - (this.#column % TAB_STOP) : 1;
      const taken = Math.min(width, missing);
      this.#at += 1;
      this.#column += taken;
      this.#left = width - taken;
      missing -= taken;
    }
    return true;
  }

  /** Takes `>` and a blank behind it. */
  takeQuote(): boolean {
    if (this.code !== GREATER || this.indent >= CODE_INDENT) return false;
    this.takeIndent(this.indent);
    this.#at += 1;
    this.#column += 1;
    this.takeIndent(1);
    return true;
  }

  /**
   * Takes the mark of an item, `-` or `1.`, and returns the columns that its content is indented. Undefined for other
   * lines. Within a paragraph, only items with content begin a list, and numbered ones only with 1.
   */
  takeMarker(isInParagraph: boolean): number | undefined {
    if (this.isRule()) return undefined;
    const ink = this.#inkAt;
    let end = ink;
    const first = this.#text.charCodeAt(ink);
    if (first === DASH || first === PLUS || first === STAR) end += 1;
    else {
      while (end < this.#end && end - ink < 9 && isDigit(this.#text.charCodeAt(end))) end += 1;
      const sign = this.#text.charCodeAt(end);
      if (end === ink || end >= this.#end || (sign !== DOT && sign !== CLOSING)) return undefined;
      if (isInParagraph && this.#text.slice(ink, end) !== '1') return undefined;
      end += 1;
    }
    if (end < this.#end && !isBlankCode(this.#text.charCodeAt(end))) return undefined;
    const before = this.indent;
    const width = end - ink;
    const behind = new LinePlace(this.#text, end, this.#end);
    behind.#column = this.#column + before + width;
    if (isInParagraph && behind.isBlank) return undefined;
    this.takeIndent(before);
    this.#at = end;
    this.#column += width;
    // Code may begin in the line of the mark.
    const gap = behind.isBlank || behind.indent > CODE_INDENT ? 1 : behind.indent;
    this.takeIndent(gap);
    return before + width + gap;
  }

  /** The length of the mark that opens a fence here; 0 without one. */
  fenceMark(): number {
    const { code } = this;
    if (code !== BACKTICK && code !== TILDE) return 0;
    const length = this.#run(code);
    if (length < 3) return 0;
    return code === BACKTICK && this.#text.slice(this.#inkAt + length, this.#end).includes('`') ? 0 : length;
  }

  infoBehind(mark: number): string {
    return this.#text.slice(this.#inkAt + mark, this.#end).trim();
  }

  /** Whether nothing but a mark that closes a fence stands here. */
  isFenceEnd(mark: number, length: number): boolean {
    const { code } = this;
    if (mark === 0 ? code !== BACKTICK && code !== TILDE : code !== mark) return false;
    const run = this.#run(code);
    return run >= Math.max(3, length) && this.#isBlankFrom(this.#inkAt + run);
  }

  isHeading(): boolean {
    if (this.code !== HASH) return false;
    const run = this.#run(HASH);
    const behind = this.#inkAt + run;
    return run <= 6 && (behind >= this.#end || isBlankCode(this.#text.charCodeAt(behind)));
  }

  /** Whether a thematic break stands here: `---`, `* * *`. */
  isRule(): boolean {
    const { code } = this;
    if (code !== DASH && code !== STAR && code !== UNDERSCORE) return false;
    let marks = 0;
    for (let at = this.#inkAt; at < this.#end; at += 1) {
      const one = this.#text.charCodeAt(at);
      if (one === code) marks += 1;
      else if (!isBlankCode(one)) return false;
    }
    return marks >= 3;
  }

  /** Whether the line makes a heading of the one above: `===`, `--`. */
  isUnderline(): boolean {
    const { code } = this;
    return (code === EQUALS || code === DASH) && this.#isBlankFrom(this.#inkAt + this.#run(code));
  }

  #run(code: number): number {
    const start = this.#inkAt;
    let at = start;
    while (at < this.#end && this.#text.charCodeAt(at) === code) at += 1;
    return at - start;
  }

  #isBlankFrom(start: number): boolean {
    for (let at = start; at < this.#end; at += 1) if (!isBlankCode(this.#text.charCodeAt(at))) return false;
    return true;
  }
}

/** Whether a character is a blank within a line. */
export const isBlankCode = (code: number): boolean => code === SPACE || code === TAB || code === CR;
const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;
