import { describe, expect, it } from 'vitest';
import { clientWords } from '../../../src-renderer/views/agents/agent-row.tsx';
import {
  agentsSentence,
  type ClientProgress,
  clientProgress,
  type Week,
} from '../../../src-renderer/views/agents/agents.ts';
import type { ClientState, Connection } from '../../../src-server/contract/clients/clients.ts';

const AT = '2026-11-28T11:00:00.000Z';
const NOW = Date.parse('2026-11-28T11:02:10.000Z');

const state = (connection: Connection, more: Partial<ClientState> = {}): ClientState => ({
  id: 'claude-code',
  name: 'Claude Code',
  installed: true,
  place: '~/.claude.json',
  writable: true,
  connection,
  ...more,
});
const KNOWN = {
  id: 'claude-code' as const,
  callers: [],
  folder: '/registry',
  mcpUrl: 'http://127.0.0.1:8701/mcp',
};
const CONNECTED: Connection = { state: 'connected', name: 'skills-registry', by: 'address' };
const caller = { name: 'claude-code', lastAt: AT };
const read = { at: AT, skillKey: 'rust/tokio-rs/tokio', file: 'pitfalls.md' };

const says = (progress: ClientProgress, isServing = true, week?: Week) => {
  const { says: said, detail } = clientWords(progress, isServing, { now: NOW, week });
  return detail === undefined ? said : `${said}, ${detail}`;
};
const weekOf = (sum: number, most = read.skillKey): Week => ({ days: [], reads: [], sum, most });

describe('a program’s sentence', () => {
  it.each<[string, Parameters<typeof clientProgress>[0], string]>([
    [
      'its last read',
      { ...KNOWN, state: state(CONNECTED), callers: [{ ...caller, lastCall: AT, lastRead: read }] },
      'works, read tokio 2 min ago',
    ],
    [
      'its last question',
      { ...KNOWN, state: state(CONNECTED), callers: [{ ...caller, lastCall: AT }] },
      'works, asked 2 min ago',
    ],
    [
      'that it started',
      { ...KNOWN, state: state(CONNECTED), callers: [caller] },
      'started 2 min ago, has read nothing yet',
    ],
    ['that it is connected', { ...KNOWN, state: state(CONNECTED) }, 'connected, has not asked yet'],
    ['that it is not connected', { ...KNOWN, state: state({ state: 'absent' }) }, 'not connected'],
    [
      'that it is not here',
      { ...KNOWN, state: state({ state: 'absent' }, { installed: false }) },
      'not found on this computer',
    ],
    [
      'another port',
      { ...KNOWN, state: state(outdated('http://127.0.0.1:9999/mcp')) },
      'set up for another port, 9999; the service is on 8701',
    ],
    [
      'another address',
      { ...KNOWN, state: state(outdated('http://10.0.0.1:8701/mcp')) },
      'set up for http://10.0.0.1:8701/mcp, which is not this service',
    ],
    [
      'settings that can’t be read',
      { ...KNOWN, state: state({ state: 'unreadable', reason: 'x.json is no JSON.' }) },
      'x.json is no JSON.',
    ],
    [
      'the folder that it really gets',
      { ...KNOWN, state: state({ ...CONNECTED, by: 'command', registry: '/home/me/other' }) },
      'gets the skills of ~/other, from a program of its own',
    ],
    ['that a page in a browser heard nothing of it', { ...KNOWN, state: undefined }, 'no call yet'],
  ])('says %s', (_, known, words) => {
    expect(says(clientProgress(known))).toBe(words);
  });

  it('claims no answers while the service does not run', () => {
    const works = clientProgress({
      ...KNOWN,
      state: state(CONNECTED),
      callers: [{ ...caller, lastCall: AT, lastRead: read }],
    });
    expect(clientWords(works, false, { now: NOW })).toEqual({ state: 'off', says: 'read tokio 2 min ago' });
    expect(says({ stage: 'waiting', hasRead: true }, false)).toBe(
      'connected; it can ask once the service runs',
    );
  });

  it('names what it reads most, where that is another skill than its last', () => {
    const calls = { ...caller, lastCall: AT, lastRead: read };
    const works = clientProgress({ ...KNOWN, state: state(CONNECTED), callers: [calls] });
    expect(says(works, true, weekOf(9))).toBe('works, read tokio 2 min ago');
    expect(says(works, true, weekOf(9, 'go/jackc/pgx'))).toBe('works, read tokio 2 min ago, most often pgx');
  });

  it('does not say that it never asked where it read before the service started', () => {
    const before = { ...KNOWN, hasRead: true };
    expect(says(clientProgress({ ...before, state: state(CONNECTED) }))).toBe(
      'connected, has not asked since the service started',
    );
    expect(says(clientProgress({ ...before, state: undefined }))).toBe('no call since the service started');
    expect(says({ stage: 'reads', read: undefined })).toBe('no call since the service started');
  });

  it('says of a script what it read', () => {
    const script = { ...read, client: 'curl/8.11' };
    expect(says({ stage: 'reads', read: script })).toBe('reads over HTTP, read tokio 2 min ago');
  });

  it('counts the calls of a copy only while its settings start a copy', () => {
    const seen = { lastAt: AT, lastCall: AT };
    const own = state({ ...CONNECTED, by: 'command' }, { seen });
    expect(clientProgress({ ...KNOWN, state: own }).stage).toBe('works');
    expect(clientProgress({ ...KNOWN, state: state(CONNECTED, { seen }) }).stage).toBe('waiting');
  });
});

describe('the view’s sentence', () => {
  const works = { stage: 'works', calls: caller, lastCall: AT } as const;
  const wrong = { stage: 'cannot-work', fault: '', isMendable: true } as const;
  const off = { stage: 'not-set-up' } as const;
  const wait = { stage: 'waiting', hasRead: false } as const;
  const none = { stage: 'no-call', hasRead: false } as const;
  const script = { stage: 'reads', read: undefined } as const;
  it.each<[readonly ClientProgress[], string]>([
    [[works, wrong, off, wait], '1 of 4 agents works, 1 needs a change.'],
    [[works, works, off], '2 of 3 agents work.'],
    [[wait, off], 'Cursor is connected, and has read nothing yet.'],
    [[wait, wait], '2 agents are connected, and have read nothing yet.'],
    [[wrong, off], 'No agent works, 1 needs a change.'],
    [[off, off], 'No agent is connected yet.'],
    [[works, none, none], '1 agent works.'],
    [[none, none], 'No agent has asked yet.'],
  ])('%#', (all, sentence) => {
    expect(agentsSentence(all.map((progress) => ({ name: 'Cursor', progress, week: undefined })))).toBe(
      sentence,
    );
  });

  it.each<[ReadonlyArray<readonly [ClientProgress, number]>, string]>([
    [
      [
        [works, 62],
        [works, 16],
        [off, 0],
      ],
      '2 of 3 agents work. They read 78 times in seven days.',
    ],
    [
      [
        [works, 1],
        [none, 0],
      ],
      '1 agent works. It read once in seven days.',
    ],
    [
      [
        [works, 3],
        [script, 1_000],
      ],
      '1 of 1 agents works. All agents read 1,003 times in seven days.',
    ],
    [[[wait, 4]], 'Cursor is connected. Agents read 4 times in seven days.'],
    [[[none, 4]], 'No agent has asked since the service started. Agents read 4 times in seven days.'],
    [[[wrong, 4]], 'No agent works, 1 needs a change. Agents read 4 times in seven days.'],
  ])('has the sum of all reads, %#', (all, sentence) => {
    const rows = all.map(([progress, sum]) => ({
      name: 'Cursor',
      progress,
      week: sum === 0 ? undefined : weekOf(sum),
    }));
    expect(agentsSentence(rows)).toBe(sentence);
  });
});

function outdated(address: string): Connection {
  return { state: 'outdated', name: 'skills-registry', by: 'address', says: address };
}
