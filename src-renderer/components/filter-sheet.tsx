import { SlidersHorizontal, X } from 'lucide-react';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { formatCount } from '../text/format.ts';
import { writtenOut } from '../text/reveal-hidden.ts';
import { Button } from './button.tsx';
import { Tick } from './fields.tsx';
import styles from './filter-sheet.module.css';
import { Icon } from './icon.tsx';
import { KeyHint, useKeys } from './shortcuts.tsx';
import { useMedia } from './use-media.ts';
import { WITHOUT_COLUMN } from './widths.ts';

export function useIsSheet(): boolean {
  return useMedia(WITHOUT_COLUMN);
}

interface Filters {
  readonly title: string;
  readonly active: number;
  readonly onClear: () => void;
  readonly children: ReactNode;
}

/** A column, or below 900 px a sheet behind a FilterButton. */
export function FilterSheet({
  open,
  shows,
  onClose,
  ...filters
}: Filters & {
  /** Ignored for a column. */
  readonly open: boolean;
  /** Such as `11 skills`. */
  readonly shows: string;
  readonly onClose: () => void;
}) {
  const { active, onClear } = filters;
  const isSheet = useIsSheet();
  useKeys({ x: active > 0 ? onClear : undefined });
  if (isSheet) return open ? <FilterDialog {...filters} shows={shows} onClose={onClose} /> : null;
  return (
    <aside className={`${styles.filters} scroll`} aria-label="Filters">
      <Head {...filters}>{null}</Head>
      {filters.children}
    </aside>
  );
}

/** A modal dialog traps Tab, closes on Escape and restores the focus. */
function FilterDialog({
  shows,
  onClose,
  ...filters
}: Filters & { readonly shows: string; readonly onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const closer = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    dialog.current?.showModal();
    closer.current?.focus();
  }, []);
  const close = () => dialog.current?.close();
  return (
    <dialog ref={dialog} className={styles.sheet} aria-label="Filters" onClose={onClose}>
      <Head {...filters}>
        <Button
          ref={closer}
          look="bare"
          iconOnly
          size="small"
          className={styles.closes}
          aria-label="Close the filters"
          onClick={close}
        >
          <Icon of={X} />
        </Button>
      </Head>
      <div className={`${styles.filters} scroll`}>{filters.children}</div>
      <footer>
        <Button look="main" onClick={close}>
          Show {shows}
        </Button>
      </footer>
    </dialog>
  );
}

function Head({ title, active, onClear, children }: Filters) {
  return (
    <div className={styles.head}>
      <h2>{title}</h2>
      {active > 0 && (
        <Button look="bare" size="small" onClick={onClear}>
          Clear <KeyHint>X</KeyHint>
        </Button>
      )}
      {children}
    </div>
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
  /** Omitted if the label contains the count. */
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

/** Truncated label with the whole text as tooltip. */
export function OptionWords({
  words,
  code = false,
  children,
}: {
  readonly words: string;
  readonly code?: boolean;
  readonly children: ReactNode;
}) {
  const Element = code ? 'code' : 'span';
  return (
    <Element className={styles.words} title={writtenOut(words)}>
      {children}
    </Element>
  );
}
