import type { Commands } from '../commands.ts';
import type { AppNotice } from '../contract/desktop-bridge.ts';
import type { DesktopApp } from '../desktop-app.ts';
import { NOTICES } from '../notice-texts.ts';
import { Refusal } from '../refusal.ts';
import type { TrayAction } from './tray-menu.ts';

export function createTrayActions(
  desktop: Pick<DesktopApp, 'supervisor' | 'window' | 'tell'>,
  commands: Commands,
  quit: () => void,
): (action: TrayAction) => Promise<void> {
  const { supervisor, window } = desktop;

  /** On macOS a message box without window is modal and would block main process and service. */
  function explain(notice: AppNotice): void {
    window.show('#/');
    desktop.tell(notice);
  }

  async function choose(choosing: ReturnType<Commands['chooseRegistry']>): Promise<void> {
    const result = await choosing;
    if (result.outcome === 'refused') explain(NOTICES.registryRefused(result));
  }

  async function perform(action: TrayAction): Promise<void> {
    switch (action.kind) {
      case 'open-window':
        return window.show();
      case 'copy-url':
        return commands.copy(action.url);
      case 'connect':
        return window.show('#/agents');
      case 'read-update':
        return window.show(`#/source?update=${action.registry}`);
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
        return void (await supervisor.start());
      case 'stop-server':
        return void (await supervisor.stop());
      case 'restart-server':
        return void (await supervisor.restart());
      case 'use-port':
        return void (await commands.serveOnPort(action.port));
      case 'start-at-login':
        return void (await commands.changeSettings({ startAtLogin: action.on }));
      case 'show-logs':
        return commands.showLogs();
      case 'quit':
        return quit();
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
