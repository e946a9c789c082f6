/**
 * As much of markdown's block structure as the rules need: fences are told from prose, line by line. Texts come from
 * strangers: no expression here may take more than linear time.
 */

export type MarkdownBlock = HeadingBlock | FenceBlock | TextBlock;

interface BlockLines {
  /** Its first line, from 1. */
  readonly line: number;
  readonly lines: readonly string[];
}

export interface HeadingBlock extends BlockLines {
  readonly kind: 'heading';
  readonly level: number;
  readonly text: string;
}

export interface FenceBlock extends BlockLines {
  readonly kind: 'fence';
  /** Without the fences; `line` is the opening one's. */
  readonly lines: readonly string[];
  readonly closed: boolean;
}

/** A paragraph, a top-level list item with what belongs to it, or a row of a table. */
export interface TextBlock extends BlockLines {
  readonly kind: 'paragraph' | 'item' | 'row';
}

const FENCE = /^\s*(`{3,}|~{3,})([^`]*)$/;
const HEADING = /^ {0,3}(#{1,6})(?:[ \t]+(.*))?$/;
const UNDERLINE = /^ {0,3}(?:=+|-{2,})[ \t]*$/;
const ITEM = /^ ?(?:[-*+]|\d{1,9}[.)])[ \t]+\S/;
const ROW = /^ {0,3}\|.*\|\s*$/;
const RULE = /^ {0,3}(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$/;

/**
 * Blocks in order. HTML comments are blank. A fence around the whole document (```` ```markdown ```` before any other
 * block but the title) is opened up: its content is the document.
 */
export function parseMarkdown(text: string): MarkdownBlock[] {
  const lines = withoutComments(text).split(/\r\n|\n|\r/);
  const blocks: MarkdownBlock[] = [];
  let open: OpenText | undefined;
  let isUnwrapped = false;
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? '';
    const fence = FENCE.exec(line);
    if (fence === null) {
      open = addLine(blocks, open, line, index);
      continue;
    }
    open = undefined;
    if (!isUnwrapped && isDocumentFence(fence[2] ?? '') && blocks.every(isTitle)) {
      isUnwrapped = true;
      continue;
    }
    const block = fenceFrom(lines, index, fence[1] ?? '```', isUnwrapped);
    blocks.push(block);
    index += block.lines.length + (block.closed ? 1 : 0);
  }
  return blocks;
}

/** The block that the next line may belong to, and its lines so far. */
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
    const [, marks = '#', text = ''] = heading;
    blocks.push({
      kind: 'heading',
      level: marks.length,
      text: withoutClosingMarks(text),
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
    // Blank lines inside of an item count, so that a line's number follows from its place.
    while (open.block.line + open.lines.length <= index) open.lines.push('');
    open.lines.push(line);
    return open;
  }
  const lines = [line];
  const block: TextBlock = { kind, line: index + 1, lines };
  blocks.push(block);
  return { block, lines };
}

/** `Title ##` is `Title`; the marks stand alone. */
function withoutClosingMarks(text: string): string {
  const title = text.trimEnd();
  let end = title.length;
  while (title[end - 1] === '#') end -= 1;
  const isClosing = end < title.length && (end === 0 || /[ \t]/.test(title[end - 1] ?? ''));
  return isClosing ? title.slice(0, end).trimEnd() : title;
}

/** Whether the block is a single line, right above. */
function isOneLine({ block, lines }: OpenText, index: number): boolean {
  return lines.length === 1 && block.line === index;
}

/** Whether text belongs to the block before it: it goes on without a gap, or is indented under an item. */
function continues({ block, lines }: OpenText, line: string, index: number): boolean {
  if (block.kind === 'row') return false;
  return block.line + lines.length === index + 1 || (block.kind === 'item' && /^\s{2,}/.test(line));
}

function withoutComments(text: string): string {
  return text.includes('<!--')
    ? text.replace(/<!--.*?(?:-->|$)/gs, (comment) => comment.replace(/[^\r\n]/g, ' '))
    : text;
}

function isDocumentFence(info: string): boolean {
  return /^(?:markdown|md)\b/i.test(info.trim());
}

function isTitle(block: MarkdownBlock): boolean {
  return block.kind === 'heading' && block.level === 1;
}

/** From the opening fence to its end. A lone fence at the end of an opened-up document closes that, and holds nothing. */
function fenceFrom(
  lines: readonly string[],
  start: number,
  marker: string,
  isUnwrapped: boolean,
): FenceBlock {
  const body: string[] = [];
  for (let index = start + 1; index < lines.length; index += 1) {
    const line = lines[index] ?? '';
    const end = /^\s*(`{3,}|~{3,})\s*$/.exec(line)?.[1];
    if (end !== undefined && end[0] === marker[0] && end.length >= marker.length)
      return { kind: 'fence', line: start + 1, lines: body, closed: true };
    body.push(line);
  }
  const isEmpty = body.every((line) => line.trim() === '');
  return { kind: 'fence', line: start + 1, lines: body, closed: isUnwrapped && isEmpty };
}
