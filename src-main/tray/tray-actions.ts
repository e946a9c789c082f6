import type { Dialog } from 'electron';
import { COMMAND_NAME } from '../../src-server/contract/clients/command.ts';
import { commandDeeds, commandSentence } from '../../src-server/contract/clients/command-words.ts';
import type { Commands } from '../commands.ts';
import type { SetRegistryResult } from '../contract/desktop-bridge.ts';
import { Refusal } from '../refusal.ts';
import type { TrayAction } from './tray-menu.ts';

type MessageBoxes = Pick<Dialog, 'showMessageBox'>;

/** Which command each of the tray's actions is; a refusal is told. Rejects where it failed. */
export function createTrayActions(
  commands: Commands,
  dialog: MessageBoxes,
): (action: TrayAction) => Promise<void> {
  /**
   * The tray has no place for a sentence: what was refused is explained by the system's own box. Nothing waits for it: the
   * tray shows what is so while the box is open.
   */
  function explain(message: string, detail = ''): void {
    void dialog.showMessageBox({ type: 'info', message, detail });
  }

  function explainRefusal(result: SetRegistryResult): void {
    if (result.outcome === 'refused') explain(result.message, result.nextStep);
  }

  async function perform(action: TrayAction): Promise<void> {
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
        return askAboutCommand(commands, dialog);
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
      explain(cause.message);
    }
  };
}

/** Says how the command for terminals stands, and does what is then chosen. */
async function askAboutCommand(commands: Commands, dialog: MessageBoxes): Promise<void> {
  const state = await commands.lookAtCommand();
  const deeds = commandDeeds(state);
  const { response } = await dialog.showMessageBox({
    type: 'info',
    message: `The command “${COMMAND_NAME}” for terminals`,
    detail: commandSentence(state),
    buttons: [...deeds.map(({ label }) => label), deeds.length === 0 ? 'OK' : 'Cancel'],
    defaultId: 0,
    cancelId: deeds.length,
  });
  const chosen = deeds[response]?.deed;
  if (chosen === undefined) return;
  const { ok, message } = await (chosen === 'install' ? commands.installCommand() : commands.removeCommand());
  await dialog.showMessageBox({ type: ok ? 'info' : 'warning', message });
}
