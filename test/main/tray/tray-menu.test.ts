import { describe, expect, it } from 'vitest';
import type { ServerStatus } from '../../../src-main/contract/desktop-bridge.ts';
import { buildTray, statusLine, type TrayInput, type TrayItem } from '../../../src-main/tray/tray-menu.ts';
import { shownRegistry, updateOf } from '../registries/shown-registry.ts';

const COMMON = {
  registry: '/home/me/registry',
  host: '127.0.0.1',
  port: 8701,
  since: '2026-01-31T12:00:00.000Z',
};
const READY: ServerStatus = {
  ...{ ...COMMON, state: 'ready', url: 'http://127.0.0.1:8701', mcpUrl: 'http://127.0.0.1:8701/mcp' },
  ...{ pid: 1, skills: 85, problems: 2, steps: [], pending: [] },
};
const STATES: Readonly<Record<ServerStatus['state'], ServerStatus>> = {
  ready: READY,
  stopped: { ...COMMON, state: 'stopped', by: 'user' },
  starting: { ...COMMON, state: 'starting', attempt: 1, steps: [] },
  stopping: { ...COMMON, state: 'stopping' },
  'backing-off': {
    ...{ ...COMMON, state: 'backing-off', attempt: 2, reason: 'It ended.', nextRetryAt: COMMON.since },
  },
  failed: {
    ...{ ...COMMON, state: 'failed', steps: [] },
    failure: { reason: 'port-taken', message: 'Port 8701 is taken by node.', nextFreePort: 8702 },
  },
};

function tray(server: ServerStatus, rest: Partial<TrayInput> = {}) {
  return buildTray({
    ...{ appName: 'Skills Registry', server, recentRegistries: [], startAtLogin: { state: 'off' } },
    ...{ home: '/home/me', sampleRegistry: '/app/sample', updates: [], ...rest },
  });
}

const labelled = (items: readonly TrayItem[], label: string) =>
  items.find((item) => item.type !== 'separator' && item.label === label);
const available = (items: readonly TrayItem[]) =>
  items.flatMap((item) => ('action' in item && item.action ? [item.label] : []));

describe('the status line', () => {
  it('says how many skills are served and where', () => {
    expect(statusLine(READY)).toBe('Serving 85 skills at 127.0.0.1:8701');
    expect(statusLine({ ...READY, skills: 1 })).toBe('Serving 1 skill at 127.0.0.1:8701');
  });

  it('never says serving while nothing is served', () => {
    for (const state of ['stopped', 'starting', 'stopping', 'backing-off', 'failed'] as const)
      expect(statusLine(STATES[state])).not.toMatch(/^Serving/);
  });
});

describe('the picture', () => {
  it('differs for serving, for on the way, and for trouble', () => {
    const glyphs = Object.fromEntries(
      Object.entries(STATES).map(([name, state]) => [name, tray(state).glyph]),
    );
    expect(glyphs).toEqual({
      ...{ ready: 'serving', stopped: 'starting', starting: 'starting', stopping: 'starting' },
      ...{ 'backing-off': 'problem', failed: 'problem' },
    });
  });
});

describe('the menu', () => {
  const always = [
    'Open Skills Registry',
    'Command line…',
    'Connect an IDE…',
    'Start at login',
    'Show logs',
    'Quit Skills Registry',
  ];

  it.each([
    ['ready', ['Copy URL', 'Stop server', 'Restart server']],
    ['stopped', ['Start server']],
    ['starting', ['Stop server']],
    ['stopping', []],
    ['backing-off', ['Stop server']],
    ['failed', ['Use port 8702 this time', 'Start server']],
  ] as const)('offers what makes sense while %s', (state, offered) => {
    expect(available(tray(STATES[state]).items).sort()).toEqual([...always, ...offered].sort());
  });

  it('has the same items in the same order in every state but for the offer of a port', () => {
    const labels = (state: ServerStatus) =>
      tray(state)
        .items.flatMap((item) => (item.type === 'separator' ? [] : [item.label]))
        .filter((label) => /^(?:Open|Copy|Registry|Start|Stop|Restart|Show|Quit)/.test(label))
        .filter((label) => !/^(?:Starting|Stopping|Stopped)/.test(label));
    for (const state of Object.values(STATES)) expect(labels(state)).toEqual(labels(READY));
  });

  it('says why it failed right below the status', () => {
    expect(labelled(tray(STATES.failed).items, 'Port 8701 is taken by node.')).toEqual({
      ...{ type: 'normal', label: 'Port 8701 is taken by node.' },
    });
  });

  it('leaves a service of somebody else alone', () => {
    const attached = { ...READY, attachedTo: { app: 'cli', pid: 4242, reason: '' } } as const;
    expect(available(tray(attached).items)).not.toEqual(expect.arrayContaining(['Stop server']));
    expect(labelled(tray(attached).items, 'By process 4242')).toBeDefined();
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
    expect(registry?.type === 'submenu' && registry.items.slice(0, 3)).toEqual([
      {
        ...{ type: 'radio', label: '~/registry', checked: true },
        action: { kind: 'use-registry', path: '/home/me/registry' },
      },
      { type: 'radio', label: '/mnt/team (not reachable)', checked: false },
      { type: 'radio', label: 'Sample', checked: false, action: { kind: 'use-sample' } },
    ]);
  });

  it('shows a path of another user’s home as it is', () => {
    const registry = labelled(tray({ ...READY, registry: '/home/mel/x' }).items, 'Registry');
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
      const view = tray({ ...READY, registry: served }, { recentRegistries: [{ ...recent, current }] });
      const registry = labelled(view.items, 'Registry');
      const radios =
        registry?.type === 'submenu' ? registry.items.filter(({ type }) => type === 'radio') : [];
      expect(radios.filter((item) => 'checked' in item && item.checked)).toHaveLength(1);
    }
  });

  it('turns starting at login on where it is off, and off where it is on', () => {
    const wish = (state: TrayInput['startAtLogin']) =>
      labelled(tray(READY, { startAtLogin: state }).items, 'Start at login');
    expect(wish({ state: 'off' })).toMatchObject({ checked: false, action: { on: true } });
    expect(wish({ state: 'on' })).toMatchObject({ checked: true, action: { on: false } });
    expect(wish({ state: 'blocked', reason: '' })).toMatchObject({ checked: false, action: { on: true } });
    expect(wish({ state: 'unsupported', reason: '' })).not.toHaveProperty('action');
  });
});

describe('updates of added registries', () => {
  it('are named, and lead to what changes', () => {
    const { items } = tray(READY, { updates: [shownRegistry('team', updateOf({ changed: ['js/a/b'] }))] });
    expect(labelled(items, '1 skill changed in team…')).toMatchObject({
      action: { kind: 'read-update', registry: 'team' },
    });
    expect(tray(READY).items.some((item) => 'label' in item && /changed in/.test(item.label))).toBe(false);
  });
});
