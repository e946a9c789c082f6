/** A page without a browser, which a test shows and hides. */
import type { Page } from '../../../src-renderer/stores/surroundings.ts';
import { ORIGIN } from './known-service.ts';

export function aPage(
  origin: string | undefined = ORIGIN,
): Page & { show(isShown: boolean): void; goOnline(): void } {
  let isHidden = false;
  const listeners = new Set<() => void>();
  const waiting = new Set<() => void>();
  return {
    origin,
    isHidden: () => isHidden,
    onVisibility(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    onOnline(listener) {
      waiting.add(listener);
      return () => {
        waiting.delete(listener);
      };
    },
    goOnline() {
      for (const listener of waiting) listener();
    },
    show(isShown) {
      isHidden = !isShown;
      for (const listener of listeners) listener();
    },
  };
}
