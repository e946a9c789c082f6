import { type FocusEvent, type KeyboardEvent, type RefObject, useLayoutEffect } from 'react';

/** `role="toolbar"`: a single tab stop; arrow keys, Home and End move. */
export function useToolbar(toolbar: RefObject<HTMLElement | null>) {
  useLayoutEffect(() => {
    if (toolbar.current !== null) keepOneStop(toolbar.current);
  });
  return {
    onFocus: ({ currentTarget }: FocusEvent<HTMLElement>) => keepOneStop(currentTarget),
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      const buttons = buttonsOf(event.currentTarget);
      const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
      const to = nextAt(event.key, at, buttons.length);
      if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      event.stopPropagation();
      buttons[to]?.focus();
    },
  };
}

/** The focused button, else the pressed, else the first. */
function keepOneStop(toolbar: HTMLElement): void {
  const buttons = buttonsOf(toolbar);
  const stop =
    buttons.find((button) => button === document.activeElement) ??
    buttons.find((button) => button.ariaPressed === 'true') ??
    buttons[0];
  for (const button of buttons) button.tabIndex = button === stop ? 0 : -1;
}

function buttonsOf(toolbar: HTMLElement): readonly HTMLButtonElement[] {
  return [...toolbar.querySelectorAll('button')];
}

function nextAt(key: string, at: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowLeft':
      return Math.max(0, at - 1);
    case 'ArrowRight':
      return Math.min(count - 1, at + 1);
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}
