import { SlidersHorizontal } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatCount } from '../text/format.ts';
import { writtenOut } from '../text/reveal-hidden.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Tick } from './fields.tsx';
import styles from './filter-sheet.module.css';
import { Icon } from './icon.tsx';
import { KeyHint, useKeys } from './shortcuts.tsx';
import { useMedia } from './use-media.ts';
import { WITHOUT_COLUMN } from './widths.ts';

export function useIsSheet(): boolean {
  return useMedia(WITHOUT_COLUMN);
}

/** Column; below 900 px a sheet behind a FilterButton. */
export function FilterSheet({
  open,
  shows,
  onClose,
  title,
  active,
  onClear,
  children,
}: {
  readonly title: string;
  readonly active: number;
  readonly onClear: () => void;
  readonly children: ReactNode;
  /** Ignored for a column. */
  readonly open: boolean;
  /** `11 skills` */
  readonly shows: string;
  readonly onClose: () => void;
}) {
  const isSheet = useIsSheet();
  useKeys({ x: active > 0 ? onClear : undefined });
  const clear = <ClearButton active={active} onClear={onClear} />;
  if (!isSheet)
    return (
      <aside className={`${styles.filters} scroll`} aria-label="Filters">
        <div className={styles.head}>
          <h2>{title}</h2>
          {clear}
        </div>
        {children}
      </aside>
    );
  if (!open) return null;
  return (
    <Dialog
      title={title}
      shape="full"
      closeLabel="Close the filters"
      actions={clear}
      onClose={onClose}
      footer={(close) => (
        <Button look="main" onClick={close}>
          Show {shows}
        </Button>
      )}
    >
      <div className={styles.filters}>{children}</div>
    </Dialog>
  );
}

function ClearButton({ active, onClear }: { readonly active: number; readonly onClear: () => void }) {
  if (active === 0) return null;
  return (
    <Button look="bare" size="small" onClick={onClear}>
      Clear <KeyHint>X</KeyHint>
    </Button>
  );
}

/** Hidden by CSS beside a column. */
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

export function FilterOption({
  checked,
  count,
  onToggle,
  children,
}: {
  readonly checked: boolean;
  /** Unless in the label. */
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

/** Truncated label with tooltip. */
export function OptionWords({ words, children }: { readonly words: string; readonly children: ReactNode }) {
  return (
    <span className="clip" title={writtenOut(words)}>
      {children}
    </span>
  );
}
