import type { DesktopBridge, SettingsChange, SettingsState } from '../../src-main/contract/desktop-bridge.ts';
import { createIpcResource, type IpcResource } from './ipc-resource.ts';
import type { Clock } from './surroundings.ts';

export interface SettingsStore extends IpcResource<SettingsState> {
  /** Rejects with the app's message. */
  change(change: SettingsChange): Promise<void>;
}

export function followSettings(
  clock: Clock,
  bridge: Pick<DesktopBridge, 'getSettings' | 'changeSettings' | 'on'> | undefined,
): SettingsStore {
  const settings = createIpcResource<SettingsState>({
    clock,
    ask: bridge?.getSettings,
    listen: (take) => bridge?.on('settings', take) ?? (() => {}),
  });
  return {
    ...settings,
    async change(change) {
      if (bridge !== undefined) settings.take(await bridge.changeSettings(change));
    },
  };
}
