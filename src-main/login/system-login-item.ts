import type { App } from 'electron';
import type { LoginItemState } from '../contract/desktop-bridge.ts';
import { Refusal } from '../refusal.ts';
import { LOGIN_SWITCH } from '../start-mode.ts';
import type { LoginItem } from './login-entry.ts';

const PLACE = {
  darwin: 'System Settings, General, Login Items',
  win32: 'the Task Manager, Startup apps',
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
      return { state: 'blocked', reason: `Allow it in ${PLACE.darwin}.` };
    if (!found.openAtLogin) return { state: 'off' };
    if (platform === 'win32' && !found.executableWillLaunchAtLogin)
      return { state: 'blocked', reason: `Enable it in ${PLACE.win32}.` };
    return { state: 'on' };
  }

  return {
    read: async () => read(),
    async set(on) {
      if (unsupported !== undefined) throw new Refusal(unsupported);
      app.setLoginItemSettings({ openAtLogin: on, ...options });
      // Electron reports no failure.
      if ((read().state === 'off') !== on) return;
      const what = on ? 'did not add the app to the login items' : 'still starts the app at login';
      throw new Refusal(`The system ${what}. Change it in ${PLACE[platform]}.`);
    },
    async repair() {},
  };
}
