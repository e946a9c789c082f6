import type { Dock } from 'electron';
import type { Clock } from '../clock.ts';

/** The app's icon in the Dock of macOS; elsewhere there is none, and nothing happens. */
export interface DockIcon {
  show(): void;
  hide(): void;
}

/** macOS ignores a `hide` that follows a `show` within a second; a little more is on the safe side. */
const HIDE_AFTER_MS = 1_100;

/**
 * The Dock icon, there while the window is: without one (LSUIElement) an open window could not be switched to. However
 * soon the window is closed, the icon goes.
 * @param dock undefined where there is no Dock
 */
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
