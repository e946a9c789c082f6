import { Search } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from 'react';
import { Icon } from '../components/icon.tsx';
import { isComposing } from '../components/is-composing.ts';
import { ROWS } from '../components/move-among-rows.ts';
import { isTyping, Keys, SEARCH_KEYS } from '../components/shortcuts.tsx';
import { isTurnedOff } from '../components/single-keys.ts';
import type { Route } from '../route/route.ts';
import { navigate } from '../route/use-route.ts';
import { createStore } from '../stores/create-store.ts';
import styles from './ask-box.module.css';
import { bestWanted } from './open-best.ts';

/** The service's limit, in characters. */
const LONGEST_QUERY = 1000;

/** The previous history entry is the view where the search began. */
const beganHere = createStore(false);

/** The route stores the text: typing never waits for a response. */
export function AskBox({ route }: { readonly route: Route }) {
  const field = useRef<HTMLInputElement>(null);
  const isSearch = route.view === 'search';
  const query = isSearch ? route.query : '';
  const search = (text: string) => {
    if (!isSearch) beganHere.set(true);
    navigate({ view: 'search', query: text }, isSearch ? 'replace' : 'push');
  };
  /** Recent skills and commands before the first letter. */
  const begin = () => {
    if (!isSearch) search('');
  };
  useAskKeys(field, begin);
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (isComposing(event.nativeEvent)) {
      // Enter that ends a composition must not submit; Safari submits.
      if (event.key === 'Enter') event.preventDefault();
    } else if (event.key === 'Escape') {
      event.preventDefault();
      event.currentTarget.blur();
      if (isSearch) leave();
    } else if (event.key === 'ArrowDown') {
      const first = document.querySelector('[data-rows]')?.querySelector<HTMLElement>(ROWS);
      if (first == null) return;
      event.preventDefault();
      first.focus();
    }
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (query.trim() !== '') bestWanted.set(query);
  };
  return (
    <search className={styles.place}>
      <form className={styles.ask} onSubmit={onSubmit}>
        <Icon of={Search} />
        <label className="hidden-text" htmlFor="ask">
          Ask, or type a name
        </label>
        <input
          ref={field}
          id="ask"
          type="search"
          value={query}
          maxLength={LONGEST_QUERY}
          placeholder="Ask, or type a name"
          autoComplete="off"
          spellCheck={false}
          aria-keyshortcuts="Control+K Meta+K"
          onClick={begin}
          onChange={(event) => search(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <span className={styles.keys} aria-hidden="true">
          {query === '' ? <Keys keys={SEARCH_KEYS} /> : <kbd>Esc</kbd>}
        </span>
      </form>
    </search>
  );
}

/** Back restores the scroll position. */
function leave(): void {
  if (beganHere.get()) history.back();
  else navigate({ view: 'home' });
}

function useAskKeys(field: RefObject<HTMLInputElement | null>, begin: () => void): void {
  const latest = useRef(begin);
  latest.current = begin;
  // Before paint: a visible box must already handle keys.
  useLayoutEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      if (isComposing(event)) return;
      const chord = (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'k';
      const slash =
        event.key === '/' && !isTurnedOff('/') && !event.ctrlKey && !event.metaKey && !isTyping(event.target);
      if (!chord && !slash) return;
      event.preventDefault();
      field.current?.focus();
      field.current?.select();
      latest.current();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [field]);
}
