/**
 * Where one is in a text: at its top, at a place that was asked for, at the words of a question, at the heading
 * being read.
 */
import { type MouseEvent, type RefObject, useEffect, useLayoutEffect, useState } from 'react';
import { foldText, termOf } from '../../../src-server/search/word-analysis.ts';
import { STOP_WORDS } from '../../../src-server/search/word-lists.ts';
import { useScrollMemory } from '../../router.ts';
import type { OutlineEntry } from './page-tree.ts';

/**
 * Starts another text at its top, or where Back and Forward left it. With `focuses` keys scroll the text at once.
 *
 * @param name of the text
 */
export function useFreshPage(
  box: RefObject<HTMLElement | null>,
  name: string,
  isDrawn: boolean,
  focuses: boolean,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text
  useLayoutEffect(() => {
    box.current?.scrollTo(0, 0);
    if (!focuses) return;
    const main = box.current?.closest('main');
    main?.scrollTo(0, 0);
    const { activeElement } = document;
    if (activeElement === document.body || activeElement === main)
      box.current?.focus({ preventScroll: true });
  }, [name]);
  useScrollMemory(box, isDrawn ? name : '');
}

const ARRIVED_MS = 1_800;

/**
 * Scrolls to a heading's anchor, or to a line, once the text is drawn, and highlights it for a moment. Returns a
 * listener: a link to the current address leads there again.
 *
 * @param drawing another one for each text
 */
export function useTextArrival(
  box: RefObject<HTMLElement | null>,
  target: string | number | undefined,
  drawing: string,
): (event: MouseEvent) => void {
  const arrive = () => {
    const found = box.current && target !== undefined ? findTarget(box.current, target) : undefined;
    if (box.current === null || found === undefined) return;
    found.dataset['arrived'] = '';
    scrollToTop(found, box.current);
    setTimeout(() => delete found.dataset['arrived'], ARRIVED_MS);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: a drawn text, or another place in it
  useEffect(arrive, [target, drawing]);
  return ({ target: clicked }) => {
    const link = clicked instanceof Element ? clicked.closest<HTMLAnchorElement>('a[href^="#"]') : null;
    if (link?.hash === location.hash) arrive();
  };
}

/**
 * Scrolls to an element. It moves nothing around the text, as `scrollIntoView` would. Below 900 px the whole view
 * scrolls.
 */
function scrollToTop(found: HTMLElement, box: HTMLElement): void {
  const scroller = getComputedStyle(box).overflowY === 'visible' ? box.closest('main') : box;
  if (scroller === null) return;
  const above = Number.parseFloat(getComputedStyle(found).scrollMarginTop) || 0;
  scroller.scrollTop += found.getBoundingClientRect().top - scroller.getBoundingClientRect().top - above;
}

function findTarget(box: HTMLElement, target: string | number): HTMLElement | undefined {
  if (typeof target === 'number') return blockAtLine(box, target);
  const ids = [`at-${target}`, target];
  return [...box.querySelectorAll<HTMLElement>('[id]')].find(({ id }) => ids.includes(id));
}

/** Returns the last block at or before a line; in code the line itself. */
function blockAtLine(box: HTMLElement, line: number): HTMLElement | undefined {
  const lineOf = ({ dataset }: HTMLElement) => Number(dataset['line']);
  const blocks = [...box.querySelectorAll<HTMLElement>('[data-line]:not(:is(h1, h2, h3, h4, h5, h6) *)')];
  const block = blocks.findLast((each) => lineOf(each) <= line);
  const code = block?.matches('pre') ? block.querySelectorAll<HTMLElement>('[data-rail]') : [];
  return block && (code[line - lineOf(block) - 1] ?? block);
}

/** The name of the marks in `::highlight()`. */
const HIGHLIGHT_NAME = 'asked';

/** Marks the words of a question in the prose, without a change of the document. */
export function useMarkedWords(
  box: RefObject<HTMLElement | null>,
  question: string | undefined,
  page: unknown,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has other words
  useEffect(() => {
    const terms = askedTerms(question);
    const text = box.current?.querySelector('[data-markdown]');
    // Some browsers have no highlights, and do without.
    if (terms === undefined || text == null || globalThis.Highlight === undefined) return;
    const walker = document.createTreeWalker(text, NodeFilter.SHOW_TEXT);
    const marks = new Highlight();
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      if (node.parentElement?.closest('pre')) continue;
      for (const [start, end] of findAsked(node.textContent ?? '', terms)) {
        const range = new Range();
        range.setStart(node, start);
        range.setEnd(node, end);
        marks.add(range);
      }
    }
    CSS.highlights.set(HIGHLIGHT_NAME, marks);
    return () => void CSS.highlights.delete(HIGHLIGHT_NAME);
  }, [box, question, page]);
}

const WORD = /[\p{L}\p{N}_]+/gu;

/** Returns the stems of a question's words: `leaks` marks `leak`. Undefined where no word is worth a mark. */
export function askedTerms(question: string | undefined): ReadonlySet<string> | undefined {
  const words = [...foldText(question ?? '').matchAll(WORD)].map(([word]) => word);
  const terms = words.filter((word) => word.length > 2 && !STOP_WORDS.has(word)).map(termOf);
  return terms.length === 0 ? undefined : new Set(terms);
}

/** Returns the places of the words in a text. */
export function findAsked(
  text: string,
  terms: ReadonlySet<string>,
): ReadonlyArray<readonly [start: number, end: number]> {
  return [...text.matchAll(WORD)]
    .filter(([word]) => terms.has(termOf(foldText(word))))
    .map(({ 0: word, index }) => [index, index + word.length] as const);
}

/** Pixels from the top; headings above count as read. */
const READING_EDGE = 120;
/** Pixels of the bars above the text, where the whole view scrolls. */
const BARS_HEIGHT = 104;

interface Reading {
  /** The tops of the headings, in pixels from the visible top. */
  readonly tops: readonly number[];
  /** The visible height, in pixels. */
  readonly height: number;
  readonly atEnd: boolean;
  /** The index of the heading that was asked for; undefined after scrolling. */
  readonly wanted: number | undefined;
}

/**
 * Returns the index of the heading that was asked for, if it is visible; at the text's end the last visible one;
 * otherwise the last one that was passed.
 */
export function headingBeingRead({ tops, height, atEnd, wanted }: Reading): number | undefined {
  const isSeen = (top: number | undefined) => top !== undefined && top >= 0 && top < height;
  if (wanted !== undefined && isSeen(tops[wanted])) return wanted;
  const passed = tops.findLastIndex((top) => top <= READING_EDGE);
  const last = atEnd ? Math.max(passed, tops.findLastIndex(isSeen)) : passed;
  return last === -1 ? undefined : last;
}

/** The events that end the request; arriving scrolls, too, and doesn't. */
const USER_MOVES = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const;

/** Returns the id of the heading that is being read; undefined above the first. */
export function useReading(
  box: RefObject<HTMLElement | null>,
  outline: readonly OutlineEntry[],
  at: string | undefined,
): string | undefined {
  const [reading, setReading] = useState<string>();
  useEffect(() => {
    let wanted = outline.findIndex(({ id }) => id === `at-${at}`);
    let frame = 0;
    const tell = () => {
      frame = 0;
      const now = box.current === null ? undefined : measure(box.current, outline, wanted);
      setReading(now === undefined ? undefined : outline[now]?.id);
    };
    const onScroll = () => {
      if (frame === 0) frame = requestAnimationFrame(tell);
    };
    const onMove = () => {
      wanted = -1;
    };
    tell();
    // The text scrolls by itself, or with the whole view.
    const ended = new AbortController();
    const options = { capture: true, passive: true, signal: ended.signal };
    document.addEventListener('scroll', onScroll, options);
    for (const type of USER_MOVES) document.addEventListener(type, onMove, options);
    return () => {
      ended.abort();
      cancelAnimationFrame(frame);
    };
  }, [box, outline, at]);
  return reading;
}

function measure(box: HTMLElement, outline: readonly OutlineEntry[], wanted: number): number | undefined {
  const place = box.getBoundingClientRect();
  const top = Math.max(place.top, BARS_HEIGHT);
  const height = Math.min(place.bottom, innerHeight) - top;
  const end = box.lastElementChild?.getBoundingClientRect().bottom ?? 0;
  const byId = new Map([...box.querySelectorAll('[id^=at-]')].map((element) => [element.id, element]));
  return headingBeingRead({
    tops: outline.map(
      ({ id }) => (byId.get(id)?.getBoundingClientRect().top ?? Number.POSITIVE_INFINITY) - top,
    ),
    height,
    atEnd: place.top + place.height > 0 && end <= top + height + 1,
    wanted: wanted === -1 ? undefined : wanted,
  });
}
