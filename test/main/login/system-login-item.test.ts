import type { App } from 'electron';
import { describe, expect, it } from 'vitest';
import { createSystemLoginItem } from '../../../src-main/login/system-login-item.ts';
import { Refusal } from '../../../src-main/refusal.ts';

type Settings = ReturnType<App['getLoginItemSettings']>;

/** A system that keeps what `keep` lets it. */
function system(platform: 'darwin' | 'win32', found: Partial<Settings> = {}, unsupported?: string) {
  let kept = false;
  const asked: unknown[] = [];
  const app = {
    getLoginItemSettings: () => ({
      ...{ openAtLogin: kept, executableWillLaunchAtLogin: kept, wasOpenedAtLogin: false, launchItems: [] },
      status: kept ? 'enabled' : 'not-registered',
      ...found,
    }),
    setLoginItemSettings: (settings: { openAtLogin: boolean }) => {
      asked.push(settings);
      kept = settings.openAtLogin;
    },
  } as unknown as App;
  return { asked, item: createSystemLoginItem(app, platform, unsupported) };
}

describe.each(['darwin', 'win32'] as const)('starting at login on %s', (platform) => {
  it('is what the system says, not what was asked for last', async () => {
    const { item } = system(platform);
    expect(await item.read()).toEqual({ state: 'off' });
    await item.set(true);
    expect(await item.read()).toEqual({ state: 'on' });
    await item.set(false);
    expect(await item.read()).toEqual({ state: 'off' });
  });

  it('is a refusal where the system doesn’t take it, though it says nothing', async () => {
    const never = system(platform, { openAtLogin: false, status: 'not-found' });
    await expect(never.item.set(true)).rejects.toThrow(Refusal);
    const always = system(platform, { openAtLogin: true, executableWillLaunchAtLogin: true });
    await expect(always.item.set(false)).rejects.toThrow('still starts the app at login');
  });

  it('is no refusal where there was nothing to take away', async () => {
    await expect(system(platform).item.set(false)).resolves.toBeUndefined();
  });

  it('is never touched where the app can’t be started so', async () => {
    const { item, asked } = system(platform, {}, 'A development run.');
    expect(await item.read()).toEqual({ state: 'unsupported', reason: 'A development run.' });
    await expect(item.set(true)).rejects.toThrow('A development run.');
    expect(asked).toEqual([]);
  });
});

it('on macOS may wait for its user’s approval, which is no failure', async () => {
  const { item } = system('darwin', { openAtLogin: false, status: 'requires-approval' });
  await item.set(true);
  expect(await item.read()).toMatchObject({ state: 'blocked' });
});

it('on Windows may be turned off in the Task Manager, which is no failure', async () => {
  const { item } = system('win32', { openAtLogin: true, executableWillLaunchAtLogin: false });
  await item.set(true);
  expect(await item.read()).toMatchObject({ state: 'blocked' });
});

it('on Windows is found by the switch that the entry was written with', async () => {
  const { item, asked } = system('win32');
  await item.set(true);
  expect(asked).toEqual([{ openAtLogin: true, args: ['--at-login'] }]);
});
