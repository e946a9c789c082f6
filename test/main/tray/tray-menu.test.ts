import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Phase, ServiceState, StateIn } from '../../../src-main/contract/service-state.ts';
import { buildTray, type TrayInput, type TrayItem, trayIconFile } from '../../../src-main/tray/tray-menu.ts';
import { KNOWN, SERVING, STATUS } from '../known-service.ts';
import { shownRegistry, updateOf } from '../shown-registry.ts';

const SINCE = new Date(2026, 10, 28, 9, 14).getTime();
const COMMON = { ...KNOWN, folder: '/home/me/registry', since: SINCE };
const SKILLS = (skills: number) => ({
  ...STATUS,
  counts: { ...STATUS.counts, skills },
  registry: { ...STATUS.registry, path: '/home/me/registry' },
});
const READY: StateIn<'serving'> = { ...SERVING, ...COMMON, status: SKILLS(85) };
const STATES: Readonly<Record<Exclude<Phase, 'asking' | 'exported' | 'silent'>, ServiceState>> = {
  serving: READY,
  away: { ...READY, phase: 'away', why: 'It was moved.' },
  stopped: { ...COMMON, phase: 'stopped', by: 'user' },
  starting: { ...COMMON, phase: 'starting', attempt: 1 },
  stopping: { ...COMMON, phase: 'stopping' },
  restarting: { ...COMMON, phase: 'restarting', attempt: 2, why: 'It ended.', nextRetryAt: 1 },
  failed: {
    ...COMMON,
    phase: 'failed',
    failure: { reason: 'port-taken', message: 'Port 8701 is taken by node.', nextFreePort: 8702 },
  },
};

/** What was chosen, as a name with what it was given. */
let done: unknown[][] = [];
const doing = <T>() =>
  new Proxy(
    {},
    {
      get:
        (_, name) =>
        (...given: unknown[]) =>
          done.push([name, ...given]),
    },
  ) as T;

function choose(item: TrayItem | undefined) {
  done = [];
  if (item && 'click' in item) item.click?.();
  return done;
}

function tray(server: ServiceState, rest: Partial<TrayInput> = {}) {
  return buildTray({
    show: (hash) => done.push(['show', hash]),
    supervisor: doing(),
    commands: doing(),
    appName: 'Skills Registry',
    server,
    recentRegistries: [],
    startAtLogin: { state: 'off' },
    home: '/home/me',
    sampleRegistry: '/app/sample',
    updates: [],
    now: SINCE + 60_000,
    ...rest,
  });
}

const labelled = (items: readonly TrayItem[], label: string) =>
  items.find((item) => item.type !== 'separator' && item.label === label);
const available = (items: readonly TrayItem[]) =>
  items.flatMap((item) => ('click' in item ? [item.label] : []));

const rowsAbove = (server: ServiceState) => {
  const { items } = tray(server);
  const end = items.findIndex(({ type }) => type === 'separator');
  return items.slice(0, end).map((item) => ('label' in item ? item.label : ''));
};

describe('the rows above the commands', () => {
  it.each<[ServiceState, readonly string[]]>([
    [STATES.serving, ['85 skills from ~/registry']],
    [{ ...READY, pending: ['port'] }, ['85 skills from ~/registry', 'Changed settings wait for a restart.']],
    [STATES.starting, ['Starting']],
    [STATES.stopping, ['Stopping']],
    [STATES.stopped, ['Stopped', 'You stopped it at 09:14. Starting it serves ~/registry.']],
    [
      STATES.away,
      [
        '85 skills, folder not readable',
        '~/registry is not readable. Agents get its 85 skills as they were at 09:14.',
      ],
    ],
    [STATES.restarting, ['Restarting', 'The service ended, and starts again by itself. Agents get nothing.']],
    [STATES.failed, ['Not serving: the port is taken', 'Port 8701 is taken by node. Agents get nothing.']],
    [
      {
        ...COMMON,
        phase: 'failed',
        failure: { reason: 'gave-up', message: 'The service ended 5 times in a row.' },
      },
      ['Not serving: the service kept ending', 'The service kept ending. Agents get nothing.'],
    ],
  ])('say the state in the words of the window: %#', (state, rows) => {
    expect(rowsAbove(state)).toEqual(rows);
    expect(tray(state).toolTip).toBe(`Skills Registry: ${rows[0]}`);
  });
});

describe('the picture', () => {
  it('differs for serving, for on the way, and for trouble', () => {
    const glyphs = Object.fromEntries(
      Object.entries(STATES).map(([name, state]) => [name, tray(state).glyph]),
    );
    expect(glyphs).toEqual({
      serving: 'serving',
      stopped: 'waiting',
      starting: 'waiting',
      stopping: 'waiting',
      away: 'problem',
      restarting: 'problem',
      failed: 'problem',
    });
  });
});

describe('the menu', () => {
  const always = [
    'Open Skills Registry',
    'Connect an IDE…',
    'Start at login',
    'Show logs',
    'Quit Skills Registry',
  ];

  it.each([
    ['serving', ['Copy URL', 'Stop service', 'Restart service']],
    ['stopped', ['Start service']],
    ['starting', ['Stop service']],
    ['stopping', []],
    ['restarting', ['Start service', 'Stop service']],
    ['away', ['Copy URL', 'Stop service', 'Restart service']],
    ['failed', ['Use port 8702', 'Start service']],
  ] as const)('offers what makes sense while %s', (state, offered) => {
    expect(available(tray(STATES[state]).items).sort()).toEqual([...always, ...offered].sort());
  });

  it('opens the page of another service of ours that has the port', () => {
    const failure = { reason: 'port-taken', message: '', servedAt: 'http://127.0.0.1:8701' } as const;
    const { items } = tray({ ...COMMON, phase: 'failed', failure });
    expect(choose(labelled(items, 'Open the page of the other service'))).toEqual([
      ['openLink', 'http://127.0.0.1:8701'],
    ]);
  });

  it('has the same items in the same order in every state but for the offer of a port', () => {
    const labels = (state: ServiceState) =>
      tray(state)
        .items.flatMap((item) => (item.type === 'separator' ? [] : [item.label]))
        .filter((label) => /^(?:Open|Copy|Registry|Start|Stop|Restart|Show|Quit)/.test(label))
        .filter((label) => !/^(?:Starting|Stopping|Stopped|Restarting)$/.test(label));
    for (const state of Object.values(STATES)) expect(labels(state)).toEqual(labels(READY));
  });

  it('lists recent folders with the current one marked, and one that is away without an action', () => {
    const registry = labelled(
      tray(READY, {
        recentRegistries: [
          { path: '/home/me/registry', reachable: true, current: true },
          { path: '/mnt/team', reachable: false, current: false },
        ],
      }).items,
      'Registry',
    );
    const items = registry?.type === 'submenu' ? registry.items.slice(0, 3) : [];
    expect(items).toMatchObject([
      { type: 'radio', label: '~/registry', checked: true },
      { type: 'radio', label: '/mnt/team (not reachable)', checked: false },
      { type: 'radio', label: 'Sample', checked: false },
    ]);
    expect(items.flatMap(choose)).toEqual([['serveRegistry', '/home/me/registry'], ['serveSample']]);
  });

  it('shows a path of another user’s home as it is', () => {
    const registry = labelled(tray({ ...READY, folder: '/home/mel/x' }).items, 'Registry');
    expect(registry?.type === 'submenu' && registry.items[0]).toEqual({
      type: 'radio',
      label: '/home/mel/x',
      checked: true,
    });
  });

  it('has exactly one checked registry, whatever is served', () => {
    const recent = { path: '/home/me/registry', reachable: true };
    for (const [served, current] of [
      ['/home/me/registry', true],
      ['/app/sample', false],
      ['/given', false],
    ] as const) {
      const view = tray({ ...READY, folder: served }, { recentRegistries: [{ ...recent, current }] });
      const registry = labelled(view.items, 'Registry');
      const radios =
        registry?.type === 'submenu' ? registry.items.filter(({ type }) => type === 'radio') : [];
      expect(radios.filter((item) => 'checked' in item && item.checked)).toHaveLength(1);
    }
  });

  it('turns starting at login on where it is off, and off where it is on', () => {
    const wish = (state: TrayInput['startAtLogin']) =>
      choose(labelled(tray(READY, { startAtLogin: state }).items, 'Start at login'));
    expect(wish({ state: 'off' })).toEqual([['changeSettings', { startAtLogin: true }]]);
    expect(wish({ state: 'on' })).toEqual([['changeSettings', { startAtLogin: false }]]);
    expect(wish({ state: 'blocked', reason: '' })).toEqual([['changeSettings', { startAtLogin: true }]]);
    expect(wish({ state: 'unsupported', reason: '' })).toEqual([]);
  });
});

describe('updates of added registries', () => {
  it('are named, and lead to what changes', () => {
    const { items } = tray(READY, { updates: [shownRegistry('team', updateOf({ changed: ['js/a/b'] }))] });
    expect(choose(labelled(items, '1 skill changed in team…'))).toEqual([['show', '#/source?update=team']]);
    expect(tray(READY).items.some((item) => 'label' in item && /changed in/.test(item.label))).toBe(false);
  });
});

const FOLDER = 'assets/tray';

for (const platform of ['linux', 'darwin', 'win32'] as const)
  for (const glyph of ['serving', 'waiting', 'problem'] as const)
    it(`has a picture of ${glyph} for ${platform}, on light and on dark`, () => {
      for (const dark of [true, false])
        expect(existsSync(trayIconFile(FOLDER, glyph, platform, dark))).toBe(true);
    });

it('has one picture on Windows for every taskbar', () => {
  expect(trayIconFile(FOLDER, 'serving', 'win32', true)).toBe(
    trayIconFile(FOLDER, 'serving', 'win32', false),
  );
});

it('names macOS’ pictures as templates, with one for high resolution', () => {
  expect(trayIconFile(FOLDER, 'serving', 'darwin', false)).toMatch(/Template\.png$/);
  expect(existsSync('assets/tray/servingTemplate@2x.png')).toBe(true);
});
