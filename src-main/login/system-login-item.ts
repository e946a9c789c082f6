import type { App } from 'electron';
import type { LoginItemState } from '../contract/desktop-bridge.ts';
import { Refusal } from '../refusal.ts';
import { LOGIN_SWITCH } from '../start-mode.ts';
import type { LoginItem } from './login-entry.ts';

const NOT_ADDED = {
  darwin:
    'The system did not add the app to the login items. Add the app in System Settings, General, Login Items.',
  win32:
    'The system did not add the app to the login items. The user or an administrator may forbid login items.',
} as const;
const NOT_REMOVED = {
  darwin: 'The system still starts the app at login; take it off in System Settings, General, Login Items.',
  win32: 'The system still starts the app at login; turn it off in the Task Manager, Startup apps.',
} as const;

/** @param unsupported why the app can't add itself */
export function createSystemLoginItem(
  app: App,
  platform: 'darwin' | 'win32',
  unsupported: string | undefined,
): LoginItem {
  // Windows finds an entry by its arguments.
  const options = platform === 'win32' ? { args: [LOGIN_SWITCH] } : {};

  function read(): LoginItemState {
    if (unsupported !== undefined) return { state: 'unsupported', reason: unsupported };
    const found = app.getLoginItemSettings(options);
    if (platform === 'darwin' && found.status === 'requires-approval')
      return { state: 'blocked', reason: 'Allow it in System Settings, General, Login Items.' };
    if (!found.openAtLogin) return { state: 'off' };
    if (platform === 'win32' && !found.executableWillLaunchAtLogin)
      return { state: 'blocked', reason: 'Enable it in the Task Manager, Startup apps.' };
    return { state: 'on' };
  }

  return {
    read: async () => read(),
    async set(on) {
      if (unsupported !== undefined) throw new Refusal(unsupported);
      app.setLoginItemSettings({ openAtLogin: on, ...options });
      // Electron reports no failure.
      if ((read().state === 'off') === on)
        throw new Refusal(on ? NOT_ADDED[platform] : NOT_REMOVED[platform]);
    },
    async repair() {},
  };
}
