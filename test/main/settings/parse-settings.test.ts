import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_SETTINGS, type Settings, settingsFault } from '../../../src-main/contract/settings.ts';
import { formatSettings, parseSettings } from '../../../src-main/settings/parse-settings.ts';

const settings: fc.Arbitrary<Settings> = fc.record({
  schemaVersion: fc.constant(1),
  registry: fc.option(fc.string(), { nil: null }),
  recentRegistries: fc.uniqueArray(fc.string({ minLength: 1 }), { maxLength: 10 }),
  port: fc.integer({ min: 1, max: 65_535 }),
  host: fc.constantFrom('127.0.0.1', '0.0.0.0', '::1', 'my-host.local'),
  recordActivity: fc.boolean(),
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
      ...{ ok: true, settings: { ...DEFAULT_SETTINGS, port: 9000 } },
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
