import { type LucideIcon, X } from 'lucide-react';
import { type CSSProperties, type MouseEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { Button, IconButton } from './button.tsx';
import styles from './dialog.module.css';

/** A modal dialog. Its button, Escape, a link inside and a press outside close it. */
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
    // It begins with what it asks for, not with the button that closes it.
    element
      ?.querySelector<HTMLElement>(`.${styles.body} :is(input, [data-kind="primary"])`)
      ?.focus({ preventScroll: true });
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

/** A button that opens a small box beside itself; a press elsewhere or Escape closes it. */
export function Popover({
  name,
  icon,
  isNameShown = true,
  children,
}: {
  readonly name: string;
  readonly icon?: LucideIcon;
  /** Whether the name is shown; without it only the icon is. */
  readonly isNameShown?: boolean;
  readonly children: ReactNode;
}) {
  const id = useId();
  const anchor = `--anchor${id.replace(/\W/g, '')}`;
  const opener = { popoverTarget: id, style: { anchorName: anchor } as CSSProperties };
  return (
    <>
      {isNameShown || icon === undefined ? (
        <Button icon={icon} {...opener}>
          {name}
        </Button>
      ) : (
        <IconButton name={name} icon={icon} {...opener} />
      )}
      <fieldset
        id={id}
        popover="auto"
        className={styles.popover}
        aria-label={name}
        style={{ positionAnchor: anchor } as CSSProperties}
      >
        {children}
      </fieldset>
    </>
  );
}
