import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** Rows drawn above and below what is seen. */
const OVERSCAN = 8;

/** Draws only the rows in view. Arrows, Home and End move the focus among the rows' links. */
export function VirtualList<T>({
  label,
  items,
  keyOf,
  heightOf,
  scroller,
  startAt = 0,
  onLeaveUp,
  children,
}: {
  readonly label: string;
  readonly items: readonly T[];
  readonly keyOf: (item: T) => string;
  /** Pixels, a first guess. */
  readonly heightOf: (item: T) => number;
  readonly scroller: RefObject<HTMLElement | null>;
  /** Pixels that the scroller is scrolled by at first. */
  readonly startAt?: number | undefined;
  /** Arrow up in the first row. */
  readonly onLeaveUp?: () => void;
  readonly children: (item: T) => ReactNode;
}) {
  const list = useRef<HTMLUListElement>(null);
  const [margin, setMargin] = useState(0);
  useLayoutEffect(() => setMargin(list.current?.offsetTop ?? 0), []);
  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => heightOf(items[index] as T),
    getItemKey: (index) => keyOf(items[index] as T),
    overscan: OVERSCAN,
    scrollMargin: margin,
    initialOffset: startAt,
  });
  const focusRow = (index: number) => {
    rows.scrollToIndex(index);
    // A row that was not drawn is there after the next frames.
    const tryFocus = (left: number) => {
      const row = list.current?.querySelector<HTMLElement>(`[data-index="${index}"] a`);
      if (row) row.focus();
      else if (left > 0) requestAnimationFrame(() => tryFocus(left - 1));
    };
    tryFocus(20);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const at = Number(
      document.activeElement?.closest('[data-index]')?.getAttribute('data-index') ?? Number.NaN,
    );
    if (Number.isNaN(at) || event.ctrlKey || event.metaKey || event.altKey) return;
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    if (to < 0) onLeaveUp?.();
    else focusRow(Math.min(to, items.length - 1));
  };
  return (
    <ul
      ref={list}
      aria-label={label}
      style={{ position: 'relative', height: rows.getTotalSize() }}
      onKeyDown={onKeyDown}
    >
      {rows.getVirtualItems().map(({ key, index, start }) => (
        <li
          key={key}
          ref={rows.measureElement}
          data-index={index}
          aria-setsize={items.length}
          aria-posinset={index + 1}
          style={{ position: 'absolute', insetInline: 0, transform: `translateY(${start - margin}px)` }}
        >
          {children(items[index] as T)}
        </li>
      ))}
    </ul>
  );
}
