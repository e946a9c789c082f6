import type { PointerEvent } from 'react';

/** `title` of truncated text only: screen readers would read rows twice. */
export function titleIfCut({ target }: PointerEvent<HTMLElement>): void {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-cut]') : null;
  if (cell === null) return;
  if (cell.scrollWidth > cell.clientWidth) cell.title = cell.textContent ?? '';
  else cell.removeAttribute('title');
}
