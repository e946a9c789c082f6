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
const FENCE = /^\s*(`{3,}(?!`)|~{3,}(?!~))([^`]*)$/;
const COMMENT = /^ {0,3}<!--/;

/**
 * HTML comments count as blank from a line that begins with one to the line of its end. Unwraps a fence around the
 * document (```` ```markdown ```` first, or after the title).
 */
export function parseMarkdown(text: string): MarkdownBlock[] {
  const lines = text.split(/\r\n|\n|\r/);
  const blocks: MarkdownBlock[] = [];
  let open: OpenText | undefined;
  let isUnwrapped = false;
  let isComment = false;
  let titles = 0;
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? '';
    if (isComment || COMMENT.test(line)) {
      isComment = !line.includes('-->');
      continue;
    }
    const [, mark, info = ''] = FENCE.exec(line) ?? [];
    if (mark === undefined) {
      open = addLine(blocks, open, line, index);
      continue;
    }
    open = undefined;
    while (titles < blocks.length && isTitle(blocks[titles])) titles += 1;
    if (!isUnwrapped && /^\s*(?:markdown|md)\b/i.test(info) && titles === blocks.length) {
      isUnwrapped = true;
      continue;
    }
    const block = fenceFrom(lines, index, mark, info);
    // A lone last fence ends an unwrapped document.
    const isLast = isUnwrapped && block.lines.every((each) => each.trim() === '');
    blocks.push(isLast ? { ...block, closed: true } : block);
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
  const [start, marks] = HEADING.exec(line) ?? [];
  if (start !== undefined && marks !== undefined) {
    // `Title ##` becomes `Title`.
    const text = line
      .slice(start.length)
      .trim()
      .replace(/(?:^|[ \t])#+$/, '')
      .trimEnd();
    blocks.push({ kind: 'heading', level: marks.length, text, line: index + 1, lines: [line] });
    return undefined;
  }
  const isOneLine = open?.lines.length === 1 && open.block.line === index;
  if (open?.block.kind === 'paragraph' && isOneLine && UNDERLINE.test(line)) {
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

/** Without a gap, or indented below an item. */
function continues({ block, lines }: OpenText, line: string, index: number): boolean {
  if (block.kind === 'row') return false;
  return block.line + lines.length === index + 1 || (block.kind === 'item' && /^\s{2,}/.test(line));
}

function isTitle(block: MarkdownBlock | undefined): boolean {
  return block?.kind === 'heading' && block.level === 1;
}

function fenceFrom(lines: readonly string[], start: number, mark: string, info: string): FenceBlock {
  const isEnd = (line: string) => line.length >= mark.length && line === mark.charAt(0).repeat(line.length);
  let end = start + 1;
  while (end < lines.length && !isEnd((lines[end] ?? '').trim())) end += 1;
  const closed = end < lines.length;
  return { kind: 'fence', line: start + 1, lines: lines.slice(start + 1, end), info, closed };
}
