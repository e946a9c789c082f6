import { Search } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from 'react';
import { Icon } from '../components/icon.tsx';
import { isComposing } from '../components/is-composing.ts';
import { isTyping, Keys, SEARCH_KEYS } from '../components/shortcuts.tsx';
import { isTurnedOff } from '../components/single-keys.ts';
import type { Route } from '../route/route.ts';
import { navigate } from '../route/use-route.ts';
import styles from './ask-box.module.css';
import { bestWanted } from './open-best.ts';

/** Query limit of the service, in characters. */
const LONGEST_QUERY = 1000;

/** Last view before the search, for Escape. */
let origin: Route = { view: 'home' };

/** The text is stored in the route, so typing never waits for a response. */
export function AskBox({ route }: { readonly route: Route }) {
  const field = useRef<HTMLInputElement>(null);
  useAskKeys(field);
  const query = route.view === 'search' ? route.query : '';
  const onType = (text: string) => {
    if (route.view !== 'search') origin = route;
    navigate({ view: 'search', query: text }, route.view === 'search' ? 'replace' : 'push');
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (isComposing(event.nativeEvent)) {
      // Enter that ends a composition must not submit; Safari submits.
      if (event.key === 'Enter') event.preventDefault();
    } else if (event.key === 'Escape') {
      event.preventDefault();
      event.currentTarget.blur();
      if (route.view === 'search') navigate(origin);
    } else if (event.key === 'ArrowDown') {
      const first = document.querySelector<HTMLElement>('[data-rows] a[href]');
      if (first === null) return;
      event.preventDefault();
      first.focus();
    }
  };
  /** The view opens the best result once loaded. */
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
          onChange={(event) => onType(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <span className={styles.keys} aria-hidden="true">
          {query === '' ? <Keys keys={SEARCH_KEYS} /> : <kbd>Esc</kbd>}
        </span>
      </form>
    </search>
  );
}

function useAskKeys(field: RefObject<HTMLInputElement | null>): void {
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
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [field]);
}
