import type { KeyboardEvent } from 'react';
import { isTurnedOff } from './single-keys.ts';

/** Links and `data-row` buttons. `data-beside` links belong to another row. */
export const ROWS = 'a[href]:not([data-beside]), [data-row]';

/** Arrow keys, J and K; above the first row, the search box. */
export function moveAmongRows(event: KeyboardEvent<HTMLElement>): void {
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>(ROWS)];
  // A focused button within a row counts as the row.
  const at = rows.findIndex((row) => (row.closest('li') ?? row).contains(document.activeElement));
  const to = targetRow(event.key, at, rows.length);
  if (to === undefined || event.ctrlKey || event.metaKey || event.altKey || isTurnedOff(event.key)) return;
  event.preventDefault();
  if (to < 0) document.getElementById('ask')?.focus();
  else rows[Math.min(to, rows.length - 1)]?.focus();
}

/** Row index, -1 for the search box; undefined for other keys. */
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
