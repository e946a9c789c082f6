import type { PointerEvent } from 'react';

/** Sets `title` on truncated text only: otherwise screen readers would read every row twice. */
export function titleIfCut({ target }: PointerEvent<HTMLElement>): void {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-cut]') : null;
  if (cell === null) return;
  if (cell.scrollWidth > cell.clientWidth) cell.title = cell.textContent ?? '';
  else cell.removeAttribute('title');
}
