/** Untrusted texts: expressions must run in linear time. */

export type MarkdownBlock = HeadingBlock | FenceBlock | TextBlock;

interface BlockLines {
  readonly line: number;
  readonly lines: readonly string[];
}

interface HeadingBlock extends BlockLines {
  readonly kind: 'heading';
  readonly level: number;
  readonly text: string;
}

export interface FenceBlock extends BlockLines {
  readonly kind: 'fence';
  /** Without fences; `line` is the opening fence. */
  readonly lines: readonly string[];
  /** After the opening fence: `cpp title="Bad"`. */
  readonly info: string;
  readonly closed: boolean;
}

/** Paragraph, table row, or top-level list item with nested content. */
export interface TextBlock extends BlockLines {
  readonly kind: 'paragraph' | 'item' | 'row';
}

const HEADING = /^ {0,3}(#{1,6})(?=[ \t]|$)/;
const UNDERLINE = /^ {0,3}(?:=+|-{2,})[ \t]*$/;
const ITEM = /^ ?(?:[-*+]|\d{1,9}[.)])[ \t]+\S/;
const ROW = /^ {0,3}\|.*\|\s*$/;
const RULE = /^ {0,3}(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$/;

/**
 * HTML comments outside of code count as blank. Unwraps a fence around the document (```` ```markdown ```` first, or after
 * the title).
 */
export function parseMarkdown(text: string): MarkdownBlock[] {
  const lines = text.split(/\r\n|\n|\r/);
  const comments = new CommentReader(lines);
  const blocks: MarkdownBlock[] = [];
  let open: OpenText | undefined;
  let isUnwrapped = false;
  let titles = 0;
  for (let index = 0; index < lines.length; index += 1) {
    const fence = comments.isOpen ? undefined : openingFence(lines[index] ?? '');
    if (fence === undefined) {
      open = addLine(blocks, open, comments.read(index), index);
      continue;
    }
    open = undefined;
    while (titles < blocks.length && isTitle(blocks[titles])) titles += 1;
    if (!isUnwrapped && isDocumentFence(fence.info) && titles === blocks.length) {
      isUnwrapped = true;
      continue;
    }
    const block = fenceFrom(lines, index, fence, isUnwrapped);
    blocks.push(block);
    index += block.lines.length + (block.closed ? 1 : 0);
  }
  return blocks;
}

interface OpenText {
  readonly block: TextBlock;
  readonly lines: string[];
}

function addLine(
  blocks: MarkdownBlock[],
  open: OpenText | undefined,
  line: string,
  index: number,
): OpenText | undefined {
  const heading = HEADING.exec(line);
  if (heading !== null) {
    const [start, marks = '#'] = heading;
    blocks.push({
      kind: 'heading',
      level: marks.length,
      text: withoutClosingMarks(line.slice(start.length).trimStart()),
      line: index + 1,
      lines: [line],
    });
    return undefined;
  }
  if (open?.block.kind === 'paragraph' && UNDERLINE.test(line) && isOneLine(open, index)) {
    const [title = ''] = open.lines;
    const level = line.includes('=') ? 1 : 2;
    blocks.splice(-1, 1, { kind: 'heading', level, text: title.trim(), line: index, lines: [title] });
    return undefined;
  }
  if (line.trim() === '' || RULE.test(line)) return open;
  const kind = ROW.test(line) ? 'row' : ITEM.test(line) ? 'item' : 'paragraph';
  if (open !== undefined && kind === 'paragraph' && continues(open, line, index)) {
    // Keeps blank lines, so that a line number follows from the index.
    while (open.block.line + open.lines.length <= index) open.lines.push('');
    open.lines.push(line);
    return open;
  }
  const lines = [line];
  const block: TextBlock = { kind, line: index + 1, lines };
  blocks.push(block);
  return { block, lines };
}

/** `Title ##` becomes `Title`. */
function withoutClosingMarks(text: string): string {
  const title = text.trimEnd();
  let end = title.length;
  while (title.charAt(end - 1) === '#') end -= 1;
  const isClosing = end < title.length && (end === 0 || /[ \t]/.test(title.charAt(end - 1)));
  return isClosing ? title.slice(0, end).trimEnd() : title;
}

function isOneLine({ block, lines }: OpenText, index: number): boolean {
  return lines.length === 1 && block.line === index;
}

/** Without a gap, or indented below an item. */
function continues({ block, lines }: OpenText, line: string, index: number): boolean {
  if (block.kind === 'row') return false;
  return block.line + lines.length === index + 1 || (block.kind === 'item' && /^\s{2,}/.test(line));
}

/** Replaces HTML comments by blanks, line by line. */
class CommentReader {
  readonly #lines: readonly string[];
  /** No comment that begins before this line ends in its paragraph. */
  #noEndBefore = 0;
  isOpen = false;

  constructor(lines: readonly string[]) {
    this.#lines = lines;
  }

  read(index: number): string {
    const line = this.#lines[index] ?? '';
    if (!this.isOpen && !line.includes(COMMENT)) return line;
    const tokens = [...line.matchAll(/\\|`+|<!--|-->/g)];
    const last = new Map(tokens.map(({ 0: token, index: place }) => [token, place]));
    const recurs = (token: string, place: number) => (last.get(token) ?? -1) > place;
    let [plain, from, escaped] = ['', 0, -1];
    let span: string | undefined;
    for (const { 0: token, index: place } of tokens) {
      if (this.isOpen) {
        if (token !== COMMENT_END) continue;
        this.isOpen = false;
        plain += ' '.repeat(place + COMMENT_END.length - from);
        from = place + COMMENT_END.length;
      } else if (span !== undefined) span = token === span ? undefined : span;
      else if (place === escaped) continue;
      else if (token === '\\') escaped = place + 1;
      else if (token.startsWith('`')) span = recurs(token, place) ? token : undefined;
      else if (token === COMMENT && (recurs(COMMENT_END, place) || this.#endsLater(line, place, index))) {
        this.isOpen = true;
        plain += line.slice(from, place);
        from = place;
      }
    }
    return this.isOpen ? plain : plain + line.slice(from);
  }

  /** At the start of a line even without an end; else within the paragraph. */
  #endsLater(line: string, start: number, index: number): boolean {
    if (start <= 3 && line.slice(0, start).trim() === '') return true;
    if (index < this.#noEndBefore) return false;
    for (let next = index + 1; ; next += 1) {
      const below = this.#lines[next] ?? '';
      if (below.includes(COMMENT_END)) return true;
      if (below.trim() !== '') continue;
      this.#noEndBefore = next;
      return false;
    }
  }
}

const COMMENT = '<!--';
const COMMENT_END = '-->';

interface Fence {
  readonly mark: string;
  readonly info: string;
}

/** At least three marks, no later backticks. */
function openingFence(line: string): Fence | undefined {
  const text = line.trimStart();
  const length = markLength(text);
  if (length < 3 || text.includes('`', length)) return undefined;
  return { mark: text.slice(0, length), info: text.slice(length) };
}

function markLength(text: string): number {
  const mark = text.charAt(0);
  if (mark !== '`' && mark !== '~') return 0;
  let length = 1;
  while (text.charAt(length) === mark) length += 1;
  return length;
}

function isDocumentFence(info: string): boolean {
  return /^(?:markdown|md)\b/i.test(info.trim());
}

function isTitle(block: MarkdownBlock | undefined): boolean {
  return block?.kind === 'heading' && block.level === 1;
}

/** A lone last fence ends an unwrapped document. */
function fenceFrom(
  lines: readonly string[],
  start: number,
  { mark, info }: Fence,
  isUnwrapped: boolean,
): FenceBlock {
  const body: string[] = [];
  for (let index = start + 1; index < lines.length; index += 1) {
    const line = lines[index] ?? '';
    if (isClosingFence(line.trim(), mark))
      return { kind: 'fence', line: start + 1, lines: body, info, closed: true };
    body.push(line);
  }
  const isEmpty = body.every((line) => line.trim() === '');
  return { kind: 'fence', line: start + 1, lines: body, info, closed: isUnwrapped && isEmpty };
}

function isClosingFence(line: string, marker: string): boolean {
  return (
    line.length >= marker.length && line.charAt(0) === marker.charAt(0) && markLength(line) === line.length
  );
}
