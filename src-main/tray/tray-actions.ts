import type { Commands } from '../commands.ts';
import type { AppNotice } from '../contract/desktop-bridge.ts';
import { NOTICES } from '../notice-texts.ts';
import { Refusal } from '../refusal.ts';
import type { TrayAction } from './tray-menu.ts';

/** @param tell shows a notice in the window */
export function createTrayActions(
  commands: Commands,
  tell: (notice: AppNotice) => void,
): (action: TrayAction) => Promise<void> {
  /** On macOS a message box without window is modal and would block main process and service. */
  function explain(notice: AppNotice): void {
    commands.openWindow('#/');
    tell(notice);
  }

  async function choose(choosing: ReturnType<Commands['chooseRegistry']>): Promise<void> {
    const result = await choosing;
    if (result.outcome === 'refused') explain(NOTICES.registryRefused(result));
  }

  async function perform(action: TrayAction): Promise<void> {
    switch (action.kind) {
      case 'open-window':
        return commands.openWindow();
      case 'copy-url':
        return commands.copy(action.url);
      case 'connect':
        return commands.openWindow('#/connect');
      case 'read-update':
        return commands.openWindow(`#/registries/${action.registry}`);
      case 'choose-registry':
        return choose(commands.chooseRegistry());
      case 'use-registry':
        return choose(commands.serveRegistry(action.path));
      case 'use-sample':
        return choose(commands.serveSample());
      case 'reveal-registry':
        // The registry's root.
        return commands.reveal('.');
      case 'start-server':
        return void (await commands.startService());
      case 'stop-server':
        return void (await commands.stopService());
      case 'restart-server':
        return void (await commands.restartService());
      case 'use-port':
        return void (await commands.serveOnPort(action.port, false));
      case 'start-at-login':
        return void (await commands.changeSettings({ startAtLogin: action.on }));
      case 'command':
        return commands.openWindow('#/settings');
      case 'show-logs':
        return commands.showLogs();
      case 'quit':
        return commands.quit();
    }
  }

  return async (action) => {
    try {
      await perform(action);
    } catch (cause) {
      if (!(cause instanceof Refusal)) throw cause;
      explain(NOTICES.actionRefused(cause.message));
    }
  };
}
