import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { findMatches, MOST_MATCHES } from '../domain/find-matches.ts';
import { IconButton } from '../ui/controls/button.tsx';
import { TextField } from '../ui/controls/fields.tsx';
import { isComposing } from '../ui/over/shortcuts.tsx';
import styles from './find-bar.module.css';

/** Named in the stylesheet. */
const [ALL, ONE] = ['found', 'found-here'];

/** Words of what is shown, in the app: Electron has no box of its own for it. */
export default function FindBar({
  within,
  times,
  onClose,
}: {
  readonly within: RefObject<HTMLElement | null>;
  /** Grows with each request, which leads back into the box. */
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

/** A very long list has only the rows on the page that are seen. */
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
    CSS.highlights.set(ALL, new Highlight(...ranges));
    CSS.highlights.set(ONE, new Highlight(...(range === undefined ? [] : [range])));
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
      CSS.highlights.delete(ALL);
      CSS.highlights.delete(ONE);
    };
  }, [words]);
  return { ...found, step: show };
}
