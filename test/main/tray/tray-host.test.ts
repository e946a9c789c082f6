import { resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hasTrayHost, waitForTrayHost, watchForTrayHost } from '../../../src-main/tray/tray-host.ts';
import { onWindows, unless } from '../../support/unless.ts';
import { createFakeClock } from '../fake-clock.ts';

const { PATH, DISPLAY } = process.env;
const bus = (name: string) => resolve('test/desktop/fixtures', name);

beforeEach(() => {
  // The developer's own panel is not meant.
  delete process.env['DISPLAY'];
});
afterEach(() => {
  process.env['PATH'] = PATH;
  if (DISPLAY !== undefined) process.env['DISPLAY'] = DISPLAY;
});

describe('hasTrayHost', () => {
  it('asks nobody where the system always has a tray', async () => {
    process.env['PATH'] = '/nowhere';
    expect(await hasTrayHost('darwin')).toBe(true);
    expect(await hasTrayHost('win32')).toBe(true);
  });

  it(
    'believes the session bus about a host, and not a watcher that shows nothing',
    unless(onWindows),
    async () => {
      process.env['PATH'] = `${bus('bus-with-tray')}:${PATH}`;
      expect(await hasTrayHost('linux')).toBe(true);
      process.env['PATH'] = `${bus('bus-without-tray')}:${PATH}`;
      expect(await hasTrayHost('linux')).toBe(false);
    },
  );

  it('takes silence for a no: an app that cannot be reached again would be lost', async () => {
    process.env['PATH'] = '/nowhere';
    expect(await hasTrayHost('linux')).toBe(false);
  });

  it('stops waiting for a panel that never comes', async () => {
    process.env['PATH'] = '/nowhere';
    expect(await waitForTrayHost('linux', 0)).toBe(false);
  });
});

describe('a panel that comes late', () => {
  it('is noticed, once', async () => {
    const clock = createFakeClock();
    let isThere = false;
    let arrivals = 0;
    watchForTrayHost(
      clock,
      () => {
        arrivals += 1;
      },
      async () => isThere,
    );
    await clock.advance(60_000);
    expect(arrivals).toBe(0);
    isThere = true;
    await clock.advance(120_000);
    expect(arrivals).toBe(1);
  });

  it('is not waited for for ever', async () => {
    const clock = createFakeClock();
    let looks = 0;
    watchForTrayHost(
      clock,
      () => {},
      async () => {
        looks += 1;
        return false;
      },
    );
    await clock.advance(3_600_000);
    expect(looks).toBe(60);
  });
});
