import { X } from 'lucide-react';
import { type MouseEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { IconButton } from '../controls/button.tsx';
import styles from './dialog.module.css';

/** Modal. Closed by its button, Escape, a link inside, or a press outside. */
export function Dialog({
  title,
  footer,
  onClose,
  children,
}: {
  readonly title: string;
  readonly footer?: ReactNode;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // Gives the focus back when the view closes it.
    return () => element?.close();
  }, []);
  // The event comes later than the closing: in development React closes and opens each dialog once.
  const onClosed = () => {
    if (dialog.current?.open !== true) onClose();
  };
  const onClick = ({ target }: MouseEvent) => {
    if (target === dialog.current) dialog.current?.close();
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog by itself
    <dialog ref={dialog} className={styles.dialog} aria-labelledby={id} onClose={onClosed} onClick={onClick}>
      <div className={styles.sheet}>
        <header>
          <h2 id={id}>{title}</h2>
          <IconButton name="Close" icon={X} onClick={() => dialog.current?.close()} />
        </header>
        <div className={styles.body}>{children}</div>
        {footer !== undefined && <footer>{footer}</footer>}
      </div>
    </dialog>
  );
}
