import { X } from 'lucide-react';
import { type MouseEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { Button } from './button.tsx';
import styles from './dialog.module.css';
import { Icon } from './icon.tsx';

/** Modal: traps and restores the focus. Closed by button, Escape, a link inside or a press outside. */
export function Dialog({
  title,
  shape,
  closeLabel = 'Close',
  actions,
  footer,
  onClose,
  children,
}: {
  readonly title: string;
  /** `drawer`: at the end, or from below in narrow windows. */
  readonly shape: 'center' | 'drawer' | 'full';
  readonly closeLabel?: string;
  readonly actions?: ReactNode;
  readonly footer?: (close: () => void) => ReactNode;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const closer = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    dialog.current?.showModal();
    closer.current?.focus();
  }, []);
  const close = () => dialog.current?.close();
  const onClick = ({ target }: MouseEvent) => {
    const isLink = target instanceof Element && target.closest('a[href]') !== null;
    if (isLink || target === dialog.current) close();
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog, and Enter follows a link, by themselves
    <dialog
      ref={dialog}
      className={styles.dialog}
      data-shape={shape}
      aria-labelledby={id}
      onClose={onClose}
      onClick={onClick}
    >
      <div className={styles.sheet}>
        <header>
          <h2 id={id}>{title}</h2>
          {actions}
          <Button ref={closer} look="bare" iconOnly aria-label={closeLabel} onClick={close}>
            <Icon of={X} />
          </Button>
        </header>
        {children}
        {footer !== undefined && <footer>{footer(close)}</footer>}
      </div>
    </dialog>
  );
}
