import { Fragment, useLayoutEffect, useRef } from 'react';
import { useStore } from '../stores/use-store.ts';
import { Dialog } from './dialog.tsx';
import { SwitchBox } from './fields.tsx';
import { isComposing } from './is-composing.ts';
import { ScrollBox } from './scroll-box.tsx';
import { isMac, SHORTCUTS, type ShortcutKey, shownKeys } from './shortcut-table.ts';
import styles from './shortcuts.module.css';
import { isTurnedOff, singleKeys, turnSingleKeys } from './single-keys.ts';

const MODIFIER = isMac ? '⌘' : 'Ctrl';

export const SEARCH_KEYS = [MODIFIER, 'K'] as const;

export function Keys({ keys }: { readonly keys: readonly string[] }) {
  return (
    <>
      {keys.map((key) => (
        <kbd key={key}>{key}</kbd>
      ))}
    </>
  );
}

/** Hidden while single keys are off. */
export function KeyHint({ children }: { readonly children: string }) {
  return useStore(singleKeys) ? <kbd>{children}</kbd> : null;
}

export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input:not([type=checkbox], [type=range]), textarea, select'))
  );
}

/** False leaves the key to other handlers. */
type KeyHandler = (event: globalThis.KeyboardEvent) => unknown;

/**
 * Keys without modifiers, outside text fields.
 * @param isFirst capture phase, before other handlers
 */
export function useKeys(
  handlers: Readonly<Partial<Record<ShortcutKey, KeyHandler | undefined>>>,
  isFirst = false,
): void {
  const latest = useRef<Readonly<Record<string, KeyHandler | undefined>>>(handlers);
  latest.current = handlers;
  // Before paint: a visible view must already handle keys.
  useLayoutEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      if (isComposing(event) || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target))
        return;
      if (event.defaultPrevented || document.querySelector('dialog[open]') !== null) return;
      if (isTurnedOff(event.key)) return;
      const handler = latest.current[event.key.length === 1 ? event.key.toLowerCase() : event.key];
      if (handler !== undefined && handler(event) !== false) event.preventDefault();
    };
    document.addEventListener('keydown', onKeyDown, isFirst);
    return () => document.removeEventListener('keydown', onKeyDown, isFirst);
  }, [isFirst]);
}

export function ShortcutsDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog title="Keyboard" shape="center" onClose={onClose} footer={() => <SingleKeysSwitch />}>
      <ScrollBox className={`${styles.groups} scroll`} label="The keys">
        {SHORTCUTS.map(({ where, shortcuts }) => (
          <section key={where} aria-label={where}>
            <h3 className="cap">{where}</h3>
            <dl className={styles.list}>
              {shortcuts.map((shortcut) => (
                <div key={shortcut.does}>
                  <dt>
                    {shownKeys(shortcut, MODIFIER).map((keys, index) => (
                      <Fragment key={keys.join()}>
                        {index > 0 && <span className="muted">/</span>}
                        <Keys keys={keys} />
                      </Fragment>
                    ))}
                  </dt>
                  <dd>{shortcut.does}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </ScrollBox>
    </Dialog>
  );
}

export function SingleKeysSwitch() {
  const on = useStore(singleKeys);
  return (
    <label className={styles.switch}>
      <span>
        Single keys
        <span className="muted">
          {' '}
          Letters and signs without {MODIFIER}. Arrows, Enter and Esc always work.
        </span>
      </span>
      <SwitchBox checked={on} onChange={(event) => turnSingleKeys(event.currentTarget.checked)} />
    </label>
  );
}
