import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DEFAULT_SETTINGS, type Settings, settingsFault } from '../../src-main/contract/settings.ts';
import { NOTICES } from '../../src-main/notices.ts';
import {
  formatSettings,
  openSettingsStore,
  parseSettings,
  type SettingsOrigin,
  withLatest,
} from '../../src-main/settings-store.ts';
import { silentLogger } from '../../src-server/contract/service.ts';
import { onWindows, skipNow, unless } from '../support/unless.ts';

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'settings-'));
  file = join(folder, 'settings.json');
});
afterEach(() => {
  vi.useRealTimers();
  chmodSync(folder, 0o700);
  rmSync(folder, { recursive: true });
});

const open = () => openSettingsStore(file, silentLogger);
const read = () => JSON.parse(readFileSync(file, 'utf8'));

function recovered(origin: SettingsOrigin): Extract<SettingsOrigin, { kind: 'recovered' }> {
  if (origin.kind !== 'recovered') throw new Error(`The settings were not recovered, but: ${origin.kind}.`);
  return origin;
}

function withCopyThere(): void {
  vi.useFakeTimers({ now: 0, toFake: ['Date'] });
  writeFileSync(file, '{"port": 87');
  writeFileSync(join(folder, 'settings.broken-1970-01-01T00-00-00-000Z.json'), 'earlier');
}

function inReadOnlyFolder(): 'not here' | undefined {
  if (process.platform === 'win32' || process.getuid?.() === 0) return 'not here';
  writeFileSync(file, '{"port": 87');
  chmodSync(folder, 0o500);
  return undefined;
}

describe('a settings file', () => {
  it('that is missing means the first start, and is not made before something changes', async () => {
    const store = open();
    expect(store.origin).toEqual({ kind: 'none' });
    expect(store.get()).toEqual(DEFAULT_SETTINGS);
    await store.settled();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is written whole, for its user only, with nothing left beside it', async () => {
    const store = open();
    store.update({ port: 9000 });
    await store.settled();
    expect(read()).toEqual({ schemaVersion: 1, port: 9000 });
    expect(readdirSync(folder)).toEqual(['settings.json']);
    if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('holds the last of many changes', async () => {
    const store = open();
    for (let port = 9000; port < 9020; port += 1) store.update({ port });
    await store.settled();
    expect(read().port).toBe(9019);
    expect(open().get().port).toBe(9019);
  });

  it('that is corrupt is kept aside and replaced by the defaults', () => {
    writeFileSync(file, '{"port": 87');
    const store = open();
    expect(store.get()).toEqual(DEFAULT_SETTINGS);
    const { backup = '' } = recovered(store.origin);
    expect(readFileSync(backup, 'utf8')).toBe('{"port": 87');
    expect(NOTICES.settingsRecovered(recovered(store.origin)).text).toContain(`kept as ${backup}`);
  });

  it.for([
    ['is a folder', () => mkdirSync(file)],
    ['has the name of an earlier copy', withCopyThere],
    ['lies in a folder that takes no files', inReadOnlyFolder],
  ] as const)('that %s and cannot be copied is not said to be kept', ([, arrange], context) => {
    if (arrange() === 'not here') skipNow(context, 'here a folder cannot be closed to its owner');
    const { origin } = open();
    expect(recovered(origin).backup).toBeUndefined();
    const { text } = NOTICES.settingsRecovered(recovered(origin));
    expect(text).not.toContain('kept as');
    expect(text).toContain('could not be copied');
  });

  it('with one wrong value keeps the others, and says which one', () => {
    writeFileSync(file, '{"schemaVersion":1,"port":0,"registry":"/mine"}');
    const store = open();
    expect(store.get()).toEqual({ ...DEFAULT_SETTINGS, registry: '/mine' });
    expect(store.origin).toMatchObject({
      kind: 'recovered',
      isPartial: true,
      reason: expect.stringContaining('/port'),
    });
  });

  it('with a byte order mark is read', () => {
    writeFileSync(file, '\uFEFF{"schemaVersion":1,"port":9000}');
    expect(open().get().port).toBe(9000);
  });

  it('that cannot be read is no reason not to start', () => {
    mkdirSync(file);
    expect(open().origin.kind).toBe('recovered');
  });

  it.for<readonly [what: string, arrange: (path: string) => void]>([
    ['a pipe', (path) => void execFileSync('mkfifo', [path])],
    ['a link to a device without end', (path) => symlinkSync('/dev/zero', path)],
  ])('that is %s does not keep the app from starting', unless(onWindows), ([, arrange]) => {
    arrange(file);
    const { backup, reason } = recovered(open().origin);
    expect(backup).toBeUndefined();
    expect(reason).toBe('it is no regular file');
    expect(readdirSync(folder)).toEqual(['settings.json']);
  });

  it('that is too long is kept aside unread', () => {
    writeFileSync(file, '{}');
    truncateSync(file, 2 ** 21);
    const { backup = '', reason } = recovered(open().origin);
    expect(statSync(backup).size).toBe(2 ** 21);
    expect(reason).toBe('it has more than 1048576 bytes');
  });

  it('that is a link to a file elsewhere is read', unless(onWindows), () => {
    writeFileSync(join(folder, 'mine.json'), '{"schemaVersion":1,"port":9000}');
    symlinkSync(join(folder, 'mine.json'), file);
    expect(open().get().port).toBe(9000);
  });

  it('that cannot be written is no reason to fail', async () => {
    const store = openSettingsStore(join(folder, 'file', 'settings.json'), silentLogger);
    writeFileSync(join(folder, 'file'), '');
    store.update({ port: 9000 });
    await store.settled();
    expect(store.get().port).toBe(9000);
  });
});

describe('recent registries', () => {
  it('have the latest first and each once', () => {
    expect(withLatest(['/a', '/b', '/c'], '/b')).toEqual(['/b', '/a', '/c']);
  });

  it('are ten at most', () => {
    const ten = Array.from({ length: 10 }, (_, index) => `/${index}`);
    expect(withLatest(ten, '/new')).toEqual(['/new', ...ten.slice(0, 9)]);
  });

  it('can be forgotten', () => {
    const store = open();
    store.chooseRegistry('/a');
    store.chooseRegistry('/b');
    expect(store.forgetRegistry('/a').recentRegistries).toEqual(['/b']);
    expect(store.get().registry).toBe('/b');
  });
});

const settings: fc.Arbitrary<Settings> = fc.record({
  schemaVersion: fc.constant(1),
  registry: fc.option(fc.string(), { nil: null }),
  recentRegistries: fc.uniqueArray(fc.string({ minLength: 1 }), { maxLength: 10 }),
  port: fc.integer({ min: 1, max: 65_535 }),
  host: fc.constantFrom('127.0.0.1', '0.0.0.0', '::1', 'my-host.local'),
  recordActivity: fc.boolean(),
  countReads: fc.boolean(),
  checkRegistries: fc.boolean(),
  windowSize: fc.constantFrom(null, { width: 900, height: 700 }),
  startHidden: fc.boolean(),
  serveOnStart: fc.boolean(),
  closeToTray: fc.boolean(),
  theme: fc.constantFrom('system', 'light', 'dark'),
  allowedOrigins: fc.uniqueArray(fc.constantFrom('https://a.example', 'http://127.0.0.1:3000'), {
    maxLength: 2,
  }),
  allowSubmit: fc.boolean(),
  logLevel: fc.constantFrom('error', 'warn', 'info', 'debug'),
  seenNotices: fc.array(fc.string(), { maxLength: 3 }),
}) as fc.Arbitrary<Settings>;

describe('the defaults', () => {
  it('fit', () => {
    expect(settingsFault(DEFAULT_SETTINGS)).toBeUndefined();
  });

  it('are written as the version alone', () => {
    expect(JSON.parse(formatSettings(DEFAULT_SETTINGS))).toEqual({ schemaVersion: 1 });
  });
});

describe('parseSettings', () => {
  it('reads back whatever was written', () => {
    fc.assert(
      fc.property(settings, (written) => {
        expect(parseSettings(formatSettings(written))).toEqual({ ok: true, settings: written });
      }),
    );
  });

  it('fills in what the file leaves out', () => {
    expect(parseSettings('{"schemaVersion":1,"port":9000}')).toEqual({
      ok: true,
      settings: { ...DEFAULT_SETTINGS, port: 9000 },
    });
  });

  it('drops settings of other versions, whatever they hold', () => {
    const text =
      '{"schemaVersion":1,"port":9000,"noticeUpdates":1,"lastUpdateLook":{"at":7},"recentProjects":"/a"}';
    expect(parseSettings(text)).toEqual({ ok: true, settings: { ...DEFAULT_SETTINGS, port: 9000 } });
  });

  it.each([
    ['', 'not JSON'],
    ['{"port": 87', 'not JSON'],
    ['[]', 'not a JSON object'],
    ['null', 'not a JSON object'],
    ['{"schemaVersion":2}', 'newer version'],
  ])('refuses %s and says why', (text, reason) => {
    const parsed = parseSettings(text);
    expect(parsed.ok ? '' : parsed.reason).toContain(reason);
  });

  it.each([
    ['"port":0', '/port'],
    ['"port":65536', '/port'],
    ['"port":"8701"', '/port'],
    ['"host":"evil host"', '/host'],
    ['"windowSize":{"width":1}', '/windowSize'],
    ['"recentRegistries":["/a",7]', '/recentRegistries'],
  ])('resets %s alone, and names it', (wrong, name) => {
    const parsed = parseSettings(`{"schemaVersion":1,"theme":"dark","registry":"/mine",${wrong}}`);
    expect(parsed).toEqual({
      ok: true,
      settings: { ...DEFAULT_SETTINGS, theme: 'dark', registry: '/mine' },
      fault: expect.stringContaining(name),
    });
  });

  it('names each of several wrong values', () => {
    const parsed = parseSettings('{"schemaVersion":1,"port":0,"theme":"pink","registry":"/mine"}');
    expect(parsed).toMatchObject({ ok: true, settings: { registry: '/mine', port: 8701, theme: 'system' } });
    expect(parsed).toMatchObject({ fault: expect.stringMatching(/\/port.*\/theme/) });
  });

  it('never throws', () => {
    fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), (text) => void parseSettings(text)));
  });
});
