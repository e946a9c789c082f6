import { X } from 'lucide-react';
import { Fragment, useEffect, useLayoutEffect, useRef } from 'react';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import { isComposing } from './is-composing.ts';
import styles from './shortcuts.module.css';

const MODIFIER = /Mac|iPhone|iPad/.test(globalThis.navigator?.platform ?? '') ? '⌘' : 'Ctrl';

/** The keys as they are called here: `⌘ K` on a Mac. */
export const SEARCH_KEYS = [MODIFIER, 'K'] as const;

const SHORTCUTS: ReadonlyArray<readonly [keys: readonly (readonly string[])[], does: string]> = [
  [[SEARCH_KEYS], 'Ask or type a name, from anywhere'],
  [[['/']], 'The same'],
  [[['↓'], ['J']], 'Next row'],
  [[['↑'], ['K']], 'Previous row'],
  [[['Enter']], 'Open'],
  [[['Y']], 'Copy the key of the row or skill'],
  [[['['], [']']], 'Previous and next file in reading order'],
  [[['R']], 'Switch between reading and raw'],
  [[['C']], 'Copy for an agent; on Home, the address'],
  [[['X']], 'Clear all filters'],
  [
    [
      ['G', 'H'],
      ['G', 'B'],
      ['G', 'P'],
    ],
    'Go to Home, Browse, Problems',
  ],
  [[['Esc']], 'Leave the search box, close what is open'],
  [[['?']], 'This list'],
];

export function Keys({ keys }: { readonly keys: readonly string[] }) {
  return (
    <>
      {keys.map((key) => (
        <kbd key={key}>{key}</kbd>
      ))}
    </>
  );
}

/** True where a key press is text, not a command. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input:not([type=checkbox], [type=range]), textarea, select'))
  );
}

/** Returns false where the key means nothing at that moment; it is then left to others. */
type KeyHandler = () => unknown;

/** Calls the handler of a key that is pressed outside of fields, without modifiers. */
export function useKeys(handlers: Readonly<Record<string, KeyHandler | undefined>>): void {
  const latest = useRef(handlers);
  latest.current = handlers;
  // Before the view is painted: whoever sees it may press a key.
  useLayoutEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      if (isComposing(event) || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target))
        return;
      if (event.defaultPrevented || document.querySelector('dialog[open]') !== null) return;
      const handler = latest.current[event.key.length === 1 ? event.key.toLowerCase() : event.key];
      if (handler !== undefined && handler() !== false) event.preventDefault();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}

export function ShortcutsDialog({ onClose }: { readonly onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} className={styles.dialog} aria-labelledby="shortcuts-title" onClose={onClose}>
      <header>
        <h2 id="shortcuts-title">Keyboard</h2>
        <Button look="bare" iconOnly aria-label="Close" onClick={() => dialog.current?.close()}>
          <Icon of={X} />
        </Button>
      </header>
      <dl className={styles.list}>
        {SHORTCUTS.map(([ways, does]) => (
          <div key={ways.join()}>
            <dt>
              {ways.map((keys, index) => (
                <Fragment key={keys.join()}>
                  {index > 0 && <span className="muted">/</span>}
                  <Keys keys={keys} />
                </Fragment>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </dialog>
  );
}
