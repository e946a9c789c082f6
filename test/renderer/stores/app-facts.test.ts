import { describe, expect, it } from 'vitest';
import type { AppNotice, SettingsState } from '../../../src-main/contract/desktop-bridge.ts';
import { followNotices } from '../../../src-renderer/stores/notices.ts';
import { followSettings } from '../../../src-renderer/stores/settings.ts';
import { bridgeState } from '../../e2e/browser/simulated-bridge.ts';
import { createFakeClock, settle } from '../../main/fake-clock.ts';

const { settings: FIRST } = bridgeState('http://127.0.0.1:8701');
const inDark: SettingsState = { ...FIRST, settings: { ...FIRST.settings, theme: 'dark' } };

/** The one event that a store listens to, to be told by the test. */
function anEvent<T>() {
  let listener: ((detail: T) => void) | undefined;
  return {
    tell: (detail: T) => listener?.(detail),
    on: (_: string, next: unknown) => {
      listener = next as (detail: T) => void;
      return () => {
        listener = undefined;
      };
    },
  };
}

describe('the settings, as the window knows them', () => {
  const follow = (changeSettings: () => Promise<SettingsState>) => {
    const { tell, on } = anEvent<SettingsState>();
    const settings = followSettings(createFakeClock(), {
      getSettings: async () => FIRST,
      changeSettings,
      on,
    });
    settings.start();
    return { settings, tell };
  };

  it('are asked for once, and follow what the app tells', async () => {
    const { settings, tell } = follow(async () => FIRST);
    await settle();
    expect(settings.get()).toMatchObject({ state: 'ready', from: 'app', value: FIRST });
    tell(inDark);
    expect(settings.get().value?.settings.theme).toBe('dark');
  });

  it('are changed at once, and stay as they are where the app refuses', async () => {
    const { settings } = follow(async () => inDark);
    await settings.change({ theme: 'dark' });
    expect(settings.get().value).toBe(inDark);
    const refusing = follow(async () => {
      throw new Error('refused: No.');
    }).settings;
    await settle();
    await expect(refusing.change({ theme: 'dark' })).rejects.toThrow('No.');
    expect(refusing.get().value).toBe(FIRST);
  });

  it('are not there in a browser, and nothing waits for them', () => {
    const settings = followSettings(createFakeClock(), undefined);
    settings.start();
    expect(settings.get()).toMatchObject({ state: 'loading', failure: undefined });
  });
});

describe('what the app says once', () => {
  const notice: AppNotice = { id: 'port-changed', title: 'The port changed.', text: 'It is 8702.' };

  it('is there until it is dismissed', async () => {
    const { tell, on } = anEvent<readonly AppNotice[]>();
    const dismissed: string[] = [];
    const notices = followNotices({
      getNotices: async () => [notice],
      dismissNotice: async ({ id }) => {
        dismissed.push(id);
        return [];
      },
      on,
    });
    notices.start();
    await settle();
    expect(notices.get()).toEqual([notice]);
    notices.dismiss('port-changed');
    await settle();
    expect({ dismissed, left: notices.get() }).toEqual({ dismissed: ['port-changed'], left: [] });
    tell([notice]);
    expect(notices.get()).toEqual([notice]);
    notices.stop();
    tell([]);
    expect(notices.get()).toEqual([notice]);
  });
});
