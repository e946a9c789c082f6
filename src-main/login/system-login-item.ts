import type { App } from 'electron';
import type { LoginItemState } from '../contract/desktop-bridge.ts';
import { LOGIN_SWITCH } from '../start-mode.ts';
import type { LoginItem } from './login-item.ts';

/**
 * macOS and Windows keep login items themselves.
 * @param unsupported why the app can't add itself; undefined where it can
 */
export function createSystemLoginItem(
  app: App,
  platform: 'darwin' | 'win32',
  unsupported: string | undefined,
): LoginItem {
  // Windows finds an entry by its arguments: reading without them would miss the one that we wrote.
  const options = platform === 'win32' ? { args: [LOGIN_SWITCH] } : {};
  return {
    async read(): Promise<LoginItemState> {
      if (unsupported !== undefined) return { state: 'unsupported', reason: unsupported };
      const found = app.getLoginItemSettings(options);
      if (platform === 'darwin' && found.status === 'requires-approval')
        return { state: 'blocked', reason: 'Allow it in System Settings, General, Login Items.' };
      if (!found.openAtLogin) return { state: 'off' };
      if (platform === 'win32' && !found.executableWillLaunchAtLogin)
        return { state: 'blocked', reason: 'Enable it in the Task Manager, Startup apps.' };
      return { state: 'on' };
    },
    async set(on) {
      if (unsupported !== undefined) throw new Error(unsupported);
      app.setLoginItemSettings({ openAtLogin: on, ...options });
    },
    async repair() {},
  };
}
