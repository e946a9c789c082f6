import { type MouseEvent, type RefObject, useEffect, useLayoutEffect } from 'react';
import { useScrollMemory } from '../../router/use-scroll-memory.ts';

/**
 * Starts another text at its top, or where Back and Forward left it. `focuses`: keys scroll the text at once.
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

const SHOWN_MS = 1_800;

/**
 * Scrolls to a heading's anchor, or a line, once the text is drawn, and highlights it for a moment. Returns a
 * listener: a link to the current address leads there again.
 *
 * @param drawing changes with each text
 */
export function useArrival(
  box: RefObject<HTMLElement | null>,
  target: string | number | undefined,
  drawing: string,
): (event: MouseEvent) => void {
  const arrive = () => {
    const found = box.current && target !== undefined ? find(box.current, target) : undefined;
    if (box.current === null || found === undefined) return;
    found.dataset['arrived'] = '';
    scrollToTop(found, box.current);
    setTimeout(() => delete found.dataset['arrived'], SHOWN_MS);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: a drawn text, or another place in it
  useEffect(arrive, [target, drawing]);
  return ({ target: clicked }) => {
    const link = clicked instanceof Element ? clicked.closest<HTMLAnchorElement>('a[href^="#"]') : null;
    if (link?.hash === location.hash) arrive();
  };
}

/** Moves nothing around the text, as `scrollIntoView` would. Below 900 px the whole view scrolls. */
function scrollToTop(found: HTMLElement, box: HTMLElement): void {
  const scroller = getComputedStyle(box).overflowY === 'visible' ? box.closest('main') : box;
  if (scroller === null) return;
  const above = Number.parseFloat(getComputedStyle(found).scrollMarginTop) || 0;
  scroller.scrollTop += found.getBoundingClientRect().top - scroller.getBoundingClientRect().top - above;
}

function find(box: HTMLElement, target: string | number): HTMLElement | undefined {
  if (typeof target === 'number') return blockAtLine(box, target);
  const ids = [`at-${target}`, target];
  return [...box.querySelectorAll<HTMLElement>('[id]')].find(({ id }) => ids.includes(id));
}

/** Last block at or before a line; in code the line itself. */
function blockAtLine(box: HTMLElement, line: number): HTMLElement | undefined {
  const lineOf = ({ dataset }: HTMLElement) => Number(dataset['line']);
  const blocks = [...box.querySelectorAll<HTMLElement>('[data-line]:not(:is(h1, h2, h3, h4, h5, h6) *)')];
  const block = blocks.findLast((each) => lineOf(each) <= line);
  const code = block?.matches('pre') ? block.querySelectorAll<HTMLElement>('[data-rail]') : [];
  return block && (code[line - lineOf(block) - 1] ?? block);
}
