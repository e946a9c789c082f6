import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Button } from '../components/button.tsx';
import { Icon } from '../components/icon.tsx';
import { isComposing } from '../components/is-composing.ts';
import styles from './find-bar.module.css';
import { findMatches, MOST_MATCHES } from './find-matches.ts';

/** Highlight names in the style sheet. */
const ALL = 'found';
const ONE = 'found-here';

export default function OpenFindBar({
  within,
  times,
  onClose,
}: {
  readonly within: RefObject<HTMLElement | null>;
  readonly times: number;
  readonly onClose: () => void;
}) {
  const [words, setWords] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const { count, at, step } = useMatches(within, words);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key leads back into the box
  useLayoutEffect(() => field.current?.select(), [times]);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (isComposing(event.nativeEvent)) return;
    if (event.key === 'Escape') {
      event.preventDefault();
      onClose();
      within.current?.focus({ preventScroll: true });
    } else if (event.key === 'Enter' && event.target === field.current) step(event.shiftKey ? -1 : 1);
  };
  return (
    <search className={styles.bar} aria-label="Find in this text" onKeyDown={onKeyDown}>
      <input
        ref={field}
        type="text"
        aria-label="Find in this text"
        placeholder="Find in this text"
        value={words}
        maxLength={200}
        spellCheck={false}
        onChange={(event) => setWords(event.currentTarget.value)}
      />
      <span className={`number ${styles.count}`} role="status">
        {words.trim() === '' ? '' : count === 0 ? 'Not found' : `${at + 1} of ${countWords(count)}`}
      </span>
      <Button
        look="bare"
        iconOnly
        aria-label="Previous match"
        title="Previous match (Shift+Enter)"
        onClick={() => step(-1)}
      >
        <Icon of={ChevronUp} />
      </Button>
      <Button look="bare" iconOnly aria-label="Next match" title="Next match (Enter)" onClick={() => step(1)}>
        <Icon of={ChevronDown} />
      </Button>
      <Button look="bare" iconOnly aria-label="Close" title="Close (Esc)" onClick={onClose}>
        <Icon of={X} />
      </Button>
    </search>
  );
}

function countWords(count: number): string {
  return count === MOST_MATCHES ? `${MOST_MATCHES} or more` : String(count);
}

function useMatches(within: RefObject<HTMLElement | null>, words: string) {
  const [found, setFound] = useState({ count: 0, at: 0 });
  const ranges = useRef<readonly Range[]>([]);
  const show = (at: number) => {
    const range = ranges.current[at];
    if (range === undefined) CSS.highlights.delete(ONE);
    else {
      CSS.highlights.set(ONE, new Highlight(range));
      range.startContainer.parentElement?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    }
    setFound({ count: ranges.current.length, at });
  };
  const search = () => {
    ranges.current = within.current === null ? [] : findMatches(within.current, words);
    CSS.highlights.set(ALL, new Highlight(...ranges.current));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: other words are another search
  useEffect(() => {
    search();
    show(0);
  }, [words]);
  useEffect(
    () => () => {
      CSS.highlights.delete(ALL);
      CSS.highlights.delete(ONE);
    },
    [],
  );
  return {
    ...found,
    step(by: 1 | -1) {
      // The text may have changed since the last search.
      search();
      const count = ranges.current.length;
      show(count === 0 ? 0 : (found.at + by + count) % count);
    },
  };
}
