import { useLayoutEffect, useRef, useState } from 'react';
import { site } from '../data/host.ts';
import { Dialog } from './dialog.tsx';
import styles from './shortcuts.module.css';

const isMac = /Mac|iPhone|iPad/.test(globalThis.navigator?.platform ?? '');
const MODIFIER = isMac ? '⌘' : 'Ctrl';

/** What the list of keys shows, which `?` opens. */
const SHORTCUTS: ReadonlyArray<readonly [keys: string, does: string]> = [
  ['1 to 4', 'Skills, Project, Agents, Source'],
  [`${MODIFIER} K or /`, 'Ask'],
  ['↓ and ↑', 'Next and previous skill or answer'],
  ['Enter', 'Open it; in the box, open the best answer'],
  ['Esc', 'One step back: close what is open, clear the question, leave a skill'],
  ['[ and ]', 'Previous and next file of a skill'],
  ['C', 'Copy the skill for an agent'],
  ['R', 'Switch between reading and raw text'],
  [isMac ? '⌘ [ and ⌘ ]' : 'Alt ← and Alt →', 'Back and forward'],
  ['?', 'This list'],
];

/** Words that stand between keys and are none. */
const LINKING_WORDS: ReadonlySet<string> = new Set(['or', 'and', 'to']);
/** An exported site has one view. */
const KEYS_OF_VIEWS = /^1 to/;

type Handlers = Readonly<Record<string, ((event: KeyboardEvent) => void) | undefined>>;

/**
 * Listens to keys without modifiers (`Mod+k`: with Ctrl or ⌘), outside of text fields and dialogs.
 * @param options `isLast`: hears only what nothing else has taken
 */
export function useKeys(handlers: Handlers, { isLast = false } = {}): void {
  const latest = useRef(handlers);
  latest.current = handlers;
  // Before paint: a view that is seen must already hear keys.
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isComposing(event) || event.altKey) return;
      if (document.querySelector('dialog[open]') !== null) return;
      // The browser closes it by this key.
      if (event.key === 'Escape' && document.querySelector(':popover-open') !== null) return;
      const isModified = event.ctrlKey || event.metaKey;
      if (!isModified && isTyping(event.target)) return;
      const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
      const handler = latest.current[isModified ? `Mod+${key}` : key];
      if (handler === undefined) return;
      event.preventDefault();
      handler(event);
    };
    // What is heard by the window is heard by the document before.
    const target: EventTarget = isLast ? window : document;
    target.addEventListener('keydown', onKeyDown as EventListener);
    return () => target.removeEventListener('keydown', onKeyDown as EventListener);
  }, [isLast]);
}

export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input:not([type=checkbox]), textarea, select'))
  );
}

/** Whether an input method composes a character. Safari tells the last key only by its code. */
export function isComposing(event: { readonly isComposing: boolean; readonly keyCode: number }): boolean {
  return event.isComposing || event.keyCode === 229;
}

/** The list of keys, opened by `?`. */
export function Shortcuts() {
  const [isOpen, setIsOpen] = useState(false);
  useKeys({ '?': () => setIsOpen(true) });
  if (!isOpen) return null;
  return (
    <Dialog title="Keys" onClose={() => setIsOpen(false)}>
      <dl className={styles.list}>
        {SHORTCUTS.filter(([keys]) => site === undefined || !KEYS_OF_VIEWS.test(keys)).map(([keys, does]) => (
          <div key={keys}>
            <dt>
              {keys.split(' ').map((word, at) =>
                // biome-ignore lint/suspicious/noArrayIndexKey: the words of one line never move
                LINKING_WORDS.has(word) ? ` ${word} ` : <kbd key={at}>{word}</kbd>,
              )}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
