/** macOS's Dock icon of the app. */
import type { StandInContext } from './context.ts';

/** A `hide` that follows a `show` sooner than this does nothing (electron/shell/browser/browser_mac.mm). */
const HIDE_IGNORED_MS = 1_000;

/** @returns undefined where there is no Dock */
export function createDock({ strict, platform }: StandInContext): object | undefined {
  if (platform !== 'darwin') return undefined;
  // LSUIElement: it begins hidden.
  let isVisible = false;
  let shownAt = Number.NEGATIVE_INFINITY;
  return strict.object('Dock', {
    isVisible: () => isVisible,
    async show() {
      isVisible = true;
      shownAt = performance.now();
    },
    hide() {
      if (performance.now() - shownAt >= HIDE_IGNORED_MS) isVisible = false;
    },
  });
}
