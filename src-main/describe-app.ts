import { app } from 'electron';
import type { AppInfo } from './contract/desktop-bridge.ts';
import type { AppPaths } from './paths.ts';
import type { SettingsStore } from './settings/settings-store.ts';

interface StartedWith {
  readonly paths: AppPaths;
  readonly store: SettingsStore;
  readonly platform: NodeJS.Platform;
}

export function describeApp(
  { paths, store, platform }: StartedWith,
  { hasTray, hasChosen }: { hasTray: boolean; hasChosen: boolean },
): AppInfo {
  return {
    name: app.getName(),
    version: app.getVersion(),
    platform: platform === 'darwin' || platform === 'win32' ? platform : 'linux',
    electron: process.versions.electron ?? '',
    chrome: process.versions['chrome'] ?? '',
    node: process.versions.node,
    settingsFile: paths.settingsFile,
    logsFolder: paths.logs,
    hasTray,
    firstStart: store.origin.kind === 'none' && !hasChosen,
  };
}
