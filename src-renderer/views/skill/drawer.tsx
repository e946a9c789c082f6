import { X } from 'lucide-react';
import { type MouseEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import styles from './drawer.module.css';

/**
 * Overlay at the end, or from below in narrow windows. Traps the focus and restores it on close. Closed by Escape, a
 * link inside or a press outside.
 */
export function Drawer({
  title,
  onClose,
  children,
}: {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const onClick = ({ target }: MouseEvent) => {
    const followed = target instanceof Element && target.closest('a[href]') !== null;
    if (followed || target === dialog.current) dialog.current?.close();
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog, and Enter follows a link, by themselves
    <dialog ref={dialog} className={styles.drawer} aria-labelledby={id} onClose={onClose} onClick={onClick}>
      <div className={styles.sheet}>
        <header>
          <h2 id={id}>{title}</h2>
          <Button look="bare" iconOnly aria-label="Close" onClick={() => dialog.current?.close()}>
            <Icon of={X} />
          </Button>
        </header>
        <div className={styles.body}>{children}</div>
      </div>
    </dialog>
  );
}
