import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  hasTrayHost,
  hasX11Tray,
  waitForTrayHost,
  watchForTrayHost,
} from '../../../src-main/tray/app-tray.ts';
import { onWindows, unless } from '../../support/unless.ts';
import { createFakeClock } from '../fake-clock.ts';

// The tray itself is drawn by Electron, which isn't there.
vi.mock('electron', () => ({}));

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

const COOKIE = Buffer.from('0123456789abcdef');
const ATOM = 321;
let folder: string;
let server: Server | undefined;
let asked: string[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'x11-'));
  asked = [];
});
afterEach(() => {
  server?.close();
  rmSync(folder, { recursive: true });
});

interface FakeX {
  /** The window that owns the selection; zero: none. */
  readonly owner: number;
  readonly knowsAtom?: boolean;
  readonly refuses?: boolean;
  /** The number of bytes that are sent at once. */
  readonly pieces?: number;
  readonly hangs?: boolean;
}

/** Serves X to whoever asks one of three requests. */
async function serveX(display: number, { owner, knowsAtom = true, refuses, pieces = 4_096, hangs }: FakeX) {
  server = createServer((socket) => {
    let isSetUp = false;
    const say = (bytes: Buffer) => {
      for (let at = 0; at < bytes.length; at += pieces) socket.write(bytes.subarray(at, at + pieces));
    };
    const reply = (value: number) => {
      const bytes = Buffer.alloc(32);
      bytes.writeUInt8(1, 0);
      bytes.writeUInt32LE(value, 8);
      say(bytes);
    };
    socket.on('error', () => {});
    socket.on('data', (data) => {
      if (hangs) return;
      if (!isSetUp) {
        isSetUp = true;
        const names = data.readUInt16LE(6);
        const start = 12 + Math.ceil(names / 4) * 4;
        asked.push(data.subarray(start, start + data.readUInt16LE(8)).toString());
        const setup = Buffer.alloc(8 + 400);
        setup.writeUInt8(refuses ? 0 : 1, 0);
        setup.writeUInt16LE(100, 6);
        return say(setup);
      }
      if (data.readUInt8(0) === 16) {
        asked.push(data.subarray(8, 8 + data.readUInt16LE(4)).toString());
        return reply(knowsAtom ? ATOM : 0);
      }
      asked.push(`owner of ${data.readUInt32LE(4)}`);
      return reply(owner);
    });
  });
  await new Promise<void>((done) => server?.listen(join(folder, `X${display}`), done));
}

const look = (env: NodeJS.ProcessEnv) => hasX11Tray({ env, home: folder, socketFolder: folder });

it('a panel that embeds icons by X11 is a tray', unless(onWindows), async () => {
  await serveX(7, { owner: 0x1_0000 });
  expect(await look({ DISPLAY: ':7' })).toBe(true);
  expect(asked).toEqual(['', '_NET_SYSTEM_TRAY_S0', `owner of ${ATOM}`]);
});

it(
  'its screen is the one of the display, and the cookie of the display is sent',
  unless(onWindows),
  async () => {
    const field = (text: string | Buffer) => {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(text.length);
      return Buffer.concat([length, Buffer.from(text)]);
    };
    const entry = (display: string, data: Buffer) =>
      Buffer.concat([
        Buffer.from([1, 0]),
        field('host'),
        field(display),
        field('MIT-MAGIC-COOKIE-1'),
        field(data),
      ]);
    writeFileSync(
      join(folder, '.Xauthority'),
      Buffer.concat([entry('8', Buffer.from('another')), entry('7', COOKIE)]),
    );
    await serveX(7, { owner: 1, pieces: 3 });
    expect(await look({ DISPLAY: ':7.1' })).toBe(true);
    expect(asked.slice(0, 2)).toEqual([COOKIE.toString(), '_NET_SYSTEM_TRAY_S1']);
  },
);

it.each<[string, FakeX]>([
  ['a selection without an owner', { owner: 0 }],
  ['a selection that nobody has named', { owner: 1, knowsAtom: false }],
  ['a server that refuses', { owner: 1, refuses: true }],
  ['a server that does not answer', { owner: 1, hangs: true }],
])('%s is no tray', unless(onWindows), async (_, fake) => {
  await serveX(7, fake);
  expect(await look({ DISPLAY: ':7' })).toBe(false);
});

it.each([
  {},
  { DISPLAY: '' },
  { DISPLAY: ':7' },
  { DISPLAY: ':7; rm' },
  { DISPLAY: 'far.example:0' },
  { DISPLAY: ':../../x' },
])('no server at %o is no tray', async (env) => {
  expect(await look(env)).toBe(false);
});

it('is not looked for on Wayland, where GTK can’t embed', unless(onWindows), async () => {
  await serveX(7, { owner: 1 });
  expect(await look({ DISPLAY: ':7', WAYLAND_DISPLAY: 'wayland-0' })).toBe(false);
});

it('a damaged .Xauthority is no cookie', unless(onWindows), async () => {
  writeFileSync(join(folder, '.Xauthority'), Buffer.from([1, 0, 255, 255, 1]));
  await serveX(7, { owner: 1 });
  expect(await look({ DISPLAY: ':7' })).toBe(true);
  expect(asked[0]).toBe('');
});
