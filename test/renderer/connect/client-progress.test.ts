import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type ClientProgress,
  clientProgress,
  compareProgress,
  isProven,
  type KnownOfClient,
  progressSummary,
} from '../../../src-renderer/connect/client-progress.ts';
import { progressWords } from '../../../src-renderer/connect/progress-words.ts';
import type { McpCaller } from '../../../src-server/contract/api/api.ts';
import type { ClientState, Connection } from '../../../src-server/contract/clients/connect.ts';
import { MCP_CLIENT_IDS } from '../../../src-server/contract/clients/mcp-clients.ts';

const MCP_URL = 'http://127.0.0.1:8701/mcp';
const AT = '2026-11-20T11:28:41.000Z';

function clientState(connection: Connection, changes: Partial<ClientState> = {}): ClientState {
  return {
    id: 'cursor',
    name: 'Cursor',
    installed: true,
    settingsFile: '/home/someone/.cursor/mcp.json',
    connection,
    ways: ['address', 'command'],
    snippet: '',
    place: '',
    takesPointer: true,
    writable: true,
    ...changes,
  };
}

function caller(changes: Partial<McpCaller> = {}): McpCaller {
  return { name: 'cursor-vscode', lastAt: AT, ...changes };
}

function progress(changes: Partial<KnownOfClient> = {}): ClientProgress {
  return clientProgress({
    id: 'cursor',
    state: clientState({ state: 'connected', name: 'skills-registry', by: 'address' }),
    callers: [],
    findings: [],
    mcpUrl: MCP_URL,
    ...changes,
  });
}

const CALLED = { lastCall: '2026-11-20T11:28:41.000Z' };
const READ = { at: AT, skillKey: 'cpp/gabime/spdlog', file: 'safety.md' };

describe('how far a program got', () => {
  test('works once a call of it was answered, and says when', () => {
    const works = progress({ callers: [caller(CALLED)] });
    expect(works.stage).toBe('works');
    expect(progressWords(works, true)).toMatchObject({ word: 'Works', why: ['called ', { ago: AT }] });
  });

  test('says what it read last, where it read a skill', () => {
    const works = progress({ callers: [caller({ ...CALLED, lastRead: READ })] });
    expect(progressWords(works, true).why).toEqual([
      'read ',
      { code: 'spdlog' },
      ' › ',
      { code: 'safety.md' },
      ' ',
      { ago: AT },
    ]);
  });

  test('is seen while it has started, and no call of it was answered', () => {
    const seen = progress({ callers: [caller()] });
    expect(progressWords(seen, true)).toMatchObject({ word: 'Seen', since: AT });
  });

  test('waits where its settings are right and it hasn’t called', () => {
    expect(progress()).toEqual({ stage: 'waiting', by: 'address' });
  });

  test('waits for a copy of its own where its settings hold a command', () => {
    const connection: Connection = {
      state: 'outdated',
      name: 'skills-registry',
      by: 'command',
      says: '/opt/node',
    };
    expect(progress({ state: clientState(connection) })).toEqual({ stage: 'waiting', by: 'command' });
    const desktop = clientState(
      { state: 'connected', name: 'skills-registry', by: 'command' },
      { id: 'claude-desktop' },
    );
    expect(progress({ id: 'claude-desktop', state: desktop })).toEqual({ stage: 'waiting', by: 'command' });
  });

  test('is not set up where its settings say nothing of us, and not here where it isn’t found', () => {
    const absent: Connection = { state: 'absent' };
    expect(progress({ state: clientState(absent) }).stage).toBe('not-set-up');
    expect(progress({ state: clientState(absent, { installed: false }) }).stage).toBe('not-here');
  });

  test.each<readonly [says: string, reason: string]>([
    ['http://127.0.0.1:8700/mcp', 'set up for port 8700; this service is on 8701'],
  ])('can’t work where its settings say “%s”', (says, reason) => {
    const stuck = progress({
      state: clientState({ state: 'outdated', name: 'skills-registry', by: 'address', says }),
    });
    expect(stuck.stage).toBe('cannot-work');
    expect(progressWords(stuck, true).why).toEqual([reason]);
  });

  test('can’t work where another machine is named, which is said', () => {
    const says = 'http://192.168.0.7:8701/mcp';
    const stuck = progress({
      state: clientState({ state: 'outdated', name: 'skills-registry', by: 'address', says }),
    });
    expect(progressWords(stuck, true).why).toContainEqual({ code: says });
  });

  test('can’t work where its settings can’t be understood, or the examination found an error in them', () => {
    const reason = "/home/someone/mcp.json can't be read: EACCES.";
    const unreadable = progress({ state: clientState({ state: 'unreadable', reason }) });
    expect(unreadable.stage).toBe('cannot-work');
    expect(progressWords(unreadable, true).why).toEqual([reason]);
    const title = 'Cursor has "skills" under "servers", where Cursor doesn’t look.';
    const findings = [{ severity: 'error', client: 'cursor', title, fix: 'Move it.' }] as const;
    expect(progressWords(progress({ findings }), true).why).toEqual([title]);
    expect(progress({ findings: [{ ...findings[0], client: 'zed' }] }).stage).toBe('waiting');
  });

  test('can’t work where it starts a copy of the service that is gone', () => {
    const connection: Connection = {
      state: 'broken',
      name: 'skills-registry',
      faults: [{ kind: 'gone', says: 'The entry starts /gone/node, but the program is gone.' }],
    };
    const title = 'Cursor: its settings start /gone/node, which is not there any more.';
    const findings = [{ severity: 'error', client: 'cursor', title, fix: 'Connect it again.' }] as const;
    expect(progressWords(progress({ state: clientState(connection), findings }), true)).toMatchObject({
      word: 'Can’t work',
      why: expect.arrayContaining([title]),
    });
    // Before the examination is over, too.
    expect(progressWords(progress({ state: clientState(connection) }), true).why).toEqual([
      'Its entry can’t work. The entry starts /gone/node, but the program is gone.',
    ]);
  });

  test('counts by what was seen, whatever its settings say', () => {
    const state = clientState({ state: 'absent' }, { installed: false });
    expect(progress({ state, callers: [caller(CALLED)] }).stage).toBe('works');
  });

  test('works where the copy that it starts answered it, whether the service runs or not', () => {
    const connection: Connection = { state: 'connected', name: 'skills-registry', by: 'command' };
    const works = progress({ state: clientState(connection, { seen: { lastAt: AT, ...CALLED } }) });
    for (const alive of [true, false])
      expect(progressWords(works, alive)).toMatchObject({ word: 'Works', why: ['called ', { ago: AT }] });
  });

  test('does not work by what a copy saw that its settings don’t start any more', () => {
    const state = clientState({ state: 'absent' }, { seen: { lastAt: AT, ...CALLED } });
    expect(progress({ state }).stage).toBe('not-set-up');
  });

  test('is none of another program’s calls', () => {
    expect(progress({ callers: [caller({ name: 'claude-code', ...CALLED })] }).stage).toBe('waiting');
  });

  test('takes all names of one program together', () => {
    const callers = [caller({ name: 'cursor' }), caller({ name: 'cursor-vscode', ...CALLED })];
    expect(progress({ callers }).stage).toBe('works');
  });

  test('is known in a browser by calls alone, and not even so where the service doesn’t tell', () => {
    expect(progress({ state: undefined }).stage).toBe('no-call');
    expect(progress({ state: undefined, callers: undefined }).stage).toBe('unknown');
    expect(progress({ state: undefined, callers: [caller(CALLED)] }).stage).toBe('works');
  });
});

test('nothing is called working while the service doesn’t answer', () => {
  for (const callers of [[caller()], [caller(CALLED)], []])
    expect(progressWords(progress({ callers }), false).word).toBe('No answer');
});

const states = fc.constantFrom<Connection>(
  { state: 'absent' },
  { state: 'connected', name: 'skills-registry', by: 'address' },
  { state: 'outdated', name: 'skills-registry', by: 'address', says: 'http://127.0.0.1:8700/mcp' },
  { state: 'outdated', name: 'skills-registry', by: 'address', says: 'http://[' },
  { state: 'unreadable', reason: 'It is not valid JSON.' },
);

test('a program never works or is seen without a call of its own', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...MCP_CLIENT_IDS),
      states,
      fc.boolean(),
      fc.option(fc.constant([])),
      (id, connection, installed, callers) => {
        const state = clientState(connection, { id, installed });
        const { stage } = progress({ id, state, callers: callers ?? undefined });
        expect(['works', 'seen']).not.toContain(stage);
      },
    ),
  );
});

describe('all of them in one line', () => {
  const works: ClientProgress = {
    stage: 'works',
    by: 'address',
    calls: { lastAt: AT, ...CALLED },
    ...CALLED,
  };
  const seen: ClientProgress = { stage: 'seen', by: 'address', calls: { lastAt: AT } };
  const stuck: ClientProgress = { stage: 'cannot-work', obstacle: { kind: 'unreadable', reason: '' } };
  const idle: ClientProgress = { stage: 'not-set-up' };
  const away: ClientProgress = { stage: 'not-here' };

  test.each<readonly [string, readonly ClientProgress[]]>([
    ['1 works, 1 has started', [works, seen, { stage: 'no-call' }]],
    ['1 of 6 works, 1 has started, 2 can’t work yet', [works, seen, stuck, stuck, idle, idle, away]],
    ['2 of 2 work', [works, works]],
    ['none yet; 4 were found on this computer', [idle, idle, idle, idle, away]],
    ['none was found on this computer', [away, away]],
    ['none has called so far', [{ stage: 'no-call' }]],
    ['this page can’t see who calls', [{ stage: 'unknown' }]],
  ])('says “%s”', (words, all) => expect(progressSummary(all)).toBe(words));

  test.each<readonly [string, readonly ClientProgress[], boolean]>([
    ['once every one that is here works', [works, works, away], true],
    ['in a browser, which knows of no other', [works, { stage: 'no-call' }], true],
    ['not while one got no answer', [works, seen], false],
    ['not while one waits', [works, { stage: 'waiting', by: 'address' }], false],
    ['not while one can’t work', [works, stuck], false],
    ['not while one is left to connect', [works, idle], false],
    ['not before one works', [away], false],
  ])('is proven %s', (_when, all, proven) => expect(isProven(all)).toBe(proven));

  test('goes by how far each got', () => {
    expect([away, idle, stuck, seen, works].toSorted(compareProgress)).toEqual([
      works,
      seen,
      stuck,
      idle,
      away,
    ]);
  });
});
