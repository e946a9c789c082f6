import type { KeyboardEvent } from 'react';
import { isTurnedOff } from './single-keys.ts';

/**
 * Steps through the links of a list with arrows, J and K; above the first one is the search box. A link with
 * `data-beside` belongs to the row of another one.
 */
export function moveAmongRows(event: KeyboardEvent<HTMLElement>): void {
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('a[href]:not([data-beside])')];
  // What else stands in a row, such as a button, counts as its row.
  const at = rows.findIndex((row) => (row.closest('li') ?? row).contains(document.activeElement));
  const to = targetRow(event.key, at, rows.length);
  if (to === undefined || event.ctrlKey || event.metaKey || event.altKey || isTurnedOff(event.key)) return;
  event.preventDefault();
  if (to < 0) document.getElementById('ask')?.focus();
  else rows[Math.min(to, rows.length - 1)]?.focus();
}

/** Index of the row that a key leads to, -1 for above the list; undefined for any other key. */
export function targetRow(key: string, at: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowDown':
    case 'j':
      return Math.min(at + 1, count - 1);
    case 'ArrowUp':
      return at - 1;
    case 'k':
      return Math.max(at - 1, 0);
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}
