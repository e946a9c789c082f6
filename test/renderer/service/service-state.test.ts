import { describe, expect, it } from 'vitest';
import {
  lastStatus,
  nextPollDelay,
  nextServiceState,
  type ServiceState,
  snapshotId,
} from '../../../src-renderer/service/service-state.ts';
import { baseUrl, serviceWords } from '../../../src-renderer/service/service-words.ts';
import type { Status } from '../../../src-server/contract/api.ts';

const status: Status = {
  app: 'skills-registry',
  version: '0.1.0',
  instanceId: 'one',
  pid: 1,
  startedAt: '2026-01-01T00:00:00Z',
  registry: { path: '/registry', layout: 'registry', available: true, watching: 'events' },
  generation: 3,
  counts: { skills: 1, files: 1 },
  diagnostics: { error: 0, warning: 0, info: 0 },
  index: { indexedAt: '2026-01-01T00:00:00Z', loadMs: 1 },
  submissions: false,
  mcpUrl: 'http://127.0.0.1:8701/mcp',
};
const answered = (value: Status) => ({ ok: true, value, tookMs: 1 }) as const;
const silent = { ok: false, failure: { kind: 'silent', message: 'Nobody.' } } as const;
const asking: ServiceState = { phase: 'asking' };
const serving = nextServiceState(asking, answered(status), 1000);

describe('the state of the service, as a page sees it', () => {
  it('is serving only after an answer with a registry that can be read', () => {
    expect(serving).toMatchObject({ phase: 'serving', answeredAt: 1000 });
    const away = { ...status, registry: { ...status.registry, available: false } };
    expect(nextServiceState(serving, answered(away), 2000).phase).toBe('registry-away');
  });

  it('remembers since when it is silent, and what was known before', () => {
    const first = nextServiceState(serving, silent, 2000);
    const second = nextServiceState(first, silent, 3000);
    expect(second).toMatchObject({ phase: 'silent', since: 2000 });
    expect(lastStatus(second)).toBe(status);
  });

  it('does not change when we gave up waiting ourselves', () => {
    const aborted = { ok: false, failure: { kind: 'aborted', message: '' } } as const;
    expect(nextServiceState(serving, aborted, 2000)).toBe(serving);
  });

  it('names another snapshot after a change, a restart and a return, and none while it is silent', () => {
    const ids = [
      serving,
      nextServiceState(asking, answered({ ...status, generation: 4 }), 1),
      nextServiceState(asking, answered({ ...status, instanceId: 'two' }), 1),
    ].map(snapshotId);
    expect(new Set(ids).size).toBe(3);
    expect(snapshotId(nextServiceState(serving, silent, 1))).toBeUndefined();
  });

  it('is asked calmly while it serves, sooner while it is away, seldom unseen', () => {
    const away = nextServiceState(serving, silent, 1);
    expect(nextPollDelay(away, false)).toBeLessThan(nextPollDelay(serving, false));
    expect(nextPollDelay(away, true)).toBeGreaterThan(nextPollDelay(serving, false));
  });
});

describe('the state in words', () => {
  const wanted = { registry: '/r', host: '127.0.0.1', port: 8701, since: '2026-01-01T00:00:00Z' };

  it('is never serving where the app says it isn’t, even if something answered a moment ago', () => {
    expect(serviceWords(serving, { ...wanted, state: 'stopped', by: 'user' }).word).toBe('Stopped');
    expect(serviceWords(serving, { ...wanted, state: 'stopping' }).tone).not.toBe('good');
  });

  it('is never serving where the page got no answer, even if the app says ready', () => {
    const ready = {
      ...wanted,
      state: 'ready',
      url: 'http://127.0.0.1:8701',
      mcpUrl: '',
      pid: 1,
      skills: 1,
      problems: 0,
      steps: [],
      pending: [],
    } as const;
    expect(serviceWords(nextServiceState(serving, silent, 1), ready).tone).toBe('bad');
    expect(serviceWords(serving, ready).word).toBe('Serving');
  });
});

describe('the address that others use', () => {
  it('is the page’s own in a browser and the service’s in the app', () => {
    const browser = { protocol: 'http:', origin: 'http://127.0.0.1:9000' };
    const app = { protocol: 'app:', origin: 'app://skills' };
    expect(baseUrl(serving, undefined, browser)).toBe('http://127.0.0.1:9000');
    expect(baseUrl(serving, undefined, app)).toBe('http://127.0.0.1:8701');
    expect(baseUrl(asking, undefined, app)).toBeUndefined();
  });
});
