import { Check, X } from 'lucide-react';
import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from 'react';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import styles from './toast.module.css';

const SHOWN_MS = 4000;

const Context = createContext<(text: string) => void>(() => {});

/** Says in a few words what just happened. Never the only place for an error. */
export function useToast(): (text: string) => void {
  return useContext(Context);
}

/** One toast at a time; pointing at it or focusing it keeps it. */
export function ToastProvider({ children }: { readonly children: ReactNode }) {
  const [toast, setToast] = useState<{ text: string; id: number }>();
  const [held, setHeld] = useState(false);
  const show = useCallback((text: string) => setToast((before) => ({ text, id: (before?.id ?? 0) + 1 })), []);
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
            onPointerEnter={() => setHeld(true)}
            onPointerLeave={() => setHeld(false)}
            onFocus={() => setHeld(true)}
            onBlur={() => setHeld(false)}
          >
            <Icon of={Check} />
            <span>{toast.text}</span>
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
