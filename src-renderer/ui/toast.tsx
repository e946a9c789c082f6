import { Check, TriangleAlert, X } from 'lucide-react';
import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from 'react';
import { writtenOut } from '../text/reveal-hidden.ts';
import { IconButton } from './button.tsx';
import { Icon } from './marks.tsx';
import styles from './toast.module.css';

type Outcome = 'done' | 'refused';

/** Milliseconds that a message is shown. A refusal has a reason and a next step to read. */
const SHOWN_MS: Readonly<Record<Outcome, number>> = { done: 4_000, refused: 12_000 };

type Say = (text: string, outcome?: Outcome) => void;

const Context = createContext<Say>(() => {});

/** Returns what says one sentence about what was just done. The sentence is read aloud, and goes by itself. */
export function useToast(): Say {
  return useContext(Context);
}

/** Holds the message. It stays while it is hovered or has the focus. */
export function ToastProvider({ children }: { readonly children: ReactNode }) {
  const [toast, setToast] = useState<{ text: string; outcome: Outcome; id: number }>();
  const [isHeld, setIsHeld] = useState(false);
  const say = useCallback<Say>(
    (text, outcome = 'done') => setToast((before) => ({ text, outcome, id: (before?.id ?? 0) + 1 })),
    [],
  );
  useEffect(() => {
    if (toast === undefined || isHeld) return;
    const timer = setTimeout(() => setToast(undefined), SHOWN_MS[toast.outcome]);
    return () => clearTimeout(timer);
  }, [toast, isHeld]);
  const close = () => {
    setIsHeld(false);
    setToast(undefined);
  };
  return (
    <Context.Provider value={say}>
      {children}
      <div className={styles.place} role="status" aria-live="polite">
        {toast !== undefined && (
          // biome-ignore lint/a11y/noStaticElementInteractions: to pause is a courtesy, the button is the control
          <div
            key={toast.id}
            className={styles.toast}
            onPointerEnter={() => setIsHeld(true)}
            onPointerLeave={() => setIsHeld(false)}
            onFocus={() => setIsHeld(true)}
            onBlur={() => setIsHeld(false)}
          >
            <Icon of={toast.outcome === 'done' ? Check : TriangleAlert} />
            <span>{writtenOut(toast.text)}</span>
            <IconButton name="Close the message" icon={X} onClick={close} />
          </div>
        )}
      </div>
    </Context.Provider>
  );
}
