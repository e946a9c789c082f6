import type { Dialog } from 'electron';
import { canInstall, canRemove, commandSentence } from '../../src-server/contract/command-words.ts';
import type { Commands } from '../commands.ts';
import type { SetRegistryResult } from '../contract/desktop-bridge.ts';
import type { TrayAction } from './tray-menu.ts';

/** Which command each of the tray's actions is. Rejects where it can't be done. */
export function createTrayActions(
  commands: Commands,
  dialog: Pick<Dialog, 'showMessageBox'>,
): (action: TrayAction) => Promise<void> {
  /** The tray has no place for a sentence: a folder that was refused is explained by the system's own box. */
  async function explainRefusal(result: SetRegistryResult): Promise<void> {
    if (result.outcome !== 'refused') return;
    await dialog.showMessageBox({ type: 'info', message: result.message, detail: result.nextStep });
  }

  /** Says how it stands, and does what is then chosen. */
  async function askAboutCommand(): Promise<void> {
    const state = await commands.lookAtCommand();
    const deeds = [
      ...(canInstall(state) && state.found !== 'ours'
        ? [{ label: state.found === 'nothing' ? 'Install' : 'Install again', run: commands.installCommand }]
        : []),
      ...(canRemove(state) ? [{ label: 'Remove', run: commands.removeCommand }] : []),
    ];
    const { response } = await dialog.showMessageBox({
      type: 'info',
      message: 'The command “skills” for terminals',
      detail: commandSentence(state),
      buttons: [...deeds.map(({ label }) => label), deeds.length === 0 ? 'OK' : 'Cancel'],
      defaultId: 0,
      cancelId: deeds.length,
    });
    const deed = deeds[response];
    if (deed === undefined) return;
    const { ok, message } = await deed.run();
    await dialog.showMessageBox({ type: ok ? 'info' : 'warning', message });
  }

  return async (action) => {
    switch (action.kind) {
      case 'open-window':
        return commands.openWindow();
      case 'copy-url':
        return commands.copy(action.url);
      case 'connect':
        return commands.openWindow('#/connect');
      case 'choose-registry':
        return explainRefusal(await commands.chooseRegistry());
      case 'use-registry':
        return explainRefusal(await commands.serveRegistry(action.path));
      case 'reveal-registry':
        // Relative to the registry's root: the root itself.
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
        return askAboutCommand();
      case 'show-logs':
        return commands.showLogs();
      case 'quit':
        return commands.quit();
    }
  };
}
