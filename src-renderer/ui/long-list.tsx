import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { isComposing } from './shortcuts.tsx';

/**
 * The longest list that is drawn whole. Longer ones draw only the rows in view, so that typing and filters stay
 * fluid; a browser then finds no word in the others.
 */
const MOST_DRAWN = 500;
/** The rows that are drawn above and below what is seen. */
const OVERSCAN = 8;

interface LongListProps<T> {
  readonly label: string;
  readonly items: readonly T[];
  readonly keyOf: (item: T) => string;
  /** Returns the expected height in pixels of a row that was not drawn yet. */
  readonly heightOf: (item: T) => number;
  readonly scroller: RefObject<HTMLElement | null>;
  /** Pixels that the scroller is scrolled by at first. */
  readonly startAt?: number | undefined;
  /** Called for Arrow up in the first row. */
  readonly onLeaveUp?: () => void;
  readonly children: (item: T) => ReactNode;
}

/** Draws all rows of a usual registry. Arrows, Home and End move the focus among the rows' links. */
export function LongList<T>(props: LongListProps<T>) {
  return props.items.length > MOST_DRAWN ? <RowsInView {...props} /> : <AllRows {...props} />;
}

function AllRows<T>({ label, items, keyOf, onLeaveUp, children }: LongListProps<T>) {
  const list = useRef<HTMLUListElement>(null);
  const focusRow = (index: number) => linkIn(list, index)?.focus();
  return (
    <ul ref={list} aria-label={label} onKeyDown={moveAmongRows(items.length, focusRow, onLeaveUp)}>
      {items.map((item, index) => (
        <li key={keyOf(item)} data-index={index}>
          {children(item)}
        </li>
      ))}
    </ul>
  );
}

function RowsInView<T>({
  label,
  items,
  keyOf,
  heightOf,
  scroller,
  startAt = 0,
  onLeaveUp,
  children,
}: LongListProps<T>) {
  const list = useRef<HTMLUListElement>(null);
  const [margin, setMargin] = useState(0);
  // Stays drawn while it is scrolled out of view, so that it keeps the focus.
  const [focused, setFocused] = useState<string>();
  const focusedAt = focused === undefined ? -1 : items.findIndex((item) => keyOf(item) === focused);
  useLayoutEffect(() => setMargin(list.current?.offsetTop ?? 0), []);
  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => heightOf(items[index] as T),
    getItemKey: (index) => keyOf(items[index] as T),
    overscan: OVERSCAN,
    scrollMargin: margin,
    initialOffset: startAt,
    rangeExtractor: (range) => {
      const shown = defaultRangeExtractor(range);
      if (focusedAt === -1 || shown.includes(focusedAt)) return shown;
      return [...shown, focusedAt].sort((a, b) => a - b);
    },
  });
  const focusRow = (index: number) => {
    rows.scrollToIndex(index);
    // A row that was not drawn is there after the next frames.
    const tryFocus = (left: number) => {
      const row = linkIn(list, index);
      if (row) row.focus();
      else if (left > 0) requestAnimationFrame(() => tryFocus(left - 1));
    };
    tryFocus(20);
  };
  return (
    <ul
      ref={list}
      aria-label={label}
      data-in-view-only
      style={{ position: 'relative', height: rows.getTotalSize() }}
      onKeyDown={moveAmongRows(items.length, focusRow, onLeaveUp)}
      onFocus={({ target }) => {
        const item = items[indexOf(target) ?? -1];
        setFocused(item && keyOf(item));
      }}
      onBlur={() => setFocused(undefined)}
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

function moveAmongRows(
  count: number,
  focusRow: (index: number) => void,
  onLeaveUp: (() => void) | undefined,
) {
  return (event: KeyboardEvent) => {
    const at = indexOf(document.activeElement);
    if (at === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    if (isComposing(event.nativeEvent)) return;
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: count - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    if (to < 0) onLeaveUp?.();
    else focusRow(Math.min(to, count - 1));
  };
}

function indexOf(element: Element | null): number | undefined {
  const index = element?.closest('[data-index]')?.getAttribute('data-index');
  return index == null ? undefined : Number(index);
}

function linkIn(list: RefObject<HTMLElement | null>, index: number): HTMLElement | null | undefined {
  return list.current?.querySelector<HTMLElement>(`[data-index="${index}"] a`);
}
