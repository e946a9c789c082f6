import { SlidersHorizontal, X } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { formatCount } from '../text/format.ts';
import { Button } from './button.tsx';
import { Tick } from './fields.tsx';
import styles from './filter-sheet.module.css';
import { Icon } from './icon.tsx';
import { useKeys } from './shortcuts.tsx';

/** The filters of a view: a column where there is room, below 900 px a sheet over the view, behind a FilterButton. */
export function FilterSheet({
  title,
  active,
  open,
  onClear,
  onClose,
  children,
}: {
  readonly title: string;
  /** How many filters are on. */
  readonly active: number;
  /** Counts only where this is a sheet. */
  readonly open: boolean;
  readonly onClear: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const close = useRef<HTMLButtonElement>(null);
  useKeys({ x: active > 0 ? onClear : undefined, Escape: open ? onClose : undefined });
  useEffect(() => {
    if (!open) return;
    const before = document.activeElement;
    close.current?.focus();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, [open]);
  return (
    <aside className={`${styles.filters} scroll`} data-open={open || undefined} aria-label="Filters">
      <div className={styles.head}>
        <h2>{title}</h2>
        {active > 0 && (
          <Button look="bare" size="small" onClick={onClear}>
            Clear <kbd>X</kbd>
          </Button>
        )}
        <Button
          ref={close}
          look="bare"
          iconOnly
          size="small"
          className={styles.closes}
          aria-label="Close the filters"
          onClick={onClose}
        >
          <Icon of={X} />
        </Button>
      </div>
      {children}
    </aside>
  );
}

/** Opens the sheet, and says how many filters are on; only there where it is a sheet. */
export function FilterButton({
  active,
  open,
  onOpen,
}: {
  readonly active: number;
  readonly open: boolean;
  readonly onOpen: () => void;
}) {
  return (
    <Button className={styles.opens} aria-expanded={open} onClick={onOpen}>
      <Icon of={SlidersHorizontal} />
      Filters{active > 0 && ` (${active})`}
    </Button>
  );
}

/** One value of a filter, with the count it would give. */
export function FilterOption({
  checked,
  count,
  onToggle,
  children,
}: {
  readonly checked: boolean;
  /** Left out where its words say it. */
  readonly count?: number;
  readonly onToggle: () => void;
  readonly children: ReactNode;
}) {
  return (
    <label className={styles.option} data-none={(count === 0 && !checked) || undefined}>
      <Tick checked={checked} onChange={onToggle} />
      {children}
      {count !== undefined && <span className={styles.count}>{formatCount(count)}</span>}
    </label>
  );
}

/** What a value is called; cut where it is too long, and whole under the pointer. */
export function OptionWords({
  words,
  code = false,
  children,
}: {
  readonly words: string;
  /** True where it stands in the data as it is. */
  readonly code?: boolean;
  readonly children: ReactNode;
}) {
  const Element = code ? 'code' : 'span';
  return (
    <Element className={styles.words} title={words}>
      {children}
    </Element>
  );
}
