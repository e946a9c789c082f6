/** Searches across elements, such as highlighted code. */

export const MOST_MATCHES = 1_000;

const BLOCKS =
  'p, li, pre, h1, h2, h3, h4, h5, h6, td, th, dt, dd, div, section, header, footer, article, a, button';

interface Piece {
  readonly node: Text;
  readonly start: number;
}

/** In document order. */
export function findMatches(within: Element, words: string): readonly Range[] {
  const pattern = patternOf(words);
  if (pattern === undefined) return [];
  const { text, pieces } = visibleText(within);
  const ranges: Range[] = [];
  let first = 0;
  for (const { 0: match, index } of text.matchAll(pattern)) {
    if (ranges.length === MOST_MATCHES) break;
    while (endOf(pieces[first]) <= index) first += 1;
    const range = rangeOf(pieces, first, index, index + match.length);
    if (range !== undefined) ranges.push(range);
  }
  return ranges;
}

function patternOf(words: string): RegExp | undefined {
  const parts = words.trim().split(/\s+/);
  if (parts[0] === '') return undefined;
  const escaped = parts.map((part) => part.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&'));
  return new RegExp(escaped.join('\\s+'), 'giu');
}

function endOf(piece: Piece | undefined): number {
  return piece === undefined ? Number.POSITIVE_INFINITY : piece.start + piece.node.data.length;
}

function rangeOf(pieces: readonly Piece[], first: number, start: number, end: number): Range | undefined {
  const from = pieces[first];
  const to = pieces.slice(first).find((piece) => endOf(piece) >= end);
  if (from === undefined || to === undefined || start < from.start) return undefined;
  const range = document.createRange();
  range.setStart(from.node, start - from.start);
  range.setEnd(to.node, Math.max(0, end - to.start));
  return range;
}

/** Line breaks prevent matches across blocks. */
function visibleText(within: Element): { readonly text: string; readonly pieces: readonly Piece[] } {
  const walker = document.createTreeWalker(within, NodeFilter.SHOW_TEXT, (node) =>
    isSeen(node.parentElement) ? NodeFilter.FILTER_ACCEPT : NodeFilter.FILTER_REJECT,
  );
  const pieces: Piece[] = [];
  let text = '';
  let block: Element | null = null;
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const own = node.parentElement?.closest(BLOCKS) ?? null;
    if (block !== null && own !== block) text += '\n\u0000\n';
    block = own;
    pieces.push({ node: node as Text, start: text.length });
    text += (node as Text).data;
  }
  return { text, pieces };
}

function isSeen(element: Element | null): boolean {
  return element !== null && element.closest('.hidden-text') === null && element.getClientRects().length > 0;
}
