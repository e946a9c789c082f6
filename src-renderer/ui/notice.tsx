import { Check, TriangleAlert, X } from 'lucide-react';
import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from 'react';
import { IconButton } from './button.tsx';
import { Icon, Mark } from './marks.tsx';
import styles from './notice.module.css';
import { writtenOut } from './revealed.tsx';
import toastStyles from './toast.module.css';

const TONE_OF_KIND = { error: 'bad', warning: 'care', info: 'still' } as const;

/** Something to know about the view, with its next step. */
export function Notice({
  kind,
  title,
  actions,
  children,
}: {
  readonly kind: 'error' | 'warning' | 'info';
  readonly title: ReactNode;
  readonly actions?: ReactNode;
  readonly children?: ReactNode;
}) {
  return (
    <div className={styles.notice} data-kind={kind} role={kind === 'error' ? 'alert' : 'status'}>
      <Mark name={kind} tone={TONE_OF_KIND[kind]} />
      <div className={styles.words}>
        <p>
          <strong>{title}</strong>
        </p>
        {children !== undefined && <div className="soft">{children}</div>}
      </div>
      {actions !== undefined && actions !== false && <div className={styles.actions}>{actions}</div>}
    </div>
  );
}

/** What stands in place of a list that has nothing; its title is an `h1` where it is the whole view. */
export function Empty({
  as: Heading = 'h2',
  title,
  actions,
  children,
}: {
  readonly as?: 'h1' | 'h2';
  readonly title: ReactNode;
  readonly actions?: ReactNode;
  readonly children?: ReactNode;
}) {
  return (
    <div className={styles.empty}>
      <Heading>{title}</Heading>
      {children}
      {actions !== undefined && actions !== false && <div className={styles.actions}>{actions}</div>}
    </div>
  );
}

type Outcome = 'done' | 'refused';

/** Milliseconds that a message is shown. A refusal has a reason and a next step to read. */
const TOAST_MS: Readonly<Record<Outcome, number>> = { done: 4_000, refused: 12_000 };

type Say = (text: string, outcome?: Outcome) => void;

const ToastContext = createContext<Say>(() => {});

/** Returns what says one sentence about what was just done. The sentence is read aloud, and goes by itself. */
export function useToast(): Say {
  return useContext(ToastContext);
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
    const timer = setTimeout(() => setToast(undefined), TOAST_MS[toast.outcome]);
    return () => clearTimeout(timer);
  }, [toast, isHeld]);
  const close = () => {
    setIsHeld(false);
    setToast(undefined);
  };
  return (
    <ToastContext.Provider value={say}>
      {children}
      <div className={toastStyles.place} role="status" aria-live="polite">
        {toast !== undefined && (
          // biome-ignore lint/a11y/noStaticElementInteractions: to pause is a courtesy, the button is the control
          <div
            key={toast.id}
            className={toastStyles.toast}
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
    </ToastContext.Provider>
  );
}
