/** Login items as macOS and Windows keep them: what can't be set is not set, and nobody throws. */
import type { StandInContext } from './context.ts';

interface Wanted {
  readonly openAtLogin: boolean;
  readonly args?: readonly string[];
}

export function createLoginItems({ strict, platform, quirks }: StandInContext) {
  let item: Wanted = { openAtLogin: false };

  /** Windows finds an entry by what it starts; macOS has one for the app. */
  const isFound = (args: readonly string[]) =>
    item.openAtLogin && (platform !== 'win32' || JSON.stringify(item.args ?? []) === JSON.stringify(args));

  function status(isThere: boolean): string {
    if (quirks.loginItem === 'is refused') return 'not-found';
    if (!isThere) return 'not-registered';
    return quirks.loginItem === 'waits for approval' ? 'requires-approval' : 'enabled';
  }

  return {
    getLoginItemSettings(options: { readonly args?: readonly string[] } = {}) {
      strict.options('LoginItemSettingsOptions', options, ['type', 'path', 'args']);
      const isThere = isFound(options.args ?? []);
      const isEnabled = quirks.loginItem !== 'is turned off';
      return {
        openAtLogin: isThere && (platform !== 'darwin' || status(isThere) === 'enabled'),
        wasOpenedAtLogin: platform === 'darwin' && quirks.openedAtLogin === true,
        executableWillLaunchAtLogin: isThere && isEnabled,
        status: status(isThere),
        launchItems: [],
      };
    },
    setLoginItemSettings(wanted: Wanted) {
      strict.options('Settings', wanted, ['openAtLogin', 'path', 'args']);
      if (quirks.loginItem !== 'is refused') item = wanted;
    },
  };
}
