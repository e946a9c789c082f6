import type { Dock } from 'electron';
import type { Clock } from '../clock.ts';

/** macOS only. */
export interface DockIcon {
  show(): void;
  hide(): void;
}

/** macOS ignores `hide` within a second after `show`. */
const HIDE_AFTER_MS = 1_100;

/** Delays an early `hide`. Users can't switch to an LSUIElement app without Dock icon. */
export function createDockIcon(dock: Pick<Dock, 'show' | 'hide'> | undefined, clock: Clock): DockIcon {
  let shownAt = Number.NEGATIVE_INFINITY;
  let keep = () => {};
  return {
    show() {
      keep();
      shownAt = clock.now();
      void dock?.show();
    },
    hide() {
      keep();
      const waitMs = shownAt + HIDE_AFTER_MS - clock.now();
      if (waitMs <= 0) dock?.hide();
      else keep = clock.after(waitMs, () => dock?.hide());
    },
  };
}
