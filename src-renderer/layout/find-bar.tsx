import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { IconButton } from '../ui/button.tsx';
import { TextField } from '../ui/fields.tsx';
import { isComposing } from '../ui/shortcuts.tsx';
import styles from './find-bar.module.css';

/** Finds words in what is shown, in the app: Electron has no box of its own for it. */
export default function FindBar({
  within,
  times,
  onClose,
}: {
  readonly within: RefObject<HTMLElement | null>;
  /** The number of requests for the box. Each one leads back into it. */
  readonly times: number;
  readonly onClose: () => void;
}) {
  const [words, setWords] = useState('');
  const bar = useRef<HTMLElement>(null);
  const { count, at, step } = useMatches(within, words);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key leads back into the box
  useLayoutEffect(() => bar.current?.querySelector('input')?.select(), [times]);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (isComposing(event.nativeEvent)) return;
    if (event.key === 'Enter' && event.target instanceof HTMLInputElement) step(event.shiftKey ? -1 : 1);
    if (event.key !== 'Escape') return;
    event.preventDefault();
    onClose();
    within.current?.focus({ preventScroll: true });
  };
  const total = count === MOST_MATCHES ? `${MOST_MATCHES} or more` : count;
  return (
    <search ref={bar} className={styles.find} aria-label="Find in this view" onKeyDown={onKeyDown}>
      <TextField
        label="Find in this view"
        isLabelHidden
        placeholder="Find in this view"
        value={words}
        maxLength={200}
        onChange={({ currentTarget }) => setWords(currentTarget.value)}
      />
      <span role="status">
        {words.trim() !== '' && (count === 0 ? notFound(within.current) : `${at + 1} of ${total}`)}
      </span>
      <IconButton name="Previous match" icon={ChevronUp} onClick={() => step(-1)} />
      <IconButton name="Next match" icon={ChevronDown} onClick={() => step(1)} />
      <IconButton name="Close" icon={X} onClick={onClose} />
    </search>
  );
}

/** Says that nothing was found. A very long list has only the rows on the page that are seen. */
function notFound(view: HTMLElement | null): string {
  return view?.querySelector('[data-in-view-only]') == null ? 'Not found' : 'Not in the rows in view';
}

/** Follows the view: another view, or a text that arrives, is searched for the same words. */
function useMatches(within: RefObject<HTMLElement | null>, words: string) {
  const [found, setFound] = useState({ count: 0, at: 0 });
  const at = useRef(0);
  const search = (by: number) => {
    const ranges = within.current === null ? [] : findMatches(within.current, words);
    const count = ranges.length;
    at.current = count === 0 ? 0 : (at.current + by + count) % count;
    const range = ranges[at.current];
    CSS.highlights.set(ALL_MATCHES, new Highlight(...ranges));
    CSS.highlights.set(SHOWN_MATCH, new Highlight(...(range === undefined ? [] : [range])));
    setFound({ count, at: at.current });
    return range?.startContainer.parentElement;
  };
  const show = (by: number) => search(by)?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  // biome-ignore lint/correctness/useExhaustiveDependencies: other words are another search
  useEffect(() => {
    at.current = 0;
    show(0);
    let frame = 0;
    const observer = new MutationObserver(() => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => search(0));
    });
    const options = { childList: true, characterData: true, subtree: true };
    if (within.current !== null) observer.observe(within.current, options);
    return () => {
      observer.disconnect();
      cancelAnimationFrame(frame);
      CSS.highlights.delete(ALL_MATCHES);
      CSS.highlights.delete(SHOWN_MATCH);
    };
  }, [words]);
  return { ...found, step: show };
}

/** The most matches that are marked. */
const MOST_MATCHES = 1_000;

const BLOCKS =
  'p, li, pre, h1, h2, h3, h4, h5, h6, td, th, dt, dd, div, section, header, footer, article, a, button';

interface Piece {
  readonly node: Text;
  readonly start: number;
}

/** Returns the places of the words, in document order, also across elements such as highlighted code. */
function findMatches(within: Element, words: string): readonly Range[] {
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

/** Makes the expression of words that may stand apart by any blanks, in any case; undefined for blanks alone. */
export function patternOf(words: string): RegExp | undefined {
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

/** Returns the text that is seen. Line breaks prevent matches across blocks. */
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

/** The names of the highlights in the stylesheet. */
const ALL_MATCHES = 'found';
const SHOWN_MATCH = 'found-here';
