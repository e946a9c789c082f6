import { SlidersHorizontal, X } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
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
    <aside className={`filters filter-sheet scroll${open ? ' open' : ''}`} aria-label="Filters">
      <div className="filters-head">
        <h2>{title}</h2>
        {active > 0 && (
          <button type="button" className="button bare" onClick={onClear}>
            Clear <kbd>X</kbd>
          </button>
        )}
        <button
          ref={close}
          type="button"
          className="button icon-only bare filters-close"
          aria-label="Close the filters"
          onClick={onClose}
        >
          <Icon of={X} />
        </button>
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
    <button type="button" className="button filters-button" aria-expanded={open} onClick={onOpen}>
      <Icon of={SlidersHorizontal} />
      Filters{active > 0 && ` (${active})`}
    </button>
  );
}
