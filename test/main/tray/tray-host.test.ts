import { resolve } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { hasTrayHost, waitForTrayHost } from '../../../src-main/tray/tray-host.ts';

const PATH = process.env['PATH'];
const bus = (name: string) => resolve('test/desktop/fixtures', name);

afterEach(() => {
  process.env['PATH'] = PATH;
});

describe('hasTrayHost', () => {
  it('asks nobody where the system always has a tray', async () => {
    process.env['PATH'] = '/nowhere';
    expect(await hasTrayHost('darwin')).toBe(true);
    expect(await hasTrayHost('win32')).toBe(true);
  });

  it.runIf(process.platform !== 'win32')('believes the session bus', async () => {
    process.env['PATH'] = `${bus('bus-with-tray')}:${PATH}`;
    expect(await hasTrayHost('linux')).toBe(true);
    process.env['PATH'] = `${bus('bus-without-tray')}:${PATH}`;
    expect(await hasTrayHost('linux')).toBe(false);
  });

  it('takes silence for a no: an app that cannot be reached again would be lost', async () => {
    process.env['PATH'] = '/nowhere';
    expect(await hasTrayHost('linux')).toBe(false);
  });

  it('stops waiting for a panel that never comes', async () => {
    process.env['PATH'] = '/nowhere';
    expect(await waitForTrayHost('linux', 0)).toBe(false);
  });
});
