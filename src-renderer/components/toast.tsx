import { Check, TriangleAlert, X } from 'lucide-react';
import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from 'react';
import { writtenOut } from '../text/reveal-hidden.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import styles from './toast.module.css';

const SHOWN_MS = 4000;

type Outcome = 'done' | 'refused';
type Show = (text: string, outcome?: Outcome) => void;

const Context = createContext<Show>(() => {});

/** Errors must also appear elsewhere. */
export function useToast(): Show {
  return useContext(Context);
}

/** A single toast, kept by hover or focus. */
export function ToastProvider({ children }: { readonly children: ReactNode }) {
  const [toast, setToast] = useState<{ text: string; outcome: Outcome; id: number }>();
  const [held, setHeld] = useState(false);
  const show = useCallback<Show>(
    (text, outcome = 'done') => setToast((before) => ({ text, outcome, id: (before?.id ?? 0) + 1 })),
    [],
  );
  useEffect(() => {
    if (toast === undefined || held) return;
    const timer = setTimeout(() => setToast(undefined), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [toast, held]);
  return (
    <Context.Provider value={show}>
      {children}
      <div className={styles.place} role="status" aria-live="polite">
        {toast !== undefined && (
          // biome-ignore lint/a11y/noStaticElementInteractions: pausing is a courtesy, the button is the control
          <div
            key={toast.id}
            className={styles.toast}
            data-outcome={toast.outcome}
            onPointerEnter={() => setHeld(true)}
            onPointerLeave={() => setHeld(false)}
            onFocus={() => setHeld(true)}
            onBlur={() => setHeld(false)}
          >
            <Icon of={toast.outcome === 'done' ? Check : TriangleAlert} />
            <span>{writtenOut(toast.text)}</span>
            <Button
              iconOnly
              size="small"
              className={styles.close}
              aria-label="Close"
              onClick={() => {
                setHeld(false);
                setToast(undefined);
              }}
            >
              <Icon of={X} />
            </Button>
          </div>
        )}
      </div>
    </Context.Provider>
  );
}
