import type { PointerEvent } from 'react';

/**
 * Where a text is cut, whoever points at it is told all of it. Told always, screen readers would read every row twice.
 */
export function tellCut({ target }: PointerEvent<HTMLElement>): void {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-cut]') : null;
  if (cell === null) return;
  if (cell.scrollWidth > cell.clientWidth) cell.title = cell.textContent ?? '';
  else cell.removeAttribute('title');
}
