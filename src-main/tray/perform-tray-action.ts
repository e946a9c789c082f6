import { app, clipboard, dialog, shell } from 'electron';
import type { DesktopApp } from '../desktop-app.ts';
import type { SetRegistryResult } from '../ipc/contract.ts';
import type { TrayAction } from './tray-menu.ts';

/** Does what was chosen in the tray. Rejects where it can't be done. */
export async function performTrayAction(desktop: DesktopApp, action: TrayAction): Promise<void> {
  const { supervisor, options } = desktop;
  switch (action.kind) {
    case 'open-window':
      desktop.window.show();
      return;
    case 'copy-url':
      await clipboard.writeText(action.url);
      return;
    case 'connect':
      desktop.window.show('#/connect');
      return;
    case 'choose-registry':
      await explainRefusal(await desktop.chooseRegistry());
      return;
    case 'use-registry':
      await explainRefusal(await desktop.setRegistry(action.path));
      return;
    case 'reveal-registry':
      shell.showItemInFolder(supervisor.status.registry);
      return;
    case 'start-server':
      await supervisor.start();
      return;
    case 'stop-server':
      await supervisor.stop();
      return;
    case 'restart-server':
      await supervisor.restart();
      return;
    case 'use-port':
      await desktop.switchPort(action.port);
      return;
    case 'start-at-login':
      await options.loginItem.set(action.on);
      await desktop.refreshSettings();
      return;
    case 'show-logs':
      await shell.openPath(options.paths.logs);
      return;
    case 'quit':
      app.quit();
      return;
  }
}

/** The tray has no place for a sentence: a folder that was refused is explained by the system's own box. */
async function explainRefusal(result: SetRegistryResult): Promise<void> {
  if (result.outcome !== 'refused') return;
  await dialog.showMessageBox({ type: 'info', message: result.message, detail: result.nextStep });
}
