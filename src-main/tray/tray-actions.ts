import type { AppNotice } from '../contract/desktop-bridge.ts';
import type { DesktopApp } from '../desktop-app.ts';
import { NOTICES } from '../notice-texts.ts';
import { Refusal } from '../refusal.ts';

/** Does what an item of the tray does. Refusals are explained in the window. */
export function createTrayActions({ window, tell }: Pick<DesktopApp, 'window' | 'tell'>) {
  /** On macOS a message box without window is modal and would block main process and service. */
  function explain(notice: AppNotice): void {
    window.show('#/');
    tell(notice);
  }

  return async (click: () => unknown): Promise<void> => {
    try {
      const result = (await click()) as Partial<Parameters<typeof NOTICES.registryRefused>[0]> | undefined;
      const { message, nextStep } = result ?? {};
      if (message !== undefined && nextStep !== undefined)
        explain(NOTICES.registryRefused({ message, nextStep }));
    } catch (cause) {
      if (!(cause instanceof Refusal)) throw cause;
      explain(NOTICES.actionRefused(cause.message));
    }
  };
}
