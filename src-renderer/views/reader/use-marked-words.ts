import { type RefObject, useEffect } from 'react';
import { STOP_WORDS } from '../../../src-server/search/word-lists.ts';
import { foldText, termOf } from '../../../src-server/search/words.ts';

/** Of `::highlight()`. */
const NAME = 'asked';

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
    CSS.highlights.set(NAME, marks);
    return () => void CSS.highlights.delete(NAME);
  }, [box, question, page]);
}

const WORD = /[\p{L}\p{N}_]+/gu;

/** Marks words of the question by their stem: `leaks` marks `leak`. Undefined where no word is worth a mark. */
export function askedTerms(question: string | undefined): ReadonlySet<string> | undefined {
  const words = [...foldText(question ?? '').matchAll(WORD)].map(([word]) => word);
  const terms = words.filter((word) => word.length > 2 && !STOP_WORDS.has(word)).map(termOf);
  return terms.length === 0 ? undefined : new Set(terms);
}

/** Offsets of the words in a text. */
export function findAsked(
  text: string,
  terms: ReadonlySet<string>,
): ReadonlyArray<readonly [start: number, end: number]> {
  return [...text.matchAll(WORD)]
    .filter(([word]) => terms.has(termOf(foldText(word))))
    .map(({ 0: word, index }) => [index, index + word.length] as const);
}
